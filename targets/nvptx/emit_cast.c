// arith's conversions.  A pair of f32 becomes a pair of 16-bit floats in one cvt.
#include "targets/nvptx/emit_impl.h"

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
  if (is_float8(from) || is_float8(to))
    return nvptx_unsupported(op, "it converts 8-bit floats only to wider floats");
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  LLVMTypeRef type = nvptx_element_type(e, to);
  for (size_t i = 0; i < r.n; i++)
    r.at[i] = LLVMBuildCast(e->b, (LLVMOpcode)rule->code, x.at[i], type, "");
  return define_elements(e, op, r);
}

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

static IrStatus emit_truncf(Emit *e, IrOp *op, const EmitRule *rule) {
  IrValue *result = ir_op_result(op, 0);
  IrType from = element_of(ir_value_type(ir_op_operand(op, 0))), type = ir_value_type(result);
  if (is_float8(element_of(type)))
    return nvptx_unsupported(op,
                             "the hardware's conversion to 8-bit floats saturates, arith.truncf "
                             "does not");
  if (!nvptx_is_packed(type) || nvptx_element_type(e, from) != e->f32)
    return emit_cast(e, op, rule);
  nvptx_define(e, result, truncate_pairs(e, type, nvptx_units(e, ir_op_operand(op, 0))));
  return IR_OK;
}

const EmitRule nvptx_cast_rules[] = {
    {.op = "arith.extsi", .emit = emit_cast, .code = LLVMSExt},
    {.op = "arith.extui", .emit = emit_cast, .code = LLVMZExt},
    {.op = "arith.trunci", .emit = emit_cast, .code = LLVMTrunc},
    {.op = "arith.sitofp", .emit = emit_cast, .code = LLVMSIToFP},
    {.op = "arith.uitofp", .emit = emit_cast, .code = LLVMUIToFP},
    {.op = "arith.fptosi", .emit = emit_cast, .code = LLVMFPToSI},
    {.op = "arith.fptoui", .emit = emit_cast, .code = LLVMFPToUI},
    {.op = "arith.extf", .emit = emit_extf},
    {.op = "arith.truncf", .emit = emit_truncf, .code = LLVMFPTrunc},
    {.op = "arith.index_cast", .emit = emit_index_cast, .code = LLVMSExt},
    {.op = "arith.index_castui", .emit = emit_index_cast, .code = LLVMZExt},
    {.op = "arith.bitcast", .emit = emit_bitcast},
    {0}};
