// Tiles between a memref and the whole of a shared buffer as boxes that TMA moves.
//
// A box is one slab of the buffer's swizzle, of at most 256 rows; without a swizzle it is rows of
// the buffer's.  Boxes have one shape; dimensions before the last two are of one element.
#ifndef DIALECTS_TILE_TILE_TMA_H
#define DIALECTS_TILE_TILE_TMA_H

#include "dialects/mem/mem.h"
#include "dialects/tile/tile.h"

typedef struct TileBoxes {
  IrType map;    // !mem.tensor_map of the memref
  IrType buffer; // where they lie
  unsigned rank; // of the memref
  unsigned lead; // of its dimensions, those before the tile's
  bool swapped;  // the last two dimensions of the tile are the buffer's last two, swapped
  int64_t num[MEM_TENSOR_MAP_MAX_RANK]; // along each dimension of the memref
  int64_t count;                        // of all
  int64_t parts;                        // of as many boxes each,
  unsigned split;                       // which follow each other along this dimension
} TileBoxes;

// The boxes of a tile of `memref` that fills `buffer`, whose dimension d is dimension `perm[d]` of
// the tile (NULL: d).  False where there are none; says why, completing "TMA cannot move it: ".
IR_API bool tile_boxes_of(IrType memref, IrType buffer, IrAttr perm, TileBoxes *boxes,
                          IrStream *why);
// The same in `parts` parts of as many boxes each: what each block of a cluster loads of it.
IR_API bool tile_boxes_in_parts(IrType memref, IrType buffer, IrAttr perm, int64_t parts,
                                TileBoxes *boxes, IrStream *why);
// Whether a tile that lies as `stored` at `at` is all of the buffer.
IR_API bool tile_fills_buffer(IrValues at, IrShape stored, IrType buffer);
// The boxes of a tile.async_copy, marked `tma` or not; where it is marked `multicast` in a part for
// each block of the kernel's clusters.
IR_API bool tile_boxes_of_copy(const IrOp *copy, TileBoxes *boxes, IrStream *why);
// The box of each of `n` equal parts of the rows that a tile.async_store takes; false: a part is no
// single box.
IR_API bool tile_boxes_of_part(const IrOp *store, int64_t n, TileBoxes *boxes);
// Box `i`: its place in the tile along each dimension of the memref; returns its first element's
// place in the buffer's storage.  Parts follow each other, and the boxes of one are as far from
// those of the next one, in both places, as the first ones are.
IR_API int64_t tile_box_at(const TileBoxes *boxes, int64_t i, int64_t at[MEM_TENSOR_MAP_MAX_RANK]);
// Bytes that all boxes bring: what an mbarrier is told.
IR_API int64_t tile_boxes_bytes(const TileBoxes *boxes);

#endif
