// Reductions that a whole warp does in one instruction: redux.sync of 32-bit integers, vote of
// single bits.
#include "dialects/arith/arith.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread.h"

typedef struct WarpOp {
  const IrOpDef *op;
  const char *redux, *vote; // NULL: none
  bool idempotent;          // copies may be combined, too
} WarpOp;

static const WarpOp warp_ops[] = {
    {&arith_addi, "addi", NULL, false}, {&arith_andi, "andi", "all", true},
    {&arith_ori, "ori", "any", true},   {&arith_xori, "xori", NULL, false},
    {&arith_maxsi, "maxs", NULL, true}, {&arith_maxui, "maxu", NULL, true},
    {&arith_minsi, "mins", NULL, true}, {&arith_minui, "minu", NULL, true},
};

// The op that is all of a combiner of two elements, whose order does not matter.
static const WarpOp *warp_op_of(IrBlock *combiner) {
  IrOp *op = ir_block_first(combiner), *last = ir_block_terminator(combiner);
  if (ir_block_num_args(combiner) != 2 || op == last || ir_op_next(op) != last) return NULL;
  if (ir_op_num_operands(op) != 2 || ir_op_num_results(op) != 1 ||
      ir_op_operand(last, 0) != ir_op_result(op, 0) || ir_op_operand(op, 0) == ir_op_operand(op, 1))
    return NULL;
  for (size_t i = 0; i < sizeof warp_ops / sizeof *warp_ops; i++)
    if (ir_op_is(op, warp_ops[i].op)) return &warp_ops[i];
  return NULL;
}

// Whether the lanes that `bits` do not tell apart all hold the same.
static bool others_are_copies(const TileLayout *layout, uint32_t bits) {
  for (unsigned k = 0; k < layout->bits[TILE_LANE]; k++)
    if (!(bits >> k & 1) && layout->basis[TILE_LANE][k]) return false;
  return true;
}

static IrValue *in_warp(ThreadState *state, const WarpOp *how, IrValue *value) {
  IrBuilder *b = &state->b;
  bool is_bit = ir_type_width(ir_value_type(value)) == 1;
  IrAttr kind = ir_attr_string(b->ctx, ir_str(is_bit ? how->vote : how->redux));
  if (is_bit)
    return BUILD1(b, simt_vote, .kind = kind, .predicate = value,
                  .result_type = ir_value_type(value));
  return BUILD1(b, simt_redux, .kind = kind, .value = value);
}

bool thread_reduce_warp(ThreadState *state, IrBlock *combiner, const TileLayout *layout,
                        uint32_t bits, IrValue **vector) {
  enum { ALL_LANES = 31 };
  const WarpOp *how = warp_op_of(combiner);
  IrType type = ir_value_type(*vector), element = ir_type_element(type);
  if (!how || !ir_type_is_any_integer(element)) return false;
  if (!(ir_type_width(element) == 32 ? how->redux : ir_type_width(element) == 1 ? how->vote : NULL))
    return false;
  if (bits != ALL_LANES && !(how->idempotent && bits && others_are_copies(layout, bits)))
    return false;
  IrBuilder *b = &state->b;
  IrValue *result = *vector;
  for (int64_t r = 0; r < ir_type_shape(type).at[0]; r++) {
    IrAttr at = ir_attr_i64_array(b->ctx, &r, 1);
    IrValue *value = BUILD1(b, vector_extract, .source = *vector, .static_position = at);
    value = in_warp(state, how, value);
    result = BUILD1(b, vector_insert, .valueToStore = value, .dest = result, .static_position = at);
  }
  *vector = result;
  return true;
}
