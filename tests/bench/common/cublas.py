"""Matrix products by cuBLAS, called directly: cublasGemmEx with f32 accumulation and its default algorithm."""
import ctypes
import sys

import torch

LIBRARIES = ("libcublas.so.13", "libcublas.so.12")
WORKSPACE_BYTES = 64 << 20
TYPES = {torch.float16: 2, torch.bfloat16: 14, torch.float32: 0}
COMPUTE_F32, DEFAULT_ALGORITHM = 68, -1
AS_IT_IS, TRANSPOSED = 0, 1


def library():
    for name in LIBRARIES:  # PyTorch has loaded it
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    sys.exit(f"error: none of {', '.join(LIBRARIES)} can be loaded")


class Cublas:
    """A handle with a workspace of 64 MiB, which works on PyTorch's current stream."""

    def __init__(self):
        torch.ones(1, 1, device="cuda") @ torch.ones(1, 1, device="cuda")  # lets PyTorch load the library
        self.lib = library()
        self.handle, version = ctypes.c_void_p(), ctypes.c_int()
        self("cublasCreate_v2", ctypes.byref(self.handle))
        self("cublasGetVersion_v2", self.handle, ctypes.byref(version))
        self.version = version.value
        self.workspace = torch.empty(WORKSPACE_BYTES, dtype=torch.int8, device="cuda")
        self.one, self.zero = ctypes.c_float(1), ctypes.c_float(0)

    def __call__(self, name, *args):
        status = getattr(self.lib, name)(*args)
        if status:
            sys.exit(f"error: {name}: status {status}")

    @staticmethod
    def operand(tensor, column_major):
        """Address, leading dimension and whether it is transposed, of a matrix read as one in columns: a matrix in
        rows is then its own transpose."""
        rows, columns = tensor.shape[-2:]
        least, stride = (rows, tensor.stride(-1)) if column_major else (columns, tensor.stride(-2))
        if (columns if column_major else rows) <= 1:
            stride = least
        return ctypes.c_void_p(tensor.data_ptr()), max(stride, least, 1), TRANSPOSED if column_major else AS_IT_IS

    def product(self, a, b, c, a_columns=False, b_columns=False):
        """What enqueues C = A * B; A and B are in columns where the flags say so, C is in rows. Three dimensions:
        a batch of products."""
        # In columns this is C' = B' * A'.
        (x, ldx, tx), (y, ldy, ty) = self.operand(b, b_columns), self.operand(a, a_columns)
        z, ldz, _ = self.operand(c, False)
        m, n, k, kind = c.shape[-1], c.shape[-2], a.shape[-1], TYPES[a.dtype]
        one, zero = ctypes.byref(self.one), ctypes.byref(self.zero)
        steps = [ctypes.c_longlong(t.stride(0)) for t in (b, a, c)]

        def run():
            if m == 0 or n == 0:
                return
            self("cublasSetStream_v2", self.handle, ctypes.c_void_p(torch.cuda.current_stream().cuda_stream))
            # Setting a stream takes the workspace away.
            self("cublasSetWorkspace_v2", self.handle, ctypes.c_void_p(self.workspace.data_ptr()),
                 ctypes.c_size_t(WORKSPACE_BYTES))
            if a.dim() == 2:
                self("cublasGemmEx", self.handle, tx, ty, m, n, k, one, x, kind, ldx, y, kind, ldy, zero, z,
                     TYPES[c.dtype], ldz, COMPUTE_F32, DEFAULT_ALGORITHM)
            else:
                self("cublasGemmStridedBatchedEx", self.handle, tx, ty, m, n, k, one, x, kind, ldx, steps[0], y, kind,
                     ldy, steps[1], zero, z, TYPES[c.dtype], ldz, steps[2], a.shape[0], COMPUTE_F32, DEFAULT_ALGORITHM)

        run.keep = (a, b, c)
        return run
