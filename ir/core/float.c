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

// The formats that take more than 64 bits.
static bool is_wide(IrFloatKind kind) {
  return kind == IR_F80 || kind == IR_F128;
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
  IR_ASSERT(!is_wide(kind), "f80 and f128 do not fit in 64 bits");
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (kind == IR_F64) return bits;
  const IrFloatFormat *f = &formats[kind];
  uint64_t mantissa = bits & ones(DOUBLE_MANTISSA), sign = bits >> 63;
  int exponent = (int)(bits >> DOUBLE_MANTISSA & ones(11));
  bool nan = exponent == DOUBLE_MAX_EXPONENT && mantissa != 0;
  uint64_t magnitude = nan ? encode_nan(f, mantissa) : encode_magnitude(f, exponent, mantissa);
  // A scale has no sign: no negative number is one, and -0 is as 0.
  if (f->special == IR_FLOAT_SCALE && value < 0) magnitude = overflow(f);
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
  IR_ASSERT(!is_wide(kind), "f80 and f128 do not fit in 64 bits");
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

// ---- f80 and f128, as their bits. ----

enum { WIDE_BIAS = 16383, WIDE_MAX_EXPONENT = 32767 };

// Sign, exponent, and a mantissa of 128 bits with the leading one at the top.
typedef struct WideParts {
  uint64_t high, low;
  int exponent;
  bool sign;
} WideParts;

static IrFloatBits join(IrFloatKind kind, WideParts parts) {
  uint64_t top = (uint64_t)parts.sign << 15 | (uint64_t)parts.exponent;
  if (kind == IR_F80) return (IrFloatBits){{parts.high, top}};
  uint64_t low = parts.low >> 15 | parts.high << 49;
  return (IrFloatBits){{low, top << 48 | (parts.high << 1 >> 16)}};
}

static WideParts split(IrFloatKind kind, IrFloatBits bits) {
  bool f80 = kind == IR_F80;
  uint64_t top = f80 ? bits.at[1] : bits.at[1] >> 48;
  WideParts parts = {.sign = top >> 15 & 1, .exponent = (int)(top & WIDE_MAX_EXPONENT)};
  parts.high = f80 ? bits.at[0] : bits.at[1] << 16 >> 1 | bits.at[0] >> 49;
  parts.low = f80 ? 0 : bits.at[0] << 15;
  if (!f80 && parts.exponent) parts.high |= UINT64_C(1) << 63;
  return parts;
}

// Exact: every double is a normal number of both formats, or zero, infinite or NaN.
IrFloatBits ir_float_encode_bits(IrFloatKind kind, double value) {
  if (!is_wide(kind)) return (IrFloatBits){{ir_float_encode(kind, value), 0}};
  uint64_t bits = ir_float_encode(IR_F64, value), mantissa = bits & ones(DOUBLE_MANTISSA);
  int exponent = (int)(bits >> DOUBLE_MANTISSA & ones(11));
  WideParts parts = {.sign = bits >> 63, .exponent = exponent - DOUBLE_BIAS + WIDE_BIAS};
  if (exponent == DOUBLE_MAX_EXPONENT) parts.exponent = WIDE_MAX_EXPONENT;
  if (exponent == 0 && mantissa == 0) parts.exponent = 0;
  if (exponent == 0 && mantissa) {
    parts.exponent++;
    while (!(mantissa >> DOUBLE_MANTISSA)) mantissa <<= 1, parts.exponent--;
  }
  parts.high = mantissa << 11 | (parts.exponent ? UINT64_C(1) << 63 : 0);
  return join(kind, parts);
}

// The upper bits of a mantissa, with a last bit that says whether anything was below, so that a
// second rounding is right.
static uint64_t sticky(uint64_t high, uint64_t low, unsigned shift) {
  if (shift > 63) return high || low;
  return high >> shift | ((high & ones(shift)) || low);
}

double ir_float_decode_bits(IrFloatKind kind, IrFloatBits bits) {
  if (!is_wide(kind)) return ir_float_decode(kind, bits.at[0]);
  WideParts parts = split(kind, bits);
  uint64_t sign = (uint64_t)parts.sign << 63, fraction = parts.high & INT64_MAX;
  if (parts.exponent == WIDE_MAX_EXPONENT) {
    uint64_t payload = fraction >> 11;
    if (!payload && (fraction || parts.low)) payload = 1;
    return ir_float_decode(IR_F64, sign | double_bits(DOUBLE_MAX_EXPONENT, payload));
  }
  int exponent = parts.exponent - WIDE_BIAS + DOUBLE_BIAS;
  if (exponent >= DOUBLE_MAX_EXPONENT)
    return ir_float_decode(IR_F64, sign | double_bits(DOUBLE_MAX_EXPONENT, 0));
  unsigned below = exponent < 1 ? (unsigned)(1 - exponent) : 0; // a subnormal double
  uint64_t rounded = shift_rounded(sticky(parts.high, parts.low, below < 64 ? below : 64), 11);
  uint64_t magnitude =
      exponent < 1 ? rounded : ((uint64_t)(exponent - 1) << DOUBLE_MANTISSA) + rounded;
  return ir_float_decode(IR_F64, sign | magnitude);
}
