#!/usr/bin/env python3
"""Matrix products (docs/examples/gemm.mlir) against cuBLAS on one GPU, with PyTorch: the tables of docs/performance.md.

    tests/bench/gemm.py                                   everything, about five minutes on an H200
    tests/bench/gemm.py table --quick                     fewer cases, short rounds: under a minute
    tests/bench/gemm.py table --sizes 4096 --layouts NT,NN --types bf16 --param BM=128,BN=256,STAGES=3
    tests/bench/gemm.py table --arch sm_80                code without wgmma and TMA
    tests/bench/gemm.py table --file my_gemm.mlir         another kernel with the same signature

table: sizes, layouts and types. A layout names A's and B's order as cuBLAS does, T for a transposed operand: NT
has both in rows along K. cuBLAS and ours take turns in one process, in both orders; a ratio is the median over
rounds of its time over ours. "hot" is back to back, "cold" one run at a time after the L2 cache was overwritten. The
clock of the multiprocessors is read while each runs; energy is that of a block of two seconds. Errors are relative,
in norm, against f64 of the whole product, and results on small integers must be exact.

odd: odd extents, rows padded by one element, bases off by one element, extents of one: exact on integers, also
in what lies between rows, and speed. products: bias + GELU + residual, two products with one operand, and batches,
in parts of the plain product's rate.

Measurements run in a process of their own: one that says nothing for --timeout seconds is ended, and the next case
goes on in a new one. Exit code 1 when a value is wrong, an error is above 1.1 times cuBLAS's, a case failed, or a
ratio is below its bar.
"""
import dataclasses
import os
import re
import statistics
import sys
import tempfile
import time

from common import children, environment
from common import options as common_options
from common.compiler import Compiler, declared_parameters

GEMM = "docs/examples/gemm.mlir"
PITCHED = "tests/kernels/gemm_pitched.mlir"
SIZES, LAYOUTS, TYPES = (2048, 4096, 8192), ("NT", "NN", "TN", "TT"), ("f16", "bf16")
BARS = {"NT": 0.98, "NN": 0.98, "TN": 0.96, "TT": 0.96}
BAR_WITHOUT_HOPPER, ODD_BAR, PRODUCT_BAR = 0.55, 0.40, 0.92
MAX_ERROR_RATIO = 1.1
ROUNDING = {"f16": 2.0**-11, "bf16": 2.0**-8}
PARTS = ("table", "odd", "products")


@dataclasses.dataclass
class Case:
    part: str
    type: str
    layout: str
    m: int
    n: int
    k: int
    pad: int = 0  # elements between rows
    offset: int = 0  # elements in front of each operand
    bar: float = 0.0
    file: str = GEMM
    batch: int = 1

    @property
    def title(self):
        words = [self.type, self.layout, f"{self.m}x{self.n}x{self.k}"]
        words += [f"rows padded by {self.pad}"] * (self.pad > 0) + [f"bases off by {self.offset}"] * (self.offset > 0)
        if self.part == "products":
            words.insert(0, os.path.basename(self.file).removesuffix(".mlir"))
        return " ".join(words + [f"batch {self.batch}"] * (self.batch > 1))

    @property
    def flops(self):
        return 2 * self.batch * self.m * self.n * self.k * (2 if "gated" in self.file else 1)

    def columns(self):
        """Whether A and B lie in columns."""
        return self.layout[0] == "T", self.layout[1] == "T"


def params_of(case, file, more):
    """The case's type and order, where the file has parameters for them, and sets of others."""
    names = declared_parameters(file)
    a, b = ("true" if t else "false" for t in case.columns())
    own = [f"{name}={value}" for name, value in (("T", case.type), ("TA", a), ("TB", b)) if name in names]
    return ",".join(own + [word for group in more for word in group.split(",")])


def table_cases(options):
    hopper = options.arch.startswith("sm_9")
    for size in options.sizes:
        for t in options.types:
            for layout in options.layouts:
                if options.quick and not options.chosen and (layout not in ("NT", "NN") or (t, layout) == ("bf16", "NN")):
                    continue
                yield Case("table", t, layout, size, size, size, bar=BARS[layout] if hopper else BAR_WITHOUT_HOPPER,
                           file=options.file)


def odd_cases(options):
    few = options.quick
    for t in options.types[:1] if few else options.types:
        for layout in options.layouts[:2] if few else options.layouts:
            yield Case("odd", t, layout, 4095, 4097, 4093, bar=ODD_BAR, file=options.file)
        yield Case("odd", t, "NT", 4096, 4097, 4096, bar=ODD_BAR, file=options.file)  # only C's rows are odd
        yield Case("odd", t, "NN", 4096, 4096, 4096, pad=1, bar=ODD_BAR, file=PITCHED)
        yield Case("odd", t, "TT", 4096, 4096, 4096, pad=1, bar=ODD_BAR, file=options.file)
        yield Case("odd", t, "NT", 4096, 4096, 4096, offset=1, bar=ODD_BAR, file=options.file)
    for m, n, k in ((1, 4096, 4096), (4096, 1, 4096), (4096, 4096, 1), (1, 1, 1), (1, 1, 4096)):
        yield Case("odd", "f16", "NT", m, n, k, file=options.file)


def product_cases(options):
    for size in (4096,) if options.quick else (4096, 8192):
        for name, batch in (("gemm_gelu", 1), ("gated_mlp", 1), ("gemm_batched", 4 if size == 4096 else 2)):
            yield Case("products", options.types[0], "NN" if batch > 1 else "NT", size, size, size, batch=batch,
                       bar=PRODUCT_BAR, file=f"docs/examples/{name}.mlir")


def chosen_cases(options):
    makers = {"table": table_cases, "odd": odd_cases, "products": product_cases}
    cases = [case for part in options.parts for case in makers[part](options)]
    return [case for case in cases if re.search(options.only, case.title)]


# ---- In the measuring process. ----

def fill(torch, tensor, integers):
    """Normal numbers, or integers from -4 to 4, of which sums are exact."""
    if integers:
        tensor.copy_(torch.randint(-4, 5, tensor.shape, device="cuda"))
    else:
        tensor.copy_(torch.randn(tensor.shape, device="cuda"))


class Operands:
    """A, B and results of ours and of cuBLAS's, of a product without a batch."""

    def __init__(self, torch, data, dtype, case):
        columns = case.columns()
        self.torch, self.data = torch, data
        self.a, _ = data.matrix(dtype, case.m, case.k, columns[0], case.pad, case.offset)
        self.b, _ = data.matrix(dtype, case.k, case.n, columns[1], case.pad, case.offset)
        pad = case.pad if case.file == PITCHED else 0  # the plain kernel's C is packed
        self.ours, self.storage = data.matrix(dtype, case.m, case.n, False, pad, case.offset)
        self.theirs = torch.empty(case.m, case.n, dtype=dtype, device="cuda")

    def fill(self, integers):
        fill(self.torch, self.a, integers)
        fill(self.torch, self.b, integers)
        self.storage.fill_(float("nan"))

    def reference(self):
        return self.a.double() @ self.b.double()

    def exact(self, launch):
        """Whether `launch` is right on integers and leaves what is between rows alone."""
        self.fill(integers=True)
        launch()
        self.torch.cuda.synchronize()
        found = self.storage.clone()
        expected = self.reference().to(self.ours.dtype)
        self.storage.fill_(float("nan"))
        self.ours.copy_(expected)
        return self.data.same_values(found, self.storage)

    def errors(self, launch, blas):
        """Ours and cuBLAS's on normal numbers."""
        self.fill(integers=False)
        launch()
        blas()
        reference = self.reference()
        return self.data.error(self.ours, reference), self.data.error(self.theirs, reference)


def measure_energy(contestants, nvml, module, seconds):
    """Joules of a run and the clock for each contestant, None where the driver does not say."""
    found = []
    for c in contestants:
        c.hot(min(0.2, seconds / 4))  # the clock settles
        with module.Sampler(nvml) as sampler:
            each = c.hot(seconds)
        power = sampler.power
        found.append({"joules": power * each if power else None, "watts": power, "clock": sampler.clock})
    return found


def figures(turns, contestants, options):
    """Of ours (first) and of the other, hot and cold."""
    found = {}
    for kind, (ours, theirs) in turns.race(contestants, options).items():
        found[kind] = {"ours": statistics.median(ours), "theirs": statistics.median(theirs),
                       "ratio": turns.ratio(theirs, ours)}
    return found


def measure(env, case, image, options):
    """A case of the table or of the odd ones."""
    torch, launch, turns = env["torch"], env["launch"], env["turns"]
    operands = Operands(torch, env["data"], launch.DTYPES[case.type], case)
    kernel = launch.Kernel(env["driver"], image)
    ours = kernel.bind({"A": operands.a, "B": operands.b, "C": operands.ours})
    blas = env["cublas"].product(operands.a, operands.b, operands.theirs, *case.columns())
    row = {"title": case.title, "entry": ours.entry, "shared": ours.shared, "load": kernel.load_seconds,
           "exact": operands.exact(ours)}
    row["error"], row["their_error"] = operands.errors(ours, blas)
    contestants = [turns.Contestant(work, options.block) for work in (ours, blas)]
    row.update(figures(turns, contestants, options))
    if case.part == "table" and options.energy:
        order = contestants if env["number"] % 2 else contestants[::-1]
        found = measure_energy(order, env["sensor"], env["nvml"], options.energy)
        row["ours"], row["theirs"] = found if env["number"] % 2 else found[::-1]
    return row


# ---- Products with something around them. ----

def product_arguments(torch, case, dtype):
    """Arguments of the kernel; A is in rows."""
    def normal(*shape):
        lead = (case.batch,) if case.batch > 1 else ()
        return torch.randn(*lead, *shape, device="cuda").to(dtype)

    def right():
        return normal(case.n, case.k).mT if case.columns()[1] else normal(case.k, case.n)

    args = {"A": normal(case.m, case.k) * case.k**-0.5, "C": torch.empty_like(normal(case.m, case.n))}
    if "gated" in case.file:
        args.update(B1=right(), B2=right())
    else:
        args["B"] = right()
    if "gelu" in case.file:
        args.update(bias=normal(case.n), R=normal(case.m, case.n))
    return args


def formula(torch, case, args, rows=None, dtype=None):
    """What the kernel computes, of some rows, in `dtype`."""
    args = {name: x.to(dtype) if dtype else x for name, x in args.items() if name != "C"}
    a = args["A"] if rows is None else args["A"][..., rows, :]
    if "gated" in case.file:
        return torch.nn.functional.silu(a @ args["B1"]) * (a @ args["B2"])
    c = a @ args["B"]
    if "gelu" in case.file:
        residual = args["R"] if rows is None else args["R"][rows]
        return torch.nn.functional.gelu(c + args["bias"], approximate="tanh") + residual
    return c


def measure_product(env, case, images, options):
    """The kernel against the plain product of the same size."""
    torch, launch, turns = env["torch"], env["launch"], env["turns"]
    dtype = launch.DTYPES[case.type]
    args = product_arguments(torch, case, dtype)
    kernel = launch.Kernel(env["driver"], images[0])
    ours = kernel.bind(args)
    ours()
    torch.cuda.synchronize()
    rows = torch.arange(0, case.m, max(1, case.m // 256), device="cuda")
    reference = formula(torch, case, args, rows, torch.float64)
    row = {"title": case.title, "entry": ours.entry, "shared": ours.shared, "load": kernel.load_seconds, "exact": True,
           "error": env["data"].error(args["C"][..., rows, :], reference),
           "their_error": env["data"].error(formula(torch, case, args, rows), reference)}
    plain_case = dataclasses.replace(case, batch=1, file=GEMM)
    plain_args = product_arguments(torch, plain_case, dtype)
    plain = launch.Kernel(env["driver"], images[1]).bind(plain_args)
    contestants = [turns.Contestant(work, options.block) for work in (ours, plain)]
    row.update(figures(turns, contestants, options))
    for kind in turns.KINDS:
        row[kind]["ratio"] *= case.flops / plain_case.flops
        row[kind]["theirs"] *= case.flops / plain_case.flops
    return row


def child(options):
    os.environ["CUDA_CACHE_DISABLE"] = "1"  # the time from PTX to a module is of a first load
    env, cases = environment.start_with_cublas(), chosen_cases(options)
    torch = env["torch"]
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False

    def measure_case(number, images):
        env["number"] = number
        if cases[number].part == "products":
            return measure_product(env, cases[number], images, options)
        return measure(env, cases[number], images[0], options)

    children.serve(options, torch, measure_case, cublas=env["cublas"].version)


# ---- In the process that looks on. ----

def images_of(case, compiler, options):
    """Images that the case needs, or None when one does not compile."""
    names = declared_parameters(case.file)
    missing = [name for name, needed in zip(("TA", "TB"), case.columns()) if needed and name not in names]
    if missing and case.part != "products":
        print(f"     {case.title}: {case.file} has no parameter {missing[0]}: left out")
        return None
    images = [compiler.image(case.file, params_of(case, case.file, options.param))]
    if case.part == "products":  # what it is measured by keeps its defaults
        images.append(compiler.image(GEMM, params_of(case, GEMM, [])))
    return images if all(images) else None


def judge(case, row):
    """What is wrong with a row, as words."""
    wrong = [] if row["exact"] else ["VALUES DIFFER on integers"]
    # Of few elements an error is luck: what rounding to 16 bits makes of it is allowed.
    allowed = MAX_ERROR_RATIO * row["their_error"] + (ROUNDING[case.type] if case.m * case.n < 1 << 14 else 0)
    if not row["error"] <= allowed:
        wrong.append("ERROR TOO LARGE")
    if min(row[kind]["ratio"] for kind in ("hot", "cold")) < case.bar:
        wrong.append(f"below {case.bar:.2f}")
    return wrong


def figure(row, who, name, digits):
    found = row.get(who) if row else None
    return f"{found[name]:.{digits}f}" if found and found[name] is not None else "-"


def energy_words(row):
    return "".join(f"; {name} {figure(row, who, 'picojoules', 3)} pJ an operation, {figure(row, who, 'watts', 0)} W at "
                   f"{figure(row, who, 'clock', 0)} MHz" for who, name in (("ours", "ours"), ("theirs", "cuBLAS")) if who in row)


def show(case, row):
    wrong = judge(case, row)
    row["ok"] = not wrong
    for who in ("ours", "theirs"):
        if who in row:
            joules = row[who]["joules"]
            row[who]["picojoules"] = joules / case.flops * 1e12 if joules else None
    ratio = row["error"] / row["their_error"] if row["their_error"] else 1.0
    speeds = ", ".join(f"{kind} {row[kind]['ratio']:.3f} ({case.flops / row[kind]['ours'] * 1e-12:.1f} TFLOP/s, "
                       f"{case.flops / row[kind]['theirs'] * 1e-12:.1f})" for kind in ("hot", "cold"))
    print(f"{'ok  ' if not wrong else 'FAIL'} {case.title}: {speeds}; error {ratio:.3f}{energy_words(row)}; {row['entry']}, "
          f"loaded in {row['load'] * 1e3:.0f} ms{': ' + ', '.join(wrong) if wrong else ''}", flush=True)


def cell(row):
    return f"{row['hot']['ratio']:.3f} / {row['cold']['ratio']:.3f}" if row else "failed"


def print_table(cases, rows):
    """As in docs/performance.md: ratios, then rates, clocks and energy."""
    table = [(case, rows.get(i)) for i, case in enumerate(cases) if case.part == "table"]
    if not table:
        return
    layouts = list(dict.fromkeys(case.layout for case, _ in table))
    lines = {}
    for case, row in table:
        lines.setdefault((case.m, case.type), {})[case.layout] = (case, row)
    print("\n| size, type | " + " | ".join(f"{l} hot / cold" for l in layouts) + " | TFLOP/s, cuBLAS | MHz, cuBLAS | "
          "pJ an operation, cuBLAS | error, of cuBLAS's |\n|" + "---|" * (len(layouts) + 5))
    for (size, t), found in lines.items():
        cells = [cell(found[l][1]) if l in found else "" for l in layouts]
        case, row = next(iter(found.values()))
        errors = [r["error"] / r["their_error"] for _, r in found.values() if r and r["their_error"]]
        rates = [f"{case.flops / row['hot'][who] * 1e-12:.0f}" for who in ("ours", "theirs")] if row else ["-", "-"]
        pairs = [", ".join(rates), *(", ".join(figure(row, who, name, digits) for who in ("ours", "theirs"))
                                     for name, digits in (("clock", 0), ("picojoules", 3)))]
        print(f"| {size}, {t} | " + " | ".join(cells + pairs + [f"{max(errors):.2f}" if errors else "-"]) + " |")
    print(f"TFLOP/s, MHz and pJ are those of {layouts[0]}.")


def print_compile_times(cases, compiler, options):
    seen = set()
    for case in cases:
        params = params_of(case, case.file, options.param)
        if (case.file, params) in seen or case.part == "odd" or (options.quick and seen):
            continue
        seen.add((case.file, params))
        times = compiler.times(case.file, params)
        if times:
            print(f"compiled {os.path.basename(case.file)} {params}: our passes {times[0] * 1e3:.1f} ms, LLVM "
                  f"{times[1] * 1e3:.0f} ms, all versions", flush=True)


def parse():
    p = common_options.parser(__doc__, block=0.2, rounds=6, runs=20)
    p.add_argument("parts", nargs="*", metavar="|".join(PARTS), help="what to measure (all)")
    p.add_argument("--sizes", help="2048,4096,8192")
    p.add_argument("--layouts", help="NT,NN,TN,TT")
    p.add_argument("--types", help="f16,bf16")
    common_options.add_param(p, "of all kernels")
    p.add_argument("--file", default=GEMM, help="the kernel of the table and of the odd cases")
    p.add_argument("--energy", type=float, default=2.0, metavar="SECONDS", help="blocks for energy (0: none)")
    common_options.add_child(p, timeout=40)
    options = common_options.parse(p, block=0.1, rounds=3, runs=8)
    if options.quick:
        options.energy = min(options.energy, 0.5)
    options.chosen = bool(options.layouts or options.types)
    options.sizes = [int(s) for s in options.sizes.split(",")] if options.sizes else list(SIZES)
    options.layouts = options.layouts.split(",") if options.layouts else list(LAYOUTS)
    options.types = options.types.split(",") if options.types else list(TYPES)
    options.parts = options.parts or list(PARTS)
    for word, known in [(options.parts, PARTS), (options.layouts, LAYOUTS), (options.types, TYPES)]:
        for name in word:
            if name not in known:
                p.error(f"'{name}' is none of {', '.join(known)}")
    return options


def main():
    options = parse()
    if options.child is not None:
        return child(options)
    start = time.monotonic()
    cases, rows = chosen_cases(options), {}
    titles = [case.title for case in cases]
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options, folder)
        images = [images_of(case, compiler, options) for case in cases]
        print(f"compiled {len(compiler.known)} kernels in {time.monotonic() - start:.0f} s", flush=True)
        print_compile_times(cases, compiler, options)
        rows = children.measure_all(titles, images, sys.argv[1:], options, lambda row: show(cases[row["number"]], row))
    print_table(cases, rows)
    asked = sum(1 for some in images if some)
    return common_options.finish(options, [rows[i] for i in sorted(rows)], asked, start, compiler)


if __name__ == "__main__":
    sys.exit(main())
