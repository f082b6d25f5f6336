// Has a pass changed anything?  A hash over an op and all inside, as cheap as a walk: links by
// address, everything unique by its pointer.
#include "ir/analysis/tree.h"
#include "ir/pass/pass_impl.h"

static uint64_t mix(uint64_t hash, const void *p) {
  return (hash ^ ir_hash_pointer(p)) * 0x9E3779B97F4A7C15u;
}

static uint64_t mix_op(uint64_t hash, IrOp *op) {
  hash = mix(mix(mix(hash, op), ir_op_info(op)), ir_op_discardable(op));
  const IrOpDef *def = ir_op_def(op);
  for (size_t i = 0; def && def->attrs && def->attrs[i].name; i++)
    hash = mix(hash, ir_op_slot_attr(op, i));
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++) hash = mix(hash, ir_op_operand(op, i));
  for (size_t i = 0, n = ir_op_num_results(op); i < n; i++)
    hash = mix(hash, ir_value_type(ir_op_result(op, i)));
  for (size_t i = 0, n = ir_op_num_successors(op); i < n; i++)
    hash = mix(hash, ir_op_successor(op, i));
  IrBlock *block = ir_op_block(op);
  if (block && !ir_op_prev(op))
    for (size_t i = 0, n = ir_block_num_args(block); i < n; i++)
      hash = mix(hash, ir_value_type(ir_block_arg(block, i)));
  return mix(hash, block);
}

uint64_t ir_op_fingerprint(IrOp *root) {
  uint64_t hash = 0;
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) hash = mix_op(hash, op);
  return hash;
}
