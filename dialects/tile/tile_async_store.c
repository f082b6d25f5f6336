// tile.async_store and its wait: rules.
//
//   1. it goes from a shared buffer to a memref, whose elements are the same
//   2. the buffer is made of boxes that TMA stores (tile_tma.h)
//   3. a wait leaves 0 or more stores under way
#include "dialects/tile/tile_impl.h"
#include "dialects/tile/tile_tma.h"

IrStatus tile_async_store_verify(IrOp *op) {
  IrType from = ir_value_type(GET(op, tile_async_store, source));
  IrType to = ir_value_type(GET(op, tile_async_store, dest));
  if (!mem_is_buffer(from) || mem_buffer_space(from) != MEM_SHARED || mem_is_buffer(to))
    return ir_op_error(op, "stores a shared buffer to a memref, got {} and {}", from, to);
  if (mem_buffer_element(from) != ir_type_element(to))
    return ir_op_error(op, "stores {}, but the elements of {} are {}", from, to,
                       ir_type_element(to));
  IR_TRY(tile_verify_place(op, to, GET(op, tile_async_store, indices), mem_buffer_shape(from)));
  TileBoxes boxes;
  IrStream why = {0};
  IrStatus status = IR_OK;
  if (!tile_boxes_of(to, from, NULL, &boxes, &why)) {
    status =
        ir_op_error(op, "stores {} to {}, which TMA cannot: {}", from, to, ir_stream_str(&why));
    ir_help(ir_op_context(op), "a tile.load of the buffer and a tile.store do it with threads");
  }
  ir_stream_free(&why);
  return status;
}

IrStatus tile_async_store_wait_verify(IrOp *op) {
  IrAttr pending = GET(op, tile_async_store_wait, pending);
  if (!pending || ir_attr_int(pending) >= 0) return IR_OK;
  return ir_op_error(op, "leaves {} stores under way", ir_attr_int(pending));
}
