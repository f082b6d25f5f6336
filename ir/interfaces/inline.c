#include "ir/interfaces/inline.h"

#include "ir/core/op_impl.h"

const IrInterface ir_inline_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_OTHER,
    .name = "dialect-inline",
    .summary = "which ops of a dialect may be inlined, and what a terminator gives",
    .table_size = sizeof(IrInlineInterface),
};

static const IrInlineInterface *inline_of(const IrOp *op) {
  const IrDialect *dialect = op->info->dialect;
  return dialect ? ir_interface_find(dialect->interfaces, &ir_inline_interface) : NULL;
}

bool ir_inline_call_is_legal(const IrOp *call, const IrOp *callable) {
  const IrInlineInterface *table = inline_of(call);
  return table && (!table->call_is_legal || table->call_is_legal(call, callable));
}

bool ir_inline_op_is_legal(const IrOp *op, const IrRegion *into) {
  if (!op->info->def || (op->info->traits & IR_SYMBOL)) return false;
  const IrInlineInterface *table = inline_of(op);
  return !table || !table->op_is_legal || table->op_is_legal(op, into);
}

IrValues ir_inline_results(const IrOp *terminator) {
  const IrInlineInterface *table = inline_of(terminator);
  IrRun run = {0, terminator->num_operands};
  if (table && table->results) run = table->results(terminator);
  return (IrValues){ir_operands(terminator) + run.first, run.n};
}

bool ir_inline_can_branch(const IrOp *terminator) {
  const IrInlineInterface *table = inline_of(terminator);
  return table && table->branch;
}

void ir_inline_branch(const IrOp *terminator, IrBuilder *builder, IrBlock *to) {
  inline_of(terminator)->branch(builder, to, ir_inline_results(terminator));
}
