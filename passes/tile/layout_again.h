// Making a tile once more in another layout, instead of converting it: constants, splats, loads,
// and what elementwise ops and broadcasts make of such.  The copy stands beside the original, so a
// load reads the same.  A tile whose op names its layout (`tile.layout`) is not made in another.
#ifndef PASSES_TILE_LAYOUT_AGAIN_H
#define PASSES_TILE_LAYOUT_AGAIN_H

#include "dialects/tile/layout.h"
#include "ir/core/dialect.h"
#include "ir/support/map.h"

// What that costs, for one execution of the tile's op; `limit` where it would cost as much or more,
// or cannot be done.
int64_t layout_cost_again(IrOp *kernel, const IrValue *tile, const TileLayout *layout,
                          int64_t limit);
// Does it.  The value must be one that has a cost below some limit.  `originals` collects the ops
// that have a copy now.
IrValue *layout_make_again(IrValue *tile, const TileLayout *layout, IrPtrMap *originals);
// Erases those that nobody uses any more, and frees the map.
void layout_erase_originals(IrPtrMap *originals);

#endif
