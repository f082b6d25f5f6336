// Shared by the files about global memory: what the accesses of one tile op have in common.
#ifndef PASSES_LOWER_THREAD_GLOBAL_H
#define PASSES_LOWER_THREAD_GLOBAL_H

#include "passes/lower/thread.h"

// Coordinate `d` of the registers with that part of it, and whether it is below the extent (NULL:
// not asked yet).
typedef struct GlobalPart {
  size_t d;
  int64_t part;
  IrValue *at, *below; // index, i1
} GlobalPart;

typedef struct GlobalTile {
  IrValue *memref;
  TileLayout layout;
  size_t rank, lead;        // of the memref; leading dimensions the tile does not span
  IrValue *offset[4];       // index, of the tile in the memref
  IrValue *thread[4];       // i32: the thread part of the coordinate; NULL: none
  IrValue *base[4];         // index: offset + thread part
  int64_t mask[4];          // bits of the thread part
  IrValue *extent[4];       // index; along `unit` of what whole accesses cover
  bool positive[4];         // the offset is known not to be negative
  bool many[4];             // registers have many coordinates
  IrValue *room[4];         // i32: how far `extent` is from `base`; NULL: not asked yet
  size_t unit;              // the dimension along which an access goes
  int64_t width;            // elements an access
  int64_t edge;             // of them, those that are inside or outside together
  IrValue *extent_of_unit;  // where accesses are cut: the extent itself
  IR_VEC(GlobalPart) parts; // built so far, in the block of the first
} GlobalTile;

static inline bool thread_tile_is_cut(const GlobalTile *tile) {
  return tile->edge < tile->width;
}

// ---- thread_global.c
// Fills `tile` for an op on the memref; its attributes `width` and `edge` are read.  The caller
// frees `tile->parts`.
IR_CHECKED IrStatus thread_describe_global(ThreadState *state, IrOp *op, const IrValue *memref,
                                           IrValues indices, IrType tensor, GlobalTile *tile);
// Coordinates of register `r`, and whether they are inside in all dimensions but `but` (the rank:
// in all); NULL: always.
IrValue *thread_locate(ThreadState *state, GlobalTile *tile, int64_t r, IrValue **at, size_t but);
// Extent `d` of a tile-level memref, in the entry block.
IrValue *thread_extent_of(ThreadState *state, const IrValue *memref, size_t d);
// x and y; NULL is true.
IrValue *thread_both(IrBuilder *b, IrValue *x, IrValue *y);

// ---- thread_edge.c: accesses that the memref's edge cuts
// The registers of a load, `vector` after its whole accesses, with the elements of accesses that
// are cut.
IrValue *thread_load_edges(ThreadState *state, GlobalTile *tile, IrValue *vector);
// Stores what the whole accesses of a store leave out, if anything.
void thread_store_edges(ThreadState *state, GlobalTile *tile, IrValue *vector, IrValue *first_copy);

#endif
