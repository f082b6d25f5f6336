// The steps of simplifying regions in their order.  Regions are found parents first and worked on
// from the last: what an erased op took with it has been worked on before.
#include "ir/edit/regions_impl.h"

#include "ir/analysis/dominance.h"
#include "ir/analysis/tree.h"
#include "ir/core/action.h"
#include "ir/edit/rewriter.h"
#include "ir/support/vec.h"

typedef IR_VEC(IrRegion *) Regions;

static bool has_several_blocks(const IrRegion *region) {
  return ir_region_first(region) != ir_region_last(region);
}

// Only here can a circle of ops that use each other be dead.
static bool may_have_circles(IrRegion *region) {
  return has_several_blocks(region) || (ir_region_first(region) && ir_region_is_graph(region));
}

// Unreachable blocks go before their insides are looked at.
static size_t find_regions(IrOp *root, Regions *found) {
  size_t erased = 0;
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    for (size_t i = 0, n = ir_op_num_regions(op); i < n; i++) {
      IrRegion *region = ir_op_region(op, i);
      if (has_several_blocks(region)) erased += ir_region_erase_unreachable(region);
      if (found && may_have_circles(region)) ir_vec_push(found, region);
    }
  }
  return erased;
}

size_t ir_erase_unreachable_blocks(IrOp *root) {
  return find_regions(root, NULL);
}

typedef IR_VEC(IrOp *) Dead;

// Lets go of what `op` and what is in it use, and takes note of what is dead now; what has regions
// is left to the next time, as some of it may be noted already.
static void let_go(Dead *dead, IrOp *op) {
  for (IrOp *in = op; in; in = ir_tree_next(in, op)) {
    for (size_t i = 0, n = ir_op_num_operands(in); i < n; i++) {
      IrValue *value = ir_op_operand(in, i);
      IrOp *def = value ? ir_value_op(value) : NULL;
      ir_op_set_operand(in, i, NULL);
      // What is inside goes with `op`, and has let go of its operands perhaps.
      if (!def || ir_op_num_regions(def) || ir_op_is_inside(def, op)) continue;
      if (ir_op_is_dead(def)) ir_vec_push(dead, def);
    }
  }
}

// False when a watcher wants the op left.
static bool erase_one(Dead *dead, IrOp *op, bool watched) {
  IrContext *ctx = ir_op_context(op);
  IrAction step;
  if (watched && !ir_action_begin(ctx, IR_ACTION_ERASE, "erase-dead", op, &step)) return false;
  let_go(dead, op);
  ir_op_destroy(op);
  if (watched) ir_action_end(ctx, &step, true);
  return true;
}

// Erases ops that nobody uses and that do nothing, and what only those used.
static size_t erase_dead_ops(IrOp *root) {
  IrContext *ctx = ir_op_context(root);
  Dead dead = {0};
  size_t erased = 0;
  for (IrOp *op = ir_tree_first(root, 0); op;) {
    bool is_dead = ir_op_is_dead(op);
    if (is_dead) ir_vec_push(&dead, op);
    op = is_dead ? ir_tree_skip(op, root) : ir_tree_next(op, root);
  }
  while (dead.n > 0) erased += erase_one(&dead, ir_vec_pop(&dead), ir_actions_watched(ctx));
  ir_vec_free(&dead);
  return erased;
}

bool ir_simplify_regions(IrOp *root, bool merge, IrRegionChanges *changes) {
  IrRegionChanges now = {0};
  Regions regions = {0};
  now.blocks = find_regions(root, NULL);
  now.ops = erase_dead_ops(root);
  (void)find_regions(root, &regions);
  while (regions.n > 0) {
    IrRegion *region = ir_vec_pop(&regions);
    ir_region_erase_dead(region, &now);
    if (!merge || !has_several_blocks(region)) continue;
    now.merged += ir_region_merge_blocks(region);
    now.redundant += ir_region_erase_redundant_args(region);
  }
  ir_vec_free(&regions);
  changes->blocks += now.blocks;
  changes->args += now.args;
  changes->ops += now.ops;
  changes->merged += now.merged;
  changes->redundant += now.redundant;
  return now.blocks || now.args || now.ops || now.merged || now.redundant;
}
