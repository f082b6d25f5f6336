// The best storage between two layouts: what it promises holds, and no other one does better.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/mem/mem.h"
#include "tests/unit/layout_random.h"

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
  unsigned vector = longest_vector(&offsets, bytes), access = bytes * vector;
  return tile_layout_size(tile, TILE_REGISTER) / vector * (access > 4 ? access / 4 : 1) *
         count_ways(&offsets, bytes, vector);
}

// Storages to compare with: those that !mem.buffer has, then random ones.
static bool other_storage(IrContext *ctx, unsigned i, const int64_t *shape, unsigned bytes,
                          Random *seed, TileLayout *out) {
  static const IrFloatKind kinds[] = {IR_F8E5M2, IR_F16, IR_F32, IR_F64};
  unsigned span = i / 2 ? 16u << i / 2 : 0, column = i % 2;
  if (i >= 8) {
    *out = random_storage(seed, shape);
    return true;
  }
  if (span && (shape[!column] * bytes % span || shape[column] % 8)) return false;
  IrType element = ir_type_float(ctx, kinds[__builtin_ctz(bytes)]);
  return tile_layout_buffer(mem_buffer_type_get((IrShape){shape, 2}, element,
                                                mem_swizzle_get(ctx, span, column), MEM_SHARED),
                            out);
}

static void best_swizzle_is_best(void **state) {
  Random seed = 17;
  unsigned without = 0, one_length = 0, equal = 0;
  for (unsigned trial = 0; trial < 5000; trial++) {
    int64_t shape[2];
    unsigned log_warps = random_below(&seed, 3), bytes = random_power(&seed, 3), ways = 1;
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
    for (unsigned other = 0; other < 12; other++) {
      TileLayout storage;
      if (!other_storage(*state, other, shape, bytes, &seed, &storage)) continue;
      others = wavefronts(&tile[0], &storage, bytes) + wavefronts(&tile[1], &storage, bytes);
      if (others < total) fail_msg("trial %u: %u wavefronts, but %u can do", trial, total, others);
      equal += others == total;
    }
  }
  assert_true(without > 4500 && one_length > 1000 && equal > 0);
}

// From products' fragments to rows that are stored 16 bytes at a time, and to the next product.
static void products_without_conflicts(void **state) {
  TileLayout c, a, rows;
  TileSwizzle best;
  (void)state;
  assert_true(tile_layout_wgmma(TILE_MMA_C, 4, SHAPE(64, 64), 1, 1, &c));
  assert_true(tile_layout_default(SHAPE(64, 64), 4, 8, 1, &rows));
  // Both hold two neighbors of f16, a word; one side goes on to 16 bytes.
  assert_true(tile_layout_best_swizzle(&c, &rows, 2, &best));
  assert_int_equal(best.side[0].ways * best.side[1].ways, 1);
  assert_int_equal(best.side[0].vector * best.side[1].vector, 2 * 8);
  // f32: 32 registers a lane are 32 wavefronts of 128 bytes, whatever the vectors are.
  assert_true(tile_layout_best_swizzle(&c, &rows, 4, &best));
  assert_int_equal(best.side[0].wavefronts, 32);
  assert_int_equal(best.side[1].wavefronts, 32);
  // Rows to rows: 16 bytes on both sides.
  assert_true(tile_layout_best_swizzle(&rows, &rows, 2, &best));
  assert_int_equal(best.side[0].vector * best.side[1].vector, 64);
  assert_true(tile_layout_mma(TILE_MMA_A, SHAPE(64, 64), 4, 1, &a));
  assert_true(tile_layout_best_swizzle(&rows, &a, 2, &best));
  assert_int_equal(best.side[0].ways * best.side[1].ways, 1);
}

static void other_tiles_are_refused(void **state) {
  TileLayout a, b;
  TileSwizzle best;
  (void)state;
  assert_true(tile_layout_default(SHAPE(64, 64), 4, 8, 1, &a));
  assert_true(tile_layout_default(SHAPE(64, 32), 4, 8, 1, &b));
  assert_false(tile_layout_best_swizzle(&a, &b, 2, &best));
  assert_false(tile_layout_best_swizzle(&a, &a, 16, &best));
  assert_false(tile_layout_best_swizzle(&a, &a, 3, &best));
  b = a;
  b.bits[TILE_REGISTER]--; // leaves elements out
  assert_false(tile_layout_best_swizzle(&a, &b, 2, &best));
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
      cmocka_unit_test(best_swizzle_is_best),
      cmocka_unit_test(products_without_conflicts),
      cmocka_unit_test(other_tiles_are_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
