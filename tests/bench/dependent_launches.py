#!/usr/bin/env python3
"""Kernels that start before the kernel in front of them has ended: whether values are right, and what it gives.

    tests/bench/dependent_launches.py                      everything, about a minute on an H200
    tests/bench/dependent_launches.py --only 'gemm.*2048'

Each case is a chain of launches of which each needs what the one in front wrote: sums in place, whose blocks meet
within a sector of the cache; sums there and back; the same with kernels of PyTorch's in between; and products with a
permutation, there and back. After --launches of them, in a CUDA graph, the values must be exact, as often as --repeats
says. Then chains of early launches and of usual ones take turns: a ratio is the median over rounds, above 1 where
early ones are faster.

Measurements run in a process of their own: one that says nothing for --timeout seconds is ended, and the next case
goes on in a new one. Exit code 1 when a value is wrong, a case failed, or a kernel does not compile or may not start
early.
"""
import dataclasses
import re
import statistics
import sys
import tempfile
import time

from common import children, environment
from common import options as common_options
from common.compiler import Compiler

ADD, GEMM = "docs/examples/vector_add.mlir", "docs/examples/gemm.mlir"


@dataclasses.dataclass
class Case:
    work: str  # in place, there and back, mixed, product
    size: int
    params: str = ""

    @property
    def file(self):
        return GEMM if self.work == "product" else ADD

    @property
    def title(self):
        kernel = "gemm" if self.work == "product" else "vector_add"
        return f"{kernel} {self.work} {self.size} {self.params}".strip()


CASES = ([Case("in place", n, p) for n in (1000, 100_003, 1 << 22) for p in ("BLOCK=256,WARPS=1", "")]
         + [Case(w, n) for w in ("there and back", "mixed") for n in (1000, 1 << 17, 1 << 22)]
         + [Case("product", n) for n in (256, 512, 1024, 2048, 4096)])


def chosen_cases(options):
    return [case for case in CASES if re.search(options.only, case.title)]


# ---- In the measuring process. ----

class Sums:
    """x = x + 1, again and again, from one element behind a multiple of 16 bytes."""

    def __init__(self, env, case):
        torch, n = env["torch"], case.size + 1
        self.work = case.work
        self.x, self.y = (torch.zeros(n, device="cuda")[1:] for _ in range(2))
        self.one = torch.ones(n, device="cuda")[1:]

    def links(self, kernel, early):
        """What the chain launches again and again, each of which adds one."""
        def add(source, target):
            return kernel.bind({"A": source, "B": self.one, "C": target}, early)

        if self.work == "in place":
            return [add(self.x, self.x)]
        links = [add(self.x, self.y), add(self.y, self.x)]
        if self.work == "mixed":
            links.insert(1, lambda: self.y.add_(1.0))
        return links

    def is_exact(self, graph, launches):
        """Whether the graph's launches, so many, give what they should."""
        self.x.zero_()
        graph.replay()
        return bool((self.x == launches).all())


class Products:
    """x = x P, for a P that moves columns on by one."""

    def __init__(self, env, case):
        torch, n = env["torch"], case.size
        self.start = torch.randn(n, n, device="cuda").half()
        self.x, self.y = self.start.clone(), self.start.clone()
        self.p = torch.eye(n, device="cuda").half().roll(1, 1).contiguous()

    def links(self, kernel, early):
        """What the chain launches again and again, each of which moves columns."""
        return [kernel.bind({"A": a, "B": self.p, "C": c}, early) for a, c in ((self.x, self.y), (self.y, self.x))]

    def is_exact(self, graph, launches):
        """Whether the graph's launches, so many, give what they should."""
        self.x.copy_(self.start)
        graph.replay()
        return bool((self.x == self.start.roll(launches, 1)).all())


def measure(env, case, image, options):
    turns = env["turns"]
    data = (Products if case.work == "product" else Sums)(env, case)
    kernel = env["launch"].Kernel(env["driver"], image)
    early, usual = (data.links(kernel, e) for e in (True, False))

    def chain(links):
        return lambda: [link() for link in links]

    length = max(options.launches // len(early), 1)
    graph = turns.Contestant.record(chain(early), length)
    exact = all(data.is_exact(graph, length * len(early)) for _ in range(options.repeats))
    found = turns.race([turns.Contestant(chain(links), options.block) for links in (early, usual)], options)["hot"]
    seconds = [statistics.median(times) / len(early) for times in found]
    return {"title": case.title, "exact": exact, "is_early": early[0].is_early, "early": seconds[0], "usual": seconds[1],
            "ratio": turns.ratio(found[1], found[0])}


def child(options):
    """Measures the cases whose number and image are given, a line of JSON each."""
    env, cases = environment.start(), chosen_cases(options)
    children.serve(options, env["torch"], lambda number, images: measure(env, cases[number], images[0], options))


# ---- In the process that looks on. ----

def show(row):
    row["ok"] = row["exact"] and row["is_early"]
    wrong = ("" if row["exact"] else ", VALUES DIFFER") + ("" if row["is_early"] else ", NOT LAUNCHED EARLY")
    print(f"{'ok  ' if row['ok'] else 'FAIL'} {row['title']}: {row['early'] * 1e6:.2f} us a launch, in the usual way "
          f"{row['usual'] * 1e6:.2f}, ratio {row['ratio']:.3f}{wrong}", flush=True)


def parse():
    p = common_options.parser(__doc__, block=0.1, rounds=6, runs=10)
    p.add_argument("--launches", type=int, default=400, help="of a chain whose values are checked")
    p.add_argument("--repeats", type=int, default=10, help="such chains of a case")
    common_options.add_child(p, timeout=60)
    return common_options.parse(p, block=0.03, rounds=4, runs=5)


def main():
    options = parse()
    if options.child is not None:
        return child(options)
    if int(re.match(r"sm_(\d+)", options.arch)[1]) < 90:
        print(f"no kernel for {options.arch} starts early")
        return 0
    start, cases = time.monotonic(), chosen_cases(options)
    words = [*common_options.for_child(options), f"--launches={options.launches}", f"--repeats={options.repeats}"]
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options, folder)
        images = [compiler.image(case.file, case.params) for case in cases]
        rows = children.measure_all([case.title for case in cases], [[image] if image else None for image in images],
                                    words, options, show)
    return common_options.finish(options, [rows[i] for i in sorted(rows)], len(cases), start, compiler)


if __name__ == "__main__":
    sys.exit(main())
