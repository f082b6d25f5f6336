#!/usr/bin/env python3
"""Prints how long the passes that choose layouts take for each example: layout_time.py BIN

Milliseconds for all versions of a kernel with its default parameters, the least of five runs. Nothing
is asserted about them: 1 is the aim, 5 the limit.
"""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PASSES = ["tile-layout", "tile-remove-conversions"]


def times_of(tool, path):
    run = subprocess.run([tool, path, "--emit=thread", "--timing", "-o", os.devnull],
                         stderr=subprocess.PIPE, text=True, check=True)
    return [1000 * float(re.search(rf"(?m)^\s*([\d.]+) .*\b{name}$", run.stderr)[1]) for name in PASSES]


def main():
    tool = os.path.join(sys.argv[1], "tile-compile")
    print(f"{'ms':24}" + "".join(f"{name:>26}" for name in PASSES))
    for path in sorted(glob.glob(f"{ROOT}/docs/examples/*.mlir")):
        best = [min(column) for column in zip(*(times_of(tool, path) for _ in range(5)))]
        print(f"{os.path.basename(path):24}" + "".join(f"{ms:26.3f}" for ms in best))


main()
