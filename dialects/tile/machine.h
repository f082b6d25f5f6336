// What the rules of `tile` ask of the machine they run on, beside memory: the kernel's dimensions,
// which block is at work, and the stores that it has under way.
// A machine is set under the name "tile" with ir_interp_set_machine.
#ifndef DIALECTS_TILE_MACHINE_H
#define DIALECTS_TILE_MACHINE_H

#include "dialects/tile/async_store.h"
#include "ir/interp/interp.h"

typedef struct TileMachine {
  uint32_t size; // sizeof(TileMachine)
  // Extent of the kernel's dimension `name`; false when there is none.
  bool (*dim)(void *machine, IrStr name, int64_t *extent);
  // The indices of the block at work, the number of which is given back.
  size_t (*block)(void *machine, const int64_t **indices);
  // Stores of the block that are under way; NULL where there are no blocks of tiles.
  TileStores *(*stores)(void *machine);
  // What tile.num_blocks gives: blocks of the launch, of those that run together one.
  int64_t (*num_blocks)(void *machine);
} TileMachine;

#define TILE_MACHINE "tile"

#endif
