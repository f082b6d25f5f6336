// tile.reduce: elements that a thread holds first, then those of other lanes, then of other warps.
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
#include "dialects/simt/simt.h"
#include "dialects/tile/tile.h"
#include "passes/lower/thread.h"

typedef struct Reduce {
  ThreadState *state;
  IrOp *op;
  unsigned axis;
  size_t n;         // tiles that are combined at once
  IrValue **values; // their registers
  TileLayout layout;
} Reduce;

// values := combiner(values, others), register by register.
static void combine(Reduce *r, IrValue **values, IrValue *const *others) {
  thread_combine(r->state, ir_region_first(ir_op_region(r->op, 0)), values, others, r->n);
}

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
  combine(r, low, high);
  ir_free(high);
  return low;
}

static void reduce_registers(Reduce *r) {
  TileLayout result = tile_layout_slice(&r->layout, r->axis);
  Rows rows = find_rows(&r->layout, &result, r->axis);
  IrValue **combined = combine_range(r, &rows, 0, rows.along);
  memcpy(r->values, combined, r->n * sizeof *combined);
  ir_free(combined);
  ir_free(rows.rows);
}

// ---- Lanes

static void reduce_lanes(Reduce *r, uint32_t bits) {
  IrBuilder *b = &r->state->b;
  IrAttr across = ir_attr_string(b->ctx, IR_STR("xor"));
  IrBlock *combiner = ir_region_first(ir_op_region(r->op, 0));
  if (thread_reduce_warp(r->state, combiner, &r->layout, bits, &r->values[0])) return;
  IrValue **others = ir_malloc(r->n * sizeof *others);
  for (unsigned i = 0; bits >> i; i++) {
    if (!(bits >> i & 1)) continue;
    for (size_t k = 0; k < r->n; k++)
      others[k] = BUILD1(b, simt_shuffle, .kind = across, .value = r->values[k],
                         .offset = thread_i32(r->state, (int64_t)1 << i),
                         .result_type = ir_value_type(r->values[k]));
    combine(r, r->values, others);
  }
  ir_free(others);
}

// ---- Warps

static IrStatus gather(Reduce *r, uint32_t warps) {
  TileLayout parts, gathered;
  bool known = tile_layout_partials(&r->layout, r->axis, warps, &parts, &gathered);
  IR_ASSERT(known, "a layout whose lanes and registers could be combined");
  for (size_t i = 0; i < r->n; i++)
    IR_TRY(thread_convert_vector(r->state, r->op, &parts, &gathered, &r->values[i]));
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
  reduce_lanes(r, along[TILE_LANE]);
  bool across = along[TILE_WARP] || tile_layout_split_dim(&r->layout) == (int)r->axis;
  return across ? reduce_warps(r) : IR_OK;
}

IrStatus thread_convert_reduce(ThreadState *state, IrOp *op) {
  Reduce r = {.state = state, .op = op, .n = ir_op_num_operands(op)};
  r.axis = (unsigned)ir_attr_int(GET(op, tile_reduce, axis));
  IR_TRY(thread_layout_of(op, ir_value_type(ir_op_operand(op, 0)), &r.layout));
  r.values = ir_malloc(r.n * sizeof *r.values);
  for (size_t i = 0; i < r.n; i++) r.values[i] = thread_value(state, ir_op_operand(op, i));
  IrStatus status = reduce(&r);
  for (size_t i = 0; i < r.n && status == IR_OK; i++)
    ir_ptrmap_set(&state->values, ir_op_result(op, i), r.values[i]);
  ir_free(r.values);
  return status;
}
