#!/usr/bin/env python3
"""Random valid modules in MLIR's core dialects.

  tests/mlir/generate.py SEED [--ops FILE]   prints the module of a seed

Functions `f0`, `f1`, ... compute from arguments; `run0`, `run1`, ... call them with constants and
return all results, with what memory holds at the end.  Nothing in them is undefined.  Functions
`w0`, ... are not run: they may divide by zero, hold any flags, and ops that nobody knows.
"""
import argparse
import random
import subprocess

import gen_attributes
import gen_body
import gen_types as ty


class Function:
    def __init__(self, name, arguments, results, is_private):
        self.name, self.arguments, self.results = name, arguments, results
        self.is_private = is_private
        self.done = False
        self.callable = not any(ty.is_memref(t) for t in arguments)


class Module:
    """The module of one seed; `available` holds the names of ops that may be used."""

    def __init__(self, seed, available, unregistered=True):
        self.rng = random.Random(seed)
        self.twins = random.Random(-1 - seed)
        self.available, self.unregistered = available, unregistered
        self.attributes = gen_attributes.Attributes(available)
        self.functions = []
        self.has_locations = self.rng.random() < 0.4
        self.text = self.generate()

    def location(self, rng):
        if not self.has_locations or rng.random() < 0.6:
            return ""
        return " " + rng.choice([
            'loc("file.mlir":3:7)', 'loc("name")', "loc(unknown)", 'loc("outer"("file.mlir":1:2))',
            'loc(fused["a", "file.mlir":4:4])', 'loc(callsite("callee" at "caller.mlir":9:1))',
            'loc(fused<"why">["b", "c"])', "loc(#place)"])

    def generate(self):
        rng = self.rng
        lines = self.attributes.definitions(rng)
        if self.has_locations:
            lines.append('#place = loc("alias.mlir":5:5)')
        lines.append("module" + rng.choice(["", " @top", ' attributes {some.info = "x"}']) + " {")
        for number in range(rng.randint(1, 4)):
            lines += self.function(f"f{number}", wild=False)
            lines += self.twin(f"f{number}t", lines)
        for number, function in enumerate(list(self.functions)):
            lines += self.runner(f"run{number}", function)
        for number in range(rng.randint(0, 2)):
            lines += self.function(f"w{number}", wild=True)
        if rng.random() < 0.3:
            lines += self.declarations()
        lines.append("}")
        return "\n".join(lines) + "\n"

    def signature(self, wild):
        rng = self.rng
        arguments = [ty.any_type(rng) for _ in range(rng.randint(0, 4))]
        if rng.random() < 0.4:
            arguments.append(rng.choice(gen_body.MEMREFS))
        if wild:  # whatever has no arguments is run
            arguments.append("i32")
        if wild and rng.random() < 0.4:
            arguments.append(rng.choice(["memref<4x2xf32, strided<[2, 1], offset: 1>>",
                                         "memref<4xf32, affine_map<(d0) -> (d0 + 1)>>"]))
        results = [ty.any_type(rng) for _ in range(rng.randint(0, 3))]
        return arguments, results

    def function(self, name, wild):
        rng = self.rng
        arguments, results = self.signature(wild)
        function = Function(name, arguments, results, is_private=rng.random() < 0.3)
        function.is_private &= not wild  # it might lose its arguments
        body = gen_body.Body(self, rng, wild)
        body.scope = [(f"%a{i}", t) for i, t in enumerate(arguments)]
        text = ", ".join(f"{n}: {t}" + self.argument_attributes(rng) for n, t in body.scope)
        arrow = f" -> ({', '.join(results)})" if results else ""
        visibility = "private " if function.is_private else ""
        extra = ' attributes {note = "n"}' if rng.random() < 0.1 else ""
        body.line("")
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            body.fill(rng.randint(1, 6))
            body.segment()
        body.fill(body.budget)
        self.leave(body, "return", results)
        function.done = True
        if not wild:
            self.functions.append(function)
        lines = [f"  func.func {visibility}@{name}({text}){arrow}{extra} {{"]
        return lines + ["  " + line for line in body.lines[1:]] + ["  }" + self.location(rng)]

    def twin(self, name, lines):
        """Now and then a function that does the same as the last one."""
        last = self.functions[-1]
        if self.twins.random() > 0.2:
            return []
        twin = Function(name, last.arguments, last.results, last.is_private)
        twin.done = True
        self.functions.append(twin)
        start = max(i for i, line in enumerate(lines) if line.startswith("  func.func"))
        return [lines[start].replace(f"@{last.name}(", f"@{name}(", 1), *lines[start + 1:]]

    def argument_attributes(self, rng):
        return " {some.hint = 3 : i32}" if rng.random() < 0.05 else ""

    def leave(self, body, name, types):
        values = body.picked(types)
        body.line(f"{name} {', '.join(values)} : {', '.join(types)}" if values else name)

    def runner(self, name, function):
        """Calls a function twice with constants; returns its results and what memory holds."""
        body = gen_body.Body(self, self.rng, wild=False)
        values, types = [], []
        for _ in range(2):
            arguments, memory = [], []
            for t in function.arguments:
                if ty.is_memref(t):
                    extents, e = gen_body.extents_of(t)
                    at = body.op("memref.alloc", f"() : {t}", t)
                    body.store_all(at, t, extents, e)
                    memory.append((at, t))
                    arguments.append(at)
                else:
                    arguments.append(body.constant_op(t))
            results = body.ops("call", f"@{function.name}({', '.join(arguments)}) : "
                               f"({', '.join(function.arguments)}) -> "
                               f"({', '.join(function.results)})", function.results)
            values += results
            types += function.results
            for at, t in memory:
                loaded, e = body.all_of(at, t)
                values += loaded
                types += [e] * len(loaded)
                body.ops("memref.dealloc", f"{at} : {t}", [])
        body.line(f"return {', '.join(values)} : {', '.join(types)}" if values else "return")
        arrow = f" -> ({', '.join(types)})" if types else ""
        return [f"  func.func @{name}(){arrow} {{"] + ["  " + line for line in body.lines] + ["  }"]

    def declarations(self):
        return ["  func.func private @outside(i32, memref<?xf32>) -> (i64 {some.result})",
                "  func.func private @unused()",
                "  module @inner {",
                "    func.func private @helper() -> i32 {",
                "      %0 = arith.constant 3 : i32",
                "      return %0 : i32",
                "    }",
                "    func.func nested @seen() -> i32 {",
                "      %0 = call @helper() : () -> i32",
                "      return %0 : i32",
                "    }",
                "  }"]


def available_ops(tile_opt):
    """The ops that tile-opt knows."""
    listed = subprocess.run([tile_opt, "--list-ops"], capture_output=True, text=True, check=True)
    return {line.split()[0] for line in listed.stdout.split("\n") if line.split()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("--tile-opt", default="tile-opt")
    options = parser.parse_args()
    print(Module(options.seed, available_ops(options.tile_opt)).text, end="")


if __name__ == "__main__":
    main()
