#!/usr/bin/env python3
"""How fast softmax, RMSNorm and LayerNorm of rows are, against PyTorch and a device copy, on one GPU.

    tests/bench/rows.py                                    all cases and their parameter sets
    tests/bench/rows.py --quick                            short rounds, under a minute and a half
    tests/bench/rows.py --only 'softmax 8192' --param BM=1,BN=8192,WARPS=8 --param BM=1,BN=4096,WARPS=4
    tests/bench/rows.py --bin build/release/bin --json rows.json

f16 in and out. Each case is compiled with several parameter sets; all of them, PyTorch's function and
copies of as many bytes as the matrix is read and written take turns in one process, recorded into CUDA
graphs. The copy is the fastest of the driver's (what PyTorch's copy_ does), an elementwise kernel of
PyTorch's, and docs/examples/copy.mlir. A ratio is a median over rounds: 0.95 of the copy means 95 % of
its bandwidth. "hot" is back to back, "cold" one run at a time after the L2 cache was overwritten.

Errors are relative, in norm, against f64 of PyTorch. Exit code 1 when one is larger than 1.1 times
PyTorch's, when a case failed, or when the best set is below its part of the copy or not ahead of PyTorch.
The last table has the best set of each case.
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

EPS = 1e-5
BAR, LONG_BAR = 0.92, 0.80  # of the copy; of softmax where no block has a row to itself


@dataclasses.dataclass
class Case:
    work: str  # softmax, rmsnorm or layernorm
    rows: int
    columns: int
    sets: list  # of parameters: "BM=1,BN=8192,WARPS=8", perhaps behind another kernel's name and a colon
    bar: float = BAR  # part of the copy that the best set has to reach

    @property
    def title(self):
        return f"{self.work} {self.rows}x{self.columns}"


def sets_of(*triples):
    return [f"BM={bm},BN={bn},WARPS={warps}" for bm, bn, warps in triples]


WIDE = sets_of((1, 8192, 4), (1, 8192, 8), (1, 8192, 16)) + ["BM=1,BN=8192,WARPS=8,BLOCKS=4"]
MIDDLE = sets_of((1, 4096, 4), (1, 4096, 8), (2, 4096, 8)) + ["BM=1,BN=4096,WARPS=4,BLOCKS=8"]
SHORT = sets_of((16, 128, 4), (32, 128, 4), (32, 128, 8), (16, 128, 1), (16, 128, 2), (8, 128, 1))
PARTS = sets_of((1, 16384, 16))
PARTS_OF = {"layernorm": "layernorm_long:"}  # where another kernel takes a row in parts
CLUSTERS = [f"BM=1,BN=131072,WARPS={warps},CLUSTER=8,BLOCKS={blocks}" for warps, blocks in ((8, 3), (16, 0), (16, 2))]
ONE_EXCHANGE = [f"softmax_cluster:PART=16384,BN=131072,CLUSTER=8,WARPS={warps},BLOCKS={blocks}"
                for warps, blocks in ((8, 3), (8, 4), (16, 2), (16, 0))]


def all_cases():
    for work in ("softmax", "rmsnorm", "layernorm"):
        yield Case(work, 8192, 8192, WIDE)
        yield Case(work, 32768, 4096, MIDDLE)
        yield Case(work, 131072, 128, SHORT)
        yield Case(work, 1024, 131072, [PARTS_OF.get(work, "") + params for params in PARTS] + CLUSTERS
                   + (ONE_EXCHANGE if work == "softmax" else []), LONG_BAR if work == "softmax" else 0.0)


def chosen_cases(options):
    cases = [case for case in all_cases() if re.search(options.only, case.title)]
    for case in cases:
        case.sets = options.param or case.sets
    return cases


# ---- In the measuring process. ----

def arguments(torch, case):
    def normal(*shape):
        return torch.randn(shape, device="cuda").half()

    args = {"X": normal(case.rows, case.columns), "Y": normal(case.rows, case.columns)}
    if case.work != "softmax":
        args.update(W=normal(case.columns), eps=EPS)
    if case.work == "layernorm":
        args["B"] = normal(case.columns)
    return args


def theirs(torch, case, args, x):
    """PyTorch's function of the rows x, in the type that they have."""
    functional = torch.nn.functional
    w, b = (args[name].to(x.dtype) if name in args else None for name in "WB")
    if case.work == "softmax":
        return torch.softmax(x, -1)
    if case.work == "rmsnorm":
        return functional.rms_norm(x, (case.columns,), w, EPS)
    return functional.layer_norm(x, (case.columns,), w, b, EPS)


def errors(torch, case, args, results):
    """Relative errors of the results against f64, a few rows at a time."""
    step = max(1, (1 << 25) // case.columns)
    total, sums = 0.0, [0.0] * len(results)
    for first in range(0, case.rows, step):
        part = slice(first, first + step)
        exact = theirs(torch, case, args, args["X"][part].double())
        total += float(exact.square().sum())
        for i, result in enumerate(results):
            sums[i] += float((result[part].double() - exact).square().sum())
    return [(s / total) ** 0.5 for s in sums]


def contestants(env, case, images, args):
    """(name, what launches it): three copies, PyTorch, then ours."""
    torch, launch, driver = env["torch"], env["launch"], env["driver"]
    memcpy, elementwise = env["turns"].copies(driver, 2 * args["X"].numel() * args["X"].element_size())
    yield "memcpy", memcpy
    yield "elementwise copy", elementwise
    yield "own copy", launch.Kernel(driver, images[0]).bind({"A": args["X"], "B": args["Y"]})
    yield "PyTorch", lambda: theirs(torch, case, args, args["X"])
    for name, image in zip(case.sets, images[1:]):
        if image:
            yield name, launch.Kernel(driver, image).bind(args)


def check(torch, case, args, launches):
    """Error of PyTorch and of each of our launches."""
    found = [theirs(torch, case, args, args["X"])]
    for launch in launches:
        args["Y"].fill_(float("nan"))
        launch()
        torch.cuda.synchronize()
        found.append(args["Y"].clone())
    return errors(torch, case, args, found)


def measure(env, case, images, options):
    torch = env["torch"]
    args = arguments(torch, case)
    entries = list(contestants(env, case, images, args))
    names = [name for name, _ in entries]
    reference, *found = check(torch, case, args, [work for _, work in entries[4:]])
    row = {"title": case.title, "bytes": 2 * args["X"].numel() * args["X"].element_size(),
           "torch_error": reference, "names": names, "errors": dict(zip(names[4:], found))}
    for kind, times in env["turns"].take_turns([work for _, work in entries], options).items():
        row[kind] = {"seconds": dict(zip(names, map(statistics.median, times)))}
        row[kind]["of_copy"], row[kind]["of_torch"] = {}, {}
        for i in range(4, len(names)):
            rounds = list(zip(*times))
            row[kind]["of_copy"][names[i]] = statistics.median(min(r[:3]) / r[i] for r in rounds)
            row[kind]["of_torch"][names[i]] = statistics.median(r[3] / r[i] for r in rounds)
    return row


def child(options):
    """Measures the cases whose number and images are given, a line of JSON each."""
    env, cases = environment.start(), chosen_cases(options)
    children.serve(options, env["torch"], lambda number, images: measure(env, cases[number], images, options))


# ---- In the process that looks on. ----

def images_of(compiler, case):
    """A copy's, then one for each set of parameters."""
    copy = compiler.image("docs/examples/copy.mlir", "BM=16,BN=128,WARPS=4,T=f16")
    ours = [(f"docs/examples/{kernel or case.work}.mlir", params)
            for kernel, _, params in (name.rpartition(":") for name in case.sets)]
    return [copy, *(compiler.image(file, params) for file, params in ours)]


def rate(row, kind, name):
    return f"{row['bytes'] / row[kind]['seconds'][name] * 1e-9:.0f}"


def worse_of_copy(row, name):
    return min(row[kind]["of_copy"][name] for kind in ("hot", "cold"))


def judge(row, bar):
    """Finds the best set; what is wrong, as words."""
    ours = row["names"][4:]
    best = row["best"] = max(ours, key=lambda name: worse_of_copy(row, name)) if ours else None
    wrong = [] if ours else ["NOTHING COMPILED"]
    if any(not e <= 1.1 * row["torch_error"] + 1e-7 for e in row["errors"].values()):
        wrong.append("ERRORS TOO LARGE")
    if best and worse_of_copy(row, best) < bar:
        wrong.append(f"below {bar:.2f} of the copy")
    if best and min(row[kind]["of_torch"][best] for kind in ("hot", "cold")) <= 1:
        wrong.append("not ahead of PyTorch")
    row["ok"] = not wrong
    return wrong


def show(row, bar):
    """The case's table; the best set is marked."""
    wrong = judge(row, bar)
    ours, best = row["names"][4:], row["best"]
    print(f"\n{'FAIL' if wrong else 'ok  '} {row['title']}{''.join(': ' + w for w in wrong)}")
    print(f"  {'':65} {'GB/s hot':>9} {'cold':>6}  {'of copy hot':>11} {'cold':>6}  {'of PyTorch hot':>14} {'cold':>6}"
          f"  {'error':>9}")
    for name in row["names"]:
        line = f"{'* ' if name == best else '  '}{name:65} {rate(row, 'hot', name):>9} {rate(row, 'cold', name):>6}"
        if name in ours:
            hot, cold = row["hot"], row["cold"]
            line += (f"  {hot['of_copy'][name]:>11.3f} {cold['of_copy'][name]:>6.3f}  {hot['of_torch'][name]:>14.2f}"
                     f" {cold['of_torch'][name]:>6.2f}  {row['errors'][name]:>9.2e}")
        elif name == "PyTorch":
            line += f"{'':45}{row['torch_error']:>9.2e}"
        print(line, flush=True)


def summarize(rows, bars):
    """The best set of each case in a line."""
    print(f"\n{'':29} {'copy, GB/s':>10} {'of copy hot':>11} {'cold':>6} {'bar':>5} {'of PyTorch hot':>14} {'cold':>6}"
          "  best set")
    for row, bar in zip(rows, bars):
        best, kinds = row["best"], [row[kind] for kind in ("hot", "cold")]
        if best is None:
            continue
        copy = row["bytes"] / min(kinds[0]["seconds"][name] for name in row["names"][:3]) * 1e-9
        of_copy, of_torch = ([kind[what][best] for kind in kinds] for what in ("of_copy", "of_torch"))
        print(f"{'ok  ' if row['ok'] else 'FAIL'} {row['title']:24} {copy:>10.0f} {of_copy[0]:>11.3f} {of_copy[1]:>6.3f}"
              f" {bar:>5.2f} {of_torch[0]:>14.2f} {of_torch[1]:>6.2f}  {best}")


def main():
    p = common_options.parser(__doc__, block=0.05, rounds=6, runs=30)
    common_options.add_param(p)
    p.add_argument("--at-least", type=float, help="of the copy, hot and cold, instead of each case's part")
    common_options.add_child(p, timeout=60)
    options = common_options.parse(p, block=0.015, rounds=3, runs=8)
    if options.child is not None:
        return child(options)
    start = time.monotonic()
    cases = chosen_cases(options)
    bars = [case.bar if options.at_least is None else options.at_least for case in cases]
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options, folder)
        images = [images_of(compiler, case) for case in cases]
        print(f"compiled {len(compiler.known)} kernels in {time.monotonic() - start:.0f} s", flush=True)
        found = children.measure_all([case.title for case in cases], images, common_options.for_child(options), options,
                                     lambda row: show(row, bars[row["number"]]))
    rows = [found[i] for i in sorted(found)]
    summarize(rows, [bars[i] for i in sorted(found)])
    return common_options.finish(options, rows, len(cases), start, compiler)


if __name__ == "__main__":
    sys.exit(main())
