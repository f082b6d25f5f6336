// tile.async_store and its wait: rules.
//
//   1. it goes from a shared buffer to a memref, whose elements are the same
//   2. the buffer is made of boxes that TMA stores (tile_tma.h)
//   3. a wait leaves 0 or more stores under way
//   4. groups are equal parts of the warps and of the buffer's rows, one box each
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile_impl.h"
#include "dialects/tile/tile_tma.h"

enum { MOST_GROUPS = 4 }; // each has a barrier of the block's 16 (thread_roles.c)

// Equal numbers of the warps that tiles are laid out over.
static IrStatus check_groups(IrOp *op, IrAttr groups) {
  const IrOp *kernel = ir_op_parent(op);
  while (kernel && !IS(kernel, tile_kernel)) kernel = ir_op_parent(kernel);
  if (!groups) return IR_OK;
  int64_t n = ir_attr_int(groups);
  if (n >= 1 && n <= MOST_GROUPS && !(n & (n - 1)) &&
      (!kernel || tile_kernel_warps(kernel) % n == 0))
    return IR_OK;
  return ir_op_error(op, "has {} groups of warps; there may be 1, 2 or 4 of equal size", n);
}

IrStatus tile_async_store_verify(IrOp *op) {
  IrType from = ir_value_type(GET(op, tile_async_store, source));
  IrType to = ir_value_type(GET(op, tile_async_store, dest));
  if (!mem_is_shared_buffer(from) || mem_is_buffer(to))
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
  IrAttr groups = GET(op, tile_async_store, groups);
  if (status != IR_OK || !groups) return status;
  if (ir_attr_int(groups) < 1 || !tile_boxes_of_part(op, ir_attr_int(groups), &boxes))
    return ir_op_error(op, "stores {} in {} parts, which are no boxes", from, ir_attr_int(groups));
  return check_groups(op, groups);
}

IrStatus tile_async_store_wait_verify(IrOp *op) {
  IrAttr pending = GET(op, tile_async_store_wait, pending);
  IR_TRY(check_groups(op, GET(op, tile_async_store_wait, groups)));
  if (!pending || ir_attr_int(pending) >= 0) return IR_OK;
  return ir_op_error(op, "leaves {} stores under way", ir_attr_int(pending));
}
