#!/usr/bin/env python3
"""Runs a page's commands: console.py PAGE FOLDER.

A block whose first line is a comment with a file's name (`// f.mlir`, `# p.txt: ...`) becomes that
file in FOLDER.  In a `console` block each line that begins with `$ ` is run there by bash, with the
tools on PATH, and has to print the lines below it up to the next one; a line `...` stands for any
number of lines.
"""
import os
import re
import subprocess
import sys


def blocks(page):
    with open(page) as f:
        return re.findall(r"^```(\w*)\n(.*?)^```$", f.read(), re.M | re.S)


def commands(text):
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        lines = part.rstrip("\n").split("\n")
        while lines[0].endswith("\\"):
            lines[0:2] = [lines[0] + "\n" + lines[1]]
        yield lines[0], lines[1:]


def fits(expected, got):
    pattern = "".join("(?:.*\n)*?" if e == "..." else re.escape(e) + "\n" for e in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in got)) is not None


def main():
    page, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    ran = 0
    for kind, text in blocks(page):
        name = re.match(r"(?://|#) ([\w.-]+\.\w+)\b", text)
        if kind != "console":
            if name:
                with open(os.path.join(folder, name[1]), "w") as f:
                    f.write(text)
            continue
        for command, expected in commands(text):
            run = subprocess.run(["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True)
            got = run.stdout.rstrip("\n").split("\n") if run.stdout else []
            ran += 1
            if not fits(expected, got):
                sys.exit(f"{page}: $ {command}\nexpected:\n" + "\n".join(expected) +
                         "\ngot:\n" + "\n".join(got))
    print(f"{ran} commands print what {os.path.basename(page)} says")


main()
