// tile.async_store: rules.
//
//   1. it goes from a shared buffer to a memref, whose elements are the same
//   2. the buffer is row-major or column-major, in slabs of a swizzle or not, but not padded
//   3. the memref's stride along the dimension that is contiguous in the buffer is 1, and the other
//      strides, where they are known, are multiples of 16 bytes
//   4. the buffer's contiguous extent is a multiple of 16 bytes
#include "dialects/tile/tile_impl.h"

// The memref's dimension that is contiguous in `buffer`, whose dimensions are its trailing ones.
static size_t contiguous_dim(IrType buffer, IrType memref) {
  return ir_type_shape(memref).rank - (mem_layout_column(mem_buffer_layout(buffer)) ? 2 : 1);
}

static IrStatus verify_strides(IrOp *op, IrType buffer, IrType memref) {
  int64_t strides[MEM_TENSOR_MAP_MAX_RANK], offset;
  int64_t bytes = mem_element_bytes(mem_buffer_element(buffer));
  size_t unit = contiguous_dim(buffer, memref);
  ir_type_memref_strides(memref, strides, &offset);
  if (strides[unit] != 1) {
    (void)ir_op_error(op, "stores rows along dimension {}, which has no stride of 1 in {}", unit,
                      memref);
    ir_help(ir_op_context(op), "'column' in the buffer's layout makes the dimension before the "
                               "last its contiguous one");
    return IR_FAILED;
  }
  for (size_t d = 0; d < ir_type_shape(memref).rank; d++)
    if (d != unit && strides[d] != IR_DYNAMIC && strides[d] * bytes % 16)
      return ir_op_error(op,
                         "needs strides of a multiple of 16 bytes, but dimension {} of {} has {}",
                         d, memref, strides[d] * bytes);
  return IR_OK;
}

static IrStatus verify_rows(IrOp *op, IrType buffer) {
  IrShape shape = mem_buffer_shape(buffer);
  bool column = mem_layout_column(mem_buffer_layout(buffer));
  if (mem_padded_bytes(mem_buffer_layout(buffer))) {
    (void)ir_op_error(op, "stores from {}, whose rows have padding behind them", buffer);
    ir_help(ir_op_context(op), "#mem.swizzle keeps rows in different banks without padding");
    return IR_FAILED;
  }
  int64_t row = shape.at[shape.rank - (column ? 2 : 1)] *
                (int64_t)mem_element_bytes(mem_buffer_element(buffer));
  if (row % 16 == 0) return IR_OK;
  return ir_op_error(op, "stores rows of {} bytes, no multiple of 16", row);
}

IrStatus tile_async_store_verify(IrOp *op) {
  IrType from = ir_value_type(GET(op, tile_async_store, source));
  IrType to = ir_value_type(GET(op, tile_async_store, dest));
  if (!mem_is_buffer(from) || mem_buffer_space(from) != MEM_SHARED || mem_is_buffer(to))
    return ir_op_error(op, "stores a shared buffer to a memref, got {} and {}", from, to);
  if (mem_buffer_element(from) != ir_type_element(to))
    return ir_op_error(op, "stores {}, but the elements of {} are {}", from, to,
                       ir_type_element(to));
  if (mem_buffer_shape(from).rank == 0 || ir_type_shape(to).rank > MEM_TENSOR_MAP_MAX_RANK)
    return ir_op_error(op, "stores buffers of rank 1 up to memrefs of rank {}, got {} and {}",
                       (int)MEM_TENSOR_MAP_MAX_RANK, from, to);
  IR_TRY(tile_verify_place(op, to, GET(op, tile_async_store, indices), mem_buffer_shape(from)));
  IR_TRY(verify_rows(op, from));
  return verify_strides(op, from, to);
}
