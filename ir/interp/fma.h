// The loops that take the time: fused multiply-add and matrix products of floats, on the widest
// vectors the processor has.  Results do not depend on the processor.
#ifndef IR_INTERP_FMA_H
#define IR_INTERP_FMA_H

#include "ir/support/base.h"

// out[i] = a[i] * b[i] + c[i], rounded once.
IR_API void ir_fma_floats(const float *a, const float *b, const float *c, float *out, int64_t n);

// C += A * B, all row-major and packed, A m x k and B k x n.  Each element of C takes its k
// products one after another in increasing k, each by one fused multiply-add.
IR_API void ir_matmul_float(int64_t m, int64_t n, int64_t k, const float *a, const float *b,
                            float *c);
IR_API void ir_matmul_double(int64_t m, int64_t n, int64_t k, const double *a, const double *b,
                             double *c);
// Wrapping around.
IR_API void ir_matmul_int(int64_t m, int64_t n, int64_t k, const int64_t *a, const int64_t *b,
                          int64_t *c);

#endif
