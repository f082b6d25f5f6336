// Ranges of indices by going back over a few ops; see index_range.h.
#include "passes/tile/index_range.h"

#include "dialects/memref/memref.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/loop.h"

// Blocks of a launch, and extents of memory that exists.
static const int64_t most_blocks = INT32_MAX, most_extent = (int64_t)1 << 48;
enum { MOST_DEPTH = 8, MOST_OPERANDS = 4 };

static IrIntRange range_of(const IrValue *value, unsigned depth);

static IrIntRange range_of_argument(const IrValue *value, unsigned depth) {
  const IrOp *around = ir_block_parent(ir_value_block(value));
  IrLoopBounds bounds;
  if (IS(around, tile_kernel)) {
    bool block = ir_value_index(value) >= tile_kernel_num_args(around);
    return block ? ir_int_range_signed(0, most_blocks, 64) : ir_int_range_full(64);
  }
  if (!ir_op_is_loop(around) || ir_loop_induction(around) != value ||
      !ir_loop_bounds(around, &bounds) || !bounds.lower.value || !bounds.upper.value)
    return ir_int_range_full(64);
  IrIntRange lower = range_of(bounds.lower.value, depth),
             upper = range_of(bounds.upper.value, depth);
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
  if (IS(op, tile_dim) || IS(op, memref_dim)) return ir_int_range_signed(0, most_extent, 64);
  if (!ir_op_has_int_range(op) || ir_op_num_operands(op) > MOST_OPERANDS ||
      ir_op_num_results(op) != 1)
    return result;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrValue *operand = ir_op_operand(op, i);
    if (ir_int_range_width(ir_value_type(operand)) != 64) return result;
    operands[i] = range_of(operand, depth - 1);
  }
  ir_op_int_range(op, operands, &result);
  return result;
}

IrIntRange index_range(const IrValue *value) {
  return range_of(value, MOST_DEPTH);
}
