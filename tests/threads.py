#!/usr/bin/env python3
"""Runs each pass that knows no target on one thread and on eight, and compares what comes out.

  tests/threads.py TILE_OPT [--copies N] [--races] [PASS...]

The module is every function of the `-run.mlir` files of the passes, N times over (12). IR, remarks,
statistics and diagnostics must be the same bytes. --races runs on eight threads alone, for a TILE_OPT
built with ThreadSanitizer (preset tsan): it fails where that reports a race.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.abspath(__file__))
FOLDERS = ["generic", "scf", "arith", "math"]
TARGET = re.compile(r"tile-|mem-|tc-")  # passes on kernels
REFUSES = {"arith-emulate-wide-int"}  # fails for some functions: its diagnostics are compared
TOGETHER = ("mem2reg,canonicalize{region-simplify=aggressive},cse,scf-loop-unroll{unroll-factor=3},"
            "sccp,loop-invariant-code-motion,control-flow-sink,convert-scf-to-cf,"
            "canonicalize{region-simplify=aggressive},simplify-cfg,dce")


def functions(copies):
    """The text of the files, each copy with symbols of its own."""
    text = []
    for folder in FOLDERS:
        for path in sorted(glob.glob(os.path.join(TESTS, "passes", folder, "*-run.mlir"))):
            with open(path, encoding="utf-8") as file:
                body = re.sub(r"//.*", "", file.read())
            name = re.sub(r"\W", "_", os.path.basename(path))
            text += [re.sub(r"@(\w+)", rf"@\1_{name}_{copy}", body) for copy in range(copies)]
    return "\n".join(text)


def run(tile_opt, path, pipeline, threads):
    return subprocess.run(
        [tile_opt, path, f"--threads={threads}", f"--pass-pipeline=builtin.module({pipeline})",
         "--remarks-filter=*", "--pass-statistics"], capture_output=True, check=False)


def passes(tile_opt):
    listed = subprocess.run([tile_opt, "--list-passes"], capture_output=True, text=True, check=True)
    names = listed.stdout.split("pipelines:")[0].split("\n")[1:]
    return [name.split()[0] for name in names if name.strip() and not TARGET.match(name.strip())]


def fails(done, name):
    return done.returncode != 0 and name not in REFUSES


def compare(tile_opt, path, name):
    """What is wrong on eight threads, or None."""
    pipeline = f"func.func({name})"  # a row of functions, if the pass runs on them
    one = run(tile_opt, path, pipeline, 1)
    if fails(one, name):
        pipeline = name
        one = run(tile_opt, path, pipeline, 1)
    if fails(one, name):
        return f"{pipeline}: fails\n{one.stderr.decode()}"
    many = run(tile_opt, path, pipeline, 8)
    if (one.stdout, one.stderr, one.returncode) != (many.stdout, many.stderr, many.returncode):
        return f"{pipeline}: differs on eight threads\n{many.stderr.decode()[:4000]}"
    return None


def find_race(tile_opt, path, name):
    for pipeline in (f"func.func({name})", name):
        done = run(tile_opt, path, pipeline, 8)
        if b"ThreadSanitizer" in done.stderr:
            return f"{pipeline}: races\n{done.stderr.decode()[:4000]}"
        if not fails(done, name):
            return None
    return f"{pipeline}: fails\n{done.stderr.decode()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tile_opt")
    parser.add_argument("passes", nargs="*")
    parser.add_argument("--copies", type=int, default=12)
    parser.add_argument("--races", action="store_true")
    options = parser.parse_intermixed_args()
    check = find_race if options.races else compare
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        path = os.path.join(folder, "all.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(functions(options.copies))
        names = options.passes or [*passes(options.tile_opt), TOGETHER]
        faults = [fault for fault in pool.map(lambda name: check(options.tile_opt, path, name), names) if fault]
    print("\n".join([*faults, f"{len(names)} pipelines, {len(faults)} differ, race or fail"]))
    return 1 if faults or not names else 0


sys.exit(main())
