// Conversions through shared memory.
//
// The exchange is described in coordinates of its own: those of the elements of one round, and of
// one warp where no data leaves a warp.  A side is then a list of distinct registers and what tells
// threads apart, and tile_layout_best_swizzle gives the storage.
//
//   warp    every warp reads what it wrote: bases are relative to what a warp holds (the span of
//           the source's registers and lanes), each warp has its part of the scratch, and there
//           are no barriers of the block.
//   block   in a kernel with clusters, every block reads what it wrote: the same with the block's
//           warps, where the scratch has no parts, since every block has its own.  Otherwise what
//           is stored goes to all blocks, which costs as many stores.
//   rounds  a round is a coset of a space that has all that tells threads apart on either side;
//           what is left are registers of both sides.  As few rounds as fit the limit.
//   matrix  tc.ldmatrix and tc.stmatrix move rows of 16 bytes, whose elements are in four or eight
//           lanes of the fragment, and a lane provides a row's address. As a side that is one whose
//           lanes hold whole rows, so that the same storage serves it; see match_matrix.
#include "dialects/tile/layout_convert_impl.h"

enum { STORE, LOAD, MOST_REGISTERS = TILE_LAYOUT_BITS, ROW_BYTES = 16, WORD_BYTES = 4 };

// What an exchange costs beside its wavefronts: loads wait for stores, and threads for each other.
enum { LATENCY = 24, BLOCK_BARRIER = 20, WARP_BARRIER = 4, CLUSTER_BARRIER = 100 };

// One side in the coordinates of the exchange.
typedef struct Side {
  const TileLayout *layout;
  unsigned n;                     // distinct registers: those of a round, then the rounds'
  uint32_t take[MOST_REGISTERS];  // registers of the layout
  uint32_t place[MOST_REGISTERS]; // and their coordinates
  uint32_t thread[TILE_THREAD_BITS];
} Side;

typedef struct Exchange {
  const TileConversion *conversion;
  bool of_warp, of_cluster;
  unsigned total, log_rounds; // coordinate bits of a round; rounds
  unsigned num_warp_bits;
  Side side[2];
} Exchange;

// A storage, and how each side goes to it.
typedef struct Candidate {
  TileSwizzle swizzle;
  TileLayout tile[2]; // of one round, as the storage's accesses see it
  TileConvertAccess access[2];
  unsigned matrix_bits, word_bits; // log2 of matrices, and of elements in a word, of the side that
                                   // has them
  unsigned accesses, wavefronts;   // of a round
} Candidate;

// ---- Coordinates. ----

static void add_distinct(Side *side, const TileLayout *l) {
  TileEchelon e = {0};
  side->layout = l;
  for (unsigned k = 0; k < l->bits[TILE_REGISTER]; k++) {
    if (!tile_echelon_add(&e, l->basis[TILE_REGISTER][k], 0)) continue;
    side->take[side->n] = 1u << k;
    side->place[side->n++] = l->basis[TILE_REGISTER][k];
  }
}

// What threads hold that differ in the low `threads` bits of their index.
static void add_space(TileEchelon *e, const TileLayout *l, unsigned threads, unsigned *n) {
  for (unsigned k = 0; k < l->bits[TILE_REGISTER]; k++)
    if (tile_echelon_add(e, l->basis[TILE_REGISTER][k], (uint64_t)1 << *n)) ++*n;
  for (unsigned k = 0; k < threads; k++)
    if (tile_echelon_add(e, tile_thread_basis(l, k), (uint64_t)1 << *n)) ++*n;
}

// Coordinates in the basis that `e` was made of.
static bool coordinates(const TileEchelon *e, uint32_t *place) {
  uint64_t witness = 0;
  if (tile_echelon_reduce(e, *place, &witness)) return false;
  *place = (uint32_t)witness;
  return true;
}

static bool all_coordinates(const TileEchelon *e, Side *side, unsigned threads) {
  for (unsigned i = 0; i < side->n; i++)
    if (!coordinates(e, &side->place[i])) return false;
  for (unsigned k = 0; k < threads; k++)
    if (!coordinates(e, &side->thread[k])) return false;
  return true;
}

static Exchange whole_block(const TileConversion *c) {
  Exchange x = {.conversion = c, .total = tile_layout_total_bits(c->src)};
  x.num_warp_bits = c->src->bits[TILE_WARP];
  const TileLayout *layouts[2] = {c->src, c->dst};
  for (unsigned s = 0; s < 2; s++) {
    add_distinct(&x.side[s], layouts[s]);
    for (unsigned k = 0; k < tile_thread_bits(layouts[s]); k++)
      x.side[s].thread[k] = tile_thread_basis(layouts[s], k);
  }
  return x;
}

// Makes it one within each warp, or within each block: of threads that differ in the low `own` bits
// of their index.  False where data leaves these.  Their elements in the result are relative to
// those in the source.
static bool make_local(Exchange *x, unsigned own) {
  TileEchelon src = {0}, dst = {0};
  unsigned n = 0, n_dst = 0, threads = TILE_LANE_BITS + x->num_warp_bits;
  add_space(&src, x->conversion->src, own, &n);
  add_space(&dst, x->conversion->dst, own, &n_dst);
  if (n != n_dst) return false;
  Exchange local = *x;
  for (unsigned k = own; k < threads; k++) {
    local.side[LOAD].thread[k] ^= local.side[STORE].thread[k];
    local.side[STORE].thread[k] = 0;
  }
  for (unsigned s = 0; s < 2; s++)
    if (!all_coordinates(&src, &local.side[s], threads)) return false;
  local.of_warp = own == TILE_LANE_BITS;
  local.total = n;
  *x = local;
  return true;
}

// Bits of a warp's number in its block.
static unsigned block_warp_bits(const Exchange *x) {
  return x->num_warp_bits - x->conversion->limits->cluster_bits;
}

// As few threads as possible exchange what they hold.
static void find_scope(Exchange *x) {
  const TileConvertLimits *limits = x->conversion->limits;
  if (!limits->of_block && make_local(x, TILE_LANE_BITS)) return;
  if (!limits->cluster_bits || make_local(x, TILE_LANE_BITS + block_warp_bits(x))) return;
  x->of_cluster = true;
}

// ---- Rounds. ----

static int64_t scratch_elements(const Exchange *x) {
  return (int64_t)1 << (x->total + (x->of_warp ? block_warp_bits(x) : 0));
}

// Registers of a round first, then one of each bit of the round.  Coordinates: those of a round in
// the low bits.
static bool order_registers(Side *side, unsigned round_total) {
  Side old = *side;
  TileEchelon rounds = {0};
  unsigned n = 0;
  for (unsigned i = 0; i < old.n; i++) {
    uint64_t combination = (uint64_t)1 << i;
    uint32_t round = old.place[i] >> round_total;
    if (tile_echelon_reduce(&rounds, round, &combination)) {
      (void)tile_echelon_add(&rounds, round, (uint64_t)1 << i);
      continue;
    }
    side->take[n] = tile_xor_of(old.take, combination);
    side->place[n++] = tile_xor_of(old.place, combination);
  }
  for (unsigned bit = 0; n < old.n; bit++, n++) {
    uint64_t combination = 0;
    if (tile_echelon_reduce(&rounds, 1u << bit, &combination)) return false;
    side->take[n] = tile_xor_of(old.take, combination);
    side->place[n] = tile_xor_of(old.place, combination) & ((1u << round_total) - 1);
  }
  return true;
}

// Splits the exchange into rounds until the scratch is small enough or nothing is left to split.
// The last registers of the source tell rounds apart, the first ones of both stay together, for
// they are likely to be vectors.
static bool split_rounds(Exchange *x) {
  unsigned threads = TILE_LANE_BITS + x->num_warp_bits, q = 0, n = 0;
  int64_t limit = x->conversion->limits->scratch_bytes / x->conversion->bytes;
  TileEchelon e = {0};
  for (unsigned s = 0; s < 2; s++)
    for (unsigned k = 0; k < threads; k++)
      if (tile_echelon_add(&e, x->side[s].thread[k], (uint64_t)1 << n)) n++;
  while (limit && n + q < x->total && scratch_elements(x) >> q > limit) q++;
  if (!q) return true;
  for (unsigned i = 0; n < x->total - q; i++)
    for (unsigned s = 0; s < 2 && n < x->total - q; s++)
      if (i < x->side[s].n && tile_echelon_add(&e, x->side[s].place[i], (uint64_t)1 << n)) n++;
  for (unsigned i = 0; i < x->side[STORE].n; i++)
    if (tile_echelon_add(&e, x->side[STORE].place[i], (uint64_t)1 << n)) n++;
  if (n != x->total) return false;
  x->log_rounds = q;
  x->total -= q;
  for (unsigned s = 0; s < 2; s++)
    if (!all_coordinates(&e, &x->side[s], threads) || !order_registers(&x->side[s], x->total))
      return false;
  return true;
}

// ---- Storage. ----

// A round as a layout of one dimension.
static TileLayout round_layout(const Exchange *x, unsigned s) {
  const Side *side = &x->side[s];
  TileLayout l = {.rank = 1, .inputs = 3};
  l.log[0] = (uint8_t)x->total;
  for (unsigned i = 0; i < side->n - x->log_rounds; i++)
    (void)tile_layout_push(&l, TILE_REGISTER, side->place[i]);
  for (unsigned k = 0; k < TILE_LANE_BITS; k++)
    (void)tile_layout_push(&l, TILE_LANE, side->thread[k]);
  for (unsigned k = 0; k < x->num_warp_bits; k++)
    (void)tile_layout_push(&l, TILE_WARP, side->thread[TILE_LANE_BITS + k]);
  return l;
}

static void count(Candidate *c) {
  c->accesses = c->wavefronts = 0;
  for (unsigned s = 0; s < 2; s++) {
    TileSwizzleSide *side = &c->swizzle.side[s];
    // An ldmatrix of fewer than four matrices does not look at the addresses of the other lanes.
    if (c->access[s] != TILE_ACCESS_VECTOR) side->wavefronts >>= 2 - c->matrix_bits;
    c->accesses += side->accesses;
    c->wavefronts += side->wavefronts;
  }
}

static bool is_better(const Candidate *a, const Candidate *b) {
  if (a->wavefronts != b->wavefronts) return a->wavefronts < b->wavefronts;
  return a->accesses < b->accesses;
}

// A register of `l` that its other side holds as well, as the pair of a word; -1: none.
static int common_register(const TileLayout *l, const TileLayout *other, uint32_t used) {
  TileEchelon e = {0};
  for (unsigned k = 0; k < other->bits[TILE_REGISTER]; k++)
    (void)tile_echelon_add(&e, other->basis[TILE_REGISTER][k], 0);
  for (unsigned k = 0; k < l->bits[TILE_REGISTER]; k++) {
    uint64_t witness = 0;
    if (!(used >> k & 1) && !tile_echelon_reduce(&e, l->basis[TILE_REGISTER][k], &witness))
      return (int)k;
  }
  return -1;
}

// The tile as lanes that hold rows see it, of `l` whose words are the registers `word`:
//   straight    the row is word, lanes 0 and 1; lanes 2 to 4 select it
//   transposed  the row is lanes 2 to 4; word, lanes 0 and 1 select it
// Registers: the row, the word where it does not belong to it, all others; two of them select the
// matrix.
static TileLayout row_layout(const TileLayout *l, TileConvertAccess access, const unsigned *word,
                             unsigned word_bits, unsigned *matrix_bits) {
  TileLayout rows = {.rank = 1, .inputs = 3};
  const uint32_t *lane = l->basis[TILE_LANE];
  uint32_t used = 0, lanes[TILE_LANE_BITS] = {0};
  unsigned selected = 0, matrices = 0;
  rows.log[0] = l->log[0];
  for (unsigned i = 0; i < word_bits; i++) used |= 1u << word[i];
  if (access == TILE_ACCESS_MATRIX) {
    for (unsigned i = 0; i < word_bits; i++)
      (void)tile_layout_push(&rows, TILE_REGISTER, l->basis[TILE_REGISTER][word[i]]);
    for (unsigned k = 0; k < 2; k++) (void)tile_layout_push(&rows, TILE_REGISTER, lane[k]);
    for (unsigned k = 2; k < 5; k++) lanes[selected++] = lane[k];
  } else {
    for (unsigned k = 2; k < 5; k++) (void)tile_layout_push(&rows, TILE_REGISTER, lane[k]);
    for (unsigned i = 0; i < word_bits; i++) lanes[selected++] = l->basis[TILE_REGISTER][word[i]];
    for (unsigned k = 0; k < 2; k++) lanes[selected++] = lane[k];
  }
  for (unsigned k = 0; k < l->bits[TILE_REGISTER]; k++) {
    if (used >> k & 1) continue;
    if (matrices < 2)
      lanes[selected + matrices++] = l->basis[TILE_REGISTER][k];
    else
      (void)tile_layout_push(&rows, TILE_REGISTER, l->basis[TILE_REGISTER][k]);
  }
  for (unsigned k = 0; k < TILE_LANE_BITS; k++) (void)tile_layout_push(&rows, TILE_LANE, lanes[k]);
  rows.bits[TILE_WARP] = l->bits[TILE_WARP];
  memcpy(rows.basis[TILE_WARP], l->basis[TILE_WARP], sizeof rows.basis[TILE_WARP]);
  *matrix_bits = matrices;
  return rows;
}

// Side `s` by matrices: rows of 16 bytes that the other side holds as vectors.  Stores have to be
// of all threads, for a part of a warp cannot execute stmatrix and a copy would race.
static bool match_matrix(const Exchange *x, unsigned s, TileConvertAccess access, Candidate *c) {
  const TileConversion *conversion = x->conversion;
  const TileLayout plain[2] = {round_layout(x, STORE), round_layout(x, LOAD)};
  unsigned bytes = conversion->bytes, word[2],
           row_bits = (unsigned)__builtin_ctz(ROW_BYTES / bytes);
  uint32_t run[TILE_LANE_BITS], used = 0;
  *c = (Candidate){.tile = {plain[STORE], plain[LOAD]}};
  c->word_bits = (unsigned)__builtin_ctz(WORD_BYTES / bytes);
  if (access == TILE_ACCESS_MATRIX_TRANS && bytes != 2) return false;
  for (unsigned i = 0; i < c->word_bits; i++) {
    int k = common_register(&plain[s], &plain[!s], used);
    if (k < 0) {
      if (access == TILE_ACCESS_MATRIX) return false;
      if (!plain[s].bits[TILE_REGISTER]) return false;
      k = 0;
    }
    word[i] = (unsigned)k;
    used |= 1u << k;
  }
  c->tile[s] = row_layout(&plain[s], access, word, c->word_bits, &c->matrix_bits);
  c->access[s] = access;
  if (s == STORE) {
    TileEchelon lanes = {0};
    for (unsigned i = TILE_REGISTER; i <= (x->of_warp ? TILE_LANE : TILE_WARP); i++)
      for (unsigned k = 0; k < plain[s].bits[i]; k++)
        if (!tile_echelon_add(&lanes, plain[s].basis[i][k], 0)) return false;
  }
  memcpy(run, c->tile[s].basis[TILE_REGISTER], sizeof run);
  TileEchelon independent = {0};
  for (unsigned i = 0; i < row_bits; i++)
    if (!tile_echelon_add(&independent, run[i], 0)) return false;
  return tile_layout_swizzle_of_run(&c->tile[STORE], &c->tile[LOAD], bytes, run, row_bits,
                                    &c->swizzle);
}

// ---- Sides of the plan. ----

static uint32_t flat_offset(const TileLayout *inverse, uint32_t place) {
  return tile_layout_apply1(inverse, 0, place);
}

// The vector's registers, of which bit i moves by 1 << i.
static bool find_vector(const Side *side, const uint32_t *offset, unsigned n, unsigned log_vector,
                        uint64_t *vector) {
  TileEchelon e = {0};
  (void)side;
  for (unsigned i = 0; i < n; i++) (void)tile_echelon_add(&e, offset[i], (uint64_t)1 << i);
  for (unsigned i = 0; i < log_vector; i++) {
    vector[i] = 0;
    if (tile_echelon_reduce(&e, 1u << i, &vector[i])) return false;
  }
  return true;
}

// Appends `combination` of the side's registers to the list.
static void append(TileConvertSide *out, const Side *side, uint64_t combination, uint32_t offset) {
  out->take[out->bits] = tile_xor_of(side->take, combination);
  out->offset[out->bits++] = offset;
}

// The list of registers of a side that moves vectors; then the rounds'.
static bool list_vectors(const Exchange *x, unsigned s, const TileLayout *inverse,
                         unsigned log_vector, TileConvertSide *out) {
  const Side *side = &x->side[s];
  unsigned n = side->n - x->log_rounds;
  uint32_t offset[MOST_REGISTERS];
  uint64_t vector[8];
  TileEchelon chosen = {0};
  for (unsigned i = 0; i < side->n; i++) offset[i] = flat_offset(inverse, side->place[i]);
  if (!find_vector(side, offset, n, log_vector, vector)) return false;
  for (unsigned i = 0; i < log_vector; i++) {
    append(out, side, vector[i], 1u << i);
    (void)tile_echelon_add(&chosen, (uint32_t)vector[i], 0);
  }
  for (unsigned i = 0; i < side->n; i++) {
    if (i < n && !tile_echelon_add(&chosen, 1u << i, 0)) continue;
    uint64_t combination = (uint64_t)1 << i;
    uint32_t at = offset[i];
    for (unsigned k = 0; k < log_vector; k++)
      if (at >> k & 1) combination ^= vector[k], at ^= 1u << k;
    append(out, side, combination, at);
  }
  out->log_access = (uint8_t)log_vector;
  return true;
}

// The list of a side that moves matrices: word, matrix, others.
static bool list_matrices(const Exchange *x, unsigned s, const TileLayout *inverse,
                          const Candidate *c, TileConvertSide *out) {
  const Side *side = &x->side[s];
  const TileLayout *rows = &c->tile[s];
  unsigned row_bits = (unsigned)__builtin_ctz(ROW_BYTES / x->conversion->bytes);
  bool trans = c->access[s] == TILE_ACCESS_MATRIX_TRANS;
  uint32_t wanted[MOST_REGISTERS];
  unsigned n = 0;
  for (unsigned i = 0; i < c->word_bits; i++)
    wanted[n++] = trans ? rows->basis[TILE_LANE][i] : rows->basis[TILE_REGISTER][i];
  for (unsigned k = 0; k < c->matrix_bits; k++) wanted[n++] = rows->basis[TILE_LANE][3 + k];
  for (unsigned k = row_bits; k < rows->bits[TILE_REGISTER]; k++)
    wanted[n++] = rows->basis[TILE_REGISTER][k];
  for (unsigned i = 0; i < side->n; i++) {
    unsigned from = i; // the same register in the side's list
    if (i < n)
      for (from = 0; side->place[from] != wanted[i];) from++;
    uint32_t at = flat_offset(inverse, side->place[from]);
    bool in_access = i < c->word_bits + c->matrix_bits;
    if (!in_access && at & ((1u << row_bits) - 1)) return false;
    append(out, side, (uint64_t)1 << from, in_access ? 0 : at);
  }
  out->log_access = (uint8_t)(c->word_bits + c->matrix_bits);
  for (unsigned k = 0; k < TILE_LANE_BITS; k++)
    if (flat_offset(inverse, rows->basis[TILE_LANE][k]) & ((1u << row_bits) - 1)) return false;
  return true;
}

// Numbers in the list of the result's registers.
static void find_places(TileConvertSide *out, const TileLayout *l) {
  TileEchelon e = {0};
  for (unsigned i = 0; i < out->bits; i++)
    (void)tile_echelon_add(&e, tile_xor_of(l->basis[TILE_REGISTER], out->take[i]),
                           (uint64_t)1 << i);
  for (unsigned k = 0; k < l->bits[TILE_REGISTER]; k++) {
    uint64_t witness = 0;
    (void)tile_echelon_reduce(&e, l->basis[TILE_REGISTER][k], &witness);
    out->place[k] = (uint32_t)witness;
  }
}

static bool build_side(const Exchange *x, unsigned s, const Candidate *c, TileConvertSide *out) {
  TileLayout inverse;
  const TileSwizzleSide *swizzle = &c->swizzle.side[s];
  const TileLayout *tile = &c->tile[s];
  unsigned log_vector = (unsigned)__builtin_ctz(swizzle->vector);
  *out = (TileConvertSide){.access = c->access[s], .ways = swizzle->ways};
  if (!tile_layout_invert(&c->swizzle.storage, &inverse)) return false;
  if (!(out->access == TILE_ACCESS_VECTOR ? list_vectors(x, s, &inverse, log_vector, out)
                                          : list_matrices(x, s, &inverse, c, out)))
    return false;
  for (unsigned k = 0; k < TILE_LANE_BITS + x->num_warp_bits; k++) {
    bool is_lane = k < TILE_LANE_BITS;
    out->thread[k] = flat_offset(&inverse, is_lane ? tile->basis[TILE_LANE][k]
                                                   : tile->basis[TILE_WARP][k - TILE_LANE_BITS]);
    if (out->thread[k] & ((1u << log_vector) - 1)) return false;
    if (!is_lane && x->of_warp && k - TILE_LANE_BITS < block_warp_bits(x))
      out->thread[k] ^= 1u << (x->total + k - TILE_LANE_BITS);
  }
  const TileLayout *l = x->side[s].layout;
  if (s == LOAD) find_places(out, l);
  if (s == STORE) {
    out->copies = tile_layout_free_bits(l, TILE_LANE);
    if (!x->of_warp) out->copies |= tile_layout_free_bits(l, TILE_WARP) << TILE_LANE_BITS;
    // Each block needs what it reads, though others hold it as well.
    if (!x->of_cluster) out->copies &= (1u << (TILE_LANE_BITS + block_warp_bits(x))) - 1;
  }
  out->accesses = swizzle->accesses << x->log_rounds;
  out->wavefronts = swizzle->wavefronts << x->log_rounds;
  return true;
}

// ---- Choice. ----

static bool accept(const Exchange *x, Candidate *c, Candidate *best, bool found,
                   TileConvertShared *out) {
  TileConvertSide store, load;
  count(c);
  if (found && !is_better(c, best)) return false;
  if (!build_side(x, STORE, c, &store) || !build_side(x, LOAD, c, &load)) return false;
  *best = *c;
  out->store = store;
  out->load = load;
  return true;
}

static bool choose_storage(const Exchange *x, TileConvertShared *out) {
  const TileConversion *conversion = x->conversion;
  Candidate best, c = {.tile = {round_layout(x, STORE), round_layout(x, LOAD)}};
  bool found =
      tile_layout_best_swizzle(&c.tile[STORE], &c.tile[LOAD], conversion->bytes, &c.swizzle) &&
      accept(x, &c, &best, false, out);
  if (!tile_is_whole_bytes(conversion) || conversion->bytes > WORD_BYTES) return found;
  for (unsigned i = 0; i < 2; i++) {
    unsigned s = i == 0 ? LOAD : STORE;
    if (!(s == STORE ? conversion->limits->stmatrix : conversion->limits->ldmatrix)) continue;
    if (s == STORE && x->of_cluster) continue; // it stores into the own block
    for (unsigned a = TILE_ACCESS_MATRIX; a <= TILE_ACCESS_MATRIX_TRANS; a++)
      if (match_matrix(x, s, (TileConvertAccess)a, &c) && accept(x, &c, &best, found, out))
        found = true;
  }
  return found;
}

static TileConvertCost cost_of(const TileConvertShared *p, const TileConversion *c) {
  unsigned targets = p->of_cluster ? 1u << c->limits->cluster_bits : 1;
  TileConvertCost cost = {.accesses = p->store.accesses * targets + p->load.accesses,
                          .wavefronts = p->store.wavefronts * targets + p->load.wavefronts,
                          .shared_bytes = (unsigned)(p->elements * c->bytes)};
  unsigned barriers = 2u << p->log_rounds;
  if (p->of_cluster)
    cost.block_barriers = barriers * (CLUSTER_BARRIER / BLOCK_BARRIER);
  else if (p->of_warp)
    cost.warp_barriers = barriers;
  else
    cost.block_barriers = barriers;
  cost.total = cost.wavefronts + LATENCY + cost.block_barriers * BLOCK_BARRIER +
               cost.warp_barriers * WARP_BARRIER;
  return cost;
}

bool tile_convert_plan_shared(const TileConversion *c, TileConvertShared *out,
                              TileConvertCost *cost) {
  Exchange x = whole_block(c);
  find_scope(&x);
  if (!split_rounds(&x)) return false;
  *out = (TileConvertShared){.of_warp = x.of_warp,
                             .of_cluster = x.of_cluster,
                             .log_rounds = (uint8_t)x.log_rounds,
                             .elements = scratch_elements(&x)};
  if (!choose_storage(&x, out)) return false;
  *cost = cost_of(out, c);
  return true;
}
