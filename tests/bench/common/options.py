"""The part of the command line that benchmarks have in common."""
import argparse
import json
import os
import time

from common.compiler import SOURCE


def add_lengths(p, block, rounds, runs):
    """How long to measure, by default so."""
    p.add_argument("--block", type=float, default=block, metavar="SECONDS", help="length of a measurement")
    p.add_argument("--rounds", type=int, default=rounds, help="measurements of each contestant")
    p.add_argument("--runs", type=int, default=runs, help="runs of a cold measurement")
    p.add_argument("--json", metavar="FILE", help="also write the figures to FILE")


def parser(doc, block, rounds, runs):
    """The lengths are those of a measurement that is not quick."""
    p = argparse.ArgumentParser(description=doc.split("\n", maxsplit=1)[0])
    p.add_argument("--bin", default=os.path.join(SOURCE, "build/release/bin"), help="folder of the tools")
    p.add_argument("--arch", default="sm_90a")
    p.add_argument("--only", default="", metavar="REGEX", help="cases whose title matches")
    p.add_argument("--quick", action="store_true", help="fewer cases, short rounds")
    add_lengths(p, block, rounds, runs)
    return p


def add_param(p, text="a set of parameters to try, instead of the usual ones; may be repeated"):
    p.add_argument("--param", action="append", default=[], metavar="NAME=VALUE,...", help=text)


def add_child(p, timeout):
    p.add_argument("--timeout", type=float, default=timeout, metavar="SECONDS", help="that a case may take")
    p.add_argument("--child", nargs="*", help=argparse.SUPPRESS)


def parse(p, block, rounds, runs):
    """The options; with --quick these are the lengths."""
    options = p.parse_args()
    if options.quick:
        options.block, options.rounds, options.runs = block, rounds, runs
    return options


def for_child(options):
    """What a child is to be given, of the options that all have."""
    return ["--only", options.only, "--block", str(options.block), "--rounds", str(options.rounds),
            "--runs", str(options.runs), *(f"--param={p}" for p in getattr(options, "param", []))]


def write_json(options, rows):
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


def finish(options, rows, asked, start, compiler):
    """Writes the rows and says how many are `ok`, of the cases that were asked for; the exit code."""
    write_json(options, rows)
    passed = sum(row["ok"] for row in rows)
    print(f"\n{passed} of {asked} cases passed in {time.monotonic() - start:.0f} s")
    return 0 if asked and passed == asked and not compiler.failed else 1
