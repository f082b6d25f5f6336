"""Kernels at thread level with known results, one for each form of an instruction.

Every case is a kernel as text, the arguments to print, and a function that says what the outputs
are, given the inputs, in plain integers.  Where elements lie is said here once more, from the
tables of the PTX ISA, so that the compiler and the emulator are not compared with themselves.
"""
import itertools
import os

BYTES = {"f16": 2, "bf16": 2, "tf32": 4, "f32": 4, "i32": 4, "i8": 1, "f8E4M3FN": 1, "f8E5M2": 1,
         "f64": 8, "i64": 8, "i16": 2}


class Case:
    def __init__(self, name, text, outputs, expected, inputs=(), init="int", random=True):
        self.name, self.text, self.outputs = name, text, list(outputs)
        self.expected, self.inputs, self.init = expected, list(inputs), init
        self.random = random  # whether a random schedule gives the same


class Kernel:
    """Text of a kernel; methods add an op and give its result."""

    def __init__(self, args, threads, shared=0, grid="1", extra=""):
        self.args, self.threads, self.shared = args, threads, shared
        self.grid, self.extra = grid, extra
        self.top, self.lines, self.constants, self.n = [], [], {}, 0

    def name(self):
        self.n += 1
        return f"%v{self.n}"

    def add(self, text):
        self.lines.append(text)

    def op(self, text):
        value = self.name()
        self.add(f"{value} = {text}")
        return value

    def const(self, value, kind="i32"):
        key = (value, kind)
        if key not in self.constants:
            self.constants[key] = self.name()
            self.top.append(f"{self.constants[key]} = arith.constant {value} : {kind}")
        return self.constants[key]

    def arith(self, op, a, b, kind="i32"):
        a, b = (self.const(x, kind) if isinstance(x, int) else x for x in (a, b))
        return self.op(f"arith.{op} {a}, {b} : {kind}")

    def sum(self, a, b):
        return a if b == 0 else self.arith("addi", a, b)

    def index(self, value):
        if isinstance(value, int):
            return self.const(value, "index")
        return self.op(f"arith.index_cast {value} : i32 to index")

    def load(self, memory, at, kind, value):
        places = ", ".join(self.index(x) for x in at)
        return self.op(f"mem.load {memory}[{places}] : {kind}, {value}")

    def store(self, value, memory, at, kind, stored, guard=None):
        places = ", ".join(self.index(x) for x in at)
        self.add(f"mem.store {value}, {memory}[{places}]{f' if {guard}' if guard else ''} : {kind}, {stored}")

    def text(self, name):
        shared = f" shared({self.shared})" if self.shared else ""
        head = f"simt.kernel @{name}({self.args}) threads({self.threads}){shared}{self.extra} grid({self.grid}) {{"
        return "\n  ".join([head] + self.top + self.lines + ["simt.return"]) + "\n}\n"


def slot(element, extents):
    return f"memref<{'x'.join(map(str, extents))}x{element}>"


# ---- wgmma. ----

class Tile:
    """An operand: `mn` x `k` elements in slabs, as a descriptor says."""

    def __init__(self, element, mn_major, swizzle, mn, k):
        self.element, self.mn_major, self.swizzle = element, mn_major, swizzle
        self.mn, self.k, self.bytes = mn, k, BYTES[element]
        self.width = swizzle or 16
        self.rows = k if mn_major else mn
        self.columns = mn if mn_major else k

    def fits(self):
        return self.columns * self.bytes % self.width == 0 and self.rows % 8 == 0

    def elements(self):
        return self.mn * self.k

    def memory(self):
        return slot(self.element, (self.rows, self.columns))

    def offsets(self):
        """Leading and stride byte offset."""
        slab = self.width * self.rows
        if self.swizzle:
            return (slab if self.mn_major else 16), 8 * self.width
        return (128, slab) if self.mn_major else (slab, 128)

    def step(self, k):
        """Elements from the start to the part that begins at `k`."""
        along = 0 if self.mn_major else k * self.bytes
        across = k if self.mn_major else 0
        return (along // self.width * self.width * self.rows + across * self.width +
                along % self.width) // self.bytes

    def at(self, printed, mn, k):
        return printed[k][mn] if self.mn_major else printed[mn][k]


def copy_tile(kernel, tile, memory, buffer):
    """Global rows to slabs, 16 bytes at a time."""
    per, spans = 16 // tile.bytes, tile.width // 16
    chunks = tile.columns // per
    flat = f"!mem.buffer<{tile.elements()}x{tile.element}, shared>"
    vector = f"vector<{per}x{tile.element}>"
    q = kernel.name()
    kernel.add(f"scf.for {q} = %t to {kernel.const(tile.rows * chunks)} step {kernel.const(128)} : i32 {{")
    row, chunk = kernel.arith("divui", q, chunks), kernel.arith("remui", q, chunks)
    value = kernel.load(memory, (row, kernel.arith("muli", chunk, per)), tile.memory(), vector)
    slab, inside = kernel.arith("divui", chunk, spans), kernel.arith("remui", chunk, spans)
    if tile.swizzle:
        phase = kernel.arith("divui", row, 128 // tile.swizzle)
        inside = kernel.arith("xori", inside, kernel.arith("remui", phase, spans))
    line = kernel.arith("addi", kernel.arith("muli", slab, tile.rows), row)
    place = kernel.arith("addi", kernel.arith("muli", line, spans), inside)
    place = kernel.arith("muli", place, per)
    kernel.add(f"mem.store {value}, {buffer}[{place}] : {flat}, {vector}")
    kernel.add("}")


def descriptor(kernel, tile, buffer, k):
    leading, stride = tile.offsets()
    flat = f"!mem.buffer<{tile.elements()}x{tile.element}, shared>"
    return kernel.op(f"tc.wgmma_descriptor {buffer}[{kernel.const(tile.step(k))}] leading {leading} "
                     f"stride {stride} swizzle {tile.swizzle} : {flat} to !tc.descriptor<{tile.element}>")


def lanes(kernel):
    """Row and column of the lane in the PTX ISA's tables: groupID and threadID_in_group."""
    kernel.add("%l = simt.lane_id : i32")
    return kernel.arith("shrui", "%l", 2), kernel.arith("andi", "%l", 3)


def fragment_a(kernel, tile, group, inner, k):
    """The lane's part of 16 rows of A for a step of K, from global memory."""
    per = 4 // tile.bytes
    n = tile.bytes and 64 * (32 // tile.bytes) // 128
    zero = "0" if tile.element == "i8" else "0.0"
    vector = f"vector<{n}x{tile.element}>"
    value = kernel.const(f"dense<{zero}>", vector)
    for j in range(4):
        row = kernel.sum(group, 8 * (j % 2))
        column = kernel.sum(kernel.arith("muli", inner, per), k + 4 * per * (j // 2))
        if per == 1:
            part = kernel.load("%A", (row, column), tile.memory(), tile.element)
            value = kernel.op(f"vector.insert {part}, {value} [{j}] : {tile.element} into {vector}")
        else:
            small = f"vector<{per}x{tile.element}>"
            part = kernel.load("%A", (row, column), tile.memory(), small)
            value = kernel.op(f"vector.insert_strided_slice {part}, {value} {{offsets = [{j * per}], "
                              f"strides = [1]}} : {small} into {vector}")
    return value, vector


def wgmma(a, b, result, registers=False, flags="", scale=False):
    """64 x N from A and B."""
    n, count = b.mn, b.mn // 2
    vector, k_step = f"vector<{count}x{result}>", 32 // a.bytes
    inflight = f"!tc.inflight<{vector}>"
    base = 0 if registers else (a.elements() * a.bytes + 1023) // 1024 * 1024
    kernel = Kernel(f"%A: {a.memory()}, %B: {b.memory()}, %O: {slot(result, (64, n))}", 128,
                    base + b.elements() * b.bytes)
    kernel.add("%t = simt.thread_id : i32")
    kernel.add("%w = simt.warp_id : i32")
    group, inner = lanes(kernel)
    top = kernel.arith("addi", kernel.arith("muli", "%w", 16), group)
    if not registers:
        kernel.add(f"%a = mem.alloc {{offset = 0 : i64}} : !mem.buffer<{a.elements()}x{a.element}, shared>")
        copy_tile(kernel, a, "%A", "%a")
    kernel.add(f"%b = mem.alloc {{offset = {base} : i64}} : !mem.buffer<{b.elements()}x{b.element}, shared>")
    copy_tile(kernel, b, "%B", "%b")
    kernel.add("mem.fence_proxy_async")
    kernel.add("simt.barrier")
    words = (" trans_a" if a.mn_major else "") + (" trans_b" if b.mn_major else "")
    words += f" {flags}" if flags else ""
    sources = []
    for k in range(0, a.k, k_step):
        if registers:
            value, part = fragment_a(kernel, a, top, inner, k)
            kernel.add(f"%f{k} = tc.wgmma_fence of {value} : {part}")
            sources.append((f"%f{k}", f"!tc.inflight<{part}>"))
        else:
            sources.append((descriptor(kernel, a, "%a", k), f"!tc.descriptor<{a.element}>"))
    targets = [descriptor(kernel, b, "%b", k) for k in range(0, a.k, k_step)]
    if scale:  # begins with registers that are not to count
        seven = kernel.const("dense<7>" if result == "i32" else "dense<7.0>", vector)
        kernel.add(f"%c0 = tc.wgmma_fence of {seven} : {vector}")
        kernel.add(f"%no = arith.constant false")
        last = "%c0"
    else:
        kernel.add("tc.wgmma_fence")
        last = None
    for i, ((value, kind), target) in enumerate(zip(sources, targets)):
        adds = f", {last}" if last else ""
        adds += " if %no" if scale and i == 0 else ""
        last = kernel.op(f"tc.wgmma {value}, {target}{adds}{words} : {kind}, "
                         f"!tc.descriptor<{b.element}> -> {inflight}")
        kernel.add("tc.wgmma_commit")
    kernel.add(f"%r = tc.wgmma_wait 0, {last} : {inflight}")
    left = kernel.arith("muli", inner, 2)
    pair = f"vector<2x{result}>"
    for i in range(0, count, 2):
        part = kernel.op(f"vector.extract_strided_slice %r {{offsets = [{i}], sizes = [2], strides = [1]}} "
                         f": {vector} to {pair}")
        row = kernel.sum(top, 8 * (i // 2 % 2))
        kernel.store(part, "%O", (row, kernel.sum(left, 8 * (i // 4))), slot(result, (64, n)), pair)

    def expected(values):
        mask = [255 if f"unsigned_{x}" in flags else None for x in "ab"]
        rows = [[a.at(values["A"], m, k) for k in range(a.k)] for m in range(64)]
        columns = [[b.at(values["B"], m, k) for k in range(a.k)] for m in range(n)]
        if mask[0]:
            rows = [[x & 255 for x in row] for row in rows]
        if mask[1]:
            columns = [[x & 255 for x in row] for row in columns]
        return {"O": [[sum(map(int.__mul__, row, column)) for column in columns] for row in rows]}

    name = "_".join(["wgmma", "rs" if registers else f"{'mn' if a.mn_major else 'k'}{a.swizzle}",
                     f"{'mn' if b.mn_major else 'k'}{b.swizzle}", f"n{n}", f"k{a.k}",
                     a.element, b.element, result] + flags.split() + (["scale"] if scale else []))
    return Case(name, kernel.text(name), ["O"], expected, ["A", "B"])


SWIZZLES = (128, 64, 32, 0)


def wgmma_cases():
    layouts = list(itertools.product((False, True), SWIZZLES))
    for (ma, sa), (mb, sb), n, k in itertools.product(layouts, layouts, (8, 24, 64, 96, 256), (64, 128)):
        a, b = Tile("f16", ma, sa, 64, k), Tile("f16", mb, sb, n, k)
        if a.fits() and b.fits():
            yield wgmma(a, b, "f32")
    for n in range(8, 257, 8):
        yield wgmma(Tile("f16", False, 128, 64, 64), Tile("f16", False, 128, n, 64), "f16")
    for n, (mb, sb) in itertools.product((16, 64, 256), layouts):
        a, b = Tile("bf16", False, 128, 64, 64), Tile("bf16", mb, sb, n, 64)
        if b.fits():
            yield wgmma(a, b, "f32")
            yield wgmma(a, b, "f32", registers=True)
    eight = ("f8E4M3FN", "f8E5M2")
    kinds = [("tf32", "tf32", "f32", "")] + [(x, y, z, "") for x in eight for y in eight for z in ("f16", "f32")]
    signs = ("", "unsigned_a", "unsigned_b", "unsigned_a unsigned_b", "satfinite")
    kinds += [("i8", "i8", "i32", flags) for flags in signs]
    for (x, y, z, flags), swizzle, n, registers in itertools.product(kinds, SWIZZLES, (16, 96), (False, True)):
        k = 128 // BYTES[x]
        yield wgmma(Tile(x, False, swizzle, 64, k), Tile(y, False, swizzle, n, k), z, registers, flags)
    for n in (8, 16, 24, 32, 48, 64, 80, 112, 128, 160, 192, 224, 240, 256):
        yield wgmma(Tile("i8", False, 128, 64, 128), Tile("i8", False, 128, n, 128), "i32")
    for x, z in (("f16", "f32"), ("f16", "f16"), ("i8", "i32")):
        yield wgmma(Tile(x, False, 64, 64, 64), Tile(x, False, 64, 32, 64), z, scale=True)
        yield wgmma(Tile(x, False, 64, 64, 64), Tile(x, False, 64, 32, 64), z, registers=True, scale=True)


# ---- mma.sync. ----

def mma(m, k, x, y, z, flags=""):
    n = 8
    kernel = Kernel(f"%A: {slot(x, (m, k))}, %B: {slot(y, (k, n))}, %C: {slot(z, (m, n))}, %O: {slot(z, (m, n))}", 32)
    group, inner = lanes(kernel)
    per, blocks = max(1, 4 // BYTES[x]), m // 8

    def gather(memory, element, extents, places):
        vector = f"vector<{len(places)}x{element}>"
        value = kernel.const("dense<0>" if element[0] == "i" else "dense<0.0>", vector)
        for i, at in enumerate(places):
            part = kernel.load(memory, at, slot(element, extents), element)
            value = kernel.op(f"vector.insert {part}, {value} [{i}] : {element} into {vector}")
        return value, vector

    along = kernel.arith("muli", inner, per)
    a = [(kernel.sum(group, 8 * (i // per % blocks)), kernel.sum(along, 4 * per * (i // per // blocks) + i % per))
         for i in range(m * k // 32)]
    b = [(kernel.sum(along, 4 * per * (i // per) + i % per), group) for i in range(k * n // 32)]
    c = [(kernel.sum(group, 8 * (i // 2)), kernel.sum(kernel.arith("muli", inner, 2), i % 2))
         for i in range(m * n // 32)]
    va, ta = gather("%A", x, (m, k), a)
    vb, tb = gather("%B", y, (k, n), b)
    vc, tcc = gather("%C", z, (m, n), c)
    words = f" {flags}" if flags else ""
    kernel.add(f'%d = tc.mma {va}, {vb}, {vc} instr "mma.m{m}n{n}k{k}"{words} : {ta}, {tb}, {tcc}')
    for i, at in enumerate(c):
        part = kernel.op(f"vector.extract %d[{i}] : {z} from {tcc}")
        kernel.store(part, "%O", at, slot(z, (m, n)), z)

    def expected(values):
        low = [(lambda v: v & 255) if f"unsigned_{x}" in flags else (lambda v: v) for x in "ab"]
        return {"O": [[values["C"][i][j] + sum(low[0](values["A"][i][p]) * low[1](values["B"][p][j]) for p in range(k))
                       for j in range(n)] for i in range(m)]}

    name = f"mma_m{m}k{k}_{x}_{y}_{z}" + "".join(f"_{f}" for f in flags.split())
    return Case(name, kernel.text(name), ["O"], expected, ["A", "B", "C"])


def mma_cases():
    for k, z in itertools.product((8, 16), ("f16", "f32")):
        yield mma(16, k, "f16", "f16", z)
    for k in (8, 16):
        yield mma(16, k, "bf16", "bf16", "f32")
    for k in (4, 8):
        yield mma(16, k, "tf32", "tf32", "f32")
    for x, y in itertools.product(("f8E4M3FN", "f8E5M2"), repeat=2):
        yield mma(16, 32, x, y, "f32")
    for k, flags in itertools.product((16, 32), ("", "unsigned_a", "unsigned_b", "unsigned_a unsigned_b", "satfinite")):
        yield mma(16, k, "i8", "i8", "i32", flags)
    yield mma(8, 4, "f64", "f64", "f64")
    for k in (4, 8, 16):
        yield mma(16, k, "f64", "f64", "f64")


# ---- ldmatrix, stmatrix. ----

def matrix(element, count, trans, store):
    """Rows that lanes give in a stirred order, and registers."""
    per = 4 // BYTES[element]
    n, rows, width = per * count, 8 * count, 4 * per
    flat, vector = f"!mem.buffer<{32 * width}x{element}, shared>", f"vector<{n}x{element}>"
    row = f"vector<{width}x{element}>"
    inside, outside = ("R", (32, n)), ("M", (32, width))
    source, target = (inside, outside) if store else (outside, inside)
    kernel = Kernel(f"%I: {slot(element, source[1])}, %O: {slot(element, target[1])}", 32, 512)
    kernel.add("%l = simt.lane_id : i32")
    kernel.add(f"%s = mem.alloc {{offset = 0 : i64}} : {flat}")
    own = kernel.arith("muli", "%l", width)
    stirred = kernel.arith("andi", kernel.arith("muli", "%l", 5), 31)
    given = kernel.arith("muli", stirred, width)
    word = " trans" if trans else ""
    if store:
        zero = kernel.const("dense<0>" if element[0] == "i" else "dense<0.0>", row)
        kernel.add(f"mem.store {zero}, %s[{own}] : {flat}, {row}")
        kernel.add("simt.warp_sync")
        value = kernel.load("%I", ("%l", 0), slot(element, source[1]), vector)
        kernel.add(f"tc.stmatrix {value}, %s[{given}]{word} : {flat}, {vector}")
        kernel.add("simt.warp_sync")
        value = kernel.op(f"mem.load %s[{own}] : {flat}, {row}")
        kernel.store(value, "%O", ("%l", 0), slot(element, target[1]), row)
    else:
        value = kernel.load("%I", ("%l", 0), slot(element, source[1]), row)
        kernel.add(f"mem.store {value}, %s[{own}] : {flat}, {row}")
        kernel.add("simt.warp_sync")
        value = kernel.op(f"tc.ldmatrix %s[{given}]{word} : {flat}, {vector}")
        kernel.store(value, "%O", ("%l", 0), slot(element, target[1]), vector)

    def places():
        for lane in range(32):
            for i in range(n):
                r, c = lane // 4, per * (lane % 4) + i % per
                r, c = (c, r) if trans else (r, c)
                yield lane, i, (8 * (i // per) + r) * 5 % 32, c

    def expected(values):
        out = [[0] * target[1][1] for _ in range(32)]
        for lane, i, r, c in places():
            if store:
                out[r][c] = values["I"][lane][i]
            else:
                out[lane][i] = values["I"][r][c]
        return {"O": out}

    assert rows <= 32
    name = f"{'st' if store else 'ld'}matrix_{element}_x{count}{'_trans' if trans else ''}"
    return Case(name, kernel.text(name), ["O"], expected, ["I"], "index")


def matrix_cases():
    for store, count in itertools.product((False, True), (1, 2, 4)):
        for element in ("f16", "bf16", "i8", "f32"):
            yield matrix(element, count, False, store)
        yield matrix("f16", count, True, store)


# ---- Warps. ----

def shuffle(kind, width, element, group):
    """Lanes of the two halves of the warp shuffle apart where `group`."""
    kernel = Kernel(f"%I: {slot(element, (32,))}, %S: {slot('i32', (32,))}, %O: {slot(element, (32,))}", 32)
    kernel.add("%l = simt.lane_id : i32")
    value = kernel.load("%I", ("%l",), slot(element, (32,)), element)
    offset = kernel.load("%S", ("%l",), slot("i32", (32,)), "i32")
    words = f" width {width}"
    if group and kind == "xor":  # which reaches across segments
        offset = kernel.arith("andi", offset, width - 1)
    if group:
        high = kernel.op(f"arith.cmpi uge, %l, {kernel.const(16)} : i32")
        words += " mask " + kernel.op(f"arith.select {high}, {kernel.const(-65536)}, {kernel.const(65535)} : i32")
    result = kernel.op(f"simt.shuffle {kind} {value}, {offset}{words} : {element}")
    kernel.store(result, "%O", ("%l",), slot(element, (32,)), element)

    def source(lane, offset):
        first, n = lane // width * width, offset % (width if group and kind == "xor" else 32)
        at = {"idx": first + n % width, "up": lane - n, "down": lane + n, "xor": lane ^ n}[kind]
        inside = (kind != "up" or at >= first) and at <= first + width - 1
        return at if inside else lane

    def expected(values):
        return {"O": [values["I"][source(lane, values["S"][lane])] for lane in range(32)]}

    name = f"shuffle_{kind}_w{width}_{element}{'_halves' if group else ''}"
    return Case(name, kernel.text(name), ["O"], expected, ["I", "S"], "index")


def vote(group):
    kernel = Kernel(f"%I: {slot('i32', (32,))}, %O: {slot('i32', (3, 32))}", 32)
    kernel.add("%l = simt.lane_id : i32")
    value = kernel.load("%I", ("%l",), slot("i32", (32,)), "i32")
    yes = kernel.op(f"arith.cmpi sgt, {value}, {kernel.const(-3)} : i32")
    words = ""
    if group:
        odd = kernel.op(f"arith.trunci {kernel.arith('andi', '%l', 1)} : i32 to i1")
        words = " mask " + kernel.op(f"arith.select {odd}, {kernel.const(-1431655766)}, {kernel.const(1431655765)} : i32")
    for i, kind in enumerate(("all", "any", "ballot")):
        answer = kernel.op(f"simt.vote {kind} {yes}{words} : {'i32' if kind == 'ballot' else 'i1'}")
        if kind != "ballot":
            answer = kernel.op(f"arith.extui {answer} : i1 to i32")
        kernel.store(answer, "%O", (i, "%l"), slot("i32", (3, 32)), "i32")

    def expected(values):
        out = [[], [], []]
        for lane in range(32):
            members = [x for x in range(32) if not group or x % 2 == lane % 2]
            said = [values["I"][x] > -3 for x in members]
            bits = sum(1 << x for x, yes in zip(members, said) if yes)
            for row, answer in zip(out, (int(all(said)), int(any(said)), bits - (bits >> 31 << 32))):
                row.append(answer)
        return {"O": out}

    name = f"vote{'_halves' if group else ''}"
    return Case(name, kernel.text(name), ["O"], expected, ["I"])


def redux(kind, group):
    kernel = Kernel(f"%I: {slot('i32', (32,))}, %O: {slot('i32', (32,))}", 32)
    kernel.add("%l = simt.lane_id : i32")
    value = kernel.load("%I", ("%l",), slot("i32", (32,)), "i32")
    words = ""
    if group:
        high = kernel.op(f"arith.cmpi uge, %l, {kernel.const(16)} : i32")
        words = " mask " + kernel.op(f"arith.select {high}, {kernel.const(-65536)}, {kernel.const(65535)} : i32")
    result = kernel.op(f"simt.redux {kind} {value}{words} : i32")
    kernel.store(result, "%O", ("%l",), slot("i32", (32,)), "i32")

    def combine(values):
        raw = [v & 0xFFFFFFFF for v in values]
        total = {"addi": sum, "mins": lambda r: min(values), "maxs": lambda r: max(values),
                 "minu": min, "maxu": max}.get(kind)
        if total:
            out = total(raw) & 0xFFFFFFFF
        else:
            out = raw[0]
            for v in raw[1:]:
                out = {"andi": out & v, "ori": out | v, "xori": out ^ v}[kind]
        return out - (out >> 31 << 32)

    def expected(values):
        halves = [values["I"][:16], values["I"][16:]] if group else [values["I"]] * 2
        return {"O": [combine(halves[lane // 16]) for lane in range(32)]}

    name = f"redux_{kind}{'_halves' if group else ''}"
    return Case(name, kernel.text(name), ["O"], expected, ["I"])


def warp_cases():
    for kind, width in itertools.product(("idx", "up", "down", "xor"), (2, 8, 16, 32)):
        yield shuffle(kind, width, "i32", False)
    for kind, element in itertools.product(("idx", "xor"), ("f16", "bf16", "i8", "f32", "f64", "i64", "i16")):
        yield shuffle(kind, 32, element, False)
    for kind in ("idx", "up", "down", "xor"):
        yield shuffle(kind, 16, "f32", True)
    for group in (False, True):
        yield vote(group)
        for kind in ("addi", "andi", "maxs", "maxu", "mins", "minu", "ori", "xori"):
            yield redux(kind, group)


# ---- Atomics, barriers, clusters. ----

def atomic(kind, element, shared):
    """All threads of four blocks, in an order nobody knows: what counts is the end."""
    where = "shared" if shared else "global"
    kernel = Kernel(f"%I: {slot(element, (256,))}, %O: {slot(element, (4,))}", 64, 64 if shared else 0, "4")
    kernel.add("%t = simt.thread_id : i32")
    kernel.add("%b = simt.block_id : i32")
    at = kernel.arith("addi", kernel.arith("muli", "%b", 64), "%t")
    value = kernel.load("%I", (at,), slot(element, (256,)), element)
    first = kernel.op(f"arith.cmpi eq, %t, {kernel.const(0)} : i32")
    if shared:
        flat = f"!mem.buffer<4x{element}, shared>"
        kernel.add(f"%s = mem.alloc {{offset = 0 : i64}} : {flat}")
        zero = kernel.const("0" if element[0] == "i" else "0.0", element)
        kernel.add(f"mem.store {zero}, %s[{kernel.const(0)}] if {first} : {flat}, {element}")
        kernel.add("simt.barrier")
        kernel.op(f"mem.atomic_rmw {kind} {value}, %s[{kernel.const(0)}] relaxed cta : {flat}, {element}")
        kernel.add("simt.barrier")
        value = kernel.op(f"mem.load %s[{kernel.const(0)}] : {flat}, {element}")
        kernel.store(value, "%O", ("%b",), slot(element, (4,)), element, first)
    else:
        zero = kernel.const("0" if element[0] == "i" else "0.0", element)
        kernel.store(zero, "%O", ("%b",), slot(element, (4,)), element, first)
        kernel.add("simt.barrier")
        place = kernel.index("%b")
        kernel.op(f"mem.atomic_rmw {kind} {value}, %O[{place}] relaxed gpu : {slot(element, (4,))}, {element}")

    def combine(values):
        bits = BYTES[element] * 8
        wrap = (1 << bits) - 1
        total = 0
        for v in values:
            total = {"addf": total + v, "addi": total + v, "andi": total & v, "ori": total | v,
                     "xori": total ^ v, "maxs": max(total, v), "mins": min(total, v),
                     "maxu": max(total & wrap, v & wrap), "minu": min(total & wrap, v & wrap)}[kind]
        if element[0] == "f" or element == "bf16":
            return total
        total &= wrap
        return total - (total >> (bits - 1) << bits)

    def expected(values):
        return {"O": [combine(values["I"][64 * b:64 * b + 64]) for b in range(4)]}

    name = f"atomic_{kind}_{element}_{where}"
    return Case(name, kernel.text(name), ["O"], expected, ["I"])


TICKETS = """simt.kernel @tickets(%C: memref<1xi32>, %T: memref<256xi32>, %O: memref<256xi32>) threads(64) grid(4) {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %mine = mem.atomic_rmw addi %one, %C[%z] relaxed gpu : memref<1xi32>, i32
  %at = arith.index_cast %mine : i32 to index
  %old = mem.atomic_rmw addi %one, %T[%at] relaxed gpu : memref<256xi32>, i32
  mem.store %one, %O[%at] : memref<256xi32>, i32
  simt.return
}
"""

LOCK = """simt.kernel @lock(%L: memref<1xi32>, %O: memref<1xi32>) threads(512) grid(1) {
  %z = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %leader = simt.elect : i1
  cf.cond_br %leader, ^try, ^end
^try:
  %old = mem.atomic_cas %zero, %one, %L[%z] acquire gpu : memref<1xi32>, i32
  %mine = arith.cmpi eq, %old, %zero : i32
  cf.cond_br %mine, ^inside, ^try
^inside:
  %n = mem.load %O[%z] : memref<1xi32>, i32
  %more = arith.addi %n, %one : i32
  mem.store %more, %O[%z] : memref<1xi32>, i32
  simt.fence gpu
  %free = mem.atomic_rmw assign %zero, %L[%z] release gpu : memref<1xi32>, i32
  cf.br ^end
^end:
  simt.return
}
"""

# Warp 0 fills two slots in turn, warps 1 and 2 empty them: barriers 1 and 2 say full, 3 and 4 empty.
RING = """simt.kernel @ring(%O: memref<8x2x32xi32>) threads(96) shared(256) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %eight = arith.constant 8 : i32
  %n32 = arith.constant 32 : i32
  %hundred = arith.constant 100 : i32
  %w = simt.warp_id : i32
  %l = simt.lane_id : i32
  %produces = arith.cmpi eq, %w, %zero : i32
  scf.for %i = %zero to %eight step %one : i32 {
    %slot = arith.remui %i, %two : i32
    %full = arith.addi %slot, %one : i32
    %empty = arith.addi %slot, %three : i32
    %base = arith.muli %slot, %n32 : i32
    %at = arith.addi %base, %l : i32
    scf.if %produces {
      %again = arith.cmpi sge, %i, %two : i32
      scf.if %again {
        simt.barrier id %empty threads 96
      }
      %v0 = arith.muli %i, %hundred : i32
      %v = arith.addi %v0, %l : i32
      mem.store %v, %s[%at] : !mem.buffer<64xi32, shared>, i32
      simt.barrier_arrive id %full threads 96
    } else {
      simt.barrier id %full threads 96
      %v = mem.load %s[%at] : !mem.buffer<64xi32, shared>, i32
      %more = arith.addi %i, %two : i32
      %wanted = arith.cmpi slt, %more, %eight : i32
      scf.if %wanted {
        simt.barrier_arrive id %empty threads 96
      }
      %c = arith.subi %w, %one : i32
      %ii = arith.index_cast %i : i32 to index
      %ci = arith.index_cast %c : i32 to index
      %li = arith.index_cast %l : i32 to index
      mem.store %v, %O[%ii, %ci, %li] : memref<8x2x32xi32>, i32
    }
  }
  simt.return
}
"""


def cluster(n):
    """Each block writes its number to all blocks of its cluster and adds up what it got."""
    blocks = 2 * n
    memory = slot("i32", (blocks, n))
    flat, far = (f"!mem.buffer<{n}xi32, {space}>" for space in ("shared", "cluster"))
    kernel = Kernel(f"%O: {memory}", 32, 4 * n, str(blocks), f" cluster({n})")
    for op, name in (("lane_id", "l"), ("block_id", "b"), ("cluster_rank", "r")):
        kernel.add(f"%{name} = simt.{op} : i32")
    kernel.add(f"%s = mem.alloc {{offset = 0 : i64}} : {flat}")
    first = kernel.op(f"arith.cmpi eq, %l, {kernel.const(0)} : i32")
    value = kernel.arith("addi", kernel.arith("muli", "%b", 10), 3)
    kernel.add("simt.cluster_arrive relaxed")
    kernel.add("simt.cluster_wait")
    for peer in range(n):
        mapped = kernel.op(f"mem.map_cluster %s, {kernel.const(peer)} : {flat} to {far}")
        kernel.add(f"mem.store {value}, {mapped}[%r] if {first} : {far}, i32")
    kernel.add("simt.cluster_arrive")
    kernel.add("simt.cluster_wait")
    mine = kernel.op(f"arith.cmpi slt, %l, {kernel.const(n)} : i32")
    zero = kernel.const(0)
    got = kernel.op(f"mem.load %s[%l] if {mine} else {zero} : {flat}, i32")
    kernel.store(got, "%O", ("%b", "%l"), memory, "i32", mine)

    def expected(_):
        return {"O": [[(b // n * n + r) * 10 + 3 for r in range(n)] for b in range(blocks)]}

    return Case(f"cluster_{n}", kernel.text(f"cluster_{n}"), ["O"], expected)


def other_cases():
    for element in ("i32", "i64"):
        for kind in ("addi", "andi", "maxs", "maxu", "mins", "minu", "ori", "xori"):
            yield atomic(kind, element, False)
            yield atomic(kind, element, True)
    for element, shared in itertools.product(("f16", "bf16", "f32", "f64"), (False, True)):
        yield atomic("addf", element, shared)
    yield Case("tickets", TICKETS, ["C", "T"], lambda _: {"C": [256], "T": [1] * 256}, init="zero")
    yield Case("lock", LOCK, ["L", "O"], lambda _: {"L": [0], "O": [16]}, init="zero")
    yield Case("ring", RING, ["O"], lambda _: {
        "O": [[[100 * i + x for x in range(32)]] * 2 for i in range(8)]})
    for n in (1, 2, 4, 8):
        yield cluster(n)


def pipeline():
    """TMA, mbarriers, wgmma and setmaxnreg together."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pipeline.mlir")
    with open(path, encoding="utf-8") as file:
        text = file.read()

    def expected(values):
        columns = list(zip(*values["B"]))
        return {"O": [[sum(map(int.__mul__, row, column)) for column in columns] for row in values["A"]]}

    return Case("pipeline", text, ["O"], expected, ["A", "B"])


def all_cases():
    yield pipeline()
    yield from warp_cases()
    yield from matrix_cases()
    yield from mma_cases()
    yield from other_cases()
    yield from wgmma_cases()
