#!/usr/bin/env python3
"""Runs random kernels (smith.py) through the pipeline and validates every pass on the way.

  tests/fuzz/tile_smith.py --bin build/release/bin --seeds 0:10000

--kernels=loops takes those of smith_loops.py, whose loops overlap copies, products and stores, for two
architectures in turn.  Many kernels are in one file, a module each, and one process runs the whole of it with
--validate-each.  Nothing but the tools and Python is needed; --seconds=S starts no more kernels after that time, and says
which seeds are left.  A finding is a pass that changes what a kernel computes, a kernel that fails or
cannot be executed, a crash, or an error that is no refusal of REFUSALS.  --keep=DIR is where the
kernels of findings go, with the command that shows each; --reduce makes them small.
"""
import argparse
import concurrent.futures
import os
import random
import re
import shlex
import subprocess
import sys
import time

import smith
import smith_loops

PIPELINE = "tile-to-thread-level"
KINDS = {"any": smith.kernel, "loops": smith_loops.kernel}
# One of them for each chunk of kernels of loops.
ARCHS = ["sm_90a", "sm_90a", "sm_80"]
# Passes that may run anywhere, put into every other pipeline.
ANYWHERE = ["canonicalize", "cse", "dce", "sccp", "licm", "control-flow-sink", "int-range-optimizations",
            "arith-unsigned-when-equivalent", "arith-int-range-narrowing{int-bitwidths-supported=8,16,32}", "topological-sort", "simplify-cfg", "scf-loop-unroll{unroll-factor=2}", "scf-loop-unroll{unroll-factor=3 loop-depth=-1}",
            "arith-expand{exact=true}", "mem2reg", "scf-for-to-while"]
# What a kernel may be refused for: it asks for more than the target has.
REFUSALS = ["registers a thread, more than", "bytes of shared memory; a block of", "elements for each thread, the most is",
            # A hint that others of the tile's group, or an instruction, do not agree with.
            "shares its layout and is to have", "gives its result in the layout of its instruction",
            # Of the target alone.
            "conversion to 8-bit floats saturates"]
MARKER = "// -----\n"
TIMEOUT = 600


class Finding:
    def __init__(self, seed, text):
        self.seed, self.text = seed, text


class Tools:
    def __init__(self, options):
        self.options = options
        self.tile_opt = os.path.join(options.bin, "tile-opt")
        self.tile_reduce = os.path.join(options.bin, "tile-reduce")
        self.tile_compile = os.path.join(options.bin, "tile-compile")
        self.kernel = KINDS[options.kernels]
        self.end = time.monotonic() + options.seconds if options.seconds else 0
        self.archs = [None] if options.kernels == "any" else ARCHS
        self.passes = {arch: self.expand(self.with_arch(arch)) for arch in self.archs}

    def with_arch(self, arch):
        """The pipeline for an architecture, which stands for ARCH in it or is its option."""
        if "ARCH" in self.options.pipeline:
            return self.options.pipeline.replace("ARCH", arch or ARCHS[0])
        return f"{self.options.pipeline}{{arch={arch}}}" if arch else self.options.pipeline

    def expand(self, pipeline):
        """The passes of a pipeline, one by one."""
        said = subprocess.run([self.tile_opt, "-", f"--pass-pipeline={pipeline}", "--dump-pass-pipeline", "-o", "/dev/null"],
                              input="", capture_output=True, text=True, check=True).stderr
        return re.findall(r"[a-z0-9-]+(?:\{[^}]*\})?(?=[,)])", said)

    def pipeline(self, chunk):
        """Every other chunk of kernels has other passes in between."""
        arch = self.archs[chunk // 2 % len(self.archs)]
        if chunk % 2 == 0 or self.options.plain:
            return self.with_arch(arch)
        chance = random.Random(chunk)
        passes = []
        for name in self.passes[arch]:
            passes += chance.sample(ANYWHERE, chance.choice([0, 0, 0, 1, 1, 2]))
            passes.append(name)
        return f"builtin.module({','.join(passes)})"

    def validate(self, seed):
        return f"--validate-each=seed:{seed + 1},sizes:{self.options.sizes}"

    def command(self, seed, path):
        pipeline = self.pipeline(seed // self.options.chunk)
        return [self.tile_opt, path, "--split-input-file", self.validate(seed), f"--pass-pipeline={pipeline}",
                "--mlir-disable-threading", "--no-crash-reproducer", "-o", "/dev/null"]


def run(command, text):
    """Exit code and standard error; a process that hangs is one that crashes."""
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return -1, f"does not end within {TIMEOUT} s"
    return done.returncode, done.stderr


def diagnostics(errors):
    """The line that each begins on, its first line, and all its text."""
    found = []
    for line in errors.splitlines():
        head = re.match(r"<stdin>:(\d+):\d+: (error|warning): ", line)
        if head:
            found.append((int(head.group(1)), line, [line]))
        elif found:
            found[-1][2].append(line)
    return [(at, line, "\n".join(text)) for at, line, text in found]


def is_refusal(line):
    return any(words in line for words in REFUSALS)


def run_kernels(tools, seeds):
    """Findings of these seeds, and how many kernels were refused."""
    lines, text, first = [], "", 1
    for seed in seeds:
        kernel = tools.kernel(seed) + MARKER
        lines.append((first, seed))
        first += kernel.count("\n")
        text += kernel
    code, errors = run(tools.command(seeds[0], "-"), text[:-len(MARKER)])
    if code not in (0, 1):
        return one_by_one(tools, seeds, errors)
    findings, refused, seen = [], 0, set()
    for at, line, whole in diagnostics(errors):
        seed = [s for begins, s in lines if begins <= at][-1]
        if seed in seen:  # what follows from it
            continue
        seen.add(seed)
        if is_refusal(line):
            refused += 1
        else:
            findings.append(Finding(seed, whole))
    if code and not seen:
        findings.append(Finding(seeds[0], errors))
    return findings, refused


def one_by_one(tools, seeds, errors):
    """After a crash: which kernel it was."""
    if len(seeds) == 1:
        return [Finding(seeds[0], "crash: " + errors)], 0
    half = len(seeds) // 2
    left, right = run_kernels(tools, seeds[:half]), run_kernels(tools, seeds[half:])
    return left[0] + right[0], left[1] + right[1]


def compile_some(tools, seeds):
    """PTX of every so many kernels."""
    findings = []
    for seed in seeds:
        if not tools.options.emit or seed % tools.options.emit:
            continue
        code, errors = run([tools.tile_compile, "-", "--emit=ptx", "-o", "/dev/null"], tools.kernel(seed))
        if code and not any(is_refusal(line) for line in errors.splitlines()):
            findings.append(Finding(seed, "tile-compile: " + errors))
    return findings


def task(work):
    tools, seeds = work
    if tools.end and time.monotonic() > tools.end:
        return [], 0, 0
    findings, refused = run_kernels(tools, seeds)
    return findings + compile_some(tools, seeds), refused, len(seeds)


# ---- Findings. ----

def keep(tools, finding):
    """Writes the kernel with what was said about it; the path."""
    folder = tools.options.keep
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"k{finding.seed}.mlir")
    said = "".join(f"// {line}\n" for line in finding.text.splitlines())
    with open(path, "w") as out:
        out.write(said + tools.kernel(finding.seed))
    return path


def reduce(tools, finding, path):
    """Makes it small by the same passes."""
    small = path[:-len(".mlir")] + ".small.mlir"
    code, errors = run([tools.tile_reduce, path, tools.validate(finding.seed), f"--test-passes={tools.pipeline(finding.seed // tools.options.chunk)}",
                        "-o", small], "")
    return small if code == 0 else f"{path} (not reduced: {errors.strip().splitlines()[-1]})"


def report(tools, finding):
    print(f"seed {finding.seed}: {finding.text.splitlines()[0]}")
    if not tools.options.keep:
        return
    path = keep(tools, finding)
    if tools.options.reduce:
        path = reduce(tools, finding, path)
    print(f"  {path}")
    print(f"  {shlex.join(tools.command(finding.seed, path))}", flush=True)


def parse_seeds(text):
    first, end = text.split(":")
    return range(int(first), int(end))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/release/bin")
    parser.add_argument("--seeds", default="0:200", type=parse_seeds, help="A:B")
    parser.add_argument("--kernels", default="any", choices=sorted(KINDS))
    parser.add_argument("--pipeline", default=PIPELINE)
    parser.add_argument("--plain", action="store_true", help="no other passes in between")
    parser.add_argument("--sizes", type=int, default=2, help="different sizes for each kernel")
    parser.add_argument("--emit", type=int, default=0, metavar="N", help="also compile every N-th kernel to PTX")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seconds", type=float, default=0, metavar="S", help="start no more kernels after that time")
    parser.add_argument("--chunk", type=int, default=50, help="kernels of one process")
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("--reduce", action="store_true")
    options = parser.parse_args()
    tools = Tools(options)
    seeds = list(options.seeds)
    work = [(tools, seeds[i:i + options.chunk]) for i in range(0, len(seeds), options.chunk)]
    start, refused, done, findings, left = time.monotonic(), 0, 0, 0, []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for (found, no, n), (_, chunk) in zip(pool.map(task, work), work):
            refused, done, findings = refused + no, done + n, findings + len(found)
            left += [] if n else [chunk]
            for finding in found:
                report(tools, finding)
    print(f"{done} kernels, {refused} refused, {findings} findings, {time.monotonic() - start:.0f} s")
    if left:
        print(f"not made: {', '.join(f'{chunk[0]}:{chunk[-1] + 1}' for chunk in left[:5])}{', ...' if len(left) > 5 else ''}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
