// Layouts of tiles made of other tiles: fewer, more, swapped or smaller dimensions.
#include "dialects/tile/layout_impl.h"

// Replaces every basis by `fn` of it and drops the registers that become zero.
static void map_bases(TileLayout *l, const TileLayout *from,
                      uint32_t (*fn)(const TileLayout *to, const TileLayout *from, uint32_t place,
                                     const unsigned *dims),
                      const unsigned *dims) {
  l->inputs = from->inputs;
  for (unsigned i = 0; i < from->inputs; i++) {
    for (unsigned k = 0; k < from->bits[i]; k++) {
      uint32_t place = fn(l, from, from->basis[i][k], dims);
      if (place || !from->basis[i][k] || i != TILE_REGISTER) (void)tile_layout_push(l, i, place);
    }
  }
}

// Coordinate of dimension d of the result is that of dims[d] of the source; UINT32_MAX: zero.
static uint32_t pick_dims(const TileLayout *to, const TileLayout *from, uint32_t place,
                          const unsigned *dims) {
  uint32_t out = 0;
  for (unsigned d = 0; d < to->rank; d++) {
    uint32_t c = dims[d] == UINT32_MAX ? 0 : (uint32_t)tile_layout_coord(from, place, dims[d]);
    out = out << to->log[d] | c;
  }
  return out;
}

static TileLayout with_dims(const TileLayout *l, const unsigned *dims, unsigned rank) {
  TileLayout out = {.rank = (uint8_t)rank, .more_groups = l->more_groups};
  for (unsigned d = 0; d < rank; d++) {
    if (dims[d] == UINT32_MAX) continue;
    out.log[d] = l->log[dims[d]];
    out.more[d] = l->more[dims[d]];
    if (l->split == dims[d] + 1) out.split = (uint8_t)(d + 1);
  }
  map_bases(&out, l, pick_dims, dims);
  return out;
}

TileLayout tile_layout_slice(const TileLayout *l, unsigned dim) {
  unsigned dims[TILE_LAYOUT_RANK], n = 0;
  for (unsigned d = 0; d < l->rank; d++)
    if (d != dim) dims[n++] = d;
  return with_dims(l, dims, n);
}

TileLayout tile_layout_shrink(const TileLayout *l, unsigned dim) {
  unsigned dims[TILE_LAYOUT_RANK];
  for (unsigned d = 0; d < l->rank; d++) dims[d] = d == dim ? UINT32_MAX : d;
  return with_dims(l, dims, l->rank);
}

TileLayout tile_layout_expand(const TileLayout *l, unsigned dim) {
  IR_ASSERT(l->rank < TILE_LAYOUT_RANK && dim <= l->rank, "room for one more dimension");
  unsigned dims[TILE_LAYOUT_RANK];
  for (unsigned d = 0; d <= l->rank; d++) dims[d] = d == dim ? UINT32_MAX : d < dim ? d : d - 1;
  return with_dims(l, dims, l->rank + 1u);
}

TileLayout tile_layout_transpose(const TileLayout *l, unsigned a, unsigned b) {
  unsigned dims[TILE_LAYOUT_RANK];
  for (unsigned d = 0; d < l->rank; d++) dims[d] = d == a ? b : d == b ? a : d;
  return with_dims(l, dims, l->rank);
}

// Whether a part begins and ends where copies do, or lies within one.
static bool is_part_of_copies(const TileLayout *part, const TileLayout *l) {
  for (unsigned d = 0; d < l->rank; d++) {
    unsigned odd = tile_layout_odd(part, d);
    if (part->log[d] > l->log[d] || tile_layout_odd(l, d) % odd) return false;
    if (part->log[d] < l->log[d] && odd > 1) return false;
    if (tile_layout_split_dim(l) == (int)d && part->more[d] != l->more[d]) return false;
  }
  return true;
}

bool tile_layout_part(const TileLayout *l, IrShape shape, TileLayout *out) {
  *out = (TileLayout){.inputs = l->inputs};
  if (shape.rank != l->rank || !tile_layout_set_shape(out, shape) || !is_part_of_copies(out, l))
    return false;
  out->more_groups = l->more_groups;
  out->split = l->split;
  for (unsigned i = 0; i < l->inputs; i++) {
    for (unsigned k = 0; k < l->bits[i]; k++) {
      int64_t coords[TILE_LAYOUT_RANK];
      tile_layout_coords(l, l->basis[i][k], coords);
      bool inside = true;
      for (unsigned d = 0; d < l->rank; d++) inside = inside && coords[d] < shape.at[d];
      if (inside && !tile_layout_push(out, i, tile_layout_place(out, coords))) return false;
      if (!inside && i != TILE_REGISTER) return false;
    }
  }
  return true;
}
