// What the files of the layouts' algebra share.
#ifndef DIALECTS_TILE_LAYOUT_IMPL_H
#define DIALECTS_TILE_LAYOUT_IMPL_H

#include "dialects/tile/layout.h"

// A basis over GF(2): vectors with distinct leading bits; `witness` says which inputs XOR to the
// vector at its leading bit.
typedef struct TileEchelon {
  uint32_t vector[32];
  uint64_t witness[32];
  uint32_t leading; // the bits that lead a vector
  unsigned rank;
} TileEchelon;

// Reduces `v`; what is left of it is independent of the basis. `witness` collects what was used.
uint32_t tile_echelon_reduce(const TileEchelon *e, uint32_t v, uint64_t *witness);
// False when `v` depends on what is there.
bool tile_echelon_add(TileEchelon *e, uint32_t v, uint64_t witness);

// The largest power of two that divides `extent`: what of it the linear part has.
int64_t tile_linear_extent(int64_t extent);
// Takes the groups out of a count of warps: 12 becomes 4 of 3 groups. False for other multiples of
// three.
bool tile_take_groups(unsigned *warps, unsigned *groups);
// log2 of a power of two that an extent may have, or false.
bool tile_log_of(int64_t extent, uint8_t *log);
// Sets rank and extents; false where a layout cannot have them.
bool tile_layout_set_shape(TileLayout *l, IrShape shape);
// Adds a bit to an input; false where there is no room for it.
bool tile_layout_push(TileLayout *l, unsigned input, uint32_t place);
// Bits of a place below those of dimension `dim`.
unsigned tile_layout_shift(const TileLayout *l, unsigned dim);
// The place of coordinate 2^bit along `dim`.
uint32_t tile_layout_unit(const TileLayout *l, unsigned dim, unsigned bit);

#endif
