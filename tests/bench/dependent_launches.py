#!/usr/bin/env python3
"""Kernels that start before the kernel in front of them has ended: whether values are right, and what it gives.

    tests/bench/dependent_launches.py                      everything, about a minute on an H200
    tests/bench/dependent_launches.py --only 'gemm.*2048'

Each case is a chain of launches of which each needs what the one in front wrote: sums in place, whose blocks meet
within a sector of the cache; sums there and back; the same with kernels of PyTorch's in between; and products with a
permutation, there and back. After --launches of them, in a CUDA graph, the values must be exact, as often as --repeats
says. Then chains of early launches and of usual ones take turns: a ratio is the median over rounds, above 1 where
early ones are faster.

Exit code 1 when a value is wrong or a kernel does not compile. Nothing here guards against a kernel that hangs: run
it under `timeout`.
"""
import dataclasses
import re
import statistics
import sys
import tempfile

from common import environment
from common import options as common_options
from common.compiler import Compiler

ADD, GEMM = "docs/examples/vector_add.mlir", "docs/examples/gemm.mlir"


@dataclasses.dataclass
class Case:
    work: str  # in place, there and back, mixed, product
    size: int
    params: str = ""
    title: str = ""

    def __post_init__(self):
        kernel = "gemm" if self.work == "product" else "vector_add"
        self.title = f"{kernel} {self.work} {self.size} {self.params}".strip()


CASES = ([Case("in place", n, p) for n in (1000, 100_003, 1 << 22) for p in ("BLOCK=256,WARPS=1", "")]
         + [Case(w, n) for w in ("there and back", "mixed") for n in (1000, 1 << 17, 1 << 22)]
         + [Case("product", n) for n in (256, 512, 1024, 2048, 4096)])


class Sums:
    """x = x + 1, again and again, from one element behind a multiple of 16 bytes."""

    def __init__(self, env, case):
        self.torch, self.case = env["torch"], case
        n = case.size + 1
        self.x, self.y = (self.torch.zeros(n, device="cuda")[1:] for _ in range(2))
        self.one = self.torch.ones(n, device="cuda")[1:]

    def steps(self, kernel, early):
        """What a link of the chain launches."""
        def add(source, target):
            return kernel.bind({"A": source, "B": self.one, "C": target}, early)

        if self.case.work == "in place":
            return [add(self.x, self.x)]
        links = [add(self.x, self.y), add(self.y, self.x)]
        if self.case.work == "mixed":
            links.insert(1, lambda: self.y.add_(1.0))
        return links

    def is_exact(self, graph, links):
        """Whether all those links give what they should."""
        self.x.zero_()
        graph.replay()
        return bool((self.x == links).all())


class Products:
    """x = x P, for a P that moves columns on by one."""

    def __init__(self, env, case):
        torch, n = env["torch"], case.size
        self.torch, self.n = torch, n
        self.start = torch.randn(n, n, device="cuda").half()
        self.x, self.y = self.start.clone(), self.start.clone()
        self.p = torch.eye(n, device="cuda").half().roll(1, 1).contiguous()

    def steps(self, kernel, early):
        return [kernel.bind({"A": a, "B": self.p, "C": c}, early) for a, c in ((self.x, self.y), (self.y, self.x))]

    def is_exact(self, graph, links):
        """Whether all those links give what they should."""
        self.x.copy_(self.start)
        graph.replay()
        return bool((self.x == self.start.roll(links % self.n, 1)).all())


def measure(env, case, image, options):
    """Prints the case's line; its figures."""
    turns = env["turns"]
    data = (Products if case.work == "product" else Sums)(env, case)
    kernel = env["launch"].Kernel(env["driver"], image)
    early, usual = (data.steps(kernel, e) for e in (True, False))

    def chain(links):
        return lambda: [link() for link in links]

    times = max(options.launches // len(early), 1)
    graph = turns.Contestant.record(chain(early), times)
    exact = all(data.is_exact(graph, times * len(early)) for _ in range(options.repeats))
    found = turns.race([turns.Contestant(chain(links), options.block) for links in (early, usual)], options)["hot"]
    each = [statistics.median(times) / len(early) * 1e6 for times in found]
    ratio = turns.ratio(found[1], found[0])
    print(f"{'ok  ' if exact else 'FAIL'} {case.title}: {each[0]:.2f} us a launch, behind the kernel in front "
          f"{each[1]:.2f}: {ratio:.3f}", flush=True)
    return {"title": case.title, "ok": exact, "early": each[0], "usual": each[1], "ratio": ratio}


def parse():
    p = common_options.parser(__doc__, block=0.1, rounds=6, runs=10)
    p.add_argument("--launches", type=int, default=400, help="of a chain whose values are checked")
    p.add_argument("--repeats", type=int, default=10, help="such chains of a case")
    return common_options.parse(p, block=0.03, rounds=4, runs=5)


def main():
    options, rows = parse(), []
    env = environment.start()
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options, folder)
        for case in CASES:
            image = compiler.image(GEMM if case.work == "product" else ADD, case.params)
            if image and re.search(options.only, case.title):
                rows.append(measure(env, case, image, options))
    common_options.write_json(options, rows)
    return 0 if rows and all(row["ok"] for row in rows) and not compiler.failed else 1


if __name__ == "__main__":
    sys.exit(main())
