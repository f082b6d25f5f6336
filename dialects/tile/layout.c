// The algebra of layouts.
//
// All of it is one elimination: an echelon basis over GF(2) whose vectors remember which input bits
// they were made of (the witness).  Adding the bases of a layout bit by bit tells rank, free bits
// (those that add nothing), and, by reducing unit vectors, the inverse.
#include "dialects/tile/layout.h"

// Vectors with distinct leading bits; `witness` says which inputs XOR to the vector.
typedef struct Echelon {
  uint32_t vector[32];
  uint64_t witness[32];
  unsigned rank;
} Echelon;

static unsigned leading_bit(uint32_t v) {
  return 31u - (unsigned)__builtin_clz(v);
}

// Reduces `v`; what is left of it is independent of the basis. `witness` collects what was used.
static uint32_t echelon_reduce(const Echelon *e, uint32_t v, uint64_t *witness) {
  for (unsigned bit = 32; v && bit-- > 0;) {
    if (!(v >> bit & 1) || !e->vector[bit]) continue;
    v ^= e->vector[bit];
    *witness ^= e->witness[bit];
  }
  return v;
}

// False when `v` depends on what is there.
static bool echelon_add(Echelon *e, uint32_t v, uint64_t witness) {
  v = echelon_reduce(e, v, &witness);
  if (!v) return false;
  e->vector[leading_bit(v)] = v;
  e->witness[leading_bit(v)] = witness;
  e->rank++;
  return true;
}

// ---- Places and coordinates. ----

unsigned tile_layout_total_bits(const TileLayout *l) {
  unsigned n = 0;
  for (unsigned d = 0; d < l->rank; d++) n += l->log[d];
  return n;
}

// Bits of a place below those of dimension `dim`.
static unsigned shift_of(const TileLayout *l, unsigned dim) {
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
  return (int64_t)(place >> shift_of(l, dim) & ((1u << l->log[dim]) - 1));
}

void tile_layout_coords(const TileLayout *l, uint32_t place, int64_t *coords) {
  for (unsigned d = 0; d < l->rank; d++) coords[d] = tile_layout_coord(l, place, d);
}

int64_t tile_layout_extent(const TileLayout *l, unsigned dim) {
  return (int64_t)1 << l->log[dim];
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

// log2 of a power of two, or false.
static bool log_of(int64_t extent, uint8_t *log) {
  if (extent < 1 || extent > (1 << TILE_LAYOUT_BITS) || (extent & (extent - 1))) return false;
  *log = (uint8_t)__builtin_ctzll((uint64_t)extent);
  return true;
}

static bool set_shape(TileLayout *l, IrShape shape) {
  if (shape.rank > TILE_LAYOUT_RANK) return false;
  l->rank = (uint8_t)shape.rank;
  for (size_t d = 0; d < shape.rank; d++)
    if (shape.at[d] == IR_DYNAMIC || !log_of(shape.at[d], &l->log[d])) return false;
  return tile_layout_total_bits(l) <= 31;
}

static bool push_basis(TileLayout *l, unsigned input, uint32_t place) {
  if (l->bits[input] == TILE_LAYOUT_BITS) return false;
  l->basis[input][l->bits[input]++] = place;
  return true;
}

// The place of coordinate 2^bit along `dim`.
static uint32_t unit(const TileLayout *l, unsigned dim, unsigned bit) {
  return 1u << (bit + shift_of(l, dim));
}

// ---- Blocked. ----

// Gives `count` (a power of two) values of `input` the next bits of dimension `dim`; beyond the
// extent registers are not needed, lanes and warps hold copies.
static bool take_bits(TileLayout *l, unsigned input, unsigned dim, unsigned count, unsigned *next) {
  uint8_t n;
  if (!log_of(count, &n)) return false;
  for (unsigned k = 0; k < n; k++) {
    bool inside = *next < l->log[dim];
    if (!inside && input == TILE_REGISTER) continue;
    if (!push_basis(l, input, inside ? unit(l, dim, (*next)++) : 0)) return false;
  }
  return true;
}

bool tile_layout_blocked(IrShape shape, const TileBlocked *blocked, TileLayout *out) {
  *out = (TileLayout){.inputs = 3};
  if (blocked->rank != shape.rank || !set_shape(out, shape)) return false;
  unsigned next[TILE_LAYOUT_RANK] = {0};
  const unsigned *counts[] = {blocked->per_thread, blocked->lanes, blocked->warps};
  for (unsigned input = 0; input < 3; input++) {
    for (unsigned i = 0; i < shape.rank; i++) {
      unsigned d = blocked->order[i];
      if (!take_bits(out, input, d, counts[input][d], &next[d])) return false;
    }
  }
  for (unsigned i = 0; i < shape.rank; i++) {
    unsigned d = blocked->order[i];
    while (next[d] < out->log[d])
      if (!push_basis(out, TILE_REGISTER, unit(out, d, next[d]++))) return false;
  }
  return true;
}

static unsigned smaller(int64_t a, int64_t b) {
  return (unsigned)(a < b ? a : b);
}

// A single element: all lanes and warps hold copies.
static bool push_copies(TileLayout *l, unsigned lanes, unsigned warps) {
  for (; lanes > 1; lanes /= 2)
    if (!push_basis(l, TILE_LANE, 0)) return false;
  for (; warps > 1; warps /= 2)
    if (!push_basis(l, TILE_WARP, 0)) return false;
  return true;
}

bool tile_layout_default(IrShape shape, unsigned warps, unsigned vector, unsigned fast,
                         TileLayout *out) {
  TileBlocked b = {.rank = (unsigned)shape.rank};
  if (shape.rank > TILE_LAYOUT_RANK || (shape.rank && fast >= shape.rank)) return false;
  unsigned lanes = 32, n = 0;
  if (shape.rank) b.order[n++] = fast;
  for (unsigned d = b.rank; d-- > 0;)
    if (d != fast) b.order[n++] = d;
  for (unsigned i = 0; i < b.rank; i++) {
    unsigned d = b.order[i];
    b.per_thread[d] = i == 0 ? smaller(vector, shape.at[d]) : 1;
    b.lanes[d] = smaller(lanes, shape.at[d] / b.per_thread[d]);
    lanes /= b.lanes[d] ? b.lanes[d] : 1;
    b.warps[d] = 1;
  }
  // Warps go along the slow dimensions first, so that each keeps whole runs of the fast one.
  for (unsigned i = b.rank; i-- > 0;) {
    unsigned d = b.order[i];
    b.warps[d] = smaller(warps, shape.at[d] / (b.per_thread[d] * b.lanes[d]));
    warps /= b.warps[d] ? b.warps[d] : 1;
  }
  if (b.rank) { // what is left holds copies
    b.lanes[b.order[b.rank - 1]] *= lanes;
    b.warps[b.order[b.rank - 1]] *= warps;
  }
  if (!tile_layout_blocked(shape, &b, out)) return false;
  return b.rank || push_copies(out, lanes, warps);
}

// ---- mma.sync ----

// One basis of an instruction's fragment: 2^bit along a dimension.
typedef struct MmaBit {
  uint8_t dim, bit;
} MmaBit;

typedef struct MmaFragment {
  uint8_t log[2]; // of the instruction's extents
  uint8_t num_registers;
  MmaBit registers[3], lanes[5];
} MmaFragment;

// m16n8k16, PTX ISA: group = lane / 4 is a row of A and C and a column of B.
static const MmaFragment mma_fragments[] = {
    [TILE_MMA_A] = {{4, 4}, 3, {{1, 0}, {0, 3}, {1, 3}}, {{1, 1}, {1, 2}, {0, 0}, {0, 1}, {0, 2}}},
    [TILE_MMA_B] = {{4, 3}, 2, {{0, 0}, {0, 3}}, {{0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}},
    [TILE_MMA_C] = {{4, 3}, 2, {{1, 0}, {0, 3}}, {{1, 1}, {1, 2}, {0, 0}, {0, 1}, {0, 2}}},
};

// Bits of the warp index that move along dimension `dim` (-1: along none).
static bool push_warps(TileLayout *l, int dim, unsigned count, unsigned next) {
  for (unsigned n = count; n > 1; n /= 2, next++) {
    bool inside = dim >= 0 && next < l->log[dim];
    if (!push_basis(l, TILE_WARP, inside ? unit(l, (unsigned)dim, next) : 0)) return false;
  }
  return true;
}

bool tile_layout_mma(TileMmaOperand operand, IrShape shape, unsigned warps_m, unsigned warps_n,
                     TileLayout *out) {
  const MmaFragment *f = &mma_fragments[operand];
  uint8_t log_m, log_n;
  *out = (TileLayout){.inputs = 3};
  if (shape.rank != 2 || !set_shape(out, shape) || !log_of(warps_m, &log_m) ||
      !log_of(warps_n, &log_n))
    return false;
  if (out->log[0] < f->log[0] || out->log[1] < f->log[1]) return false;
  for (unsigned i = 0; i < f->num_registers; i++)
    (void)push_basis(out, TILE_REGISTER, unit(out, f->registers[i].dim, f->registers[i].bit));
  for (unsigned i = 0; i < 5; i++)
    (void)push_basis(out, TILE_LANE, unit(out, f->lanes[i].dim, f->lanes[i].bit));
  // Where a warp's part of the tile ends in each dimension; it holds whole instructions.
  unsigned split[2] = {operand == TILE_MMA_B ? 0 : log_m, operand == TILE_MMA_A ? 0 : log_n};
  unsigned end[2];
  for (unsigned d = 0; d < 2; d++) {
    unsigned log = out->log[d];
    end[d] = log >= split[d] + f->log[d] ? log - split[d] : f->log[d];
  }
  for (int d = 1; d >= 0; d--)
    for (unsigned bit = f->log[d]; bit < end[d]; bit++)
      if (!push_basis(out, TILE_REGISTER, unit(out, (unsigned)d, bit))) return false;
  return push_warps(out, operand == TILE_MMA_B ? -1 : 0, warps_m, end[0]) &&
         push_warps(out, operand == TILE_MMA_A ? -1 : 1, warps_n, end[1]);
}

// ---- Derived layouts. ----

// Replaces every basis by `fn` of it and drops the registers that become zero.
static void map_bases(TileLayout *l, const TileLayout *from,
                      uint32_t (*fn)(const TileLayout *to, const TileLayout *from, uint32_t place,
                                     const unsigned *dims),
                      const unsigned *dims) {
  l->inputs = from->inputs;
  for (unsigned i = 0; i < from->inputs; i++) {
    for (unsigned k = 0; k < from->bits[i]; k++) {
      uint32_t place = fn(l, from, from->basis[i][k], dims);
      if (place || !from->basis[i][k] || i != TILE_REGISTER) (void)push_basis(l, i, place);
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
  TileLayout out = {.rank = (uint8_t)rank};
  for (unsigned d = 0; d < rank; d++) out.log[d] = dims[d] == UINT32_MAX ? 0 : l->log[dims[d]];
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

bool tile_layout_part(const TileLayout *l, IrShape shape, TileLayout *out) {
  *out = (TileLayout){.inputs = l->inputs};
  if (shape.rank != l->rank || !set_shape(out, shape)) return false;
  for (unsigned i = 0; i < l->inputs; i++) {
    for (unsigned k = 0; k < l->bits[i]; k++) {
      int64_t coords[TILE_LAYOUT_RANK];
      tile_layout_coords(l, l->basis[i][k], coords);
      bool inside = true;
      for (unsigned d = 0; d < l->rank; d++) inside = inside && coords[d] < shape.at[d];
      if (inside && !push_basis(out, i, tile_layout_place(out, coords))) return false;
      if (!inside && i != TILE_REGISTER) return false;
    }
  }
  return true;
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
      (void)push_basis(&result, i, apply_outer(outer, inner, inner->basis[i][k]));
  *out = result;
  return true;
}

// The bases of all inputs, with bit (sum of earlier bits) + k as the witness of basis k.
static Echelon eliminate(const TileLayout *l) {
  Echelon e = {0};
  unsigned number = 0;
  for (unsigned i = 0; i < l->inputs; i++)
    for (unsigned k = 0; k < l->bits[i]; k++)
      (void)echelon_add(&e, l->basis[i][k], (uint64_t)1 << number++);
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
  Echelon e = eliminate(l);
  if (e.rank != total) return false;
  for (unsigned bit = 0; bit < total; bit++) {
    uint64_t witness = 0;
    (void)echelon_reduce(&e, 1u << bit, &witness);
    (void)push_basis(&result, 0, place_of_witness(l, witness));
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
  Echelon e = {0};
  uint32_t mask = 0;
  for (unsigned i = 0; i <= input; i++)
    for (unsigned k = 0; k < l->bits[i]; k++)
      if (!echelon_add(&e, l->basis[i][k], 0) && i == input) mask |= 1u << k;
  return mask;
}

bool tile_layout_conversion(const TileLayout *src, const TileLayout *dst, TileLayout *out) {
  if (src->rank != dst->rank || memcmp(src->log, dst->log, sizeof src->log)) return false;
  TileLayout inverse;
  return tile_layout_invert(src, &inverse) && tile_layout_compose(&inverse, dst, out);
}

// ---- Accesses. ----

unsigned tile_layout_vector(const TileLayout *l, unsigned dim) {
  unsigned n = 0;
  while (n < l->bits[TILE_REGISTER] && n < l->log[dim] &&
         l->basis[TILE_REGISTER][n] == unit(l, dim, n))
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
      (void)push_basis(&result, i, tile_layout_apply1(&inverse, 0, place));
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
  Echelon all = {0}, banks = {0};
  for (unsigned w = 1; w < words; w *= 2) {
    (void)echelon_add(&all, w, 0);
    (void)echelon_add(&banks, w & 31, 0);
  }
  for (unsigned k = 0; k < lanes; k++) {
    uint32_t word = offsets->basis[TILE_LANE][k] * element_bytes / 4;
    (void)echelon_add(&all, word, 0);
    (void)echelon_add(&banks, word & 31, 0);
  }
  return 1u << (all.rank - banks.rank);
}
