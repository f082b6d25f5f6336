// Ranges of indices by going back over a few ops; see index_range.h.
#include "passes/tile/index_range.h"

#include "dialects/memref/memref.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/loop.h"

// Blocks of a launch, and extents of memory that exists.
static const int64_t most_blocks = INT32_MAX, most_extent = (int64_t)1 << 48;
enum { MOST_DEPTH = 8, MOST_OPERANDS = 4 };

static IrIntRange range_of(const IrValue *value, unsigned depth);

static IrIntRange range_of_bound(const IrBound *bound, unsigned depth) {
  return bound->value ? range_of(bound->value, depth) : ir_int_range_constant(bound->number, 64);
}

static const IrOp *kernel_around(const IrOp *op) {
  while (op && !IS(op, tile_kernel) && !IS(op, simt_kernel)) op = ir_op_parent(op);
  return op;
}

// An argument's extent has a name, too.
static IrStr name_of_dim(const IrOp *kernel, const IrOp *dim) {
  int64_t number;
  if (IS(dim, tile_dim)) return ir_attr_str(GET(dim, tile_dim, name));
  const IrValue *source = GET(dim, memref_dim, source);
  if (ir_value_op(source) || ir_block_parent(ir_value_block(source)) != kernel ||
      !ir_match_int(GET(dim, memref_dim, index), &number) || number < 0 ||
      (size_t)number >= ir_type_shape(ir_value_type(source)).rank)
    return (IrStr){0};
  return tile_kernel_arg_dim(kernel, ir_value_index(source), (size_t)number);
}

// What the kernel assumes of an extent, too.
static IrIntRange range_of_dim(const IrOp *dim) {
  const IrOp *kernel = kernel_around(dim);
  int64_t least = 0, most = most_extent;
  IrStr name = kernel ? name_of_dim(kernel, dim) : (IrStr){0};
  if (name.len) tile_kernel_bounds(kernel, name, &least, &most);
  return ir_int_range_signed(least > 0 ? least : 0, most < most_extent ? most : most_extent, 64);
}

static IrIntRange range_of_argument(const IrValue *value, unsigned depth) {
  const IrOp *around = ir_block_parent(ir_value_block(value));
  IrLoopBounds bounds;
  if (IS(around, tile_kernel)) {
    bool block = ir_value_index(value) >= tile_kernel_num_args(around);
    return block ? ir_int_range_signed(0, most_blocks, 64) : ir_int_range_full(64);
  }
  if (!ir_op_is_loop(around) || ir_loop_induction(around) != value ||
      !ir_loop_bounds(around, &bounds))
    return ir_int_range_full(64);
  IrIntRange lower = range_of_bound(&bounds.lower, depth),
             upper = range_of_bound(&bounds.upper, depth);
  int64_t most = upper.smax > lower.smin ? upper.smax : lower.smin;
  return ir_int_range_signed(lower.smin, most, 64);
}

static IrIntRange range_of(const IrValue *value, unsigned depth) {
  IrIntRange operands[MOST_OPERANDS], result = ir_int_range_full(64);
  const IrOp *op = ir_value_op(value);
  int64_t number;
  if (ir_int_range_width(ir_value_type(value)) != 64 || !depth) return result;
  if (ir_match_int(value, &number)) return ir_int_range_constant(number, 64);
  if (!op) return range_of_argument(value, depth - 1);
  if (IS(op, tile_dim) || IS(op, memref_dim)) return range_of_dim(op);
  if (IS(op, tile_num_blocks)) return ir_int_range_signed(1, most_blocks, 64);
  if (!ir_op_has_int_range(op) || ir_op_num_operands(op) > MOST_OPERANDS ||
      ir_op_num_results(op) != 1)
    return result;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrValue *operand = ir_op_operand(op, i);
    uint32_t width = ir_int_range_width(ir_value_type(operand));
    if (width < 1 || width > 64) return result;
    operands[i] = width == 64 ? range_of(operand, depth - 1) : ir_int_range_full(width);
  }
  ir_op_int_range(op, operands, &result);
  return result;
}

IrIntRange index_range(const IrValue *value) {
  return range_of(value, MOST_DEPTH);
}
