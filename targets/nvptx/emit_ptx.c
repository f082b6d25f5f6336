// simt.inline_ptx: a call of inline assembly for each element, or for `pack` elements at once.
//
//   %r = simt.inline_ptx "add.s32 $0, $1, $2;" (%x, %y)   =>   one call for each element
//
// What an incomplete last group lacks is zero, and what it makes of that is dropped.  Text between
// braces stays as it is: LLVM takes `$(` for its alternatives.
#include "dialects/tile/inline_ptx.h"
#include "targets/nvptx/emit_asm.h"

// The type that a register of such elements has in LLVM.
static LLVMTypeRef register_type(Emit *e, IrType element, int64_t pack) {
  LLVMTypeRef type = nvptx_element_type(e, element);
  if (tile_ptx_together(element, pack) > 1) return e->i32;
  return nvptx_bits_of(type) == 16 ? e->i16 : type;
}

// Registers of the elements from `first` on, added to the call.
static void add_input(Emit *e, EmitAsm *t, const IrValue *value, size_t first, int64_t pack) {
  IrType element = ir_type_element(ir_value_type(value));
  EmitUnits all = nvptx_elements(e, value);
  size_t together = (size_t)tile_ptx_together(element, pack);
  LLVMTypeRef type = register_type(e, element, pack);
  LLVMValueRef parts[4], zero = LLVMConstNull(LLVMTypeOf(all.at[0]));
  for (size_t r = first; r < first + (size_t)pack; r += together) {
    for (size_t i = 0; i < together; i++) parts[i] = r + i < all.n ? all.at[r + i] : zero;
    (void)nvptx_asm_input(e, t, nvptx_gather(e, parts, together, type));
  }
}

// Takes the registers of a result, and puts the elements that there are into `all`.
static LLVMValueRef *take_output(Emit *e, LLVMValueRef *registers, IrType element, EmitUnits all,
                                 size_t first, int64_t pack) {
  size_t together = (size_t)tile_ptx_together(element, pack);
  LLVMValueRef parts[4];
  for (size_t r = first; r < first + (size_t)pack; r += together) {
    nvptx_scatter(e, *registers++, nvptx_element_type(e, element), together, parts);
    for (size_t i = 0; i < together && r + i < all.n; i++) all.at[r + i] = parts[i];
  }
  return registers;
}

static void emit_group(Emit *e, IrOp *op, EmitUnits *results, size_t first, int64_t pack) {
  EmitAsm t = {.pure = !tile_ptx_is_volatile(op), .early = true};
  IrStr text = ir_attr_str(GET(op, simt_inline_ptx, text));
  LLVMValueRef registers[TILE_PTX_MAX_REGISTERS], *next = registers;
  ir_write(&t.text, text.ptr, text.len);
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrType element = ir_type_element(ir_value_type(ir_op_result(op, i)));
    for (int64_t r = tile_ptx_registers(element, pack); r > 0; r--)
      nvptx_asm_output(e, &t, register_type(e, element, pack));
  }
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    add_input(e, &t, ir_op_operand(op, i), first, pack);
  nvptx_asm_call(e, &t, registers);
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    next = take_output(e, next, ir_type_element(ir_value_type(ir_op_result(op, i))), results[i],
                       first, pack);
}

static IrStatus emit_inline_ptx(Emit *e, IrOp *op, const EmitRule *rule) {
  size_t n = ir_op_num_results(op), count = 1;
  int64_t pack = tile_ptx_pack(op);
  EmitUnits results[TILE_PTX_MAX_REGISTERS];
  (void)rule;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    count = nvptx_num_elements(ir_value_type(ir_op_operand(op, i)));
  for (size_t i = 0; i < n; i++) {
    count = nvptx_num_elements(ir_value_type(ir_op_result(op, i)));
    results[i] = nvptx_new_units(e, count);
  }
  for (size_t first = 0; first < count; first += (size_t)pack)
    emit_group(e, op, results, first, pack);
  for (size_t i = 0; i < n; i++)
    nvptx_define(e, ir_op_result(op, i),
                 nvptx_pack(e, ir_value_type(ir_op_result(op, i)), results[i]));
  return IR_OK;
}

const EmitRule nvptx_ptx_rules[] = {{.op = "simt.inline_ptx", .emit = emit_inline_ptx}, {0}};
