"""The part of the command line that benchmarks have in common."""
import argparse
import json
import os

from common.compiler import SOURCE


def parser(doc, **defaults):
    """`defaults`: block, rounds and runs of a measurement that is not quick."""
    p = argparse.ArgumentParser(description=doc.split("\n", maxsplit=1)[0])
    p.add_argument("--bin", default=os.path.join(SOURCE, "build/release/bin"), help="folder of the tools")
    p.add_argument("--arch", default="sm_90a")
    p.add_argument("--only", default="", metavar="REGEX", help="cases whose title matches")
    p.add_argument("--quick", action="store_true", help="fewer cases, short rounds")
    p.add_argument("--block", type=float, default=defaults["block"], metavar="SECONDS", help="length of a measurement")
    p.add_argument("--rounds", type=int, default=defaults["rounds"], help="measurements of each contestant")
    p.add_argument("--runs", type=int, default=defaults["runs"], help="runs of a cold measurement")
    p.add_argument("--json", metavar="FILE", help="also write the figures to FILE")
    return p


def add_parameter_sets(p):
    p.add_argument("--param", action="append", default=[], metavar="NAME=VALUE,...",
                   help="a set of parameters to try, instead of the usual ones; may be repeated")


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
