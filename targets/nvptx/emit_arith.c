// arith: constants, integer and float arithmetic, comparisons, select.
//
// Packed pairs of 16-bit floats are added, multiplied and compared for their extremes as pairs; ops
// that have no packed instruction work on the elements.  Float ops are IEEE unless the op's
// fastmath flags say otherwise: division is div.rn, and a multiplication and an addition become one
// fma only under `contract`.
#include "targets/nvptx/emit_impl.h"

#include "dialects/arith/arith.h"

// ---- Fast-math flags. ----

// The dialect's bits are LLVM's.
_Static_assert((int)ARITH_REASSOC == (int)LLVMFastMathAllowReassoc, "reassoc");
_Static_assert((int)ARITH_NNAN == (int)LLVMFastMathNoNaNs, "nnan");
_Static_assert((int)ARITH_NINF == (int)LLVMFastMathNoInfs, "ninf");
_Static_assert((int)ARITH_NSZ == (int)LLVMFastMathNoSignedZeros, "nsz");
_Static_assert((int)ARITH_ARCP == (int)LLVMFastMathAllowReciprocal, "arcp");
_Static_assert((int)ARITH_CONTRACT == (int)LLVMFastMathAllowContract, "contract");
_Static_assert((int)ARITH_AFN == (int)LLVMFastMathApproxFunc, "afn");

unsigned nvptx_fastmath(const IrOp *op) {
  return arith_fastmath_flags(ir_op_attr(op, "fastmath"));
}

void nvptx_set_fastmath(LLVMValueRef value, unsigned flags) {
  if (flags && LLVMIsAInstruction(value) && LLVMCanValueUseFastMathFlags(value))
    LLVMSetFastMathFlags(value, flags);
}

// ---- Unit by unit. ----

static IrStatus emit_constant(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrAttr value = ir_op_attr(op, "value");
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (ir_attr_kind(value) == IR_ATTR_RESOURCE || ir_attr_kind(value) == IR_ATTR_SPARSE)
    return nvptx_unsupported(op, "its elements are not given one by one");
  EmitUnits elements = nvptx_new_units(e, nvptx_num_elements(type));
  bool splat = ir_attr_kind(value) != IR_ATTR_DENSE || ir_attr_is_splat(value);
  for (size_t i = 0; i < elements.n; i++)
    elements.at[i] = splat && i ? elements.at[0] : nvptx_constant(e, value, i);
  nvptx_define(e, ir_op_result(op, 0), nvptx_pack(e, type, elements));
  return IR_OK;
}

static IrStatus emit_poison(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrType type = ir_value_type(ir_op_result(op, 0));
  EmitUnits r = nvptx_new_units(e, nvptx_num_units(type));
  for (size_t i = 0; i < r.n; i++) r.at[i] = LLVMGetPoison(nvptx_unit_type(e, type, i));
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

// 8-bit floats are bits to this target: they can be moved and converted.
static IrStatus check_float8(const IrOp *op) {
  IrType type = ir_value_type(ir_op_operand(op, ir_op_num_operands(op) - 1));
  IrType element = ir_type_is_shaped(type) ? ir_type_element(type) : type;
  if (!ir_type_is_float(element) || ir_type_width(element) != 8) return IR_OK;
  (void)nvptx_unsupported(op, "it has no arithmetic on 8-bit floats");
  ir_help(ir_op_context(op), "convert to f32 or f16 first with arith.extf");
  return IR_FAILED;
}

static IrStatus emit_binary(Emit *e, IrOp *op, const EmitRule *rule) {
  IR_TRY(check_float8(op));
  if (nvptx_emit_bytes(e, op, (unsigned)rule->code)) return IR_OK;
  unsigned flags = nvptx_fastmath(op);
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), y = nvptx_units(e, ir_op_operand(op, 1));
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) {
    r.at[i] = LLVMBuildBinOp(e->b, (LLVMOpcode)rule->code, x.at[i], y.at[i], "");
    nvptx_set_fastmath(r.at[i], flags);
  }
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

// addi, subi, muli and shli with their overflow flags.
static IrStatus emit_wrapping(Emit *e, IrOp *op, const EmitRule *rule) {
  IR_TRY(emit_binary(e, op, rule));
  unsigned flags = arith_overflow_flags(ir_op_attr(op, "overflowFlags"));
  EmitUnits r = nvptx_units(e, ir_op_result(op, 0));
  for (size_t i = 0; flags && i < r.n; i++) {
    if (!LLVMIsAInstruction(r.at[i])) continue;
    LLVMSetNSW(r.at[i], flags & ARITH_NSW);
    LLVMSetNUW(r.at[i], flags & ARITH_NUW);
  }
  return IR_OK;
}

// The product in twice the width, and its halves: one mul.wide for words.
static IrStatus emit_extended_product(Emit *e, IrOp *op, const EmitRule *rule) {
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), y = nvptx_units(e, ir_op_operand(op, 1));
  EmitUnits low = nvptx_new_units(e, x.n), high = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < x.n; i++) {
    LLVMTypeRef type = LLVMTypeOf(x.at[i]);
    unsigned bits = LLVMGetIntTypeWidth(type);
    LLVMTypeRef wide = LLVMIntTypeInContext(e->llvm, 2 * bits);
    LLVMValueRef a = LLVMBuildCast(e->b, (LLVMOpcode)rule->code, x.at[i], wide, "");
    LLVMValueRef b = LLVMBuildCast(e->b, (LLVMOpcode)rule->code, y.at[i], wide, "");
    LLVMValueRef product = LLVMBuildMul(e->b, a, b, "");
    LLVMValueRef upper = LLVMBuildLShr(e->b, product, LLVMConstInt(wide, bits, false), "");
    low.at[i] = LLVMBuildTrunc(e->b, product, type, "");
    high.at[i] = LLVMBuildTrunc(e->b, upper, type, "");
  }
  nvptx_define(e, ir_op_result(op, 0), low);
  nvptx_define(e, ir_op_result(op, 1), high);
  return IR_OK;
}

static IrStatus emit_binary_intrinsic(Emit *e, IrOp *op, const EmitRule *rule) {
  IR_TRY(check_float8(op));
  unsigned flags = nvptx_fastmath(op);
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), y = nvptx_units(e, ir_op_operand(op, 1));
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) {
    LLVMValueRef args[] = {x.at[i], y.at[i]};
    LLVMTypeRef type = LLVMTypeOf(x.at[i]);
    r.at[i] = nvptx_intrinsic(e, rule->intrinsic, &type, 1, args, 2);
    nvptx_set_fastmath(r.at[i], flags);
  }
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

static IrStatus emit_negf(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IR_TRY(check_float8(op));
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) r.at[i] = LLVMBuildFNeg(e->b, x.at[i], "");
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

// Division of f32: div.rn, or under `afn` a product with the reciprocal (div.approx, 2 ulp; 0 for
// divisors above 2^126), or under `arcp` alone the same without that exception (div.full).
static LLVMValueRef divide32(Emit *e, unsigned flags, LLVMValueRef x, LLVMValueRef y) {
  LLVMValueRef args[] = {x, y};
  if (flags & ARITH_AFN) return nvptx_intrinsic(e, "llvm.nvvm.div.approx.ftz.f", NULL, 0, args, 2);
  if (flags & ARITH_ARCP) return nvptx_intrinsic(e, "llvm.nvvm.div.full", NULL, 0, args, 2);
  LLVMValueRef r = LLVMBuildFDiv(e->b, x, y, "");
  nvptx_set_fastmath(r, flags);
  return r;
}

// Of 16-bit floats in f32 and rounded once: f32 has more than twice their digits, so the result is
// the correctly rounded one, without flags.
static LLVMValueRef divide(Emit *e, const IrOp *op, LLVMValueRef x, LLVMValueRef y) {
  LLVMTypeRef type = LLVMTypeOf(x);
  unsigned flags = nvptx_fastmath(op);
  if (type == e->f32) return divide32(e, flags, x, y);
  bool small = type == e->f16 || type == e->bf16;
  if (small) {
    x = LLVMBuildFPExt(e->b, x, e->f32, "");
    y = LLVMBuildFPExt(e->b, y, e->f32, "");
    return LLVMBuildFPTrunc(e->b, divide32(e, flags, x, y), type, "");
  }
  LLVMValueRef r = LLVMBuildFDiv(e->b, x, y, "");
  nvptx_set_fastmath(r, flags);
  return r;
}

static IrStatus emit_divf(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IR_TRY(check_float8(op));
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0));
  EmitUnits y = nvptx_elements(e, ir_op_operand(op, 1));
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) r.at[i] = divide(e, op, x.at[i], y.at[i]);
  IrValue *result = ir_op_result(op, 0);
  nvptx_define(e, result, nvptx_pack(e, ir_value_type(result), r));
  return IR_OK;
}

// ---- Integer division with other rounding. ----

enum { CEIL_UNSIGNED, CEIL_SIGNED, FLOOR_SIGNED };

// q = x / y towards zero; one more or less where the remainder and the signs ask for it.
static LLVMValueRef rounded_division(Emit *e, LLVMValueRef x, LLVMValueRef y, int how) {
  LLVMTypeRef type = LLVMTypeOf(x);
  LLVMValueRef zero = LLVMConstNull(type), one = LLVMConstInt(type, 1, false);
  bool is_signed = how != CEIL_UNSIGNED;
  LLVMValueRef q = is_signed ? LLVMBuildSDiv(e->b, x, y, "") : LLVMBuildUDiv(e->b, x, y, "");
  LLVMValueRef r = is_signed ? LLVMBuildSRem(e->b, x, y, "") : LLVMBuildURem(e->b, x, y, "");
  LLVMValueRef adjust = LLVMBuildICmp(e->b, LLVMIntNE, r, zero, "");
  if (is_signed) {
    LLVMValueRef signs = LLVMBuildXor(e->b, x, y, "");
    LLVMIntPredicate want = how == CEIL_SIGNED ? LLVMIntSGE : LLVMIntSLT;
    adjust = LLVMBuildAnd(e->b, adjust, LLVMBuildICmp(e->b, want, signs, zero, ""), "");
  }
  LLVMValueRef other =
      how == FLOOR_SIGNED ? LLVMBuildSub(e->b, q, one, "") : LLVMBuildAdd(e->b, q, one, "");
  return LLVMBuildSelect(e->b, adjust, other, q, "");
}

static IrStatus emit_rounded_division(Emit *e, IrOp *op, const EmitRule *rule) {
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), y = nvptx_units(e, ir_op_operand(op, 1));
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) r.at[i] = rounded_division(e, x.at[i], y.at[i], rule->code);
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

// ---- Results of twice the width. ----

// The sum and whether it did not fit.
static IrStatus emit_add_extended(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), y = nvptx_units(e, ir_op_operand(op, 1));
  EmitUnits sum = nvptx_new_units(e, x.n), carry = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < x.n; i++) {
    sum.at[i] = LLVMBuildAdd(e->b, x.at[i], y.at[i], "");
    carry.at[i] = LLVMBuildICmp(e->b, LLVMIntULT, sum.at[i], x.at[i], "");
  }
  nvptx_define(e, ir_op_result(op, 0), sum);
  nvptx_define(e, ir_op_result(op, 1), carry);
  return IR_OK;
}

// The low and the high half of a product; LLVM makes mul.hi or mul.wide of it.
static IrStatus emit_mul_extended(Emit *e, IrOp *op, const EmitRule *rule) {
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), y = nvptx_units(e, ir_op_operand(op, 1));
  EmitUnits low = nvptx_new_units(e, x.n), high = nvptx_new_units(e, x.n);
  LLVMTypeRef type = nvptx_element_type(e, ir_value_type(ir_op_result(op, 0)));
  unsigned width = LLVMGetIntTypeWidth(type);
  LLVMTypeRef wide = LLVMIntTypeInContext(e->llvm, 2 * width);
  LLVMOpcode extend = (LLVMOpcode)rule->code;
  for (size_t i = 0; i < x.n; i++) {
    LLVMValueRef a = LLVMBuildCast(e->b, extend, x.at[i], wide, "");
    LLVMValueRef b = LLVMBuildCast(e->b, extend, y.at[i], wide, "");
    LLVMValueRef product = LLVMBuildMul(e->b, a, b, "");
    low.at[i] = LLVMBuildTrunc(e->b, product, type, "");
    product = LLVMBuildLShr(e->b, product, LLVMConstInt(wide, width, false), "");
    high.at[i] = LLVMBuildTrunc(e->b, product, type, "");
  }
  nvptx_define(e, ir_op_result(op, 0), low);
  nvptx_define(e, ir_op_result(op, 1), high);
  return IR_OK;
}

// ---- Comparisons and select. ----

static const LLVMIntPredicate int_predicates[] = {
    [ARITH_EQ] = LLVMIntEQ,   [ARITH_NE] = LLVMIntNE,   [ARITH_SLT] = LLVMIntSLT,
    [ARITH_SLE] = LLVMIntSLE, [ARITH_SGT] = LLVMIntSGT, [ARITH_SGE] = LLVMIntSGE,
    [ARITH_ULT] = LLVMIntULT, [ARITH_ULE] = LLVMIntULE, [ARITH_UGT] = LLVMIntUGT,
    [ARITH_UGE] = LLVMIntUGE};

static const LLVMRealPredicate float_predicates[] = {
    [ARITH_F_FALSE] = LLVMRealPredicateFalse,
    [ARITH_F_OEQ] = LLVMRealOEQ,
    [ARITH_F_OGT] = LLVMRealOGT,
    [ARITH_F_OGE] = LLVMRealOGE,
    [ARITH_F_OLT] = LLVMRealOLT,
    [ARITH_F_OLE] = LLVMRealOLE,
    [ARITH_F_ONE] = LLVMRealONE,
    [ARITH_F_ORD] = LLVMRealORD,
    [ARITH_F_UEQ] = LLVMRealUEQ,
    [ARITH_F_UGT] = LLVMRealUGT,
    [ARITH_F_UGE] = LLVMRealUGE,
    [ARITH_F_ULT] = LLVMRealULT,
    [ARITH_F_ULE] = LLVMRealULE,
    [ARITH_F_UNE] = LLVMRealUNE,
    [ARITH_F_UNO] = LLVMRealUNO,
    [ARITH_F_TRUE] = LLVMRealPredicateTrue,
};

static IrStatus emit_compare(Emit *e, IrOp *op, const EmitRule *rule) {
  IR_TRY(check_float8(op));
  int64_t predicate = ir_attr_int(ir_op_attr(op, "predicate"));
  unsigned flags = nvptx_fastmath(op);
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0));
  EmitUnits y = nvptx_elements(e, ir_op_operand(op, 1));
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) {
    r.at[i] = rule->code == LLVMFCmp
                  ? LLVMBuildFCmp(e->b, float_predicates[predicate], x.at[i], y.at[i], "")
                  : LLVMBuildICmp(e->b, int_predicates[predicate], x.at[i], y.at[i], "");
    nvptx_set_fastmath(r.at[i], flags);
  }
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

static IrStatus emit_select(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  EmitUnits c = nvptx_units(e, ir_op_operand(op, 0));
  IrValue *result = ir_op_result(op, 0);
  IrType type = ir_value_type(result);
  bool one_condition = ir_type_kind(ir_value_type(ir_op_operand(op, 0))) != IR_TYPE_VECTOR;
  IrValue *yes = ir_op_operand(op, 1), *no = ir_op_operand(op, 2);
  EmitUnits x = one_condition ? nvptx_units(e, yes) : nvptx_elements(e, yes);
  EmitUnits y = one_condition ? nvptx_units(e, no) : nvptx_elements(e, no);
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++)
    r.at[i] = LLVMBuildSelect(e->b, c.at[one_condition ? 0 : i], x.at[i], y.at[i], "");
  nvptx_define(e, result, one_condition ? r : nvptx_pack(e, type, r));
  return IR_OK;
}

const EmitRule nvptx_arith_rules[] = {
    {.op = "arith.constant", .emit = emit_constant},
    {.op = "ub.poison", .emit = emit_poison},
    {.op = "arith.addi", .emit = emit_wrapping, .code = LLVMAdd},
    {.op = "arith.subi", .emit = emit_wrapping, .code = LLVMSub},
    {.op = "arith.muli", .emit = emit_wrapping, .code = LLVMMul},
    {.op = "arith.mului_extended", .emit = emit_extended_product, .code = LLVMZExt},
    {.op = "arith.mulsi_extended", .emit = emit_extended_product, .code = LLVMSExt},
    {.op = "arith.shli", .emit = emit_wrapping, .code = LLVMShl},
    {.op = "arith.divsi", .emit = emit_binary, .code = LLVMSDiv},
    {.op = "arith.divui", .emit = emit_binary, .code = LLVMUDiv},
    {.op = "arith.remsi", .emit = emit_binary, .code = LLVMSRem},
    {.op = "arith.remui", .emit = emit_binary, .code = LLVMURem},
    {.op = "arith.ceildivui", .emit = emit_rounded_division, .code = CEIL_UNSIGNED},
    {.op = "arith.ceildivsi", .emit = emit_rounded_division, .code = CEIL_SIGNED},
    {.op = "arith.floordivsi", .emit = emit_rounded_division, .code = FLOOR_SIGNED},
    {.op = "arith.andi", .emit = emit_binary, .code = LLVMAnd},
    {.op = "arith.ori", .emit = emit_binary, .code = LLVMOr},
    {.op = "arith.xori", .emit = emit_binary, .code = LLVMXor},
    {.op = "arith.shrsi", .emit = emit_binary, .code = LLVMAShr},
    {.op = "arith.shrui", .emit = emit_binary, .code = LLVMLShr},
    {.op = "arith.maxsi", .emit = emit_binary_intrinsic, .intrinsic = "llvm.smax"},
    {.op = "arith.minsi", .emit = emit_binary_intrinsic, .intrinsic = "llvm.smin"},
    {.op = "arith.maxui", .emit = emit_binary_intrinsic, .intrinsic = "llvm.umax"},
    {.op = "arith.minui", .emit = emit_binary_intrinsic, .intrinsic = "llvm.umin"},
    {.op = "arith.addf", .emit = emit_binary, .code = LLVMFAdd},
    {.op = "arith.subf", .emit = emit_binary, .code = LLVMFSub},
    {.op = "arith.mulf", .emit = emit_binary, .code = LLVMFMul},
    {.op = "arith.divf", .emit = emit_divf},
    {.op = "arith.negf", .emit = emit_negf},
    {.op = "arith.maximumf", .emit = emit_binary_intrinsic, .intrinsic = "llvm.maximum"},
    {.op = "arith.minimumf", .emit = emit_binary_intrinsic, .intrinsic = "llvm.minimum"},
    {.op = "arith.maxnumf", .emit = emit_binary_intrinsic, .intrinsic = "llvm.maxnum"},
    {.op = "arith.minnumf", .emit = emit_binary_intrinsic, .intrinsic = "llvm.minnum"},
    {.op = "arith.cmpi", .emit = emit_compare, .code = LLVMICmp},
    {.op = "arith.cmpf", .emit = emit_compare, .code = LLVMFCmp},
    {.op = "arith.addui_extended", .emit = emit_add_extended},
    {.op = "arith.mulsi_extended", .emit = emit_mul_extended, .code = LLVMSExt},
    {.op = "arith.mului_extended", .emit = emit_mul_extended, .code = LLVMZExt},
    {.op = "arith.select", .emit = emit_select},
    {0}};
