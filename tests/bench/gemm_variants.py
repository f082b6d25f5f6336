#!/usr/bin/env python3
"""Variants of one matrix product against each other and against cuBLAS, all in turns in one process.

    tests/bench/gemm_variants.py --case bf16:NT:2048 --case f16:NT:4096 base= raster16=RASTER=16 other=@some/folder/gemm

A variant is a name and parameters of docs/examples/gemm.mlir, or images that are there already: @PREFIX stands
for PREFIX.TYPE.LAYOUT.ptx with its metadata beside it. Each round has all of them in blocks of --block seconds, in an
order of its own and then in the opposite one. A line for each variant: cuBLAS's time over its own, hot and cold, medians over
rounds, with half the distance between the quartiles; TFLOP/s, the clock and joules of blocks of --energy seconds; and whether
it is exact on small integers. Nothing here guards against a kernel that hangs: run it under `timeout`.
"""
import os
import statistics
import sys
import tempfile

import gemm
from common import environment
from common import options as common_options
from common.compiler import Compiler


def image_of(variant, case, compiler):
    """An image's path, or "" where it does not compile."""
    if variant.startswith("@"):
        return f"{variant[1:]}.{case.type}.{case.layout}.ptx"
    return compiler.image(gemm.GEMM, gemm.params_of(case, gemm.GEMM, [variant] if variant else []))


def spread(values):
    """Half the distance between the quartiles."""
    quartiles = statistics.quantiles(values, n=4)
    return (quartiles[2] - quartiles[0]) / 2


def words(case, times, theirs, energy):
    """Of one contestant."""
    parts = []
    for kind in times:
        ratios = [t / o for t, o in zip(theirs[kind], times[kind])]
        rate = case.flops / statistics.median(times[kind]) * 1e-12
        parts.append(f"{kind} {statistics.median(ratios):.4f} +- {spread(ratios):.4f} ({rate:.1f} TFLOP/s)")
    if energy["joules"]:
        parts.append(f"{energy['joules'] / case.flops * 1e12:.4f} pJ an operation at {energy['clock']:.0f} MHz")
    return ", ".join(parts)


def measure(env, case, images, options):
    """Prints the lines of a case."""
    launch, turns = env["launch"], env["turns"]
    operands = gemm.Operands(env["torch"], env["data"], launch.DTYPES[case.type], case)
    arguments = {"A": operands.a, "B": operands.b, "C": operands.ours}
    works, exact = {}, {}
    for name, image in images.items():
        works[name] = launch.Kernel(env["driver"], image).bind(arguments)
        exact[name] = operands.exact(works[name])
    works["cuBLAS"] = env["cublas"].product(operands.a, operands.b, operands.theirs, *case.columns())
    operands.fill(integers=False)
    contestants = [turns.Contestant(work, options.block) for work in works.values()]
    found = turns.race(contestants, options)
    energies = [{"joules": None}] * len(contestants)
    if options.energy:
        energies = gemm.measure_energy(contestants, env["sensor"], env["nvml"], options.energy)
    times = {name: {kind: found[kind][i] for kind in found} for i, name in enumerate(works)}
    for name, energy in zip(works, energies):
        wrong = "" if exact.get(name, True) else ", VALUES DIFFER"
        print(f"{case.title} {name}: {words(case, times[name], times['cuBLAS'], energy)}{wrong}", flush=True)


def parse():
    p = common_options.parser(__doc__, block=0.2, rounds=8, runs=100)
    p.add_argument("variants", nargs="+", metavar="NAME=PARAMETERS|NAME=@PREFIX")
    p.add_argument("--case", action="append", default=[], metavar="TYPE:LAYOUT:SIZE")
    p.add_argument("--energy", type=float, default=1.0, metavar="SECONDS", help="blocks for energy (0: none)")
    return common_options.parse(p, block=0.1, rounds=4, runs=20)


def main():
    options = parse()
    variants = dict(v.split("=", 1) for v in options.variants)
    env = environment.start_with_cublas()
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options, folder)
        for text in options.case or ["f16:NT:4096"]:
            kind, layout, size = text.split(":")
            case = gemm.Case("table", kind, layout, int(size), int(size), int(size))
            images = {name: image_of(v, case, compiler) for name, v in variants.items()}
            measure(env, case, {name: i for name, i in images.items() if os.path.exists(i)}, options)
    return 1 if compiler.failed else 0


if __name__ == "__main__":
    sys.exit(main())
