// Stores that tile.async_store started and that are not done: what a machine keeps for its block.
//
// A buffer is read when a wait asks for it and not before, and what was read reaches memory when a
// `complete` wait asks, else when the block ends.  So a buffer that is written again too early, or
// memory that is read too early, shows in the result.
#ifndef DIALECTS_TILE_ASYNC_STORE_H
#define DIALECTS_TILE_ASYNC_STORE_H

#include "dialects/mem/machine.h"
#include "ir/support/vec.h"

typedef struct TileStore {
  IrOp *op;
  MemView from, to;
  int64_t at[MEM_MAX_RANK], shape[MEM_MAX_RANK]; // the box of `to`
  void *data;                                    // what was read; NULL before
} TileStore;

// Zero-initialise.
typedef struct TileStores {
  IR_VEC(TileStore) under_way; // in the order in which they started
} TileStores;

// Another block begins: what is under way is forgotten.
IR_API void tile_stores_forget(TileStores *stores);
IR_API void tile_stores_free(TileStores *stores);
// The block has ended: what was read reaches memory.  Fails at a store whose buffer nothing waited
// for.
IR_API IrStep tile_stores_end(IrInterp *interp, TileStores *stores);

#endif
