// Stores of whole buffers by TMA: what all threads wrote is handed to the async proxy, then one
// thread starts a box for each slab of the buffer, and the same thread waits.
//
//   mem.fence_proxy_async             by all, behind what they wrote and in front of the barrier
//   simt.barrier                      (mem-barriers placed it)
//   scf.if %first {
//     mem.tma_store %flat[...] to %map[...]
//     mem.bulk_commit
//   }
//
// A box has the rows of a slab, at most 256; a slab is as wide as the swizzle.  The map is made in
// the entry block, for the host has to encode it.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/interfaces/loop.h"
#include "passes/arith/build.h"
#include "passes/lower/thread_address.h"
#include "passes/lower/thread_tma.h"

// A buffer as boxes: leading extents of planes, slabs along its rows, groups of rows.
typedef struct Boxes {
  IrValue *flat, *map;
  IrValue *at[MEM_TENSOR_MAP_MAX_RANK]; // of the buffer in the memref, i32
  size_t rank, lead;                    // of the memref; its dimensions that the buffer lacks
  size_t fast, slow;                    // of the memref; the same where the buffer has one row
  int64_t width, rows;                  // of a box
  int64_t slabs, groups, planes;        // how many there are
  IrShape shape;                        // of the buffer
} Boxes;

// The most rows, at most 256, that divide all and begin where a swizzle begins anew.
static int64_t rows_of_box(int64_t rows) {
  int64_t most = rows;
  for (int64_t parts = 1; most > MEM_TENSOR_MAP_MAX_EXTENT; parts++)
    if (rows % parts == 0 && rows / parts % 8 == 0)
      most = rows / parts;
    else if (parts > rows)
      return 0;
  return most;
}

static void describe_extents(IrType buffer, Boxes *boxes) {
  boxes->shape = mem_buffer_shape(buffer);
  bool column = mem_layout_column(mem_buffer_layout(buffer));
  size_t rank = boxes->shape.rank, fast = rank - (column ? 2 : 1), slow = rank - (column ? 1 : 2);
  unsigned span = mem_swizzle_span(mem_buffer_layout(buffer));
  boxes->fast = boxes->lead + fast;
  boxes->slow = rank > 1 ? boxes->lead + slow : boxes->fast;
  int64_t extent = boxes->shape.at[fast], all_rows = rank > 1 ? boxes->shape.at[slow] : 1;
  boxes->width = span ? span / mem_element_bytes(mem_buffer_element(buffer)) : extent;
  boxes->rows = rows_of_box(all_rows);
  boxes->slabs = extent / boxes->width;
  boxes->groups = boxes->rows ? all_rows / boxes->rows : 0;
  boxes->planes = 1;
  for (size_t d = 0; d + 2 < rank; d++) boxes->planes *= boxes->shape.at[d];
}

static IrStatus check_boxes(IrOp *op, IrType buffer, const Boxes *boxes) {
  if (boxes->rows && boxes->width <= MEM_TENSOR_MAP_MAX_EXTENT) return IR_OK;
  IrStatus failed = ir_op_error(op,
                                "stores {}, which is not made of boxes of up to {} rows and "
                                "columns",
                                buffer, (int)MEM_TENSOR_MAP_MAX_EXTENT);
  ir_help(ir_op_context(op), "a swizzle in the buffer's layout makes boxes of its width");
  return failed;
}

static IrStatus make_map(ThreadState *state, IrOp *op, IrType buffer, Boxes *boxes) {
  IrValue *memref = thread_value(state, GET(op, tile_async_store, dest));
  int64_t box[MEM_TENSOR_MAP_MAX_RANK];
  IrAttr layout = mem_buffer_layout(buffer);
  if (ir_value_op(memref))
    return ir_op_error(op, "stores to {}, which is no argument of the kernel",
                       ir_value_type(memref));
  for (size_t d = 0; d < boxes->rank; d++)
    box[d] = d == boxes->fast ? boxes->width : d == boxes->slow ? boxes->rows : 1;
  IrType type = mem_tensor_map_type_checked(state->ctx, ir_op_loc(op), (IrShape){box, boxes->rank},
                                            mem_buffer_element(buffer), layout);
  if (!type) return IR_FAILED;
  boxes->map = thread_tensor_map(state, GET(op, tile_async_store, dest), type);
  return IR_OK;
}

static IrStatus describe(ThreadState *state, IrOp *op, Boxes *boxes) {
  IrValue *source = GET(op, tile_async_store, source);
  IrValues indices = GET(op, tile_async_store, indices);
  IrType buffer = ir_value_type(source);
  *boxes = (Boxes){.rank = indices.n, .lead = indices.n - mem_buffer_shape(buffer).rank};
  describe_extents(buffer, boxes);
  IR_TRY(check_boxes(op, buffer, boxes));
  return make_map(state, op, buffer, boxes);
}

// ---- The proxy

static bool writes_shared(const IrOp *op) {
  return IS(op, mem_store) || IS(op, tc_stmatrix) || ir_op_is_loop(op);
}

// All threads hand over what they wrote in front of the barrier that stands before this store;
// where that is not in sight, fence and barrier are here.
static void hand_over(ThreadState *state) {
  IrOp *op = state->b.before ? ir_op_prev(state->b.before) : ir_block_last(state->b.block);
  while (op && !IS(op, simt_barrier) && !writes_shared(op)) op = ir_op_prev(op);
  if (!op || !IS(op, simt_barrier)) {
    BUILD(&state->b, mem_fence_proxy_async, NO_ARGS);
    BUILD(&state->b, simt_barrier, NO_ARGS);
    return;
  }
  IrOp *before = ir_op_prev(op);
  if (before && IS(before, mem_fence_proxy_async)) return;
  IrBuilder b = ir_builder_before(op);
  b.loc = state->b.loc;
  BUILD(&b, mem_fence_proxy_async, NO_ARGS);
}

// ---- Boxes

static IrValue *plus(ThreadState *state, IrValue *value, int64_t constant) {
  if (!constant) return value;
  return BUILD1(&state->b, arith_addi, .lhs = value, .rhs = thread_i32(state, constant));
}

static void store_box(ThreadState *state, const Boxes *boxes, int64_t plane, int64_t slab,
                      int64_t group) {
  IrValue *at[MEM_TENSOR_MAP_MAX_RANK];
  int64_t slab_size = boxes->width * boxes->rows * boxes->groups, rest = plane;
  int64_t offset = (plane * boxes->slabs + slab) * slab_size + group * boxes->rows * boxes->width;
  memcpy(at, boxes->at, sizeof at);
  for (size_t d = boxes->shape.rank < 2 ? 0 : boxes->shape.rank - 2; d-- > 0;) {
    size_t dim = boxes->lead + d;
    at[dim] = plus(state, at[dim], rest % boxes->shape.at[d]);
    rest /= boxes->shape.at[d];
  }
  at[boxes->fast] = plus(state, at[boxes->fast], slab * boxes->width);
  if (boxes->slow != boxes->fast)
    at[boxes->slow] = plus(state, at[boxes->slow], group * boxes->rows);
  BUILD(&state->b, mem_tma_store, .source = boxes->flat, .offset = thread_i32(state, offset),
        .map = boxes->map, .coords = {at, boxes->rank});
}

static void store_boxes(ThreadState *state, const Boxes *boxes) {
  for (int64_t plane = 0; plane < boxes->planes; plane++)
    for (int64_t slab = 0; slab < boxes->slabs; slab++)
      for (int64_t group = 0; group < boxes->groups; group++)
        store_box(state, boxes, plane, slab, group);
}

// Goes into a branch for the first thread; returns where to go on behind it.
static IrBuilder enter_first(ThreadState *state) {
  IrValue *first = build_cmpi(&state->b, ARITH_EQ, state->thread_id, thread_i32(state, 0));
  IrOp *branch = scf_if_create(&state->b, first, NULL, 0, false);
  IrBuilder outer = state->b;
  ir_ptrmap_set(&state->divergent, branch, branch);
  thread_enter(state, branch, 0);
  return outer;
}

static void leave(ThreadState *state, IrBuilder outer) {
  BUILD(&state->b, scf_yield, NO_ARGS);
  state->b = outer;
}

IrStatus thread_convert_async_store(ThreadState *state, IrOp *op) {
  Boxes boxes;
  IrValues indices = GET(op, tile_async_store, indices);
  IR_TRY(describe(state, op, &boxes));
  hand_over(state);
  boxes.flat = thread_flatten(state, thread_value(state, GET(op, tile_async_store, source)));
  IrBuilder outer = enter_first(state);
  for (size_t d = 0; d < indices.n; d++)
    boxes.at[d] = BUILD1(&state->b, arith_index_cast, .in = thread_value(state, indices.at[d]),
                         .out_type = ir_type_i32(state->ctx));
  store_boxes(state, &boxes);
  BUILD(&state->b, mem_bulk_commit, NO_ARGS);
  leave(state, outer);
  return IR_OK;
}

IrStatus thread_convert_async_store_wait(ThreadState *state, IrOp *op) {
  bool complete = GET(op, tile_async_store_wait, complete);
  IrBuilder outer = enter_first(state);
  BUILD(&state->b, mem_bulk_wait, .groups = ir_attr_integer(ir_type_i64(state->ctx), 0),
        .read = complete ? NULL : ir_attr_unit(state->ctx));
  leave(state, outer);
  return IR_OK;
}
