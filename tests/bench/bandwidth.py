#!/usr/bin/env python3
"""How fast simple kernels move memory, against a copy by the driver, on one GPU with PyTorch.

    tests/bench/bandwidth.py                          all cases, about a minute and a half on an H200
    tests/bench/bandwidth.py --only 'copy.*f16' --quick
    tests/bench/bandwidth.py --bin build/release/bin --json bandwidth.json
    tests/bench/bandwidth.py --only transpose --param BM=128 --param WARPS=8

Vector add, copy, casts between f32 and f16, and transposed copy, of about 2^28 elements: sizes that
are multiples of everything, odd sizes, odd extents in rows that are aligned, and an odd pitch. Each is
compared with a copy of as many bytes as the kernel reads and writes together, in PyTorch's process:
all are recorded into CUDA graphs and take turns. The copy is the faster one of cuMemcpyDtoDAsync,
whose speed jumps with the size, and of an elementwise kernel of PyTorch. A ratio is its time over
ours, the median over rounds: 0.95 means 95 % of the copy's bandwidth. "hot" is back to back, "cold" one
run at a time after the L2 cache was overwritten.

All elements are compared with PyTorch's, and so is what lies between rows. Measurements run in a
process of their own: one that says nothing for --timeout seconds is ended, and the next case goes on
in a new one. Exit code 1 when a value is wrong, a case failed, or a ratio is below its bar.
"""
import argparse
import dataclasses
import json
import os
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
N = 1 << 28
SIDE = 1 << 14
NARROW, WIDE = {"A": "f32", "B": "f16"}, {"A": "f16", "B": "f32"}


@dataclasses.dataclass
class Case:
    """A kernel file and its parameters, what it computes, and the extents of its first argument."""
    title: str
    file: str
    work: str  # add, copy or transpose; a copy may change the type
    types: dict
    shape: tuple
    bar: float
    pitch: int = 0  # of all rows; 0: packed
    offset: int = 0  # elements in front of the first argument
    params: dict = dataclasses.field(default_factory=dict)


def one_dimension():
    kernels = [("add f32", "docs/examples/vector_add.mlir", "add", {"A": "f32", "B": "f32", "C": "f32"}, {}),
               ("copy f16", "tests/kernels/copy_1d.mlir", "copy", {"A": "f16", "B": "f16"}, {"T": "f16"}),
               ("copy f32", "tests/kernels/copy_1d.mlir", "copy", {"A": "f32", "B": "f32"}, {"T": "f32"}),
               ("cast f32 to f16", "tests/kernels/narrow_1d.mlir", "copy", NARROW, {}),
               ("cast f16 to f32", "tests/kernels/widen_1d.mlir", "copy", WIDE, {})]
    for title, file, work, types, params in kernels:
        for size in (N, N + 1, N - 3):
            yield Case(f"{title} {size}", file, work, types, (size,), 0.95, params=params)
    yield Case(f"copy f16 {N} from an odd address", "tests/kernels/copy_1d.mlir", "copy",
               {"A": "f16", "B": "f16"}, (N,), 0, offset=1)


def two_dimensions():
    kernels = [("copy f16", "docs/examples/copy.mlir", "copy", {"A": "f16", "B": "f16"}, {"T": "f16"}),
               ("copy f32", "docs/examples/copy.mlir", "copy", {"A": "f32", "B": "f32"}, {"T": "f32"}),
               ("cast f32 to f16", "docs/examples/cast.mlir", "copy", NARROW, {}),
               ("cast f16 to f32", "tests/kernels/widen.mlir", "copy", WIDE, {}),
               ("transpose f16", "docs/examples/transpose.mlir", "transpose", {"A": "f16", "B": "f16"}, {"T": "f16"}),
               ("transpose f32", "docs/examples/transpose.mlir", "transpose", {"A": "f32", "B": "f32"}, {"T": "f32"})]
    for title, file, work, types, params in kernels:
        high, low = (0.85, 0.60) if work == "transpose" else (0.95, 0.75)
        for shape, pitch, bar in (((SIDE, SIDE), 0, high), ((SIDE - 1, SIDE + 1), 0, low),
                                  ((SIDE, SIDE), SIDE + 1, low), ((SIDE - 1, SIDE - 1), SIDE, low)):
            name = f"{title} {shape[0]}x{shape[1]}" + (f" pitch {pitch}" if pitch else "")
            yield Case(name, file, work, types, shape, bar, pitch, params=params)


def chosen_cases(options):
    cases = [*one_dimension(), *two_dimensions()]
    for case in cases:
        case.params = {**case.params, **dict(param.split("=", 1) for param in options.param)}
    return [case for case in cases if re.search(options.only, case.title)]


# ---- In the measuring process. ----

def strided(torch, dtype, shape, pitch, offset):
    """A tensor whose rows are `pitch` apart, behind `offset` elements, and the storage it lies in."""
    pitch = pitch or shape[-1]
    rows = shape[0] if len(shape) > 1 else 1
    storage = torch.full((offset + rows * pitch,), float("nan"), dtype=dtype, device="cuda")
    strides = (pitch, 1)[-len(shape):]
    return storage.as_strided(shape, strides, offset), storage


def expected(case, args):
    if case.work == "add":
        return args["A"] + args["B"]
    return args["A"].t() if case.work == "transpose" else args["A"]


def same_bits(torch, x, y):
    bits = {2: torch.int16, 4: torch.int32}[x.element_size()]
    return torch.equal(x.view(bits), y.view(bits))


def copies(torch, bench, driver, moved):
    """Two ways to read and write `moved` bytes together: the driver's, and a kernel of PyTorch's."""
    source, target = (torch.zeros(moved // 8 + 1, dtype=torch.int32, device="cuda") for _ in range(2))

    def memcpy():
        stream = bench.ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        address = bench.ctypes.c_uint64
        driver("cuMemcpyDtoDAsync_v2", address(target.data_ptr()), address(source.data_ptr()),
               bench.ctypes.c_size_t(moved // 2), stream)

    return memcpy, lambda: torch.bitwise_not(source, out=target)


def take_turns(torch, bench, works, options):
    """Seconds of each work in each round, hot and cold."""
    contestants = [bench.Contestant(work, options.block) for work in works]
    flush = torch.empty(256 << 20, dtype=torch.int8, device="cuda")
    result = {kind: [[] for _ in works] for kind in ("hot", "cold")}
    for kind, times in result.items():
        for turn in range(options.rounds):
            for i in range(len(works)) if turn % 2 == 0 else reversed(range(len(works))):
                c = contestants[i]
                times[i].append(c.hot() if kind == "hot" else c.cold(flush, options.runs))
    return result


def measure(torch, bench, driver, case, image, options):
    dtypes = {name: bench.DTYPES[t] for name, t in case.types.items()}
    result = list(dtypes)[-1]
    args, storage = {}, None
    for name in dtypes:
        shape = case.shape[::-1] if case.work == "transpose" and name == result else case.shape
        args[name], storage = strided(torch, dtypes[name], shape, case.pitch, 0 if name == result else case.offset)
        if name != result:
            args[name].copy_(torch.randn(shape, device="cuda"))
    launch = bench.Kernel(driver, image, os.path.splitext(image)[0] + ".json").bind(args)
    launch()
    torch.cuda.synchronize()
    ours = storage.clone()
    storage.fill_(float("nan"))
    args[result].copy_(expected(case, args))
    right = same_bits(torch, ours, storage)
    del ours
    moved = sum(torch.empty((), dtype=t).element_size() for t in dtypes.values())
    for extent in case.shape:
        moved *= extent
    row = {"title": case.title, "entry": launch.entry, "right": right, "bar": case.bar, "bytes": moved}
    works = [launch, *copies(torch, bench, driver, moved)]
    for kind, times in take_turns(torch, bench, works, options).items():
        row[kind] = {"ours": statistics.median(times[0])}
        for name, theirs in zip(("memcpy", "kernel"), times[1:]):
            row[kind][name] = statistics.median(theirs)
        row[kind]["copy"] = min(row[kind]["memcpy"], row[kind]["kernel"])
        row[kind]["ratio"] = statistics.median(min(copy) / ours for ours, *copy in zip(*times))
    return row


def child(options):
    """Measures the cases whose number and image are given, a line of JSON each."""
    import torch
    sys.path.insert(0, HERE)
    import torch_compare as bench
    torch.manual_seed(0)
    torch.zeros(1, device="cuda")  # makes PyTorch's context current
    driver = bench.Driver()
    cases = chosen_cases(options)
    print(json.dumps({"ready": torch.cuda.get_device_name(0)}), flush=True)
    for word in options.child:
        number, image = word.split(":", 1)
        row = measure(torch, bench, driver, cases[int(number)], image, options)
        torch.cuda.empty_cache()
        print(json.dumps({"number": int(number), **row}), flush=True)


# ---- In the process that looks on. ----

def compile_all(cases, options, folder):
    """Image of each case; None where compilation failed."""
    known, images = {}, []
    for case in cases:
        key = (case.file, tuple(case.params.items()))
        if key not in known:
            known[key] = image = os.path.join(folder, f"{len(known)}.ptx")
            command = [os.path.join(options.bin, "tile-compile"), os.path.join(SOURCE, case.file),
                       f"--arch={options.arch}", "-o", image]
            command += [f"--param={k}={v}" for k, v in case.params.items()]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                print(done.stderr, file=sys.stderr)
                known[key] = None
        images.append(known[key])
    return images


def lines_of(process, timeout):
    """Lines as they come; ends when the process does, or is silent for too long."""
    text = b""
    while select.select([process.stdout], [], [], timeout)[0]:
        more = os.read(process.stdout.fileno(), 1 << 16)
        if not more:
            return
        *lines, text = (text + more).split(b"\n")
        for line in lines:
            yield json.loads(line)


def run_child(left, images, options):
    """Yields what a measuring process says about the cases `left`, in order, until it ends."""
    command = [sys.executable, os.path.abspath(__file__), "--only", options.only, "--block", str(options.block),
               "--rounds", str(options.rounds), "--runs", str(options.runs), "--child"]
    command += [f"{i}:{images[i]}" for i in left]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        yield from lines_of(process, options.timeout)
        process.kill()


def measure_all(cases, images, options):
    """Rows in order; a case that ends its process is left out, as is one after three failed starts."""
    left, rows, fruitless = [i for i, image in enumerate(images) if image], {}, 0
    while left and fruitless < 3:
        ready = False
        for row in run_child(left, images, options):
            if "ready" in row:
                ready = True
                continue
            rows[left.pop(0)] = row
            show(row)
        if left and ready:
            print(f"FAIL {cases[left.pop(0)].title}: the process died or said nothing for {options.timeout} s",
                  flush=True)
        fruitless += not ready
    return rows


def show(row):
    best = min(row[kind]["ratio"] for kind in ("hot", "cold"))
    ok = row["right"] and best >= row["bar"]
    texts = [f"{kind} {row[kind]['ratio']:.3f} ({row['bytes'] / row[kind]['ours'] * 1e-9:.0f} GB/s, copy "
             f"{row['bytes'] / row[kind]['copy'] * 1e-9:.0f})" for kind in ("hot", "cold")]
    row["ok"] = ok
    print(f"{'ok  ' if ok else 'FAIL'} {row['title']}: {', '.join(texts)}, bar {row['bar']:.2f}, {row['entry']}"
          f"{'' if row['right'] else ', VALUES DIFFER'}", flush=True)


def print_tables(rows):
    """The ratios as in docs/performance.md: a line a kernel, a column a shape, hot / cold."""
    tables = {}
    for row in rows:
        kernel, shape = re.match(r"(.*?) (\d.*)", row["title"].replace("f32 to f16", "f32:f16").replace(
            "f16 to f32", "f16:f32")).groups()
        lines = tables.setdefault("x" in shape, {})
        cell = f"{row['hot']['ratio']:.3f} / {row['cold']['ratio']:.3f}"
        lines.setdefault(kernel.replace(":", " to "), {})[shape] = cell
    for lines in tables.values():
        shapes = list(dict.fromkeys(shape for cells in lines.values() for shape in cells))
        print("\n| | " + " | ".join(shapes) + " |\n|" + "---|" * (len(shapes) + 1))
        for kernel, cells in lines.items():
            print(f"| {kernel} | " + " | ".join(cells.get(shape, "") for shape in shapes) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=os.path.join(SOURCE, "build/release/bin"), help="folder of the tools")
    parser.add_argument("--arch", default="sm_90a")
    parser.add_argument("--only", default="", help="cases whose title matches")
    parser.add_argument("--param", action="append", default=[], metavar="NAME=VALUE", help="of all kernels")
    parser.add_argument("--quick", action="store_true", help="two short rounds")
    parser.add_argument("--block", type=float, default=0.05, help="seconds of a measurement")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--runs", type=int, default=30, help="runs of a cold measurement")
    parser.add_argument("--timeout", type=float, default=30, help="seconds that a case may take")
    parser.add_argument("--tables", action="store_true", help="print the ratios once more, as tables")
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("--child", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        return child(options)
    if options.quick:
        options.block, options.rounds, options.runs = 0.02, 2, 10
    start = time.monotonic()
    cases = chosen_cases(options)
    with tempfile.TemporaryDirectory() as folder:
        rows = measure_all(cases, compile_all(cases, options, folder), options)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump([rows[i] for i in sorted(rows)], file, indent=1)
    if options.tables:
        print_tables([rows[i] for i in sorted(rows)])
    passed = sum(row["ok"] for row in rows.values())
    print(f"{passed} of {len(cases)} cases passed in {time.monotonic() - start:.0f} s")
    return 0 if passed == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())
