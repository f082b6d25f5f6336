// convert-scf-to-cf: structured control flow becomes blocks and branches.
//
// requires: scf.for, scf.if and scf.while with their terminators   preserves: order of effects
// breaks: dominance information
//
//   %r = scf.for %i = %lb to %ub step %s           br ^head(%lb, %x)
//        iter_args(%a = %x) {                 ^head(%i, %a): cond_br %i < %ub, ^body, ^next
//     ...                               ==>   ^body: ...; br ^head(%i + %s, %y)
//     scf.yield %y                            ^next: uses of %r become %a
//   }
//
// Inner ops go first, so the region of an op is already a CFG when the op itself is taken apart.
#include "dialects/arith/arith.h"
#include "dialects/cf/cf.h"
#include "dialects/scf/scf.h"
#include "ir/support/vec.h"
#include "passes/lower/lower_passes.h"

typedef IR_VEC(IrOp *) OpList;
typedef IR_VEC(IrValue *) ValueList;

static IrValues list_view(const ValueList *list) {
  return (IrValues){list->at, list->n};
}

// Cuts the block before `op`: returns a new block, right after, that starts with `op`.
static IrBlock *split_before(IrOp *op) {
  IrBlock *block = ir_op_block(op);
  IrBlock *rest = ir_block_create(ir_op_context(op));
  IrBlock *next = ir_block_next(block);
  if (next)
    ir_region_insert_before(rest, next);
  else
    ir_region_append(ir_block_region(block), rest);
  ir_block_move_tail(rest, op);
  return rest;
}

// Moves all blocks of `region` in front of `before` and returns the first.
static IrBlock *splice_region(IrRegion *region, IrBlock *before) {
  IrBlock *first = ir_region_first(region);
  while (!ir_region_is_empty(region)) {
    IrBlock *block = ir_region_first(region);
    ir_block_detach(block);
    ir_region_insert_before(block, before);
  }
  return first;
}

static void branch(IrBlock *from, IrLoc loc, IrContext *ctx, IrBlock *to, IrValues args) {
  IrBuilder b = ir_builder_at_end(ctx, from, loc);
  BUILD(&b, cf_br, .destOperands = args, .dest = to);
}

static IrValues operands_of(const IrOp *op, ValueList *scratch) {
  ir_vec_clear(scratch);
  for (size_t i = 0; i < ir_op_num_operands(op); i++) ir_vec_push(scratch, ir_op_operand(op, i));
  return list_view(scratch);
}

static void erase_terminator(IrOp *op) {
  ir_op_destroy(op);
}

static void lower_for(IrOp *loop) {
  IrContext *ctx = ir_op_context(loop);
  IrLoc loc = ir_op_loc(loop);
  ValueList args = {0};
  IrBlock *before = ir_op_block(loop);
  IrBlock *next = split_before(loop);
  IrBlock *head = ir_block_create(ctx);
  ir_region_insert_before(head, next);
  IrBlock *body = splice_region(ir_op_region(loop, 0), next);

  // The head takes over the body's arguments.
  IrValue *lower = GET(loop, scf_for, lowerBound);
  IrValues inits = GET(loop, scf_for, initArgs);
  size_t n = ir_block_num_args(body);
  for (size_t i = 0; i < n; i++) {
    IrValue *old = ir_block_arg(body, i);
    IrValue *arg = ir_block_add_arg(head, ir_value_type(old), loc);
    ir_value_take_name(arg, old);
    ir_value_replace_uses(old, arg);
  }
  while (ir_block_num_args(body)) ir_block_erase_arg(body, ir_block_num_args(body) - 1);

  ir_vec_push(&args, lower);
  for (size_t i = 0; i < inits.n; i++) ir_vec_push(&args, inits.at[i]);
  branch(before, loc, ctx, head, list_view(&args));

  IrBuilder b = ir_builder_at_end(ctx, head, loc);
  IrValue *more = BUILD1(&b, arith_cmpi, .predicate = arith_predicate(ctx, ARITH_SLT),
                         .lhs = ir_block_arg(head, 0), .rhs = GET(loop, scf_for, upperBound));
  BUILD(&b, cf_cond_br, .condition = more, .trueDest = body, .falseDest = next);

  IrOp *yield = ir_block_last(ir_block_prev(next));
  operands_of(yield, &args);
  b = ir_builder_before(yield);
  IrValue *step =
      BUILD1(&b, arith_addi, .lhs = ir_block_arg(head, 0), .rhs = GET(loop, scf_for, step));
  ValueList again = {0};
  ir_vec_push(&again, step);
  for (size_t i = 0; i < args.n; i++) ir_vec_push(&again, args.at[i]);
  BUILD(&b, cf_br, .destOperands = list_view(&again), .dest = head);
  erase_terminator(yield);

  for (size_t i = 0; i < ir_op_num_results(loop); i++)
    ir_value_replace_uses(ir_op_result(loop, i), ir_block_arg(head, i + 1));
  ir_op_destroy(loop);
  ir_vec_free(&args);
  ir_vec_free(&again);
}

// Ends the last block of a spliced region with a branch to `next` instead of its scf.yield.
static void yield_to(IrBlock *last, IrBlock *next) {
  IrOp *yield = ir_block_last(last);
  ValueList args = {0};
  operands_of(yield, &args);
  branch(last, ir_op_loc(yield), ir_op_context(yield), next, list_view(&args));
  ir_op_destroy(yield);
  ir_vec_free(&args);
}

static void lower_if(IrOp *op) {
  IrContext *ctx = ir_op_context(op);
  IrLoc loc = ir_op_loc(op);
  IrBlock *before = ir_op_block(op);
  IrBlock *next = split_before(op);
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *result = ir_op_result(op, i);
    IrValue *arg = ir_block_add_arg(next, ir_value_type(result), loc);
    ir_value_take_name(arg, result);
    ir_value_replace_uses(result, arg);
  }
  IrBlock *taken = splice_region(ir_op_region(op, 0), next);
  yield_to(ir_block_prev(next), next);
  IrBlock *otherwise = next;
  if (!ir_region_is_empty(ir_op_region(op, 1))) {
    otherwise = splice_region(ir_op_region(op, 1), next);
    yield_to(ir_block_prev(next), next);
  }
  IrBuilder b = ir_builder_at_end(ctx, before, loc);
  BUILD(&b, cf_cond_br, .condition = ir_op_operand(op, 0), .trueDest = taken,
        .falseDest = otherwise);
  ir_op_destroy(op);
}

// scf.while: the before-region decides with scf.condition, the after-region yields back to it.
static void lower_while(IrOp *op) {
  IrContext *ctx = ir_op_context(op);
  IrLoc loc = ir_op_loc(op);
  ValueList args = {0};
  IrBlock *start = ir_op_block(op);
  IrBlock *next = split_before(op);
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *arg = ir_block_add_arg(next, ir_value_type(ir_op_result(op, i)), loc);
    ir_value_replace_uses(ir_op_result(op, i), arg);
  }
  IrBlock *before = splice_region(ir_op_region(op, 0), next);
  IrBlock *before_last = ir_block_prev(next);
  IrBlock *after = splice_region(ir_op_region(op, 1), next);
  yield_to(ir_block_prev(next), before);
  branch(start, loc, ctx, before, operands_of(op, &args));

  IrOp *condition = ir_block_last(before_last);
  operands_of(condition, &args);
  IrValues passed = {args.at + 1, args.n - 1};
  IrBuilder b = ir_builder_before(condition);
  BUILD(&b, cf_cond_br, .condition = args.at[0], .trueDestOperands = passed,
        .falseDestOperands = passed, .trueDest = after, .falseDest = next);
  ir_op_destroy(condition);
  ir_op_destroy(op);
  ir_vec_free(&args);
}

static bool is_lowered(const IrOp *op) {
  return IS(op, scf_for) || IS(op, scf_if) || IS(op, scf_while);
}

// Whether the region that `op` stands in can take more blocks, as it can when it goes away itself.
static bool has_room_for_blocks(const IrOp *op) {
  const IrOp *parent = ir_op_parent(op);
  const IrOpDef *def = parent ? ir_op_def(parent) : NULL;
  if (!def || !def->regions || is_lowered(parent)) return true;
  const IrRegionDef *region = def->regions;
  for (size_t i = ir_region_index(ir_block_region(ir_op_block(op))); i && region[1].name; i--)
    region++;
  return !(region->flags & IR_REGION_ONE_BLOCK);
}

static IrStatus collect(IrOp *op, void *user) {
  OpList *list = user;
  if (!is_lowered(op)) return IR_OK;
  if (!has_room_for_blocks(op)) {
    IrOp *parent = ir_op_parent(op);
    (void)ir_op_error(op, "cannot become blocks: '{}' around it has one block", parent);
    ir_note(ir_op_context(op), ir_op_loc(parent), "here");
    ir_help(ir_op_context(op), "first lower '{}', or run the pass on functions inside it", parent);
    return IR_FAILED;
  }
  ir_vec_push(list, op);
  return IR_OK;
}

IrStatus convert_scf_to_cf_run(IrPassRun *run, IrOp *root) {
  (void)run;
  OpList list = {0};
  IrStatus status = ir_walk_post(root, collect, &list);
  for (size_t i = 0; i < list.n && status == IR_OK; i++) {
    IrOp *op = list.at[i];
    if (IS(op, scf_for))
      lower_for(op);
    else if (IS(op, scf_if))
      lower_if(op);
    else
      lower_while(op);
  }
  ir_vec_free(&list);
  return status;
}
