// Creating and destroying ops, their attributes, and their place in a block.
#include "ir/core/op_impl.h"

// Bytes of the whole block of an op with `operands` operands inline.
static size_t op_bytes(const IrOp *op, size_t operands) {
  return op->num_results * sizeof(IrValue) + sizeof(IrOp) + op->num_slots * sizeof(IrAttr) +
         op->num_successors * sizeof(IrEdge) + op->num_regions * sizeof(IrRegion) +
         operands * (sizeof(IrValue *) + sizeof(IrUse));
}

static void init_results(IrOp *op, const IrOpCreate *what) {
  for (size_t i = 0; i < what->num_results; i++)
    *ir_result(op, i) = (IrValue){.type = what->result_types[i], .index_and_kind = (uint32_t)i * 2};
}

static void init_operands(IrOp *op, const IrOpCreate *what) {
  IrValue **values = ir_inline_operands(op);
  IrUse *uses = (IrUse *)(values + what->num_operands);
  for (size_t i = 0; i < what->num_operands; i++) {
    values[i] = what->operands[i];
    uses[i].op = op;
    ir_use_link(&uses[i], values[i]);
  }
}

// Slots that `what` says nothing of stay empty.
static void init_slots(IrOp *op, const IrOpCreate *what) {
  size_t n = what->num_attrs && what->num_attrs < op->num_slots ? what->num_attrs : op->num_slots;
  if (!what->attrs) n = 0;
  if (n) memcpy(ir_slots(op), what->attrs, n * sizeof(IrAttr));
  memset(ir_slots(op) + n, 0, (op->num_slots - n) * sizeof(IrAttr));
}

static IrOp *create(IrContext *ctx, const IrOpCreate *what) {
  IR_ASSERT(what->num_regions <= IR_MAX_REGIONS, "too many regions");
  IrOp shape = {.info = what->info,
                .extra = (uintptr_t)what->discardable,
                .loc = what->loc,
                .num_operands = (uint32_t)what->num_operands,
                .num_results = (uint32_t)what->num_results,
                .num_successors = (uint32_t)what->num_successors,
                .num_regions = (uint32_t)what->num_regions,
                .num_slots = what->info->num_slots};
  char *block = ir_heap_alloc(&ir_local(ctx)->heap, op_bytes(&shape, what->num_operands));
  IrOp *op = (IrOp *)(block + what->num_results * sizeof(IrValue));
  *op = shape;
  init_results(op, what);
  init_slots(op, what);
  for (size_t i = 0; i < what->num_successors; i++) {
    ir_edges(op)[i].op = op;
    ir_edge_link(&ir_edges(op)[i], what->successors[i]);
  }
  for (size_t i = 0; i < what->num_regions; i++) ir_regions(op)[i] = (IrRegion){.op = op};
  init_operands(op, what);
  if (ctx->check_rewrites) ir_journal_note_made(op);
  return op;
}

IrOp *ir_op_create_sized(IrContext *ctx, const IrOpCreate *what, size_t size) {
  if (size >= sizeof *what) return create(ctx, what);
  IrOpCreate whole = {0}; // of a plugin that knows fewer fields
  memcpy(&whole, what, size);
  return create(ctx, &whole);
}

// What the op uses, and the blocks it goes to, know nothing of it any more.
static void drop_references(IrOp *op) {
  IrUse *uses = ir_uses(op);
  for (size_t i = 0; i < op->num_operands; i++) ir_use_unlink(&uses[i]);
  for (size_t i = 0; i < op->num_successors; i++) ir_edge_unlink(&ir_edges(op)[i]);
}

// Gives the memory of one op back; its operands are dropped and its regions empty.
static void free_op(IrOp *op) {
  IrHeap *heap = &ir_local(op->info->ctx)->heap;
  IrOpExtra *extra = ir_extra(op);
  size_t inline_operands = extra ? extra->inline_cap : op->num_operands;
  if (extra) {
    if (extra->values != ir_inline_operands(op))
      ir_heap_free(heap, extra->values, extra->cap * (sizeof(IrValue *) + sizeof(IrUse)));
    ir_heap_free(heap, extra, sizeof *extra);
  }
  ir_heap_free(heap, (IrValue *)op - op->num_results, op_bytes(op, inline_operands));
}

static void free_block(IrBlock *block) {
  IrHeap *heap = &ir_local(block->ctx)->heap;
  for (uint32_t i = 0; i < block->num_args; i++) ir_heap_free(heap, block->args[i], sizeof(IrArg));
  if (block->args) ir_heap_free(heap, block->args, block->args_cap * sizeof(IrArg *));
  ir_heap_free(heap, block, sizeof *block);
}

// Ops waiting to be freed are chained by `next`, blocks by `next`: depth costs no stack.
typedef struct Doomed {
  IrOp *ops;
  IrBlock *blocks;
} Doomed;

static void doom_ops(Doomed *doomed, IrBlock *block) {
  if (!block->last) return;
  block->last->next = doomed->ops;
  doomed->ops = block->first;
}

static void doom_regions(Doomed *doomed, IrOp *op) {
  for (size_t i = 0; i < op->num_regions; i++) {
    IrRegion *region = &ir_regions(op)[i];
    if (!region->last) continue;
    region->last->next = doomed->blocks;
    doomed->blocks = region->first;
  }
}

static void free_doomed(Doomed *doomed) {
  while (doomed->ops || doomed->blocks) {
    if (doomed->ops) {
      IrOp *op = doomed->ops;
      doomed->ops = op->next;
      doom_regions(doomed, op);
      free_op(op);
    } else {
      IrBlock *block = doomed->blocks;
      doomed->blocks = block->next;
      doom_ops(doomed, block);
      free_block(block);
    }
  }
}

static IrStatus drop_references_of(IrOp *op, void *user) {
  (void)user;
  drop_references(op);
  return IR_OK;
}

// The watched op is at the top of a module or near it, so looking upwards from it is cheap.
static void unwatch_inside(const IrOp *op) {
  IrLocal *local = ir_local(ir_op_context(op));
  if (!local->watched_op || !ir_op_is_inside(local->watched_op, op)) return;
  local->watched_op = NULL;
  local->watched_gone = op;
}

static void drop_references_inside(IrOp *op) {
  unwatch_inside(op);
  if (ir_walk_pre(op, drop_references_of, NULL) != IR_OK)
    IR_UNREACHABLE("dropping references cannot fail");
}

// First every use goes, then every value: a use must not outlive what it points to.
void ir_op_destroy(IrOp *op) {
  if (ir_is_journaled(op)) ir_journal_note_gone(op);
  if (op->num_regions == 0)
    drop_references(op);
  else
    drop_references_inside(op);
  for (size_t i = 0; i < op->num_results; i++)
    IR_ASSERT(!ir_result(op, i)->first_use, "destroying an op whose result is in use");
  ir_op_detach(op);
  free_doomed(&(Doomed){.ops = op});
}

void ir_block_destroy(IrBlock *block) {
  ir_block_detach(block);
  for (IrOp *op = block->first; op && ir_is_journaled(op); op = op->next) ir_journal_note_gone(op);
  for (IrOp *op = block->first; op; op = op->next) drop_references_inside(op);
  while (block->first_edge) ir_edge_unlink(block->first_edge); // its branches lead nowhere
  for (uint32_t i = 0; i < block->num_args; i++)
    IR_ASSERT(!block->args[i]->value.first_use, "destroying a block whose argument is in use");
  block->next = NULL;
  free_doomed(&(Doomed){.blocks = block});
}

IrContext *ir_op_context(const IrOp *op) {
  return op->info->ctx;
}

const IrOpInfo *ir_op_info(const IrOp *op) {
  return op->info;
}

const IrOpDef *ir_op_def(const IrOp *op) {
  return op->info->def;
}

IrStr ir_op_name(const IrOp *op) {
  return ir_ident_str(op->info->name);
}

bool ir_op_is(const IrOp *op, const IrOpDef *def) {
  return op && op->info->key == def;
}

bool ir_op_has_trait(const IrOp *op, uint64_t trait) {
  return (op->info->traits & trait) != 0;
}

IrLoc ir_op_loc(const IrOp *op) {
  return op->loc;
}

void ir_op_set_loc(IrOp *op, IrLoc loc) {
  op->loc = loc;
}

size_t ir_op_num_results(const IrOp *op) {
  return op->num_results;
}

IrValue *ir_op_result(const IrOp *op, size_t i) {
  IR_ASSERT(i < op->num_results, "no such result");
  return ir_result(op, i);
}

size_t ir_op_num_regions(const IrOp *op) {
  return op->num_regions;
}

IrRegion *ir_op_region(const IrOp *op, size_t i) {
  IR_ASSERT(i < op->num_regions, "no such region");
  return &ir_regions(op)[i];
}

size_t ir_op_num_successors(const IrOp *op) {
  return op->num_successors;
}

IrBlock *ir_op_successor(const IrOp *op, size_t i) {
  IR_ASSERT(i < op->num_successors, "no such successor");
  return ir_edges(op)[i].block;
}

void ir_op_set_successor(IrOp *op, size_t i, IrBlock *block) {
  IR_ASSERT(i < op->num_successors, "no such successor");
  ir_edge_unlink(&ir_edges(op)[i]);
  ir_edge_link(&ir_edges(op)[i], block);
  ir_note_edit(op, IR_EDIT_SUCCESSORS);
}

// Attributes.

static uint32_t slot_named(const IrOp *op, const char *name) {
  uint32_t i = 0;
  while (i < op->num_slots && strcmp(op->info->slot_names[i]->text, name) != 0) i++;
  return i;
}

IrAttr ir_op_attr(const IrOp *op, const char *name) {
  uint32_t slot = slot_named(op, name);
  if (slot < op->num_slots) return ir_slots(op)[slot];
  return ir_attr_get_str(ir_discardable(op), name);
}

static void set_discardable_attr(IrOp *op, const char *name, IrAttr value) {
  IrContext *ctx = ir_op_context(op);
  IrAttr old = ir_discardable(op);
  size_t n = old ? ir_attr_count(old) : 0, kept = 0;
  IrNamedAttr *entries = ir_malloc((n + 1) * sizeof *entries);
  for (size_t i = 0; i < n; i++) {
    IrNamedAttr entry = ir_attr_entry(old, i);
    if (!ir_str_is(ir_ident_str(entry.name), name)) entries[kept++] = entry;
  }
  if (value) entries[kept++] = (IrNamedAttr){ir_ident(ctx, ir_str(name)), value};
  ir_op_set_discardable(op, kept ? ir_attr_dict(ctx, entries, kept) : NULL);
  ir_free(entries);
}

void ir_op_set_attr(IrOp *op, const char *name, IrAttr value) {
  uint32_t slot = slot_named(op, name);
  ir_note_edit(op, IR_EDIT_ATTRIBUTES);
  if (slot < op->num_slots)
    ir_slots(op)[slot] = value;
  else
    set_discardable_attr(op, name, value);
}

IrAttr ir_op_discardable(const IrOp *op) {
  return ir_discardable(op);
}

void ir_op_set_discardable(IrOp *op, IrAttr dict) {
  ir_note_edit(op, IR_EDIT_ATTRIBUTES);
  IrOpExtra *extra = ir_extra(op);
  if (extra)
    extra->discardable = dict;
  else
    op->extra = (uintptr_t)dict;
}

IrAttr ir_op_slot_attr(const IrOp *op, size_t slot) {
  IR_ASSERT(slot < op->num_slots, "no such attribute slot");
  return ir_slots(op)[slot];
}

void ir_op_set_slot_attr(IrOp *op, size_t slot, IrAttr value) {
  IR_ASSERT(slot < op->num_slots, "no such attribute slot");
  ir_slots(op)[slot] = value;
  ir_note_edit(op, IR_EDIT_ATTRIBUTES);
}

// Place in the tree.

IrBlock *ir_op_block(const IrOp *op) {
  return op->block;
}

IrOp *ir_op_parent(const IrOp *op) {
  return op->block ? ir_block_parent(op->block) : NULL;
}

IrOp *ir_op_next(const IrOp *op) {
  return op->next;
}

IrOp *ir_op_prev(const IrOp *op) {
  return op->prev;
}

bool ir_op_is_inside(const IrOp *op, const IrOp *ancestor) {
  while (op && op != ancestor) op = ir_op_parent(op);
  return op != NULL;
}

IrOp *ir_op_enclosing(IrOp *op, const IrOpDef *def) {
  while (op && op->info->def != def) op = ir_op_parent(op);
  return op;
}
