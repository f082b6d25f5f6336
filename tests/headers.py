#!/usr/bin/env python3
"""Checks headers and includes.

  headers.py alone [CC]   every header compiles by itself as C17; public ones also as a plugin sees them
  headers.py graph        no include goes upward between the rooms of docs/architecture.md

Run from anywhere; exit status 1 and one line for each fault.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Rooms from the bottom up: files of one may include files of those before it.  `ir/ir.h` itself stands on all of ir.
IR = ["ir/support", "ir/core", "ir/interfaces", "ir/analysis", "ir/edit", "ir/asm", "ir/verify", "ir/pass", "ir"]
MAY_INCLUDE = {room: IR[:i] for i, room in enumerate(IR)}
MAY_INCLUDE["ir/interp"] = ["ir/support", "ir/core", "ir/interfaces"]
MAY_INCLUDE["dialects"] = IR + ["ir/interp"]
MAY_INCLUDE["passes"] = MAY_INCLUDE["targets"] = IR + ["ir/interp", "dialects"]
MAY_INCLUDE["driver"] = IR + ["ir/interp", "dialects", "passes", "targets"]


def sources(*suffixes):
    found = []
    for top in ("ir", "dialects", "passes", "targets", "driver"):
        for folder, _, files in os.walk(os.path.join(ROOT, top)):
            found += [os.path.relpath(os.path.join(folder, f), ROOT) for f in files if f.endswith(suffixes)]
    return sorted(found)


def room(path):
    top, *rest = path.split("/")
    return f"{top}/{rest[0]}" if top == "ir" and len(rest) > 1 else top


def check_graph():
    faults = []
    for path in sources(".c", ".h", ".inc", ".def"):
        with open(os.path.join(ROOT, path), encoding="utf-8") as f:
            for number, line in enumerate(f, 1):
                m = re.match(r'\s*#\s*include "([^"]+)"', line)
                if not m:
                    continue
                here, there = room(path), room(m[1])
                if here != there and there not in MAY_INCLUDE.get(here, []):
                    faults.append(f"{path}:{number}: {here} must not include {m[1]}: arrows point down only")
    return faults


def compile_alone(cc, header, flags):
    command = [cc, "-std=c17", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers",
               "-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE", "-I" + ROOT, "-fsyntax-only", "-x", "c", *flags, "-"]
    # Included twice: the guard works too.
    text = f'#include "{header}"\n#include "{header}"\ntypedef int not_empty;\n'
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{header} does not compile alone:\n{done.stderr}"


def needs_llvm(header):
    """Whether it includes a header of LLVM, itself or through another of its folder."""
    with open(os.path.join(ROOT, header), encoding="utf-8") as f:
        text = f.read()
    inner = re.findall(r'#include "(targets/nvptx/[^"]+)"', text)
    return "<llvm-c/" in text or any(needs_llvm(other) for other in inner)


def check_alone(cc):
    jobs = []
    for header in sources(".h"):
        public = header.startswith(("ir/", "dialects/")) and not header.endswith("_impl.h")
        if needs_llvm(header):
            continue  # compiled where LLVM's headers are found
        jobs.append((header, ["-DIR_HOST"]))
        if public:
            jobs.append((header, []))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return [fault for fault in pool.map(lambda j: compile_alone(cc, *j), jobs) if fault]


def main():
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "graph":
        faults = check_graph()
    elif what == "alone":
        faults = check_alone(sys.argv[2] if len(sys.argv) > 2 else "cc")
    else:
        sys.exit(__doc__)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
