#!/usr/bin/env python3
"""Makes every mistake of break_schedule.c in a kernel's schedule, and says who finds it.

  schedule_faults.py TILE_OPT PLUGIN KERNEL [--arch=sm_90a] [--faults=NAME,...] [--places=N] [--set=tile-persistent=blocks=1]

Mistakes of the tile level are made behind tile-pipeline and looked for by mem-check-channels and, without it, by
running the kernel before and after; those of threads are made behind simt-dependent-launch.  A line each: who looked, the
mistake, in how many places it was made and found; and where it was not.  --places looks at the first N of each.

At the tile level copies take effect when they are waited for, and roles take turns where they wait: some mistakes
show in other orders alone, and are left to the protocol check.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

TILE_FAULTS = ["no-acquire", "no-commit", "no-wait", "no-release", "no-copy", "shared-copy", "no-store-wait", "early-release", "next-acquire",
               "next-commit", "next-wait", "next-release", "next-slot", "small-channel", "late-product"]
THREAD_FAULTS = ["no-barrier", "no-proxy-fence", "late-proxy-fence", "no-init-fence", "no-init", "more-arrivals", "no-arrival", "no-bytes", "fewer-bytes",
                 "no-phase", "other-phase", "other-barrier", "no-box", "half-bytes", "other-blocks", "other-peer", "not-met", "no-cp-commit", "no-cp-wait", "more-groups",
                 "no-bulk-commit", "no-bulk-wait", "no-product-commit", "more-products", "no-grid-wait"]
# What running does not show at the tile level, in its one order.
IN_OTHER_ORDERS = ["early-release", "small-channel", "shared-copy"]
NO_PLACE = "has no place for that mistake"
CHECK = "tile.kernel(mem-check-channels)"


class Tools:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def run(self, path, *flags):
        command = [self.options.tile_opt, path, f"--load-plugin={self.options.plugin}", "--no-crash-reproducer", "-o", "/dev/null", *flags]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def pipeline(self):
        """All passes, one with other options."""
        text = self.options.pipeline.replace("ARCH", self.options.arch)
        if self.options.set:
            name, options = self.options.set.split("=", 1)
            said = subprocess.run([self.options.tile_opt, "-", f"--pass-pipeline={text}", "--dump-pass-pipeline", "-o", "/dev/null"],
                                  input="", capture_output=True, text=True, check=True).stderr
            text = re.sub(rf"{name}(\{{[^}}]*\}})?(?=[,)])", f"{name}{{{options}}}", said.splitlines()[0])
        return text

    def stop_after(self, name, path):
        """The kernel behind that pass."""
        pipeline = self.pipeline()
        subprocess.run([self.options.tile_opt, self.options.kernel, f"--pass-pipeline={pipeline}", f"--stop-after={name}", "-o", path], check=True)
        return path

    def check(self, path, fault, at):
        """What mem-check-channels says."""
        return self.run(path, f"--pass-pipeline=test-break-schedule{{fault={fault} at={at}}},{CHECK}")

    def validate(self, path, fault, at):
        """What comes of running it before and after, once or, where that shows nothing, six times."""
        code, errors = 0, ""
        for times in (1, 6):
            if code == 0:
                code, errors = self.run(path, f"--pass-pipeline=test-break-schedule{{fault={fault} at={at}}}", f"--validate-each=seed:3,sizes:{times}")
        return code, errors


def places_of(tools, path, fault, finder):
    """In how many places the fault was made, and in which it was not found."""
    missed, at = [], 0
    while not tools.options.places or at < tools.options.places:
        code, errors = finder(path, fault, at)
        if NO_PLACE in errors:
            break
        if code == 0:
            missed.append(at)
        at += 1
    if fault in tools.options.spare.split(",") and missed[-1:] == [at - 1]:
        return at - 1, missed[:-1]
    return at, missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tile_opt")
    parser.add_argument("plugin")
    parser.add_argument("kernel")
    parser.add_argument("--arch", default="sm_90a")
    parser.add_argument("--faults", default="", metavar="FAULT,...", help="these alone")
    parser.add_argument("--spare", default="", metavar="FAULT,...", help="of which the last place needs not be found")
    parser.add_argument("--set", default="", help="PASS=OPTIONS: options of one pass")
    parser.add_argument("--pipeline", default="tile-to-thread-level{arch=ARCH}")
    parser.add_argument("--places", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    missed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tools = Tools(options, folder)
        tile = tools.stop_after("tile-pipeline", os.path.join(folder, "tile.mlir"))
        threads = tools.stop_after("simt-dependent-launch", os.path.join(folder, "threads.mlir"))
        code, errors = tools.run(tile, f"--pass-pipeline={CHECK}", "--validate-each=seed:3")
        print(f"unbroken: {'silent' if code == 0 else errors}")
        work = [("protocol check", f, tile, tools.check) for f in TILE_FAULTS]
        work += [("tile level", f, tile, tools.validate) for f in TILE_FAULTS if f not in IN_OTHER_ORDERS]
        work += [("threads", f, threads, tools.validate) for f in THREAD_FAULTS]
        if options.faults:
            work = [one for one in work if one[1] in options.faults.split(",")]
        jobs = [pool.submit(places_of, tools, path, fault, finder) for _, fault, path, finder in work]
        for (who, fault, _, _), job in zip(work, jobs):
            places, left = job.result()
            if places:
                print(f"{who}: {fault}: {places - len(left)} of {places} found" + (f", not at {left}" if left else ""))
            missed += len(left)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
