#!/usr/bin/env python3
"""Attention (docs/examples/flash_attention.mlir) against PyTorch's kernels on one GPU: errors and speed.

    tests/bench/attention.py errors                 all lengths, types and head dimensions
    tests/bench/attention.py speed --quick          short rounds, under a minute and a half
    tests/bench/attention.py speed --only 'D=128.*causal' --param BM=128,BN=64,WARPS=8
    tests/bench/attention.py errors --bin build/release/bin --json errors.json

Errors are root mean squares of the difference to f64, over all elements, as fractions of those of
PyTorch's flash kernel (or, where it takes no such input, of cuDNN's, else of its own products in 16
bits) on the same input; lengths from 1 to 4096, causal and full, heads in groups, queries that see no
key, products times 30 and growing along the keys. NaN and infinities are counted, and the logarithms
of the sums compared. Speed: all parameter sets, cuDNN's and the flash kernel take turns in one
process, recorded into CUDA graphs; ratios are medians over rounds of the faster of the two over ours.
"hot" is back to back, "cold" one run at a time after the L2 cache was overwritten.

Exit code 1 when an error is more than 1.1 times PyTorch's, a value is NaN that is not PyTorch's, or a
ratio of a best set is below --at-least.
"""
import dataclasses
import math
import re
import statistics
import sys
import tempfile
import time
import warnings

from common import environment
from common import options as common_options
from common.compiler import Compiler

FILE = "docs/examples/flash_attention.mlir"
# Of each head dimension, the first is the one that errors are measured with.
SETS = {
    64: ["BM=192,BN=128,WARPS=12", "BM=128,BN=128,WARPS=8", "BM=128,BN=64,WARPS=8", "BM=64,BN=128,WARPS=4", "BM=64,BN=64,WARPS=4"],
    128: ["BM=128,BN=128,WARPS=8", "BM=128,BN=96,WARPS=8", "BM=128,BN=80,WARPS=8", "BM=64,BN=64,WARPS=4"],
    256: ["BM=128,BN=64,WARPS=8", "BM=128,BN=48,WARPS=8", "BM=64,BN=64,WARPS=4"],
}


@dataclasses.dataclass
class Case:
    d: int
    sq: int
    sk: int
    causal: bool = False
    shift: int = 0
    type: str = "f16"
    batch: int = 1
    hq: int = 2
    hkv: int = 2
    change: str = ""  # large, growing

    @property
    def title(self):
        words = [f"D={self.d} {self.sq}x{self.sk} {self.type}", f"{self.batch}x{self.hq}:{self.hkv} heads"]
        if self.causal:
            words.append(f"causal{f' by {self.shift}' if self.shift else ''}")
        return " ".join(words + ([self.change] if self.change else []))

    def params(self, tiles):
        return f"D={self.d},{tiles},T={self.type},CAUSAL={'true' if self.causal else 'false'}"


def error_cases(quick):
    for d in (64, 128, 256):
        for causal in (False, True):
            for n in (1, 17, 1000, 4095, 4096):
                yield Case(d, n, n, causal, batch=2 if n < 4000 else 1, hq=4, hkv=2)
            yield Case(d, 1000, 1000, causal, type="bf16", hq=6, hkv=2)
            for change in ("large", "growing"):
                yield Case(d, 1000, 1000, causal, change=change)
            if not quick:
                yield Case(d, 4095, 4095, causal, type="bf16", change="large")
        for sq, sk in ((17, 1000), (1000, 17), (1, 4096), (200, 0)):
            yield Case(d, sq, sk, hq=4, hkv=1)
            yield Case(d, sq, sk, True, hq=4, hkv=1)
            yield Case(d, sq, sk, True, sk - sq, hq=4, hkv=1)


def speed_cases(quick):
    for d in (64, 128, 256):
        heads = 2048 // d
        for causal in (False, True):
            yield Case(d, 4096, 4096, causal, batch=2, hq=heads, hkv=heads)
            if not quick:
                yield Case(d, 16384, 16384, causal, hq=heads, hkv=heads)
                yield Case(d, 1024, 1024, causal, batch=16, hq=heads, hkv=heads)
                yield Case(d, 4096, 4096, causal, batch=4, hq=heads, hkv=heads // 4, type="bf16")


# ---- Inputs and references. ----

def inputs(torch, launch, case):
    dtype = launch.DTYPES[case.type]

    def normal(heads, n):
        return torch.randn((case.batch, heads, n, case.d), device="cuda")

    q, k, v = normal(case.hq, case.sq), normal(case.hkv, case.sk), normal(case.hkv, case.sk)
    if case.change == "large":
        q = q * 30
    if case.change == "growing":
        k = k * torch.linspace(0.1, 10, case.sk, device="cuda")[None, None, :, None]
    args = {"Q": q.to(dtype), "K": k.to(dtype), "V": v.to(dtype), "scale": 1 / math.sqrt(case.d), "shift": case.shift}
    args["O"] = torch.empty_like(args["Q"])
    args["L"] = torch.empty(q.shape[:3], device="cuda")
    return args


def seen(torch, case, device="cuda"):
    """Which key each query sees, or None: all."""
    if not case.causal:
        return None
    rows, columns = torch.arange(case.sq, device=device), torch.arange(case.sk, device=device)
    return columns[None, :] <= rows[:, None] + case.shift


def exact(torch, case, args):
    """Output and logarithms in f64, a head at a time."""
    out = torch.zeros(args["O"].shape, dtype=torch.float64, device="cuda")
    log = torch.full(args["L"].shape, -math.inf, dtype=torch.float64, device="cuda")
    mask = seen(torch, case)
    for b in range(case.batch if case.sk else 0):
        for h in range(case.hq):
            group = h * case.hkv // case.hq
            s = args["Q"][b, h].double() @ args["K"][b, group].double().T * args["scale"]
            if mask is not None:
                s = s.masked_fill(~mask, -math.inf)
            log[b, h] = torch.logsumexp(s, -1)
            p = torch.exp(s - log[b, h].masked_fill(log[b, h].isinf(), 0)[:, None])
            out[b, h] = p @ args["V"][b, group].double()
    return out, log


def grouped(case, args):
    """Keys and values of each head of queries, for kernels of PyTorch's that know no groups."""
    if case.hq == case.hkv:
        return args["Q"], args["K"], args["V"]
    repeat = case.hq // case.hkv
    return args["Q"], args["K"].repeat_interleave(repeat, 1), args["V"].repeat_interleave(repeat, 1)


def flash_by_parts(torch, case, args):
    """The flash kernel on the upper left triangle of a rectangle: on its square, and on all keys below it."""
    flash = torch.ops.aten._scaled_dot_product_flash_attention
    q, k, v = grouped(case, args)
    n = min(case.sq, case.sk)
    parts = [flash(q[:, :, :n], k[:, :, :n], v[:, :, :n], 0.0, True, False, scale=args["scale"])]
    if case.sq > n:
        parts.append(flash(q[:, :, n:], k, v, 0.0, False, False, scale=args["scale"]))
    return torch.cat([part[0] for part in parts], 2)


def theirs(torch, case, args, backends):
    """What calls the first of PyTorch's backends that takes the case, and its name; or None twice."""
    from torch.nn.attention import SDPBackend, sdpa_kernel
    q, k, v = grouped(case, args)
    upper_left = case.causal and case.shift == 0
    for name in backends:
        mask = seen(torch, case) if case.causal and not (upper_left and name != "MATH") else None

        def run(name=name, mask=mask):
            with sdpa_kernel(getattr(SDPBackend, name)):
                return torch.nn.functional.scaled_dot_product_attention(
                    q, k, v, attn_mask=mask, is_causal=upper_left and mask is None, scale=args["scale"])
        try:
            run()
            torch.cuda.synchronize()
            return name, run
        except RuntimeError:
            continue
    return None, None


def their_log(torch, case, args):
    """The logarithms of PyTorch's flash kernel, or None."""
    q, k, v = grouped(case, args)
    try:
        found = torch.ops.aten._scaled_dot_product_flash_attention(
            q, k, v, 0.0, case.causal, False, scale=args["scale"])
        return found[1][..., :case.sq]
    except RuntimeError:
        return None


# ---- Errors. ----

def root_mean_square(torch, x, reference):
    if not x.numel():
        return 0.0
    return float((x.double() - reference).square().mean().sqrt())


def log_error(torch, found, reference):
    """The largest difference, as a fraction of the number or of 1; infinities have to be equal."""
    if found is None or not reference.numel():
        return None
    finite = reference.isfinite()
    if not torch.equal(found[~finite].double(), reference[~finite]):
        return math.inf
    off = (found.double() - reference).abs() / reference.abs().clamp_min(1)
    return float(off[finite].max()) if bool(finite.any()) else 0.0


def check(env, case, image):
    torch, launch = env["torch"], env["launch"]
    args = inputs(torch, launch, case)
    args["O"].fill_(math.nan)
    args["L"].fill_(math.nan)
    own = launch.Kernel(env["driver"], image).bind(args)
    own()
    torch.cuda.synchronize()
    reference, log = exact(torch, case, args)
    order = ["FLASH_ATTENTION", "CUDNN_ATTENTION", "EFFICIENT_ATTENTION", "MATH"]
    if case.causal and case.shift:
        order.remove("CUDNN_ATTENTION")  # of queries that see no key it gives means
    if case.causal and case.shift == 0 and case.sq != case.sk and case.sk:
        name, run = "FLASH by parts", lambda: flash_by_parts(torch, case, args)
    else:
        name, run = theirs(torch, case, args, order)
    row = {"title": case.title, "entry": own.entry, "reference": name,
           "nan": int(args["O"].isnan().sum()), "error": root_mean_square(torch, args["O"], reference),
           "log_error": log_error(torch, args["L"], log)}
    if run:
        out = run()
        row["their_nan"] = int(out.isnan().sum())
        row["their_error"] = root_mean_square(torch, out.nan_to_num(), reference)
    same_triangle = not case.causal or (case.shift == 0 and case.sq == case.sk)
    row["their_log_error"] = log_error(torch, their_log(torch, case, args) if same_triangle else None, log)
    # Of few elements a root mean square is luck: what both round to 16 bits is allowed to either.
    allowed = 1.1 * row.get("their_error", 0.0)
    if args["O"].numel() < 4096:
        step = {"f16": 2.0**-11, "bf16": 2.0**-8}[case.type]
        allowed += step * root_mean_square(torch, reference * 0, reference)
    row["ok"] = row["nan"] == 0 and row["error"] <= allowed and (row["log_error"] or 0) <= 4e-6
    return row


def show_error(row):
    def word(x):
        return "-" if x is None else f"{x:.2e}"

    ratio = row["error"] / row["their_error"] if row.get("their_error") else math.nan
    print(f"{'ok  ' if row['ok'] else 'FAIL'} {row['title']:44} error {row['error']:.3e}, {row['reference']} "
          f"{word(row.get('their_error'))}, ratio {ratio:.3f}; NaN {row['nan']}/{row.get('their_nan', '-')}; "
          f"log {word(row['log_error'])}/{word(row['their_log_error'])}", flush=True)


def run_errors(env, compiler, options):
    rows = []
    for case in error_cases(options.quick):
        if not re.search(options.only, case.title):
            continue
        for tiles in options.param or SETS[case.d][:1]:
            image = compiler.image(FILE, case.params(tiles))
            row = check(env, case, image) if image else {"title": case.title, "ok": False}
            if image:
                show_error(row)
            rows.append(row)
    return rows


# ---- Speed. ----

def flops(case):
    """Of both products; of the triangle, half."""
    return 4 * case.batch * case.hq * case.sq * case.sk * case.d / (2 if case.causal else 1)


def contestants(env, case, compiler, options, args):
    for backend in ("CUDNN_ATTENTION", "FLASH_ATTENTION"):
        name, run = theirs(env["torch"], case, args, [backend])
        if run:
            yield name, run
    for tiles in options.param or SETS[case.d]:
        image = compiler.image(FILE, case.params(tiles))
        if image:
            yield tiles, env["launch"].Kernel(env["driver"], image).bind(args)


def measure(env, case, compiler, options):
    args = inputs(env["torch"], env["launch"], case)
    entries = list(contestants(env, case, compiler, options, args))
    names = [name for name, _ in entries]
    others = [i for i, name in enumerate(names) if "=" not in name]
    row = {"title": case.title, "names": names, "ok": True}
    for kind, times in env["turns"].take_turns([run for _, run in entries], options).items():
        rounds = list(zip(*times))
        row[kind] = {name: {"seconds": statistics.median(t)} for name, t in zip(names, times)}
        for i, name in enumerate(names):
            row[kind][name]["rate"] = flops(case) / row[kind][name]["seconds"] * 1e-12
            for o in others:
                row[kind][name][names[o]] = statistics.median(r[o] / r[i] for r in rounds)
    return row


def show_speed(row, options):
    ours = [name for name in row["names"] if "=" in name]
    others = [name for name in row["names"] if "=" not in name]

    def worst(name):
        return min((row[kind][name][o] for kind in ("hot", "cold") for o in others), default=0)

    best = max(ours, key=lambda name: (worst(name), row["hot"][name]["rate"]), default=None)
    row["ok"] = best is not None and worst(best) >= options.at_least
    print(f"\n{'ok  ' if row['ok'] else 'FAIL'} {row['title']}")
    for name in row["names"]:
        line = f"{'* ' if name == best else '  '}{name:24}"
        for kind in ("hot", "cold"):
            figures = row[kind][name]
            line += f"  {kind} {figures['seconds'] * 1e6:9.1f} us {figures['rate']:6.1f} TFLOP/s"
            if name in ours:
                line += " of " + ", ".join(f"{o.split('_')[0]} {figures[o]:.3f}" for o in others)
        print(line, flush=True)


def run_speed(env, compiler, options):
    rows = []
    for case in speed_cases(options.quick):
        if re.search(options.only, case.title):
            rows.append(measure(env, case, compiler, options))
            show_speed(rows[-1], options)
            env["torch"].cuda.empty_cache()
    return rows


def main():
    p = common_options.parser(__doc__, block=0.1, rounds=6, runs=20)
    p.add_argument("what", choices=["errors", "speed"])
    common_options.add_param(p)
    p.add_argument("--at-least", type=float, default=0.0, help="of cuDNN and the flash kernel, else fail")
    options = common_options.parse(p, block=0.02, rounds=3, runs=6)
    start, env = time.monotonic(), environment.start()
    warnings.filterwarnings("ignore", category=UserWarning)  # why a backend does not take a case
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options, folder)
        found = (run_errors if options.what == "errors" else run_speed)(env, compiler, options)
    return common_options.finish(options, found, len(found), start, compiler)


if __name__ == "__main__":
    sys.exit(main())
