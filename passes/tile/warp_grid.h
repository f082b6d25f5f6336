// How the warps of a block share a matrix product.
#ifndef PASSES_TILE_WARP_GRID_H
#define PASSES_TILE_WARP_GRID_H

#include "ir/support/base.h"

// Warps along the rows and the columns; m is 0 when the extents do not fit.  Of 12 warps the three
// groups of four are along one of them, whose count then has the factor three; where neither extent
// has it, m * n is 4 and each group computes everything.
typedef struct WarpGrid {
  int64_t m, n;
} WarpGrid;

// Splits `warps` (a power of two, or 12) over an MxN product of m16n8 instructions so that the
// operands a warp reads (its rows of A and columns of B) are fewest.  Warps share the power of two
// in an extent; its odd factor stays with each of them, but for groups.
WarpGrid warp_grid_for_mma(int64_t m, int64_t n, int64_t warps);
// All of them along the rows, so that no two have part of one row; m is 0 where they do not fit.
WarpGrid warp_grid_along_m(int64_t m, int64_t n, int64_t warps);
// May the warps of a block share it so?
bool warp_grid_fits(WarpGrid grid, int64_t m, int64_t n, int64_t warps);
// The most warps that can share such a product; 0 where no instruction divides it.
int64_t warp_grid_most_warps(int64_t m, int64_t n);

#endif
