// What an access of a tile in memory looks like: vectors, offsets, bank conflicts.
#include "dialects/tile/layout_impl.h"

unsigned tile_layout_vector(const TileLayout *l, unsigned dim) {
  unsigned n = 0;
  while (n < l->bits[TILE_REGISTER] && n < l->log[dim] &&
         l->basis[TILE_REGISTER][n] == tile_layout_unit(l, dim, n))
    n++;
  // Everything else has to start at a multiple of the vector.
  for (unsigned i = 0; i < l->inputs; i++) {
    for (unsigned k = 0; k < l->bits[i]; k++) {
      int64_t c = tile_layout_coord(l, l->basis[i][k], dim);
      if (c == 0 || (i == TILE_REGISTER && k < n)) continue;
      unsigned low = (unsigned)__builtin_ctzll((uint64_t)c);
      if (low < n) n = low;
    }
  }
  return 1u << n;
}

bool tile_layout_offsets(const TileLayout *tile, const TileLayout *buffer, TileLayout *out) {
  TileLayout inverse, result = {.rank = 1, .inputs = tile->inputs};
  if (tile->rank > buffer->rank || !tile_layout_invert(buffer, &inverse)) return false;
  unsigned lead = buffer->rank - tile->rank;
  for (unsigned d = 0; d < tile->rank; d++)
    if (tile->log[d] > buffer->log[lead + d]) return false;
  result.log[0] = inverse.log[0];
  for (unsigned i = 0; i < tile->inputs; i++) {
    for (unsigned k = 0; k < tile->bits[i]; k++) {
      int64_t coords[TILE_LAYOUT_RANK] = {0};
      tile_layout_coords(tile, tile->basis[i][k], coords + lead);
      uint32_t place = tile_layout_place(buffer, coords);
      (void)tile_layout_push(&result, i, tile_layout_apply1(&inverse, 0, place));
    }
  }
  *out = result;
  return true;
}

// A warp's access of 8 or 16 bytes a lane is served in two or four parts of its lanes. In one part
// the words touched are a space: the lanes' bases and the words of one access. 32 banks serve one
// word each, so the passes are the words that fall into one bank.
unsigned tile_layout_bank_ways(const TileLayout *offsets, unsigned element_bytes, unsigned vector) {
  unsigned bytes = element_bytes * vector, lanes = offsets->bits[TILE_LANE];
  unsigned words = bytes > 4 ? bytes / 4 : 1;
  for (unsigned n = words; n > 1 && lanes > 0; n /= 2) lanes--;
  TileEchelon all = {0}, banks = {0};
  for (unsigned w = 1; w < words; w *= 2) {
    (void)tile_echelon_add(&all, w, 0);
    (void)tile_echelon_add(&banks, w & 31, 0);
  }
  for (unsigned k = 0; k < lanes; k++) {
    uint32_t word = offsets->basis[TILE_LANE][k] * element_bytes / 4;
    (void)tile_echelon_add(&all, word, 0);
    (void)tile_echelon_add(&banks, word & 31, 0);
  }
  return 1u << (all.rank - banks.rank);
}
