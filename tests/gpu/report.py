#!/usr/bin/env python3
"""What kernels say, and code that is linked, on a GPU: as on the emulator.

    tests/gpu/report.py                    on the GPU
    tests/gpu/report.py --device=cpu       the emulator's threads in its place

A line for each case, `ok` or `FAIL` with the reason.  Without a GPU nothing is run, which is said.
"""
import argparse
import os
import re
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KERNELS = os.path.join(SOURCE, "tests", "kernels")
PRINTS = [[], ["--param=BM=24", "--param=BN=48", "--param=WARPS=12", "--param=T=f16"],
          ["--param=BM=7", "--param=BN=1", "--param=WARPS=4", "--param=T=i8"]]


class Cases:
    def __init__(self, options):
        self.options = options
        self.failed = 0

    def tool(self, arguments, device):
        where = {"cuda": ["--device=cuda"], "cpu": ["--device=cpu", "--level=thread"],
                 "tile": ["--device=cpu"]}[device]
        done = subprocess.run([os.path.join(self.options.bin, "tile-run"), *arguments, *where],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def say(self, name, wrong):
        self.failed += wrong is not None
        print(f"FAIL {name}: {wrong}" if wrong else f"ok   {name}", flush=True)

    def lines(self, flags):
        """Every element once, the same text: sorted lines are those of the tile level."""
        command = [os.path.join(KERNELS, "print.mlir"), "--dim=N=40", "--dim=K=16", "--init=int", *flags]
        said = [sorted(line for line in self.tool(command, device)[1].splitlines() if ": block" in line)
                for device in ("tile", self.options.device)]
        wrong = None if said[0] and said[0] == said[1] else f"{len(said[1])} lines differ from {len(said[0])}"
        self.say(" ".join(["print", *flags]), wrong)

    def assertion(self, limit, message):
        code, _, error = self.tool([os.path.join(KERNELS, "assert.mlir"), "--dim=N=40", "--init=int",
                                    f"--arg=limit={limit}"], self.options.device)
        if message is None:
            self.say(f"assert {limit}", None if code == 0 else error)
            return
        found = re.search(r"assert\.mlir:\d+:3: error: 'simt\.assert' op does not hold in thread \d+: " + message, error)
        self.say(f"assert {limit}", None if code == 1 and found else f"exit code {code}, {error[:200]}")

    def linked(self):
        link = [f"--link={os.path.join(SOURCE, 'tests/gpu/functions.ptx')}"]
        code, _, error = self.tool([os.path.join(SOURCE, "tests/gpu/linked.mlir"), "--dim=N=1000", "--init=int",
                                    "--verify", "--exact", *link], self.options.device)
        self.say("linked", None if code == 0 else error[:200])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=os.path.join(SOURCE, "build/release/bin"))
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    options = parser.parse_args()
    if options.device == "cuda":
        found = subprocess.run([os.path.join(options.bin, "tile-run"), "--list-devices"],
                               capture_output=True, text=True, check=False)
        if found.returncode:
            print("skipped: there is no GPU")
            return 0
    cases = Cases(options)
    for flags in PRINTS:
        cases.lines(flags)
    cases.assertion(4, r"at \[\d+, \d+\]: x is below \{limit\}")
    cases.assertion(0, "the limit is positive")
    cases.assertion(5, None)
    cases.linked()
    return 1 if cases.failed else 0


if __name__ == "__main__":
    sys.exit(main())
