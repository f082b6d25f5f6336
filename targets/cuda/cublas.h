// Matrix products by cuBLAS, the measure for our own; the library is opened at run time.
#ifndef TARGETS_CUDA_CUBLAS_H
#define TARGETS_CUDA_CUBLAS_H

#include "ir/core/type.h"
#include "targets/cuda/cuda.h"

typedef struct CudaBlas CudaBlas;

// Gives cuBLAS a workspace of 64 MiB and the runtime's stream.
IR_API IR_CHECKED IrStatus cuda_blas_open(CudaRuntime *rt, CudaBlas **blas);
IR_API void cuda_blas_close(CudaBlas *blas); // NULL allowed
IR_API int cuda_blas_version(const CudaBlas *blas);

// A matrix in device memory; one of the two strides is 1.
typedef struct CudaMatrix {
  CudaAddress data;
  int64_t row_stride, column_stride; // in elements
} CudaMatrix;

// C = A * B with A of m x k, B of k x n.  f16 and bf16 are multiplied with f32 accumulation, f32
// without rounding to tf32, f64 in f64.
typedef struct CudaProduct {
  int64_t m, n, k;
  CudaMatrix a, b, c;
  IrFloatKind inputs, output;
} CudaProduct;

// Whether cuBLAS has this product: types, strides, extents.  A diagnostic when not.
IR_API IR_CHECKED IrStatus cuda_blas_check(CudaBlas *blas, const CudaProduct *product);
// Enqueues the product.
IR_API IR_CHECKED IrStatus cuda_blas_product(CudaBlas *blas, const CudaProduct *product);

#endif
