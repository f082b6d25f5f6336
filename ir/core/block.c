// Blocks, their arguments and lists of ops; regions and their lists of blocks.
#include "ir/core/op_impl.h"

// Distance of the order numbers of ops appended one after another: leaves room for some insertions
// in between.
enum { ORDER_STEP = 16 };

static void link_op(IrOp *op, IrBlock *block, IrOp *prev, IrOp *next) {
  IR_ASSERT(!op->block, "the op is in a block already: detach it first");
  op->block = block;
  op->prev = prev;
  op->next = next;
  *(prev ? &prev->next : &block->first) = op;
  *(next ? &next->prev : &block->last) = op;
  ir_note_edit(op, IR_EDIT_PLACE);
  if (!prev && !next) block->ordered = true;
  if (!block->ordered) return;
  uint32_t low = prev ? prev->order : 0, high = next ? next->order : UINT32_MAX;
  if (!next && high - low > ORDER_STEP)
    op->order = low + ORDER_STEP;
  else if (high - low > 1)
    op->order = low + (high - low) / 2;
  else
    block->ordered = false;
}

void ir_op_detach(IrOp *op) {
  IrBlock *block = op->block;
  if (!block) return;
  ir_note_edit(op, IR_EDIT_PLACE);
  *(op->prev ? &op->prev->next : &block->first) = op->next;
  *(op->next ? &op->next->prev : &block->last) = op->prev;
  op->block = NULL;
  op->prev = op->next = NULL;
}

void ir_op_insert_before(IrOp *op, IrOp *before) {
  IR_ASSERT(before->block, "cannot insert before an op that is in no block");
  link_op(op, before->block, before->prev, before);
}

void ir_op_insert_after(IrOp *op, IrOp *after) {
  IR_ASSERT(after->block, "cannot insert after an op that is in no block");
  link_op(op, after->block, after, after->next);
}

void ir_block_append(IrBlock *block, IrOp *op) {
  link_op(op, block, block->last, NULL);
}

void ir_block_prepend(IrBlock *block, IrOp *op) {
  link_op(op, block, NULL, block->first);
}

static void renumber(IrBlock *block) {
  uint32_t order = 0;
  for (IrOp *op = block->first; op; op = op->next) op->order = order += ORDER_STEP;
  block->ordered = true;
}

bool ir_op_is_before(const IrOp *a, const IrOp *b) {
  IR_ASSERT(a->block && a->block == b->block, "order is known within a block only");
  if (!a->block->ordered) renumber(a->block);
  return a->order < b->order;
}

IrBlock *ir_block_create(IrContext *ctx) {
  IrBlock *block = ir_heap_alloc(&ir_local(ctx)->heap, sizeof *block);
  *block = (IrBlock){.ctx = ctx};
  return block;
}

IrRegion *ir_block_region(const IrBlock *block) {
  return block->region;
}

IrOp *ir_block_parent(const IrBlock *block) {
  return block->region ? block->region->op : NULL;
}

IrBlock *ir_block_next(const IrBlock *block) {
  return block->next;
}

IrBlock *ir_block_prev(const IrBlock *block) {
  return block->prev;
}

IrOp *ir_block_first(const IrBlock *block) {
  return block->first;
}

IrOp *ir_block_last(const IrBlock *block) {
  return block->last;
}

IrOp *ir_block_terminator(const IrBlock *block) {
  return block->last && ir_op_has_trait(block->last, IR_TERMINATOR) ? block->last : NULL;
}

size_t ir_block_num_args(const IrBlock *block) {
  return block->num_args;
}

IrValue *ir_block_arg(const IrBlock *block, size_t i) {
  IR_ASSERT(i < block->num_args, "no such block argument");
  return &block->args[i]->value;
}

static void grow_args(IrBlock *block) {
  IrHeap *heap = &ir_local(block->ctx)->heap;
  uint32_t cap = block->args_cap ? block->args_cap * 2 : 2;
  IrArg **args = ir_heap_alloc(heap, cap * sizeof *args);
  if (block->args) {
    memcpy(args, block->args, block->num_args * sizeof *args);
    ir_heap_free(heap, block->args, block->args_cap * sizeof *args);
  }
  block->args = args;
  block->args_cap = cap;
}

IrValue *ir_block_add_arg(IrBlock *block, IrType type, IrLoc loc) {
  if (block->num_args == block->args_cap) grow_args(block);
  IrArg *arg = ir_heap_alloc(&ir_local(block->ctx)->heap, sizeof *arg);
  *arg = (IrArg){.value = {.type = type, .index_and_kind = block->num_args * 2 + 1},
                 .block = block,
                 .loc = loc};
  block->args[block->num_args++] = arg;
  ir_note_blocks(block);
  return &arg->value;
}

void ir_block_erase_arg(IrBlock *block, size_t i) {
  IR_ASSERT(i < block->num_args, "no such block argument");
  IR_ASSERT(!block->args[i]->value.first_use, "erasing a block argument that is in use");
  ir_note_blocks(block);
  ir_heap_free(&ir_local(block->ctx)->heap, block->args[i], sizeof(IrArg));
  block->num_args--;
  for (; i < block->num_args; i++) {
    block->args[i] = block->args[i + 1];
    block->args[i]->value.index_and_kind -= 2;
  }
}

void ir_block_erase_args(IrBlock *block, const bool *erase) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < block->num_args; i++) {
    IrArg *arg = block->args[i];
    if (erase[i]) {
      IR_ASSERT(!arg->value.first_use, "erasing a block argument that is in use");
      ir_heap_free(&ir_local(block->ctx)->heap, arg, sizeof *arg);
      continue;
    }
    arg->value.index_and_kind = kept * 2 + 1;
    block->args[kept++] = arg;
  }
  block->num_args = kept;
}

void ir_block_move_tail(IrBlock *to, IrOp *first) {
  IrBlock *from = first->block;
  if (from == to) return;
  ir_note_blocks(to);
  IrOp *last = from->last;
  *(first->prev ? &first->prev->next : &from->first) = NULL;
  from->last = first->prev;
  first->prev = to->last;
  *(to->last ? &to->last->next : &to->first) = first;
  to->last = last;
  to->ordered = false;
  for (IrOp *op = first; op; op = op->next) op->block = to;
}

// Ways into a block.

IrEdge *ir_block_first_edge(const IrBlock *block) {
  return block->first_edge;
}

IrEdge *ir_edge_next(const IrEdge *edge) {
  return edge->next;
}

IrOp *ir_edge_op(const IrEdge *edge) {
  return edge->op;
}

size_t ir_edge_index(const IrEdge *edge) {
  return (size_t)(edge - ir_edges(edge->op));
}

bool ir_block_has_one_edge(const IrBlock *block) {
  return block->first_edge && !block->first_edge->next;
}

void ir_block_redirect(IrBlock *from, IrBlock *to) {
  if (from == to) return;
  while (from->first_edge) {
    IrEdge *edge = from->first_edge;
    ir_edge_unlink(edge);
    ir_edge_link(edge, to);
    ir_note_edit(edge->op, IR_EDIT_SUCCESSORS);
  }
}

// Regions.

// A region that belongs to no op needs its context to be freed.
typedef struct DetachedRegion {
  IrRegion region;
  IrContext *ctx;
} DetachedRegion;

IrRegion *ir_region_create(IrContext *ctx) {
  DetachedRegion *region = ir_heap_alloc(&ir_local(ctx)->heap, sizeof *region);
  *region = (DetachedRegion){.ctx = ctx};
  return &region->region;
}

static IrStatus drop_references(IrOp *op, void *user) {
  (void)user;
  for (size_t i = 0; i < op->num_operands; i++) ir_op_set_operand(op, i, NULL);
  for (size_t i = 0; i < op->num_successors; i++) ir_op_set_successor(op, i, NULL);
  return IR_OK;
}

void ir_region_destroy(IrRegion *region) {
  IR_ASSERT(!region->op, "the region belongs to an op and goes with it");
  // Blocks may use each other's values and branch to each other, so all that goes first.
  IR_FOR_BLOCKS(block, region) {
    for (IrOp *op = block->first; op; op = op->next)
      if (ir_walk_pre(op, drop_references, NULL) != IR_OK) IR_UNREACHABLE("dropping cannot fail");
  }
  while (region->first) ir_block_destroy(region->first);
  DetachedRegion *detached = (DetachedRegion *)region;
  ir_heap_free(&ir_local(detached->ctx)->heap, detached, sizeof *detached);
}

IrOp *ir_region_op(const IrRegion *region) {
  return region->op;
}

size_t ir_region_index(const IrRegion *region) {
  return region->op ? (size_t)(region - ir_regions(region->op)) : 0;
}

bool ir_region_is_empty(const IrRegion *region) {
  return !region->first;
}

IrBlock *ir_region_first(const IrRegion *region) {
  return region->first;
}

IrBlock *ir_region_last(const IrRegion *region) {
  return region->last;
}

static void link_block(IrBlock *block, IrRegion *region, IrBlock *prev, IrBlock *next) {
  IR_ASSERT(!block->region, "the block is in a region already: detach it first");
  ir_note_blocks(block);
  block->region = region;
  block->prev = prev;
  block->next = next;
  *(prev ? &prev->next : &region->first) = block;
  *(next ? &next->prev : &region->last) = block;
}

void ir_region_append(IrRegion *region, IrBlock *block) {
  link_block(block, region, region->last, NULL);
}

void ir_region_insert_before(IrBlock *block, IrBlock *before) {
  IR_ASSERT(before->region, "cannot insert before a block that is in no region");
  link_block(block, before->region, before->prev, before);
}

void ir_block_detach(IrBlock *block) {
  IrRegion *region = block->region;
  if (!region) return;
  ir_note_blocks(block);
  *(block->prev ? &block->prev->next : &region->first) = block->next;
  *(block->next ? &block->next->prev : &region->last) = block->prev;
  block->region = NULL;
  block->prev = block->next = NULL;
}

void ir_region_take_body(IrRegion *to, IrRegion *from) {
  if (to == from || !from->first) return;
  ir_note_blocks(from->first);
  for (IrBlock *block = from->first; block; block = block->next) block->region = to;
  from->first->prev = to->last;
  *(to->last ? &to->last->next : &to->first) = from->first;
  to->last = from->last;
  from->first = from->last = NULL;
}
