// math: functions of floats.
//
// NVPTX has no math library, only approximate instructions, so each function is built from these
// with enough care to keep about f32's own precision; under `afn` the bare instruction is used.
// f16 and bf16 are computed in f32 and rounded once.  f64 has only what the hardware rounds itself:
// fma, sqrt, abs and the roundings to integers.
//
//   exp2   ex2.approx             2 ulp    (subnormal results are 0 under afn)
//   exp    2^h * (1 + l ln 2), h + l = x log2 e in two words    4 ulp over the whole range
//   log2   lg2.approx             absolute error 2^-22 near 1
//   log    lg2.approx * ln 2      the same
//   sqrt   sqrt.rn                exact rounding (approx under afn)
//   rsqrt  rsqrt.approx           2 ulp
//   sin, cos  only under afn: sin.approx, cos.approx
//   tanh   1 - 2 / (exp 2x + 1), a polynomial below 0.55    (tanh.approx, 2^-11, under afn)
#include "targets/nvptx/emit_impl.h"

#include "dialects/arith/arith.h"

static const double log2_e = 1.4426950408889634;

typedef LLVMValueRef (*MathFn)(Emit *e, LLVMValueRef x, unsigned flags);

static LLVMValueRef call1(Emit *e, const char *name, LLVMValueRef x) {
  return nvptx_intrinsic(e, name, NULL, 0, &x, 1);
}

// An intrinsic overloaded on the type of its operands.
static LLVMValueRef call_typed(Emit *e, const char *name, const LLVMValueRef *args, size_t n) {
  LLVMTypeRef type = LLVMTypeOf(args[0]);
  return nvptx_intrinsic(e, name, &type, 1, args, n);
}

static LLVMValueRef fma32(Emit *e, LLVMValueRef x, LLVMValueRef y, LLVMValueRef z) {
  return call_typed(e, "llvm.fma", (LLVMValueRef[]){x, y, z}, 3);
}

static LLVMValueRef mul32(Emit *e, LLVMValueRef x, double y) {
  return LLVMBuildFMul(e->b, x, nvptx_f32(e, y), "");
}

// ---- One function each, on f32. ----

// Without .ftz the instruction is three: the operand is scaled where the result is subnormal.
static LLVMValueRef math_exp2(Emit *e, LLVMValueRef x, unsigned flags) {
  bool flush = flags & ARITH_AFN;
  return call_typed(e, flush ? "llvm.nvvm.ex2.approx.ftz" : "llvm.nvvm.ex2.approx", &x, 1);
}

// x log2 e = high + low, both f32.  Beyond +-192 the result is infinity or zero whatever the exact
// x, and clamping there keeps `low` from being inf - inf.
static LLVMValueRef math_exp(Emit *e, LLVMValueRef x, unsigned flags) {
  if (flags & ARITH_AFN) return math_exp2(e, mul32(e, x, log2_e), flags);
  LLVMValueRef clamped = call_typed(e, "llvm.maximum", (LLVMValueRef[]){x, nvptx_f32(e, -192)}, 2);
  clamped = call_typed(e, "llvm.minimum", (LLVMValueRef[]){clamped, nvptx_f32(e, 192)}, 2);
  float rounded = (float)log2_e;
  LLVMValueRef high = mul32(e, clamped, rounded);
  LLVMValueRef low = fma32(e, clamped, nvptx_f32(e, rounded), LLVMBuildFNeg(e->b, high, ""));
  low = fma32(e, clamped, nvptx_f32(e, log2_e - rounded), low);
  LLVMValueRef factor = fma32(e, low, nvptx_f32(e, 0.6931471805599453), nvptx_f32(e, 1));
  return LLVMBuildFMul(e->b, math_exp2(e, high, flags), factor, "");
}

static LLVMValueRef math_log2(Emit *e, LLVMValueRef x, unsigned flags) {
  (void)flags;
  return call1(e, "llvm.nvvm.lg2.approx.f", x);
}

static LLVMValueRef math_log(Emit *e, LLVMValueRef x, unsigned flags) {
  return mul32(e, math_log2(e, x, flags), 0.6931471805599453);
}

static LLVMValueRef math_sqrt(Emit *e, LLVMValueRef x, unsigned flags) {
  LLVMValueRef r = call_typed(e, "llvm.sqrt", &x, 1);
  nvptx_set_fastmath(r, flags);
  return r;
}

static LLVMValueRef math_rsqrt(Emit *e, LLVMValueRef x, unsigned flags) {
  (void)flags;
  return call1(e, "llvm.nvvm.rsqrt.approx.f", x);
}

// tanh x = x + x^3 p(x^2) for small x, where the other formula cancels; p is the polynomial of
// least relative error on [0, 0.55], 2^-29.
static LLVMValueRef tanh_small(Emit *e, LLVMValueRef x) {
  static const double p[] = {-0.333333175, 0.133325851, -0.0538521939, 0.0210711684,
                             -0.00627347322};
  LLVMValueRef s = LLVMBuildFMul(e->b, x, x, ""), sum = nvptx_f32(e, p[4]);
  for (int i = 3; i >= 0; i--) sum = fma32(e, sum, s, nvptx_f32(e, p[i]));
  return fma32(e, LLVMBuildFMul(e->b, sum, s, ""), x, x);
}

static LLVMValueRef math_tanh(Emit *e, LLVMValueRef x, unsigned flags) {
  if (flags & ARITH_AFN) {
    LLVMValueRef approximate = call_typed(e, "llvm.tanh", &x, 1);
    nvptx_set_fastmath(approximate, flags);
    return approximate;
  }
  LLVMValueRef size = call_typed(e, "llvm.fabs", &x, 1), one = nvptx_f32(e, 1);
  LLVMValueRef power = math_exp(e, mul32(e, size, 2), 0);
  LLVMValueRef big = LLVMBuildFDiv(e->b, nvptx_f32(e, 2), LLVMBuildFAdd(e->b, power, one, ""), "");
  big = LLVMBuildFSub(e->b, one, big, "");
  big = call_typed(e, "llvm.copysign", (LLVMValueRef[]){big, x}, 2);
  LLVMValueRef small = LLVMBuildFCmp(e->b, LLVMRealOLT, size, nvptx_f32(e, 0.55), "");
  return LLVMBuildSelect(e->b, small, tanh_small(e, x), big, "");
}

static LLVMValueRef math_sin(Emit *e, LLVMValueRef x, unsigned flags) {
  (void)flags;
  return call1(e, "llvm.nvvm.sin.approx.f", x);
}

static LLVMValueRef math_cos(Emit *e, LLVMValueRef x, unsigned flags) {
  (void)flags;
  return call1(e, "llvm.nvvm.cos.approx.f", x);
}

static const MathFn functions[] = {math_exp2,  math_exp,  math_log2, math_log, math_sqrt,
                                   math_rsqrt, math_tanh, math_sin,  math_cos};
enum { EXP2, EXP, LOG2, LOG, SQRT, RSQRT, TANH, SIN, COS };

// ---- Ops. ----

static const char no_float8[] = "it has no functions of 8-bit floats; convert to f32 first";

static bool is_float8(IrType type) {
  IrType element = ir_type_is_shaped(type) ? ir_type_element(type) : type;
  return ir_type_is_float(element) && ir_type_width(element) == 8;
}

static LLVMValueRef apply(Emit *e, const EmitRule *rule, LLVMValueRef x, unsigned flags) {
  LLVMTypeRef type = LLVMTypeOf(x);
  bool small = type == e->f16 || type == e->bf16;
  if (small) x = LLVMBuildFPExt(e->b, x, e->f32, "");
  LLVMValueRef r = functions[rule->code](e, x, flags);
  return small ? LLVMBuildFPTrunc(e->b, r, type, "") : r;
}

static IrStatus emit_function(Emit *e, IrOp *op, const EmitRule *rule) {
  IrValue *result = ir_op_result(op, 0);
  IrType type = ir_value_type(result);
  LLVMTypeRef element = nvptx_element_type(e, type);
  if (is_float8(type)) return nvptx_unsupported(op, no_float8);
  if (element == e->f64 && rule->code != SQRT)
    return nvptx_unsupported(op, "the hardware has no such function of f64");
  unsigned flags = nvptx_fastmath(op);
  if ((rule->code == SIN || rule->code == COS) && !(flags & ARITH_AFN)) {
    (void)nvptx_unsupported(op, "the hardware's result is good for small arguments only");
    ir_help(e->ctx, "say fastmath<afn> where an absolute error of 2^-20 within [-pi, pi] will do");
    return IR_FAILED;
  }
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) r.at[i] = apply(e, rule, x.at[i], flags);
  nvptx_define(e, result, nvptx_pack(e, type, r));
  return IR_OK;
}

// What the hardware has for every type, pairs included.
static IrStatus emit_intrinsic(Emit *e, IrOp *op, const EmitRule *rule) {
  IrValue *result = ir_op_result(op, 0);
  if (is_float8(ir_value_type(result))) return nvptx_unsupported(op, no_float8);
  EmitUnits operands[3] = {0};
  size_t n = ir_op_num_operands(op);
  for (size_t a = 0; a < n && a < 3; a++) operands[a] = nvptx_units(e, ir_op_operand(op, a));
  EmitUnits r = nvptx_new_units(e, operands[0].n);
  for (size_t i = 0; i < r.n; i++) {
    LLVMValueRef args[3] = {0};
    for (size_t a = 0; a < n; a++) args[a] = operands[a].at[i];
    r.at[i] = call_typed(e, rule->intrinsic, args, n);
    nvptx_set_fastmath(r.at[i], nvptx_fastmath(op));
  }
  nvptx_define(e, result, r);
  return IR_OK;
}

// Roundings to an integer, element by element.
static IrStatus emit_rounding(Emit *e, IrOp *op, const EmitRule *rule) {
  IrValue *result = ir_op_result(op, 0);
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) r.at[i] = call_typed(e, rule->intrinsic, &x.at[i], 1);
  nvptx_define(e, result, nvptx_pack(e, ir_value_type(result), r));
  return IR_OK;
}

// abs, ctlz, cttz: a second operand says whether the lowest number, or zero, gives poison.  Not
// here.
static IrStatus emit_never_poison(Emit *e, IrOp *op, const EmitRule *rule) {
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  LLVMValueRef never = LLVMConstInt(e->i1, 0, false);
  for (size_t i = 0; i < r.n; i++)
    r.at[i] = call_typed(e, rule->intrinsic, (LLVMValueRef[]){x.at[i], never}, 2);
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

const EmitRule nvptx_math_rules[] = {
    {.op = "math.exp2", .emit = emit_function, .code = EXP2},
    {.op = "math.exp", .emit = emit_function, .code = EXP},
    {.op = "math.log2", .emit = emit_function, .code = LOG2},
    {.op = "math.log", .emit = emit_function, .code = LOG},
    {.op = "math.sqrt", .emit = emit_function, .code = SQRT},
    {.op = "math.rsqrt", .emit = emit_function, .code = RSQRT},
    {.op = "math.tanh", .emit = emit_function, .code = TANH},
    {.op = "math.sin", .emit = emit_function, .code = SIN},
    {.op = "math.cos", .emit = emit_function, .code = COS},
    {.op = "math.fma", .emit = emit_intrinsic, .intrinsic = "llvm.fma"},
    {.op = "math.absf", .emit = emit_intrinsic, .intrinsic = "llvm.fabs"},
    {.op = "math.copysign", .emit = emit_intrinsic, .intrinsic = "llvm.copysign"},
    {.op = "math.ctpop", .emit = emit_intrinsic, .intrinsic = "llvm.ctpop"},
    {.op = "math.absi", .emit = emit_never_poison, .intrinsic = "llvm.abs"},
    {.op = "math.ctlz", .emit = emit_never_poison, .intrinsic = "llvm.ctlz"},
    {.op = "math.cttz", .emit = emit_never_poison, .intrinsic = "llvm.cttz"},
    {.op = "math.floor", .emit = emit_rounding, .intrinsic = "llvm.floor"},
    {.op = "math.ceil", .emit = emit_rounding, .intrinsic = "llvm.ceil"},
    {.op = "math.trunc", .emit = emit_rounding, .intrinsic = "llvm.trunc"},
    {.op = "math.round", .emit = emit_rounding, .intrinsic = "llvm.round"},
    {.op = "math.roundeven", .emit = emit_rounding, .intrinsic = "llvm.rint"},
    {0}};
