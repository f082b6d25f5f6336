// The combiner of a tile.reduce or tile.scan on registers: its ops on vectors instead of single
// elements.
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread.h"

// A constant of the combiner in all registers.
static IrValue *spread_constant(IrBuilder *b, IrOp *op, int64_t registers) {
  IrPtrMap none = {0};
  IrOp *copy = ir_op_clone(op, &none);
  ir_ptrmap_free(&none);
  ir_builder_insert(b, copy);
  IrValue *scalar = ir_op_result(copy, 0);
  return BUILD1(b, vector_broadcast, .source = scalar,
                .vector_type = thread_vector_of(ir_value_type(scalar), registers));
}

// The op on vectors instead of single elements.
static void combine_op(IrBuilder *b, IrOp *op, int64_t registers, IrPtrMap *map) {
  if (ir_op_has_trait(op, IR_CONSTANT_LIKE)) {
    ir_ptrmap_set(map, ir_op_result(op, 0), spread_constant(b, op, registers));
    return;
  }
  IrOp *copy = ir_op_clone(op, map);
  ir_builder_insert(b, copy);
  for (size_t i = 0; i < ir_op_num_results(copy); i++) {
    IrValue *result = ir_op_result(copy, i);
    ir_value_set_type(result, thread_vector_of(ir_value_type(result), registers));
  }
}

void thread_combine(ThreadState *state, IrBlock *combiner, IrValue **values, IrValue *const *others,
                    size_t n) {
  int64_t registers = ir_type_shape(ir_value_type(values[0])).at[0];
  IrPtrMap map = {0};
  for (size_t i = 0; i < n; i++) {
    ir_ptrmap_set(&map, ir_block_arg(combiner, i), values[i]);
    ir_ptrmap_set(&map, ir_block_arg(combiner, n + i), others[i]);
  }
  IR_FOR_OPS(op, combiner) {
    if (!IS(op, tile_yield)) {
      combine_op(&state->b, op, registers, &map);
      continue;
    }
    for (size_t i = 0; i < n; i++) values[i] = ir_ptrmap_get(&map, ir_op_operand(op, i));
  }
  ir_ptrmap_free(&map);
}
