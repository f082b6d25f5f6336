// Rounding to a float type in any direction, from integers and from wider floats.
//
// Rounding to nearest even is what encoding does (ir/core/attr.h).  The other modes start from it:
// of the two numbers of the type around a value, encoding found one, and the bits of the other
// are one more or one less, because the bits of magnitudes are in their order.
#include <math.h>

#include "dialects/arith/arith_impl.h"

enum { TF32_LOW_BITS = 13 };

// A float type's bits as a sign and a magnitude.
typedef struct Bits {
  IrFloatKind kind;
  const IrFloatFormat *format;
  uint64_t sign, step; // the sign's bit, and the lowest bit
} Bits;

static Bits bits_of(IrFloatKind kind) {
  const IrFloatFormat *format = ir_float_format(kind);
  Bits bits = {kind, format, UINT64_C(1) << (format->bits - 1), 1};
  if (kind == IR_TF32) bits.step = UINT64_C(1) << TF32_LOW_BITS;
  if (format->special == IR_FLOAT_SCALE) bits.sign = 0;
  return bits;
}

static double decode(const Bits *bits, uint64_t magnitude, bool negative) {
  return ir_float_decode(bits->kind, magnitude | (negative ? bits->sign : 0));
}

// The magnitude below what a value overflowed to.
static uint64_t largest_below(const Bits *bits, uint64_t magnitude) {
  if (bits->format->special == IR_FLOAT_FNUZ) return bits->sign - 1; // overflow is "-0"
  return magnitude - bits->step;
}

// The magnitudes around |value|, which is not a number of the type.  False when there are none.
static bool find_neighbours(const Bits *bits, double value, uint64_t *toward, uint64_t *away) {
  uint64_t nearest = ir_float_encode(bits->kind, value), magnitude = nearest & ~bits->sign;
  double rounded = ir_float_decode(bits->kind, nearest);
  if (!isfinite(rounded)) {
    *away = magnitude, *toward = largest_below(bits, magnitude);
    return true;
  }
  if (fabs(rounded) < fabs(value)) {
    *toward = magnitude, *away = magnitude + bits->step;
    return !isnan(decode(bits, *away, false)) || bits->format->special == IR_FLOAT_FN;
  }
  *away = magnitude, *toward = magnitude - bits->step;
  return magnitude != 0;
}

static bool rounds_away(const Bits *bits, ArithRounding mode, double value, uint64_t toward,
                        uint64_t away) {
  double low = fabs(decode(bits, toward, false)), high = fabs(decode(bits, away, false));
  switch (mode) {
  case ARITH_DOWNWARD:
    return value < 0;
  case ARITH_UPWARD:
    return value > 0;
  case ARITH_TOWARD_ZERO:
    return false;
  default:
    if (!isfinite(high))
      return !isfinite(ir_float_decode(bits->kind, ir_float_encode(bits->kind, value)));
    return high - fabs(value) <= fabs(value) - low;
  }
}

double arith_round_float(IrType type, ArithRounding mode, double value) {
  IrFloatKind kind = ir_type_float_kind(type);
  double nearest = ir_float_decode(kind, ir_float_encode(kind, value));
  if (mode == ARITH_TO_NEAREST_EVEN || nearest == value || !isfinite(value)) return nearest;
  Bits bits = bits_of(kind);
  bool has_sign = bits.sign != 0;
  uint64_t toward, away;
  if ((value < 0 && !has_sign) || !find_neighbours(&bits, value, &toward, &away)) return nearest;
  return decode(&bits, rounds_away(&bits, mode, value, toward, away) ? away : toward, value < 0);
}

// A double that every float type but f64 rounds as it would round `v`: what does not fit is kept in
// the last bit, so that it cannot look like half of a step.
static double sticky_double(uint64_t v) {
  unsigned shift = 0;
  while (v >> shift > UINT64_MAX >> 11) shift++;
  uint64_t lost = v & ((UINT64_C(1) << shift) - 1);
  return ldexp((double)(v >> shift | (lost != 0)), (int)shift);
}

double arith_int_to_float(IrType type, uint64_t magnitude) {
  IrFloatKind kind = ir_type_float_kind(type);
  if (kind == IR_F64) return (double)magnitude;
  return ir_float_decode(kind, ir_float_encode(kind, sticky_double(magnitude)));
}
