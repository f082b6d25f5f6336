// What memory a value stands for, and tiles that are loaded from global memory only to be stored to
// shared memory.
#ifndef PASSES_MEM_COPY_PAIR_H
#define PASSES_MEM_COPY_PAIR_H

#include "dialects/tile/tile.h"

// The allocation that a buffer is or is a view of, or the kernel's argument that a memref is.  NULL
// where it may be one of several: chosen, or carried around a loop.
const IrValue *mem_root(const IrOp *kernel, const IrValue *memory);

// May two memories with these roots be one?  (Arguments are taken to be different memory.)
bool mem_roots_meet(const IrValue *a, const IrValue *b);

// The tile.load of a memref that is used for nothing but `store`, a tile.store to a buffer, and
// which may as well stand right in front of it: nothing in between writes global memory or
// synchronizes.  NULL when there is none.  `trans`: the tile.trans in between, or NULL.
IrOp *mem_load_of_copy(IrOp *store, IrOp **trans);

#endif
