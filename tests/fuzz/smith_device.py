"""What tiles of random kernels (smith.py) have beside arithmetic: random words, and pieces of PTX with a reference."""


class Device:
    """Mixed into Values, whose tiles it takes and makes."""

    def philox(self, shape, depth):
        """One of the four words of counters that are computed; any bits."""
        r = self.random
        counter = self.value(shape, r.choice(["i32", "i32", "i64"]), depth)
        numbers = [self.scalar("i64") if r.random() < 0.3 else self.constant(None, r.choice(["i32", "i64"]))
                   for _ in range(2)]
        self.number += 1
        name = f"%{self.number}"
        self.emit(f"{name}:4 = tile.philox {numbers[0].name}, {numbers[1].name}, {counter.name} : "
                  f"{numbers[0].element}, {numbers[1].element}, {counter.type}")
        return self.named(f"{name}#{r.randrange(4)}", shape, "i32")

    def uniform(self, shape, element, depth):
        words = self.philox(shape, depth)
        type_ = words.type.replace("i32", element)
        return self.new(f"tile.uniform {words.name} : {words.type} to {type_}", shape, element)

    # Pieces of PTX that are exact, for one element or two, and the same as ops.
    PIECES = {
        "i32": [("add.s32", "arith.addi", 1), ("sub.s32", "arith.subi", 1), ("mul.lo.s32", "arith.muli", 1),
                ("min.s32", "arith.minsi", 1), ("max.u32", "arith.maxui", 1), ("xor.b32", "arith.xori", 1)],
        "i64": [("add.s64", "arith.addi", 1), ("min.s64", "arith.minsi", 1)],
        "i16": [("add.s16", "arith.addi", 1), ("add.s16x2", "arith.addi", 2), ("xor.b32", "arith.xori", 2)],
        "i8": [("and.b32", "arith.andi", 4), ("xor.b32", "arith.xori", 4)],
        "f16": [("add.rn.f16", "arith.addf", 1), ("mul.rn.f16x2", "arith.mulf", 2)],
        "f32": [("add.rn.f32", "arith.addf", 1), ("mul.rn.f32", "arith.mulf", 1)],
        "f64": [("add.rn.f64", "arith.addf", 1)],
    }

    def inline_ptx(self, shape, element, depth):
        r = self.random
        text, op, pack = r.choice(self.PIECES[element])
        a, b = self.value(shape, element, depth), self.value(shape, element, depth)
        packed = f" pack({pack})" if pack > 1 else ""
        self.number += 1
        name = f"%{self.number}"
        self.emit(f'{name} = tile.inline_ptx "{text} $0, $1, $2;" ({a.name}, {b.name}){packed} : '
                  f"({a.type}, {b.type}) -> {a.type} reference (%x{self.number}, %y{self.number}) {{")
        self.emit(f"  %z{self.number} = {op} %x{self.number}, %y{self.number} : {element}")
        self.emit(f"  tile.yield %z{self.number}")
        self.emit("}")
        return self.named(name, shape, element)
