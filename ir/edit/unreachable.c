// Blocks that no path from their region's entry reaches.
#include "ir/analysis/tree.h"
#include "ir/core/op_impl.h"
#include "ir/edit/regions_impl.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

typedef IR_VEC(IrBlock *) Blocks;

static void reach(IrPtrMap *reached, Blocks *next, IrBlock *block) {
  if (ir_ptrmap_has(reached, block)) return;
  ir_ptrmap_set(reached, block, block);
  ir_vec_push(next, block);
}

static void find_reached(IrRegion *region, IrPtrMap *reached) {
  Blocks next = {0};
  reach(reached, &next, ir_region_first(region));
  while (next.n > 0) {
    IrBlock *block = ir_vec_pop(&next);
    IrOp *last = ir_block_last(block);
    for (size_t i = 0, n = last ? ir_op_num_successors(last) : 0; i < n; i++)
      reach(reached, &next, ir_op_successor(last, i));
  }
  ir_vec_free(&next);
}

// They may use each other's values and branch to each other: all let go before the first is
// destroyed.
static void let_go(IrBlock *block) {
  IR_FOR_OPS(op, block) {
    for (IrOp *in = op; in; in = ir_tree_next(in, op)) {
      for (uint32_t i = 0; i < in->num_operands; i++) ir_op_set_operand(in, i, NULL);
      for (uint32_t i = 0; i < in->num_successors; i++) ir_op_set_successor(in, i, NULL);
    }
  }
}

size_t ir_region_erase_unreachable(IrRegion *region) {
  IrPtrMap reached = {0};
  Blocks dead = {0};
  find_reached(region, &reached);
  IR_FOR_BLOCKS(block, region) {
    if (!ir_ptrmap_has(&reached, block)) ir_vec_push(&dead, block);
  }
  size_t n = dead.n;
  for (size_t i = 0; i < n; i++) let_go(dead.at[i]);
  for (size_t i = 0; i < n; i++) ir_block_destroy(dead.at[i]);
  ir_vec_free(&dead);
  ir_ptrmap_free(&reached);
  return n;
}
