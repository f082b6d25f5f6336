"""Loops that fill buffers from memory and read them, in any order, for random kernels.

A buffer is read once all of it has been written: in front of the loop, in this iteration, or, by a
read under a condition, in the iteration before.  Places in memory follow the loop's number, a number
that it carries, or one that is loaded.  What such a loop writes to memory is the block's own tile,
which its copies may read as well.
"""
INPUT = 4  # magnitude of what arrays hold
ELEMENTS = ["f16", "f16", "bf16", "f32", "f32", "f64", "i8", "i16", "i32", "i64"]
STEPS = ["copy", "copy", "copy", "read", "read", "before", "store", "branch", "inner", "own"]
PLAIN_STEPS = ["read", "read", "read", "before", "look"]


class Filled:
    """A buffer of the loop; `ready`: all of it has been written."""

    def __init__(self, name, type_, ready):
        self.name, self.type, self.ready, self.before_loop = name, type_, ready, ready


class Copies:
    """Mixed into the values of a kernel."""

    def filled_in_loop(self, shape, element):
        """A value that such a loop carries; None where blocks share tiles."""
        r = self.random
        if self.cluster > 1 or len(shape) not in (1, 2):
            return None
        if element not in ELEMENTS:
            element = r.choice(ELEMENTS)
        self.plain = r.random() < 0.5  # copies follow the loop's number alone, and nothing else fills buffers
        buffers = self.new_buffers(shape, element)
        self.source = self.memref(["K", *shape[1:]], element, plain=True)
        own = self.own_memory(element) if shape == tuple(self.tiles[d] for d in self.main_dims()) else None
        value = self.value(shape, element, 1)
        for i in range(r.choice([1, 1, 1, 2])):
            if self.plain and i:
                buffers = self.new_buffers(shape, element)
            value = self.copy_loop(shape, element, buffers, own, value)
        if buffers[0].ready and r.random() < 0.3:
            value = self.joined_with(value, self.read(buffers[0], shape, element))
        return value

    def new_buffers(self, shape, element):
        return [self.new_buffer(shape, element) for _ in range(self.random.choice([1, 1, 2, 3]))]

    def new_buffer(self, shape, element):
        self.number += 1
        name = f"%{self.number}"
        kind = self.buffer(shape, element)
        self.emit(f"{name} = mem.alloc : {kind}")
        ready = not self.plain and self.random.random() < 0.35
        if ready:
            self.emit(f"tile.store {self.value(shape, element, 0).name}, {name}[{self.zeros(shape)}]")
        return Filled(name, kind, ready)

    def own_memory(self, element):
        """An argument and the block's own place in it."""
        dims = self.leading() + self.main_dims()
        return self.memref(dims, element), ", ".join(self.place(d) for d in dims)

    @staticmethod
    def zeros(shape):
        return ", ".join(["0"] * len(shape))

    # ---- The loop. ----

    def copy_loop(self, shape, element, buffers, own, init):
        r = self.random
        self.number += 1
        base, kind = self.number, self.tensor_of(shape, element)
        start, lower = self.index(r.choice([0, 8])), self.index(r.choice([0, 0, 0, 1, 2]))
        carried = f"%c{base}_0 = {init.name}, %c{base}_1 = {start}"
        self.depth += 1
        if r.random() < 0.7:
            upper = r.choice([f"ceildiv(K, {self.tiles['K']})", f"ceildiv(K, {self.tiles['K']})", self.index(r.choice([0, 1, 3]))])
            stages = f" stages({r.choice([2, 2, 3])})" if self.plain else self.stages()
            self.open(f"%{base}:2 = tile.pipelined %n{base} = {lower} to {upper}{stages} iter_args({carried}) {{")
            end = "tile.yield {0}, {1}"
        else:
            upper, step = self.index(r.choice([0, 1, 2, 3, 5])), self.index(r.choice([1, 1, 2]))
            self.open(f"%{base}:2 = scf.for %n{base} = {lower} to {upper} step {step} iter_args({carried}) -> ({kind}, index) {{")
            end = f"scf.yield {{0}}, {{1}} : {kind}, index"
        value = self.named(f"%c{base}_0", shape, element)
        loop = (f"%n{base}", f"%c{base}_1", lower)
        for b in buffers:
            b.before_loop = b.ready
        plan = self.plan(buffers)
        filled = [b for what, b in plan if what in ("copy", "store")]
        for what, b in plan:
            value = self.step(what, b, b in filled, loop, shape, element, own, value)
        move = self.index(r.choice([0, 1, 8, 16]))
        self.emit(f"%s{base} = arith.addi %c{base}_1, {move} : index")
        self.emit(end.format(value.name, f"%s{base}"))
        self.close("}")
        self.depth -= 1
        for b in buffers:  # the loop may not run
            b.ready = b.before_loop
        return self.result(f"%{base}#0", shape, element)

    def plan(self, buffers):
        """What the body does, with which buffer."""
        r = self.random
        if not self.plain:
            return [(r.choice(STEPS), r.choice(buffers)) for _ in range(r.randrange(2, 8))]
        plan = [(r.choice(PLAIN_STEPS), r.choice(buffers)) for _ in range(r.randrange(2, 8))]
        for b in buffers:  # one copy each
            plan.insert(r.randrange(len(plan) + 1), ("copy", b))
        return plan

    def step(self, what, b, is_filled, loop, shape, element, own, value):
        if what == "copy":
            self.copy(b, loop, shape, element, own)
            b.ready = True
        elif what == "store":
            self.emit(f"tile.store {value.name}, {b.name}[{self.zeros(shape)}]")
            b.ready = True
        elif what == "read" and b.ready:
            value = self.joined_with(value, self.read(b, shape, element))
        elif what == "before" and is_filled:
            value = self.read_before(b, loop, shape, element, value)
        elif what == "branch":
            self.copy_in_branch(b, loop, shape, element, own)
        elif what == "look":
            value = self.read_in_branch(b, shape, element, value)
        elif what == "inner":
            value = self.inner_loop(b, loop, shape, element, own, value)
        elif what == "own" and own:
            self.emit(f"tile.store {value.name}, {own[0]}[{own[1]}]")
        return value

    def joined_with(self, value, other):
        r = self.random
        ops = ["addf", "subf", "maximumf"] if value.element[0] in "fb" else ["addi", "subi", "xori"]
        return self.new(f"arith.{r.choice(ops)} {value.name}, {other.name} : {value.type}", value.shape, value.element)

    # ---- Accesses. ----

    def read(self, b, shape, element):
        r = self.random
        if not self.plain and r.random() < 0.2 and shape[0] % 2 == 0 and shape[0] > 1:  # the rows exchanged by halves
            half, rest = (shape[0] // 2, *shape[1:]), ["0"] * (len(shape) - 1)
            low, high = (self.new(f"tile.load {b.name}[{', '.join([str(at)] + rest)}] : {self.tensor_of(half, element)}", half, element)
                         for at in (0, half[0]))
            self.emit(f"tile.store {high.name}, {b.name}[{self.zeros(shape)}]")
            self.emit(f"tile.store {low.name}, {b.name}[{', '.join([str(half[0])] + rest)}]")
        way = r.choice(["whole", "whole", "turned", "turned", "row"] + ([] if self.plain else ["element", "gathered"]))
        if way == "turned" and len(shape) == 2 and not any(n & (n - 1) for n in shape):
            return self.read_turned(b, shape, element)
        if way == "row" and len(shape) == 2:
            return self.read_row(b, shape, element)
        if way == "element":
            at = ", ".join(self.index(r.randrange(n)) for n in shape)
            one = self.new(f"mem.load {b.name}[{at}] : {b.type}, {element}", None, element)
            return self.new(f"tile.splat {one.name} : {element} to {self.tensor_of(shape, element)}", shape, element)
        if way == "gathered":
            at = ", ".join(self.along(shape, d, None, r.random() < 0.5) for d in range(len(shape)))
            return self.new(f"tile.gather {b.name}[{at}] : {self.tensor_of(shape, element)}", shape, element)
        return self.new(f"tile.load {b.name}[{self.zeros(shape)}]{self.hint(shape, element)} : {self.tensor_of(shape, element)}", shape, element)

    def read_turned(self, b, shape, element):
        """Its columns one after the other, as rows: other threads' elements."""
        kind, turned = self.tensor_of(shape, element), self.tensor_of(shape[::-1], element)
        whole = self.new(f"tile.load {b.name}[{self.zeros(shape)}] : {kind}", shape, element)
        other = self.new(f"tile.trans {whole.name} : {kind} to {turned}", shape[::-1], element)
        return self.new(f"tile.reshape {other.name} : {turned} to {kind}", shape, element)

    def read_row(self, b, shape, element):
        """One row, in the place of all."""
        row, line, kind = (self.tensor_of(n, element) for n in (shape[1:], (1, shape[1]), shape))
        at = self.index(self.random.randrange(shape[0]))
        value = self.new(f"tile.load {b.name}[{at}, 0] : {row}", shape[1:], element)
        value = self.new(f"tile.reshape {value.name} : {row} to {line}", (1, shape[1]), element)
        return self.new(f"tile.broadcast {value.name} : {line} to {kind}", shape, element)

    def read_before(self, b, loop, shape, element, value):
        """What the iteration before left there."""
        self.number += 1
        name, kind = f"%{self.number}", self.tensor_of(shape, element)
        self.emit(f"%g{name[1:]} = arith.cmpi sgt, {loop[0]}, {loop[2]} : index")
        self.open(f"{name} = scf.if %g{name[1:]} -> ({kind}) {{")
        self.emit(f"scf.yield {self.read(b, shape, element).name} : {kind}")
        self.again("} else {")
        self.emit(f"scf.yield {value.name} : {kind}")
        self.close("}")
        return self.joined_with(value, self.named(name, shape, element))

    def read_in_branch(self, b, shape, element, value):
        if not b.ready:
            return value
        self.number += 1
        name, kind, condition = f"%{self.number}", self.tensor_of(shape, element), self.condition()
        self.open(f"{name} = scf.if {condition} -> ({kind}) {{")
        self.emit(f"scf.yield {self.read(b, shape, element).name} : {kind}")
        self.again("} else {")
        self.emit(f"scf.yield {value.name} : {kind}")
        self.close("}")
        return self.joined_with(value, self.named(name, shape, element))

    def moving_place(self, loop):
        """Along the first dimension."""
        r = self.random
        kind = r.random() * (0.6 if self.plain else 1)
        if kind < 0.5:
            return self.moved(f"{loop[0]} * {self.tiles['K']}")
        if kind < 0.6:
            return "0"
        if kind < 0.75:
            return loop[1]
        if kind < 0.85:
            loaded = self.element("i32")
            return self.new(f"arith.index_cast {loaded.name} : i32 to index", None, "index_").name
        most = self.index(self.tiles["K"])
        scaled = self.new(f"arith.muli {loop[0]}, {self.index(r.choice([8, 16]))} : index", None, "index_")
        return self.new(f"arith.{r.choice(['minsi', 'maxsi', 'addi', 'subi'])} {scaled.name}, {most} : index", None, "index_").name

    def copy(self, b, loop, shape, element, own):
        r = self.random
        turned = len(shape) == 2 and r.random() < 0.2
        loaded = shape[::-1] if turned else shape
        if own and not self.plain and not turned and r.random() < 0.25:
            memory, at = own
        else:
            memory = self.source if not turned and r.random() < 0.3 else self.memref(["K", *loaded[1:]], element, plain=r.random() < 0.7)
            at = ", ".join([self.moving_place(loop)] + ["0"] * (len(shape) - 1))
        if not turned and r.random() < 0.4:
            self.emit(f"tile.copy {memory}[{at}] to {b.name}[{self.zeros(shape)}] shape {'x'.join(map(str, shape))}")
            return
        value = self.new(f"tile.load {memory}[{at}] : {self.tensor_of(loaded, element)}", loaded, element, INPUT)
        if turned:
            value = self.new(f"tile.trans {value.name} : {value.type} to {self.tensor_of(shape, element)}", shape, element, INPUT)
        self.emit(f"tile.store {value.name}, {b.name}[{self.zeros(shape)}]")

    def copy_in_branch(self, b, loop, shape, element, own):
        condition = self.condition()
        self.open(f"scf.if {condition} {{")
        self.copy(b, loop, shape, element, own)
        self.close("}")

    def inner_loop(self, b, loop, shape, element, own, value):
        r = self.random
        self.number += 1
        base, kind = self.number, self.tensor_of(shape, element)
        zero, was_ready = self.index(0), b.ready
        upper = r.choice([loop[0], loop[0], self.index(r.choice([0, 1, 2]))])
        self.open(f"%{base} = tile.pipelined %n{base} = {zero} to {upper}{self.stages()} iter_args(%c{base} = {value.name}) {{")
        inner = self.named(f"%c{base}", shape, element)
        if b.ready and r.random() < 0.5:
            inner = self.joined_with(inner, self.read(b, shape, element))
        self.copy(b, (f"%n{base}", loop[1], zero), shape, element, own)
        inner = self.joined_with(inner, self.read(b, shape, element))
        self.emit(f"tile.yield {inner.name}")
        self.close("}")
        b.ready = was_ready
        return self.result(f"%{base}", shape, element)
