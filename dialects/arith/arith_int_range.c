// Ranges of integer ops.  Bounds are computed in numbers wide enough for every result; a result
// that may leave its type wraps, and then nothing is known of that reading unless a flag forbids
// it. What is undefined (a zero divisor, a shift by the width) need not be covered.
#include "dialects/arith/arith_impl.h"

__extension__ typedef __int128 Wide;

// ---- Bounds that may lie outside of the type ----

typedef struct Bounds {
  Wide min, max;
} Bounds;

static Wide clamp(Wide x, Wide low, Wide high) {
  return x < low ? low : x > high ? high : x;
}

// `stays`: the result does not wrap, so bounds outside of the type are those of the type.
static IrIntRange signed_range(Bounds b, uint32_t width, bool stays) {
  Wide low = ir_int_range_smin(width), high = ir_int_range_smax(width);
  if (stays) b.min = clamp(b.min, low, high), b.max = clamp(b.max, low, high);
  if (b.min < low || b.max > high) return ir_int_range_full(width);
  return ir_int_range_signed((int64_t)b.min, (int64_t)b.max, width);
}

static IrIntRange unsigned_range(Bounds b, uint32_t width, bool stays) {
  Wide high = ir_int_range_umax(width);
  if (stays) b.min = clamp(b.min, 0, high), b.max = clamp(b.max, 0, high);
  if (b.min < 0 || b.max > high) return ir_int_range_full(width);
  return ir_int_range_unsigned((uint64_t)b.min, (uint64_t)b.max, width);
}

static Bounds signed_bounds(IrIntRange r) {
  return (Bounds){r.smin, r.smax};
}

static Bounds unsigned_bounds(IrIntRange r) {
  return (Bounds){r.umin, r.umax};
}

// Of `f` over the corners of both bounds, for an `f` that is monotone in each of its operands.
typedef Wide (*Corner)(Wide a, Wide b);
static Bounds corners(Corner f, Bounds a, Bounds b) {
  Wide at[] = {f(a.min, b.min), f(a.min, b.max), f(a.max, b.min), f(a.max, b.max)};
  Bounds all = {at[0], at[0]};
  for (int i = 1; i < 4; i++) {
    if (at[i] < all.min) all.min = at[i];
    if (at[i] > all.max) all.max = at[i];
  }
  return all;
}

static Bounds hull(Bounds a, Bounds b) {
  return (Bounds){a.min < b.min ? a.min : b.min, a.max > b.max ? a.max : b.max};
}

// ---- Sums and products ----

static Wide add(Wide a, Wide b) {
  return a + b;
}

static Wide subtract(Wide a, Wide b) {
  return a - b;
}

// Products of numbers of 64 bits may need one bit more than there is: only of the largest.
static Wide multiply(Wide a, Wide b) {
  const Wide limit = (Wide)1 << 126;
  if (a > 0 && b > 0 && a > limit / b) return limit;
  return a * b;
}

static void wrapping(const IrOp *op, IrAttr flags, Corner f, const IrIntRange *in,
                     IrIntRange *out) {
  (void)op;
  unsigned stays = arith_overflow_flags(flags);
  Bounds s = corners(f, signed_bounds(in[0]), signed_bounds(in[1]));
  Bounds u = corners(f, unsigned_bounds(in[0]), unsigned_bounds(in[1]));
  *out = ir_int_range_intersect(signed_range(s, out->width, stays & ARITH_NSW),
                                unsigned_range(u, out->width, stays & ARITH_NUW));
}

static void addi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  wrapping(op, GET(op, arith_addi, overflowFlags), add, in, out);
}

static void subi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  wrapping(op, GET(op, arith_subi, overflowFlags), subtract, in, out);
}

static void muli(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  wrapping(op, GET(op, arith_muli, overflowFlags), multiply, in, out);
}

static void addui_extended(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  wrapping(op, NULL, add, in, &out[0]);
  Bounds u = corners(add, unsigned_bounds(in[0]), unsigned_bounds(in[1]));
  Wide high = ir_int_range_umax(out->width);
  out[1] = ir_int_range_unsigned(u.min > high, u.max > high, 1);
}

static Bounds upper_half(Bounds b, uint32_t width) {
  return (Bounds){b.min >> width, b.max >> width};
}

static void mulsi_extended(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  wrapping(op, NULL, multiply, in, &out[0]);
  Bounds s = corners(multiply, signed_bounds(in[0]), signed_bounds(in[1]));
  out[1] = signed_range(upper_half(s, out->width), out->width, false);
}

static void mului_extended(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  wrapping(op, NULL, multiply, in, &out[0]);
  if (out->width == 64) return; // the product does not fit
  Bounds u = corners(multiply, unsigned_bounds(in[0]), unsigned_bounds(in[1]));
  out[1] = unsigned_range(upper_half(u, out->width), out->width, false);
}

// ---- Quotients and remainders ----

static Wide divide(Wide a, Wide b) {
  return a / b;
}

static Wide divide_up(Wide a, Wide b) {
  Wide q = a / b;
  return q * b != a && (a < 0) == (b < 0) ? q + 1 : q;
}

static Wide divide_down(Wide a, Wide b) {
  Wide q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

// Divisors below and above zero apart; the one overflow, of the least number by -1, is undefined.
static void signed_quotient(Corner f, const IrIntRange *in, IrIntRange *out) {
  Bounds a = signed_bounds(in[0]), b = signed_bounds(in[1]), all = {0, 0};
  bool negative = b.min<0, positive = b.max> 0;
  if (!negative && !positive) return;
  if (negative) all = corners(f, a, (Bounds){b.min, b.max < 0 ? b.max : -1});
  if (positive) {
    Bounds p = corners(f, a, (Bounds){b.min > 0 ? b.min : 1, b.max});
    all = negative ? hull(all, p) : p;
  }
  *out = signed_range(all, out->width, true);
}

static void unsigned_quotient(Corner f, const IrIntRange *in, IrIntRange *out) {
  Bounds b = unsigned_bounds(in[1]);
  if (b.max == 0) return;
  if (b.min == 0) b.min = 1;
  *out = unsigned_range(corners(f, unsigned_bounds(in[0]), b), out->width, false);
}

static void divsi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  signed_quotient(divide, in, out);
}

static void ceildivsi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  signed_quotient(divide_up, in, out);
}

static void floordivsi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  signed_quotient(divide_down, in, out);
}

static void divui(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  unsigned_quotient(divide, in, out);
}

static void ceildivui(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  unsigned_quotient(divide_up, in, out);
}

// a mod b of numbers that are not negative: below b, at most a, and in order while a stays between
// two multiples of one b.
static Bounds remainder_bounds(Bounds a, Bounds b) {
  if (a.max < b.min) return a;
  if (b.min == b.max && a.min / b.max == a.max / b.max)
    return (Bounds){a.min % b.max, a.max % b.max};
  return (Bounds){0, a.max < b.max - 1 ? a.max : b.max - 1};
}

static void remui(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  Bounds b = unsigned_bounds(in[1]);
  if (b.max == 0) return;
  if (b.min == 0) b.min = 1;
  *out = unsigned_range(remainder_bounds(unsigned_bounds(in[0]), b), out->width, false);
}

static Bounds magnitude(Bounds b) {
  if (b.min >= 0) return b;
  if (b.max < 0) return (Bounds){-b.max, -b.min};
  return (Bounds){0, -b.min > b.max ? -b.min : b.max};
}

// The sign is that of a, the size that of |a| mod |b|.
static void remsi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  Bounds a = signed_bounds(in[0]), b = magnitude(signed_bounds(in[1])), all = {0, 0};
  if (b.max == 0) return;
  if (b.min == 0) b.min = 1;
  bool positive = a.max >= 0, negative = a.min < 0;
  if (positive) all = remainder_bounds((Bounds){a.min > 0 ? a.min : 0, a.max}, b);
  if (negative) {
    Bounds size = remainder_bounds((Bounds){a.max < 0 ? -a.max : 1, -a.min}, b);
    Bounds n = {-size.max, -size.min};
    all = positive ? hull(all, n) : n;
  }
  *out = signed_range(all, out->width, true);
}

// ---- Bits ----

// Bits that all numbers of a range share are those above the first in which its ends differ.
typedef struct Bits {
  uint64_t ones, unknown;
} Bits;

static Bits bits_of(IrIntRange r) {
  uint64_t differ = r.umin ^ r.umax;
  uint64_t unknown = differ ? UINT64_MAX >> __builtin_clzll(differ) : 0;
  return (Bits){r.umin & ~unknown, unknown};
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static uint64_t greatest(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

static void andi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  Bits a = bits_of(in[0]), b = bits_of(in[1]);
  uint64_t max = (a.ones | a.unknown) & (b.ones | b.unknown);
  max = least(max, least(in[0].umax, in[1].umax));
  *out = ir_int_range_unsigned(a.ones & b.ones, max, out->width);
}

static void ori(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  Bits a = bits_of(in[0]), b = bits_of(in[1]);
  uint64_t min = greatest(a.ones | b.ones, greatest(in[0].umin, in[1].umin));
  *out = ir_int_range_unsigned(min, a.ones | a.unknown | b.ones | b.unknown, out->width);
}

static void xori(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  Bits a = bits_of(in[0]), b = bits_of(in[1]);
  uint64_t unknown = a.unknown | b.unknown, ones = (a.ones ^ b.ones) & ~unknown;
  *out = ir_int_range_unsigned(ones, ones | unknown, out->width);
}

// ---- Shifts ----

static Wide shift_left(Wide a, Wide by) {
  return multiply(a, (Wide)1 << by);
}

static Wide shift_right(Wide a, Wide by) {
  return a >> by;
}

// Amounts that are defined; none: false.
static bool shift_amounts(IrIntRange by, Bounds *amounts) {
  *amounts = unsigned_bounds(by);
  amounts->max = clamp(amounts->max, 0, (Wide)by.width - 1);
  return amounts->min <= amounts->max;
}

static void shli(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  Bounds by;
  if (!shift_amounts(in[1], &by)) return;
  unsigned stays = arith_overflow_flags(GET(op, arith_shli, overflowFlags));
  Bounds s = corners(shift_left, signed_bounds(in[0]), by);
  Bounds u = corners(shift_left, unsigned_bounds(in[0]), by);
  *out = ir_int_range_intersect(signed_range(s, out->width, stays & ARITH_NSW),
                                unsigned_range(u, out->width, stays & ARITH_NUW));
}

static void shrui(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  Bounds by;
  if (!shift_amounts(in[1], &by)) return;
  *out = unsigned_range(corners(shift_right, unsigned_bounds(in[0]), by), out->width, false);
}

static void shrsi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  Bounds by;
  if (!shift_amounts(in[1], &by)) return;
  *out = signed_range(corners(shift_right, signed_bounds(in[0]), by), out->width, false);
}

// ---- Minimum, maximum, choice ----

static Wide lesser(Wide a, Wide b) {
  return a < b ? a : b;
}

static Wide greater(Wide a, Wide b) {
  return a > b ? a : b;
}

static void minsi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  *out =
      signed_range(corners(lesser, signed_bounds(in[0]), signed_bounds(in[1])), out->width, false);
}

static void maxsi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  *out =
      signed_range(corners(greater, signed_bounds(in[0]), signed_bounds(in[1])), out->width, false);
}

static void minui(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  *out = unsigned_range(corners(lesser, unsigned_bounds(in[0]), unsigned_bounds(in[1])), out->width,
                        false);
}

static void maxui(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  *out = unsigned_range(corners(greater, unsigned_bounds(in[0]), unsigned_bounds(in[1])),
                        out->width, false);
}

// The result of the one that has arrived is enough, and so is that of the one that is chosen.
static void select(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  int64_t which;
  bool known = ir_int_range_is_constant(in[0], &which);
  if (out->width == 0) return;
  if (in[0].width == 0)
    *out = (IrIntRange){0};
  else if (known)
    *out = in[which ? 1 : 2];
  else
    *out = ir_int_range_union(in[1], in[2]);
}

static void constant(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)in;
  IrIntRange range = ir_int_range_of_attr(GET(op, arith_constant, value));
  if (range.width == out->width) *out = range;
}

// ---- Comparison ----

// 1 or 0 when a < b (a <= b) holds for all or for none, else -1.
static int less(Bounds a, Bounds b, bool or_equal) {
  if (or_equal ? a.max <= b.min : a.max < b.min) return 1;
  return (or_equal ? a.min > b.max : a.min >= b.max) ? 0 : -1;
}

static bool are_apart(IrIntRange a, IrIntRange b) {
  return a.smax < b.smin || b.smax < a.smin || a.umax < b.umin || b.umax < a.umin;
}

static int equal(IrIntRange a, IrIntRange b) {
  int64_t x, y;
  if (are_apart(a, b)) return 0;
  return ir_int_range_is_constant(a, &x) && ir_int_range_is_constant(b, &y) && x == y ? 1 : -1;
}

static int compare(ArithCmpI predicate, IrIntRange a, IrIntRange b) {
  int e;
  switch (predicate) {
  case ARITH_EQ:
    return equal(a, b);
  case ARITH_NE:
    e = equal(a, b);
    return e < 0 ? e : !e;
  case ARITH_SLT:
    return less(signed_bounds(a), signed_bounds(b), false);
  case ARITH_SLE:
    return less(signed_bounds(a), signed_bounds(b), true);
  case ARITH_SGT:
    return less(signed_bounds(b), signed_bounds(a), false);
  case ARITH_SGE:
    return less(signed_bounds(b), signed_bounds(a), true);
  case ARITH_ULT:
    return less(unsigned_bounds(a), unsigned_bounds(b), false);
  case ARITH_ULE:
    return less(unsigned_bounds(a), unsigned_bounds(b), true);
  case ARITH_UGT:
    return less(unsigned_bounds(b), unsigned_bounds(a), false);
  case ARITH_UGE:
    return less(unsigned_bounds(b), unsigned_bounds(a), true);
  }
  return -1;
}

static void cmpi(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  if (in[0].width == 0 || in[1].width == 0) return;
  ArithCmpI predicate = (ArithCmpI)ir_attr_int(GET(op, arith_cmpi, predicate));
  int holds = compare(predicate, in[0], in[1]);
  if (holds >= 0) *out = ir_int_range_constant(holds, 1);
}

// ---- Casts ----

static int64_t sign_extended(uint64_t bits, uint32_t width) {
  return (int64_t)(bits << (64 - width)) >> (64 - width);
}

// Numbers in a row stay in a row unless they pass the end of the narrower type.
static IrIntRange truncated(IrIntRange in, uint32_t width) {
  uint64_t mask = ir_int_range_umax(width);
  IrIntRange s = ir_int_range_full(width), u = s;
  if ((uint64_t)in.smax - (uint64_t)in.smin <= mask)
    s = ir_int_range_signed(sign_extended((uint64_t)in.smin, width),
                            sign_extended((uint64_t)in.smax, width), width);
  if (in.umax - in.umin <= mask) u = ir_int_range_unsigned(in.umin & mask, in.umax & mask, width);
  return ir_int_range_intersect(s, u);
}

static void to_signed(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  if (in->width == 0 || out->width == 0) return;
  if (in->width == out->width)
    *out = *in;
  else if (in->width > out->width)
    *out = truncated(*in, out->width);
  else
    *out = ir_int_range_signed(in->smin, in->smax, out->width);
}

static void to_unsigned(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  (void)op;
  if (in->width == 0 || out->width == 0) return;
  if (in->width == out->width)
    *out = *in;
  else if (in->width > out->width)
    *out = truncated(*in, out->width);
  else
    *out = ir_int_range_unsigned(in->umin, in->umax, out->width);
}

// ---- Tables ----

// Ops on integers of more than 64 bits say nothing.
#define RULE(name) \
  static void name##_checked(const IrOp *op, const IrIntRange *in, IrIntRange *out) { \
    if (out->width && in[0].width) name(op, in, out); \
  } \
  const IrIntRangeInterface arith_##name##_range = {.size = sizeof(IrIntRangeInterface), \
                                                    .infer = name##_checked};
ARITH_RANGE_LIST(RULE)

const IrIntRangeInterface arith_constant_range = {.size = sizeof(IrIntRangeInterface),
                                                  .infer = constant};
const IrIntRangeInterface arith_select_range = {
    .size = sizeof(IrIntRangeInterface), .infer = select, .partial = true};
const IrIntRangeInterface arith_cmpi_range = {.size = sizeof(IrIntRangeInterface), .infer = cmpi};
const IrIntRangeInterface arith_signed_cast_range = {.size = sizeof(IrIntRangeInterface),
                                                     .infer = to_signed};
const IrIntRangeInterface arith_unsigned_cast_range = {.size = sizeof(IrIntRangeInterface),
                                                       .infer = to_unsigned};
