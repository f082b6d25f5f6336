// arith's conversions.  A pair of f32 becomes a pair of 16-bit floats in one cvt.
//
// What no instruction does, arith-expand-for-gpu has made of others before: rounding modes, most of
// 8-bit floats.
#include <math.h>

#include "dialects/arith/arith.h"
#include "targets/nvptx/emit_impl.h"

static const char by_way_of_f32[] =
    "it converts 8-bit floats only to wider floats; arith-expand-for-gpu does the rest";

static IrType element_of(IrType type) {
  return ir_type_is_shaped(type) ? ir_type_element(type) : type;
}

static bool is_float8(IrType element) {
  return ir_type_is_float(element) && ir_type_width(element) == 8;
}

static IrStatus define_elements(Emit *e, IrOp *op, EmitUnits elements) {
  IrValue *result = ir_op_result(op, 0);
  nvptx_define(e, result, nvptx_pack(e, ir_value_type(result), elements));
  return IR_OK;
}

// A cast that LLVM has as one opcode, element by element.
static IrStatus emit_cast(Emit *e, IrOp *op, const EmitRule *rule) {
  IrType from = element_of(ir_value_type(ir_op_operand(op, 0)));
  IrType to = element_of(ir_value_type(ir_op_result(op, 0)));
  if (is_float8(from) || is_float8(to)) return nvptx_unsupported(op, by_way_of_f32);
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  LLVMTypeRef type = nvptx_element_type(e, to);
  for (size_t i = 0; i < r.n; i++)
    r.at[i] = LLVMBuildCast(e->b, (LLVMOpcode)rule->code, x.at[i], type, "");
  return define_elements(e, op, r);
}

// ---- From integers to floats. ----

// LLVM 22 converts a set i1 to 1 in bf16, signed or not.
static EmitUnits bits_to_floats(Emit *e, LLVMTypeRef type, EmitUnits x, bool is_signed) {
  LLVMValueRef set = LLVMConstReal(type, is_signed ? -1 : 1), zero = LLVMConstNull(type);
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < x.n; i++) r.at[i] = LLVMBuildSelect(e->b, x.at[i], set, zero, "");
  return r;
}

static IrStatus emit_int_to_float(Emit *e, IrOp *op, const EmitRule *rule) {
  IrType from = element_of(ir_value_type(ir_op_operand(op, 0)));
  IrType type = ir_value_type(ir_op_result(op, 0));
  LLVMTypeRef to = nvptx_element_type(e, type);
  bool is_signed = rule->code == LLVMSIToFP;
  if (ir_type_width(from) == 1 && !is_float8(element_of(type)))
    return define_elements(
        e, op, bits_to_floats(e, to, nvptx_elements(e, ir_op_operand(op, 0)), is_signed));
  bool fits = to == e->f16 || to == e->bf16 || to == e->f32;
  if (ir_type_width(from) != 8 || !fits) return emit_cast(e, op, rule);
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0));
  return define_elements(e, op, nvptx_bytes_to_floats(e, type, x, is_signed));
}

// ---- Integers. ----

// index_cast (sign) and index_castui (zero): whatever the widths ask for.
static IrStatus emit_index_cast(Emit *e, IrOp *op, const EmitRule *rule) {
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  LLVMTypeRef to = nvptx_element_type(e, ir_value_type(ir_op_result(op, 0)));
  for (size_t i = 0; i < r.n; i++)
    r.at[i] = LLVMBuildIntCast2(e->b, x.at[i], to, rule->code == LLVMSExt, "");
  return define_elements(e, op, r);
}

static IrStatus emit_bitcast(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  LLVMTypeRef to = nvptx_element_type(e, ir_value_type(ir_op_result(op, 0)));
  for (size_t i = 0; i < r.n; i++) r.at[i] = LLVMBuildBitCast(e->b, x.at[i], to, "");
  return define_elements(e, op, r);
}

// The hardware converts 8-bit floats two at a time, to f16, exactly.
static EmitUnits float8_to_f16(Emit *e, IrFloatKind kind, EmitUnits x) {
  const char *name =
      kind == IR_F8E4M3FN ? "llvm.nvvm.e4m3x2.to.f16x2.rn" : "llvm.nvvm.e5m2x2.to.f16x2.rn";
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < x.n; i += 2) {
    LLVMValueRef bits = LLVMBuildZExt(e->b, x.at[i], e->i16, "");
    if (i + 1 < x.n) {
      LLVMValueRef high = LLVMBuildZExt(e->b, x.at[i + 1], e->i16, "");
      high = LLVMBuildShl(e->b, high, LLVMConstInt(e->i16, 8, false), "");
      bits = LLVMBuildOr(e->b, bits, high, "");
    }
    LLVMValueRef pair = nvptx_intrinsic(e, name, NULL, 0, &bits, 1);
    r.at[i] = LLVMBuildExtractElement(e->b, pair, nvptx_i32(e, 0), "");
    if (i + 1 < x.n) r.at[i + 1] = LLVMBuildExtractElement(e->b, pair, nvptx_i32(e, 1), "");
  }
  return r;
}

static IrStatus emit_extf(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrType from = element_of(ir_value_type(ir_op_operand(op, 0)));
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  if (is_float8(from)) x = float8_to_f16(e, ir_type_float_kind(from), x);
  LLVMTypeRef to = nvptx_element_type(e, ir_value_type(ir_op_result(op, 0)));
  for (size_t i = 0; i < r.n; i++) {
    LLVMValueRef wide = x.at[i];
    // f16 to bf16 loses digits: by way of f32, rounded once.
    if (is_float8(from) && to == e->bf16) wide = LLVMBuildFPExt(e->b, wide, e->f32, "");
    r.at[i] = LLVMBuildFPCast(e->b, wide, to, "");
  }
  return define_elements(e, op, r);
}

// ---- To narrower floats. ----

// Two f32 to a pair in one instruction.
static EmitUnits truncate_pairs(Emit *e, IrType type, EmitUnits x) {
  EmitUnits r = nvptx_new_units(e, nvptx_num_units(type));
  LLVMTypeRef f32x2 = LLVMVectorType(e->f32, 2);
  for (size_t i = 0; i < r.n; i++) {
    LLVMValueRef value = x.at[2 * i];
    if (2 * i + 1 < x.n) {
      value = LLVMBuildInsertElement(e->b, LLVMGetPoison(f32x2), value, nvptx_i32(e, 0), "");
      value = LLVMBuildInsertElement(e->b, value, x.at[2 * i + 1], nvptx_i32(e, 1), "");
    }
    r.at[i] = LLVMBuildFPTrunc(e->b, value, nvptx_unit_type(e, type, i), "");
  }
  return r;
}

// The same, cutting off instead of rounding.
static EmitUnits cut_off_pairs(Emit *e, IrType type, EmitUnits x) {
  bool f16 = nvptx_element_type(e, type) == e->f16;
  const char *name = f16 ? "llvm.nvvm.ff2f16x2.rz" : "llvm.nvvm.ff2bf16x2.rz";
  EmitUnits r = nvptx_new_units(e, nvptx_num_elements(type));
  for (size_t i = 0; i < x.n; i += 2) {
    bool last = i + 1 == x.n;
    LLVMValueRef args[] = {last ? x.at[i] : x.at[i + 1], x.at[i]}; // the upper half first
    LLVMValueRef pair = nvptx_intrinsic(e, name, NULL, 0, args, 2);
    r.at[i] = LLVMBuildExtractElement(e->b, pair, nvptx_i32(e, 0), "");
    if (!last) r.at[i + 1] = LLVMBuildExtractElement(e->b, pair, nvptx_i32(e, 1), "");
  }
  return nvptx_pack(e, type, r);
}

// One instruction an element, that rounds as the op says.
static EmitUnits round_elements(Emit *e, const char *name, EmitUnits x, LLVMTypeRef type) {
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++)
    r.at[i] = LLVMBuildBitCast(e->b, nvptx_intrinsic(e, name, NULL, 0, &x.at[i], 1), type, "");
  return r;
}

// The instruction that rounds in another way than to nearest even, or NULL.
static const char *rounding_intrinsic(IrFloatKind from, IrFloatKind to, ArithRounding mode) {
  static const char *const to_f32[] = {NULL, "llvm.nvvm.d2f.rm", "llvm.nvvm.d2f.rp",
                                       "llvm.nvvm.d2f.rz", NULL};
  static const char *const to_tf32[] = {"llvm.nvvm.f2tf32.rn", NULL, NULL, "llvm.nvvm.f2tf32.rz",
                                        "llvm.nvvm.f2tf32.rna"};
  if (from == IR_F64 && to == IR_F32) return to_f32[mode];
  return from == IR_F32 && to == IR_TF32 ? to_tf32[mode] : NULL;
}

// ---- To 8-bit floats. ----
//
// The hardware converts two at a time and gives the largest number where x is beyond it.  The op
// gives NaN (E4M3FN, which has no infinity) or infinity (E5M2) there.  NaN comes from NaN, so it is
// put in before; infinity comes from nothing, so it is put in behind.

typedef struct Float8 {
  const char *from_f32, *from_f16;
  double limit; // where rounding to nearest even leaves the finite numbers
} Float8;

static const Float8 e4m3 = {"llvm.nvvm.ff.to.e4m3x2.rn", "llvm.nvvm.f16x2.to.e4m3x2.rn", 464};
static const Float8 e5m2 = {"llvm.nvvm.ff.to.e5m2x2.rn", "llvm.nvvm.f16x2.to.e5m2x2.rn", 61440};

static LLVMValueRef magnitude(Emit *e, LLVMValueRef x) {
  LLVMTypeRef type = LLVMTypeOf(x);
  return nvptx_intrinsic(e, "llvm.fabs", &type, 1, &x, 1);
}

static LLVMValueRef nan_beyond(Emit *e, LLVMValueRef x, double limit) {
  LLVMTypeRef type = LLVMTypeOf(x);
  LLVMValueRef fits =
      LLVMBuildFCmp(e->b, LLVMRealOLE, magnitude(e, x), LLVMConstReal(type, limit), "");
  return LLVMBuildSelect(e->b, fits, x, LLVMConstReal(type, NAN), "");
}

// Infinity with the sign of x where |x| >= limit, else `r`.
static LLVMValueRef infinity_beyond(Emit *e, LLVMValueRef x, LLVMValueRef r, double limit) {
  LLVMTypeRef type = LLVMTypeOf(x);
  LLVMValueRef beyond =
      LLVMBuildFCmp(e->b, LLVMRealOGE, magnitude(e, x), LLVMConstReal(type, limit), "");
  LLVMValueRef sign = LLVMBuildAnd(e->b, r, LLVMConstInt(e->i8, 0x80, false), "");
  LLVMValueRef infinity = LLVMBuildOr(e->b, sign, LLVMConstInt(e->i8, 0x7c, false), "");
  return LLVMBuildSelect(e->b, beyond, infinity, r, "");
}

static LLVMValueRef float8_pair(Emit *e, const Float8 *kind, LLVMValueRef low, LLVMValueRef high) {
  if (LLVMTypeOf(low) == e->f32)
    return nvptx_intrinsic(e, kind->from_f32, NULL, 0, (LLVMValueRef[]){high, low}, 2);
  LLVMValueRef pair = LLVMGetPoison(LLVMVectorType(e->f16, 2));
  pair = LLVMBuildInsertElement(e->b, pair, low, nvptx_i32(e, 0), "");
  pair = LLVMBuildInsertElement(e->b, pair, high, nvptx_i32(e, 1), "");
  return nvptx_intrinsic(e, kind->from_f16, NULL, 0, &pair, 1);
}

// Saturating; f16 or f32 to bytes.
static EmitUnits to_float8(Emit *e, const Float8 *kind, EmitUnits x) {
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < x.n; i += 2) {
    bool last = i + 1 == x.n;
    LLVMValueRef pair = float8_pair(e, kind, x.at[i], last ? x.at[i] : x.at[i + 1]);
    r.at[i] = LLVMBuildTrunc(e->b, pair, e->i8, "");
    if (last) continue;
    pair = LLVMBuildLShr(e->b, pair, LLVMConstInt(e->i16, 8, false), "");
    r.at[i + 1] = LLVMBuildTrunc(e->b, pair, e->i8, "");
  }
  return r;
}

// The splat behind a value, as a number.
static bool constant_number(const IrValue *value, double *number) {
  IrAttr attr;
  if (!value || !ir_match_constant(value, &attr)) return false;
  if (ir_attr_kind(attr) == IR_ATTR_DENSE) {
    if (!ir_attr_is_splat(attr)) return false;
    attr = ir_attr_dense_at(attr, 0);
  }
  if (ir_attr_kind(attr) != IR_ATTR_FLOAT) return false;
  *number = ir_attr_double(attr);
  return true;
}

// What `x` is, clamped to the finite numbers of the type: math.clampf %v to [-limit, limit], NaN
// staying NaN, is what the hardware does by itself.  NULL when it is not that.
static IrValue *clamped_value(const IrValue *x, double limit) {
  IrOp *clamp = ir_value_op(x);
  double low, high;
  if (!clamp || !ir_str_is(ir_op_name(clamp), "math.clampf")) return NULL;
  if (!constant_number(ir_op_operand(clamp, 1), &low)) return NULL;
  if (!constant_number(ir_op_operand(clamp, 2), &high)) return NULL;
  return low == -limit && high == limit ? ir_op_operand(clamp, 0) : NULL;
}

static double largest_float8(IrFloatKind kind) {
  return kind == IR_F8E4M3FN ? 448 : 57344;
}

static IrStatus emit_truncf_float8(Emit *e, IrOp *op, IrFloatKind from, IrFloatKind to) {
  bool has_infinity = to == IR_F8E5M2;
  const Float8 *kind = has_infinity ? &e5m2 : &e4m3;
  IrValue *in = ir_op_operand(op, 0);
  IrValue *unclamped = clamped_value(in, largest_float8(to));
  bool saturates =
      unclamped || (~nvptx_fastmath(op) & (ARITH_NNAN | ARITH_NINF)) == 0; // nothing beyond
  EmitUnits x = nvptx_elements(e, unclamped ? unclamped : in), exact = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < x.n; i++) {
    if (from == IR_BF16) x.at[i] = LLVMBuildFPExt(e->b, x.at[i], e->f32, "");
    bool patch = !saturates && !has_infinity;
    exact.at[i] = patch ? nan_beyond(e, x.at[i], kind->limit) : x.at[i];
  }
  EmitUnits r = to_float8(e, kind, exact);
  for (size_t i = 0; i < r.n && !saturates && has_infinity; i++)
    r.at[i] = infinity_beyond(e, x.at[i], r.at[i], kind->limit);
  return define_elements(e, op, r);
}

static IrStatus emit_truncf(Emit *e, IrOp *op, const EmitRule *rule) {
  IrValue *result = ir_op_result(op, 0), *in = ir_op_operand(op, 0);
  IrType type = ir_value_type(result);
  IrFloatKind from = ir_type_float_kind(element_of(ir_value_type(in)));
  IrFloatKind to = ir_type_float_kind(element_of(type));
  ArithRounding mode = arith_rounding(ir_op_attr(op, "roundingmode"));
  bool nearest = mode == ARITH_TO_NEAREST_EVEN;
  const char *name = rounding_intrinsic(from, to, mode);
  if (name)
    return define_elements(
        e, op, round_elements(e, name, nvptx_elements(e, in), nvptx_element_type(e, type)));
  bool small = to == IR_F16 || to == IR_BF16;
  if (from == IR_F32 && small && mode == ARITH_TOWARD_ZERO) {
    nvptx_define(e, result, cut_off_pairs(e, type, nvptx_elements(e, in)));
    return IR_OK;
  }
  bool float8 = to == IR_F8E4M3FN || to == IR_F8E5M2;
  if (!nearest || to == IR_TF32 || (float8 && from == IR_F64)) {
    (void)nvptx_unsupported(op, "the hardware has no such conversion");
    ir_help(e->ctx, "run the pass arith-expand-for-gpu before");
    return IR_FAILED;
  }
  if (float8) return emit_truncf_float8(e, op, from, to);
  if (!nvptx_is_packed(type) || from != IR_F32) return emit_cast(e, op, rule);
  nvptx_define(e, result, truncate_pairs(e, type, nvptx_units(e, in)));
  return IR_OK;
}

// ---- To integers. ----
//
// Beyond the range of the integer its nearest end, and 0 for NaN: what the instructions do, said by
// intrinsics, because LLVM's own fptosi may do anything then.  Numbers of 16 bits and fewer are
// converted to 32 and cut to their range.

static LLVMValueRef to_wide_integer(Emit *e, LLVMValueRef x, bool is_signed, bool is_long) {
  static const char *const names[2][2][2] = {
      {{"llvm.nvvm.f2ui.rz", "llvm.nvvm.f2i.rz"}, {"llvm.nvvm.f2ull.rz", "llvm.nvvm.f2ll.rz"}},
      {{"llvm.nvvm.d2ui.rz", "llvm.nvvm.d2i.rz"}, {"llvm.nvvm.d2ull.rz", "llvm.nvvm.d2ll.rz"}}};
  bool is_double = LLVMTypeOf(x) == e->f64;
  LLVMValueRef r = nvptx_intrinsic(e, names[is_double][is_long][is_signed], NULL, 0, &x, 1);
  if (!is_double && !is_long) return r;
  // These give the lowest number for NaN.
  LLVMValueRef nan = LLVMBuildFCmp(e->b, LLVMRealUNO, x, x, "");
  return LLVMBuildSelect(e->b, nan, LLVMConstNull(LLVMTypeOf(r)), r, "");
}

static LLVMValueRef bounded(Emit *e, const char *name, LLVMValueRef x, int64_t bound) {
  return nvptx_intrinsic(e, name, &e->i32, 1, (LLVMValueRef[]){x, nvptx_i32(e, bound)}, 2);
}

static LLVMValueRef to_integer(Emit *e, LLVMValueRef x, LLVMTypeRef type, bool is_signed) {
  unsigned width = LLVMGetIntTypeWidth(type);
  if (LLVMTypeOf(x) != e->f64 && LLVMTypeOf(x) != e->f32) x = LLVMBuildFPExt(e->b, x, e->f32, "");
  LLVMValueRef r = to_wide_integer(e, x, is_signed, width > 32);
  if (width >= 32) return r;
  int64_t half = INT64_C(1) << (width - 1);
  if (is_signed) {
    r = bounded(e, "llvm.smin", r, half - 1);
    r = bounded(e, "llvm.smax", r, -half);
  } else {
    r = bounded(e, "llvm.umin", r, 2 * half - 1);
  }
  return LLVMBuildTrunc(e->b, r, type, "");
}

static IrStatus emit_fptoi(Emit *e, IrOp *op, const EmitRule *rule) {
  if (is_float8(element_of(ir_value_type(ir_op_operand(op, 0)))))
    return nvptx_unsupported(op, by_way_of_f32);
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  LLVMTypeRef type = nvptx_element_type(e, ir_value_type(ir_op_result(op, 0)));
  for (size_t i = 0; i < r.n; i++) r.at[i] = to_integer(e, x.at[i], type, rule->code == LLVMFPToSI);
  return define_elements(e, op, r);
}

const EmitRule nvptx_cast_rules[] = {
    {.op = "arith.extsi", .emit = emit_cast, .code = LLVMSExt},
    {.op = "arith.extui", .emit = emit_cast, .code = LLVMZExt},
    {.op = "arith.trunci", .emit = emit_cast, .code = LLVMTrunc},
    {.op = "arith.sitofp", .emit = emit_int_to_float, .code = LLVMSIToFP},
    {.op = "arith.uitofp", .emit = emit_int_to_float, .code = LLVMUIToFP},
    {.op = "arith.fptosi", .emit = emit_fptoi, .code = LLVMFPToSI},
    {.op = "arith.fptoui", .emit = emit_fptoi, .code = LLVMFPToUI},
    {.op = "arith.extf", .emit = emit_extf},
    {.op = "arith.truncf", .emit = emit_truncf, .code = LLVMFPTrunc},
    {.op = "arith.index_cast", .emit = emit_index_cast, .code = LLVMSExt},
    {.op = "arith.index_castui", .emit = emit_index_cast, .code = LLVMZExt},
    {.op = "arith.bitcast", .emit = emit_bitcast},
    {0}};
