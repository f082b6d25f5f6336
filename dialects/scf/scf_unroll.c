// Unrolling in place: the body is copied behind itself, each copy with the values that the one
// before it yields and its own value of the counter.
//
//   scf.for %i = %lb to %ub step %s {        scf.for %i = %lb to %lb + n*s step 2*s {
//     use %i                                   use %i
//   }                                   =>     use %i + s
//                                            }
//                                            scf.for %i = %lb + n*s to %ub step %s { use %i }
//
// n is the number of iterations without the odd one.  With a step other than 1 a loop that does not
// run (its lower bound is above the upper one) would give a wrong n, so the larger of the bounds is
// taken; with a step of 1 the two errors cancel out.
#include "dialects/scf/scf_unroll.h"

#include "dialects/arith/arith.h"
#include "dialects/scf/scf_impl.h"
#include "ir/support/vec.h"

typedef IR_VEC(IrValue *) Values;

// ---- A loop that runs once ----

bool scf_for_inline_single(IrOp *loop) {
  uint64_t count;
  if (!ir_loop_trip_count(loop, &count) || count != 1) return false;
  IrBlock *body = scf_block(loop, 0);
  IrOp *yield = ir_block_last(body);
  ir_value_replace_uses(ir_block_arg(body, 0), GET(loop, scf_for, lowerBound));
  for (size_t i = 0; i < scf_for_num_carried(loop); i++)
    ir_value_replace_uses(scf_for_carried_arg(loop, i), scf_for_carried_init(loop, i));
  for (size_t i = 0; i < scf_for_num_carried(loop); i++)
    ir_value_replace_uses(ir_op_result(loop, i), ir_op_operand(yield, i));
  IR_FOR_OPS(op, body) {
    if (op == yield) break;
    ir_op_detach(op);
    ir_op_insert_before(op, loop);
  }
  ir_op_destroy(loop);
  return true;
}

// ---- Bounds ----

const char *scf_for_unroll_obstacle(const IrOp *loop) {
  IrLoopBounds bounds;
  if (!ir_op_is(loop, &scf_for)) return "it is no scf.for";
  if (!ir_loop_bounds(loop, &bounds)) return "it counts unsigned numbers";
  return NULL;
}

// What the unrolled loop counts up to, and by how much.
typedef struct Count {
  IrValue *upper, *step;
  bool rest; // there may be iterations left
} Count;

static Count count_known(IrBuilder *b, IrOp *loop, uint64_t trips, uint64_t factor) {
  Count count = {GET(loop, scf_for, upperBound), GET(loop, scf_for, step), false};
  int64_t lower = 0, upper = 0, step = 0;
  (void)ir_match_int(GET(loop, scf_for, lowerBound), &lower);
  (void)ir_match_int(count.upper, &upper);
  (void)ir_match_int(count.step, &step);
  IrType type = ir_value_type(count.step);
  // Unsigned, so that what wraps around comes back.
  uint64_t end = (uint64_t)lower + (trips - trips % factor) * (uint64_t)step;
  count.rest = trips % factor != 0;
  if (count.rest) count.upper = arith_int_constant(b, type, (int64_t)end);
  if (factor > 1) count.step = arith_int_constant(b, type, step * (int64_t)factor);
  return count;
}

static Count count_at_run_time(IrBuilder *b, IrOp *loop, uint64_t factor) {
  IrValue *lower = GET(loop, scf_for, lowerBound), *upper = GET(loop, scf_for, upperBound);
  IrValue *step = GET(loop, scf_for, step);
  IrType type = ir_value_type(step);
  int64_t by = 0;
  bool by_one = ir_match_int(step, &by) && by == 1;
  if (!by_one) upper = BUILD1(b, arith_maxsi, .lhs = upper, .rhs = lower);
  IrValue *distance = BUILD1(b, arith_subi, .lhs = upper, .rhs = lower);
  IrValue *one = arith_int_constant(b, type, 1);
  IrValue *less = BUILD1(b, arith_subi, .lhs = step, .rhs = one);
  IrValue *sum = BUILD1(b, arith_addi, .lhs = distance, .rhs = less);
  IrValue *trips = BUILD1(b, arith_divui, .lhs = sum, .rhs = step);
  IrValue *by_factor = arith_int_constant(b, type, (int64_t)factor);
  IrValue *left = BUILD1(b, arith_remsi, .lhs = trips, .rhs = by_factor);
  IrValue *even = BUILD1(b, arith_subi, .lhs = trips, .rhs = left);
  IrValue *way = BUILD1(b, arith_muli, .lhs = even, .rhs = step);
  return (Count){.upper = BUILD1(b, arith_addi, .lhs = lower, .rhs = way),
                 .step = BUILD1(b, arith_muli, .lhs = step, .rhs = by_factor),
                 .rest = true};
}

// ---- Bodies ----

static void annotate_op(IrOp *op, uint64_t iteration) {
  IrContext *ctx = ir_op_context(op);
  IrType type = ir_type_integer(ctx, 32, IR_UNSIGNED);
  ir_op_set_attr(op, "unrolled_iteration", ir_attr_integer(type, (int64_t)iteration));
}

// The counter of a later iteration: i steps on.
static IrValue *counter_of(IrBuilder *b, IrValue *counter, IrValue *step, uint64_t i) {
  IrValue *number = arith_int_constant(b, ir_value_type(counter), (int64_t)i);
  IrValue *way = BUILD1(b, arith_muli, .lhs = step, .rhs = number);
  return BUILD1(b, arith_addi, .lhs = counter, .rhs = way);
}

static IrValue *mapped(const IrPtrMap *map, IrValue *value) {
  IrValue *to = ir_ptrmap_get(map, value);
  return to ? to : value;
}

// Ops up to `last` once more behind the body; `carried` goes in and comes out.
static void copy_body(IrOp *loop, IrOp *last, IrValue *step, uint64_t i, Values *carried,
                      bool annotate) {
  IrBlock *body = scf_block(loop, 0);
  IrOp *yield = ir_block_last(body);
  IrValue *counter = ir_block_arg(body, 0);
  IrBuilder b = ir_builder_before(yield);
  b.loc = ir_op_loc(loop);
  IrPtrMap map = {0};
  for (size_t k = 0; k < carried->n; k++)
    ir_ptrmap_set(&map, scf_for_carried_arg(loop, k), carried->at[k]);
  if (ir_value_has_uses(counter)) ir_ptrmap_set(&map, counter, counter_of(&b, counter, step, i));
  for (IrOp *op = ir_block_first(body);; op = ir_op_next(op)) {
    IrOp *copy = ir_builder_insert(&b, ir_op_clone(op, &map));
    if (annotate) annotate_op(copy, i);
    if (op == last) break;
  }
  for (size_t k = 0; k < carried->n; k++) carried->at[k] = mapped(&map, ir_op_operand(yield, k));
  ir_ptrmap_free(&map);
}

static void lengthen(IrOp *loop, IrValue *step, uint64_t factor, bool annotate) {
  IrBlock *body = scf_block(loop, 0);
  IrOp *yield = ir_block_last(body), *last = ir_op_prev(yield);
  Values carried = {0};
  for (size_t i = 0; i < scf_for_num_carried(loop); i++)
    ir_vec_push(&carried, ir_op_operand(yield, i));
  for (uint64_t i = 1; i < factor; i++) copy_body(loop, last, step, i, &carried, annotate);
  for (IrOp *op = annotate ? ir_block_first(body) : NULL; op; op = ir_op_next(op)) {
    annotate_op(op, 0);
    if (op == last) break;
  }
  ir_op_set_operands(yield, carried.at, carried.n);
  ir_vec_free(&carried);
}

// What is left, from `lower` on, with what the loop carried that far.
static IrOp *add_rest(IrOp *loop, IrValue *lower) {
  IrOp *rest = ir_op_clone(loop, NULL);
  ir_op_insert_after(rest, loop);
  ir_op_set_operand(rest, 0, lower);
  for (size_t i = 0; i < ir_op_num_results(loop); i++) {
    ir_value_replace_uses(ir_op_result(loop, i), ir_op_result(rest, i));
    ir_op_set_operand(rest, 3 + i, ir_op_result(loop, i));
  }
  return scf_for_inline_single(rest) ? NULL : rest;
}

ScfUnrolled scf_for_unroll(IrOp *loop, uint64_t factor, bool annotate) {
  ScfUnrolled done = {loop, NULL};
  uint64_t trips;
  bool known = ir_loop_trip_count(loop, &trips);
  if (ir_block_first(scf_block(loop, 0)) == ir_block_last(scf_block(loop, 0))) return done;
  if (factor == 1) {
    if (scf_for_inline_single(loop)) done.loop = NULL;
    return done;
  }
  IrBuilder b = ir_builder_before(loop);
  IrValue *step = GET(loop, scf_for, step);
  Count count = known ? count_known(&b, loop, trips, factor) : count_at_run_time(&b, loop, factor);
  if (count.rest) done.rest = add_rest(loop, count.upper);
  ir_op_set_operand(loop, 1, count.upper);
  ir_op_set_operand(loop, 2, count.step);
  lengthen(loop, step, factor, annotate);
  if (scf_for_inline_single(loop)) done.loop = NULL;
  return done;
}
