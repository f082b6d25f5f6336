// What a reduction along a dimension asks of a layout, and the layouts on its way across warps.
#include "dialects/tile/layout_impl.h"

static bool runs_along(const TileLayout *l, uint32_t basis, unsigned dim) {
  for (unsigned d = 0; d < l->rank; d++)
    if ((tile_layout_coord(l, basis, d) != 0) != (d == dim)) return false;
  return true;
}

bool tile_layout_along(const TileLayout *l, unsigned dim, uint32_t bits[TILE_LAYOUT_INPUTS]) {
  unsigned found = 0;
  for (unsigned input = 0; input < TILE_LAYOUT_INPUTS; input++) {
    uint32_t copies = tile_layout_free_bits(l, input);
    bits[input] = 0;
    for (unsigned i = 0; i < l->bits[input]; i++) {
      if (copies >> i & 1 || !runs_along(l, l->basis[input][i], dim)) continue;
      bits[input] |= 1u << i;
      found++;
    }
  }
  return found == l->log[dim];
}

// `l` without `dim`, then with an extent there for what the bits `along` of the warp and the groups
// that shared the dimension count; the warp has those in `kept`.
static TileLayout with_extent(const TileLayout *l, unsigned dim, uint32_t along, uint32_t kept) {
  TileLayout slice = tile_layout_slice(l, dim), one = tile_layout_expand(&slice, dim), out = one;
  unsigned log = (unsigned)__builtin_popcount(along);
  out.log[dim] = (uint8_t)log;
  if (tile_layout_split_dim(l) == (int)dim) out.more[dim] = l->more_groups;
  for (unsigned input = 0; input < TILE_LAYOUT_INPUTS; input++) {
    for (unsigned i = 0, next = 0; i < one.bits[input]; i++) {
      int64_t coords[TILE_LAYOUT_RANK];
      tile_layout_coords(&one, one.basis[input][i], coords);
      coords[dim] = 0;
      if (input == TILE_WARP && along >> i & 1) coords[dim] = (int64_t)(kept >> i & 1) << next++;
      out.basis[input][i] = tile_layout_place(&out, coords);
    }
  }
  return out;
}

bool tile_layout_partials(const TileLayout *l, unsigned dim, uint32_t warps, TileLayout *parts,
                          TileLayout *gathered) {
  uint32_t along[TILE_LAYOUT_INPUTS];
  if (!tile_layout_along(l, dim, along)) return false;
  uint32_t all = along[TILE_WARP];
  *parts = with_extent(l, dim, all, all);
  *gathered = with_extent(l, dim, all, all & ~warps);
  if (parts->more[dim]) parts->split = (uint8_t)(dim + 1);
  for (unsigned i = 0, next = 0; all >> i; i++) {
    int64_t coords[TILE_LAYOUT_RANK] = {0};
    if (!(all >> i & 1)) continue;
    coords[dim] = (int64_t)1 << next++;
    if (!(warps >> i & 1)) continue;
    if (gathered->bits[TILE_REGISTER] == TILE_LAYOUT_BITS) return false;
    gathered->basis[TILE_REGISTER][gathered->bits[TILE_REGISTER]++] =
        tile_layout_place(gathered, coords);
  }
  return true;
}

unsigned tile_layout_gather_stages(const TileLayout *l, unsigned cluster_bits, uint32_t warps[2]) {
  unsigned block_bits = l->bits[TILE_WARP] > cluster_bits ? l->bits[TILE_WARP] - cluster_bits : 0;
  warps[0] = cluster_bits ? (1u << block_bits) - 1 : UINT32_MAX;
  warps[1] = ~warps[0];
  return cluster_bits ? 2 : 1;
}
