// Rules of arith on integers of more than 64 bits; see arith_wide.h.  Words are sign-extended above
// the width, so signed numbers are compared and divided as they are, and unsigned ones after their
// top bits are cleared.
#include "dialects/arith/arith_wide.h"

#include <math.h>

#include "dialects/arith/arith_impl.h"
#include "ir/support/arena.h"

typedef struct Number {
  uint64_t at[ARITH_WIDE_MAX_WORDS];
} Number;

static size_t words_of(const ArithWideCase *c) {
  return c->in[0].n;
}

static const uint64_t *a_of(const ArithWideCase *c) {
  return c->in[0].at;
}
static const uint64_t *b_of(const ArithWideCase *c) {
  return c->in[1].at;
}

static bool is_negative(const uint64_t *words, size_t n) {
  return words[n - 1] >> 63;
}

static bool is_zero(const uint64_t *words, size_t n) {
  return ir_words_is_zero((IrWords){words, n});
}

static void copy(uint64_t *to, const uint64_t *from, size_t n) {
  memcpy(to, from, n * sizeof *to);
}

// The same bits as an unsigned number.
static void clear_top(uint64_t *to, const uint64_t *from, unsigned width) {
  size_t n = ir_words_count(width);
  copy(to, from, n);
  if (width % 64) to[n - 1] &= (UINT64_C(1) << width % 64) - 1;
}

static bool undefined(const char **why, const char *reason) {
  *why = reason;
  return false;
}

#define RULE(name) static bool name(const ArithWideCase *c, uint64_t *out, const char **why)
#define RULE_WITHOUT_FAILURE(name, ...) \
  RULE(name) { \
    size_t n = words_of(c); \
    (void)why; \
    __VA_ARGS__; \
    return true; \
  }

RULE_WITHOUT_FAILURE(add, ir_words_add(out, a_of(c), b_of(c), n))
RULE_WITHOUT_FAILURE(subtract, ir_words_subtract(out, a_of(c), b_of(c), n))
RULE_WITHOUT_FAILURE(multiply, ir_words_multiply(out, a_of(c), b_of(c), n))
RULE_WITHOUT_FAILURE(bit_and, for (size_t i = 0; i < n; i++) out[i] = a_of(c)[i] & b_of(c)[i])
RULE_WITHOUT_FAILURE(bit_or, for (size_t i = 0; i < n; i++) out[i] = a_of(c)[i] | b_of(c)[i])
RULE_WITHOUT_FAILURE(bit_xor, for (size_t i = 0; i < n; i++) out[i] = a_of(c)[i] ^ b_of(c)[i])

// Sign-extended words are in order as unsigned numbers as well.
static int compare(const ArithWideCase *c, bool is_signed) {
  return is_signed ? ir_words_compare_signed(a_of(c), b_of(c), words_of(c))
                   : ir_words_compare(a_of(c), b_of(c), words_of(c));
}

RULE_WITHOUT_FAILURE(min_signed, copy(out, compare(c, true) < 0 ? a_of(c) : b_of(c), n))
RULE_WITHOUT_FAILURE(max_signed, copy(out, compare(c, true) > 0 ? a_of(c) : b_of(c), n))
RULE_WITHOUT_FAILURE(min_unsigned, copy(out, compare(c, false) < 0 ? a_of(c) : b_of(c), n))
RULE_WITHOUT_FAILURE(max_unsigned, copy(out, compare(c, false) > 0 ? a_of(c) : b_of(c), n))

// What holds of a and b as unsigned numbers holds of their order as a signed one.
RULE(compare_numbers) {
  bool is_unsigned = c->predicate >= ARITH_ULT;
  ArithCmpI predicate = is_unsigned ? c->predicate - ARITH_ULT + ARITH_SLT : c->predicate;
  (void)why;
  out[0] = arith_compare_ints(predicate, compare(c, !is_unsigned), 0, 64);
  return true;
}

// ---- Division. ----

static bool divide_unsigned(const ArithWideCase *c, uint64_t *quotient, uint64_t *remainder,
                            const char **why) {
  Number a, b;
  if (is_zero(b_of(c), words_of(c))) return undefined(why, "divides by zero");
  clear_top(a.at, a_of(c), c->in_width);
  clear_top(b.at, b_of(c), c->in_width);
  ir_words_quotient(quotient, remainder, a.at, b.at, words_of(c));
  return true;
}

static void add_small(uint64_t *words, size_t n, bool negative) {
  Number one = {{0}};
  one.at[0] = 1;
  if (negative)
    ir_words_subtract(words, words, one.at, n);
  else
    ir_words_add(words, words, one.at, n);
}

RULE(quotient_unsigned) {
  Number rest;
  return divide_unsigned(c, out, rest.at, why);
}

RULE(remainder_unsigned) {
  Number quotient;
  return divide_unsigned(c, quotient.at, out, why);
}

RULE(ceiling_unsigned) {
  Number rest;
  if (!divide_unsigned(c, out, rest.at, why)) return false;
  if (!is_zero(rest.at, words_of(c))) add_small(out, words_of(c), false);
  return true;
}

static bool is_lowest(const uint64_t *words, unsigned width) {
  size_t n = ir_words_count(width);
  for (size_t i = 0; i + 1 < n; i++)
    if (words[i]) return false;
  return words[n - 1] == UINT64_MAX << ((width - 1) % 64);
}

static bool is_minus_one(const uint64_t *words, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (words[i] != UINT64_MAX) return false;
  return true;
}

// Rounds towards zero; the remainder has the sign of a.
static bool divide_signed(const ArithWideCase *c, uint64_t *quotient, uint64_t *remainder,
                          const char **why) {
  Number a, b;
  size_t n = words_of(c);
  bool negative_a = is_negative(a_of(c), n), negative_b = is_negative(b_of(c), n);
  if (is_zero(b_of(c), n)) return undefined(why, "divides by zero");
  copy(a.at, a_of(c), n);
  copy(b.at, b_of(c), n);
  if (negative_a) ir_words_negate(a.at, n);
  if (negative_b) ir_words_negate(b.at, n);
  ir_words_quotient(quotient, remainder, a.at, b.at, n);
  if (negative_a != negative_b) ir_words_negate(quotient, n);
  if (negative_a) ir_words_negate(remainder, n);
  return true;
}

static bool overflows(const ArithWideCase *c) {
  return is_lowest(a_of(c), c->in_width) && is_minus_one(b_of(c), words_of(c));
}

static bool round_quotient(const ArithWideCase *c, uint64_t *out, int direction, const char **why) {
  Number rest;
  size_t n = words_of(c);
  if (overflows(c)) return undefined(why, "has a quotient that does not fit");
  if (!divide_signed(c, out, rest.at, why)) return false;
  bool below_zero = is_negative(a_of(c), n) != is_negative(b_of(c), n);
  if (direction == 0 || is_zero(rest.at, n) || below_zero != (direction < 0)) return true;
  add_small(out, n, direction < 0);
  return true;
}

RULE(quotient_signed) {
  return round_quotient(c, out, 0, why);
}
RULE(floor_signed) {
  return round_quotient(c, out, -1, why);
}
RULE(ceiling_signed) {
  return round_quotient(c, out, 1, why);
}
RULE(remainder_signed) {
  Number quotient;
  return divide_signed(c, quotient.at, out, why);
}

// ---- Shifts. ----

// The amount, or the width when it is no less; the result is undefined then, which is no error.
static size_t amount_of(const ArithWideCase *c) {
  Number b;
  clear_top(b.at, b_of(c), c->in_width);
  bool small = ir_words_bits((IrWords){b.at, words_of(c)}) <= 32 && b.at[0] < c->in_width;
  return small ? (size_t)b.at[0] : c->in_width;
}

RULE(shift_left) {
  size_t amount = amount_of(c);
  *why = NULL;
  if (amount == c->in_width) return false;
  ir_words_shift_left(out, a_of(c), words_of(c), amount);
  return true;
}

RULE(shift_right_unsigned) {
  Number a;
  size_t amount = amount_of(c);
  *why = NULL;
  if (amount == c->in_width) return false;
  clear_top(a.at, a_of(c), c->in_width);
  ir_words_shift_right(out, a.at, words_of(c), amount, 0);
  return true;
}

RULE(shift_right_signed) {
  size_t amount = amount_of(c), n = words_of(c);
  uint64_t sign = is_negative(a_of(c), n) ? UINT64_MAX : 0;
  bool defined = amount < c->in_width;
  *why = NULL;
  ir_words_shift_right(out, a_of(c), n, defined ? amount : c->in_width - 1, sign);
  return defined;
}

// ---- Casts. ----

RULE(sign_extend) {
  uint64_t bit = 0 - a_of(c)[0]; // an i1 is 0 or 1
  (void)why;
  ir_words_resize(out, c->out_width, c->in_width == 1 ? (IrWords){&bit, 1} : c->in[0]);
  return true;
}

RULE(zero_extend) {
  Number a = {{0}};
  (void)why;
  clear_top(a.at, a_of(c), c->in_width);
  size_t n = ir_words_count(c->out_width) + 1; // one more, so that it is not negative
  size_t have = words_of(c) + 1;
  ir_words_resize(out, c->out_width, (IrWords){a.at, have < n ? have : n});
  return true;
}

// ---- Two results. ----

RULE(add_with_carry) {
  Number sum, a;
  size_t n = words_of(c);
  (void)why;
  ir_words_add(sum.at, a_of(c), b_of(c), n);
  ir_words_wrap(sum.at, c->in_width);
  copy(a.at, a_of(c), n);
  if (c->result == 0)
    copy(out, sum.at, n);
  else
    out[0] = ir_words_compare(sum.at, a.at, n) < 0;
  return true;
}

// The product in twice the width, of which one half is asked for.
static bool multiply_halves(const ArithWideCase *c, uint64_t *out, bool is_signed) {
  uint64_t a[2 * ARITH_WIDE_MAX_WORDS] = {0}, b[2 * ARITH_WIDE_MAX_WORDS] = {0};
  uint64_t product[2 * ARITH_WIDE_MAX_WORDS];
  size_t n = words_of(c);
  clear_top(a, a_of(c), c->in_width);
  clear_top(b, b_of(c), c->in_width);
  if (is_signed) {
    copy(a, a_of(c), n);
    copy(b, b_of(c), n);
    if (is_negative(a, n)) memset(a + n, 0xff, n * sizeof *a);
    if (is_negative(b, n)) memset(b + n, 0xff, n * sizeof *b);
  }
  ir_words_multiply(product, a, b, 2 * n);
  if (c->result) ir_words_shift_right(product, product, 2 * n, c->in_width, 0);
  copy(out, product, n);
  return true;
}

RULE(multiply_extended_signed) {
  (void)why;
  return multiply_halves(c, out, true);
}
RULE(multiply_extended_unsigned) {
  (void)why;
  return multiply_halves(c, out, false);
}

// ---- Which op has which. ----

ArithWideRule arith_wide_rule(const IrOpDef *def) {
  static const struct {
    const IrOpDef *def;
    ArithWideRule rule;
  } rules[] = {
      {&arith_addi, add},
      {&arith_subi, subtract},
      {&arith_muli, multiply},
      {&arith_andi, bit_and},
      {&arith_ori, bit_or},
      {&arith_xori, bit_xor},
      {&arith_minsi, min_signed},
      {&arith_maxsi, max_signed},
      {&arith_minui, min_unsigned},
      {&arith_maxui, max_unsigned},
      {&arith_cmpi, compare_numbers},
      {&arith_divui, quotient_unsigned},
      {&arith_divsi, quotient_signed},
      {&arith_remui, remainder_unsigned},
      {&arith_remsi, remainder_signed},
      {&arith_ceildivui, ceiling_unsigned},
      {&arith_ceildivsi, ceiling_signed},
      {&arith_floordivsi, floor_signed},
      {&arith_shli, shift_left},
      {&arith_shrui, shift_right_unsigned},
      {&arith_shrsi, shift_right_signed},
      {&arith_extsi, sign_extend},
      {&arith_trunci, sign_extend},
      {&arith_index_cast, sign_extend},
      {&arith_extui, zero_extend},
      {&arith_index_castui, zero_extend},
      {&arith_addui_extended, add_with_carry},
      {&arith_mulsi_extended, multiply_extended_signed},
      {&arith_mului_extended, multiply_extended_unsigned},
  };
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (rules[i].def == def) return rules[i].rule;
  return NULL;
}

static bool is_integer(IrType type) {
  return ir_type_is_int_or_index(type) && ir_type_width(type) <= ARITH_WIDE_MAX_BITS;
}

bool arith_is_wide_case(IrType in, IrType out) {
  return is_integer(in) && is_integer(out) && (ir_type_is_wide(in) || ir_type_is_wide(out));
}

// ---- Folding. ----

// Element `i` of the operands; false when one is no integer.
static bool load(ArithWideCase *c, const IrAttr *operands, size_t n, int64_t i) {
  for (size_t k = 0; k < n; k++) {
    IrAttr element = operands[k];
    if (ir_attr_kind(element) == IR_ATTR_DENSE) element = ir_attr_dense_at(element, i);
    if (ir_attr_kind(element) != IR_ATTR_INTEGER) return false;
    c->in[k] = ir_attr_words(element);
  }
  return true;
}

static IrAttr fold_element(ArithWideRule rule, ArithWideCase *c, const IrAttr *operands, size_t n,
                           int64_t i, IrType element) {
  Number out = {{0}};
  const char *why;
  if (!load(c, operands, n, i) || !rule(c, out.at, &why)) return NULL;
  ir_words_wrap(out.at, c->out_width);
  return ir_attr_integer_words(element, (IrWords){out.at, ir_words_count(c->out_width)});
}

static IrAttr fold_elements(ArithWideRule rule, ArithWideCase *c, const IrAttr *operands, size_t n,
                            IrType type) {
  int64_t count = ir_type_num_elements(type);
  IrType element = ir_type_element(type);
  if (count == IR_DYNAMIC || count > 1 << 16) return NULL;
  size_t bytes = ir_type_storage_bytes(element);
  char *data = ir_malloc((size_t)count * bytes);
  int64_t i = 0;
  for (; i < count; i++) {
    IrAttr value = fold_element(rule, c, operands, n, i, element);
    if (!value) break;
    ir_dense_store(data + (size_t)i * bytes, value);
  }
  IrAttr all = i == count ? ir_attr_dense(type, data, (size_t)count * bytes) : NULL;
  ir_free(data);
  return all;
}

IrAttr arith_wide_fold(ArithWideRule rule, ArithWideCase c, const IrAttr *operands, size_t n,
                       IrType type) {
  bool uniform = true;
  for (size_t k = 0; k < n; k++) {
    if (!operands[k] || !ir_attr_type(operands[k])) return NULL;
    uniform &= ir_attr_kind(operands[k]) != IR_ATTR_DENSE || ir_attr_is_splat(operands[k]);
  }
  IrType in = ir_type_element(ir_attr_type(operands[0])), out = ir_type_element(type);
  if (!rule || !arith_is_wide_case(in, out)) return NULL;
  c.in_width = ir_type_width(in), c.out_width = ir_type_width(out);
  if (!uniform) return fold_elements(rule, &c, operands, n, type);
  IrAttr value = fold_element(rule, &c, operands, n, 0, out);
  if (!value || !ir_type_is_shaped(type)) return value;
  return arith_can_be_splat(type) ? ir_attr_splat(type, value) : NULL;
}

// ---- Floats. ----

// The top 64 bits with a last bit that says whether something below is set, so that rounding once
// gives what rounding the whole number would.
double arith_words_to_float(IrType type, IrWords words, unsigned width, bool is_signed) {
  Number magnitude;
  bool negative = is_signed && ir_words_is_negative(words);
  copy(magnitude.at, words.at, words.n);
  if (!is_signed) clear_top(magnitude.at, words.at, width);
  if (negative) ir_words_negate(magnitude.at, words.n);
  size_t bits = ir_words_bits((IrWords){magnitude.at, words.n}), shift = bits > 64 ? bits - 64 : 0;
  bool lost = false;
  for (size_t i = 0; i < shift; i++) lost |= magnitude.at[i / 64] >> (i % 64) & 1;
  ir_words_shift_right(magnitude.at, magnitude.at, words.n, shift, 0);
  // 64 bits to 62, a double's 53 and two more at least, and then the float's.
  uint64_t top = magnitude.at[0] | (lost ? 1 : 0);
  double scaled = ldexp((double)(top >> 11 | ((top & 0x7ff) != 0)), (int)shift + 11);
  if (bits <= 53) scaled = (double)top;
  if (ir_type_float_kind(type) == IR_F64 && bits > 53) scaled = ldexp((double)top, (int)shift);
  double rounded = arith_round_float(type, ARITH_TO_NEAREST_EVEN, scaled);
  return negative ? -rounded : rounded;
}

bool arith_float_to_words(double value, unsigned width, bool is_signed, uint64_t *out) {
  value = trunc(value);
  double limit = ldexp(1, (int)(is_signed ? width - 1 : width));
  if (!(value < limit) || value < (is_signed ? -limit : 0)) return false;
  size_t n = ir_words_count(width);
  int exponent;
  double fraction = frexp(fabs(value), &exponent);
  memset(out, 0, n * sizeof *out);
  uint64_t digits = (uint64_t)ldexp(fraction, 53);
  if (exponent <= 53) {
    out[0] = exponent <= 0 ? 0 : digits >> (53 - exponent);
  } else {
    out[0] = digits;
    ir_words_shift_left(out, out, n, (size_t)exponent - 53);
  }
  if (value < 0) ir_words_negate(out, n);
  ir_words_wrap(out, width);
  return true;
}
