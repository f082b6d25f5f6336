// What ops make of layouts.  An op that moves elements between coordinates has an entry in the
// table; an elementwise op has one layout for all of its tiles.
#include "dialects/arith/arith.h"
#include "dialects/tile/tile.h"
#include "passes/tile/layout_problem.h"

static IrShape operand_shape(const IrOp *op, size_t operand) {
  return ir_type_shape(ir_value_type(ir_op_operand(op, operand)));
}

static IrShape result_shape(const IrOp *op) {
  return ir_type_shape(ir_value_type(ir_op_result(op, 0)));
}

static bool same(const IrOp *op, size_t operand, const TileLayout *layout, TileLayout *out) {
  (void)op, (void)operand;
  *out = *layout;
  return true;
}

static bool unpermuted(const IrOp *op, size_t operand, const TileLayout *result, TileLayout *out) {
  unsigned dims[TILE_LAYOUT_RANK];
  (void)operand;
  tile_trans_dims(op, dims);
  *out = tile_layout_unpermute(result, dims);
  return true;
}

static bool permuted(const IrOp *op, size_t operand, const TileLayout *input, TileLayout *out) {
  unsigned dims[TILE_LAYOUT_RANK];
  (void)operand;
  tile_trans_dims(op, dims);
  *out = tile_layout_permute(input, dims);
  return true;
}

static bool reshaped_back(const IrOp *op, size_t operand, const TileLayout *result,
                          TileLayout *out) {
  return tile_layout_reshape(result, operand_shape(op, operand), out);
}

static bool reshaped(const IrOp *op, size_t operand, const TileLayout *input, TileLayout *out) {
  (void)operand;
  return tile_layout_reshape(input, result_shape(op), out);
}

static bool pairs_of(const IrOp *op, size_t operand, const TileLayout *half, TileLayout *out) {
  (void)op, (void)operand;
  return tile_layout_join(half, out);
}

static bool half_of(const IrOp *op, size_t operand, const TileLayout *pairs, TileLayout *out) {
  (void)op, (void)operand;
  return tile_layout_split(pairs, out);
}

static unsigned axis_of(const IrOp *op) {
  return (unsigned)ir_attr_int(GET(op, tile_expand_dims, axis));
}

static bool without_axis(const IrOp *op, size_t operand, const TileLayout *result,
                         TileLayout *out) {
  (void)operand;
  *out = tile_layout_slice(result, axis_of(op));
  return true;
}

static bool with_axis(const IrOp *op, size_t operand, const TileLayout *input, TileLayout *out) {
  (void)operand;
  *out = tile_layout_expand(input, axis_of(op));
  return true;
}

static bool narrowed(const IrOp *op, size_t operand, const TileLayout *result, TileLayout *out) {
  IrShape from = operand_shape(op, operand), to = result_shape(op);
  size_t lead = to.rank - from.rank;
  *out = *result;
  for (size_t d = 0; d < lead; d++) *out = tile_layout_slice(out, 0);
  for (size_t d = 0; d < from.rank; d++)
    if (from.at[d] == 1 && to.at[lead + d] != 1) *out = tile_layout_shrink(out, (unsigned)d);
  return true;
}

static bool unknown(const IrOp *op, size_t operand, const TileLayout *layout, TileLayout *out) {
  (void)op, (void)operand, (void)layout, (void)out;
  return false;
}

// Many layouts have the result's as their slice: the operand's is a choice of its own.
static bool reduced(const IrOp *op, size_t operand, const TileLayout *input, TileLayout *out) {
  uint32_t along[TILE_LAYOUT_INPUTS];
  (void)operand;
  if (!tile_layout_along(input, tile_axis_of(op), along)) return false;
  *out = tile_layout_slice(input, tile_axis_of(op));
  return true;
}

// The layout stays, but not every one has an order along the axis: the operand's is a choice of its
// own, too.
static bool scanned(const IrOp *op, size_t operand, const TileLayout *input, TileLayout *out) {
  (void)operand;
  if (!tile_layout_has_order(input, tile_axis_of(op))) return false;
  *out = *input;
  return true;
}

static const LayoutRelation same_layout = {NULL, same, same};

static const LayoutRelation relations[] = {
    {&arith_select, same, same},
    {&tile_convert_layout, same, same},
    {&tile_trans, unpermuted, permuted},
    {&tile_expand_dims, without_axis, with_axis},
    {&tile_reshape, reshaped_back, reshaped},
    {&tile_split, pairs_of, half_of},
    {&tile_join, half_of, pairs_of},
    {&tile_map, same, same},
    {&tile_broadcast, narrowed, unknown},
    {&tile_reduce, unknown, reduced},
    {&tile_argmax, unknown, reduced},
    {&tile_argmin, unknown, reduced},
    {&tile_scan, unknown, scanned},
    {&tile_gather, same, same},
    {&tile_atomic_rmw, same, same},
    {&tile_atomic_cas, same, same},
};

const LayoutRelation *layout_same(void) {
  return &same_layout;
}

bool layout_is_same(const LayoutRelation *relation) {
  return relation && relation->operand == same;
}

bool layout_combines(const IrOp *op) {
  return IS(op, tile_reduce) || IS(op, tile_scan) || IS(op, tile_argmax) || IS(op, tile_argmin);
}

const LayoutRelation *layout_relation_of(const IrOp *op) {
  if (ir_op_has_trait(op, IR_ELEMENTWISE)) return &same_layout;
  for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
    if (ir_op_is(op, relations[i].op)) return &relations[i];
  return NULL;
}
