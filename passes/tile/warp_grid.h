// How the warps of a block share a matrix product.
#ifndef PASSES_TILE_WARP_GRID_H
#define PASSES_TILE_WARP_GRID_H

#include "ir/support/base.h"

typedef struct WarpGrid {
  int64_t m, n; // warps along the rows and the columns; m is 0 when the extents do not fit
} WarpGrid;

// Splits `warps` (a power of two) over an MxN product of m16n8 instructions so that the operands a
// warp reads (its rows of A and columns of B) are fewest.
WarpGrid warp_grid_for_mma(int64_t m, int64_t n, int64_t warps);

#endif
