// Symbols: ops found by name in the body of an op with trait IR_SYMBOL_TABLE.
#include "ir/core/op_impl.h"
#include "ir/core/storage_impl.h"
#include "ir/core/symbol_table.h"

IrStr ir_symbol_name(const IrOp *symbol) {
  IrAttr name = ir_op_attr(symbol, "sym_name");
  return name && ir_attr_kind(name) == IR_ATTR_STRING ? ir_attr_str(name) : (IrStr){0};
}

// By name attribute.
struct IrSymbolTable {
  IrContext *ctx;
  IrPtrMap by_name;
};

static bool is_symbol(const IrOp *op) {
  return (op->info->traits & IR_SYMBOL) && ir_slots(op)[op->info->sym_name];
}

IrSymbolTable *ir_symbol_table_create(const IrOp *op) {
  IrSymbolTable *table = ir_calloc(1, sizeof *table);
  table->ctx = op->info->ctx;
  for (size_t i = 0; i < op->num_regions; i++) {
    IR_FOR_BLOCKS(block, &ir_regions(op)[i]) {
      for (IrOp *symbol = block->first; symbol; symbol = symbol->next) {
        IrAttr name = is_symbol(symbol) ? ir_slots(symbol)[symbol->info->sym_name] : NULL;
        if (name && !ir_ptrmap_has(&table->by_name, name))
          ir_ptrmap_set(&table->by_name, name, symbol);
      }
    }
  }
  return table;
}

void ir_symbol_table_destroy(IrSymbolTable *table) {
  ir_ptrmap_free(&table->by_name);
  ir_free(table);
}

static IrAttr find_name(IrContext *ctx, IrStr name) {
  IrStorageKey key = {
      .kind = IR_ATTR_BASE + IR_ATTR_STRING, .head = name.ptr, .head_bytes = name.len};
  return (IrAttr)ir_find_unique(ctx, &key);
}

IrOp *ir_symbol_table_lookup(const IrSymbolTable *table, IrStr name) {
  IrAttr attr = find_name(table->ctx, name);
  return attr ? ir_ptrmap_get(&table->by_name, attr) : NULL;
}

bool ir_symbol_table_equal(const IrSymbolTable *a, const IrSymbolTable *b) {
  if (a->by_name.live != b->by_name.live) return false;
  for (uint32_t i = 0; i < a->by_name.n; i++) {
    const IrPtrEntry *entry = &a->by_name.entries[i];
    if (ir_ptrmap_get(&b->by_name, entry->key) != entry->value) return false;
  }
  return true;
}

void ir_symbol_index_open(IrContext *ctx) {
  ir_local(ctx)->symbol_index_users++;
}

void ir_symbol_index_close(IrContext *ctx) {
  IrLocal *local = ir_local(ctx);
  if (--local->symbol_index_users > 0) return;
  for (uint32_t i = 0; i < local->symbol_index.n; i++)
    ir_symbol_table_destroy(local->symbol_index.entries[i].value);
  ir_ptrmap_free(&local->symbol_index);
}

void ir_symbol_scope_open(IrContext *ctx, IrSymbolScope *scope) {
  IrLocal *local = ir_local(ctx);
  scope->outer = local->symbol_scopes;
  local->symbol_scopes = scope;
}

void ir_symbol_scope_close(IrContext *ctx, const IrSymbolScope *scope) {
  IrLocal *local = ir_local(ctx);
  IR_ASSERT(local->symbol_scopes == scope, "scopes close in the reverse order");
  local->symbol_scopes = scope->outer;
}

// The symbols of an op if someone says that they stand still.
static const IrSymbolTable *table_of(IrLocal *local, const IrOp *op) {
  for (IrSymbolScope *scope = local->symbol_scopes; scope; scope = scope->outer)
    if (scope->op == op) return scope->get(scope->user);
  if (local->symbol_index_users == 0) return NULL;
  IrSymbolTable *table = ir_ptrmap_get(&local->symbol_index, op);
  if (table) return table;
  table = ir_symbol_table_create(op);
  ir_ptrmap_set(&local->symbol_index, op, table);
  return table;
}

// Names are uniqued, so finding one is comparing pointers.  Without an open index nothing is
// written anywhere: several threads may look up symbols of the same IR.
static IrOp *find(const IrOp *op, IrAttr name) {
  if (!name) return NULL;
  const IrSymbolTable *table = table_of(ir_local(op->info->ctx), op);
  if (table) return ir_ptrmap_get(&table->by_name, name);
  for (size_t i = 0; i < op->num_regions; i++) {
    IR_FOR_BLOCKS(block, &ir_regions(op)[i]) {
      for (IrOp *symbol = block->first; symbol; symbol = symbol->next)
        if (is_symbol(symbol) && ir_slots(symbol)[symbol->info->sym_name] == name) return symbol;
    }
  }
  return NULL;
}

IrOp *ir_symbol_lookup(IrOp *table, IrStr name) {
  return find(table, find_name(table->info->ctx, name));
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

// Names of the symbols that are visible from an op, table by table outwards.
typedef struct VisibleSymbols {
  IrOp *table;
  IrOp *next;
  IrContext *ctx;
} VisibleSymbols;

static IrOp *first_in_table(const IrOp *op) {
  bool is_table = op && (op->info->traits & IR_SYMBOL_TABLE) && op->num_regions > 0;
  IrBlock *block = is_table ? ir_region_first(ir_op_region(op, 0)) : NULL;
  return block ? ir_block_first(block) : NULL;
}

static const char *next_symbol(void *user) {
  VisibleSymbols *at = user;
  for (;;) {
    while (at->table && !at->next) {
      at->table = ir_op_parent(at->table);
      at->next = first_in_table(at->table);
    }
    if (!at->table) return NULL;
    IrOp *op = at->next;
    at->next = ir_op_next(op);
    if (is_symbol(op)) return ir_arena_strdup(ir_context_arena(at->ctx), ir_symbol_name(op));
  }
}

IrStatus ir_symbol_error(IrOp *op, IrAttr symbol, const char *what, const IrOp *found) {
  IrContext *ctx = ir_op_context(op);
  (void)ir_op_error(op, "{} does not name a {}", symbol, what);
  if (found) {
    ir_note(ctx, ir_op_loc(found), "it names this '{}'", found);
    return IR_FAILED;
  }
  VisibleSymbols symbols = {op, NULL, ctx};
  const char *near = ir_nearest(ir_attr_str(symbol), next_symbol, &symbols);
  if (near) ir_help(ctx, "did you mean '@{}'?", near);
  return IR_FAILED;
}
