// Values of a loop from one iteration to the next; see loop_values.h.
#include "passes/tile/loop_values.h"

#include "dialects/arith/arith.h"
#include "dialects/scf/scf.h"
#include "ir/edit/rewriter.h"
#include "ir/support/map.h"

static IrBlock *body_of(const IrOp *loop) {
  return ir_region_first(ir_op_region(loop, 0));
}

static bool is_counter(const IrOp *loop, const IrValue *value) {
  return value == ir_block_arg(body_of(loop), 0);
}

IrValue *loop_yielded(const IrOp *loop, const IrValue *arg) {
  bool carried = !ir_value_op(arg) && ir_value_block(arg) == body_of(loop) && ir_value_index(arg);
  return carried ? ir_op_operand(ir_block_last(body_of(loop)), ir_value_index(arg) - 1) : NULL;
}

IrValue *loop_init_of(const IrOp *loop, const IrValue *arg) {
  size_t first = ir_op_num_operands(loop) - ir_op_num_results(loop);
  return ir_op_operand(loop, first + ir_value_index(arg) - 1);
}

// A tile.pipelined counts by one.
static bool step_of(const IrOp *loop, int64_t *step) {
  *step = 1;
  return !IS(loop, scf_for) || ir_match_int(GET(loop, scf_for, step), step);
}

enum { MOST_DEPTH = 6 }; // of sums: both sides of each are followed

// Whether the value grows by `*slope` from each iteration to the next.
static bool slope_of(const IrOp *loop, IrValue *value, unsigned depth, int64_t *slope) {
  IrOp *op = ir_value_op(value);
  int64_t a, b;
  *slope = 0;
  if (ir_value_block(value) != body_of(loop) || ir_match_int(value, &a)) return true;
  if (is_counter(loop, value)) return step_of(loop, slope);
  if (!op) {
    const IrOp *next = ir_value_op(loop_yielded(loop, value));
    return IS(next, arith_addi) && GET(next, arith_addi, lhs) == value &&
           ir_match_int(GET(next, arith_addi, rhs), slope);
  }
  bool sum = IS(op, arith_addi), difference = IS(op, arith_subi);
  if ((!sum && !difference) || depth == MOST_DEPTH ||
      !slope_of(loop, ir_op_operand(op, 0), depth + 1, &a) ||
      !slope_of(loop, ir_op_operand(op, 1), depth + 1, &b))
    return false;
  return !(sum ? __builtin_add_overflow(a, b, slope) : __builtin_sub_overflow(a, b, slope));
}

bool loop_counts_remainder(const IrOp *loop, const IrOp *op, int64_t *by) {
  int64_t slope;
  if (!IS(op, arith_remui) || !ir_match_int(GET(op, arith_remui, rhs), by)) return false;
  bool power = *by > 0 && !(*by & (*by - 1));
  return *by > 1 && !power && slope_of(loop, GET(op, arith_remui, lhs), 0, &slope) && slope == 1;
}

IrValue *loop_first_value(const IrOp *loop, IrBuilder *b, IrValue *value) {
  IrOp *op = ir_value_op(value);
  IrPtrMap map = {0};
  if (ir_value_block(value) != body_of(loop)) return value;
  if (is_counter(loop, value)) return ir_op_operand(loop, 0);
  if (!op) return loop_init_of(loop, value);
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    ir_ptrmap_set(&map, ir_op_operand(op, i), loop_first_value(loop, b, ir_op_operand(op, i)));
  IrOp *clone = ir_builder_insert(b, ir_op_clone(op, &map));
  ir_ptrmap_free(&map);
  return ir_op_result(clone, ir_value_index(value));
}
