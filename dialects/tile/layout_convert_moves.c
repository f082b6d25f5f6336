// Conversions within a warp: registers and shuffles.
//
// With the source inverted for one warp, element (r', l') of the result is in register A r' + B l'
// of lane C r' + E l' (r' are the result's distinct registers; warps add B w and E w).  In round j
// lane l' receives into register j + M l', so it reads lane  C j + L l'  with  L = C M + E, and the
// source lane l has to send one register for all who read it: A'j + N l with N L = B + A M and
// A' = A + N C.  That needs an M for which L takes no two lanes together that need different
// registers; two ways to choose it are tried:
//
//   identity  L = 1: all rounds are `xor` shuffles, and those with C j = 0 are none
//   sparse    M only where E alone has a kernel: fewer registers chosen by the lane
//
// Registers chosen by the thread (N before, M after) are exchanged in stages: one for each
// independent condition.  Elements of 8 and 16 bits travel together where no round tells them
// apart: r' with C r' = 0.
#include "dialects/tile/layout_convert_impl.h"

typedef struct Moves {
  unsigned n, num_still, threads;   // bits of r', of those with C = 0, of the thread's index
  uint32_t place[TILE_LAYOUT_BITS]; // of bit i of r'
  uint32_t a[TILE_LAYOUT_BITS], c[TILE_LAYOUT_BITS];
  uint32_t b[TILE_THREAD_BITS], e[TILE_THREAD_BITS];
  uint32_t m[TILE_LANE_BITS];
} Moves;

// ---- The source of each element. ----

// Registers are in the low half of a witness, lanes in the high half.
static void add_bases(TileEchelon *e, const TileLayout *l, unsigned input) {
  for (unsigned k = 0; k < l->bits[input]; k++)
    (void)tile_echelon_add(e, l->basis[input][k], (uint64_t)1 << (input == TILE_LANE ? 32 + k : k));
}

static bool solve(const TileEchelon *e, uint32_t place, uint32_t *reg, uint32_t *lane) {
  uint64_t witness = 0;
  if (tile_echelon_reduce(e, place, &witness)) return false;
  *reg = (uint32_t)witness;
  *lane = (uint32_t)(witness >> 32);
  return true;
}

static bool find_sources(const TileConversion *conversion, Moves *m) {
  const TileLayout *src = conversion->src, *dst = conversion->dst;
  TileEchelon registers = {0}, distinct = {0};
  add_bases(&registers, src, TILE_REGISTER);
  TileEchelon all = registers;
  add_bases(&all, src, TILE_LANE);
  *m = (Moves){.threads = tile_thread_bits(dst)};
  for (unsigned k = 0; k < dst->bits[TILE_REGISTER]; k++) {
    uint32_t place = dst->basis[TILE_REGISTER][k];
    if (!tile_echelon_add(&distinct, place, 0)) continue;
    m->place[m->n] = place;
    if (!solve(&all, place, &m->a[m->n], &m->c[m->n])) return false;
    m->n++;
  }
  for (unsigned k = 0; k < m->threads; k++) {
    uint32_t wanted = tile_thread_basis(dst, k), own = tile_thread_basis(src, k);
    uint32_t here = k < TILE_LANE_BITS ? 1u << k : 0;
    if (solve(&registers, wanted ^ own, &m->b[k], &m->e[k]))
      m->e[k] ^= here; // of the thread itself
    else if (!solve(&all, here ? wanted : wanted ^ own, &m->b[k], &m->e[k]))
      return false;
  }
  return true;
}

// Puts the bits of r' in front that all threads take from their own lane's neighbor, C = 0.
static void put_still_first(Moves *m) {
  Moves old = *m;
  TileEchelon lanes = {0};
  unsigned num_moving = 0, moving[TILE_LAYOUT_BITS];
  m->num_still = 0;
  for (unsigned i = 0; i < old.n; i++) {
    uint64_t combination = (uint64_t)1 << i;
    if (tile_echelon_reduce(&lanes, old.c[i], &combination)) {
      (void)tile_echelon_add(&lanes, old.c[i], (uint64_t)1 << i);
      moving[num_moving++] = i;
      continue;
    }
    unsigned k = m->num_still++;
    m->place[k] = tile_xor_of(old.place, combination);
    m->a[k] = tile_xor_of(old.a, combination);
    m->c[k] = 0;
  }
  for (unsigned i = 0; i < num_moving; i++) {
    unsigned k = m->num_still + i;
    m->place[k] = old.place[moving[i]];
    m->a[k] = old.a[moving[i]];
    m->c[k] = old.c[moving[i]];
  }
}

// ---- M. ----

static bool choose_identity(Moves *m) {
  TileEchelon lanes = {0};
  for (unsigned i = 0; i < m->n; i++) (void)tile_echelon_add(&lanes, m->c[i], (uint64_t)1 << i);
  for (unsigned k = 0; k < TILE_LANE_BITS; k++) {
    uint64_t witness = 0;
    if (tile_echelon_reduce(&lanes, m->e[k] ^ 1u << k, &witness)) return false;
    m->m[k] = (uint32_t)witness;
  }
  return true;
}

static bool choose_sparse(Moves *m) {
  TileEchelon lanes = {0};
  uint32_t dependent = 0;
  for (unsigned k = 0; k < TILE_LANE_BITS; k++) {
    m->m[k] = 0;
    if (!tile_echelon_add(&lanes, m->e[k], (uint64_t)1 << k)) dependent |= 1u << k;
  }
  for (unsigned k = 0; k < TILE_LANE_BITS; k++) {
    if (!(dependent >> k & 1)) continue;
    uint64_t kernel = (uint64_t)1 << k;
    (void)tile_echelon_reduce(&lanes, m->e[k], &kernel);
    kernel &= (1u << TILE_LANE_BITS) - 1;
    if (!tile_xor_of(m->b, kernel)) continue; // the same elements in both lanes
    unsigned i = m->num_still;
    while (i < m->n && !tile_echelon_add(&lanes, m->c[i], 0)) i++;
    if (i == m->n) return false;
    m->m[k] = 1u << i;
  }
  return true;
}

// ---- The plan. ----

// Adds the rows of a matrix given by columns as stages: bit i of the list is flipped by the threads
// in row i. Rows that depend on others add to the flips of those.
static unsigned add_stages(const uint32_t *columns, unsigned num_columns, unsigned rows,
                           TileConvertStage *stages) {
  TileEchelon e = {0};
  unsigned n = 0;
  for (unsigned i = 0; i < rows; i++) {
    uint32_t when = 0;
    uint64_t witness = 0;
    for (unsigned k = 0; k < num_columns; k++) when |= (columns[k] >> i & 1) << k;
    if (tile_echelon_reduce(&e, when, &witness)) {
      (void)tile_echelon_add(&e, when, (uint64_t)1 << n);
      stages[n++] = (TileConvertStage){when, 1u << i};
      continue;
    }
    for (; witness; witness &= witness - 1) stages[__builtin_ctzll(witness)].flip |= 1u << i;
  }
  return n;
}

// N for all bits of the thread's index.  False where one lane would have to send two registers to
// lanes that read it in one round.
static bool find_sent(const Moves *m, const uint32_t *lane_map, uint32_t *sent) {
  uint32_t value[2 * TILE_LANE_BITS] = {0};
  TileEchelon lanes = {0};
  for (unsigned k = 0; k < TILE_LANE_BITS; k++) {
    uint64_t combination = (uint64_t)1 << k;
    value[k] = m->b[k] ^ tile_xor_of(m->a, m->m[k]);
    if (tile_echelon_reduce(&lanes, lane_map[k], &combination))
      (void)tile_echelon_add(&lanes, lane_map[k], (uint64_t)1 << k);
    else if (tile_xor_of(value, combination))
      return false;
  }
  for (unsigned k = 0; k < TILE_LANE_BITS; k++) // lanes that nobody reads send anything
    (void)tile_echelon_add(&lanes, 1u << k, (uint64_t)1 << (TILE_LANE_BITS + k));
  for (unsigned k = 0; k < TILE_LANE_BITS; k++) {
    uint64_t witness = 0;
    (void)tile_echelon_reduce(&lanes, 1u << k, &witness);
    sent[k] = tile_xor_of(value, witness);
  }
  for (unsigned k = TILE_LANE_BITS; k < m->threads; k++)
    sent[k] = m->b[k] ^ tile_xor_of(sent, m->e[k]);
  return true;
}

// Registers to take, and how they are chosen before the rounds.
static void plan_before(const Moves *m, const uint32_t *sent, TileConvertMoves *out) {
  TileEchelon registers = {0};
  uint32_t columns[TILE_THREAD_BITS];
  unsigned bits = m->n;
  for (unsigned i = 0; i < m->n; i++) {
    out->take[i] = m->a[i] ^ tile_xor_of(sent, m->c[i]);
    (void)tile_echelon_add(&registers, out->take[i], (uint64_t)1 << i);
  }
  for (unsigned k = 0; k < m->threads; k++) {
    if (tile_echelon_add(&registers, sent[k], (uint64_t)1 << bits)) out->take[bits++] = sent[k];
    uint64_t witness = 0;
    (void)tile_echelon_reduce(&registers, sent[k], &witness);
    columns[k] = (uint32_t)witness;
  }
  out->num_halvings = (uint8_t)(bits - m->n);
  for (unsigned h = 0; h < out->num_halvings; h++)
    for (unsigned k = 0; k < m->threads; k++)
      out->halving[h] |= (columns[k] >> (bits - 1 - h) & 1) << k;
  out->num_before = (uint8_t)add_stages(columns, m->threads, m->n, out->before);
}

static bool plan_rounds(const TileConversion *conversion, const Moves *m, TileConvertMoves *out) {
  uint32_t sent[TILE_THREAD_BITS];
  *out = (TileConvertMoves){.bits = (uint8_t)m->n, .is_xor = true};
  for (unsigned k = 0; k < m->threads; k++) {
    bool is_lane = k < TILE_LANE_BITS;
    out->lane_map[k] = m->e[k] ^ (is_lane ? tile_xor_of(m->c, m->m[k]) : 0);
    out->is_xor = out->is_xor && out->lane_map[k] == (is_lane ? 1u << k : 0);
  }
  if (!find_sent(m, out->lane_map, sent)) return false;
  out->moves_lanes = !out->is_xor || m->num_still < m->n;
  memcpy(out->lanes, m->c, sizeof out->lanes);
  plan_before(m, sent, out);
  out->num_after = (uint8_t)add_stages(m->m, TILE_LANE_BITS, m->n, out->after);
  if (out->moves_lanes && conversion->bytes < 4 && tile_is_whole_bytes(conversion)) {
    unsigned most = (unsigned)__builtin_ctz(4 / conversion->bytes);
    out->pack = (uint8_t)(m->num_still < most ? m->num_still : most);
  }
  TileEchelon list = {0};
  for (unsigned i = 0; i < m->n; i++) (void)tile_echelon_add(&list, m->place[i], (uint64_t)1 << i);
  for (unsigned k = 0; k < conversion->dst->bits[TILE_REGISTER]; k++) {
    uint64_t witness = 0;
    (void)tile_echelon_reduce(&list, conversion->dst->basis[TILE_REGISTER][k], &witness);
    out->place[k] = (uint32_t)witness;
  }
  return true;
}

// Selects of a group of stages: on words, unless one of them takes words apart.
static unsigned selects_of(const TileConvertMoves *p, const TileConvertStage *stages, unsigned n,
                           unsigned num_halvings, unsigned words_of_element) {
  unsigned pack = p->pack, count = 0;
  for (unsigned i = 0; i < n; i++)
    if (stages[i].flip & ((1u << p->pack) - 1)) pack = 0;
  for (unsigned h = 0; h < num_halvings; h++) count += 1u << (p->bits + h - pack);
  return (count + (n << (p->bits - pack))) * words_of_element;
}

static TileConvertCost cost_of(const TileConversion *c, const Moves *m, const TileConvertMoves *p) {
  unsigned words_of_element = c->bytes == 8 ? 2 : 1;
  unsigned words = (1u << (p->bits - p->pack)) * words_of_element;
  unsigned still = p->is_xor ? (1u << (m->num_still - p->pack)) * words_of_element : 0;
  TileConvertCost cost = {.shuffles = p->moves_lanes ? words - still : 0};
  cost.selects = selects_of(p, p->before, p->num_before, p->num_halvings, words_of_element) +
                 selects_of(p, p->after, p->num_after, 0, words_of_element);
  cost.total = cost.shuffles + (cost.selects + 1) / 2;
  return cost;
}

bool tile_convert_plan_moves(const TileConversion *c, TileConvertMoves *out,
                             TileConvertCost *cost) {
  Moves m;
  bool found = false;
  if (!find_sources(c, &m)) return false;
  put_still_first(&m);
  for (unsigned way = 0; way < 2; way++) {
    TileConvertMoves plan;
    if (!(way == 0 ? choose_identity(&m) : choose_sparse(&m)) || !plan_rounds(c, &m, &plan))
      continue;
    TileConvertCost costs = cost_of(c, &m, &plan);
    if (found && costs.total >= cost->total) continue;
    *out = plan;
    *cost = costs;
    found = true;
  }
  return found;
}
