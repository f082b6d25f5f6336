#!/usr/bin/env python3
"""Checks that what the pages link to exists, and that claims have evidence.

Every relative link of README.md and of the pages in docs names a file of this checkout, and every row of
docs/compared-with-mlir.md links to a test or a page in its last column.

Exit status 1 and one line for each fault.
"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def without_code(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def broken_links(page):
    with open(page, encoding="utf-8") as file:
        targets = LINK.findall(without_code(file.read()))
    here = os.path.dirname(page)
    return [t for t in targets if "://" not in t and not os.path.exists(os.path.join(here, t))]


def rows_without_evidence(page):
    with open(page, encoding="utf-8") as file:
        rows = [line.strip() for line in file if line.startswith("| ") and "| shown by |" not in line]
    last = [row.strip("|").rsplit("|", 1)[1] for row in rows]
    return [row for row, cell in zip(rows, last) if not any("://" not in t for t in LINK.findall(cell))]


def main():
    faults = []
    pages = sorted(glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True))
    for page in [os.path.join(ROOT, "README.md"), *pages]:
        name = os.path.relpath(page, ROOT)
        faults += [f"{name}: there is no '{target}'" for target in broken_links(page)]
    compared = os.path.join(ROOT, "docs", "compared-with-mlir.md")
    faults += [f"docs/compared-with-mlir.md: nothing shows: {row[:70]}" for row in rows_without_evidence(compared)]
    print("\n".join(faults) or "all links lead somewhere")
    return 1 if faults else 0


sys.exit(main())
