// arith-expand: ops that targets do not have become ops that they do.
//
//   %q = arith.ceildivui %a, %b : i32    =>    %0 = arith.cmpi eq, %a, %c0 : i32
//                                              %1 = arith.subi %a, %c1 : i32
//                                              %2 = arith.divui %1, %b : i32
//                                              %3 = arith.addi %2, %c1 : i32
//                                              %q = arith.select %0, %c0, %3 : i32
//
// A conversion to a target without these ops, so what an expansion makes is expanded as well, and
// what is not of arith or vector is folded where it can be, for the target does not know it.  Here
// are the divisions and the minima and maxima; conversions of floats are in expand_floats.c.
//
// requires: nothing   preserves: symbols, blocks, meaning but for what the pass's description says
// breaks: nothing
#include "ir/edit/conversion.h"
#include "passes/arith/arith_passes.h"
#include "passes/arith/build.h"
#include "passes/arith/expand.h"

static bool no_constants(IrRewriter *rw, IrOp *op) {
  return ir_no_match(rw, op, "it takes constants, and the extents of '{}' are not known",
                     ir_value_type(ir_op_result(op, 0)));
}

// ---- Divisions ----

// The quotient that was rounded towards zero, and whether that lost something.
static IrValue *inexact_quotient(IrBuilder *b, IrValue *x, IrValue *y, IrValue **inexact) {
  IrValue *quotient = build_binary(b, &arith_divsi, x, y);
  IrValue *product = build_binary(b, &arith_muli, quotient, y);
  *inexact = build_cmpi(b, ARITH_NE, x, product);
  return quotient;
}

// Whether the signs compare as `predicate` says: ARITH_EQ or ARITH_NE.
static IrValue *compare_signs(IrBuilder *b, ArithCmpI predicate, IrValue *x, IrValue *y,
                              IrValue *zero) {
  IrValue *x_negative = build_cmpi(b, ARITH_SLT, x, zero);
  IrValue *y_negative = build_cmpi(b, ARITH_SLT, y, zero);
  return build_cmpi(b, predicate, x_negative, y_negative);
}

// Nothing wraps but in 0 - 1, which is not chosen.
IR_PATTERN(expand_ceildivui, arith_ceildivui, 1, "ceil(x / y) -> x == 0 ? 0 : (x - 1) / y + 1") {
  IrValue *x = GET(op, arith_ceildivui, lhs), *y = GET(op, arith_ceildivui, rhs);
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *zero = build_int(b, type, 0);
  IrValue *is_zero = build_cmpi(b, ARITH_EQ, x, zero);
  IrValue *one = build_int(b, type, 1);
  IrValue *quotient = build_binary(b, &arith_divui, build_binary(b, &arith_subi, x, one), y);
  IrValue *up = build_binary(b, &arith_addi, quotient, one);
  return ir_replace(rw, op, build_select(b, is_zero, zero, up));
}

IR_PATTERN(expand_ceildivsi, arith_ceildivsi, 1,
           "ceil(x / y) -> q = x / y; q * y != x && signs equal ? q + 1 : q") {
  IrValue *x = GET(op, arith_ceildivsi, lhs), *y = GET(op, arith_ceildivsi, rhs);
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *zero = build_int(b, type, 0), *one = build_int(b, type, 1), *inexact;
  IrValue *quotient = inexact_quotient(b, x, y, &inexact);
  IrValue *same = compare_signs(b, ARITH_EQ, x, y, zero);
  IrValue *rounds = build_binary(b, &arith_andi, inexact, same);
  IrValue *up = build_binary(b, &arith_addi, quotient, one);
  return ir_replace(rw, op, build_select(b, rounds, up, quotient));
}

IR_PATTERN(expand_floordivsi, arith_floordivsi, 1,
           "floor(x / y) -> q = x / y; q * y != x && signs differ ? q - 1 : q") {
  IrValue *x = GET(op, arith_floordivsi, lhs), *y = GET(op, arith_floordivsi, rhs), *inexact;
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *quotient = inexact_quotient(b, x, y, &inexact);
  IrValue *differ = compare_signs(b, ARITH_NE, x, y, build_int(b, type, 0));
  IrValue *rounds = build_binary(b, &arith_andi, inexact, differ);
  IrValue *down = build_binary(b, &arith_addi, quotient, build_int(b, type, -1));
  return ir_replace(rw, op, build_select(b, rounds, down, quotient));
}

// ---- Minima and maxima ----

static bool expand_int(IrRewriter *rw, IrOp *op, ArithCmpI predicate) {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = ir_op_operand(op, 0), *y = ir_op_operand(op, 1);
  return ir_replace(rw, op, build_select(b, build_cmpi(b, predicate, x, y), x, y));
}

IR_PATTERN(expand_maxsi, arith_maxsi, 1, "max(x, y) -> x > y ? x : y") {
  return expand_int(rw, op, ARITH_SGT);
}
IR_PATTERN(expand_maxui, arith_maxui, 1, "max(x, y) -> x > y ? x : y") {
  return expand_int(rw, op, ARITH_UGT);
}
IR_PATTERN(expand_minsi, arith_minsi, 1, "min(x, y) -> x < y ? x : y") {
  return expand_int(rw, op, ARITH_SLT);
}
IR_PATTERN(expand_minui, arith_minui, 1, "min(x, y) -> x < y ? x : y") {
  return expand_int(rw, op, ARITH_ULT);
}

// The predicate holds when one of them is NaN, and x is chosen then: a NaN in y is left to look for
// when it is to be the result, and one in x when it is not to be.
static bool expand_float(IrRewriter *rw, IrOp *op, ArithCmpF predicate, bool keeps_nan) {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = ir_op_operand(op, 0), *y = ir_op_operand(op, 1), *suspect = keeps_nan ? y : x;
  IrValue *chosen = build_select(b, build_cmpf(b, predicate, x, y), x, y);
  IrValue *is_nan = build_cmpf(b, ARITH_F_UNO, suspect, suspect);
  return ir_replace(rw, op, build_select(b, is_nan, y, chosen));
}

IR_PATTERN(expand_maximumf, arith_maximumf, 1,
           "maximum(x, y) -> isnan(y) ? y : x > y || isnan(x) ? x : y") {
  return expand_float(rw, op, ARITH_F_UGT, true);
}
IR_PATTERN(expand_minimumf, arith_minimumf, 1,
           "minimum(x, y) -> isnan(y) ? y : x < y || isnan(x) ? x : y") {
  return expand_float(rw, op, ARITH_F_ULT, true);
}
IR_PATTERN(expand_maxnumf, arith_maxnumf, 1,
           "maxnum(x, y) -> isnan(x) ? y : x > y || isnan(y) ? x : y") {
  return expand_float(rw, op, ARITH_F_UGT, false);
}
IR_PATTERN(expand_minnumf, arith_minnumf, 1,
           "minnum(x, y) -> isnan(x) ? y : x < y || isnan(y) ? x : y") {
  return expand_float(rw, op, ARITH_F_ULT, false);
}

static const IrPattern *const always[] = {
    &expand_ceildivui, &expand_ceildivsi, &expand_floordivsi, &expand_maxsi,   &expand_maxui,
    &expand_minsi,     &expand_minui,     &expand_maxnumf,    &expand_minnumf,
};
static const IrPattern *const zeros[EXPAND_NUM_ZEROS] = {&expand_maximumf, &expand_minimumf};
enum { NUM_ALWAYS = sizeof always / sizeof *always };

// ---- The target: which conversions it has is said by the options. ----

typedef struct Included {
  bool bf16, f8E8M0, f4E2M1;
} Included;

static IrConverted keep_type(void *user, IrType type, IrTypeList *out) {
  (void)user, (void)type, (void)out;
  return IR_CONVERT_SAME;
}

// f32 and bf16 are each other's counterpart, the others are converted from and to any type.
static bool is_expanded(const Included *include, IrType narrow, IrType wide) {
  if (build_is_float(narrow, IR_BF16)) return include->bf16 && build_is_float(wide, IR_F32);
  if (build_is_float(narrow, IR_F8E8M0FNU)) return include->f8E8M0;
  return include->f4E2M1 && build_is_float(narrow, IR_F4E2M1FN);
}

static bool keeps_extf(IrOp *op, const IrTypeConverter *types) {
  return !is_expanded(types->user, ir_value_type(ir_op_operand(op, 0)),
                      ir_value_type(ir_op_result(op, 0)));
}

static bool keeps_truncf(IrOp *op, const IrTypeConverter *types) {
  return !is_expanded(types->user, ir_value_type(ir_op_result(op, 0)),
                      ir_value_type(ir_op_operand(op, 0)));
}

#define GONE(name_) \
  { .name = name_, .legality = IR_ILLEGAL }
static const IrLegalRule target[] = {
    GONE("arith.ceildivsi"),
    GONE("arith.ceildivui"),
    GONE("arith.floordivsi"),
    GONE("arith.maxsi"),
    GONE("arith.maxui"),
    GONE("arith.minsi"),
    GONE("arith.minui"),
    GONE("arith.maximumf"),
    GONE("arith.minimumf"),
    GONE("arith.maxnumf"),
    GONE("arith.minnumf"),
    GONE("arith.scaling_extf"),
    GONE("arith.scaling_truncf"),
    {.name = "arith.extf", .legality = IR_LEGAL_WHEN, .when = keeps_extf},
    {.name = "arith.truncf", .legality = IR_LEGAL_WHEN, .when = keeps_truncf},
    {.name = "arith.*", .legality = IR_LEGAL},
    {.name = "vector.*", .legality = IR_LEGAL},
    {0},
};

// ---- The pass ----

enum {
  MAX_PATTERNS = NUM_ALWAYS + EXPAND_NUM_ZEROS + EXPAND_NUM_SCALING + EXPAND_NUM_BF16 +
                 EXPAND_NUM_F8E8M0 + EXPAND_NUM_F4E2M1
};

typedef struct Patterns {
  const IrPattern *at[MAX_PATTERNS];
  size_t n;
} Patterns;

static void add(Patterns *patterns, const IrPattern *const *list, size_t n) {
  for (size_t i = 0; i < n; i++) patterns->at[patterns->n++] = list[i];
}

static Patterns patterns_for(const Included *include, bool exact) {
  Patterns patterns = {.n = 0};
  add(&patterns, always, NUM_ALWAYS);
  add(&patterns, exact ? expand_zeros_exact : zeros, EXPAND_NUM_ZEROS);
  add(&patterns, expand_scaling, EXPAND_NUM_SCALING);
  if (include->bf16) add(&patterns, expand_bf16, EXPAND_NUM_BF16);
  if (include->f8E8M0)
    add(&patterns, exact ? expand_f8E8M0_exact : expand_f8E8M0, EXPAND_NUM_F8E8M0);
  if (include->f4E2M1)
    add(&patterns, exact ? expand_f4E2M1_exact : expand_f4E2M1, EXPAND_NUM_F4E2M1);
  return patterns;
}

IrStatus arith_expand_run(IrPassRun *run, IrOp *root) {
  const struct arith_expand_decl *self = run->decl;
  Included include = {self->options.include_bf16, self->options.include_f8e8m0,
                      self->options.include_f4e2m1};
  Patterns patterns = patterns_for(&include, self->options.exact);
  const IrTypeConverter types = {
      .size = sizeof types, .name = "same types", .user = &include, .convert = keep_type};
  return ir_convert(
      root, target, patterns.at, patterns.n,
      &(IrConversionOptions){
          .types = &types, .pass = run->pass->name, .fold = true, .rewrites = &self->stats->ops});
}
