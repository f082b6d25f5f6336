// tc: products of a warp on tensor cores, and the moves of matrices that feed them.  Fragments are
// tuples of 32-bit registers; the intrinsics take them as pairs of f16, as floats, or as i32.
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "targets/nvptx/emit_impl.h"

// ---- Registers. ----

EmitUnits nvptx_words(Emit *e, const IrValue *value) {
  EmitUnits units = nvptx_units(e, value);
  size_t per_word = 32 / nvptx_bits_of(LLVMTypeOf(units.at[0]));
  EmitUnits words = nvptx_new_units(e, units.n / per_word);
  for (size_t i = 0; i < words.n; i++)
    words.at[i] = nvptx_gather(e, units.at + i * per_word, per_word, e->i32);
  return words;
}

EmitUnits nvptx_from_words(Emit *e, IrType type, EmitUnits words) {
  EmitUnits units = nvptx_new_units(e, nvptx_num_units(type));
  LLVMTypeRef unit = nvptx_unit_type(e, type, 0);
  size_t per_word = 32 / nvptx_bits_of(unit);
  for (size_t i = 0; i < words.n; i++)
    nvptx_scatter(e, words.at[i], unit, per_word, units.at + i * per_word);
  return units;
}

// ---- ldmatrix, stmatrix. ----

// "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16"
static LLVMValueRef move_matrices(Emit *e, const char *what, size_t n, bool trans,
                                  const LLVMValueRef *args, size_t num_args) {
  IrStream name = {0};
  LLVMTypeRef pointer = LLVMPointerTypeInContext(e->llvm, NVPTX_SHARED);
  ir_print(&name, "llvm.nvvm.{}.sync.aligned.m8n8.x{}{}.b16", what, n, trans ? ".trans" : "");
  LLVMValueRef value = nvptx_intrinsic(e, ir_stream_cstr(&name), &pointer, 1, args, num_args);
  ir_stream_free(&name);
  return value;
}

// Of the row that this lane gives.
static LLVMValueRef row_address(Emit *e, const IrValue *buffer, const IrValue *offset) {
  LLVMValueRef row = nvptx_scalar(e, buffer), index = nvptx_scalar(e, offset);
  LLVMTypeRef element = nvptx_element_type(e, mem_buffer_element(ir_value_type(buffer)));
  return LLVMBuildGEP2(e->b, element, row, &index, 1, "");
}

static IrStatus emit_ldmatrix(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrType type = GET(op, tc_ldmatrix, result_type);
  size_t n = nvptx_num_units(type) * nvptx_bits_of(nvptx_unit_type(e, type, 0)) / 32;
  LLVMValueRef row = row_address(e, GET(op, tc_ldmatrix, buffer), GET(op, tc_ldmatrix, offset));
  bool trans = GET(op, tc_ldmatrix, trans) != NULL;
  LLVMValueRef matrices = move_matrices(e, "ldmatrix", n, trans, &row, 1);
  EmitUnits words = nvptx_new_units(e, n);
  for (size_t i = 0; i < n; i++)
    words.at[i] = n == 1 ? matrices : LLVMBuildExtractValue(e->b, matrices, (unsigned)i, "");
  nvptx_define(e, ir_op_result(op, 0), nvptx_from_words(e, type, words));
  return IR_OK;
}

static IrStatus emit_stmatrix(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  EmitUnits words = nvptx_words(e, GET(op, tc_stmatrix, value));
  LLVMValueRef args[5] = {
      row_address(e, GET(op, tc_stmatrix, buffer), GET(op, tc_stmatrix, offset))};
  for (size_t i = 0; i < words.n; i++) args[1 + i] = words.at[i];
  bool trans = GET(op, tc_stmatrix, trans) != NULL;
  (void)move_matrices(e, "stmatrix", words.n, trans, args, 1 + words.n);
  return IR_OK;
}

// ---- mma. ----

const char *nvptx_mma_type(IrType element, bool is_unsigned) {
  if (ir_type_is_any_integer(element))
    return ir_type_width(element) == 32 ? "s32" : is_unsigned ? "u8" : "s8";
  switch (ir_type_float_kind(element)) {
  case IR_F16:
    return "f16";
  case IR_BF16:
    return "bf16";
  case IR_TF32:
    return "tf32";
  case IR_F8E4M3FN:
    return "e4m3";
  case IR_F8E5M2:
    return "e5m2";
  case IR_F64:
    return "f64";
  default:
    return "f32";
  }
}

// What follows "row.col." in the intrinsic's name.
static void mma_types(IrStream *name, const IrOp *op, IrType a, IrType b, IrType c) {
  const char *a_type = nvptx_mma_type(a, GET(op, tc_mma, unsigned_a) != NULL);
  const char *b_type = nvptx_mma_type(b, GET(op, tc_mma, unsigned_b) != NULL);
  const char *c_type = nvptx_mma_type(c, false);
  if (GET(op, tc_mma, satfinite)) ir_print(name, "satfinite.");
  if (ir_type_is_float(a) && ir_type_width(a) == 8)
    ir_print(name, "{}.{}.{}.{}", c_type, a_type, b_type, c_type);
  else if (ir_type_is_float(a) && ir_type_float_kind(a) == IR_F16)
    ir_print(name, "{}.{}", c_type, c_type);
  else if (strcmp(a_type, b_type) != 0)
    ir_print(name, "{}.{}", a_type, b_type);
  else
    ir_print(name, "{}", a_type);
}

// A fragment as the intrinsic's arguments: f16 as pairs, f64, f32 and i32 as they are, else as i32.
static size_t mma_arguments(Emit *e, const IrValue *value, LLVMValueRef *out) {
  IrType element = ir_type_element(ir_value_type(value));
  bool tf32 = ir_type_is_float(element) && ir_type_float_kind(element) == IR_TF32;
  bool bf16 = ir_type_is_float(element) && ir_type_float_kind(element) == IR_BF16;
  bool words = tf32 || bf16 || ir_type_width(element) == 8;
  EmitUnits units = words ? nvptx_words(e, value) : nvptx_units(e, value);
  memcpy(out, units.at, units.n * sizeof *out);
  return units.n;
}

static IrStatus emit_mma(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *a = GET(op, tc_mma, a), *b = GET(op, tc_mma, b), *c = GET(op, tc_mma, c);
  IrType type = ir_value_type(c);
  const TcInstr *instr = tc_instr(ir_attr_str(GET(op, tc_mma, instr)));
  IrStream name = {0};
  LLVMValueRef args[16];
  size_t n = mma_arguments(e, a, args);
  n += mma_arguments(e, b, args + n);
  n += mma_arguments(e, c, args + n);
  ir_print(&name, "llvm.nvvm.{}.row.col.", instr->name);
  mma_types(&name, op, ir_type_element(ir_value_type(a)), ir_type_element(ir_value_type(b)),
            ir_type_element(type));
  LLVMValueRef d = nvptx_intrinsic(e, ir_stream_cstr(&name), NULL, 0, args, n);
  ir_stream_free(&name);
  EmitUnits r = nvptx_new_units(e, nvptx_num_units(type));
  for (size_t i = 0; i < r.n; i++) r.at[i] = LLVMBuildExtractValue(e->b, d, (unsigned)i, "");
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

const EmitRule nvptx_tc_rules[] = {{.op = "tc.ldmatrix", .emit = emit_ldmatrix},
                                   {.op = "tc.stmatrix", .emit = emit_stmatrix},
                                   {.op = "tc.mma", .emit = emit_mma},
                                   {0}};
