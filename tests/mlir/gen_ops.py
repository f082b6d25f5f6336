"""Random ops that compute, for the bodies of random functions.

Each maker appends to a body (gen_body.Body) and returns the values it made.  Unless a body is
`wild`, nothing undefined happens: divisors are not zero, shifts are in range, flags hold.
"""
import gen_types as ty

INT_BINARY = ["addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui"]
SHIFTS = ["shli", "shrsi", "shrui"]
UNSIGNED_DIVISIONS = ["divui", "remui", "ceildivui"]
SIGNED_DIVISIONS = ["divsi", "remsi", "floordivsi", "ceildivsi"]
FLOAT_BINARY = ["addf", "subf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf", "divf"]
INT_PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
FLOAT_PREDICATES = ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge",
                    "ult", "ule", "une", "uno", "true"]
FAST_MATH = ["reassoc", "nnan", "ninf", "arcp", "contract", "afn"]
# What gives the same number everywhere: square roots and roundings are exact.
EXACT_MATH = ["absf", "ceil", "floor", "trunc", "round", "roundeven", "sqrt"]
INT_MATH = ["absi", "ctlz", "cttz", "ctpop"]
WILD_MATH = ["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "rsqrt", "sin", "cos", "tan",
             "tanh", "atan", "erf", "cbrt", "acos", "asin", "sinh", "cosh", "acosh", "asinh",
             "atanh", "erfc", "isnan", "isinf", "isfinite", "isnormal"]


def int_binary(b):
    t = b.int_type()
    name = b.rng.choice(INT_BINARY)
    x, y = b.value(t), b.value(t)
    flags = ""
    if b.wild and name in ("addi", "subi", "muli") and b.rng.random() < 0.3:
        flags = " overflow<" + b.rng.choice(["nsw", "nuw", "nsw, nuw"]) + ">"
    return b.op(f"arith.{name}", f"{x}, {y}{flags} : {t}", t)


def flagged(b):
    """Sums and products of widened numbers, which cannot overflow."""
    narrow, wide = b.rng.choice([("i8", "i32"), ("i16", "i64"), ("i8", "i64"), ("i3", "i16")])
    signed = b.rng.random() < 0.5
    extend = "arith.extsi" if signed else "arith.extui"
    x, y = (b.op(extend, f"{b.value(narrow)} : {narrow} to {wide}", wide) for _ in "xy")
    name = b.rng.choice(["addi", "muli", "subi"] if signed else ["addi", "muli"])
    flags = "nsw" if signed else b.rng.choice(["nuw", "nsw, nuw", "nsw"])
    return b.op(f"arith.{name}", f"{x}, {y} overflow<{flags}> : {wide}", wide)


def division(b):
    t = b.int_type()
    names = UNSIGNED_DIVISIONS + (SIGNED_DIVISIONS if ty.width(t) > 4 else [])
    name = b.rng.choice(names)
    x, y = b.value(t), b.value(t)
    if not b.wild:
        if b.rng.random() < 0.5:
            y = b.constant_op(t, positive=True)
        elif name in UNSIGNED_DIVISIONS:
            y = b.op("arith.ori", f"{y}, {b.ones(t)} : {t}", t)
        else:  # from 1 to 7
            y = b.op("arith.andi", f"{y}, {b.splat(t, 6)} : {t}", t)
            y = b.op("arith.ori", f"{y}, {b.ones(t)} : {t}", t)
    exact = " exact" if b.wild and name in ("divsi", "divui") and b.rng.random() < 0.2 else ""
    return b.op(f"arith.{name}", f"{x}, {y}{exact} : {t}", t)


def shift(b):
    t = b.int_type()
    name = b.rng.choice(SHIFTS)
    x, y = b.value(t), b.value(t)
    if not b.wild:
        if ty.width(t) == 1:
            y = b.splat(t, 0)
        elif ty.width(t) == 3 or b.rng.random() < 0.5:
            y = b.splat(t, b.rng.randrange(min(3, ty.width(t))))
        else:
            y = b.op("arith.andi", f"{y}, {b.splat(t, ty.width(t) - 1)} : {t}", t)
    flags = " exact" if b.wild and name != "shli" and b.rng.random() < 0.2 else ""
    return b.op(f"arith.{name}", f"{x}, {y}{flags} : {t}", t)


def compare(b):
    if b.rng.random() < 0.7:
        t = b.int_type()
        name, predicate = "arith.cmpi", b.rng.choice(INT_PREDICATES)
    else:
        t = b.float_type()
        name, predicate = "arith.cmpf", b.rng.choice(FLOAT_PREDICATES)
    x = b.value(t)
    y = x if b.rng.random() < 0.1 else b.value(t)
    return b.op(name, f"{predicate}, {x}, {y} : {t}", ty.like(t, "i1"))


def select(b):
    t = b.any_type()
    masked = ty.is_vector(t) and b.rng.random() < 0.5
    c = b.value(ty.like(t, "i1") if masked else "i1")
    types = f"{ty.like(t, 'i1')}, {t}" if masked else t
    return b.op("arith.select", f"{c}, {b.value(t)}, {b.value(t)} : {types}", t)


def extended(b):
    t = b.rng.choice(["i8", "i16", "i32", "i64", "index", "vector<4xi32>"])
    name = b.rng.choice(["mulsi_extended", "mului_extended"] + (
        ["addui_extended"] if t != "index" else []))
    second = ty.like(t, "i1") if name == "addui_extended" else t
    types = f"{t}, {second}" if name == "addui_extended" else t
    values = b.ops(f"arith.{name}", f"{b.value(t)}, {b.value(t)} : {types}", [t, second])
    return values[0]


def cast(b):
    kind = b.rng.choice(["ext", "trunc", "index", "to_float", "float", "bitcast", "to_int"])
    ints = [t for t in ty.INTS if t != "index"]
    if kind == "ext":
        small = b.rng.choice(ints[:-1])
        large = b.rng.choice([t for t in ints if ty.width(t) > ty.width(small)])
        return widened(b, b.rng.choice(["arith.extsi", "arith.extui"]), small, large)
    if kind == "trunc":
        large = b.rng.choice(ints[1:])
        small = b.rng.choice([t for t in ints if ty.width(t) < ty.width(large)])
        return widened(b, "arith.trunci", large, small)
    if kind == "index":
        other = b.rng.choice(ints)
        pair = [other, "index"]
        b.rng.shuffle(pair)
        return widened(b, b.rng.choice(["arith.index_cast", "arith.index_castui"]), *pair)
    if kind == "to_float":
        return widened(b, b.rng.choice(["arith.sitofp", "arith.uitofp"]),
                       b.rng.choice(ints), b.rng.choice(["f32", "f64"]))
    if kind == "float":
        if b.rng.random() < 0.5:
            return widened(b, "arith.extf", b.rng.choice(["f16", "bf16"]), "f32")
        return widened(b, "arith.truncf", "f32", b.rng.choice(["f16", "bf16"]))
    if kind == "bitcast":
        pair = b.rng.choice([["i32", "f32"], ["i64", "f64"], ["i16", "f16"], ["i16", "bf16"]])
        if b.rng.random() < 0.5 and b.wild:  # would show the bits of a NaN, which are open
            pair = pair[::-1]
        return widened(b, "arith.bitcast", *pair)
    narrow = b.rng.choice(["i8", "i16"])  # in range after the way there and back
    x = b.op("arith.sitofp", f"{b.value(narrow)} : {narrow} to f32", "f32")
    return b.op("arith.fptosi", f"{x} : f32 to i32", "i32")


def widened(b, name, before, after):
    if b.rng.random() < 0.15:
        n = b.rng.choice(ty.SHAPES)
        before, after = f"vector<{n}x{before}>", f"vector<{n}x{after}>"
    return b.op(name, f"{b.value(before)} : {before} to {after}", after)


def float_binary(b):
    t = b.float_type()
    name = b.rng.choice(FLOAT_BINARY)
    flags = ""
    if b.wild and b.rng.random() < 0.3:
        chosen = b.rng.sample(FAST_MATH + ["nsz"], b.rng.randint(1, 3))
        flags = f" fastmath<{b.rng.choice(['fast', ','.join(chosen)])}>"
    return b.op(f"arith.{name}", f"{b.value(t)}, {b.value(t)}{flags} : {t}", t)


def fast_float(b):
    """Arithmetic on small whole numbers, which is exact in any order."""
    t = b.rng.choice(["f32", "f64"])
    x, y = (b.op("arith.sitofp", f"{b.value('i8')} : i8 to {t}", t) for _ in "xy")
    flags = ",".join(b.rng.sample(FAST_MATH[:5], b.rng.randint(1, 3)))
    z = b.op(f"arith.{b.rng.choice(['addf', 'subf', 'mulf'])}",
             f"{x}, {y} fastmath<{flags}> : {t}", t)
    return b.op("arith.addf", f"{z}, {x} fastmath<{flags}> : {t}", t)


def negate(b):
    t = b.float_type()
    return b.op("arith.negf", f"{b.value(t)} : {t}", t)


def math_unary(b):
    if b.rng.random() < 0.4:
        t = b.int_type()
        return b.op(f"math.{b.rng.choice(INT_MATH)}", f"{b.value(t)} : {t}", t)
    t = b.float_type()
    if b.wild and b.rng.random() < 0.5:
        name = b.rng.choice(WILD_MATH)
        result = ty.like(t, "i1") if name.startswith("is") else t
        if b.has(f"math.{name}"):
            return b.op(f"math.{name}", f"{b.value(t)} : {t}", result)
    if b.rng.random() < 0.3:
        name = b.rng.choice(["copysign", "fma"]) if b.wild else "fma"  # a NaN's sign is open
        args = ", ".join(b.value(t) for _ in range(2 if name == "copysign" else 3))
        return b.op(f"math.{name}", f"{args} : {t}", t)
    return b.op(f"math.{b.rng.choice(EXACT_MATH)}", f"{b.value(t)} : {t}", t)


def vector_move(b):
    e = b.rng.choice(["i8", "i32", "f32", "index", "i1"])
    kind = b.rng.choice(["broadcast", "extract", "insert", "strided", "shuffle", "elements",
                         "insert_strided", "extract_scalar", "shape_cast", "transpose"])
    v4, v23 = f"vector<4x{e}>", f"vector<2x3x{e}>"
    if kind == "broadcast":
        t = b.rng.choice([v4, v23])
        return b.op("vector.broadcast", f"{b.value(e)} : {e} to {t}", t)
    if kind == "extract":
        return b.op("vector.extract", f"{b.value(v23)}[{b.rng.randrange(2)}] : vector<3x{e}> "
                    f"from {v23}", f"vector<3x{e}>")
    if kind == "extract_scalar":
        if b.rng.random() < 0.5:
            return b.op("vector.extract", f"{b.value(v4)}[{b.index_below(4)}] : {e} from {v4}", e)
        return b.op("vector.extract", f"{b.value(v23)}[{b.rng.randrange(2)}, {b.rng.randrange(3)}] "
                    f": {e} from {v23}", e)
    if kind == "insert":
        return b.op("vector.insert", f"{b.value(e)}, {b.value(v4)}[{b.rng.randrange(4)}] : "
                    f"{e} into {v4}", v4)
    if kind == "strided":
        return b.op("vector.extract_strided_slice", f"{b.value(v4)} {{offsets = "
                    f"[{b.rng.randrange(3)}], sizes = [2], strides = [1]}} : {v4} to vector<2x{e}>",
                    f"vector<2x{e}>")
    if kind == "insert_strided":
        return b.op("vector.insert_strided_slice", f"{b.value(f'vector<2x{e}>')}, {b.value(v4)} "
                    f"{{offsets = [{b.rng.randrange(3)}], strides = [1]}} : vector<2x{e}> into {v4}",
                    v4)
    if kind == "shuffle":
        n = b.rng.randint(1, 5)
        mask = ", ".join(str(b.rng.randrange(8)) for _ in range(n))
        return b.op("vector.shuffle", f"{b.value(v4)}, {b.value(v4)} [{mask}] : {v4}, {v4}",
                    f"vector<{n}x{e}>")
    if kind == "shape_cast" and b.has("vector.shape_cast"):
        return b.op("vector.shape_cast", f"{b.value(v23)} : {v23} to vector<6x{e}>",
                    f"vector<6x{e}>")
    if kind == "transpose" and b.has("vector.transpose"):
        return b.op("vector.transpose", f"{b.value(v23)}, [1, 0] : {v23} to vector<3x2x{e}>",
                    f"vector<3x2x{e}>")
    xs = ", ".join(b.value(e) for _ in range(4))
    return b.op("vector.from_elements", f"{xs} : {v4}", v4)


# Maker, weight.
MAKERS = [(int_binary, 10), (flagged, 2), (division, 3), (shift, 3), (compare, 5), (select, 4),
          (extended, 1), (cast, 6), (float_binary, 4), (fast_float, 1), (negate, 1),
          (math_unary, 2), (vector_move, 3)]


def any_op(b):
    makers, weights = zip(*MAKERS)
    return b.rng.choices(makers, weights)[0](b)
