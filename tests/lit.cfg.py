# How lit runs the tests here.  CTest gives the paths; by hand, from the source folder:
#   lit -v tests/passes            uses build/release
#   lit -v --param bin=build/debug/bin tests/passes
import os
import shutil
import sys

import lit.formats

source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
bin_dir = os.path.abspath(lit_config.params.get("bin", os.path.join(source, "build/release/bin")))
out_dir = os.path.abspath(lit_config.params.get("out", os.path.join(bin_dir, "../tests")))
llvm_tools = lit_config.params.get("llvm_tools", "/usr/lib/llvm-22/bin")

config.name = "tegula"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "bench", "fuzz", "CMakeLists.txt"]
config.test_source_root = os.path.join(source, "tests")
config.test_exec_root = os.path.join(out_dir, "lit")

config.environment["PATH"] = os.pathsep.join([bin_dir, llvm_tools, os.environ["PATH"]])
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TEGULA_LIBCUDA", "TEGULA_LIBCUBLAS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%source", source))
config.substitutions.append(("%{path}", config.environment["PATH"]))
config.substitutions.append(("%python", sys.executable))
# How often --validate-each executes where it takes long: as ever, or once with sanitizers.
config.substitutions.append(("%sizes", lit_config.params.get("sizes", "")))
config.substitutions.append(("%stubs", os.path.join(out_dir, "stubs")))
config.substitutions.append(("%cc", lit_config.params.get("cc", "cc")))
if shutil.which("mlir-opt-22"):
    config.available_features.add("mlir-opt")
if shutil.which("nm"):
    config.available_features.add("nm")
cuda_bin = "/usr/local/cuda/bin"
if shutil.which("ptxas") or os.path.exists(os.path.join(cuda_bin, "ptxas")):
    config.available_features.add("ptxas")
