// The text of tile.broadcast, which may stand for two ops: of
//   %r = tile.broadcast %c axis 1 : tensor<64xf32> to ...
// the parser makes a tile.expand_dims and a tile.broadcast.
#include "dialects/tile/tile_impl.h"

// The tile with an extent of 1 at `axis`, which its layout knows.
static IrType expanded_type(IrType tile, unsigned axis) {
  IrShape from = ir_type_shape(tile);
  int64_t extents[TILE_LAYOUT_RANK];
  TileLayout layout;
  for (unsigned d = 0; d <= from.rank; d++)
    extents[d] = d == axis ? 1 : from.at[d < axis ? d : d - 1];
  IrType plain = ir_type_tensor(ir_type_context(tile), (IrShape){extents, from.rank + 1},
                                ir_type_element(tile), NULL);
  if (!tile_layout_of(tile, &layout)) return plain;
  layout = tile_layout_expand(&layout, axis);
  return tile_layout_apply_to(plain, &layout);
}

IrStatus tile_parse_new_axis(IrParser *p, IrLoc loc, int64_t axis, IrValue **tile) {
  IrType type = ir_value_type(*tile);
  size_t rank = ir_type_kind(type) == IR_TYPE_TENSOR ? ir_type_shape(type).rank : TILE_LAYOUT_RANK;
  if (rank >= TILE_LAYOUT_RANK)
    return ir_parser_error(p, loc, "{} takes no further dimension", type);
  if (axis < 0 || axis > (int64_t)rank)
    return ir_parser_error(p, loc, "the new dimension of {} is one of 0 to {}, got {}", type, rank,
                           axis);
  *tile = BUILD1(ir_parser_builder(p), tile_expand_dims, .input = *tile,
                 .axis = ir_attr_integer(ir_type_i64(ir_parser_context(p)), axis),
                 .result_type = expanded_type(type, (unsigned)axis));
  return IR_OK;
}

IrStatus tile_broadcast_parse(IrParser *p, IrOpState *state) {
  IrUnresolved name;
  IrType from, to;
  IrValue *tile;
  int64_t axis = -1;
  IR_TRY(ir_parse_operand(p, &name));
  bool has_axis = ir_parse_optional_keyword(p, "axis");
  IrLoc loc = ir_parser_loc(p);
  if (has_axis) IR_TRY(ir_parse_integer(p, &axis));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &from));
  IR_TRY(ir_parse_keyword(p, "to"));
  IR_TRY(ir_parse_type(p, &to));
  IR_TRY(ir_resolve_value(p, name, from, &tile));
  if (has_axis) IR_TRY(tile_parse_new_axis(p, loc, axis, &tile));
  ir_vec_push(&state->operands, tile);
  ir_vec_push(&state->result_types, to);
  return IR_OK;
}

void tile_broadcast_print(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " ");
  ir_printer_value(p, GET(op, tile_broadcast, input));
  ir_printer_attr_dict(p, op, NULL, false);
  ir_printer_fmt(p, " : {} to {}", ir_value_type(GET(op, tile_broadcast, input)),
                 GET(op, tile_broadcast, result_type));
}
