#!/usr/bin/env python3
"""How far functions of math are from the exact result, in units of the last place.

    tests/bench/math_accuracy.py                      what a GPU is given, on the emulator
    tests/bench/math_accuracy.py --device=cuda        on a GPU
    tests/bench/math_accuracy.py --log2=24            more numbers of f32 (2^24; 2^20 is the default)
    tests/bench/math_accuracy.py --only='exp|log' --types=f32
    tests/bench/math_accuracy.py --limits             exit code 1 where an error is above its limit

A kernel computes y = f(x) of each form and type: f16 and bf16 of all their values, f32 of every n-th bit
pattern (so every exponent, subnormal and huge numbers too) and as many random numbers where the function
is interesting.  On the emulator the kernel is first expanded as for a GPU (math-expand-for-gpu), so that the
same sums are done; ex2.approx and its like are exact there, so a GPU's errors are a little larger.

Of f64 random bit patterns and numbers; there the reference has errors of its own, below one unit.

The reference is the function in f64, which the interpreter computes with the C library; a second kernel works
out errors.  A unit is that of the exact result, also among subnormal numbers.  A result that is NaN or
infinite where the exact one is not, or has another sign of zero, counts as an error of 1e6 or more.
Approximate forms (fastmath<afn>) are measured where they are meant to be used, as the table says.
"""
import argparse
import array
import concurrent.futures
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TILE = 1024
WIDTH = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
# Significant bits, the exponents of the smallest normal number and beyond the largest one.
FORMAT = {"f16": (11, -14, 16), "bf16": (8, -126, 128), "f32": (24, -126, 128), "f64": (53, -1022, 1024)}
F64 = {"exp", "exp2", "log", "log2", "log10", "sqrt", "rsqrt"}  # functions that there are of f64
EXPAND = "math-expand-for-gpu,arith-expand-for-gpu"


class Function:
    """A function with the interval for random numbers; `limit` in ulp of f32; for each approximate form its limit
    and the interval it is for, of which all operands are; `absolute` when that error is not relative.  What was
    measured on an H200 is there to be read: `measured`, in the order of the forms."""

    def __init__(self, name, low, high, limit, measured, forms=None, operands=1, absolute=False):
        self.name, self.low, self.high, self.limit = name, low, high, limit
        self.measured, self.forms = measured, forms or {}
        self.operands, self.absolute = operands, absolute
        self.op = name if "." in name else "math." + name


def afn(limit, low, high):
    return {"afn": (limit, low, high)}


FUNCTIONS = [
    Function("exp", -104, 89, 2, "1.9, 15", afn(24, -20, 20)),
    Function("exp2", -150, 128, 2.3, "2.2, 2.1", afn(2.1, -125, 127)),
    Function("expm1", -5, 10, 2, "1.3"),
    Function("log", 0.5, 2, 2, "0.9, 6.6", afn(8, 1.2, 1e30)),
    Function("log2", 0.5, 2, 2, "1.5, 4.4", afn(8, 1.2, 1e30)),
    Function("log10", 0.5, 2, 3, "1.3, 6.3", afn(8, 1.2, 1e30)),
    Function("log1p", -0.9, 2, 2, "0.9"),
    Function("sqrt", 0, 4, 0.5, "0.5, 0.94", afn(2, 1e-30, 1e30)),
    Function("rsqrt", 0, 4, 2, "1.5, 1.5", afn(2, 1e-30, 1e30)),
    Function("cbrt", -8, 8, 2, "0.7"),
    Function("sin", -10, 10, 2, "1.5, 2^-21.5", afn(2.0 ** -20, -math.pi, math.pi), absolute=True),
    Function("cos", -10, 10, 2, "1.5, 2^-21.3", afn(2.0 ** -20, -math.pi, math.pi), absolute=True),
    Function("tan", -10, 10, 4, "2.8"),
    Function("asin", -1, 1, 3, "2.3"),
    Function("acos", -1, 1, 3, "1.0"),
    Function("atan", -4, 4, 3, "1.4"),
    Function("sinh", -10, 10, 3, "2.7"),
    Function("cosh", -10, 10, 3, "2.3"),
    Function("tanh", -4, 4, 3, "1.9, 2^-17", afn(2.0 ** -10, -10, 10), absolute=True),
    Function("asinh", -10, 10, 4, "1.7"),
    Function("acosh", 1, 10, 4, "1.7"),
    Function("atanh", -1, 1, 4, "1.9"),
    Function("erf", -4, 4, 3, "1.2"),
    Function("erfc", -4, 10, 7, "5.9"),
    Function("atan2", -4, 4, 4, "1.4", operands=2),
    Function("powf", 0.1, 10, 3, "2.5", operands=2),
    Function("arith.divf", 0.1, 10, 0.5, "0.5, 2.0, 2.0", {"arcp": (2.1, 1e-10, 1e10), "afn": (2.1, 1e-10, 1e10)}, operands=2),
]
SPECIAL = [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.0, -2.0, -3.0, 1.5, -1.5, 1e-45, 1e-40, -1e-40, 1.17549435e-38,
           3.4028234e38, -3.4028234e38, math.inf, -math.inf, math.nan, -0.0, 16777216.0, 16777215.0, 8388609.0, 1e10, -1e10,
           0.99999994, 1.0000001, 88.7, -87.3, -103.9, 100.0, 65536.0, 105615.0]


# ---- Numbers. ----

def narrow(values, type_):
    """Bits of numbers: f32, or the upper half of it."""
    bits = array.array("I", array.array("f", values).tobytes())
    return bits


def patterns(type_, log2):
    if WIDTH[type_] == 16:
        return array.array("H", range(1 << 16))
    step = (1 << 32 >> log2) - 1 | 1  # odd
    return array.array("I", range(0, 1 << 32, step))


def randoms(low, high, log2, seed):
    generator = random.Random(seed)
    return narrow([generator.uniform(low, high) for _ in range(1 << log2)], "f32")


def padded(bits):
    while len(bits) % TILE:
        bits.append(bits[0])
    return bits


def inputs(function, type_, form, options):
    """Lists of operands, as bits."""
    if function.operands == 2:
        return pairs(function, type_, options)
    if type_ == "f64":
        generator = random.Random(4)
        bits = array.array("Q", (generator.getrandbits(64) for _ in range(1 << options.log2)))
        near = [generator.uniform(function.low, function.high) for _ in range(1 << options.log2 - 1)]
        near += [generator.uniform(-1100, 1050) for _ in range(1 << options.log2 - 2)]
        bits.frombytes(array.array("d", near + SPECIAL + [5e-324, -5e-324, 1e-310, 709.7, -745.1, 1023.9, -1074.5]).tobytes())
        return [padded(bits)]
    bits = patterns(type_, options.log2)
    if type_ == "f32":
        bits += randoms(function.low, function.high, options.log2 - 2, 1)
        bits += randoms(-1, 1, options.log2 - 4, 2)
        bits += narrow(SPECIAL, type_)
        if form:
            bits += randoms(*function.forms[form][1:], options.log2 - 2, 3)
    return [padded(bits)]


def pairs(function, type_, options):
    generator = random.Random(7)
    n = 1 << (options.log2 if type_ == "f32" else 18)
    if WIDTH[type_] == 16:
        x = array.array("H", (generator.getrandbits(16) for _ in range(n)))
        y = array.array("H", (generator.getrandbits(16) for _ in range(n)))
        return [padded(x), padded(y)]
    x = narrow([generator.uniform(function.low, function.high) for _ in range(n)], type_)
    y = narrow([generator.uniform(-40, 40) for _ in range(n)], type_)
    some = array.array("I", (generator.getrandbits(32) for _ in range(n)))
    other = array.array("I", (generator.getrandbits(32) for _ in range(n)))
    x += some
    y += other
    # One of them ordinary, so that fewer results overflow.
    x += array.array("I", (generator.getrandbits(32) & 0x7fffffff for _ in range(n // 4)))
    y += narrow([generator.uniform(-2, 2) for _ in range(n // 4)], type_)
    x += narrow([a for a in SPECIAL for _ in SPECIAL], type_)
    y += narrow([b for _ in SPECIAL for b in SPECIAL], type_)
    return [padded(x), padded(y)]


# ---- Kernels. ----

def kernel(function, type_, form):
    args = ["%X", "%Y"][:function.operands]
    params = ", ".join(f"{a}: memref<?x{type_}>[N]" for a in args + ["%R"])
    lines = [f"  %{i} = tile.load {a}[%b * {TILE}] : tensor<{TILE}x{type_}>" for i, a in enumerate(args)]
    operands = ", ".join(f"%{i}" for i in range(len(args)))
    flags = f" fastmath<{form}>" if form else ""
    return (f"tile.kernel @f({params}) warps(4) grid(%b = ceildiv(N, {TILE})) {{\n" + "\n".join(lines) +
            f"\n  %r = {function.op} {operands}{flags} : tensor<{TILE}x{type_}>\n"
            f"  tile.store %r, %R[%b * {TILE}]\n}}\n")


def judge(function, type_, absolute, low, high):
    """The kernel that works out errors of what is in R; 0 outside of [low, high]."""
    digits, lowest, beyond = FORMAT[type_]
    f, d, i, c = (f"tensor<{TILE}x{t}>" for t in (type_, "f64", "i64", "i1"))
    args = ["%X", "%Y"][:function.operands]
    params = ", ".join(f"{a}: memref<?x{type_}>[N]" for a in args + ["%R"])
    out = [f"tile.kernel @judge({params}, %E: memref<?xf64>[N]) warps(4) grid(%b = ceildiv(N, {TILE})) {{"]

    def constant(name, value, type_):
        out.append(f"  %{name} = arith.constant dense<{value}> : {type_}")

    def op(name, text):
        out.append(f"  %{name} = {text}")

    def widened(name):
        return f"arith.extf %{name} : {f} to {d}" if f != d else f"arith.addf %{name}, %minus : {d}"

    constant("minus", "-0.0", d)
    constant("zero", "0.0", d)
    constant("one", "1.0", d)
    largest = sys.float_info.max if type_ == "f64" else 2.0 ** beyond
    constant("max", "0x%016X" % struct.unpack("Q", struct.pack("d", largest))[0], d)
    constant("wrong", "1.0e6", d)
    constant("inf", "0x7FF0000000000000", d)
    constant("izero", "0", i)
    for k, a in enumerate(args):
        op(f"n{k}", f"tile.load {a}[%b * {TILE}] : {f}")
        op(f"x{k}", widened(f"n{k}"))
    op("got", f"tile.load %R[%b * {TILE}] : {f}")
    op("y0", widened("got"))
    operands = ", ".join(f"%x{k}" for k in range(len(args)))
    op("r0", f"{function.op} {operands} : {d}")
    # Infinite: as the power of two beyond the largest number, so that one step is one unit.
    for v in ("y", "r"):
        op(f"{v}a", f"math.absf %{v}0 : {d}")
        op(f"{v}m", f"arith.minnumf %{v}a, %max : {d}")
        op(f"{v}s", f"math.copysign %{v}m, %{v}0 : {d}")
        op(f"{v}n", f"arith.cmpf uno, %{v}0, %{v}0 : {d}")
        op(f"{v}", f"arith.select %{v}n, %{v}0, %{v}s : {c}, {d}")
    op("diff", f"arith.subf %y, %r : {d}")
    op("size", f"math.absf %diff : {d}")
    if absolute:
        op("unit", f"arith.addf %one, %zero : {d}")
    else:
        constant("least", lowest + 1023, i)
        constant("shift", 52, i)
        constant("digits", digits - 1, i)
        op("bits", f"arith.bitcast %rm : {d} to {i}")
        op("e0", f"arith.shrui %bits, %shift : {i}")
        op("e1", f"arith.maxsi %e0, %least : {i}")
        op("e2", f"arith.subi %e1, %digits : {i}")
        # Below 2^-900 both 2^100 times as large, so that the unit of an f64 is a normal number.
        constant("small", "0x%016X" % struct.unpack("Q", struct.pack("d", 2.0 ** -900))[0], d)
        constant("larger", "0x%016X" % struct.unpack("Q", struct.pack("d", 2.0 ** 100))[0], d)
        constant("hundred", 100, i)
        op("tiny", f"arith.cmpf olt, %rm, %small : {d}")
        op("scale", f"arith.select %tiny, %larger, %one : {c}, {d}")
        op("more", f"arith.select %tiny, %hundred, %izero : {c}, {i}")
        op("e3", f"arith.addi %e2, %more : {i}")
        op("e4", f"arith.shli %e3, %shift : {i}")
        op("unit", f"arith.bitcast %e4 : {i} to {d}")
        op("size1", f"arith.mulf %size, %scale : {d}")
    op("ulp", f"arith.divf %{'size' if absolute else 'size1'}, %unit : {d}")
    # NaN where the other is none.
    op("nan", f"arith.andi %yn, %rn : {c}")
    op("u1", f"arith.select %nan, %zero, %ulp : {c}, {d}")
    op("isnan", f"arith.cmpf uno, %u1, %u1 : {d}")
    op("u2", f"arith.select %isnan, %wrong, %u1 : {c}, {d}")
    # The sign of an exact zero.
    op("yz", f"arith.cmpf oeq, %y, %zero : {d}")
    op("rz", f"arith.cmpf oeq, %r, %zero : {d}")
    op("zeros", f"arith.andi %yz, %rz : {c}")
    op("yb", f"arith.bitcast %y : {d} to {i}")
    op("rb", f"arith.bitcast %r : {d} to {i}")
    op("other", f"arith.cmpi ne, %yb, %rb : {i}")
    op("bad", f"arith.andi %zeros, %other : {c}")
    op("u3", f"arith.select %bad, %wrong, %u2 : {c}, {d}")
    result = "u3"
    if low is not None:
        constant("low", "0x%016X" % struct.unpack("Q", struct.pack("d", low))[0], d)
        constant("high", "0x%016X" % struct.unpack("Q", struct.pack("d", high))[0], d)
        for k in range(len(args)):
            op(f"above{k}", f"arith.cmpf oge, %x{k}, %low : {d}")
            op(f"below{k}", f"arith.cmpf ole, %x{k}, %high : {d}")
            op(f"in{k}", f"arith.andi %above{k}, %below{k} : {c}")
            op(f"v{k}", f"arith.select %in{k}, %{result}, %zero : {c}, {d}")
            result = f"v{k}"
    out.append(f"  tile.store %{result}, %E[%b * {TILE}]\n}}")
    return "\n".join(out) + "\n"


# ---- Running. ----

class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def run(self, path, arguments):
        done = subprocess.run([os.path.join(self.options.bin, "tile-run"), path] + arguments, capture_output=True,
                              text=True, check=False, timeout=self.options.timeout)
        if done.returncode:
            raise RuntimeError(done.stderr.strip().split("\n")[0])

    def measure(self, case):
        function, type_, form = case
        name = os.path.join(self.folder, f"{function.name}_{type_}_{form}")
        operands = inputs(function, type_, form, self.options)
        size = ["--dim", f"N={len(operands[0])}"]
        loads = []
        for arg, bits in zip("XY", operands):
            with open(f"{name}.{arg}", "wb") as file:
                bits.tofile(file)
            loads += ["--load", f"{arg}={name}.{arg}"]
        with open(f"{name}.mlir", "w", encoding="utf-8") as file:
            file.write(kernel(function, type_, form))
        device = ["--device=cuda"] if self.options.device == "cuda" else ["--device=cpu", f"--pass-pipeline={EXPAND}"]
        self.run(f"{name}.mlir", loads + size + device + ["--save", f"R={name}.R"])
        absolute = bool(form) and function.absolute
        low, high = function.forms[form][1:] if form else (None, None)
        with open(f"{name}_judge.mlir", "w", encoding="utf-8") as file:
            file.write(judge(function, type_, absolute, low, high))
        self.run(f"{name}_judge.mlir", loads + size + ["--load", f"R={name}.R", "--device=cpu", "--level=tile",
                                                       "--max-steps=0", "--save", f"E={name}.E"])
        errors = array.array("d")
        with open(f"{name}.E", "rb") as file:
            errors.frombytes(file.read())
        worst = max(errors)
        at = errors.index(worst)
        where = [number_of(bits[at], type_) for bits in operands]
        for suffix in [".X", ".Y", ".R", ".E"]:
            if os.path.exists(name + suffix) and not self.options.keep:
                os.remove(name + suffix)
        return worst, where, len(errors)

    def check(self, case):
        try:
            return self.measure(case)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            return str(error), None, 0


def number_of(bits, type_):
    if type_ == "f64":
        return struct.unpack("d", struct.pack("Q", bits))[0]
    if type_ == "f16":
        return struct.unpack("e", struct.pack("H", bits))[0]
    return struct.unpack("f", struct.pack("I", bits << 16 if type_ == "bf16" else bits))[0]


def limit_of(function, type_, form):
    if not form:
        return {"f32": function.limit, "f64": 2}.get(type_, 1)
    if type_ != "f32":
        return {"f16": 4, "bf16": 4}[type_] if not function.absolute else 2.0 ** -7
    return function.forms[form][0]


# ---- The table in docs/numerics.md. ----

def in_words(function, limit):
    return f"2^{math.log2(limit):g}" if function.absolute and limit < 1 else f"{limit:g}"


def table():
    lines = ["| function | error of f32 at most | measured | form | error at most | between | measured |", "|---|---|---|---|---|---|---|"]
    for function in FUNCTIONS:
        measured = [m.strip() for m in function.measured.split(",")] + [""] * 3
        row = f"| `{function.op}` | {function.limit:g} | {measured[0]} |"
        forms = list(function.forms.items()) or [("", None)]
        for i, (form, values) in enumerate(forms):
            if i:
                row = f"| `{function.op}` | | |"
            if values:
                limit, low, high = values
                row += f" `{form}` | {in_words(function, limit)}{' absolute' if function.absolute else ''} | {low:g} and {high:g} | {measured[1 + i]} |"
            else:
                row += " | | | |"
            lines.append(row)
    return "\n".join(lines) + "\n"


def check_docs(update):
    path = os.path.join(ROOT, "docs/numerics.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin, end = text.index("| function | error of f32"), text.index("<!-- end of the table -->")
    if text[begin:end] == table():
        return 0
    if not update:
        print("docs/numerics.md has another table: tests/bench/math_accuracy.py --update-docs writes it")
        return 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(text[:begin] + table() + text[end:])
    return 0


def cases_of(options):
    cases = []
    for function in FUNCTIONS:
        if not re.fullmatch(options.only, function.name):
            continue
        for type_ in options.types.split(","):
            if type_ == "f64" and function.name not in F64:
                continue
            cases += [(function, type_, form) for form in ["", *(function.forms if type_ != "f64" else [])]]
    return cases


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--bin", default=os.path.join(ROOT, "build/release/bin"), help="folder of tile-run")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--log2", type=int, default=20, help="logarithm of the number of f32 patterns")
    parser.add_argument("--only", default=".*", help="functions whose name is this pattern")
    parser.add_argument("--types", default="f32,f16,bf16,f64")
    parser.add_argument("--limits", action="store_true", help="fail where an error is above its limit")
    parser.add_argument("--check-docs", action="store_true", help="only compare the table in docs/numerics.md with this one")
    parser.add_argument("--update-docs", action="store_true", help="only write it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one run")
    parser.add_argument("--keep", help="leave kernels and numbers in this folder")
    return parser.parse_args()


def main():
    options = read_options()
    if options.check_docs or options.update_docs:
        return check_docs(options.update_docs)
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        runner = Runner(options, options.keep or scratch)
        cases = cases_of(options)
        print(f"| function | type | form | largest error | at | numbers |\n|---|---|---|---|---|---|")
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for (function, type_, form), (worst, where, n) in zip(cases, pool.map(runner.check, cases)):
                limit = limit_of(function, type_, form)
                if where is None:
                    bad += 1
                    print(f"| {function.name} | {type_} | {form} | FAILED: {worst} | | |", flush=True)
                    continue
                above = worst > limit
                bad += above
                unit = f"2^{math.log2(worst):.1f}" if form and function.absolute and worst else f"{worst:.3f} ulp"
                place = ", ".join(f"{x:.9g}" for x in where)
                print(f"| {function.name} | {type_} | {form} | {unit}{' (above %g)' % limit if above else ''} | {place} "
                      f"| {n} |", flush=True)
    print(f"{len(cases) - bad} of {len(cases)} within their limits on {options.device}")
    return 1 if bad and options.limits else 0


if __name__ == "__main__":
    sys.exit(main())
