#!/usr/bin/env python3
"""Compares tile-opt with mlir-opt, and the IR before and after passes, on random modules.

  tests/mlir/differential.py --bin build/release/bin --seeds 0:1000

For every seed's module (generate.py):
  text      mlir-opt reads what we print, custom and generic, as the same IR; and we read what
            it prints
  locations the same with --mlir-print-debuginfo
  PASSES    after the same passes both have the same IR
  run PASS  the interpreter finds the same results before and after one of our passes

With --wide the modules are those of gen_wide.py, and the passes those for integers that are too wide.

"The same IR" is the same text once mlir-opt printed both in generic form.  A module that shows a
difference is kept in --keep; --reduce makes it small with tile-reduce.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

import gen_wide
import generate
import suite
import tools

# Passes that must agree, one list a line; those that tile-opt does not have are left out.
AGREE = [["canonicalize"], ["arith-expand"], ["cse"], ["canonicalize", "cse"], ["sccp"], ["inline"],
         ["inline", "symbol-dce"], ["loop-invariant-code-motion"], ["symbol-dce"], ["convert-scf-to-cf"],
         ["int-range-optimizations"], ["mem2reg"], ["control-flow-sink"], ["topological-sort"],
         ["remove-dead-values"], ["duplicate-function-elimination"],
         ["scf-parallel-loop-fusion"], ["scf-parallel-for-to-nested-fors"],
         ["arith-emulate-unsupported-floats=source-types=bf16 target-type=f32"]]
# Passes that may do what mlir-opt refuses.
REFUSED = {"remove-dead-values"}
# Passes that must keep results; each runs alone and after canonicalize.
KEEP = ["canonicalize", "cse", "dce", "sccp", "inline", "loop-invariant-code-motion", "symbol-dce",
        "convert-scf-to-cf", "int-range-optimizations", "mem2reg", "control-flow-sink",
        "topological-sort", "remove-dead-values", "scf-loop-unroll", "arith-expand=exact",
        "arith-unsigned-when-equivalent", "duplicate-function-elimination",
        "scf-parallel-loop-fusion",
        "arith-int-range-narrowing=int-bitwidths-supported=8",
        "scf-parallel-for-to-nested-fors", "scf-for-loop-range-folding=exact"]
# Compared wherever constants stand: of an extension from a constant half MLIR makes another one.
PLACED = {"arith-emulate-wide-int"}
# What must agree, and keep results, with --wide.
WIDE_AGREE = [["arith-emulate-wide-int"], ["canonicalize", "arith-emulate-wide-int"]]
WIDE_KEEP = ["arith-emulate-wide-int"]
# Compared after mlir-opt's own canonicalize and cse of both, whatever order constants stand in: our
# pass makes one constant a value, at the head of the function, and MLIR's one a use; or MLIR leaves
# poison without uses.
TIDIED = {"int-range-optimizations", "remove-dead-values"}
UNREGISTERED = "--allow-unregistered-dialect"
PLACES = [UNREGISTERED, "--mlir-print-debuginfo"]
REPRINT = suite.REPRINT
REPRINT_PLACES = [*REPRINT, "--mlir-print-debuginfo"]


class Tools:
    def __init__(self, options):
        self.mlir_opt = options.mlir_opt
        self.tile_opt = os.path.join(options.bin, "tile-opt")
        self.interp_run = os.path.join(options.bin, "interp-run")
        listed = subprocess.run([self.tile_opt, "--list-passes"], capture_output=True, text=True,
                                check=True).stdout
        self.passes = {line.split()[0] for line in listed.split("\n") if line.startswith("  ")}
        self.ops = generate.available_ops(self.tile_opt)
        self.wide = options.wide
        self.only = options.what.split(",") if options.what else None

    def agree(self):
        lists = WIDE_AGREE if self.wide else AGREE
        return [names for names in lists
                if {name.split("=")[0] for name in names} <= self.passes]

    def keep(self):
        names = WIDE_KEEP if self.wide else KEEP
        return [name for name in names if name.split("=")[0] in self.passes]

    def all_wanted(self):
        everything = ["text", "locations", *(" ".join(names) for names in self.agree()),
                      *(f"run {name}" for name in self.keep())]
        return [what for what in everything if self.wants(what)]

    def wants(self, what):
        return self.only is None or what in self.only or "run" in self.only and what[:4] == "run "


class Finding:
    def __init__(self, number, what, why):
        self.number, self.what, self.why = number, what, why


def options_of(names):
    return [UNREGISTERED, *(f"--{name}" for name in names)]


def check(with_tools, texts):
    """All differences of a batch of modules."""
    found = []
    reference = tools.run_bundle(with_tools.mlir_opt, REPRINT_PLACES, texts)
    for number, result in enumerate(reference):
        if not result.ok:
            found.append(Finding(number, "generator", f"mlir-opt: {result.first_error()}"))
    good = [number for number, result in enumerate(reference) if result.ok]
    if with_tools.wants("text"):
        check_text(with_tools, texts, good, "text", [UNREGISTERED], REPRINT, found)
    if with_tools.wants("locations"):
        check_text(with_tools, texts, good, "locations", PLACES, REPRINT_PLACES, found)
    for names in with_tools.agree():
        if with_tools.wants(" ".join(names)):
            check_passes(with_tools, texts, good, names, found)
    runs = [name for name in with_tools.keep() if with_tools.wants(f"run {name}")]
    if runs:
        check_runs(with_tools, texts, good, runs, found)
    return found


def check_text(with_tools, texts, good, what, flags, reprint, found):
    theirs = [texts[i] for i in good]
    for form, options in (("custom", flags), ("generic", [*flags, "--mlir-print-op-generic"])):
        # Custom text has no room for all locations; what mlir-opt keeps, we must.
        printed = tools.run_bundle(with_tools.mlir_opt, options, theirs)
        wanted = tools.run_bundle(with_tools.mlir_opt, reprint,
                                  [result.output for result in printed])
        wanted = [result.output for result in wanted]
        ours = tools.run_bundle(with_tools.tile_opt, options, theirs)
        compare(with_tools, good, wanted, ours, reprint, what, f"our {form} form", found)
        again = tools.run_bundle(with_tools.tile_opt, flags, [result.output for result in printed])
        compare(with_tools, good, wanted, again, reprint, what, f"their {form} form", found)


def check_passes(with_tools, texts, good, names, found):
    mine = [texts[i] for i in good]
    may_refuse = names[0] in REFUSED
    run = tools.run_each if may_refuse else tools.run_bundle
    theirs = run(with_tools.mlir_opt, options_of(names), mine)
    # mlir-opt does not always end: its inliner may go on for ever.
    wanted = [i for i, result in enumerate(theirs)
              if result.ok or not may_refuse and result.status is not None]
    good, mine, theirs = ([of[i] for i in wanted] for of in (good, mine, theirs))
    reprint = REPRINT + (["--canonicalize", "--cse"] if TIDIED & set(names) else [])
    theirs = tools.run_bundle(with_tools.mlir_opt, reprint, [result.output for result in theirs])
    ours = tools.run_bundle(with_tools.tile_opt, options_of(names), mine)
    compare(with_tools, good, [result.output for result in theirs], ours, reprint,
            " ".join(names), "", found)


def with_constants_in_place(text):
    """Each use of a constant as the constant, function by function."""
    made = re.compile(r'(?m)^ *(%\d+) = ("arith\.constant"\(\) .*)\n')
    functions = re.split(r'(?m)(?=^  "func\.func")', text)
    for i, function in enumerate(functions):
        values = dict(made.findall(function))
        functions[i] = re.sub(r"%\d+\b", lambda m, v=values: v.get(m[0], m[0]),
                              made.sub("", function))
    return "".join(functions)


def with_joined_rounding(text):
    """truncf(sitofp(x)) as sitofp(x), where nothing else uses the number in between: only MLIR
    joins them where the number is rounded twice (docs/mlir-differences.md)."""
    made = re.compile(r'(?m)^ *(%\d+) = ("arith\.[su]itofp"\(\S+\) : \(\S+\) -> )\S+\n')
    for whole, value, start in [(m[0], m[1], m[2]) for m in made.finditer(text)]:
        used = re.compile(rf'"arith\.truncf"\({value}\) : \(\S+\) -> ')
        if len(used.findall(text)) == len(re.findall(rf"{value}\b", text)) - 1 == 1:
            text = used.sub(lambda _, start=start: start, text).replace(whole, "")
    return text


def compare(with_tools, numbers, wanted, ours, reprint, what, note, found):
    """Reports where our output, printed again by mlir-opt, is not what is wanted."""
    note = f"{note}: " if note else ""
    alive = [i for i, result in enumerate(ours) if result.ok]
    again = tools.run_bundle(with_tools.mlir_opt, reprint, [ours[i].output for i in alive])
    for i, result in enumerate(ours):
        if not result.ok:
            found.append(Finding(numbers[i], what, f"{note}tile-opt: {result.first_error()}"))
    for i, result in zip(alive, again):
        if not result.ok:
            found.append(Finding(numbers[i], what, f"{note}mlir-opt: {result.first_error()}"))
            continue
        theirs = with_joined_rounding(wanted[i])
        mine = with_joined_rounding(suite.as_theirs(result.output))
        if "--cse" in reprint or what in PLACED:
            theirs, mine = with_constants_in_place(theirs), with_constants_in_place(mine)
        theirs, mine = suite.renumbered(theirs), suite.renumbered(mine)
        if mine != theirs:
            difference = suite.first_difference(theirs, mine)
            found.append(Finding(numbers[i], what, note + difference))


def results_of(with_tools, texts):
    """What the functions `run...` of each return, a line each, and why it does not; a NaN has no sign."""
    results = []
    for done in tools.run_bundle(with_tools.interp_run, [], texts):
        lines = [line.replace("-nan", "nan") for line in done.output.split("\n")
                 if line.startswith("@run")]
        results.append((lines, None) if done.ok else (None, done.first_error()))
    return results


def check_runs(with_tools, texts, good, names, found):
    before = {}
    for number, (lines, error) in zip(good, results_of(with_tools, [texts[i] for i in good])):
        if error:
            found.append(Finding(number, "run", f"before any pass: {error}"))
        else:
            before[number] = lines
    for name in names:
        for first in ([], ["canonicalize"]):
            check_run(with_tools, texts, before, name, first + [name], found)


def check_run(with_tools, texts, before, name, passes, found):
    """What changes by these passes: results before them are those of `before`, by number."""
    through = tools.run_bundle(with_tools.tile_opt, options_of(passes), [texts[i] for i in before])
    alive = {}
    for number, result in zip(before, through):
        if result.ok:
            alive[number] = result.output
        else:
            found.append(Finding(number, f"run {name}", f"{' '.join(passes)}: tile-opt: {result.first_error()}"))
    for number, (lines, error) in zip(alive, results_of(with_tools, list(alive.values()))):
        if error:
            found.append(Finding(number, f"run {name}", f"{' '.join(passes)}: the result: {error}"))
        elif lines != before[number]:
            difference = suite.first_difference("\n".join(before[number]), "\n".join(lines))
            found.append(Finding(number, f"run {name}", f"{' '.join(passes)}: {difference}"))


def keep(options, seed, finding, text):
    os.makedirs(options.keep, exist_ok=True)
    path = os.path.join(options.keep, f"{seed}.{re.sub(r'[^a-z0-9]+', '-', finding.what)}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"// {finding.what}: {finding.why}\n{text}")
    if options.reduce and finding.what != "generator":
        test = (f"{sys.executable} {os.path.abspath(__file__)} --bin {options.bin} "
                f"--mlir-opt {options.mlir_opt}{' --wide' if options.wide else ''} "
                f"--what '{finding.what}' --check {{}}")
        subprocess.run([os.path.join(options.bin, "tile-reduce"), path, f"--test={test}", "--timeout=30",
                        UNREGISTERED, f"-o={path}"], stdout=subprocess.DEVNULL, check=False)
    return path


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default="build/release/bin", help="folder of tile-opt")
    parser.add_argument("--mlir-opt", default="mlir-opt-22")
    parser.add_argument("--seeds", default="0:100", help="FIRST:END")
    parser.add_argument("--wide", action="store_true", help="modules with wide integers")
    parser.add_argument("--what", help="only these, as findings name them: 'text,run,cse'")
    parser.add_argument("--keep", default="differences", help="where modules that differ go")
    parser.add_argument("--reduce", action="store_true", help="make them small with tile-reduce")
    parser.add_argument("--check", metavar="FILE", help="end with 0 if FILE differs in --what")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--batch", type=int, default=25, help="modules a process")
    options = parser.parse_args()
    options.bin = os.path.abspath(options.bin)
    return options


def main():
    options = arguments()
    with_tools = Tools(options)
    if options.check:
        with open(options.check, encoding="utf-8") as file:
            found = check(with_tools, [file.read()])
        sys.exit(0 if any(finding.what == options.what for finding in found) else 1)
    first, end = (int(part) for part in options.seeds.split(":"))
    batches = [range(start, min(start + options.batch, end))
               for start in range(first, end, options.batch)]

    def work(seeds):
        module = gen_wide.Module if options.wide else generate.Module
        texts = [module(seed, with_tools.ops).text for seed in seeds]
        return [(seeds[finding.number], finding, texts[finding.number])
                for finding in check(with_tools, texts)]

    count = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(work, batches):
            for seed, finding, text in found:
                count += 1
                path = keep(options, seed, finding, text)
                print(f"seed {seed}: {finding.what}: {finding.why} ({path})", flush=True)
    print(f"{end - first} modules, {count} differences in: " + ", ".join(with_tools.all_wanted()))
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
