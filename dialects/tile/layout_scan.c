// The steps of a scan along a dimension, in the order of the coordinate's bits.
#include "dialects/tile/layout_impl.h"

// The input and the bit of it that coordinate 2^bit along `dim` is; false where none is just that.
static bool find_unit(const TileLayout *l, unsigned dim, unsigned bit, unsigned *input,
                      unsigned *of_input) {
  uint32_t unit = tile_layout_unit(l, dim, bit);
  for (*input = 0; *input < TILE_LAYOUT_INPUTS; ++*input)
    for (*of_input = 0; *of_input < l->bits[*input]; ++*of_input)
      if (l->basis[*input][*of_input] == unit) return true;
  return false;
}

bool tile_layout_has_order(const TileLayout *l, unsigned dim) {
  unsigned along = 0, input, of_input;
  for (unsigned i = 0; i < l->inputs; i++)
    for (unsigned k = 0; k < l->bits[i]; k++)
      if (tile_layout_coord(l, l->basis[i][k], dim)) along++;
  for (unsigned bit = 0; bit < l->log[dim]; bit++)
    if (!find_unit(l, dim, bit, &input, &of_input)) return false;
  return along == l->log[dim];
}

static unsigned own_copies(const TileLayout *l, unsigned dim) {
  unsigned groups = tile_layout_split_dim(l) == (int)dim ? tile_layout_groups(l) : 1;
  return tile_layout_odd(l, dim) / groups;
}

// Warps of other blocks are further away than those of the block.
static bool is_far(const TileLayout *l, unsigned cluster_bits, unsigned input, unsigned bit) {
  return input == TILE_WARP && bit + cluster_bits >= l->bits[TILE_WARP];
}

bool tile_layout_scan_step(const TileLayout *l, unsigned dim, unsigned cluster_bits,
                           TileScanStep *step) {
  static const TileScanKind kinds[TILE_LAYOUT_INPUTS] = {TILE_SCAN_REGISTERS, TILE_SCAN_LANES,
                                                         TILE_SCAN_WARPS};
  *step = (TileScanStep){.length = 1};
  if (tile_layout_extent(l, dim) == 1) return false;
  if (l->log[dim] == 0) {
    unsigned own = own_copies(l, dim);
    step->kind = own > 1 ? TILE_SCAN_COPIES : TILE_SCAN_GROUPS;
    step->length = own > 1 ? own : tile_layout_groups(l);
    return true;
  }
  bool far = false;
  for (unsigned first = 0, input, bit; step->bits < l->log[dim]; step->bits++) {
    bool is_ordered = find_unit(l, dim, step->bits, &input, &bit);
    IR_ASSERT(is_ordered, "a layout that has an order");
    if (step->bits == 0) {
      first = input;
      far = is_far(l, cluster_bits, input, bit);
    }
    if (input != first || is_far(l, cluster_bits, input, bit) != far) break;
    step->kind = kinds[input];
    step->input[step->bits] = (uint8_t)bit;
    step->length *= 2;
  }
  return true;
}

TileLayout tile_layout_scan_rest(const TileLayout *l, unsigned dim, const TileScanStep *step) {
  TileLayout out = *l;
  if (step->kind == TILE_SCAN_GROUPS) out.split = 0;
  if (step->kind == TILE_SCAN_GROUPS || step->kind == TILE_SCAN_COPIES)
    out.more[dim] = out.split == dim + 1 ? l->more_groups : 0;
  out.log[dim] = (uint8_t)(l->log[dim] - step->bits);
  memset(out.bits, 0, sizeof out.bits);
  memset(out.basis, 0, sizeof out.basis);
  for (unsigned i = 0; i < l->inputs; i++) {
    for (unsigned k = 0; k < l->bits[i]; k++) {
      int64_t coords[TILE_LAYOUT_RANK];
      tile_layout_coords(l, l->basis[i][k], coords);
      coords[dim] >>= step->bits;
      uint32_t place = tile_layout_place(&out, coords);
      bool is_combined = l->basis[i][k] && !place && i == TILE_REGISTER;
      if (!is_combined) (void)tile_layout_push(&out, i, place);
    }
  }
  return out;
}

bool tile_layout_scan_gathered(const TileLayout *l, unsigned dim, const TileScanStep *step,
                               TileLayout *out) {
  *out = *l;
  if (step->kind == TILE_SCAN_GROUPS) out->split = 0;
  for (unsigned k = 0; k < step->bits; k++) {
    out->basis[TILE_WARP][step->input[k]] = 0;
    if (!tile_layout_push(out, TILE_REGISTER, tile_layout_unit(l, dim, k))) return false;
  }
  return true;
}
