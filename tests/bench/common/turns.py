"""Contestants that take turns.

A GPU's clocks move with temperature and power, so figures are compared only with those of the same round;
each round has all contestants in a block of `block` seconds each, in an order of its own and then in the opposite one.
What is back to back begins when all have run for a while: coming from idle, a GPU first draws more power than it
may and then throttles more than it has to, which takes about a second and hits whoever has that turn. For the same
reason whom one follows is worth up to 1 %.
Work is recorded into CUDA graphs, so Python's own time does not count.
"""
import ctypes
import random
import statistics

import torch

KINDS = ("hot", "cold")  # back to back; one run at a time after the L2 cache was overwritten
FLUSH_BYTES = 256 << 20
CHAIN_SECONDS, MAX_CHAIN = 5e-3, 500
WARM_UP_BLOCKS = 6  # of all contestants together


class Contestant:
    """Work recorded once for single runs and once for runs back to back."""

    def __init__(self, work, block_seconds):
        self.single = self.record(work, 1)
        self.single.replay()
        torch.cuda.synchronize()
        once = max(self.seconds(self.single, 5) / 5, 1e-7)
        self.chain = min(max(int(CHAIN_SECONDS / once), 1), MAX_CHAIN)
        self.many = self.record(work, self.chain)
        self.each = max(self.seconds(self.many, 1), 1e-6)
        self.replays = max(int(block_seconds / self.each), 1)

    @staticmethod
    def record(work, n):
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            work()  # whatever PyTorch sets up on first use
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            for _ in range(n):
                work()
        return graph

    @staticmethod
    def seconds(graph, n):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(n):
            graph.replay()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) * 1e-3

    def hot(self, block_seconds=None):
        replays = max(int(block_seconds / self.each), 1) if block_seconds else self.replays
        return self.seconds(self.many, replays) / (replays * self.chain)

    def cold(self, flush, n=100):
        events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(n)]
        for start, end in events:
            flush.zero_()
            start.record()
            self.single.replay()
            end.record()
        torch.cuda.synchronize()
        return statistics.median(s.elapsed_time(e) for s, e in events) * 1e-3


def in_order(number, turn):
    """Who has turns in which order: each pair of rounds in an order of its own, there and back, so that nobody always
    follows the same one."""
    order = list(range(number))
    random.Random(turn // 2).shuffle(order)
    return order if turn % 2 == 0 else order[::-1]


def warm_up(contestants):
    for i in range(WARM_UP_BLOCKS):
        contestants[i % len(contestants)].hot()


def race(contestants, options):
    """Seconds of a run, for each kind, contestant and round."""
    flush = torch.empty(FLUSH_BYTES, dtype=torch.int8, device="cuda")
    warm_up(contestants)
    result = {kind: [[] for _ in contestants] for kind in KINDS}
    for kind, times in result.items():
        for turn in range(options.rounds):
            for i in in_order(len(contestants), turn):
                c = contestants[i]
                times[i].append(c.hot() if kind == "hot" else c.cold(flush, options.runs))
    return result


def take_turns(works, options):
    """Seconds of a run of each work in each round, hot and cold."""
    return race([Contestant(work, options.block) for work in works], options)


def ratio(theirs, ours):
    """The median over rounds of their time divided by ours."""
    return statistics.median(t / o for t, o in zip(theirs, ours))


def copies(driver, moved):
    """Two ways to read and write `moved` bytes together: the driver's, and a kernel of PyTorch's."""
    source, target = (torch.zeros(moved // 8 + 1, dtype=torch.int32, device="cuda") for _ in range(2))

    def memcpy():
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        driver("cuMemcpyDtoDAsync_v2", ctypes.c_uint64(target.data_ptr()), ctypes.c_uint64(source.data_ptr()),
               ctypes.c_size_t(moved // 2), stream)

    return memcpy, lambda: torch.bitwise_not(source, out=target)
