"""Compares what functions give before and after a pass.

  ulps.py FILE BEFORE AFTER

BEFORE and AFTER are outputs of interp-run.  A line `// ULPS: @name N` of FILE says that all numbers
that the function gives may differ by N ulps of the one before; infinities, NaNs and the signs of zeros
must be the same.  Every function must have such a line.  An i64 is the bits of an f64, which interp-run
would print with nine digits only.
"""
import math
import re
import struct
import sys

# By element type: the formats to pack it with, and an integer of its size.
FORMATS = {"f16": ("<e", "<h"), "f32": ("<f", "<i"), "f64": ("<d", "<q")}


def number_of(word, kind):
    if kind == "i64":
        return struct.unpack("<d", struct.pack("<q", int(word)))[0], "f64"
    return float(word), kind


def results(path):
    found = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, _, rest = line.strip().partition(": ")
            values = []
            for text, kind in re.findall(r"(\[.*?\]|[^\s,]+) : (?:\w+<[\dx]+x)?(\w+)>?", rest):
                values += [number_of(word, kind) for word in text.strip("[]").split(",")]
            found[name] = values
    return found


def in_order(value, kind):
    """A number's place among all of its type."""
    pack, unpack = FORMATS[kind]
    bits = struct.unpack(unpack, struct.pack(pack, value))[0]
    return bits if bits >= 0 else -(bits & (1 << (8 * struct.calcsize(unpack) - 1)) - 1)


def distance(before, after, kind):
    if math.isnan(before) or math.isnan(after):
        return 0 if math.isnan(before) and math.isnan(after) else math.inf
    if math.isinf(before) or math.isinf(after) or before == 0 == after:
        return 0 if (before, math.copysign(1, before)) == (after, math.copysign(1, after)) else math.inf
    return abs(in_order(before, kind) - in_order(after, kind))


def main():
    path, before, after = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        bounds = {name: int(bound) for name, bound in re.findall(r"// ULPS: (@\w+) (\d+)", file.read())}
    before, after = results(before), results(after)
    failed = before.keys() != after.keys() or before.keys() != bounds.keys()
    if failed:
        print("other functions:", sorted(before), sorted(after), sorted(bounds))
    for name, values in before.items():
        pairs = list(zip(values, after.get(name, [])))
        most = max((distance(x, y, kind) for (x, kind), (y, _) in pairs), default=math.inf)
        good = len(pairs) == len(values) > 0 and most <= bounds.get(name, -1)
        failed = failed or not good
        print(f"{name}: {most} of {bounds.get(name)} ulps in {len(pairs)} numbers{'' if good else ', wrong'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
