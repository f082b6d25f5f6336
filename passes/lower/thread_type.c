// Types and values across the level boundary.
#include "dialects/tile/tile.h"
#include "passes/lower/thread.h"

int64_t thread_registers(const TileLayout *layout) {
  return tile_layout_size(layout, TILE_REGISTER);
}

void thread_register_coords(const TileLayout *layout, int64_t r, int64_t coords[TILE_LAYOUT_RANK]) {
  tile_layout_coords(layout, tile_layout_apply1(layout, TILE_REGISTER, (uint32_t)r), coords);
}

IrType thread_type(IrType type) {
  TileLayout layout;
  if (ir_type_kind(type) != IR_TYPE_TENSOR || !tile_layout_of(type, &layout)) return type;
  int64_t registers = thread_registers(&layout);
  return ir_type_vector(ir_type_context(type), (IrShape){&registers, 1}, ir_type_element(type));
}

IrStatus thread_layout_of(const IrOp *op, IrType tensor, TileLayout *layout) {
  if (ir_type_kind(tensor) == IR_TYPE_TENSOR && tile_layout_of(tensor, layout)) return IR_OK;
  IrStatus failed = ir_op_error(op, "has a tile without a layout: {}", tensor);
  ir_help(ir_op_context(op), "run tile-layout before tile-to-thread");
  return failed;
}

IrValue *thread_value(ThreadState *state, const IrValue *value) {
  IrValue *converted = ir_ptrmap_get(&state->values, value);
  IR_ASSERT(converted, "a tile-level value is converted before its uses");
  return converted;
}
