// Products of layouts: an instruction's tile, repeated.
#include "dialects/tile/layout_impl.h"

// The place in `l` of a basis of the layout `of`, whose coordinates count 2^scale elements.
static uint32_t scaled_place(const TileLayout *l, const TileLayout *of, uint32_t basis,
                             const uint8_t *scale) {
  int64_t coords[TILE_LAYOUT_RANK];
  tile_layout_coords(of, basis, coords);
  for (unsigned d = 0; d < of->rank; d++) coords[d] <<= scale[d];
  return tile_layout_place(l, coords);
}

bool tile_layout_product(const TileLayout *inner, const TileLayout *outer, TileLayout *out) {
  static const uint8_t none[TILE_LAYOUT_RANK] = {0};
  if (inner->rank != outer->rank || inner->inputs != outer->inputs) return false;
  if (tile_layout_copies(inner) > 1 || tile_layout_groups(inner) > 1) return false;
  *out = *outer; // its copies and groups, too
  for (unsigned d = 0; d < outer->rank; d++) out->log[d] += inner->log[d];
  if (tile_layout_total_bits(out) > TILE_LAYOUT_BITS) return false;
  for (unsigned input = 0; input < outer->inputs; input++) {
    out->bits[input] = 0;
    memset(out->basis[input], 0, sizeof out->basis[input]);
    for (unsigned k = 0; k < inner->bits[input]; k++)
      if (!tile_layout_push(out, input, scaled_place(out, inner, inner->basis[input][k], none)))
        return false;
    for (unsigned k = 0; k < outer->bits[input]; k++)
      if (!tile_layout_push(out, input,
                            scaled_place(out, outer, outer->basis[input][k], inner->log)))
        return false;
  }
  return true;
}

// Whether basis `k` of an input is that of the tile: the same coordinates.
static bool same_basis(const TileLayout *l, const TileLayout *tile, unsigned input, unsigned k) {
  for (unsigned d = 0; d < l->rank; d++)
    if (tile_layout_coord(l, l->basis[input][k], d) !=
        tile_layout_coord(tile, tile->basis[input][k], d))
      return false;
  return true;
}

bool tile_layout_divide(const TileLayout *l, const TileLayout *tile, TileLayout *rest) {
  if (l->rank != tile->rank || l->inputs != tile->inputs) return false;
  if (tile_layout_copies(tile) > 1 || tile_layout_groups(tile) > 1) return false;
  *rest = *l;
  for (unsigned d = 0; d < l->rank; d++) {
    if (l->log[d] < tile->log[d]) return false;
    rest->log[d] = (uint8_t)(l->log[d] - tile->log[d]);
  }
  for (unsigned input = 0; input < l->inputs; input++) {
    if (l->bits[input] < tile->bits[input]) return false;
    rest->bits[input] = 0;
    memset(rest->basis[input], 0, sizeof rest->basis[input]);
    for (unsigned k = 0; k < tile->bits[input]; k++)
      if (!same_basis(l, tile, input, k)) return false;
    for (unsigned k = tile->bits[input]; k < l->bits[input]; k++) {
      int64_t coords[TILE_LAYOUT_RANK];
      tile_layout_coords(l, l->basis[input][k], coords);
      for (unsigned d = 0; d < l->rank; d++) {
        if (coords[d] & (((int64_t)1 << tile->log[d]) - 1)) return false;
        coords[d] >>= tile->log[d];
      }
      if (!tile_layout_push(rest, input, tile_layout_place(rest, coords))) return false;
    }
  }
  return true;
}
