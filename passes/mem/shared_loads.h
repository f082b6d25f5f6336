// What the loops of a kernel load that is the same in neighbouring blocks: such blocks can load a
// part of it each, and send that to all (multicast.c).
#ifndef PASSES_MEM_SHARED_LOADS_H
#define PASSES_MEM_SHARED_LOADS_H

#include "dialects/tile/kernel.h"
#include "ir/support/stream.h"
#include "passes/mem/channels.h"

// How many blocks somebody wishes to load for each other: the kernel's attribute `tile.multicast`;
// 1: none.
int64_t shared_loads_wish(const IrOp *kernel);
// Why its blocks cannot, whatever they load; NULL: they may.
const char *shared_loads_refuse(IrOp *kernel);

// Copies that TMA makes, as boxes in a part for each of `blocks`, ahead of the iterations that use
// them: those that mem-channels will give a channel.
typedef struct SharedLoads {
  IrOp *kernel;
  int64_t blocks;
  ChannelCopies ahead;
  int64_t bytes;                 // of one iteration of each loop
  int64_t shared[TILE_MAX_GRID]; // of them the same in blocks that differ in this index alone
} SharedLoads;
SharedLoads shared_loads_of(IrOp *kernel, int64_t blocks);
void shared_loads_free(SharedLoads *loads);
// Whether such a copy is the same in blocks that differ in index `i` alone; says why not,
// completing "each block makes it: ".
bool shared_loads_has(const SharedLoads *loads, const IrOp *copy, size_t i, IrStream *why);

// The index along which blocks share most, of those whose extents are known to be multiples of
// `blocks`, or where `any` those that may be; -1: none.
int shared_loads_index(const SharedLoads *loads, bool any);

#endif
