// What the interpreter rules of memref share.
#ifndef DIALECTS_MEMREF_MEMREF_INTERP_IMPL_H
#define DIALECTS_MEMREF_MEMREF_INTERP_IMPL_H

#include "dialects/mem/machine.h"

const MemView *memref_view_of(IrInterp *interp, IrOp *op, size_t operand);
void memref_set_view(IrInterp *interp, IrOp *op, size_t result, const MemView *view);
void memref_set_number(IrInterp *interp, IrOp *op, size_t result, int64_t number);
// The integer that all lanes agree on; false after a failure.
bool memref_uniform(IrInterp *interp, IrOp *op, const IrValue *value, int64_t *number);

#endif
