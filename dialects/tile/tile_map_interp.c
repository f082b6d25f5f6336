// tile.map and tile.parallel on whole tiles: one element after the other, in row-major order.
#include "dialects/tile/tile_impl.h"
#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

static void copy_element(const IrCell *to, int64_t i, const IrCell *from, int64_t k) {
  size_t bytes = from->element_bytes;
  memcpy((char *)to->data + (size_t)i * bytes, (const char *)from->data + (size_t)k * bytes, bytes);
}

static int64_t count_of(IrShape shape) {
  int64_t count = 1;
  for (size_t d = 0; d < shape.rank; d++) count *= shape.at[d];
  return count;
}

// Element `at` of the shape: its coordinates, and itself of every input.
static IrStep run_element(IrInterp *interp, const IrOp *op, IrShape shape, int64_t at) {
  const IrBlock *block = ir_region_first(ir_op_region(op, 0));
  int64_t rest = at;
  for (size_t d = shape.rank; d-- > 0; rest /= shape.at[d])
    ir_cell_set_int(ir_interp_define(interp, ir_block_arg(block, d)), 0, rest % shape.at[d]);
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    copy_element(ir_interp_define(interp, ir_block_arg(block, shape.rank + i)), 0,
                 ir_interp_operand(interp, op, i), at);
  return ir_interp_enter(interp, op, 0);
}

// The element at hand is counted in the op's state.
static IrStep run_next(IrInterp *interp, const IrOp *op, IrShape shape) {
  int64_t *at = ir_interp_state(interp, sizeof *at);
  size_t n = ir_op_num_results(op);
  if (ir_interp_lanes(interp) != 1)
    return ir_interp_fail(interp, op, "is executed on whole tiles only");
  if (ir_interp_phase(interp) == 0) {
    for (size_t i = 0; i < n; i++) (void)ir_interp_result_cell(interp, op, i);
  } else {
    for (size_t i = 0; i < n; i++)
      copy_element(ir_interp_get(interp, ir_op_result(op, i)), *at, ir_interp_yielded(interp, i),
                   0);
    ++*at;
  }
  return *at < count_of(shape) ? run_element(interp, op, shape, *at) : IR_STEP_NEXT;
}

IrStep tile_map_interp(IrInterp *interp, IrOp *op) {
  return run_next(interp, op, ir_type_shape(ir_value_type(ir_op_result(op, 0))));
}

IrStep tile_parallel_interp(IrInterp *interp, IrOp *op) {
  IrAttr attr = GET(op, tile_parallel, shape);
  int64_t extents[TILE_LAYOUT_RANK];
  size_t rank = ir_attr_count(attr);
  for (size_t d = 0; d < rank; d++) extents[d] = ir_attr_array_int(attr, d);
  return run_next(interp, op, (IrShape){extents, rank});
}
