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
import ctypes
import json
import re
import statistics
import sys

import torch

DTYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64}
SCALARS = {"f32": ctypes.c_float, "f64": ctypes.c_double, "i32": ctypes.c_int32,
           "i64": ctypes.c_int64, "index": ctypes.c_int64}
DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES


class Driver:
    """libcuda, with the driver's text in every error."""

    def __init__(self):
        self.lib = ctypes.CDLL("libcuda.so.1")

    def __call__(self, name, *args):
        result = getattr(self.lib, name)(*args)
        if result:
            text = ctypes.c_char_p()
            self.lib.cuGetErrorString(result, ctypes.byref(text))
            sys.exit(f"error: {name}: {text.value.decode() if text.value else result}")


def evaluate(expression, values):
    """An expression of the launch metadata over dimensions, ARG.strideN and ARG.address."""
    words = {"mod": "%", **{w: w for w in ("and", "ceildiv", "floordiv", "min", "max")}}

    def word(match):
        name = match.group(0)
        return words[name] if name in words else repr(int(values[name]))

    text = re.sub(r"[A-Za-z_][A-Za-z0-9_.]*", word, expression)
    functions = {"__builtins__": {}, "ceildiv": lambda a, b: -(-a // b),
                 "floordiv": lambda a, b: a // b, "min": min, "max": max}
    return eval(text, functions)  # integers, operators and the functions are left in it


class Kernel:
    """A compiled kernel and its launch metadata."""

    def __init__(self, driver, image, metadata):
        with open(metadata) as file:
            meta = json.load(file)
        if meta.get("tegula") != 1:
            sys.exit(f"error: {metadata} is not launch metadata")
        self.meta = meta["kernels"][0]
        self.driver = driver
        with open(image, "rb") as file:
            self.image = file.read() + b"\0"
        self.module = ctypes.c_void_p()
        driver("cuModuleLoadData", ctypes.byref(self.module), self.image)

    def element(self, name):
        return next(a["element"] for a in self.meta["args"] if a["name"] == name)

    def bind(self, args):
        """Chooses the version for these tensors and numbers; returns what launches it."""
        values = {}
        for arg in self.meta["args"]:
            if arg["kind"] != "memref":
                continue
            tensor = args[arg["name"]]
            values[arg["name"] + ".address"] = tensor.data_ptr()
            for i, dim in enumerate(arg["dims"]):
                values[arg["name"] + f".stride{i}"] = tensor.stride(i)
                values[arg["name"] + f".dim{i}"] = tensor.shape[i]
                if isinstance(dim, str) and values.setdefault(dim, tensor.shape[i]) != tensor.shape[i]:
                    sys.exit(f"error: extents of {dim} disagree")
        for version in self.meta["versions"]:
            if all(evaluate(e, values) for e in version.get("assume", [])):
                return self.launcher(version, values, args)
        sys.exit("error: no version of the kernel applies")

    def launcher(self, version, values, args):
        function = ctypes.c_void_p()
        self.driver("cuModuleGetFunction", ctypes.byref(function), self.module,
                    version["entry"].encode())
        shared = version["shared_bytes"]
        if shared:
            self.driver("cuFuncSetAttribute", function, DYNAMIC_SHARED, shared)
        blocks = 1
        for extent in version["grid"]:
            blocks *= evaluate(extent, values)
        words = [self.word(p, values, args) for p in version["params"]]
        params = (ctypes.c_void_p * max(1, len(words)))(
            *[ctypes.cast(ctypes.byref(w), ctypes.c_void_p) for w in words])

        def launch():
            if blocks == 0:
                return
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            self.driver("cuLaunchKernel", function, blocks, 1, 1, version["threads"], 1, 1, shared,
                        stream, params, None)

        launch.keep = words
        launch.entry = version["entry"]
        return launch

    @staticmethod
    def word(param, values, args):
        name = param["arg"]
        if param["kind"] == "pointer":
            return ctypes.c_uint64(values[name + ".address"])
        if param["kind"] == "dim":
            return ctypes.c_int64(values[f"{name}.dim{param['index']}"])
        if param["kind"] == "stride":
            return ctypes.c_int64(values[f"{name}.stride{param['index']}"])
        return SCALARS[param["type"]](args[name])


class Contestant:
    """Work recorded once for single runs and once for runs back to back."""

    def __init__(self, work, block_seconds):
        self.block_seconds = block_seconds
        self.single = self.record(work, 1)
        self.single.replay()
        torch.cuda.synchronize()
        once = max(self.seconds(self.single, 5) / 5, 1e-7)
        self.chain = min(max(int(5e-3 / once), 1), 500)
        self.many = self.record(work, self.chain)
        each = max(self.seconds(self.many, 1), 1e-6)
        self.replays = max(int(block_seconds / each), 1)

    @staticmethod
    def record(work, n):
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            work()  # whatever PyTorch sets up on first use
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            for _ in range(n):
                work()
        return graph

    @staticmethod
    def seconds(graph, n):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(n):
            graph.replay()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) * 1e-3

    def hot(self):
        return self.seconds(self.many, self.replays) / (self.replays * self.chain)

    def cold(self, flush, n=100):
        events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(n)]
        for start, end in events:
            flush.zero_()
            start.record()
            self.single.replay()
            end.record()
        torch.cuda.synchronize()
        return statistics.median(s.elapsed_time(e) for s, e in events) * 1e-3


def compare(ours, theirs, block_seconds, rounds):
    """Median seconds of both and the medians of the ratios, hot and cold."""
    contestants = [Contestant(ours, block_seconds), Contestant(theirs, block_seconds)]
    flush = torch.empty(256 << 20, dtype=torch.int8, device="cuda")
    result = {}
    for kind in ("hot", "cold"):
        times = ([], [])
        for turn in range(rounds):
            for i in ((0, 1) if turn % 2 == 0 else (1, 0)):
                c = contestants[i]
                times[i].append(c.hot() if kind == "hot" else c.cold(flush))
        result[kind] = {"ours": statistics.median(times[0]), "torch": statistics.median(times[1]),
                        "ratio": statistics.median(t / o for o, t in zip(*times))}
    return result


def show(title, rate, unit, result):
    for kind, r in result.items():
        print(f"{title} {kind}: ours {r['ours'] * 1e6:.2f} us ({rate / r['ours']:.1f} {unit}), "
              f"PyTorch {r['torch'] * 1e6:.2f} us ({rate / r['torch']:.1f} {unit}), "
              f"ratio {r['ratio']:.3f}")


def run_add(kernel, options):
    ok, rows = True, []
    for size in options.sizes:
        dtype = DTYPES[kernel.element("A")]
        a, b = (torch.randn(size, device="cuda").to(dtype) for _ in range(2))
        ours = torch.full_like(a, float("nan"))
        theirs = torch.empty_like(a)
        launch = kernel.bind({"A": a, "B": b, "C": ours})
        launch()
        torch.cuda.synchronize()
        torch.add(a, b, out=theirs)
        right = torch.equal(ours, theirs)
        print(f"add {size}: {launch.entry}, values {'identical' if right else 'DIFFER'}")
        result = compare(launch, lambda: torch.add(a, b, out=theirs), options.block, options.rounds)
        show(f"add {size}", 3 * a.element_size() * size * 1e-9, "GB/s", result)
        ok &= right and all(r["ratio"] >= options.at_least for r in result.values())
        rows.append({"size": size, "entry": launch.entry, "right": right, **result})
    return ok, rows


def matrix(rows, columns, dtype, transposed):
    if transposed:
        return torch.randn(columns, rows, device="cuda").to(dtype).t()
    return torch.randn(rows, columns, device="cuda").to(dtype)


def error(x, reference):
    return float((x.double() - reference).norm() / reference.norm().clamp_min(1e-300))


def run_gemm(kernel, options):
    ok, rows = True, []
    args = {a["name"]: a for a in kernel.meta["args"]}
    for m, n, k in options.shapes:
        dtype = DTYPES[kernel.element("A")]
        a = matrix(m, k, dtype, args["A"]["strides"][0] == 1)
        b = matrix(k, n, dtype, args["B"]["strides"][0] == 1)
        ours = torch.full((m, n), float("nan"), device="cuda").to(DTYPES[kernel.element("C")])
        theirs = torch.empty_like(ours)
        launch = kernel.bind({"A": a, "B": b, "C": ours})
        launch()
        torch.cuda.synchronize()
        torch.matmul(a, b, out=theirs)
        some = torch.randperm(m, device="cuda")[:256]
        reference = a[some].double() @ b.double()
        own, other = error(ours[some], reference), error(theirs[some], reference)
        right = own <= 1.1 * other or (own == 0 and other == 0)
        title = f"gemm {m}x{n}x{k}"
        print(f"{title}: {launch.entry}, error against f64 {own:.3e}, PyTorch {other:.3e}"
              f"{'' if right else ' TOO LARGE'}")
        result = compare(launch, lambda: torch.matmul(a, b, out=theirs), options.block,
                         options.rounds)
        show(title, 2 * m * n * k * 1e-12, "TFLOP/s", result)
        ok &= right and all(r["ratio"] >= options.at_least for r in result.values())
        rows.append({"shape": [m, n, k], "entry": launch.entry, "error": own, "torch_error": other,
                     **result})
    return ok, rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["add", "gemm"])
    parser.add_argument("image", help="cubin or PTX")
    parser.add_argument("metadata", help="launch metadata, JSON")
    parser.add_argument("--sizes", default="4194304,268435456", help="of the vectors")
    parser.add_argument("--shape", action="append", help="M,N,K (4096,4096,4096)")
    parser.add_argument("--block", type=float, default=0.25, help="seconds of a measurement")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--at-least", type=float, default=0.0, help="ratio below which to fail")
    parser.add_argument("--json", help="also write the figures to this file")
    options = parser.parse_args()
    options.sizes = [int(s) for s in options.sizes.split(",")]
    shapes = options.shape or ["4096,4096,4096"]
    options.shapes = [tuple(int(x) for x in s.split(",")) for s in shapes]

    torch.manual_seed(0)
    torch.zeros(1, device="cuda")  # makes PyTorch's context current
    kernel = Kernel(Driver(), options.image, options.metadata)
    ok, rows = (run_add if options.what == "add" else run_gemm)(kernel, options)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)
    print("ok" if ok else "FAILED")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
