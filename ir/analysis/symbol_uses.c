#include "ir/analysis/symbol_uses.h"

#include "ir/analysis/tree.h"
#include "ir/core/op_impl.h"
#include "ir/support/vec.h"

typedef IR_VEC(IrAttr) Attrs;

static void push_inside(Attrs *attrs, IrAttr attr) {
  bool dict = ir_attr_kind(attr) == IR_ATTR_DICT;
  for (size_t i = 0, n = ir_attr_count(attr); i < n; i++)
    ir_vec_push(attrs, dict ? ir_attr_entry(attr, i).value : ir_attr_at(attr, i));
}

// In depth, without recursion.
static void search(Attrs *attrs, IrAttr attr, IrOp *op, IrSymbolUseFn fn, void *user) {
  while (attr) {
    IrAttrKind kind = ir_attr_kind(attr);
    if (kind == IR_ATTR_SYMBOL)
      fn(user, op, attr);
    else if (kind == IR_ATTR_ARRAY || kind == IR_ATTR_DICT)
      push_inside(attrs, attr);
    attr = attrs->n ? ir_vec_pop(attrs) : NULL;
  }
}

static void search_op(Attrs *attrs, IrOp *op, IrSymbolUseFn fn, void *user) {
  for (uint32_t i = 0; i < op->num_slots; i++) search(attrs, ir_slots(op)[i], op, fn, user);
  search(attrs, ir_discardable(op), op, fn, user);
}

void ir_op_symbol_uses(IrOp *op, IrSymbolUseFn fn, void *user) {
  Attrs attrs = {0};
  search_op(&attrs, op, fn, user);
  ir_vec_free(&attrs);
}

void ir_symbol_uses(IrOp *root, IrSymbolUseFn fn, void *user) {
  Attrs attrs = {0};
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) search_op(&attrs, op, fn, user);
  ir_vec_free(&attrs);
}
