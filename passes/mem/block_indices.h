// Which indices of its block a kernel's values and ops follow from: what does not depend on one is
// the same in blocks that differ in that one alone.
#ifndef PASSES_MEM_BLOCK_INDICES_H
#define PASSES_MEM_BLOCK_INDICES_H

#include "dialects/tile/kernel.h"

// A bit for each block index of the kernel; the last one says that something is not known: a number
// read of memory, or control flow that is not followed.
typedef uint32_t BlockIndices;
enum { BLOCK_INDICES_UNKNOWN = 1 << 30 };

BlockIndices block_indices_of(const IrOp *kernel, const IrValue *value);
// How often `op` is executed: the loops and conditions around it.
BlockIndices block_indices_around(const IrOp *kernel, const IrOp *op);

#endif
