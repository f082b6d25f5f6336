// tile.reduce: text and rules.
//
//   1. its tiles, axis and combiner as tile_combiner.c says
//   2. results are the tiles without the axis; with a layout, what is left of it
#include "dialects/tile/tile_impl.h"

IrType tile_reduce_result(IrType tensor, int64_t axis) {
  IrShape shape = ir_type_shape(tensor);
  int64_t extents[TILE_LAYOUT_RANK];
  TileLayout layout;
  if (shape.rank > TILE_LAYOUT_RANK || axis < 0 || axis >= (int64_t)shape.rank) return NULL;
  for (size_t d = 0, n = 0; d < shape.rank; d++)
    if ((int64_t)d != axis) extents[n++] = shape.at[d];
  IrType result = ir_type_tensor(ir_type_context(tensor), (IrShape){extents, shape.rank - 1},
                                 ir_type_element(tensor), NULL);
  if (!ir_type_encoding(tensor) || !tile_layout_of(tensor, &layout)) return result;
  layout = tile_layout_slice(&layout, (unsigned)axis);
  return tile_layout_apply_to(result, &layout);
}

IrStatus tile_reduce_verify(IrOp *op) {
  IrValues inputs = GET(op, tile_reduce, inputs);
  int64_t axis = ir_attr_int(GET(op, tile_reduce, axis));
  IR_TRY(tile_combined_verify(op, inputs, axis));
  for (size_t i = 0; i < inputs.n; i++) {
    IrType expected = tile_reduce_result(ir_value_type(inputs.at[i]), axis);
    IrType result = ir_value_type(ir_op_result(op, i));
    if (result != expected) return ir_op_error(op, "gives {}, expected {}", result, expected);
  }
  return IR_OK;
}

IrStatus tile_reduce_verify_regions(IrOp *op) {
  return tile_combiner_verify(op, GET(op, tile_reduce, inputs));
}

IrStatus tile_reduce_parse(IrParser *p, IrOpState *state) {
  TileCombinerText text = {0};
  IR_TRY(tile_parse_combined(p, state, &text));
  for (size_t i = 0; i < text.tiles; i++)
    ir_vec_push(&state->result_types,
                tile_reduce_result(ir_value_type(state->operands.at[i]), text.axis));
  return tile_parse_combiner(p, state, &text);
}

void tile_reduce_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {"axis", NULL};
  tile_print_combined(op, p, GET(op, tile_reduce, inputs), ir_attr_int(GET(op, tile_reduce, axis)));
  tile_print_combiner(op, p, shown);
}
