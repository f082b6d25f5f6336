// vector.shape_cast and vector.transpose: verifiers, folds and interpreter rules.
//
//   1. A shape cast keeps the element type and the number of elements.
//   2. A permutation names each dimension once; the result's extents are the permuted ones.
#include "dialects/arith/arith.h"
#include "dialects/vector/vector_impl.h"
#include "ir/interp/interp.h"
#include "ir/interp/move.h"

enum { MAX_RANK = IR_MOVE_MAX_RANK };

static IrType result_type(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

static IrType source_type(const IrOp *op) {
  return ir_value_type(ir_op_operand(op, 0));
}

// Invariant 1.
IrStatus vector_shape_cast_verify(IrOp *op) {
  IrType from = source_type(op), to = result_type(op);
  if (ir_type_element(from) == ir_type_element(to) &&
      ir_type_num_elements(from) == ir_type_num_elements(to))
    return IR_OK;
  return ir_op_error(op, "'{}' and '{}' do not hold the same elements", from, to);
}

// Invariant 2.
IrStatus vector_transpose_verify(IrOp *op) {
  IrType from = source_type(op), to = result_type(op);
  IrShape a = ir_type_shape(from), b = ir_type_shape(to);
  IrAttr map = GET(op, vector_transpose, permutation);
  bool seen[MAX_RANK] = {0};
  if (a.rank > MAX_RANK)
    return ir_op_error(op, "has {} dimensions, which are more than {}", a.rank, (int)MAX_RANK);
  bool ok = ir_attr_count(map) == a.rank && b.rank == a.rank &&
            ir_type_element(from) == ir_type_element(to);
  for (size_t i = 0; ok && i < a.rank; i++) {
    int64_t dim = ir_attr_array_int(map, i);
    ok = dim >= 0 && dim < (int64_t)a.rank && !seen[dim] && b.at[i] == a.at[dim];
    if (ok) seen[dim] = true;
  }
  if (ok) return IR_OK;
  return ir_op_error(op, "does not permute the dimensions of '{}' to those of '{}'", from, to);
}

// The order of the elements stays: dimensions of extent 1 alone change places.
static bool keeps_order(const IrOp *transpose) {
  IrShape shape = ir_type_shape(source_type(transpose));
  IrAttr map = GET(transpose, vector_transpose, permutation);
  int64_t last = 0;
  for (size_t i = 0; i < ir_attr_count(map); i++) {
    int64_t dim = ir_attr_array_int(map, i);
    if (shape.at[dim] == 1 && !ir_type_is_scalable(source_type(transpose), (size_t)dim)) continue;
    if (dim < last) return false;
    last = dim;
  }
  return true;
}

static IrAttr reshaped(IrAttr dense, IrType type) {
  size_t bytes;
  if (ir_attr_kind(dense) != IR_ATTR_DENSE) return NULL;
  const void *data = ir_attr_dense_data(dense, &bytes);
  return ir_attr_is_splat(dense) ? ir_attr_splat(type, ir_attr_dense_at(dense, 0))
                                 : ir_attr_dense(type, data, bytes);
}

IrFoldKind vector_shape_cast_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *source = ir_op_operand(op, 0);
  // to the same shape -> x
  if (ir_value_type(source) == result_type(op)) return arith_fold_value(results, source);
  // shape_cast(shape_cast(x)) -> shape_cast(x);  so with a transpose that keeps the order
  IrOp *under = ir_value_op(source);
  if (IS(under, vector_shape_cast) || (IS(under, vector_transpose) && keeps_order(under))) {
    ir_op_set_operand(op, 0, ir_op_operand(under, 0));
    return IR_FOLD_IN_PLACE;
  }
  if (IS(under, vector_transpose)) return IR_FOLD_NONE;
  // shape_cast(broadcast(x)) of x's own type -> x
  if (IS(under, vector_broadcast) && ir_value_type(ir_op_operand(under, 0)) == result_type(op))
    return arith_fold_value(results, ir_op_operand(under, 0));
  return operands[0] ? arith_fold_constant(results, reshaped(operands[0], result_type(op)))
                     : IR_FOLD_NONE;
}

static bool may_stretch(IrType from, IrType to) {
  if (ir_type_kind(from) != IR_TYPE_VECTOR) return true;
  IrShape a = ir_type_shape(from), b = ir_type_shape(to);
  if (a.rank > b.rank) return false;
  for (size_t i = 0; i < a.rank; i++)
    if (a.at[i] != 1 && a.at[i] != b.at[b.rank - a.rank + i]) return false;
  return true;
}

IR_PATTERN(vector_shape_cast_of_broadcast, vector_shape_cast, 1,
           "shape_cast(broadcast(x)) -> shape_cast(x) or broadcast(x)") {
  IrOp *under = DEF(ir_op_operand(op, 0), vector_broadcast);
  if (!under) return ir_no_match(rw, op, "the source is not stretched");
  IrValue *x = ir_op_operand(under, 0);
  IrType from = ir_value_type(x), to = result_type(op);
  IrBuilder *b = ir_rewriter_builder(rw);
  if (ir_type_kind(from) == IR_TYPE_VECTOR &&
      ir_type_num_elements(from) == ir_type_num_elements(to))
    return ir_replace(rw, op, BUILD1(b, vector_shape_cast, .source = x, .result_type = to));
  if (!may_stretch(from, to)) return ir_no_match(rw, op, "cannot be stretched to that shape");
  return ir_replace(rw, op, BUILD1(b, vector_broadcast, .source = x, .vector_type = to));
}

IrFoldKind vector_transpose_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // of a splat -> the splat
  if (operands[0] && ir_attr_kind(operands[0]) == IR_ATTR_DENSE && ir_attr_is_splat(operands[0]))
    return arith_fold_constant(results, reshaped(operands[0], result_type(op)));
  // that changes nothing -> x
  if (source_type(op) == result_type(op) && keeps_order(op))
    return arith_fold_value(results, ir_op_operand(op, 0));
  return IR_FOLD_NONE;
}

IR_PATTERN(vector_transpose_twice, vector_transpose, 1, "transpose(transpose(x)) -> transpose(x)") {
  IrOp *under = DEF(ir_op_operand(op, 0), vector_transpose);
  int64_t dims[MAX_RANK];
  if (!under) return ir_no_match(rw, op, "the source is not transposed");
  IrAttr outer = GET(op, vector_transpose, permutation);
  IrAttr inner = GET(under, vector_transpose, permutation);
  size_t n = ir_attr_count(outer);
  for (size_t i = 0; i < n; i++)
    dims[i] = ir_attr_array_int(inner, (size_t)ir_attr_array_int(outer, i));
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), vector_transpose,
                           .vector = ir_op_operand(under, 0),
                           .permutation = ir_attr_i64_array(ir_rewriter_context(rw), dims, n),
                           .result_type = result_type(op)));
}

IR_PATTERN(vector_transpose_of_splat, vector_transpose, 1,
           "transpose(broadcast(x)) of a scalar -> broadcast(x)") {
  IrOp *under = DEF(ir_op_operand(op, 0), vector_broadcast);
  if (!under || ir_type_kind(ir_value_type(ir_op_operand(under, 0))) == IR_TYPE_VECTOR)
    return ir_no_match(rw, op, "the source is not a stretched scalar");
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), vector_broadcast,
                           .source = ir_op_operand(under, 0), .vector_type = result_type(op)));
}

// ---- Execution. ----

IrStep vector_shape_cast_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  memcpy(to->data, from->data, (size_t)(to->count * to->lanes) * to->element_bytes);
  return IR_STEP_NEXT;
}

IrStep vector_transpose_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  IrShape a = ir_type_shape(from->type), b = ir_type_shape(to->type);
  IrAttr map = GET(op, vector_transpose, permutation);
  int64_t steps[MAX_RANK], step = 1;
  IrMove move = {.rank = a.rank};
  for (size_t d = a.rank; d-- > 0; step *= a.at[d]) steps[d] = step;
  step = 1;
  for (size_t d = b.rank; d-- > 0; step *= b.at[d]) {
    move.shape[d] = b.at[d];
    move.to[d] = step;
    move.from[d] = steps[ir_attr_array_int(map, d)];
  }
  int64_t bytes = to->count * (int64_t)to->element_bytes;
  for (int64_t lane = 0; lane < to->lanes; lane++)
    ir_move_elements(&move, (const char *)from->data + lane * bytes,
                     (char *)to->data + lane * bytes, to->element_bytes);
  return IR_STEP_NEXT;
}

IrStep math_fma_interp(IrInterp *interp, IrOp *op); // rounds once, whatever holds the numbers

IrStep vector_fma_interp(IrInterp *interp, IrOp *op) {
  return math_fma_interp(interp, op);
}
