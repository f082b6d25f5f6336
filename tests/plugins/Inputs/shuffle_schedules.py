#!/usr/bin/env python3
"""Changes a kernel's schedule at random again and again (shuffle_schedule.c): each is refused, or computes the same.

  shuffle_schedules.py TILE_OPT PLUGIN KERNEL [--seeds=A:B]
"""
import argparse
import os
import subprocess
import sys
import tempfile

WRONG = ("changed what", "' fails: ", "could not be executed")


def run(command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tile_opt")
    parser.add_argument("plugin")
    parser.add_argument("kernel")
    parser.add_argument("--seeds", default="0:40", type=lambda text: range(*map(int, text.split(":"))))
    parser.add_argument("--verbose", action="store_true", help="say why schedules are refused")
    options = parser.parse_args()
    applied = refused = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        before = os.path.join(folder, "before.mlir")
        run([options.tile_opt, options.kernel, "--pass-pipeline=tile-to-thread-level{arch=sm_80}", "--stop-before=tile-pipeline", "-o", before])
        for seed in options.seeds:
            pipeline = (f"tile.kernel(tile-pipeline{{schedule-only}},test-shuffle-schedule{{seed={seed}}},tile-pipeline,"
                        "mem-check-channels,mem-chunk,mem-barriers),tile-to-thread")
            done = run([options.tile_opt, before, f"--load-plugin={options.plugin}", f"--pass-pipeline={pipeline}",
                        f"--validate-each=seed:{seed + 1},sizes:4", "--no-crash-reproducer", "-o", "/dev/null"])
            if done.returncode == 0:
                applied += 1
            elif done.returncode == 1 and not any(words in done.stderr for words in WRONG):
                refused += 1
                if options.verbose:
                    print(done.stderr.splitlines()[0])
            else:
                wrong += 1
                print(f"seed {seed}: {done.stderr}")
    print(f"{applied} applied, {refused} refused, {wrong} wrong")
    return 1 if wrong or not applied or not refused else 0


if __name__ == "__main__":
    sys.exit(main())
