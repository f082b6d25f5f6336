#include "passes/tile/access.h"

#include "dialects/arith/arith.h"

int access_contiguous_dim(IrType memref) {
  int64_t strides[16], offset;
  size_t rank = ir_type_shape(memref).rank;
  ir_type_memref_strides(memref, strides, &offset);
  for (size_t i = rank; i-- > 0;)
    if (strides[i] == 1) return (int)i;
  return -1;
}

IrValue *access_index(IrBuilder *b, int64_t value) {
  return BUILD1(b, arith_constant, .value = ir_attr_index(b->ctx, value),
                .result_type = ir_type_index(b->ctx));
}

void access_move_before(IrOp *op, IrOp *place) {
  if (op == place || !ir_op_is_before(place, op)) return;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    IrOp *def = ir_value_op(ir_op_operand(op, i));
    if (def && ir_op_block(def) == ir_op_block(place)) access_move_before(def, place);
  }
  ir_op_detach(op);
  ir_op_insert_before(op, place);
}
