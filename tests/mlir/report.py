"""The page docs/mlir-tests.md: how many test functions of each file are equal, and why others are not.

Reasons stand in reasons.txt, a line each: a pattern for the file, one for the function (`@name`,
`errors`, `ops`, or the line it begins on), a colon and the reason; the first that fits counts.
"""
import fnmatch
import os
import re

HEAD = """# MLIR's tests, run here

What [testing.md](testing.md#mlirs-own-tests) says of `tests/mlir/suite.py`, as of the last run of

```
tests/mlir/suite.py --mlir-tests DIR --markdown > docs/mlir-tests.md
```

with the tests of MLIR 22.1.8. *Equal* are functions, and texts to be refused, of which both tools make the same;
*counted* are those that use only dialects and passes that are meant to be here.
"""


def read_reasons(path):
    reasons = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                found = re.match(r"(\S+)\s+(\S+?):\s+(.*)", line)
                if found and not line.startswith("#"):
                    reasons.append(found.groups())
    return reasons


def reason_for(reasons, unit):
    names = (f"@{unit.name}", unit.name, str(unit.line))
    for file, name, why in reasons:
        if fnmatch.fnmatch(unit.file, file) and any(fnmatch.fnmatch(n, name) for n in names):
            return why
    return ""


def print_page(files, count, percent, equal, out):
    reasons = read_reasons(os.path.join(os.path.dirname(os.path.abspath(__file__)), "reasons.txt"))
    everything = [unit for file in files for unit in file.units]
    print(HEAD)
    print("| file | equal | counted | | left out |\n|---|--:|--:|--:|--:|")
    rows = [(file.name, count(file.units)) for file in files] + [("**all**", count(everything))]
    for name, counts in rows:
        inside = sum(counts.values()) - counts[out]
        if inside:
            print(f"| {name} | {counts[equal]} | {inside} | {percent(counts)} | {counts[out]} |")
    print("\n## Not equal")
    for file in files:
        failing = [unit for unit in file.units if unit.outcome[0] not in (equal, out)]
        if failing:
            print(f"\n**{file.name}**")
        for unit in failing:
            name = f"`@{unit.name}`" if unit.name not in ("ops", "errors") else unit.name
            why = reason_for(reasons, unit)
            print(f"- {name}, line {unit.line}: {unit.outcome[0]}{'; ' + why if why else ''}")
    print("\n## Left out")
    print("| why | functions |\n|---|--:|")
    for why, number in left_out(everything, out):
        print(f"| {why} | {number} |")


def left_out(units, out):
    """Reasons and how many functions each leaves out, the most frequent first."""
    reasons = {}
    for unit in units:
        if unit.outcome[0] == out:
            why = re.sub(r"^mlir-opt: .*", "mlir-opt does not take the function alone",
                         unit.outcome[1])
            reasons[why] = reasons.get(why, 0) + 1
    return sorted(reasons.items(), key=lambda entry: (-entry[1], entry[0]))
