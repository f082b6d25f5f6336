#!/usr/bin/env python3
"""Every op's interpreter rule is exercised by a test.

  tests/interp/coverage.py BIN [PATTERN...]

Runs the commands of interp-run and tile-run in the RUN lines of tests/interp, tests/kernels and
tests/emulator once more with --op-counts, and compares what was executed with what tile-opt
lists.  An op that was never executed is an error, unless its entry says IR_NOT_EXECUTED.
"""
import concurrent.futures
import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def split_file(text, folder):
    """What the tool split-file does: a file for each part that begins with `//--- NAME`."""
    parts = re.split(r"(?m)^//--- (.*)\n", text)
    for name, part in zip(parts[1::2], parts[2::2]):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(part)


def commands_of(path, scratch):
    """Commands that execute the file or a part of it, also those that are to fail."""
    with open(path, encoding="utf-8") as file:
        text = file.read().replace("\\\n// RUN:", " ")
    found = []
    folder = tempfile.mkdtemp(dir=scratch)
    if re.search(r"// RUN:\s*split-file %s %t", text):
        split_file(text, folder)
    for line in re.findall(r"// RUN:\s*(.*)", text):
        for part in re.split(r"\||&&|2>|>", line):
            if not re.match(r"\s*(not )?(interp-run|tile-run) ", part):
                continue  # which may be a piece of a quoted text
            words = [word.replace("%source", ROOT).replace("%s", path).replace("%t", folder)
                     for word in shlex.split(part) if word != "not"]
            if os.path.isfile(words[1]):
                found.append(words)
    return found


def executed(bin_dir, command):
    """Names of the ops that a command executed."""
    done = subprocess.run([os.path.join(bin_dir, command[0]), *command[1:], "--op-counts"],
                          capture_output=True, text=True, check=False)
    return set(re.findall(r"(?m)^([a-z_0-9]+\.[a-z_0-9.]+) \d+$", done.stdout))


def never_executed(tile_opt, name):
    shown = subprocess.run([tile_opt, f"--help-op={name}"], capture_output=True, text=True,
                           check=True).stdout
    return re.search(r"(?m)^traits:.*\bnot executed\b", shown) is not None


def main():
    bin_dir = sys.argv[1]
    here = os.path.dirname(os.path.abspath(__file__))
    paths = sorted(path for folder in ("interp", "kernels", "emulator")
                   for path in glob.glob(f"{here}/../{folder}/*.mlir"))
    tile_opt = os.path.join(bin_dir, "tile-opt")
    listed = subprocess.run([tile_opt, "--list-ops"], capture_output=True, text=True,
                            check=True).stdout
    names = [line.split()[0] for line in listed.split("\n") if line.split()]
    seen = set()
    with (tempfile.TemporaryDirectory() as scratch,
          concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool):
        commands = [command for path in paths for command in commands_of(path, scratch)]
        for ops in pool.map(lambda command: executed(bin_dir, command), commands):
            seen |= ops
    missing = [name for name in names
               if name not in seen and not never_executed(tile_opt, name)]
    for name in missing:
        print(f"error: no test in tests/interp, tests/kernels or tests/emulator executes '{name}'")
    print(f"{len(commands)} commands executed {len(seen)} of {len(names)} ops")
    sys.exit(1 if missing or not seen else 0)


if __name__ == "__main__":
    main()
