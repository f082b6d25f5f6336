"""The page docs/mlir-tests.md: how many test functions of each file are equal, and why others are not.

Reasons stand in reasons.txt, a line each: a pattern for the file, one for the function (`@name`,
`errors`, `ops`, or the line it begins on), a colon and the reason; the first that fits counts.
"""
import fnmatch
import os
import re
import sys

HEAD = """# MLIR's tests, run here

What [testing.md](testing.md#mlirs-own-tests) says of `tests/mlir/suite.py`, as of the last run of

```
tests/mlir/suite.py --mlir-tests DIR --markdown > docs/mlir-tests.md
```

with the tests of MLIR 22.1.8. *Equal* are functions, and texts to be refused, of which both tools make the same.
*Counted* are those that use only arith, math, cf, scf, func, builtin, vector, memref and ub, and of which a RUN line has
only passes that are here. A function of which `mlir-opt` itself makes one with ops or types of another dialect, such as
`bufferization.to_buffer` or `affine.min`, counts as one of that dialect. Two stricter numbers follow. *Pass not here* are functions of these dialects of which some RUN
line needs a pass that Tegula does not have; the percentage behind it takes each for one that is not equal, even where its
other RUN lines are. *Pass for tests* are those that need a pass that only MLIR's tests have, such as
`test-greedy-patterns`; the last percentage takes these, too, for not equal.
"""

GROUPS = [  # what the first table adds up
    ("Dialect/Arith", "Dialect/Arith/*"), ("Dialect/Math", "Dialect/Math/*"),
    ("Dialect/ControlFlow", "Dialect/ControlFlow/*"), ("Dialect/SCF", "Dialect/SCF/*"),
    ("Dialect/Func", "Dialect/Func/*"), ("Transforms/cse*", "Transforms/cse*"),
    ("Transforms/canonicalize*", "Transforms/canonicalize*"),
    ("Transforms/loop-invariant-code-motion*", "Transforms/loop-invariant-code-motion*"),
    ("Transforms/sccp*", "Transforms/sccp*"), ("Transforms/inlining*", "Transforms/inlining*"),
    ("IR", "IR/*"), ("the rest of Transforms", "Transforms/*"),
]
FOR_TESTS = re.compile(r"test-|.*-test$")  # passes that only tests have


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


class Tally:
    """Numbers of some units, of which `equal` and `out` are the outcomes."""

    def __init__(self, units, equal, out):
        self.counted = [unit for unit in units if unit.outcome[0] != out]
        self.out = len(units) - len(self.counted)
        self.equal = [unit for unit in self.counted if unit.outcome[0] == equal]
        offered = [unit for unit in units if any(not FOR_TESTS.match(p) for p in unit.missing)]
        tests = [unit for unit in units if unit.missing and unit not in offered]
        self.not_here, self.for_tests = set(offered), set(tests)

    def row(self, name):
        counted, equal = set(self.counted), set(self.equal)
        strict = share(len(equal - self.not_here), len(counted | self.not_here))
        strictest = share(len(equal - self.not_here - self.for_tests),
                          len(counted | self.not_here | self.for_tests))
        return (f"| {name} | {len(equal)} | {len(counted)} | {share(len(equal), len(counted))} | "
                f"{len(self.not_here)} | {strict} | {len(self.for_tests)} | {strictest} |")


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def print_page(files, equal, out):
    reasons = read_reasons(os.path.join(os.path.dirname(os.path.abspath(__file__)), "reasons.txt"))
    everything = [unit for file in files for unit in file.units]
    print(HEAD)
    print_groups(files, everything, equal, out)
    print("\n## Files")
    print("| file | equal | counted | | left out |\n|---|--:|--:|--:|--:|")
    for name, units in [(file.name, file.units) for file in files] + [("**all**", everything)]:
        tally = Tally(units, equal, out)
        if tally.counted:
            print(f"| {name} | {len(tally.equal)} | {len(tally.counted)} | "
                  f"{share(len(tally.equal), len(tally.counted))} | {tally.out} |")
    print_failing(files, reasons, equal, out)
    print_left_out(everything, out)


def print_groups(files, everything, equal, out):
    print("| tests | equal | counted | | pass not here | | pass for tests | |\n"
          "|---|--:|--:|--:|--:|--:|--:|--:|")
    taken = set()
    for name, pattern in GROUPS:
        chosen = [file for file in files
                  if fnmatch.fnmatch(file.name, pattern) and file.name not in taken]
        taken |= {file.name for file in chosen}
        if chosen:
            print(Tally([unit for file in chosen for unit in file.units], equal, out).row(name))
    print(Tally(everything, equal, out).row("**all**"))


def print_failing(files, reasons, equal, out):
    print("\n## Not equal")
    for file in files:
        failing = [unit for unit in file.units if unit.outcome[0] not in (equal, out)]
        if failing:
            print(f"\n**{file.name}**")
        for unit in failing:
            name = f"`@{unit.name}`" if unit.name not in ("ops", "errors") else unit.name
            why = reason_for(reasons, unit)
            if not why:
                print(f"warning: no reason for {unit.title()}", file=sys.stderr)
            print(f"- {name}, line {unit.line}: {unit.outcome[0]}{'; ' + why if why else ''}")


def print_left_out(units, out):
    """Why functions are left out altogether, by kinds of reasons."""
    kinds = {"Passes that are not here": [], "Passes that only MLIR's tests have": [],
             "Other dialects": [], "Other reasons": []}
    for why, number in left_out(units, out):
        word, _, name = why.partition(" ")
        kind = "Other dialects" if word == "dialect" else "Other reasons"
        if word == "pass":
            kind = "Passes that only MLIR's tests have" if FOR_TESTS.match(name) \
                else "Passes that are not here"
        kinds[kind].append((f"`{name}`" if word in ("pass", "dialect") else why, number))
    print("\n## Left out")
    print("Functions none of whose RUN lines is followed. What has another dialect stands with that, whatever its passes.")
    for kind, entries in kinds.items():
        total = sum(number for _, number in entries)
        print(f"\n**{kind}** ({total}): " + ", ".join(f"{why} {number}" for why, number in entries))


def left_out(units, out):
    """Reasons and how many functions each leaves out, the most frequent first."""
    reasons = {}
    for unit in units:
        if unit.outcome[0] == out:
            why = re.sub(r"^mlir-opt: .*", "mlir-opt does not take the function alone",
                         unit.outcome[1])
            reasons[why] = reasons.get(why, 0) + 1
    return sorted(reasons.items(), key=lambda entry: (-entry[1], entry[0]))
