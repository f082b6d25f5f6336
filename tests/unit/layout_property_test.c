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
#include "tests/unit/layout_random.h"

enum { MOST_PLACES = 1 << 12 };

static int64_t coord(const TileLayout *l, unsigned reg, unsigned lane, unsigned warp, unsigned d) {
  return tile_layout_coord(l, tile_layout_apply(l, reg, lane, warp), d);
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
    unsigned rank = 1 + random_below(&seed, 4), log_warps = random_below(&seed, 4), wrong = 0;
    TileBlocked b = random_blocked(&seed, rank, log_warps);
    int64_t shape[4], want[4];
    for (unsigned d = 0; d < rank; d++) shape[d] = random_power(&seed, 4);
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
    unsigned log_warps = random_below(&seed, 3), dim = random_below(&seed, 2);
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
    unsigned log_warps = random_below(&seed, 3);
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
    TileLayout l = random_layout(&seed, shape, random_below(&seed, 3)), inverse, both;
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
    unsigned log_warps = random_below(&seed, 3), wrong = 0;
    random_shape(&seed, shape);
    TileLayout inner = random_layout(&seed, shape, log_warps), storage, both;
    TileLayout other = random_layout(&seed, shape, random_below(&seed, 3));
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

// What the emulator counts for the same access.
static uint32_t emulated_wavefronts(const TileLayout *offsets, unsigned bytes, unsigned vector) {
  int64_t addresses[CPU_ACCESS_LANES];
  for (unsigned lane = 0; lane < CPU_ACCESS_LANES; lane++)
    addresses[lane] = (int64_t)tile_layout_apply1(offsets, TILE_LANE, lane) * bytes;
  return cpu_shared_cost((CpuLaneAddresses){UINT32_MAX, addresses, bytes * vector, false}).units;
}

static void bank_ways_are_counted(void **state) {
  Random seed = 13;
  unsigned seen[6] = {0};
  (void)state;
  for (unsigned trial = 0; trial < 5000; trial++) {
    int64_t shape[2];
    unsigned log_warps = random_below(&seed, 3), bytes = random_power(&seed, 3);
    random_shape(&seed, shape);
    TileLayout storage = random_storage(&seed, shape);
    for (unsigned side = 0; side < 2; side++) {
      TileLayout tile = random_layout(&seed, shape, log_warps), offsets;
      assert_true(tile_layout_offsets(&tile, &storage, &offsets));
      unsigned vector = longest_vector(&offsets, bytes), access = bytes * vector;
      unsigned ways = tile_layout_bank_ways(&offsets, bytes, vector);
      assert_int_equal(ways, count_ways(&offsets, bytes, vector));
      assert_int_equal(ways * (access > 4 ? access / 4 : 1),
                       emulated_wavefronts(&offsets, bytes, vector));
      seen[__builtin_ctz(ways)]++;
    }
  }
  for (unsigned i = 0; i < 5; i++) assert_true(seen[i] > 0);
}

// ---- Products

static void products_are_divided(void **state) {
  uint64_t seed = 19;
  (void)state;
  for (unsigned i = 0; i < 300; i++) {
    int64_t shape[2], wider[2];
    random_shape(&seed, shape);
    random_shape(&seed, wider);
    TileLayout inner = random_layout(&seed, shape, 1), both, rest;
    TileLayout outer = random_layout(&seed, wider, 1);
    if (!tile_layout_product(&inner, &outer, &both)) continue;
    assert_true(tile_layout_divide(&both, &inner, &rest) && tile_layout_equal(&rest, &outer));
    // A register of each: the outer tile's place counts inner tiles.
    unsigned r = random_below(&seed, tile_layout_size(&inner, TILE_REGISTER));
    unsigned s = random_below(&seed, tile_layout_size(&outer, TILE_REGISTER));
    unsigned all = s << inner.bits[TILE_REGISTER] | r;
    for (unsigned d = 0; d < 2; d++)
      assert_int_equal(coord(&both, all, 0, 0, d),
                       coord(&outer, s, 0, 0, d) * shape[d] + coord(&inner, r, 0, 0, d));
  }
  // A warp's part of an accumulator is the instruction's, repeated.
  const TileMma mma = {16, 8, 16, 2};
  int64_t one[2] = {16, 8}, whole[2] = {192, 96};
  TileLayout tile, c, rest;
  assert_true(tile_layout_mma_of(&mma, TILE_MMA_C, (IrShape){one, 2}, 1, 1, &tile));
  assert_true(tile_layout_mma_of(&mma, TILE_MMA_C, (IrShape){whole, 2}, 6, 2, &c));
  assert_true(tile_layout_divide(&c, &tile, &rest) && rest.bits[TILE_LANE] == 0);
  assert_false(tile_layout_divide(&tile, &c, &rest));
}

// ---- Reductions

// How often each element of the row that register `r` of the slice is for comes together in a
// thread: from registers without copies, of the lanes and warps that differ in bits along `dim`.
static void count_row(const TileLayout *l, const TileLayout *slice, unsigned dim,
                      const uint32_t along[TILE_LAYOUT_INPUTS], uint32_t r, uint32_t thread,
                      unsigned *count) {
  uint32_t lane = thread % 32, warp = thread / 32, copies = tile_layout_free_bits(l, TILE_REGISTER);
  int64_t row = tile_layout_coord(slice, tile_layout_apply(slice, r, lane, warp), 0);
  for (uint32_t m = 0; m < 32; m++)
    for (uint32_t w = 0; w < tile_layout_size(l, TILE_WARP); w++)
      for (uint32_t k = 0; k < tile_layout_size(l, TILE_REGISTER); k++) {
        if (m & ~along[TILE_LANE] || w & ~along[TILE_WARP] || k & copies) continue;
        uint32_t place = tile_layout_apply(l, k, lane ^ m, warp ^ w);
        if (tile_layout_coord(l, place, 1 - dim) == row) count[tile_layout_coord(l, place, dim)]++;
      }
}

static void rows_come_together_once(void **state) {
  uint64_t seed = 17;
  unsigned reduced = 0;
  (void)state;
  for (unsigned i = 0; i < 400; i++) {
    int64_t shape[2];
    unsigned log_warps = random_below(&seed, 3), dim = random_below(&seed, 2);
    uint32_t along[TILE_LAYOUT_INPUTS];
    random_shape(&seed, shape);
    TileLayout l = random_layout(&seed, shape, log_warps), s = tile_layout_slice(&l, dim);
    TileLayout parts, gathered;
    if (!tile_layout_along(&l, dim, along)) {
      assert_false(tile_layout_partials(&l, dim, UINT32_MAX, &parts, &gathered));
      continue;
    }
    reduced++;
    for (uint32_t r = 0; r < tile_layout_size(&s, TILE_REGISTER); r++)
      for (uint32_t t = 0; t < 32u << log_warps; t++) {
        unsigned count[1024] = {0};
        count_row(&l, &s, dim, along, r, t, count);
        for (int64_t c = 0; c < shape[dim]; c++) assert_int_equal(count[c], 1);
      }
    assert_true(tile_layout_partials(&l, dim, UINT32_MAX, &parts, &gathered));
    TileLayout of_parts = tile_layout_slice(&parts, dim);
    TileLayout of_gathered = tile_layout_slice(&gathered, dim);
    assert_true(tile_layout_equal(&of_parts, &s) && tile_layout_equal(&of_gathered, &s));
    assert_true(tile_layout_covers(&parts) && tile_layout_covers(&gathered));
    assert_int_equal(tile_layout_extent(&parts, dim), 1 << __builtin_popcount(along[TILE_WARP]));
  }
  assert_true(reduced >= 50);
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
      cmocka_unit_test(blocked_is_division),     cmocka_unit_test(mma_is_fragment),
      cmocka_unit_test(wgmma_accumulator),       cmocka_unit_test(wgmma_operand),
      cmocka_unit_test(accumulator_is_operand),  cmocka_unit_test(slice_is_projection),
      cmocka_unit_test(rows_come_together_once), cmocka_unit_test(products_are_divided),
      cmocka_unit_test(buffer_is_swizzle),       cmocka_unit_test(conversions_move_elements),
      cmocka_unit_test(inverses_undo),           cmocka_unit_test(compositions_apply_twice),
      cmocka_unit_test(bank_ways_are_counted),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
