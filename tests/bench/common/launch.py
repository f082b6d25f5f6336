"""Compiled kernels in PyTorch's context, launched by nothing but their metadata (docs/launch-metadata.md)."""
import ctypes
import json
import os
import re
import sys
import time

import torch

DTYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64}
SCALARS = {"f32": ctypes.c_float, "f64": ctypes.c_double, "i32": ctypes.c_int32,
           "i64": ctypes.c_int64, "index": ctypes.c_int64}
DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
PROGRAMMATIC_STREAM_SERIALIZATION = 6  # of CUlaunchAttributeID
NON_PORTABLE_CLUSTER = 14  # CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED
# CUtensorMapDataType; what is not among them goes as bits of its width.
TENSOR_TYPES = {"f16": 6, "f32": 7, "f64": 8, "bf16": 9, "tf32": 11, "i32": 3, "i64": 5, "ui32": 2, "ui64": 4}
TENSOR_BITS = {1: 0, 2: 1, 4: 2, 8: 4}
TENSOR_SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}
TENSOR_MAP_BYTES, TENSOR_MAP_ALIGNMENT, PROMOTION_128 = 128, 64, 2


class LaunchAttribute(ctypes.Structure):
    """CUlaunchAttribute, 72 bytes, with a value that is a flag."""
    _fields_ = [("id", ctypes.c_uint32), ("pad", ctypes.c_uint32), ("flag", ctypes.c_int32), ("rest", ctypes.c_char * 60)]


class LaunchConfig(ctypes.Structure):
    """CUlaunchConfig, 56 bytes."""
    _fields_ = [("grid", ctypes.c_uint32 * 3), ("block", ctypes.c_uint32 * 3), ("shared", ctypes.c_uint32),
                ("stream", ctypes.c_void_p), ("attributes", ctypes.POINTER(LaunchAttribute)), ("count", ctypes.c_uint32)]


class Driver:
    """libcuda, with the driver's text in every error."""

    def __init__(self):
        self.lib = ctypes.CDLL("libcuda.so.1")

    def __call__(self, name, *args):
        result = getattr(self.lib, name)(*args)
        if result:
            text = ctypes.c_char_p()
            self.lib.cuGetErrorString(result, ctypes.byref(text))
            sys.exit(f"error: {name}: {text.value.decode() if text.value else result}")


def start():
    """PyTorch on the GPU, its context made current; the driver."""
    torch.manual_seed(0)
    torch.zeros(1, device="cuda")
    return Driver()


def evaluate(expression, values):
    """An expression of the launch metadata over dimensions, ARG.strideN and so on, and device.processors."""
    words = {"mod": "%", **{w: w for w in ("and", "ceildiv", "floordiv", "min", "max")}}

    def word(match):
        name = match.group(0)
        return words[name] if name in words else repr(int(values[name]))

    text = re.sub(r"[A-Za-z_][A-Za-z0-9_.]*", word, expression)
    functions = {"__builtins__": {}, "ceildiv": lambda a, b: -(-a // b),
                 "floordiv": lambda a, b: a // b, "min": min, "max": max}
    return eval(text, functions)  # integers, operators and the functions are left in it


def byte_range(tensor):
    """The first byte of the tensor's elements, and the one behind the last; PyTorch has no negative strides."""
    begin, size = tensor.data_ptr(), tensor.element_size()
    last = sum((extent - 1) * stride for extent, stride in zip(tensor.shape, tensor.stride()))
    return begin, begin + ((last + 1) * size if tensor.numel() else 0)


def tensor_map(driver, param, tensor):
    """The 128 bytes of a tensor map, as the metadata describes it."""
    dims, rank = param["dims"], len(param["dims"])
    raw = (ctypes.c_uint8 * (TENSOR_MAP_BYTES + TENSOR_MAP_ALIGNMENT))()
    shift = -ctypes.addressof(raw) % TENSOR_MAP_ALIGNMENT
    aligned = (ctypes.c_uint8 * TENSOR_MAP_BYTES).from_buffer(raw, shift)
    size = tensor.element_size()
    sizes = (ctypes.c_uint64 * rank)(*[tensor.shape[d] for d in dims])
    pitches = (ctypes.c_uint64 * rank)(*[tensor.stride(d) * size for d in dims[1:]], 0)
    box = (ctypes.c_uint32 * rank)(*param["box"])
    steps = (ctypes.c_uint32 * rank)(*[1] * rank)
    kind = TENSOR_TYPES.get(param["element"], TENSOR_BITS[size])
    driver("cuTensorMapEncodeTiled", aligned, kind, rank, ctypes.c_void_p(tensor.data_ptr()), sizes, pitches,
           box, steps, 0, TENSOR_SWIZZLES[param["swizzle"]], PROMOTION_128, int(param["fill"] == "nan"))
    return aligned


class Kernel:
    """A compiled kernel and its launch metadata, which lies beside the image unless it is named."""

    def __init__(self, driver, image, metadata=None):
        metadata = metadata or os.path.splitext(image)[0] + ".json"
        with open(metadata, encoding="utf-8") as file:
            meta = json.load(file)
        if meta.get("tegula") != 1:
            sys.exit(f"error: {metadata} is not launch metadata")
        self.meta = meta["kernels"][0]
        self.driver = driver
        with open(image, "rb") as file:
            self.image = file.read() + b"\0"
        self.module = ctypes.c_void_p()
        begin = time.perf_counter()
        driver("cuModuleLoadData", ctypes.byref(self.module), self.image)
        self.load_seconds = time.perf_counter() - begin

    def element(self, name):
        return next(a["element"] for a in self.meta["args"] if a["name"] == name)

    def bind(self, args, early=True):
        """Chooses the version for these tensors and numbers; returns what launches it. With `early` it may start before
        the kernel in front has ended, where the metadata allow that."""
        values = {"device.processors": torch.cuda.get_device_properties("cuda").multi_processor_count}
        for arg in self.meta["args"]:
            if arg["kind"] != "memref":
                continue
            tensor = args[arg["name"]]
            values[arg["name"] + ".address"] = tensor.data_ptr()
            values[arg["name"] + ".begin"], values[arg["name"] + ".end"] = byte_range(tensor)
            for i, dim in enumerate(arg["dims"]):
                values[arg["name"] + f".stride{i}"] = tensor.stride(i)
                values[arg["name"] + f".dim{i}"] = tensor.shape[i]
                if isinstance(dim, str) and values.setdefault(dim, tensor.shape[i]) != tensor.shape[i]:
                    sys.exit(f"error: extents of {dim} disagree")
        for version in self.meta["versions"]:
            if all(evaluate(e, values) for e in version.get("assume", [])):
                return self.launcher(version, values, args, early)
        sys.exit("error: no version of the kernel applies")

    def launcher(self, version, values, args, early):
        function = ctypes.c_void_p()
        self.driver("cuModuleGetFunction", ctypes.byref(function), self.module,
                    version["entry"].encode())
        shared = version["shared_bytes"]
        if shared:
            self.driver("cuFuncSetAttribute", function, DYNAMIC_SHARED, shared)
        if version.get("cluster", 1) > 8:
            self.driver("cuFuncSetAttribute", function, NON_PORTABLE_CLUSTER, 1)
        blocks = 1
        for extent in version["grid"]:
            blocks *= evaluate(extent, values)
        words = [self.word(p, values, args) for p in version["params"]] if blocks else []
        params = (ctypes.c_void_p * max(1, len(words)))(
            *[ctypes.cast(ctypes.byref(w), ctypes.c_void_p) for w in words])

        attribute = LaunchAttribute(id=PROGRAMMATIC_STREAM_SERIALIZATION, flag=1)
        is_early = early and version.get("dependent_launch", False)

        def launch():
            if blocks == 0:
                return
            config = LaunchConfig((blocks, 1, 1), (version["threads"], 1, 1), shared,
                                  torch.cuda.current_stream().cuda_stream, ctypes.pointer(attribute), int(is_early))
            self.driver("cuLaunchKernelEx", ctypes.byref(config), function, params, None)

        launch.keep = words
        launch.entry = version["entry"]
        launch.is_early = is_early
        launch.shared = shared
        return launch

    def word(self, param, values, args):
        name = param["arg"]
        if param["kind"] == "pointer":
            return ctypes.c_uint64(values[name + ".address"])
        if param["kind"] == "dim":
            return ctypes.c_int64(values[f"{name}.dim{param['index']}"])
        if param["kind"] == "stride":
            return ctypes.c_int64(values[f"{name}.stride{param['index']}"])
        if param["kind"] == "tensor_map":
            return tensor_map(self.driver, param, args[name])
        return SCALARS[param["type"]](args[name])
