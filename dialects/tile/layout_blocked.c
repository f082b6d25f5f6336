// Layouts in which each dimension is split between registers, lanes and warps.
#include "dialects/tile/layout_impl.h"

// Gives `count` (a power of two) values of `input` the next bits of dimension `dim`; beyond the
// extent registers are not needed, lanes and warps hold copies.
static bool take_bits(TileLayout *l, unsigned input, unsigned dim, unsigned count, unsigned *next) {
  uint8_t n;
  if (!tile_log_of(count, &n)) return false;
  for (unsigned k = 0; k < n; k++) {
    bool inside = *next < l->log[dim];
    if (!inside && input == TILE_REGISTER) continue;
    if (!tile_layout_push(l, input, inside ? tile_layout_unit(l, dim, (*next)++) : 0)) return false;
  }
  return true;
}

// The dimension that the groups share, or -1 where its extent has no such factor.
static bool take_blocked_groups(const TileLayout *l, unsigned *warps, unsigned *groups,
                                int *split) {
  *groups = 1;
  *split = -1;
  for (unsigned d = 0; d < l->rank; d++) {
    if (warps[d] % TILE_LAYOUT_GROUPS) continue;
    if (*groups > 1) return false;
    *groups = TILE_LAYOUT_GROUPS;
    warps[d] /= TILE_LAYOUT_GROUPS;
    if (tile_layout_odd(l, d) % TILE_LAYOUT_GROUPS == 0) *split = (int)d;
  }
  return true;
}

bool tile_layout_blocked(IrShape shape, const TileBlocked *blocked, TileLayout *out) {
  *out = (TileLayout){.inputs = 3};
  if (blocked->rank != shape.rank || !tile_layout_set_shape(out, shape)) return false;
  unsigned next[TILE_LAYOUT_RANK] = {0}, warps[TILE_LAYOUT_RANK], groups;
  int split;
  memcpy(warps, blocked->warps, sizeof warps);
  if (!take_blocked_groups(out, warps, &groups, &split)) return false;
  const unsigned *counts[] = {blocked->per_thread, blocked->lanes, warps};
  for (unsigned input = 0; input < 3; input++) {
    for (unsigned i = 0; i < shape.rank; i++) {
      unsigned d = blocked->order[i];
      if (!take_bits(out, input, d, counts[input][d], &next[d])) return false;
    }
  }
  for (unsigned i = 0; i < shape.rank; i++) {
    unsigned d = blocked->order[i];
    while (next[d] < out->log[d])
      if (!tile_layout_push(out, TILE_REGISTER, tile_layout_unit(out, d, next[d]++))) return false;
  }
  return tile_layout_set_groups(out, groups, split);
}

static unsigned smaller(int64_t a, int64_t b) {
  return (unsigned)(a < b ? a : b);
}

// A single element: all lanes and warps hold copies.
static bool push_copies(TileLayout *l, unsigned lanes, unsigned warps) {
  for (; lanes > 1; lanes /= 2)
    if (!tile_layout_push(l, TILE_LANE, 0)) return false;
  for (; warps > 1; warps /= 2)
    if (!tile_layout_push(l, TILE_WARP, 0)) return false;
  return true;
}

// The slowest dimension with a factor of three, so that a group has whole rows; -1: none.
static int dim_for_groups(IrShape shape, const TileBlocked *b) {
  for (unsigned i = b->rank; i-- > 0;)
    if (shape.at[b->order[i]] % TILE_LAYOUT_GROUPS == 0) return (int)b->order[i];
  return -1;
}

bool tile_layout_default(IrShape shape, unsigned warps, unsigned vector, unsigned fast,
                         TileLayout *out) {
  TileBlocked b = {.rank = (unsigned)shape.rank};
  TileLayout linear = {0};
  if (!tile_layout_set_shape(&linear, shape) || (shape.rank && fast >= shape.rank)) return false;
  unsigned lanes = 32, n = 0, groups;
  if (!tile_take_groups(&warps, &groups)) return false;
  if (shape.rank) b.order[n++] = fast;
  for (unsigned d = b.rank; d-- > 0;)
    if (d != fast) b.order[n++] = d;
  for (unsigned i = 0; i < b.rank; i++) {
    unsigned d = b.order[i];
    b.per_thread[d] = i == 0 ? smaller(vector, 1 << linear.log[d]) : 1;
    b.lanes[d] = smaller(lanes, (1 << linear.log[d]) / b.per_thread[d]);
    lanes /= b.lanes[d] ? b.lanes[d] : 1;
    b.warps[d] = 1;
  }
  // Warps go along the slow dimensions first, so that each keeps whole runs of the fast one.
  for (unsigned i = b.rank; i-- > 0;) {
    unsigned d = b.order[i];
    b.warps[d] = smaller(warps, (1 << linear.log[d]) / (b.per_thread[d] * b.lanes[d]));
    warps /= b.warps[d] ? b.warps[d] : 1;
  }
  if (b.rank) { // what is left holds copies
    b.lanes[b.order[b.rank - 1]] *= lanes;
    b.warps[b.order[b.rank - 1]] *= warps;
  }
  if (!tile_layout_blocked(shape, &b, out)) return false;
  if (!b.rank && !push_copies(out, lanes, warps)) return false;
  return tile_layout_set_groups(out, groups, groups > 1 ? dim_for_groups(shape, &b) : -1);
}
