"""Random layouts, as the text of a tensor's encoding: all that has a name, and any linear map with copies or without."""


def linear(n):
    """The power of two in an extent."""
    return n & -n


def split_up(random, n, rank):
    """Powers of two whose product is n, one a dimension."""
    parts = [1] * rank
    while n > 1:
        parts[random.randrange(rank)] *= 2
        n //= 2
    return parts


def blocked(random, shape, warps):
    rank = len(shape)
    groups = 3 if warps % 3 == 0 else 1
    per_thread, lanes = split_up(random, random.choice([1, 1, 2, 4, 8, 16]), rank), split_up(random, 32, rank)
    along = split_up(random, warps // groups, rank)
    along[random.randrange(rank)] *= groups
    order = ""
    if random.random() < 0.6:
        order = f", order = {random.sample(range(rank), rank)}"
    return f"#tile.blocked<per_thread = {per_thread}, lanes = {lanes}, warps = {along}{order}>"


def fragment(random, shape, is_16_bits, warps):
    """Of an instruction; None where the tile is smaller than what it takes."""
    if len(shape) != 2 or warps % 3 == 0 or warps > 16:
        return None
    rows, columns = linear(shape[0]), linear(shape[1])
    along_m = random.choice([w for w in (1, 2, 4, 8, 16) if w <= warps])
    grid = f"warps = [{along_m}, {warps // along_m}]"
    kind = random.choice("abcccw")
    if kind == "c" and rows >= 16 and columns >= 8:
        return f"#tile.mma<m16n8k16, c, {grid}>"
    if kind == "a" and is_16_bits and rows >= 16 and columns >= 16:
        return f"#tile.mma<m16n8k16, a, {grid}>"
    if kind == "b" and is_16_bits and rows >= 16 and columns >= 8:
        return f"#tile.mma<m16n8k16, b, {grid}>"
    if kind == "w" and warps % 4 == 0 and rows >= 64 and columns >= 8:
        return f"#tile.wgmma<c, warpgroups = [1, {warps // 4}]>"
    return None


def any_map(random, shape, warps):
    """Bits of the place in any order, some mixed into others, and zero bases where there are more threads than elements."""
    logs = [linear(n).bit_length() - 1 for n in shape]
    repeat = [n // linear(n) for n in shape]
    groups = 3 if warps % 3 == 0 else 1
    total, threads = sum(logs), 5 + (warps // groups).bit_length() - 1
    registers = max(0, total - threads)
    if registers < 7:
        registers += random.choice([0, 0, 0, 1, 2])  # then lanes or warps hold copies, or registers do
    places = [1 << k for k in range(total)] + [0] * (registers + threads - total)
    random.shuffle(places)
    held = [k for k, place in enumerate(places) if place]
    for _ in range(random.choice([0, 0, total, 3 * total]) if len(held) > 1 else 0):
        a, b = random.sample(held, 2)
        places[a] ^= places[b]  # which can be undone: no element is lost
    if random.random() < 0.3:  # copies of other elements than the first
        for k in range(len(places)):
            for b in held:
                if k not in held and random.random() < 0.3:
                    places[k] ^= places[b]
    bases = [coordinates(place, logs) for place in places]
    text = (f"#tile.layout<register = {bases[:registers]}, lane = {bases[registers:registers + 5]}, "
            f"warp = {bases[registers + 5:]}")
    if max(repeat) > 1:
        text += f", repeat = {repeat}"
    if groups > 1:
        split = [d for d, n in enumerate(repeat) if n % 3 == 0]
        text += ", groups = 3" + (f" along {random.choice(split)}" if split and random.random() < 0.7 else "")
    return text + ">"


def coordinates(place, logs):
    at = []
    for log in reversed(logs):
        at.append(place & ((1 << log) - 1))
        place >>= log
    return at[::-1]


def layout(random, shape, is_16_bits, warps):
    kind = random.random()
    text = fragment(random, shape, is_16_bits, warps) if kind < 0.3 else None
    if kind >= 0.65:
        text = any_map(random, shape, warps)
    return text or blocked(random, shape, warps)
