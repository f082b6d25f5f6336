// tile.map and tile.parallel on whole tiles: as many elements at once as there are lanes, in
// row-major order.
#include "dialects/tile/tile_impl.h"
#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

static int64_t count_of(IrShape shape) {
  int64_t count = 1;
  for (size_t d = 0; d < shape.rank; d++) count *= shape.at[d];
  return count;
}

// Elements from `first` on of an input become those of the lanes.
static void take_elements(const IrCell *to, const IrCell *from, int64_t first, uint32_t lanes) {
  size_t bytes = from->element_bytes;
  memcpy(to->data, (const char *)from->data + (size_t)first * bytes, lanes * bytes);
}

static void give_elements(const IrCell *to, const IrCell *from, int64_t first, uint32_t lanes) {
  size_t bytes = to->element_bytes;
  memcpy((char *)to->data + (size_t)first * bytes, from->data, lanes * bytes);
}

static void define_coordinates(IrInterp *batch, const IrBlock *block, IrShape shape, int64_t first,
                               uint32_t lanes) {
  int64_t apart = 1;
  for (size_t d = shape.rank; d-- > 0; apart *= shape.at[d]) {
    IrCell *cell = ir_interp_define(batch, ir_block_arg(block, d));
    for (uint32_t lane = 0; lane < lanes; lane++)
      ir_cell_set_int(cell, lane, (first + lane) / apart % shape.at[d]);
  }
}

static IrStep run_elements(IrInterp *interp, IrInterp *batch, IrOp *op, IrShape shape,
                           int64_t first, uint32_t lanes) {
  const IrBlock *block = ir_region_first(ir_op_region(op, 0));
  ir_interp_batch_start(batch, lanes);
  define_coordinates(batch, block, shape, first, lanes);
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    take_elements(ir_interp_define(batch, ir_block_arg(block, shape.rank + i)),
                  ir_interp_operand(interp, op, i), first, lanes);
  if (ir_interp_batch_run(interp, batch) == IR_STEP_FAIL) return IR_STEP_FAIL;
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    give_elements(ir_interp_result_cell(interp, op, i), ir_interp_result(batch, i), first, lanes);
  return IR_STEP_NEXT;
}

static IrStep run_all(IrInterp *interp, IrOp *op, IrShape shape) {
  if (ir_interp_lanes(interp) != 1)
    return ir_interp_fail(interp, op, "is executed on whole tiles only");
  IrInterp *batch = ir_interp_batch(interp, op);
  int64_t count = count_of(shape);
  for (int64_t first = 0; first < count; first += IR_MAX_LANES) {
    int64_t rest = count - first;
    uint32_t lanes = rest < IR_MAX_LANES ? (uint32_t)rest : IR_MAX_LANES;
    if (run_elements(interp, batch, op, shape, first, lanes) == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

IrStep tile_map_interp(IrInterp *interp, IrOp *op) {
  return run_all(interp, op, ir_type_shape(ir_value_type(ir_op_result(op, 0))));
}

IrStep tile_parallel_interp(IrInterp *interp, IrOp *op) {
  IrAttr attr = GET(op, tile_parallel, shape);
  int64_t extents[TILE_LAYOUT_RANK];
  size_t rank = ir_attr_count(attr);
  for (size_t d = 0; d < rank; d++) extents[d] = ir_attr_array_int(attr, d);
  return run_all(interp, op, (IrShape){extents, rank});
}
