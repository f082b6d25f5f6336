// What stands outside of the algebra: copies of the linear part, and groups of warps.
#include "dialects/tile/layout_impl.h"

int64_t tile_linear_extent(int64_t extent) {
  return extent & -extent;
}

bool tile_take_groups(unsigned *warps, unsigned *groups) {
  *groups = 1;
  if (*warps % TILE_LAYOUT_GROUPS) return true;
  if (*warps != TILE_LAYOUT_GROUPS * TILE_GROUP_WARPS) return false;
  *groups = TILE_LAYOUT_GROUPS;
  *warps = TILE_GROUP_WARPS;
  return true;
}

int64_t tile_layout_extent(const TileLayout *l, unsigned dim) {
  return (int64_t)tile_layout_odd(l, dim) << l->log[dim];
}

unsigned tile_layout_odd(const TileLayout *l, unsigned dim) {
  return l->more[dim] + 1u;
}

unsigned tile_layout_groups(const TileLayout *l) {
  return l->more_groups + 1u;
}

int tile_layout_split_dim(const TileLayout *l) {
  return (int)l->split - 1;
}

// Copies along a dimension in one thread.
static unsigned own_copies(const TileLayout *l, unsigned dim) {
  return tile_layout_odd(l, dim) / (l->split == dim + 1 ? tile_layout_groups(l) : 1);
}

uint32_t tile_layout_copies(const TileLayout *l) {
  uint32_t n = 1;
  for (unsigned d = 0; d < l->rank; d++) n *= own_copies(l, d);
  return n;
}

uint32_t tile_layout_registers(const TileLayout *l) {
  return tile_layout_copies(l) << l->bits[TILE_REGISTER];
}

uint32_t tile_layout_warps(const TileLayout *l) {
  return tile_layout_groups(l) << l->bits[TILE_WARP];
}

void tile_layout_copy_coords(const TileLayout *l, uint32_t copy, uint32_t group, int64_t *coords) {
  for (unsigned d = l->rank; d-- > 0;) {
    unsigned own = own_copies(l, d);
    uint32_t number = copy % own + (l->split == d + 1 ? group * own : 0);
    copy /= own;
    coords[d] = (int64_t)number << l->log[d];
  }
}

void tile_layout_held(const TileLayout *l, uint32_t reg, uint32_t lane, uint32_t warp,
                      int64_t *coords) {
  unsigned registers = l->bits[TILE_REGISTER], warps = l->bits[TILE_WARP];
  uint32_t low_register = reg & ((1u << registers) - 1), low_warp = warp & ((1u << warps) - 1);
  uint32_t place = tile_layout_apply(l, low_register, lane, low_warp);
  tile_layout_copy_coords(l, reg >> registers, l->more_groups ? warp >> warps : 0, coords);
  for (unsigned d = 0; d < l->rank; d++) coords[d] += tile_layout_coord(l, place, d);
}

bool tile_layout_same_extents(const TileLayout *a, const TileLayout *b) {
  return a->rank == b->rank && !memcmp(a->log, b->log, sizeof a->log) &&
         !memcmp(a->more, b->more, sizeof a->more);
}

bool tile_layout_set_groups(TileLayout *l, unsigned groups, int dim) {
  if (groups == 1) return true;
  if (groups != TILE_LAYOUT_GROUPS || 1u << l->bits[TILE_WARP] != TILE_GROUP_WARPS) return false;
  if (dim >= 0 && tile_layout_odd(l, (unsigned)dim) % groups) return false;
  l->more_groups = (uint8_t)(groups - 1);
  l->split = (uint8_t)(dim + 1);
  return true;
}
