// What is known to divide an index value: constants, sums and products of known things, loop and
// grid indices, named dimensions under the kernel's assumptions.
#ifndef PASSES_MEM_DIVISIBILITY_H
#define PASSES_MEM_DIVISIBILITY_H

#include "ir/core/dialect.h"

// The largest power of two, at most 2^30, known to divide `value` (zero gives 2^30), or each
// element of a tile.
int64_t divisor_of_value(IrOp *kernel, const IrValue *value);
// The same for a name in the kernel's assumptions: `K`, `A.address`, `A.stride0`.
int64_t divisor_of_name(IrOp *kernel, IrStr name);
// For extent `dim` of memref argument `memref` (static, or by its name).
int64_t divisor_of_extent(IrOp *kernel, const IrValue *memref, size_t dim);
// For its stride `dim`, in elements.
int64_t divisor_of_stride(IrOp *kernel, const IrValue *memref, size_t dim);
// For its address, in bytes.
int64_t divisor_of_address(IrOp *kernel, const IrValue *memref);
// Elements, at most `limit`, that one aligned access along dimension `dim` may move from these
// indices on.  `dim` is the memref's contiguous dimension.
int64_t divisor_of_access(IrOp *kernel, const IrValue *memref, IrValues indices, size_t dim,
                          int64_t limit);
// The same of an access whose index along `dim` is known to be a multiple of `limit`.
int64_t divisor_of_row(IrOp *kernel, const IrValue *memref, size_t dim, int64_t limit);
// Of the elements of such an access, how many next to each other are inside the memref or outside
// together.
int64_t divisor_of_edge(IrOp *kernel, const IrValue *memref, IrValues indices, size_t dim);

#endif
