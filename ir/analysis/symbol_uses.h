// References to symbols in the attributes of ops.
#ifndef IR_ANALYSIS_SYMBOL_USES_H
#define IR_ANALYSIS_SYMBOL_USES_H

#include "ir/core/op.h"

// Told of each reference: an op and a symbol attribute, which may have nested names.
typedef void (*IrSymbolUseFn)(void *user, IrOp *op, IrAttr symbol);
// Of `op` alone, declared and discardable attributes, arrays and dictionaries inside them included.
IR_API void ir_op_symbol_uses(IrOp *op, IrSymbolUseFn fn, void *user);
// Of `root` and all ops inside it.
IR_API void ir_symbol_uses(IrOp *root, IrSymbolUseFn fn, void *user);

// Gives for a reference what shall stand in its place, or the same.
typedef IrAttr (*IrSymbolRenameFn)(void *user, IrOp *op, IrAttr symbol);
// Of `root` and all ops inside it; attributes in which a reference changes are made anew.
IR_API void ir_symbol_rename_uses(IrOp *root, IrSymbolRenameFn fn, void *user);
// The same reference with another last name.
IR_API IrAttr ir_symbol_with_last(IrAttr symbol, IrStr name);

#endif
