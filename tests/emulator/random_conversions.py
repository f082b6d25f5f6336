#!/usr/bin/env python3
"""Random conversions of layouts, lowered and executed: random_conversions.py BIN [--seeds A:B] [--keep DIR].

Each seed is a kernel that takes a tile through random layouts: in a row, in a loop, in branches, with a buffer of the
kernel's own in between.  Tiles have one to three dimensions and 32 to 8192 elements of 1 to 64 bits, or a few times as
many where an extent has an odd factor; layouts are fragments, blocked ones, or any linear map that covers the tile, with
copies where there are more threads than elements, on up to 8 warps, or 12 in three groups.

Every kernel is executed as it is written and as threads (tile-opt --validate-each): the same elements, no races,
nothing read that nobody wrote.  Every fourth is also run with --profile: where the plan of a conversion promises no bank
conflicts there are none, and stores and loads take no more wavefronts than it says.  Every fifth 20 become PTX.  The last
line counts the plans.  --device=cuda runs each kernel on a GPU instead, compared with the tile level.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

TYPES = {"i1": 8, "i8": 8, "f8E4M3FN": 8, "i16": 16, "f16": 16, "bf16": 16, "i32": 32, "f32": 32, "i64": 64, "f64": 64}
PIPELINE = "tile.kernel(mem-barriers),tile-to-thread,canonicalize,cse"
EMITTED = PIPELINE + ",licm,convert-scf-to-cf,canonicalize,cse"


# ---- Layouts ----

def unit(shape, bit):
    """Coordinates of the place 2^bit."""
    coords = []
    for extent in reversed(shape):
        log = extent.bit_length() - 1
        coords.append(1 << bit if 0 <= bit < log else 0)
        bit -= log
    return coords[::-1]


def linear(rng, shape, log_warps, odd, groups):
    total = sum(extent.bit_length() - 1 for extent in shape)
    threads = 5 + log_warps
    places = max(total, threads + rng.choice([0, 0, 0, 1]))
    vectors = [unit(shape, bit) for bit in range(total)] + [[0] * len(shape)] * (places - total)
    rng.shuffle(vectors)
    mix = rng.random() < 0.4
    for i in range(1, places):
        for k in range(i):
            if mix and any(vectors[i]) and rng.random() < 0.15:
                vectors[i] = [a ^ b for a, b in zip(vectors[i], vectors[k])]
    if rng.random() < 0.15:  # threads that hold what others hold
        k = rng.randrange(len(vectors))
        vectors.insert(rng.randrange(places - threads + 1), vectors[k])
    parts = vectors[:-threads], vectors[-threads:len(vectors) - log_warps], vectors[len(vectors) - log_warps:]
    names = "register", "lane", "warp"
    text = ", ".join(f"{n} = {p}" for n, p in zip(names, parts))
    if max(odd) > 1:
        text += f", repeat = {odd}"
    if groups:
        text += ", groups = 3"
        dims = [d for d, factor in enumerate(odd) if factor % 3 == 0]
        if dims and rng.random() < 0.8:
            text += f" along {rng.choice(dims)}"
    return f"#tile.layout<{text}>"


def split(rng, log, rank):
    counts = [1] * rank
    for _ in range(log):
        counts[rng.randrange(rank)] *= 2
    return counts


def blocked(rng, shape, log_warps):
    rank = len(shape)
    order = list(range(rank))
    rng.shuffle(order)
    return (f"#tile.blocked<per_thread = {split(rng, rng.randrange(5), rank)}, lanes = {split(rng, 5, rank)}, "
            f"warps = {split(rng, log_warps, rank)}, order = {order}>")


def fragment(rng, shape, log_warps, bits):
    m = rng.randrange(log_warps + 1)
    operand = rng.choice("abc")
    if bits == 16 and log_warps >= 2 and rng.random() < 0.3 and operand != "b" and shape[0] >= 64 << log_warps - 2 and shape[1] >= 16:
        return f"#tile.wgmma<{operand}, warpgroups = [{1 << log_warps - 2}, 1]>"
    if bits == 16 and min(shape) >= 16:
        return f"#tile.mma<m16n8k16, {operand}, warps = [{1 << m}, {1 << log_warps - m}]>"
    return None


def layout(rng, shape, log_warps, bits, odd, groups):
    text = None
    if not groups and len(shape) == 2 and rng.random() < 0.5:
        text = fragment(rng, shape, log_warps, bits)
    if not groups and not text and rng.random() < 0.4:
        text = blocked(rng, shape, log_warps)
    return text or linear(rng, shape, log_warps, odd, groups)


# ---- Kernels ----

def kernel(seed):
    rng = random.Random(seed)
    element = rng.choice(list(TYPES))
    log_warps, rank = rng.randrange(4), rng.choice([1, 2, 2, 2, 3])
    shape, odd, groups = split(rng, rng.randint(5, 13), rank), [1] * rank, False
    if rng.random() < 0.3:
        odd[rng.randrange(rank)] = rng.choice([3, 3, 5])
        groups = rng.random() < 0.4
        log_warps = 2 if groups else log_warps
    warps = (3 if groups else 1) << log_warps
    while max(odd) * math.prod(shape) * TYPES[element] // 8 > 64 << 10:
        shape[shape.index(max(shape))] //= 2
    count, number = rng.randint(2, 4), iter(range(1000))
    layouts = [layout(rng, shape, log_warps, TYPES[element], odd, groups) for _ in range(count)]
    shape = [n * factor for n, factor in zip(shape, odd)]
    memory = "i8" if element == "i1" else element

    def tensor(i, of=element):
        return "tensor<" + "".join(f"{n}x" for n in shape) + f"{of}, #l{seed}_{i}>"

    def convert(value, a, b, indent):
        name = f"%v{next(number)}"
        return f"{indent}{name} = tile.convert_layout {value} : {tensor(a)} to {tensor(b)}\n", name

    def chain(value, path, indent):
        lines = ""
        for a, b in zip(path, path[1:]):
            line, value = convert(value, a, b, indent)
            lines += line
        return lines, value

    zeros = ", ".join(["%c0"] * rank)
    dims = ", ".join("XYZ"[:rank])
    ref = "memref<" + "?x" * rank + memory + ">"
    body = f"  %x = tile.load %A[{zeros}] : {tensor(0, memory)}\n"
    value = "%x"
    if element == "i1":
        body += f"  %zero = arith.constant dense<0> : {tensor(0, 'i8')}\n"
        body += f"  %p = arith.cmpi sgt, %x, %zero : {tensor(0, 'i8')}\n"
        value = "%p"
    path = list(range(count))
    form = rng.choice(["row", "row", "loop", "buffer", "branch"])
    if form == "loop":
        lines, inner = chain("%carried", path + [0], "    ")
        body += (f"  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = {value}) -> {tensor(0)} {{\n{lines}"
                 f"    scf.yield {inner} : {tensor(0)}\n  }}\n")
        value, path = "%r", [0] + path[::-1]
    elif form == "branch":
        yes, a = chain(value, path, "    ")
        no, b = chain(value, [0, count - 1], "    ")
        body += (f"  %c = arith.cmpi eq, %b, %c{rng.randrange(2)} : index\n"
                 f"  %r = scf.if %c -> {tensor(count - 1)} {{\n{yes}    scf.yield {a} : {tensor(count - 1)}\n  }} else {{\n"
                 f"{no}    scf.yield {b} : {tensor(count - 1)}\n  }}\n")
        value, path = "%r", [count - 1, 0]
    elif form == "buffer" and element != "i1":
        buffer = "!mem.buffer<" + "".join(f"{n}x" for n in shape) + f"{element}, shared>"
        lines, value = chain(value, [0, count - 1], "  ")
        body += lines + f"  %s = mem.alloc : {buffer}\n  tile.store {value}, %s[{zeros}]\n"
        body += f"  %w = tile.load %s[{zeros}] : {tensor(0)}\n"
        value = "%w"
    lines, value = chain(value, path, "  ")
    body += lines
    if element == "i1":
        body += f"  %e = arith.extui {value} : {tensor(path[-1])} to {tensor(path[-1], 'i8')}\n"
        value = "%e"
    aliases = "".join(f"#l{seed}_{i} = {text}\n" for i, text in enumerate(layouts))
    constants = "".join(f"  %c{i} = arith.constant {i} : index\n" for i in (0, 1, 3))
    return aliases, (f"tile.kernel @k{seed}(%A: {ref}[{dims}], %B: {ref}[{dims}]) warps({warps}) grid(%b = 1) {{\n"
                     f"{constants}{body}  tile.store {value}, %B[{zeros}]\n}}\n"), shape, (3 if form == "loop" else 1) * warps


def write(seeds, path):
    kernels = [kernel(seed) for seed in seeds]
    with open(path, "w") as f:
        f.write("".join(k[0] for k in kernels) + "".join(k[1] for k in kernels))
    return kernels


# ---- Running ----

PLAN = re.compile(r"^\[convert\] [^:]*:(\d+):\d+: 'tile.convert_layout' goes by (\w+)(.*)", re.M)


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def count_plans(text, counts):
    for line, kind, rest in PLAN.findall(text):
        counts[kind] += 1
        for word in ("of warps", "of the block"):
            counts[word] += word in rest
        counts["in rounds"] += ", 1 rounds" not in rest and "rounds" in rest
        counts["stmatrix"] += bool(re.search("stores (transposed )?matrices", rest))
        counts["ldmatrix"] += bool(re.search("loads (transposed )?matrices", rest))


def profile(tools, path, kernels, counts):
    """What the profile counts for each conversion of one kernel is what its plan says."""
    dims = [f"--dim={name}={n}" for name, n in zip("XYZ", kernels[0][2])]
    code, out, err = run([tools + "/tile-run", path, "--device=cpu", "--level=thread", "--json", "--profile=json",
                          f"--pass-pipeline={PIPELINE}", "--init=int", "--verify", "--exact", *dims])
    if code:
        return err or out
    lines = {line["line"]: line for line in json.loads(out)["profile"]["lines"]}
    _, _, plans = run([tools + "/tile-opt", path, f"--pass-pipeline={PIPELINE}", "--debug-only=convert"])
    for line, kind, rest in PLAN.findall(plans):
        shared = lines[int(line)]["shared"] if int(line) in lines else {"wavefronts": 0, "ideal": 0}
        ways = [int(n) for n in re.findall(r"in (\d+) ways", rest)]
        planned = sum(int(n) for n in re.findall(r"(\d+) wavefronts", rest)) * kernels[0][3]
        planned *= int((re.findall(r"; (\d+) copies", rest) or [1])[0])
        counts["profiled"] += kind == "shared"
        if max(ways, default=1) == 1 and shared["wavefronts"] > shared["ideal"]:
            return f"line {line}: {kind}{rest}, but {shared}"
        if shared["wavefronts"] > planned:
            return f"line {line}: {planned} wavefronts planned for {kind}{rest}, but {shared}"
    return None


def check_on_gpu(tools, seeds, folder):
    counts, failures = collections.Counter(), []
    for seed in seeds:
        path = os.path.join(folder, f"conversion_{seed}.mlir")
        shape = write([seed], path)[0][2]
        dims = [f"--dim={name}={n}" for name, n in zip("XYZ", shape)]
        code, out, err = run([tools + "/tile-run", path, "--device=cuda", f"--pass-pipeline=tile-set-target,{EMITTED}",
                              "--init=int", "--verify", "--exact", *dims])
        if code:
            failures.append(f"{path}: {(err or out)[:1000]}")
    return counts, failures, len(seeds)


def check(tools, seeds, folder):
    counts, failures = collections.Counter(), []
    path = os.path.join(folder, f"conversions_{seeds[0]}.mlir")
    kernels = write(seeds, path)
    code, _, err = run([tools + "/tile-opt", path, f"--pass-pipeline={PIPELINE}", "--validate-each",
                        "--debug-only=convert"])
    count_plans(err, counts)
    if code:
        text = "\n".join(line for line in err.splitlines() if not line.startswith("[convert]"))
        failures.append(f"{path}: {text[:3000]}")
    if seeds[0] // 20 % 5 == 0 and os.path.exists(tools + "/tile-compile"):
        code, _, err = run([tools + "/tile-compile", path, "--emit=ptx", f"--pass-pipeline={EMITTED}", "-o", path + ".ptx"])
        counts["emitted"] += len(kernels)
        if code:
            failures.append(f"{path}: {err[:1000]}")
    for seed in seeds[::4]:
        one = os.path.join(folder, f"conversion_{seed}.mlir")
        found = profile(tools, one, write([seed], one), counts)
        if found:
            failures.append(f"{one}: {found[:2000]}")
    return counts, failures, len(kernels)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("--seeds", default="0:200")
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    options = parser.parse_args()
    first, end = map(int, options.seeds.split(":"))
    batches = [range(i, min(i + 20, end)) for i in range(first, end, 20)]
    counts, failures, kernels = collections.Counter(), [], 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            work = check_on_gpu if options.device == "cuda" else check
            for some, wrong, n in pool.map(lambda seeds: work(options.bin, seeds, folder), batches):
                counts += some
                failures += wrong
                kernels += n
    for failure in failures:
        print(failure)
    print(f"random_conversions: {kernels} kernels, {len(failures)} failures; "
          + ", ".join(f"{name} {counts[name]}" for name in sorted(counts)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
