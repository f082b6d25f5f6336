// convert-scf-to-cf: structured control flow becomes blocks and branches.
//
// requires: scf ops with their terminators   preserves: order of effects
// breaks: dominance information
//
//   %r = scf.for %i = %lb to %ub step %s           br ^head(%lb, %x)
//        iter_args(%a = %x) {                 ^head(%i, %a): cond_br %i < %ub, ^body, ^next
//     ...                               ==>   ^body: ...; br ^head(%i + %s, %y)
//     scf.yield %y                            ^next: uses of %r become %a
//   }
//
// Inner ops go first, so the region of an op is already a CFG when the op itself is taken apart;
// its last block ends with what ended the region.  Points of a grid run one after another, in loops
// in loops.
#include "dialects/arith/arith.h"
#include "dialects/cf/cf.h"
#include "passes/lower/lower_passes.h"
#include "passes/lower/scf_loops.h"

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

static IrOp *branch(IrBlock *from, IrLoc loc, IrContext *ctx, IrBlock *to, IrValues args) {
  IrBuilder b = ir_builder_at_end(ctx, from, loc);
  return BUILD(&b, cf_br, .destOperands = args, .dest = to);
}

static IrValues operands_of(const IrOp *op, ValueList *scratch) {
  ir_vec_clear(scratch);
  for (size_t i = 0; i < ir_op_num_operands(op); i++) ir_vec_push(scratch, ir_op_operand(op, i));
  return list_view(scratch);
}

// Whether an attribute is of LLVM's dialect, which this tool only hands on.
static bool is_llvm(IrAttr attr) {
  static const char prefix[] = "llvm.";
  if (ir_attr_kind(attr) != IR_ATTR_OPAQUE) return false;
  IrStr text = ir_attr_opaque_text(attr);
  return text.len > sizeof prefix - 1 && !memcmp(text.ptr, prefix, sizeof prefix - 1);
}

// What a loop says to LLVM stands on the branch back to its start.
static void take_llvm_attrs(IrOp *back, const IrOp *loop) {
  IrAttr dict = ir_op_discardable(loop);
  IR_VEC(IrNamedAttr) kept = {0};
  for (size_t i = 0; dict && i < ir_attr_count(dict); i++)
    if (is_llvm(ir_attr_entry(dict, i).value)) ir_vec_push(&kept, ir_attr_entry(dict, i));
  if (kept.n) ir_op_set_discardable(back, ir_attr_dict(ir_op_context(back), kept.at, kept.n));
  ir_vec_free(&kept);
}

// ---- Loops. ----

// The head takes over the body's arguments.
static void move_arguments(IrBlock *body, IrBlock *head, IrLoc loc) {
  for (size_t i = 0, n = ir_block_num_args(body); i < n; i++) {
    IrValue *old = ir_block_arg(body, i);
    IrValue *arg = ir_block_add_arg(head, ir_value_type(old), loc);
    ir_value_take_name(arg, old);
    ir_value_replace_uses(old, arg);
  }
  while (ir_block_num_args(body)) ir_block_erase_arg(body, ir_block_num_args(body) - 1);
}

// Replaces the yield at the end of the body by the step and the branch back.
static void close_loop(IrOp *loop, IrOp *yield, IrBlock *head) {
  ValueList again = {0};
  IrBuilder b = ir_builder_before(yield);
  IrValue *next =
      BUILD1(&b, arith_addi, .lhs = ir_block_arg(head, 0), .rhs = GET(loop, scf_for, step));
  ir_vec_push(&again, next);
  for (size_t i = 0; i < ir_op_num_operands(yield); i++)
    ir_vec_push(&again, ir_op_operand(yield, i));
  IrOp *back = BUILD(&b, cf_br, .destOperands = list_view(&again), .dest = head);
  take_llvm_attrs(back, loop);
  ir_op_destroy(yield);
  ir_vec_free(&again);
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
  move_arguments(body, head, loc);

  IrValues inits = GET(loop, scf_for, initArgs);
  ir_vec_push(&args, GET(loop, scf_for, lowerBound));
  for (size_t i = 0; i < inits.n; i++) ir_vec_push(&args, inits.at[i]);
  branch(before, loc, ctx, head, list_view(&args));
  ir_vec_free(&args);

  IrBuilder b = ir_builder_at_end(ctx, head, loc);
  int predicate = GET(loop, scf_for, unsignedCmp) ? ARITH_ULT : ARITH_SLT;
  IrValue *more = BUILD1(&b, arith_cmpi, .predicate = arith_predicate(ctx, predicate),
                         .lhs = ir_block_arg(head, 0), .rhs = GET(loop, scf_for, upperBound));
  BUILD(&b, cf_cond_br, .condition = more, .trueDest = body, .falseDest = next);
  close_loop(loop, ir_block_last(ir_block_prev(next)), head);
  for (size_t i = 0; i < ir_op_num_results(loop); i++)
    ir_value_replace_uses(ir_op_result(loop, i), ir_block_arg(head, i + 1));
  ir_op_destroy(loop);
}

static void lower_nest(const ScfLoops *loops) {
  for (size_t i = loops->n; i-- > 0;) lower_for(loops->at[i]);
}

// Ends the last block of a spliced region with a branch to `next` instead of its scf.yield.
static IrOp *yield_to(IrOp *yield, IrBlock *next) {
  ValueList args = {0};
  IrOp *made = branch(ir_op_block(yield), ir_op_loc(yield), ir_op_context(yield), next,
                      operands_of(yield, &args));
  ir_op_destroy(yield);
  ir_vec_free(&args);
  return made;
}

// The second region hands back what it is given and does nothing else.
static bool only_hands_back(const IrRegion *after) {
  const IrBlock *block = ir_region_first(after);
  const IrOp *yield = ir_block_first(block);
  if (ir_block_next(block) || !IS(yield, scf_yield)) return false;
  if (ir_op_num_operands(yield) != ir_block_num_args(block)) return false;
  for (size_t i = 0; i < ir_block_num_args(block); i++)
    if (ir_op_operand(yield, i) != ir_block_arg(block, i)) return false;
  return true;
}

// scf.while: the first region decides with scf.condition, the second yields back to it, or is left
// out when it does nothing else.  Values of the first region are there behind the loop.
static void lower_while(IrOp *op) {
  IrContext *ctx = ir_op_context(op);
  IrLoc loc = ir_op_loc(op);
  ValueList args = {0};
  IrBlock *start = ir_op_block(op);
  IrBlock *next = split_before(op);
  bool repeat = only_hands_back(ir_op_region(op, 1));
  IrBlock *before = splice_region(ir_op_region(op, 0), next), *again = before;
  IrOp *condition = ir_block_last(ir_block_prev(next));
  if (!repeat) {
    again = splice_region(ir_op_region(op, 1), next);
    take_llvm_attrs(yield_to(ir_block_last(ir_block_prev(next)), before), op);
  }
  branch(start, loc, ctx, before, operands_of(op, &args));

  operands_of(condition, &args);
  IrValues passed = {args.at + 1, args.n - 1};
  IrBuilder b = ir_builder_before(condition);
  IrOp *decision = BUILD(&b, cf_cond_br, .condition = args.at[0], .trueDestOperands = passed,
                         .trueDest = again, .falseDest = next);
  if (repeat) take_llvm_attrs(decision, op);
  for (size_t i = 0; i < passed.n; i++) ir_value_replace_uses(ir_op_result(op, i), passed.at[i]);
  ir_op_destroy(condition);
  ir_op_destroy(op);
  ir_vec_free(&args);
}

static void lower_forall(IrOp *op) {
  ScfLoops loops = {0};
  scf_forall_to_loops(op, &loops);
  lower_nest(&loops);
  ir_vec_free(&loops);
}

static void lower_parallel(IrOp *op) {
  ScfLoops loops = {0};
  scf_parallel_to_loops(op, &loops);
  lower_nest(&loops);
  ir_vec_free(&loops);
}

// ---- Choices. ----

// The results of `op` become arguments of `block`.
static void results_to_arguments(IrOp *op, IrBlock *block) {
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *result = ir_op_result(op, i);
    IrValue *arg = ir_block_add_arg(block, ir_value_type(result), ir_op_loc(op));
    ir_value_take_name(arg, result);
    ir_value_replace_uses(result, arg);
  }
}

static void lower_if(IrOp *op) {
  IrContext *ctx = ir_op_context(op);
  IrLoc loc = ir_op_loc(op);
  IrBlock *before = ir_op_block(op);
  IrBlock *next = split_before(op), *meet = next;
  if (ir_op_num_results(op) > 0) {
    meet = ir_block_create(ctx);
    ir_region_insert_before(meet, next);
    results_to_arguments(op, meet);
    branch(meet, loc, ctx, next, (IrValues){NULL, 0});
  }
  IrBlock *taken = splice_region(ir_op_region(op, 0), meet);
  yield_to(ir_block_last(ir_block_prev(meet)), meet);
  IrBlock *otherwise = meet;
  if (!ir_region_is_empty(ir_op_region(op, 1))) {
    otherwise = splice_region(ir_op_region(op, 1), meet);
    yield_to(ir_block_last(ir_block_prev(meet)), meet);
  }
  IrBuilder b = ir_builder_at_end(ctx, before, loc);
  BUILD(&b, cf_cond_br, .condition = ir_op_operand(op, 0), .trueDest = taken,
        .falseDest = otherwise);
  ir_op_destroy(op);
}

static void lower_execute_region(IrOp *op) {
  IrBlock *before = ir_op_block(op);
  IrBlock *next = split_before(op);
  results_to_arguments(op, next);
  IrBlock *first = splice_region(ir_op_region(op, 0), next);
  for (IrBlock *block = first; block != next; block = ir_block_next(block)) {
    IrOp *yield = AS(ir_block_last(block), scf_yield);
    if (yield) yield_to(yield, next);
  }
  branch(before, ir_op_loc(op), ir_op_context(op), first, (IrValues){NULL, 0});
  ir_op_destroy(op);
}

// The flag has 64 bits, so that no two numbers of type index are taken for one.
static void build_switch(IrOp *op, IrBlock *before, IrBlock *const *blocks, size_t n) {
  IrContext *ctx = ir_op_context(op);
  IrType i64 = ir_type_i64(ctx);
  IrBuilder b = ir_builder_at_end(ctx, before, ir_op_loc(op));
  IrValue *flag =
      BUILD1(&b, arith_index_cast, .in = GET(op, scf_index_switch, arg), .out_type = i64);
  IR_VEC(IrAttr) values = {0};
  IR_VEC(int64_t) counts = {0};
  for (size_t i = 0; i + 1 < n; i++) {
    ir_vec_push(&values,
                ir_attr_integer(i64, ir_attr_array_int(GET(op, scf_index_switch, cases), i)));
    ir_vec_push(&counts, 0);
  }
  int64_t extent = (int64_t)values.n, sizes[] = {1, 0, 0};
  IrAttr attrs[3] = {NULL, ir_attr_i32_array(ctx, counts.at, counts.n),
                     ir_attr_i32_array(ctx, sizes, 3)};
  if (values.n)
    attrs[0] =
        ir_attr_dense_of(ir_type_vector(ctx, (IrShape){&extent, 1}, i64), values.at, values.n);
  ir_builder_create(&b, (IrOpCreate){.info = ir_op_info_of(ctx, OP_DEF(cf_switch)),
                                     .operands = &flag,
                                     .num_operands = 1,
                                     .attrs = attrs,
                                     .num_attrs = 3,
                                     .successors = blocks,
                                     .num_successors = n});
  ir_vec_free(&values);
  ir_vec_free(&counts);
}

// Blocks of the cases come first, then those of the default region.
static void lower_index_switch(IrOp *op) {
  IrBlock *before = ir_op_block(op);
  IrBlock *next = split_before(op);
  results_to_arguments(op, next);
  size_t n = ir_op_num_regions(op);
  IR_VEC(IrBlock *) blocks = {0};
  for (size_t i = 0; i < n; i++) ir_vec_push(&blocks, NULL);
  for (size_t i = 1; i <= n; i++) {
    blocks.at[i % n] = splice_region(ir_op_region(op, i % n), next);
    yield_to(ir_block_last(ir_block_prev(next)), next);
  }
  build_switch(op, before, blocks.at, n);
  ir_op_destroy(op);
  ir_vec_free(&blocks);
}

// ---- The pass. ----

typedef struct Lowering {
  const IrOpDef *op;
  void (*lower)(IrOp *op);
} Lowering;

static const Lowering lowerings[] = {
    {&scf_for, lower_for},
    {&scf_if, lower_if},
    {&scf_while, lower_while},
    {&scf_parallel, lower_parallel},
    {&scf_forall, lower_forall},
    {&scf_execute_region, lower_execute_region},
    {&scf_index_switch, lower_index_switch},
};

static const Lowering *lowering_of(const IrOp *op) {
  for (size_t i = 0; i < sizeof lowerings / sizeof *lowerings; i++)
    if (ir_op_is(op, lowerings[i].op)) return &lowerings[i];
  return NULL;
}

// Whether an op goes away, itself or with one that is lowered.
static bool goes_away(const IrOp *op) {
  return lowering_of(op) || IS(op, scf_reduce);
}

// Whether the region that `op` stands in can take more blocks, as it can when it goes away itself.
static bool has_room_for_blocks(const IrOp *op) {
  const IrOp *parent = ir_op_parent(op);
  const IrOpDef *def = parent ? ir_op_def(parent) : NULL;
  if (!def || !def->regions || goes_away(parent)) return true;
  const IrRegionDef *region = def->regions;
  for (size_t i = ir_region_index(ir_block_region(ir_op_block(op))); i && region[1].name; i--)
    region++;
  return !(region->flags & IR_REGION_ONE_BLOCK);
}

static IrStatus collect(IrOp *op, void *user) {
  ScfLoops *list = user;
  if (!lowering_of(op)) return IR_OK;
  if (IS(op, scf_forall) && scf_forall_combines(op)) {
    (void)ir_op_error(op, "cannot become blocks: it combines into tensors, which is no step of one "
                          "point after another");
    return IR_FAILED;
  }
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
  ScfLoops list = {0};
  IrStatus status = ir_walk_pre(root, collect, &list);
  // From the end: what is inside of an op before the op, and the last op of a block first, so that
  // cutting the block moves what is between two ops and not all that follows.
  while (status == IR_OK && list.n > 0) {
    IrOp *op = ir_vec_pop(&list);
    lowering_of(op)->lower(op);
  }
  ir_vec_free(&list);
  return status;
}
