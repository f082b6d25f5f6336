"""Values of random kernels (smith.py): tiles and scalars, out of arguments and elementwise work."""
import random

from smith_copies import Copies
from smith_device import Device
from smith_elements import Elements
from smith_indexed import Indexed
from smith_shapes import MEMORY_RANK, Shapes

FLOATS = ["f16", "bf16", "f32", "f64"]
INTS = ["i8", "i16", "i32", "i64"]
# Integers up to here are exact.
EXACT = {"f8E4M3FN": 16, "f8E5M2": 8, "f16": 2**11, "bf16": 2**8, "f32": 2**24, "f64": 2**53}
WIDTH = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64,
         "f8E4M3FN": 8, "f8E5M2": 8, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}
INPUT = 4  # magnitude of what arrays hold
SCALAR = 5


def limit_of(element):
    """The largest magnitude that is exact."""
    return EXACT[element] if element in EXACT else 2 ** (WIDTH[element] - 1) - 1


class Value:
    """A tile or scalar (shape None); `bound` is None unless it is an exact integer."""

    def __init__(self, name, shape, element, bound=None):
        self.name, self.shape, self.element = name, shape, element
        self.bound = bound if bound is not None and bound <= limit_of(element) else None

    @property
    def type(self):
        return tensor(self.shape, self.element)


def tensor(shape, element):
    if shape is None:
        return element
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


class Values(Copies, Device, Elements, Shapes, Indexed):
    """A kernel so far: its grid, arguments, text, and the values that may be used."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.args = []     # text of each
        self.lines = []    # of the body
        self.indent = 1
        self.scopes = [[]]  # values that may be used
        self.number = 0
        self.depth = 0     # of loops and branches
        self.budget = self.random.choice([6, 12, 20, 30])
        self.shape_grid()

    # ---- The grid and the tiles. ----

    def shape_grid(self):
        r = self.random
        self.warps = r.choice([1, 1, 2, 4, 4, 8, 12])
        # Blocks that share the tiles, drawn apart so that all else is as it was without.
        self.cluster = random.Random(f"cluster {self.seed}").choice([1, 1, 1, 1, 2, 4])
        if self.warps == 12:
            self.cluster = 1
        self.hinted = r.random() > 0.15  # a layout named on an op, at most one a kernel
        self.two = r.random() < 0.65
        self.batch = r.random() < 0.15
        if self.two:
            while True:
                self.tiles = {"M": r.choice([1, 8, 16, 16, 32, 32, 64, 3, 24, 48]), "N": r.choice([1, 4, 8, 16, 32, 32, 64, 24, 40, 96])}
                if self.tiles["M"] * self.tiles["N"] <= 2048:
                    break
        else:
            self.tiles = {"N": r.choice([1, 2, 16, 32, 64, 128, 128, 256, 512, 7, 96, 320])}
        self.tiles["K"] = r.choice([8, 16, 16, 16, 32, 48])
        self.places = {"N": "%j", "M": "%i"}
        self.grid = [f"%j = ceildiv(N, {self.tiles['N']})"]
        if self.two:
            self.grid.append(f"%i = ceildiv(M, {self.tiles['M']})")
        if self.batch:
            self.grid.append("%z = Z")
        r.shuffle(self.grid)

    def main_dims(self):
        return ["M", "N"] if self.two else ["N"]

    # ---- Text. ----

    def emit(self, text):
        self.lines.append("  " * self.indent + text)

    def new(self, text, shape, element, bound=None):
        """A new value defined by `text`."""
        self.number += 1
        value = Value(f"%{self.number}", shape, element, bound)
        self.emit(f"{value.name} = {text}")
        self.scopes[-1].append(value)
        return value

    def named(self, name, shape, element, bound=None):
        """A value whose definition is written already."""
        self.scopes[-1].append(Value(name, shape, element, bound))
        return self.scopes[-1][-1]

    def visible(self, shape, element, bound):
        """Values of that type within the bound, if one is given."""
        return [v for scope in self.scopes for v in scope if v.shape == shape and v.element == element
                and (bound is None or (v.bound is not None and v.bound <= bound))]

    def open(self, text):
        self.emit(text)
        self.indent += 1
        self.scopes.append([])

    def close(self, text):
        self.indent -= 1
        self.scopes.pop()
        self.emit(text)

    def again(self, text):
        """Closes a region and opens the op's next one."""
        self.close(text)
        self.indent += 1
        self.scopes.append([])

    # ---- Arguments. ----

    def memref(self, dims, element, plain=False):
        """A new argument; `dims` are names or numbers."""
        r = self.random
        name = f"%a{len(self.args)}"
        extents = "".join("?x" if isinstance(d, str) else f"{d}x" for d in dims)
        names = ", ".join(d if isinstance(d, str) else "?" for d in dims)
        layout, turned = "", ""
        kind = r.random()
        if len(dims) == 2 and not plain and kind < 0.15:
            layout = ", strided<[?, 1]>"
        elif len(dims) == 2 and kind < 0.25 and all(isinstance(d, str) for d in dims):
            turned = " transposed(true)"
        elif len(dims) == 1 and not plain and kind < 0.05:
            layout = ", strided<[1]>"
        self.args.append(f"{name}: memref<{extents}{element}{layout}>[{names}]{turned}")
        return name

    def scalar(self, element):
        if element in ("i32", "f32") and self.random.random() < 0.2:
            return self.element(element)
        known = [v for v in self.scopes[0] if v.shape is None and v.element == element and v.name.startswith("%a")]
        if known and self.random.random() < 0.7:
            return self.random.choice(known)
        value = Value(f"%a{len(self.args)}", None, element, SCALAR)
        self.args.append(f"{value.name}: {element}")
        self.scopes[0].append(value)
        return value

    def element(self, element):
        """A scalar that is loaded."""
        memory = self.memref([4], element, plain=True)
        at = self.index(self.random.randrange(4))
        return self.new(f"mem.load {memory}[{at}] : memref<4x{element}>, {element}", None, element, INPUT)

    def place(self, dim):
        """Where this block's tile begins along a dimension."""
        if dim == "Z":
            return "%z"
        tile, index = self.tiles[dim], self.places[dim]
        return index if tile == 1 else f"{index} * {tile}"

    def moved(self, place):
        r = self.random
        if r.random() < 0.75:
            return place
        return f"{place} {r.choice(['+', '-'])} {r.choice([1, 2, 3, 4, 7, 8, 16])}"

    def leading(self):
        return ["Z"] if self.batch else []

    # ---- Values. ----

    def constant(self, shape, element, bound=None):
        n = self.random.choice([0, 1, 1, 2, 3, -1, -2, 5] if element != "i1" else [0, 1])
        if bound is not None and abs(n) > bound:
            n = 0
        if element == "i1":
            text = "true" if n else "false"
        else:
            text = str(n) if element in WIDTH and element[0] == "i" else f"{n}.0"
        if shape is not None:
            return self.new(f"arith.constant dense<{text}> : {tensor(shape, element)}", shape, element, abs(n))
        return self.new(f"arith.constant {text}" + ("" if element == "i1" else f" : {element}"), None, element, abs(n))

    def all_of(self, n, shape, element):
        """The number everywhere."""
        text = n if shape is None else f"dense<{n}>"
        return self.new(f"arith.constant {text} : {tensor(shape, element)}", shape, element, n)

    def tensor_of(self, shape, element):
        return tensor(shape, element)

    def dims_of(self, shape):
        """Names of dimensions whose tiles have these extents, or numbers."""
        names = self.main_dims()
        free, dims = list(names), []
        for n in shape:
            fit = [d for d in free if self.tiles[d] == n]
            if fit and self.random.random() < 0.9:
                dims.append(self.random.choice(fit))
                free.remove(dims[-1])
            else:
                dims.append(n)
        return dims

    def load(self, shape, element):
        """From a new or known input."""
        r = self.random
        if len(shape) > MEMORY_RANK:
            return self.loaded_flat(shape, element)
        dims = self.dims_of(shape)
        lead = self.leading() if r.random() < 0.5 and len(shape) < 4 else []
        memory = self.memref(lead + dims, element)
        at = [self.place(d) for d in lead] + [self.moved(self.place(d) if isinstance(d, str) else "0") for d in dims]
        pad = ""
        if r.random() < 0.25:
            pad = f" pad({self.constant(None, element, INPUT).name})"
        return self.new(f"tile.load {memory}[{', '.join(at)}]{pad}{self.hint(shape, element)} : {tensor(shape, element)}", shape, element, INPUT)

    def exact_bound(self, element, bound, times):
        """What elements may be so that `times` of them add up exactly, within the bound."""
        return (limit_of(element) if bound is None else min(bound, limit_of(element))) // times

    def bounded(self, make, bound):
        """Tries until the value is within the bound."""
        for _ in range(3):
            value = make()
            if value and (bound is None or (value.bound is not None and value.bound <= bound)):
                return value
        return None

    def value(self, shape, element, depth, bound=None):
        """A tile of that type; `bound` asks for an exact integer of at most that magnitude."""
        r = self.random
        if shape is None:
            return self.element_value(element, depth, bound)
        known = self.visible(shape, element, bound)
        if known and (depth <= 0 or r.random() < 0.3):
            return r.choice(known)
        if depth <= 0 or self.budget <= 0:
            return self.leaf(shape, element, bound)
        self.budget -= 1
        make = r.choice([self.elementwise] * 4 + [self.cast] * 2 + [self.regroup] * 3 + [self.relayout] + [self.select] + [self.mapped] * 2 + [self.gathered])
        made = self.bounded(lambda: make(shape, element, depth - 1, bound), bound)
        return made or self.leaf(shape, element, bound)

    def leaf(self, shape, element, bound):
        r = self.random
        if element == "i1":
            return self.compare(shape, 0)
        kind = r.random()
        if kind < 0.15 or (bound is not None and bound < INPUT):
            return self.constant(shape, element, bound)
        scalars = element[0] != "f" or element in ("f32", "f64")
        if kind < 0.3 and scalars and (bound is None or bound >= SCALAR) and not element.startswith("f8"):
            scalar = self.scalar(element)
            return self.new(f"tile.splat {scalar.name} : {element} to {tensor(shape, element)}", shape, element, SCALAR)
        if kind < 0.4 and element in INTS and shape:
            return self.coordinates(shape, element, bound)
        return self.load(shape, element)

    def coordinates(self, shape, element, bound):
        axis = self.random.randrange(len(shape))
        last = shape[axis] - 1
        if last > (limit_of(element) if bound is None else bound):
            return self.load(shape, element)
        return self.new(f"tile.iota axis {axis}{self.hint(shape, element)} : {tensor(shape, element)}", shape, element, last)

    def elementwise(self, shape, element, depth, bound):
        if element == "i1":
            return self.logic(shape, depth)
        return self.floats(shape, element, depth, bound) if element[0] == "f" or element[0] == "b" \
            else self.integers(shape, element, depth, bound)

    def operand(self, shape, element, depth, bound):
        """A bound of the result asks for bounded operands."""
        return self.value(shape, element, depth, None if bound is None else max(INPUT, int(bound ** 0.5)))

    def floats(self, shape, element, depth, bound):
        r = self.random
        type_ = tensor(shape, element)
        if bound is None and r.random() < 0.05:
            return self.uniform(shape, element, depth) if shape is not None else None
        a = self.operand(shape, element, depth, bound)
        kind = r.random()
        if kind < 0.2:
            op = r.choice(["arith.negf", "math.absf", "math.floor", "math.ceil", "math.roundeven", "math.trunc", "math.round"])
            return self.new(f"{op} {a.name} : {type_}", shape, element, a.bound)
        if kind < 0.28 and bound is None:
            op = r.choice(["sqrt", "exp2", "exp", "tanh", "rsqrt", "log2", "sin", "erf"] if element == "f32" else ["sqrt"])
            return self.new(f"math.{op} {a.name} : {type_}", shape, element)
        b = self.operand(shape, element, depth, bound)
        both = None if a.bound is None or b.bound is None else (a.bound, b.bound)
        if kind < 0.38:
            c = self.operand(shape, element, depth, bound)
            total = both[0] * both[1] + c.bound if both and c.bound is not None else None
            return self.new(f"math.fma {a.name}, {b.name}, {c.name} : {type_}", shape, element, total)
        if kind < 0.45 and bound is None:
            op = r.choice(["divf", "divf", "remf"])
            return self.new(f"arith.{op} {a.name}, {b.name} : {type_}", shape, element)
        if kind < 0.5:
            return self.new(f"math.copysign {a.name}, {b.name} : {type_}", shape, element, a.bound)
        if kind < 0.54:
            low, high = sorted(r.sample(range(-3, 5), 2))
            low, high = self.new_constant(type_, f"{low}.0"), self.new_constant(type_, f"{high}.0")
            return self.new(f"math.clampf {a.name} to [{low}, {high}] : {type_}", shape, element, 4)
        op, total = r.choice([("addf", both and sum(both)), ("subf", both and sum(both)),
                              ("mulf", both and both[0] * both[1]), ("maximumf", both and max(both)),
                              ("minimumf", both and max(both)), ("maxnumf", both and max(both)),
                              ("minnumf", both and max(both))])
        return self.new(f"arith.{op} {a.name}, {b.name} : {type_}", shape, element, total)

    def integers(self, shape, element, depth, bound):
        r = self.random
        type_ = tensor(shape, element)
        if element == "i32" and bound is None and shape is not None and r.random() < 0.08:
            return self.philox(shape, depth)
        if bound is None and element in self.PIECES and r.random() < 0.06:
            return self.inline_ptx(shape, element, depth)
        a = self.operand(shape, element, depth, bound)
        kind = r.random()
        if kind < 0.2:
            n = r.choice([1, 2, 3, 4, 5, 7, 8, 10])
            divisor = self.all_of(n, shape, element)
            op, total = r.choice([("divsi", a.bound), ("remsi", a.bound), ("divui", None), ("remui", n),
                                  ("floordivsi", a.bound), ("ceildivsi", a.bound)])
            return self.new(f"arith.{op} {a.name}, {divisor.name} : {type_}", shape, element, total)
        if kind < 0.35:
            n = r.randrange(min(WIDTH[element], 9))
            count = self.all_of(n, shape, element)
            op, total = r.choice([("shli", None if a.bound is None else a.bound << n), ("shrsi", a.bound),
                                  ("shrui", None)])
            return self.new(f"arith.{op} {a.name}, {count.name} : {type_}", shape, element, total)
        if kind < 0.4:
            return self.new(f"math.absi {a.name} : {type_}", shape, element, a.bound)
        if kind < 0.46:
            return self.new(f"math.{r.choice(['ctpop', 'ctlz', 'cttz'])} {a.name} : {type_}", shape, element, WIDTH[element])
        b = self.operand(shape, element, depth, bound)
        both = None if a.bound is None or b.bound is None else (a.bound, b.bound)
        if kind < 0.52:
            return self.extended(a, b, shape, element)
        op, total = r.choice([("addi", both and sum(both)), ("subi", both and sum(both)),
                              ("muli", both and both[0] * both[1]), ("maxsi", both and max(both)),
                              ("minsi", both and max(both)), ("andi", None), ("ori", None), ("xori", None),
                              ("maxui", None), ("minui", None)])
        return self.new(f"arith.{op} {a.name}, {b.name} : {type_}", shape, element, total)

    def extended(self, a, b, shape, element):
        """One half of a product of twice the width, or a sum."""
        op = self.random.choice(["mulsi_extended", "mului_extended", "addui_extended"])
        self.number += 1
        high = f"%h{self.number}"
        types = a.type if op[0] == "m" else f"{a.type}, {tensor(shape, 'i1')}"
        self.emit(f"%{self.number}, {high} = arith.{op} {a.name}, {b.name} : {types}")
        wanted = self.random.random() < 0.5 and op[0] == "m"
        value = Value(high if wanted else f"%{self.number}", shape, element)
        self.scopes[-1].append(value)
        return value

    def new_constant(self, type_, text):
        self.number += 1
        self.emit(f"%{self.number} = arith.constant {f'dense<{text}>' if 'tensor' in type_ else text} : {type_}")
        return f"%{self.number}"

    def logic(self, shape, depth):
        r = self.random
        if r.random() < 0.5:
            return self.compare(shape, depth)
        a, b = self.value(shape, "i1", depth), self.value(shape, "i1", depth)
        return self.new(f"arith.{r.choice(['andi', 'ori', 'xori'])} {a.name}, {b.name} : {tensor(shape, 'i1')}", shape, "i1", 1)

    def compare(self, shape, depth):
        r = self.random
        element = r.choice(FLOATS + INTS)
        a, b = self.value(shape, element, depth), self.value(shape, element, depth)
        is_float = element in FLOATS
        how = r.choice(["oeq", "olt", "ole", "ogt", "oge", "one", "ueq", "ugt", "uge", "ule", "une", "ult", "uno", "ord"] if is_float
                       else ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"])
        op = "cmpf" if is_float else "cmpi"
        return self.new(f"arith.{op} {how}, {a.name}, {b.name} : {tensor(shape, element)}", shape, "i1", 1)

    def select(self, shape, element, depth, bound):
        a, b = self.value(shape, element, depth, bound), self.value(shape, element, depth, bound)
        known = None if a.bound is None or b.bound is None else max(a.bound, b.bound)
        if self.random.random() < 0.2:
            condition = self.condition()
            return self.new(f"arith.select {condition}, {a.name}, {b.name} : {a.type}", shape, element, known)
        mask = self.value(shape, "i1", depth)
        if shape is None:
            return self.new(f"arith.select {mask.name}, {a.name}, {b.name} : {a.type}", shape, element, known)
        return self.new(f"arith.select {mask.name}, {a.name}, {b.name} : {mask.type}, {a.type}", shape, element, known)

    def cast(self, shape, element, depth, bound):
        """From another type, every one of them."""
        r = self.random
        if element == "i1":
            return self.compare(shape, depth)
        small = ["f8E4M3FN", "f8E5M2"] if r.random() < 0.15 else []
        source = r.choice([e for e in FLOATS + INTS + small if e != element])
        if source in INTS and r.random() < 0.1:
            source = "i1"
        value = self.value(shape, source, depth, bound)
        to_float, from_float = element not in INTS, source not in INTS and source != "i1"
        if from_float and to_float:
            return self.cast_float(value, element)
        if from_float:
            return self.convert(f"arith.{r.choice(['fptosi', 'fptosi', 'fptoui'])}", value, element,
                                value.bound if value.bound is not None and value.bound <= limit_of(element) else None)
        if to_float:
            op = r.choice(["sitofp", "sitofp", "uitofp"])
            return self.convert(f"arith.{op}", value, element, value.bound if op == "sitofp" or source == "i1" else None)
        if WIDTH[source] < WIDTH[element]:
            op = r.choice(["extsi", "extsi", "extui"])
            return self.convert(f"arith.{op}", value, element, value.bound if op == "extsi" or source == "i1" else None)
        return self.convert("arith.trunci", value, element, value.bound)

    def cast_float(self, value, element):
        """Between floats; those of one width by way of f32.  Integers that are exact are so in every mode."""
        if WIDTH[value.element] == WIDTH[element]:
            value = self.convert("arith.extf", value, "f32", value.bound)
        if WIDTH[value.element] < WIDTH[element]:
            return self.convert("arith.extf", value, element, value.bound)
        mode = self.random.choice(["", "", "", " downward", " upward", " toward_zero", " to_nearest_away"])
        return self.convert("arith.truncf", value, element, value.bound, mode)

    def convert(self, op, value, element, bound, words=""):
        return self.new(f"{op} {value.name}{words} : {value.type} to {tensor(value.shape, element)}", value.shape, element, bound)

    # ---- Conditions and indices. ----

    def index(self, n):
        self.number += 1
        self.emit(f"%{self.number} = arith.constant {n} : index")
        return f"%{self.number}"

    def condition(self):
        """A scalar i1."""
        r = self.random
        if r.random() < 0.4:
            scalar = self.scalar(r.choice(["i32", "i64"]))
            other = self.constant(None, scalar.element)
            return self.new(f"arith.cmpi {r.choice(['slt', 'eq', 'sgt'])}, {scalar.name}, {other.name} : {scalar.element}", None, "i1").name
        block = r.choice(["%j"] + (["%i"] if self.two else []) + (["%z"] if self.batch else []))
        if r.random() < 0.5:
            two = self.index(2)
            block = self.new(f"arith.remui {block}, {two} : index", None, "index_").name
        return self.new(f"arith.cmpi {r.choice(['eq', 'ne', 'ult'])}, {block}, {self.index(r.randrange(2))} : index", None, "i1").name
