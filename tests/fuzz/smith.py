#!/usr/bin/env python3
"""Random kernels at tile level: smith.py SEED prints one.

Everything that is computed is defined, and the same whatever the order of blocks: outputs are
written at places of one block alone, inputs are not written, divisors are not zero, shifts are
shorter than the number, and indices into buffers lie inside.  What feeds a product or a conversion
to integers is an integer that its type holds exactly, also after all sums: every value carries a
bound of its magnitude, as long as it is such an integer.  So every level has to give the same bits.
"""
import random
import sys

FLOATS = ["f16", "bf16", "f32", "f64"]
INTS = ["i8", "i16", "i32", "i64"]
# Integers up to here are exact.
EXACT = {"f8E4M3FN": 16, "f8E5M2": 8, "f16": 2**11, "bf16": 2**8, "f32": 2**24, "f64": 2**53}
WIDTH = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64,
         "f8E4M3FN": 8, "f8E5M2": 8, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}
# Operands and accumulators of products.
DOTS = [("f16", "f32"), ("f16", "f32"), ("bf16", "f32"), ("f16", "f16"), ("f32", "f32"),
        ("f64", "f64"), ("i8", "i32"), ("i32", "i32"), ("f8E4M3FN", "f32"), ("f8E5M2", "f32")]
INPUT = 4  # magnitude of what arrays hold
SCALAR = 5
MOST_TRIPS = 8  # of a loop over tiles, for the sizes that --validate-each chooses


def limit_of(element):
    """The largest magnitude that is exact."""
    return EXACT[element] if element in EXACT else 2 ** (WIDTH[element] - 1) - 1


class Value:
    """A tile or scalar (shape None); `bound` is None unless it is an exact integer."""

    def __init__(self, name, shape, element, bound=None):
        self.name, self.shape, self.element = name, shape, element
        self.bound = bound if bound is not None and bound <= limit_of(element) else None

    @property
    def type(self):
        return tensor(self.shape, self.element)


def tensor(shape, element):
    if shape is None:
        return element
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.args = []     # text of each
        self.lines = []    # of the body
        self.indent = 1
        self.scopes = [[]]  # values that may be used
        self.number = 0
        self.depth = 0     # of loops and branches
        self.budget = self.random.choice([6, 12, 20, 30])
        self.shape_grid()

    # ---- The grid and the tiles. ----

    def shape_grid(self):
        r = self.random
        self.warps = r.choice([1, 1, 2, 4, 4, 8])
        self.two = r.random() < 0.65
        self.batch = r.random() < 0.15
        if self.two:
            while True:
                self.tiles = {"M": r.choice([1, 8, 16, 16, 32, 32, 64]), "N": r.choice([1, 4, 8, 16, 32, 32, 64])}
                if self.tiles["M"] * self.tiles["N"] <= 2048:
                    break
        else:
            self.tiles = {"N": r.choice([1, 2, 16, 32, 64, 128, 128, 256, 512])}
        self.tiles["K"] = r.choice([8, 16, 16, 16, 32])
        self.places = {"N": "%j", "M": "%i"}
        self.grid = [f"%j = ceildiv(N, {self.tiles['N']})"]
        if self.two:
            self.grid.append(f"%i = ceildiv(M, {self.tiles['M']})")
        if self.batch:
            self.grid.append("%z = Z")
        r.shuffle(self.grid)

    def main_dims(self):
        return ["M", "N"] if self.two else ["N"]

    # ---- Text. ----

    def emit(self, text):
        self.lines.append("  " * self.indent + text)

    def new(self, text, shape, element, bound=None):
        """A new value defined by `text`."""
        self.number += 1
        value = Value(f"%{self.number}", shape, element, bound)
        self.emit(f"{value.name} = {text}")
        self.scopes[-1].append(value)
        return value

    def visible(self, shape, element, bound):
        """Values of that type within the bound, if one is given."""
        return [v for scope in self.scopes for v in scope if v.shape == shape and v.element == element
                and (bound is None or (v.bound is not None and v.bound <= bound))]

    def open(self, text):
        self.emit(text)
        self.indent += 1
        self.scopes.append([])

    def close(self, text):
        self.indent -= 1
        self.scopes.pop()
        self.emit(text)

    def again(self, text):
        """Closes a region and opens the op's next one."""
        self.close(text)
        self.indent += 1
        self.scopes.append([])

    # ---- Arguments. ----

    def memref(self, dims, element, plain=False):
        """A new argument; `dims` are names or numbers."""
        r = self.random
        name = f"%a{len(self.args)}"
        extents = "".join("?x" if isinstance(d, str) else f"{d}x" for d in dims)
        names = ", ".join(d if isinstance(d, str) else "?" for d in dims)
        layout, turned = "", ""
        kind = r.random()
        if len(dims) == 2 and not plain and kind < 0.15:
            layout = ", strided<[?, 1]>"
        elif len(dims) == 2 and kind < 0.25 and all(isinstance(d, str) for d in dims):
            turned = " transposed(true)"
        elif len(dims) == 1 and not plain and kind < 0.05:
            layout = ", strided<[1]>"
        self.args.append(f"{name}: memref<{extents}{element}{layout}>[{names}]{turned}")
        return name

    def scalar(self, element):
        if element in ("i32", "f32") and self.random.random() < 0.2:
            return self.element(element)
        known = [v for v in self.scopes[0] if v.shape is None and v.element == element and v.name.startswith("%a")]
        if known and self.random.random() < 0.7:
            return self.random.choice(known)
        value = Value(f"%a{len(self.args)}", None, element, SCALAR)
        self.args.append(f"{value.name}: {element}")
        self.scopes[0].append(value)
        return value

    def element(self, element):
        """A scalar that is loaded."""
        memory = self.memref([4], element, plain=True)
        at = self.index(self.random.randrange(4))
        return self.new(f"mem.load {memory}[{at}] : memref<4x{element}>, {element}", None, element, INPUT)

    def place(self, dim):
        """Where this block's tile begins along a dimension."""
        if dim == "Z":
            return "%z"
        tile, index = self.tiles[dim], self.places[dim]
        return index if tile == 1 else f"{index} * {tile}"

    def moved(self, place):
        r = self.random
        if r.random() < 0.75:
            return place
        return f"{place} {r.choice(['+', '-'])} {r.choice([1, 2, 3, 4, 7, 8, 16])}"

    def leading(self):
        return ["Z"] if self.batch else []

    # ---- Values. ----

    def constant(self, shape, element, bound=None):
        n = self.random.choice([0, 1, 1, 2, 3, -1, -2, 5] if element != "i1" else [0, 1])
        if bound is not None and abs(n) > bound:
            n = 0
        if element == "i1":
            text = "true" if n else "false"
        else:
            text = str(n) if element in WIDTH and element[0] == "i" else f"{n}.0"
        if shape is not None:
            return self.new(f"arith.constant dense<{text}> : {tensor(shape, element)}", shape, element, abs(n))
        return self.new(f"arith.constant {text}" + ("" if element == "i1" else f" : {element}"), None, element, abs(n))

    def dims_of(self, shape):
        """Names of dimensions whose tiles have these extents, or numbers."""
        names = self.main_dims()
        free, dims = list(names), []
        for n in shape:
            fit = [d for d in free if self.tiles[d] == n]
            if fit and self.random.random() < 0.9:
                dims.append(self.random.choice(fit))
                free.remove(dims[-1])
            else:
                dims.append(n)
        return dims

    def load(self, shape, element):
        """From a new or known input."""
        r = self.random
        dims = self.dims_of(shape)
        lead = self.leading() if r.random() < 0.5 else []
        memory = self.memref(lead + dims, element)
        at = [self.place(d) for d in lead] + [self.moved(self.place(d) if isinstance(d, str) else "0") for d in dims]
        pad = ""
        if r.random() < 0.25:
            pad = f" pad({self.constant(None, element, INPUT).name})"
        return self.new(f"tile.load {memory}[{', '.join(at)}]{pad} : {tensor(shape, element)}", shape, element, INPUT)

    def bounded(self, make, bound):
        """Tries until the value is within the bound."""
        for _ in range(3):
            value = make()
            if value and (bound is None or (value.bound is not None and value.bound <= bound)):
                return value
        return None

    def value(self, shape, element, depth, bound=None):
        """A tile of that type; `bound` asks for an exact integer of at most that magnitude."""
        r = self.random
        known = self.visible(shape, element, bound)
        if known and (depth <= 0 or r.random() < 0.3):
            return r.choice(known)
        if depth <= 0 or self.budget <= 0:
            return self.leaf(shape, element, bound)
        self.budget -= 1
        make = r.choice([self.elementwise] * 4 + [self.cast] * 2 + [self.reshape] * 2 + [self.select])
        made = self.bounded(lambda: make(shape, element, depth - 1, bound), bound)
        return made or self.leaf(shape, element, bound)

    def leaf(self, shape, element, bound):
        r = self.random
        if element == "i1":
            return self.compare(shape, 0)
        kind = r.random()
        if kind < 0.15 or (bound is not None and bound < INPUT):
            return self.constant(shape, element, bound)
        scalars = element[0] != "f" or element in ("f32", "f64")
        if kind < 0.3 and scalars and (bound is None or bound >= SCALAR) and not element.startswith("f8"):
            scalar = self.scalar(element)
            return self.new(f"tile.splat {scalar.name} : {element} to {tensor(shape, element)}", shape, element, SCALAR)
        return self.load(shape, element)

    def elementwise(self, shape, element, depth, bound):
        if element == "i1":
            return self.logic(shape, depth)
        if element.startswith("f8"):
            return None
        return self.floats(shape, element, depth, bound) if element[0] == "f" or element[0] == "b" \
            else self.integers(shape, element, depth, bound)

    def operand(self, shape, element, depth, bound):
        """A bound of the result asks for bounded operands."""
        return self.value(shape, element, depth, None if bound is None else max(INPUT, int(bound ** 0.5)))

    def floats(self, shape, element, depth, bound):
        r = self.random
        type_ = tensor(shape, element)
        a = self.operand(shape, element, depth, bound)
        kind = r.random()
        if kind < 0.2:
            op = r.choice(["arith.negf", "math.absf", "math.floor", "math.ceil", "math.roundeven"])
            return self.new(f"{op} {a.name} : {type_}", shape, element, a.bound)
        if kind < 0.28 and bound is None:
            op = r.choice(["sqrt", "exp2", "exp", "tanh", "rsqrt", "log2"] if element == "f32" else ["sqrt"])
            if element in ("f32", "f64"):
                return self.new(f"math.{op} {a.name} : {type_}", shape, element)
        b = self.operand(shape, element, depth, bound)
        both = None if a.bound is None or b.bound is None else (a.bound, b.bound)
        if kind < 0.38:
            c = self.operand(shape, element, depth, bound)
            total = both[0] * both[1] + c.bound if both and c.bound is not None else None
            return self.new(f"math.fma {a.name}, {b.name}, {c.name} : {type_}", shape, element, total)
        if kind < 0.45 and bound is None:
            return self.new(f"arith.divf {a.name}, {b.name} : {type_}", shape, element)
        op, total = r.choice([("addf", both and sum(both)), ("subf", both and sum(both)),
                              ("mulf", both and both[0] * both[1]), ("maximumf", both and max(both)),
                              ("minimumf", both and max(both)), ("maxnumf", both and max(both)),
                              ("minnumf", both and max(both))])
        return self.new(f"arith.{op} {a.name}, {b.name} : {type_}", shape, element, total)

    def integers(self, shape, element, depth, bound):
        r = self.random
        type_ = tensor(shape, element)
        a = self.operand(shape, element, depth, bound)
        kind = r.random()
        if kind < 0.2:
            n = r.choice([1, 2, 3, 4, 5, 7, 8, 10])
            divisor = self.new(f"arith.constant dense<{n}> : {type_}", shape, element, n)
            op, total = r.choice([("divsi", a.bound), ("remsi", a.bound), ("divui", None), ("remui", n),
                                  ("floordivsi", a.bound), ("ceildivsi", a.bound)])
            return self.new(f"arith.{op} {a.name}, {divisor.name} : {type_}", shape, element, total)
        if kind < 0.35:
            n = r.randrange(min(WIDTH[element], 9))
            count = self.new(f"arith.constant dense<{n}> : {type_}", shape, element, n)
            op, total = r.choice([("shli", None if a.bound is None else a.bound << n), ("shrsi", a.bound),
                                  ("shrui", None)])
            return self.new(f"arith.{op} {a.name}, {count.name} : {type_}", shape, element, total)
        if kind < 0.4:
            return self.new(f"math.absi {a.name} : {type_}", shape, element, a.bound)
        b = self.operand(shape, element, depth, bound)
        both = None if a.bound is None or b.bound is None else (a.bound, b.bound)
        op, total = r.choice([("addi", both and sum(both)), ("subi", both and sum(both)),
                              ("muli", both and both[0] * both[1]), ("maxsi", both and max(both)),
                              ("minsi", both and max(both)), ("andi", None), ("ori", None), ("xori", None),
                              ("maxui", None), ("minui", None)])
        return self.new(f"arith.{op} {a.name}, {b.name} : {type_}", shape, element, total)

    def logic(self, shape, depth):
        r = self.random
        if r.random() < 0.5:
            return self.compare(shape, depth)
        a, b = self.value(shape, "i1", depth), self.value(shape, "i1", depth)
        return self.new(f"arith.{r.choice(['andi', 'ori', 'xori'])} {a.name}, {b.name} : {tensor(shape, 'i1')}", shape, "i1", 1)

    def compare(self, shape, depth):
        r = self.random
        element = r.choice(FLOATS + INTS)
        a, b = self.value(shape, element, depth), self.value(shape, element, depth)
        is_float = element in FLOATS
        how = r.choice(["oeq", "olt", "ole", "ogt", "une", "ult", "uno", "ord"] if is_float
                       else ["eq", "ne", "slt", "sle", "sgt", "ult", "uge"])
        op = "cmpf" if is_float else "cmpi"
        return self.new(f"arith.{op} {how}, {a.name}, {b.name} : {tensor(shape, element)}", shape, "i1", 1)

    def select(self, shape, element, depth, bound):
        a, b = self.value(shape, element, depth, bound), self.value(shape, element, depth, bound)
        known = None if a.bound is None or b.bound is None else max(a.bound, b.bound)
        if self.random.random() < 0.2:
            condition = self.condition()
            return self.new(f"arith.select {condition}, {a.name}, {b.name} : {a.type}", shape, element, known)
        mask = self.value(shape, "i1", depth)
        return self.new(f"arith.select {mask.name}, {a.name}, {b.name} : {mask.type}, {a.type}", shape, element, known)

    def cast(self, shape, element, depth, bound):
        r = self.random
        if element == "i1":
            return self.compare(shape, depth)
        source = r.choice([e for e in FLOATS + INTS if e != element])
        if element == "f32" and bound is None and r.random() < 0.1:
            source = r.choice(["f8E4M3FN", "f8E5M2"])
        if element.startswith("f8"):
            source = "f32"
        to_float, from_float = element not in INTS, source not in INTS
        if from_float and not to_float:  # only what the integer holds
            value = self.value(shape, source, depth, min(limit_of(source), limit_of(element)))
            return self.convert("arith.fptosi", value, element, value.bound)
        value = self.value(shape, source, depth, bound)
        known = value.bound
        if from_float and to_float:
            if WIDTH[source] == WIDTH[element]:  # f16 and bf16
                value = self.convert("arith.extf", value, "f32", known)
                return self.convert("arith.truncf", value, element, known)
            return self.convert("arith.extf" if WIDTH[source] < WIDTH[element] else "arith.truncf", value, element, known)
        if to_float:
            op = r.choice(["sitofp", "sitofp", "uitofp"])
            return self.convert(f"arith.{op}", value, element, known if op == "sitofp" else None)
        if WIDTH[source] < WIDTH[element]:
            op = r.choice(["extsi", "extsi", "extui"])
            return self.convert(f"arith.{op}", value, element, known if op == "extsi" else None)
        return self.convert("arith.trunci", value, element, known)

    def convert(self, op, value, element, bound):
        return self.new(f"{op} {value.name} : {value.type} to {tensor(value.shape, element)}", value.shape, element, bound)

    def reshape(self, shape, element, depth, bound):
        """A broadcast or a transposition."""
        r = self.random
        if len(shape) == 2 and r.random() < 0.4:
            turned = (shape[1], shape[0])
            value = self.value(turned, element, depth, bound)
            return self.new(f"tile.trans {value.name} : {value.type} to {tensor(shape, element)}", shape, element, value.bound)
        if len(shape) == 1:
            if shape[0] == 1:
                return None
            value = self.value((1,), element, depth, bound)
        elif r.random() < 0.5:
            value = self.value((shape[-1],), element, depth, bound)
        else:
            row = self.value((shape[0],), element, depth, bound)
            value = self.new(f"tile.expand_dims {row.name} axis 1 : {row.type} to {tensor((shape[0], 1), element)}",
                             (shape[0], 1), element, row.bound)
        if value.shape == shape:
            return value
        return self.new(f"tile.broadcast {value.name} : {value.type} to {tensor(shape, element)}", shape, element, value.bound)

    # ---- Conditions and indices. ----

    def index(self, n):
        self.number += 1
        self.emit(f"%{self.number} = arith.constant {n} : index")
        return f"%{self.number}"

    def condition(self):
        """A scalar i1."""
        r = self.random
        if r.random() < 0.4:
            scalar = self.scalar(r.choice(["i32", "i64"]))
            other = self.constant(None, scalar.element)
            return self.new(f"arith.cmpi {r.choice(['slt', 'eq', 'sgt'])}, {scalar.name}, {other.name} : {scalar.element}", None, "i1").name
        block = r.choice(["%j"] + (["%i"] if self.two else []) + (["%z"] if self.batch else []))
        if r.random() < 0.5:
            two = self.index(2)
            block = self.new(f"arith.remui {block}, {two} : index", None, "index_").name
        return self.new(f"arith.cmpi {r.choice(['eq', 'ne', 'ult'])}, {block}, {self.index(r.randrange(2))} : index", None, "i1").name

    # ---- Control flow. ----

    def branch(self, shape, element):
        condition = self.condition()
        types = tensor(shape, element)
        self.number += 1
        name = f"%{self.number}"
        self.depth += 1
        self.open(f"{name} = scf.if {condition} -> ({types}) {{")
        self.emit(f"scf.yield {self.body(shape, element).name} : {types}")
        self.again("} else {")
        self.emit(f"scf.yield {self.body(shape, element).name} : {types}")
        self.close("}")
        self.depth -= 1
        return self.result(name, shape, element)

    def result(self, name, shape, element, bound=None):
        value = Value(name, shape, element, bound)
        self.scopes[-1].append(value)
        return value

    def body(self, shape, element, depth=2):
        """A value, possibly out of more control flow."""
        r = self.random
        if self.depth < 3 and self.budget > 0 and r.random() < 0.15:
            self.budget -= 2
            return r.choice([self.branch, self.count, self.loop, self.repeat])(shape, element)
        return self.value(shape, element, depth)

    def carried(self, shape, element):
        """Types of what a loop carries; the first one is its result."""
        r = self.random
        types = [(shape, element)]
        if r.random() < 0.5:
            types.append((shape, r.choice([element, element, "f32", "i32"])))
        return types

    def loop_head(self, types):
        inits = [self.value(s, e, 1) for s, e in types]
        self.number += 1
        base = self.number
        args = [Value(f"%c{base}_{i}", s, e) for i, (s, e) in enumerate(types)]
        name = f"%{base}" + (f":{len(types)}" if len(types) > 1 else "")
        return name, base, inits, args

    def next_values(self, args):
        """What the next trip gets: computed, the same, or exchanged."""
        r = self.random
        values = [self.body(a.shape, a.element) for a in args]
        if r.random() < 0.3:
            i = r.randrange(len(args))
            same = [a for a in args if (a.shape, a.element) == (args[i].shape, args[i].element)]
            values[i] = r.choice(same)
        return values

    def loop_results(self, base, types):
        several = len(types) > 1
        values = [self.result(f"%{base}#{i}" if several else f"%{base}", s, e) for i, (s, e) in enumerate(types)]
        return values[0]

    def count(self, shape, element):
        """scf.for with numbers for bounds, or up to a scalar."""
        r = self.random
        types = self.carried(shape, element)
        if r.random() < 0.3:
            scalar = self.scalar("i32")
            upper = self.new(f"arith.index_cast {scalar.name} : i32 to index", None, "index_").name
        else:
            upper = self.index(r.choice([0, 1, 2, 3, 5]))
        lower, step = self.index(r.choice([0, 0, 1])), self.index(r.choice([1, 1, 2]))
        name, base, inits, args = self.loop_head(types)
        iters = ", ".join(f"{a.name} = {v.name}" for a, v in zip(args, inits))
        kinds = ", ".join(a.type for a in args)
        self.depth += 1
        self.open(f"{name} = scf.for %n{base} = {lower} to {upper} step {step} iter_args({iters}) -> ({kinds}) {{")
        self.scopes[-1] += args
        values = self.next_values(args)
        self.emit(f"scf.yield {', '.join(v.name for v in values)} : {kinds}")
        self.close("}")
        self.depth -= 1
        return self.loop_results(base, types)

    def repeat(self, shape, element):
        """scf.while that counts."""
        (name, base, inits, args), type_ = self.loop_head([(shape, element)]), tensor(shape, element)
        zero, one = self.index(0), self.index(1)
        end = self.index(self.random.choice([0, 1, 2, 4]))
        self.depth += 1
        self.open(f"%{base}:2 = scf.while (%b{base} = {inits[0].name}, %n{base} = {zero}) : ({type_}, index) -> ({type_}, index) {{")
        self.emit(f"%g{base} = arith.cmpi ult, %n{base}, {end} : index")
        self.emit(f"scf.condition(%g{base}) %b{base}, %n{base} : {type_}, index")
        self.again("} do {")
        self.emit(f"^bb0({args[0].name}: {type_}, %m{base}: index):")
        self.scopes[-1] += args
        value = self.body(shape, element)
        self.emit(f"%a{base}_n = arith.addi %m{base}, {one} : index")
        self.emit(f"scf.yield {value.name}, %a{base}_n : {type_}, index")
        self.close("}")
        self.depth -= 1
        return self.result(f"%{base}#0", shape, element)

    def stages(self):
        n = self.random.choice([0, 1, 2, 3, 4])
        return f" stages({n})" if n else ""

    def loop(self, shape, element):
        """tile.pipelined over K, which loads along it."""
        types = self.carried(shape, element)
        name, base, inits, args = self.loop_head(types)
        iters = ", ".join(f"{a.name} = {v.name}" for a, v in zip(args, inits))
        self.depth += 1
        self.open(f"{name} = tile.pipelined %n{base} = 0 to ceildiv(K, {self.tiles['K']}){self.stages()} iter_args({iters}) {{")
        self.scopes[-1] += args
        if shape and len(shape) <= 2:
            self.load_along(f"%n{base}", shape, element)
        values = self.next_values(args)
        self.emit(f"tile.yield {', '.join(v.name for v in values)}")
        self.close("}")
        self.depth -= 1
        return self.loop_results(base, types)

    def load_along(self, k, shape, element):
        """A tile at a place that the loop moves."""
        dims = ["K"] + [n for n in shape[1:]]
        if element == "i1":
            return
        memory = self.memref(dims, element)
        at = [f"{k} * {self.tiles['K']}"] + ["0"] * (len(shape) - 1)
        self.new(f"tile.load {memory}[{', '.join(at)}] : {tensor(shape, element)}", shape, element, INPUT)

    # ---- Products. ----

    def side(self, dims, element, k, bound):
        """An operand of a product: its tile, loaded at trip `k`, and perhaps something done to it."""
        r = self.random
        shape = tuple(self.tiles[d] for d in dims)
        turned = r.random() < 0.15
        order = dims[::-1] if turned else dims
        memory = self.memref(order, element)
        at = [f"{k} * {self.tiles['K']}" if d == "K" else self.place(d) for d in order]
        loaded = tuple(self.tiles[d] for d in order)
        pad = f" pad({self.constant(None, element, INPUT).name})" if r.random() < 0.1 else ""
        value = self.new(f"tile.load {memory}[{', '.join(at)}]{pad} : {tensor(loaded, element)}", loaded, element, INPUT)
        if turned:
            value = self.new(f"tile.trans {value.name} : {value.type} to {tensor(shape, element)}", shape, element, INPUT)
        if r.random() < 0.25 and bound >= 2 * INPUT and not element.startswith("f8"):
            value = self.value(shape, element, 1, bound)
        if r.random() < 0.1:
            return self.staged(value)
        return value.name, value.bound

    def staged(self, value):
        """The same in a buffer of the block."""
        self.number += 1
        name = f"%{self.number}"
        self.emit(f"{name} = mem.alloc : {self.buffer(value.shape, value.element)}")
        self.emit(f"tile.store {value.name}, {name}[{', '.join(['0'] * len(value.shape))}]")
        return name, value.bound

    def buffer(self, shape, element):
        swizzle = ""
        spans = [s for s in (32, 64, 128) if shape[-1] * WIDTH[element] // 8 % s == 0 and WIDTH[element] >= 8]
        if len(shape) >= 2 and shape[-2] % 8 == 0 and spans and self.random.random() < 0.5:
            swizzle = f", #mem.swizzle<{self.random.choice(spans)}>"
        return f"!mem.buffer<{''.join(f'{n}x' for n in shape)}{element}{swizzle}, shared>"

    def product(self):
        """A loop over K that adds products; None where their sums might not be exact."""
        r = self.random
        element, sums = r.choice(DOTS)
        shape = (self.tiles["M"], self.tiles["N"])
        trips = max(MOST_TRIPS, 48 // self.tiles["K"] + 1)
        most = limit_of(sums) // (trips * self.tiles["K"]) - 1
        bound = min(int(max(most, 0) ** 0.5), limit_of(element))
        if bound < INPUT:
            return None
        init = self.value(shape, sums, 1, INPUT)
        self.number += 1
        base = self.number
        acc = Value(f"%c{base}_0", shape, sums)
        self.depth += 1
        self.open(f"%{base} = tile.pipelined %n{base} = 0 to ceildiv(K, {self.tiles['K']}){self.stages()} iter_args({acc.name} = {init.name}) {{")
        k = f"%n{base}"
        a, b = self.side(["M", "K"], element, k, bound), self.side(["K", "N"], element, k, bound)
        self.emit(f"%d{base} = tile.dot {a[0]}, {b[0]}, {acc.name}")
        self.emit(f"tile.yield %d{base}")
        self.close("}")
        self.depth -= 1
        total = INPUT + trips * self.tiles["K"] * a[1] * b[1]
        return self.result(f"%{base}", shape, sums, total)

    # ---- Memory. ----

    def through_buffer(self, shape, element):
        """Stored to a buffer, and read back whole or in parts."""
        r = self.random
        if r.random() < 0.4:
            return self.copied(shape, element)
        value = self.value(shape, element, 2)
        name, _ = self.staged(value)
        zeros = ", ".join(["0"] * len(shape))
        if r.random() < 0.3 and len(shape) == 2 and shape[0] >= 2:
            half = (shape[0] // 2, shape[1])
            self.number += 1
            part = f"%{self.number}"
            self.emit(f"{part} = tile.load {name}[{half[0]}, 0] : {tensor(half, element)}")
            self.emit(f"tile.store {part}, {name}[0, 0]")
        known = value.bound
        return self.new(f"tile.load {name}[{zeros}] : {tensor(shape, element)}", shape, element, known)

    def copied(self, shape, element):
        """From an input to a slot of a buffer, to the other slot, and perhaps to an output."""
        r = self.random
        dims = self.dims_of(shape)
        memory = self.memref(dims, element)
        at = ", ".join(self.moved(self.place(d) if isinstance(d, str) else "0") for d in dims)
        extents, zeros = "x".join(map(str, shape)), ", ".join(["0"] * len(shape))
        buffer = self.buffer((2, *shape), element)
        pad = f" pad({self.constant(None, element, INPUT).name})" if r.random() < 0.3 else ""
        self.number += 1
        base = self.number
        self.emit(f"%{base} = mem.alloc : {buffer}")
        for slot in range(2):
            self.emit(f"%s{base}_{slot} = mem.index %{base}[{self.index(slot)}] : {buffer}")
        self.emit(f"tile.copy {memory}[{at}] to %s{base}_0[{zeros}] shape {extents}{pad}")
        self.emit(f"tile.copy %s{base}_0[{zeros}] to %s{base}_1[{zeros}] shape {extents}")
        if r.random() < 0.5 and shape == tuple(self.tiles[d] for d in self.main_dims()):
            lead = self.leading()
            if not lead:
                out = self.memref(self.main_dims(), element)
                places = ", ".join(self.place(d) for d in self.main_dims())
                self.emit(f"tile.copy %s{base}_1[{zeros}] to {out}[{places}] shape {extents}")
        return self.new(f"tile.load %s{base}_1[{zeros}] : {tensor(shape, element)}", shape, element, INPUT)

    def output(self, value):
        """Stores at the block's own place of a new argument."""
        r = self.random
        dims = self.main_dims()
        if value.shape != tuple(self.tiles[d] for d in dims):
            dims = dims[::-1]
        lead = self.leading()
        memory = self.memref(lead + dims, value.element)
        at = [self.place(d) for d in lead + dims]
        if r.random() < 0.1:
            at[-1] += f" + {r.choice([1, 4, 8])}"
        self.emit(f"tile.store {value.name}, {memory}[{', '.join(at)}]")
        if r.random() < 0.1:  # and reads it back
            self.new(f"tile.load {memory}[{', '.join(at)}] : {value.type}", value.shape, value.element)

    def update(self, shape, element):
        """An argument that is read and written at the block's place."""
        dims = self.leading() + self.main_dims()
        memory = self.memref(dims, element)
        at = ", ".join(self.place(d) for d in dims)
        self.new(f"tile.load {memory}[{at}] : {tensor(shape, element)}", shape, element, INPUT)
        value = self.body(shape, element)
        self.emit(f"tile.store {value.name}, {memory}[{at}]")

    # ---- All of it. ----

    def build(self):
        r = self.random
        shape = tuple(self.tiles[d] for d in self.main_dims())
        for _ in range(r.choice([1, 1, 2, 3])):
            element = r.choice(FLOATS + INTS + ["f32", "f16"])
            kind = r.random()
            value = None
            if self.two and kind < 0.35:
                value = self.product()
            elif kind < 0.45:
                value = self.through_buffer(shape, element)
            elif kind < 0.75:
                value = r.choice([self.branch, self.count, self.loop, self.loop, self.repeat])(shape, element)
            elif kind < 0.85:
                self.update(shape, element)
            value = value or self.value(shape, element, 3)
            if r.random() < 0.5:
                value = self.value(shape, value.element, 2)
            if r.random() < 0.2 and self.two:
                turned = shape[::-1]
                value = self.new(f"tile.trans {value.name} : {value.type} to {tensor(turned, value.element)}", turned, value.element)
            self.output(value)
            self.budget += 6
        return self

    def text(self):
        args = ",\n    ".join(self.args)
        body = "\n".join(self.lines)
        return (f"tile.kernel @k{self.seed}({args})\n    warps({self.warps}) grid({', '.join(self.grid)}) {{\n{body}\n}}\n")


def kernel(seed):
    return Kernel(seed).build().text()


if __name__ == "__main__":
    print(kernel(int(sys.argv[1])), end="")
