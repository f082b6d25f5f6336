// Indices: a coordinate and something that is the same for all elements stay apart as long as ops
// keep them so, for then an access is one of a whole tile.
#include "dialects/arith/arith.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile.h"
#include "ir/edit/rewriter.h"
#include "passes/tile/expand_map_impl.h"
#include "passes/tile/index_range.h"

IrValue *expand_index_constant(Expander *x, int64_t value) {
  return BUILD1(&x->b, arith_constant, .value = ir_attr_index(x->ctx, value),
                .result_type = ir_type_index(x->ctx));
}

static IrValue *coordinates(Expander *x, unsigned axis, IrType element) {
  IrAttr attr = ir_attr_integer(ir_type_i64(x->ctx), axis);
  return BUILD1(&x->b, tile_iota, .axis = attr, .result_type = expand_tile_type(x, element));
}

IrValue *expand_place(Expander *x, Expanded place) {
  IrValue *tile = coordinates(x, place.axis, ir_type_index(x->ctx));
  if (!place.base) return tile;
  return BUILD1(&x->b, arith_addi, .lhs = expand_splat(x, place.base), .rhs = tile);
}

// (base + coordinate) + scalar
static bool expand_sum(Expander *x, IrOp *op) {
  Expanded a = expand_get(x, ir_op_operand(op, 0)), b = expand_get(x, ir_op_operand(op, 1));
  Expanded place = a.is_place ? a : b;
  IrValue *scalar = a.is_place ? b.scalar : a.scalar;
  if (!place.is_place || !scalar) return false;
  if (place.base) scalar = BUILD1(&x->b, arith_addi, .lhs = place.base, .rhs = scalar);
  place.base = scalar;
  expand_set(x, ir_op_result(op, 0), place);
  return true;
}

// (base + coordinate) - scalar
static bool expand_difference(Expander *x, IrOp *op) {
  Expanded place = expand_get(x, ir_op_operand(op, 0));
  IrValue *scalar = expand_get(x, ir_op_operand(op, 1)).scalar;
  if (!place.is_place || !scalar) return false;
  IrValue *base = place.base ? place.base : expand_index_constant(x, 0);
  place.base = BUILD1(&x->b, arith_subi, .lhs = base, .rhs = scalar);
  expand_set(x, ir_op_result(op, 0), place);
  return true;
}

// A cast to an integer: with wrapping sums base and coordinate may be cast apart, and 32 bits hold
// every coordinate.
static bool expand_cast(Expander *x, IrOp *op) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  Expanded place = expand_get(x, ir_op_operand(op, 0));
  if (!place.is_place || !ir_type_is_any_integer(type)) return false;
  unsigned width = ir_type_width(type);
  if (width != 32 && width != 64) return false;
  IrValue *tile = coordinates(x, place.axis, type);
  if (place.base) {
    IrValue *base = BUILD1(&x->b, arith_index_cast, .in = place.base, .out_type = type);
    tile = BUILD1(&x->b, arith_addi, .lhs = expand_splat(x, base), .rhs = tile);
  }
  expand_set(x, ir_op_result(op, 0), (Expanded){.tile = tile});
  return true;
}

// ---- Comparisons
//
// Of base + coordinate with base' + coordinate' the bases are the same for all elements, and 32
// bits hold coordinates.  So the difference of the bases, where it decides, is added to the
// coordinates of one side:
//
//   row + i >= column + j   ->   i + min(max(row - column, -L), L) >= j
//
// as i32, with L beyond both extents.
//
// Indices wrap; it has to be known that these do not.

// A side of a comparison: `base` (NULL: 0) and perhaps a coordinate, below `extent`.
typedef struct Side {
  IrValue *base;
  bool is_place;
  unsigned axis;
  int64_t extent;
  IrIntRange range; // of the base
} Side;

static bool find_side(const Expander *x, const IrValue *value, Side *side) {
  const int64_t most = (int64_t)1 << 61;
  Expanded e = expand_get(x, value);
  if (e.tile || !ir_type_is_index(ir_value_type(value))) return false;
  *side = (Side){.base = e.is_place ? e.base : e.scalar, .is_place = e.is_place, .axis = e.axis};
  side->extent = e.is_place ? x->shape.at[e.axis] : 1;
  side->range = side->base ? index_range(side->base) : ir_int_range_constant(0, 64);
  return side->range.smin >= -most && side->range.smax <= most;
}

static int signed_predicate(int predicate) {
  static const int as_signed[] = {[ARITH_ULT] = ARITH_SLT,
                                  [ARITH_ULE] = ARITH_SLE,
                                  [ARITH_UGT] = ARITH_SGT,
                                  [ARITH_UGE] = ARITH_SGE};
  return predicate >= ARITH_ULT ? as_signed[predicate] : predicate;
}

static IrValue *clamped(Expander *x, IrValue *value, int64_t most) {
  IrBuilder *b = &x->b;
  value = BUILD1(b, arith_minsi, .lhs = value, .rhs = expand_index_constant(x, most));
  value = BUILD1(b, arith_maxsi, .lhs = value, .rhs = expand_index_constant(x, -most));
  return BUILD1(b, arith_index_cast, .in = value, .out_type = ir_type_i32(x->ctx));
}

static IrValue *difference(Expander *x, IrValue *a, IrValue *b) {
  if (!b) return a;
  return BUILD1(&x->b, arith_subi, .lhs = a ? a : expand_index_constant(x, 0), .rhs = b);
}

static IrValue *side_coordinates(Expander *x, const Side *side) {
  IrType i32 = ir_type_i32(x->ctx);
  if (side->is_place) return coordinates(x, side->axis, i32);
  return expand_splat(
      x, BUILD1(&x->b, arith_constant, .value = ir_attr_integer(i32, 0), .result_type = i32));
}

static bool expand_comparison(Expander *x, IrOp *op) {
  Side a, b;
  int predicate = (int)ir_attr_int(GET(op, arith_cmpi, predicate));
  if (!find_side(x, ir_op_operand(op, 0), &a) || !find_side(x, ir_op_operand(op, 1), &b))
    return false;
  if (!a.is_place && !b.is_place) return false;
  if (predicate >= ARITH_ULT && (a.range.smin < 0 || b.range.smin < 0)) return false;
  IrValue *left = side_coordinates(x, &a), *apart = difference(x, a.base, b.base);
  if (apart)
    left = BUILD1(&x->b, arith_addi, .lhs = left,
                  .rhs = expand_splat(x, clamped(x, apart, a.extent + b.extent)));
  IrValue *tile =
      BUILD1(&x->b, arith_cmpi, .predicate = arith_predicate(x->ctx, signed_predicate(predicate)),
             .lhs = left, .rhs = side_coordinates(x, &b));
  expand_set(x, ir_op_result(op, 0), (Expanded){.tile = tile});
  return true;
}

bool expand_index_op(Expander *x, IrOp *op) {
  if (IS(op, tile_compute)) { // is its operand
    expand_set(x, ir_op_result(op, 0), expand_get(x, GET(op, tile_compute, value)));
    return true;
  }
  if (IS(op, arith_cmpi)) return expand_comparison(x, op);
  if (IS(op, arith_addi)) return expand_sum(x, op);
  if (IS(op, arith_subi)) return expand_difference(x, op);
  if (IS(op, arith_index_cast) || IS(op, arith_index_castui)) return expand_cast(x, op);
  return false;
}
