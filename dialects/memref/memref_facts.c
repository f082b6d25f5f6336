// What memref ops tell analyses: that extents are not negative, a static one being known, and which
// results are the memory of an operand.
#include "dialects/memref/memref_impl.h"

static IrIntRange extent_range(int64_t extent) {
  if (extent == IR_DYNAMIC) return ir_int_range_signed(0, INT64_MAX, 64);
  return ir_int_range_constant(extent, 64);
}

static void dim(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
  IrType type = ir_value_type(ir_op_operand(op, 0));
  bool ranked = ir_type_kind(type) == IR_TYPE_MEMREF;
  int64_t rank = ranked ? (int64_t)ir_type_shape(type).rank : 0;
  int64_t first = in[1].width && in[1].smin > 0 ? in[1].smin : 0;
  int64_t last = in[1].width && in[1].smax < rank ? in[1].smax : rank - 1;
  IrIntRange all = {0};
  for (int64_t i = first; i <= last; i++)
    all = ir_int_range_union(all, extent_range(ir_type_shape(type).at[i]));
  *out = all.width ? all : extent_range(IR_DYNAMIC);
}

const IrIntRangeInterface memref_dim_range = {.size = sizeof(IrIntRangeInterface), .infer = dim};

static size_t first_operand(const IrOp *op) {
  (void)op;
  return 0;
}

static bool always(const IrOp *op) {
  (void)op;
  return true;
}

const IrViewInterface memref_whole_view = {
    .size = sizeof(IrViewInterface), .source = first_operand, .is_whole = always};
const IrViewInterface memref_part_view = {.size = sizeof(IrViewInterface), .source = first_operand};
