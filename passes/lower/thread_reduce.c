// tile.reduce, tile.argmax, tile.argmin: elements that a thread holds first, then those of other
// lanes, then of other warps.
//
//   registers   the registers of one row are combined pairwise
//   lanes       for each bit of the lane that runs along the axis: with the lane that differs in
//               it; or all at once, where the warp has an instruction for it (thread_redux.c)
//   warps       what is left, one element a warp, goes through shared memory: a conversion to a
//               layout in which each thread holds the elements of all warps, and those are combined
//               as registers
//   blocks      of a cluster: once more the same
//
// Every thread that holds part of a row ends with its result, as the slice of the layout says.
// Copies count once: of registers that hold the same element one is taken, and lanes and warps
// that only hold copies do not meet.
#include "dialects/arith/arith.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread.h"

typedef struct Reduce {
  ThreadState *state;
  IrOp *op;
  unsigned axis;
  size_t n;         // tiles that are combined at once
  IrValue **values; // their registers
  TileLayout layout;
  IrBlock *combiner;
  IrBlock *in_order; // combines registers of a thread whose order along the axis is known; or NULL
} Reduce;

// ---- Registers

// Registers of the result, and for each the registers that hold its row: `rows[i * along + k]`.
typedef struct Rows {
  int64_t registers, along;
  int64_t *rows;
} Rows;

// The number of the result's first register that holds the row at `coords`; -1: none does.
static int64_t row_at(const TileLayout *result, const int64_t *coords, unsigned axis) {
  int64_t registers = thread_registers(result), held[TILE_LAYOUT_RANK], row[TILE_LAYOUT_RANK];
  for (unsigned d = 0, k = 0; d <= result->rank; d++)
    if (d != axis) row[k++] = coords[d];
  for (int64_t r = 0; r < registers; r++) {
    thread_register_coords(result, r, held);
    if (!memcmp(held, row, result->rank * sizeof *held)) return r;
  }
  return -1;
}

// Does a register before `r` hold the same element?
static bool is_copy(const TileLayout *layout, int64_t r) {
  return r & tile_layout_free_bits(layout, TILE_REGISTER);
}

// Moves the lists together, the row of register `i` to place i; copies have that of the first.
static void pack_rows(Rows *rows, const TileLayout *result, const int64_t *found, int64_t room) {
  int64_t *packed = ir_malloc((size_t)(rows->registers * rows->along) * sizeof *packed);
  for (int64_t i = 0; i < rows->registers; i++) {
    int64_t coords[TILE_LAYOUT_RANK];
    thread_register_coords(result, i, coords);
    int64_t first = row_at(result, coords, result->rank);
    IR_ASSERT(found[first] == rows->along, "rows of one length");
    memcpy(packed + i * rows->along, rows->rows + first * room,
           (size_t)rows->along * sizeof *packed);
  }
  ir_free(rows->rows);
  rows->rows = packed;
}

// The registers of a row from the lowest coordinate up.
static void sort_rows(const Rows *rows, const TileLayout *layout, unsigned axis) {
  int64_t coords[TILE_LAYOUT_RANK], other[TILE_LAYOUT_RANK];
  for (int64_t i = 0; i < rows->registers; i++) {
    int64_t *row = rows->rows + i * rows->along;
    for (int64_t k = 1; k < rows->along; k++) {
      int64_t moved = row[k], at = k;
      thread_register_coords(layout, moved, coords);
      for (; at > 0; at--) {
        thread_register_coords(layout, row[at - 1], other);
        if (other[axis] < coords[axis]) break;
        row[at] = row[at - 1];
      }
      row[at] = moved;
    }
  }
}

static Rows find_rows(const TileLayout *layout, const TileLayout *result, unsigned axis) {
  int64_t all = thread_registers(layout), coords[TILE_LAYOUT_RANK];
  Rows rows = {.registers = thread_registers(result)};
  int64_t *found = ir_malloc((size_t)rows.registers * sizeof *found);
  memset(found, 0, (size_t)rows.registers * sizeof *found);
  rows.rows = ir_malloc((size_t)(rows.registers * all) * sizeof *rows.rows);
  for (int64_t r = 0; r < all; r++) {
    if (is_copy(layout, r)) continue;
    thread_register_coords(layout, r, coords);
    int64_t row = row_at(result, coords, axis);
    IR_ASSERT(row >= 0, "a slice holds the rows of its layout");
    rows.rows[row * all + found[row]++] = r;
  }
  rows.along = found[0];
  pack_rows(&rows, result, found, all);
  ir_free(found);
  return rows;
}

// Takes the k-th register of each row out of every value.
static IrValue **take(Reduce *r, const Rows *rows, int64_t k) {
  IrValue **part = ir_malloc(r->n * sizeof *part);
  int64_t *from = ir_malloc((size_t)rows->registers * sizeof *from);
  for (int64_t i = 0; i < rows->registers; i++) from[i] = rows->rows[i * rows->along + k];
  for (size_t i = 0; i < r->n; i++)
    part[i] = thread_shuffle(&r->state->b, r->values[i], from, (size_t)rows->registers);
  ir_free(from);
  return part;
}

// Pairwise: short chains, and sums as exact as their number allows.
static IrValue **combine_range(Reduce *r, const Rows *rows, int64_t first, int64_t count) {
  if (count == 1) return take(r, rows, first);
  IrValue **low = combine_range(r, rows, first, count / 2);
  IrValue **high = combine_range(r, rows, first + count / 2, count - count / 2);
  thread_combine(r->state, r->in_order ? r->in_order : r->combiner, low, high, r->n);
  ir_free(high);
  return low;
}

static void reduce_registers(Reduce *r) {
  TileLayout result = tile_layout_slice(&r->layout, r->axis);
  Rows rows = find_rows(&r->layout, &result, r->axis);
  if (r->in_order) sort_rows(&rows, &r->layout, r->axis);
  IrValue **combined = combine_range(r, &rows, 0, rows.along);
  memcpy(r->values, combined, r->n * sizeof *combined);
  ir_free(combined);
  ir_free(rows.rows);
}

// ---- Places, of tile.argmax and tile.argmin: coordinates along the axis.
//
// Where the layout has an order, a register's part of the coordinate is a constant, to which the
// thread's is added when the registers are combined; and those in front need no comparison.

static IrValue *thread_part(const Reduce *r, int64_t *mask) {
  ThreadMap map = thread_coordinate_map(&r->layout, r->axis);
  *mask = thread_map_mask(&map);
  return thread_map_value(r->state, &map);
}

static IrValue *constant_places(const Reduce *r) {
  int64_t registers = thread_registers(&r->layout), coords[TILE_LAYOUT_RANK];
  IrType i32 = ir_type_i32(r->state->ctx), type = thread_vector_of(i32, registers);
  IrAttr *places = ir_malloc((size_t)registers * sizeof *places);
  for (int64_t k = 0; k < registers; k++) {
    thread_register_coords(&r->layout, k, coords);
    places[k] = ir_attr_integer(i32, coords[r->axis]);
  }
  IrValue *all = thread_constant(r->state, ir_attr_dense_of(type, places, (size_t)registers), type);
  ir_free(places);
  return all;
}

static IrValue *all_places(const Reduce *r) {
  int64_t registers = thread_registers(&r->layout), coords[TILE_LAYOUT_RANK], mask;
  IrValue *part = thread_part(r, &mask);
  IrValue *all = thread_zero(r->state, thread_vector_of(ir_type_i32(r->state->ctx), registers));
  for (int64_t k = 0; k < registers; k++) {
    thread_register_coords(&r->layout, k, coords);
    IrValue *place = thread_xor_constant(r->state, part, mask, coords[r->axis]);
    all = BUILD1(&r->state->b, vector_insert, .valueToStore = place, .dest = all,
                 .static_position = ir_attr_i64_array(r->state->ctx, &k, 1));
  }
  return all;
}

static void add_thread_part(Reduce *r) {
  int64_t mask;
  IrValue *part = thread_part(r, &mask);
  if (!part) return;
  IrValue *spread = BUILD1(&r->state->b, vector_broadcast, .source = part,
                           .vector_type = ir_value_type(r->values[1]));
  r->values[1] = BUILD1(&r->state->b, arith_addi, .lhs = r->values[1], .rhs = spread);
}

// ---- Lanes

static void reduce_lanes(Reduce *r, uint32_t bits) {
  IrBuilder *b = &r->state->b;
  IrAttr across = ir_attr_string(b->ctx, IR_STR("xor"));
  if (thread_reduce_warp(r->state, r->combiner, &r->layout, bits, &r->values[0])) return;
  IrValue **others = ir_malloc(r->n * sizeof *others);
  for (unsigned i = 0; bits >> i; i++) {
    if (!(bits >> i & 1)) continue;
    for (size_t k = 0; k < r->n; k++)
      others[k] = BUILD1(b, simt_shuffle, .kind = across, .value = r->values[k],
                         .offset = thread_i32(r->state, (int64_t)1 << i),
                         .result_type = ir_value_type(r->values[k]));
    thread_combine(r->state, r->combiner, r->values, others, r->n);
  }
  ir_free(others);
}

// ---- Warps

static IrStatus gather(Reduce *r, uint32_t warps) {
  TileLayout parts, gathered;
  bool known = tile_layout_partials(&r->layout, r->axis, warps, &parts, &gathered);
  IR_ASSERT(known, "a layout whose lanes and registers could be combined");
  IR_TRY(thread_convert_vectors(r->state, r->op, &parts, &gathered, r->values, r->n));
  r->layout = gathered;
  reduce_registers(r);
  return IR_OK;
}

static IrStatus reduce_warps(Reduce *r) {
  uint32_t stages[2];
  unsigned n = tile_layout_gather_stages(&r->layout, r->state->cluster_bits, stages);
  for (unsigned i = 0; i < n; i++) IR_TRY(gather(r, stages[i]));
  return IR_OK;
}

static IrStatus mixed_layout(const Reduce *r) {
  IrType type = ir_value_type(ir_op_operand(r->op, 0));
  IrStatus failed = ir_op_error(r->op,
                                "cannot combine along axis {} of {}: its lanes or warps go "
                                "along several dimensions at once",
                                r->axis, type);
  ir_help(r->state->ctx, "run tile-layout, which puts a tile.convert_layout in front");
  return failed;
}

static IrStatus reduce(Reduce *r) {
  uint32_t along[TILE_LAYOUT_INPUTS];
  if (!tile_layout_along(&r->layout, r->axis, along)) return mixed_layout(r);
  reduce_registers(r);
  if (r->in_order) add_thread_part(r);
  r->in_order = NULL;
  reduce_lanes(r, along[TILE_LANE]);
  bool across = along[TILE_WARP] || tile_layout_split_dim(&r->layout) == (int)r->axis;
  return across ? reduce_warps(r) : IR_OK;
}

static IrStatus begin(Reduce *r) {
  r->n = ir_op_num_results(r->op);
  r->axis = tile_axis_of(r->op);
  r->values = ir_malloc(r->n * sizeof *r->values);
  return thread_layout_of(r->op, ir_value_type(ir_op_operand(r->op, 0)), &r->layout);
}

static IrStatus finish(Reduce *r, IrStatus status) {
  for (size_t i = 0; i < r->n && status == IR_OK; i++)
    ir_ptrmap_set(&r->state->values, ir_op_result(r->op, i), r->values[i]);
  ir_free(r->values);
  return status;
}

IrStatus thread_convert_reduce(ThreadState *state, IrOp *op) {
  Reduce r = {.state = state, .op = op, .combiner = ir_region_first(ir_op_region(op, 0))};
  IrStatus status = begin(&r);
  for (size_t i = 0; i < r.n; i++) r.values[i] = thread_value(state, ir_op_operand(op, i));
  if (status == IR_OK) status = reduce(&r);
  return finish(&r, status);
}

IrStatus thread_convert_argmax(ThreadState *state, IrOp *op) {
  Reduce r = {.state = state, .op = op, .combiner = tile_argmax_combiner(op, false)};
  IrBlock *in_order = tile_argmax_combiner(op, true);
  IrStatus status = begin(&r);
  r.values[0] = thread_value(state, ir_op_operand(op, 0));
  if (status == IR_OK && tile_layout_has_order(&r.layout, r.axis)) r.in_order = in_order;
  if (status == IR_OK) {
    r.values[1] = r.in_order ? constant_places(&r) : all_places(&r);
    status = reduce(&r);
  }
  ir_block_destroy(in_order);
  ir_block_destroy(r.combiner);
  return finish(&r, status);
}
