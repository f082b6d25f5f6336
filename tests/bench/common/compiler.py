"""Kernel files to images for the GPU."""
import json
import os
import re
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def declared_parameters(file):
    """Names that the file declares at its head."""
    with open(os.path.join(SOURCE, file), encoding="utf-8") as text:
        head = re.search(r"tile\.params\s*\{(.*?)\}", text.read(), re.S)
    return re.findall(r"\b([A-Z][A-Z0-9_]*)\s*=", head[1]) if head else []


def timer(tree, name):
    """Seconds of all timers of that name below `tree`, the outermost ones."""
    if tree["name"] == name:
        return tree["wall"]
    return sum(timer(child, name) for child in tree["children"])


class Compiler:
    """Images by file and parameters; "" where compilation failed. `options` has `bin` and `arch`."""

    def __init__(self, options, folder):
        self.options, self.folder, self.known, self.failed = options, folder, {}, 0

    def image(self, file, params):
        """`params` is "BM=64,BN=128", or empty."""
        key = (file, params)
        if key not in self.known:
            self.known[key] = self.compile(file, params, os.path.join(self.folder, f"{len(self.known)}.ptx"))
        return self.known[key]

    def command(self, file, params, image):
        return [os.path.join(self.options.bin, "tile-compile"), os.path.join(SOURCE, file),
                f"--arch={self.options.arch}", "-o", image, *(f"--param={p}" for p in params.split(",") if p)]

    def compile(self, file, params, image):
        done = subprocess.run(self.command(file, params, image), capture_output=True, text=True)
        if done.returncode:
            self.failed += 1
            print(f"{file} {params}:\n{done.stderr}", file=sys.stderr)
        return image if done.returncode == 0 else ""

    def times(self, file, params, repeats=3):
        """Seconds of our passes and of LLVM, all versions of the kernel together, the least of `repeats`."""
        command = self.command(file, params, os.path.join(self.folder, "timed.ptx"))
        found = []
        for _ in range(repeats):
            done = subprocess.run(command + ["--timing", "--timing-format=json"], capture_output=True, text=True)
            if done.returncode:
                return None
            tree = json.loads(done.stderr)
            llvm = next(child for child in tree["children"] if child["name"] == "LLVM")
            ours = sum(timer({**tree, "children": [c for c in tree["children"] if c is not llvm]}, name)
                       for name in ("passes", "passes for the GPU"))
            found.append((ours, timer(llvm, "compile")))
        return tuple(min(column) for column in zip(*found))
