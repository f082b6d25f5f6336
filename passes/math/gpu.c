// math-expand-for-gpu: functions that a GPU has no instruction for, out of those it has.
//
//   %r = math.exp %x fastmath<afn> : f32    =>    %0 = arith.mulf %x, %log2_e : f32
//                                                 %r = math.exp2 %0 fastmath<afn> : f32
//
// What is left are ops that targets/nvptx emits as one instruction or a few: fma, sqrt, rsqrt,
// exp2, roundings to integers, and the `afn` forms of exp2, log2, sin, cos and tanh.  Everything
// else is in gpu_*.c, as expressions of these; there is no library behind.  Because the result is
// IR, the interpreter executes it, and errors are measured without a GPU
// (tests/bench/math_accuracy.py).
//
// Functions of narrower floats are computed in f32 and rounded once.
//
// requires: nothing   preserves: symbols, meaning but for accuracy (docs/numerics.md)
// breaks: blocks without scf (convert-scf-to-cf comes after)
#include <math.h>

#include "ir/support/vec.h"
#include "passes/math/gpu.h"
#include "passes/math/math_passes.h"

static unsigned flags_of(const IrOp *op) {
  return arith_fastmath_flags(ir_op_attr(op, "fastmath"));
}

static IrFloatKind kind_of(const IrOp *op) {
  return ir_type_float_kind(ir_type_element(ir_value_type(ir_op_operand(op, 0))));
}

static bool is_narrow(IrFloatKind kind) {
  return kind != IR_F64 && kind != IR_F32 && ir_float_format(kind)->bits <= 19;
}

static bool no_instruction(IrRewriter *rw, IrOp *op) {
  return ir_no_match(rw, op, "there is no expansion for '{}'", ir_value_type(ir_op_operand(op, 0)));
}

static bool is_there(IrRewriter *rw, IrOp *op) {
  return ir_no_match(rw, op, "there is an instruction for it");
}

// ---- Narrow floats. ----

static IrValue *widened(IrBuilder *b, IrValue *x) {
  IrType type = ir_value_type(x), element = ir_type_element(type);
  if (!ir_type_is_float(element) || !is_narrow(ir_type_float_kind(element))) return x;
  return build_cast(b, &arith_extf, x, build_float_like(type, IR_F32));
}

// The op on f32.
static bool in_f32(IrRewriter *rw, IrOp *op, unsigned flags) {
  enum { MAX = 3 };
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *operands[MAX], *results[MAX];
  IrType types[MAX];
  size_t n = ir_op_num_operands(op), m = ir_op_num_results(op);
  for (size_t i = 0; i < n; i++) operands[i] = widened(b, ir_op_operand(op, i));
  for (size_t i = 0; i < m; i++)
    types[i] = build_float_like(ir_value_type(ir_op_result(op, i)), IR_F32);
  IrOp *wide = ir_builder_create(b, (IrOpCreate){.info = ir_op_info(op),
                                                 .loc = ir_op_loc(op),
                                                 .operands = operands,
                                                 .num_operands = n,
                                                 .result_types = types,
                                                 .num_results = m});
  if (flags) ir_op_set_attr(wide, "fastmath", arith_fastmath_attr(b->ctx, flags));
  for (size_t i = 0; i < m; i++)
    results[i] =
        build_cast(b, &arith_truncf, ir_op_result(wide, i), ir_value_type(ir_op_result(op, i)));
  return ir_replace_values(rw, op, results, m);
}

// ---- Functions of f32. ----

typedef enum Native {
  NEVER,       // no instruction
  APPROXIMATE, // with `afn`
  ALWAYS,
} Native;

// The function of f64, or NULL.
static GpuFunction *of_f64(const IrOp *op) {
  static const struct {
    const IrOpDef *op;
    GpuFunction *function;
  } functions[] = {{&math_exp, gpu_exp_f64},
                   {&math_exp2, gpu_exp2_f64},
                   {&math_log, gpu_log_f64},
                   {&math_log2, gpu_log2_f64},
                   {&math_log10, gpu_log10_f64}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (ir_op_is(op, functions[i].op)) return functions[i].function;
  return NULL;
}

static bool expand(IrRewriter *rw, IrOp *op, GpuFunction *function, Native native) {
  IrFloatKind kind = kind_of(op);
  IrType type = ir_value_type(ir_op_result(op, 0));
  unsigned flags = flags_of(op);
  bool afn = flags & ARITH_AFN;
  if (!build_has_constants(type)) return no_instruction(rw, op);
  if (is_narrow(kind)) {
    bool has_pairs = (kind == IR_F16 || kind == IR_BF16) && afn && IS(op, math_exp2);
    return has_pairs ? is_there(rw, op) : in_f32(rw, op, flags);
  }
  if (kind == IR_F64) function = of_f64(op);
  if ((kind != IR_F32 && kind != IR_F64) || !function) return no_instruction(rw, op);
  bool is_native = native == ALWAYS || (native == APPROXIMATE && afn);
  if (kind == IR_F32 && is_native) return is_there(rw, op);
  IrValue *x = ir_op_operand(op, 0);
  const GpuCall call = {.one = function, .afn = afn};
  return ir_replace(rw, op, gpu_call(ir_rewriter_builder(rw), &call, &x));
}

#define FUNCTION(name, native) \
  IR_PATTERN(gpu_expand_##name, math_##name, 1, #name " -> instructions") { \
    return expand(rw, op, gpu_##name, native); \
  }
FUNCTION(expm1, NEVER)
FUNCTION(log, NEVER)
FUNCTION(log2, APPROXIMATE)
FUNCTION(log10, NEVER)
FUNCTION(log1p, NEVER)
FUNCTION(sinh, NEVER)
FUNCTION(cosh, NEVER)
FUNCTION(tanh, APPROXIMATE)
FUNCTION(asinh, NEVER)
FUNCTION(acosh, NEVER)
FUNCTION(atanh, NEVER)
FUNCTION(sin, APPROXIMATE)
FUNCTION(cos, APPROXIMATE)
FUNCTION(tan, NEVER)
FUNCTION(asin, NEVER)
FUNCTION(acos, NEVER)
FUNCTION(atan, NEVER)
FUNCTION(erf, NEVER)
FUNCTION(erfc, NEVER)
FUNCTION(cbrt, NEVER)

// Halves of f32's digits need no second word of log2 e.  (A bf16 may be subnormal, which the `afn`
// form makes zero.)
IR_PATTERN(gpu_expand_exp, math_exp, 1, "exp -> instructions") {
  IrFloatKind kind = kind_of(op);
  if (kind != IR_F16 || !build_has_constants(ir_value_type(ir_op_result(op, 0))))
    return expand(rw, op, gpu_exp, NEVER);
  return in_f32(rw, op, flags_of(op) | ARITH_AFN);
}

static IrValue *never(const GpuMath *g, IrValue *x) {
  (void)g, (void)x;
  IR_UNREACHABLE("there is an instruction of f32");
}
IR_PATTERN(gpu_expand_exp2, math_exp2, 1, "exp2 of narrow floats -> exp2 of f32") {
  return expand(rw, op, never, ALWAYS);
}
IR_PATTERN(gpu_expand_sqrt, math_sqrt, 1, "sqrt of narrow floats -> sqrt of f32") {
  return expand(rw, op, never, ALWAYS);
}
IR_PATTERN(gpu_expand_rsqrt, math_rsqrt, 1, "rsqrt of f64 -> 1 / sqrt") {
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (kind_of(op) != IR_F64 || !build_has_constants(type)) return expand(rw, op, never, ALWAYS);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *root = build_unary(b, &math_sqrt, ir_op_operand(op, 0));
  return ir_replace(rw, op, build_binary(b, &arith_divf, build_float(b, type, 1), root));
}

static bool expand_binary(IrRewriter *rw, IrOp *op, GpuFunction2 *function) {
  IrFloatKind kind = kind_of(op);
  IrType type = ir_value_type(ir_op_result(op, 0));
  unsigned flags = flags_of(op);
  if (!build_has_constants(type)) return no_instruction(rw, op);
  if (is_narrow(kind)) return in_f32(rw, op, flags);
  if (kind != IR_F32) return no_instruction(rw, op);
  IrValue *operands[] = {ir_op_operand(op, 0), ir_op_operand(op, 1)};
  const GpuCall call = {.two = function, .afn = flags & ARITH_AFN};
  return ir_replace(rw, op, gpu_call(ir_rewriter_builder(rw), &call, operands));
}
IR_PATTERN(gpu_expand_atan2, math_atan2, 1, "atan2 -> instructions") {
  return expand_binary(rw, op, gpu_atan2);
}
IR_PATTERN(gpu_expand_powf, math_powf, 1, "powf -> instructions") {
  return expand_binary(rw, op, gpu_pow);
}

IR_PATTERN(gpu_expand_sincos, math_sincos, 1, "sincos -> instructions") {
  IrFloatKind kind = kind_of(op);
  IrValue *x = GET(op, math_sincos, operand), *results[2];
  IrType type = ir_value_type(x);
  unsigned flags = flags_of(op);
  IrBuilder *b = ir_rewriter_builder(rw);
  if (!build_has_constants(type)) return no_instruction(rw, op);
  if (is_narrow(kind)) return in_f32(rw, op, flags);
  if (flags & ARITH_AFN) {
    IrAttr attr = GET(op, math_sincos, fastmath);
    results[0] = BUILD1(b, math_sin, .operand = x, .fastmath = attr);
    results[1] = BUILD1(b, math_cos, .operand = x, .fastmath = attr);
    return ir_replace_values(rw, op, results, 2);
  }
  if (kind != IR_F32) return no_instruction(rw, op);
  GpuMath g = gpu_math(b, type, false);
  gpu_sincos(&g, x, &results[0], &results[1]);
  return ir_replace_values(rw, op, results, 2);
}

// ---- Kinds of numbers, bounds, integer powers: every type. ----

static bool replace_by_compare(IrRewriter *rw, IrOp *op, ArithCmpF predicate, double than) {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = widened(b, ir_op_operand(op, 0));
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return no_instruction(rw, op);
  IrValue *size = build_unary(b, &math_absf, x);
  return ir_replace(rw, op, build_cmpf(b, predicate, size, build_float(b, type, than)));
}
IR_PATTERN(gpu_expand_isfinite, math_isfinite, 1, "isfinite x -> |x| < inf") {
  return replace_by_compare(rw, op, ARITH_F_OLT, INFINITY);
}
IR_PATTERN(gpu_expand_isinf, math_isinf, 1, "isinf x -> |x| = inf") {
  return replace_by_compare(rw, op, ARITH_F_OEQ, INFINITY);
}
IR_PATTERN(gpu_expand_isnan, math_isnan, 1, "isnan x -> |x| != |x|, for infinity") {
  return replace_by_compare(rw, op, ARITH_F_UNO, INFINITY);
}
IR_PATTERN(gpu_expand_isnormal, math_isnormal, 1, "isnormal x -> smallest <= |x| < inf") {
  IrType type = ir_value_type(GET(op, math_isnormal, operand));
  if (!build_has_constants(type)) return no_instruction(rw, op);
  const IrFloatFormat *format = ir_float_format(kind_of(op));
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = widened(b, GET(op, math_isnormal, operand));
  IrValue *size = build_unary(b, &math_absf, x);
  type = ir_value_type(x);
  IrValue *smallest = build_float(b, type, ldexp(1, 1 - format->bias));
  IrValue *large = build_cmpf(b, ARITH_F_OGE, size, smallest);
  IrValue *finite = build_cmpf(b, ARITH_F_OLT, size, build_float(b, type, INFINITY));
  return ir_replace(rw, op, build_binary(b, &arith_andi, large, finite));
}

// x^n = 1 / x^-n for negative n.
IR_PATTERN(gpu_expand_fpowi, math_fpowi, 1, "fpowi -> a loop over the bits of the exponent") {
  IrValue *x = GET(op, math_fpowi, lhs), *n = GET(op, math_fpowi, rhs);
  IrType type = ir_value_type(x), integer = ir_value_type(n);
  if (!build_has_constants(type) || build_width(integer) < 2) return no_instruction(rw, op);
  if (is_narrow(kind_of(op))) return in_f32(rw, op, flags_of(op));
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *falls = build_cmpi(b, ARITH_SLT, n, build_int(b, integer, 0));
  IrValue *power = gpu_int_power(b, x, build_unary(b, &math_absi, n));
  IrValue *inverse = build_binary(b, &arith_divf, build_float(b, type, 1), power);
  return ir_replace(rw, op, build_select(b, falls, inverse, power));
}

// Of a negative n: 1 for 1, 1 or -1 for -1, 0 for others.
IR_PATTERN(gpu_expand_ipowi, math_ipowi, 1, "ipowi -> a loop over the bits of the exponent") {
  IrValue *x = GET(op, math_ipowi, lhs), *n = GET(op, math_ipowi, rhs);
  IrType type = ir_value_type(x);
  if (!build_has_constants(type) || build_width(type) < 2) return no_instruction(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *zero = build_int(b, type, 0), *one = build_int(b, type, 1);
  IrValue *falls = build_cmpi(b, ARITH_SLT, n, zero);
  IrValue *unit = build_cmpi(b, ARITH_EQ, build_unary(b, &math_absi, x), one);
  IrValue *odd = build_binary(b, &arith_andi, n, one);
  IrValue *is_odd = build_cmpi(b, ARITH_NE, odd, zero);
  IrValue *turned = build_select(b, unit, build_select(b, is_odd, x, one), zero);
  IrValue *power = gpu_int_power(b, x, n);
  return ir_replace(rw, op, build_select(b, falls, turned, power));
}

// Of f32 and narrower floats in f64, exactly.
IR_PATTERN(gpu_expand_remf, arith_remf, 1, "remf -> a loop of subtractions") {
  IrType type = ir_value_type(GET(op, arith_remf, lhs)), f64 = build_float_like(type, IR_F64);
  if (kind_of(op) == IR_F64 || !gpu_has_elements(type)) return no_instruction(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = build_cast(b, &arith_extf, GET(op, arith_remf, lhs), f64);
  IrValue *y = build_cast(b, &arith_extf, GET(op, arith_remf, rhs), f64);
  IrValue *rest = gpu_remainder(b, x, y);
  return ir_replace(rw, op, build_cast(b, &arith_truncf, rest, type));
}

// ---- The pass. ----

static const IrPattern *const patterns[] = {
    &gpu_expand_expm1, &gpu_expand_log,   &gpu_expand_log2,     &gpu_expand_log10,
    &gpu_expand_log1p, &gpu_expand_sinh,  &gpu_expand_cosh,     &gpu_expand_tanh,
    &gpu_expand_asinh, &gpu_expand_acosh, &gpu_expand_atanh,    &gpu_expand_sin,
    &gpu_expand_cos,   &gpu_expand_tan,   &gpu_expand_asin,     &gpu_expand_acos,
    &gpu_expand_atan,  &gpu_expand_erf,   &gpu_expand_erfc,     &gpu_expand_cbrt,
    &gpu_expand_exp,   &gpu_expand_exp2,  &gpu_expand_sqrt,     &gpu_expand_rsqrt,
    &gpu_expand_atan2, &gpu_expand_powf,  &gpu_expand_sincos,   &gpu_expand_isfinite,
    &gpu_expand_isinf, &gpu_expand_isnan, &gpu_expand_isnormal, &gpu_expand_fpowi,
    &gpu_expand_ipowi, &gpu_expand_remf};
enum { NUM_PATTERNS = sizeof patterns / sizeof *patterns };

static bool has_pattern(const IrOp *op) {
  for (size_t i = 0; i < NUM_PATTERNS; i++)
    if (ir_op_is(op, patterns[i]->root)) return true;
  return false;
}

typedef IR_VEC(IrOp *) OpList;

static IrStatus collect(IrOp *op, void *user) {
  OpList *ops = user;
  if (has_pattern(op)) ir_vec_push(ops, op);
  return IR_OK;
}

// The functions are found first: kernels without cost a look at each op.
IrStatus math_expand_for_gpu_run(IrPassRun *run, IrOp *root) {
  const struct math_expand_for_gpu_decl *self = run->decl;
  OpList ops = {0};
  IrStatus status = ir_walk_pre(root, collect, &ops);
  if (ops.n && status == IR_OK)
    status = ir_rewrite_greedily(root, patterns, NUM_PATTERNS,
                                 &(IrGreedyOptions){.fold = true,
                                                    .rewrites = &self->stats->functions,
                                                    .scope = IR_REWRITE_EXISTING_AND_NEW,
                                                    .only = ops.at,
                                                    .num_only = ops.n});
  ir_vec_free(&ops);
  return status;
}
