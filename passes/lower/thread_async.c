// Asynchronous copies of tiles: one cp.async for each access of consecutive registers' elements.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/tile.h"
#include "passes/lower/thread_global.h"

// Bytes to read: all where the access is inside, none elsewhere (the rest becomes zero).
static IrValue *bytes_inside(ThreadState *state, IrValue *inside, int64_t bytes) {
  if (!inside) return NULL;
  return BUILD1(&state->b, arith_select, .condition = inside,
                .true_value = thread_i32(state, bytes), .false_value = thread_i32(state, 0));
}

IrStatus thread_convert_async_copy(ThreadState *state, IrOp *op) {
  IrType tensor = ir_attr_type_value(GET(op, tile_async_copy, tile));
  GlobalTile tile = {0};
  IR_TRY(thread_describe_global(state, op, GET(op, tile_async_copy, source),
                                GET(op, tile_async_copy, indices), tensor, &tile));
  int64_t registers = thread_registers(&tile.layout);
  IrValue *flat, **offsets = ir_malloc((size_t)(registers / tile.width + 1) * sizeof *offsets);
  IrStatus status = thread_shared_offsets(state, op, GET(op, tile_async_copy, dest),
                                          GET(op, tile_async_copy, dest_indices), tensor,
                                          tile.width, &flat, offsets);
  int64_t bytes = tile.width * mem_element_bytes(ir_type_element(tensor));
  for (int64_t r = 0; r < registers && status == IR_OK; r += tile.width) {
    IrValue *at[4];
    IrValue *inside = thread_locate(state, &tile, r, at, tile.rank);
    BUILD(&state->b, mem_cp_async, .source = tile.memref, .indices = {at, tile.rank}, .dest = flat,
          .offset = offsets[r / tile.width], .size = bytes_inside(state, inside, bytes),
          .bytes = ir_attr_integer(ir_type_i64(state->ctx), bytes));
  }
  ir_free(offsets);
  ir_vec_free(&tile.parts);
  return status;
}

// Each thread waits for its own copies.
IrStatus thread_convert_async_wait(ThreadState *state, IrOp *op) {
  IrAttr none = ir_attr_integer(ir_type_i64(ir_op_context(op)), 0);
  BUILD(&state->b, mem_async_commit, NO_ARGS);
  BUILD(&state->b, mem_async_wait, .groups = none);
  return IR_OK;
}
