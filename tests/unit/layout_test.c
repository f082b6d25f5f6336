// Layouts against the closed formulas they stand for, by enumeration, and bank conflicts against
// counting banks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/mem/mem.h"
#include "dialects/tile/layout.h"

#define SHAPE(...) \
  ((IrShape){(const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / 8})

static int64_t coord(const TileLayout *l, unsigned reg, unsigned lane, unsigned warp, unsigned d) {
  return tile_layout_coord(l, tile_layout_apply(l, reg, lane, warp), d);
}

// ---- mma.sync m16n8k16, with the formulas of the PTX ISA. ----

// Register i of repetition (r0, r1), which count along the last dimension first.
static void check_mma(TileMmaOperand which, int64_t rows, int64_t cols, unsigned wm, unsigned wn) {
  TileLayout l;
  assert_true(tile_layout_mma(which, SHAPE(rows, cols), wm, wn, &l));
  unsigned per = which == TILE_MMA_A ? 8 : 4;
  int64_t er = 16, ec = which == TILE_MMA_A ? 16 : 8;
  int64_t part_r = which == TILE_MMA_B ? rows : rows / wm;
  int64_t part_c = which == TILE_MMA_A ? cols : cols / wn;
  int64_t reps_c = part_c / ec;
  assert_int_equal(tile_layout_size(&l, TILE_REGISTER), per * (part_r / er) * reps_c);
  for (unsigned w = 0; w < wm * wn; w++) {
    for (unsigned lane = 0; lane < 32; lane++) {
      for (unsigned reg = 0; reg < tile_layout_size(&l, TILE_REGISTER); reg++) {
        unsigned i = reg % per, rep = reg / per, group = lane / 4, in = lane % 4;
        int64_t r, c;
        if (which == TILE_MMA_A) {
          r = group + 8 * (i >> 1 & 1), c = 2 * in + (i & 1) + 8 * (i >> 2);
        } else if (which == TILE_MMA_B) {
          r = 2 * in + (i & 1) + 8 * (i >> 1), c = group;
        } else {
          r = group + 8 * (i >> 1), c = 2 * in + (i & 1);
        }
        r += er * (rep / reps_c), c += ec * (rep % reps_c);
        if (which != TILE_MMA_B) r += part_r * (w % wm);
        if (which != TILE_MMA_A) c += part_c * (w / wm);
        assert_int_equal(coord(&l, reg, lane, w, 0), r);
        assert_int_equal(coord(&l, reg, lane, w, 1), c);
      }
    }
  }
  assert_true(tile_layout_covers(&l));
}

static void mma_fragments(void **state) {
  (void)state;
  for (unsigned wm = 1; wm <= 4; wm *= 2) {
    for (unsigned wn = 1; wn <= 4; wn *= 2) {
      check_mma(TILE_MMA_C, 16 * wm, 8 * wn, wm, wn);
      check_mma(TILE_MMA_C, 128, 64, wm, wn);
      check_mma(TILE_MMA_A, 128, 16, wm, wn);
      check_mma(TILE_MMA_A, 64, 64, wm, wn);
      check_mma(TILE_MMA_B, 16, 64, wm, wn);
      check_mma(TILE_MMA_B, 64, 128, wm, wn);
    }
  }
}

static void mma_replication(void **state) {
  TileLayout l;
  (void)state;
  assert_true(tile_layout_mma(TILE_MMA_A, SHAPE(64, 16), 2, 4, &l));
  assert_int_equal(tile_layout_free_bits(&l, TILE_WARP), 6); // the bits along N
  assert_int_equal(tile_layout_free_bits(&l, TILE_LANE), 0);
  assert_true(tile_layout_mma(TILE_MMA_B, SHAPE(16, 64), 2, 4, &l));
  assert_int_equal(tile_layout_free_bits(&l, TILE_WARP), 1);
  // Fewer rows than the warps along M have: the second one holds copies.
  assert_true(tile_layout_mma(TILE_MMA_C, SHAPE(16, 64), 2, 2, &l));
  assert_int_equal(tile_layout_free_bits(&l, TILE_WARP), 1);
  assert_true(tile_layout_covers(&l));
  assert_false(tile_layout_mma(TILE_MMA_C, SHAPE(8, 64), 1, 1, &l));
  assert_false(tile_layout_mma(TILE_MMA_C, SHAPE(40, 64), 1, 1, &l));
}

// The accumulator of one product is the A operand of the next, register by register.
static void accumulator_is_operand(void **state) {
  TileLayout c, a, map;
  (void)state;
  assert_true(tile_layout_mma(TILE_MMA_C, SHAPE(64, 64), 4, 1, &c));
  assert_true(tile_layout_mma(TILE_MMA_A, SHAPE(64, 64), 4, 1, &a));
  assert_true(tile_layout_equal(&c, &a));
  assert_true(tile_layout_conversion(&c, &a, &map));
  for (unsigned k = 0; k < map.bits[TILE_REGISTER]; k++)
    assert_int_equal(tile_layout_coord(&map, map.basis[TILE_REGISTER][k], TILE_REGISTER), 1u << k);
}

// ---- Blocked. ----

static void blocked_formula(void **state) {
  TileLayout l;
  TileBlocked b = {
      .rank = 2, .per_thread = {1, 8}, .lanes = {4, 8}, .warps = {4, 1}, .order = {1, 0}};
  (void)state;
  assert_true(tile_layout_blocked(SHAPE(64, 128), &b, &l));
  assert_int_equal(tile_layout_size(&l, TILE_REGISTER), 64);
  for (unsigned w = 0; w < 4; w++)
    for (unsigned lane = 0; lane < 32; lane++)
      for (unsigned reg = 0; reg < 64; reg++) {
        unsigned rep = reg / 8; // 2 along columns, then 4 along rows
        assert_int_equal(coord(&l, reg, lane, w, 0), lane / 8 + 4 * w + 16 * (rep / 2));
        assert_int_equal(coord(&l, reg, lane, w, 1), reg % 8 + 8 * (lane % 8) + 64 * (rep % 2));
      }
  assert_int_equal(tile_layout_vector(&l, 1), 8);
  assert_int_equal(tile_layout_vector(&l, 0), 1);
}

static void blocked_replicates(void **state) {
  TileLayout l;
  TileBlocked b = {.rank = 1, .per_thread = {4}, .lanes = {32}, .warps = {4}, .order = {0}};
  (void)state;
  assert_true(tile_layout_blocked(SHAPE(32), &b, &l));
  assert_int_equal(tile_layout_size(&l, TILE_REGISTER), 4);
  assert_int_equal(tile_layout_free_bits(&l, TILE_LANE), 0x18);
  assert_int_equal(tile_layout_free_bits(&l, TILE_WARP), 3);
  assert_true(tile_layout_blocked(SHAPE(2), &b, &l));
  assert_int_equal(tile_layout_size(&l, TILE_REGISTER), 2);
  assert_int_equal(tile_layout_vector(&l, 0), 2);
  b.lanes[0] = 24;
  assert_false(tile_layout_blocked(SHAPE(128), &b, &l));
}

static void default_covers(void **state) {
  (void)state;
  for (int64_t m = 1; m <= 128; m *= 4)
    for (int64_t n = 1; n <= 256; n *= 4)
      for (unsigned warps = 1; warps <= 16; warps *= 2)
        for (unsigned v = 1; v <= 8; v *= 2)
          for (unsigned fast = 0; fast < 2; fast++) {
            TileLayout l;
            assert_true(tile_layout_default(SHAPE(m, n), warps, v, fast, &l));
            assert_true(tile_layout_covers(&l));
            assert_int_equal(tile_layout_size(&l, TILE_LANE), 32);
            assert_int_equal(tile_layout_size(&l, TILE_WARP), warps);
            int64_t extent = fast ? n : m;
            assert_true(tile_layout_vector(&l, fast) >= (v < extent ? v : extent));
          }
}

// ---- Buffers. ----

static IrType buffer(IrContext *ctx, IrShape shape, IrFloatKind kind, unsigned span, bool column) {
  return mem_buffer_type_get(shape, ir_type_float(ctx, kind), mem_swizzle_get(ctx, span, column),
                             MEM_SHARED);
}

// 128 bytes: bits 6..4 of the byte address are XORed with bits 9..7; 64: 5..4 with 8..7; 32: 4
// with 7.
static int64_t tma_swizzle(int64_t byte, unsigned span) {
  int64_t chunks = span / 16;
  return byte ^ ((byte >> 7 & (chunks - 1)) << 4);
}

static void buffer_is_tma_swizzle(void **state) {
  static const IrFloatKind kinds[] = {IR_F8E5M2, IR_F16, IR_F32, IR_F64};
  IrContext *ctx = *state;
  for (unsigned k = 0; k < 4; k++)
    for (unsigned span = 32; span <= 128; span *= 2)
      for (int column = 0; column < 2; column++) {
        int64_t bytes = 1 << k, rows = 16, cols = 2 * span / bytes; // two slabs
        IrType type = column ? buffer(ctx, SHAPE(cols, rows), kinds[k], span, true)
                             : buffer(ctx, SHAPE(rows, cols), kinds[k], span, false);
        for (int64_t r = 0; r < rows; r++)
          for (int64_t c = 0; c < cols; c++) {
            int64_t slab = c * bytes / span, in_row = c * bytes % span;
            int64_t want = tma_swizzle(slab * rows * span + r * span + in_row, span);
            int64_t at[2] = {column ? c : r, column ? r : c};
            assert_int_equal(mem_buffer_offset(type, at) * bytes, want);
          }
      }
}

static void buffer_layout_is_offset(void **state) {
  IrContext *ctx = *state;
  static const unsigned spans[] = {0, 32, 64, 128};
  for (unsigned s = 0; s < 4; s++)
    for (int column = 0; column < 2; column++) {
      IrType type = buffer(ctx, SHAPE(2, 64, 64), IR_F16, spans[s], column);
      TileLayout l, inverse;
      assert_true(tile_layout_buffer(type, &l));
      assert_true(tile_layout_invert(&l, &inverse));
      for (uint32_t offset = 0; offset < 2 * 64 * 64; offset++) {
        int64_t at[3];
        uint32_t place = tile_layout_apply1(&l, TILE_OFFSET, offset);
        tile_layout_coords(&l, place, at);
        assert_int_equal(mem_buffer_offset(type, at), offset);
        assert_int_equal(tile_layout_apply1(&inverse, 0, place), offset);
      }
    }
}

// ---- Algebra. ----

static uint64_t next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

// A layout of a 64x64 tile that covers it: a random order of the coordinate bits.
static TileLayout random_layout(uint64_t *seed) {
  unsigned bits[12], n = 0;
  TileLayout l = {.rank = 2, .log = {6, 6}, .inputs = 3, .bits = {5, 5, 2}};
  for (unsigned i = 0; i < 12; i++) bits[i] = i;
  for (unsigned i = 12; i > 1; i--) {
    unsigned k = (unsigned)(next_random(seed) % i), t = bits[k];
    bits[k] = bits[i - 1];
    bits[i - 1] = t;
  }
  for (unsigned i = 0; i < 3; i++)
    for (unsigned k = 0; k < l.bits[i]; k++, n++) {
      l.basis[i][k] = 1u << bits[n];
      // Bits that come earlier may be mixed in: the map stays one to one.
      for (unsigned m = 0; m < n; m++)
        if (next_random(seed) % 4 == 0) l.basis[i][k] ^= 1u << bits[m];
    }
  return l;
}

static void conversion_pulls_elements(void **state) {
  uint64_t seed = 1;
  (void)state;
  for (unsigned trial = 0; trial < 200; trial++) {
    TileLayout a = random_layout(&seed), b = random_layout(&seed), map;
    assert_true(tile_layout_conversion(&a, &b, &map));
    for (unsigned i = 0; i < 4096; i++) {
      unsigned reg = i % 32, lane = i / 32 % 32, warp = i / 1024;
      uint32_t from = tile_layout_apply(&map, reg, lane, warp);
      int64_t at[3];
      tile_layout_coords(&map, from, at);
      assert_int_equal(tile_layout_apply(&a, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]),
                       tile_layout_apply(&b, reg, lane, warp));
    }
  }
}

static void derived_layouts(void **state) {
  TileLayout c, row, column, back;
  (void)state;
  assert_true(tile_layout_mma(TILE_MMA_C, SHAPE(64, 32), 4, 1, &c));
  row = tile_layout_slice(&c, 0); // what a bias of 32 columns must have
  assert_int_equal(row.rank, 1);
  assert_int_equal(tile_layout_size(&row, TILE_REGISTER), 8);
  for (unsigned lane = 0; lane < 32; lane++)
    for (unsigned reg = 0; reg < 8; reg++)
      assert_int_equal(tile_layout_apply(&row, reg, lane, 3),
                       reg % 2 + 2 * (lane % 4) + reg / 2 * 8);
  assert_int_equal(tile_layout_free_bits(&row, TILE_LANE), 0x1c);
  column = tile_layout_shrink(&c, 1);
  assert_int_equal(tile_layout_extent(&column, 1), 1);
  assert_int_equal(tile_layout_size(&column, TILE_REGISTER), 2);
  back = tile_layout_slice(&column, 1);
  column = tile_layout_expand(&back, 1);
  assert_true(tile_layout_equal(&column, &(TileLayout){0}) == false);
  assert_int_equal(tile_layout_extent(&column, 0), 64);
  back = tile_layout_transpose(&c, 0, 1);
  for (unsigned i = 0; i < 2048; i++) {
    unsigned reg = i % 16, lane = i / 16 % 32, warp = i / 512;
    assert_int_equal(coord(&back, reg, lane, warp, 0), coord(&c, reg, lane, warp, 1));
    assert_int_equal(coord(&back, reg, lane, warp, 1), coord(&c, reg, lane, warp, 0));
  }
  assert_true(tile_layout_part(&c, SHAPE(64, 8), &row));
  assert_int_equal(tile_layout_size(&row, TILE_REGISTER), 4);
  assert_false(tile_layout_part(&c, SHAPE(16, 32), &row)); // warps would leave it
}

// ---- Bank conflicts. ----

// Passes of one access: the most different words that one bank is asked for, over the parts of the
// warp that are served together.
static unsigned count_ways(const TileLayout *offsets, unsigned bytes, unsigned vector) {
  unsigned access = bytes * vector, groups = access > 4 ? access / 4 : 1, worst = 1;
  for (unsigned g = 0; g < groups; g++) {
    uint32_t words[32][32];
    unsigned n[32] = {0};
    for (unsigned lane = g * 32 / groups; lane < (g + 1) * 32 / groups; lane++) {
      uint32_t first = tile_layout_apply1(offsets, TILE_LANE, lane) * bytes;
      for (uint32_t byte = first; byte < first + access; byte++) {
        uint32_t word = byte / 4, bank = word % 32;
        unsigned i = 0;
        while (i < n[bank] && words[bank][i] != word) i++;
        if (i == n[bank]) words[bank][n[bank]++] = word;
      }
    }
    for (unsigned b = 0; b < 32; b++)
      if (n[b] > worst) worst = n[b];
  }
  return worst;
}

static void bank_conflicts(void **state) {
  IrContext *ctx = *state;
  static const unsigned spans[] = {0, 32, 64, 128};
  unsigned seen[6] = {0};
  for (unsigned s = 0; s < 4; s++)
    for (int column = 0; column < 2; column++)
      for (unsigned vector = 1; vector <= 8; vector *= 2)
        for (unsigned fast = 0; fast < 2; fast++) {
          TileLayout tile, storage, offsets;
          IrType type = buffer(ctx, SHAPE(64, 64), IR_F16, spans[s], column);
          assert_true(tile_layout_buffer(type, &storage));
          assert_true(tile_layout_default(SHAPE(64, 64), 4, vector, fast, &tile));
          assert_true(tile_layout_offsets(&tile, &storage, &offsets));
          unsigned v = tile_layout_vector(&offsets, 0);
          if (v > 8) v = 8;
          unsigned ways = tile_layout_bank_ways(&offsets, 2, v);
          assert_int_equal(ways, count_ways(&offsets, 2, v));
          seen[__builtin_ctz(ways)]++;
        }
  assert_true(seen[0] > 0 && seen[1] + seen[2] + seen[3] + seen[4] + seen[5] > 0);
}

// What swizzles are for: the rows that ldmatrix reads at once fall into different banks.
static void swizzle_serves_ldmatrix(void **state) {
  IrContext *ctx = *state;
  // Lanes 0..7 address 8 rows of 16 bytes.
  TileLayout rows = {.rank = 2, .log = {6, 6}, .inputs = 3, .bits = {3, 5, 0}};
  for (unsigned k = 0; k < 3; k++) rows.basis[TILE_REGISTER][k] = 1u << k;
  for (unsigned k = 0; k < 5; k++) rows.basis[TILE_LANE][k] = 1u << (6 + k);
  static const unsigned spans[] = {0, 32, 64, 128}, ways[] = {8, 1, 1, 1};
  for (unsigned s = 0; s < 4; s++) {
    TileLayout storage, offsets;
    assert_true(tile_layout_buffer(buffer(ctx, SHAPE(64, 64), IR_F16, spans[s], false), &storage));
    assert_true(tile_layout_offsets(&rows, &storage, &offsets));
    assert_int_equal(tile_layout_vector(&offsets, 0), 8);
    assert_int_equal(tile_layout_bank_ways(&offsets, 2, 8), ways[s]);
  }
}

static void offsets_in_part_of_buffer(void **state) {
  IrContext *ctx = *state;
  IrType type = buffer(ctx, SHAPE(2, 64, 64), IR_F16, 128, false);
  TileLayout tile, storage, offsets;
  assert_true(tile_layout_buffer(type, &storage));
  assert_true(tile_layout_mma(TILE_MMA_A, SHAPE(64, 16), 4, 1, &tile));
  assert_true(tile_layout_offsets(&tile, &storage, &offsets));
  int64_t origin[3] = {1, 0, 48};
  for (unsigned i = 0; i < 8 * 32 * 4; i++) {
    unsigned reg = i % 8, lane = i / 8 % 32, warp = i / 256;
    int64_t at[3] = {1, coord(&tile, reg, lane, warp, 0), 48 + coord(&tile, reg, lane, warp, 1)};
    uint32_t offset = tile_layout_apply(&offsets, reg, lane, warp);
    assert_int_equal(mem_buffer_offset(type, origin) ^ offset, mem_buffer_offset(type, at));
  }
  assert_true(tile_layout_mma(TILE_MMA_A, SHAPE(128, 16), 4, 1, &tile));
  assert_false(tile_layout_offsets(&tile, &storage, &offsets)); // does not fit
}

// ---- Attributes. ----

static void attribute_round_trip(void **state) {
  IrContext *ctx = *state;
  TileLayout l, read;
  IrType f32 = ir_type_float(ctx, IR_F32);
  assert_true(tile_layout_mma(TILE_MMA_C, SHAPE(64, 64), 2, 2, &l));
  IrType plain = ir_type_tensor(ctx, SHAPE(64, 64), f32, NULL);
  IrType type = tile_layout_apply_to(plain, &l);
  assert_false(tile_layout_of(plain, &read));
  assert_true(tile_layout_of(type, &read));
  assert_true(tile_layout_equal(&l, &read));
  // The same bases in a smaller tile lie outside it.
  assert_false(
      tile_layout_of(ir_type_tensor(ctx, SHAPE(32, 64), f32, ir_type_encoding(type)), &read));
}

static int set_up(void **state) {
  IrContext *ctx = ir_context_create();
  *state = ctx;
  return ir_dialect_register(ctx, &tile_dialect) || ir_dialect_register(ctx, &mem_dialect);
}

static int tear_down(void **state) {
  ir_context_destroy(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mma_fragments),
      cmocka_unit_test(mma_replication),
      cmocka_unit_test(accumulator_is_operand),
      cmocka_unit_test(blocked_formula),
      cmocka_unit_test(blocked_replicates),
      cmocka_unit_test(default_covers),
      cmocka_unit_test(buffer_is_tma_swizzle),
      cmocka_unit_test(buffer_layout_is_offset),
      cmocka_unit_test(conversion_pulls_elements),
      cmocka_unit_test(derived_layouts),
      cmocka_unit_test(bank_conflicts),
      cmocka_unit_test(swizzle_serves_ldmatrix),
      cmocka_unit_test(offsets_in_part_of_buffer),
      cmocka_unit_test(attribute_round_trip),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
