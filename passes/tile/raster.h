// In which order a grid's tiles are computed: row by row of the second index as before, or in
// groups of some tiles along the first index by all along the second, so that the tiles at work at
// one time share what they load.
#ifndef PASSES_TILE_RASTER_H
#define PASSES_TILE_RASTER_H

#include "dialects/tile/kernel.h"
#include "ir/edit/builder.h"

// How many tiles along the first index make a group, for `at_work` tiles at one time; 0: as before,
// where loops load nothing that depends on one index alone.
int64_t raster_default_group(IrOp *kernel, int64_t at_work);

// Extents of a grid, as i32; of three or more the last one is not looked at.
typedef struct RasterGrid {
  size_t rank;
  IrValue *extents[TILE_MAX_GRID];
} RasterGrid;

// The indices of tile number `tile`, an i32, as values of type index, in groups of `group`.
void raster_indices(IrBuilder *b, const RasterGrid *grid, int64_t group, IrValue *tile,
                    IrValue *indices[TILE_MAX_GRID]);

#endif
