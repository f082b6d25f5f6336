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
import dataclasses
import re
import statistics
import sys
import tempfile
import time

from common import children, environment
from common import options as common_options
from common.compiler import Compiler

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
    given = dict(word.split("=", 1) for param in options.param for word in param.split(","))
    for case in cases:
        case.params = {**case.params, **given}
    return [case for case in cases if re.search(options.only, case.title)]


# ---- In the measuring process. ----

def expected(case, args):
    if case.work == "add":
        return args["A"] + args["B"]
    return args["A"].t() if case.work == "transpose" else args["A"]


def measure(env, case, image, options):
    torch, data, launch, turns = (env[name] for name in ("torch", "data", "launch", "turns"))
    dtypes = {name: launch.DTYPES[t] for name, t in case.types.items()}
    result = list(dtypes)[-1]
    args, storage = {}, None
    for name in dtypes:
        shape = case.shape[::-1] if case.work == "transpose" and name == result else case.shape
        args[name], storage = data.strided(dtypes[name], shape, case.pitch, 0 if name == result else case.offset)
        if name != result:
            args[name].copy_(torch.randn(shape, device="cuda"))
    run = launch.Kernel(env["driver"], image).bind(args)
    run()
    torch.cuda.synchronize()
    ours = storage.clone()
    storage.fill_(float("nan"))
    args[result].copy_(expected(case, args))
    right = data.same_bits(ours, storage)
    del ours
    moved = sum(torch.empty((), dtype=t).element_size() for t in dtypes.values())
    for extent in case.shape:
        moved *= extent
    row = {"title": case.title, "entry": run.entry, "right": right, "bar": case.bar, "bytes": moved}
    works = [run, *turns.copies(env["driver"], moved)]
    for kind, times in turns.take_turns(works, options).items():
        row[kind] = {"ours": statistics.median(times[0])}
        for name, theirs in zip(("memcpy", "kernel"), times[1:]):
            row[kind][name] = statistics.median(theirs)
        row[kind]["copy"] = min(row[kind]["memcpy"], row[kind]["kernel"])
        row[kind]["ratio"] = statistics.median(min(copy) / ours for ours, *copy in zip(*times))
    return row


def child(options):
    """Measures the cases whose number and image are given, a line of JSON each."""
    env, cases = environment.start(), chosen_cases(options)
    children.serve(options, env["torch"], lambda number, images: measure(env, cases[number], images[0], options))


# ---- In the process that looks on. ----

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
    p = common_options.parser(__doc__, block=0.05, rounds=6, runs=30)
    common_options.add_param(p, "of all kernels")
    p.add_argument("--tables", action="store_true", help="print the ratios once more, as tables")
    common_options.add_child(p, timeout=30)
    options = common_options.parse(p, block=0.02, rounds=2, runs=10)
    if options.child is not None:
        return child(options)
    start = time.monotonic()
    cases = chosen_cases(options)
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options, folder)
        images = [compiler.image(case.file, ",".join(f"{k}={v}" for k, v in case.params.items())) for case in cases]
        rows = children.measure_all([case.title for case in cases], [[image] if image else None for image in images],
                                    common_options.for_child(options), options, show)
    rows = [rows[i] for i in sorted(rows)]
    if options.tables:
        print_tables(rows)
    return common_options.finish(options, rows, len(cases), start, compiler)


if __name__ == "__main__":
    sys.exit(main())
