// Plans of conversions, carried out: every register ends with its element, stores do not meet,
// loads find what was stored, and what a plan says of its cost is so.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/tile/layout_convert.h"
#include "tests/unit/layout_random.h"

enum { MOST_THREADS = 256, MOST_REGISTERS = 4096, EMPTY = -1 };

static int32_t registers[MOST_THREADS][MOST_REGISTERS], results[MOST_THREADS][MOST_REGISTERS];
static int32_t list[MOST_THREADS][MOST_REGISTERS], other[MOST_THREADS][MOST_REGISTERS];

static uint32_t xor_of(const uint32_t *values, uint32_t bits) {
  uint32_t sum = 0;
  for (unsigned i = 0; bits >> i; i++)
    if (bits >> i & 1) sum ^= values[i];
  return sum;
}

static unsigned num_threads(const TileLayout *l) {
  return 32u << l->bits[TILE_WARP];
}

static int32_t element(const TileLayout *l, unsigned thread, unsigned reg) {
  unsigned lane = thread % 32 & (tile_layout_size(l, TILE_LANE) - 1);
  return (int32_t)tile_layout_apply(l, reg, lane, thread / 32);
}

static bool is_odd(uint32_t bits) {
  return __builtin_popcount(bits) & 1;
}

static void run_stages(const TileConvertStage *stages, unsigned n, unsigned t, unsigned length) {
  int32_t before[MOST_REGISTERS];
  for (unsigned s = 0; s < n; s++) {
    if (!is_odd(t & stages[s].when)) continue;
    memcpy(before, list[t], length * sizeof *before);
    for (unsigned i = 0; i < length; i++) list[t][i] = before[i ^ stages[s].flip];
  }
}

static void run_moves(const TileConvertMoves *p, const TileLayout *dst) {
  unsigned threads = num_threads(dst), length = 1u << p->bits, pack = (1u << p->pack) - 1;
  for (unsigned t = 0; t < threads; t++) {
    unsigned n = length << p->num_halvings;
    for (unsigned i = 0; i < n; i++) list[t][i] = registers[t][xor_of(p->take, i)];
    for (unsigned h = 0; h < p->num_halvings; h++, n /= 2)
      if (is_odd(t & p->halving[h])) memcpy(list[t], list[t] + n / 2, n / 2 * sizeof **list);
    run_stages(p->before, p->num_before, t, length);
  }
  for (unsigned t = 0; t < threads; t++) memcpy(other[t], list[t], length * sizeof **list);
  for (unsigned t = 0; t < threads && p->moves_lanes; t++)
    for (unsigned j = 0; j < length; j++) {
      unsigned lane = xor_of(p->lane_map, t) ^ xor_of(p->lanes, j & ~pack);
      assert_true(lane < 32);
      if (p->is_xor) assert_int_equal(xor_of(p->lane_map, t), t % 32);
      list[t][j] = other[t - t % 32 + lane][j];
    }
  for (unsigned t = 0; t < threads; t++) {
    run_stages(p->after, p->num_after, t, length);
    for (unsigned r = 0; r < tile_layout_size(dst, TILE_REGISTER); r++)
      results[t][r] = list[t][xor_of(p->place, r)];
  }
}

// ---- Shared memory.

typedef struct Memory {
  int32_t at[1 << 16];
  int writer[1 << 16];
  int64_t elements;
} Memory;

static Memory memories[MOST_THREADS / 32]; // one for each block of a cluster
static unsigned cluster_bits;

static unsigned block_of(const TileLayout *l, unsigned t) {
  return t >> (5 + l->bits[TILE_WARP] - cluster_bits);
}

// Where element `e` of the list number r of thread t lies.
static uint32_t vector_address(const TileConvertSide *side, unsigned t, unsigned r, unsigned e) {
  uint32_t base = xor_of(side->thread, t) ^ xor_of(side->offset, r);
  assert_int_equal(base & ((1u << side->log_access) - 1), 0);
  return base + e;
}

// The same for matrices: the row's address comes from another lane.
static uint32_t matrix_address(const TileConvertSide *side, unsigned t, unsigned r, unsigned e,
                               unsigned bytes) {
  unsigned word = 4 / bytes, matrix = e / word, lane = t % 32, row, column;
  if (side->access == TILE_ACCESS_MATRIX)
    row = lane / 4, column = lane % 4 * word + e % word;
  else
    row = lane % 4 * 2 + e % 2, column = lane / 4;
  unsigned provider = t - lane + 8 * matrix + row;
  uint32_t base = xor_of(side->thread, provider) ^ xor_of(side->offset, r);
  assert_int_equal(base * bytes % 16, 0);
  return base + column;
}

static uint32_t address(const TileConvertSide *side, unsigned t, unsigned r, unsigned bytes) {
  unsigned mask = (1u << side->log_access) - 1;
  return side->access == TILE_ACCESS_VECTOR ? vector_address(side, t, r & ~mask, r & mask)
                                            : matrix_address(side, t, r & ~mask, r & mask, bytes);
}

static void store(Memory *memory, uint32_t at, unsigned t, int32_t value) {
  assert_true(at < memory->elements);
  assert_int_equal(memory->writer[at], EMPTY);
  memory->writer[at] = (int)t;
  memory->at[at] = value;
}

static void store_round(const TileConvertShared *p, const TileLayout *l, unsigned round,
                        unsigned bytes) {
  unsigned n = (1u << p->store.bits) >> p->log_rounds;
  for (unsigned t = 0; t < num_threads(l); t++)
    for (unsigned r = round * n; r < (round + 1) * n && !(t & p->store.copies); r++) {
      uint32_t at = address(&p->store, t, r, bytes);
      int32_t value = registers[t][xor_of(p->store.take, r)];
      for (unsigned block = 0; block < 1u << cluster_bits; block++)
        if (p->of_cluster || block == block_of(l, t)) store(&memories[block], at, t, value);
    }
}

static void load_round(const TileConvertShared *p, const TileLayout *l, unsigned round,
                       unsigned bytes) {
  unsigned n = (1u << p->load.bits) >> p->log_rounds;
  for (unsigned t = 0; t < num_threads(l); t++)
    for (unsigned r = round * n; r < (round + 1) * n; r++) {
      const Memory *memory = &memories[block_of(l, t)];
      uint32_t at = address(&p->load, t, r, bytes);
      assert_true(at < memory->elements && memory->writer[at] != EMPTY);
      if (p->of_warp) assert_int_equal(memory->writer[at] / 32, t / 32);
      list[t][r] = memory->at[at];
    }
}

static void run_shared(const TileConvertShared *p, const TileLayout *dst, unsigned bytes) {
  unsigned threads = num_threads(dst);
  for (unsigned round = 0; round < 1u << p->log_rounds; round++) {
    for (unsigned block = 0; block < 1u << cluster_bits; block++) {
      memories[block].elements = p->elements;
      for (int64_t i = 0; i < p->elements; i++) memories[block].writer[i] = EMPTY;
    }
    store_round(p, dst, round, bytes);
    load_round(p, dst, round, bytes);
  }
  for (unsigned t = 0; t < threads; t++)
    for (unsigned r = 0; r < tile_layout_size(dst, TILE_REGISTER); r++)
      results[t][r] = list[t][xor_of(p->load.place, r)];
}

// ---- Pairs.

typedef struct Counts {
  unsigned of[4], of_warp, of_cluster, of_own_block, rounds, matrices[2], without_conflicts;
} Counts;

static void count_plan(const TileConvertPlan *plan, Counts *counts) {
  counts->of[plan->kind]++;
  if (plan->kind != TILE_CONVERT_SHARED) return;
  counts->of_warp += plan->shared.of_warp;
  counts->of_cluster += plan->shared.of_cluster;
  counts->of_own_block += cluster_bits && !plan->shared.of_cluster && !plan->shared.of_warp;
  counts->rounds += plan->shared.log_rounds > 0;
  counts->matrices[0] += plan->shared.store.access != TILE_ACCESS_VECTOR;
  counts->matrices[1] += plan->shared.load.access != TILE_ACCESS_VECTOR;
  counts->without_conflicts += plan->shared.store.ways * plan->shared.load.ways == 1;
}

static void check_pair(const TileLayout *src, const TileLayout *dst, unsigned bytes,
                       const TileConvertLimits *limits, Counts *counts) {
  TileConvertPlan plan;
  assert_true(tile_layout_plan_conversion(src, dst, bytes, limits, &plan));
  count_plan(&plan, counts);
  for (unsigned t = 0; t < num_threads(src); t++)
    for (unsigned r = 0; r < tile_layout_size(src, TILE_REGISTER); r++)
      registers[t][r] = element(src, t, r);
  if (plan.kind == TILE_CONVERT_NOTHING)
    for (unsigned t = 0; t < num_threads(dst); t++)
      memcpy(results[t], registers[t], tile_layout_size(dst, TILE_REGISTER) * sizeof **results);
  else if (plan.kind == TILE_CONVERT_SHARED)
    run_shared(&plan.shared, dst, bytes);
  else
    run_moves(&plan.moves, dst);
  for (unsigned t = 0; t < num_threads(dst); t++)
    for (unsigned r = 0; r < tile_layout_size(dst, TILE_REGISTER); r++)
      assert_int_equal(results[t][r], element(dst, t, r));
}

// Gives `dst` the parts of the blocks that `src` has, where it then still holds every element.
static void share_blocks(const TileLayout *src, TileLayout *dst) {
  TileLayout shared = *dst;
  for (unsigned i = 0; i < cluster_bits; i++) {
    unsigned k = src->bits[TILE_WARP] - 1 - i;
    shared.basis[TILE_WARP][k] = src->basis[TILE_WARP][k];
  }
  if (tile_layout_covers(&shared)) *dst = shared;
}

static void random_pairs(void **state) {
  Random seed = 23;
  Counts counts = {0};
  (void)state;
  for (unsigned trial = 0; trial < 20000; trial++) {
    int64_t shape[2];
    unsigned log_warps = random_below(&seed, 4), bytes = random_power(&seed, 3);
    random_shape(&seed, shape);
    TileLayout src = random_layout(&seed, shape, log_warps);
    TileLayout dst = random_layout(&seed, shape, log_warps);
    cluster_bits = random_below(&seed, 2) ? random_below(&seed, log_warps + 1) : 0;
    if (cluster_bits && random_below(&seed, 2)) share_blocks(&src, &dst);
    TileConvertLimits limits = {.scratch_bytes = random_below(&seed, 3) ? 0 : 1024,
                                .ldmatrix = true,
                                .stmatrix = random_below(&seed, 2),
                                .element_bits = random_below(&seed, 8) ? 8 * bytes : 1,
                                .cluster_bits = cluster_bits};
    check_pair(&src, &dst, bytes, &limits, &counts);
  }
  print_message("nothing %u, registers %u, shuffle %u, shared %u; of warps %u, of clusters %u, of "
                "one block of some %u, in rounds %u, stmatrix %u, ldmatrix %u, without conflicts "
                "%u\n",
                counts.of[0], counts.of[1], counts.of[2], counts.of[3], counts.of_warp,
                counts.of_cluster, counts.of_own_block, counts.rounds, counts.matrices[0],
                counts.matrices[1], counts.without_conflicts);
  for (unsigned kind = 0; kind < 4; kind++) assert_true(counts.of[kind] > 100);
  assert_true(counts.of_warp > 100 && counts.rounds > 100 && counts.matrices[0] &&
              counts.matrices[1]);
  assert_true(counts.of_cluster > 100 && counts.of_own_block > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_pairs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
