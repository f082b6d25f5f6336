// From grids to loops:
//
//   %r = scf.parallel (%i, %j) = (%a, %b)        %r = scf.for %i = %a to ... iter_args(%s = %x)
//        to ... step ... init (%x) {               %q = scf.for %j = %b to ... iter_args(%t = %s)
//     %v = ...                                       %v = ...
//     scf.reduce(%v) {                      ==>      %w = %t + %v
//       ^bb0(%l, %r): ... %l + %r                    scf.yield %w
//     }                                            scf.yield %q
//   }
#include "passes/lower/scf_loops.h"

#include "dialects/arith/arith.h"

typedef IR_VEC(IrValue *) Values;
typedef IR_VEC(IrType) Types;

static IrValues view(const Values *values) {
  return (IrValues){values->at, values->n};
}

static bool is_in_parallel_empty(const IrOp *forall) {
  IrOp *end = ir_block_last(ir_region_last(ir_op_region(forall, 0)));
  return !ir_block_first(scf_block(end, 0));
}

bool scf_forall_combines(const IrOp *forall) {
  return !is_in_parallel_empty(forall);
}

// ---- scf.forall: bounds as values. ----

static void push_bounds(Values *values, IrBuilder *b, const IrOp *forall, ScfBoundKind kind) {
  for (size_t i = 0, n = scf_forall_rank(forall); i < n; i++) {
    IrBound bound = scf_forall_bound(forall, kind, i);
    ir_vec_push(values, bound.value ? bound.value : arith_index_constant(b, bound.number));
  }
}

// Outputs that nothing is combined into are what they were.
static void use_outputs(IrOp *forall) {
  size_t rank = scf_forall_rank(forall);
  IrBlock *body = scf_block(forall, 0);
  for (size_t i = ir_op_num_results(forall); i-- > 0;) {
    IrValue *output = GET(forall, scf_forall, outputs).at[i];
    ir_value_replace_uses(ir_block_arg(body, rank + i), output);
    ir_value_replace_uses(ir_op_result(forall, i), output);
    ir_block_erase_arg(body, rank + i);
  }
}

static IrOp *end_of(const IrOp *op) {
  return ir_block_last(ir_region_last(ir_op_region(op, 0)));
}

IrOp *scf_forall_to_parallel(IrOp *forall) {
  Values bounds[3] = {{0}, {0}, {0}};
  IrBuilder b = ir_builder_before(forall);
  for (int k = SCF_LOWER; k <= SCF_STEP; k++) push_bounds(&bounds[k], &b, forall, (ScfBoundKind)k);
  use_outputs(forall);
  IrOp *parallel = BUILD(&b, scf_parallel, .lowerBound = view(&bounds[SCF_LOWER]),
                         .upperBound = view(&bounds[SCF_UPPER]), .step = view(&bounds[SCF_STEP]),
                         .results_types = {NULL, 0});
  ir_op_set_discardable(parallel, ir_op_discardable(forall));
  ir_region_take_body(ir_op_region(parallel, 0), ir_op_region(forall, 0));
  IrOp *end = end_of(parallel);
  IrBuilder at_end = ir_builder_before(end);
  BUILD(&at_end, scf_reduce, .operands = {NULL, 0});
  ir_op_destroy(end);
  ir_op_destroy(forall);
  for (int k = SCF_LOWER; k <= SCF_STEP; k++) ir_vec_free(&bounds[k]);
  return parallel;
}

// ---- Nests of loops. ----

// One scf.for for each dimension, without bodies but for the loop inside and a yield of its
// results.  `carried` begins with the initial values.
static void build_nest(IrBuilder *b, const Values bounds[3], Values *carried, ScfLoops *loops) {
  IrOp *outer = NULL;
  for (size_t i = 0; i < bounds[SCF_STEP].n; i++) {
    IrOp *loop = scf_for_create(b, bounds[SCF_LOWER].at[i], bounds[SCF_UPPER].at[i],
                                bounds[SCF_STEP].at[i], carried->at, carried->n);
    if (outer) {
      ir_vec_clear(carried);
      for (size_t k = 0; k < ir_op_num_results(loop); k++)
        ir_vec_push(carried, ir_op_result(loop, k));
      BUILD(b, scf_yield, .results = view(carried));
    }
    ir_vec_clear(carried);
    for (size_t k = 0; k < ir_op_num_results(loop); k++)
      ir_vec_push(carried, scf_for_carried_arg(loop, k));
    ir_vec_push(loops, loop);
    *b = ir_builder_at_end(b->ctx, scf_block(loop, 0), b->loc);
    outer = loop;
  }
}

// Appends the blocks of `region`, whose first argument and second are given, behind `block`, the
// last one of its region, and returns the one that is last now.  The terminator of the region ends
// it.
static IrBlock *append_region(IrBlock *block, IrRegion *region, IrValue *first, IrValue *second) {
  IrBlock *entry = ir_region_first(region);
  ir_value_replace_uses(ir_block_arg(entry, 0), first);
  ir_value_replace_uses(ir_block_arg(entry, 1), second);
  ir_block_move_tail(block, ir_block_first(entry));
  ir_block_destroy(entry);
  ir_region_take_body(ir_block_region(block), region);
  return ir_region_last(ir_block_region(block));
}

// Replaces the scf.reduce at the end of the innermost body by what its regions do and a yield.
static void reduce_into(IrOp *reduce, const Values *carried) {
  IrBlock *block = ir_op_block(reduce);
  IrLoc loc = ir_op_loc(reduce);
  IrContext *ctx = ir_op_context(reduce);
  Values results = {0};
  ir_op_detach(reduce);
  for (size_t i = 0; i < ir_op_num_operands(reduce); i++) {
    block = append_region(block, ir_op_region(reduce, i), carried->at[i], ir_op_operand(reduce, i));
    IrOp *end = ir_block_last(block);
    ir_vec_push(&results, ir_op_operand(end, 0));
    ir_op_destroy(end);
  }
  IrBuilder b = ir_builder_at_end(ctx, block, loc);
  BUILD(&b, scf_yield, .results = view(&results));
  ir_op_destroy(reduce);
  ir_vec_free(&results);
}

// Moves the body of the grid into the innermost loop; the loops' counters are its arguments.
static void move_body(IrOp *grid, const ScfLoops *loops, const Values *carried, size_t first) {
  IrOp *innermost = ir_vec_last(loops);
  IrBlock *body = scf_block(grid, 0), *empty = scf_block(innermost, 0);
  size_t n = loops->n - first;
  for (size_t i = 0; i + 1 < n; i++) {
    IrValue *counter = ir_block_arg(scf_block(loops->at[first + i], 0), 0);
    ir_value_take_name(counter, ir_block_arg(body, i));
    ir_value_replace_uses(ir_block_arg(body, i), counter);
  }
  for (size_t i = n - 1; i-- > 0;) ir_block_erase_arg(body, i);
  // The values that are carried are arguments of the block that the loop was made with.
  for (size_t i = 0; i < carried->n; i++) {
    IrValue *arg =
        ir_block_add_arg(body, ir_value_type(carried->at[i]), ir_value_loc(carried->at[i]));
    ir_value_replace_uses(carried->at[i], arg);
    carried->at[i] = arg;
  }
  ir_block_destroy(empty);
  ir_region_take_body(ir_op_region(innermost, 0), ir_op_region(grid, 0));
}

static void replace_grid(IrOp *grid, const Values bounds[3], Values *carried, ScfLoops *loops) {
  size_t first = loops->n;
  IrBuilder b = ir_builder_before(grid);
  build_nest(&b, bounds, carried, loops);
  move_body(grid, loops, carried, first);
  for (size_t i = 0; i < ir_op_num_results(grid); i++)
    ir_value_replace_uses(ir_op_result(grid, i), ir_op_result(loops->at[first], i));
  ir_op_destroy(grid);
}

void scf_parallel_to_loops(IrOp *parallel, ScfLoops *loops) {
  Values bounds[3] = {{0}, {0}, {0}}, carried = {0};
  for (size_t k = 0; k < 3; k++) {
    IrValues values = ir_op_operand_group(parallel, k);
    for (size_t i = 0; i < values.n; i++) ir_vec_push(&bounds[k], values.at[i]);
  }
  IrValues inits = GET(parallel, scf_parallel, initVals);
  for (size_t i = 0; i < inits.n; i++) ir_vec_push(&carried, inits.at[i]);
  replace_grid(parallel, bounds, &carried, loops);
  reduce_into(end_of(ir_vec_last(loops)), &carried);
  for (size_t k = 0; k < 3; k++) ir_vec_free(&bounds[k]);
  ir_vec_free(&carried);
}

// A grid without dimensions is one point.
static void inline_point(IrOp *forall) {
  IrBlock *body = scf_block(forall, 0);
  ir_op_destroy(ir_block_last(body));
  IR_FOR_OPS(op, body) {
    ir_op_detach(op);
    ir_op_insert_before(op, forall);
  }
  ir_op_destroy(forall);
}

void scf_forall_to_loops(IrOp *forall, ScfLoops *loops) {
  if (scf_forall_rank(forall) > 0) {
    scf_parallel_to_loops(scf_forall_to_parallel(forall), loops);
    return;
  }
  use_outputs(forall);
  inline_point(forall);
}
