// What the files with mem's interpreter rules share.
#ifndef DIALECTS_MEM_MEM_INTERP_IMPL_H
#define DIALECTS_MEM_MEM_INTERP_IMPL_H

#include "dialects/mem/machine.h"

// Active lanes whose predicate (NULL: none) is true.
uint64_t mem_interp_lanes(IrInterp *interp, const IrValue *predicate);
// Byte offsets, by lane, of `count` elements of the memory `base`; fails where one lies outside.
bool mem_interp_offsets(IrInterp *interp, IrOp *op, const IrValue *base, IrValues indices,
                        uint64_t lanes, int64_t count, MemAccessKind kind, int64_t *offsets);

#endif
