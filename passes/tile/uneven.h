// Tiles that take unequally long: those of kernels whose loops run more often for some block
// indices than for others, as attention does where queries do not see the keys behind them.
#ifndef PASSES_TILE_UNEVEN_H
#define PASSES_TILE_UNEVEN_H

#include "dialects/tile/kernel.h"

typedef struct Uneven {
  size_t index; // of the kernel's block indices, from `first` on
  bool grows;   // whether tiles take longer the larger it is; else shorter, or it is not known
} Uneven;

// Whether how often loops run follows from one block index from number `first` on, and from no
// other and nothing that is not known.
bool uneven_find(const IrOp *kernel, size_t first, Uneven *uneven);

#endif
