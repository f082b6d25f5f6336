// Tiles that take unequally long: those of kernels whose loops run more often for some block
// indices than for others, as attention does where queries do not see the keys behind them.
#ifndef PASSES_TILE_UNEVEN_H
#define PASSES_TILE_UNEVEN_H

#include "dialects/tile/kernel.h"

typedef struct Uneven {
  size_t index; // of the kernel's block indices, from `first` on
  bool grows;   // whether tiles take longer the larger it is; else shorter
} Uneven;

// Whether loops run more often the larger or the smaller one block index is, from number `first`
// on, and how often they run follows from no other and from nothing that is not known.  False where
// both bounds move with an index, as the parts of a sum do: those may well be of one length.
bool uneven_find(const IrOp *kernel, size_t first, Uneven *uneven);

#endif
