// What folding and the interpreter share.
#ifndef DIALECTS_MATH_MATH_IMPL_H
#define DIALECTS_MATH_MATH_IMPL_H

#include "dialects/math/math.h"

unsigned math_leading_zeros(uint64_t bits, unsigned width);
unsigned math_trailing_zeros(uint64_t bits, unsigned width);
unsigned math_set_bits(uint64_t bits);
// A number of the float type that is no zero, subnormal, infinity or NaN.
bool math_is_normal(IrType type, double value);
// Wraps; false where it is undefined: a negative power of 0.
bool math_int_power(int64_t base, int64_t power, int64_t *result);

#endif
