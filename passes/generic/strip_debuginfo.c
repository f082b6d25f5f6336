// strip-debuginfo: no op and no argument knows where it comes from.
//
// requires: verified IR   preserves: everything but places
#include "ir/analysis/tree.h"
#include "passes/generic/generic.h"

static void strip_args(const IrRegion *region) {
  IR_FOR_BLOCKS(block, region) {
    for (size_t i = 0; i < ir_block_num_args(block); i++)
      ir_value_set_loc(ir_block_arg(block, i), (IrLoc){0});
  }
}

IrStatus strip_debuginfo_run(IrPassRun *run, IrOp *root) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    ir_op_set_loc(op, (IrLoc){0});
    for (size_t i = 0; i < ir_op_num_regions(op); i++) strip_args(ir_op_region(op, i));
  }
  ir_pass_preserve_all(run);
  return IR_OK;
}
