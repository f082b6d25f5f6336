"""Bodies of random functions: values in scope, control flow, memory.

All loops end: their trip counts are constants or remainders.  All memory is in bounds and written
before it is read.
"""
import gen_ops
import gen_parallel
import gen_types as ty

MEMREFS = ["memref<4xi32>", "memref<2x3xf32>", "memref<8xindex>", "memref<i64>", "memref<5xi8>",
           "memref<3xf64>"]


def extents_of(t):
    inner = t[7:-1].split(",")[0]
    parts = inner.split("x")
    extents = []
    for part in parts:
        if part.isdigit() or part == "?":
            extents.append(part)
        else:
            break
    return [8 if e == "?" else int(e) for e in extents], "x".join(parts[len(extents):])


class Body:
    """The text of a function's body as it grows."""

    def __init__(self, module, rng, wild):
        self.module, self.rng, self.wild = module, rng, wild
        self.scope = []  # (name, type), visible here
        self.lines = []
        self.depth = 1
        self.budget = rng.randint(4, 30)
        self.counter = 0
        self.blocks = 0
        self.returns = []  # result types
        self.points = None  # inside scf.parallel: what its points may access

    # ---- Text. ----

    def has(self, name):
        return name in self.module.available

    def fresh(self):
        self.counter += 1
        return f"%v{self.counter}"

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def location(self):
        return self.module.location(self.rng)

    def op(self, name, rest, result):
        return self.ops(name, rest, [result])[0]

    def ops(self, name, rest, results):
        names = [self.fresh() for _ in results]
        left = ", ".join(names) + " = " if names else ""
        self.line(f"{left}{name} {rest}{self.location()}")
        self.scope += zip(names, results)
        return names

    # ---- Types and values. ----

    def any_type(self):
        """Of something in scope, more often than not."""
        return self.used_type(lambda t: True) or ty.any_type(self.rng)

    def int_type(self):
        return self.used_type(ty.is_int) or ty.any_int(self.rng)

    def float_type(self):
        return self.used_type(ty.is_float) or ty.any_float(self.rng)

    def used_type(self, fits):
        if self.rng.random() > 0.65:
            return None
        # Types whose element or shape other ops do not expect are left alone.
        found = [t for _, t in self.scope[-12:] if not ty.is_memref(t) and fits(t)
                 and ty.element(t) in ty.INTS + ty.FLOATS]
        return self.rng.choice(found) if found else None

    def value(self, t):
        """A value of the type: one in scope, or a constant."""
        found = [name for name, its in self.scope if its == t]
        if found and self.rng.random() < 0.85:
            return self.rng.choice(found[-3:] if self.rng.random() < 0.5 else found)
        if not ty.is_vector(t) and self.rng.random() < 0.5:
            return self.from_other(t)
        return self.constant_op(t)

    def from_other(self, t):
        """Made from a value of another type, so that not everything is constant."""
        ints = [(n, u) for n, u in self.scope if not ty.is_vector(u) and not ty.is_memref(u)
                and ty.is_int(u) and u not in (t, "index")]
        if not ints:
            return self.constant_op(t)
        name, source = self.rng.choice(ints)
        if t == "index":
            return self.op("arith.index_cast", f"{name} : {source} to index", t)
        if ty.is_float(t):
            return self.op("arith.sitofp", f"{name} : {source} to {t}", t)
        if ty.width(source) < ty.width(t):
            how = self.rng.choice(["arith.extsi", "arith.extui"])
        else:
            how = "arith.trunci"
        return self.op(how, f"{name} : {source} to {t}", t)

    def constant_op(self, t, positive=False):
        text = ty.constant_text(self.rng, t, special=True)
        if positive:
            largest = min(7, (1 << max(1, ty.width(t) - 1)) - 1)
            text = str(self.rng.randint(1, largest)) if ty.element(t) != "i1" else "true"
            text = f"dense<{text}>" if ty.is_vector(t) else text
        typed = "" if t == "i1" else f" : {t}"
        return self.op("arith.constant", text + typed, t)

    def splat(self, t, number):
        text = str(number) if ty.element(t) != "i1" else ("true" if number else "false")
        text = f"dense<{text}>" if ty.is_vector(t) else text
        return self.op("arith.constant", text + ("" if t == "i1" else f" : {t}"), t)

    def ones(self, t):
        return self.splat(t, 1)

    def index_below(self, extent):
        if self.rng.random() < 0.5:
            return self.splat("index", self.rng.randrange(extent))
        return self.op("arith.remui", f"{self.value('index')}, {self.splat('index', extent)} : index",
                       "index")

    def picked(self, types):
        return [self.value(t) for t in types]

    # ---- Statements. ----

    def fill(self, budget):
        """Up to `budget` statements here."""
        for _ in range(budget):
            if self.budget <= 0:
                return
            self.budget -= 1
            self.statement()

    def statement(self):
        roll = self.rng.random()
        if self.points:
            self.points.statement(self, roll)
        elif roll < 0.72 or self.depth > 5:
            gen_ops.any_op(self)
        elif roll < 0.86:
            self.rng.choice([self.scf_if, self.scf_for, self.scf_while, self.scf_execute,
                             self.scf_switch])()
        elif roll < 0.95:
            self.rng.choice([self.memory, self.access, self.parallel])()
        elif self.wild and self.module.unregistered:
            self.opaque()
        else:
            self.call()

    def nested(self, arguments, finish):
        """A region's ops; values made inside are gone afterwards."""
        mark, self.depth = len(self.scope), self.depth + 1
        self.scope += arguments
        self.fill(self.rng.randint(1, 4))
        finish()
        del self.scope[mark:]
        self.depth -= 1

    def carried(self):
        return [self.any_type() for _ in range(self.rng.choice([0, 1, 1, 2]))]

    def results(self, types):
        names = [self.fresh() for _ in types]
        return names, (", ".join(names) + " = " if names else "")

    def scf_if(self):
        types = self.carried()
        condition = self.value("i1")
        names, left = self.results(types)
        arrow = f" -> ({', '.join(types)})" if types else ""
        self.line(f"{left}scf.if {condition}{arrow} {{")
        self.nested([], lambda: self.leave("scf.yield", types))
        if types or self.rng.random() < 0.5:
            self.line("} else {")
            self.nested([], lambda: self.leave("scf.yield", types))
        self.line("}" + self.location())
        self.scope += zip(names, types)

    def leave(self, name, types, first=()):
        values = [*first, *self.picked(types)]
        if values:
            self.line(f"{name} {', '.join(values)} : {', '.join(types)}")
        elif name != "scf.yield":
            self.line(name)

    def bounds(self, t):
        lower = self.splat(t, self.rng.randrange(3))
        step = self.splat(t, self.rng.choice([1, 1, 2, 3]))
        if self.rng.random() < 0.5:
            return lower, self.splat(t, self.rng.randrange(6)), step
        upper = self.op("arith.remui", f"{self.value(t)}, {self.splat(t, 6)} : {t}", t)
        return lower, upper, step

    def scf_for(self):
        types = self.carried()
        t = self.rng.choice(["index", "index", "i32"])
        lower, upper, step = self.bounds(t)
        starts = self.picked(types)
        names, left = self.results(types)
        iv, args = self.fresh(), [self.fresh() for _ in types]
        carries = ", ".join(f"{a} = {s}" for a, s in zip(args, starts))
        carries = f" iter_args({carries}) -> ({', '.join(types)})" if types else ""
        tail = f" : {t}" if t != "index" else ""
        self.line(f"{left}scf.for {iv} = {lower} to {upper} step {step}{carries} {tail} {{")
        self.nested([(iv, t), *zip(args, types)], lambda: self.leave("scf.yield", types))
        self.line("}" + self.location())
        self.scope += zip(names, types)

    def scf_while(self):
        """Counts down from a small number, with other values along."""
        types = self.carried()
        start = self.splat("i32", self.rng.randrange(4))
        starts = self.picked(types)
        names, left = self.results(["i32", *types])
        first = [self.fresh() for _ in names]
        second = [self.fresh() for _ in names]
        both = ", ".join(["i32", *types])
        pairs = ", ".join(f"{a} = {s}" for a, s in zip(first, [start, *starts]))
        self.line(f"{left}scf.while ({pairs}) : ({both}) -> ({both}) {{")
        zero = []

        def condition():
            zero[:] = [self.splat("i32", 0)]
            more = self.op("arith.cmpi", f"sgt, {first[0]}, {zero[0]} : i32", "i1")
            values = [first[0], *self.picked(types)]
            self.line(f"scf.condition({more}) {', '.join(values)} : {both}")

        def again():
            one = self.splat("i32", 1)
            less = self.op("arith.subi", f"{second[0]}, {one} : i32", "i32")
            values = [less, *self.picked(types)]
            self.line(f"scf.yield {', '.join(values)} : {both}")

        self.nested(list(zip(first, ["i32", *types])), condition)
        self.line("} do {")
        self.line("^bb0(" + ", ".join(f"{n}: {t}" for n, t in zip(second, ["i32", *types])) + "):")
        self.nested(list(zip(second, ["i32", *types])), again)
        self.line("}" + self.location())
        self.scope += zip(names, ["i32", *types])

    def scf_execute(self):
        types = self.carried()
        names, left = self.results(types)
        arrow = f" -> ({', '.join(types)})" if types else ""
        self.line(f"{left}scf.execute_region{arrow} {{")

        def finish():
            if self.rng.random() < 0.3:
                self.diamond()
            values = self.picked(types)
            tail = f" {', '.join(values)} : {', '.join(types)}" if values else ""
            self.line(f"scf.yield{tail}")

        self.nested([], finish)
        self.line("}" + self.location())
        self.scope += zip(names, types)

    def scf_switch(self):
        if not self.has("scf.index_switch"):
            return self.scf_if()
        types = self.carried()
        names, left = self.results(types)
        subject = self.value("index")
        arrow = f" -> {', '.join(types)}" if types else ""
        self.line(f"{left}scf.index_switch {subject}{arrow}")
        for case in self.rng.sample(range(-1, 5), self.rng.randint(0, 3)):
            self.line(f"case {case} {{")
            self.nested([], lambda: self.leave_always(types))
            self.line("}")
        self.line("default {")
        self.nested([], lambda: self.leave_always(types))
        self.line("}" + self.location())
        self.scope += zip(names, types)
        return None

    def leave_always(self, types):
        values = self.picked(types)
        self.line("scf.yield" + (f" {', '.join(values)} : {', '.join(types)}" if values else ""))

    # ---- Memory. ----

    def memory(self):
        """An allocation, all of it written."""
        t = self.rng.choice(MEMREFS)
        extents, e = extents_of(t)
        if len(extents) == 1 and self.rng.random() < 0.3:
            t = f"memref<?x{e}>"
            name = self.op("memref.alloc", f"({self.splat('index', extents[0])}) : {t}", t)
            self.scope.pop()
            self.store_all(name, t, extents, e)
            return
        kind = self.rng.choice(["memref.alloc", "memref.alloca"])
        if kind == "memref.alloca" and self.depth > 1:
            kind = "memref.alloc"  # one in a loop would be a new one each time
        name = self.op(kind, f"() : {t}", t)
        self.scope.pop()
        self.store_all(name, t, extents, e)
        self.scope.append((name, t))

    def store_all(self, name, t, extents, e):
        total = 1
        for extent in extents:
            total *= extent
        for flat in range(total):
            at, rest = [], flat
            for extent in reversed(extents):
                at.insert(0, self.splat("index", rest % extent))
                rest //= extent
            self.op_store(name, at, t, self.value(e) if flat % 2 == 0 else self.constant_op(e))

    def op_store(self, name, at, t, value):
        self.ops("memref.store", f"{value}, {name}[{', '.join(at)}] : {t}", [])

    def access(self):
        found = [(n, t) for n, t in self.scope if ty.is_memref(t)]
        if not found:
            return self.memory()
        name, t = self.rng.choice(found)
        extents, e = extents_of(t)
        at = [self.index_below(extent) for extent in extents]
        kind = self.rng.random()
        if kind < 0.45:
            self.op("memref.load", f"{name}[{', '.join(at)}] : {t}", e)
        elif kind < 0.85:
            self.op_store(name, at, t, self.value(e))
        elif len(extents) == 1 and t in MEMREFS:
            dynamic = f"memref<?x{e}>"
            wide = self.op("memref.cast", f"{name} : {t} to {dynamic}", dynamic)
            self.scope.pop()
            self.op("memref.load", f"{wide}[{at[0]}] : {dynamic}", e)
            zero = self.splat("index", 0)
            self.op("memref.dim", f"{wide}, {zero} : {dynamic}", "index")
        return None

    def parallel(self):
        gen_parallel.loops(self)

    # ---- Calls and what nobody knows. ----

    def call(self):
        callees = [f for f in self.module.functions if f.done and f.callable]
        if not callees:
            return gen_ops.any_op(self)
        callee = self.rng.choice(callees)
        values = self.picked(callee.arguments)
        self.ops("call" if self.depth == 1 else "func.call",
                 f"@{callee.name}({', '.join(values)}) : ({', '.join(callee.arguments)}) -> "
                 f"({', '.join(callee.results)})", callee.results)
        return None

    def opaque(self):
        """An unregistered op: whatever its effects, it stays where it is."""
        types = [self.any_type() for _ in range(self.rng.randint(0, 2))]
        values = self.picked(types)
        results = self.carried()
        names, left = self.results(results)
        attributes = self.module.attributes.dictionary(self.rng)
        self.line(f'{left}"{self.rng.choice(["foo.use", "bar.op", "other.x.y"])}"'
                  f"({', '.join(values)}){attributes} : ({', '.join(types)}) -> "
                  f"({', '.join(results)}){self.location()}")
        self.scope += zip(names, results)

    # ---- Blocks. ----

    def label(self, arguments):
        self.blocks += 1
        return f"^b{self.blocks}", ", ".join(f"{n}: {t}" for n, t in arguments)

    def begin(self, label, arguments):
        text = ", ".join(f"{n}: {t}" for n, t in arguments)
        self.depth -= 1
        self.line(f"{label}({text}):" if text else f"{label}:")
        self.depth += 1

    def branch_to(self, label, values, types):
        return f"{label}({', '.join(values)} : {', '.join(types)})" if values else label

    def new_label(self):
        self.blocks += 1
        return f"^b{self.blocks}"

    def segment(self):
        self.rng.choice([self.diamond, self.loop, self.switch])()

    def diamond(self):
        types = self.carried()
        condition = self.value("i1")
        left, right, join = self.new_label(), self.new_label(), self.new_label()
        direct = self.rng.random() < 0.3
        values = self.picked(types) if direct else []
        target = self.branch_to(join, values, types) if direct else right
        self.line(f"cf.cond_br {condition}, {left}, {target}{self.location()}")
        for label in [left] if direct else [left, right]:
            self.begin(label, [])
            mark = len(self.scope)
            self.fill(self.rng.randint(0, 2))
            values = self.picked(types)
            self.line(f"cf.br {self.branch_to(join, values, types)}")
            del self.scope[mark:]
        arguments = [(self.fresh(), t) for t in types]
        self.begin(join, arguments)
        self.scope += arguments

    def loop(self):
        """Counts up to a small number."""
        types = ["index", *self.carried()]
        zero, one = self.splat("index", 0), self.splat("index", 1)
        limit = self.splat("index", self.rng.randrange(4))
        if self.rng.random() < 0.5:
            limit = self.op("arith.remui", f"{self.value('index')}, {self.splat('index', 4)} : index",
                            "index")
        head, inside, behind = self.new_label(), self.new_label(), self.new_label()
        starts = [zero, *self.picked(types[1:])]
        self.line(f"cf.br {self.branch_to(head, starts, types)}")
        arguments = [(self.fresh(), t) for t in types]
        self.begin(head, arguments)
        self.scope += arguments
        more = self.op("arith.cmpi", f"ult, {arguments[0][0]}, {limit} : index", "i1")
        self.line(f"cf.cond_br {more}, {inside}, {behind}")
        self.begin(inside, [])
        mark = len(self.scope)
        self.fill(self.rng.randint(0, 3))
        following = self.op("arith.addi", f"{arguments[0][0]}, {one} : index", "index")
        values = [following, *self.picked(types[1:])]
        self.line(f"cf.br {self.branch_to(head, values, types)}")
        del self.scope[mark:]
        self.begin(behind, [])

    def switch(self):
        if not self.has("cf.switch"):
            return self.diamond()
        types = self.carried()
        subject = self.value("i32")
        join = self.new_label()
        cases = [(value, self.new_label()) for value in
                 self.rng.sample(range(0, 6), self.rng.randint(0, 3))]
        default = self.new_label()
        text = ", ".join([f"default: {default}"] + [f"{v}: {label}" for v, label in cases])
        self.line(f"cf.switch {subject} : i32, [{text}]{self.location()}")
        for label in [default] + [label for _, label in cases]:
            self.begin(label, [])
            mark = len(self.scope)
            self.fill(self.rng.randint(0, 1))
            values = self.picked(types)
            self.line(f"cf.br {self.branch_to(join, values, types)}")
            del self.scope[mark:]
        arguments = [(self.fresh(), t) for t in types]
        self.begin(join, arguments)
        self.scope += arguments
        return None

    def all_of(self, name, t):
        """Loads every element of memory, row by row."""
        extents, e = extents_of(t)
        total = 1
        for extent in extents:
            total *= extent
        loaded = []
        for flat in range(total):
            at, rest = [], flat
            for extent in reversed(extents):
                at.insert(0, self.splat("index", rest % extent))
                rest //= extent
            loaded.append(self.op("memref.load", f"{name}[{', '.join(at)}] : {t}", e))
        return loaded, e
