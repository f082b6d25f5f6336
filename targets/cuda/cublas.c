// Matrix products by cuBLAS; see cublas.h.
//
// cuBLAS thinks in column-major matrices.  A row-major C = A * B is the column-major C' = B' * A',
// so the operands change places; a column-major C keeps them.  Which of the two an operand is
// follows from the stride that is 1, and decides between "as it is" and "transposed".
#include "targets/cuda/cublas.h"

#include "ir/support/arena.h"
#include "targets/cuda/cuda_impl.h"
#include "targets/cuda/library.h"

typedef int BlasStatus;
typedef struct BlasHandleData *BlasHandle;

// Values of the library's interface.
enum { BLAS_SUCCESS = 0, BLAS_AS_IT_IS = 0, BLAS_TRANSPOSED = 1, BLAS_DEFAULT_ALGORITHM = -1 };
enum { BLAS_F32 = 0, BLAS_F64 = 1, BLAS_F16 = 2, BLAS_BF16 = 14 };
enum { BLAS_COMPUTE_F32 = 68, BLAS_COMPUTE_F64 = 70 };

// X(field, exported name, result, parameters)
#define BLAS_API_LIST(X) \
  X(create, "cublasCreate_v2", BlasStatus, (BlasHandle * handle)) \
  X(destroy, "cublasDestroy_v2", BlasStatus, (BlasHandle handle)) \
  X(version, "cublasGetVersion_v2", BlasStatus, (BlasHandle handle, int *version)) \
  X(set_stream, "cublasSetStream_v2", BlasStatus, (BlasHandle handle, CuStream stream)) \
  X(set_workspace, "cublasSetWorkspace_v2", BlasStatus, \
    (BlasHandle handle, void *workspace, size_t bytes)) \
  X(status_name, "cublasGetStatusName", const char *, (BlasStatus status)) \
  X(status_string, "cublasGetStatusString", const char *, (BlasStatus status)) \
  X(gemm, "cublasGemmEx", BlasStatus, \
    (BlasHandle handle, int transpose_a, int transpose_b, int m, int n, int k, const void *alpha, \
     const void *a, int a_type, int lda, const void *b, int b_type, int ldb, const void *beta, \
     void *c, int c_type, int ldc, int compute_type, int algorithm))

typedef struct BlasApi {
#define X(field, symbol, result, params) result(*field) params;
  BLAS_API_LIST(X)
#undef X
} BlasApi;

static const CudaSymbol blas_symbols[] = {
#define X(field, symbol, result, params) {offsetof(BlasApi, field), symbol},
    BLAS_API_LIST(X)
#undef X
        {0, NULL}};

static const char *const blas_names[] = {"libcublas.so.13", "libcublas.so.12", NULL};
static const char *const blas_folders[] = {
    "$CUDA_HOME/lib64",
    "$CUDA_PATH/lib64",
    "/usr/local/cuda/lib64",
    "/usr/local/cuda-*/lib64",
    "$VIRTUAL_ENV/lib/python3*/site-packages/nvidia/cu13/lib",
    "$VIRTUAL_ENV/lib/python3*/site-packages/nvidia/cublas/lib",
    "$PYTHON/lib/python3*/site-packages/nvidia/cu13/lib",
    "$PYTHON/lib/python3*/site-packages/nvidia/cublas/lib",
    "$PYTHON/lib/python3*/dist-packages/nvidia/cu13/lib",
    "$PYTHON/lib/python3*/dist-packages/nvidia/cublas/lib",
    NULL};
static const CudaLibrary blas_library = {
    .what = "cuBLAS",
    .variable = "TEGULA_LIBCUBLAS",
    .names = blas_names,
    .folders = blas_folders,
    .help = "install the CUDA toolkit's libcublas or the Python package of it",
};

static const size_t workspace_bytes = (size_t)64 << 20;

struct CudaBlas {
  CudaRuntime *rt;
  BlasApi api;
  BlasHandle handle;
  CudaAddress workspace;
  int version;
};

static IrStatus check(CudaBlas *blas, BlasStatus status, const char *doing) {
  if (status == BLAS_SUCCESS) return IR_OK;
  return ir_error(blas->rt->ctx, blas->rt->loc, "{}: {}: {}", doing, blas->api.status_name(status),
                  blas->api.status_string(status));
}

static IrStatus start(CudaBlas *blas) {
  IR_TRY(check(blas, blas->api.create(&blas->handle), "cannot start cuBLAS"));
  IR_TRY(check(blas, blas->api.version(blas->handle, &blas->version),
               "cannot read the version of cuBLAS"));
  IR_TRY(check(blas, blas->api.set_stream(blas->handle, blas->rt->stream),
               "cannot give cuBLAS a stream"));
  IR_TRY(cuda_alloc(blas->rt, workspace_bytes, &blas->workspace));
  void *workspace = (void *)(uintptr_t)blas->workspace;
  return check(blas, blas->api.set_workspace(blas->handle, workspace, workspace_bytes),
               "cannot give cuBLAS a workspace");
}

IrStatus cuda_blas_open(CudaRuntime *rt, CudaBlas **out) {
  CudaBlas *blas = ir_calloc(1, sizeof *blas);
  blas->rt = rt;
  IrStatus status = cuda_library_load(rt->ctx, &blas_library, blas_symbols, &blas->api);
  if (status == IR_OK) status = start(blas);
  if (status != IR_OK) {
    cuda_blas_close(blas);
    blas = NULL;
  }
  *out = blas;
  return status;
}

void cuda_blas_close(CudaBlas *blas) {
  if (!blas) return;
  if (blas->handle) blas->api.destroy(blas->handle);
  cuda_free(blas->rt, blas->workspace);
  ir_free(blas);
}

int cuda_blas_version(const CudaBlas *blas) {
  return blas->version;
}

static int blas_type(IrFloatKind kind) {
  switch (kind) {
  case IR_F16:
    return BLAS_F16;
  case IR_BF16:
    return BLAS_BF16;
  case IR_F32:
    return BLAS_F32;
  case IR_F64:
    return BLAS_F64;
  default:
    return -1;
  }
}

// The distance between rows or columns, whichever is not 1.  cuBLAS wants at least the number of
// elements in between, also where there is only one row or none.
static int64_t leading(const CudaMatrix *m, int64_t rows, int64_t columns, bool column_major) {
  int64_t stride = column_major ? m->column_stride : m->row_stride;
  int64_t least = column_major ? rows : columns;
  if ((column_major ? columns : rows) <= 1) stride = least;
  return stride > 1 ? stride : 1;
}

// A matrix with both strides 1 has one row or one column: either reading is right.
static bool column_major(const CudaMatrix *m) {
  return m->column_stride != 1;
}

static bool fits(const CudaMatrix *m) {
  bool contiguous = m->row_stride == 1 || m->column_stride == 1;
  return contiguous && m->row_stride <= INT32_MAX && m->column_stride <= INT32_MAX;
}

static bool types_fit(const CudaProduct *p) {
  if (blas_type(p->inputs) < 0 || blas_type(p->output) < 0) return false;
  bool half = p->inputs == IR_F16 || p->inputs == IR_BF16;
  return p->output == p->inputs || (half && p->output == IR_F32);
}

IrStatus cuda_blas_check(CudaBlas *blas, const CudaProduct *p) {
  IrContext *ctx = blas->rt->ctx;
  if (!types_fit(p))
    return ir_error(ctx, blas->rt->loc, "cuBLAS has no product of these element types");
  if (p->m > INT32_MAX || p->n > INT32_MAX || p->k > INT32_MAX)
    return ir_error(ctx, blas->rt->loc, "cuBLAS takes extents up to {}", INT32_MAX);
  if (!fits(&p->a) || !fits(&p->b) || !fits(&p->c))
    return ir_error(ctx, blas->rt->loc,
                    "cuBLAS takes matrices with one stride of 1 and the other up to {}", INT32_MAX);
  return IR_OK;
}

typedef struct Operand {
  const void *data;
  int leading;
  bool column_major;
} Operand;

static Operand operand(const CudaMatrix *m, int64_t rows, int64_t columns) {
  bool cm = column_major(m);
  return (Operand){(const void *)(uintptr_t)m->data, (int)leading(m, rows, columns, cm), cm};
}

IrStatus cuda_blas_product(CudaBlas *blas, const CudaProduct *p) {
  if (p->m == 0 || p->n == 0) return IR_OK;
  static const float one = 1, zero = 0;
  static const double one64 = 1, zero64 = 0;
  bool f64 = p->inputs == IR_F64;
  Operand a = operand(&p->a, p->m, p->k), b = operand(&p->b, p->k, p->n);
  Operand c = operand(&p->c, p->m, p->n);
  bool swap = !c.column_major;
  Operand x = swap ? b : a, y = swap ? a : b;
  // An operand read with the operands' places changed is its own transpose.
  int tx = (x.column_major != swap) ? BLAS_AS_IT_IS : BLAS_TRANSPOSED;
  int ty = (y.column_major != swap) ? BLAS_AS_IT_IS : BLAS_TRANSPOSED;
  int in = blas_type(p->inputs), out = blas_type(p->output);
  BlasStatus status = blas->api.gemm(
      blas->handle, tx, ty, (int)(swap ? p->n : p->m), (int)(swap ? p->m : p->n), (int)p->k,
      f64 ? (const void *)&one64 : &one, x.data, in, x.leading, y.data, in, y.leading,
      f64 ? (const void *)&zero64 : &zero, (void *)(uintptr_t)p->c.data, out, c.leading,
      f64 ? BLAS_COMPUTE_F64 : BLAS_COMPUTE_F32, BLAS_DEFAULT_ALGORITHM);
  return check(blas, status, "cuBLAS failed");
}
