#!/usr/bin/env python3
"""Every conversion between types, of all values of small types and the edges of large ones, bit by bit.

    tests/emulator/casts.py                     at tile level and at thread level, on the emulator
    tests/emulator/casts.py --device=cuda       on a GPU
    tests/emulator/casts.py --sample=16         every sixteenth value of 16-bit types
    tests/emulator/casts.py --only='truncf.*f32'

What is right is worked out here, in integers: a number is a sign, an integer and a power of two, and is
rounded to a format by counting what is cut off.  All NaNs count as one.  Exit code 1 when anything differs.
"""
import argparse
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
# Bits of exponent and mantissa, and what the upper end is.
FLOATS = {"f8E4M3FN": (4, 3, "nan"), "f8E5M2": (5, 2, "inf"), "f16": (5, 10, "inf"), "bf16": (8, 7, "inf"),
          "f32": (8, 23, "inf"), "f64": (11, 52, "inf")}
INTS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64}
MODES = ["", "downward", "upward", "toward_zero", "to_nearest_away"]
TILES = [1024, 384]  # a power of two and another one


def width_of(type_):
    return INTS.get(type_) or 1 + sum(FLOATS[type_][:2])


def bytes_of(type_):
    return max(1, width_of(type_) // 8)


# ---- Numbers: (negative, mantissa, exponent), or "nan", or ("inf", negative). ----

def decode(type_, bits):
    exponent_bits, mantissa_bits, end = FLOATS[type_]
    bias = (1 << (exponent_bits - 1)) - 1
    negative = bits >> (exponent_bits + mantissa_bits) & 1
    exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1)
    mantissa = bits & ((1 << mantissa_bits) - 1)
    top = (1 << exponent_bits) - 1
    if end == "nan" and exponent == top and mantissa == (1 << mantissa_bits) - 1:
        return "nan"
    if end == "inf" and exponent == top:
        return "nan" if mantissa else ("inf", negative)
    if exponent == 0:
        return negative, mantissa, 1 - bias - mantissa_bits
    return negative, mantissa | 1 << mantissa_bits, exponent - bias - mantissa_bits


def overflow_of(type_):
    """The magnitude beyond the largest: infinity, or NaN."""
    exponent_bits, mantissa_bits, end = FLOATS[type_]
    full = 1 << (exponent_bits + mantissa_bits)
    return full - 1 if end == "nan" else full - (1 << mantissa_bits)


def encode(type_, number, mode=""):
    exponent_bits, mantissa_bits, _ = FLOATS[type_]
    sign = 1 << (exponent_bits + mantissa_bits)
    if number == "nan":
        return "nan"
    if number[0] == "inf":
        magnitude, negative = overflow_of(type_), number[1]
        return "nan" if FLOATS[type_][2] == "nan" else magnitude | (sign if negative else 0)
    negative, mantissa, exponent = number
    magnitude = round_magnitude(type_, negative, mantissa, exponent, mode)
    if magnitude == "nan":
        return "nan"
    return magnitude | (sign if negative else 0)


def round_magnitude(type_, negative, mantissa, exponent, mode):
    exponent_bits, mantissa_bits, end = FLOATS[type_]
    bias = (1 << (exponent_bits - 1)) - 1
    if mantissa == 0:
        return 0
    lowest = 1 - bias - mantissa_bits  # exponent of the last bit of subnormal numbers
    last = max(exponent + mantissa.bit_length() - 1 - mantissa_bits, lowest)
    shift = last - exponent
    if shift <= 0:
        kept, rest, half = mantissa << -shift, 0, 1
    else:
        kept, rest, half = mantissa >> shift, mantissa & ((1 << shift) - 1), 1 << (shift - 1)
    up = {"": rest > half or (rest == half and kept & 1), "to_nearest_away": rest >= half,
          "downward": negative and rest, "upward": not negative and rest, "toward_zero": False}[mode] if rest else False
    # A number beyond the largest may be cut to it, so the magnitudes go on above.
    magnitude = kept + bool(up) + (0 if last == lowest and kept < 1 << mantissa_bits else 0)
    if magnitude >= 1 << mantissa_bits or last > lowest:
        bits = magnitude + ((last - lowest) << mantissa_bits)
    else:
        bits = magnitude
    beyond = overflow_of(type_)
    if bits < beyond:
        return bits
    largest = beyond - 1
    nearest = mode in ("", "to_nearest_away")
    away = nearest or (mode == "downward" and negative) or (mode == "upward" and not negative)
    if mode == "to_nearest_away" and end == "nan":
        # Without infinity there is no number beyond to be as near to: nearest even decides.
        away = round_magnitude(type_, negative, mantissa, exponent, "") == "nan"
    if not away:
        return largest
    return "nan" if end == "nan" else beyond


def integer_of(number, low, high):
    if number == "nan":
        return 0
    if number[0] == "inf":
        return low if number[1] else high
    negative, mantissa, exponent = number
    size = mantissa << exponent if exponent >= 0 else mantissa >> -exponent
    return min(max(-size if negative else size, low), high)


def range_of(type_, signed):
    width = INTS[type_]
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)


def as_signed(bits, width):
    return bits - (1 << width) if bits >> (width - 1) & 1 else bits


# ---- Conversions: text and what it gives. ----

class Cast:
    def __init__(self, name, source, target, text, function):
        self.name, self.source, self.target, self.text, self.function = name, source, target, text, function


def one(op, source, target, function, words=""):
    name = f"{op}{'_' + words if words else ''}.{source}.{target}"

    def text(value, result, tile):
        extra = f" {words}" if words else ""
        return [f"{result} = arith.{op} {value}{extra} : tensor<{tile}x{source}> to tensor<{tile}x{target}>"]
    return Cast(name, source, target, text, function)


def saturating(source, target, largest):
    def text(value, result, tile):
        type_ = f"tensor<{tile}x{source}>"
        return [f"{result}_h = arith.constant dense<{largest}.0> : {type_}",
                f"{result}_l = arith.constant dense<-{largest}.0> : {type_}",
                f"{result}_c = math.clampf {value} to [{result}_l, {result}_h] : {type_}",
                f"{result} = arith.truncf {result}_c : {type_} to tensor<{tile}x{target}>"]

    def function(bits):
        number = decode(source, bits)
        r = encode(target, number)
        beyond = overflow_of(target)
        if number == "nan":
            return "nan"
        negative = number[1] if number[0] == "inf" else number[0]
        if r == "nan" or r & ~(1 << (width_of(target) - 1)) >= beyond:
            r = beyond - 1 | (1 << (width_of(target) - 1) if negative else 0)
        return r
    return Cast(f"saturating.{source}.{target}", source, target, text, function)


def from_int(target, width, signed):
    def function(bits):
        value = as_signed(bits, width) if signed else bits
        return encode(target, (int(value < 0), abs(value), 0))
    return function


def to_int(source, target, signed):
    low, high = range_of(target, signed)
    mask = (1 << INTS[target]) - 1
    return lambda bits: integer_of(decode(source, bits), low, high) & mask


def through_index(source, target, name):
    """index_cast to index and on."""
    def text(value, result, tile):
        return [f"{result}_x = arith.{name} {value} : tensor<{tile}x{source}> to tensor<{tile}xindex>",
                f"{result} = arith.{name} {result}_x : tensor<{tile}xindex> to tensor<{tile}x{target}>"]
    width, mask = INTS[source], (1 << INTS[target]) - 1
    signed = name == "index_cast"
    return Cast(f"{name}.{source}.{target}", source, target, text,
                lambda bits: (as_signed(bits, width) if signed else bits) & mask)


def all_casts():
    casts = []
    for a in FLOATS:
        for b in FLOATS:
            if width_of(a) < width_of(b):
                casts.append(one("extf", a, b, lambda x, a=a, b=b: encode(b, decode(a, x))))
            if width_of(a) > width_of(b):
                for mode in MODES:
                    casts.append(one("truncf", a, b, lambda x, a=a, b=b, m=mode: encode(b, decode(a, x), m), mode))
        for b in INTS:
            casts.append(one("fptosi", a, b, to_int(a, b, True)))
            casts.append(one("fptoui", a, b, to_int(a, b, False)))
            casts.append(one("sitofp", b, a, from_int(a, INTS[b], True)))
            casts.append(one("uitofp", b, a, from_int(a, INTS[b], False)))
    for source in ("f16", "bf16", "f32"):
        casts.append(saturating(source, "f8E4M3FN", 448))
        casts.append(saturating(source, "f8E5M2", 57344))
    for a, n in INTS.items():
        for b, m in INTS.items():
            if n < m:
                casts.append(one("extsi", a, b, lambda x, n=n, m=m: as_signed(x, n) & ((1 << m) - 1)))
                casts.append(one("extui", a, b, lambda x: x))
            if n > m:
                casts.append(one("trunci", a, b, lambda x, m=m: x & ((1 << m) - 1)))
    everything = list(FLOATS) + list(INTS)
    for a in everything:
        for b in everything:
            if a != b and width_of(a) == width_of(b):
                casts.append(one("bitcast", a, b, lambda x: x))
    for a in ("i8", "i16", "i32", "i64"):
        casts.append(through_index(a, "i64", "index_cast"))
        casts.append(through_index(a, "i32", "index_castui"))
    return casts


# ---- Values. ----

def f64_bits(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def as_double(type_, bits):
    number = decode(type_, bits)
    return None if number == "nan" or number[0] == "inf" else math.ldexp(number[1] * (-1 if number[0] else 1), number[2])


def interesting():
    """Doubles around the numbers of each format, the middles between them, and the ends of integers."""
    generator = random.Random(1)
    found = [0.0, -0.0, math.inf, -math.inf, math.nan]
    for type_ in FLOATS:
        if type_ == "f64":
            continue
        size = 1 << width_of(type_)
        some = range(size) if size <= 256 else [generator.randrange(size) for _ in range(300)]
        top = overflow_of(type_)
        some = list(some) + [top - 2, top - 1, 0, 1, 2, 3, 1 << FLOATS[type_][1]]
        for bits in some:
            x, y = as_double(type_, bits), as_double(type_, (bits + 1) % size)
            if x is None:
                continue
            found.append(x)
            if y is not None and (x < 0) == (y < 0):
                middle = (x + y) / 2
                found += [middle, middle * (1 + 2.0 ** -30), middle * (1 - 2.0 ** -30), math.nextafter(middle, math.inf),
                          math.nextafter(middle, 0)]
        last, before = as_double(type_, top - 1), as_double(type_, top - 2)
        step = last - before
        for times in (0.25, 0.5, 0.75, 1, 1.5, 3):
            beyond = last + step * times
            found += [beyond, -beyond, math.nextafter(beyond, 0), math.nextafter(beyond, math.inf)]
    for width in (1, 8, 16, 31, 32, 63, 64):
        for base in (2.0 ** width, 2.0 ** (width - 1)):
            for x in (base, base - 1, base + 1, base - 0.5, base + 0.5, math.nextafter(base, 0)):
                found += [x, -x]
    found += [generator.uniform(-70000, 70000) for _ in range(200)]
    found += [math.ldexp(generator.uniform(-1, 1), generator.randint(-160, 140)) for _ in range(400)]
    return found


def to_f32_bits(value):
    number = decode("f64", f64_bits(value))
    bits = encode("f32", number)
    return 0x7fc00000 if bits == "nan" else bits


def values_of(type_, sample):
    generator = random.Random(2)
    width = width_of(type_)
    if width <= 8:
        return list(range(1 << width))
    if width == 16:
        edges = [0, 1, 0x7fff, 0x8000, 0x8001, 0xffff, 0x7c00, 0xfc00, 0x7bff, 0x7f80, 0x7f7f, 0x7e00, 0x7fc0]
        return list(range(0, 1 << 16, sample)) + edges
    if type_ == "f32":
        return sorted({to_f32_bits(x) for x in interesting()} | {generator.getrandbits(32) for _ in range(500)})
    if type_ == "f64":
        return sorted({f64_bits(x) for x in interesting()} | {generator.getrandbits(64) for _ in range(500)})
    mask = (1 << width) - 1
    found = set()
    for k in range(width):
        for d in range(-3, 4):
            found |= {(1 << k) + d & mask, -(1 << k) + d & mask}
    for k in range(20, width):  # middles between floats
        for cut in (8, 11, 24, 53):
            if k > cut:
                base = (1 << k) + (1 << (k - cut))
                found |= {base + d & mask for d in (-1, 0, 1)} | {-base + d & mask for d in (-1, 0, 1)}
    return sorted(found | {generator.getrandbits(width) for _ in range(500)})


# ---- Running. ----

def kernel(source, casts, tile):
    outs = "".join(f", %O{i}: memref<?x{c.target}>[N]" for i, c in enumerate(casts))
    lines = [f"tile.kernel @casts(%X: memref<?x{source}>[N]{outs}) warps(4) grid(%b = ceildiv(N, {tile})) {{",
             f"  %x = tile.load %X[%b * {tile}] : tensor<{tile}x{source}>"]
    for i, cast in enumerate(casts):
        lines += ["  " + line for line in cast.text("%x", f"%r{i}", tile)]
        lines.append(f"  tile.store %r{i}, %O{i}[%b * {tile}]")
    return "\n".join(lines) + "\n}\n"


def pack(values, size):
    return b"".join(v.to_bytes(size, "little") for v in values)


def unpack(data, size):
    return [int.from_bytes(data[i:i + size], "little") for i in range(0, len(data), size)]


def is_nan(type_, bits):
    return type_ in FLOATS and decode(type_, bits) == "nan"


def first_difference(cast, values, got):
    if len(got) != len(values):
        return f"{len(got)} results for {len(values)} values"
    known = {}
    for x, r in zip(values, got):
        want = known.get(x)
        if want is None:
            want = known[x] = cast.function(x)
        if cast.name.startswith("bitcast"):
            same = r == want
        else:
            same = is_nan(cast.target, r) if want == "nan" or is_nan(cast.target, want) else r == want
        if not same:
            return f"0x{x:x} gives 0x{r:x}, expected {want if want == 'nan' else hex(want)}"
    return None


def level_options(level):
    """'cuda', a level of the emulator, or the tile level as a GPU is given it: 'expanded', or 'older' for sm_80."""
    if level == "cuda":
        return ["--device=cuda"]
    if level in ("expanded", "older"):
        target = "tile-set-target{arch=sm_80}," if level == "older" else ""
        return ["--device=cpu", f"--pass-pipeline={target}math-expand-for-gpu,arith-expand-for-gpu"]
    return ["--device=cpu", f"--level={level}"]


def run_group(job):
    options, level, number, source, names = job
    casts = [c for c in all_casts() if c.name in names]
    values = values_of(source, options.sample)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(options.keep or folder, f"casts_{number}.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(kernel(source, casts, TILES[number % len(TILES)]))
        with open(os.path.join(folder, "x"), "wb") as file:
            file.write(pack(values, bytes_of(source)))
        command = [os.path.join(options.bin, "tile-run"), path, f"--dim=N={len(values)}", f"--load=X={folder}/x"]
        command += level_options(level) + [f"--save=O{i}={folder}/o{i}" for i in range(len(casts))]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            reason = (done.stderr.strip() or "exit code").splitlines()[0]
            return len(casts), [f"{level}: {reason} ({', '.join(names)})"]
        problems = []
        for i, cast in enumerate(casts):
            with open(os.path.join(folder, f"o{i}"), "rb") as file:
                got = unpack(file.read(), bytes_of(cast.target))
            problem = first_difference(cast, values, got)
            if problem:
                problems.append(f"{level}: {cast.name}: {problem}")
        return len(casts), problems


def jobs_of(options):
    casts = [c for c in all_casts() if re.search(options.only, c.name)]
    levels = ["cuda"] if options.device == "cuda" else options.levels.split(",")
    jobs, number = [], 0
    for source in list(FLOATS) + list(INTS):
        mine = [c for c in casts if c.source == source]
        for i in range(0, len(mine), options.group):
            for level in levels:
                jobs.append((options, level, number, source, [c.name for c in mine[i:i + options.group]]))
            number += 1
    return jobs


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--bin", default=os.path.join(ROOT, "build/release/bin"), help="folder of tile-run")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--levels", default="tile,thread,expanded,older",
                        help="of the emulator; 'expanded' is the tile level as a GPU is given it, 'older' as one before sm_89 is")
    parser.add_argument("--sample", type=int, default=1, help="one of so many values of 16-bit types")
    parser.add_argument("--only", default="", help="conversions whose name has this pattern, as truncf_upward.f32.f16")
    parser.add_argument("--group", type=int, default=8, help="conversions in a kernel")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", help="leave the kernels in this folder")
    return parser.parse_args()


def run(jobs, run_job, options, what):
    """Runs the jobs side by side, says what is wrong and how many of `what` there were; the exit code."""
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    total, wrong = 0, 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for n, problems in pool.map(run_job, jobs):
            total += n
            wrong += len(problems)
            for problem in problems:
                print(f"FAIL {problem}", flush=True)
    print(f"{total} {what}, {wrong} problems, on {options.device}")
    return 1 if wrong or not total else 0


def main():
    options = read_options()
    return run(jobs_of(options), run_group, options, "conversions of all values")


if __name__ == "__main__":
    sys.exit(main())
