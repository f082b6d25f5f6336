// Layouts of tiles whose elements get other coordinates, by enumeration: every thread keeps its
// elements, and they have the coordinates that the op gives them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/layout_random.h"

enum { TRIALS = 400, MOST_LOG = 9, MOST_ELEMENTS = 15 << (MOST_LOG + 1) };

#define FOR_THREADS(l, lane, warp) \
  for (uint32_t warp = 0; warp < tile_layout_warps(l); warp++) \
    for (uint32_t lane = 0; lane < tile_layout_size(l, TILE_LANE); lane++)
#define FOR_HELD(l, reg, lane, warp) \
  FOR_THREADS(l, lane, warp) \
  for (uint32_t reg = 0; reg < tile_layout_registers(l); reg++)

typedef struct Extents {
  int64_t at[TILE_LAYOUT_RANK];
  IrShape shape;
} Extents;

// 2^log elements in up to four dimensions, with or without odd factors; a last one of 2 if asked.
static void random_extents(Random *seed, unsigned log, unsigned odd, bool pairs, Extents *e) {
  unsigned rank = 1 + random_below(seed, TILE_LAYOUT_RANK), spread = pairs ? rank - 1 : rank;
  for (unsigned d = 0; d < spread; d++) e->at[d] = 1;
  if (pairs) e->at[rank - 1] = 2;
  for (; spread && log > 0; log--) e->at[random_below(seed, spread)] *= 2;
  for (unsigned p = 3; spread && p <= odd; p += 2)
    if (odd % p == 0) e->at[random_below(seed, spread)] *= p, odd /= p;
  e->shape = (IrShape){e->at, rank};
}

static unsigned random_odd(Random *seed) {
  static const unsigned odds[] = {1, 1, 3, 5, 15};
  return odds[random_below(seed, 5)];
}

static int64_t num_elements(IrShape shape) {
  int64_t n = 1;
  for (size_t d = 0; d < shape.rank; d++) n *= shape.at[d];
  return n;
}

static unsigned odd_of(int64_t extent) {
  while (extent % 2 == 0) extent /= 2;
  return (unsigned)extent;
}

// What a random map of a matrix of as many elements becomes under these extents, as often as their
// odd factors say.
static TileLayout random_map(Random *seed, IrShape shape, unsigned log_warps) {
  int64_t matrix[2] = {1, num_elements(shape)}, linear[TILE_LAYOUT_RANK];
  TileLayout l, result;
  matrix[1] &= -matrix[1];
  while (matrix[1] > 1 && random_below(seed, 2)) matrix[0] *= 2, matrix[1] /= 2;
  for (size_t d = 0; d < shape.rank; d++) linear[d] = shape.at[d] & -shape.at[d];
  l = random_layout(seed, matrix, log_warps);
  assert_true(tile_layout_reshape(&l, (IrShape){linear, shape.rank}, &result));
  for (size_t d = 0; d < shape.rank; d++) result.more[d] = (uint8_t)(odd_of(shape.at[d]) - 1);
  return result;
}

// Of four warps often three groups, which share the copies of a dimension where they can.
static TileLayout random_of(Random *seed, IrShape shape) {
  TileLayout l;
  unsigned log_warps = random_below(seed, 4), dim = random_below(seed, (unsigned)shape.rank);
  TileBlocked b = random_blocked(seed, (unsigned)shape.rank, log_warps);
  if (random_below(seed, 2) || !tile_layout_blocked(shape, &b, &l))
    l = random_map(seed, shape, log_warps);
  if (random_below(seed, 2) && !tile_layout_set_groups(&l, 3, (int)dim))
    (void)tile_layout_set_groups(&l, 3, -1);
  return l;
}

static int64_t number_of(const int64_t *coords, IrShape shape) {
  int64_t number = 0;
  for (size_t d = 0; d < shape.rank; d++) number = number * shape.at[d] + coords[d];
  return number;
}

static int64_t number_held(const TileLayout *l, uint32_t reg, uint32_t lane, uint32_t warp) {
  int64_t coords[TILE_LAYOUT_RANK], number = 0;
  tile_layout_held(l, reg, lane, warp, coords);
  for (unsigned d = 0; d < l->rank; d++) number = number * tile_layout_extent(l, d) + coords[d];
  return number;
}

// What a thread holds, by number.
typedef struct Held {
  uint32_t at[MOST_ELEMENTS], round; // the last round in which a number was held
} Held;

static void hold(Held *h, const TileLayout *l, uint32_t lane, uint32_t warp) {
  h->round++;
  for (uint32_t reg = 0; reg < tile_layout_registers(l); reg++)
    h->at[number_held(l, reg, lane, warp)] = h->round;
}

static bool holds(const Held *h, int64_t number) {
  return h->at[number] == h->round;
}

// ---- tile.reshape ----

// Copy and place in the linear part of the element with that number.
static int64_t copy_and_place(int64_t number, IrShape shape) {
  int64_t copy = 0, place = 0, copies = 1, places = 1;
  for (size_t d = shape.rank; d-- > 0; number /= shape.at[d]) {
    int64_t c = number % shape.at[d], linear = shape.at[d] & -shape.at[d];
    copy += c / linear * copies, copies *= shape.at[d] / linear;
    place += c % linear * places, places *= linear;
  }
  return copy * places + place;
}

static bool is_same_map(IrShape a, IrShape b) {
  for (int64_t n = num_elements(a); n-- > 0;)
    if (copy_and_place(n, a) != copy_and_place(n, b)) return false;
  return true;
}

// Every register keeps the element's number, and what is refused has a number elsewhere.
static void reshape_keeps_numbers(void **state) {
  Random seed = 1;
  unsigned done = 0, refused = 0, shared = 0;
  (void)state;
  for (unsigned trial = 0; trial < TRIALS; trial++) {
    Extents a, b;
    unsigned log = random_below(&seed, MOST_LOG), odd = random_odd(&seed), wrong = 0;
    random_extents(&seed, log, odd, false, &a);
    random_extents(&seed, log, odd, false, &b);
    TileLayout l = random_of(&seed, a.shape), other, back;
    bool fits = tile_reshape_misfit(a.shape, b.shape) == 0;
    assert_int_equal(fits, is_same_map(a.shape, b.shape));
    if (!tile_layout_reshape(&l, b.shape, &other)) {
      assert_true(!fits || l.split);
      refused++;
      continue;
    }
    FOR_HELD(&l, reg, lane, warp)
    wrong += number_held(&l, reg, lane, warp) != number_held(&other, reg, lane, warp);
    assert_int_equal(wrong, 0);
    assert_true(tile_layout_reshape(&other, a.shape, &back) && tile_layout_equal(&l, &back));
    b.at[0] *= 2;
    assert_false(tile_layout_reshape(&l, b.shape, &other));
    done++, shared += l.split > 0;
  }
  assert_true(done > 100 && refused > 50 && shared > 1);
}

// ---- tile.trans ----

static void permute_moves_coordinates(void **state) {
  static Held held;
  Random seed = 2;
  (void)state;
  for (unsigned trial = 0; trial < TRIALS; trial++) {
    Extents e;
    int64_t from[TILE_LAYOUT_RANK], to[TILE_LAYOUT_RANK];
    unsigned dims[TILE_LAYOUT_RANK] = {0, 1, 2, 3, 4, 5}, wrong = 0;
    random_extents(&seed, random_below(&seed, 8), random_odd(&seed), false, &e);
    for (unsigned d = (unsigned)e.shape.rank; d > 1; d--) {
      unsigned k = random_below(&seed, d), t = dims[k];
      dims[k] = dims[d - 1], dims[d - 1] = t;
    }
    TileLayout l = random_of(&seed, e.shape), other = tile_layout_permute(&l, dims);
    int64_t extents[TILE_LAYOUT_RANK];
    for (unsigned d = 0; d < e.shape.rank; d++) {
      extents[d] = tile_layout_extent(&other, d);
      assert_int_equal(extents[d], e.at[dims[d]]);
    }
    FOR_THREADS(&l, lane, warp) {
      hold(&held, &other, lane, warp);
      for (uint32_t reg = 0; reg < tile_layout_registers(&l); reg++) {
        tile_layout_held(&l, reg, lane, warp, from);
        for (unsigned d = 0; d < e.shape.rank; d++) to[d] = from[dims[d]];
        wrong += !holds(&held, number_of(to, (IrShape){extents, e.shape.rank}));
      }
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(tile_layout_registers(&l), tile_layout_registers(&other));
    TileLayout back = tile_layout_unpermute(&other, dims);
    assert_true(tile_layout_equal(&l, &back));
  }
}

// ---- tile.split and tile.join ----

static void join_pairs_registers(void **state) {
  Random seed = 3;
  (void)state;
  for (unsigned trial = 0; trial < TRIALS; trial++) {
    Extents e;
    unsigned wrong = 0;
    random_extents(&seed, random_below(&seed, MOST_LOG), random_odd(&seed), false, &e);
    TileLayout l = random_of(&seed, e.shape), pairs, back;
    assert_int_equal(tile_layout_join(&l, &pairs), e.shape.rank < TILE_LAYOUT_RANK);
    if (e.shape.rank == TILE_LAYOUT_RANK) continue;
    FOR_HELD(&pairs, reg, lane, warp)
    wrong += number_held(&pairs, reg, lane, warp) !=
             (number_held(&l, reg >> 1, lane, warp) << 1 | (reg & 1));
    assert_int_equal(wrong, 0);
    assert_true(tile_layout_split(&pairs, &back) && tile_layout_equal(&l, &back));
  }
}

// Every thread has the halves of what it had, no more registers than that takes, and a layout that
// is refused has threads that tell the halves apart.
static void split_halves_registers(void **state) {
  static Held held;
  Random seed = 4;
  unsigned done = 0, refused = 0;
  (void)state;
  for (unsigned trial = 0; trial < TRIALS; trial++) {
    Extents e;
    unsigned wrong = 0;
    random_extents(&seed, random_below(&seed, 8), random_odd(&seed), true, &e);
    TileLayout l = random_of(&seed, e.shape), half;
    if (!tile_layout_split(&l, &half)) {
      for (unsigned i = TILE_LANE; i <= TILE_WARP; i++)
        for (unsigned k = 0; k < l.bits[i]; k++) wrong += l.basis[i][k] & 1;
      hold(&held, &l, 0, 0);
      assert_true(wrong > 0 || !holds(&held, 1));
      refused++;
      continue;
    }
    assert_int_equal(half.bits[TILE_REGISTER] + 1, l.bits[TILE_REGISTER]);
    assert_true(tile_layout_covers(&half));
    FOR_THREADS(&half, lane, warp) {
      hold(&held, &l, lane, warp);
      for (uint32_t reg = 0; reg < tile_layout_registers(&half); reg++) {
        int64_t number = number_held(&half, reg, lane, warp) << 1;
        wrong += !holds(&held, number) || !holds(&held, number | 1);
      }
      hold(&held, &half, lane, warp);
      for (uint32_t reg = 0; reg < tile_layout_registers(&l); reg++)
        wrong += !holds(&held, number_held(&l, reg, lane, warp) >> 1);
    }
    assert_int_equal(wrong, 0);
    done++;
  }
  assert_true(done > 50 && refused > 50);
}

static void register_of_finds_places(void **state) {
  static Held held;
  Random seed = 5;
  (void)state;
  for (unsigned trial = 0; trial < TRIALS; trial++) {
    Extents e;
    uint32_t reg;
    unsigned wrong = 0;
    random_extents(&seed, random_below(&seed, 9), 1, false, &e);
    TileLayout l = random_of(&seed, e.shape);
    hold(&held, &l, 0, 0);
    for (uint32_t place = 0; place < num_elements(e.shape); place++) {
      bool found = tile_layout_register_of(&l, place, &reg);
      wrong += found != holds(&held, place);
      wrong += found && tile_layout_apply1(&l, TILE_REGISTER, reg) != place;
    }
    assert_int_equal(wrong, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reshape_keeps_numbers),    cmocka_unit_test(permute_moves_coordinates),
      cmocka_unit_test(join_pairs_registers),     cmocka_unit_test(split_halves_registers),
      cmocka_unit_test(register_of_finds_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
