#!/usr/bin/env python3
"""Random functions that compute with integers of 64 bits, for arith-emulate-wide-int.

  tests/mlir/gen_wide.py SEED   prints the module of a seed

`f0` computes from its arguments, with ops that mlir-opt's pass has halves for; `run0` calls it and
returns its results in pieces of 32 bits.  What is computed is the same with halves: an index comes
from 32 bits, and a float has room for both halves.
"""
import random

WIDE = ["i64", "vector<3xi64>", "vector<2x2xi64>"]
BINARY = ["addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui"]
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
NUMBERS = [0, 1, 2, -1, -2, 31, 32, 33, 63, 2**31 - 1, -2**31, 2**32 - 1, 2**32, -2**32, 2**63 - 1,
           -2**63, 0x123456789abcdef0]


def like(t, element):
    return t[:t.rindex("x") + 1] + element + ">" if t.startswith("vector") else element


class Module:
    def __init__(self, seed, available=None):
        del available
        self.rng = random.Random(seed)
        self.lines, self.scope, self.count = [], [], 0
        self.text = self.generate()

    # ---- Text ----

    def op(self, name, rest, t):
        self.count += 1
        value = f"%v{self.count}"
        self.lines.append(f"    {value} = {name} {rest}")
        self.scope.append((value, t))
        return value

    def value(self, t):
        """One that is there, most of the time, or a constant."""
        there = [name for name, other in self.scope if other == t]
        if there and self.rng.random() < 0.85:
            return self.rng.choice(there)
        return self.constant(t)

    def number(self, t):
        number = self.rng.choice(NUMBERS)
        width = 64 if "64" in t else 32 if "32" in t else 16 if "16" in t else 1
        number = (number + 2**(width - 1)) % 2**width - 2**(width - 1)
        return "true" if t.endswith("i1") and number else "false" if t.endswith("i1") else str(number)

    def constant(self, t):
        if not t.startswith("vector"):
            return self.op("arith.constant", f"{self.number(t)}" + ("" if t == "i1" else f" : {t}"), t)
        extents = [int(part) for part in t[7:].split("x")[:-1]]
        numbers = self.number(t.rstrip(">"))
        if self.rng.random() < 0.5:
            numbers = self.numbers(t.rstrip(">"), extents)
        return self.op("arith.constant", f"dense<{numbers}> : {t}", t)

    def numbers(self, t, extents):
        if not extents:
            return self.number(t)
        return "[" + ", ".join(self.numbers(t, extents[1:]) for _ in range(extents[0])) + "]"

    # ---- Ops ----

    def wide(self):
        return self.rng.choice(WIDE + ["i64"] * 3)

    def binary(self):
        t = self.wide()
        self.op(f"arith.{self.rng.choice(BINARY)}", f"{self.value(t)}, {self.value(t)} : {t}", t)

    def shift(self):
        t = self.wide()
        amount = f"dense<{self.rng.choice([63, 31, 7])}>" if t != "i64" else "63"
        mask = self.op("arith.constant", f"{amount} : {t}", t)
        amount = self.op("arith.andi", f"{self.value(t)}, {mask} : {t}", t)
        name = self.rng.choice(["shli", "shrsi", "shrui"])
        self.op(f"arith.{name}", f"{self.value(t)}, {amount} : {t}", t)

    def compare(self):
        t = self.wide()
        self.op("arith.cmpi", f"{self.rng.choice(PREDICATES)}, {self.value(t)}, {self.value(t)} : {t}",
                like(t, "i1"))

    def select(self):
        t = self.wide()
        masked = t != "i64" and self.rng.random() < 0.5
        c = like(t, "i1") if masked else "i1"
        types = f"{c}, {t}" if masked else t
        self.op("arith.select", f"{self.value(c)}, {self.value(t)}, {self.value(t)} : {types}", t)

    def extend(self):
        t = self.wide()
        small = like(t, self.rng.choice(["i1", "i16", "i32"]))
        name = self.rng.choice(["extsi", "extui"])
        self.op(f"arith.{name}", f"{self.value(small)} : {small} to {t}", t)

    def truncate(self):
        t = self.wide()
        small = like(t, self.rng.choice(["i1", "i16", "i32"]))
        self.op("arith.trunci", f"{self.value(t)} : {t} to {small}", small)

    def index(self):
        """There and back, of a number that fits an index of 32 bits."""
        t = self.wide()
        small, index = like(t, "i16"), like(t, "index")
        kind, extend = self.rng.choice([("index_cast", "extsi"), ("index_castui", "extui")])
        x = self.op(f"arith.{extend}", f"{self.value(small)} : {small} to {t}", t)
        y = self.op(f"arith.{kind}", f"{x} : {t} to {index}", index)
        z = self.op("arith.addi", f"{y}, {y} : {index}", index)
        self.op(f"arith.{kind}", f"{z} : {index} to {t}", t)

    def to_float(self):
        t = self.wide()
        self.op(f"arith.{self.rng.choice(['sitofp', 'uitofp'])}",
                f"{self.value(t)} : {t} to {like(t, 'f64')}", like(t, "f64"))

    def to_int(self):
        t = self.wide()
        small, number = like(t, "i32"), like(t, "f64")
        kind = self.rng.choice("su")
        x = self.op(f"arith.{kind}itofp", f"{self.value(small)} : {small} to {number}", number)
        y = self.op("arith.addf", f"{x}, {x} : {number}", number)
        self.op(f"arith.fpto{kind}i", f"{y} : {number} to {t}", t)

    def narrow(self):
        """What stays as it is."""
        t = self.rng.choice(["i32", "vector<3xi32>", "i16"])
        self.op(f"arith.{self.rng.choice(BINARY)}", f"{self.value(t)}, {self.value(t)} : {t}", t)

    # ---- Functions ----

    def generate(self):
        makers = [self.binary] * 5 + [self.shift] * 2 + [self.compare] * 2 + [self.select] * 2 + [
            self.extend, self.truncate, self.index, self.to_float, self.to_int, self.narrow]
        arguments = [self.wide() for _ in range(3)] + ["i32", "i16"]
        self.scope = [(f"%a{i}", t) for i, t in enumerate(arguments)]
        text = ", ".join(f"{name}: {t}" for name, t in self.scope)
        for _ in range(self.rng.randint(3, 25)):
            self.rng.choice(makers)()
        results = [t for t in (self.scope[-1][1], self.wide(), self.wide()) if t in WIDE]
        values = [self.value(t) for t in results]
        body = self.lines
        runner = self.runner(arguments, results)
        arrow = f" -> ({', '.join(results)})" if results else ""
        left = f"return {', '.join(values)} : {', '.join(results)}" if results else "return"
        return "\n".join(["module {", f"  func.func @f0({text}){arrow} {{", *body, f"    {left}", "  }",
                          *runner, "}"]) + "\n"

    def runner(self, arguments, results):
        self.lines, self.scope = [], []
        values = [self.constant(t) for t in arguments]
        names = [f"%r{i}" for i in range(len(results))]
        left = ", ".join(names) + " = " if names else ""
        arrow = f"({', '.join(arguments)}) -> ({', '.join(results)})"
        self.lines.append(f"    {left}func.call @f0({', '.join(values)}) : {arrow}")
        pieces = [piece for name, t in zip(names, results) for piece in self.pieces(name, t)]
        types = ", ".join(t for _, t in pieces)
        end = f"return {', '.join(name for name, _ in pieces)} : {types}" if pieces else "return"
        return ["", f"  func.func @run0(){f' -> ({types})' if pieces else ''} {{", *self.lines,
                f"    {end}", "  }"]

    def pieces(self, name, t):
        small = like(t, "i32")
        width = self.op("arith.constant", ("32" if t == "i64" else "dense<32>") + f" : {t}", t)
        up = self.op("arith.shrui", f"{name}, {width} : {t}", t)
        return [(self.op("arith.trunci", f"{x} : {t} to {small}", small), small) for x in (name, up)]


if __name__ == "__main__":
    import sys
    print(Module(int(sys.argv[1])).text, end="")
