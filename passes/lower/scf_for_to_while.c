// scf-for-to-while: loops that count become loops that ask.
//
//   %r = scf.for %i = %lb to %ub step %s      %r:2 = scf.while (%i = %lb, %a = %x) {
//        iter_args(%a = %x) {                   scf.condition(%i < %ub) %i, %a
//     ...                              ==>    } do {
//     scf.yield %y                            ^bb0(%i, %a):
//   }                                           %j = %i + %s; ...
//                                               scf.yield %j, %y
//                                             }
//
// requires: verified IR   preserves: meaning, attributes of the loops   breaks: nothing
#include "dialects/arith/arith.h"
#include "dialects/scf/scf.h"
#include "ir/support/vec.h"
#include "passes/lower/lower_passes.h"

typedef IR_VEC(IrValue *) Values;

// The loop to be, with an argument in its first region and a result for each of the body's.
static IrOp *create_while(IrBuilder *b, IrOp *loop) {
  IrBlock *body = scf_block(loop, 0);
  IR_VEC(IrType) types = {0};
  Values inits = {0};
  ir_vec_push(&inits, GET(loop, scf_for, lowerBound));
  for (size_t i = 0; i < scf_for_num_carried(loop); i++)
    ir_vec_push(&inits, scf_for_carried_init(loop, i));
  IrBlock *before = ir_block_create(b->ctx);
  for (size_t i = 0; i < inits.n; i++) {
    IrValue *arg = ir_block_arg(body, i);
    ir_vec_push(&types, ir_value_type(arg));
    ir_value_take_name(ir_block_add_arg(before, ir_value_type(arg), ir_value_loc(arg)), arg);
  }
  IrOp *made =
      BUILD(b, scf_while, .inits = {inits.at, inits.n}, .results_types = {types.at, types.n});
  ir_op_set_discardable(made, ir_op_discardable(loop));
  ir_region_append(ir_op_region(made, 0), before);
  ir_vec_free(&types);
  ir_vec_free(&inits);
  return made;
}

static void decide(IrOp *made, IrOp *loop) {
  IrContext *ctx = ir_op_context(loop);
  IrBlock *before = scf_block(made, 0);
  IrBuilder b = ir_builder_at_end(ctx, before, ir_op_loc(loop));
  Values args = {0};
  int predicate = GET(loop, scf_for, unsignedCmp) ? ARITH_ULT : ARITH_SLT;
  IrValue *more = BUILD1(&b, arith_cmpi, .predicate = arith_predicate(ctx, predicate),
                         .lhs = ir_block_arg(before, 0), .rhs = GET(loop, scf_for, upperBound));
  for (size_t i = 0; i < ir_block_num_args(before); i++)
    ir_vec_push(&args, ir_block_arg(before, i));
  BUILD(&b, scf_condition, .condition = more, .args = {args.at, args.n});
  ir_vec_free(&args);
}

// The body counts itself: first, so that the count is there wherever the body ends.
static void count(IrOp *made, IrOp *loop) {
  IrRegion *after = ir_op_region(made, 1);
  ir_region_take_body(after, ir_op_region(loop, 0));
  IrBlock *body = ir_region_first(after);
  IrOp *yield = ir_block_last(body);
  IrBuilder b = ir_builder_at_start(ir_op_context(made), body, ir_op_loc(made));
  Values given = {0};
  IrValue *next =
      BUILD1(&b, arith_addi, .lhs = ir_block_arg(body, 0), .rhs = GET(loop, scf_for, step));
  ir_vec_push(&given, next);
  for (size_t i = 0; i < ir_op_num_operands(yield); i++)
    ir_vec_push(&given, ir_op_operand(yield, i));
  ir_op_set_operands(yield, given.at, given.n);
  ir_vec_free(&given);
}

static IrStatus to_while(IrOp *op, void *user) {
  if (!IS(op, scf_for)) return IR_OK;
  uint64_t *made_loops = user;
  IrBuilder b = ir_builder_before(op);
  IrOp *made = create_while(&b, op);
  decide(made, op);
  count(made, op);
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_value_replace_uses(ir_op_result(op, i), ir_op_result(made, 1 + i));
  ir_op_destroy(op);
  ++*made_loops;
  return IR_OK;
}

IrStatus scf_for_to_while_run(IrPassRun *run, IrOp *root) {
  const struct pass_scf_for_to_while_decl *self = run->decl;
  return ir_walk_post(root, to_while, &self->stats->loops);
}
