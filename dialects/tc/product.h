// The arithmetic of mma and wgmma on the CPU: elements as f64, one dot product at a time.
//
// Products of the elements a tensor core multiplies are exact in f64, but for f64 itself, where
// each step is a fused multiply-add as on the GPU.  Sums go along K from c on, in f64, and are
// rounded once, to nearest even, to c's type.  Integers are exact throughout: 2^31 + 256 * 2^16 is
// far below 2^53.
#ifndef DIALECTS_TC_PRODUCT_H
#define DIALECTS_TC_PRODUCT_H

#include "ir/core/type.h"

// Elements of A or B: tf32 uses the upper 19 bits, integers are signed unless `is_unsigned`.
IR_API void tc_decode(IrType element, bool is_unsigned, const void *from, size_t n, double *to);
// c + sum of a[i] * b[i] over `k`; `fused` for f64.
IR_API double tc_dot_product(const double *a, const double *b, unsigned k, double c, bool fused);
// Elements of C: floats round once, integers wrap around or saturate.
IR_API void tc_encode(IrType element, bool satfinite, const double *from, size_t n, void *to);

#endif
