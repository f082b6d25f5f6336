// tile-to-thread: tile.inline_ptx is the same for a thread's registers of the tiles.
#include "dialects/simt/simt.h"
#include "dialects/tile/tile.h"
#include "passes/lower/thread.h"

IrStatus thread_convert_inline_ptx(ThreadState *state, IrOp *op) {
  IR_VEC(IrValue *) operands = {0};
  IR_VEC(IrType) types = {0};
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    ir_vec_push(&operands, thread_value(state, ir_op_operand(op, i)));
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_vec_push(&types, thread_type(ir_value_type(ir_op_result(op, i))));
  IrOp *made = BUILD(&state->b, simt_inline_ptx, .operands = {operands.at, operands.n},
                     .text = GET(op, tile_inline_ptx, text), .pack = GET(op, tile_inline_ptx, pack),
                     .is_volatile = GET(op, tile_inline_ptx, is_volatile),
                     .results_types = {types.at, types.n});
  for (size_t i = 0; i < types.n; i++) {
    ir_value_take_name(ir_op_result(made, i), ir_op_result(op, i));
    ir_ptrmap_set(&state->values, ir_op_result(op, i), ir_op_result(made, i));
  }
  IrPtrMap map = {0};
  ir_region_clone_into(ir_op_region(op, 0), ir_op_region(made, 0), &map);
  ir_ptrmap_free(&map);
  ir_vec_free(&operands);
  ir_vec_free(&types);
  return IR_OK;
}
