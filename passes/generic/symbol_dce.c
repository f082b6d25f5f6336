// symbol-dce: private symbols that nothing alive refers to.
//
//   func.func private @helper() { ... }
//   func.func @kernel() { ... }            =>    func.func @kernel() { ... }
//
// In each symbol table, everything but private symbols is alive, and so is what something alive
// refers to.  Inner tables come after outer ones: an inner one may have gone by then.
//
// requires: verified IR   preserves: meaning   breaks: the set of symbols
#include "ir/analysis/tree.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

typedef struct Liveness {
  IrStrMap private_symbols; // not yet known to be alive
  IR_VEC(IrOp *) alive;     // whose references are still to be followed
  IR_VEC(IrAttr) attrs;     // attributes still to be searched
} Liveness;

static bool is_private(const IrOp *op) {
  if (!ir_op_has_trait(op, IR_SYMBOL) || ir_symbol_name(op).len == 0) return false;
  IrAttr visibility = ir_op_attr(op, "sym_visibility");
  return visibility && ir_attr_kind(visibility) == IR_ATTR_STRING &&
         ir_str_is(ir_attr_str(visibility), "private");
}

static void refer_to(Liveness *l, IrStr name) {
  IrOp *op = ir_strmap_get(&l->private_symbols, name);
  if (!op) return;
  ir_strmap_set(&l->private_symbols, name, NULL);
  ir_vec_push(&l->alive, op);
}

static void search_attr(Liveness *l, IrAttr attr) {
  if (!attr) return;
  ir_vec_push(&l->attrs, attr);
  while (l->attrs.n > 0) {
    IrAttr a = ir_vec_pop(&l->attrs);
    IrAttrKind kind = ir_attr_kind(a);
    if (kind == IR_ATTR_SYMBOL) {
      refer_to(l, ir_attr_str(a));
      for (size_t i = 0; i < ir_attr_num_nested(a); i++) refer_to(l, ir_attr_nested(a, i));
    } else if (kind == IR_ATTR_ARRAY) {
      for (size_t i = 0; i < ir_attr_count(a); i++) ir_vec_push(&l->attrs, ir_attr_at(a, i));
    } else if (kind == IR_ATTR_DICT) {
      for (size_t i = 0; i < ir_attr_count(a); i++)
        ir_vec_push(&l->attrs, ir_attr_entry(a, i).value);
    }
  }
}

static void follow(Liveness *l, IrOp *root) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    const IrOpDef *def = ir_op_def(op);
    for (size_t i = 0; def && def->attrs && def->attrs[i].name; i++)
      search_attr(l, ir_op_slot_attr(op, i));
    search_attr(l, ir_op_discardable(op));
  }
}

static uint64_t clean_table(IrOp *table) {
  Liveness l = {0};
  for (IrOp *op = ir_tree_first(table, 0); op; op = ir_tree_next_sibling(op)) {
    if (is_private(op))
      ir_strmap_set(&l.private_symbols, ir_symbol_name(op), op);
    else
      ir_vec_push(&l.alive, op);
  }
  while (l.alive.n > 0) follow(&l, ir_vec_pop(&l.alive));
  uint64_t erased = 0;
  for (uint32_t i = 0; i < l.private_symbols.n; i++) {
    IrOp *op = l.private_symbols.entries[i].value;
    if (!op) continue;
    ir_op_destroy(op);
    erased++;
  }
  ir_strmap_free(&l.private_symbols);
  ir_vec_free(&l.alive);
  ir_vec_free(&l.attrs);
  return erased;
}

IrStatus symbol_dce_run(IrPassRun *run, IrOp *root) {
  const struct pass_symbol_dce_decl *self = run->decl;
  for (IrOp *op = root; op; op = ir_tree_next(op, root))
    if (ir_op_has_trait(op, IR_SYMBOL_TABLE)) self->stats->num_dced += clean_table(op);
  return IR_OK;
}
