#!/usr/bin/env python3
"""Random kernels of loops that overlap copies, products and stores: smith_loops.py SEED prints one.

A kernel has one to three loops over K, one behind the other or inside of a loop over columns, each with one to
three tiles that it copies (along K, at a place that is read from memory, or turned), one or two products or none,
and what is done with their sums: added to, cut off, turned, stored, in the loop around or behind.  Tiles are such
that products of warpgroups are possible, or just not.  All that is added is a small integer, so each level has to give
the same bits.
"""
import random
import sys

INTO = {"f16": "f32", "bf16": "f32", "i8": "i32", "f32": "f32", "f8E4M3FN": "f32"}
WARPS = [4, 4, 4, 4, 4, 4, 8, 8, 12, 1, 2]
ATTRIBUTES = {"tile.persistent": ["true", "false"], "tile.raster": ["0 : i64", "2 : i64", "8 : i64"],
              "tile.swizzle": ["0 : i64", "32 : i64", "64 : i64", "128 : i64"], "tile.specialize": ["true", "false"],
              "tile.multicast": ["2 : i64", "2 : i64", "4 : i64"]}


def tensor(shape, element):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


class Loops:
    def __init__(self, seed):
        self.random, self.seed = random.Random(seed * 2 + 1), seed
        r = self.random
        self.lines, self.args, self.number, self.indent = [], [], 0, 1
        self.warps = r.choice(WARPS)
        groups = max(1, self.warps // 4)
        if self.warps == 12:
            self.m = 192
        elif self.warps >= 4:
            self.m = 64 * r.choice([1, 1, 1, groups])
        else:
            self.m = r.choice([32, 64])
        self.n = r.choice([8, 16, 24, 32, 32, 48, 64, 64, 80, 96])
        self.k = r.choice([16, 32, 32, 64, 64, 96])
        most = 16 * r.choice([64, 96, 128, 192])  # of elements, so that running them takes little time
        while self.m * (self.n + self.k) > max(most * 2, self.m * 24):
            self.n, self.k = max(self.n // 2 // 8 * 8, 8), max(self.k // 2 // 16 * 16, 16)
        self.element = r.choice(["f16"] * 6 + ["bf16"] * 4 + ["i8", "f32", "f8E4M3FN"])
        self.sums = INTO[self.element]

    # ---- Text. ----

    def emit(self, line):
        self.lines.append("  " * self.indent + line)

    def open(self, line):
        self.emit(line)
        self.indent += 1

    def close(self):
        self.indent -= 1
        self.emit("}")

    def name(self):
        self.number += 1
        return f"%v{self.number}"

    def new(self, op):
        name = self.name()
        self.emit(f"{name} = {op}")
        return name

    def memref(self, dims, element, column=False):
        name = f"%A{len(self.args)}"
        turned = " transposed(true)" if column else ""
        self.args.append(f"{name}: memref<{'?x' * len(dims)}{element}>[{', '.join(dims)}]{turned}")
        return name

    def splat(self, number, shape, element):
        text = f"{number}.0" if element[0] in "fb" else str(number)
        return self.new(f"arith.constant dense<{text}> : {tensor(shape, element)}")

    # ---- Operands. ----

    def place(self, dim):
        return {"M": f"%i * {self.m}", "N": self.column}[dim]

    def loaded(self, dims, k):
        """A tile of a matrix at trip `k` of the loop, K by the other dimension or the other way round."""
        r = self.random
        sizes = {"M": self.m, "N": self.n, "K": self.k}
        order = dims[::-1] if r.random() < 0.3 else dims
        memory = self.memref(order, self.element, r.random() < 0.3)
        along = f"{k} * {self.k}"
        if r.random() < 0.15:  # the place is read from memory
            table = f"%A{len(self.args)}"
            self.args.append(f"{table}: memref<4xi32>")
            entry = self.new(f"arith.remui {k}, %four : index")
            at = self.new(f"memref.load {table}[{entry}] : memref<4xi32>")
            low = self.new(f"arith.andi {at}, %three32 : i32")
            number = self.new(f"arith.index_cast {low} : i32 to index")
            along = f"{number} * {self.k}"
        elif r.random() < 0.15:  # or somewhere ahead
            along += f" + {r.choice([1, 8, self.k])}"
        at = ", ".join(along if d == "K" else self.place(d) for d in order)
        tile = self.new(f"tile.load {memory}[{at}] : {tensor([sizes[d] for d in order], self.element)}")
        if order != dims:
            before, after = tensor([sizes[d] for d in order], self.element), tensor([sizes[d] for d in dims], self.element)
            tile = self.new(f"tile.trans {tile} : {before} to {after}")
        return tile

    def changed(self, tile, shape):
        """The operand as it is, or computed with, which puts it into registers."""
        if self.random.random() < 0.85 or self.element[0] != "f" or self.element == "f8E4M3FN":
            return tile
        kind = tensor(shape, self.element)
        return self.new(f"arith.maximumf {tile}, {self.splat(0, shape, self.element)} : {kind}")

    # ---- What a trip does. ----

    def product(self, k, acc):
        a = self.changed(self.loaded(["M", "K"], k), (self.m, self.k))
        b = self.loaded(["K", "N"], k)
        return self.new(f"tile.dot {a}, {b}, {acc}")

    def gated(self, k, acc, other):
        """Two products with one operand."""
        a, b, c = self.loaded(["M", "K"], k), self.loaded(["K", "N"], k), self.loaded(["K", "N"], k)
        return self.new(f"tile.dot {a}, {b}, {acc}"), self.new(f"tile.dot {a}, {c}, {other}")

    def chained(self, k, acc):
        """The first one's result, cut to small numbers, is the left operand of the second."""
        a, b = self.loaded(["M", "K"], k), self.loaded(["K", "N"], k)
        memory = self.memref(["N", "N"], self.element)
        right = self.new(f"tile.load {memory}[0, {k} * 8] : {tensor((self.n, self.n), self.element)}")
        shape, wide, narrow = (self.m, self.n), tensor((self.m, self.n), "f32"), tensor((self.m, self.n), self.element)
        x = self.new(f"tile.dot {a}, {b}, {self.splat(0, shape, 'f32')}")
        low = self.new(f"arith.minimumf {x}, {self.splat(3, shape, 'f32')} : {wide}")
        cut = self.new(f"arith.maximumf {low}, {self.splat(-3, shape, 'f32')} : {wide}")
        half = self.new(f"arith.truncf {cut} : {wide} to {narrow}")
        return self.new(f"tile.dot {half}, {right}, {acc}")

    def added(self, k, acc, shape):
        """A tile that is no operand of a product."""
        memory = self.memref(["M", "K"], self.sums)
        tile = self.new(f"tile.load {memory}[%i * {self.m}, {k} * 8] : {tensor(shape, self.sums)}")
        return self.sum(acc, tile, shape)

    def sum(self, a, b, shape):
        op = "arith.addf" if self.sums[0] == "f" else "arith.addi"
        return self.new(f"{op} {a}, {b} : {tensor(shape, self.sums)}")

    def under_condition(self, k, acc, shape):
        """A product in some of the trips."""
        r = self.random
        number = self.new(f"arith.constant {r.choice([1, 1, 2, 3])} : index")
        test = self.new(f"arith.cmpi {r.choice(['uge', 'ult', 'eq'])}, {k}, {number} : index")
        kind, name = tensor(shape, self.sums), self.name()
        self.open(f"{name} = scf.if {test} -> ({kind}) {{")
        self.emit(f"scf.yield {self.product(k, acc)} : {kind}")
        self.indent -= 1
        self.open("} else {")
        self.emit(f"scf.yield {acc} : {kind}")
        self.close()
        return name

    # ---- Loops. ----

    def loop(self, acc):
        """A loop over K that adds to the tile `acc`."""
        r, shape = self.random, (self.m, self.n)
        kind = r.choice(["product"] * 5 + ["gated", "gated", "chained", "added", "if", "both"])
        if kind == "chained" and (self.sums != "f32" or self.element in ("f32", "f8E4M3FN") or self.n % 16):
            kind = "product"
        two, name = kind == "gated", self.name()
        inits = [acc] + ([self.splat(1, shape, self.sums)] if two else [])
        carried = ", ".join(f"%c{name[2:]}_{i} = {v}" for i, v in enumerate(inits))
        k, sums = f"%k{name[2:]}", [f"%c{name[2:]}_{i}" for i in range(len(inits))]
        lower = r.choice([0, 0, 0, 0, 1])
        upper = r.choice([f"ceildiv(K, {self.k})"] * 4 + [str(r.choice([1, 2, 4]))])
        self.open(f"{name}{':2' if two else ''} = tile.pipelined {k} = {lower} to {upper} stages({r.choice([1, 2, 2, 3, 3, 4, 5])}) "
                  f"iter_args({carried}) {{")
        if kind == "gated":
            sums = self.gated(k, *sums)
            if r.random() < 0.2:
                sums = sums[::-1]
        elif kind == "both":
            sums = [self.added(k, self.product(k, sums[0]), shape)]
        elif kind == "added":
            sums = [self.added(k, sums[0], shape)]
        elif kind == "if":
            sums = [self.under_condition(k, sums[0], shape)]
        else:
            sums = [self.chained(k, sums[0]) if kind == "chained" else self.product(k, sums[0])]
        self.emit(f"tile.yield {', '.join(sums)}")
        self.close()
        return self.sum(f"{name}#0", f"{name}#1", shape) if two else name

    def sums_of_loops(self):
        acc = self.splat(self.random.choice([0, 0, 0, 1]), (self.m, self.n), self.sums)
        for _ in range(self.random.choice([1, 1, 1, 1, 1, 2, 2, 3])):
            acc = self.loop(acc)
        return acc

    # ---- Behind the loop. ----

    def epilogue(self, tile):
        """Computes with the sums and stores them."""
        r, shape, element, dims = self.random, (self.m, self.n), self.sums, ["M", "N"]
        floats = element == "f32"
        if r.random() < 0.3:
            row = self.new(f"tile.load {self.memref(['N'], element)}[{self.column}] : {tensor((self.n,), element)}")
            wide = self.new(f"tile.broadcast {row} : {tensor((self.n,), element)} to {tensor(shape, element)}")
            tile = self.sum(tile, wide, shape)
        if r.random() < 0.3:
            op = "arith.maximumf" if floats else "arith.maxsi"
            tile = self.new(f"{op} {tile}, {self.splat(0, shape, element)} : {tensor(shape, element)}")
        if floats and r.random() < 0.6:
            narrow = r.choice(["f16", "bf16"])
            tile = self.new(f"arith.truncf {tile} : {tensor(shape, element)} to {tensor(shape, narrow)}")
            element = narrow
        if r.random() < 0.15:
            tile = self.new(f"tile.trans {tile} : {tensor(shape, element)} to {tensor(shape[::-1], element)}")
            dims = dims[::-1]
        memory = self.memref(dims, element, r.random() < 0.15)
        self.emit(f"tile.store {tile}, {memory}[{', '.join(self.place(d) for d in dims)}]")

    # ---- The kernel. ----

    def attributes(self):
        chosen = [f"{name} = {self.random.choice(values)}" for name, values in ATTRIBUTES.items() if self.random.random() < 0.35]
        return f" attributes {{{', '.join(chosen)}}}" if chosen else ""

    def body(self):
        r = self.random
        for line in ("%three32 = arith.constant 3 : i32", "%four = arith.constant 4 : index"):
            self.emit(line)
        if r.random() < 0.2:  # the columns in a loop, which stores
            first, last, one = (self.new(f"arith.constant {n} : index") for n in (0, r.choice([1, 2, 3]), 1))
            self.open(f"scf.for %j = {first} to {last} step {one} {{")
            self.column, self.grid = f"%j * {self.n}", f"%i = ceildiv(M, {self.m})"
            self.epilogue(self.sums_of_loops())
            self.close()
        else:
            self.column = f"%j * {self.n}"
            self.grid = f"%i = ceildiv(M, {self.m}), %j = ceildiv(N, {self.n})"
            self.epilogue(self.sums_of_loops())

    def text(self):
        self.body()
        args, body = ",\n    ".join(self.args), "\n".join(self.lines)
        return f"tile.kernel @k{self.seed}({args})\n    warps({self.warps}) grid({self.grid}){self.attributes()} {{\n{body}\n}}\n"


def kernel(seed):
    return Loops(seed).text()


if __name__ == "__main__":
    print(kernel(int(sys.argv[1])), end="")
