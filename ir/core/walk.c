// Walks over an op and everything in it, by the links of the tree: no stack, no limit on depth.
#include "ir/core/op_impl.h"

static IrOp *first_from(IrBlock *block) {
  for (; block; block = block->next)
    if (block->first) return block->first;
  return NULL;
}

static IrOp *first_in_regions(const IrOp *op, size_t i) {
  for (; i < op->num_regions; i++) {
    IrOp *first = first_from(ir_regions(op)[i].first);
    if (first) return first;
  }
  return NULL;
}

// The op after `op` and its insides under the same parent, or NULL.
static IrOp *next_sibling(const IrOp *op) {
  if (op->next) return op->next;
  IrOp *next = first_from(op->block->next);
  if (next) return next;
  IrRegion *region = op->block->region;
  return first_in_regions(region->op, ir_region_index(region) + 1);
}

static IrOp *innermost_first(IrOp *op) {
  for (IrOp *inside; (inside = first_in_regions(op, 0)) != NULL;) op = inside;
  return op;
}

IrStatus ir_walk_post(IrOp *root, IrWalkFn fn, void *user) {
  IrOp *op = innermost_first(root);
  while (op != root) {
    IrOp *sibling = next_sibling(op);
    IrOp *next = sibling ? innermost_first(sibling) : ir_op_parent(op);
    IR_TRY(fn(op, user));
    op = next;
  }
  return fn(root, user);
}

IrStatus ir_walk_pre(IrOp *root, IrWalkFn fn, void *user) {
  IrOp *op = root;
  for (;;) {
    IR_TRY(fn(op, user));
    IrOp *next = first_in_regions(op, 0);
    while (!next) {
      if (op == root) return IR_OK;
      next = next_sibling(op);
      if (!next) op = ir_op_parent(op);
    }
    op = next;
  }
}
