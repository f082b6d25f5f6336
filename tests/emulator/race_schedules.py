#!/usr/bin/env python3
"""Runs the kernels of the race tests with random schedules: race_schedules.py BIN [SEEDS].

What is wrong with a kernel must not depend on which warp happens to be faster: every kernel of *races.mlir fails with
every seed (where a schedule makes a thread read what nothing wrote yet, that comes first), and every kernel of
no_*races.mlir succeeds with every seed.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FAULTS = ("races in", "reads what nothing wrote", "which is not initialised")


def run(tool, path, args, seed):
    command = [tool, path, "--device=cpu", f"--schedule=random:{seed}", *args]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr


def faulty(text, folder):
    """Path and arguments of each kernel of a file of parts."""
    arguments = dict(re.findall(r"not tile-run %t/(\w+)\.mlir --device=cpu(.*?) 2>&1", text))
    parts = re.split(r"^//--- (\w+)\.mlir\n", text, flags=re.M)[1:]
    for name, part in zip(parts[::2], parts[1::2]):
        path = os.path.join(folder, name + ".mlir")
        with open(path, "w") as f:
            f.write(part)
        yield path, arguments[name].split()


def right(text):
    """Arguments of each kernel of a file of good ones."""
    for line in sorted(set(re.findall(r"RUN: tile-run %s --device=cpu (--kernel=[^|\n]*)", text))):
        if "--schedule" not in line:
            yield line.split()


def main():
    tool = os.path.join(sys.argv[1], "tile-run")
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    runs, wrong = 0, []
    for name in ("races", "async_races", "atomic_races"):
        bad, good = (os.path.join(HERE, prefix + name + ".mlir") for prefix in ("", "no_"))
        with tempfile.TemporaryDirectory() as folder, open(bad) as b, open(good) as g:
            cases = [(p, a, True) for p, a in faulty(b.read(), folder)] + [(good, a, False) for a in right(g.read())]
            for path, arguments, fails in cases:
                for seed in range(1, seeds + 1):
                    code, errors = run(tool, path, arguments, seed)
                    runs += 1
                    if (code == 1 and any(f in errors for f in FAULTS)) if fails else code == 0:
                        continue
                    wrong.append(f"{os.path.basename(path)} {' '.join(arguments)} seed {seed}: exit {code}\n{errors}")
    print("\n".join(wrong + [f"{runs} runs, {len(wrong)} wrong"]))
    return 1 if wrong or runs == 0 else 0


sys.exit(main())
