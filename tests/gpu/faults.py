"""Faults of kernels: the same text with one line that is missing, doubled or changed.

Each makes a kernel wrong on hardware, sometimes or always.  run.py --faults wants the emulator to
report every one of them at a line of the kernel.
"""
import re

# Lines that no kernel of kernels.py can do without.
NEEDED = re.compile(r"\s*(mem\.(mbarrier_wait|mbarrier_arrive|mbarrier_arrive_expect_tx|mbarrier_init"
                    r"|async_wait|async_commit|bulk_wait|bulk_commit|fence_proxy_async"
                    r"|fence_mbarrier_init|cp_async_mbarrier_arrive|tma_load)"
                    r"|simt\.(barrier|cluster_arrive|cluster_wait))\b")
# Lines that are wrong when they stand there twice.
ONCE = re.compile(r"\s*mem\.(mbarrier_arrive|mbarrier_arrive_expect_tx|mbarrier_init|tma_load"
                  r"|cp_async_mbarrier_arrive)\b")
CHANGES = [
    ("the other phase", r"parity %parity\b", "parity %flipped"),
    ("the other phase", r"parity %flipped\b", "parity %parity"),
    ("no bytes expected", r"mbarrier_arrive_expect_tx (%b\[%\w+\]) bytes %bytes", r"mbarrier_arrive \1"),
    ("one arrival fewer", r"mbarrier_init (%b\[%\w+\]) count 128", r"mbarrier_init \1 count 127"),
    ("one arrival more", r"mbarrier_init (%b\[%\w+\]) count 128", r"mbarrier_init \1 count 129"),
    ("a group still under way", r"(async|bulk)_wait 0", r"\1_wait 1"),
]


def is_harmless(lines, i):
    """Whether the kernel is right without that line, or no run can show that it is not."""
    if "fence_mbarrier_init" in lines[i]:
        return not any("tma_load" in line for line in lines)
    # What the last wait of a cluster is for is that no block ends early.
    return "cluster_wait" in lines[i] and not any("cluster" in line for line in lines[i + 1:])


def sees_flipped(lines, i):
    """Whether the line is in the loop that has %flipped."""
    loop = max(k for k in range(i) if "scf.for" in lines[k])
    return any("%flipped =" in line for line in lines[loop:i])


def faults(kernel):
    """(what, text) for each fault of the kernel."""
    lines = kernel.text.splitlines(keepends=True)
    for i, line in enumerate(lines):
        op = f"line {i + 1}, {line.strip().split(' ')[0]}:"
        if NEEDED.match(line) and not is_harmless(lines, i):
            yield f"{op} missing", "".join(lines[:i] + lines[i + 1:])
        if ONCE.match(line):
            yield f"{op} twice", "".join(lines[:i + 1] + lines[i:])
        if "cluster_arrive" in line and "cluster_wait" in lines[i + 1]:  # the blocks do not meet
            yield f"{op} of the block alone", "".join(lines[:i] + ["  simt.barrier\n"] + lines[i + 2:])
        for what, pattern, new in CHANGES:
            changed = re.sub(pattern, new, line)
            if changed != line and ("%flipped" not in new or sees_flipped(lines, i)):
                yield f"{op} {what}", "".join(lines[:i] + [changed] + lines[i + 1:])
