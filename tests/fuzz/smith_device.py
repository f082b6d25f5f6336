"""What tiles of random kernels (smith.py) have beside arithmetic: random words."""


class Device:
    """Mixed into Values, whose tiles it takes and makes."""

    def philox(self, shape, depth):
        """One of the four words of counters that are computed; any bits."""
        r = self.random
        counter = self.value(shape, r.choice(["i32", "i32", "i64"]), depth)
        numbers = [self.scalar("i64") if r.random() < 0.3 else self.constant(None, r.choice(["i32", "i64"]))
                   for _ in range(2)]
        self.number += 1
        name = f"%{self.number}"
        self.emit(f"{name}:4 = tile.philox {numbers[0].name}, {numbers[1].name}, {counter.name} : "
                  f"{numbers[0].element}, {numbers[1].element}, {counter.type}")
        return self.named(f"{name}#{r.randrange(4)}", shape, "i32")

    def uniform(self, shape, element, depth):
        words = self.philox(shape, depth)
        type_ = words.type.replace("i32", element)
        return self.new(f"tile.uniform {words.name} : {words.type} to {type_}", shape, element)
