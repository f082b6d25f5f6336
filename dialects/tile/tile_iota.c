// tile.iota: the coordinates of a tile's elements along a dimension.
//
//   1. the axis is one of the tile's dimensions
//   2. elements are integers or indices, and the extent's last coordinate is one of them
//
// Ops that only move elements about make a tile.iota of another shape of it, so that what is an
// iota stays one: passes that ask which elements follow each other in memory look for it.
#include "dialects/tile/tile_impl.h"
#include "ir/edit/builder.h"

static int64_t axis_of(const IrOp *iota) {
  return ir_attr_int(GET(iota, tile_iota, axis));
}

static bool holds(IrType element, int64_t number) {
  if (ir_type_is_index(element)) return true;
  unsigned width = ir_type_width(element);
  return width >= 63 || number < (int64_t)1 << width;
}

IrStatus tile_iota_verify(IrOp *op) {
  IrType tile = GET(op, tile_iota, result_type), element = ir_type_element(tile);
  IrShape shape = ir_type_shape(tile);
  int64_t axis = axis_of(op);
  IR_TRY(tile_verify_tile(op, tile));
  if (axis < 0 || axis >= (int64_t)shape.rank)
    return ir_op_error(op, "counts along dimension {}, but {} has {}", axis, tile, shape.rank);
  if (!ir_type_is_int_or_index(element)) {
    (void)ir_op_error(op, "counts in integers, got {}", tile);
    ir_help(ir_op_context(op), "arith.uitofp makes floats of them");
    return IR_FAILED;
  }
  if (holds(element, shape.at[axis] - 1)) return IR_OK;
  return ir_op_error(op, "counts to {}, which {} does not hold", shape.at[axis] - 1, element);
}

// iota along an extent of 1 -> dense<0>
IrFoldKind tile_iota_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrType tile = GET(op, tile_iota, result_type);
  (void)operands;
  if (ir_type_shape(tile).at[axis_of(op)] != 1 || ir_type_encoding(tile)) return IR_FOLD_NONE;
  IrAttr zero = ir_attr_integer(ir_type_element(tile), 0);
  results[0] = (IrFolded){.attr = ir_attr_splat(tile, zero)};
  return IR_FOLD_VALUES;
}

// ---- What stays one. ----

// `op` gives its operand's coordinates along a dimension as those along dimension `axis`.
static bool replace_by_iota(IrRewriter *rw, IrOp *op, int64_t axis) {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *iota =
      BUILD1(b, tile_iota, .axis = ir_attr_integer(ir_type_i64(ir_op_context(op)), axis),
             .result_type = ir_value_type(ir_op_result(op, 0)));
  return ir_replace_values(rw, op, &iota, 1);
}

static const char *const no_iota = "the source is not a tile.iota";

IR_PATTERN(tile_broadcast_of_iota, tile_broadcast, 1, "broadcast(iota) -> iota") {
  IrOp *iota = DEF(ir_op_operand(op, 0), tile_iota);
  if (!iota) return ir_no_match(rw, op, "{}", no_iota);
  IrShape from = ir_type_shape(ir_value_type(ir_op_operand(op, 0)));
  IrShape to = ir_type_shape(ir_value_type(ir_op_result(op, 0)));
  int64_t axis = axis_of(iota), lead = (int64_t)(to.rank - from.rank);
  if (from.at[axis] != to.at[lead + axis]) return ir_no_match(rw, op, "the axis is stretched");
  return replace_by_iota(rw, op, lead + axis);
}

IR_PATTERN(tile_expand_dims_of_iota, tile_expand_dims, 1, "expand_dims(iota) -> iota") {
  IrOp *iota = DEF(ir_op_operand(op, 0), tile_iota);
  if (!iota) return ir_no_match(rw, op, "{}", no_iota);
  int64_t inserted = ir_attr_int(GET(op, tile_expand_dims, axis)), axis = axis_of(iota);
  return replace_by_iota(rw, op, axis < inserted ? axis : axis + 1);
}

IR_PATTERN(tile_trans_of_iota, tile_trans, 1, "trans(iota) -> iota") {
  IrOp *iota = DEF(ir_op_operand(op, 0), tile_iota);
  if (!iota) return ir_no_match(rw, op, "{}", no_iota);
  unsigned dims[TILE_LAYOUT_RANK];
  int64_t axis = 0;
  tile_trans_dims(op, dims);
  while (dims[axis] != (unsigned)axis_of(iota)) axis++;
  return replace_by_iota(rw, op, axis);
}

IR_PATTERN(tile_convert_layout_of_iota, tile_convert_layout, 1, "convert(iota) -> iota") {
  IrOp *iota = DEF(ir_op_operand(op, 0), tile_iota);
  if (!iota) return ir_no_match(rw, op, "{}", no_iota);
  if (ir_op_attr(op, "tile.layout")) return ir_no_match(rw, op, "it is to be converted");
  return replace_by_iota(rw, op, axis_of(iota));
}
