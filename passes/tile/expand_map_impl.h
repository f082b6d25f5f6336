// The state of tile-expand-map, shared by its files:
//
//   expand_map.c         ops and control flow
//   expand_map_index.c   indices: often a coordinate, and what is the same for all elements
//   expand_map_access.c  accesses of memory
//   expand_map_own.c     ops that each element runs by itself
#ifndef PASSES_TILE_EXPAND_MAP_IMPL_H
#define PASSES_TILE_EXPAND_MAP_IMPL_H

#include "dialects/tile/layout.h"
#include "ir/edit/builder.h"
#include "ir/support/vec.h"

// What became of a scalar of the region: exactly one of
//   scalar   the same for all elements
//   place    an index: `base` (NULL: 0), which is that, and coordinate `axis`
//   tile     all elements' values
typedef struct Expanded {
  IrValue *scalar, *tile;
  bool is_place;
  unsigned axis;
  IrValue *base;
} Expanded;

typedef struct Expander {
  IrContext *ctx;
  IrOp *map;
  IrBuilder b;
  IrShape shape;
  int64_t extents[TILE_LAYOUT_RANK]; // behind `shape`
  IrPtrMap numbers;                  // value of the region -> its place in `values`, plus one
  IR_VEC(Expanded) values;
  IrValue *mask; // the elements at work, a tile; NULL: all
} Expander;

// ---- expand_map.c
Expanded expand_get(const Expander *x, const IrValue *value);
void expand_set(Expander *x, const IrValue *value, Expanded as);
// The tile of a value.
IrValue *expand_tile(Expander *x, const IrValue *value);
IrType expand_tile_type(const Expander *x, IrType element);
// A scalar in all elements.
IrValue *expand_splat(Expander *x, IrValue *scalar);
// Both masks; either may be NULL: all elements.
IrValue *expand_both(Expander *x, IrValue *mask, IrValue *other);

bool expand_is_number(const IrValue *value); // an integer, index or float

// ---- expand_map_index.c
IrValue *expand_index_constant(Expander *x, int64_t value);
// The tile of a place.
IrValue *expand_place(Expander *x, Expanded place);
// An op that keeps a place a place, or gives it another form; false: it does not.
bool expand_index_op(Expander *x, IrOp *op);

// ---- expand_map_access.c
// Whether `op` is an access of memory, of which no other file knows how it is expanded.
bool expand_is_access(const IrOp *op);
// False where it cannot be expanded.
bool expand_access(Expander *x, IrOp *op);

// ---- expand_map_own.c
// Gives an op with regions that only reads a tile.map of its own; false where that is not possible.
bool expand_own(Expander *x, IrOp *op);

#endif
