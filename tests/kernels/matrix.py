#!/usr/bin/env python3
"""Runs kernels at thread level and compares every element with the tile level, bit by bit.

  tests/kernels/matrix.py BIN [--full | --schedules N] [--every N] [--part I/N] [--seed N] [--jobs N] [--seconds S] [FILE...]

Without files: those of tests/kernels that say which extents to try, a line each

  // SHAPE: M=65 N=33 --arg at=5

and docs/examples, whose shapes are below.  Parameters take the values of their domains
(tile.params), as far as the file's constraints allow; the schedule and the place of an array differ,
too.  By default every pair of values of two of these occurs; --full runs every combination (with
schedules in turn; where a kernel has the parameters OVERLAP, every combination of these and the shape, with random
values of the others), --schedules N runs each kernel that has stages with few values, but --schedule=late and N random ones,
--every N each Nth run, --part I/N those of one of N machines, and --seconds S starts no more after that time.
Only the tools and Python are needed, no build.  Inputs are small integers, so sums are exact in any order.
"""
import argparse
import concurrent.futures
import glob
import itertools
import os
import random
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = {
    "cast.mlir": ["M=32 N=256", "M=17 N=129", "M=5 N=131 --pitch A=136 --pitch B=136", "M=5 N=128 --pitch A=129"],
    "copy.mlir": ["M=64 N=256", "M=33 N=129", "M=5 N=131 --pitch A=136 --pitch B=136", "M=5 N=128 --pitch A=129"],
    "gemm.mlir": ["M=128 N=128 K=64", "M=65 N=121 K=72", "M=1 N=1 K=1", "M=130 N=8 K=200", "M=500 N=72 K=72"],
    "gemm_bias_relu.mlir": ["M=128 N=128 K=64", "M=65 N=121 K=72", "M=3 N=5 K=7"],
    "gated_mlp.mlir": ["M=128 N=64 K=64", "M=65 N=121 K=72", "M=3 N=5 K=7"],
    "gemm_batched.mlir": ["L=2 M=128 N=128 K=64", "L=3 M=65 N=121 K=72", "L=1 M=3 N=5 K=7"],
    "gemm_gelu.mlir": ["M=128 N=128 K=64", "M=65 N=121 K=72", "M=3 N=5 K=7"],
    "transpose.mlir": ["M=64 N=128", "M=65 N=33", "M=70 N=45 --pitch A=48 --pitch B=72", "M=64 N=64 --pitch A=67"],
    "vector_add.mlir": ["N=4096", "N=1000", "N=1", "N=0"],
}
SCHEDULES = ["late", "random:1", "random:2"]
# How iterations overlap; kernels with such parameters are compiled for both ways to copy and to multiply.
OVERLAP = ["STAGES", "WARPS", "SPECIALIZE", "SWIZZLE"]
ARCHS = ["sm_90a", "sm_80"]
PROCESSORS = 3  # so that blocks which share tiles have several each
# The error of a kernel whose tiles do not fit into shared memory; such runs are named and skipped.
OVER_BUDGET = "bytes of shared memory; a block of"


# ---- What a file can be run with. ----

def read_domains(text):
    """Values of each parameter, and the constraints on them as Python."""
    head = re.search(r"(?s)tile\.params\s*\{(.*?)\}\s*(?:where\s*\((.*?)\)\s*\n)?", text)
    if not head:
        return {}, []
    domains = {}
    for name, default, domain in re.findall(r"(\w+)\s*=\s*([\w.]+)\s*(?::\s*(\[[^]]*\]|-?\d+\.\.-?\d+))?",
                                            head[1]):
        if domain.startswith("["):
            domains[name] = [word.strip() for word in domain[1:-1].split(",")]
        elif domain:
            low, high = domain.split("..")
            domains[name] = [str(i) for i in range(int(low), int(high) + 1)]
        else:
            domains[name] = [default]
    constraints = [part.strip().replace(" mod ", " % ") for part in (head[2] or "").split(",")]
    return domains, [part for part in constraints if part]


def number(word):
    if word in ("true", "false"):
        return int(word == "true")
    return int(word) if re.fullmatch(r"-?\d+", word) else word


def allowed(case, constraints):
    names = {name: number(value) for name, value in case.items()}
    return all(eval(text, {"__builtins__": {}}, names) for text in constraints)


def factors_of(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    shapes = re.findall(r"(?m)^// SHAPE: (.*)$", text)
    shapes += EXAMPLES.get(os.path.basename(path), []) if "examples" in path else []
    # An array that starts one element after an aligned address takes other versions, unless the kernel asks for one.
    offsets = ["", *(name for name in re.findall(r"%(\w+): memref", text)[:1] if f"{name}.address" not in text)]
    domains, constraints = read_domains(text)
    archs = ARCHS if "SWIZZLE" in domains else ARCHS[:1]
    return {"shape": shapes, "schedule": SCHEDULES, "offset": offsets, "arch": archs, **domains}, constraints


# ---- Which combinations. ----

def all_cases(factors, constraints):
    """Every combination; schedules take turns."""
    schedules = itertools.cycle(factors["schedule"])
    names = [name for name in factors if name != "schedule"]
    for values in itertools.product(*(factors[name] for name in names)):
        case = dict(zip(names, values))
        if allowed(case, constraints):
            yield {**case, "schedule": next(schedules)}


def overlap_cases(factors, constraints, rng):
    """Every combination of the parameters that say how iterations overlap, with other values at random."""
    crossed = [name for name in ("shape", "arch", *OVERLAP) if name in factors]
    others = [name for name in factors if name not in crossed]
    for values in itertools.product(*(factors[name] for name in crossed)):
        for _ in range(100):
            case = {**dict(zip(crossed, values)), **{name: rng.choice(factors[name]) for name in others}}
            if allowed(case, constraints):
                yield case
                break


def schedule_cases(factors, constraints, rng, schedules):
    """For each shape and architecture some values, and all schedules of these."""
    if "STAGES" not in factors:
        return
    stages = [n for n in factors["STAGES"] if n != "1"]
    for shape, arch in itertools.product(factors["shape"], factors["arch"]):
        for _ in range(100):
            case = {name: rng.choice(values) for name, values in factors.items()}
            case |= {"shape": shape, "arch": arch, "offset": "", "STAGES": rng.choice(stages)}
            if allowed(case, constraints):
                yield from ({**case, "schedule": s} for s in ["late"] + [f"random:{i + 1}" for i in range(schedules)])
                break


def pairs_of(case):
    return set(itertools.combinations(sorted(case.items()), 2))


def covering_cases(factors, constraints, rng):
    """Few cases in which every pair of values occurs that some case has."""
    names = list(factors)

    def draw():
        return {name: rng.choice(factors[name]) for name in names}

    left = set()
    for a, b in itertools.combinations(sorted(names), 2):
        left |= {((a, x), (b, y)) for x in factors[a] for y in factors[b]}
    cases, misses = [], 0
    while left and misses < 300:
        # Half of the candidates hold a pair that is missing.
        wanted = dict(rng.choice(sorted(left)))
        candidates = [{**draw(), **(wanted if i % 2 else {})} for i in range(40)]
        candidates = [case for case in candidates if allowed(case, constraints)]
        best = max(candidates, key=lambda case: len(pairs_of(case) & left), default=None)
        if best is None or not pairs_of(best) & left:
            misses += 1
            continue
        left -= pairs_of(best)
        cases.append(best)
    return cases or list(itertools.islice(all_cases(factors, constraints), 1))


# ---- Running. ----

def command_of(bin_dir, path, case):
    command = [os.path.join(bin_dir, "tile-run"), path, "--level=thread", "--host-threads=1", "--verify", "--exact",
               "--init=int", "--verify-time=3600", f"--processors={PROCESSORS}", f"--schedule={case['schedule']}",
               f"--arch={case['arch']}"]
    for word in re.sub(r"(?<!\S)(\w+=\d+)", r"--dim \1", re.sub(r"(--\w+) ", r"\1@", case["shape"])).split():
        command += word.split("@")
    if case["offset"]:
        command += ["--offset", f"{case['offset']}=1"]
    for name, value in case.items():
        if name not in ("shape", "schedule", "offset", "arch"):
            command += ["--param", f"{name}={value}"]
    return command


def run(work):
    """The command, whether all is well, what it said; nothing when its time is over."""
    command, end = work
    if end and time.monotonic() > end:
        return None
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    ok = done.returncode == 0 and ", all identical" in done.stdout
    return command, ok, done.stdout


def commands_of(args):
    paths = args.files or sorted(glob.glob(f"{ROOT}/tests/kernels/*.mlir") + glob.glob(f"{ROOT}/docs/examples/*.mlir"))
    rng = random.Random(args.seed)
    for path in paths:
        factors, constraints = factors_of(path)
        if not factors["shape"]:
            continue
        if args.schedules:
            cases = schedule_cases(factors, constraints, rng, args.schedules)
        elif not args.full:
            cases = covering_cases(factors, constraints, rng)
        elif "SWIZZLE" in factors:
            cases = overlap_cases(factors, constraints, rng)
        else:
            cases = all_cases(factors, constraints)
        for case in cases:
            yield command_of(args.bin, path, case)


def parse_part(text):
    part, parts = (int(word) for word in text.split("/"))
    if not 1 <= part <= parts:
        raise ValueError(text)
    return part - 1, parts


def chosen(args):
    """The commands of this machine."""
    first, parts = args.part
    return itertools.islice(itertools.islice(commands_of(args), 0, None, args.every), first, None, parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--schedules", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--part", type=parse_part, default=(0, 1), metavar="I/N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seconds", type=float, default=0)
    args = parser.parse_intermixed_args()
    start = time.monotonic()
    end = start + args.seconds if args.seconds else 0
    total = failures = left = over = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for result in pool.map(run, ((command, end) for command in chosen(args))):
            if result is None:
                left += 1
                continue
            command, ok, output = result
            total += 1
            if ok:
                continue
            if OVER_BUDGET in output:
                over += 1
                print(f"skipped, needs more shared memory than a block has: {' '.join(command)}")
                continue
            failures += 1
            if failures <= 10:
                print(f"error: {' '.join(command)}\n{output}", flush=True)
    print(f"{total} runs, {failures} differ or fail, {f'{over} skipped, ' if over else ''}{f'{left} not made, ' if left else ''}{time.monotonic() - start:.0f} s")
    too_many = over > max(1, total // 20)  # tiles have grown
    sys.exit(1 if failures or not total or too_many else 0)


if __name__ == "__main__":
    main()
