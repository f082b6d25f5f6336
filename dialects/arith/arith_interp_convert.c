// Interpreter rules of arith's conversions.  Out of range a conversion to integers gives the end of
// the range, as the GPU does.
#include "dialects/arith/arith.h"

#include <math.h>

#include "dialects/arith/arith_wide.h"
#include "ir/interp/elementwise.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/arith/arith_ops.def"
#include "ir/core/opdef_end.inc"

// An i1 that is set is -1 as a signed number.
#define UNSIGNED(x) ir_int_unsigned((x), width)
#define SIGNED(x) (width == 1 ? -(x) : (x))

// ---- Floats. ----

IrStep arith_extf_interp(IrInterp *interp, IrOp *op) {
  return ir_map_convert(interp, op);
}

IrStep arith_truncf_interp(IrInterp *interp, IrOp *op) {
  ArithRounding mode = arith_rounding(GET(op, arith_truncf, roundingmode));
  if (mode == ARITH_TO_NEAREST_EVEN) return ir_map_convert(interp, op);
  const IrCell *from = ir_interp_operand(interp, op, 0);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  for (int64_t i = 0; i < to->count * to->lanes; i++)
    ir_cell_set_double(to, i, arith_round_float(to->element, mode, ir_cell_double(from, i)));
  return IR_STEP_NEXT;
}

// ---- Scaled floats. ----

// A scale as a number of `type`: a power of two first.
static double scale_in(IrType type, double scale) {
  scale = ir_float_decode(IR_F8E8M0FNU, ir_float_encode(IR_F8E8M0FNU, scale));
  return arith_round_float(type, ARITH_TO_NEAREST_EVEN, scale);
}

IrStep arith_scaling_extf_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0), *scale = ir_interp_operand(interp, op, 1);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  for (int64_t i = 0; i < to->count * to->lanes; i++) {
    double value = arith_round_float(to->element, ARITH_TO_NEAREST_EVEN, ir_cell_double(from, i));
    ir_cell_set_double(to, i, value * scale_in(to->element, ir_cell_double(scale, i)));
  }
  return IR_STEP_NEXT;
}

IrStep arith_scaling_truncf_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0), *scale = ir_interp_operand(interp, op, 1);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  ArithRounding mode = arith_rounding(GET(op, arith_scaling_truncf, roundingmode));
  for (int64_t i = 0; i < to->count * to->lanes; i++) {
    double value = ir_cell_double(from, i) / scale_in(from->element, ir_cell_double(scale, i));
    value = arith_round_float(from->element, ARITH_TO_NEAREST_EVEN, value);
    ir_cell_set_double(to, i, arith_round_float(to->element, mode, value));
  }
  return IR_STEP_NEXT;
}

// ---- Integers. ----

// Operands of one width, the result of another: the map decodes by the operand's type and wraps to
// the result's.
#define CAST_RULE(id, expr) \
  static const char *id##_loop(const int64_t *const *in, int64_t *out, int n, unsigned width) { \
    (void)width; \
    for (int i = 0; i < n; i++) { \
      int64_t a = in[0][i]; \
      out[i] = (int64_t)(expr); \
    } \
    return NULL; \
  } \
  IrStep id##_interp(IrInterp *interp, IrOp *op) { \
    IrStep step; \
    return arith_wide_runs(interp, op, &step) ? step : ir_map_int(interp, op, id##_loop); \
  }

CAST_RULE(arith_extsi, SIGNED(a))
CAST_RULE(arith_extui, UNSIGNED(a))
CAST_RULE(arith_trunci, a)
CAST_RULE(arith_index_cast, SIGNED(a))
CAST_RULE(arith_index_castui, UNSIGNED(a))

IrStep arith_bitcast_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  if (from->element_bytes != to->element_bytes)
    return ir_interp_fail(interp, op, "is not executed between '{}' and '{}'", from->type,
                          to->type);
  memcpy(to->data, from->data, (size_t)(to->count * to->lanes) * to->element_bytes);
  return IR_STEP_NEXT;
}

// Cuts a number of up to 64 bits to the 53 a double holds so that rounding it once more gives what
// rounding the number itself would: the last bit kept is set when anything was cut off.
static double to_odd_double(uint64_t magnitude) {
  if (magnitude >> 53 == 0) return (double)magnitude;
  uint64_t cut = magnitude & 0x7ff;
  return (double)((magnitude & ~UINT64_C(0x7ff)) | (cut ? UINT64_C(0x800) : 0));
}

static double int_to_number(int64_t value, bool is_signed, bool wide) {
  if (is_signed && value < 0) {
    uint64_t magnitude = 0 - (uint64_t)value;
    return wide ? -(double)magnitude : -to_odd_double(magnitude);
  }
  return wide ? (double)(uint64_t)value : to_odd_double((uint64_t)value);
}

static IrStep too_long(IrInterp *interp, const IrOp *op, const IrCell *cell) {
  return ir_interp_fail(interp, op, "is not executed on '{}'", cell->type);
}

static IrStep from_wide_int(IrInterp *interp, const IrOp *op, const IrCell *from, IrCell *to,
                            bool is_signed) {
  unsigned width = ir_type_width(from->element);
  if (width > ARITH_WIDE_MAX_BITS) return too_long(interp, op, from);
  for (int64_t i = 0; i < to->count * to->lanes; i++) {
    const uint64_t *words = (const uint64_t *)from->data + (size_t)i * ir_words_count(width);
    IrWords number = {words, ir_words_count(width)};
    ir_cell_set_double(to, i, arith_words_to_float(to->element, number, width, is_signed));
  }
  return IR_STEP_NEXT;
}

static IrStep to_wide_int(IrInterp *interp, const IrOp *op, const IrCell *from, IrCell *to,
                          bool is_signed) {
  unsigned width = ir_type_width(to->element);
  if (width > ARITH_WIDE_MAX_BITS) return too_long(interp, op, to);
  size_t n = ir_words_count(width);
  for (int64_t i = 0; i < to->count * to->lanes; i++) {
    uint64_t *words = (uint64_t *)to->data + (size_t)i * n;
    double value = ir_cell_double(from, i);
    if (arith_float_to_words(value, width, is_signed, words)) continue;
    // Beyond the range its end, NaN gives 0.
    bool to_lowest = value<0, to_highest = value> 0;
    memset(words, to_highest ? 0xff : 0, n * sizeof *words);
    uint64_t sign = UINT64_C(1) << (width - 1) % 64;
    if (is_signed && to_highest) words[n - 1] = sign - 1;
    if (is_signed && to_lowest) words[n - 1] = sign;
    ir_words_wrap(words, width);
  }
  return IR_STEP_NEXT;
}

static IrStep from_int(IrInterp *interp, IrOp *op, bool is_signed) {
  const IrCell *from = ir_interp_operand(interp, op, 0);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  unsigned width = ir_element_width(from->element);
  bool wide = ir_element_kind(to->element) == IR_ELEMENT_F64;
  if (width > 64) return from_wide_int(interp, op, from, to, is_signed);
  for (int64_t i = 0; i < to->count * to->lanes; i++) {
    int64_t value = ir_cell_int(from, i);
    value = is_signed ? SIGNED(value) : (int64_t)UNSIGNED(value);
    ir_cell_set_double(to, i, int_to_number(value, is_signed, wide));
  }
  return IR_STEP_NEXT;
}

IrStep arith_sitofp_interp(IrInterp *interp, IrOp *op) {
  return from_int(interp, op, true);
}

IrStep arith_uitofp_interp(IrInterp *interp, IrOp *op) {
  return from_int(interp, op, false);
}

// Towards zero; beyond the type's range its end, NaN gives 0.
static int64_t number_to_signed(double value, unsigned width) {
  double limit = ldexp(1.0, (int)width - 1);
  if (isnan(value)) return 0;
  if (value >= limit) return width == 64 ? INT64_MAX : (INT64_C(1) << (width - 1)) - 1;
  return value <= -limit ? (int64_t)(0 - (UINT64_C(1) << (width - 1))) : (int64_t)value;
}

static int64_t number_to_unsigned(double value, unsigned width) {
  if (!(value > 0)) return 0;
  if (value >= ldexp(1.0, (int)width)) return -1;
  return (int64_t)(uint64_t)value;
}

static IrStep to_int(IrInterp *interp, IrOp *op, int64_t (*convert)(double, unsigned)) {
  const IrCell *from = ir_interp_operand(interp, op, 0);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  unsigned width = ir_element_width(to->element);
  if (width > 64) return to_wide_int(interp, op, from, to, convert == number_to_signed);
  for (int64_t i = 0; i < to->count * to->lanes; i++)
    ir_cell_set_int(to, i, convert(ir_cell_double(from, i), width));
  return IR_STEP_NEXT;
}

IrStep arith_fptosi_interp(IrInterp *interp, IrOp *op) {
  return to_int(interp, op, number_to_signed);
}

IrStep arith_fptoui_interp(IrInterp *interp, IrOp *op) {
  return to_int(interp, op, number_to_unsigned);
}
