// Ops that give elements other coordinates and change nothing else: trans, reshape, split, join.
//
//   1. trans names each dimension once; the result's extents are the permuted ones
//   2. reshape has as many elements before as after, and odd factors stay in front of powers of two
//   3. split takes, join gives, a last extent of 2; the two halves are of one type, without it
#include "dialects/arith/arith.h"
#include "dialects/tile/tile_impl.h"
#include "ir/edit/builder.h"
#include "ir/edit/rewriter.h"

static IrType source_type(const IrOp *op) {
  return ir_value_type(ir_op_operand(op, 0));
}

static IrType result_type(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

// Both are tiles, of one element.
static IrStatus verify_tiles(IrOp *op, IrType from, IrType to) {
  IR_TRY(tile_verify_tile(op, from));
  IR_TRY(tile_verify_tile(op, to));
  if (ir_type_element(from) == ir_type_element(to)) return IR_OK;
  return ir_op_error(op, "makes elements {} from {}", ir_type_element(to), ir_type_element(from));
}

// ---- tile.trans ----

void tile_trans_dims(const IrOp *op, unsigned dims[TILE_LAYOUT_RANK]) {
  unsigned rank = (unsigned)ir_type_shape(result_type(op)).rank;
  IrAttr perm = GET(op, tile_trans, perm);
  for (unsigned d = 0; d < rank; d++) dims[d] = perm ? (unsigned)ir_attr_array_int(perm, d) : d;
  if (perm || rank < 2) return;
  dims[rank - 2] = rank - 1;
  dims[rank - 1] = rank - 2;
}

IrStatus tile_perm_verify(IrOp *op, IrAttr perm, size_t rank) {
  bool seen[TILE_LAYOUT_RANK] = {0};
  if (ir_attr_count(perm) != rank)
    return ir_op_error(op, "orders {} dimensions, but the tile has {}", ir_attr_count(perm), rank);
  for (size_t d = 0; d < rank; d++) {
    int64_t from = ir_attr_array_int(perm, d);
    if (from < 0 || from >= (int64_t)rank)
      return ir_op_error(op, "orders dimension {}, but the tile has 0 to {}", from, rank - 1);
    if (seen[from]) return ir_op_error(op, "orders dimension {} twice", from);
    seen[from] = true;
  }
  return IR_OK;
}

IrStatus tile_trans_verify(IrOp *op) {
  IrType input = source_type(op), result = result_type(op);
  IrShape from = ir_type_shape(input), to = ir_type_shape(result);
  IrAttr perm = GET(op, tile_trans, perm);
  IR_TRY(verify_tiles(op, input, result));
  if (perm) IR_TRY(tile_perm_verify(op, perm, from.rank));
  if (!perm && from.rank < 2)
    return ir_op_error(op, "swaps the last two dimensions, got {}", input);
  unsigned dims[TILE_LAYOUT_RANK];
  if (from.rank != to.rank) return ir_op_error(op, "keeps the rank, got {} to {}", input, result);
  tile_trans_dims(op, dims);
  for (size_t d = 0; d < to.rank; d++) {
    if (to.at[d] == from.at[dims[d]]) continue;
    if (!perm) return ir_op_error(op, "swaps the last two dimensions, got {} to {}", input, result);
    return ir_op_error(op, "makes dimension {} from dimension {}, got {} to {}", d, dims[d], input,
                       result);
  }
  return IR_OK;
}

static bool is_identity(const unsigned *dims, size_t rank) {
  for (size_t d = 0; d < rank; d++)
    if (dims[d] != d) return false;
  return true;
}

// NULL where it swaps the last two dimensions, which needs no attribute.
static IrAttr perm_attr(IrContext *ctx, const unsigned *dims, size_t rank) {
  int64_t list[TILE_LAYOUT_RANK];
  bool swaps = rank >= 2 && dims[rank - 1] + 2 == rank && dims[rank - 2] + 1 == rank;
  for (size_t d = 0; d < rank; d++) {
    list[d] = dims[d];
    swaps = swaps && (d + 2 >= rank || dims[d] == d);
  }
  return swaps ? NULL : ir_attr_i64_array(ctx, list, rank);
}

// trans [0, 1, ..] x -> x;  trans p (trans q x) -> trans p.q x;  trans dense<c> -> dense<c>
IrFoldKind tile_trans_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  size_t rank = ir_type_shape(result_type(op)).rank;
  unsigned dims[TILE_LAYOUT_RANK], under[TILE_LAYOUT_RANK];
  IrValue *input = GET(op, tile_trans, input);
  tile_trans_dims(op, dims);
  if (is_identity(dims, rank) && ir_value_type(input) == result_type(op))
    return tile_fold_value(results, input);
  if (tile_fold_splat(op, operands[0], results)) return IR_FOLD_VALUES;
  IrOp *inner = DEF(input, tile_trans);
  if (inner) {
    tile_trans_dims(inner, under);
    for (size_t d = 0; d < rank; d++) dims[d] = under[dims[d]];
    IrValue *source = GET(inner, tile_trans, input);
    if (is_identity(dims, rank) && ir_value_type(source) == result_type(op))
      return tile_fold_value(results, source);
    ir_op_set_operand(op, 0, source);
  }
  IrAttr perm = perm_attr(ir_op_context(op), dims, rank);
  if (!inner && perm == GET(op, tile_trans, perm)) return IR_FOLD_NONE;
  SET_ATTR(op, tile_trans, perm, perm);
  return IR_FOLD_IN_PLACE;
}

// ---- tile.reshape ----

IrStatus tile_reshape_verify(IrOp *op) {
  IrType input = source_type(op), result = result_type(op);
  IR_TRY(verify_tiles(op, input, result));
  int64_t from = ir_type_num_elements(input), to = ir_type_num_elements(result);
  if (from != to)
    return ir_op_error(op, "has {} elements before and {} after: {} to {}", from, to, input,
                       result);
  int64_t extent = tile_reshape_misfit(ir_type_shape(input), ir_type_shape(result));
  if (!extent) return IR_OK;
  int64_t linear = extent & -extent;
  (void)ir_op_error(op, "regroups {} to {}, which no layout keeps in its threads", input, result);
  ir_help(ir_op_context(op),
          "the factor {} of the extent {} has to stay in front: regroup dimensions "
          "before it apart from it",
          extent / linear, extent);
  return IR_FAILED;
}

// Whether the op keeps its operand's elements in row-major order.
static bool keeps_order(const IrOp *op) {
  return op && (IS(op, tile_reshape) || IS(op, tile_expand_dims));
}

// reshape x : t to t -> x;  reshape (reshape x) -> reshape x;  reshape dense<c> -> dense<c>
IrFoldKind tile_reshape_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *input = GET(op, tile_reshape, input);
  if (ir_value_type(input) == result_type(op)) return tile_fold_value(results, input);
  if (tile_fold_splat(op, operands[0], results)) return IR_FOLD_VALUES;
  if (!keeps_order(ir_value_op(input))) return IR_FOLD_NONE;
  IrValue *source = ir_op_operand(ir_value_op(input), 0);
  if (tile_reshape_misfit(ir_type_shape(ir_value_type(source)), ir_type_shape(result_type(op))))
    return IR_FOLD_NONE;
  ir_op_set_operand(op, 0, source);
  return IR_FOLD_IN_PLACE;
}

// ---- tile.split and tile.join ----

// The plain tile with an extent of 2 more, or without it; NULL where there is none.
static IrType with_pairs(IrType half) {
  IrShape shape = ir_type_shape(half);
  int64_t extents[TILE_LAYOUT_RANK];
  if (ir_type_encoding(half) || shape.rank >= TILE_LAYOUT_RANK) return NULL;
  for (size_t d = 0; d < shape.rank; d++) extents[d] = shape.at[d];
  extents[shape.rank] = 2;
  return ir_type_tensor(ir_type_context(half), (IrShape){extents, shape.rank + 1},
                        ir_type_element(half), NULL);
}

static IrType without_pairs(IrType whole) {
  IrShape shape = ir_type_shape(whole);
  if (ir_type_encoding(whole) || !shape.rank) return NULL;
  return ir_type_tensor(ir_type_context(whole), (IrShape){shape.at, shape.rank - 1},
                        ir_type_element(whole), NULL);
}

// The second half is of the first one's type, which the text gives.
bool tile_split_infer(IrOpState *state) {
  IrType half = state->result_types.n ? state->result_types.at[0] : NULL;
  if (!half && state->operands.n) half = without_pairs(ir_value_type(state->operands.at[0]));
  if (!half) return false;
  while (state->result_types.n < 2) ir_vec_push(&state->result_types, half);
  return true;
}

bool tile_join_infer(IrOpState *state) {
  IrType whole = state->operands.n ? with_pairs(ir_value_type(state->operands.at[0])) : NULL;
  if (whole) ir_vec_push(&state->result_types, whole);
  return whole;
}

// `whole` has the extents of `half` and a last one of 2.
static bool is_pair_of(IrType whole, IrType half) {
  IrShape all = ir_type_shape(whole), one = ir_type_shape(half);
  if (all.rank != one.rank + 1 || all.at[one.rank] != 2) return false;
  for (size_t d = 0; d < one.rank; d++)
    if (all.at[d] != one.at[d]) return false;
  return true;
}

IrStatus tile_split_verify(IrOp *op) {
  IrType input = source_type(op), low = result_type(op);
  IrType high = ir_value_type(ir_op_result(op, 1));
  IR_TRY(verify_tiles(op, input, low));
  if (low != high) return ir_op_error(op, "gives halves of one type, got {} and {}", low, high);
  if (is_pair_of(input, low)) return IR_OK;
  (void)ir_op_error(op, "takes a last extent of 2 apart, got {} to {}", input, low);
  ir_help(ir_op_context(op), "tile.reshape makes a last extent of 2, tile.trans puts one there");
  return IR_FAILED;
}

IrStatus tile_join_verify(IrOp *op) {
  IrType low = source_type(op), high = ir_value_type(ir_op_operand(op, 1)), whole = result_type(op);
  IR_TRY(verify_tiles(op, low, whole));
  if (low != high) return ir_op_error(op, "joins tiles of one type, got {} and {}", low, high);
  if (is_pair_of(whole, low)) return IR_OK;
  return ir_op_error(op, "makes a last extent of 2, got {} to {}", low, whole);
}

// split (join a, b) -> a, b;  split dense<c> -> dense<c>, dense<c>
IrFoldKind tile_split_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  if (tile_fold_splat(op, operands[0], results)) {
    results[1] = results[0];
    return IR_FOLD_VALUES;
  }
  IrOp *join = DEF(GET(op, tile_split, input), tile_join);
  if (!join || ir_value_type(ir_op_operand(join, 0)) != result_type(op)) return IR_FOLD_NONE;
  for (size_t i = 0; i < 2; i++) results[i] = (IrFolded){.value = ir_op_operand(join, i)};
  return IR_FOLD_VALUES;
}

// join (split x) -> x;  join dense<c>, dense<c> -> dense<c>
IrFoldKind tile_join_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  if (operands[0] == operands[1] && tile_fold_splat(op, operands[0], results))
    return IR_FOLD_VALUES;
  IrOp *split = DEF(GET(op, tile_join, low), tile_split);
  if (!split || GET(op, tile_join, low) != ir_op_result(split, 0) ||
      GET(op, tile_join, high) != ir_op_result(split, 1) ||
      ir_value_type(ir_op_operand(split, 0)) != result_type(op))
    return IR_FOLD_NONE;
  return tile_fold_value(results, ir_op_operand(split, 0));
}

// ---- One scalar everywhere stays so. ----

static bool splat_everywhere(IrRewriter *rw, IrOp *op) {
  IrOp *splat = DEF(ir_op_operand(op, 0), tile_splat);
  if (!splat) return ir_no_match(rw, op, "the source is not one scalar everywhere");
  IrValue *scalar = GET(splat, tile_splat, scalar);
  IrValue *values[2] = {NULL};
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    values[i] = BUILD1(ir_rewriter_builder(rw), tile_splat, .scalar = scalar,
                       .result_type = ir_value_type(ir_op_result(op, i)));
  return ir_replace_values(rw, op, values, ir_op_num_results(op));
}

IR_PATTERN(tile_trans_of_splat, tile_trans, 1, "trans(splat s) -> splat s") {
  return splat_everywhere(rw, op);
}
IR_PATTERN(tile_reshape_of_splat, tile_reshape, 1, "reshape(splat s) -> splat s") {
  return splat_everywhere(rw, op);
}
IR_PATTERN(tile_split_of_splat, tile_split, 1, "split(splat s) -> splat s, splat s") {
  return splat_everywhere(rw, op);
}
IR_PATTERN(tile_convert_layout_of_splat, tile_convert_layout, 1, "convert(splat s) -> splat s") {
  return splat_everywhere(rw, op);
}
IR_PATTERN(tile_join_of_splat, tile_join, 1, "join(splat s, splat s) -> splat s") {
  IrOp *low = DEF(GET(op, tile_join, low), tile_splat);
  IrOp *high = DEF(GET(op, tile_join, high), tile_splat);
  if (!low || !high || ir_op_operand(low, 0) != ir_op_operand(high, 0))
    return ir_no_match(rw, op, "the halves are not one scalar");
  return splat_everywhere(rw, op);
}
