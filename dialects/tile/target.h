// What a GPU architecture has: the module's attribute `tile.target = #tile.target<"sm_90a">`.
#ifndef DIALECTS_TILE_TARGET_H
#define DIALECTS_TILE_TARGET_H

#include "dialects/tile/tile.h"

typedef struct TileTarget {
  const char *name;      // "sm_90a"
  unsigned arch;         // 90
  char suffix;           // 'a', or 0: only then may instructions of that architecture alone be used
  unsigned shared_block; // bytes of shared memory a block may have
  unsigned shared_sm;    // bytes of shared memory of a multiprocessor
  unsigned registers;    // 32-bit registers of a multiprocessor
  unsigned max_registers; // of a thread
  unsigned max_threads;   // of a block
  unsigned processors;    // multiprocessors of the largest part, for estimates; 0: not known
  bool mma, ldmatrix, cp_async, tma, wgmma;
  bool dependent_launch; // a kernel may start before the one in front of it has ended
} TileTarget;

#define TILE_TARGET_DEFAULT "sm_90a"
#define TILE_TARGET_ATTR "tile.target" // on the module

// NULL when unknown.
IR_API const TileTarget *tile_target_find(IrStr name);
// The same; unknown is a diagnostic at `loc` that names the known ones.
IR_API const TileTarget *tile_target_lookup(IrContext *ctx, IrLoc loc, IrStr name);
IR_API IrAttr tile_target_attr_get(IrContext *ctx, const TileTarget *target);
IR_API const TileTarget *tile_target_attr_value(IrAttr attr); // NULL when it is no #tile.target
// Of the module around `op`; sm_90a when it has none.
IR_API const TileTarget *tile_target_of(IrOp *op);
IR_API void tile_target_set(IrOp *module, const TileTarget *target);

#endif
