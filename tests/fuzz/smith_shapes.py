"""Tiles out of tiles with the same elements at other places, and tiles that are spread otherwise, for random kernels."""
import smith_layouts

MOST_RANK = 6  # of tiles
MEMORY_RANK = 4
INIT = 5  # magnitude of the first element of an exclusive scan


def odd(n):
    return n // smith_layouts.linear(n)


def tile(shape, element, layout=None):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}{f', {layout}' if layout else ''}>"


def regroups(before, after):
    """The fewest dimensions on both sides with as many elements, one after another."""
    i = k = 0
    while i < len(before) or k < len(after):
        left, right = list(before[i:i + 1]) or [1], list(after[k:k + 1]) or [1]
        i, k = i + 1, k + 1
        while product(left) != product(right):
            if product(left) < product(right):
                left.append(before[i])
                i += 1
            else:
                right.append(after[k])
                k += 1
        yield left, right


def product(numbers):
    n = 1
    for number in numbers:
        n *= number
    return n


def odd_in_front(extents):
    behind = False
    for n in extents:
        if behind and odd(n) > 1:
            return False
        behind = behind or smith_layouts.linear(n) > 1
    return True


def fits(before, after):
    """Whether tile.reshape takes one to the other."""
    return all(len(left) == len(right) == 1 or odd_in_front(left) and odd_in_front(right)
               for left, right in regroups(before, after))


class Shapes:
    """Mixed into the values of a kernel."""

    def regroup(self, shape, element, depth, bound):
        """A tile of that type by an op that only moves elements between coordinates."""
        r = self.random
        makes = [self.stretched] * 3 + [self.turned] * 2 + [self.reshaped] * 2 + [self.halved] + [self.riffled]
        makes += [self.reduced] * 2 + [self.first_of_row, self.furthest] + [self.scanned] * 2 + [self.composed]
        if shape[-1] == 2 and len(shape) > 1:
            makes += [self.joined] * 3
        return r.choice(makes)(shape, element, depth, bound)

    def same_value(self, text, value, shape):
        return self.new(text, shape, value.element, value.bound)

    def turned(self, shape, element, depth, bound):
        r = self.random
        rank = len(shape)
        if rank < 2:
            return None
        perm = r.sample(range(rank), rank) if r.random() < 0.6 else [*range(rank - 2), rank - 1, rank - 2]
        source = [0] * rank
        for d, n in zip(perm, shape):
            source[d] = n
        value = self.value(tuple(source), element, depth, bound)
        swaps = perm == [*range(rank - 2), rank - 1, rank - 2]
        order = "" if swaps and r.random() < 0.8 else f" perm {perm}"
        return self.same_value(f"tile.trans {value.name}{order} : {value.type} to {tile(shape, element)}", value, shape)

    def other_shape(self, shape, pairs=False):
        """Other extents for as many elements; the last one 2 if `pairs`."""
        r = self.random
        for _ in range(8):
            rank = r.randrange(1, MOST_RANK + 1)
            extents, left = [1] * rank, product(shape)
            if pairs:
                if left % 2 or rank < 2:
                    continue
                left //= 2
            places = rank - 1 if pairs else rank
            for factor in (2, 3, 5, 7, 11, 13):
                while left % factor == 0:
                    extents[r.randrange(places)] *= factor
                    left //= factor
            if pairs:
                extents[-1] = 2
            if left == 1 and tuple(extents) != shape and fits(extents, shape):
                return tuple(extents)
        return None

    def reshaped(self, shape, element, depth, bound):
        other = self.other_shape(shape)
        if not other:
            return None
        value = self.value(other, element, depth, bound)
        return self.reshape(value, shape)

    def loaded_flat(self, shape, element):
        """A tile of more dimensions than memory has: leading ones are one there."""
        lead = len(shape) - MEMORY_RANK + 1
        for first in range(lead, len(shape) + 1):
            flat = (product(shape[:first]), *shape[first:])
            if fits(flat, shape):
                return self.reshape(self.load(flat, element), shape)
        return self.constant(shape, element)

    def reshape(self, value, shape):
        if value.shape == shape:
            return value
        return self.same_value(f"tile.reshape {value.name} : {value.type} to {tile(shape, value.element)}", value, shape)

    def split(self, value):
        """Both halves."""
        half = value.shape[:-1]
        self.number += 1
        name = f"%{self.number}"
        self.emit(f"{name}:2 = tile.split {value.name} : {value.type} to {tile(half, value.element)}")
        return [self.result(f"{name}#{i}", half, value.element, value.bound) for i in range(2)]

    def join(self, low, high):
        known = None if low.bound is None or high.bound is None else max(low.bound, high.bound)
        shape = (*low.shape, 2)
        return self.new(f"tile.join {low.name}, {high.name} : {low.type} to {tile(shape, low.element)}", shape, low.element, known)

    def halved(self, shape, element, depth, bound):
        if len(shape) == MOST_RANK or product(shape) > 1024:
            return None
        value = self.value((*shape, 2), element, depth, bound)
        return self.random.choice(self.split(value))

    def joined(self, shape, element, depth, bound):
        low = self.value(shape[:-1], element, depth, bound)
        return self.join(low, self.value(shape[:-1], element, depth, bound))

    def riffled(self, shape, element, depth, bound):
        """Halves taken apart, perhaps with something done to them, and put together another way round."""
        pairs = self.other_shape(shape, pairs=True)
        if not pairs:
            return None
        value = self.value(shape, element, depth, bound)
        low, high = self.split(self.reshape(value, pairs))
        if self.random.random() < 0.5:
            low = self.value(low.shape, element, 1, bound)
        if self.random.random() < 0.7:
            low, high = high, low
        return self.reshape(self.join(low, high), shape)

    # ---- Reductions: the same in every order, so floats are exact integers. ----

    def longer(self, shape):
        """The shape with one more dimension, and which."""
        r = self.random
        axis, most = r.randrange(len(shape) + 1), 2048 // product(shape)
        n = r.choice([n for n in (1, 2, 3, 4, 8, 16, 32, 48, 64, 96, 128) if n <= max(most, 1)])
        return (*shape[:axis], n, *shape[axis:]), axis, n

    def reduced(self, shape, element, depth, bound):
        r = self.random
        if len(shape) == MOST_RANK or element.startswith("f8"):
            return None
        source, axis, n = self.longer(shape)
        is_float = element[0] in "fb"
        op, total = ("arith.maximumf" if r.random() < 0.5 else "arith.minimumf", 1) if is_float \
            else (f"arith.{r.choice(['andi', 'ori', 'xori'] + (['maxsi', 'minsi', 'maxui', 'minui', 'muli'] if element != 'i1' else []))}", None)
        if element != "i1" and r.random() < 0.5:
            op, total = "arith.addf" if is_float else "arith.addi", n
        wanted = self.exact_bound(element, bound, total or 1) if is_float or bound is not None else None
        value = self.value(source, element, depth, wanted)
        if is_float and (value.bound is None or value.bound * total > wanted * total):
            return None
        known = value.bound * total if value.bound is not None and total else None
        return self.new(f"tile.reduce {op} {value.name} axis {axis}", shape, element, known)

    def first_of_row(self, shape, element, depth, bound):
        """The largest element and its companion, by a region of two tiles; of equal ones the smaller companion."""
        if len(shape) == MOST_RANK or element not in ("i16", "i32", "i64"):
            return None
        source, axis, _ = self.longer(shape)
        value, other = self.value(source, element, depth, bound), self.value(source, "i32", depth)
        self.number += 1
        n = self.number
        self.emit(f"%{n}:2 = tile.reduce {value.name}, {other.name} axis {axis} (%a_{n}, %p_{n}, %b_{n}, %q_{n}) {{")
        for line in (f"%more_{n} = arith.cmpi sgt, %a_{n}, %b_{n} : {element}", f"%same_{n} = arith.cmpi eq, %a_{n}, %b_{n} : {element}",
                     f"%less_{n} = arith.cmpi slt, %p_{n}, %q_{n} : i32", f"%tie_{n} = arith.andi %same_{n}, %less_{n} : i1",
                     f"%take_{n} = arith.ori %more_{n}, %tie_{n} : i1", f"%v_{n} = arith.select %take_{n}, %a_{n}, %b_{n} : {element}",
                     f"%r_{n} = arith.select %take_{n}, %p_{n}, %q_{n} : i32", f"tile.yield %v_{n}, %r_{n}"):
            self.emit("  " + line)
        self.emit("}")
        self.result(f"%{n}#1", shape, "i32", other.bound)
        return self.result(f"%{n}#0", shape, element, value.bound)

    def furthest(self, shape, element, depth, bound):
        """The largest or smallest element, or where it is."""
        r = self.random
        if len(shape) == MOST_RANK or element.startswith("f8"):
            return None
        source, axis, n = self.longer(shape)
        places = element == "i32" and r.random() < 0.7
        of = r.choice(["i1", "i8", "i16", "i64", "f16", "bf16", "f32", "f64"]) if places else element
        value = self.value(source, of, depth, None if places else bound)
        words = " unsigned" if of[0] == "i" and r.random() < 0.4 else ""
        self.number += 1
        name = f"%{self.number}"
        self.emit(f"{name}:2 = tile.arg{r.choice(['max', 'min'])} {value.name} axis {axis}{words}")
        at = self.result(f"{name}#1", shape, "i32", n)
        most = self.result(f"{name}#0", shape, of, value.bound)
        return at if places else most

    # ---- Scans: as reductions, but the order matters. ----

    def flags(self, *inits):
        """`reverse` and the initial elements of an exclusive scan, each by a coin."""
        r = self.random
        words = " reverse" if r.random() < 0.4 else ""
        if r.random() < 0.4:
            words += f" exclusive({', '.join(init().name for init in inits)})"
        return words

    def scanned(self, shape, element, depth, bound):
        """Combined with what is before it, by an op that is exact."""
        r = self.random
        if element.startswith("f8"):
            return None
        axis = r.randrange(len(shape))
        is_float, sums = element[0] in "fb", element != "i1" and r.random() < 0.5
        n = shape[axis] + 1 if sums else 1  # the initial element, too
        if sums:
            op = "arith.addf" if is_float else "arith.addi"
        else:
            op = r.choice(["arith.maximumf", "arith.minimumf"]) if is_float \
                else f"arith.{r.choice(['andi', 'ori', 'xori'] + (['maxsi', 'minui', 'muli'] if element != 'i1' else []))}"
        wanted = self.exact_bound(element, bound, n) if is_float or bound is not None else None
        value = self.value(shape, element, depth, wanted)
        if is_float and (value.bound is None or value.bound > wanted):
            return None
        words = self.flags(lambda: self.constant(None, element, wanted if wanted is not None else INIT))
        if value.bound is None or not (sums or op.endswith(("maximumf", "minimumf", "maxsi"))):
            return self.new(f"tile.scan {op} {value.name} axis {axis}{words}", shape, element)
        most = max(value.bound, wanted if wanted is not None else INIT)
        return self.new(f"tile.scan {op} {value.name} axis {axis}{words}", shape, element, most * n)

    def composed(self, shape, element, depth, bound):
        """Affine maps one after the other, which do not commute; integers wrap around."""
        if element not in ("i16", "i32", "i64") or bound is not None:
            return None
        r = self.random
        a, b = self.value(shape, element, depth, bound), self.value(shape, element, depth, bound)
        words = self.flags(lambda: self.constant(None, element, INIT), lambda: self.constant(None, element, INIT))
        self.number += 1
        n = self.number
        self.emit(f"%{n}:2 = tile.scan {a.name}, {b.name} axis {r.randrange(len(shape))}{words} (%a_{n}, %p_{n}, %b_{n}, %q_{n}) {{")
        for line in (f"%m_{n} = arith.muli %a_{n}, %b_{n} : {element}", f"%t_{n} = arith.muli %p_{n}, %b_{n} : {element}",
                     f"%s_{n} = arith.addi %t_{n}, %q_{n} : {element}", f"tile.yield %m_{n}, %s_{n}"):
            self.emit("  " + line)
        self.emit("}")
        return self.result(f"%{n}#{r.randrange(2)}", shape, element)

    def stretched(self, shape, element, depth, bound):
        """Some extents are 1, some leading ones missing, and one of 1 is put in."""
        r = self.random
        source = [1 if r.random() < 0.5 else n for n in shape]
        if r.random() < 0.5:
            source = source[r.randrange(len(source)):]
        source = tuple(source)
        ones = [d for d, n in enumerate(source) if n == 1]
        if ones and len(source) > 1 and r.random() < 0.6:
            axis = r.choice(ones)
            thin = source[:axis] + source[axis + 1:]
            value = self.value(thin, element, depth, bound)
            value = self.same_value(f"tile.expand_dims {value.name} axis {axis} : {value.type} to {tile(source, element)}", value, source)
        else:
            value = self.value(source, element, depth, bound)
        if value.shape == shape:
            return value
        return self.same_value(f"tile.broadcast {value.name} : {value.type} to {tile(shape, element)}", value, shape)

    # ---- Layouts. ----

    def relayout(self, shape, element, depth, bound):
        """Through one to three layouts, with something computed in each."""
        r = self.random
        value = self.value(shape, element, depth, bound)
        known, name, type_ = value.bound, value.name, value.type
        for _ in range(r.choice([1, 1, 2, 3])):
            name, type_ = self.spread(name, type_, shape, element)
            name, known = self.computed(name, type_, element, known, bound)
        if r.random() < 0.25:
            name, known = self.carried_through(name, type_, shape, element, known, bound)
        if r.random() < 0.3 and len(shape) > 1:  # the op that goes on names no layout of its own
            rank = len(shape)
            perm = r.sample(range(rank), rank)
            back, turned = [perm.index(d) for d in range(rank)], tuple(shape[d] for d in perm)
            self.number += 1
            name, before = f"%l{self.number}", name
            self.emit(f"{name} = tile.trans {before} perm {perm} : {type_} to {tile(turned, element)}")
            return self.new(f"tile.trans {name} perm {back} : {tile(turned, element)} to {tile(shape, element)}", shape, element, known)
        return self.new(f"tile.convert_layout {name} : {type_} to {tile(shape, element)}", shape, element, known)

    def layout(self, shape, element):
        return smith_layouts.layout(self.random, shape, element in ("f16", "bf16", "i16"), self.warps * self.cluster)

    def hint(self, shape, element):
        """The attribute of an op that names its tile's layout."""
        if self.hinted or self.random.random() < 0.5:
            return ""
        self.hinted = True
        return f" {{tile.layout = {self.layout(shape, element)}}}"

    def spread(self, name, type_, shape, element):
        """The tile in a random layout: its name and type."""
        to = tile(shape, element, self.layout(shape, element))
        self.number += 1
        self.emit(f"%l{self.number} = tile.convert_layout {name} : {type_} to {to}")
        return f"%l{self.number}", to

    def carried_through(self, name, type_, shape, element, known, bound):
        """A loop that carries the tile in that layout, and may have it in another one in each trip."""
        r = self.random
        self.number += 1
        base = self.number
        first, end, step = self.index(0), self.index(r.choice([0, 1, 2, 3])), self.index(1)
        carried, inside, there = f"%e{base}", f"%e{base}", type_
        self.open(f"%l{base} = scf.for %n{base} = {first} to {end} step {step} iter_args({carried} = {name}) -> ({type_}) {{")
        if r.random() < 0.7:
            inside, there = self.spread(carried, type_, shape, element)
        inside, after = self.computed(inside, there, element, known, bound)
        if there != type_:
            self.number += 1
            self.emit(f"%l{self.number} = tile.convert_layout {inside} : {there} to {type_}")
            inside = f"%l{self.number}"
        self.emit(f"scf.yield {inside} : {type_}")
        self.close("}")
        return f"%l{base}", known if after == known else None

    def computed(self, name, type_, element, known, bound):
        """An elementwise op in that layout; its result and what bounds it."""
        r = self.random
        if element.startswith("f8") or r.random() < 0.2:
            return name, known
        self.number += 1
        made = f"%l{self.number}"
        if element == "i1":
            text, known = f"arith.{r.choice(['andi', 'ori'])} {name}, {name}", known
        elif element[0] == "i":
            op = r.choice(["maxsi", "minsi"] if bound is not None else ["addi", "xori", "maxsi", "muli"])
            text = f"arith.{op} {name}, {name}"
            known = known if op in ("maxsi", "minsi") else None
        elif bound is not None or r.random() < 0.5:
            text = f"{r.choice(['arith.negf', 'math.absf'])} {name}"
        else:
            text, known = f"arith.addf {name}, {name}", None if known is None else 2 * known
        self.emit(f"{made} = {text} : {type_}")
        return made, known
