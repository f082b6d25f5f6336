#!/usr/bin/env python3
"""Counts how many test functions of MLIR's own tests give the same through tile-opt.

  tests/mlir/suite.py --mlir-tests DIR [--tile-opt FILE] [PATTERN...]

DIR is mlir/test of a checkout of the version that mlir-opt has.  Each RUN line is followed with
both tools on the same text, a section at a time or, where one of them refuses that, a function
with the symbols it names.  What both print is printed again by mlir-opt, in generic form, and then
compared as text.  A section that is to be refused must be refused by us at the same lines.

A function is left out when it, or what mlir-opt makes of it, uses a dialect that is not among
DIALECTS, or when all its RUN lines have passes that are not among PASSES.  The page that --markdown prints also counts the latter.
"""
import argparse
import concurrent.futures
import difflib
import fnmatch
import glob
import os
import re
import shutil
import sys

import report
import testfile
import tools

FILES = [f"Dialect/{d}/*.mlir" for d in ("Arith", "Math", "ControlFlow", "SCF", "Func")] + [
    "Transforms/*.mlir", "IR/*.mlir"]
DIALECTS = {"arith", "math", "cf", "scf", "func", "builtin", "vector", "memref", "ub"}
PASSES = {
    "arith-expand", "math-expand-ops", "math-extend-to-supported-types", "math-sincos-fusion",
    "math-uplift-to-fma",
    "canonicalize", "cse", "sccp", "loop-invariant-code-motion", "inline", "mem2reg",
    "symbol-dce", "symbol-privatize", "strip-debuginfo", "topological-sort", "convert-scf-to-cf",
    "int-range-optimizations", "arith-int-range-opts", "control-flow-sink",
    "arith-unsigned-when-equivalent", "test-loop-unrolling", "arith-emulate-unsupported-floats",
    "arith-emulate-wide-int", "arith-int-range-narrowing",
    "scf-forall-to-for", "scf-forall-to-parallel", "scf-for-to-while", "print-op-stats",
    "duplicate-function-elimination", "scf-parallel-loop-fusion",
    "scf-parallel-for-to-nested-fors", "scf-for-loop-range-folding", "remove-dead-values",
}
SUBSTITUTED = {  # passes that only MLIR's tests have, and what is run instead, by both tools
    "test-single-fold": "canonicalize",
    "test-constant-fold": "canonicalize",
}
DRIVEN = {"transform-interpreter": "dialect transform"}  # what a pass does stands in ops of one
OURS = {"test-loop-unrolling": "scf-loop-unroll"}  # passes that have another name here
REGISTERED = set(  # what mlir-opt knows; the names of all others are nobody's
    "acc affine amdgpu amx arith arm_neon arm_sme arm_sve async bufferization cf complex dlti "
    "emitc func gpu index irdl linalg llvm math memref ml_program mpi nvgpu nvvm omp pdl pdl_interp ptr "
    "quant rocdl scf shape shard smt sparse_tensor spirv tensor test test_dyn tosa transform ub "
    "vector wasmssa x86vector xegpu xevm".split())
REPRINT = ["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope"]

EQUAL, OUT = "equal", "left out"
# From bad to good: what a function is when its RUN lines differ.
ORDER = ["crashes", "accepted though wrong", "other place", "refused", "unreadable", "differs",
         EQUAL, OUT]


class Unit:
    """A test function, or a section that is to be refused."""

    def __init__(self, file, section, chunk, error, together=None):
        self.file, self.section, self.chunk, self.error = file, section, chunk, error
        self.chunks = together or ([chunk] if chunk else section.ops)
        self.line = section.line + (chunk.line + leading(chunk.text) if chunk else 0) + 1
        self.name = (chunk.name if chunk and chunk.name else "") or (
            "errors" if error else "ops")
        self.foreign = None
        self.outcomes = []  # (outcome, why, run)
        self.shown = []  # texts for --show

    @property
    def missing(self):
        """The passes that some RUN line needs and that are not followed, unless the function is
        left out for its dialects anyway."""
        if self.foreign:
            return []
        return [why[5:] for outcome, why, _ in self.outcomes
                if outcome == OUT and why.startswith("pass ")]

    @property
    def outcome(self):
        return min(self.outcomes, key=lambda entry: ORDER.index(entry[0]),
                   default=(OUT, "no RUN line", None))

    def title(self):
        return f"{self.file}:{self.line} @{self.name}" if self.name not in ("ops", "errors") \
            else f"{self.file}:{self.line} {self.name}"

    def add(self, outcome, why, run, shown=()):
        self.outcomes.append((outcome, why, run))
        self.shown.append((run, outcome, why, shown))


def leading(text):
    """Lines of comments in front of an op."""
    count = 0
    for line in text.split("\n"):
        if line.strip() and not line.strip().startswith("//"):
            break
        count += 1
    return count


class File:
    """Everything about one test file."""

    def __init__(self, path, name, options):
        self.name, self.options = name, options
        self.runs, self.sections = testfile.read(path)
        self.errors_expected = any(run.verify or run.fails for run in self.runs)
        self.units = [unit for section in self.sections for unit in self.units_of(section)]

    def units_of(self, section):
        if not section.text.strip() or not section.ops:
            return []
        with_error = [chunk for chunk in section.ops if chunk.expects_error]
        if self.errors_expected and "wanted--error" in section.text:
            if len(with_error) > 1:
                return [Unit(self.name, section, chunk, True) for chunk in with_error]
            return [Unit(self.name, section, None, True)]
        if any(run.fails for run in self.runs) and not any(run.verify for run in self.runs):
            return [Unit(self.name, section, None, True)]
        named = [chunk for chunk in section.ops if chunk.name]
        units = [Unit(self.name, section, chunk, False) for chunk in named]
        unnamed = [chunk for chunk in section.ops if not chunk.name]
        if unnamed:  # ops without a name are one test together
            units.append(Unit(self.name, section, unnamed[0], False, unnamed))
        return units

    def survey(self):
        runs = []
        self.find_foreign(any(run.unregistered for run in self.runs))
        for run in self.runs:
            unknown = [name for name in run.passes if name not in PASSES | SUBSTITUTED.keys()]
            unwanted = run.odd or (f"pass {unknown[0]}" if unknown else None)
            if unwanted:
                unwanted = next((DRIVEN[name] for name in unknown if name in DRIVEN), unwanted)
                leaving = self.leaving(run) if unwanted.startswith("pass ") else {}
                for unit in self.units:
                    unit.add(OUT, unit.foreign or leaving.get(unit) or unwanted, run)
            else:
                runs.append(run)
        for run in runs:
            run.stages = [[substituted(word) for word in stage] for stage in run.stages]
        for run in runs:
            self.follow_errors(run, [unit for unit in self.units if unit.error])
            self.follow(run, [unit for unit in self.units if not unit.error])
        return self

    def find_foreign(self, unregistered):
        """Which dialects each unit uses beside ours."""
        plain = [unit for unit in self.units if not unit.error]
        texts = [unit.section.only(unit.section.closure(unit.chunks)) for unit in plain]
        texts = [compact(text) for text in texts]
        flags = [flag for flag in REPRINT if unregistered or "unregistered" not in flag]
        for unit, generic in zip(plain, tools.run_bundle(self.options.mlir_opt, flags, texts)):
            if generic.ok:
                unit.foreign = foreign_in_generic(generic.output, self.options.test_ops)
            else:
                unit.foreign = foreign_in_text(text_of(unit), self.options.test_ops) or \
                    f"mlir-opt: {generic.first_error()}"
        for unit in self.units:
            if unit.error:
                unit.foreign = foreign_in_text(text_of(unit), self.options.test_ops)

    def leaving(self, run):
        """Which units have no other dialect, but get one by what the RUN line does to them."""
        units = [unit for unit in self.units if not unit.error and not unit.foreign]
        texts = [compact(unit.section.only(unit.section.closure(unit.chunks))) for unit in units]
        made = through(tools.run_bundle, self.options.mlir_opt, run.stages, texts)
        made = reprinted(self.options, REPRINT, made)
        found = {unit: foreign_in_generic(part(result.output, unit.name), self.options.test_ops)
                 for unit, result in zip(units, made) if result.ok}
        return {unit: why for unit, why in found.items() if why}

    def follow(self, run, units):
        wanted = []
        for unit in units:
            if unit.foreign:
                unit.add(OUT, unit.foreign, run)
            else:
                wanted.append(unit)
        again = []
        groups = {}
        for unit in wanted:
            groups.setdefault(unit.section, []).append(unit)
        self.compare(run, list(groups.values()), again)
        self.compare(run, [[unit] for unit in again], None)

    def compare(self, run, groups, again):
        """Follows a RUN line with what each group of units needs; units that must be tried alone
        go to `again`."""
        if not groups:
            return
        texts = []
        for group in groups:
            chunks = [chunk for unit in group for chunk in unit.chunks]
            section = group[0].section
            texts.append(compact(section.only(section.closure(chunks))))
        theirs = through(tools.run_each if run.places else tools.run_bundle, self.options.mlir_opt,
                         run.stages, texts)
        ours = through(tools.run_each, self.options.tile_opt, our_stages(run), texts)
        reprint = REPRINT + (["--mlir-print-debuginfo"] if run.places else [])
        theirs_again = reprinted(self.options, reprint, theirs)
        ours_again = reprinted(self.options, reprint, ours)
        for group, text, a, b, a2, b2 in zip(groups, texts, theirs, ours, theirs_again, ours_again):
            good = a.ok and b.ok and a2.ok and b2.ok
            if not good and again is not None and len(group) > 1:
                again += group
                continue
            for unit in group:
                self.judge(unit, run, text, a, b, a2, b2)

    def judge(self, unit, run, text, a, b, a2, b2):
        shown = (text, a, b, a2, b2)
        if not a.ok or not a2.ok:
            bad = a2 if a.ok else a
            unit.add(OUT, f"mlir-opt: {bad.first_error()}", run)
            return
        leaves = foreign_in_generic(part(a2.output, unit.name), self.options.test_ops)
        if leaves:
            unit.add(OUT, leaves, run)
        elif not b.ok:
            unit.add("crashes" if b.crashed else "refused", b.first_error(), run, shown)
        elif not b2.ok:
            unit.add("unreadable", b2.first_error(), run, shown)
        else:
            left = renumbered(part(a2.output, unit.name))
            right = renumbered(as_theirs(part(b2.output, unit.name)))
            if left == right:
                unit.add(EQUAL, "", run, shown)
            else:
                unit.add("differs", first_difference(left, right), run, shown)

    def follow_errors(self, run, units):
        wanted = [unit for unit in units if not unit.foreign]
        for unit in units:
            if unit.foreign:
                unit.add(OUT, unit.foreign, run)
        if not wanted:
            return
        texts = [text_of(unit) for unit in wanted]
        theirs = through(tools.run_bundle, self.options.mlir_opt, run.stages, texts)
        ours = through(tools.run_each, self.options.tile_opt, run.stages, texts)
        for unit, text, a, b in zip(wanted, texts, theirs, ours):
            shown = (text, a, b, None, None)
            lines = a.error_lines()
            if a.ok or not lines:
                unit.add(OUT, "mlir-opt reports no error", run)
            elif b.crashed:
                unit.add("crashes", b.first_error(), run, shown)
            elif b.ok:
                unit.add("accepted though wrong", a.first_error(), run, shown)
            elif set(lines) <= set(b.error_lines()):
                unit.add(EQUAL, "", run, shown)
            else:
                unit.add("other place", f"line {lines} and {b.error_lines()}: {b.first_error()}",
                         run, shown)


def compact(text):
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


def text_of(unit):
    """What an erroneous unit is made of; lines are as in its section."""
    if unit.chunk is None:
        return unit.section.text
    return unit.section.only(unit.section.closure(unit.chunks))


def substituted(word):
    for name, instead in SUBSTITUTED.items():
        word = re.sub(rf"\b{name}\b", instead, word)
    return word


def our_stages(run):
    """Ops of the prefix `test` need this, where for MLIR they are of a known dialect."""
    stages = [[ours(word) for word in stage] for stage in run.stages]
    if run.unregistered:
        return stages
    return [[*stage, "--allow-unregistered-dialect"] for stage in stages]


def ours(word):
    for name, instead in OURS.items():
        word = re.sub(rf"\b{name}\b", instead, word)
    return word


def through(runner, tool, stages, texts):
    """Each text through all stages; what fails stays as it is."""
    results = [tools.Result(text) for text in texts]
    for options in stages:
        alive = [index for index, result in enumerate(results) if result.ok]
        for index, result in zip(alive, runner(tool, options, [results[i].output for i in alive])):
            results[index] = result
    return results


def reprinted(options, flags, results):
    alive = [index for index, result in enumerate(results) if result.ok]
    again = [tools.Result(status=1)] * len(results)
    printed = tools.run_bundle(options.mlir_opt, flags, [results[i].output for i in alive])
    for index, result in zip(alive, printed):
        again[index] = result
    return again


def foreign_in_generic(text, known):
    ops = set(re.findall(r'"([\w$]+\.[\w.$-]+)"(?=\(| <)', text))
    return foreign(ops, set(re.findall(r"[!#]([a-z_]\w*)[.<]", text)), known)


def foreign_in_text(text, known):
    bare = re.sub(r"//.*", "", text)
    ops = set(re.findall(r'"([a-z_]\w*\.[\w.$-]+)"\s*(?=\(|<)', bare))
    bare = re.sub(r'"(\\.|[^"\\])*"', '""', bare)
    ops |= set(re.findall(r"(?m)(?:^|[={(])\s*([a-z_]\w*\.[a-z_][\w.]*)", bare))
    return foreign(ops, set(re.findall(r"[!#]([a-z_]\w*)[.<]", bare)), known)


def foreign(ops, prefixes, known):
    names = prefixes | {op.split(".")[0] for op in ops if op.split(".")[0] != "test"}
    names |= {"test"} if any(op[5:] in known for op in ops if op.startswith("test.")) else set()
    found = sorted((names & REGISTERED) - DIALECTS)
    return f"dialect {found[0]}" if found else None


def test_ops(directory):
    """The ops of MLIR's dialect `test`; others of that prefix are as if they were unregistered."""
    found = set()
    for path in glob.glob(os.path.join(directory, "lib/Dialect/Test/*.td")):
        with open(path, encoding="utf-8") as file:
            found |= set(re.findall(r'\bdef\s+\w+\s*:\s*\w+<\s*"([\w.$]+)"', file.read()))
    return found


def part(output, name):
    """What generic output has of one symbol; everything, if that is not there."""
    lines = output.rstrip("\n").split("\n")
    if not re.match(r'"builtin\.module"\(\)( <\{\}>)? \(\{$', lines[0]):
        return output
    parts = []
    for line in lines[1:-1]:
        if re.match(r'  ["%]', line) or not parts:
            parts.append([])
        parts[-1].append(line)
    mine = [entry for entry in parts if f'sym_name = "{name}"' in entry[0]]
    return "\n".join("\n".join(entry) for entry in mine) if mine else output


def as_theirs(text):
    """Our text with MLIR's choice where docs/mlir-differences.md says that ours is another one."""
    # The switch that scf.index_switch becomes: 64 bits here, 32 there.
    return re.sub(r'(?m)^( *(%\d+) = "arith\.index_cast"\(\S+\) : \(index\) -> )i64\n'
                  r'( *"cf\.switch"\(\2\).*)$',
                  lambda m: f"{m[1]}i32\n" + re.sub(r"xi64>|\(i64\)", lambda t: t[0].replace(
                      "i64", "i32"), m[3]), text)


def renumbered(text):
    """With values named in the order in which they appear: in generic form one function's numbers
    depend on how many values the others have."""
    names = {}
    return re.sub(r"%(?:arg)?\d+", lambda m: names.setdefault(m[0], f"%v{len(names)}"), text)


def first_difference(left, right):
    for line in difflib.unified_diff(left.split("\n"), right.split("\n"), lineterm="", n=0):
        if line[0] in "+-" and line[:3] not in ("+++", "---"):
            return ("only MLIR: " if line[0] == "-" else "only ours: ") + line[1:].strip()[:110]
    return "spaces"


def find_files(options):
    found = []
    for base, _, names in sorted(os.walk(options.mlir_tests)):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(base, name), options.mlir_tests)
            if not any(fnmatch.fnmatch(path, pattern) for pattern in FILES):
                continue
            if options.files and not any(wanted in path or fnmatch.fnmatch(path, wanted)
                                         for wanted in options.files):
                continue
            if os.sep not in os.path.relpath(path, os.path.dirname(path)):
                found.append(path)
    return [path for path in found if path.endswith(".mlir") and path.count("/") <= 2]


def count(units):
    counts = dict.fromkeys(ORDER, 0)
    for unit in units:
        counts[unit.outcome[0]] += 1
    return counts


def percent(counts):
    inside = sum(counts.values()) - counts[OUT]
    return f"{100 * counts[EQUAL] / inside:.1f} %" if inside else "-"


def print_table(files):
    print(f"{'file':48} {'equal':>6} {'of':>5} {'':>8} {'left out':>9}")
    for file in files:
        counts = count(file.units)
        inside = sum(counts.values()) - counts[OUT]
        if inside:
            print(f"{file.name:48} {counts[EQUAL]:6} {inside:5} {percent(counts):>8} "
                  f"{counts[OUT]:9}")
    units = [unit for file in files for unit in file.units]
    counts = count(units)
    inside = len(units) - counts[OUT]
    print(f"{'all':48} {counts[EQUAL]:6} {inside:5} {percent(counts):>8} {counts[OUT]:9}")
    for outcome in ORDER:
        if counts[outcome] and outcome not in (EQUAL, OUT):
            print(f"  {outcome}: {counts[outcome]}")
    print("left out:")
    for why, number in report.left_out(units, OUT)[:25]:
        print(f"  {number:5} {why}")


def print_list(files, everything):
    for file in files:
        for unit in file.units:
            outcome, why, run = unit.outcome
            if everything or outcome not in (EQUAL, OUT):
                print(f"{unit.title()}: {outcome}: {why}")


def show(files, wanted):
    for file in files:
        for unit in file.units:
            if wanted not in (unit.name, str(unit.line)):
                continue
            for run, outcome, why, shown in unit.shown:
                print(f"=== {unit.title()}: {outcome}: {why}\n    RUN: {run.text}")
                if shown:
                    show_texts(unit, *shown)


def show_texts(unit, text, theirs, ours, theirs_again, ours_again):
    for title, body in (("input", text), ("mlir-opt", theirs.output + theirs.errors),
                        ("tile-opt", ours.output + ours.errors)):
        print(f"--- {title}\n{body.rstrip()}")
    if theirs_again and ours_again:
        print("--- difference, as mlir-opt prints them again" + "\n" + ours_again.errors.rstrip())
        left, right = (part(r.output, unit.name).split("\n") for r in (theirs_again, ours_again))
        print("\n".join(difflib.unified_diff(left, right, "mlir-opt", "tile-opt", lineterm="")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("files", nargs="*", help="parts or patterns of names of files")
    parser.add_argument("--mlir-tests", required=True, help="mlir/test of a checkout")
    parser.add_argument("--tile-opt", default=os.path.join(here, "../../build/release/bin/tile-opt"))
    parser.add_argument("--mlir-opt", default="mlir-opt-22")
    parser.add_argument("--list", nargs="?", const="failing", choices=["failing", "all"],
                        help="a line for each function that is not equal, or for all")
    parser.add_argument("--markdown", action="store_true", help="print docs/mlir-tests.md")
    parser.add_argument("--show", metavar="NAME", help="what both make of a function, by name or line")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    options.tile_opt = shutil.which(options.tile_opt) or os.path.abspath(options.tile_opt)
    options.test_ops = test_ops(options.mlir_tests)
    paths = find_files(options)
    if not paths:
        sys.exit("error: no such test")
    files = [File(os.path.join(options.mlir_tests, path), path, options) for path in paths]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        files = list(pool.map(File.survey, files))
    if options.show:
        show(files, options.show)
    elif options.markdown:
        report.print_page(files, EQUAL, OUT)
    elif options.list:
        print_list(files, options.list == "all")
    else:
        print_table(files)


if __name__ == "__main__":
    main()
