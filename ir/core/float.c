// Small float formats as integers: sign, exponent, mantissa.  Rounding is done on the bits of the
// double, to nearest even; NaNs keep the top of their payload, so decoding and encoding again gives
// the same bits for every pattern of every format.
#include "ir/core/attr.h"

static const IrFloatFormat formats[] = {
#define X(id, name, bits, exponent_bits, mantissa_bits, bias, special) \
  [IR_##id] = {name, bits, exponent_bits, mantissa_bits, bias, IR_FLOAT_##special},
    IR_FLOAT_LIST(X)
#undef X
};

const IrFloatFormat *ir_float_format(IrFloatKind kind) {
  return &formats[kind];
}

enum { DOUBLE_MANTISSA = 52, DOUBLE_BIAS = 1023, DOUBLE_MAX_EXPONENT = 2047, TF32_SHIFT = 13 };

static uint64_t ones(unsigned n) {
  return (UINT64_C(1) << n) - 1;
}

static uint64_t all_ones(const IrFloatFormat *f) {
  return ones(f->exponent_bits + f->mantissa_bits);
}

// The largest finite magnitude.
static uint64_t largest(const IrFloatFormat *f) {
  if (f->special == IR_FLOAT_IEEE) return (ones(f->exponent_bits) << f->mantissa_bits) - 1;
  bool has_nan = f->special == IR_FLOAT_FN || f->special == IR_FLOAT_SCALE;
  return all_ones(f) - has_nan;
}

static uint64_t sign_bit(const IrFloatFormat *f) {
  return f->special == IR_FLOAT_SCALE ? 0 : UINT64_C(1) << (f->exponent_bits + f->mantissa_bits);
}

// What a magnitude beyond the largest becomes: infinity, the NaN of a format without one, or the
// largest number of a format without either.
static uint64_t overflow(const IrFloatFormat *f) {
  if (f->special == IR_FLOAT_FINITE) return largest(f);
  return f->special == IR_FLOAT_FNUZ ? sign_bit(f) : largest(f) + 1;
}

static uint64_t encode_nan(const IrFloatFormat *f, uint64_t mantissa) {
  if (f->special != IR_FLOAT_IEEE) return overflow(f);
  uint64_t exponent = ones(f->exponent_bits) << f->mantissa_bits;
  uint64_t payload = mantissa >> (DOUBLE_MANTISSA - f->mantissa_bits);
  return exponent | (payload ? payload : UINT64_C(1) << (f->mantissa_bits - 1));
}

// `value` >> `shift`, rounded to nearest even; `shift` is 1 to 63.
static uint64_t shift_rounded(uint64_t value, unsigned shift) {
  uint64_t kept = value >> shift, rest = value & ones(shift), half = UINT64_C(1) << (shift - 1);
  return kept + (rest > half || (rest == half && (kept & 1)));
}

// The magnitude of a number that is not NaN; `exponent` and `mantissa` are the double's fields.
static uint64_t encode_magnitude(const IrFloatFormat *f, int exponent, uint64_t mantissa) {
  if (exponent == DOUBLE_MAX_EXPONENT) return overflow(f);
  if (exponent == 0) return 0; // a subnormal double is far below every other format
  int e = exponent - DOUBLE_BIAS + f->bias;
  uint64_t full = mantissa | UINT64_C(1) << DOUBLE_MANTISSA;
  unsigned shift = DOUBLE_MANTISSA - f->mantissa_bits;
  if (f->special == IR_FLOAT_SCALE) e++; // its exponent 0 is a power of two like the others
  if (e < 1) {                           // subnormal in the format
    if (f->special == IR_FLOAT_SCALE || (unsigned)(1 - e) > f->mantissa_bits + 1) return 0;
    return shift_rounded(full, shift + (unsigned)(1 - e));
  }
  // A carry out of the mantissa moves into the exponent, which is what rounding up means.
  uint64_t bits = ((uint64_t)(e - 1) << f->mantissa_bits) + shift_rounded(full, shift);
  if (f->special == IR_FLOAT_SCALE) bits--; // no bit is kept of the leading one
  return bits > largest(f) ? overflow(f) : bits;
}

uint64_t ir_float_encode(IrFloatKind kind, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (kind == IR_F64) return bits;
  const IrFloatFormat *f = &formats[kind];
  uint64_t mantissa = bits & ones(DOUBLE_MANTISSA), sign = bits >> 63;
  int exponent = (int)(bits >> DOUBLE_MANTISSA & ones(11));
  bool nan = exponent == DOUBLE_MAX_EXPONENT && mantissa != 0;
  uint64_t magnitude = nan ? encode_nan(f, mantissa) : encode_magnitude(f, exponent, mantissa);
  if (f->special == IR_FLOAT_SCALE && sign && !nan) magnitude = overflow(f); // has no sign
  if (f->special == IR_FLOAT_FNUZ && magnitude == 0) sign = 0;
  uint64_t encoded = (sign ? sign_bit(f) : 0) | magnitude;
  return kind == IR_TF32 ? encoded << TF32_SHIFT : encoded;
}

static uint64_t double_bits(int exponent, uint64_t mantissa) {
  return (uint64_t)exponent << DOUBLE_MANTISSA | mantissa;
}

static bool is_nonfinite(const IrFloatFormat *f, uint64_t magnitude) {
  return f->special != IR_FLOAT_FNUZ && magnitude > largest(f);
}

// Bits of the double for a magnitude of the format.
static uint64_t decode_magnitude(const IrFloatFormat *f, uint64_t bits) {
  uint64_t mantissa = bits & ones(f->mantissa_bits);
  int exponent = (int)(bits >> f->mantissa_bits);
  unsigned shift = DOUBLE_MANTISSA - f->mantissa_bits;
  if (is_nonfinite(f, bits)) {
    uint64_t payload = f->special == IR_FLOAT_IEEE ? mantissa << shift : ones(DOUBLE_MANTISSA);
    return double_bits(DOUBLE_MAX_EXPONENT, payload);
  }
  bool subnormal = exponent == 0 && f->special != IR_FLOAT_SCALE;
  if (subnormal && mantissa == 0) return 0;
  if (subnormal) { // normalise: every subnormal is a normal double
    exponent = 1;
    while (!(mantissa >> f->mantissa_bits)) mantissa <<= 1, exponent--;
    mantissa &= ones(f->mantissa_bits);
  }
  return double_bits(exponent - f->bias + DOUBLE_BIAS, mantissa << shift);
}

double ir_float_decode(IrFloatKind kind, uint64_t bits) {
  double value;
  if (kind != IR_F64) {
    const IrFloatFormat *f = &formats[kind];
    if (kind == IR_TF32) bits >>= TF32_SHIFT;
    uint64_t sign = (bits & sign_bit(f)) != 0, magnitude = bits & all_ones(f);
    bool nan = f->special == IR_FLOAT_FNUZ && sign && magnitude == 0;
    bits = sign << 63 | (nan ? double_bits(DOUBLE_MAX_EXPONENT, ones(DOUBLE_MANTISSA))
                             : decode_magnitude(f, magnitude));
  }
  memcpy(&value, &bits, sizeof value);
  return value;
}
