// Loops that carry more values; see loop_carry.h.
#include "passes/tile/loop_carry.h"

#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "ir/support/vec.h"

static IrOp *create_like(IrOp *loop, IrValue *const *inits, const IrType *types, size_t n) {
  IrBuilder b = ir_builder_before(loop);
  if (IS(loop, tile_pipelined))
    return BUILD(&b, tile_pipelined, .lower = GET(loop, tile_pipelined, lower),
                 .upper = GET(loop, tile_pipelined, upper), .inits = {inits, n},
                 .results_types = {types, n}, .stages = GET(loop, tile_pipelined, stages));
  return BUILD(&b, scf_for, .lowerBound = GET(loop, scf_for, lowerBound),
               .upperBound = GET(loop, scf_for, upperBound), .step = GET(loop, scf_for, step),
               .initArgs = {inits, n}, .results_types = {types, n},
               .unsignedCmp = GET(loop, scf_for, unsignedCmp));
}

IrOp *loop_carry_more(IrOp *loop, IrValue *const *inits, size_t n) {
  size_t carried = ir_op_num_results(loop), first = ir_op_num_operands(loop) - carried;
  IR_VEC(IrValue *) all = {0};
  IR_VEC(IrType) types = {0};
  for (size_t i = 0; i < carried; i++) ir_vec_push(&all, ir_op_operand(loop, first + i));
  for (size_t i = 0; i < n; i++) ir_vec_push(&all, inits[i]);
  for (size_t i = 0; i < all.n; i++) ir_vec_push(&types, ir_value_type(all.at[i]));
  IrOp *more = create_like(loop, all.at, types.at, all.n);
  if (ir_op_discardable(loop)) ir_op_set_discardable(more, ir_op_discardable(loop));
  ir_region_take_body(ir_op_region(more, 0), ir_op_region(loop, 0));
  for (size_t i = 0; i < carried; i++) {
    ir_value_take_name(ir_op_result(more, i), ir_op_result(loop, i));
    ir_value_replace_uses(ir_op_result(loop, i), ir_op_result(more, i));
  }
  ir_op_destroy(loop);
  ir_vec_free(&all);
  ir_vec_free(&types);
  return more;
}

void loop_yield_more(IrOp *loop, IrValue *const *values, size_t n) {
  IrOp *yield = ir_block_terminator(ir_region_first(ir_op_region(loop, 0)));
  IR_VEC(IrValue *) all = {0};
  for (size_t i = 0; i < ir_op_num_operands(yield); i++) ir_vec_push(&all, ir_op_operand(yield, i));
  for (size_t i = 0; i < n; i++) ir_vec_push(&all, values[i]);
  ir_op_set_operands(yield, all.at, all.n);
  ir_vec_free(&all);
}
