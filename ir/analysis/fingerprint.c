// Hashes of IR; see fingerprint.h.  A first walk numbers ops and blocks, a second hashes each op by
// what it is and by the numbers of what it refers to.
#include "ir/analysis/fingerprint.h"

#include "ir/analysis/tree.h"
#include "ir/core/opdef.h"
#include "ir/support/map.h"

typedef struct Numbering {
  IrContext *ctx;
  IrPtrMap numbers; // IrOp and IrBlock
  unsigned flags;
} Numbering;

static uint64_t mix_pointer(uint64_t hash, const void *p) {
  return ir_hash_mix(hash, (uint64_t)(uintptr_t)p);
}

static void number(Numbering *n, const void *key) {
  ir_ptrmap_set(&n->numbers, key, (void *)(uintptr_t)(n->numbers.n + 1));
}

static void number_all(Numbering *n, IrOp *root) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    number(n, op);
    for (size_t i = 0; i < ir_op_num_regions(op); i++) {
      IR_FOR_BLOCKS(block, ir_op_region(op, i)) number(n, block);
    }
  }
}

// What lies outside the root stays where it is: its address will do.
static uint64_t number_of(const Numbering *n, const void *key) {
  void *number = ir_ptrmap_get(&n->numbers, key);
  return (uint64_t)(uintptr_t)(number ? number : key);
}

static uint64_t mix_use(const Numbering *n, uint64_t hash, const IrValue *value) {
  if (!value) return ir_hash_mix(hash, 0);
  const IrOp *op = ir_value_op(value);
  hash =
      ir_hash_mix(hash, number_of(n, op ? (const void *)op : (const void *)ir_value_block(value)));
  return ir_hash_mix(hash, ir_value_index(value));
}

static uint64_t mix_definition(const Numbering *n, uint64_t hash, const IrValue *value) {
  hash = mix_pointer(hash, ir_value_type(value));
  if (!(n->flags & IR_FINGERPRINT_NAMES)) return hash;
  IrStr name = ir_value_name(value, n->ctx);
  return ir_hash_mix(hash, ir_hash_bytes(name.ptr, name.len, 0));
}

static uint64_t mix_attributes(uint64_t hash, const IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  size_t slots = 0;
  while (def && def->attrs && def->attrs[slots].name) slots++;
  slots += ir_op_has_trait(op, IR_SEGMENTS); // the slot after the declared ones
  for (size_t i = 0; i < slots; i++) hash = mix_pointer(hash, ir_op_slot_attr(op, i));
  return mix_pointer(hash, ir_op_discardable(op));
}

static uint64_t mix_block(const Numbering *n, uint64_t hash, const IrBlock *block) {
  size_t ops = 0;
  for (const IrOp *op = ir_block_first(block); op; op = ir_op_next(op)) ops++;
  hash = ir_hash_mix(ir_hash_mix(hash, ops), ir_block_num_args(block));
  for (size_t i = 0; i < ir_block_num_args(block); i++)
    hash = mix_definition(n, hash, ir_block_arg(block, i));
  return hash;
}

static uint64_t mix_regions(const Numbering *n, uint64_t hash, const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    hash = ir_hash_mix(hash, i);
    IR_FOR_BLOCKS(block, ir_op_region(op, i)) hash = mix_block(n, hash, block);
  }
  return hash;
}

// Of an op without its insides; how many of those there are counts.
static uint64_t mix_op(const Numbering *n, uint64_t hash, const IrOp *op) {
  hash = mix_attributes(mix_pointer(hash, ir_op_info(op)), op);
  if (n->flags & IR_FINGERPRINT_LOCS) hash = ir_hash_mix(hash, ir_op_loc(op).id);
  hash = ir_hash_mix(ir_hash_mix(hash, ir_op_num_operands(op)), ir_op_num_successors(op));
  for (size_t i = 0; i < ir_op_num_operands(op); i++) hash = mix_use(n, hash, ir_op_operand(op, i));
  for (size_t i = 0; i < ir_op_num_successors(op); i++)
    hash = ir_hash_mix(hash, number_of(n, ir_op_successor(op, i)));
  hash = ir_hash_mix(hash, ir_op_num_results(op));
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    hash = mix_definition(n, hash, ir_op_result(op, i));
  return mix_regions(n, hash, op);
}

uint64_t ir_op_fingerprint(IrOp *root, unsigned flags) {
  Numbering n = {.ctx = ir_op_context(root), .flags = flags};
  number_all(&n, root);
  uint64_t hash = 0;
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) hash = mix_op(&n, hash, op);
  ir_ptrmap_free(&n.numbers);
  return hash;
}

IrOp *ir_op_first_difference(IrOp *a, IrOp *b, unsigned flags, IrOp **other) {
  Numbering of_a = {.ctx = ir_op_context(a), .flags = flags};
  Numbering of_b = {.ctx = ir_op_context(b), .flags = flags};
  number_all(&of_a, a);
  number_all(&of_b, b);
  IrOp *x = a, *y = b;
  while (x && y && mix_op(&of_a, 0, x) == mix_op(&of_b, 0, y)) {
    x = ir_tree_next(x, a);
    y = ir_tree_next(y, b);
  }
  ir_ptrmap_free(&of_a.numbers);
  ir_ptrmap_free(&of_b.numbers);
  *other = y;
  return x;
}
