// Steps of a walk over an op and what is nested in it, by the links of the tree alone: no stack, so
// no limit on depth, and the caller decides what to do between two steps.
#ifndef IR_ANALYSIS_TREE_H
#define IR_ANALYSIS_TREE_H

#include "ir/core/op.h"

// The first op in `op`'s regions from number `i` on, or NULL.
static inline IrOp *ir_tree_first(const IrOp *op, size_t i) {
  for (size_t n = ir_op_num_regions(op); i < n; i++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, i)) {
      if (ir_block_first(block)) return ir_block_first(block);
    }
  }
  return NULL;
}

// The op after `op` and its insides under the same parent: in its block, in the blocks after that,
// in the regions after that; NULL at the parent's end.
static inline IrOp *ir_tree_next_sibling(const IrOp *op) {
  if (ir_op_next(op)) return ir_op_next(op);
  IrBlock *block = ir_op_block(op);
  for (IrBlock *b = ir_block_next(block); b; b = ir_block_next(b))
    if (ir_block_first(b)) return ir_block_first(b);
  IrRegion *region = ir_block_region(block);
  return ir_tree_first(ir_region_op(region), ir_region_index(region) + 1);
}

// The op after `op` and its insides in a walk, parents first, over `root`; NULL at the end.
static inline IrOp *ir_tree_skip(IrOp *op, const IrOp *root) {
  while (op != root) {
    IrOp *next = ir_tree_next_sibling(op);
    if (next) return next;
    op = ir_op_parent(op);
  }
  return NULL;
}

// The op after `op` in that walk, its insides included.
static inline IrOp *ir_tree_next(IrOp *op, const IrOp *root) {
  IrOp *inside = ir_op_num_regions(op) ? ir_tree_first(op, 0) : NULL;
  return inside ? inside : ir_tree_skip(op, root);
}

#endif
