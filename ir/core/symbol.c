// Symbols: ops found by name in the body of an op with trait IR_SYMBOL_TABLE.
#include "ir/core/op_impl.h"
#include "ir/core/storage_impl.h"

IrStr ir_symbol_name(const IrOp *symbol) {
  IrAttr name = ir_op_attr(symbol, "sym_name");
  return name && ir_attr_kind(name) == IR_ATTR_STRING ? ir_attr_str(name) : (IrStr){0};
}

// Symbols of one table by name attribute.
typedef struct IndexedTable {
  IrPtrMap by_name;
} IndexedTable;

static bool is_symbol(const IrOp *op) {
  return (op->info->traits & IR_SYMBOL) && ir_slots(op)[op->info->sym_name];
}

static IndexedTable *index_table(IrLane *lane, const IrOp *table) {
  IndexedTable *indexed = ir_ptrmap_get(&lane->symbol_index, table);
  if (indexed) return indexed;
  indexed = ir_calloc(1, sizeof *indexed);
  ir_ptrmap_set(&lane->symbol_index, table, indexed);
  for (size_t i = 0; i < table->num_regions; i++) {
    IR_FOR_BLOCKS(block, &ir_regions(table)[i]) {
      for (IrOp *op = block->first; op; op = op->next) {
        IrAttr name = is_symbol(op) ? ir_slots(op)[op->info->sym_name] : NULL;
        if (name && !ir_ptrmap_has(&indexed->by_name, name))
          ir_ptrmap_set(&indexed->by_name, name, op);
      }
    }
  }
  return indexed;
}

void ir_symbol_index_open(IrContext *ctx) {
  ir_lane(ctx)->symbol_index_users++;
}

void ir_symbol_index_close(IrContext *ctx) {
  IrLane *lane = ir_lane(ctx);
  if (--lane->symbol_index_users > 0) return;
  for (uint32_t i = 0; i < lane->symbol_index.n; i++) {
    IndexedTable *indexed = lane->symbol_index.entries[i].value;
    ir_ptrmap_free(&indexed->by_name);
    ir_free(indexed);
  }
  ir_ptrmap_free(&lane->symbol_index);
}

// Names are uniqued, so finding one is comparing pointers.  Without an open index nothing is
// written anywhere: several threads may look up symbols of the same IR.
static IrOp *find(const IrOp *table, IrAttr name) {
  if (!name) return NULL;
  IrLane *lane = ir_lane(table->info->ctx);
  if (lane->symbol_index_users > 0) return ir_ptrmap_get(&index_table(lane, table)->by_name, name);
  for (size_t i = 0; i < table->num_regions; i++) {
    IR_FOR_BLOCKS(block, &ir_regions(table)[i]) {
      for (IrOp *op = block->first; op; op = op->next)
        if (is_symbol(op) && ir_slots(op)[op->info->sym_name] == name) return op;
    }
  }
  return NULL;
}

IrOp *ir_symbol_lookup(IrOp *table, IrStr name) {
  IrStorageKey key = {
      .kind = IR_ATTR_BASE + IR_ATTR_STRING, .head = name.ptr, .head_bytes = name.len};
  return find(table, (IrAttr)ir_find_unique(table->info->ctx, &key));
}

// Down from `table` through the nested names of the reference.
static IrOp *find_path(IrOp *table, IrAttr symbol) {
  IrOp *op = ir_symbol_lookup(table, ir_attr_str(symbol));
  for (size_t i = 0; op && i < ir_attr_num_nested(symbol); i++)
    op = ir_symbol_lookup(op, ir_attr_nested(symbol, i));
  return op;
}

IrOp *ir_symbol_lookup_from(IrOp *from, IrAttr symbol) {
  for (IrOp *table = from; table; table = ir_op_parent(table)) {
    IrOp *found = table->info->traits & IR_SYMBOL_TABLE ? find_path(table, symbol) : NULL;
    if (found) return found;
  }
  return NULL;
}
