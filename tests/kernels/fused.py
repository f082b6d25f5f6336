#!/usr/bin/env python3
"""Fused kernels of docs/examples (attention; products with softmax, with int4 weights, with GELU, gated) against their formulas.

    tests/kernels/fused.py build/release/bin
    tests/kernels/fused.py build/release/bin --only 'attention.*causal'

Each case is executed by tile-run at tile level or with all threads; inputs and outputs are printed, and
the outputs are compared with what the formula gives in doubles. Extents are odd, smaller than a tile
and of several tiles. Exit code 1 when an element is off by more than the rounding of the types.
"""
import dataclasses
import math
import os
import sys

import formulas
from formulas import ROUNDING


@dataclasses.dataclass
class Case:
    kernel: str
    dims: dict
    params: dict
    args: dict = dataclasses.field(default_factory=dict)
    init: str = "normal"
    level: str = "thread"

    @property
    def type(self):
        return self.params.get("T", "f16")

    @property
    def title(self):
        words = [f"{k}={v}" for k, v in (self.dims | self.params | self.args).items()]
        return f"{self.kernel} {' '.join(words)} {self.init} {self.level}"


# ---- Attention. ----

def attention_cases():
    tiny = {"D": 64, "BM": 16, "BN": 16, "WARPS": 1}
    small = {"D": 64, "BM": 32, "BN": 32, "WARPS": 2}

    def case(b, hq, hkv, sq, sk, params, causal=False, shift=0, scale=0.125, **more):
        dims = {"B": b, "HQ": hq, "HKV": hkv, "SQ": sq, "SK": sk}
        params = params | {"CAUSAL": "true" if causal else "false"}
        return Case("flash_attention", dims, params, {"scale": scale, "shift": shift}, **more)

    for sq, sk in [(1, 1), (1, 17), (17, 1), (17, 100), (33, 64), (3, 0)]:
        yield case(1, 1, 1, sq, sk, tiny)
        yield case(1, 2, 1, sq, sk, tiny, causal=True)
        yield case(1, 1, 1, sq, sk, tiny, causal=True, shift=sk - sq, level="tile")
    yield case(2, 4, 2, 40, 70, small)
    yield case(1, 6, 2, 70, 40, small, causal=True, shift=-30)  # the first 30 see no key
    yield case(1, 3, 3, 40, 70, small, causal=True, shift=30)
    yield case(1, 1, 1, 40, 40, small, causal=True, shift=-100)  # none sees any
    yield case(1, 1, 1, 40, 70, small | {"T": "bf16"}, causal=True, shift=7)
    yield case(1, 1, 1, 40, 70, small, scale=30.0)  # of products like 30
    yield case(1, 1, 1, 40, 70, small, causal=True, scale=0.25, init="int")
    yield case(1, 2, 1, 33, 40, small | {"D": 128})
    yield case(1, 1, 1, 20, 40, small | {"D": 256}, causal=True)
    yield case(1, 1, 1, 65, 130, {"D": 64, "BM": 128, "BN": 64, "WARPS": 8}, causal=True)
    yield case(1, 1, 1, 100, 100, {"D": 64}, causal=True)
    yield case(1, 1, 1, 200, 130, {"D": 64, "BM": 192, "BN": 64, "WARPS": 12}, causal=True)
    wide = {"D": 128, "BM": 64, "BN": 64, "WARPS": 4}  # the products of two steps beside each other
    yield case(1, 2, 1, 70, 200, wide)
    yield case(1, 1, 1, 70, 130, wide | {"T": "bf16"}, causal=True, shift=-20)
    yield case(1, 1, 1, 5, 40, {"D": 128, "BM": 64, "BN": 64, "WARPS": 4}, level="tile")


def attend(case, q, keys, values, row):
    """The output row and the logarithm of its sum, and how large their errors may be."""
    scale, shift = case.args["scale"], case.args["shift"]
    seen = len(keys) if case.params["CAUSAL"] == "false" else max(0, min(len(keys), row + shift + 1))
    if seen == 0:
        return [0.0] * len(q), -math.inf, 0.0, 0.0
    scores = [scale * math.fsum(a * b for a, b in zip(q, k)) for k in keys[:seen]]
    sizes = [abs(scale) * math.fsum(abs(a * b) for a, b in zip(q, k)) for k in keys[:seen]]
    top = max(scores)
    powers = [math.exp(s - top) for s in scores]
    total = math.fsum(powers)
    out = [math.fsum(p * v[d] for p, v in zip(powers, values)) / total for d in range(len(q))]
    largest = max(abs(x) for v in values[:seen] for x in v)
    # What f32 loses of scores, and the rounding of powers to the type.
    lost = 2.0**-22 * max(sizes)
    return out, top + math.log(total), (2 * lost + ROUNDING[case.type]) * largest, lost + 2.0**-20 * abs(top)


def check_attention(case, values):
    group = case.dims["HQ"] // case.dims["HKV"]
    for b in range(case.dims["B"]):
        for h in range(case.dims["HQ"]):
            keys, vals = values["K"][b][h // group], values["V"][b][h // group]
            for i, q in enumerate(values["Q"][b][h]):
                out, log, slack, log_slack = attend(case, q, keys, vals, i)
                yield f"L[{b}, {h}, {i}]", values["L"][b][h][i], log, log_slack + 2.0**-20
                for d, want in enumerate(out):
                    yield f"O[{b}, {h}, {i}, {d}]", values["O"][b][h][i][d], want, formulas.limit(case.type, want, slack)


# ---- Products. ----

def softmax_cases():
    small = {"BM": 16, "BN": 32, "BK": 16, "WARPS": 2}
    for m, n, k in [(1, 1, 1), (17, 32, 16), (20, 17, 33), (16, 31, 0)]:
        yield Case("gemm_softmax", {"M": m, "N": n, "K": k}, small)
        yield Case("gemm_softmax", {"M": m, "N": n, "K": k}, small | {"TB": "true"}, level="tile")
    yield Case("gemm_softmax", {"M": 40, "N": 100, "K": 70}, {"BM": 32, "BN": 128, "BK": 32, "WARPS": 8, "T": "bf16"})
    yield Case("gemm_softmax", {"M": 40, "N": 120, "K": 64}, {"TB": "true"}, init="int")
    yield Case("gemm_softmax", {"M": 120, "N": 56, "K": 72}, {"BN": 64, "STAGES": 8, "MULTICAST": 2})


def check_softmax(case, values):
    columns = list(zip(*values["B"])) if values["B"] else [()] * case.dims["N"]
    for i in range(case.dims["M"]):
        a = values["A"][i] if case.dims["K"] else ()
        scores = [math.fsum(x * y for x, y in zip(a, column)) for column in columns]
        size = max(math.fsum(abs(x * y) for x, y in zip(a, column)) for column in columns)
        powers = [math.exp(s - max(scores)) for s in scores]
        for j, power in enumerate(powers):
            want = power / math.fsum(powers)
            yield f"C[{i}, {j}]", values["C"][i][j], want, formulas.limit(case.type, want, (2.0**-21 * size + 2.0**-19) * want)


def int4_cases():
    small = {"BM": 16, "BN": 32, "BK": 32, "BH": 16, "G": 32, "WARPS": 2}
    for m, n, k in [(1, 1, 1), (17, 33, 64), (5, 32, 75), (16, 20, 0)]:
        dims = {"M": m, "N": n, "K": k, "K2": -(-k // 2), "KG": -(-k // 32)}
        yield Case("gemm_int4", dims, small)
        yield Case("gemm_int4", dims, small | {"T": "bf16"}, level="tile")
    yield Case("gemm_int4", {"M": 20, "N": 70, "K": 200, "K2": 100, "KG": 2}, {})


def rounded(case, x):
    """To the type, to nearest even."""
    if x == 0:
        return 0.0
    bits, lowest = (11, -24) if case.type == "f16" else (8, -133)
    step = 2.0 ** max(math.frexp(x)[1] - bits, lowest)
    return round(x / step) * step


def check_int4(case, values):
    size = case.params.get("G", 128)
    scales = [[rounded(case, s) for s in row] for row in values["S"]]  # which are printed in nine digits

    def weight(n, k):
        byte = values["Q"][n][k // 2]
        number = byte >> 4 if k % 2 else ((byte & 15) ^ 8) - 8
        return rounded(case, number * scales[n][k // size])

    columns = [[weight(n, k) for k in range(case.dims["K"])] for n in range(case.dims["N"])]
    for i in range(case.dims["M"]):
        a = values["A"][i] if case.dims["K"] else ()
        for j, column in enumerate(columns):
            products = [x * y for x, y in zip(a, column)]
            want, size_of = math.fsum(products), math.fsum(map(abs, products))
            yield f"C[{i}, {j}]", values["C"][i][j], want, formulas.limit(case.type, want, 2.0**-20 * size_of)


def epilogue_cases(kernel):
    small = {"BM": 64, "BN": 64, "BK": 32, "WARPS": 4}
    for m, n, k in [(1, 1, 1), (17, 33, 64), (65, 70, 33), (16, 20, 0)]:
        yield Case(kernel, {"M": m, "N": n, "K": k}, small)
        yield Case(kernel, {"M": m, "N": n, "K": k}, small | {"T": "bf16", "TB": "true"}, level="tile")
    yield Case(kernel, {"M": 40, "N": 70, "K": 100}, small | {"TA": "true", "STAGES": 3}, init="int")


def dot(case, values, name, i, j):
    """An element of A times the matrix of that name, and how much of it f32 may lose."""
    products = [values["A"][i][k] * values[name][k][j] for k in range(case.dims["K"])]
    return math.fsum(products), 2.0**-20 * math.fsum(map(abs, products))


def check_gelu(case, values):
    for i in range(case.dims["M"]):
        for j in range(case.dims["N"]):
            product, lost = dot(case, values, "B", i, j)
            x = product + values["bias"][j]
            gelu = 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
            want = gelu + values["R"][i][j]
            slack = 1.2 * lost + 2.0**-20 * (abs(x) + abs(want))
            yield f"C[{i}, {j}]", values["C"][i][j], want, formulas.limit(case.type, want, slack)


def check_gated(case, values):
    for i in range(case.dims["M"]):
        for j in range(case.dims["N"]):
            (x, lost_x), (y, lost_y) = dot(case, values, "B1", i, j), dot(case, values, "B2", i, j)
            silu = x / (1 + math.exp(-x))
            slack = 1.2 * lost_x * abs(y) + abs(silu) * lost_y + 2.0**-20 * abs(silu * y)
            yield f"C[{i}, {j}]", values["C"][i][j], silu * y, formulas.limit(case.type, silu * y, slack)


# ---- Execution. ----

KERNELS = {
    "flash_attention": (attention_cases, check_attention, "QKVOL"),
    "gemm_softmax": (softmax_cases, check_softmax, "ABC"),
    "gemm_int4": (int4_cases, check_int4, "AQSC"),
    "gemm_gelu": (lambda: epilogue_cases("gemm_gelu"), check_gelu, ("A", "B", "bias", "R", "C")),
    "gated_mlp": (lambda: epilogue_cases("gated_mlp"), check_gated, ("A", "B1", "B2", "C")),
}


def execute(case, options):
    command = [os.path.join(options.bin, "tile-run"), os.path.join(formulas.ROOT, "docs/examples", f"{case.kernel}.mlir"),
               "--device=cpu", f"--level={case.level}", f"--init={case.init}"]
    for flag, values in (("dim", case.dims), ("param", case.params), ("arg", case.args)):
        command += [f"--{flag}={name}={value}" for name, value in values.items()]
    command += [f"--print={name}" for name in KERNELS[case.kernel][2]]
    return formulas.printed(command)


def check(case, options):
    """What is wrong, or None."""
    values, error = execute(case, options)
    if values is None:
        return error
    for place, got, want, most in KERNELS[case.kernel][1](case, values):
        if not (got == want if math.isinf(want) else abs(got - want) <= most):
            return f"{place} is {got}, the formula gives {want} (off by {abs(got - want):.3g}, at most {most:.3g})"
    return None


if __name__ == "__main__":
    sys.exit(formulas.run(__doc__, [case for cases, _, _ in KERNELS.values() for case in cases()], check))
