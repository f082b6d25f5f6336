// tile.split and tile.join: nothing moves between threads, and each half of a pair is a register.
//
// In places of the pairs' tile the last bit says which half; the bits before it are the place in a
// half.  tile-layout gives both sides layouts whose lanes and warps are the same but for that bit.
#include "dialects/tile/tile.h"
#include "passes/lower/thread.h"

static uint32_t basis_of(const TileLayout *l, unsigned input, unsigned bit) {
  return bit < l->bits[input] ? l->basis[input][bit] : 0;
}

// Whether lanes, warps and groups hold in the pairs what they hold in the halves.
static bool threads_agree(const TileLayout *pairs, const TileLayout *half) {
  if (pairs->more_groups != half->more_groups || pairs->split != half->split) return false;
  for (unsigned input = TILE_LANE; input <= TILE_WARP; input++)
    for (unsigned bit = 0; bit < TILE_LAYOUT_BITS; bit++)
      if (basis_of(pairs, input, bit) != basis_of(half, input, bit) << 1) return false;
  return true;
}

// Register r of `layout` as its copy of the linear part and the place there.
static uint32_t place_of(const TileLayout *layout, size_t r, uint32_t *copy) {
  unsigned bits = layout->bits[TILE_REGISTER];
  *copy = (uint32_t)(r >> bits);
  return tile_layout_apply1(layout, TILE_REGISTER, (uint32_t)r & ((1u << bits) - 1));
}

// The register of thread 0 that holds a place of a copy.
static bool find_register(const TileLayout *layout, uint32_t copy, uint32_t place, int64_t *reg) {
  uint32_t found;
  if (!tile_layout_register_of(layout, place, &found)) return false;
  *reg = (int64_t)copy << layout->bits[TILE_REGISTER] | found;
  return true;
}

static IrStatus refuse(ThreadState *state, const IrOp *op) {
  IrStatus failed = ir_op_error(op, "has halves and pairs that are in different threads");
  ir_help(state->ctx, "run tile-layout, which puts a tile.convert_layout in front");
  return failed;
}

IrStatus thread_convert_split(ThreadState *state, IrOp *op) {
  TileLayout pairs, half;
  IrValue *input = GET(op, tile_split, input);
  IR_TRY(thread_layout_of(op, ir_value_type(input), &pairs));
  IR_TRY(thread_layout_of(op, GET(op, tile_split, low_type), &half));
  if (!threads_agree(&pairs, &half)) return refuse(state, op);
  size_t n = (size_t)thread_registers(&half);
  int64_t *moves = ir_malloc(n * sizeof *moves);
  IrStatus status = IR_OK;
  for (uint32_t i = 0; i < 2 && status == IR_OK; i++) {
    bool found = true;
    for (size_t r = 0; r < n && found; r++) {
      uint32_t copy, place = place_of(&half, r, &copy);
      found = find_register(&pairs, copy, place << 1 | i, &moves[r]);
    }
    if (!found)
      status = refuse(state, op);
    else
      ir_ptrmap_set(&state->values, ir_op_result(op, i),
                    thread_shuffle(&state->b, thread_value(state, input), moves, n));
  }
  ir_free(moves);
  return status;
}

IrStatus thread_convert_join(ThreadState *state, IrOp *op) {
  TileLayout pairs, half;
  IR_TRY(thread_layout_of(op, ir_value_type(GET(op, tile_join, low)), &half));
  IR_TRY(thread_layout_of(op, GET(op, tile_join, result_type), &pairs));
  if (!threads_agree(&pairs, &half)) return refuse(state, op);
  size_t n = (size_t)thread_registers(&pairs);
  int64_t *moves = ir_malloc(n * sizeof *moves);
  bool found = true;
  for (size_t r = 0; r < n && found; r++) {
    uint32_t copy, place = place_of(&pairs, r, &copy);
    found = find_register(&half, copy, place >> 1, &moves[r]);
    if (found && place & 1) moves[r] += thread_registers(&half);
  }
  if (found)
    ir_ptrmap_set(&state->values, ir_op_result(op, 0),
                  thread_shuffle_pair(&state->b, thread_value(state, GET(op, tile_join, low)),
                                      thread_value(state, GET(op, tile_join, high)), moves, n));
  ir_free(moves);
  return found ? IR_OK : refuse(state, op);
}
