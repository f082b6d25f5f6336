// dce: dead ops and blocks that nothing reaches.
//
//   %0 = arith.constant 1 : i32
//   %1 = arith.addi %0, %0 : i32    =>    return
//   return
//
// requires: verified IR   preserves: meaning, symbols   breaks: nothing
#include "ir/analysis/tree.h"
#include "passes/generic/generic.h"

typedef struct Dce {
  const struct pass_dce_decl *self;
} Dce;

// The last op of all that is in `op`: where a walk from the end begins.
static IrOp *last_inside(IrOp *op) {
  for (size_t r = ir_op_num_regions(op); r-- > 0;)
    for (IrBlock *b = ir_region_last(ir_op_region(op, r)); b; b = ir_block_prev(b))
      if (ir_block_last(b)) return ir_block_last(b);
  return NULL;
}

static IrOp *previous_sibling(const IrOp *op) {
  if (ir_op_prev(op)) return ir_op_prev(op);
  for (IrBlock *b = ir_block_prev(ir_op_block(op)); b; b = ir_block_prev(b))
    if (ir_block_last(b)) return ir_block_last(b);
  IrRegion *region = ir_block_region(ir_op_block(op));
  IrOp *parent = ir_region_op(region);
  for (size_t r = ir_region_index(region); r-- > 0;)
    for (IrBlock *b = ir_region_last(ir_op_region(parent, r)); b; b = ir_block_prev(b))
      if (ir_block_last(b)) return ir_block_last(b);
  return NULL;
}

static IrOp *deepest(IrOp *op) {
  for (IrOp *in; ir_op_num_regions(op) && (in = last_inside(op));) op = in;
  return op;
}

// One sweep from the end, insides before their op: users go before what they use.
static bool sweep(Dce *d, IrOp *root) {
  bool changed = false;
  IrOp *op = deepest(root);
  while (op != root) {
    IrOp *before = previous_sibling(op);
    IrOp *next = before ? deepest(before) : ir_op_parent(op);
    if (ir_op_is_dead(op)) {
      ir_op_destroy(op);
      d->self->stats->ops++;
      changed = true;
    }
    op = next;
  }
  return changed;
}

IrStatus dce_run(IrPassRun *run, IrOp *op) {
  Dce d = {run->decl};
  size_t blocks = ir_erase_unreachable_blocks(op);
  bool changed = blocks > 0;
  while (sweep(&d, op)) changed = true;
  d.self->stats->blocks += blocks;
  if (!changed) ir_pass_preserve_all(run);
  return IR_OK;
}
