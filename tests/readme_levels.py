#!/usr/bin/env python3
"""Checks that the README's lines of each level are what the tools make of the GEMM example.

    tests/readme_levels.py BIN    a folder with tile-compile

A block below `<!-- level NAME -->` holds lines of the last dump of that name, in that order; `...` in a
line stands for anything, and names and numbers of values may differ.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent


def plain(line):
    """A line without what may differ: names of values, spaces."""
    return re.sub(r"\s+", " ", re.sub(r"%[\w#]+", "%", line)).strip()


def pattern(line):
    return re.compile(".*".join(re.escape(piece.strip()) for piece in plain(line).split("...")))


def check(name, block, dumps):
    files = sorted(dumps.glob(f"[0-9][0-9]_{name}.*"))
    text = (line for line in files[-1].read_text().splitlines() if line.strip()) if files else iter(())
    text = map(plain, text)
    for line in block.splitlines():
        if not any(pattern(line).search(made) for made in text):
            print(f"README.md: level {name} has no such line, or not after the one before:\n  {line}")
            return 1
    return 0


def main():
    readme = (root / "README.md").read_text()
    blocks = re.findall(r"<!-- level ([\w-]+) -->\n```\w*\n(.*?)```", readme, re.S)
    with tempfile.TemporaryDirectory() as folder:
        dumps = pathlib.Path(folder)
        subprocess.run(
            [f"{sys.argv[1]}/tile-compile", root / "docs/examples/gemm.mlir", "--arch=sm_90a", "--emit=ptx",
             f"--dump-levels={dumps}", "-o", dumps / "gemm.ptx"],
            check=True, stderr=subprocess.DEVNULL)
        bad = sum(check(name, block, dumps) for name, block in blocks)
    if not blocks:
        print("README.md: no block below a '<!-- level NAME -->'")
    return bad or not blocks


if __name__ == "__main__":
    sys.exit(main())
