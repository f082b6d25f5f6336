#!/usr/bin/env python3
"""Follows a guide word for word in a copy of the checkout, as its reader would.

  follow.py GUIDE.md SOURCE COPY [NAME=VALUE...]

A code block after "In `FILE`, before `TEXT`:" goes into FILE in front of the line that begins with TEXT; one after
"In the new file `FILE`:" becomes that file; a block of `sh` is run in the copy.  NAME=VALUE replaces
text in commands, for what a test wants faster than a reader does.
"""
import os
import re
import shutil
import subprocess
import sys

STEP = re.compile(r"In\s+(the new file\s+)?`([^`]+)`(?:,\s+before\s+`([^`]+)`)?:\s*$")


def copy_tree(source, copy):
    shutil.rmtree(copy, ignore_errors=True)
    keep = lambda folder, names: [n for n in names if n in ("build", ".git") or n == "Output"]
    shutil.copytree(source, copy, symlinks=True, ignore=keep)


def blocks(text):
    """(prose since the last block, language, content) of every code block."""
    for prose, language, content in re.findall(r"(.*?)^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        yield prose, language, content


def insert(path, before, content):
    lines = open(path).read().splitlines(keepends=True)
    at = [i for i, line in enumerate(lines) if line.startswith(before)]
    if len(at) != 1:
        sys.exit(f"{path}: {len(at)} lines begin with '{before}', the guide needs one")
    lines.insert(at[0], content)
    open(path, "w").write("".join(lines))


def follow(prose, language, content, copy, replace):
    if language == "sh":
        for name, value in replace:
            content = content.replace(name, value)
        print(content, flush=True)
        subprocess.run(["bash", "-euo", "pipefail", "-c", content], cwd=copy, check=True)
        return
    step = STEP.search(prose)
    if not step:
        sys.exit(f"the guide does not say where this goes:\n{content}")
    new, name, before = step.groups()
    path = os.path.join(copy, name)
    if new:
        with open(path, "x") as f:
            f.write(content)
    else:
        insert(path, before, content)


def main():
    guide, source, copy, *replace = sys.argv[1:]
    replace = [r.split("=", 1) for r in replace]
    copy_tree(source, copy)
    for prose, language, content in blocks(open(guide).read()):
        follow(prose, language, content, copy, replace)


main()
