// Layouts of tiles whose elements get other coordinates: no element changes its thread.
//
// A place is a row-major number, so other extents give a layout's bits other names.  Copies of the
// linear part are outermost in their dimension and numbered in row-major order; they stay so as
// long as no power of two is in front of an odd factor among the dimensions that are regrouped.
#include "dialects/tile/layout_impl.h"

TileLayout tile_layout_permute(const TileLayout *l, const unsigned *dims) {
  TileLayout out = {.rank = l->rank, .inputs = l->inputs, .more_groups = l->more_groups};
  for (unsigned d = 0; d < l->rank; d++) {
    out.log[d] = l->log[dims[d]];
    out.more[d] = l->more[dims[d]];
    if (l->split == dims[d] + 1) out.split = (uint8_t)(d + 1);
  }
  for (unsigned i = 0; i < l->inputs; i++)
    for (unsigned k = 0; k < l->bits[i]; k++) {
      int64_t coords[TILE_LAYOUT_RANK];
      for (unsigned d = 0; d < l->rank; d++)
        coords[d] = tile_layout_coord(l, l->basis[i][k], dims[d]);
      (void)tile_layout_push(&out, i, tile_layout_place(&out, coords));
    }
  return out;
}

TileLayout tile_layout_unpermute(const TileLayout *l, const unsigned *dims) {
  unsigned back[TILE_LAYOUT_RANK];
  for (unsigned d = 0; d < l->rank; d++) back[dims[d]] = d;
  return tile_layout_permute(l, back);
}

// ---- tile.reshape ----

// The fewest dimensions of both sides with as many elements: [from, from_end) and [to, to_end).
typedef struct Regroup {
  size_t from, from_end, to, to_end;
} Regroup;

static bool next_regroup(IrShape from, IrShape to, Regroup *at) {
  size_t i = at->from_end, k = at->to_end;
  if (i == from.rank && k == to.rank) return false;
  int64_t before = i < from.rank ? from.at[i++] : 1, after = k < to.rank ? to.at[k++] : 1;
  while (before != after && (before < after ? i < from.rank : k < to.rank))
    if (before < after)
      before *= from.at[i++];
    else
      after *= to.at[k++];
  *at = (Regroup){at->from_end, i, at->to_end, k};
  return true;
}

static unsigned odd_of(int64_t extent) {
  return (unsigned)(extent / tile_linear_extent(extent));
}

// The first extent with an odd factor behind a power of two; 0: none.
static int64_t misplaced(IrShape shape, size_t first, size_t end) {
  bool is_behind = false;
  for (size_t d = first; d < end; d++) {
    if (is_behind && odd_of(shape.at[d]) > 1) return shape.at[d];
    is_behind = is_behind || tile_linear_extent(shape.at[d]) > 1;
  }
  return 0;
}

int64_t tile_reshape_misfit(IrShape from, IrShape to) {
  for (Regroup at = {0}; next_regroup(from, to, &at);) {
    if (at.from_end - at.from == 1 && at.to_end - at.to == 1) continue; // stays as it is
    int64_t extent = misplaced(from, at.from, at.from_end);
    if (!extent) extent = misplaced(to, at.to, at.to_end);
    if (extent) return extent;
  }
  return 0;
}

// The first dimension of [first, end) that has copies; `end`: none.
static size_t first_odd(IrShape shape, size_t first, size_t end) {
  while (first < end && odd_of(shape.at[first]) == 1) first++;
  return first;
}

// The dimension whose copies the groups of warps share after, for the one of before: both are the
// outermost of what is regrouped.
static bool regroup_split(IrShape from, IrShape to, size_t dim, unsigned groups, size_t *result) {
  for (Regroup at = {0}; next_regroup(from, to, &at);) {
    if (dim >= at.from_end) continue;
    *result = first_odd(to, at.to, at.to_end);
    return first_odd(from, at.from, at.from_end) == dim && *result < at.to_end &&
           odd_of(to.at[*result]) % groups == 0;
  }
  return false;
}

bool tile_layout_reshape(const TileLayout *l, IrShape shape, TileLayout *out) {
  int64_t extents[TILE_LAYOUT_RANK], before = 1, after = 1;
  for (unsigned d = 0; d < l->rank; d++) before *= extents[d] = tile_layout_extent(l, d);
  for (size_t d = 0; d < shape.rank; d++) after *= shape.at[d];
  TileLayout result = *l;
  memset(result.log, 0, sizeof result.log);
  memset(result.more, 0, sizeof result.more);
  if (before != after || !tile_layout_set_shape(&result, shape)) return false;
  IrShape from = {extents, l->rank};
  size_t dim = 0;
  if (tile_reshape_misfit(from, shape)) return false;
  if (l->split) {
    if (!regroup_split(from, shape, l->split - 1u, tile_layout_groups(l), &dim)) return false;
    result.split = (uint8_t)(dim + 1);
  }
  *out = result;
  return true;
}

// ---- tile.split and tile.join ----

bool tile_layout_join(const TileLayout *l, TileLayout *out) {
  if (l->rank == TILE_LAYOUT_RANK || l->bits[TILE_REGISTER] == TILE_LAYOUT_BITS) return false;
  TileLayout result = *l;
  result.log[result.rank++] = 1;
  if (tile_layout_total_bits(&result) > TILE_LAYOUT_BITS) return false;
  result.bits[TILE_REGISTER] = 0;
  (void)tile_layout_push(&result, TILE_REGISTER, 1);
  for (unsigned i = 0; i < l->inputs; i++)
    for (unsigned k = 0; k < l->bits[i]; k++)
      if (i == TILE_REGISTER)
        (void)tile_layout_push(&result, i, l->basis[i][k] << 1);
      else
        result.basis[i][k] = l->basis[i][k] << 1;
  *out = result;
  return true;
}

// Both halves of an element are in a thread when the registers alone can flip the last bit.  Of
// the registers one goes: the one that, without the last bit, is made of those before it and was
// not before.
bool tile_layout_split(const TileLayout *l, TileLayout *out) {
  if (!l->rank || tile_layout_extent(l, l->rank - 1u) != 2) return false;
  TileEchelon whole = {0}, half = {0};
  TileLayout result = *l;
  result.log[--result.rank] = 0;
  memset(result.basis, 0, sizeof result.basis);
  memset(result.bits, 0, sizeof result.bits);
  for (unsigned i = 0; i < l->inputs; i++)
    for (unsigned k = 0; k < l->bits[i]; k++) {
      uint32_t place = l->basis[i][k];
      if (i != TILE_REGISTER && place & 1) return false;
      bool is_new = tile_echelon_add(&whole, place, 0);
      bool stays = tile_echelon_add(&half, place >> 1, 0);
      if (i == TILE_REGISTER && is_new && !stays) continue;
      (void)tile_layout_push(&result, i, place >> 1);
    }
  if (result.bits[TILE_REGISTER] + 1 != l->bits[TILE_REGISTER]) return false;
  *out = result;
  return true;
}

bool tile_layout_register_of(const TileLayout *l, uint32_t place, uint32_t *reg) {
  TileEchelon e = {0};
  uint64_t witness = 0;
  for (unsigned k = 0; k < l->bits[TILE_REGISTER]; k++)
    (void)tile_echelon_add(&e, l->basis[TILE_REGISTER][k], (uint64_t)1 << k);
  if (tile_echelon_reduce(&e, place, &witness)) return false;
  *reg = (uint32_t)witness;
  return true;
}
