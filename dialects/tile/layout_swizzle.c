// The best storage for a tile that is written in one layout and read in another one.
//
// Offsets have, from their low bits up: the elements of a vector, the banks of 128 bytes, and the
// lines of 128 bytes ("segment").  A choice of storage is a basis of the tile's places for them:
//
//   vector   elements that a thread of both sides holds (up to 16 bytes); one side may go on with
//            elements that only its threads hold.
//   segment  a common complement of A and B, what one phase of either side touches. With bases
//            that continue one of their intersection it is a_0 + b_0, a_1 + b_1, ..., and what
//            lies outside of A + B.
//   bank     all that is left.
//
// Two words of a phase then lie in the same bank only where they are the same word.  (The segment
// is that of arXiv 2505.23819, section on optimal swizzling; growing one side's vector is ours.)
// Lengths of vectors are tried, and the storage with the fewest wavefronts is kept.
#include "dialects/tile/layout_convert_impl.h"

enum { BANK_LINE = 128, WORD = 4, MOST_BYTES = 16 };
enum { SRC, DST, BOTH, NEITHER }; // the sides, and who holds a part of the vector

typedef struct Space {
  uint32_t at[64];
  unsigned n;
} Space;

// A storage in the making.
typedef struct Plan {
  const TileLayout *side[2];
  unsigned bytes, total; // of an element; bits of a place
  Space vector;
  unsigned log_vector[2];           // of each side
  uint8_t vector_owner[8];          // of each bit
  uint32_t basis[TILE_LAYOUT_BITS]; // of the offsets
} Plan;

static unsigned log2_of(unsigned n) {
  return (unsigned)__builtin_ctz(n);
}

static void add_to(Space *s, uint32_t v) {
  s->at[s->n++] = v;
}

static void append(Space *s, Space more) {
  for (unsigned i = 0; i < more.n; i++) add_to(s, more.at[i]);
}

static void add_all(TileEchelon *e, const Space *s) {
  for (unsigned i = 0; i < s->n; i++) (void)tile_echelon_add(e, s->at[i], 0);
}

static bool is_inside(const TileEchelon *e, uint32_t v) {
  uint64_t witness = 0;
  return tile_echelon_reduce(e, v, &witness) == 0;
}

static void add_input(TileEchelon *e, const TileLayout *l, unsigned input) {
  for (unsigned k = 0; k < l->bits[input]; k++) (void)tile_echelon_add(e, l->basis[input][k], 0);
}

static void add_threads(TileEchelon *e, const TileLayout *l) {
  add_input(e, l, TILE_LANE);
  add_input(e, l, TILE_WARP);
}

// ---- Spaces. ----

// A basis of what lies in both: b's vectors that A and the b's before them make.
static Space intersection(const Space *a, const Space *b) {
  TileEchelon e = {0};
  Space both = {0};
  add_all(&e, a);
  for (unsigned i = 0; i < b->n; i++) {
    uint64_t witness = 0;
    if (tile_echelon_reduce(&e, b->at[i], &witness)) {
      (void)tile_echelon_add(&e, b->at[i], (uint64_t)1 << i);
      continue;
    }
    uint32_t v = b->at[i];
    for (unsigned k = 0; k < b->n; k++)
      if (witness >> k & 1) v ^= b->at[k];
    if (v) add_to(&both, v);
  }
  return both;
}

// The vectors of `s` that are independent of `e` and of each other; `e` has them afterwards.
static Space rest_of(const Space *s, TileEchelon *e) {
  Space rest = {0};
  for (unsigned i = 0; i < s->n; i++)
    if (tile_echelon_add(e, s->at[i], 0)) add_to(&rest, s->at[i]);
  return rest;
}

static Space basis_of(const TileEchelon *e, unsigned below) {
  Space s = {0};
  for (unsigned bit = 0; bit < below; bit++)
    if (e->vector[bit]) add_to(&s, e->vector[bit]);
  return s;
}

static Space units(unsigned n) {
  Space s = {0};
  for (unsigned bit = 0; bit < n; bit++) add_to(&s, 1u << bit);
  return s;
}

// ---- Vectors. ----

static Space registers_of(const TileLayout *l) {
  TileEchelon e = {0};
  Space s = {0};
  for (unsigned k = 0; k < l->bits[TILE_REGISTER]; k++)
    if (tile_echelon_add(&e, l->basis[TILE_REGISTER][k], 0)) add_to(&s, l->basis[TILE_REGISTER][k]);
  return s;
}

// Whether what a side's threads hold of the vector is apart from what tells its threads from each
// other, and what both hold from what tells the threads of either: so that all threads have a
// vector's elements in the same registers.
static bool is_sound(const Plan *p) {
  for (unsigned owner = 0; owner <= BOTH; owner++) {
    TileEchelon others = {0};
    Space own = {0};
    if (owner != DST) add_threads(&others, p->side[SRC]);
    if (owner != SRC) add_threads(&others, p->side[DST]);
    for (unsigned i = 0; i < p->vector.n; i++) {
      unsigned o = p->vector_owner[i];
      if (o == owner || (o == BOTH && owner != BOTH))
        add_to(&own, p->vector.at[i]);
      else
        (void)tile_echelon_add(&others, p->vector.at[i], 0);
    }
    if (rest_of(&own, &others).n != own.n) return false;
  }
  return true;
}

// Makes the vector longer by `v`, unless it has to stay as it is.
static bool push_vector(Plan *p, uint32_t v, unsigned owner) {
  TileEchelon e = {0};
  add_all(&e, &p->vector);
  if (is_inside(&e, v)) return false;
  p->vector_owner[p->vector.n] = (uint8_t)owner;
  add_to(&p->vector, v);
  if (!is_sound(p)) {
    p->vector.n--;
    return false;
  }
  for (unsigned side = 0; side < 2; side++)
    if (owner == side || owner == BOTH) p->log_vector[side]++;
  return true;
}

static void common_vector(Plan *p, unsigned most) {
  Space regs[2] = {registers_of(p->side[SRC]), registers_of(p->side[DST])};
  Space both = intersection(&regs[SRC], &regs[DST]);
  for (unsigned i = 0; i < both.n && p->vector.n < most; i++)
    (void)push_vector(p, both.at[i], BOTH);
}

// Whether a register of `owner` serves the other side well as the next bit of the offset: within a
// word as one of its warps, in words as one of its lanes, which then use all banks.
static bool is_preferred(const Plan *p, unsigned owner, uint32_t v) {
  TileEchelon e = {0};
  bool in_word = (p->bytes << p->vector.n) < WORD;
  add_input(&e, p->side[!owner], in_word ? TILE_WARP : TILE_LANE);
  return is_inside(&e, v);
}

static bool extend_once(Plan *p, unsigned owner, bool preferred_only) {
  Space regs = registers_of(p->side[owner]);
  for (unsigned i = 0; i < regs.n; i++)
    if ((!preferred_only || is_preferred(p, owner, regs.at[i])) &&
        push_vector(p, regs.at[i], owner))
      return true;
  return false;
}

static void extend_vector(Plan *p, unsigned owner, unsigned bits) {
  while (bits-- > 0)
    if (!extend_once(p, owner, true) && !extend_once(p, owner, false)) return;
}

// A word whose elements no thread holds together: of what tells no lanes apart, where there is
// such.
static void fill_word(Plan *p) {
  TileEchelon lanes = {0};
  Space all = units(p->total), best;
  add_input(&lanes, p->side[SRC], TILE_LANE);
  add_input(&lanes, p->side[DST], TILE_LANE);
  best = rest_of(&all, &lanes);
  append(&best, all);
  for (unsigned i = 0; i < best.n && (p->bytes << p->vector.n) < WORD; i++)
    (void)push_vector(p, best.at[i], NEITHER);
}

// ---- Banks and segment. ----

static void add_bases(Space *s, const TileLayout *l, unsigned input) {
  for (unsigned k = 0; k < l->bits[input]; k++) add_to(s, l->basis[input][k]);
}

// A basis of all places that begins with the vector's. What tells threads apart comes next, of the
// side with the longer vector first: it then has no part of that side's vector in it.
static Space complete_basis(const Plan *p) {
  TileEchelon e = {0};
  Space order = p->vector, threads = {0}, all = units(p->total);
  unsigned wide = p->log_vector[DST] > p->log_vector[SRC] ? DST : SRC;
  for (unsigned i = 0; i < 2; i++) {
    add_bases(&threads, p->side[i ? !wide : wide], TILE_LANE);
    add_bases(&threads, p->side[i ? !wide : wide], TILE_WARP);
  }
  add_all(&e, &p->vector);
  append(&order, rest_of(&threads, &e));
  append(&order, rest_of(&all, &e));
  return order;
}

// What one phase of an access touches, in coordinates of the basis: vectors highest.
static Space touched(const Plan *p, unsigned side, const TileLayout *coordinates) {
  unsigned bytes = p->bytes << p->log_vector[side], num_rest = p->total - p->vector.n;
  unsigned lanes = p->side[side]->bits[TILE_LANE];
  TileEchelon e = {0};
  for (unsigned n = bytes > WORD ? bytes / WORD : 1; n > 1 && lanes > 0; n /= 2) lanes--;
  for (unsigned k = 0; k < lanes; k++) {
    uint32_t place = p->side[side]->basis[TILE_LANE][k];
    (void)tile_echelon_add(&e, tile_layout_apply1(coordinates, 0, place), 0);
  }
  for (unsigned i = 0; i < p->vector.n; i++)
    if (i < p->log_vector[side] || (p->bytes << i) < WORD)
      (void)tile_echelon_add(&e, 1u << (num_rest + i), 0);
  return basis_of(&e, num_rest);
}

// At most `most` vectors whose span meets neither A nor B, then, where there are too few, others.
static Space common_complement(const Space *a, const Space *b, unsigned bits, unsigned most) {
  TileEchelon c = {0}, sum = {0}, used = {0};
  Space both = intersection(a, b), all = units(bits);
  add_all(&c, &both);
  TileEchelon with_a = c, with_b = c;
  Space only_a = rest_of(a, &with_a), only_b = rest_of(b, &with_b);
  add_all(&sum, a);
  add_all(&sum, b);
  Space result = rest_of(&all, &sum);
  unsigned pairs = only_a.n < only_b.n ? only_a.n : only_b.n;
  for (unsigned i = 0; i < pairs; i++) add_to(&result, only_a.at[i] ^ only_b.at[i]);
  // Where it is too small, the lanes of one side cannot all have banks of their own.
  add_all(&used, &result);
  append(&result, rest_of(&all, &used));
  if (result.n > most) result.n = most;
  return result;
}

static bool lay_out(Plan *p) {
  TileLayout basis = {.rank = 1, .inputs = 1}, coordinates;
  unsigned n = p->vector.n, num_rest = p->total - n;
  Space order = complete_basis(p);
  basis.log[0] = basis.bits[0] = (uint8_t)p->total;
  for (unsigned i = 0; i < p->total; i++)
    basis.basis[0][i] = i < num_rest ? order.at[n + i] : order.at[i - num_rest];
  if (!tile_layout_invert(&basis, &coordinates)) return false;
  Space a = touched(p, SRC, &coordinates), b = touched(p, DST, &coordinates), all = units(num_rest);
  unsigned line = log2_of(BANK_LINE / p->bytes), most = p->total > line ? p->total - line : 0;
  Space segment = common_complement(&a, &b, num_rest, most);
  TileEchelon e = {0};
  add_all(&e, &segment);
  Space banks = rest_of(&all, &e);
  for (unsigned i = 0; i < n; i++) p->basis[i] = p->vector.at[i];
  for (unsigned i = 0; i < banks.n; i++)
    p->basis[n + i] = tile_layout_apply1(&basis, 0, banks.at[i]);
  for (unsigned i = 0; i < segment.n; i++)
    p->basis[n + banks.n + i] = tile_layout_apply1(&basis, 0, segment.at[i]);
  return true;
}

// ---- Choice. ----

static bool evaluate(const Plan *p, TileSwizzle *out) {
  *out = (TileSwizzle){.storage = {.rank = p->side[SRC]->rank, .inputs = 1}};
  memcpy(out->storage.log, p->side[SRC]->log, sizeof out->storage.log);
  out->storage.bits[0] = (uint8_t)p->total;
  memcpy(out->storage.basis[0], p->basis, p->total * sizeof *p->basis);
  for (unsigned side = 0; side < 2; side++) {
    TileLayout offsets;
    if (!tile_layout_offsets(p->side[side], &out->storage, &offsets)) return false;
    TileSwizzleSide *s = &out->side[side];
    s->vector = 1u << p->log_vector[side];
    s->ways = tile_layout_bank_ways(&offsets, p->bytes, s->vector);
    unsigned words = p->bytes * s->vector > WORD ? p->bytes * s->vector / WORD : 1;
    s->accesses = 1u << (p->side[side]->bits[TILE_REGISTER] - p->log_vector[side]);
    s->wavefronts = s->accesses * words * s->ways;
  }
  return true;
}

static bool is_better(const TileSwizzle *a, const TileSwizzle *b) {
  unsigned wa = a->side[0].wavefronts + a->side[1].wavefronts;
  unsigned wb = b->side[0].wavefronts + b->side[1].wavefronts;
  if (wa != wb) return wa < wb;
  return a->side[0].accesses + a->side[1].accesses < b->side[0].accesses + b->side[1].accesses;
}

// What the vectors cost where nothing conflicts.
static TileSwizzle without_conflicts(const Plan *p) {
  TileSwizzle least = {0};
  for (unsigned side = 0; side < 2; side++) {
    unsigned bytes = p->bytes << p->log_vector[side];
    least.side[side].accesses = 1u << (p->side[side]->bits[TILE_REGISTER] - p->log_vector[side]);
    least.side[side].wavefronts = least.side[side].accesses * (bytes > WORD ? bytes / WORD : 1);
  }
  return least;
}

bool tile_layout_swizzle_of_run(const TileLayout *src, const TileLayout *dst,
                                unsigned element_bytes, const uint32_t *run, unsigned n,
                                TileSwizzle *out) {
  Plan p = {.side = {src, dst}, .bytes = element_bytes, .total = tile_layout_total_bits(src)};
  for (unsigned side = 0; side < 2; side++) {
    TileEchelon registers = {0};
    add_input(&registers, p.side[side], TILE_REGISTER);
    for (unsigned i = 0; i < n; i++)
      if (!is_inside(&registers, run[i])) return false;
  }
  for (unsigned i = 0; i < n; i++)
    if (!push_vector(&p, run[i], BOTH)) return false;
  return lay_out(&p) && evaluate(&p, out);
}

bool tile_layout_best_swizzle(const TileLayout *src, const TileLayout *dst, unsigned element_bytes,
                              TileSwizzle *out) {
  Plan start = {.side = {src, dst}, .bytes = element_bytes, .total = tile_layout_total_bits(src)};
  bool found = false;
  uint8_t log_bytes;
  if (src->rank != dst->rank || memcmp(src->log, dst->log, sizeof src->log) ||
      !tile_log_of(element_bytes, &log_bytes) || element_bytes > MOST_BYTES / 2 ||
      start.total > TILE_LAYOUT_BITS || !tile_layout_covers(src) || !tile_layout_covers(dst))
    return false;
  // Long vectors first: shorter ones are then rarely worth the work.
  unsigned most = log2_of(MOST_BYTES / element_bytes);
  for (unsigned common = most + 1; common-- > 0;) {
    Plan shared = start;
    common_vector(&shared, common);
    if (shared.vector.n < common) continue; // there are not as many
    for (unsigned more = most - common + 1; more-- > 0;)
      for (unsigned owner = 0; owner < 2; owner++) {
        Plan p = shared;
        TileSwizzle swizzle;
        extend_vector(&p, owner, more);
        if (p.vector.n < common + more || (more == 0 && owner == DST)) continue;
        swizzle = without_conflicts(&p);
        if (found && !is_better(&swizzle, out)) continue;
        fill_word(&p);
        if (!lay_out(&p) || !evaluate(&p, &swizzle)) continue;
        if (!found || is_better(&swizzle, out)) *out = swizzle;
        found = true;
      }
  }
  return found;
}
