#include "ir/analysis/equivalence.h"

#include "ir/core/op_impl.h"
#include "ir/support/map.h"

bool ir_op_same_shape(const IrOp *a, const IrOp *b) {
  if (a->info != b->info || a->num_operands != b->num_operands ||
      a->num_results != b->num_results || a->num_regions != b->num_regions ||
      a->num_successors != b->num_successors || ir_discardable(a) != ir_discardable(b))
    return false;
  for (uint32_t i = 0; i < a->num_slots; i++)
    if (ir_slots(a)[i] != ir_slots(b)[i]) return false;
  for (uint32_t i = 0; i < a->num_results; i++)
    if (ir_result(a, i)->type != ir_result(b, i)->type) return false;
  return true;
}

static uint64_t mix(uint64_t hash, uint64_t x) {
  hash = (hash ^ x) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

uint64_t ir_op_shape_hash(const IrOp *op) {
  uint64_t hash = mix(ir_hash_pointer(op->info), ir_hash_pointer(ir_discardable(op)));
  hash = mix(hash, op->num_operands + ((uint64_t)op->num_successors << 32));
  hash = mix(hash, op->num_results + ((uint64_t)op->num_regions << 32));
  for (uint32_t i = 0; i < op->num_slots; i++) hash = mix(hash, ir_hash_pointer(ir_slots(op)[i]));
  for (uint32_t i = 0; i < op->num_results; i++)
    hash = mix(hash, ir_hash_pointer(ir_result(op, i)->type));
  return hash;
}
