// Symbols: ops found by name in the body of an op with trait IR_SYMBOL_TABLE.
#include "ir/core/op_impl.h"

IrStr ir_symbol_name(const IrOp *symbol) {
  IrAttr name = ir_op_attr(symbol, "sym_name");
  return name && ir_attr_kind(name) == IR_ATTR_STRING ? ir_attr_str(name) : (IrStr){0};
}

// Names are uniqued, so finding one is comparing pointers.
static IrOp *find(const IrOp *table, IrAttr name) {
  for (size_t i = 0; i < table->num_regions; i++) {
    IR_FOR_BLOCKS(block, &ir_regions(table)[i]) {
      for (IrOp *op = block->first; op; op = op->next) {
        uint32_t slot = op->info->sym_name;
        if (slot != UINT32_MAX && (op->info->traits & IR_SYMBOL) && ir_slots(op)[slot] == name)
          return op;
      }
    }
  }
  return NULL;
}

IrOp *ir_symbol_lookup(IrOp *table, IrStr name) {
  return find(table, ir_attr_string(table->info->ctx, name));
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
