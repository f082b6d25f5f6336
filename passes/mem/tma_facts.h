// What has to be known of a kernel's argument before TMA may move its tiles.
//
// The host describes the tensor before the kernel runs, and the unit refuses some: an address or
// strides that are no multiples of 16 bytes, extents of 0, extents and strides beyond its fields.
// tile-versions has a version of a kernel assume that this does not happen, and the general version
// take such arguments; a kernel that does not assume it goes without TMA.
#ifndef PASSES_MEM_TMA_FACTS_H
#define PASSES_MEM_TMA_FACTS_H

#include "dialects/tile/tile_tma.h"
#include "ir/support/stream.h"
#include "ir/support/vec.h"

enum { TMA_ALIGNMENT = 16 }; // bytes, of an address and of strides
// Above every extent, so that coordinates beside the tensor, too, are integers of 32 bits.
#define TMA_EXTENTS_END ((int64_t)1 << 30)
// Above every stride, in elements of at most 8 bytes.
#define TMA_STRIDES_END ((int64_t)1 << 36)

// Whether TMA can take the memref, an argument of the kernel, in every launch; says what is not
// known, completing "it is not known that ".
bool tma_takes_argument(IrOp *kernel, const IrValue *memref, IrStream *why);

// Whether a box at these indices of it begins where the unit can: it takes whole multiples of 16
// bytes along a row, from a multiple of them on.
bool tma_starts_box(IrOp *kernel, const IrValue *memref, IrValues indices, IrStream *why);

// A tile on its way from a memref to a buffer, where it lies as `stored`; `perm` as in
// tile.async_copy.
typedef struct TmaCopy {
  IrOp *at; // where it starts
  IrValue *source, *dest;
  IrValues indices, dest_indices;
  IrAttr perm;
  IrShape stored;
} TmaCopy;
// Whether TMA can make the copy in every launch, and as what boxes; says why not, completing
// "TMA cannot copy it: ".
bool tma_takes_copy(IrOp *kernel, const TmaCopy *copy, TileBoxes *boxes, IrStream *why);

// A buffer of the tile's extents, contiguous along `dim`, with the widest swizzle that they take:
// what a tile lies in that TMA stores.
IrType tma_store_buffer(IrContext *ctx, IrShape shape, IrType element, unsigned dim);

// Facts that let it, but for what divides the address and the strides: expressions for `assume`.
typedef IR_VEC(IrAttr) TmaFacts;
// Of all `n` arguments together, as few as can be; those that are known already left out.
void tma_facts_of(IrOp *kernel, const size_t *args, size_t n, TmaFacts *facts);

#endif
