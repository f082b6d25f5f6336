"""Accesses at places that are computed, for random kernels: gathers, scatters and atomics.

Places that several elements or blocks may share are only combined, in ways that may come in any order
and leave the same bits.  Scatters, and atomics whose results are used, go to elements of one block alone.
"""
INPUT = 4  # magnitude of what arrays hold
INDICES = ["i8", "i16", "i32", "i64"]


def tile(shape, element):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


class Indexed:
    """Mixed into the values of a kernel."""

    # ---- Index tiles. ----

    def tile_of(self, text, shape, element):
        """The name of a tile that only its user sees."""
        self.number += 1
        self.emit(f"%x{self.number} = {text} : {tile(shape, element)}")
        return f"%x{self.number}"

    def splat_of(self, scalar, shape, element="index"):
        self.number += 1
        self.emit(f"%x{self.number} = tile.splat {scalar} : {element} to {tile(shape, element)}")
        return f"%x{self.number}"

    def place_value(self, dim):
        """The number of the first element of this block's tile along a dimension."""
        if dim == "Z":
            return "%z"
        if self.tiles[dim] == 1:
            return self.places[dim]
        extent = self.index(self.tiles[dim])
        self.number += 1
        self.emit(f"%x{self.number} = arith.muli {self.places[dim]}, {extent} : index")
        return f"%x{self.number}"

    def along(self, shape, axis, start, reverse=False):
        """start + coordinate; or the same elements backwards."""
        r = self.random
        narrow = (shape[axis],) if r.random() < 0.5 and len(shape) > 1 and shape[axis] > 1 else None
        own, at = (narrow, 0) if narrow else (shape, axis)
        k = self.tile_of(f"tile.iota axis {at}", own, "index")
        if reverse:
            last = self.splat_of(self.index(shape[axis] - 1), own)
            k = self.tile_of(f"arith.subi {last}, {k}", own, "index")
        if start:
            first = self.splat_of(start, own)
            k = self.tile_of(f"arith.addi {first}, {k}" if r.random() < 0.5 else f"arith.addi {k}, {first}", own, "index")
        return self.stretch(k, own, axis, shape) if narrow else k

    def stretch(self, name, own, axis, shape):
        """A row along one dimension of a tile, in all of it."""
        thin = tuple(n if d == axis else 1 for d, n in enumerate(shape))
        self.number += 1
        self.emit(f"%x{self.number} = tile.reshape {name} : {tile(own, 'index')} to {tile(thin, 'index')}")
        self.emit(f"%y{self.number} = tile.broadcast %x{self.number} : {tile(thin, 'index')} to {tile(shape, 'index')}")
        return f"%y{self.number}"

    def anywhere(self, shape, depth):
        """Numbers of which some lie in an array, perhaps: a tile."""
        r = self.random
        element = r.choice(INDICES)
        value = self.value(shape, element, depth)
        if r.random() < 0.6:
            n = self.new(f"arith.constant dense<{r.choice([1, 3, 8, 40])}> : {tile(shape, element)}", shape, element, 40)
            value = self.new(f"arith.{r.choice(['remsi', 'remui'])} {value.name}, {n.name} : {value.type}", shape, element)
        return value.name

    def indices(self, shape, dims, depth):
        """Where a gather reads of an array: names of tiles and scalars, of which one at least is a tile."""
        r = self.random
        must, names = r.randrange(len(dims)), []
        for d, dim in enumerate(dims):
            kind = r.random()
            if d != must and kind < 0.2:
                names.append(self.index(r.choice([0, 1, 5])))
            elif kind < 0.65:
                start = self.place_value(dim) if isinstance(dim, str) and r.random() < 0.8 else None
                if start and r.random() < 0.3:
                    shift = self.index(r.choice([1, 4, 8, -3, -8]))
                    self.number += 1
                    self.emit(f"%x{self.number} = arith.addi {start}, {shift} : index")
                    start = f"%x{self.number}"
                names.append(self.along(shape, r.randrange(len(shape)), start, r.random() < 0.15))
            else:
                names.append(self.anywhere(shape, depth))
        return names

    def mask(self, shape, depth, chance=0.4):
        return f" mask({self.value(shape, 'i1', depth).name})" if self.random.random() < chance else ""

    # ---- Gathers. ----

    def gathered(self, shape, element, depth, bound):
        r = self.random
        if element == "i1" or not shape:
            return None
        names = r.sample(self.main_dims(), r.randrange(1, len(self.main_dims()) + 1))
        dims = [n if r.random() < 0.8 else r.choice([1, 5, 32]) for n in names]
        memory = self.memref(dims, element)
        at = ", ".join(self.indices(shape, dims, min(depth, 1)))
        pad = f" pad({self.constant(None, element, INPUT).name})" if r.random() < 0.3 else ""
        mask = self.mask(shape, min(depth, 1))
        return self.new(f"tile.gather {memory}[{at}]{mask}{pad}{self.hint(shape, element)} : {tile(shape, element)}", shape, element, INPUT)

    # ---- Elements of one block. ----

    def own_places(self, shape, dims):
        """Indices of the block's own elements of an array, each element of the tile has one."""
        lead = self.leading()
        names = [self.place_value(d) for d in lead]
        return names + [self.along(shape, axis, self.place_value(d), self.random.random() < 0.3) for axis, d in enumerate(dims)]

    def scattered(self, value, dims):
        """Stores to a new argument; `dims` name the tile's dimensions."""
        memory = self.memref(self.leading() + dims, value.element)
        at = ", ".join(self.own_places(value.shape, dims))
        self.emit(f"tile.scatter {value.name}, {memory}[{at}]{self.mask(value.shape, 1)}")

    def exchanged(self, shape, dims):
        """What an atomic access finds at the block's own elements."""
        r = self.random
        element = r.choice(["i32", "i32", "i64", "f32", "f64"])
        memory = self.memref(self.leading() + dims, element)
        if r.random() < 0.5:
            at = ", ".join(self.place(d) for d in self.leading() + dims)
        else:
            at = ", ".join(self.own_places(shape, dims))
        order = r.choice(["", "", " relaxed cta", " acquire gpu", " acq_rel sys", " release gpu"])
        value = self.value(shape, element, 2)
        if r.random() < 0.3:
            text = f"tile.atomic_cas {self.value(shape, element, 1).name}, {value.name}, {memory}[{at}]"
        else:
            kinds = ["addf", "assign"] if element[0] == "f" else ["addi", "andi", "assign", "maxs", "maxu", "mins", "minu", "ori", "xori"]
            text = f"tile.atomic_rmw {r.choice(kinds)} {value.name}, {memory}[{at}]"
        return self.new(f"{text}{order}{self.mask(shape, 1)}{self.hint(shape, element)}", shape, element)

    # ---- Elements that blocks share. ----

    def combined(self, shape):
        """Tiles and scalars added to an array that nobody reads."""
        r = self.random
        element = r.choice(["i32", "i32", "i64", "f32", "f64"]) if self.depth == 0 else r.choice(["i32", "i64"])
        kind = "addf" if element[0] == "f" else r.choice(["addi", "andi", "maxs", "maxu", "mins", "minu", "ori", "xori"])
        dims = [r.choice([1, 5, 16, d]) for d in r.sample(self.main_dims(), r.randrange(1, len(self.main_dims()) + 1))]
        memory = self.memref(dims, element)
        for _ in range(r.choice([1, 1, 2])):
            value = self.value(shape, element, 1, INPUT if element[0] == "f" else None)
            at = ", ".join(self.indices(shape, dims, 1))
            self.emit(f"%x{self.number}_a = tile.atomic_rmw {kind} {value.name}, {memory}[{at}]{self.mask(shape, 1)}")
            self.number += 1
        if r.random() < 0.4:
            scalar = self.constant(None, element, INPUT).name
            zeros = ", ".join(self.index(0) for _ in dims)
            type_ = f"memref<{''.join('?x' if isinstance(d, str) else f'{d}x' for d in dims)}{element}>"
            text = next(a for a in self.args if a.startswith(f"{memory}: "))
            if type_ in text and "transposed" not in text:
                self.emit(f"%x{self.number}_s = mem.atomic_rmw {kind} {scalar}, {memory}[{zeros}] relaxed gpu : {type_}, {element}")
                self.number += 1
