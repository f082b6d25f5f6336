// arith-expand-for-gpu: conversions and arithmetic of floats that a GPU has no instruction for.
//
//   %r = arith.truncf %x downward : f32 to bf16
//     =>  %0 = arith.truncf %x : f32 to bf16           rounded to nearest
//         %1 = arith.extf %0 : bf16 to f32
//         %2 = arith.cmpf ogt, %1, %x : f32            too high?
//         ... one less or one more, as bits
//
// Bits of magnitudes are in the order of the magnitudes, so the next number is one more.
//
// What is left is what targets/nvptx emits: to nearest even between f64, f32, f16 and bf16, to tf32
// from f32, to 8-bit floats from others but f64, and the other modes that `is_native` lists.
//
// Where the target has no conversions of 8-bit floats at all, these are made of others, too
// (gpu_float8.c), as are those to tf32 of targets that round away from zero alone.
//
// requires: nothing   preserves: what ops give, symbols, blocks   breaks: nothing
#include <math.h>

#include "dialects/math/math.h"
#include "dialects/tile/target.h"
#include "ir/support/vec.h"
#include "passes/arith/arith_passes.h"
#include "passes/arith/build.h"
#include "passes/arith/gpu_float8.h"

static bool is_float8(IrType type) {
  return build_is_float(type, IR_F8E4M3FN) || build_is_float(type, IR_F8E5M2);
}

// ---- Rounding. ----

static bool is_native(IrFloatKind from, IrFloatKind to, ArithRounding mode) {
  if (from == IR_F32 && to == IR_TF32) return mode != ARITH_UPWARD && mode != ARITH_DOWNWARD;
  switch (mode) {
  case ARITH_TO_NEAREST_EVEN:
    return to != IR_TF32 && !(from == IR_F64 && (to == IR_F8E4M3FN || to == IR_F8E5M2));
  case ARITH_TOWARD_ZERO:
    return from == IR_F64 ? to == IR_F32 : from == IR_F32 && (to == IR_F16 || to == IR_BF16);
  case ARITH_TO_NEAREST_AWAY:
    return false;
  default:
    return from == IR_F64 && to == IR_F32;
  }
}

static IrValue *truncate_as(IrBuilder *b, IrValue *x, IrType type, ArithRounding mode) {
  IrAttr attr = NULL;
  if (mode != ARITH_TO_NEAREST_EVEN) {
    IrType i32 = ir_type_integer(b->ctx, 32, IR_SIGNLESS);
    attr = ir_attr_integer(i32, (int64_t)mode);
  }
  return BUILD1(b, arith_truncf, .in = x, .out_type = type, .roundingmode = attr);
}

// An f64 as an f32 that rounds to any narrower float as the f64 would: cut off, and the last bit
// set when anything was lost (rounding to odd; Boldo and Melquiond, 2008).
static IrValue *round_to_odd(IrBuilder *b, IrValue *x) {
  IrType type = ir_value_type(x), f32 = build_float_like(type, IR_F32);
  IrType bits = build_int_like(type, 32);
  IrValue *cut = truncate_as(b, x, f32, ARITH_TOWARD_ZERO);
  IrValue *lost = build_cmpf(b, ARITH_F_UNE, build_cast(b, &arith_extf, cut, type), x);
  IrValue *last = build_cast(b, &arith_extui, lost, bits);
  IrValue *odd = build_binary(b, &arith_ori, build_cast(b, &arith_bitcast, cut, bits), last);
  return build_cast(b, &arith_bitcast, odd, f32);
}

// What rounding to nearest gave: as bits, and as a number of x's type (infinity, where the type has
// none and it is NaN).
typedef struct Nearest {
  IrValue *x, *bits, *value;
} Nearest;

static IrValue *value_of_bits(IrBuilder *b, IrValue *bits, IrType narrow, IrType type) {
  IrValue *number = build_cast(b, &arith_bitcast, bits, narrow);
  return build_cast(b, &arith_extf, number, type);
}

// NaN for what is too large has no sign that could be relied on.
static IrValue *with_sign(IrBuilder *b, IrValue *bits, IrValue *x) {
  IrType type = ir_value_type(bits);
  IrValue *is_negative = build_cmpf(b, ARITH_F_OLT, x, build_float(b, ir_value_type(x), 0));
  int64_t sign = -(INT64_C(1) << (build_width(type) - 1));
  IrValue *bit = build_select(b, is_negative, build_int(b, type, sign), build_int(b, type, 0));
  return build_binary(b, &arith_ori, bits, bit);
}

static Nearest round_to_nearest(IrBuilder *b, IrValue *x, IrType narrow) {
  IrType type = ir_value_type(x), bits = build_int_like(narrow, build_width(narrow));
  IrValue *r = truncate_as(b, x, narrow, ARITH_TO_NEAREST_EVEN);
  IrValue *value = build_cast(b, &arith_extf, r, type);
  IrValue *infinity = build_float(b, type, INFINITY);
  infinity = build_binary(b, &math_copysign, infinity, x);
  IrValue *is_nan = build_cmpf(b, ARITH_F_UNO, value, value);
  value = build_select(b, is_nan, infinity, value);
  r = build_cast(b, &arith_bitcast, r, bits);
  return (Nearest){x, build_is_float(narrow, IR_F8E4M3FN) ? with_sign(b, r, x) : r, value};
}

static IrValue *plus(IrBuilder *b, IrValue *bits, int64_t step) {
  return build_binary(b, &arith_addi, bits, build_int(b, ir_value_type(bits), step));
}

static IrValue *size_of(IrBuilder *b, IrValue *x) {
  return build_unary(b, &math_absf, x);
}

// Which way the number found is wrong: comparisons are false for NaN, which stays.
static IrValue *is_wrong(IrBuilder *b, const Nearest *n, ArithRounding mode) {
  if (mode == ARITH_DOWNWARD) return build_cmpf(b, ARITH_F_OGT, n->value, n->x);
  if (mode == ARITH_UPWARD) return build_cmpf(b, ARITH_F_OLT, n->value, n->x);
  return build_cmpf(b, ARITH_F_OGT, size_of(b, n->value), size_of(b, n->x));
}

// Whether x is in the middle between the number found and the next larger magnitude.
static IrValue *is_tie(IrBuilder *b, const Nearest *n, IrType narrow) {
  IrType type = ir_value_type(n->x);
  IrValue *size = size_of(b, n->x), *low = size_of(b, n->value);
  IrValue *high = size_of(b, value_of_bits(b, plus(b, n->bits, 1), narrow, type));
  IrValue *above = build_binary(b, &arith_subf, size, low);
  IrValue *below = build_binary(b, &arith_subf, high, size);
  return build_cmpf(b, ARITH_F_OEQ, above, below);
}

static IrValue *rounded(IrBuilder *b, IrValue *x, IrType narrow, ArithRounding mode) {
  Nearest n = round_to_nearest(b, x, narrow);
  IrValue *wrong, *other;
  if (mode == ARITH_TO_NEAREST_AWAY) {
    wrong = is_tie(b, &n, narrow), other = plus(b, n.bits, 1);
  } else {
    wrong = is_wrong(b, &n, mode), other = plus(b, n.bits, -1);
    IrValue *more = plus(b, n.bits, 1);
    IrType type = ir_value_type(x);
    IrValue *is_negative = build_cmpf(b, ARITH_F_OLT, x, build_float(b, type, 0));
    if (mode == ARITH_DOWNWARD) other = build_select(b, is_negative, more, other);
    if (mode == ARITH_UPWARD) other = build_select(b, is_negative, other, more);
  }
  return build_cast(b, &arith_bitcast, build_select(b, wrong, other, n.bits), narrow);
}

IR_PATTERN(gpu_exact_truncf, arith_truncf, 1, "truncf -> truncf of the target, corrected") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = GET(op, arith_truncf, in);
  IrType type = ir_value_type(x), narrow = ir_value_type(ir_op_result(op, 0));
  IrFloatKind from = ir_type_float_kind(ir_type_element(type));
  IrFloatKind to = ir_type_float_kind(ir_type_element(narrow));
  ArithRounding mode = arith_rounding(GET(op, arith_truncf, roundingmode));
  if (!build_has_constants(type)) return ir_no_match(rw, op, "its extents are not known");
  if (is_native(from, to, mode)) return ir_no_match(rw, op, "there is an instruction for it");
  if (mode == ARITH_TO_NEAREST_EVEN) {
    if (from != IR_F64) return ir_no_match(rw, op, "it has no expansion");
    return ir_replace(rw, op, truncate_as(b, round_to_odd(b, x), narrow, mode));
  }
  if (to == IR_TF32) return ir_no_match(rw, op, "it has no expansion");
  if (from != IR_F32 && from != IR_F64)
    x = build_cast(b, &arith_extf, x, build_float_like(type, IR_F32));
  return ir_replace(rw, op, rounded(b, x, narrow, mode));
}

// Before sm_90 the one instruction rounds to nearest, away from zero: others are done on the bits,
// which leaves it nothing to round.  What is cut off is made a half, less the last bit that stays,
// so that it carries where that is 1.
IR_PATTERN(gpu_tf32_truncf, arith_truncf, 1, "truncf to tf32 -> bits, rounded and cut off") {
  enum { CUT = 13 };
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = GET(op, arith_truncf, in);
  IrType type = ir_value_type(x), narrow = ir_value_type(ir_op_result(op, 0));
  ArithRounding mode = arith_rounding(GET(op, arith_truncf, roundingmode));
  if (!build_is_float(type, IR_F32) || !build_is_float(narrow, IR_TF32) ||
      !build_has_constants(type) || mode == ARITH_TO_NEAREST_AWAY)
    return ir_no_match(rw, op, "there is an instruction for it");
  if (!is_native(IR_F32, IR_TF32, mode)) return ir_no_match(rw, op, "it has no expansion");
  IrType i32 = build_int_like(type, 32);
  IrValue *bits = build_cast(b, &arith_bitcast, x, i32);
  if (mode == ARITH_TO_NEAREST_EVEN) {
    IrValue *last = build_binary(b, &arith_shrui, bits, build_int(b, i32, CUT));
    last = build_binary(b, &arith_andi, last, build_int(b, i32, 1));
    bits = build_binary(b, &arith_addi, plus(b, bits, (1 << (CUT - 1)) - 1), last);
  }
  bits = build_binary(b, &arith_andi, bits, build_int(b, i32, -(1 << CUT)));
  IrValue *is_nan = build_cmpf(b, ARITH_F_UNO, x, x);
  IrValue *cut = build_select(b, is_nan, x, build_cast(b, &arith_bitcast, bits, type));
  return ir_replace(rw, op, truncate_as(b, cut, narrow, ARITH_TO_NEAREST_AWAY));
}

// ---- Integers. ----

// Through f32, which is exact as far as 8-bit floats go.
static bool from_integer(IrRewriter *rw, IrOp *op) {
  IrValue *x = ir_op_operand(op, 0);
  IrType integer = ir_value_type(x), type = ir_value_type(ir_op_result(op, 0));
  bool tf32 = build_is_float(type, IR_TF32);
  if (!is_float8(type) && !tf32) return ir_no_match(rw, op, "there is an instruction for it");
  if (tf32 && build_width(integer) > 32) return ir_no_match(rw, op, "it has no expansion");
  IrFloatKind wide = tf32 && build_width(integer) > 16 ? IR_F64 : IR_F32;
  IrBuilder *b = ir_rewriter_builder(rw);
  const IrOpDef *convert = IS(op, arith_sitofp) ? &arith_sitofp : &arith_uitofp;
  IrValue *number = build_cast(b, convert, x, build_float_like(type, wide));
  return ir_replace(rw, op, truncate_as(b, number, type, ARITH_TO_NEAREST_EVEN));
}
IR_PATTERN(gpu_exact_sitofp, arith_sitofp, 1, "sitofp to f8 -> sitofp to f32") {
  return from_integer(rw, op);
}
IR_PATTERN(gpu_exact_uitofp, arith_uitofp, 1, "uitofp to f8 -> uitofp to f32") {
  return from_integer(rw, op);
}

static bool to_integer(IrRewriter *rw, IrOp *op, const IrOpDef *convert) {
  IrValue *x = ir_op_operand(op, 0);
  IrType type = ir_value_type(x);
  if (!is_float8(type)) return ir_no_match(rw, op, "there is an instruction for it");
  IrBuilder *b = ir_rewriter_builder(rw);
  x = build_cast(b, &arith_extf, x, build_float_like(type, IR_F32));
  return ir_replace(rw, op, build_cast(b, convert, x, ir_value_type(ir_op_result(op, 0))));
}
IR_PATTERN(gpu_exact_fptosi, arith_fptosi, 1, "fptosi of f8 -> fptosi of f32") {
  return to_integer(rw, op, &arith_fptosi);
}
IR_PATTERN(gpu_exact_fptoui, arith_fptoui, 1, "fptoui of f8 -> fptoui of f32") {
  return to_integer(rw, op, &arith_fptoui);
}

// ---- Arithmetic of 8-bit floats. ----

// By way of f32, which has digits enough that rounding twice is as rounding once; but for fma,
// whose sum is exact in f64 only.
static bool in_wider(IrRewriter *rw, IrOp *op, IrFloatKind kind) {
  enum { MAX = 3 };
  IrValue *operands[MAX];
  size_t n = ir_op_num_operands(op);
  IrType type = ir_value_type(ir_op_operand(op, 0)), result = ir_value_type(ir_op_result(op, 0));
  if (!is_float8(type) || n > MAX) return ir_no_match(rw, op, "there is an instruction for it");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType wide = build_float_like(type, kind), made = is_float8(result) ? wide : result;
  for (size_t i = 0; i < n; i++)
    operands[i] = build_cast(b, &arith_extf, ir_op_operand(op, i), wide);
  IrOp *again = ir_builder_create(b, (IrOpCreate){.info = ir_op_info(op),
                                                  .loc = ir_op_loc(op),
                                                  .operands = operands,
                                                  .num_operands = n,
                                                  .result_types = &made,
                                                  .num_results = 1});
  IrAttr predicate = ir_op_attr(op, "predicate");
  if (predicate) ir_op_set_attr(again, "predicate", predicate);
  IrValue *r = ir_op_result(again, 0);
  if (made != result) r = truncate_as(b, r, result, ARITH_TO_NEAREST_EVEN);
  return ir_replace(rw, op, r);
}

#define IN_F32(dialect, name) \
  IR_PATTERN(gpu_exact_##name, dialect##_##name, 1, #name " of f8 -> " #name " of f32") { \
    return in_wider(rw, op, IR_F32); \
  }
IN_F32(arith, addf)
IN_F32(arith, subf)
IN_F32(arith, mulf)
IN_F32(arith, divf)
IN_F32(arith, remf)
IN_F32(arith, maximumf)
IN_F32(arith, minimumf)
IN_F32(arith, maxnumf)
IN_F32(arith, minnumf)
IN_F32(arith, cmpf)
IN_F32(math, ceil)
IN_F32(math, floor)
IN_F32(math, trunc)
IN_F32(math, round)
IN_F32(math, roundeven)
IN_F32(math, clampf)
IR_PATTERN(gpu_exact_fma, math_fma, 1, "fma of f8 -> fma of f64") {
  return in_wider(rw, op, IR_F64);
}

// What only moves the sign, also that of NaN, is done on the bits.
static IrValue *sign_bit(IrBuilder *b, IrValue *bits, bool keep) {
  IrValue *mask = build_int(b, ir_value_type(bits), keep ? -0x80 : 0x7f);
  return build_binary(b, &arith_andi, bits, mask);
}

static IrValue *bits_of_float8(IrBuilder *b, IrValue *x) {
  return build_cast(b, &arith_bitcast, x, build_int_like(ir_value_type(x), 8));
}

static bool has_signs(IrRewriter *rw, IrOp *op) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (is_float8(type) && build_has_constants(type)) return true;
  return ir_no_match(rw, op, "there is an instruction for it");
}

static bool replace_by_bits(IrRewriter *rw, IrOp *op, IrValue *bits) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  return ir_replace(rw, op, build_cast(ir_rewriter_builder(rw), &arith_bitcast, bits, type));
}

IR_PATTERN(gpu_exact_negf, arith_negf, 1, "negf of f8 -> bits ^ sign") {
  if (!has_signs(rw, op)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = bits_of_float8(b, GET(op, arith_negf, operand));
  IrValue *sign = build_int(b, ir_value_type(x), -0x80);
  return replace_by_bits(rw, op, build_binary(b, &arith_xori, x, sign));
}
IR_PATTERN(gpu_exact_absf, math_absf, 1, "absf of f8 -> bits without sign") {
  if (!has_signs(rw, op)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = bits_of_float8(b, GET(op, math_absf, operand));
  return replace_by_bits(rw, op, sign_bit(b, x, false));
}
IR_PATTERN(gpu_exact_copysign, math_copysign, 1, "copysign of f8 -> bits of both") {
  if (!has_signs(rw, op)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = sign_bit(b, bits_of_float8(b, GET(op, math_copysign, lhs)), false);
  IrValue *y = sign_bit(b, bits_of_float8(b, GET(op, math_copysign, rhs)), true);
  return replace_by_bits(rw, op, build_binary(b, &arith_ori, x, y));
}

// ---- The pass. ----

static const IrPattern *const patterns[] = {
    &gpu_exact_truncf, &gpu_exact_sitofp, &gpu_exact_uitofp, &gpu_exact_fptosi, &gpu_exact_fptoui,
    &gpu_exact_addf, &gpu_exact_subf, &gpu_exact_mulf, &gpu_exact_divf, &gpu_exact_remf,
    &gpu_exact_negf, &gpu_exact_maximumf, &gpu_exact_minimumf, &gpu_exact_maxnumf,
    &gpu_exact_minnumf, &gpu_exact_cmpf, &gpu_exact_absf, &gpu_exact_ceil, &gpu_exact_floor,
    &gpu_exact_trunc, &gpu_exact_round, &gpu_exact_roundeven, &gpu_exact_copysign,
    &gpu_exact_clampf, &gpu_exact_fma,
    // The last three only where the target needs them.
    &gpu_tf32_truncf, &gpu_float8_extf, &gpu_float8_truncf};
enum { NUM_PATTERNS = sizeof patterns / sizeof *patterns, NUM_FLOAT8 = 2, NUM_TF32 = 1 };
enum { TF32_ARCH = 90 }; // the first that rounds to tf32 as arith does

typedef IR_VEC(IrOp *) OpList;

static bool has_pattern(const IrOp *op) {
  for (size_t i = 0; i < NUM_PATTERNS; i++)
    if (ir_op_is(op, patterns[i]->root)) return true;
  return false;
}

// Only those on types that need it, so that other kernels cost no more than the question.
static bool is_suspect(const IrOp *op) {
  if (!has_pattern(op)) return false;
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  return is_float8(from) || is_float8(to) || build_is_float(to, IR_TF32) ||
         ir_op_attr(op, "roundingmode");
}

static IrStatus collect(IrOp *op, void *user) {
  OpList *ops = user;
  if (is_suspect(op)) ir_vec_push(ops, op);
  return IR_OK;
}

IrStatus arith_expand_for_gpu_run(IrPassRun *run, IrOp *root) {
  const struct arith_expand_for_gpu_decl *self = run->decl;
  OpList ops = {0};
  unsigned arch = tile_target_of(root)->arch;
  size_t needed = NUM_PATTERNS;
  if (arch >= GPU_FLOAT8_ARCH) needed -= NUM_FLOAT8;
  if (arch >= TF32_ARCH) needed -= NUM_TF32;
  IrStatus status = ir_walk_pre(root, collect, &ops);
  if (ops.n && status == IR_OK)
    status = ir_rewrite_greedily(root, patterns, needed,
                                 &(IrGreedyOptions){.fold = true,
                                                    .rewrites = &self->stats->ops,
                                                    .scope = IR_REWRITE_EXISTING_AND_NEW,
                                                    .only = ops.at,
                                                    .num_only = ops.n});
  ir_vec_free(&ops);
  return status;
}
