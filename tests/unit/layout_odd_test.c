// Layouts of tiles and buffers whose extents are an odd number times a power of two, by
// enumeration: constructors against the closed forms they stand for, what is derived from them
// against doing it element by element, storages against the place of each element.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/mem/mem.h"
#include "dialects/tc/fragment.h"
#include "dialects/tile/layout.h"
#include "targets/cpu/access_cost.h"
#include "tests/unit/layout_random.h"

enum { MOST_ELEMENTS = 1 << 16 };

static const int64_t wgmma_columns[] = {24, 48, 80, 96, 160, 192, 224};
enum { NUM_COLUMNS = sizeof wgmma_columns / sizeof *wgmma_columns };

static int64_t random_odd(Random *seed) {
  return 1 + 2 * (int64_t)random_below(seed, 4);
}

static unsigned is_at(const TileLayout *l, unsigned reg, unsigned t, int64_t row, int64_t column) {
  int64_t at[TILE_LAYOUT_RANK];
  tile_layout_held(l, reg, t % 32, t / 32, at);
  return at[0] == row && at[1] == column;
}

// Takes the digit with `count` values from the number.
static unsigned digit(unsigned *number, unsigned count) {
  unsigned value = *number % count;
  *number /= count;
  return value;
}

// ---- Blocked. ----

// Coordinates in the linear part by division: per thread, lane, warp and repetition nest.
static void linear_coords(const TileBlocked *b, const int64_t *powers, unsigned reg, unsigned lane,
                          unsigned warp, int64_t *out) {
  for (unsigned i = 0; i < b->rank; i++) {
    unsigned d = b->order[i];
    unsigned held = b->per_thread[d] < powers[d] ? b->per_thread[d] : (unsigned)powers[d];
    out[d] = digit(&reg, held);
    out[d] += (int64_t)b->per_thread[d] * digit(&lane, b->lanes[d]);
    out[d] += (int64_t)b->per_thread[d] * b->lanes[d] * digit(&warp, b->warps[d]);
    out[d] %= powers[d];
  }
  for (unsigned i = 0; i < b->rank; i++) {
    unsigned d = b->order[i], span = b->per_thread[d] * b->lanes[d] * b->warps[d];
    if (powers[d] > span) out[d] += (int64_t)span * digit(&reg, (unsigned)powers[d] / span);
  }
}

static void blocked_repeats(void **state) {
  Random seed = 21;
  unsigned splits = 0;
  (void)state;
  for (unsigned trial = 0; trial < 300; trial++) {
    unsigned rank = 1 + random_below(&seed, 4), groups = random_below(&seed, 2) ? 3 : 1, wrong = 0;
    unsigned log_warps = groups > 1 ? 2 : random_below(&seed, 4), along = random_below(&seed, rank);
    TileBlocked b = random_blocked(&seed, rank, log_warps), all = b;
    int64_t shape[4], powers[4], odd[4], own[4], want[4], got[4];
    unsigned copies = 1, split = 4;
    for (unsigned d = 0; d < rank; d++) {
      odd[d] = own[d] = rank > 2 ? 1 + 2 * random_below(&seed, 2) : random_odd(&seed);
      powers[d] = random_power(&seed, 3);
      shape[d] = odd[d] * powers[d];
      if (groups > 1 && d == along && odd[d] % 3 == 0) own[d] /= 3, split = d;
      copies *= (unsigned)own[d];
    }
    all.warps[along] *= groups;
    splits += split < 4;
    TileLayout l;
    assert_true(tile_layout_blocked((IrShape){shape, rank}, &all, &l));
    assert_true(tile_layout_covers(&l));
    assert_int_equal(tile_layout_copies(&l), copies);
    assert_int_equal(tile_layout_warps(&l), groups << log_warps);
    unsigned linear = tile_layout_size(&l, TILE_REGISTER);
    for (unsigned t = 0; t < groups << (log_warps + 5); t++)
      for (unsigned reg = 0; reg < tile_layout_registers(&l); reg++) {
        unsigned copy = reg / linear;
        linear_coords(&b, powers, reg % linear, t % 32, t / 32 % (1u << log_warps), want);
        for (unsigned d = rank; d-- > 0;) {
          unsigned number = digit(&copy, (unsigned)own[d]);
          if (d == split) number += t / 128 * (unsigned)own[d];
          want[d] += number * powers[d];
        }
        tile_layout_held(&l, reg, t % 32, t / 32, got);
        for (unsigned d = 0; d < rank; d++) wrong += got[d] != want[d];
      }
    assert_int_equal(wrong, 0);
  }
  assert_true(splits > 5);
}

// ---- Fragments of tc.mma: 2x2 warps, or three groups of them along M or N. ----

static TcPlace fragment_place(const TileMma *mma, TileMmaOperand operand, unsigned lane,
                              unsigned i) {
  if (operand == TILE_MMA_A) return tc_place_a(mma->m, mma->bytes, lane, i);
  if (operand == TILE_MMA_B) return tc_place_b(mma->bytes, lane, i);
  return tc_place_c(mma->m, lane, i);
}

// A tile of odd_r x odd_c copies of 4x4 instructions; `along`: 0 M, 1 N, 2 no groups.
static void check_mma(const TileMma *mma, TileMmaOperand operand, unsigned elements, unsigned odd_r,
                      unsigned odd_c, unsigned along) {
  unsigned er = operand == TILE_MMA_B ? mma->k : mma->m, wrong = 0;
  unsigned ec = operand == TILE_MMA_A ? mma->k : mma->n;
  bool split_r = along == 0 && operand != TILE_MMA_B, split_c = along == 1 && operand != TILE_MMA_A;
  unsigned own_r = odd_r / (split_r ? 3 : 1), own_c = odd_c / (split_c ? 3 : 1);
  unsigned reps_r = operand == TILE_MMA_B ? 4 : 2, reps_c = operand == TILE_MMA_A ? 4 : 2;
  unsigned linear = elements * reps_r * reps_c, threads = along == 2 ? 128 : 384;
  TileLayout l;
  assert_true(tile_layout_mma_of(mma, operand, SHAPE(odd_r * 4 * er, odd_c * 4 * ec),
                                 along == 0 ? 6 : 2, along == 1 ? 6 : 2, &l));
  assert_int_equal(tile_layout_registers(&l), linear * own_r * own_c);
  assert_int_equal(tile_layout_warps(&l), threads / 32);
  assert_true(tile_layout_covers(&l));
  for (unsigned t = 0; t < threads; t++)
    for (unsigned reg = 0; reg < linear * own_r * own_c; reg++) {
      TcPlace at = fragment_place(mma, operand, t % 32, reg % elements);
      unsigned rep = reg % linear / elements, copy = reg / linear, w = t / 32 % 4, group = t / 128;
      unsigned row = at.row + er * (rep / reps_c), column = at.column + ec * (rep % reps_c);
      if (operand != TILE_MMA_B) row += 2 * er * (w % 2);
      if (operand != TILE_MMA_A) column += 2 * ec * (w / 2);
      row += 4 * er * (copy / own_c + (split_r ? group * own_r : 0));
      column += 4 * ec * (copy % own_c + (split_c ? group * own_c : 0));
      wrong += !is_at(&l, reg, t, row, column);
    }
  assert_int_equal(wrong, 0);
}

static void mma_repeats(void **state) {
  const TileMma mmas[] = {{16, 8, 16, 2}, {16, 8, 8, 4}, {16, 8, 32, 1}, {8, 8, 4, 8}};
  (void)state;
  for (unsigned i = 0; i < 4; i++)
    for (unsigned along = 0; along < 3; along++)
      for (unsigned odd = 1; odd < 8; odd += 2) {
        const TileMma *m = &mmas[i];
        unsigned odd_m = along == 0 ? 3 : odd, odd_n = along == 1 ? 9 : odd;
        check_mma(m, TILE_MMA_A, m->m * m->k / 32, odd_m, odd, along);
        check_mma(m, TILE_MMA_B, m->k * m->n / 32, odd, odd_n, along);
        check_mma(m, TILE_MMA_C, m->m * m->n / 32, odd_m, odd_n, along);
      }
  TileLayout l;
  // Groups along an extent without a factor of three, along both, or of fewer than four warps.
  assert_false(tile_layout_mma(TILE_MMA_C, SHAPE(64, 40), 4, 3, &l));
  assert_false(tile_layout_mma(TILE_MMA_C, SHAPE(96, 24), 3, 3, &l));
  assert_false(tile_layout_mma(TILE_MMA_C, SHAPE(96, 24), 6, 1, &l));
  assert_false(tile_layout_mma(TILE_MMA_C, SHAPE(24, 24), 1, 1, &l));
}

// ---- Fragments of wgmma: PTX ISA, "Register Fragments" of wgmma.mma_async. ----

// With 64 rows a warpgroup its registers are those of one instruction, for every N.
static void wgmma_is_one_instruction(void **state) {
  (void)state;
  for (unsigned i = 0; i < NUM_COLUMNS; i++)
    for (unsigned groups = 1; groups <= 3; groups++) {
      unsigned n = (unsigned)wgmma_columns[i], wrong = 0;
      TileLayout l;
      assert_true(tile_layout_wgmma(TILE_MMA_C, 4, SHAPE(64 * groups, n), groups, 1, &l));
      assert_int_equal(tile_layout_registers(&l), n / 2);
      assert_true(tile_layout_covers(&l));
      for (unsigned t = 0; t < 128 * groups; t++)
        for (unsigned reg = 0; reg < n / 2; reg++)
          wrong += !is_at(&l, reg, t,
                          64 * (t / 128) + 16 * (t / 32 % 4) + t % 32 / 4 + 8 * (reg / 2 % 2),
                          8 * (reg / 4) + 2 * (t % 4) + reg % 2);
      assert_int_equal(wrong, 0);
    }
}

// More rows are more instructions: one after the other within a copy of the columns.
static void wgmma_repeats(void **state) {
  (void)state;
  for (unsigned i = 0; i < NUM_COLUMNS; i++)
    for (unsigned odd_m = 1; odd_m <= 3; odd_m += 2) {
      unsigned n = (unsigned)wgmma_columns[i], power = n & -n, per = power / 2, wrong = 0;
      TileLayout l;
      assert_true(tile_layout_wgmma(TILE_MMA_C, 4, SHAPE(128 * odd_m, n), 1, 1, &l));
      assert_int_equal(tile_layout_registers(&l), n * odd_m);
      for (unsigned t = 0; t < 128; t++)
        for (unsigned reg = 0; reg < n * odd_m; reg++) {
          unsigned copy = reg / (2 * per), rep = reg / per % 2, k = reg % per;
          unsigned copy_m = copy / (n / power), copy_n = copy % (n / power);
          unsigned row = 16 * (t / 32) + t % 32 / 4 + 8 * (k / 2 % 2) + 64 * rep + 128 * copy_m;
          wrong += !is_at(&l, reg, t, row, 8 * (k / 4) + 2 * (t % 4) + k % 2 + power * copy_n);
        }
      assert_int_equal(wrong, 0);
    }
}

static void wgmma_operand_repeats(void **state) {
  (void)state;
  for (unsigned bytes = 1; bytes <= 4; bytes *= 2)
    for (unsigned odd = 1; odd <= 7; odd += 2) {
      unsigned k = 32 / bytes, per = 16 / bytes, wrong = 0;
      TileLayout l;
      assert_true(tile_layout_wgmma(TILE_MMA_A, bytes, SHAPE(192, 2 * odd * k), 3, 1, &l));
      assert_int_equal(tile_layout_registers(&l), 2 * odd * per);
      for (unsigned t = 0; t < 384; t++)
        for (unsigned reg = 0; reg < 2 * odd * per; reg++) {
          TcPlace at = tc_place_a(TC_WARP_ROWS, bytes, t % 32, reg % per);
          wrong +=
              !is_at(&l, reg, t, at.row + TC_WARP_ROWS * (t / 32), at.column + k * (reg / per));
        }
      assert_int_equal(wrong, 0);
    }
}

// Also where the extents have odd factors, the accumulator of f16 is the next product's operand.
static void accumulator_is_operand(void **state) {
  (void)state;
  for (unsigned i = 0; i < NUM_COLUMNS; i++)
    for (unsigned groups = 1; groups <= 3; groups++) {
      TileLayout c, a;
      if (wgmma_columns[i] % 16) continue;
      assert_true(
          tile_layout_wgmma(TILE_MMA_C, 4, SHAPE(64 * groups, wgmma_columns[i]), groups, 1, &c));
      assert_true(
          tile_layout_wgmma(TILE_MMA_A, 2, SHAPE(64 * groups, wgmma_columns[i]), groups, 1, &a));
      assert_true(tile_layout_equal(&c, &a));
    }
}

// ---- Derived layouts. ----

// Of a tile of odd factors and powers, for 12 or 2^n warps.
static TileLayout random_tile(Random *seed, int64_t shape[2]) {
  TileLayout l;
  unsigned groups = random_below(seed, 2) ? 3 : 1,
           log_warps = groups > 1 ? 2 : random_below(seed, 3);
  random_shape(seed, shape);
  l = random_layout(seed, shape, log_warps);
  for (unsigned d = 0; d < 2; d++) {
    int64_t odd = random_odd(seed);
    l.more[d] = (uint8_t)(odd - 1), shape[d] *= odd;
  }
  if (!tile_layout_set_groups(&l, groups, (int)random_below(seed, 2)))
    assert_true(tile_layout_set_groups(&l, groups, -1));
  return l;
}

// Number of the element that a register holds, with coordinate `zeroed` (2: none) taken as 0.
static int64_t held_number(const TileLayout *l, unsigned reg, unsigned t, unsigned zeroed,
                           bool swapped) {
  int64_t at[TILE_LAYOUT_RANK] = {0};
  tile_layout_held(l, reg, t % 32, t / 32, at);
  if (zeroed < 2) at[zeroed] = 0;
  return swapped ? at[0] + 1000 * at[1] : at[1] + 1000 * at[0];
}

// Whether a thread of `a` holds the same as in `b`; both with coordinates as said.
static bool same_elements(const TileLayout *a, const TileLayout *b, unsigned zeroed, bool swapped) {
  static unsigned char seen[1000000];
  for (unsigned t = 0; t < 32 * tile_layout_warps(a); t++) {
    unsigned num_a = 0, num_b = 0;
    for (unsigned r = 0; r < tile_layout_registers(a); r++) {
      unsigned char *s = &seen[held_number(a, r, t, zeroed, swapped)];
      num_a += !(*s & 1), *s |= 1;
    }
    for (unsigned r = 0; r < tile_layout_registers(b); r++) {
      unsigned char *s = &seen[held_number(b, r, t, 2, false)];
      num_b += *s == 1, *s |= 2;
      if (!(*s & 1)) return false;
    }
    for (unsigned r = 0; r < tile_layout_registers(a); r++)
      seen[held_number(a, r, t, zeroed, swapped)] = 0;
    if (num_a != num_b) return false;
  }
  return true;
}

static void derived_hold_the_same(void **state) {
  Random seed = 23;
  (void)state;
  for (unsigned trial = 0; trial < 60; trial++) {
    int64_t shape[2];
    TileLayout l = random_tile(&seed, shape);
    unsigned dim = random_below(&seed, 2);
    TileLayout turned = tile_layout_transpose(&l, 0, 1), narrow = tile_layout_shrink(&l, dim);
    assert_true(same_elements(&l, &turned, 2, true));
    assert_true(same_elements(&l, &narrow, dim, false));
    assert_int_equal(tile_layout_extent(&narrow, dim), 1);
    assert_int_equal(tile_layout_extent(&narrow, 1 - dim), shape[1 - dim]);
    TileLayout slice = tile_layout_slice(&l, dim), back = tile_layout_expand(&slice, dim);
    assert_int_equal(tile_layout_extent(&slice, 0), shape[1 - dim]);
    assert_true(tile_layout_equal(&back, &narrow));
    turned = tile_layout_transpose(&turned, 0, 1);
    assert_true(tile_layout_equal(&turned, &l));
  }
}

// A part has of each thread what lies in it.
static void parts_are_cut(void **state) {
  Random seed = 25;
  unsigned made = 0;
  (void)state;
  for (unsigned trial = 0; trial < 400; trial++) {
    int64_t shape[2], less[2], at[2], of_part[2];
    TileLayout l = random_tile(&seed, shape), part;
    for (unsigned d = 0; d < 2; d++) {
      int64_t odd = tile_layout_odd(&l, d), power = shape[d] / odd;
      less[d] = random_below(&seed, 2) ? shape[d] : random_below(&seed, 2) ? power : power / 2;
      if (!less[d]) less[d] = 1;
    }
    if (!tile_layout_part(&l, (IrShape){less, 2}, &part) || !tile_layout_covers(&part)) continue;
    made++;
    unsigned wrong = 0;
    for (unsigned t = 0; t < 32 * tile_layout_warps(&l); t++) {
      unsigned next = 0;
      for (unsigned r = 0; r < tile_layout_registers(&l); r++) {
        tile_layout_held(&l, r, t % 32, t / 32, at);
        if (at[0] >= less[0] || at[1] >= less[1]) continue;
        tile_layout_held(&part, next++, t % 32, t / 32, of_part);
        wrong += at[0] != of_part[0] || at[1] != of_part[1];
      }
      wrong += next != tile_layout_registers(&part);
    }
    assert_int_equal(wrong, 0);
  }
  assert_true(made > 50);
}

// A conversion is that of the linear parts, for each copy and group.
static void conversions_move_copies(void **state) {
  Random seed = 27;
  unsigned made = 0;
  (void)state;
  for (unsigned trial = 0; trial < 200; trial++) {
    int64_t shape[2], want[2], got[2], at[3], powers[2];
    TileLayout src = random_tile(&seed, shape), dst, map;
    for (unsigned d = 0; d < 2; d++) powers[d] = 1 << src.log[d];
    dst = random_layout(&seed, powers, src.bits[TILE_WARP]);
    memcpy(dst.more, src.more, sizeof dst.more);
    dst.more_groups = src.more_groups;
    if (random_below(&seed, 4)) dst.split = src.split;
    bool same = dst.split == src.split;
    assert_int_equal(tile_layout_conversion(&src, &dst, &map), same);
    if (!same) continue;
    made++;
    unsigned wrong = 0, low_src = src.bits[TILE_REGISTER], low = dst.bits[TILE_REGISTER];
    unsigned warps = tile_layout_size(&dst, TILE_WARP);
    for (unsigned t = 0; t < 32 * tile_layout_warps(&dst); t++)
      for (unsigned r = 0; r < tile_layout_registers(&dst); r++) {
        uint32_t place = tile_layout_apply(&map, r & ((1u << low) - 1), t % 32, t / 32 % warps);
        tile_layout_coords(&map, place, at);
        tile_layout_held(&dst, r, t % 32, t / 32, want);
        tile_layout_held(&src, (uint32_t)at[TILE_REGISTER] | r >> low << low_src,
                         (uint32_t)at[TILE_LANE], (uint32_t)at[TILE_WARP] + t / 32 / warps * warps,
                         got);
        wrong += want[0] != got[0] || want[1] != got[1];
      }
    assert_int_equal(wrong, 0);
  }
  assert_true(made > 100);
}

static void types_carry_copies(void **state) {
  IrType f16 = ir_type_float(*state, IR_F16);
  Random seed = 29;
  for (unsigned trial = 0; trial < 500; trial++) {
    int64_t shape[2];
    TileLayout l = random_tile(&seed, shape), read;
    IrType plain = ir_type_tensor(*state, (IrShape){shape, 2}, f16, NULL);
    assert_true(tile_layout_of(tile_layout_apply_to(plain, &l), &read));
    assert_true(tile_layout_equal(&read, &l));
  }
}

// ---- Storage. ----

// Any layout that a buffer of these extents may have.
static IrAttr random_buffer_layout(Random *seed, IrContext *ctx, IrShape shape, unsigned bytes) {
  bool column = random_below(seed, 2);
  if (shape.rank < 2) return NULL;
  int64_t row = shape.at[shape.rank - (column ? 2 : 1)] * bytes;
  unsigned span = 32u << random_below(seed, 3);
  while (span > 16 && row % span) span /= 2;
  switch (random_below(seed, 3)) {
  case 0:
    return span < 32 || shape.at[shape.rank - (column ? 1 : 2)] % 8
               ? mem_swizzle_get(ctx, 0, column)
               : mem_swizzle_get(ctx, span, column);
  case 1:
    return mem_padded_get(ctx, bytes * (1 + random_below(seed, 20)), column);
  default:
    return NULL;
  }
}

static IrType random_buffer(Random *seed, IrContext *ctx) {
  static const IrFloatKind kinds[] = {IR_F8E5M2, IR_F16, IR_F32, IR_F64};
  unsigned kind = random_below(seed, 4), rank = 1 + random_below(seed, 4);
  int64_t extents[4], all = 1;
  for (unsigned d = 0; d < rank; d++) {
    extents[d] = random_odd(seed) * random_power(seed, rank > 2 && d + 2 < rank ? 1 : 6);
    if (all * extents[d] > MOST_ELEMENTS) extents[d] = 1;
    all *= extents[d];
  }
  IrShape shape = {extents, rank};
  return mem_buffer_type_get(shape, ir_type_float(ctx, kinds[kind]),
                             random_buffer_layout(seed, ctx, shape, 1u << kind), MEM_SHARED);
}

static void coords_of(IrShape shape, int64_t number, int64_t *at) {
  for (size_t d = shape.rank; d-- > 0; number /= shape.at[d]) at[d] = number % shape.at[d];
}

static void storage_is_buffer(void **state) {
  Random seed = 31;
  unsigned natural = 0, swizzled = 0, made = 0;
  for (unsigned trial = 0; trial < 500; trial++) {
    IrType type = random_buffer(&seed, *state);
    IrShape shape = mem_buffer_shape(type);
    TileStorage s;
    unsigned wrong = 0;
    int64_t count = 1, at[4];
    if (!tile_storage_of(type, &s)) continue; // more than 20 bits
    made++;
    natural += s.exact == s.total, swizzled += mem_swizzle_span(mem_buffer_layout(type)) > 0;
    for (size_t d = 0; d < shape.rank; d++) count *= shape.at[d];
    for (int64_t i = 0; i < count; i++) {
      uint32_t number;
      coords_of(shape, i, at);
      assert_true(tile_storage_number(&s, at, &number));
      int64_t offset = mem_buffer_offset(type, at);
      wrong += tile_storage_offset(&s, number) != offset || offset >= mem_buffer_count(type);
      wrong += ((offset ^ number) & ((1 << s.exact) - 1)) != 0;
    }
    assert_int_equal(wrong, 0);
    at[0] = shape.at[0];
    uint32_t number;
    assert_false(tile_storage_number(&s, at, &number));
  }
  assert_true(natural > 20 && natural < made && swizzled > 20);
}

// A stride leads from anywhere to anywhere.
static void strides_lead_on(void **state) {
  Random seed = 33;
  unsigned found = 0, none = 0;
  for (unsigned trial = 0; trial < 2000; trial++) {
    IrType type = random_buffer(&seed, *state);
    IrShape shape = mem_buffer_shape(type);
    TileStorage s;
    int64_t count = 1, at[4];
    if (!tile_storage_of(type, &s)) continue;
    for (size_t d = 0; d < shape.rank; d++) count *= shape.at[d];
    unsigned dim = random_below(&seed, (unsigned)shape.rank), bit = random_below(&seed, 5);
    int64_t stride = tile_storage_stride(&s, dim, bit);
    if (bit >= s.bits[dim]) continue;
    none += !stride, found += stride > 0;
    for (unsigned probe = 0; probe < 100 && stride; probe++) {
      coords_of(shape, random_below(&seed, (unsigned)count), at);
      int64_t before = mem_buffer_offset(type, at), further = 1 + random_below(&seed, 3);
      at[dim] += further << bit;
      if (at[dim] < shape.at[dim])
        assert_int_equal(mem_buffer_offset(type, at), before + further * stride);
    }
  }
  assert_true(found > 100 && none > 20);
}

// As the emulator counts the accesses of a warp.
static void storage_ways_are_counted(void **state) {
  IrType f16 = ir_type_float(*state, IR_F16);
  Random seed = 35;
  unsigned conflicts = 0, free_of_them = 0;
  for (unsigned trial = 0; trial < 3000; trial++) {
    int64_t tile_shape[2], shape[2], addresses[CPU_ACCESS_LANES];
    random_shape(&seed, tile_shape);
    for (unsigned d = 0; d < 2; d++) shape[d] = tile_shape[d] * random_odd(&seed);
    unsigned vector = random_power(&seed, 3);
    IrShape extents = {shape, 2};
    IrType type = mem_buffer_type_get(extents, f16, random_buffer_layout(&seed, *state, extents, 2),
                                      MEM_SHARED);
    TileLayout tile, numbers;
    TileStorage s;
    assert_true(tile_layout_default((IrShape){tile_shape, 2}, 1, vector, 1, &tile));
    assert_true(tile_storage_of(type, &s));
    assert_true(tile_storage_numbers(&tile, &s, &numbers));
    for (unsigned bit = 0; bit < 3 && 1u << bit < vector; bit++)
      if (numbers.basis[TILE_REGISTER][bit] != 1u << bit || s.exact <= bit) vector = 1u << bit;
    for (unsigned lane = 0; lane < CPU_ACCESS_LANES; lane++)
      addresses[lane] = 2 * tile_storage_offset(&s, tile_layout_apply1(&numbers, TILE_LANE, lane));
    unsigned ways = tile_storage_bank_ways(&s, &numbers, 2, vector);
    unsigned words = vector > 2 ? vector / 2 : 1;
    // Parts of a warp are alike in a linear storage; in others some may wait for fewer.
    unsigned units =
        cpu_shared_cost((CpuLaneAddresses){UINT32_MAX, addresses, 2 * vector, false}).units;
    assert_in_range(units, ways, words * 32);
    if (words == 1) assert_int_equal(units, ways);
    conflicts += ways > 1, free_of_them += ways == 1;
  }
  assert_true(conflicts > 100 && free_of_them > 100);
}

static int set_up(void **state) {
  *state = ir_context_create();
  return ir_dialect_register(*state, &mem_dialect) || ir_dialect_register(*state, &tile_dialect);
}

static int tear_down(void **state) {
  ir_context_destroy(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocked_repeats),          cmocka_unit_test(mma_repeats),
      cmocka_unit_test(wgmma_is_one_instruction), cmocka_unit_test(wgmma_repeats),
      cmocka_unit_test(wgmma_operand_repeats),    cmocka_unit_test(accumulator_is_operand),
      cmocka_unit_test(derived_hold_the_same),    cmocka_unit_test(parts_are_cut),
      cmocka_unit_test(conversions_move_copies),  cmocka_unit_test(types_carry_copies),
      cmocka_unit_test(storage_is_buffer),        cmocka_unit_test(strides_lead_on),
      cmocka_unit_test(storage_ways_are_counted),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
