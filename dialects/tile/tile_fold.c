// Folds of tile: what is known without running anything.
#include "dialects/tile/tile_impl.h"

IrFoldKind tile_fold_value(IrFolded *results, IrValue *value) {
  results[0] = (IrFolded){.value = value};
  return IR_FOLD_VALUES;
}

static IrFoldKind fold_attr(IrFolded *results, IrAttr attr) {
  results[0] = (IrFolded){.attr = attr};
  return IR_FOLD_VALUES;
}

static IrType result_type(IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

// A tile with a layout keeps it: a constant has none to give.
static bool is_plain(IrType tensor) {
  return !ir_type_encoding(tensor);
}

// dim of an extent that a type fixes -> that constant
IrFoldKind tile_dim_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrOp *kernel = ir_op_enclosing(op, &tile_kernel);
  TileDim dim;
  (void)operands;
  if (!kernel || !tile_kernel_find_dim(kernel, ir_attr_str(GET(op, tile_dim, name)), &dim) ||
      dim.extent == IR_DYNAMIC)
    return IR_FOLD_NONE;
  return fold_attr(results, ir_attr_index(ir_op_context(op), dim.extent));
}

IrFoldKind tile_fold_splat(IrOp *op, IrAttr operand, IrFolded *results) {
  if (!operand || !is_plain(result_type(op))) return IR_FOLD_NONE;
  IrAttr element = operand;
  if (ir_attr_kind(operand) == IR_ATTR_DENSE) {
    if (!ir_attr_is_splat(operand)) return IR_FOLD_NONE;
    element = ir_attr_dense_at(operand, 0);
  }
  return fold_attr(results, ir_attr_splat(result_type(op), element));
}

// splat c -> dense<c>
IrFoldKind tile_splat_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return tile_fold_splat(op, operands[0], results);
}

// broadcast x : t to t -> x;  broadcast dense<c> -> dense<c>
IrFoldKind tile_broadcast_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *input = GET(op, tile_broadcast, input);
  if (ir_value_type(input) == result_type(op)) return tile_fold_value(results, input);
  return tile_fold_splat(op, operands[0], results);
}

// expand_dims dense<c> -> dense<c>
IrFoldKind tile_expand_dims_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return tile_fold_splat(op, operands[0], results);
}

// convert dense<c> -> dense<c>;  convert x : t to t -> x;  convert (convert x : t to u) : u to t ->
// x, else convert x : t to v
IrFoldKind tile_convert_layout_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *input = GET(op, tile_convert_layout, input);
  if (ir_op_attr(op, "tile.layout")) return IR_FOLD_NONE; // it is to be converted to that
  if (operands[0] && ir_attr_is_splat(operands[0]))
    return fold_attr(results, ir_attr_splat(result_type(op), ir_attr_dense_at(operands[0], 0)));
  if (ir_value_type(input) == result_type(op)) return tile_fold_value(results, input);
  IrOp *inner = DEF(input, tile_convert_layout);
  if (!inner) return IR_FOLD_NONE;
  IrValue *source = GET(inner, tile_convert_layout, input);
  if (ir_value_type(source) == result_type(op)) return tile_fold_value(results, source);
  ir_op_set_operand(op, 0, source);
  return IR_FOLD_IN_PLACE;
}
