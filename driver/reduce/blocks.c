// Control flow between blocks: branches go one way, or leave; blocks that follow each other become
// one; arguments of blocks are dropped.
#include "driver/reduce/reduce_impl.h"

#include "dialects/cf/cf.h"
#include "ir/analysis/tree.h"
#include "ir/edit/rewriter.h"

static bool is_branch(const IrOp *op) {
  return ir_op_num_successors(op) > 0 && ir_op_num_results(op) == 0;
}

static void erase_unreachable(IrOp *module) {
  (void)ir_erase_unreachable_blocks(module);
}

// ---- Branches that go one way ----

enum { MOST_SUCCESSORS = 4 };

// Backwards there is a loop, which would then have no end.
static bool goes_forward(const IrOp *branch, size_t s) {
  IrBlock *block = ir_block_next(ir_op_block(branch));
  while (block && block != ir_op_successor(branch, s)) block = ir_block_next(block);
  return block != NULL;
}

static void collect_branches(ReduceSites *sites, IrOp *module, size_t variant) {
  if (ir_dialect_lookup(ir_op_context(module), IR_STR("cf")) != &cf_dialect) return;
  for (IrOp *op = module; op; op = ir_tree_next(op, module))
    if (is_branch(op) && ir_op_num_successors(op) > 1 && variant < ir_op_num_successors(op) &&
        goes_forward(op, variant))
      reduce_site(sites, op, variant, NULL);
}

// What `branch` gives to the block's argument i, or something like it.
static IrValue *branch_value(IrOp *branch, size_t s, size_t i, IrType type) {
  size_t first, n;
  if (reduce_branch_operands(branch, s, &first, &n) && i < n)
    return ir_op_operand(branch, first + i);
  return reduce_stand_in(branch, type, REDUCE_ANY);
}

static void go_one_way(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module;
  IrOp *branch = site->op;
  IrBlock *to = ir_op_successor(branch, variant);
  IR_VEC(IrValue *) values = {0};
  for (size_t i = 0; i < ir_block_num_args(to); i++)
    ir_vec_push(&values, branch_value(branch, variant, i, ir_value_type(ir_block_arg(to, i))));
  IrBuilder b = ir_builder_before(branch);
  BUILD(&b, cf_br, .destOperands = {values.at, values.n}, .dest = to);
  ir_vec_free(&values);
  ir_op_destroy(branch);
}

const ReduceKind reduce_blocks = {.name = "branches",
                                  .summary = "make branches go one way, and erase what nothing "
                                             "reaches",
                                  .variants = MOST_SUCCESSORS,
                                  .collect = collect_branches,
                                  .apply = go_one_way,
                                  .finish = erase_unreachable};

// ---- Branches that leave ----

// How a region ends: its first terminator without successors.
static IrOp *exit_of(const IrRegion *region) {
  IR_FOR_BLOCKS(block, region) {
    IrOp *last = ir_block_terminator(block);
    if (last && ir_op_num_successors(last) == 0 && ir_op_num_results(last) == 0) return last;
  }
  return NULL;
}

static void collect_exits(ReduceSites *sites, IrOp *module, size_t variant) {
  (void)variant;
  for (IrOp *op = module; op; op = ir_tree_next(op, module))
    if (is_branch(op) && exit_of(ir_block_region(ir_op_block(op)))) reduce_site(sites, op, 0, NULL);
}

static void leave(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module, (void)variant;
  IrOp *branch = site->op, *exit = exit_of(ir_block_region(ir_op_block(branch)));
  IrOp *clone = ir_op_clone(exit, NULL);
  for (size_t i = 0; i < ir_op_num_operands(exit); i++)
    ir_op_set_operand(clone, i,
                      reduce_stand_in(branch, ir_value_type(ir_op_operand(exit, i)), REDUCE_ANY));
  ir_op_insert_before(clone, branch);
  ir_op_destroy(branch);
}

const ReduceKind reduce_exits = {.name = "exits",
                                 .summary = "leave the region instead of branching",
                                 .variants = 1,
                                 .collect = collect_exits,
                                 .apply = leave,
                                 .finish = erase_unreachable};

// ---- Blocks in a row ----

// Where the terminator of each block of one region goes: how many come to a block.
static void count_predecessors(const IrRegion *region, IrPtrMap *counts) {
  IR_FOR_BLOCKS(block, region) {
    IrOp *last = ir_block_last(block);
    for (size_t i = 0; last && i < ir_op_num_successors(last); i++) {
      IrBlock *to = ir_op_successor(last, i);
      uintptr_t n = (uintptr_t)ir_ptrmap_get(counts, to);
      ir_ptrmap_set(counts, to, (void *)(n + 1));
    }
  }
}

// Whether the block that `last` ends and the one it goes to can be one.
static bool goes_on_alone(const IrOp *last, const IrPtrMap *counts) {
  size_t first, n;
  if (!last || !is_branch(last) || ir_op_num_successors(last) != 1) return false;
  IrBlock *to = ir_op_successor(last, 0);
  return to != ir_op_block(last) && to != ir_region_first(ir_block_region(to)) &&
         (uintptr_t)ir_ptrmap_get(counts, to) == 1 && reduce_branch_operands(last, 0, &first, &n) &&
         n == ir_block_num_args(to);
}

static void collect_in_region(ReduceSites *sites, const IrRegion *region) {
  IrPtrMap counts = {0};
  count_predecessors(region, &counts);
  IR_FOR_BLOCKS(block, region) {
    IrOp *last = ir_block_last(block);
    if (goes_on_alone(last, &counts)) reduce_site(sites, last, 0, NULL);
  }
  ir_ptrmap_free(&counts);
}

static void collect_merges(ReduceSites *sites, IrOp *module, size_t variant) {
  (void)variant;
  for (IrOp *op = module; op; op = ir_tree_next(op, module))
    for (size_t i = 0; i < ir_op_num_regions(op); i++)
      if (ir_region_first(ir_op_region(op, i)) != ir_region_last(ir_op_region(op, i)))
        collect_in_region(sites, ir_op_region(op, i));
}

static void merge(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module, (void)variant;
  IrOp *branch = site->op;
  IrBlock *from = ir_op_block(branch), *to = ir_op_successor(branch, 0);
  size_t first, n;
  if (from == to || !reduce_branch_operands(branch, 0, &first, &n)) return;
  for (size_t i = 0; i < n; i++)
    ir_value_replace_uses(ir_block_arg(to, i), ir_op_operand(branch, first + i));
  ir_op_destroy(branch);
  if (ir_block_first(to)) ir_block_move_tail(from, ir_block_first(to));
  ir_block_destroy(to);
}

const ReduceKind reduce_merges = {.name = "blocks",
                                  .summary = "unite blocks that follow only each other",
                                  .variants = 1,
                                  .collect = collect_merges,
                                  .apply = merge};

// ---- Arguments of blocks ----

static void collect_block_arguments(ReduceSites *sites, IrOp *module, size_t variant) {
  (void)variant;
  for (IrOp *op = module; op; op = ir_tree_next(op, module))
    for (size_t r = 0; r < ir_op_num_regions(op); r++) {
      IR_FOR_BLOCKS(block, ir_op_region(op, r)) {
        if (block == ir_region_first(ir_op_region(op, r))) continue;
        for (size_t i = 0; i < ir_block_num_args(block); i++) reduce_site(sites, op, i, block);
      }
    }
}

// Whether all that go to `block` say which operands its arguments are.
static bool knows_operands(const IrBlock *block) {
  size_t first, n;
  IR_FOR_BLOCKS(from, ir_block_region(block)) {
    IrOp *last = ir_block_last(from);
    for (size_t s = 0; last && s < ir_op_num_successors(last); s++)
      if (ir_op_successor(last, s) == block && !reduce_branch_operands(last, s, &first, &n))
        return false;
  }
  return true;
}

static void drop_branch_operands(const IrBlock *block, size_t i) {
  size_t first, n;
  IR_FOR_BLOCKS(from, ir_block_region(block)) {
    IrOp *last = ir_block_last(from);
    for (size_t s = last ? ir_op_num_successors(last) : 0; s-- > 0;)
      if (ir_op_successor(last, s) == block && reduce_branch_operands(last, s, &first, &n) && i < n)
        reduce_drop_operand(last, first + i);
  }
}

// A value that is there wherever the block is: an argument of a block around, or zero.
static IrValue *instead_of(IrBlock *block, IrValue *arg) {
  IrOp *first = ir_block_first(block);
  IrValue *outer = first ? reduce_outer_argument(first, ir_value_type(arg)) : NULL;
  if (outer && outer != arg && ir_value_block(outer) != block) return outer;
  return first ? reduce_stand_in(first, ir_value_type(arg), REDUCE_CONSTANT) : NULL;
}

static void drop_block_argument(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module, (void)variant;
  IrBlock *block = site->at;
  IrValue *arg = ir_block_arg(block, site->index);
  if (!knows_operands(block)) return;
  if (ir_value_has_uses(arg)) {
    IrValue *value = instead_of(block, arg);
    if (!value) return;
    ir_value_replace_uses(arg, value);
  }
  drop_branch_operands(block, site->index);
  ir_block_erase_arg(block, site->index);
}

const ReduceKind reduce_block_arguments = {.name = "block-arguments",
                                           .summary = "drop arguments of blocks",
                                           .variants = 1,
                                           .collect = collect_block_arguments,
                                           .apply = drop_block_argument};
