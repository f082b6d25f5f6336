// What the loops of a kernel load that is the same in neighbouring blocks: such blocks can load a
// part of it each, and send that to all (multicast.c).
#ifndef PASSES_MEM_SHARED_LOADS_H
#define PASSES_MEM_SHARED_LOADS_H

#include "dialects/tile/kernel.h"
#include "ir/support/stream.h"

// How many blocks somebody wishes to load for each other: the kernel's attribute `tile.multicast`;
// 1: none.
int64_t shared_loads_wish(const IrOp *kernel);
// Why its blocks cannot, whatever they load; NULL: they may.
const char *shared_loads_refuse(IrOp *kernel);

typedef struct SharedLoads {
  int64_t bytes;                 // of one iteration of each loop
  int64_t shared[TILE_MAX_GRID]; // of them the same in blocks that differ in this index alone
} SharedLoads;
// Of tile.load and tile.copy from matrices, before there are asynchronous copies.
SharedLoads shared_loads_of_tiles(IrOp *kernel);
// Of copies that TMA makes, as boxes in a part for each of `blocks`.
SharedLoads shared_loads_of_copies(IrOp *kernel, int64_t blocks);
// Whether such a copy is the same in blocks that differ in index `i` alone; says why not,
// completing "each block makes it: ".
bool shared_loads_has(IrOp *kernel, const IrOp *copy, int64_t blocks, size_t i, IrStream *why);

// The index along which blocks share most, of those whose extents are known to be multiples of
// `blocks`, or where `any` those that may be; -1: none.
int shared_loads_index(const IrOp *kernel, const SharedLoads *loads, int64_t blocks, bool any);

#endif
