// tile-to-thread: divisions that are mostly shifts.
//
//   %w = arith.minui %n, 8                 %r = scf.if (%n >= 8) { %a shifted right by 3 }
//   %r = arith.divui %a, %w          ==>        else { arith.divui %a, %n }
//
// Orders of tiles divide by the height of a group, which is a power of two but in the last one.  A
// division by a number of run time takes a hundred cycles and more, and what it finds is the place
// of the first copy.
#include "dialects/arith/arith.h"
#include "dialects/scf/scf.h"
#include "passes/arith/build.h"
#include "passes/lower/thread.h"

static bool is_power_of_two(const IrValue *value, int64_t *number) {
  return ir_match_int(value, number) && *number > 1 && !(*number & (*number - 1));
}

// The number that the divisor is cut off from, at the power of two `most`; NULL: it is not so.
static IrValue *cut_off(IrOp *division, int64_t *most) {
  IrOp *divisor = ir_value_op(GET(division, arith_divui, rhs));
  if (!divisor || !IS(divisor, arith_minui)) return NULL;
  IrValue *lhs = GET(divisor, arith_minui, lhs), *rhs = GET(divisor, arith_minui, rhs);
  if (is_power_of_two(rhs, most)) return lhs;
  return is_power_of_two(lhs, most) ? rhs : NULL;
}

static int64_t log_of(int64_t power) {
  int64_t log = 0;
  while (power >> log > 1) log++;
  return log;
}

static void fill_branch(IrOp *branch, size_t side, const IrOpDef *def, IrValue *lhs, IrValue *rhs) {
  IrBuilder b =
      ir_builder_at_end(ir_op_context(branch), scf_block(branch, side), ir_op_loc(branch));
  IrValue *value = build_binary(&b, def, lhs, rhs);
  BUILD(&b, scf_yield, .results = {&value, 1});
}

IrStatus thread_convert_division(ThreadState *state, IrOp *op) {
  int64_t most;
  IrType i32 = ir_type_i32(state->ctx);
  IrValue *old = ir_op_result(op, 0), *lhs = thread_value(state, GET(op, arith_divui, lhs));
  IrValue *number = ir_value_type(old) == i32 && !state->in_element ? cut_off(op, &most) : NULL;
  if (!number) return thread_copy_op(state, op);
  IrBuilder *b = &state->b;
  number = thread_value(state, number);
  IrValue *whole = BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_UGE),
                          .lhs = number, .rhs = thread_i32(state, most));
  IrOp *branch = scf_if_create(b, whole, &i32, 1, true);
  fill_branch(branch, 0, &arith_shrui, lhs, thread_i32(state, log_of(most)));
  fill_branch(branch, 1, &arith_divui, lhs, number);
  ir_value_take_name(ir_op_result(branch, 0), old);
  ir_ptrmap_set(&state->values, old, ir_op_result(branch, 0));
  return IR_OK;
}
