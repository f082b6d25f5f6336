#!/usr/bin/env python3
"""Softmax, RMSNorm and LayerNorm of docs/examples against their formulas in Python.

    tests/kernels/rows.py build/release/bin
    tests/kernels/rows.py build/release/bin --only 'softmax.*minus infinity'

Each case is executed by tile-run at tile level or with all threads; inputs and output are printed,
and the output is compared with what the formula gives in doubles. Rows have lengths from 1 to several
tiles. Values that --init does not make are put into a copy of the kernel, behind its loads of X.
Exit code 1 when an element is off by more than the rounding of its type.
"""
import dataclasses
import math
import os
import re
import sys
import tempfile

import formulas

EPS = 0.25


@dataclasses.dataclass(frozen=True)
class Change:
    """What becomes of the elements of X behind a load: a formula of %@in, and the same in Python."""
    name: str
    text: str
    of: object


PLAIN = Change("as they are", "", lambda x: x)
NEGATIVE_GONE = Change("minus infinity for what is below 1", "select(%@in < 1.0, -inf, %@in)",
                       lambda x: -math.inf if x < 1 else x)


def times(factor):
    return Change(f"times {factor}", f"%@in * {factor}", lambda x: x * float(factor))


# ---- Formulas. ----

def softmax(row, _w, _b):
    top = max(row)
    if math.isinf(top) or any(map(math.isnan, row)):
        return [math.nan] * len(row)
    powers = [math.exp(x - top) for x in row]
    return [p / math.fsum(powers) for p in powers]


def rmsnorm(row, w, _b):
    root = math.sqrt(math.fsum(x * x for x in row) / len(row) + EPS)
    return [x / root * g for x, g in zip(row, w)]


def layernorm(row, w, b):
    mean = math.fsum(row) / len(row)
    root = math.sqrt(math.fsum((x - mean) ** 2 for x in row) / len(row) + EPS)
    return [(x - mean) / root * g + o for x, g, o in zip(row, w, b)]


# ---- Cases. ----

@dataclasses.dataclass
class Case:
    formula: object
    shape: tuple
    params: str
    init: str = "normal"
    change: Change = PLAIN
    level: str = "thread"
    type: str = "f16"
    kernel: str = ""  # where it is not the formula's name

    def __post_init__(self):
        width = int(re.search(r"BN=(\d+)", self.params)[1])
        if self.formula is layernorm and self.shape[1] > width:
            self.kernel = "layernorm_long"

    @property
    def title(self):
        name = self.kernel or self.formula.__name__
        return (f"{name} {self.shape[0]}x{self.shape[1]} {self.type} {self.params}, {self.init}, "
                f"{self.change.name}, {self.level} level")


NARROW, ROWS, MANY = "BM=1,BN=128,WARPS=4", "BM=4,BN=32,WARPS=2", "BM=16,BN=64,WARPS=8"
WHOLE, SPREAD = "BM=1,BN=4096,WARPS=16", "BM=1,BN=4096,WARPS=4,CLUSTER=8"
SHARED = "BM=4,BN=512,WARPS=2,CLUSTER=4"


def all_cases():
    for formula in (softmax, rmsnorm, layernorm):
        for shape, params in [((5, 1), NARROW), ((5, 17), ROWS), ((3, 128), NARROW), ((2, 1000), NARROW),
                              ((37, 65), MANY), ((2, 4095), WHOLE), ((2, 4095), SPREAD), ((2, 9000), SPREAD),
                              ((7, 1001), SHARED), ((3, 5), SHARED)]:
            yield Case(formula, shape, params)
        yield Case(formula, (6, 200), ROWS, level="tile")
        yield Case(formula, (6, 200), ROWS, type="bf16")
        yield Case(formula, (3, 300), NARROW, init="zero")
        yield Case(formula, (3, 100), ROWS, init="index")
        yield Case(formula, (3, 600), NARROW, init="index", level="tile")
    for change in (NEGATIVE_GONE, times("8192.0")):
        for level, type in (("tile", "f16"), ("thread", "f16"), ("thread", "bf16")):
            yield Case(softmax, (5, 70), ROWS, "int", change, level, type)
            yield Case(softmax, (4, 40), MANY, "int", change, level, type)
    for params in (NARROW, ROWS):  # minus infinity all along, and up to the second tile
        yield Case(softmax, (3, 200), params, "zero", NEGATIVE_GONE)
    for width in (3, 200):
        yield Case(softmax, (3, width), ROWS, "index", Change(
            "minus infinity up to column 40 of row 0", NEGATIVE_GONE.text.replace("1.0", "40.0"),
            lambda x: -math.inf if x < 40 else x))
    yield Case(softmax, (3, 200), ROWS, "int", times("8.0e+37"), type="bf16")
    for shape, params in [((3, 250), "PART=32,CLUSTER=8,BN=256,WARPS=1"), ((2, 17), "PART=32,CLUSTER=4,BN=128,WARPS=2"),
                          ((2, 1000), "PART=256,CLUSTER=4,BN=1024,WARPS=4"), ((3, 1), "PART=256,CLUSTER=2,BN=512,WARPS=8")]:
        for init, change in (("normal", PLAIN), ("int", NEGATIVE_GONE), ("int", times("8192.0")), ("zero", NEGATIVE_GONE)):
            yield Case(softmax, shape, params, init, change, kernel="softmax_cluster")
    for shape, params in [((5, 17), ROWS), ((37, 61), MANY), ((2, 4095), SPREAD), ((3, 5), SHARED)]:
        yield Case(layernorm, shape, params, kernel="layernorm_long")
    for formula in (rmsnorm, layernorm):
        yield Case(formula, (5, 20), ROWS, "int", times("8192.0"))
        yield Case(formula, (5, 70), ROWS, "int", times("8192.0"))
        yield Case(formula, (5, 70), ROWS, "int", times("0.0001220703125"), level="tile")


# ---- Execution. ----

def kernel_of(case, folder):
    """The example's file, or a copy in which X changes behind each load."""
    path = os.path.join(formulas.ROOT, "docs/examples", f"{case.kernel or case.formula.__name__}.mlir")
    if not case.change.text:
        return path
    with open(path, encoding="utf-8") as file:
        text = file.read()

    def changed(match):
        return f"{match[1]}%{match[2]}in = {match[3]}\n  %{match[2]} = tile.compute {case.change.text.replace('@', match[2])}\n"

    text, n = re.subn(r"( *)%(\w+) = (tile\.load %X\[.*)\n", changed, text)
    assert n, "X is loaded"
    copy = os.path.join(folder, "changed.mlir")
    with open(copy, "w", encoding="utf-8") as file:
        file.write(text)
    return copy


def execute(case, options, folder):
    m, n = case.shape
    names = ["X", "Y"] if case.formula is softmax else ["X", "W", "Y"]
    names += ["B"] if case.formula is layernorm else []
    command = [os.path.join(options.bin, "tile-run"), kernel_of(case, folder), "--device=cpu",
               f"--level={case.level}", f"--init=X:{case.init}", f"--dim=M={m}", f"--dim=N={n}", f"--param=T={case.type}"]
    command += [f"--param={p}" for p in case.params.split(",")] + [f"--print={name}" for name in names]
    command += [] if case.formula is softmax else [f"--arg=eps={EPS}"]
    return formulas.printed(command)


def is_close(case, got, want, size):
    """Rounded once; and what f32 loses of numbers as large as `size` on the way."""
    if math.isnan(want) or math.isinf(want):
        return math.isnan(got) if math.isnan(want) else got == want
    return abs(got - want) <= formulas.limit(case.type, want, 2.0**-19 * size)


def check(case, options, folder):
    """What is wrong, or None."""
    values, error = execute(case, options, folder)
    if values is None:
        return error
    w, b = values.get("W"), values.get("B")
    for i, (row, got) in enumerate(zip(values["X"], values["Y"])):
        want = case.formula([case.change.of(x) for x in row], w, b)
        for j, (y, exact) in enumerate(zip(got, want)):
            size = abs(exact) if case.formula is softmax else max(map(abs, want))
            if not is_close(case, y, exact, size):
                return f"Y[{i}, {j}] is {y}, the formula gives {exact}"
    return None


def main():
    with tempfile.TemporaryDirectory() as folder:
        return formulas.run(__doc__, all_cases(), lambda case, options: check(case, options, folder))


if __name__ == "__main__":
    sys.exit(main())
