"""Kernels of threads for what hardware alone decides: TMA, cp.async, mbarriers.

Each is text at thread level with the values it has to leave, computed here from the documented
layouts and nothing of Tegula's.  run.py runs them, on the emulator or on a GPU.
"""
import struct

MBAR = "!mem.buffer<{}x!mem.mbarrier, shared>"
BYTES = {"i8": 1, "i16": 2, "i32": 4, "ui32": 4, "i64": 8, "ui64": 8,
         "f16": 2, "bf16": 2, "f32": 4, "f64": 8}
CANARY = 99


class Kernel:
    """`expected`: argument -> its values after the run, row-major."""

    def __init__(self, name, text, expected, options=()):
        self.name, self.text, self.expected = name, text, expected
        self.options = ["--init=index", *options]


# ---- Values. ----

def to_bf16(x):
    bits = struct.unpack("<I", struct.pack("<f", x))[0]
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 << 16
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def rounded(kind, x):
    """`x` as an element of that type holds it."""
    if kind == "f16":
        return struct.unpack("<e", struct.pack("<e", x))[0]
    if kind == "bf16":
        return to_bf16(x)
    if kind in ("f32", "f64"):
        return float(x)
    bits = 8 * BYTES[kind]
    x &= (1 << bits) - 1
    return x - (1 << bits) if kind[0] == "i" and x >> (bits - 1) else x


def constant(kind, x):
    return f"{float(x)}" if "f" in kind else str(x)


def product(numbers):
    n = 1
    for x in numbers:
        n *= x
    return n


def swizzled(span, address):
    """Where TMA puts the byte: chunks of 16 bytes, flipped by the row of 128 bytes they are in."""
    row = address // 128
    flip = {0: 0, 32: row % 2, 64: row % 4, 128: row % 8}[span]
    return row * 128 + (address // 16 % 8 ^ flip) * 16 + address % 16


# ---- Boxes. ----

class Box:
    """A box of a tensor, and where it is for each block: coordinate d of block b is
    (b * mul % mod) * step - back.  `contiguous`: the dimension whose elements follow each other."""

    def __init__(self, kind, extents, pitch, box, span, places, column=False):
        self.kind, self.extents, self.box, self.span = kind, extents, box, span
        self.places, self.column = places, column
        self.bytes = BYTES[kind]
        rank = len(extents)
        order = list(range(rank))[::-1]
        if column:
            order[0], order[1] = order[1], order[0]
        self.order = order
        self.strides = [0] * rank
        self.strides[order[0]] = 1
        stride = pitch
        for d in order[1:]:
            self.strides[d] = stride
            stride *= extents[d]
        row = box[order[0]] * self.bytes
        self.pitch = span or row
        self.rows = product(box) // box[order[0]]
        self.elements = self.rows * self.pitch // self.bytes

    def layout(self):
        if not self.span and not self.column:
            return ""
        return f", #mem.swizzle<{self.span}{', column' if self.column else ''}>"

    def tensor(self):
        shape = "x".join(map(str, self.extents))
        return f"memref<{shape}x{self.kind}, strided<{self.strides}>>"

    def map(self):
        return f"!mem.tensor_map<{'x'.join(map(str, self.box))}x{self.kind}{self.layout()}>"

    def coords(self, block):
        return [block * mul % mod * step - back for mul, mod, step, back in self.places]

    def coords_text(self, indent="  "):
        """IR for them: values %x0, %x1, ... from %block."""
        lines = []
        for d, (mul, mod, step, back) in enumerate(self.places):
            for name, value in (("mul", mul), ("mod", mod), ("step", step), ("back", back)):
                lines.append(f"%{name}{d} = arith.constant {value} : i32")
            lines += [f"%p{d} = arith.muli %block, %mul{d} : i32",
                      f"%q{d} = arith.remui %p{d}, %mod{d} : i32",
                      f"%r{d} = arith.muli %q{d}, %step{d} : i32",
                      f"%x{d} = arith.subi %r{d}, %back{d} : i32"]
        return "".join(f"{indent}{line}\n" for line in lines)

    def coords_list(self):
        return ", ".join(f"%x{d}" for d in range(len(self.places)))

    def each(self, block):
        """(element of the box's memory, index in the tensor or None) for each element of the box."""
        coords = self.coords(block)
        for i in range(product(self.box)):
            rest, at = i, [0] * len(self.box)
            for d in self.order:
                at[d] = rest % self.box[d]
                rest //= self.box[d]
            address = i // self.box[self.order[0]] * self.pitch + at[self.order[0]] * self.bytes
            place = swizzled(self.span, address) // self.bytes
            where = [c + a for c, a in zip(coords, at)]
            inside = all(0 <= w < e for w, e in zip(where, self.extents))
            index = 0
            for w, e in zip(where, self.extents):
                index = index * e + w
            yield place, index if inside else None


def aligned(n, to):
    return (n + to - 1) // to * to


def head(name, args, threads, shared, blocks, cluster=0):
    cluster = f" cluster({cluster})" if cluster else ""
    return f"simt.kernel @{name}({args}) threads({threads}) shared({shared}){cluster} grid({blocks}) {{\n"


COMMON = """  %c0 = arith.constant 0 : i32
  %z = arith.constant 0 : index
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %block = simt.block_id : i32
  %where = arith.index_cast %block : i32 to index
  %first = arith.cmpi eq, %t, %c0 : i32
"""


def load(name, box, blocks=9, nan=False):
    """Each block's box, as it lies in shared memory."""
    kind, n = box.kind, box.elements
    bar = aligned(n * box.bytes, 1024)
    row, mbar = f"!mem.buffer<{n}x{kind}, shared>", MBAR.format(1)
    text = head(name, f"%A: {box.tensor()}, %O: memref<{blocks}x{n}x{kind}>", 128, bar + 8, blocks)
    text += f"""  %m = mem.tensor_map %A{" nan" if nan else ""} : {box.tensor()} to {box.map()}
  %s = mem.alloc {{offset = 0 : i64}} : {row}
  %b = mem.alloc {{offset = {bar} : i64}} : {mbar}
{COMMON}{box.coords_text()}  %n = arith.constant {n} : index
  %step = arith.constant 128 : index
  %bytes = arith.constant {product(box.box) * box.bytes} : i32
  %canary = arith.constant {constant(kind, CANARY)} : {kind}
  scf.for %i = %ti to %n step %step {{
    mem.store %canary, %s[%i] : {row}, {kind}
  }}
  mem.fence_proxy_async
  simt.barrier
  scf.if %first {{
    mem.mbarrier_init %b[%c0] count 1 : {mbar}
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : {mbar}
    mem.tma_load %m[{box.coords_list()}] to %s[%c0] signal %b[%c0] : {box.map()}, {row}, {mbar}
  }}
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : {mbar}
  scf.for %i = %ti to %n step %step {{
    %v = mem.load %s[%i] : {row}, {kind}
    mem.store %v, %O[%where, %i] : memref<{blocks}x{n}x{kind}>, {kind}
  }}
  simt.return
}}
"""
    expected = []
    for block in range(blocks):
        image = [rounded(kind, CANARY)] * n
        for place, index in box.each(block):
            image[place] = float("nan") if nan and index is None else rounded(kind, index or 0)
        expected += image
    return Kernel(name, text, {"O": expected})


def store(name, box, blocks=9):
    """Shared memory holds 1, 2, 3, ...; each block stores a box of it to a tensor of its own.  No box
    begins before the tensor: for stores an H200 calls that an illegal instruction."""
    kind, n = box.kind, box.elements
    row = f"!mem.buffer<{n}x{kind}, shared>"
    inner = Box(kind, [blocks, *box.extents], 0, [1, *box.box], box.span, [], box.column)
    inner.strides = [box.strides[box.order[-1]] * box.extents[box.order[-1]], *box.strides]
    text = head(name, f"%A: {inner.tensor()}", 128, aligned(n * box.bytes, 1024), blocks)
    text += f"""  %m = mem.tensor_map %A : {inner.tensor()} to {inner.map()}
  %s = mem.alloc {{offset = 0 : i64}} : {row}
{COMMON}{box.coords_text()}  %n = arith.constant {n} : index
  %step = arith.constant 128 : index
  %one = arith.constant 1 : i64
  scf.for %i = %ti to %n step %step {{
    %k = arith.index_cast %i : index to i64
    %j = arith.addi %k, %one : i64
{convert(kind)}    mem.store %v, %s[%i] : {row}, {kind}
  }}
  mem.fence_proxy_async
  simt.barrier
  scf.if %first {{
    mem.tma_store %s[%c0] to %m[%block, {box.coords_list()}] : {row}, {inner.map()}
    mem.bulk_commit
    mem.bulk_wait 0
  }}
  simt.return
}}
"""
    size = product(box.extents)
    expected = [rounded(kind, i) for i in range(blocks * size)]
    for block in range(blocks):
        for place, index in box.each(block):
            if index is not None:
                expected[block * size + index] = rounded(kind, place + 1)
    return Kernel(name, text, {"A": expected})


def convert(kind):
    """%v of that type from the i64 %j."""
    if "f" in kind:
        return f"    %v = arith.sitofp %j : i64 to {kind}\n"
    if BYTES[kind] == 8:
        return "    %none = arith.constant 0 : i64\n    %v = arith.addi %j, %none : i64\n"
    return f"    %v = arith.trunci %j : i64 to {kind}\n"


# ---- Reductions. ----

def reduce(kind, what):
    """64 elements: A holds 0, 1, 2, ...; B is added to it and the like."""
    name = f"reduce_{what}_{kind}"
    n, b = 64, BYTES[kind]
    row, tensor = f"!mem.buffer<{n}x{kind}, shared>", f"memref<{n}x{kind}>"
    map_type = f"!mem.tensor_map<{n}x{kind}>"
    text = head(name, f"%A: {tensor}, %B: {tensor}", n, n * b, 1)
    text += f"""  %m = mem.tensor_map %A : {tensor} to {map_type}
  %s = mem.alloc {{offset = 0 : i64}} : {row}
{COMMON}  %last = arith.constant {n - 1} : index
  %from = arith.subi %last, %ti : index
  %v = mem.load %B[%from] : {tensor}, {kind}
  mem.store %v, %s[%ti] : {row}, {kind}
  mem.fence_proxy_async
  simt.barrier
  scf.if %first {{
    mem.tma_reduce {what} %s[%c0] to %m[%c0] : {row}, {map_type}
    mem.bulk_commit
    mem.bulk_wait 0
  }}
  simt.return
}}
"""
    combine = {"add": lambda a, b: a + b, "min": min, "max": max, "and": lambda a, b: a & b,
               "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
               "inc": lambda a, b: 0 if a >= b else a + 1,
               "dec": lambda a, b: b if a == 0 or a > b else a - 1}[what]
    expected = [rounded(kind, combine(i, n - 1 - i)) for i in range(n)]
    return Kernel(name, text, {"A": expected})


# ---- cp.async. ----

def cp_async(kind, size, zero_fill):
    """Copies of `size` bytes; with `zero_fill` lane l reads l mod 5 quarters of them."""
    name = f"cp_async_{kind}_{size}{'_zero_fill' if zero_fill else ''}"
    per = size // BYTES[kind]
    n = 64 * per
    row, tensor = f"!mem.buffer<{n}x{kind}, shared>", f"memref<{n}x{kind}>"
    text = head(name, f"%A: {tensor}, %O: {tensor}", 64, n * BYTES[kind], 1)
    read = " read %some" if zero_fill else ""
    text += f"""  %s = mem.alloc {{offset = 0 : i64}} : {row}
{COMMON}  %per = arith.constant {per} : index
  %end = arith.constant {n} : index
  %step = arith.constant 64 : index
  %five = arith.constant 5 : i32
  %quarter = arith.constant {size // 4} : i32
  %turn = arith.remui %t, %five : i32
  %some = arith.muli %turn, %quarter : i32
  %at = arith.muli %ti, %per : index
  mem.cp_async %A[%at] to %s[%at] bytes {size}{read} : {tensor}, {row}
  mem.async_commit
  mem.async_wait 0
  simt.barrier
  scf.for %i = %ti to %end step %step {{
    %v = mem.load %s[%i] : {row}, {kind}
    mem.store %v, %O[%i] : {tensor}, {kind}
  }}
  simt.return
}}
"""
    expected = []
    for i in range(n):
        lane, byte = i // per, i % per * BYTES[kind]
        seen = not zero_fill or byte < lane % 5 * (size // 4)
        expected.append(rounded(kind, i if seen else 0))
    return Kernel(name, text, {"O": expected})


# ---- Pipelines. ----

def pipeline(stages, groups, rounds, producer):
    """One warp group brings tiles of 128 numbers into `stages` slots; `groups` consumer groups of 128
    threads each add up what they see, lane l the numbers at 127 - l, and say when a slot is free."""
    name = f"pipeline_{producer}_{stages}_stages_{groups}_groups"
    threads, consumers = 128 * (groups + 1), 128 * groups
    full_count = {"tma": 1, "threads": 128, "cp_async": 128}[producer]
    bar = aligned(stages * 512, 1024)
    row, mbar = f"!mem.buffer<{stages * 128}xi32, shared>", MBAR.format(2 * stages)
    tensor, out = f"memref<{rounds}x128xi32>", f"memref<{groups}x128xi32>"
    map_type = "!mem.tensor_map<1x128xi32>"
    bring = {
        "tma": f"""      scf.if %leads {{
        mem.mbarrier_wait %b[%free] parity %flipped : {mbar}
        mem.mbarrier_arrive_expect_tx %b[%slot] bytes %bytes : {mbar}
        mem.tma_load %m[%k, %c0] to %s[%base] signal %b[%slot] : {map_type}, {row}, {mbar}
      }}
""",
        "threads": f"""      mem.mbarrier_wait %b[%free] parity %flipped : {mbar}
      %v = mem.load %A[%ki, %lanei] : {tensor}, i32
      mem.store %v, %s[%mine] : {row}, i32
      mem.mbarrier_arrive %b[%slot] : {mbar}
""",
        "cp_async": f"""      mem.mbarrier_wait %b[%free] parity %flipped : {mbar}
      mem.cp_async %A[%ki, %lanei] to %s[%mine] bytes 4 : {tensor}, {row}
      mem.cp_async_mbarrier_arrive %b[%slot] noinc : {mbar}
""",
    }[producer]
    # An arrival does not wait for loads, and TMA would overtake them.
    over = "      mem.fence_proxy_async shared\n" if producer == "tma" else ""
    text = head(name, f"%A: {tensor}, %O: {out}", threads, bar + 16 * stages, 1)
    if producer == "tma":
        text += f"  %m = mem.tensor_map %A : {tensor} to {map_type}\n"
    text += f"""  %s = mem.alloc {{offset = 0 : i64}} : {row}
  // A slot is full, then: it is free.
  %b = mem.alloc {{offset = {bar} : i64}} : {mbar}
{COMMON}  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c127 = arith.constant 127 : i32
  %c128 = arith.constant 128 : i32
  %stages = arith.constant {stages} : i32
  %rounds = arith.constant {rounds} : i32
  %bytes = arith.constant 512 : i32
  scf.if %first {{
    scf.for %i = %c0 to %stages step %c1 : i32 {{
      %j = arith.addi %i, %stages : i32
      mem.mbarrier_init %b[%i] count {full_count} : {mbar}
      mem.mbarrier_init %b[%j] count {consumers} : {mbar}
    }}
    mem.fence_mbarrier_init
  }}
  simt.barrier
  %lane = arith.remui %t, %c128 : i32
  %lanei = arith.index_cast %lane : i32 to index
  %group = arith.divui %t, %c128 : i32
  %leads = arith.cmpi eq, %lane, %c0 : i32
  %produces = arith.cmpi eq, %group, %c0 : i32
  scf.if %produces {{
    scf.for %k = %c0 to %rounds step %c1 : i32 {{
      %ki = arith.index_cast %k : i32 to index
      %slot = arith.remui %k, %stages : i32
      %free = arith.addi %slot, %stages : i32
      %turn = arith.divui %k, %stages : i32
      %parity = arith.remui %turn, %c2 : i32
      %flipped = arith.xori %parity, %c1 : i32
      %base = arith.muli %slot, %c128 : i32
      %mine = arith.addi %base, %lane : i32
{bring}    }}
  }} else {{
    %sum = scf.for %k = %c0 to %rounds step %c1 iter_args(%so_far = %c0) -> (i32) : i32 {{
      %slot = arith.remui %k, %stages : i32
      %free = arith.addi %slot, %stages : i32
      %turn = arith.divui %k, %stages : i32
      %parity = arith.remui %turn, %c2 : i32
      %base = arith.muli %slot, %c128 : i32
      %other = arith.subi %c127, %lane : i32
      %at = arith.addi %base, %other : i32
      mem.mbarrier_wait %b[%slot] parity %parity : {mbar}
      %v = mem.load %s[%at] : {row}, i32
{over}      mem.mbarrier_arrive %b[%free] : {mbar}
      // Rounds count differently, so that none can stand for another.
      %weight = arith.addi %k, %group : i32
      %term = arith.muli %v, %weight : i32
      %next = arith.addi %so_far, %term : i32
      scf.yield %next : i32
    }}
    %g = arith.subi %group, %c1 : i32
    %gi = arith.index_cast %g : i32 to index
    mem.store %sum, %O[%gi, %lanei] : {out}, i32
  }}
  simt.return
}}
"""
    expected = [rounded("i32", sum((k * 128 + 127 - lane) * (k + group) for k in range(rounds)))
                for group in range(1, groups + 1) for lane in range(128)]
    return Kernel(name, text, {"O": expected})


def multicast(blocks, rounds):
    """Each block of a cluster loads its part of a tile into all of them, round after round; threads
    of all blocks tell each block that its part was read."""
    name = f"multicast_{blocks}_blocks"
    width = 32
    part, row = f"!mem.tensor_map<1x{width}xi32>", f"!mem.buffer<{blocks * width}xi32, shared>"
    mbar, remote = MBAR.format(2), MBAR.format(2).replace("shared", "cluster")
    bar = aligned(blocks * width * 4, 1024)
    tensor, out = f"memref<{rounds}x{blocks * width}xi32>", f"memref<{blocks}x{blocks * width}xi32>"
    text = head(name, f"%A: {tensor}, %O: {out}", blocks * width, bar + 16, blocks, blocks)
    text += f"""  %m = mem.tensor_map %A : {tensor} to {part}
  %s = mem.alloc {{offset = 0 : i64}} : {row}
  // 0: the tile is there; 1: the part of this block was read everywhere.
  %b = mem.alloc {{offset = {bar} : i64}} : {mbar}
{COMMON}  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %blocks = arith.constant {blocks} : i32
  %width = arith.constant {width} : i32
  %rounds = arith.constant {rounds} : i32
  %bytes = arith.constant {blocks * width * 4} : i32
  %all = arith.constant {(1 << blocks) - 1} : i16
  %rank = simt.cluster_rank : i32
  %x = arith.muli %rank, %width : i32
  scf.if %first {{
    mem.mbarrier_init %b[%c0] count 1 : {mbar}
    mem.mbarrier_init %b[%c1] count {blocks} : {mbar}
    mem.fence_mbarrier_init
  }}
  simt.cluster_arrive
  simt.cluster_wait
  %sum = scf.for %k = %c0 to %rounds step %c1 iter_args(%so_far = %c0) -> (i32) : i32 {{
    %parity = arith.remui %k, %c2 : i32
    %flipped = arith.xori %parity, %c1 : i32
    scf.if %first {{
      mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : {mbar}
      mem.mbarrier_wait %b[%c1] parity %flipped : {mbar}
      mem.tma_load %m[%k, %x] to %s[%x] signal %b[%c0] multicast %all : {part}, {row}, {mbar}
    }}
    mem.mbarrier_wait %b[%c0] parity %parity : {mbar}
    %v = mem.load %s[%t] : {row}, i32
    mem.fence_proxy_async shared
    simt.barrier
    scf.if %first {{
      scf.for %r = %c0 to %blocks step %c1 : i32 {{
        %far = mem.map_cluster %b, %r : {mbar} to {remote}
        mem.mbarrier_arrive %far[%c1] : {remote}
      }}
    }}
    %weight = arith.addi %k, %c1 : i32
    %term = arith.muli %v, %weight : i32
    %next = arith.addi %so_far, %term : i32
    scf.yield %next : i32
  }}
  mem.store %sum, %O[%where, %ti] : {out}, i32
  simt.cluster_arrive
  simt.cluster_wait
  simt.return
}}
"""
    n = blocks * width
    expected = [rounded("i32", sum((k * n + t) * (k + 1) for k in range(rounds)))
                for _ in range(blocks) for t in range(n)]
    return Kernel(name, text, {"O": expected})


# ---- All of them. ----

def plane(kind, span, columns=None, column=False, before=True):
    """Boxes of 16 rows in a tensor of 29 rows whose width is no multiple of 16 bytes; some of nine
    blocks have theirs inside, the others leave the tensor, at its beginning only if `before`."""
    per = 16 // BYTES[kind]
    wide = columns or (span // BYTES[kind] if span else 3 * per)
    extents, box = [29, 5 * per + 3], [16, wide]
    places = [(1, 3, 13, 5 * before), (1, 9, per, 2 * per * before)]
    if column:
        extents.reverse(), box.reverse(), places.reverse()
    return Box(kind, extents, 7 * per, box, span, places, column)


def all_kernels():
    for kind in ("i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"):
        for span in (0, 32, 64, 128):
            yield load(f"load_{kind}_{span}", plane(kind, span))
            yield store(f"store_{kind}_{span}", plane(kind, span, before=False))
    for kind in ("f16", "bf16", "f32", "f64"):
        yield load(f"load_nan_{kind}", plane(kind, 64), nan=True)
    for kind, span in (("f16", 64), ("f16", 128), ("f32", 128), ("i8", 32)):
        per = 16 // BYTES[kind]
        for columns in range(per, span // BYTES[kind], per):
            yield load(f"load_narrow_{kind}_{span}_{columns}", plane(kind, span, columns))
            yield store(f"store_narrow_{kind}_{span}_{columns}", plane(kind, span, columns, before=False))
    for span in (0, 32, 64, 128):
        yield load(f"load_column_f16_{span}", plane("f16", span, column=True))
        yield store(f"store_column_f16_{span}", plane("f16", span, column=True, before=False))
    yield load("load_rank_1", Box("f32", [90], 0, [64], 0, [(1, 9, 20, 40)]))
    deep = [(1, 3, 2, 1), (1, 5, 3, 3), (1, 9, 8, 16)]
    yield load("load_rank_3", Box("i32", [4, 9, 30], 32, [2, 5, 16], 64, deep))
    yield load("load_rank_4", Box("i16", [3, 4, 9, 30], 32, [2, 2, 3, 16], 32, [(1, 2, 2, 1), *deep]))
    for kind, kinds in (("i32", "add min max and or xor"), ("ui32", "add min max and or xor inc dec"),
                        ("i64", "min max"), ("ui64", "add min max and or xor"),
                        ("f16", "add min max"), ("bf16", "add min max"), ("f32", "add")):
        for what in kinds.split():
            yield reduce(kind, what)
    for kind in ("i8", "f16", "i32", "f64"):
        for size in (4, 8, 16):
            if size < BYTES[kind]:
                continue
            yield cp_async(kind, size, False)
            if BYTES[kind] <= size // 4:
                yield cp_async(kind, size, True)
    for producer in ("tma", "threads", "cp_async"):
        for stages, groups in ((1, 1), (2, 1), (3, 2), (4, 2)):
            yield pipeline(stages, groups, 11, producer)
    yield multicast(2, 5)
    yield multicast(4, 5)
