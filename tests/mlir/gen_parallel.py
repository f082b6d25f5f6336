"""scf.parallel, one or several after another that may be fused.

The points of a loop may run in any order: of memory that a loop writes, each point has an element
of its own, and what is reduced is the same in any order.
"""
import gen_body
import gen_ops
import gen_types as ty

REDUCE = ["arith.addi", "arith.muli", "arith.xori", "arith.andi", "arith.ori", "arith.maxsi",
          "arith.minui"]


class Points:
    """What the points of the loop at hand may do to memory; `ends` is one more than the counters
    get to."""

    def __init__(self, counters, ends, memrefs, written):
        self.counters, self.ends = counters, ends
        self.memrefs, self.written = memrefs, written  # written: name -> whether backwards

    def statement(self, b, roll):
        if roll < 0.5 or b.depth > 4:
            gen_ops.any_op(b)
        elif roll < 0.6:
            b.rng.choice([b.scf_if, b.scf_for])()
        else:
            self.access(b)

    def access(self, b):
        if not self.memrefs:
            gen_ops.any_op(b)
            return
        name, t = b.rng.choice(self.memrefs)
        backwards = self.written.get(name)
        if backwards is not None and b.rng.random() < 0.6:
            value = b.value(gen_body.extents_of(t)[1])
            b.op_store(name, self.element(b, backwards), t, value)
            return
        if backwards is None:
            backwards = b.rng.random() < 0.3
        at = self.element(b, backwards)
        b.op("memref.load", f"{name}[{', '.join(at)}] : {t}", gen_body.extents_of(t)[1])

    def element(self, b, backwards):
        if not backwards:
            return self.counters
        return [b.op("arith.subi", f"{b.splat('index', end - 1)}, {counter} : index", "index")
                for counter, end in zip(self.counters, self.ends)]


def loops(b):
    """Up to three, most of them over the same points."""
    shaped = [(n, t) for n, t in b.scope if t in gen_body.MEMREFS and gen_body.extents_of(t)[0]]
    ends = gen_body.extents_of(b.rng.choice(shaped)[1])[0] if shaped else [3]
    memrefs = [(n, t) for n, t in shaped if fits(gen_body.extents_of(t)[0], ends)]
    backwards = {name: b.rng.random() < 0.3 for name, _ in memrefs}
    bounds = bounds_of(b, ends)
    for number in range(b.rng.choice([1, 2, 2, 3])):
        if number and b.rng.random() < 0.2:
            gen_ops.any_op(b)
        if number and b.rng.random() < 0.15:
            bounds = bounds_of(b, ends)
        written = {name: back for name, back in backwards.items() if b.rng.random() < 0.5}
        loop(b, bounds, ends, memrefs, written)


def fits(extents, ends):
    return len(extents) == len(ends) and all(e >= end for e, end in zip(extents, ends))


def bounds_of(b, ends):
    lower = [b.splat("index", b.rng.choice([0, 0, 1])) for _ in ends]
    upper = [b.splat("index", end) if b.rng.random() < 0.6 else b.index_below(end + 1)
             for end in ends]
    step = [b.splat("index", b.rng.choice([1, 1, 1, 2, 3])) for _ in ends]
    return lower, upper, step


def loop(b, bounds, ends, memrefs, written):
    types = [b.rng.choice(ty.INTS) for _ in range(b.rng.choice([0, 0, 1, 2]))]
    inits = b.picked(types)
    names, left = b.results(types)
    counters = [b.fresh() for _ in ends]
    lower, upper, step = (", ".join(values) for values in bounds)
    init = f" init ({', '.join(inits)}) -> " + several(types) if types else ""
    b.line(f"{left}scf.parallel ({', '.join(counters)}) = ({lower}) to ({upper}) step ({step})"
           f"{init} {{")
    b.points = Points(counters, ends, memrefs, written)
    b.nested([(counter, "index") for counter in counters], lambda: reduce(b, types))
    b.points = None
    b.line("}" + b.location())
    b.scope += zip(names, types)


def several(types):
    return types[0] if len(types) == 1 else f"({', '.join(types)})"


def reduce(b, types):
    if not types:
        return
    values = b.picked(types)
    b.line(f"scf.reduce({', '.join(values)} : {', '.join(types)}) {{")
    for number, t in enumerate(types):
        left, right, result = b.fresh(), b.fresh(), b.fresh()
        b.line(("}, {\n" + "  " * b.depth if number else "") + f"^bb0({left}: {t}, {right}: {t}):")
        b.line(f"  {result} = {b.rng.choice(REDUCE)} {left}, {right} : {t}")
        b.line(f"  scf.reduce.return {result} : {t}")
    b.line("}")
