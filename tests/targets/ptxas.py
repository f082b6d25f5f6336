#!/usr/bin/env python3
"""Assembles docs/examples and other products with ptxas: no register may be spilled, no product serialized.

    tests/targets/ptxas.py build/release/bin
    tests/targets/ptxas.py build/release/bin --only 'gemm sm_90a' --verbose
    tests/targets/ptxas.py build/release/bin --file my.mlir --arch sm_90a --param BM=128,BN=256

A line for each file, architecture and set of parameters that fails, with the entry and what ptxas says of it; with
--verbose one for each entry, with its registers. ptxas is looked for as the tools do: on the PATH, in $CUDA_HOME and
$CUDA_PATH, in /usr/local/cuda. Exit code 77 where there is none.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(ROOT, "docs/examples")
KERNELS = os.path.join(ROOT, "tests/kernels")
NO_PTXAS = 77  # what CTest takes for "skipped"
PRODUCTS = ("gemm", "gemm_gelu", "gated_mlp", "gemm_batched")
LOOPS = ("swapped_products", "partial_products", "loop_atomics", "late_one_role",
         "own_schedule", "attention_backward", "added_product", "dot_tf32")  # of KERNELS
BEFORE_HOPPER = ("sm_80", "sm_86", "sm_89")
ORDERS = ("TA=false,TB=true", "TA=true,TB=false", "TA=true,TB=true", "T=bf16")
EXTENTS = ("BM=128,BN=256,WARPS=8,STAGES=3", "BM=256,BN=128,BK=32,WARPS=8,STAGES=4", "BM=64,BN=64,BK=32,STAGES=4",
           "BM=192,BN=128,WARPS=12,STAGES=4", "BM=128,BN=192,WARPS=8")

HEADS = ("D=64,CAUSAL=true", "D=128,BN=80", "D=128,BN=96,CAUSAL=true", "D=128,BN=96,T=bf16",  # of attention
         "D=64,BM=192,WARPS=12", "D=64,BM=192,WARPS=12,CAUSAL=true")


def find_ptxas():
    homes = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    folders = [os.environ.get("PATH", ""), *(os.path.join(home, "bin") for home in homes if home)]
    return shutil.which("ptxas", path=os.pathsep.join(folders))


def jobs(options):
    """(file, architecture, parameters)."""
    if options.file:
        return [(options.file, arch, params) for arch in options.arch or ["sm_90a"] for params in options.param or [""]]
    found = [(path, "sm_90a", "") for path in sorted(glob.glob(f"{EXAMPLES}/*.mlir"))]
    found += [(f"{EXAMPLES}/{name}.mlir", arch, "") for name in PRODUCTS for arch in BEFORE_HOPPER]
    found += [(f"{EXAMPLES}/gemm.mlir", arch, order) for arch in ("sm_80", "sm_90a") for order in ORDERS]
    found += [(f"{EXAMPLES}/gemm.mlir", "sm_90a", extents) for extents in EXTENTS]
    found += [(f"{EXAMPLES}/flash_attention.mlir", "sm_90a", heads) for heads in HEADS]
    found += [(f"{EXAMPLES}/flash_attention.mlir", "sm_80", heads) for heads in HEADS[1:3]]
    found += [(f"{KERNELS}/{name}.mlir", "sm_90a", "") for name in LOOPS]
    return found


def title(job):
    file, arch, params = job
    return f"{os.path.basename(file).removesuffix('.mlir')} {arch} {params}".strip()


def entries(log):
    """(entry, what ptxas says of it) in its order."""
    parts = re.split(r"Compiling entry function '(\w+)'", log)
    return zip(parts[1::2], parts[2::2])


def faults(log):
    """What is wrong, as lines."""
    # The compiler's remarks on wgmma and setmaxnreg are notes and warnings with numbers C75xx and C76xx.
    wrong = [line.strip() for line in log.splitlines() if re.search(r"C7[56]\d\d", line)]
    for entry, text in entries(log):
        spill = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", text)
        if spill and max(map(int, spill.groups())):
            wrong.append(f"{entry}: {spill[0]}")
    return wrong


def assemble(options, folder, number, job):
    """(log, what is wrong) of a job."""
    file, arch, params = job
    ptx = os.path.join(folder, f"{number}.ptx")
    command = [os.path.join(options.bin, "tile-compile"), file, f"--arch={arch}", "-o", ptx]
    done = subprocess.run(command + [f"--param={p}" for p in params.split(",") if p], capture_output=True, text=True)
    if done.returncode:
        return "", ["does not compile: " + done.stderr.strip()]
    done = subprocess.run([options.ptxas, "-v", f"-arch={arch}", ptx, "-o", os.devnull], capture_output=True, text=True)
    log = done.stdout + done.stderr
    return log, faults(log) if done.returncode == 0 else ["does not assemble: " + log.strip()]


def show(job, log, wrong, verbose):
    for line in wrong:
        print(f"FAIL {title(job)}: {line}", flush=True)
    for entry, text in entries(log) if verbose else ():
        registers = re.search(r"Used (\d+) registers", text)
        print(f"     {title(job)}: {entry}, {registers[1] if registers else '?'} registers", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("bin", help="folder of the tools")
    parser.add_argument("--only", default="", metavar="REGEX", help="jobs whose title matches")
    parser.add_argument("--file", help="this kernel file instead")
    parser.add_argument("--arch", action="append", help="with --file; may be repeated (sm_90a)")
    parser.add_argument("--param", action="append", help="with --file, a set of parameters; may be repeated")
    parser.add_argument("--verbose", action="store_true", help="print registers, too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    options.ptxas = find_ptxas()
    if not options.ptxas:
        print("no ptxas found: nothing is checked")
        return NO_PTXAS
    chosen, failed = [job for job in jobs(options) if re.search(options.only, title(job))], 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda pair: assemble(options, folder, *pair), enumerate(chosen))
        for job, (log, wrong) in zip(chosen, results):
            failed += bool(wrong)
            show(job, log, wrong, options.verbose)
    print(f"{len(chosen) - failed} of {len(chosen)} assemble without spills and serialized products")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
