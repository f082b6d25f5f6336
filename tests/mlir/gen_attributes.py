"""Random attributes and types of all kinds, for ops that nobody knows."""
import gen_types as ty


class Attributes:
    """Makes attributes; `aliases` are those that the module defines."""

    def __init__(self, available):
        self.aliases = ["#map_a", "#map_b", "#set_a", "#numbers"]
        self.available = available

    def definitions(self, rng):
        return [
            f"#map_a = {self.affine_map(rng)}",
            f"#map_b = {self.affine_map(rng)}",
            f"#set_a = {self.affine_set(rng)}",
            f"#numbers = {self.attribute(rng, 1)}",
            f"!t_a = {self.type(rng)}",
        ]

    def affine(self, rng, dims, symbols, depth=2):
        names = [f"d{i}" for i in range(dims)] + [f"s{i}" for i in range(symbols)]
        if depth == 0 or rng.random() < 0.3:
            return rng.choice(names + [str(rng.randint(0, 9))]) if names else str(rng.randint(0, 9))
        left = self.affine(rng, dims, symbols, depth - 1)
        how = rng.choice(["+", "-", "*", "mod", "floordiv", "ceildiv", "neg"])
        if how == "neg":
            return f"-({left})"
        if how in ("+", "-"):
            return f"({left} {how} {self.affine(rng, dims, symbols, depth - 1)})"
        return f"(({left}) {how} {rng.randint(1, 8)})"

    def affine_map(self, rng):
        dims, symbols = rng.randint(0, 3), rng.randint(0, 2)
        head = "(" + ", ".join(f"d{i}" for i in range(dims)) + ")"
        head += "[" + ", ".join(f"s{i}" for i in range(symbols)) + "]" if symbols else ""
        results = ", ".join(self.affine(rng, dims, symbols) for _ in range(rng.randint(0, 3)))
        return f"affine_map<{head} -> ({results})>"

    def affine_set(self, rng):
        dims = rng.randint(1, 3)
        head = "(" + ", ".join(f"d{i}" for i in range(dims)) + ")"
        lines = ", ".join(f"{self.affine(rng, dims, 0)} {rng.choice(['>=', '=='])} 0"
                          for _ in range(rng.randint(1, 3)))
        return f"affine_set<{head} : ({lines})>"

    def type(self, rng, depth=2):
        kind = rng.randrange(9 if depth else 3)
        if kind == 0:
            return rng.choice(ty.INTS + ["si8", "ui16", "si32", "none"])
        if kind == 1:
            return rng.choice(ty.FLOATS)
        if kind == 2:
            return ty.vector(rng, rng.choice(ty.INTS + ty.FLOATS))
        inner = self.type(rng, 0)
        if kind == 3:
            return f"tuple<{inner}, {self.type(rng, depth - 1)}>"
        if kind == 4:
            return f"({inner}) -> {self.result(rng, depth)}"
        element = rng.choice(ty.FLOATS + ["i8", "index"])
        if kind == 5:
            return rng.choice([f"tensor<2x?x{element}>", f"tensor<{element}>",
                               f"tensor<*x{element}>"])
        if kind == 6:
            return rng.choice([f"memref<2x?x{element}>", f"memref<4x{element}, 3>",
                               f"memref<2x4x{element}, strided<[?, 1], offset: 3>>",
                               f"memref<4x4x{element}, affine_map<(d0, d1) -> (d1, d0)>>",
                               f"memref<*x{element}>"])
        if kind == 7:
            return f"complex<{rng.choice(ty.FLOATS + ['i32'])}>"
        return f"vector<[4]x{rng.choice(['f32', 'i8'])}>"

    def result(self, rng, depth):
        return rng.choice([self.type(rng, 0), "()", f"({self.type(rng, 0)}, {self.type(rng, 0)})"])

    def dense(self, rng):
        e = rng.choice(["i1", "i8", "i16", "i32", "i64", "index", "f16", "bf16", "f32", "f64"])
        extents = rng.choice([[], [1], [3], [2, 2], [0], [2, 1, 3]])
        kind = rng.choice(["tensor", "vector"]) if extents and 0 not in extents else "tensor"
        t = f"{kind}<{''.join(f'{n}x' for n in extents)}{e}>"
        one = lambda: ty.int_text(rng, e) if ty.is_int(e) else ty.float_text(rng, False)
        if 0 in extents:
            return f"dense<> : {t}"
        if rng.random() < 0.4:
            return f"dense<{one()}> : {t}"
        if e == "f32" and len(extents) == 1 and rng.random() < 0.4:
            values = [rng.uniform(-2, 2) for _ in range(extents[0])]
            return f'dense<"{ty.hex_of_floats(values)}"> : {t}'
        return f"dense<{ty.nested(extents, one)}> : {t}"

    def dense_array(self, rng):
        e = rng.choice(["i1", "i8", "i16", "i32", "i64"])
        one = lambda: ty.int_text(rng, e) if ty.is_int(e) else ty.float_text(rng, False)
        values = ", ".join(one() for _ in range(rng.randint(0, 3)))
        return f"array<{e}: {values}>" if values else f"array<{e}>"

    def string(self, rng):
        return '"' + rng.choice(["", "text", "a b", "q\\\"q", "tab\\09", "\\C3\\A9", "x\\\\y"]) + '"'

    def number(self, rng):
        if rng.random() < 0.5:
            t = rng.choice(["i8", "i16", "i32", "i64", "index", "si8"])
            return f"{ty.int_value(rng, t if t != 'si8' else 'i8')} : {t}"
        t = rng.choice(ty.FLOATS)
        return f"{ty.float_text(rng, False) if rng.random() < 0.8 else ty.special_float(rng, t)} : {t}"

    def attribute(self, rng, depth=2):
        simple = [self.number, self.dense, self.dense_array, self.string, self.affine_map,
                  self.affine_set, lambda r: r.choice(["true", "false", "unit"]),
                  lambda r: self.type(r), lambda r: r.choice(["@sym", "@a::@b", '@"odd name"']),
                  lambda r: r.choice(self.aliases) if depth > 1 else "unit",
                  lambda r: "strided<[?, 2, 1], offset: ?>"]
        if depth and rng.random() < 0.25:
            inner = ", ".join(self.attribute(rng, depth - 1) for _ in range(rng.randint(0, 3)))
            return f"[{inner}]"
        if depth and rng.random() < 0.2:
            return "{" + self.entries(rng, depth - 1) + "}"
        return rng.choice(simple)(rng)

    def entries(self, rng, depth):
        names = rng.sample(["a", "b", "some.name", "zed", '"odd name"', "value_1"], rng.randint(0, 3))
        return ", ".join(name if rng.random() < 0.1 else f"{name} = {self.attribute(rng, depth)}"
                         for name in names)

    def dictionary(self, rng):
        inner = self.entries(rng, 2)
        return " {" + inner + "}" if inner else ""
