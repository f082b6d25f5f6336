#include "passes/generic/constant_pool.h"

#include "ir/support/arena.h"
#include "ir/support/map.h"

// Constants may move up to where an isolated op begins; an op nobody knows may be isolated.
IrBlock *constant_home(const ConstantPool *pool, IrBlock *block) {
  for (;;) {
    IrRegion *region = ir_block_region(block);
    IrOp *op = ir_region_op(region);
    bool stop = op == pool->root || !ir_op_block(op) || !ir_op_def(op);
    if (stop || ir_op_has_trait(op, IR_ISOLATED)) return ir_region_first(region);
    block = ir_op_block(op);
  }
}

static size_t slot_of(const ConstantPool *pool, const IrBlock *block, IrAttr attr, IrType type) {
  uint64_t hash = ir_hash_pointer(attr) * 31 + ir_hash_pointer(type) * 7 + ir_hash_pointer(block);
  size_t mask = pool->size - 1, i = (hash ^ (hash >> 29)) & mask;
  for (;; i = (i + 1) & mask) {
    const ConstantEntry *e = &pool->at[i];
    if (!e->block || (e->block == block && e->attr == attr && e->type == type)) return i;
  }
}

static void grow(ConstantPool *pool) {
  ConstantPool old = *pool;
  pool->size = old.size ? old.size * 2 : 64;
  pool->at = ir_calloc(pool->size, sizeof *pool->at);
  for (size_t i = 0; i < old.size; i++) {
    const ConstantEntry *e = &old.at[i];
    if (e->block) pool->at[slot_of(pool, e->block, e->attr, e->type)] = *e;
  }
  ir_free(old.at);
}

IrValue *constant_get(ConstantPool *pool, IrBlock *home, const IrDialect *prefer, IrAttr attr,
                      IrType type, IrLoc loc) {
  if ((pool->used + 1) * 2 > pool->size) grow(pool);
  ConstantEntry *e = &pool->at[slot_of(pool, home, attr, type)];
  if (e->block) return e->value;
  IrBuilder b = ir_builder_at_start(pool->ctx, home, loc);
  *e = (ConstantEntry){home, attr, type, ir_builder_constant(&b, prefer, attr, type)};
  pool->used++;
  return e->value;
}

void constant_pool_free(ConstantPool *pool) {
  ir_free(pool->at);
  *pool = (ConstantPool){0};
}
