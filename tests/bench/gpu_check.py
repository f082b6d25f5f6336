#!/usr/bin/env python3
"""What has to hold on a GPU, in one command: values, errors against cuBLAS, and speeds.

    tests/bench/gpu_check.py                 everything, about ten minutes on an H200
    tests/bench/gpu_check.py --quick         short measurements, fewer combinations
    tests/bench/gpu_check.py --out FILE      all figures as JSON

Matrix products run in f16 and bf16, in all four transpositions and over square and ragged extents:
exact on small integers against the interpreter, and on normal data with an error against f64 of at most
1.1 times cuBLAS's. Vector add must be exact. Where PyTorch is there, vector add is also measured
against it, what moves memory against a copy (bandwidth.py), and products against cuBLAS (gemm.py). Exit code 1 when anything is wrong or
slower than it must be.
"""
import argparse
import importlib.util
import itertools
import json
import os
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(SOURCE, "docs/examples")
SQUARE = [(2048,) * 3, (4096,) * 3]
RAGGED = [(65, 121, 64), (1000, 1003, 777), (1, 1, 1), (17, 33, 0)]
MAX_ERROR_RATIO, MIN_GEMM_SPEED, MIN_ADD_SPEED = 1.1, 0.40, 0.95


class Checks:
    def __init__(self, options):
        self.options = options
        self.rows, self.failures = [], 0

    def tool(self, name):
        return os.path.join(self.options.bin, name)

    def report(self, title, ok, text, figures=None):
        self.failures += not ok
        self.rows.append({"title": title, "ok": ok, "figures": figures})
        print(f"{'ok  ' if ok else 'FAIL'} {title}: {text}", flush=True)

    def run(self, kernel, params, dims, extra):
        """tile-run's JSON, or None and its errors."""
        command = [self.tool("tile-run"), os.path.join(EXAMPLES, kernel), "--device=cuda", "--json"]
        command += [f"--param={k}={v}" for k, v in params.items()]
        command += [f"--dim={k}={v}" for k, v in dims.items()] + extra
        done = subprocess.run(command, capture_output=True, text=True)
        if not done.stdout.strip():
            return None, done.stderr.strip()
        return json.loads(done.stdout), done.stderr.strip()

    def gemm(self, t, ta, tb, shape):
        params = {"T": t, "TA": str(ta).lower(), "TB": str(tb).lower()}
        dims = dict(zip("MNK", shape))
        words = "".join("NT"[x] for x in (ta, tb))
        title = f"gemm {t} {words} {'x'.join(map(str, shape))}"
        r, errors = self.run("gemm.mlir", params, dims, ["--init=int", "--verify", "--exact"])
        if r is None or not r["verify"]["ok"]:
            self.report(title, False, f"integers: {errors}", r)
            return
        v = r["verify"]
        text = f"{r['entry']}, exact on {v['elements']} elements of {v['blocks']} blocks"
        seconds = "0.02" if self.options.quick or shape[0] < 2048 else "0.15"
        r, errors = self.run("gemm.mlir", params, dims,
                             ["--verify", "--compare=cublas", f"--bench-time={seconds}"])
        if r is None or not r["verify"]["ok"] or "compare" not in r:
            self.report(title, False, f"normal data: {errors}", r)
            return
        c = r["compare"]
        own, other = (float("inf") if x is None else x for x in (c["error"], c["cublas_error"]))
        ok = own <= MAX_ERROR_RATIO * other < float("inf")
        text += f", error {own:.3e} cuBLAS {other:.3e}"
        if "speed_hot" in c and shape[2]:
            text += f", speed {c['speed_hot']:.3f} hot {c['speed_cold']:.3f} cold of cuBLAS"
            text += f", {r['time'].get('tflops', 0):.1f} TFLOP/s"
        if shape == (4096,) * 3 and c["speed_hot"] < MIN_GEMM_SPEED:
            ok, text = False, text + f" (at least {MIN_GEMM_SPEED})"
        self.report(title, ok, text, r)

    def gemms(self):
        shapes = RAGGED + SQUARE
        flags = [(False, False), (False, True), (True, False), (True, True)]
        for t, (ta, tb), shape in itertools.product(("f16", "bf16"), flags, shapes):
            if self.options.quick and shape in SQUARE and (ta or tb or t == "bf16"):
                continue
            self.gemm(t, ta, tb, shape)

    def verified(self, title, kernel, params, dims, extra):
        r, errors = self.run(kernel, params, dims, ["--verify"] + extra)
        ok = r is not None and r["verify"]["ok"]
        text = errors
        if ok:
            text = (f"{r['entry']}, {r['verify']['elements']} elements of {r['verify']['blocks']} "
                    f"blocks")
            if "time" in r:
                text += f", {r['time']['gb_per_s']:.0f} GB/s"
        self.report(title, ok, text, r)

    def others(self):
        for n in (1, 1000, 1 << 22, 1 << 28):
            self.verified(f"vector_add {n}", "vector_add.mlir", {}, {"N": n},
                          ["--exact", "--bench", "--bench-time=0.1"])
        self.verified("vector_add unaligned", "vector_add.mlir", {}, {"N": 100003},
                      ["--exact", "--offset=A=1"])
        for ta, tb in itertools.product((False, True), repeat=2):
            params = {"TA": str(ta).lower(), "TB": str(tb).lower()}
            dims = {"M": 1000, "N": 1003, "K": 777}
            self.verified(f"gemm_bias_relu {params['TA']} {params['TB']}", "gemm_bias_relu.mlir",
                          params, dims, [])

    def kernels(self):
        """The kernels of tests/kernels, with the extents that their RUN lines verify."""
        folder = os.path.join(SOURCE, "tests/kernels")
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            with open(path) as file:
                lines = [l for l in file if l.startswith("// RUN: tile-run") and "--verify" in l]
            for line in lines:
                words = line.split("|")[0].split()[4:]  # after `// RUN: tile-run %s`
                of_cpu = ("--device", "--level", "--schedule")
                words = [w for w in words if not w.startswith(of_cpu)] + ["--device=cuda"]
                done = subprocess.run([self.tool("tile-run"), path] + words, capture_output=True,
                                      text=True)
                good = done.returncode == 0 and "verify: ok" in done.stdout
                text = [l for l in done.stdout.splitlines() if l.startswith("verify")]
                self.report(f"{name} {' '.join(words[3:-1])}", good,
                            text[0] if good else done.stderr.strip()[:300])

    def against_torch(self):
        if importlib.util.find_spec("torch") is None:
            print("     PyTorch is not there: vector add is not measured against it")
            return
        with tempfile.TemporaryDirectory() as folder:
            image = os.path.join(folder, "add.ptx")
            figures = os.path.join(folder, "add.figures")
            subprocess.run([self.tool("tile-compile"), os.path.join(EXAMPLES, "vector_add.mlir"),
                            f"--arch={self.options.arch}", "--emit=ptx", "-o", image], check=True)
            script = os.path.join(SOURCE, "tests/bench/torch_compare.py")
            done = subprocess.run([sys.executable, script, "add", image,
                                   os.path.join(folder, "add.json"), "--json", figures,
                                   "--at-least", str(MIN_ADD_SPEED),
                                   "--block", "0.05" if self.options.quick else "0.25"],
                                  capture_output=True, text=True)
            rows = None
            if os.path.exists(figures):
                with open(figures) as file:
                    rows = json.load(file)
            text = (done.stdout + done.stderr).strip().replace("\n", "\n     ")
            self.report("vector_add against PyTorch", done.returncode == 0, "\n     " + text, rows)

    def script(self, title, name, *words):
        """A benchmark of this folder that judges for itself."""
        if importlib.util.find_spec("torch") is None:
            print(f"     PyTorch is not there: no {title}")
            return
        with tempfile.TemporaryDirectory() as folder:
            figures = os.path.join(folder, "figures.json")
            command = [sys.executable, os.path.join(SOURCE, "tests/bench", name), *words, "--json", figures,
                       "--bin", self.options.bin, "--arch", self.options.arch]
            done = subprocess.run(command + ["--quick"] * self.options.quick, capture_output=True, text=True)
            rows = None
            if os.path.exists(figures):
                with open(figures) as file:
                    rows = json.load(file)
            text = (done.stdout + done.stderr).strip().replace("\n", "\n     ")
            self.report(title, done.returncode == 0, "\n     " + text, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=os.path.join(SOURCE, "build/release/bin"))
    parser.add_argument("--arch", default="sm_90a", help="for PyTorch's part")
    parser.add_argument("--out")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    checks = Checks(options)
    checks.kernels()
    checks.others()
    checks.against_torch()
    checks.script("bandwidths against a copy", "bandwidth.py")
    checks.script("kernels that start early", "dependent_launches.py")
    checks.gemms()
    checks.script("matrix products against cuBLAS", "gemm.py")
    if options.out:
        with open(options.out, "w") as file:
            json.dump(checks.rows, file, indent=1)
    print(f"{len(checks.rows) - checks.failures} passed, {checks.failures} failed")
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())
