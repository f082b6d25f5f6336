"""Scalar code for single elements (tile.map, tile.parallel) of random kernels (smith.py).

Expressions are those of tiles (smith_values.py) with the shape None.  Beside them there are loads at any place, which
are zero outside, branches, loops that all elements take alike, and loops of an element's own length.  Stores go to
places of the element alone; what elements share is added to atomically.
"""

FIELDS = "ijklux"


class Elements:
    """Mixed into the values of a kernel.  `self.at` is the coordinates of the element whose code is written, or None."""

    at = None

    # ---- The op around the code. ----

    def enter(self, head, shape, inputs, tail):
        """Opens the region; its arguments are values there."""
        self.number += 1
        n = self.number
        coordinates = [f"%{FIELDS[d]}{n}" for d in range(len(shape))]
        elements = [f"%e{n}_{i}" for i in range(len(inputs))]
        names = ", ".join(v.name for v in inputs)
        self.open(f"{head} {names}{' ' if names else ''}({', '.join(coordinates + elements)}) {tail} {{")
        outer, self.at = self.at, coordinates
        for name, value in zip(elements, inputs):
            self.named(name, None, value.element, value.bound)
        for name, extent in zip(coordinates, shape):
            if self.random.random() < 0.5:
                self.new(f"arith.index_cast {name} : index to i32", None, "i32", extent - 1)
        return outer

    def leave(self, outer):
        self.close("}")
        self.at = outer

    def inputs_of(self, shape, depth, most=2):
        r = self.random
        kinds = ["f16", "f32", "i32", "i32", "i8", "f64", "i64", "i1"]
        return [self.value(shape, r.choice(kinds), depth) for _ in range(r.randrange(most + 1))]

    def mapped(self, shape, element, depth, bound):
        """A tile that is made element by element."""
        r = self.random
        if self.at is not None or element.startswith("f8"):
            return None
        inputs = self.inputs_of(shape, depth - 1)
        if r.random() < 0.6:
            inputs.append(self.value(shape, element, depth - 1, bound))
        types = [(element, bound)]
        if r.random() < 0.25:
            types.append((r.choice(["i32", "f32", "i1"]), None))
        self.number += 1
        base = self.number
        text = ", ".join(self.tensor_of(shape, e) for e, _ in types)
        hint = self.hint(shape, element) if len(types) == 1 else ""
        outer = self.enter(f"%m{base}{':2' if len(types) > 1 else ''} = tile.map", shape, inputs,
                           f": {text}{' attributes' + hint if hint else ''}")
        values = [self.value(None, e, r.choice([1, 2, 3]), b) for e, b in types]
        self.emit(f"tile.yield {', '.join(v.name for v in values)}")
        self.leave(outer)
        results = [self.named(f"%m{base}#{i}" if len(types) > 1 else f"%m{base}", shape, e, v.bound) for i, ((e, _), v) in enumerate(zip(types, values))]
        return results[0]

    # ---- Scalars of an element. ----

    def element_value(self, element, depth, bound):
        r = self.random
        known = self.visible(None, element, bound)
        if known and (depth <= 0 or r.random() < 0.3):
            return r.choice(known)
        if depth <= 0 or self.budget <= 0:
            return self.element_leaf(element, bound)
        self.budget -= 0.5
        make = r.choice([self.elementwise] * 5 + [self.cast] * 2 + [self.select, self.way, self.way, self.turns, self.own_turns, self.halving, self.guarded])
        made = self.bounded(lambda: make(None, element, depth - 1, bound), bound)
        return made or self.element_leaf(element, bound)

    def element_leaf(self, element, bound):
        r = self.random
        if element.startswith("f8") or r.random() < 0.3 or (bound is not None and bound < 5):
            return self.constant(None, element, bound)
        if element == "i1":
            return self.compare(None, 0)
        if r.random() < 0.3 and element in ("i32", "f32", "i64", "f64"):
            return self.scalar(element)
        return self.load_element(element)

    def place_in(self, extent):
        """An index: around a coordinate, a number, or what was computed."""
        r = self.random
        kind = r.random()
        if kind < 0.6 and self.at:
            name = r.choice(self.at)
            if r.random() < 0.5:
                n = self.index(r.choice([1, 2, 3, 8, -1, -2, 16]))
                name = self.new(f"arith.{r.choice(['addi', 'addi', 'subi', 'muli'])} {name}, {n} : index", None, "index_").name
            if r.random() < 0.3 and len(self.at) > 1:
                name = self.new(f"arith.addi {name}, {r.choice(self.at)} : index", None, "index_").name
            return name
        if kind < 0.8:
            return self.index(r.randrange(extent + 1))
        value = self.value(None, r.choice(["i32", "i64", "i8"]), 1)
        return self.new(f"arith.index_cast {value.name} : {value.element} to index", None, "index_").name

    def load_element(self, element):
        """From a new input, at any place."""
        r = self.random
        dims = r.choice([[8], [33], [64], [16, 24], [4, 100], ["N"], ["N", 16], [7, "N"]])
        extents = "".join("?x" if isinstance(d, str) else f"{d}x" for d in dims)
        names = ", ".join(d if isinstance(d, str) else "?" for d in dims)
        name, type_ = f"%a{len(self.args)}", f"memref<{extents}{element}>"
        self.args.append(f"{name}: {type_}[{names}]")
        places = ", ".join(self.place_in(d if isinstance(d, int) else 40) for d in dims)
        if r.random() < 0.3:
            mask, other = self.value(None, "i1", 1), self.constant(None, element, 4)
            return self.new(f"mem.load {name}[{places}] if {mask.name} else {other.name} : {type_}, {element}", None, element, 5)
        return self.new(f"memref.load {name}[{places}] : {type_}", None, element, 4)

    def way(self, shape, element, depth, bound):
        """A branch of the element's own, or one that all take."""
        r = self.random
        condition = self.condition() if r.random() < 0.25 else self.value(None, "i1", depth).name
        self.number += 1
        name = f"%w{self.number}"
        self.open(f"{name} = scf.if {condition} -> ({element}) {{")
        a = self.value(None, element, depth, bound)
        self.emit(f"scf.yield {a.name} : {element}")
        self.again("} else {")
        b = self.value(None, element, depth, bound)
        self.emit(f"scf.yield {b.name} : {element}")
        self.close("}")
        return self.named(name, None, element, None if a.bound is None or b.bound is None else max(a.bound, b.bound))

    def guarded(self, shape, element, depth, bound):
        """A quotient, where the divisor is not zero."""
        if element not in ("i16", "i32", "i64") or bound is not None:
            return None
        a, b, zero = self.value(None, element, depth), self.value(None, element, depth), self.all_of(0, None, element)
        self.number += 1
        n = self.number
        op, ask = self.random.choice(["divui", "remui", "ceildivui"]), self.random.choice(["ne", "eq"])
        divides = [f"  %q{n} = arith.{op} {a.name}, {b.name} : {element}", f"  scf.yield %q{n} : {element}"]
        keeps = [f"  scf.yield {a.name} : {element}"]
        ways = (divides, keeps) if ask == "ne" else (keeps, divides)
        for line in [f"%z{n} = arith.cmpi {ask}, {b.name}, {zero.name} : {element}", f"%g{n} = scf.if %z{n} -> ({element}) {{",
                     *ways[0], "} else {", *ways[1], "}"]:
            self.emit(line)
        return self.named(f"%g{n}", None, element)

    def turn(self, element, depth, upper):
        """scf.for up to an index."""
        init, first, step = self.value(None, element, depth), self.index(0), self.index(1)
        self.number += 1
        n = self.number
        self.open(f"%t{n} = scf.for %n{n} = {first} to {upper} step {step} iter_args(%c{n} = {init.name}) -> ({element}) {{")
        self.named(f"%c{n}", None, element)
        outer, self.at = self.at, (self.at or []) + [f"%n{n}"]
        value = self.value(None, element, depth)
        self.at = outer
        self.emit(f"scf.yield {value.name} : {element}")
        self.close("}")
        return self.named(f"%t{n}", None, element)

    def turns(self, shape, element, depth, bound):
        """A loop that all elements take alike."""
        return self.turn(element, depth, self.index(self.random.choice([0, 1, 2, 3])))

    def own_turns(self, shape, element, depth, bound):
        """A loop as long as an element says."""
        r = self.random
        value = self.value(None, "i32", depth)
        most = self.new("arith.constant 3 : i32", None, "i32", 3)
        few = self.new(f"arith.andi {value.name}, {most.name} : i32", None, "i32")
        return self.turn(element, depth, self.new(f"arith.index_cast {few.name} : i32 to index", None, "index_").name)

    def halving(self, shape, element, depth, bound):
        """scf.while that halves a number; how often is the result."""
        if element != "i32":
            return None
        value = self.value(None, "i32", depth)
        one, zero = self.new("arith.constant 1 : i32", None, "i32", 1), self.new("arith.constant 0 : i32", None, "i32", 0)
        self.number += 1
        n = self.number
        for line in (f"%h{n}:2 = scf.while (%v{n} = {value.name}, %c{n} = {zero.name}) : (i32, i32) -> (i32, i32) {{",
                     f"  %g{n} = arith.cmpi ne, %v{n}, {zero.name} : i32", f"  scf.condition(%g{n}) %v{n}, %c{n} : i32, i32", "} do {",
                     f"^bb0(%v{n}: i32, %c{n}: i32):", f"  %s{n} = arith.shrui %v{n}, {one.name} : i32",
                     f"  %d{n} = arith.addi %c{n}, {one.name} : i32", f"  scf.yield %s{n}, %d{n} : i32, i32", "}"):
            self.emit(line)
        return self.named(f"%h{n}#1", None, "i32", 32)

    # ---- Effects. ----

    def start_of(self, dim):
        """The index at which this block's tile begins."""
        if dim == "Z":
            return "%z"
        return self.new(f"arith.muli {self.places[dim]}, {self.index(self.tiles[dim])} : index", None, "index_").name

    def store_elements(self, value):
        """Stores the tile at the block's own place of a new argument, each element by itself and perhaps not all."""
        r = self.random
        dims = self.main_dims()
        if value.shape != tuple(self.tiles[d] for d in dims):
            dims = dims[::-1]
        lead = self.leading()
        memory = f"%a{len(self.args)}"
        type_ = f"memref<{'?x' * len(lead + dims)}{value.element}>"
        self.args.append(f"{memory}: {type_}[{', '.join(lead + dims)}]")
        starts = [self.start_of(d) for d in lead + dims]
        inputs = [value] + self.inputs_of(value.shape, 1, 1)
        outer = self.enter("tile.parallel", value.shape, inputs, f"in {'x'.join(map(str, value.shape))}")
        name = self.scopes[-1][0]
        places = list(starts)
        for d, at in enumerate(self.at):
            places[len(lead) + d] = self.new(f"arith.addi {starts[len(lead) + d]}, {at} : index", None, "index_").name
        self.effects(name, f"{memory}[{', '.join(places)}]", type_, r.choice([0, 0, 1, 2, 3]))
        self.leave(outer)

    def effects(self, value, place, type_, depth):
        """Stores at the element's own place, in some of the ways that it can go."""
        r = self.random
        if depth > 0:
            self.open(f"scf.if {self.condition() if r.random() < 0.2 else self.value(None, 'i1', 1).name} {{")
            self.effects(value, place, type_, depth - 1)
            if r.random() < 0.6:
                self.again("} else {")
                self.effects(value, place, type_, depth - 1)
            self.close("}")
            return
        name, element, kind = value.name, value.element, r.random()
        if r.random() < 0.5 and not element.startswith("f8"):
            name = self.value(None, element, 2).name
        if kind < 0.15:
            self.emit(f"mem.store {name}, {place} if {self.value(None, 'i1', 1).name} : {type_}, {element}")
        elif kind < 0.35 and element in ("i32", "i64"):
            self.number += 1
            self.emit(f"%o{self.number} = mem.atomic_rmw {r.choice(['addi', 'maxs', 'xori', 'assign'])} {name}, {place} relaxed gpu : {type_}, {element}")
        else:
            self.emit(f"memref.store {name}, {place} : {type_}")
        if r.random() < 0.2:
            self.count_elements()

    def count_elements(self):
        """Adds to a few numbers that all blocks share."""
        counts = f"%a{len(self.args)}"
        self.args.append(f"{counts}: memref<8xi32>")
        place, amount = self.place_in(8), self.value(None, "i32", 1)
        self.number += 1
        self.emit(f"%o{self.number} = mem.atomic_rmw addi {amount.name}, {counts}[{place}] relaxed gpu : memref<8xi32>, i32")

    def through_elements(self, shape, element):
        """Stored to a buffer element by element, and read back, perhaps from the other end."""
        r = self.random
        value = self.value(shape, element, 2)
        self.number += 1
        n = self.number
        type_ = self.buffer(shape, element)
        self.emit(f"%s{n} = mem.alloc : {type_}")
        ends = [self.index(extent - 1) for extent in shape]
        outer = self.enter("tile.parallel", shape, [value], f"in {'x'.join(map(str, shape))}")
        self.emit(f"mem.store {self.scopes[-1][0].name}, %s{n}[{', '.join(self.at)}] : {type_}, {element}")
        self.leave(outer)
        backward = [r.random() < 0.4 for _ in shape]
        outer = self.enter(f"%r{n} = tile.map", shape, [], f": {self.tensor_of(shape, element)}")
        places = [self.new(f"arith.subi {end}, {at} : index", None, "index_").name if back else at for end, at, back in zip(ends, self.at, backward)]
        loaded = self.new(f"mem.load %s{n}[{', '.join(places)}] : {type_}, {element}", None, element, value.bound)
        self.emit(f"tile.yield {loaded.name}")
        self.leave(outer)
        return self.named(f"%r{n}", shape, element, value.bound)
