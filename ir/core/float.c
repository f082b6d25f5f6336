// Small float formats as integers: sign, exponent, mantissa.  Rounding is done on the bits of the
// double, to nearest even; NaNs keep the top of their payload, so decoding and encoding again gives
// the same bits for every pattern of every format.
#include "ir/core/attr.h"

typedef struct Format {
  unsigned exponent_bits, mantissa_bits;
  bool finite_only; // no infinity; all ones is the only NaN (the FN formats)
} Format;

// tf32 is kept as a float whose 13 low bits are zero, so only its rounding is its own.
static const Format formats[] = {
    [IR_F16] = {5, 10, false},   [IR_BF16] = {8, 7, false},  [IR_F32] = {8, 23, false},
    [IR_F64] = {11, 52, false},  [IR_TF32] = {8, 10, false}, [IR_F8E4M3FN] = {4, 3, true},
    [IR_F8E5M2] = {5, 2, false},
};

enum { DOUBLE_MANTISSA = 52, DOUBLE_BIAS = 1023, DOUBLE_MAX_EXPONENT = 2047, TF32_SHIFT = 13 };

static uint64_t ones(unsigned n) {
  return (UINT64_C(1) << n) - 1;
}

static uint64_t encode_nan(const Format *f, uint64_t mantissa) {
  uint64_t exponent = ones(f->exponent_bits) << f->mantissa_bits;
  if (f->finite_only) return exponent | ones(f->mantissa_bits);
  uint64_t payload = mantissa >> (DOUBLE_MANTISSA - f->mantissa_bits);
  return exponent | (payload ? payload : UINT64_C(1) << (f->mantissa_bits - 1));
}

// `value` >> `shift`, rounded to nearest even; `shift` is 1 to 63.
static uint64_t shift_rounded(uint64_t value, unsigned shift) {
  uint64_t kept = value >> shift, rest = value & ones(shift), half = UINT64_C(1) << (shift - 1);
  return kept + (rest > half || (rest == half && (kept & 1)));
}

// The magnitude of a number that is not NaN; `exponent` and `mantissa` are the double's fields.
static uint64_t encode_magnitude(const Format *f, int exponent, uint64_t mantissa) {
  uint64_t infinity = ones(f->exponent_bits) << f->mantissa_bits;
  uint64_t largest = f->finite_only ? infinity + ones(f->mantissa_bits) - 1 : infinity - 1;
  uint64_t overflow = largest + 1;
  if (exponent == DOUBLE_MAX_EXPONENT) return overflow;
  if (exponent == 0) return 0; // a subnormal double is far below every other format
  int e = exponent - DOUBLE_BIAS + (int)ones(f->exponent_bits - 1);
  uint64_t full = mantissa | UINT64_C(1) << DOUBLE_MANTISSA;
  unsigned shift = DOUBLE_MANTISSA - f->mantissa_bits;
  if (e < 1) { // subnormal in the format
    if ((unsigned)(1 - e) > f->mantissa_bits + 1) return 0;
    return shift_rounded(full, shift + (unsigned)(1 - e));
  }
  // A carry out of the mantissa moves into the exponent, which is what rounding up means.
  uint64_t bits = ((uint64_t)(e - 1) << f->mantissa_bits) + shift_rounded(full, shift);
  return bits > largest ? overflow : bits;
}

uint64_t ir_float_encode(IrFloatKind kind, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (kind == IR_F64) return bits;
  const Format *f = &formats[kind];
  uint64_t mantissa = bits & ones(DOUBLE_MANTISSA), sign = bits >> 63;
  int exponent = (int)(bits >> DOUBLE_MANTISSA & ones(11));
  bool nan = exponent == DOUBLE_MAX_EXPONENT && mantissa != 0;
  uint64_t magnitude = nan ? encode_nan(f, mantissa) : encode_magnitude(f, exponent, mantissa);
  uint64_t encoded = sign << (f->exponent_bits + f->mantissa_bits) | magnitude;
  return kind == IR_TF32 ? encoded << TF32_SHIFT : encoded;
}

static uint64_t double_bits(int exponent, uint64_t mantissa) {
  return (uint64_t)exponent << DOUBLE_MANTISSA | mantissa;
}

// Bits of the double for a magnitude of the format.
static uint64_t decode_magnitude(const Format *f, uint64_t bits) {
  uint64_t mantissa = bits & ones(f->mantissa_bits);
  int exponent = (int)(bits >> f->mantissa_bits), bias = (int)ones(f->exponent_bits - 1);
  bool top = exponent == (int)ones(f->exponent_bits);
  if (f->finite_only ? top && mantissa == ones(f->mantissa_bits) : top)
    return double_bits(DOUBLE_MAX_EXPONENT, mantissa << (DOUBLE_MANTISSA - f->mantissa_bits));
  if (exponent == 0 && mantissa == 0) return 0;
  if (exponent == 0) { // normalise: every subnormal is a normal double
    exponent = 1;
    while (!(mantissa >> f->mantissa_bits)) mantissa <<= 1, exponent--;
    mantissa &= ones(f->mantissa_bits);
  }
  return double_bits(exponent - bias + DOUBLE_BIAS,
                     mantissa << (DOUBLE_MANTISSA - f->mantissa_bits));
}

double ir_float_decode(IrFloatKind kind, uint64_t bits) {
  double value;
  if (kind != IR_F64) {
    const Format *f = &formats[kind];
    if (kind == IR_TF32) bits >>= TF32_SHIFT;
    unsigned width = f->exponent_bits + f->mantissa_bits;
    bits = (bits >> width & 1) << 63 | decode_magnitude(f, bits & ones(width));
  }
  memcpy(&value, &bits, sizeof value);
  return value;
}
