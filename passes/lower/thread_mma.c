// tc.dot becomes one tc.mma per instruction tile of the warp.
//
// The lowest register bits of accumulator, A and B are the instruction's own fragment (4, 8 and 4
// elements); the higher ones repeat it over the warp's part of the tile.  Which A and B fragments
// belong to an accumulator fragment is read off the coordinates: the same rows as A, the same
// columns as B; of an A that is deeper than the instruction, the columns of this step.
#include "dialects/tc/tc.h"
#include "passes/lower/thread.h"

enum { ACC_FRAGMENT = 4, A_FRAGMENT = 8, B_FRAGMENT = 4 };

// How an operand's tile repeats the instruction's fragment.
static IrStatus repetition_of(IrOp *op, TileMmaOperand operand, const IrValue *tile,
                              TileLayout *layout, TileLayout *rest) {
  static const char *const names[] = {"a", "b", "c"};
  const TcInstr *instr = tc_instr(ir_attr_str(GET(op, tc_dot, instr)));
  const TileMma mma = {instr->m, instr->n, instr->k, 2};
  int64_t m = instr->m, n = instr->n, k = instr->k;
  int64_t shapes[][2] = {{m, k}, {k, n}, {m, n}};
  TileLayout one;
  IR_TRY(thread_layout_of(op, ir_value_type(tile), layout));
  bool known = tile_layout_mma_of(&mma, operand, (IrShape){shapes[operand], 2}, 1, 1, &one);
  if (known && tile_layout_divide(layout, &one, rest)) return IR_OK;
  IrStatus failed = ir_op_error(op, "has {} in a layout that does not repeat that of '{}': {}",
                                names[operand], instr->name, ir_value_type(tile));
  ir_help(ir_op_context(op), "run tile-layout, or name it: #tile.mma<{}, {}, warps = [...]>",
          instr->name + strlen("mma."), names[operand]);
  return failed;
}

// Are the warps in the same places along dimension `dim` of both, in units of the instruction?
static bool warps_agree(const TileLayout *x, const TileLayout *y, unsigned dim) {
  if (x->bits[TILE_WARP] != y->bits[TILE_WARP] || x->more_groups != y->more_groups ||
      (x->split == dim + 1) != (y->split == dim + 1))
    return false;
  for (unsigned i = 0; i < x->bits[TILE_WARP]; i++)
    if (tile_layout_coord(x, x->basis[TILE_WARP][i], dim) !=
        tile_layout_coord(y, y->basis[TILE_WARP][i], dim))
      return false;
  return true;
}

// First register of the fragment at `row` and `column` of the warp's part; -1: there is none.
static int64_t find_fragment(const TileLayout *layout, int64_t fragment, int64_t row,
                             int64_t column) {
  int64_t registers = thread_registers(layout);
  for (int64_t r = 0; r < registers; r += fragment) {
    int64_t coords[TILE_LAYOUT_RANK];
    thread_register_coords(layout, r, coords);
    if (coords[0] == row && coords[1] == column) return r;
  }
  return -1;
}

IrStatus thread_convert_tc_dot(ThreadState *state, IrOp *op) {
  IrValue *a = GET(op, tc_dot, a), *b = GET(op, tc_dot, b), *c = GET(op, tc_dot, c);
  TileLayout la, lb, lc, of_a, of_b, of_c;
  IR_TRY(repetition_of(op, TILE_MMA_A, a, &la, &of_a));
  IR_TRY(repetition_of(op, TILE_MMA_B, b, &lb, &of_b));
  IR_TRY(repetition_of(op, TILE_MMA_C, c, &lc, &of_c));
  if (!warps_agree(&of_a, &of_c, 0) || !warps_agree(&of_b, &of_c, 1))
    return ir_op_error(op, "has its rows of a or columns of b in other warps than those of c");
  IrValue *va = thread_value(state, a), *vb = thread_value(state, b), *acc = thread_value(state, c);
  int64_t registers = ir_type_shape(ir_value_type(acc)).at[0];
  IrBuilder *builder = &state->b;
  for (int64_t r = 0; r < registers; r += ACC_FRAGMENT) {
    int64_t coords[TILE_LAYOUT_RANK];
    thread_register_coords(&lc, r, coords);
    int64_t ra = find_fragment(&la, A_FRAGMENT, coords[0], tc_dot_from(op));
    int64_t rb = find_fragment(&lb, B_FRAGMENT, 0, coords[1]);
    if (ra < 0 || rb < 0)
      return ir_op_error(op, "operand layouts do not cover the accumulator's rows and columns");
    IrValue *piece = thread_slice(builder, acc, r, ACC_FRAGMENT);
    IrValue *product = BUILD1(builder, tc_mma, .a = thread_slice(builder, va, ra, A_FRAGMENT),
                              .b = thread_slice(builder, vb, rb, B_FRAGMENT), .c = piece,
                              .instr = GET(op, tc_dot, instr), .result_type = ir_value_type(piece));
    acc = thread_insert(builder, product, acc, r);
  }
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), acc);
  return IR_OK;
}
