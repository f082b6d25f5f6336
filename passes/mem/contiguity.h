// Whether the elements of an access with index tiles follow each other in memory.
//
// Along a dimension of its tile, an index may be `c + coordinate` with a `c` that does not change
// there (a tile.iota plus a tile.splat, however cast and stretched), and the others not change at
// all: then the access runs through memory as that of a tile.load does.
#ifndef PASSES_MEM_CONTIGUITY_H
#define PASSES_MEM_CONTIGUITY_H

#include "ir/core/dialect.h"

typedef struct AccessRun {
  int axis;       // of the tile, along which elements follow each other; -1: none is known
  int64_t start;  // divides the index of the axis's first element
  int64_t masked; // aligned groups of as many elements have one mask; powers of two
} AccessRun;

// Of an access of the memref `memory`; `mask` may be NULL.  Indices that are all scalars are those
// of a tile at an offset.
AccessRun access_run_of(IrOp *kernel, const IrValue *memory, IrValues indices, const IrValue *mask,
                        IrShape tile);
// Elements, at most `limit`, that one aligned access along the run may move.
int64_t access_run_width(IrOp *kernel, const IrValue *memory, const AccessRun *run, int64_t limit);
// Of these `width` elements, how many are accessed together or not at all: where it is fewer, a
// mask or the memref's end may be in between.
int64_t access_run_edge(IrOp *kernel, const IrValue *memory, const AccessRun *run, int64_t width);
// Elements that one atomic access of that kind may combine on the kernel's target, whatever is
// known of the places.
int64_t access_combined_at_once(IrOp *kernel, const IrValue *memory, IrAttr kind);

#endif
