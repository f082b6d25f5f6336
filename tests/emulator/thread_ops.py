#!/usr/bin/env python3
"""Every instruction of the thread level, on the emulator or on a GPU, against plain integers.

    tests/emulator/thread_ops.py                         all on the emulator, late and in random order
    tests/emulator/thread_ops.py --device=cuda           all on a GPU
    tests/emulator/thread_ops.py --sample=8              every eighth
    tests/emulator/thread_ops.py --only=wgmma_rs --keep=DIR

The kernels are those of thread_kernels.py: warp ops, matrices, mma, atomics, barriers, clusters and
wgmma of every type, layout and extent.  Each runs in a process of its own with a time limit.  A
failure is listed with what went wrong; the last line counts.  Exit code 1 when anything failed.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import thread_kernels  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def parse(text):
    """`[[1, 2], [3, 4]]` with numbers like 1e+03 and -0."""
    numbers = re.sub(r"[^\[\],\s]+", lambda m: str(int(float(m.group())) if m.group() not in ("nan", "inf", "-inf")
                                                    and float(m.group()) == int(float(m.group()))
                                                    else repr(m.group())), text)
    return eval(numbers, {"__builtins__": {}})  # nothing but lists, integers and quoted words is left


def values_of(output):
    return {name: parse(text) for name, text in re.findall(r"(?m)^%(\w+) = (.*)$", output)}


def first_difference(got, want, path=""):
    if isinstance(want, list) and isinstance(got, list) and len(got) == len(want):
        for i, (g, w) in enumerate(zip(got, want)):
            where = first_difference(g, w, f"{path}[{i}]")
            if where:
                return where
        return None
    return None if got == want else f"{path or 'it'} is {got}, expected {want}"


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def run(self, case, extra):
        path = os.path.join(self.folder, case.name + ".mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(case.text)
        command = [os.path.join(self.options.bin, "tile-run"), path, f"--device={self.options.device}",
                   f"--init={case.init}", *extra]
        command += [f"--print={name}" for name in case.inputs + case.outputs]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=self.options.timeout,
                                  check=False)
        except subprocess.TimeoutExpired:
            return f"no end within {self.options.timeout} s"
        if done.returncode:
            return (done.stderr.strip().split("\n") or ["exit code"])[0]
        values = values_of(done.stdout)
        for name, want in case.expected(values).items():
            where = first_difference(values.get(name), want)
            if where:
                return f"%{name}{where}"
        return None

    def check(self, case):
        schedules = [[]]
        if self.options.device == "cpu" and case.random:
            schedules += [[f"--schedule=random:{seed}"] for seed in range(1, self.options.seeds + 1)]
        for extra in schedules:
            problem = self.run(case, extra)
            if problem:
                return f"{' '.join(extra)} {problem}".strip()
        return None


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--bin", default=os.path.join(ROOT, "build/release/bin"), help="folder of tile-run")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--sample", type=int, default=1, help="run one case of so many")
    parser.add_argument("--seeds", type=int, default=1, help="random schedules of each case")
    parser.add_argument("--only", default="", help="cases whose name has this pattern")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one run")
    parser.add_argument("--keep", help="leave the kernels in this folder")
    parser.add_argument("--list", action="store_true", help="print the names and exit")
    return parser.parse_args()


def main():
    options = read_options()
    cases = [c for c in thread_kernels.all_cases() if re.search(options.only, c.name)][::options.sample]
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        runner = Runner(options, options.keep or scratch)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for case, problem in zip(cases, pool.map(runner.check, cases)):
                if problem:
                    failures += 1
                    print(f"FAIL {case.name}: {problem}", flush=True)
    print(f"{len(cases) - failures} of {len(cases)} kernels are right on {options.device}")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
