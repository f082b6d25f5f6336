// The symbols of one op by name, for whoever looks up many: one walk over its body, then a hash
// lookup each.  True as long as no symbol comes, goes or changes its name.
#ifndef IR_CORE_SYMBOL_TABLE_H
#define IR_CORE_SYMBOL_TABLE_H

#include "ir/core/op.h"

typedef struct IrSymbolTable IrSymbolTable;

// Of the symbols directly inside `op`.  Any number of threads may look up.
IR_API IrSymbolTable *ir_symbol_table_create(const IrOp *op);
IR_API void ir_symbol_table_destroy(IrSymbolTable *table);
// The first symbol of that name in the body, or NULL.
IR_API IrOp *ir_symbol_table_lookup(const IrSymbolTable *table, IrStr name);
// Whether both hold the same ops under the same names.
IR_API bool ir_symbol_table_equal(const IrSymbolTable *a, const IrSymbolTable *b);

#endif
