#!/usr/bin/env python3
"""Checks that lines of each level, in README.md and docs/pipelining.md, are what the tools make of the GEMM example.

    tests/readme_levels.py BIN    a folder with tile-compile and tile-opt

A block below `<!-- level NAME -->` or `<!-- level NAME ARCH -->` holds lines of a dump of that name, in that order: README.md of the last
one, docs/pipelining.md of the first, which is of the kernel's first version alone; `...` in a line stands for anything, and names and numbers of values may differ.  `<!-- levels OPTIONS -->` says how the page compiles the
example; a block below `<!-- schedule ARCH -->` is what tile-pipeline{schedule-only} writes.
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


def check(page, name, block, dump):
    text = iter(map(plain, filter(str.strip, dump.splitlines())))
    for line in block.splitlines():
        if not any(pattern(line).search(made) for made in text):
            print(f"{page}: {name} has no such line, or not after the one before:\n  {line}")
            return 1
    return 0


class Example:
    """What the tools make of the example, for one page."""

    def __init__(self, bin_dir, options, which, folder):
        self.bin, self.options, self.which, self.folder, self.made = bin_dir, options, which, folder, {}

    def level(self, name, arch):
        if arch not in self.made:
            self.made[arch] = self.folder / arch
            self.made[arch].mkdir()
            subprocess.run(
                [f"{self.bin}/tile-compile", root / "docs/examples/gemm.mlir", *self.options, f"--arch={arch}", "--emit=ptx",
                 f"--dump-levels={self.made[arch]}", "-o", self.folder / "gemm.ptx"], check=True, stderr=subprocess.DEVNULL)
        files = sorted(self.made[arch].glob(f"[0-9][0-9]_{name}" + ("" if "." in name else ".*")))
        return files[self.which].read_text() if files else ""

    def schedule(self, arch):
        options = [o for o in self.options if not o.startswith("--arch")]
        before = subprocess.run([f"{self.bin}/tile-opt", root / "docs/examples/gemm.mlir", *options, "--stop-before=tile-pipeline",
                                 f"--pass-pipeline=tile-to-thread-level{{arch={arch}}}"], check=True, capture_output=True)
        return subprocess.run([f"{self.bin}/tile-opt", "-", "--pass-pipeline=tile.kernel(tile-pipeline{schedule-only})"],
                              input=before.stdout, check=True, capture_output=True).stdout.decode()


def check_page(bin_dir, page, which, folder):
    text = (root / page).read_text()
    options = re.search(r"<!-- levels (.*?) -->", text)
    example = Example(bin_dir, [o for o in options[1].split() if not o.startswith("--arch")] if options else [], which, folder)
    blocks = re.findall(r"<!-- (level|schedule) ([\w.-]+)(?: (\w+))? -->\n```\w*\n(.*?)```", text, re.S)
    if not blocks:
        print(f"{page}: no block below a '<!-- level NAME -->'")
    bad = 0
    for kind, name, arch, block in blocks:
        dump = example.schedule(name) if kind == "schedule" else example.level(name, arch or "sm_90a")
        bad += check(page, f"{kind} {name}", block, dump)
    return bad or not blocks


def main():
    bad = 0
    for page, which in (("README.md", -1), ("docs/pipelining.md", 0)):
        with tempfile.TemporaryDirectory() as folder:
            bad += check_page(sys.argv[1], page, which, pathlib.Path(folder))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
