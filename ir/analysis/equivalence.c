#include "ir/analysis/equivalence.h"

#include "ir/analysis/tree.h"
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

uint64_t ir_op_shape_hash(const IrOp *op) {
  uint64_t hash = ir_hash_mix(ir_hash_pointer(op->info), ir_hash_pointer(ir_discardable(op)));
  hash = ir_hash_mix(hash, op->num_operands + ((uint64_t)op->num_successors << 32));
  hash = ir_hash_mix(hash, op->num_results + ((uint64_t)op->num_regions << 32));
  for (uint32_t i = 0; i < op->num_slots; i++)
    hash = ir_hash_mix(hash, ir_hash_pointer(ir_slots(op)[i]));
  for (uint32_t i = 0; i < op->num_results; i++)
    hash = ir_hash_mix(hash, ir_hash_pointer(ir_result(op, i)->type));
  return hash;
}

// ---- Regions ----

// What a block or value inside the one op is inside the other.
static const void *counterpart(const IrPtrMap *map, const void *key) {
  const void *other = ir_ptrmap_get(map, key);
  return other ? other : key;
}

static bool map_args(const IrBlock *x, const IrBlock *y, IrPtrMap *map) {
  size_t n = ir_block_num_args(x);
  if (n != ir_block_num_args(y)) return false;
  for (size_t i = 0; i < n; i++) {
    if (ir_value_type(ir_block_arg(x, i)) != ir_value_type(ir_block_arg(y, i))) return false;
    ir_ptrmap_set(map, ir_block_arg(x, i), ir_block_arg(y, i));
  }
  return true;
}

// Whether the regions have the same blocks, which go into `map` with their arguments.
static bool map_blocks(const IrOp *a, const IrOp *b, IrPtrMap *map) {
  for (size_t r = 0, n = ir_op_num_regions(a); r < n; r++) {
    IrBlock *x = ir_region_first(ir_op_region(a, r)), *y = ir_region_first(ir_op_region(b, r));
    for (; x && y; x = ir_block_next(x), y = ir_block_next(y)) {
      if (!map_args(x, y, map)) return false;
      ir_ptrmap_set(map, x, y);
    }
    if (x || y) return false;
  }
  return true;
}

static bool same_uses(const IrOp *x, const IrOp *y, const IrPtrMap *map) {
  for (size_t i = 0, n = ir_op_num_operands(x); i < n; i++)
    if (counterpart(map, ir_op_operand(x, i)) != ir_op_operand(y, i)) return false;
  for (size_t i = 0, n = ir_op_num_successors(x); i < n; i++)
    if (counterpart(map, ir_op_successor(x, i)) != ir_op_successor(y, i)) return false;
  return true;
}

bool ir_op_same_insides(IrOp *a, IrOp *b) {
  if (ir_op_num_regions(a) != ir_op_num_regions(b)) return false;
  IrPtrMap map = {0};
  bool same = map_blocks(a, b, &map);
  IrOp *x = ir_tree_first(a, 0), *y = ir_tree_first(b, 0);
  for (; same && x && y; x = ir_tree_next(x, a), y = ir_tree_next(y, b)) {
    same = counterpart(&map, ir_op_block(x)) == ir_op_block(y) && ir_op_same_shape(x, y) &&
           same_uses(x, y, &map) && map_blocks(x, y, &map);
    for (size_t i = 0; same && i < ir_op_num_results(x); i++)
      ir_ptrmap_set(&map, ir_op_result(x, i), ir_op_result(y, i));
  }
  ir_ptrmap_free(&map);
  return same && !x && !y;
}

uint64_t ir_op_insides_hash(IrOp *op) {
  uint64_t hash = ir_op_num_regions(op);
  for (IrOp *in = ir_tree_first(op, 0); in; in = ir_tree_next(in, op))
    hash = ir_hash_mix(hash, ir_op_shape_hash(in));
  return hash;
}
