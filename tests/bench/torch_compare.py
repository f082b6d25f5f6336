#!/usr/bin/env python3
"""Our kernels against PyTorch's, inside PyTorch's own process.

    tile-compile docs/examples/vector_add.mlir --arch=sm_90a --emit=cubin -o va.cubin
    tests/bench/torch_compare.py add va.cubin va.json
    tile-compile docs/examples/gemm.mlir --arch=sm_90a --emit=cubin -o gemm.cubin
    tests/bench/torch_compare.py gemm gemm.cubin gemm.json --shape 4096,4096,4096

The kernel is loaded with the driver API into PyTorch's context and launched on PyTorch's stream, by
nothing but the launch metadata. Both are recorded into CUDA graphs, so Python's own time does not
count. They take turns in blocks of about a quarter of a second, in alternating order; a ratio is
the median over rounds of PyTorch's time divided by ours, so 1.05 means that ours is 5 % faster.
"hot" is back to back, "cold" one run at a time after the L2 cache was overwritten.

Exit code 1 when a value is wrong or a ratio is below --at-least.
"""
import argparse
import statistics
import sys

import torch

from common import launch
from common.data import error, matrix
from common.options import add_lengths, write_json
from common.turns import ratio, take_turns


def compare(ours, theirs, options):
    """Median seconds of both and the medians of the ratios, hot and cold."""
    result = {}
    for kind, times in take_turns([ours, theirs], options).items():
        result[kind] = {"ours": statistics.median(times[0]), "torch": statistics.median(times[1]),
                        "ratio": ratio(times[1], times[0])}
    return result


def show(title, rate, unit, result):
    for kind, r in result.items():
        print(f"{title} {kind}: ours {r['ours'] * 1e6:.2f} us ({rate / r['ours']:.1f} {unit}), "
              f"PyTorch {r['torch'] * 1e6:.2f} us ({rate / r['torch']:.1f} {unit}), "
              f"ratio {r['ratio']:.3f}")


def run_add(kernel, options):
    ok, rows = True, []
    for size in options.sizes:
        dtype = launch.DTYPES[kernel.element("A")]
        a, b = (torch.randn(size, device="cuda").to(dtype) for _ in range(2))
        ours = torch.full_like(a, float("nan"))
        theirs = torch.empty_like(a)
        run = kernel.bind({"A": a, "B": b, "C": ours})
        run()
        torch.cuda.synchronize()
        torch.add(a, b, out=theirs)
        right = torch.equal(ours, theirs)
        print(f"add {size}: {run.entry}, values {'identical' if right else 'DIFFER'}")
        result = compare(run, lambda: torch.add(a, b, out=theirs), options)
        show(f"add {size}", 3 * a.element_size() * size * 1e-9, "GB/s", result)
        ok &= right and all(r["ratio"] >= options.at_least for r in result.values())
        rows.append({"size": size, "entry": run.entry, "right": right, **result})
    return ok, rows


def normal_matrix(rows, columns, dtype, transposed):
    tensor, _ = matrix(dtype, rows, columns, transposed)
    return tensor.copy_(torch.randn(rows, columns, device="cuda"))


def run_gemm(kernel, options):
    ok, rows = True, []
    args = {a["name"]: a for a in kernel.meta["args"]}
    for m, n, k in options.shapes:
        dtype = launch.DTYPES[kernel.element("A")]
        a = normal_matrix(m, k, dtype, args["A"]["strides"][0] == 1)
        b = normal_matrix(k, n, dtype, args["B"]["strides"][0] == 1)
        ours = torch.full((m, n), float("nan"), device="cuda").to(launch.DTYPES[kernel.element("C")])
        theirs = torch.empty_like(ours)
        run = kernel.bind({"A": a, "B": b, "C": ours})
        run()
        torch.cuda.synchronize()
        torch.matmul(a, b, out=theirs)
        some = torch.randperm(m, device="cuda")[:256]
        reference = a[some].double() @ b.double()
        own, other = error(ours[some], reference), error(theirs[some], reference)
        right = own <= 1.1 * other or (own == 0 and other == 0)
        title = f"gemm {m}x{n}x{k}"
        print(f"{title}: {run.entry}, error against f64 {own:.3e}, PyTorch {other:.3e}"
              f"{'' if right else ' TOO LARGE'}")
        result = compare(run, lambda: torch.matmul(a, b, out=theirs), options)
        show(title, 2 * m * n * k * 1e-12, "TFLOP/s", result)
        ok &= right and all(r["ratio"] >= options.at_least for r in result.values())
        rows.append({"shape": [m, n, k], "entry": run.entry, "error": own, "torch_error": other,
                     **result})
    return ok, rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["add", "gemm"])
    parser.add_argument("image", help="cubin or PTX")
    parser.add_argument("metadata", help="launch metadata, JSON")
    parser.add_argument("--sizes", default="4194304,268435456", help="of the vectors")
    parser.add_argument("--shape", action="append", help="M,N,K (4096,4096,4096)")
    parser.add_argument("--at-least", type=float, default=0.0, help="ratio below which to fail")
    add_lengths(parser, block=0.25, rounds=8, runs=100)
    options = parser.parse_args()
    options.sizes = [int(s) for s in options.sizes.split(",")]
    shapes = options.shape or ["4096,4096,4096"]
    options.shapes = [tuple(int(x) for x in s.split(",")) for s in shapes]

    kernel = launch.Kernel(launch.start(), options.image, options.metadata)
    ok, rows = (run_add if options.what == "add" else run_gemm)(kernel, options)
    write_json(options, rows)
    print("ok" if ok else "FAILED")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
