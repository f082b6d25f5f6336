// symbol-dce: symbols that nothing alive refers to and that nobody outside can see.
//
//   func.func private @helper() { ... }
//   func.func @kernel() { ... }            =>    func.func @kernel() { ... }
//
// A private symbol can be named in its own table only, a nested one also where the table is seen.
// A table is hidden when nobody outside can name it: the root of the run is when it is the
// outermost op, no symbol or private; one inside is when it is no symbol, private, or in a hidden
// one.  So a symbol may go when it is private, or nested in a hidden table.
//
// What may not go is alive, and so is what something alive refers to.  A living table makes those
// of its ops alive that may not go.  A reference is looked up in the table around the op that a
// table holds, and `@a::@b` step by step from there; one that leads nowhere keeps nothing.  An op
// that nobody knows and that holds one region may be a table of its own: what it refers to cannot
// be known, and the pass fails.
//
// requires: verified IR   preserves: meaning   breaks: the set of symbols
#include "ir/analysis/tree.h"
#include "ir/core/symbol_table.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

// An op known to be alive whose references are still to be followed.
typedef struct Living {
  IrOp *op;
  bool in_hidden; // the table around it is hidden
} Living;

typedef struct Liveness {
  IR_VEC(Living) work;
  IR_VEC(IrAttr) attrs;   // still to be searched
  IrPtrMap alive;         // symbol -> itself
  IrPtrMap symbol_tables; // table -> IrSymbolTable
} Liveness;

static bool has_visibility(const IrOp *op, const char *visibility) {
  IrAttr attr = ir_op_attr(op, "sym_visibility");
  return attr && ir_attr_kind(attr) == IR_ATTR_STRING && ir_str_is(ir_attr_str(attr), visibility);
}

static bool is_symbol(const IrOp *op) {
  return ir_op_has_trait(op, IR_SYMBOL) && ir_symbol_name(op).len > 0;
}

static bool is_hidden(const IrOp *table, bool in_hidden) {
  return in_hidden || !is_symbol(table) || has_visibility(table, "private");
}

static void add(Liveness *l, IrOp *op, bool in_hidden) {
  ir_vec_push(&l->work, ((Living){op, in_hidden}));
}

static void add_symbol(Liveness *l, IrOp *op, bool in_hidden) {
  if (ir_ptrmap_has(&l->alive, op)) return;
  ir_ptrmap_set(&l->alive, op, op);
  add(l, op, in_hidden);
}

// What of a living table is alive whoever refers to it.
static void add_table(Liveness *l, IrOp *table, bool hidden) {
  for (IrOp *op = ir_tree_first(table, 0); op; op = ir_tree_next_sibling(op)) {
    if (!is_symbol(op))
      add(l, op, hidden);
    else if (!has_visibility(op, "private") && !(hidden && has_visibility(op, "nested")))
      add_symbol(l, op, hidden);
  }
}

// ---- References. ----

static IrOp *lookup(Liveness *l, IrOp *table, IrStr name) {
  if (!ir_op_has_trait(table, IR_SYMBOL_TABLE)) return NULL;
  IrSymbolTable *symbols = ir_ptrmap_get(&l->symbol_tables, table);
  if (!symbols) {
    symbols = ir_symbol_table_create(table);
    ir_ptrmap_set(&l->symbol_tables, table, symbols);
  }
  return ir_symbol_table_lookup(symbols, name);
}

// Every op on the way of a reference is alive, if the way ends somewhere.
static void refer_to(Liveness *l, IrOp *table, bool hidden, IrAttr symbol) {
  IrOp *op = lookup(l, table, ir_attr_str(symbol));
  for (size_t i = 0; op && i < ir_attr_num_nested(symbol); i++)
    op = lookup(l, op, ir_attr_nested(symbol, i));
  if (!op) return;
  op = lookup(l, table, ir_attr_str(symbol));
  add_symbol(l, op, hidden);
  for (size_t i = 0; i < ir_attr_num_nested(symbol); i++) {
    hidden = is_hidden(op, hidden);
    op = lookup(l, op, ir_attr_nested(symbol, i));
    add_symbol(l, op, hidden);
  }
}

static void search_attr(Liveness *l, IrOp *table, bool hidden, IrAttr attr) {
  if (!attr) return;
  ir_vec_push(&l->attrs, attr);
  while (l->attrs.n > 0) {
    IrAttr a = ir_vec_pop(&l->attrs);
    IrAttrKind kind = ir_attr_kind(a);
    if (kind == IR_ATTR_SYMBOL) {
      refer_to(l, table, hidden, a);
    } else if (kind == IR_ATTR_ARRAY) {
      for (size_t i = 0; i < ir_attr_count(a); i++) ir_vec_push(&l->attrs, ir_attr_at(a, i));
    } else if (kind == IR_ATTR_DICT) {
      for (size_t i = 0; i < ir_attr_count(a); i++)
        ir_vec_push(&l->attrs, ir_attr_entry(a, i).value);
    }
  }
}

static void search_op(Liveness *l, IrOp *table, bool hidden, const IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  for (size_t i = 0; def && def->attrs && def->attrs[i].name; i++)
    search_attr(l, table, hidden, ir_op_slot_attr(op, i));
  search_attr(l, table, hidden, ir_op_discardable(op));
}

// A living op of a table, and what is in it up to the tables inside, which are alive with it.
static IrStatus follow(Liveness *l, Living living) {
  IrOp *table = ir_op_parent(living.op), *next;
  for (IrOp *op = living.op; op; op = next) {
    if (!ir_op_def(op) && ir_op_num_regions(op) == 1)
      return ir_op_error(op, "may be a symbol table: what it refers to cannot be known");
    search_op(l, table, living.in_hidden, op);
    bool is_table = ir_op_has_trait(op, IR_SYMBOL_TABLE);
    if (is_table) add_table(l, op, is_hidden(op, living.in_hidden));
    next = is_table ? ir_tree_skip(op, living.op) : ir_tree_next(op, living.op);
  }
  return IR_OK;
}

// ---- Erasing. ----

static uint64_t clean_table(const Liveness *l, IrOp *table) {
  uint64_t erased = 0;
  for (IrOp *op = ir_tree_first(table, 0), *next; op; op = next) {
    next = ir_tree_next_sibling(op);
    if (!is_symbol(op) || ir_ptrmap_has(&l->alive, op)) continue;
    ir_op_destroy(op);
    erased++;
  }
  return erased;
}

static void free_liveness(Liveness *l) {
  for (uint32_t i = 0; i < l->symbol_tables.n; i++)
    if (l->symbol_tables.entries[i].key) ir_symbol_table_destroy(l->symbol_tables.entries[i].value);
  ir_ptrmap_free(&l->symbol_tables);
  ir_ptrmap_free(&l->alive);
  ir_vec_free(&l->work);
  ir_vec_free(&l->attrs);
}

IrStatus symbol_dce_run(IrPassRun *run, IrOp *root) {
  const struct pass_symbol_dce_decl *self = run->decl;
  Liveness l = {0};
  IrStatus status = IR_OK;
  add_table(&l, root, !ir_op_parent(root) || is_hidden(root, false));
  while (status == IR_OK && l.work.n > 0) status = follow(&l, ir_vec_pop(&l.work));
  for (IrOp *op = root; status == IR_OK && op; op = ir_tree_next(op, root))
    if (ir_op_has_trait(op, IR_SYMBOL_TABLE)) self->stats->num_dced += clean_table(&l, op);
  free_liveness(&l);
  return status;
}
