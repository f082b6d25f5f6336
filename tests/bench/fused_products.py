#!/usr/bin/env python3
"""Products with work around them (docs/examples/gemm_softmax, gemm_int4) against PyTorch on one GPU.

    tests/bench/fused_products.py softmax                 all shapes and parameter sets
    tests/bench/fused_products.py softmax --quick         short rounds, under a minute and a half
    tests/bench/fused_products.py int4 --only 16x4096
    tests/bench/fused_products.py softmax --only 'N=256' --param BM=64,BN=256,BK=32,WARPS=8

softmax: C = softmax of the rows of A * B, f16, against torch.matmul followed by torch.softmax.
int4: weights of four bits with a scale for each 128 of K, against torch.matmul with the same weights in
16 bits. Errors are relative, in norm, to f64 on rows spread over the matrix. All parameter sets and
PyTorch take turns in one process, recorded into CUDA graphs; ratios are medians over rounds of
PyTorch's time over ours. "hot" is back to back, "cold" one run at a time after the L2 cache was
overwritten. Exit code 1 when an error is more than 1.1 times PyTorch's or the best set is below
--at-least.
"""
import dataclasses
import re
import statistics
import sys
import tempfile
import time

from common import environment
from common import options as common_options
from common.compiler import Compiler

GROUP = 128


@dataclasses.dataclass
class Case:
    work: str
    m: int
    n: int
    k: int
    sets: list

    @property
    def title(self):
        return f"{self.work} M={self.m} N={self.n} K={self.k}"

    @property
    def file(self):
        return f"docs/examples/gemm_{self.work}.mlir"


def softmax_sets(n):
    for bm, bk, warps, stages in [(64, 64, 4, 2), (64, 64, 4, 4), (64, 64, 4, 5), (64, 128, 4, 1), (64, 128, 4, 2), (64, 128, 4, 3),
                                  (64, 64, 8, 2), (64, 64, 8, 4), (64, 32, 8, 10), (128, 64, 8, 2), (128, 64, 8, 3), (128, 64, 8, 4),
                                  (32, 64, 4, 2), (32, 128, 4, 2)]:
        if bm * n <= 8192 * warps and 2 * bk * (bm + n) * stages <= 224 << 10:
            yield f"BM={bm},BN={n},BK={bk},WARPS={warps},STAGES={stages}"


def int4_sets(m):
    small = [(16, 64, 4), (16, 128, 4), (16, 32, 4), (16, 64, 2)]
    large = [(128, 128, 8), (64, 128, 4), (128, 128, 4), (64, 256, 8)]
    for bm, bn, warps in small if m <= 16 else large:
        for bk in (64, 128) if m <= 16 else (64, 32):
            yield f"BM={bm},BN={bn},BK={bk},BH={bk // 2},G={GROUP},WARPS={warps}"


def all_cases(options):
    if options.what == "softmax":
        shapes = [(m, n, k) for m in (8192, 65536) for n in (128, 256) for k in (64, 256, 1024, 4096)]
        if options.quick:
            shapes = [(8192, 128, 256), (65536, 128, 64), (65536, 128, 1024), (65536, 256, 256), (8192, 256, 4096)]
        shapes += [(8191, 127, 255)]
        return [Case("softmax", m, n, k, list(softmax_sets(128 if n <= 128 else 256))) for m, n, k in shapes]
    shapes = [(16, 4096, 4096), (4096, 4096, 4096), (1, 8192, 8192), (333, 1000, 2000), (7, 333, 775)]
    return [Case("int4", m, n, k, list(int4_sets(m))) for m, n, k in shapes]


# ---- Inputs, and what PyTorch makes of them. ----

def softmax_inputs(torch, case):
    a, b = (torch.randn(shape, device="cuda").half() for shape in ((case.m, case.k), (case.k, case.n)))
    a *= case.k**-0.5
    return {"A": a, "B": b, "C": torch.empty(case.m, case.n, device="cuda", dtype=torch.float16)}, (a, b)


def int4_inputs(torch, case):
    half = -(-case.k // 2)
    a = torch.randn(case.m, case.k, device="cuda").half()
    packed = torch.randint(-128, 128, (case.n, half), device="cuda", dtype=torch.int8)
    scales = (torch.rand(case.n, -(-case.k // GROUP), device="cuda") * 0.1 + 0.01).half()
    low = ((packed << 4).to(torch.int8) >> 4)
    numbers = torch.stack([low, packed >> 4], -1).reshape(case.n, -1)[:, :case.k]
    w = numbers.half() * scales.repeat_interleave(GROUP, 1)[:, :case.k]
    args = {"A": a, "Q": packed, "S": scales, "C": torch.empty(case.m, case.n, device="cuda", dtype=torch.float16)}
    return args, (a, w.T.contiguous())


def product(torch, case, a, b):
    c = a @ b
    return torch.softmax(c, -1) if case.work == "softmax" else c


def some_rows(torch, case):
    return torch.arange(0, case.m, max(1, case.m // 1024), device="cuda")


# ---- Measuring. ----

def bind_sets(env, compiler, case, args, sets):
    for tiles in sets:
        image = compiler.image(case.file, tiles)
        if image:
            yield tiles, env["launch"].Kernel(env["driver"], image).bind(args)


def measure(env, compiler, case, options):
    torch, error = env["torch"], env["data"].error
    args, (a, b) = (softmax_inputs if case.work == "softmax" else int4_inputs)(torch, case)
    entries = [("PyTorch", lambda: product(torch, case, a, b))]
    entries += bind_sets(env, compiler, case, args, options.param or case.sets)
    rows = some_rows(torch, case)
    reference = product(torch, case, a[rows].double(), b.double())
    row = {"title": case.title, "torch_error": error(product(torch, case, a, b)[rows], reference), "sets": {}}
    for name, launch in entries[1:]:
        args["C"].fill_(float("nan"))
        launch()
        torch.cuda.synchronize()
        row["sets"][name] = {"entry": launch.entry, "error": error(args["C"][rows], reference)}
    for kind, times in env["turns"].take_turns([run for _, run in entries], options).items():
        row[kind] = statistics.median(times[0])
        for (name, _), own in zip(entries[1:], times[1:]):
            row["sets"][name][kind] = statistics.median(own)
            row["sets"][name][f"{kind}_ratio"] = statistics.median(t / o for t, o in zip(times[0], own))
    return row


def show(row, case, options):
    best = max(row["sets"], key=lambda s: min(row["sets"][s]["hot_ratio"], row["sets"][s]["cold_ratio"]), default=None)
    right = all(s["error"] <= 1.1 * row["torch_error"] for s in row["sets"].values())
    figures = row["sets"].get(best)
    row["ok"] = bool(right and figures and min(figures["hot_ratio"], figures["cold_ratio"]) >= options.at_least)
    print(f"\n{'ok  ' if row['ok'] else 'FAIL'} {row['title']}{'' if right else ': ERRORS TOO LARGE'}; PyTorch "
          f"{row['hot'] * 1e6:.1f} us hot, {row['cold'] * 1e6:.1f} cold, error {row['torch_error']:.2e}")
    for name, s in row["sets"].items():
        print(f"{'* ' if name == best else '  '}{name:40} {s['entry'][-2:]}  hot {s['hot'] * 1e6:8.1f} us {s['hot_ratio']:6.3f}  cold "
              f"{s['cold'] * 1e6:8.1f} us {s['cold_ratio']:6.3f}  {2e-12 * case.m * case.n * case.k / s['hot']:6.1f} TFLOP/s  "
              f"error {s['error']:.2e}", flush=True)


def main():
    p = common_options.parser(__doc__, block=0.05, rounds=6, runs=20)
    p.add_argument("what", choices=["softmax", "int4"])
    common_options.add_param(p)
    p.add_argument("--at-least", type=float, default=0.0, help="of PyTorch's speed, hot and cold, else fail")
    options = common_options.parse(p, block=0.015, rounds=3, runs=6)
    start, env, found = time.monotonic(), environment.start(), []
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options, folder)
        for case in all_cases(options):
            if re.search(options.only, case.title):
                found.append(measure(env, compiler, case, options))
                show(found[-1], case, options)
    return common_options.finish(options, found, len(found), start, compiler)


if __name__ == "__main__":
    sys.exit(main())
