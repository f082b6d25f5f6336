// Interpreter rules of tile: whole tiles in program order.
//
// Loads, stores and copies are boxes of the machine's memory.  What only moves elements about works
// on their bytes, whatever the type.
#include "dialects/tile/tile.h"

#include "dialects/mem/channel_machine.h"
#include "dialects/mem/machine.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/machine.h"
#include "dialects/tile/product.h"
#include "ir/interp/move.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

IrStep tile_dim_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const TileMachine *table = ir_interp_machine(interp, TILE_MACHINE, &machine);
  IrAttr name = GET(op, tile_dim, name);
  int64_t extent;
  if (!table || !table->dim(machine, ir_attr_str(name), &extent))
    return ir_interp_fail(interp, op, "asks for dimension {}, which nothing here provides", name);
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  for (int64_t lane = 0; lane < out->lanes; lane++) ir_cell_set_int(out, lane, extent);
  return IR_STEP_NEXT;
}

IrStep tile_num_blocks_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const TileMachine *table = ir_interp_machine(interp, TILE_MACHINE, &machine);
  if (!table) return ir_interp_fail(interp, op, "asks for blocks, of which nothing here has any");
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  for (int64_t lane = 0; lane < out->lanes; lane++)
    ir_cell_set_int(out, lane, table->num_blocks(machine));
  return IR_STEP_NEXT;
}

// ---- Memory. ----

typedef struct Access {
  const MemMachine *table;
  void *machine;
  const MemView *view;
  bool edges; // outside is padding or dropped; a buffer has no outside
  int64_t at[MEM_MAX_RANK], shape[MEM_MAX_RANK];
} Access;

// The box at `indices` whose trailing extents are `shape` and the leading ones 1.
static bool access_begin(IrInterp *interp, IrOp *op, const IrValue *memory, IrValues indices,
                         const int64_t *shape, size_t rank, Access *access) {
  IrType type = ir_value_type(memory);
  access->table = mem_interp_machine(interp, op, &access->machine);
  if (!access->table) return false;
  access->view = ir_interp_get(interp, memory)->data;
  access->edges = !mem_is_buffer(type);
  size_t leading = access->view->rank - rank;
  for (size_t d = 0; d < access->view->rank; d++) {
    const IrCell *index = ir_interp_get(interp, indices.at[d]);
    if (!ir_interp_uniform(interp, op, index, &access->at[d])) return false;
    access->shape[d] = d < leading ? 1 : shape[d - leading];
  }
  return true;
}

// Whether the box can be moved in aligned accesses of `width` elements along the unit stride, in
// each of which runs of `edge` elements are wholly inside the memref or wholly outside.
static bool width_holds(const Access *access, int64_t width, int64_t edge) {
  const MemView *view = access->view;
  uint64_t bytes = (uint64_t)width * view->element_bytes, address = (uintptr_t)view->base;
  uint32_t unit = view->rank;
  for (uint32_t d = 0; d < view->rank; d++)
    if (view->extents[d] == 0) return true; // there is nothing to move
  for (uint32_t d = 0; d < view->rank; d++)
    if (view->strides[d] == 1 && (unit == view->rank || access->shape[d] > 1)) unit = d;
  if (unit == view->rank || access->shape[unit] % width != 0) return false;
  for (uint32_t d = 0; d < view->rank; d++) {
    uint64_t stride = (uint64_t)view->strides[d] * view->element_bytes;
    address += (uint64_t)access->at[d] * stride;
    if (d != unit && access->shape[d] > 1 && stride % bytes != 0) return false;
  }
  int64_t at = access->at[unit], extent = view->extents[unit];
  bool inside = at >= 0 && extent >= access->shape[unit] && at <= extent - access->shape[unit];
  return address % bytes == 0 && (inside || (at % width == 0 && extent % edge == 0));
}

// `width` and `edge` (may be NULL) are what a pass has proven of a memref's access; what they say
// must be so.
static bool check_width(IrInterp *interp, IrOp *op, const Access *access, IrAttr width,
                        IrAttr edge) {
  if (!width || !access->edges) return true;
  if (width_holds(access, ir_attr_int(width), ir_attr_int(edge ? edge : width))) return true;
  IrStep step = ir_interp_fail(
      interp, op, "cannot be done in accesses of {} elements here: alignment or extents forbid it",
      ir_attr_int(width));
  return step != IR_STEP_FAIL;
}

static IrStep read(IrInterp *interp, IrOp *op, const Access *access, const IrValue *pad, void *to) {
  static const uint64_t zero = 0;
  const void *outside = NULL;
  if (access->edges) outside = pad ? ir_interp_get(interp, pad)->data : (const void *)&zero;
  return access->table->read(access->machine, interp, op, access->view,
                             (MemBox){access->at, access->shape}, outside, to);
}

static IrStep write(IrInterp *interp, IrOp *op, const Access *access, const void *from) {
  return access->table->write(access->machine, interp, op, access->view,
                              (MemBox){access->at, access->shape}, access->edges, from);
}

IrStep tile_load_interp(IrInterp *interp, IrOp *op) {
  Access access;
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  IrShape shape = ir_type_shape(out->type);
  if (!access_begin(interp, op, GET(op, tile_load, source), GET(op, tile_load, indices), shape.at,
                    shape.rank, &access) ||
      !check_width(interp, op, &access, GET(op, tile_load, width), GET(op, tile_load, edge)))
    return IR_STEP_FAIL;
  return read(interp, op, &access, GET(op, tile_load, pad), out->data);
}

IrStep tile_store_interp(IrInterp *interp, IrOp *op) {
  Access access;
  const IrCell *in = ir_interp_operand(interp, op, 0);
  IrShape shape = ir_type_shape(in->type);
  if (!access_begin(interp, op, GET(op, tile_store, dest), GET(op, tile_store, indices), shape.at,
                    shape.rank, &access) ||
      !check_width(interp, op, &access, GET(op, tile_store, width), GET(op, tile_store, edge)))
    return IR_STEP_FAIL;
  return write(interp, op, &access, in->data);
}

IrStep tile_copy_interp(IrInterp *interp, IrOp *op) {
  Access from, to;
  IrAttr extents = GET(op, tile_copy, shape);
  int64_t shape[MEM_MAX_RANK], count = 1;
  size_t rank = ir_attr_count(extents);
  for (size_t d = 0; d < rank; d++) {
    shape[d] = ir_attr_array_int(extents, d);
    count *= shape[d];
  }
  if (!access_begin(interp, op, GET(op, tile_copy, source), GET(op, tile_copy, source_indices),
                    shape, rank, &from) ||
      !access_begin(interp, op, GET(op, tile_copy, dest), GET(op, tile_copy, dest_indices), shape,
                    rank, &to) ||
      !check_width(interp, op, &from, GET(op, tile_copy, width), NULL) ||
      !check_width(interp, op, &to, GET(op, tile_copy, width), NULL))
    return IR_STEP_FAIL;
  void *between = ir_interp_scratch(interp, (size_t)count * from.view->element_bytes);
  if (read(interp, op, &from, GET(op, tile_copy, pad), between) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  return write(interp, op, &to, between);
}

// ---- Products. ----

IrStep tile_dot_interp(IrInterp *interp, IrOp *op) {
  return tile_interp_product(interp, op, 0);
}

// ---- Shapes. ----

// Fills `out` with elements of `in` that lie `strides` apart; 0 repeats.
static void spread(const IrCell *out, const IrCell *in, const int64_t *strides) {
  IrShape shape = ir_type_shape(out->type);
  IrMove move = {.rank = shape.rank};
  int64_t step = 1;
  for (size_t d = shape.rank; d-- > 0; step *= shape.at[d]) {
    move.shape[d] = shape.at[d];
    move.from[d] = strides[d];
    move.to[d] = step;
  }
  ir_move_elements(&move, in->data, out->data, out->element_bytes);
}

_Static_assert((int)MEM_MAX_RANK <= (int)IR_MOVE_MAX_RANK, "a box of memory can be moved");

// Fails for what only whole tiles of a few dimensions can be asked.
static bool whole_tile(IrInterp *interp, IrOp *op, const IrCell *out) {
  if (out->lanes == 1 && ir_type_shape(out->type).rank <= MEM_MAX_RANK) return true;
  IrStep step = ir_interp_fail(interp, op, "is executed on whole tiles of up to {} dimensions only",
                               (int)MEM_MAX_RANK);
  return step != IR_STEP_FAIL;
}

IrStep tile_splat_interp(IrInterp *interp, IrOp *op) {
  static const int64_t strides[MEM_MAX_RANK] = {0};
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  if (!whole_tile(interp, op, out)) return IR_STEP_FAIL;
  spread(out, ir_interp_operand(interp, op, 0), strides);
  return IR_STEP_NEXT;
}

IrStep tile_iota_interp(IrInterp *interp, IrOp *op) {
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  if (!whole_tile(interp, op, out)) return IR_STEP_FAIL;
  IrShape shape = ir_type_shape(out->type);
  size_t axis = (size_t)ir_attr_int(GET(op, tile_iota, axis));
  int64_t apart = 1;
  for (size_t d = axis + 1; d < shape.rank; d++) apart *= shape.at[d];
  for (int64_t i = 0; i < out->count; i++) ir_cell_set_int(out, i, i / apart % shape.at[axis]);
  return IR_STEP_NEXT;
}

IrStep tile_broadcast_interp(IrInterp *interp, IrOp *op) {
  const IrCell *in = ir_interp_operand(interp, op, 0);
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  if (!whole_tile(interp, op, out)) return IR_STEP_FAIL;
  IrShape from = ir_type_shape(in->type), to = ir_type_shape(out->type);
  int64_t strides[MEM_MAX_RANK] = {0}, stride = 1;
  for (size_t d = from.rank; d-- > 0; stride *= from.at[d])
    if (from.at[d] != 1) strides[to.rank - from.rank + d] = stride;
  spread(out, in, strides);
  return IR_STEP_NEXT;
}

IrStep tile_trans_interp(IrInterp *interp, IrOp *op) {
  const IrCell *in = ir_interp_operand(interp, op, 0);
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  if (!whole_tile(interp, op, out)) return IR_STEP_FAIL;
  IrShape from = ir_type_shape(in->type);
  int64_t apart[MEM_MAX_RANK] = {0}, strides[MEM_MAX_RANK] = {0}, stride = 1;
  unsigned dims[MEM_MAX_RANK];
  tile_trans_dims(op, dims);
  for (size_t d = from.rank; d-- > 0; stride *= from.at[d]) apart[d] = stride;
  for (size_t d = 0; d < from.rank; d++) strides[d] = apart[dims[d]];
  spread(out, in, strides);
  return IR_STEP_NEXT;
}

IrStep tile_split_interp(IrInterp *interp, IrOp *op) {
  const IrCell *in = ir_interp_operand(interp, op, 0);
  for (size_t i = 0; i < 2; i++) {
    IrCell *out = ir_interp_result_cell(interp, op, i);
    if (!whole_tile(interp, op, out)) return IR_STEP_FAIL;
    const char *first = (const char *)in->data + i * in->element_bytes;
    ir_move_row(first, 2, out->data, 1, out->count, out->element_bytes);
  }
  return IR_STEP_NEXT;
}

IrStep tile_join_interp(IrInterp *interp, IrOp *op) {
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  if (!whole_tile(interp, op, out)) return IR_STEP_FAIL;
  for (size_t i = 0; i < 2; i++) {
    const IrCell *in = ir_interp_operand(interp, op, i);
    char *first = (char *)out->data + i * out->element_bytes;
    ir_move_row(in->data, 1, first, 2, in->count, out->element_bytes);
  }
  return IR_STEP_NEXT;
}

// The same elements in the same order.
static IrStep keep(IrInterp *interp, IrOp *op) {
  ir_interp_copy(interp, ir_op_result(op, 0), ir_interp_operand(interp, op, 0));
  return IR_STEP_NEXT;
}

IrStep tile_expand_dims_interp(IrInterp *interp, IrOp *op) {
  return keep(interp, op);
}

IrStep tile_reshape_interp(IrInterp *interp, IrOp *op) {
  return keep(interp, op);
}

IrStep tile_compute_interp(IrInterp *interp, IrOp *op) {
  return keep(interp, op);
}

IrStep tile_convert_layout_interp(IrInterp *interp, IrOp *op) {
  return keep(interp, op);
}

// ---- Loops. ----

typedef struct LoopState {
  int64_t at, end;
} LoopState;

static IrStep iterate(IrInterp *interp, IrOp *op, int64_t at, const IrCell **carried) {
  IrBlock *body = ir_region_first(ir_op_region(op, 0));
  IrCell *index = ir_interp_define(interp, ir_block_arg(body, 0));
  for (int64_t lane = 0; lane < index->lanes; lane++) ir_cell_set_int(index, lane, at);
  ir_interp_pass(interp, body, 1, carried, ir_op_num_results(op));
  return ir_interp_enter(interp, op, 0);
}

IrStep tile_pipelined_interp(IrInterp *interp, IrOp *op) {
  LoopState *state = ir_interp_state(interp, sizeof *state);
  size_t n = ir_op_num_results(op);
  bool first = ir_interp_phase(interp) == 0;
  if (first && (!ir_interp_uniform(interp, op, ir_interp_operand(interp, op, 0), &state->at) ||
                !ir_interp_uniform(interp, op, ir_interp_operand(interp, op, 1), &state->end)))
    return IR_STEP_FAIL;
  const IrCell **carried = ir_interp_scratch(interp, n * sizeof *carried);
  for (size_t i = 0; i < n; i++)
    carried[i] = first ? ir_interp_operand(interp, op, 2 + i) : ir_interp_yielded(interp, i);
  if (!first) state->at++;
  if (state->at < state->end) return iterate(interp, op, state->at, carried);
  for (size_t i = 0; i < n; i++) ir_interp_copy(interp, ir_op_result(op, i), carried[i]);
  return IR_STEP_NEXT;
}

IrStep tile_yield_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}

// The elements of `from`, row-major in `shape`, with their dimensions in another order.
static void reorder(IrShape shape, IrAttr perm, size_t bytes, const char *from, char *to) {
  int64_t apart[MEM_MAX_RANK], at[MEM_MAX_RANK] = {0}, stride = 1, count = 1;
  for (size_t d = shape.rank; d-- > 0; stride *= shape.at[d]) apart[d] = stride;
  for (size_t d = 0; d < shape.rank; d++) count *= shape.at[d];
  for (int64_t i = 0; i < count; i++, to += bytes) {
    int64_t offset = 0;
    for (size_t d = 0; d < shape.rank; d++) offset += at[d] * apart[ir_attr_array_int(perm, d)];
    memcpy(to, from + (size_t)offset * bytes, bytes);
    for (size_t d = shape.rank; d-- > 0; at[d] = 0)
      if (++at[d] < shape.at[ir_attr_array_int(perm, d)]) break;
  }
}

static void own_box(const Access *access, MemOwnBox *box) {
  box->view = *access->view;
  memcpy(box->at, access->at, sizeof box->at);
  memcpy(box->shape, access->shape, sizeof box->shape);
}

// At this level a copy is done at once, or, into a channel, when its position is waited for.
static IrStep copy_done(IrInterp *interp, IrOp *op, const Access *from, const Access *to,
                        MemChannelCopy copy) {
  const IrValue *channel = GET(op, tile_async_copy, channel);
  if (!channel) return write(interp, op, to, copy.stored);
  own_box(from, &copy.from);
  own_box(to, &copy.to);
  return mem_channel_copy_later(interp, op, channel, GET(op, tile_async_copy, position), &copy);
}

IrStep tile_async_copy_interp(IrInterp *interp, IrOp *op) {
  Access from, to;
  IrType tile = ir_attr_type_value(GET(op, tile_async_copy, tile));
  IrAttr perm = GET(op, tile_async_copy, perm);
  IrShape shape = ir_type_shape(tile), stored = ir_type_shape(tile_async_copy_stored(op));
  if (!access_begin(interp, op, GET(op, tile_async_copy, source), GET(op, tile_async_copy, indices),
                    shape.at, shape.rank, &from) ||
      !access_begin(interp, op, GET(op, tile_async_copy, dest),
                    GET(op, tile_async_copy, dest_indices), stored.at, stored.rank, &to) ||
      !check_width(interp, op, &from, GET(op, tile_async_copy, width), NULL))
    return IR_STEP_FAIL;
  size_t bytes = (size_t)ir_type_num_elements(tile) * from.view->element_bytes;
  void *between = ir_interp_scratch(interp, bytes);
  if (read(interp, op, &from, NULL, between) == IR_STEP_FAIL) return IR_STEP_FAIL;
  void *ordered = perm ? ir_interp_scratch(interp, bytes) : between;
  if (perm) reorder(shape, perm, from.view->element_bytes, between, ordered);
  return copy_done(interp, op, &from, &to,
                   (MemChannelCopy){.read = between, .stored = ordered, .bytes = bytes});
}

IrStep tile_async_wait_interp(IrInterp *interp, IrOp *op) {
  (void)interp;
  (void)op;
  return IR_STEP_NEXT;
}
