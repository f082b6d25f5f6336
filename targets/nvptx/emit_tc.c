// tc: products on tensor cores and the moves of matrices that feed them.
#include "dialects/tc/tc.h"
#include "targets/nvptx/emit_impl.h"

// Units as values of type `to`, which has their width.
static void cast_units(Emit *e, EmitUnits units, LLVMTypeRef to, LLVMValueRef *out) {
  for (size_t i = 0; i < units.n; i++) out[i] = LLVMBuildBitCast(e->b, units.at[i], to, "");
}

static IrStatus emit_ldmatrix(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  static const char *const names[2][3] = {{"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16",
                                           "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16",
                                           "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16"},
                                          {"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.trans.b16",
                                           "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16",
                                           "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16"}};
  IrType type = GET(op, tc_ldmatrix, result_type);
  size_t n = nvptx_num_units(type);
  if (!nvptx_is_packed(type) || (n != 1 && n != 2 && n != 4))
    return nvptx_unsupported(op, "ldmatrix gives 2, 4 or 8 elements of 16-bit floats");
  LLVMTypeRef i16 = e->i16, pointer = LLVMPointerTypeInContext(e->llvm, NVPTX_SHARED);
  LLVMValueRef offset = nvptx_scalar(e, GET(op, tc_ldmatrix, offset));
  LLVMValueRef row = nvptx_scalar(e, GET(op, tc_ldmatrix, buffer));
  row = LLVMBuildGEP2(e->b, i16, row, &offset, 1, "");
  const char *name = names[GET(op, tc_ldmatrix, trans) != NULL][n / 2];
  LLVMValueRef matrices = nvptx_intrinsic(e, name, &pointer, 1, &row, 1);
  EmitUnits r = nvptx_new_units(e, n);
  for (size_t i = 0; i < n; i++) {
    LLVMValueRef word = n == 1 ? matrices : LLVMBuildExtractValue(e->b, matrices, (unsigned)i, "");
    r.at[i] = LLVMBuildBitCast(e->b, word, nvptx_unit_type(e, type, i), "");
  }
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

// How an instruction's intrinsic takes its fragments.
typedef struct MmaForm {
  const char *instr;
  IrFloatKind ab, c;
  const char *intrinsic;
  bool ab_as_bits; // bf16 fragments are passed as i32
} MmaForm;

static const MmaForm mma_forms[] = {
    {TC_MMA_M16N8K16, IR_F16, IR_F32, "llvm.nvvm.mma.m16n8k16.row.col.f32.f32", false},
    {TC_MMA_M16N8K16, IR_BF16, IR_F32, "llvm.nvvm.mma.m16n8k16.row.col.bf16", true},
};

static const MmaForm *mma_form(IrStr instr, IrType ab, IrType c) {
  if (!ir_type_is_float(ab) || !ir_type_is_float(c)) return NULL;
  for (size_t i = 0; i < sizeof mma_forms / sizeof *mma_forms; i++) {
    const MmaForm *form = &mma_forms[i];
    if (ir_str_is(instr, form->instr) && ir_type_float_kind(ab) == form->ab &&
        ir_type_float_kind(c) == form->c)
      return form;
  }
  return NULL;
}

static IrStatus emit_mma(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  EmitUnits a = nvptx_units(e, GET(op, tc_mma, a)), b = nvptx_units(e, GET(op, tc_mma, b));
  EmitUnits c = nvptx_units(e, GET(op, tc_mma, c));
  IrType ab_type = ir_value_type(GET(op, tc_mma, a)), c_type = ir_value_type(GET(op, tc_mma, c));
  IrStr instr = ir_attr_str(GET(op, tc_mma, instr));
  const MmaForm *form = mma_form(instr, ir_type_element(ab_type), ir_type_element(c_type));
  if (!form) return nvptx_unsupported(op, "there is no such instruction for these element types");
  if (a.n != 4 || b.n != 2 || c.n != 4)
    return nvptx_unsupported(op, "its fragments have another size than the instruction's");
  LLVMValueRef args[10];
  LLVMTypeRef ab = form->ab_as_bits ? e->i32 : nvptx_unit_type(e, ab_type, 0);
  cast_units(e, a, ab, args);
  cast_units(e, b, ab, args + 4);
  cast_units(e, c, nvptx_unit_type(e, c_type, 0), args + 6);
  LLVMValueRef d = nvptx_intrinsic(e, form->intrinsic, NULL, 0, args, 6 + c.n);
  EmitUnits r = nvptx_new_units(e, c.n);
  for (size_t i = 0; i < r.n; i++) r.at[i] = LLVMBuildExtractValue(e->b, d, (unsigned)i, "");
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

const EmitRule nvptx_tc_rules[] = {
    {.op = "tc.ldmatrix", .emit = emit_ldmatrix}, {.op = "tc.mma", .emit = emit_mma}, {0}};
