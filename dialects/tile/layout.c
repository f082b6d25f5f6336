// The algebra of layouts.
//
// All of it is one elimination: an echelon basis over GF(2) whose vectors remember which input bits
// they were made of (the witness).  Adding the bases of a layout bit by bit tells rank, free bits
// (those that add nothing), and, by reducing unit vectors, the inverse.
#include "dialects/tile/layout_impl.h"

static unsigned leading_bit(uint32_t v) {
  return 31u - (unsigned)__builtin_clz(v);
}

uint32_t tile_echelon_reduce(const TileEchelon *e, uint32_t v, uint64_t *witness) {
  while (v & e->leading) {
    unsigned bit = leading_bit(v & e->leading);
    v ^= e->vector[bit];
    *witness ^= e->witness[bit];
  }
  return v;
}

bool tile_echelon_add(TileEchelon *e, uint32_t v, uint64_t witness) {
  v = tile_echelon_reduce(e, v, &witness);
  if (!v) return false;
  e->vector[leading_bit(v)] = v;
  e->witness[leading_bit(v)] = witness;
  e->leading |= 1u << leading_bit(v);
  e->rank++;
  return true;
}

// ---- Places and coordinates. ----

unsigned tile_layout_total_bits(const TileLayout *l) {
  unsigned n = 0;
  for (unsigned d = 0; d < l->rank; d++) n += l->log[d];
  return n;
}

unsigned tile_layout_shift(const TileLayout *l, unsigned dim) {
  unsigned n = 0;
  for (unsigned d = dim + 1; d < l->rank; d++) n += l->log[d];
  return n;
}

uint32_t tile_layout_place(const TileLayout *l, const int64_t *coords) {
  uint32_t place = 0;
  for (unsigned d = 0; d < l->rank; d++) place = place << l->log[d] | (uint32_t)coords[d];
  return place;
}

int64_t tile_layout_coord(const TileLayout *l, uint32_t place, unsigned dim) {
  return (int64_t)(place >> tile_layout_shift(l, dim) & ((1u << l->log[dim]) - 1));
}

void tile_layout_coords(const TileLayout *l, uint32_t place, int64_t *coords) {
  for (unsigned d = 0; d < l->rank; d++) coords[d] = tile_layout_coord(l, place, d);
}

uint32_t tile_layout_size(const TileLayout *l, unsigned input) {
  return 1u << l->bits[input];
}

uint32_t tile_layout_apply1(const TileLayout *l, unsigned input, uint32_t index) {
  uint32_t place = 0;
  for (unsigned k = 0; k < l->bits[input]; k++)
    if (index >> k & 1) place ^= l->basis[input][k];
  return place;
}

uint32_t tile_layout_apply(const TileLayout *l, uint32_t reg, uint32_t lane, uint32_t warp) {
  return tile_layout_apply1(l, TILE_REGISTER, reg) ^ tile_layout_apply1(l, TILE_LANE, lane) ^
         tile_layout_apply1(l, TILE_WARP, warp);
}

// ---- Building. ----

bool tile_log_of(int64_t extent, uint8_t *log) {
  if (extent < 1 || extent > (1 << TILE_LAYOUT_BITS) || (extent & (extent - 1))) return false;
  *log = (uint8_t)__builtin_ctzll((uint64_t)extent);
  return true;
}

// Takes the extent apart into its odd factor and the rest.
static bool set_extent(TileLayout *l, unsigned dim, int64_t extent) {
  if (extent == IR_DYNAMIC || extent < 1 || extent > 1 << TILE_LAYOUT_BITS) return false;
  int64_t odd = extent / tile_linear_extent(extent);
  if (odd > TILE_LAYOUT_MOST_ODD) return false;
  l->more[dim] = (uint8_t)(odd - 1);
  return tile_log_of(extent / odd, &l->log[dim]);
}

bool tile_layout_set_shape(TileLayout *l, IrShape shape) {
  if (shape.rank > TILE_LAYOUT_RANK) return false;
  l->rank = (uint8_t)shape.rank;
  for (size_t d = 0; d < shape.rank; d++)
    if (!set_extent(l, (unsigned)d, shape.at[d])) return false;
  return tile_layout_total_bits(l) <= 31;
}

bool tile_layout_push(TileLayout *l, unsigned input, uint32_t place) {
  if (l->bits[input] == TILE_LAYOUT_BITS) return false;
  l->basis[input][l->bits[input]++] = place;
  return true;
}

uint32_t tile_layout_unit(const TileLayout *l, unsigned dim, unsigned bit) {
  return 1u << (bit + tile_layout_shift(l, dim));
}

// ---- Algebra. ----

bool tile_layout_equal(const TileLayout *a, const TileLayout *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

// outer at a place of inner's outputs.
static uint32_t apply_outer(const TileLayout *outer, const TileLayout *inner, uint32_t place) {
  if (outer->inputs == 1) return tile_layout_apply1(outer, 0, place);
  uint32_t result = 0;
  for (unsigned i = 0; i < outer->inputs; i++)
    result ^= tile_layout_apply1(outer, i, (uint32_t)tile_layout_coord(inner, place, i));
  return result;
}

bool tile_layout_compose(const TileLayout *outer, const TileLayout *inner, TileLayout *out) {
  if (outer->inputs == 1) {
    if (tile_layout_total_bits(inner) > outer->bits[0]) return false;
  } else {
    if (inner->rank != outer->inputs) return false;
    for (unsigned i = 0; i < outer->inputs; i++)
      if (inner->log[i] > outer->bits[i]) return false;
  }
  TileLayout result = {.rank = outer->rank, .inputs = inner->inputs};
  memcpy(result.log, outer->log, sizeof result.log);
  for (unsigned i = 0; i < inner->inputs; i++)
    for (unsigned k = 0; k < inner->bits[i]; k++)
      (void)tile_layout_push(&result, i, apply_outer(outer, inner, inner->basis[i][k]));
  *out = result;
  return true;
}

// The bases of all inputs, with bit (sum of earlier bits) + k as the witness of basis k.
static TileEchelon eliminate(const TileLayout *l) {
  TileEchelon e = {0};
  unsigned number = 0;
  for (unsigned i = 0; i < l->inputs; i++)
    for (unsigned k = 0; k < l->bits[i]; k++)
      (void)tile_echelon_add(&e, l->basis[i][k], (uint64_t)1 << number++);
  return e;
}

// Input bits as a place of the inverse: inputs side by side, the first one highest.
static uint32_t place_of_witness(const TileLayout *l, uint64_t witness) {
  uint32_t place = 0;
  for (unsigned i = 0; i < l->inputs; i++) {
    place = place << l->bits[i] | (uint32_t)(witness & (((uint64_t)1 << l->bits[i]) - 1));
    witness >>= l->bits[i];
  }
  return place;
}

bool tile_layout_invert(const TileLayout *l, TileLayout *out) {
  unsigned total = tile_layout_total_bits(l);
  TileLayout result = {.rank = l->inputs, .inputs = 1};
  memcpy(result.log, l->bits, sizeof l->bits);
  if (total > TILE_LAYOUT_BITS || tile_layout_total_bits(&result) > 31) return false;
  TileEchelon e = eliminate(l);
  if (e.rank != total) return false;
  for (unsigned bit = 0; bit < total; bit++) {
    uint64_t witness = 0;
    (void)tile_echelon_reduce(&e, 1u << bit, &witness);
    (void)tile_layout_push(&result, 0, place_of_witness(l, witness));
  }
  *out = result;
  return true;
}

unsigned tile_layout_rank_of(const TileLayout *l) {
  return eliminate(l).rank;
}

bool tile_layout_covers(const TileLayout *l) {
  return tile_layout_rank_of(l) == tile_layout_total_bits(l);
}

uint32_t tile_layout_free_bits(const TileLayout *l, unsigned input) {
  TileEchelon e = {0};
  uint32_t mask = 0;
  for (unsigned i = 0; i <= input; i++)
    for (unsigned k = 0; k < l->bits[i]; k++)
      if (!tile_echelon_add(&e, l->basis[i][k], 0) && i == input) mask |= 1u << k;
  return mask;
}

bool tile_layout_has_copies(const TileLayout *l) {
  return l->bits[TILE_LANE] < TILE_LANE_BITS || tile_layout_free_bits(l, TILE_REGISTER) ||
         tile_layout_free_bits(l, TILE_LANE) || tile_layout_free_bits(l, TILE_WARP) ||
         (l->more_groups && !l->split);
}

bool tile_layout_conversion(const TileLayout *src, const TileLayout *dst, TileLayout *out) {
  if (!tile_layout_same_extents(src, dst) || src->more_groups != dst->more_groups ||
      src->split != dst->split)
    return false;
  TileLayout inverse;
  return tile_layout_invert(src, &inverse) && tile_layout_compose(&inverse, dst, out);
}
