// Ops that move elements between coordinates: broadcast, expand_dims, trans, reshape, splat.
//
// The thread parts of source and result agree, so that the move is a renaming of registers: result
// register r takes the source register that holds the same element.
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread.h"

enum { MAX_REGISTERS = 4096 };

// Coordinates in the source of the element at `result` coordinates.
typedef void (*SourceCoords)(const IrOp *op, const int64_t *result, int64_t *source);

static void broadcast_coords(const IrOp *op, const int64_t *result, int64_t *source) {
  IrShape from = ir_type_shape(ir_value_type(ir_op_operand(op, 0)));
  IrShape to = ir_type_shape(ir_value_type(ir_op_result(op, 0)));
  size_t lead = to.rank - from.rank;
  for (size_t d = 0; d < from.rank; d++) source[d] = from.at[d] == 1 ? 0 : result[lead + d];
}

static void expand_coords(const IrOp *op, const int64_t *result, int64_t *source) {
  size_t axis = (size_t)ir_attr_int(GET(op, tile_expand_dims, axis));
  size_t rank = ir_type_shape(ir_value_type(ir_op_result(op, 0))).rank;
  for (size_t d = 0, k = 0; d < rank; d++)
    if (d != axis) source[k++] = result[d];
}

static void trans_coords(const IrOp *op, const int64_t *result, int64_t *source) {
  size_t rank = ir_type_shape(ir_value_type(ir_op_result(op, 0))).rank;
  unsigned dims[TILE_LAYOUT_RANK];
  tile_trans_dims(op, dims);
  for (size_t d = 0; d < rank; d++) source[dims[d]] = result[d];
}

// The same place in row-major order.
static void reshape_coords(const IrOp *op, const int64_t *result, int64_t *source) {
  IrShape from = ir_type_shape(ir_value_type(ir_op_operand(op, 0)));
  IrShape to = ir_type_shape(ir_value_type(ir_op_result(op, 0)));
  int64_t place = 0;
  for (size_t d = 0; d < to.rank; d++) place = place * to.at[d] + result[d];
  for (size_t d = from.rank; d-- > 0; place /= from.at[d]) source[d] = place % from.at[d];
}

static bool equal_coords(const int64_t *a, const int64_t *b, size_t rank) {
  for (size_t d = 0; d < rank; d++)
    if (a[d] != b[d]) return false;
  return true;
}

static void basis_coords(const TileLayout *layout, unsigned input, unsigned bit, int64_t *coords) {
  uint32_t place = bit < layout->bits[input] ? layout->basis[input][bit] : 0;
  tile_layout_coords(layout, place, coords);
}

// Does every group of warps begin at the same place?
static bool groups_agree(const IrOp *op, const TileLayout *from, const TileLayout *to,
                         SourceCoords map) {
  int64_t here[TILE_LAYOUT_RANK] = {0}, wanted[TILE_LAYOUT_RANK] = {0},
          result[TILE_LAYOUT_RANK] = {0};
  if (from->more_groups != to->more_groups) return false;
  tile_layout_copy_coords(from, 0, from->more_groups ? 1 : 0, here);
  tile_layout_copy_coords(to, 0, to->more_groups ? 1 : 0, result);
  map(op, result, wanted);
  return equal_coords(here, wanted, from->rank);
}

// Does every lane and warp hold, in source and result, elements that differ only by registers?
static bool threads_agree(const IrOp *op, const TileLayout *from, const TileLayout *to,
                          SourceCoords map) {
  if (!groups_agree(op, from, to, map)) return false;
  for (unsigned input = TILE_LANE; input <= TILE_WARP; input++) {
    unsigned bits = from->bits[input] > to->bits[input] ? from->bits[input] : to->bits[input];
    for (unsigned i = 0; i < bits; i++) {
      int64_t here[TILE_LAYOUT_RANK] = {0}, wanted[TILE_LAYOUT_RANK] = {0},
              result[TILE_LAYOUT_RANK] = {0};
      basis_coords(from, input, i, here);
      basis_coords(to, input, i, result);
      map(op, result, wanted);
      if (!equal_coords(here, wanted, from->rank)) return false;
    }
  }
  return true;
}

// Register of `layout` in thread 0 that holds `coords`; -1 when none does.
static int64_t register_at(const TileLayout *layout, const int64_t *coords) {
  int64_t registers = thread_registers(layout);
  for (int64_t r = 0; r < registers; r++) {
    int64_t held[TILE_LAYOUT_RANK];
    thread_register_coords(layout, r, held);
    if (equal_coords(held, coords, layout->rank)) return r;
  }
  return -1;
}

// Fills `from[r]` for each register of the result; false when the tile has to move between threads.
static bool register_moves(const IrOp *op, const TileLayout *source, const TileLayout *result,
                           SourceCoords map, int64_t *from, size_t n) {
  if (!threads_agree(op, source, result, map)) return false;
  for (size_t r = 0; r < n; r++) {
    int64_t coords[TILE_LAYOUT_RANK], wanted[TILE_LAYOUT_RANK] = {0};
    thread_register_coords(result, (int64_t)r, coords);
    map(op, coords, wanted);
    from[r] = register_at(source, wanted);
    if (from[r] < 0) return false;
  }
  return true;
}

// Tries to convert `op` by renaming registers.
static IrStatus rename_registers(ThreadState *state, IrOp *op, SourceCoords map, bool *done) {
  IrType result = ir_value_type(ir_op_result(op, 0));
  TileLayout from, to;
  IR_TRY(thread_layout_of(op, ir_value_type(ir_op_operand(op, 0)), &from));
  IR_TRY(thread_layout_of(op, result, &to));
  int64_t moves[MAX_REGISTERS];
  size_t n = (size_t)thread_registers(&to);
  if (n > MAX_REGISTERS)
    return ir_op_error(op, "needs {} registers a thread, more than {}", n, MAX_REGISTERS);
  *done = register_moves(op, &from, &to, map, moves, n);
  if (!*done) return IR_OK;
  IrValue *vector = thread_shuffle(&state->b, thread_value(state, ir_op_operand(op, 0)), moves, n);
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), vector);
  return IR_OK;
}

IrStatus thread_convert_shape_op(ThreadState *state, IrOp *op) {
  SourceCoords map = IS(op, tile_broadcast)     ? broadcast_coords
                     : IS(op, tile_expand_dims) ? expand_coords
                     : IS(op, tile_reshape)     ? reshape_coords
                                                : trans_coords;
  bool done = false;
  IR_TRY(rename_registers(state, op, map, &done));
  if (done) return IR_OK;
  IrStatus failed =
      ir_op_error(op, "has source and result layouts that put an element in different threads");
  ir_help(state->ctx, "run tile-layout, which puts a tile.convert_layout in front");
  return failed;
}

IrStatus thread_convert_splat(ThreadState *state, IrOp *op) {
  IrValue *vector =
      BUILD1(&state->b, vector_broadcast, .source = thread_value(state, ir_op_operand(op, 0)),
             .vector_type = thread_type(ir_value_type(ir_op_result(op, 0))));
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), vector);
  return IR_OK;
}
