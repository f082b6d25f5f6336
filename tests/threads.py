#!/usr/bin/env python3
"""Runs each pass that knows no target on one thread and on eight, and compares what comes out.

  tests/threads.py TILE_OPT [PASS...]

The module is every function of the `-run.mlir` files of the passes, many times over. IR, remarks,
statistics and diagnostics must be the same bytes. With a TILE_OPT built with ThreadSanitizer
(preset tsan) a race is a difference, too: it is reported on standard error.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.abspath(__file__))
FOLDERS = ["generic", "scf", "arith", "math"]
COPIES = 12
TARGET = re.compile(r"tile-|mem-|tc-")  # passes on kernels
REFUSES = {"arith-emulate-wide-int"}  # fails for some functions: its diagnostics are compared
TOGETHER = ("mem2reg,canonicalize{region-simplify=aggressive},cse,scf-loop-unroll{unroll-factor=3},"
            "sccp,loop-invariant-code-motion,control-flow-sink,convert-scf-to-cf,"
            "canonicalize{region-simplify=aggressive},simplify-cfg,dce")


def functions():
    """The text of the files, each copy with symbols of its own."""
    text = []
    for folder in FOLDERS:
        for path in sorted(glob.glob(os.path.join(TESTS, "passes", folder, "*-run.mlir"))):
            with open(path, encoding="utf-8") as file:
                body = re.sub(r"//.*", "", file.read())
            name = re.sub(r"\W", "_", os.path.basename(path))
            text += [re.sub(r"@(\w+)", rf"@\1_{name}_{copy}", body) for copy in range(COPIES)]
    return "\n".join(text)


def run(tile_opt, path, pipeline, threads):
    return subprocess.run(
        [tile_opt, path, f"--threads={threads}", f"--pass-pipeline=builtin.module({pipeline})",
         "--remarks-filter=*", "--pass-statistics"], capture_output=True, check=False)


def passes(tile_opt):
    listed = subprocess.run([tile_opt, "--list-passes"], capture_output=True, text=True, check=True)
    names = listed.stdout.split("pipelines:")[0].split("\n")[1:]
    return [name.split()[0] for name in names if name.strip() and not TARGET.match(name.strip())]


def main():
    tile_opt, *only = sys.argv[1:]
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "all.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(functions())
        for name in only or [*passes(tile_opt), TOGETHER]:
            pipeline = f"func.func({name})"  # a row of functions, if the pass runs on them
            one = run(tile_opt, path, pipeline, 1)
            if one.returncode and name not in REFUSES:
                pipeline = name
                one = run(tile_opt, path, pipeline, 1)
            many = run(tile_opt, path, pipeline, 8)
            if one.returncode and name not in REFUSES:
                print(f"{pipeline}: fails\n{one.stderr.decode()}")
            elif (one.stdout, one.stderr, one.returncode) == (many.stdout, many.stderr, many.returncode):
                continue
            else:
                print(f"{pipeline}: differs on eight threads\n{many.stderr.decode()[:4000]}")
            different += 1
    return 1 if different else 0


sys.exit(main())
