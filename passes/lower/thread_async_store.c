// Stores of whole buffers by TMA: what all threads wrote is handed to the async proxy, then one
// thread starts a box for each slab of the buffer, and the same thread waits.
//
//   mem.fence_proxy_async             by all, behind what they wrote and in front of the barrier
//   simt.barrier                      (mem-barriers placed it)
//   scf.if %elected {
//     mem.tma_store %flat[...] to %map[...]
//     mem.bulk_commit
//   }
//
// With groups of warps, one thread of each does so for its part of the rows, behind a barrier of
// the group.
//
// Where threads may have stored to the same argument before, the fence is one of all memory, and
// the barrier one of all warps: what they stored comes first.
//
// The map is made in the entry block, for the host has to encode it.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile_tma.h"
#include "ir/interfaces/loop.h"
#include "passes/lower/thread_address.h"
#include "passes/lower/thread_tma.h"
#include "passes/mem/copy_pair.h"
#include "passes/mem/global_writes.h"

// ---- The proxy

static bool has_operand_of(const IrOp *kernel, const IrOp *op, const IrValue *root) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrValue *operand = ir_op_operand(op, i);
    if (ir_type_kind(ir_value_type(operand)) == IR_TYPE_MEMREF && mem_root(kernel, operand) == root)
      return true;
  }
  return false;
}

// What has effects on all memory and stores nothing, or to what it names.
static bool only_orders(const IrOp *op) {
  return ir_op_has_trait(op, IR_SYNC) || mem_orders_others(op);
}

// Whether threads may have stored to the argument before, not as boxes.
static bool threads_stored_before(IrOp *kernel, IrOp *store) {
  const IrValue *root = mem_root(kernel, GET(store, tile_async_store, dest));
  GlobalWrites writes = global_writes_before(kernel, store);
  bool found = false;
  for (size_t i = 0; i < writes.list.n && !found; i++) {
    const GlobalWrite *write = &writes.list.at[i];
    if (IS(write->op, tile_async_store)) continue;
    found = has_operand_of(kernel, write->op, root) || (!write->root && !only_orders(write->op));
  }
  global_writes_free(&writes);
  return found;
}

static bool writes_shared(const IrOp *op) {
  return IS(op, mem_store) || IS(op, tc_stmatrix) || ir_op_is_loop(op);
}

// All threads hand over what they wrote in front of the barrier that stands before this store;
// where that is not in sight, fence and barrier are here.
static void hand_over(ThreadState *state, bool groups) {
  IrOp *op = state->b.before ? ir_op_prev(state->b.before) : ir_block_last(state->b.block);
  while (op && !(groups ? IS(op, simt_barrier) : thread_is_barrier(&state->roles, op)) &&
         !writes_shared(op))
    op = ir_op_prev(op);
  if (!op || writes_shared(op)) {
    BUILD(&state->b, mem_fence_proxy_async, .shared = ir_attr_unit(state->ctx));
    thread_barrier(state);
    return;
  }
  IrOp *before = ir_op_prev(op);
  if (before && IS(before, mem_fence_proxy_async)) return;
  IrBuilder b = ir_builder_before(op);
  b.loc = state->b.loc;
  BUILD(&b, mem_fence_proxy_async, .shared = ir_attr_unit(b.ctx));
}

// ---- Boxes

static void store_boxes(ThreadState *state, const TileBoxes *boxes, IrValue *flat, IrValue *map,
                        IrValue *const *origin) {
  for (int64_t i = 0; i < boxes->count; i++) {
    int64_t place[MEM_TENSOR_MAP_MAX_RANK], offset = tile_box_at(boxes, i, place);
    IrValue *at[MEM_TENSOR_MAP_MAX_RANK];
    for (unsigned d = 0; d < boxes->rank; d++)
      at[d] = !place[d] ? origin[d]
                        : BUILD1(&state->b, arith_addi, .lhs = origin[d],
                                 .rhs = thread_i32(state, place[d]));
    BUILD(&state->b, mem_tma_store, .source = flat, .offset = thread_i32(state, offset), .map = map,
          .coords = {at, boxes->rank});
  }
}

// The box of the part of the rows that belongs to the group at hand.
static void store_part(ThreadState *state, const TileBoxes *boxes, int64_t groups, IrValue *flat,
                       IrValue *map, IrValue *const *origin) {
  IrShape part = mem_buffer_shape(boxes->buffer);
  IrBuilder *b = &state->b;
  IrValue *at[MEM_TENSOR_MAP_MAX_RANK], *group = thread_group(state, groups);
  memcpy(at, origin, boxes->rank * sizeof *at);
  IrValue *row = BUILD1(b, arith_muli, .lhs = group, .rhs = thread_i32(state, part.at[0]));
  IrValue *offset =
      BUILD1(b, arith_muli, .lhs = group, .rhs = thread_i32(state, part.at[0] * part.at[1]));
  at[boxes->lead] = BUILD1(b, arith_addi, .lhs = origin[boxes->lead], .rhs = row);
  BUILD(b, mem_tma_store, .source = flat, .offset = offset, .map = map,
        .coords = {at, boxes->rank});
}

// Whether the thread is the one that stores and waits, of each group or of all (0), always the
// same; NULL: of a role of one lane.
static IrValue *is_storing(ThreadState *state, int64_t groups) {
  return groups ? thread_is_first_of_group(state, groups) : thread_is_elected(state);
}

static int64_t number_of_groups(IrAttr groups) {
  return groups && ir_attr_int(groups) > 1 ? ir_attr_int(groups) : 0;
}

IrStatus thread_convert_async_store(ThreadState *state, IrOp *op) {
  IrValue *source = GET(op, tile_async_store, source);
  IrValue *memref = thread_value(state, GET(op, tile_async_store, dest));
  IrValues indices = GET(op, tile_async_store, indices);
  IrValue *origin[MEM_TENSOR_MAP_MAX_RANK];
  TileBoxes boxes;
  IrStream why = {0};
  if (ir_value_op(memref))
    return ir_op_error(op, "stores to {}, which is no argument of the kernel",
                       ir_value_type(memref));
  int64_t groups = number_of_groups(GET(op, tile_async_store, groups));
  bool known =
      groups ? tile_boxes_of_part(op, groups, &boxes)
             : tile_boxes_of(ir_value_type(memref), ir_value_type(source), NULL, &boxes, &why);
  IR_ASSERT(known, "the verifier looked at the boxes");
  ir_stream_free(&why);
  if (threads_stored_before(state->kernel, op)) {
    BUILD(&state->b, mem_fence_proxy_async, NO_ARGS);
    thread_barrier(state);
  } else {
    hand_over(state, groups);
  }
  IrValue *flat = thread_flatten(state, thread_value(state, source));
  IrValue *map = thread_tensor_map(state, GET(op, tile_async_store, dest), boxes.map);
  for (size_t d = 0; d < indices.n; d++) origin[d] = thread_tma_coordinate(state, indices.at[d]);
  IrValue *one = is_storing(state, groups);
  IrBuilder outer = thread_enter_if(state, one);
  if (groups)
    store_part(state, &boxes, groups, flat, map, origin);
  else
    store_boxes(state, &boxes, flat, map, origin);
  BUILD(&state->b, mem_bulk_commit, NO_ARGS);
  thread_leave_if(state, one, outer);
  return IR_OK;
}

IrStatus thread_convert_async_store_wait(ThreadState *state, IrOp *op) {
  bool complete = GET(op, tile_async_store_wait, complete);
  IrAttr pending = GET(op, tile_async_store_wait, pending);
  int64_t groups = number_of_groups(GET(op, tile_async_store_wait, groups));
  IrValue *one = is_storing(state, groups);
  IrBuilder outer = thread_enter_if(state, one);
  BUILD(&state->b, mem_bulk_wait,
        .groups = pending ? pending : ir_attr_integer(ir_type_i64(state->ctx), 0),
        .read = complete ? NULL : ir_attr_unit(state->ctx));
  thread_leave_if(state, one, outer);
  return IR_OK;
}
