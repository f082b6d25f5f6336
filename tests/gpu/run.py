#!/usr/bin/env python3
"""Kernels of threads on a GPU and on the emulator: both have to leave what the documents say.

    tests/gpu/run.py                      on the GPU, each compared with the emulator, too
    tests/gpu/run.py --device=cpu         on the emulator, in several schedules
    tests/gpu/run.py load_f16 pipeline    those whose names contain one of these
    tests/gpu/run.py --faults pipeline    the same with faults, which the emulator has to report
    tests/gpu/run.py --write=DIR          their text, one file a kernel, and no run

A line for each kernel, `ok` or `FAIL` with the reason; then how many.  The exit code says whether all
were right.
"""
import argparse
import concurrent.futures
import math
import os
import re
import subprocess
import sys
import tempfile

import faults
import kernels

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCHEDULES = ("late", "random:1")


def values_of(output, name):
    line = re.search(rf"(?m)^%{name} = (.*)$", output)
    if not line:
        return None
    return [float(word) for word in re.findall(r"[-+.\w]+", line.group(1))]


def same(a, b):
    return a == b or (math.isnan(a) and math.isnan(b))


def difference(kernel, output):
    """What is wrong with the values printed; None when nothing is."""
    for name, expected in kernel.expected.items():
        found = values_of(output, name)
        if found is None:
            return f"%{name} was not printed"
        if len(found) != len(expected):
            return f"%{name} has {len(found)} elements, not {len(expected)}"
        wrong = [i for i, pair in enumerate(zip(found, expected)) if not same(*pair)]
        if wrong:
            i = wrong[0]
            return (f"{len(wrong)} elements of %{name} are wrong, first number {i}: {found[i]:g}, "
                    f"not {expected[i]:g}")
    return None


def commands(options, kernel, path):
    base = [os.path.join(options.bin, "tile-run"), path, f"--device={options.device}",
            *kernel.options, *(f"--print={name}" for name in kernel.expected)]
    if options.device == "cuda":
        return [base + ["--verify", "--exact"]]
    return [base + [f"--schedule={schedule}"] for schedule in SCHEDULES]


def check(options, kernel, folder):
    """None when all is right, else what is not."""
    path = os.path.join(folder, kernel.name + ".mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(kernel.text)
    for command in commands(options, kernel, path):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wrong = None if done.returncode else difference(kernel, done.stdout)
        if done.returncode or wrong:
            said = (done.stderr.strip().splitlines() or ["exit code %d" % done.returncode])[0]
            return wrong or said.replace(path, kernel.name)
    return None


def check_faults(options, kernel, folder):
    """None when each fault is an error at a line of the kernel."""
    for number, (what, text) in enumerate(faults.faults(kernel)):
        path = os.path.join(folder, f"{kernel.name}_{number}.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([os.path.join(options.bin, "tile-run"), path, "--device=cpu",
                               *kernel.options], capture_output=True, text=True, check=False)
        error = re.match(re.escape(path) + r":\d+:\d+: error: '(mem|simt)\.\w+' op ", done.stderr)
        if done.returncode != 1 or not error:
            said = (done.stderr.strip().splitlines() or ["nothing is reported"])[0]
            return f"{what}: {said.replace(path, kernel.name)}"
    return None


def write_all(folder, chosen):
    os.makedirs(folder, exist_ok=True)
    for kernel in chosen:
        with open(os.path.join(folder, kernel.name + ".mlir"), "w", encoding="utf-8") as file:
            file.write(kernel.text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--bin", default=os.path.join(SOURCE, "build/release/bin"))
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--write")
    options = parser.parse_args()
    chosen = [kernel for kernel in kernels.all_kernels()
              if not options.names or any(name in kernel.name for name in options.names)]
    if options.write:
        write_all(options.write, chosen)
        return 0
    failed = 0
    # One at a time on a GPU, which would only be shared.
    workers = 1 if options.device == "cuda" and not options.faults else os.cpu_count()
    run = check_faults if options.faults else check
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(workers) as pool:
        results = pool.map(lambda kernel: run(options, kernel, folder), chosen)
        for kernel, wrong in zip(chosen, results):
            failed += wrong is not None
            print(f"FAIL {kernel.name}: {wrong}" if wrong else f"ok   {kernel.name}", flush=True)
    where = "the GPU" if options.device == "cuda" else "the emulator"
    said = "show all their faults on the emulator" if options.faults else f"are right on {where}"
    print(f"{len(chosen) - failed} of {len(chosen)} kernels {said}")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
