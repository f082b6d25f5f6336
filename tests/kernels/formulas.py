"""What rows.py and fused.py share: kernels of docs/examples are executed, and their outputs compared with formulas."""
import argparse
import math
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROUNDING = {"f16": 2.0**-11, "bf16": 2.0**-8}
SMALLEST = {"f16": 2.0**-24, "bf16": 2.0**-133}


def limit(type_, want, slack):
    """How far a number may be from `want`, rounded once, with `slack` for what was lost on the way."""
    return 1.01 * ROUNDING[type_] * abs(want) + SMALLEST[type_] + slack


def printed(command):
    """(arrays that tile-run prints, by name; what went wrong): nested lists, or None."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return None, done.stderr
    names = {"nan": math.nan, "inf": math.inf}
    return {name: eval(text, {"__builtins__": {}}, names)
            for name, text in re.findall(r"(?m)^%(\w+) = (.*)$", done.stdout)}, ""


def run(doc, cases, check):
    """The command line of a file; `check(case, options)` says what is wrong, or None. Returns the exit code."""
    parser = argparse.ArgumentParser(description=doc.split("\n")[0])
    parser.add_argument("bin", help="folder of the tools")
    parser.add_argument("--only", default="", help="cases whose title matches")
    parser.add_argument("--every", type=int, default=1, help="one of so many cases")
    options = parser.parse_args()
    cases = [case for case in cases if re.search(options.only, case.title)][::options.every]
    failed = 0
    for case in cases:
        wrong = check(case, options)
        if wrong:
            failed += 1
            print(f"FAIL {case.title}: {wrong}", flush=True)
    print(f"{len(cases) - failed} of {len(cases)} cases are right")
    return 1 if failed or not cases else 0
