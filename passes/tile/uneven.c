// Bounds of loops, followed backwards to block indices; see uneven.h.
#include "passes/tile/uneven.h"

#include "dialects/arith/arith.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/loop.h"
#include "ir/support/map.h"
#include "passes/mem/block_indices.h"
#include "passes/tile/index_range.h"

// What becomes of a value when the block index grows.
typedef enum Trend { SAME, UP, DOWN, UNKNOWN } Trend;

static Trend inverse(Trend t) {
  return t == UP ? DOWN : t == DOWN ? UP : t;
}

// Of a sum, and of the smaller or larger of two.
static Trend both(Trend a, Trend b) {
  if (a == SAME || a == b) return b;
  return b == SAME ? a : UNKNOWN;
}

enum { MOST_OPS = 64 }; // one after the other; of longer chains nothing is known

typedef struct Search {
  const IrOp *kernel;
  size_t index;
  IrPtrMap known; // value -> its trend + 1
  unsigned depth;
} Search;

static Trend trend_of(Search *s, const IrValue *value);

static Trend operand_trend(Search *s, const IrOp *op, size_t i) {
  return trend_of(s, ir_op_operand(op, i));
}

// Times or by what is the same in all blocks.
static Trend scaled(Search *s, const IrOp *op, size_t operand) {
  const IrValue *by = ir_op_operand(op, 1 - operand);
  if (trend_of(s, by) != SAME) return UNKNOWN;
  IrIntRange range = index_range(by);
  Trend t = operand_trend(s, op, operand);
  return range.smin > 0 ? t : range.smax < 0 ? inverse(t) : UNKNOWN;
}

static Trend product(Search *s, const IrOp *op) {
  return operand_trend(s, op, 0) == SAME ? scaled(s, op, 1) : scaled(s, op, 0);
}

static Trend trend_of_op(Search *s, const IrOp *op) {
  if (IS(op, arith_addi) || IS(op, arith_minsi) || IS(op, arith_maxsi))
    return both(operand_trend(s, op, 0), operand_trend(s, op, 1));
  if (IS(op, arith_subi)) return both(operand_trend(s, op, 0), inverse(operand_trend(s, op, 1)));
  if (IS(op, arith_muli)) return product(s, op);
  if (IS(op, arith_ceildivsi) || IS(op, arith_floordivsi)) return scaled(s, op, 0);
  if (IS(op, arith_index_cast)) return operand_trend(s, op, 0);
  return UNKNOWN;
}

static Trend find_trend(Search *s, const IrValue *value) {
  if (value == tile_kernel_block_index(s->kernel, s->index)) return UP;
  if (!block_indices_of(s->kernel, value)) return SAME;
  if (!ir_value_op(value) || s->depth == MOST_OPS) return UNKNOWN;
  s->depth++;
  Trend trend = trend_of_op(s, ir_value_op(value));
  s->depth--;
  return trend;
}

// A value may be used many times, so each is looked at once.
static Trend trend_of(Search *s, const IrValue *value) {
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&s->known, value);
  if (known) return (Trend)(known - 1);
  Trend trend = find_trend(s, value);
  ir_ptrmap_set(&s->known, value, (void *)(uintptr_t)(trend + 1));
  return trend;
}

// ---- Loops

static BlockIndices bound_indices(const IrOp *kernel, IrBound bound) {
  return bound.value ? block_indices_of(kernel, bound.value) : 0;
}

static Trend bound_trend(Search *s, IrBound bound) {
  return bound.value ? trend_of(s, bound.value) : SAME;
}

static bool is_counted(const IrOp *op, IrLoopBounds *bounds) {
  return ir_op_is_loop(op) && ir_loop_bounds(op, bounds);
}

bool uneven_find(const IrOp *kernel, size_t first, Uneven *uneven) {
  BlockIndices on = 0;
  IrLoopBounds bounds;
  Trend trend = SAME;
  for (IrOp *op = (IrOp *)kernel; op; op = ir_tree_next(op, kernel))
    if (is_counted(op, &bounds))
      on |= bound_indices(kernel, bounds.lower) | bound_indices(kernel, bounds.upper);
  on &= ~((1u << first) - 1);
  if (!on || on & (on - 1) || on & BLOCK_INDICES_UNKNOWN) return false;
  Search s = {.kernel = kernel, .index = (size_t)__builtin_ctz(on)};
  for (IrOp *op = (IrOp *)kernel; op; op = ir_tree_next(op, kernel))
    if (is_counted(op, &bounds))
      trend =
          both(trend, both(bound_trend(&s, bounds.upper), inverse(bound_trend(&s, bounds.lower))));
  ir_ptrmap_free(&s.known);
  *uneven = (Uneven){s.index, trend == UP};
  return trend == UP || trend == DOWN;
}
