// Where tile.async_store_wait has to stand: as late as what follows a store allows.
#ifndef PASSES_MEM_STORE_WAITS_H
#define PASSES_MEM_STORE_WAITS_H

#include "ir/core/dialect.h"

// Puts waits in front of the first op that writes a buffer which a tile.async_store may still read,
// and at the kernel's end; with `order_memory` complete ones in front of ops that touch what it
// stores to.  For an op in a loop that starts no stores it is in front of the loop.  Waits that are
// there count.  Returns how many were added.
unsigned mem_insert_store_waits(IrOp *kernel, bool order_memory);

// Puts complete waits between two tile.async_store of one block that may go to the same elements.
// For stores that a person wrote, who knows about buffers and about what else touches memory.
void mem_order_stores(IrOp *kernel);

#endif
