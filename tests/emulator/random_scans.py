#!/usr/bin/env python3
"""Random scans and reductions in random layouts: random_scans.py BIN [--seeds A:B] [--keep DIR] [--jobs N].

Each seed is a kernel whose tile has a random layout: each bit of a coordinate anywhere among registers, lanes and warps,
in any order, with copies in each of them, with odd extents, on 1 to 8 warps or 12 in three groups that split the tile or
not.  The tile is scanned along a random axis, forwards or backwards, with its own elements or without, by a combiner that
depends on the order of what it combines (affine maps, the first one, the last one with a flag), and reduced by one that does not.

Every kernel is executed as it is written and as threads (tile-opt --validate-each): the same elements, no races.
Every fifth batch becomes PTX.
"""
import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile

PIPELINE = "tile.kernel(mem-barriers),tile-to-thread,canonicalize,cse"
EMITTED = PIPELINE + ",licm,convert-scf-to-cf,canonicalize,cse"


def split(rng, log, rank):
    counts = [0] * rank
    for _ in range(log):
        counts[rng.randrange(rank)] += 1
    return counts


def layout(rng, logs, log_warps, odd, groups):
    """Every bit of a coordinate is one of a register, lane or warp; what is left holds copies."""
    rank = len(logs)
    bits = []
    for d, log in enumerate(logs):
        bits += [[1 << k if e == d else 0 for e in range(rank)] for k in range(log)]
    threads = 5 + log_warps
    bits += [[0] * rank] * max(0, threads - len(bits))
    bits += [[0] * rank] * rng.choice([0, 0, 0, 1, 2])
    rng.shuffle(bits)
    if rng.random() < 0.3:  # as access patterns are: consecutive
        bits.sort(key=lambda b: b[::-1])
    first = rng.choice([0, 0, len(bits) - threads])
    parts = bits[:first] + bits[first + threads:], bits[first:first + 5], bits[first + 5:first + threads]
    text = ", ".join(f"{name} = {part}" for name, part in zip(("register", "lane", "warp"), parts))
    if max(odd) > 1:
        text += f", repeat = {odd}"
    if groups:
        dims = [d for d, factor in enumerate(odd) if factor % 3 == 0]
        text += ", groups = 3" + (f" along {rng.choice(dims)}" if dims and rng.random() < 0.8 else "")
    return f"#tile.layout<{text}>"


# What is combined: the types of the tiles, and the combiner's region.
AFFINE = (["i32", "i32"], """(%a, %b, %c, %d) {
    %m = arith.muli %a, %c : i32
    %n = arith.muli %b, %c : i32
    %o = arith.addi %n, %d : i32
    tile.yield %m, %o
  }""")
FIRST = (["T"], """(%a, %b) {
    tile.yield %a
  }""")
LAST_FLAGGED = (["T", "i1"], """(%a, %p, %b, %q) {
    %r = arith.select %q, %b, %a : T
    %s = arith.ori %p, %q : i1
    tile.yield %r, %s
  }""")
SUM = (["i32"], """(%a, %b) {
    %s = arith.addi %a, %b : i32
    tile.yield %s
  }""")


def kernel(seed):
    rng = random.Random(seed)
    rank = rng.choice([1, 2, 2, 2, 3])
    logs, odd, groups = split(rng, rng.randint(0, 11), rank), [1] * rank, False
    log_warps = rng.randrange(4)
    if rng.random() < 0.4:
        odd[rng.randrange(rank)] = rng.choice([3, 3, 5, 7])
        groups = rng.random() < 0.5
        log_warps = 2 if groups else log_warps
    warps = (3 if groups else 1) << log_warps
    shape = [f << log for f, log in zip(odd, logs)]
    combined, text = rng.choice([AFFINE, AFFINE, FIRST, LAST_FLAGGED, SUM])
    other = rng.choice(["i8", "i16", "f16", "f32", "i64", "f64", "i1"])
    axis = rng.randrange(rank)
    spread = f"#l{seed}"
    extents = "".join(f"{n}x" for n in shape)
    zeros = ", ".join(["%c0"] * rank)
    args, body, tiles = [], "", []

    def memory(element):
        args.append(f"%A{len(args)}: memref<{extents}{'i8' if element == 'i1' else element}>")
        return f"%A{len(args) - 1}", "i8" if element == "i1" else element

    for i, element in enumerate(combined):
        element = other if element == "T" else element
        source, stored = memory(element)
        body += f"  %x{i} = tile.load {source}[{zeros}] : tensor<{extents}{stored}, {spread}>\n"
        if element == "i1":
            body += f"  %z{i} = arith.constant dense<1> : tensor<{extents}i8, {spread}>\n"
            body += f"  %n{i} = arith.cmpi sgt, %x{i}, %z{i} : tensor<{extents}i8, {spread}>\n"
        tiles.append((f"%n{i}" if element == "i1" else f"%x{i}", element))
    words = [" reverse"] if rng.random() < 0.5 else []
    if rng.random() < 0.5:
        for i, (_, element) in enumerate(tiles):
            value = "true" if element == "i1" else "3.0" if element[0] == "f" else "3"
            body += f"  %i{i} = arith.constant {value}" + ("\n" if element == "i1" else f" : {element}\n")
        words.append(f" exclusive({', '.join(f'%i{i}' for i in range(len(tiles)))})")
    names = ", ".join(name for name, _ in tiles)
    results = ", ".join(f"%r{i}" for i in range(len(tiles)))
    body += f"  {results} = tile.scan {names} axis {axis}{''.join(words)} {text.replace('T', other)}\n"
    for i, (_, element) in enumerate(tiles):
        dest, stored = memory(element)
        value = f"%r{i}"
        if element == "i1":
            value = f"%e{i}"
            body += f"  {value} = arith.extui %r{i} : tensor<{extents}i1, {spread}> to tensor<{extents}i8, {spread}>\n"
        body += f"  tile.store {value}, {dest}[{zeros}]\n"
    if combined == ["i32"]:
        left = "".join(f"{n}x" for d, n in enumerate(shape) if d != axis) or "1x"
        args.append(f"%R: memref<{left}i32>")
        body += f"  %t = tile.reduce arith.addi {names} axis {axis}\n"
        body += f"  tile.store %t, %R[{', '.join(['%c0'] * max(rank - 1, 1))}]\n"
    return (f"{spread} = {layout(rng, logs, log_warps, odd, groups)}\n",
            f"tile.kernel @k{seed}({', '.join(args)}) warps({warps}) grid(%b = 1) {{\n"
            f"  %c0 = arith.constant 0 : index\n{body}}}\n")


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stderr


def check(tools, seeds, folder):
    path = os.path.join(folder, f"scans_{seeds[0]}.mlir")
    kernels = [kernel(seed) for seed in seeds]
    with open(path, "w") as f:
        f.write("".join(k[0] for k in kernels) + "".join(k[1] for k in kernels))
    code, err = run([tools + "/tile-opt", path, f"--pass-pipeline={PIPELINE}", "--validate-each", "-o", os.devnull])
    failures = [f"{path}: {err[:3000]}"] if code else []
    if seeds[0] // 20 % 5 == 0 and os.path.exists(tools + "/tile-compile"):
        code, err = run([tools + "/tile-compile", path, "--emit=ptx", f"--pass-pipeline={EMITTED}", "-o", path + ".ptx"])
        failures += [f"{path}: {err[:1000]}"] if code else []
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("--seeds", default="0:200")
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    first, end = map(int, options.seeds.split(":"))
    batches = [range(i, min(i + 20, end)) for i in range(first, end, 20)]
    failures = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for wrong in pool.map(lambda seeds: check(options.bin, seeds, folder), batches):
                failures += wrong
    for failure in failures:
        print(failure)
    print(f"random_scans: {end - first} kernels, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
