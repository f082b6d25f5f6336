"""Types and constants for random modules."""
import re
import struct

INTS = ["i1", "i3", "i8", "i16", "i32", "i64", "index"]
FLOATS = ["f16", "bf16", "f32", "f64"]
SHAPES = ["4", "2x3", "1", "8"]


def is_vector(t):
    return t.startswith("vector<")


def is_memref(t):
    return t.startswith("memref<")


def element(t):
    if not is_vector(t):
        return t
    return re.match(r"(\d+x)*(.*)", t[7:-1]).group(2)


def shape(t):
    """Extents of a vector type."""
    return [int(n) for n in re.findall(r"(\d+)x", t[7:-1])] if is_vector(t) else []


def is_int(t):
    e = element(t)
    return e == "index" or (e[0] == "i" and e[1:].isdigit())


def is_float(t):
    return element(t) in FLOATS


def width(t):
    e = element(t)
    return 64 if e == "index" else {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}.get(e) or int(e[1:])


def like(t, new_element):
    """`t` with another element type."""
    return t[:-1 - len(element(t))] + new_element + ">" if is_vector(t) else new_element


def vector(rng, e):
    return f"vector<{rng.choice(SHAPES)}x{e}>"


def any_int(rng):
    t = rng.choice(INTS)
    return vector(rng, t) if rng.random() < 0.15 else t


def any_float(rng):
    t = rng.choice(FLOATS)
    return vector(rng, t) if rng.random() < 0.15 else t


def any_type(rng):
    return any_int(rng) if rng.random() < 0.7 else any_float(rng)


def int_value(rng, t):
    bits = width(t)
    low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    choice = rng.random()
    if bits == 1:
        return rng.choice([0, -1])
    if choice < 0.5:
        return max(low, min(high, rng.choice([0, 0, 1, 1, 2, 3, -1, 4, 7, 8])))
    if choice < 0.65:
        return rng.choice([low, high, low + 1, high - 1])
    if choice < 0.75:
        return max(low, min(high, 1 << rng.randrange(bits)))
    return rng.randint(max(low, -1000), min(high, 1000))


def float_text(rng, exact):
    """A float literal.  Exact ones are small integers, on which float arithmetic is exact."""
    if exact:
        return f"{rng.choice([-3, -2, -1, 1, 2, 3, 4])}.0"
    return rng.choice(["0.0", "1.0", "-1.0", "-0.0", "2.0", "0.5", "-2.5", "3.25", "1.0e4", "0.1",
                       "-7.3e-2", "1.0e-3"])


def special_float(rng, t):
    """Infinities and a NaN as bits."""
    bits = {"f16": (0x7C00, 0xFC00, 0x7E00), "bf16": (0x7F80, 0xFF80, 0x7FC0),
            "f32": (0x7F800000, 0xFF800000, 0x7FC00000),
            "f64": (0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000)}[t]
    digits = width(t) // 4
    return f"0x{rng.choice(bits):0{digits}X}"


def int_text(rng, t):
    value = int_value(rng, t)
    if element(t) == "i1":
        return "true" if value else "false"
    return str(value)


def constant_text(rng, t, exact=False, special=False):
    """The attribute of a constant without its type, and whether the type is implied."""
    def one():
        if is_int(t):
            return int_text(rng, t)
        if special and rng.random() < 0.1:
            return special_float(rng, element(t))
        return float_text(rng, exact)
    if not is_vector(t):
        return one()
    if rng.random() < 0.6:
        return f"dense<{one()}>"
    return f"dense<{nested(shape(t), one)}>"


def nested(extents, one):
    if not extents:
        return one()
    return "[" + ", ".join(nested(extents[1:], one) for _ in range(extents[0])) + "]"


def zero_based(t, count):
    """dense<[0, 1, ...]>-like text for a one-dimensional type."""
    return "dense<[" + ", ".join(str(i) for i in range(count)) + "]>"


def hex_of_floats(values):
    return "0x" + b"".join(struct.pack("<f", v) for v in values).hex().upper()
