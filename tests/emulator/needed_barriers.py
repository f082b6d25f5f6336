#!/usr/bin/env python3
"""Leaves out each barrier of lowered kernels: needed_barriers.py BIN [FILE...].

The kernels of a file (shared_reuse.mlir) are lowered to threads.  As they are they run without a race; without any one of
their barriers of the block or of a warp the emulator reports one, or a read of what nothing wrote.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PIPELINE = "tile.kernel(mem-barriers),tile-to-thread,canonicalize,cse"
FAULTS = ("races in", "reads what nothing wrote")


def lower(tools, path):
    command = [tools + "/tile-opt", path, "--pass-pipeline=" + PIPELINE]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def run(tools, path, kernel, text):
    with open(path, "w") as f:
        f.write(text)
    two = "memref<?x?x" in re.search(rf"@{kernel}\((.*?)\)", text)[1]
    dims = ["--dim=M=256", "--dim=N=128"] if two else ["--dim=N=8192"]
    command = [tools + "/tile-run", path, "--device=cpu", f"--kernel=@{kernel}", *dims]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stderr


def main():
    tools, files = sys.argv[1], sys.argv[2:] or [os.path.join(HERE, "shared_reuse.mlir")]
    tried, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.mlir")
        for file in files:
            lines = lower(tools, file).splitlines(keepends=True)
            kernel, kernels = None, {}
            for i, line in enumerate(lines):
                found = re.search(r"simt\.kernel @(\w+)", line)
                kernel = found[1] if found else kernel
                kernels.setdefault(kernel, [])
                if re.match(r"\s*simt\.(barrier|warp_sync)\s*$", line):
                    kernels[kernel].append(i)
            for kernel, barriers in kernels.items():
                if not kernel:
                    continue
                code, err = run(tools, path, kernel, "".join(lines))
                if code:
                    wrong.append(f"{kernel} fails as it is: {err[:500]}")
                for i in barriers:
                    code, err = run(tools, path, kernel, "".join(lines[:i] + lines[i + 1:]))
                    tried += 1
                    if code == 0 or not any(fault in err for fault in FAULTS):
                        wrong.append(f"{kernel} without line {i + 1} ({lines[i].strip()}): {err[:500] or 'no fault'}")
    for text in wrong:
        print(text)
    print(f"needed_barriers: {tried} barriers left out, {len(wrong)} not needed or wrong")
    return 1 if wrong or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
