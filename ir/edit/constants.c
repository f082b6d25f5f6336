// Uniting constants: one op for each value and type at the start of each isolated region.  An
// expression over constants then compares by pointer, and CSE finds its twin.
#include "ir/edit/rewriter_impl.h"
#include "ir/support/map.h"

// The entry block of the nearest region around `op` whose op is isolated, or the root of the
// rewriting: constants may move that far up and no further.
static IrBlock *home_block(const IrRewriter *rw, const IrOp *op) {
  const IrOp *at = op;
  for (;;) {
    IrBlock *block = ir_op_block(at);
    IrRegion *region = ir_block_region(block);
    const IrOp *parent = ir_region_op(region);
    if (parent == rw->root || !ir_op_block(parent) || !ir_op_def(parent) ||
        ir_op_has_trait(parent, IR_ISOLATED))
      return ir_region_first(region);
    at = parent;
  }
}

static size_t slot_of(const Constants *c, const IrBlock *block, IrAttr attr, IrType type) {
  uint64_t hash = ir_hash_pointer(attr) * 31 + ir_hash_pointer(type) * 7 + ir_hash_pointer(block);
  size_t mask = c->size - 1, i = (hash ^ (hash >> 29)) & mask;
  while (c->at[i].block &&
         (c->at[i].block != block || c->at[i].attr != attr || c->at[i].type != type))
    i = (i + 1) & mask;
  return i;
}

static void grow(Constants *c) {
  Constants old = *c;
  c->size = old.size ? old.size * 2 : 256;
  c->used = 0;
  c->at = ir_calloc(c->size, sizeof *c->at);
  for (size_t i = 0; i < old.size; i++) {
    if (!old.at[i].block || !old.at[i].op) continue;
    c->at[slot_of(c, old.at[i].block, old.at[i].attr, old.at[i].type)] = old.at[i];
    c->used++;
  }
  ir_free(old.at);
}

// The entry for that key, new and empty if there was none.
static ConstantEntry *entry_of(Constants *c, IrBlock *block, IrAttr attr, IrType type) {
  if ((c->used + 1) * 2 > c->size) grow(c);
  ConstantEntry *e = &c->at[slot_of(c, block, attr, type)];
  if (!e->block) {
    *e = (ConstantEntry){block, attr, type, NULL};
    c->used++;
  }
  if (e->op && ir_constant_value(e->op) != attr) e->op = NULL; // changed behind our back
  return e;
}

static bool is_ours(IrRewriter *rw, IrOp *op) {
  IrAttr attr = op ? ir_constant_value(op) : NULL;
  if (!attr || rw->constants.size == 0) return false;
  IrType type = ir_value_type(ir_op_result(op, 0));
  return rw->constants.at[slot_of(&rw->constants, ir_op_block(op), attr, type)].op == op;
}

static bool is_in_place(IrRewriter *rw, IrOp *op) {
  return !ir_op_prev(op) || is_ours(rw, ir_op_prev(op));
}

// Leading constants stay in their order; others go in front of them.  One that comes from another
// block has no place in the text any more.
static void move_to_front(IrRewriter *rw, IrOp *op, IrBlock *block) {
  if (ir_op_block(op) == block && is_in_place(rw, op)) return;
  if (ir_op_block(op) != block || is_ours(rw, op)) ir_op_set_loc(op, IR_LOC_UNKNOWN);
  ir_op_detach(op);
  ir_block_prepend(block, op);
}

bool ir_constants_adopt(IrRewriter *rw, IrOp *op, IrAttr attr) {
  IrValue *result = ir_op_result(op, 0);
  IrBlock *block = home_block(rw, op);
  ConstantEntry *e = entry_of(&rw->constants, block, attr, ir_value_type(result));
  if (e->op && e->op != op) {
    ir_op_set_loc(e->op, IR_LOC_UNKNOWN); // neither of the two places is that of both
    ir_replace(rw, op, ir_op_result(e->op, 0));
    return false;
  }
  move_to_front(rw, op, block);
  e->op = op;
  return true;
}

// In front of the op: where it ends up is decided by the next iteration, in program order.
IrValue *ir_constants_make(IrRewriter *rw, IrOp *op, IrAttr attr, IrType type) {
  IrBuilder b = {
      .ctx = rw->ctx, .block = ir_op_block(op), .before = op, .loc = ir_op_loc(op), .rewriter = rw};
  return ir_builder_constant(&b, ir_op_dialect(op), attr, type);
}

void ir_constants_forget(IrRewriter *rw, const IrOp *op) {
  IrAttr attr = rw->constants.size ? ir_constant_value(op) : NULL;
  if (!attr || !ir_op_block(op)) return;
  IrType type = ir_value_type(ir_op_result(op, 0));
  ConstantEntry *e = &rw->constants.at[slot_of(&rw->constants, ir_op_block(op), attr, type)];
  if (e->op == op) e->op = NULL;
}

void ir_constants_free(Constants *constants) {
  ir_free(constants->at);
  *constants = (Constants){0};
}
