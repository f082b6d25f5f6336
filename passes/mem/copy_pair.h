// A tile that is loaded from global memory only to be stored to shared memory.
#ifndef PASSES_MEM_COPY_PAIR_H
#define PASSES_MEM_COPY_PAIR_H

#include "dialects/tile/tile.h"

// The tile.load of a memref whose only use is `store`, a tile.store to a buffer, and which may as
// well stand right in front of it: nothing in between writes global memory or synchronizes.  NULL
// when there is none.
IrOp *mem_load_of_copy(IrOp *store);

#endif
