#!/usr/bin/env python3
"""Every elementwise op with an exact result, on every type, bit by bit.

    tests/emulator/elementwise.py                     at tile level and at thread level, on the emulator
    tests/emulator/elementwise.py --device=cuda       on a GPU
    tests/emulator/elementwise.py --only='cmpf.*f16'

Comparisons of all predicates, selections by bits in memory, integers (products of twice the width, divisions
of every rounding, shifts, counts of bits) and the float ops that are rounded once, on 8-bit floats too: of all
pairs of 8-bit values, and of edges and random values of wider types.  What is right is worked out in integers,
with the formats of casts.py.  Exit code 1 when anything differs.
"""
import argparse
import math
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import casts  # noqa: E402
from casts import FLOATS, INTS, as_signed, bytes_of, decode, encode, width_of  # noqa: E402

ROOT = casts.ROOT
TILES = [1024, 96]


# ---- Exact arithmetic of (negative, mantissa, exponent), "nan" and ("inf", negative). ----

def is_inf(x):
    return x != "nan" and x[0] == "inf"


def negative(x):
    return bool(x[1] if is_inf(x) else x[0])


def aligned(x, y):
    """Signed integers of one exponent."""
    e = min(x[2], y[2])
    a, b = x[1] << (x[2] - e), y[1] << (y[2] - e)
    return (-a if x[0] else a), (-b if y[0] else b), e


def add(x, y):
    if x == "nan" or y == "nan":
        return "nan"
    if is_inf(x) or is_inf(y):
        if is_inf(x) and is_inf(y) and negative(x) != negative(y):
            return "nan"
        return x if is_inf(x) else y
    a, b, e = aligned(x, y)
    if a + b == 0:
        return (1 if x[0] and y[0] else 0), 0, 0
    return int(a + b < 0), abs(a + b), e


def minus(x):
    if x == "nan":
        return x
    return ("inf", not x[1]) if is_inf(x) else (1 - x[0], x[1], x[2])


def mul(x, y):
    if x == "nan" or y == "nan":
        return "nan"
    sign = int(negative(x) != negative(y))
    if is_inf(x) or is_inf(y):
        zero = (not is_inf(x) and x[1] == 0) or (not is_inf(y) and y[1] == 0)
        return "nan" if zero else ("inf", sign)
    return sign, x[1] * y[1], x[2] + y[2]


def div(x, y):
    if x == "nan" or y == "nan" or (is_inf(x) and is_inf(y)):
        return "nan"
    sign = int(negative(x) != negative(y))
    if is_inf(x):
        return "inf", sign
    if is_inf(y):
        return sign, 0, 0
    if y[1] == 0:
        return "nan" if x[1] == 0 else ("inf", sign)
    quotient, rest = divmod(x[1] << 200, y[1])
    return sign, quotient << 1 | (rest != 0), x[2] - y[2] - 201


def rem(x, y):
    if x == "nan" or y == "nan" or is_inf(x) or (not is_inf(y) and y[1] == 0):
        return "nan"
    if is_inf(y):
        return x
    a, b, e = aligned(x, y)
    return x[0], abs(a) % abs(b), e


def sqrt(x):
    if x == "nan" or (negative(x) and (is_inf(x) or x[1])):
        return "nan"
    if is_inf(x) or x[1] == 0:
        return x
    mantissa, exponent = x[1], x[2]
    if exponent % 2:
        mantissa, exponent = mantissa << 1, exponent - 1
    mantissa, exponent = mantissa << 200, exponent - 200
    root = math.isqrt(mantissa)
    return 0, root << 1 | (root * root != mantissa), exponent // 2 - 1


def order(x, y):
    """-1, 0 or 1; zeros are equal."""
    keys = []
    for v in (x, y):
        keys.append((math.inf if not v[1] else -math.inf) if is_inf(v) else None)
    if keys[0] is not None or keys[1] is not None:
        a, b = (k if k is not None else 0 for k in keys)
        return (a > b) - (a < b)
    a, b, _ = aligned(x, y)
    return (a > b) - (a < b)


def extreme(x, y, greater, numbers):
    if x == "nan" or y == "nan":
        if not numbers or x == y:
            return "nan"
        return y if x == "nan" else x
    o = order(x, y)
    if o == 0:
        return y if negative(x) == greater else x
    return x if (o > 0) == greater else y


def clamp(x, low, high):
    return extreme(extreme(x, high, False, False), low, True, False)


def to_whole(x, how):
    if x == "nan" or is_inf(x) or x[2] >= 0:
        return x
    whole, rest, half = x[1] >> -x[2], x[1] & ((1 << -x[2]) - 1), 1 << (-x[2] - 1)
    up = {"floor": x[0] and rest, "ceil": not x[0] and rest, "trunc": 0, "round": rest >= half,
          "roundeven": rest > half or (rest == half and whole & 1)}[how]
    return x[0], whole + bool(up), 0


def unordered(predicate, x, y):
    if x == "nan" or y == "nan":
        return predicate in ("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true")
    o = order(x, y)
    return {"eq": o == 0, "gt": o > 0, "ge": o >= 0, "lt": o < 0, "le": o <= 0, "ne": o != 0, "ord": True, "uno": False,
            "true": True, "false": False}[predicate if predicate in ("ord", "uno", "true", "false") else predicate[1:]]


# ---- Ops: text of a tile, and a function of bits. ----

class Op:
    """`domain` says which operands it is defined for; `target` is the result's element."""

    def __init__(self, name, source, target, domain, text, function, operands):
        self.name, self.source, self.target, self.domain = name, source, target, domain
        self.text, self.function, self.operands = text, function, operands


def simple(ops, name, source, function, operands, domain="any", target=None, spelled=None, result=None):
    """`%r = NAME %x, ... : type`"""
    def text(r, values, tile):
        type_ = f"tensor<{tile}x{source}>"
        used = ", ".join(values[:operands])
        return [f"{result or '{r}'} = ".format(r=r) + f"{spelled or name} {used} : {type_}"]
    short = name.split(".", 1)[1].replace(" ", "_").replace(",", "")
    ops.append(Op(f"{short}.{source}", source, target or source, domain, text, function, operands))


def float_ops(ops):
    for t in FLOATS:
        def f(function, n, t=t):
            return lambda *bits: encode(t, function(*[decode(t, b) for b in bits[:n]]))
        for name, function in (("addf", add), ("subf", lambda x, y: add(x, minus(y))), ("mulf", mul), ("divf", div), ("remf", rem)):
            if not (name == "remf" and t == "f64"):
                simple(ops, f"arith.{name}", t, f(function, 2), 2)
        for name, greater, numbers in (("maximumf", True, False), ("minimumf", False, False), ("maxnumf", True, True),
                                       ("minnumf", False, True)):
            simple(ops, f"arith.{name}", t, f(lambda x, y, g=greater, n=numbers: extreme(x, y, g, n), 2), 2)
        simple(ops, "arith.negf", t, f(minus, 1), 1)
        simple(ops, "math.absf", t, f(lambda x: x if x == "nan" else ("inf", 0) if is_inf(x) else (0, x[1], x[2]), 1), 1)
        simple(ops, "math.sqrt", t, f(sqrt, 1), 1)
        for how in ("floor", "ceil", "trunc", "round", "roundeven"):
            simple(ops, f"math.{how}", t, f(lambda x, h=how: to_whole(x, h), 1), 1)
        simple(ops, "math.fma", t, f(lambda x, y, z: add(mul(x, y), z), 3), 3)
        mask = 1 << (width_of(t) - 1)
        simple(ops, "math.copysign", t, lambda x, y, m=mask: x & ~m | y & m, 2)
        for p in ("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"):
            simple(ops, f"arith.cmpf {p},", t, lambda x, y, *_, p=p, t=t: int(unordered(p, decode(t, x), decode(t, y))), 2, target="i1")
        for name, test in (("isnan", lambda x: x == "nan"), ("isinf", lambda x: x != "nan" and is_inf(x)),
                           ("isfinite", lambda x: x != "nan" and not is_inf(x))):
            simple(ops, f"math.{name}", t, lambda x, *_, test=test, t=t: int(test(decode(t, x))), 1, target="i1")

        def clamp_text(r, values, tile, t=t):
            return [f"{r} = math.clampf {values[0]} to [{values[1]}, {values[2]}] : tensor<{tile}x{t}>"]
        ops.append(Op(f"clampf.{t}", t, t, "any", clamp_text, f(clamp, 3), 3))


def bits_of(value, width):
    return value & ((1 << width) - 1)


def divide(x, y, how):
    quotient, rest = divmod(abs(x), abs(y))
    if how == "floor":
        return x // y
    if how == "ceil":
        return -(-x // y)
    return quotient if (x < 0) == (y < 0) else -quotient


def int_ops(ops):
    for t, w in INTS.items():
        def s(function, w=w):
            return lambda x, y=0, *_: bits_of(function(as_signed(x, w), as_signed(y, w)), w)

        def u(function, w=w):
            return lambda x, y=0, *_: bits_of(function(x, y), w)
        for name, function in (("addi", u(lambda x, y: x + y)), ("subi", u(lambda x, y: x - y)), ("muli", u(lambda x, y: x * y)),
                               ("andi", u(lambda x, y: x & y)), ("ori", u(lambda x, y: x | y)), ("xori", u(lambda x, y: x ^ y)),
                               ("maxsi", s(max)), ("minsi", s(min)), ("maxui", u(max)), ("minui", u(min))):
            simple(ops, f"arith.{name}", t, function, 2)
        for p, function in (("eq", lambda x, y: x == y), ("ne", lambda x, y: x != y), ("lt", lambda x, y: x < y),
                            ("le", lambda x, y: x <= y), ("gt", lambda x, y: x > y), ("ge", lambda x, y: x >= y)):
            for kind in (("",) if p in ("eq", "ne") else ("s", "u")):
                simple(ops, f"arith.cmpi {kind}{p},", t,
                       lambda x, y, *_, k=kind, w=w, g=function: int(g(as_signed(x, w), as_signed(y, w)) if k == "s" else g(x, y)),
                       2, target="i1")
        simple(ops, "math.ctpop", t, lambda x, *_: bin(x).count("1"), 1)
        simple(ops, "math.ctlz", t, lambda x, *_, w=w: bits_of(w - x.bit_length(), w), 1)
        simple(ops, "math.cttz", t, lambda x, *_, w=w: bits_of((x & -x).bit_length() - 1 if x else w, w), 1)
        if w == 1:
            continue  # what follows is undefined of most bits, or of little use
        simple(ops, "math.absi", t, s(lambda x, y: abs(x)), 1)
        for name, function in (("divsi", s(lambda x, y: divide(x, y, "zero"))), ("divui", u(lambda x, y: x // y)),
                               ("remsi", s(lambda x, y: x - y * divide(x, y, "zero"))), ("remui", u(lambda x, y: x % y)),
                               ("floordivsi", s(lambda x, y: divide(x, y, "floor"))),
                               ("ceildivsi", s(lambda x, y: divide(x, y, "ceil"))), ("ceildivui", u(lambda x, y: -(-x // y)))):
            simple(ops, f"arith.{name}", t, function, 2, "divisor")
        for name, function in (("shli", u(lambda x, y: x << y)), ("shrui", u(lambda x, y: x >> y)),
                               ("shrsi", lambda x, y, *_, w=w: bits_of(as_signed(x, w) >> y, w))):
            simple(ops, f"arith.{name}", t, function, 2, "shift")
            for count in (1, 4, 7) if w == 8 else (3,):  # constants take another way

                def by_constant(r, values, tile, name=name, t=t, count=count):
                    type_ = f"tensor<{tile}x{t}>"
                    return [f"{r}_n = arith.constant dense<{count}> : {type_}", f"{r} = arith.{name} {values[0]}, {r}_n : {type_}"]
                ops.append(Op(f"{name}_{count}.{t}", t, t, "any", by_constant, lambda x, *_, f=function, c=count: f(x, c), 1))
        for name, signed in (("mulsi_extended", True), ("mului_extended", False)):
            for half in (0, 1):
                def wide(x, y, *_, w=w, signed=signed, half=half):
                    a, b = (as_signed(x, w), as_signed(y, w)) if signed else (x, y)
                    return bits_of(a * b >> (w * half), w)
                simple(ops, f"arith.{name}", t, wide, 2, result="{r}_o, {r}" if half else "{r}, {r}_o")
                ops[-1].name = f"{name}_{half}.{t}"

        def carry(r, values, tile, t=t):
            return [f"{r}_s, {r} = arith.addui_extended {values[0]}, {values[1]} : tensor<{tile}x{t}>, tensor<{tile}xi1>"]
        ops.append(Op(f"addui_extended.{t}", t, "i1", "any", carry, lambda x, y, *_, w=w: x + y >> w, 2))


def select_ops(ops):
    """Chosen by a bit that is loaded."""
    for t in list(FLOATS) + list(INTS):
        def text(r, values, tile, t=t):
            return [f"{r} = arith.select %mask, {values[0]}, {values[1]} : tensor<{tile}xi1>, tensor<{tile}x{t}>"]
        ops.append(Op(f"select.{t}", t, t, "mask", text, lambda x, y, z, bit: x if bit else y, 2))


def all_ops():
    ops = []
    float_ops(ops)
    int_ops(ops)
    select_ops(ops)
    return ops


# ---- Operands. ----

def edges(type_):
    width = width_of(type_)
    if width <= 8:
        return list(range(1 << width))
    if type_ in INTS:
        return [v & ((1 << width) - 1) for k in (0, 1, 7, 8, width // 2, width - 2, width - 1, width) for v in
                ((1 << k) - 1, 1 << k, (1 << k) + 1, -(1 << k))]
    exponent_bits, mantissa_bits, _ = FLOATS[type_]
    bias, top = (1 << (exponent_bits - 1)) - 1, casts.overflow_of(type_)
    one = bias << mantissa_bits
    some = [0, 1, 2, (1 << mantissa_bits) - 1, 1 << mantissa_bits, one, one + 1, one - 1, one + (1 << mantissa_bits),
            one + (1 << mantissa_bits - 1), one - (1 << mantissa_bits), top - 1, top, top + (1 << mantissa_bits - 1)]
    some += [one + (k << mantissa_bits) | f << mantissa_bits - 2 for k in (1, 2, mantissa_bits - 1, mantissa_bits) for f in (0, 1, 2, 3)]
    return some + [b | 1 << (width - 1) for b in some]


def operands_of(type_, domain):
    """Lists of three operands and of bits."""
    generator = random.Random(3)
    known = edges(type_)
    width = width_of(type_)
    if width <= 8:
        pairs = [(x, y) for x in known for y in known]
    else:
        pairs = [(x, y) for x in known for y in known]
        pairs += [(generator.getrandbits(width), generator.getrandbits(width)) for _ in range(3000)]
        near = [generator.getrandbits(width) for _ in range(1000)]  # of like size, for sums that cancel
        pairs += [(x, x ^ generator.getrandbits(4)) for x in near] + [(x, x ^ 1 << (width - 1) ^ 1) for x in near]
    if domain == "divisor":
        lowest, ones = 1 << (width - 1), (1 << width) - 1
        pairs = [(x, y) for x, y in pairs if y and not (x == lowest and y == ones)]
    if domain == "shift":
        pairs = [(x, y % width) for x, y in pairs]
    third = [generator.choice(known) for _ in pairs]
    bits = [generator.getrandbits(1) for _ in pairs]
    return [p[0] for p in pairs], [p[1] for p in pairs], third, bits


def kernel(source, ops, tile):
    outs = "".join(f", %O{i}: memref<?x{op.target}>[N]" for i, op in enumerate(ops))
    ins = ", ".join(f"%{a}: memref<?x{source}>[N]" for a in "XYZ")
    lines = [f"tile.kernel @ops({ins}, %M: memref<?xi1>[N]{outs}) warps(4) grid(%b = ceildiv(N, {tile})) {{"]
    pad = ""
    if ops[0].domain == "divisor":  # not zero beyond the end
        lines.append(f"  %one = arith.constant 1 : {source}")
        pad = " pad(%one)"
    lines += [f"  %{a.lower()} = tile.load %{a}[%b * {tile}]{pad} : tensor<{tile}x{source}>" for a in "XYZ"]
    lines.append(f"  %mask = tile.load %M[%b * {tile}] : tensor<{tile}xi1>")
    for i, op in enumerate(ops):
        lines += ["  " + line for line in op.text(f"%r{i}", ["%x", "%y", "%z"], tile)]
        lines.append(f"  tile.store %r{i}, %O{i}[%b * {tile}]")
    return "\n".join(lines) + "\n}\n"


# ---- Running. ----

def first_difference(op, operands, got):
    if len(got) != len(operands[0]):
        return f"{len(got)} results for {len(operands[0])} operands"
    for x, y, z, bit, r in zip(*operands, got):
        args = (x, y, z, bit) if op.domain == "mask" else (x, y, z)[:max(op.operands, 1)]
        want = op.function(*args)
        if want == "nan" or casts.is_nan(op.target, want):
            same = casts.is_nan(op.target, r)
        else:
            same = r == want
        if not same:
            return f"{', '.join(map(hex, args))} give 0x{r:x}, expected {want if want == 'nan' else hex(want)}"
    return None


def run_group(job):
    options, level, number, source, domain, names = job
    table = {op.name: op for op in all_ops()}
    ops = [table[n] for n in names]
    operands = operands_of(source, domain)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(options.keep or folder, f"ops_{number}.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(kernel(source, ops, TILES[number % len(TILES)]))
        command = [os.path.join(options.bin, "tile-run"), path, f"--dim=N={len(operands[0])}"]
        for a, values in zip("XYZM", operands):
            with open(os.path.join(folder, a), "wb") as file:
                file.write(casts.pack(values, 1 if a == "M" else bytes_of(source)))
            command.append(f"--load={a}={folder}/{a}")
        command += casts.level_options(level) + [f"--save=O{i}={folder}/o{i}" for i in range(len(ops))]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            reason = (done.stderr.strip() or "exit code").splitlines()[0]
            return len(ops), [f"{level}: {reason} ({', '.join(names)})"]
        problems = []
        for i, op in enumerate(ops):
            with open(os.path.join(folder, f"o{i}"), "rb") as file:
                problem = first_difference(op, operands, casts.unpack(file.read(), bytes_of(op.target)))
            if problem:
                problems.append(f"{level}: {op.name}: {problem}")
        return len(ops), problems


def jobs_of(options):
    groups = {}
    for op in all_ops():
        if re.search(options.only, op.name):
            groups.setdefault((op.source, op.domain), []).append(op.name)
    levels = ["cuda"] if options.device == "cuda" else options.levels.split(",")
    jobs = []
    for number, ((source, domain), names) in enumerate(groups.items()):
        for i in range(0, len(names), options.group):
            jobs += [(options, level, number * 100 + i, source, domain, names[i:i + options.group]) for level in levels]
    return jobs


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--bin", default=os.path.join(ROOT, "build/release/bin"), help="folder of tile-run")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--levels", default="tile,thread,expanded", help="as in casts.py")
    parser.add_argument("--only", default="", help="ops whose name has this pattern, as cmpi_slt.i8")
    parser.add_argument("--group", type=int, default=8, help="ops in a kernel")
    parser.add_argument("--sample", type=int, default=1, help="one of so many kernels")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", help="leave the kernels in this folder")
    return parser.parse_args()


def main():
    options = read_options()
    return casts.run(jobs_of(options)[::options.sample], run_group, options, "ops")


if __name__ == "__main__":
    sys.exit(main())
