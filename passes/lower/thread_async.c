// Asynchronous copies of tiles: one cp.async for each access of consecutive registers' elements.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "passes/lower/thread_channel.h"
#include "passes/lower/thread_global.h"

// Bytes to read: all where the access is inside, none elsewhere (the rest becomes zero).
static IrValue *bytes_inside(ThreadState *state, IrValue *inside, int64_t bytes) {
  if (!inside) return NULL;
  return BUILD1(&state->b, arith_select, .condition = inside,
                .true_value = thread_i32(state, bytes), .false_value = thread_i32(state, 0));
}

// Copies of the linear part that a thread has along a dimension.
static int64_t copies_along(const TileLayout *l, unsigned dim) {
  unsigned n = tile_layout_odd(l, dim);
  return tile_layout_split_dim(l) == (int)dim ? n / tile_layout_groups(l) : n;
}

// The number of register `r` in the stored tile.  Registers of the linear part are the same ones,
// but its copies are counted along the last dimension first, which is another one there.
static int64_t stored_register(const TileLayout *tile, IrAttr perm, int64_t r) {
  int64_t size = tile_layout_size(tile, TILE_REGISTER), copy = r / size, stored = 0;
  int64_t number[TILE_LAYOUT_RANK];
  if (!perm) return r;
  for (unsigned d = tile->rank; d-- > 0; copy /= copies_along(tile, d))
    number[d] = copy % copies_along(tile, d);
  for (unsigned d = 0; d < tile->rank; d++) {
    unsigned from = (unsigned)ir_attr_array_int(perm, d);
    stored = stored * copies_along(tile, from) + number[from];
  }
  return stored * size + r % size;
}

static void copy_registers(ThreadState *state, GlobalTile *tile, IrValue *flat,
                           IrValue *const *offsets, IrAttr perm) {
  int64_t bytes = tile->width * mem_element_bytes(ir_type_element(ir_value_type(tile->memref)));
  for (int64_t r = 0; r < thread_registers(&tile->layout); r += tile->width) {
    IrValue *at[4];
    IrValue *inside = thread_locate(state, tile, r, at, tile->rank);
    BUILD(&state->b, mem_cp_async, .source = tile->memref, .indices = {at, tile->rank},
          .dest = flat, .offset = offsets[stored_register(&tile->layout, perm, r) / tile->width],
          .size = bytes_inside(state, inside, bytes),
          .bytes = ir_attr_integer(ir_type_i64(state->ctx), bytes));
  }
}

// Only where the thread is the first of those that hold copies.
static void copy_once(ThreadState *state, GlobalTile *tile, IrValue *flat, IrValue *const *offsets,
                      IrAttr perm) {
  IrValue *first = thread_is_first_copy(state, &tile->layout);
  if (!first) {
    copy_registers(state, tile, flat, offsets, perm);
    return;
  }
  IrBuilder after = state->b;
  IrOp *branch = scf_if_create(&state->b, first, NULL, 0, false);
  ir_ptrmap_set(&state->divergent, branch, branch);
  thread_enter(state, branch, 0);
  copy_registers(state, tile, flat, offsets, perm);
  BUILD(&state->b, scf_yield, NO_ARGS);
  state->b = after;
  thread_predicate_copies(state, branch);
}

// The plan of shared memory wants to know who waits for copies into a buffer.
static void note_filled(ThreadState *state, const IrOp *copy) {
  const IrValue *buffer = GET(copy, tile_async_copy, dest);
  while (mem_is_view(ir_value_op(buffer))) buffer = ir_op_operand(ir_value_op(buffer), 0);
  const IrOp *alloc = ir_value_op(thread_value(state, buffer));
  uintptr_t how = thread_copy_is_tma(copy)              ? THREAD_FILLED_BY_TMA
                  : GET(copy, tile_async_copy, channel) ? THREAD_FILLED_BY_GROUPS
                                                        : THREAD_FILLED_ALONE;
  how |= (uintptr_t)ir_ptrmap_get(&state->filled, alloc);
  ir_ptrmap_set(&state->filled, alloc, (void *)how);
}

IrStatus thread_convert_async_copy(ThreadState *state, IrOp *op) {
  note_filled(state, op);
  if (thread_copy_is_tma(op)) return thread_convert_tma_copy(state, op);
  IrType tensor = ir_attr_type_value(GET(op, tile_async_copy, tile));
  GlobalTile tile = {0};
  IR_TRY(thread_describe_global(state, op, GET(op, tile_async_copy, source),
                                GET(op, tile_async_copy, indices), tensor, &tile));
  int64_t registers = thread_registers(&tile.layout);
  IrValue *flat, **offsets = ir_malloc((size_t)(registers / tile.width + 1) * sizeof *offsets);
  IrStatus status = thread_shared_offsets(state, op, GET(op, tile_async_copy, dest),
                                          GET(op, tile_async_copy, dest_indices),
                                          tile_async_copy_stored(op), tile.width, &flat, offsets);
  if (status == IR_OK) copy_once(state, &tile, flat, offsets, GET(op, tile_async_copy, perm));
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
