#!/usr/bin/env python3
"""Random kernels at tile level: smith.py SEED prints one.

Everything that is computed is defined, and the same whatever the order of blocks: outputs are
written at places of one block alone, inputs are not written, divisors are not zero, shifts are
shorter than the number, and indices into buffers lie inside.  What feeds a product or a conversion
to integers is an integer that its type holds exactly, also after all sums: every value carries a
bound of its magnitude, as long as it is such an integer.  So every level has to give the same bits.
"""
import sys

from smith_values import FLOATS, INPUT, INTS, WIDTH, Value, Values, limit_of, tensor

# Operands and accumulators of products.
DOTS = [("f16", "f32"), ("f16", "f32"), ("bf16", "f32"), ("f16", "f16"), ("f32", "f32"),
        ("f64", "f64"), ("i8", "i32"), ("i32", "i32"), ("f8E4M3FN", "f32"), ("f8E5M2", "f32")]
MOST_TRIPS = 8  # of a loop over tiles, for the sizes that --validate-each chooses


class Kernel(Values):
    """Control flow, products, memory, and all of it."""

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

    def buffer(self, shape, element, slots=False):
        """The type; of `slots` the first dimension counts them."""
        r = self.random
        swizzle, along, rows, column = "", shape[-1], shape[-2] if len(shape) >= 2 else 0, ""
        if len(shape) >= (3 if slots else 2) and r.random() < 0.3:
            along, rows, column = rows, along, ", column"
        spans = [s for s in (0, 32, 64, 128) if along * WIDTH[element] // 8 % max(s, 1) == 0 and WIDTH[element] >= 8]
        if len(shape) >= 2 and rows % 8 == 0 and r.random() < 0.6:
            swizzle = f", #mem.swizzle<{r.choice(spans)}{column}>"
        elif len(shape) >= 2 and WIDTH[element] >= 8 and r.random() < 0.4:
            swizzle = f", #mem.padded<{r.choice([16, 32] if slots and (len(shape) == 2 or rows == 1) else [8, 16, 16, 32])}{column}>"
        return f"!mem.buffer<{''.join(f'{n}x' for n in shape)}{element}{swizzle}, shared>"

    def product(self):
        """A loop over K that adds products; None where their sums might not be exact, or blocks share tiles."""
        r = self.random
        if self.cluster > 1:
            return None
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
        step = self.tiles["K"] * a[1] * b[1]
        if element in ("f16", "bf16") and sums == "f32" and r.random() < 0.3:
            step = self.chained(base, k, a, b, shape, element, acc, bound)
        else:
            self.emit(f"%d{base} = tile.dot {a[0]}, {b[0]}, {acc.name}")
        self.emit(f"tile.yield %d{base}")
        self.close("}")
        self.depth -= 1
        total = INPUT + trips * step
        return self.result(f"%{base}", shape, sums, total)

    def chained(self, base, k, a, b, shape, element, acc, bound):
        """Products of which the second has the first one's result, cut to small numbers, on its left; what it adds."""
        wide, narrow = tensor(shape, "f32"), tensor(shape, element)
        most = max(1, min(4, limit_of("f32") // (MOST_TRIPS * 64 * shape[1] * max(bound, INPUT))))
        right = self.side(["N", "N"], element, k, INPUT)
        for name, number in (("z", 0), ("h", most), ("l", -most)):
            self.emit(f"%{name}{base} = arith.constant dense<{number}.0> : {wide}")
        self.emit(f"%x{base} = tile.dot {a[0]}, {b[0]}, %z{base}")
        self.emit(f"%u{base} = arith.minimumf %x{base}, %h{base} : {wide}")
        self.emit(f"%v{base} = arith.maximumf %u{base}, %l{base} : {wide}")
        self.emit(f"%w{base} = arith.truncf %v{base} : {wide} to {narrow}")
        self.emit(f"%d{base} = tile.dot %w{base}, {right[0]}, {acc.name}")
        return shape[1] * most * right[1]

    # ---- Memory. ----

    def through_buffer(self, shape, element):
        """Stored to a buffer, and read back whole or in parts; None where blocks share tiles."""
        r = self.random
        if self.cluster > 1:
            return None
        if r.random() < 0.25:
            return self.through_elements(shape, element)
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
        buffer = self.buffer((2, *shape), element, slots=True)
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
        if r.random() < 0.25:
            self.store_elements(value)
            return
        dims = self.main_dims()
        if value.shape != tuple(self.tiles[d] for d in dims):
            dims = dims[::-1]
        if r.random() < 0.2:
            self.scattered(value, dims)
            return
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
            elif kind < 0.53:
                value = self.filled_in_loop(shape, element)
            elif kind < 0.75:
                value = r.choice([self.branch, self.count, self.loop, self.loop, self.repeat])(shape, element)
            elif kind < 0.85:
                self.update(shape, element)
            elif kind < 0.92:
                value = self.exchanged(shape, self.main_dims())
            value = value or self.value(shape, element, 3)
            if r.random() < 0.5:
                value = self.value(shape, value.element, 2)
            if r.random() < 0.2 and self.two:
                turned = shape[::-1]
                value = self.new(f"tile.trans {value.name} : {value.type} to {tensor(turned, value.element)}", turned, value.element)
            self.output(value)
            if r.random() < 0.25:
                self.combined(shape)
            self.budget += 6
        return self

    def text(self):
        args = ",\n    ".join(self.args)
        body = "\n".join(self.lines)
        cluster = f" cluster({self.cluster})" if self.cluster > 1 else ""
        return (f"tile.kernel @k{self.seed}({args})\n    warps({self.warps}){cluster} grid({', '.join(self.grid)}) {{\n{body}\n}}\n")


def kernel(seed):
    return Kernel(seed).build().text()


if __name__ == "__main__":
    print(kernel(int(sys.argv[1])), end="")
