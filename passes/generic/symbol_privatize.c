// symbol-privatize: symbols of the module are its own business.
//
//   func.func @f() { ... }    =>    func.func private @f() { ... }
//
// requires: verified IR   preserves: meaning within the module   breaks: what others may refer to
#include "ir/analysis/tree.h"
#include "passes/generic/generic.h"

static bool is_excluded(const IrOptionList *exclude, IrStr name) {
  for (size_t i = 0; i < exclude->n; i++)
    if (ir_str_is(name, exclude->strings[i])) return true;
  return false;
}

IrStatus symbol_privatize_run(IrPassRun *run, IrOp *root) {
  const struct pass_symbol_privatize_decl *self = run->decl;
  IrAttr visibility = ir_attr_string(run->ctx, ir_str("private"));
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next_sibling(op)) {
    if (!ir_op_has_trait(op, IR_SYMBOL)) continue;
    IrStr name = ir_symbol_name(op);
    if (name.len == 0 || is_excluded(self->options.exclude, name)) continue;
    if (ir_op_attr(op, "sym_visibility") == visibility) continue;
    ir_op_set_attr(op, "sym_visibility", visibility);
    self->stats->privatized++;
  }
  return IR_OK;
}
