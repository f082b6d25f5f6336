// Layouts by enumeration: every constructor against the closed form it stands for, and the algebra
// on random layouts against doing the work element by element.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/mem/mem.h"
#include "dialects/tc/fragment.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/layout.h"
#include "targets/cpu/access_cost.h"

#define SHAPE(...) \
  ((IrShape){(const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / 8})

enum { MOST_PLACES = 1 << 12 };

static int64_t coord(const TileLayout *l, unsigned reg, unsigned lane, unsigned warp, unsigned d) {
  return tile_layout_coord(l, tile_layout_apply(l, reg, lane, warp), d);
}

// ---- Random layouts. ----

typedef uint64_t Random;

static unsigned below(Random *seed, unsigned n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*seed >> 33) % n;
}

static unsigned power(Random *seed, unsigned most) { // of two, at most 2^most
  return 1u << below(seed, most + 1);
}

// Splits 2^log between the dimensions.
static void split(Random *seed, unsigned log, unsigned *counts, unsigned rank) {
  for (unsigned d = 0; d < rank; d++) counts[d] = 1;
  for (; log > 0; log--) counts[below(seed, rank)] *= 2;
}

static TileBlocked random_blocked(Random *seed, unsigned rank, unsigned log_warps) {
  TileBlocked b = {.rank = rank};
  split(seed, below(seed, 5), b.per_thread, rank);
  split(seed, 5, b.lanes, rank);
  split(seed, log_warps, b.warps, rank);
  for (unsigned d = 0; d < rank; d++) b.order[d] = d;
  for (unsigned d = rank; d > 1; d--) {
    unsigned k = below(seed, d), t = b.order[k];
    b.order[k] = b.order[d - 1], b.order[d - 1] = t;
  }
  return b;
}

// Any layout that covers the tile: coordinate bits in any order, those before mixed in, and copies
// where there are more lanes and warps than elements.
static TileLayout random_linear(Random *seed, const int64_t *shape, unsigned log_warps) {
  TileLayout l = {.rank = 2, .inputs = 3};
  unsigned order[20], n = 0, at = 0;
  for (unsigned d = 0; d < 2; d++) l.log[d] = (uint8_t)__builtin_ctzll((uint64_t)shape[d]);
  unsigned total = tile_layout_total_bits(&l), threads = 5 + log_warps;
  l.bits[TILE_LANE] = 5, l.bits[TILE_WARP] = (uint8_t)log_warps;
  l.bits[TILE_REGISTER] = (uint8_t)(total > threads ? total - threads : 0);
  unsigned places = l.bits[TILE_REGISTER] + threads;
  for (; n < places; n++) order[n] = n;
  for (; n > 1; n--) {
    unsigned k = below(seed, n), t = order[k];
    order[k] = order[n - 1], order[n - 1] = t;
  }
  for (unsigned i = 0; i < 3; i++)
    for (unsigned k = 0; k < l.bits[i]; k++, at++) {
      l.basis[i][k] = order[at] < total ? 1u << order[at] : 0;
      for (unsigned m = 0; m < at && l.basis[i][k]; m++)
        if (order[m] < total && below(seed, 8) == 0) l.basis[i][k] ^= 1u << order[m];
    }
  return l;
}

// One of those that the compiler makes, or any.
static TileLayout random_layout(Random *seed, const int64_t *shape, unsigned log_warps) {
  TileLayout l;
  IrShape s = {shape, 2};
  unsigned along_m = 1u << below(seed, log_warps + 1), along_n = (1u << log_warps) / along_m;
  unsigned operand = below(seed, 3);
  bool made = false;
  switch (below(seed, 5)) {
  case 0:
    made = tile_layout_mma((TileMmaOperand)operand, s, along_m, along_n, &l);
    break;
  case 1:
    made = log_warps >= 2 &&
           tile_layout_wgmma(operand ? TILE_MMA_C : TILE_MMA_A, 2, s, (1u << log_warps) / 4, 1, &l);
    break;
  case 2:
    made = tile_layout_default(s, 1u << log_warps, power(seed, 3), below(seed, 2), &l);
    break;
  case 3: {
    TileBlocked b = random_blocked(seed, 2, log_warps);
    made = tile_layout_blocked(s, &b, &l);
  }
  }
  return made ? l : random_linear(seed, shape, log_warps);
}

static void random_shape(Random *seed, int64_t shape[2]) {
  shape[0] = power(seed, 6), shape[1] = power(seed, 6);
}

// ---- Blocked. ----

// Takes the digit of dimension d, which has `count` values, from the number.
static unsigned digit(unsigned *number, unsigned count) {
  unsigned value = *number % count;
  *number /= count;
  return value;
}

// Coordinates by division: per thread, lane, warp and repetition nest in each dimension.
static void blocked_coords(const TileBlocked *b, const int64_t *shape, unsigned reg, unsigned lane,
                           unsigned warp, int64_t *out) {
  for (unsigned i = 0; i < b->rank; i++) {
    unsigned d = b->order[i];
    unsigned held = b->per_thread[d] < shape[d] ? b->per_thread[d] : (unsigned)shape[d];
    out[d] = digit(&reg, held);
    out[d] += (int64_t)b->per_thread[d] * digit(&lane, b->lanes[d]);
    out[d] += (int64_t)b->per_thread[d] * b->lanes[d] * digit(&warp, b->warps[d]);
    out[d] %= shape[d];
  }
  for (unsigned i = 0; i < b->rank; i++) {
    unsigned d = b->order[i], span = b->per_thread[d] * b->lanes[d] * b->warps[d];
    if (shape[d] > span) out[d] += (int64_t)span * digit(&reg, (unsigned)shape[d] / span);
  }
}

static void blocked_is_division(void **state) {
  Random seed = 3;
  (void)state;
  for (unsigned trial = 0; trial < 1000; trial++) {
    unsigned rank = 1 + below(&seed, 4), log_warps = below(&seed, 4), wrong = 0;
    TileBlocked b = random_blocked(&seed, rank, log_warps);
    int64_t shape[4], want[4];
    for (unsigned d = 0; d < rank; d++) shape[d] = power(&seed, 4);
    TileLayout l;
    assert_true(tile_layout_blocked((IrShape){shape, rank}, &b, &l));
    assert_true(tile_layout_covers(&l));
    for (unsigned w = 0; w < 1u << log_warps; w++)
      for (unsigned lane = 0; lane < 32; lane++)
        for (unsigned reg = 0; reg < tile_layout_size(&l, TILE_REGISTER); reg++) {
          blocked_coords(&b, shape, reg, lane, w, want);
          for (unsigned d = 0; d < rank; d++) wrong += coord(&l, reg, lane, w, d) != want[d];
        }
    assert_int_equal(wrong, 0);
  }
}

// ---- Fragments of tc.mma. ----

static TcPlace fragment_place(const TileMma *mma, TileMmaOperand operand, unsigned lane,
                              unsigned i) {
  if (operand == TILE_MMA_A) return tc_place_a(mma->m, mma->bytes, lane, i);
  if (operand == TILE_MMA_B) return tc_place_b(mma->bytes, lane, i);
  return tc_place_c(mma->m, lane, i);
}

// A tile of 2x2 instructions for each of 2x2 warps.
static void check_mma(const TileMma *mma, TileMmaOperand operand, unsigned elements) {
  unsigned er = operand == TILE_MMA_B ? mma->k : mma->m;
  unsigned ec = operand == TILE_MMA_A ? mma->k : mma->n, wrong = 0;
  TileLayout l;
  assert_true(tile_layout_mma_of(mma, operand, SHAPE(4 * er, 4 * ec), 2, 2, &l));
  unsigned reps_r = operand == TILE_MMA_B ? 4 : 2, reps_c = operand == TILE_MMA_A ? 4 : 2;
  assert_int_equal(tile_layout_size(&l, TILE_REGISTER), elements * reps_r * reps_c);
  for (unsigned w = 0; w < 4; w++)
    for (unsigned lane = 0; lane < 32; lane++)
      for (unsigned reg = 0; reg < tile_layout_size(&l, TILE_REGISTER); reg++) {
        TcPlace at = fragment_place(mma, operand, lane, reg % elements);
        unsigned rep = reg / elements;
        unsigned row = at.row + er * (rep / reps_c), column = at.column + ec * (rep % reps_c);
        if (operand != TILE_MMA_B) row += 2 * er * (w % 2);
        if (operand != TILE_MMA_A) column += 2 * ec * (w / 2);
        wrong += coord(&l, reg, lane, w, 0) != row || coord(&l, reg, lane, w, 1) != column;
      }
  assert_int_equal(wrong, 0);
  assert_true(tile_layout_covers(&l));
}

static void mma_is_fragment(void **state) {
  IrContext *ctx = *state;
  static const char *const names[] = {"mma.m16n8k16", "mma.m16n8k8", "mma.m16n8k4", "mma.m16n8k32",
                                      "mma.m8n8k4"};
  const IrType types[] = {ir_type_float(ctx, IR_F16),          ir_type_float(ctx, IR_BF16),
                          ir_type_float(ctx, IR_TF32),         ir_type_float(ctx, IR_F8E4M3FN),
                          ir_type_float(ctx, IR_F8E5M2),       ir_type_float(ctx, IR_F64),
                          ir_type_integer(ctx, 8, IR_SIGNLESS)};
  const IrType sums[] = {ir_type_float(ctx, IR_F32), ir_type_float(ctx, IR_F64),
                         ir_type_integer(ctx, 32, IR_SIGNLESS)};
  unsigned pairs = 0;
  for (unsigned n = 0; n < 5; n++)
    for (unsigned t = 0; t < 7; t++)
      for (unsigned s = 0; s < 3; s++) {
        const TcInstr *instr = tc_instr(ir_str(names[n]));
        assert_non_null(instr);
        if (!tc_instr_takes(instr, types[t], types[t], sums[s])) continue;
        unsigned bits = types[t] == types[2] ? 32 : ir_type_width(types[t]);
        const TileMma mma = {instr->m, instr->n, instr->k, bits / 8};
        check_mma(&mma, TILE_MMA_A, instr->a_elements);
        check_mma(&mma, TILE_MMA_B, instr->b_elements);
        check_mma(&mma, TILE_MMA_C, instr->c_elements);
        pairs++;
      }
  assert_int_equal(pairs, 14);
}

// ---- Fragments of wgmma: PTX ISA, "Register Fragments" of wgmma.mma_async. ----

static void wgmma_accumulator(void **state) {
  (void)state;
  for (unsigned n = 8; n <= 256; n *= 2)
    for (unsigned groups = 1; groups <= 2; groups++) {
      unsigned rows = 128 * groups, reps = 2, wrong = 0; // two instructions a warpgroup
      TileLayout l;
      assert_true(tile_layout_wgmma(TILE_MMA_C, 4, SHAPE(rows, n), groups, 1, &l));
      assert_int_equal(tile_layout_size(&l, TILE_REGISTER), n / 2 * reps);
      for (unsigned t = 0; t < 128 * groups; t++)
        for (unsigned reg = 0; reg < n / 2 * reps; reg++) {
          unsigned i = reg % (n / 2), rep = reg / (n / 2);
          unsigned row = 16 * (t / 32 % 4) + t % 32 / 4 + 8 * (i / 2 % 2);
          unsigned column = 8 * (i / 4) + 2 * (t % 4) + i % 2;
          row += 64 * rep + 128 * (t / 128);
          wrong += coord(&l, reg, t % 32, t / 32, 0) != row;
          wrong += coord(&l, reg, t % 32, t / 32, 1) != column;
        }
      assert_int_equal(wrong, 0);
      assert_true(tile_layout_covers(&l));
    }
}

// A in registers: 16 rows a warp as m16, and 32 bytes of K.
static void wgmma_operand(void **state) {
  (void)state;
  for (unsigned bytes = 1; bytes <= 4; bytes *= 2) {
    unsigned k = 32 / bytes, per = 16 / bytes, wrong = 0;
    TileLayout l;
    assert_true(tile_layout_wgmma(TILE_MMA_A, bytes, SHAPE(64, 4 * k), 1, 2, &l));
    assert_int_equal(tile_layout_size(&l, TILE_REGISTER), 4 * per);
    assert_int_equal(tile_layout_free_bits(&l, TILE_WARP), 4); // the warpgroups along N
    for (unsigned t = 0; t < 256; t++)
      for (unsigned reg = 0; reg < 4 * per; reg++) {
        TcPlace at = tc_place_a(TC_WARP_ROWS, bytes, t % 32, reg % per);
        wrong += coord(&l, reg, t % 32, t / 32, 0) != at.row + TC_WARP_ROWS * (t / 32 % 4);
        wrong += coord(&l, reg, t % 32, t / 32, 1) != at.column + k * (reg / per);
      }
    assert_int_equal(wrong, 0);
    assert_false(tile_layout_wgmma(TILE_MMA_B, bytes, SHAPE(64, 64), 1, 1, &l));
    assert_false(tile_layout_wgmma(TILE_MMA_A, bytes, SHAPE(32, 64), 1, 1, &l));
  }
}

// Whether each thread has all it needs, maybe in other registers.
static bool is_register_moves(const TileLayout *map) {
  for (unsigned i = 0; i < 3; i++)
    for (unsigned k = 0; k < map->bits[i]; k++)
      for (unsigned to = TILE_LANE; to <= TILE_WARP; to++)
        if (tile_layout_coord(map, map->basis[i][k], to) != (i == to ? 1 << k : 0)) return false;
  return true;
}

// The probabilities of attention: scores in f32, made f16, are A of the next product.
static void accumulator_is_operand(void **state) {
  TileLayout c, a, map;
  (void)state;
  for (unsigned rows = 64; rows <= 256; rows *= 2)
    for (unsigned n = 16; n <= 256; n *= 2)
      for (unsigned groups = 1; groups <= rows / 64; groups *= 2) {
        assert_true(tile_layout_wgmma(TILE_MMA_C, 4, SHAPE(rows, n), groups, 1, &c));
        assert_true(tile_layout_wgmma(TILE_MMA_A, 2, SHAPE(rows, n), groups, 1, &a));
        assert_true(tile_layout_conversion(&c, &a, &map));
        assert_true(is_register_moves(&map));
        assert_true(tile_layout_equal(&c, &a));
      }
  // Not so for 8 bits: four elements of a register are not two and two of the accumulator.
  assert_true(tile_layout_wgmma(TILE_MMA_C, 4, SHAPE(64, 64), 1, 1, &c));
  assert_true(tile_layout_wgmma(TILE_MMA_A, 1, SHAPE(64, 64), 1, 1, &a));
  assert_true(tile_layout_conversion(&c, &a, &map));
  assert_false(is_register_moves(&map));
}

// ---- Slices. ----

// The places of a thread as a set; the number of registers that add none.
static unsigned held_by(const TileLayout *l, unsigned lane, unsigned warp, int without,
                        bool *held) {
  unsigned copies = 0;
  memset(held, 0, MOST_PLACES);
  for (unsigned reg = 0; reg < tile_layout_size(l, TILE_REGISTER); reg++) {
    uint32_t place = 0;
    for (int d = 0; d < l->rank; d++)
      if (d != without)
        place = place << l->log[d] | (uint32_t)coord(l, reg, lane, warp, (unsigned)d);
    copies += held[place];
    held[place] = true;
  }
  return copies;
}

static void slice_is_projection(void **state) {
  static bool want[MOST_PLACES], have[MOST_PLACES];
  Random seed = 11;
  (void)state;
  for (unsigned trial = 0; trial < 500; trial++) {
    int64_t shape[2];
    unsigned log_warps = below(&seed, 3), dim = below(&seed, 2);
    random_shape(&seed, shape);
    TileLayout l = random_layout(&seed, shape, log_warps), s = tile_layout_slice(&l, dim);
    assert_int_equal(s.rank, 1);
    assert_int_equal(tile_layout_extent(&s, 0), shape[1 - dim]);
    for (unsigned t = 0; t < 32u << log_warps; t++) {
      (void)held_by(&l, t % 32, t / 32, (int)dim, want);
      (void)held_by(&s, t % 32, t / 32, -1, have);
      assert_memory_equal(want, have, sizeof want);
    }
  }
}

// ---- Swizzled buffers. ----

// TMA's patterns: bits of the 16-byte chunk are XORed with those of the 128-byte line.
static int64_t swizzled_offset(int64_t row, int64_t c, int64_t rows, unsigned span,
                               unsigned bytes) {
  int64_t byte = c * bytes / span * rows * span + row * span + c * bytes % span;
  return (byte ^ (byte >> 7 & (span / 16 - 1)) << 4) / bytes;
}

static void buffer_is_swizzle(void **state) {
  static const IrFloatKind kinds[] = {IR_F8E5M2, IR_F16, IR_F32, IR_F64};
  IrContext *ctx = *state;
  for (unsigned k = 0; k < 4; k++)
    for (unsigned span = 32; span <= 128; span *= 2)
      for (unsigned column = 0; column < 2; column++) {
        unsigned bytes = 1u << k, wrong = 0;
        int64_t rows = 16, length = 2 * span / bytes, at[3]; // two slabs
        IrShape shape = column ? SHAPE(2, length, rows) : SHAPE(2, rows, length);
        IrType type = mem_buffer_type_get(shape, ir_type_float(ctx, kinds[k]),
                                          mem_swizzle_get(ctx, span, column), MEM_SHARED);
        TileLayout l;
        assert_true(tile_layout_buffer(type, &l));
        for (uint32_t offset = 0; offset < tile_layout_size(&l, TILE_OFFSET); offset++) {
          tile_layout_coords(&l, tile_layout_apply1(&l, TILE_OFFSET, offset), at);
          int64_t row = at[column ? 2 : 1], c = at[column ? 1 : 2];
          wrong += at[0] * rows * length + swizzled_offset(row, c, rows, span, bytes) != offset;
        }
        assert_int_equal(wrong, 0);
      }
}

// ---- Algebra. ----

// What a thread's registers hold, by executing the conversion.
static unsigned convert(const TileLayout *src, const TileLayout *dst, const TileLayout *map) {
  static uint32_t registers[1 << 20];
  unsigned num_regs = tile_layout_size(src, TILE_REGISTER), wrong = 0;
  for (unsigned w = 0; w < tile_layout_size(src, TILE_WARP); w++)
    for (unsigned lane = 0; lane < 32; lane++)
      for (unsigned reg = 0; reg < num_regs; reg++)
        registers[(w * 32 + lane) * num_regs + reg] = tile_layout_apply(src, reg, lane, w);
  for (unsigned w = 0; w < tile_layout_size(dst, TILE_WARP); w++)
    for (unsigned lane = 0; lane < 32; lane++)
      for (unsigned reg = 0; reg < tile_layout_size(dst, TILE_REGISTER); reg++) {
        int64_t at[3];
        tile_layout_coords(map, tile_layout_apply(map, reg, lane, w), at);
        uint32_t got = registers[(at[TILE_WARP] * 32 + at[TILE_LANE]) * num_regs + at[0]];
        wrong += got != tile_layout_apply(dst, reg, lane, w);
      }
  return wrong;
}

static void conversions_move_elements(void **state) {
  Random seed = 5;
  unsigned moves = 0;
  (void)state;
  for (unsigned trial = 0; trial < 20000; trial++) {
    int64_t shape[2];
    unsigned log_warps = below(&seed, 3);
    random_shape(&seed, shape);
    TileLayout src = random_layout(&seed, shape, log_warps), map;
    TileLayout dst = random_layout(&seed, shape, log_warps);
    assert_true(tile_layout_conversion(&src, &dst, &map));
    assert_int_equal(convert(&src, &dst, &map), 0);
    moves += is_register_moves(&map);
  }
  assert_true(moves > 0 && moves < 10000);
}

static void inverses_undo(void **state) {
  Random seed = 7;
  (void)state;
  for (unsigned trial = 0; trial < 500; trial++) {
    int64_t shape[2], at[3];
    random_shape(&seed, shape);
    TileLayout l = random_layout(&seed, shape, below(&seed, 3)), inverse, both;
    unsigned places = (unsigned)(shape[0] * shape[1]), wrong = 0;
    assert_true(tile_layout_invert(&l, &inverse));
    assert_true(tile_layout_compose(&l, &inverse, &both));
    for (uint32_t place = 0; place < places; place++) {
      tile_layout_coords(&inverse, tile_layout_apply1(&inverse, 0, place), at);
      wrong += tile_layout_apply(&l, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]) != place;
      wrong += tile_layout_apply1(&both, 0, place) != place;
    }
    assert_int_equal(wrong, 0);
    // Without one element it has no inverse.
    l.log[0]++;
    assert_false(tile_layout_invert(&l, &inverse));
  }
}

static void compositions_apply_twice(void **state) {
  Random seed = 9;
  (void)state;
  for (unsigned trial = 0; trial < 500; trial++) {
    // A tile's places as the offsets of another one.
    int64_t shape[2];
    unsigned log_warps = below(&seed, 3), wrong = 0;
    random_shape(&seed, shape);
    TileLayout inner = random_layout(&seed, shape, log_warps), storage, both;
    TileLayout other = random_layout(&seed, shape, below(&seed, 3));
    assert_true(tile_layout_invert(&other, &storage));
    assert_true(tile_layout_compose(&storage, &inner, &both));
    for (unsigned t = 0; t < 32u << log_warps; t++)
      for (unsigned reg = 0; reg < tile_layout_size(&inner, TILE_REGISTER); reg++) {
        uint32_t place = tile_layout_apply(&inner, reg, t % 32, t / 32);
        wrong +=
            tile_layout_apply(&both, reg, t % 32, t / 32) != tile_layout_apply1(&storage, 0, place);
      }
    assert_int_equal(wrong, 0);
  }
}

// ---- Bank conflicts. ----

// The fullest bank's words, by counting them; lanes are served in as many parts as the access has
// words.
static unsigned count_ways(const TileLayout *offsets, unsigned bytes, unsigned vector) {
  unsigned access = bytes * vector, parts = access > 4 ? access / 4 : 1, worst = 1;
  for (unsigned p = 0; p < parts; p++) {
    uint32_t words[32][32];
    unsigned n[32] = {0};
    for (unsigned lane = p * 32 / parts; lane < (p + 1) * 32 / parts; lane++) {
      uint32_t first = tile_layout_apply1(offsets, TILE_LANE, lane) * bytes;
      for (uint32_t word = first / 4; word <= (first + access - 1) / 4; word++) {
        unsigned bank = word % 32, i = 0;
        while (i < n[bank] && words[bank][i] != word) i++;
        if (i == n[bank]) words[bank][n[bank]++] = word;
        if (n[bank] > worst) worst = n[bank];
      }
    }
  }
  return worst;
}

// What the emulator counts for the same access.
static uint32_t emulated_wavefronts(const TileLayout *offsets, unsigned bytes, unsigned vector) {
  int64_t addresses[CPU_ACCESS_LANES];
  for (unsigned lane = 0; lane < CPU_ACCESS_LANES; lane++)
    addresses[lane] = (int64_t)tile_layout_apply1(offsets, TILE_LANE, lane) * bytes;
  return cpu_shared_cost((CpuLaneAddresses){UINT32_MAX, addresses, bytes * vector, false}).units;
}

// Any swizzle: a random one-to-one linear map from offsets to places.
static TileLayout random_storage(Random *seed, const int64_t *shape) {
  TileLayout l = random_linear(seed, shape, 0), out = {.rank = 2, .inputs = 1};
  memcpy(out.log, l.log, sizeof out.log);
  for (unsigned i = 0; i < 3; i++)
    for (unsigned k = 0; k < l.bits[i]; k++)
      if (l.basis[i][k]) out.basis[0][out.bits[0]++] = l.basis[i][k];
  return out;
}

static unsigned most_vector(const TileLayout *offsets, unsigned bytes) {
  unsigned vector = tile_layout_vector(offsets, 0);
  return vector * bytes > 16 ? 16 / bytes : vector;
}

static void bank_ways_are_counted(void **state) {
  Random seed = 13;
  unsigned seen[6] = {0};
  (void)state;
  for (unsigned trial = 0; trial < 5000; trial++) {
    int64_t shape[2];
    unsigned log_warps = below(&seed, 3), bytes = power(&seed, 3);
    random_shape(&seed, shape);
    TileLayout storage = random_storage(&seed, shape);
    for (unsigned side = 0; side < 2; side++) {
      TileLayout tile = random_layout(&seed, shape, log_warps), offsets;
      assert_true(tile_layout_offsets(&tile, &storage, &offsets));
      unsigned vector = most_vector(&offsets, bytes), access = bytes * vector;
      unsigned ways = tile_layout_bank_ways(&offsets, bytes, vector);
      assert_int_equal(ways, count_ways(&offsets, bytes, vector));
      assert_int_equal(ways * (access > 4 ? access / 4 : 1),
                       emulated_wavefronts(&offsets, bytes, vector));
      seen[__builtin_ctz(ways)]++;
    }
  }
  for (unsigned i = 0; i < 5; i++) assert_true(seen[i] > 0);
}

// ---- The best storage. ----

// Whether the threads hold whole vectors, each in the same registers, apart from a constant order.
static bool holds_vectors(const TileLayout *tile, const TileLayout *storage, unsigned vector) {
  TileLayout offsets;
  if (!tile_layout_offsets(tile, storage, &offsets)) return false;
  for (unsigned i = TILE_LANE; i <= TILE_WARP; i++)
    for (unsigned k = 0; k < offsets.bits[i]; k++)
      if (offsets.basis[i][k] & (vector - 1)) return false;
  unsigned found = 0; // of thread 0's first vector, and so of all
  for (unsigned reg = 0; reg < tile_layout_size(&offsets, TILE_REGISTER); reg++) {
    uint32_t at = tile_layout_apply1(&offsets, TILE_REGISTER, reg);
    if (at < vector) found |= 1u << at;
  }
  return found == (1u << vector) - 1;
}

static unsigned wavefronts(const TileLayout *tile, const TileLayout *storage, unsigned bytes) {
  TileLayout offsets;
  assert_true(tile_layout_offsets(tile, storage, &offsets));
  unsigned vector = most_vector(&offsets, bytes), access = bytes * vector;
  return tile_layout_size(tile, TILE_REGISTER) / vector * (access > 4 ? access / 4 : 1) *
         count_ways(&offsets, bytes, vector);
}

static void best_swizzle_is_best(void **state) {
  Random seed = 17;
  unsigned without = 0, one_length = 0;
  (void)state;
  for (unsigned trial = 0; trial < 5000; trial++) {
    int64_t shape[2];
    unsigned log_warps = below(&seed, 3), bytes = power(&seed, 3), ways = 1;
    random_shape(&seed, shape);
    TileLayout tile[2] = {random_layout(&seed, shape, log_warps),
                          random_layout(&seed, shape, log_warps)};
    TileSwizzle best;
    assert_true(tile_layout_best_swizzle(&tile[0], &tile[1], bytes, &best));
    assert_int_equal(tile_layout_size(&best.storage, 0), shape[0] * shape[1]);
    assert_true(tile_layout_covers(&best.storage));
    unsigned total = 0, others = 0;
    for (unsigned i = 0; i < 2; i++) {
      TileLayout offsets;
      const TileSwizzleSide *side = &best.side[i];
      assert_true(tile_layout_offsets(&tile[i], &best.storage, &offsets));
      assert_true(side->vector * bytes <= 16);
      assert_true(holds_vectors(&tile[i], &best.storage, side->vector));
      assert_int_equal(side->ways, count_ways(&offsets, bytes, side->vector));
      assert_int_equal(side->accesses * side->vector, tile_layout_size(&tile[i], TILE_REGISTER));
      ways = side->ways > ways ? side->ways : ways;
      total += side->wavefronts;
    }
    without += ways == 1;
    if (best.side[0].vector == best.side[1].vector) {
      one_length++;
      assert_int_equal(ways, 1);
    }
    for (unsigned other = 0; other < 8; other++) {
      TileLayout storage = random_storage(&seed, shape);
      others = wavefronts(&tile[0], &storage, bytes) + wavefronts(&tile[1], &storage, bytes);
      if (others < total) fail_msg("trial %u: %u wavefronts, but %u can do", trial, total, others);
    }
  }
  print_message("%u of 5000 without conflicts, %u with vectors of one length\n", without,
                one_length);
  assert_true(without > 4500 && one_length > 1000);
}

static int set_up(void **state) {
  *state = ir_context_create();
  return ir_dialect_register(*state, &mem_dialect);
}

static int tear_down(void **state) {
  ir_context_destroy(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocked_is_division),    cmocka_unit_test(mma_is_fragment),
      cmocka_unit_test(wgmma_accumulator),      cmocka_unit_test(wgmma_operand),
      cmocka_unit_test(accumulator_is_operand), cmocka_unit_test(slice_is_projection),
      cmocka_unit_test(buffer_is_swizzle),      cmocka_unit_test(conversions_move_elements),
      cmocka_unit_test(inverses_undo),          cmocka_unit_test(compositions_apply_twice),
      cmocka_unit_test(bank_ways_are_counted),  cmocka_unit_test(best_swizzle_is_best),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
