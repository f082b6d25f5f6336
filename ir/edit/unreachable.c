// Blocks that no path from their region's entry reaches.
#include "ir/analysis/dominance.h"
#include "ir/analysis/tree.h"
#include "ir/edit/rewriter.h"
#include "ir/support/vec.h"

static void drop_operands(IrBlock *block) {
  IR_FOR_OPS(op, block) {
    for (IrOp *in = op; in; in = ir_tree_next(in, op)) ir_op_set_operands(in, NULL, 0);
  }
}

// They may use each other's values and branch to each other: all let go before the first is
// destroyed.
static size_t erase_in_region(IrRegion *region, IrDominance *dom) {
  IR_VEC(IrBlock *) dead = {0};
  IR_FOR_BLOCKS(block, region) {
    if (!ir_is_reachable(dom, block)) ir_vec_push(&dead, block);
  }
  size_t n = dead.n;
  for (size_t i = 0; i < n; i++) drop_operands(dead.at[i]);
  for (size_t i = 0; i < n; i++) {
    IrOp *last = ir_block_last(dead.at[i]);
    if (last && ir_op_num_successors(last)) ir_op_destroy(last);
  }
  for (size_t i = 0; i < n; i++) ir_block_destroy(dead.at[i]);
  ir_vec_free(&dead);
  return n;
}

size_t ir_erase_unreachable_blocks(IrOp *root) {
  size_t erased = 0;
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    for (size_t i = 0; i < ir_op_num_regions(op); i++) {
      IrRegion *region = ir_op_region(op, i);
      if (ir_region_first(region) == ir_region_last(region) || !ir_op_def(op)) continue;
      IrDominance *dom = ir_dominance_create(op);
      erased += erase_in_region(region, dom);
      ir_dominance_destroy(dom);
    }
  }
  return erased;
}
