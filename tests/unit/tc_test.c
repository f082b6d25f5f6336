// Fragments against the tables of the PTX ISA, and wgmma's descriptors against the values that ran
// on a GPU and against the layout of a buffer in shared memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/mem/mem.h"
#include "dialects/tc/fragment.h"
#include "dialects/tc/product.h"
#include "dialects/tc/wgmma_descriptor.h"
#include "ir/core/context.h"

// ---- Fragments. ----

static void check(TcPlace place, unsigned row, unsigned column) {
  assert_int_equal(place.row, row);
  assert_int_equal(place.column, column);
}

// The tables give row and column of a_i, b_i, c_i in terms of groupID and threadID_in_group.
static void fragments(void **state) {
  (void)state;
  for (unsigned lane = 0; lane < TC_LANES; lane++) {
    unsigned g = lane >> 2, t = lane % 4;
    for (unsigned i = 0; i < 8; i++) { // m16n8k16, 16 bits
      bool low = i < 2 || (i >= 4 && i < 6);
      check(tc_place_a(16, 2, lane, i), low ? g : g + 8, t * 2 + (i & 1) + (i < 4 ? 0 : 8));
    }
    for (unsigned i = 0; i < 4; i++) {
      check(tc_place_a(16, 2, lane, i), i < 2 ? g : g + 8, t * 2 + (i & 1)); // m16n8k8, 16 bits
      check(tc_place_b(2, lane, i), t * 2 + (i & 1) + (i < 2 ? 0 : 8), g);
      check(tc_place_c(16, lane, i), i < 2 ? g : g + 8, t * 2 + (i & 1));
      check(tc_place_a(16, 4, lane, i), i == 0 || i == 2 ? g : g + 8, i < 2 ? t : t + 4); // tf32 k8
    }
    for (unsigned i = 0; i < 2; i++) {
      check(tc_place_b(4, lane, i), i == 0 ? t : t + 4, g);
      check(tc_place_c(8, lane, i), g, t * 2 + i); // f64 m8n8k4
    }
    for (unsigned i = 0; i < 16; i++) { // m16n8k32, 8 bits
      bool low = i < 4 || (i >= 8 && i < 12);
      check(tc_place_a(16, 1, lane, i), low ? g : g + 8, t * 4 + (i & 3) + (i < 8 ? 0 : 16));
    }
    for (unsigned i = 0; i < 8; i++)
      check(tc_place_b(1, lane, i), t * 4 + (i & 3) + (i < 4 ? 0 : 16), g);
    check(tc_place_a(8, 8, lane, 0), g, t); // f64 m8n8k4
    check(tc_place_b(8, lane, 0), t, g);
    for (unsigned i = 0; i < 8; i++) // f64 m16n8k16
      check(tc_place_a(16, 8, lane, i), i % 2 ? g + 8 : g, i / 2 * 4 + t);
    for (unsigned i = 0; i < 128; i++) // a warp's rows of wgmma
      check(tc_place_c(16, lane, i), g + 8 * ((i >> 1) & 1), 8 * (i >> 2) + 2 * t + (i & 1));
  }
}

// Every element of a matrix is in one lane.
static void fragments_cover(void **state) {
  (void)state;
  static const struct {
    unsigned m, k, bytes;
  } shapes[] = {{16, 8, 2}, {16, 16, 2}, {16, 16, 1}, {16, 32, 1}, {16, 4, 4},
                {16, 8, 4}, {8, 4, 8},   {16, 4, 8},  {16, 8, 8},  {16, 16, 8}};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    unsigned m = shapes[s].m, k = shapes[s].k, bytes = shapes[s].bytes;
    uint8_t a[16][32] = {0}, b[32][8] = {0};
    for (unsigned lane = 0; lane < TC_LANES; lane++) {
      for (unsigned i = 0; i < m * k / TC_LANES; i++) {
        TcPlace p = tc_place_a(m, bytes, lane, i);
        assert_true(p.row < m && p.column < k);
        assert_int_equal(a[p.row][p.column]++, 0);
      }
      for (unsigned i = 0; i < k * 8 / TC_LANES; i++) {
        TcPlace p = tc_place_b(bytes, lane, i);
        assert_true(p.row < k && p.column < 8);
        assert_int_equal(b[p.row][p.column]++, 0);
      }
    }
  }
}

static void matrices(void **state) {
  (void)state;
  for (unsigned lane = 0; lane < TC_LANES; lane++) {
    for (unsigned i = 0; i < 8; i++) {
      TcMatrixPlace p = tc_place_matrix(false, 2, lane, i), q = tc_place_matrix(true, 2, lane, i);
      assert_int_equal(p.provider, 8 * (i / 2) + lane / 4);
      assert_int_equal(p.column, 2 * (lane % 4) + i % 2);
      assert_int_equal(q.provider, 8 * (i / 2) + 2 * (lane % 4) + i % 2);
      assert_int_equal(q.column, lane / 4);
    }
    TcMatrixPlace bytes = tc_place_matrix(false, 1, lane, 5);
    assert_int_equal(bytes.provider, 8 + lane / 4);
    assert_int_equal(bytes.column, 4 * (lane % 4) + 1);
  }
}

// ---- Descriptors. ----

static void descriptor_bits(void **state) {
  (void)state;
  TcDescriptor d = {.address = 0x2400, .leading = 16, .stride = 1024, .swizzle = 128};
  assert_true(tc_descriptor_encode(&d) ==
              (0x240 | UINT64_C(1) << 16 | UINT64_C(64) << 32 | UINT64_C(1) << 62));
  static const uint32_t spans[] = {0, 32, 64, 128};
  for (size_t i = 0; i < 4; i++) {
    TcDescriptor from = {0x3FFF0, 0x3FFF0, 8192, 5, spans[i]};
    TcDescriptor to = tc_descriptor_decode(tc_descriptor_encode(&from));
    assert_memory_equal(&from, &to, sizeof to);
  }
}

// Leading and stride offset, and what is added for the next step of K and the next 64 rows, of a
// tile of R rows and K elements of K, as they ran on an H200.
static void tiles(void **state) {
  (void)state;
  for (unsigned r = 64; r <= 256; r *= 2) {
    for (unsigned k = 64; k <= 128; k *= 2) {
      const struct {
        TcTile tile;
        uint32_t leading, stride, step, rows;
      } cases[] = {
          {{false, 128, 2, r, k}, 16, 1024, 32, 8192},
          {{false, 64, 2, r, k}, 16, 512, 32, 4096},
          {{false, 32, 2, r, k}, 16, 256, r * 32, 2048},
          {{false, 0, 2, r, k}, r * 16, 128, 2 * r * 16, 1024},
          {{true, 128, 2, r, k}, k * 128, 1024, 2048, k * 128},
          {{true, 64, 2, r, k}, k * 64, 512, 1024, 2 * k * 64},
          {{true, 32, 2, r, k}, k * 32, 256, 512, 4 * k * 32},
          {{true, 0, 2, r, k}, 128, k * 16, 256, 8 * k * 16},
      };
      for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TcDescriptor d = tc_tile_descriptor(&cases[i].tile);
        assert_int_equal(d.leading, cases[i].leading);
        assert_int_equal(d.stride, cases[i].stride);
        assert_int_equal(tc_tile_offset(&cases[i].tile, 0, 16), cases[i].step);
        assert_int_equal(tc_tile_offset(&cases[i].tile, 64, 0), cases[i].rows);
      }
      TcTile slab = {false, 128, 2, r, k};
      assert_int_equal(tc_tile_offset(&slab, 0, 64), r * 128);
    }
  }
}

// Through any step's descriptor an element is found where #mem.swizzle puts it.
static void check_buffer(IrContext *ctx, TcTile tile, IrFloatKind kind) {
  IrAttr layout = mem_swizzle_get(ctx, tile.swizzle, tile.mn_major);
  int64_t extents[] = {tile.extent_mn, tile.extent_k};
  IrType buffer =
      mem_buffer_type_get((IrShape){extents, 2}, ir_type_float(ctx, kind), layout, MEM_SHARED);
  unsigned step = 32 / tile.bytes, base = 4096;
  for (unsigned k0 = 0; k0 < tile.extent_k; k0 += step) {
    TcDescriptor d = tc_tile_descriptor(&tile);
    d.address = base + tc_tile_offset(&tile, 0, k0);
    for (unsigned mn = 0; mn < tile.extent_mn; mn++) {
      for (unsigned k = 0; k < step; k++) {
        int64_t at[] = {mn, k0 + k};
        assert_int_equal(tc_descriptor_place(&d, tile.mn_major, tile.bytes, mn, k),
                         base + mem_buffer_offset(buffer, at) * tile.bytes);
      }
    }
  }
}

static void descriptors_find_elements(void **state) {
  (void)state;
  IrContext *ctx = ir_context_create();
  for (unsigned swizzle = 32; swizzle <= 128; swizzle *= 2) {
    check_buffer(ctx, (TcTile){false, swizzle, 2, 64, 128}, IR_F16);
    check_buffer(ctx, (TcTile){true, swizzle, 2, 128, 64}, IR_BF16);
    check_buffer(ctx, (TcTile){false, swizzle, 1, 64, 128}, IR_F8E4M3FN);
    check_buffer(ctx, (TcTile){false, swizzle, 4, 64, 64}, IR_TF32);
  }
  ir_context_destroy(ctx);
}

// Without a swizzle a tile is slabs of 16 bytes.
static void descriptors_without_swizzle(void **state) {
  (void)state;
  TcTile k_major = {false, 0, 2, 64, 32}, mn_major = {true, 0, 2, 64, 32};
  TcDescriptor a = tc_tile_descriptor(&k_major), b = tc_tile_descriptor(&mn_major);
  for (unsigned mn = 0; mn < 64; mn++) {
    for (unsigned k = 0; k < 16; k++) {
      assert_int_equal(tc_descriptor_place(&a, false, 2, mn, k),
                       k / 8 * 64 * 16 + mn * 16 + k % 8 * 2);
      assert_int_equal(tc_descriptor_place(&b, true, 2, mn, k),
                       mn / 8 * 32 * 16 + k * 16 + mn % 8 * 2);
    }
  }
}

// ---- Arithmetic. ----

static void decoding(void **state) {
  (void)state;
  IrContext *ctx = ir_context_create();
  const int8_t bytes[] = {-1, 127, -128};
  double to[3];
  tc_decode(ir_type_integer(ctx, 8, IR_SIGNLESS), false, bytes, 3, to);
  assert_true(to[0] == -1 && to[1] == 127 && to[2] == -128);
  tc_decode(ir_type_integer(ctx, 8, IR_SIGNLESS), true, bytes, 3, to);
  assert_true(to[0] == 255 && to[1] == 127 && to[2] == 128);
  const float low = 1.0f + 0x1p-11f, kept = 1.0f + 0x1p-10f; // tf32 has ten digits
  tc_decode(ir_type_float(ctx, IR_TF32), false, &low, 1, to);
  assert_true(to[0] == 1.0);
  tc_decode(ir_type_float(ctx, IR_TF32), false, &kept, 1, to);
  assert_true(to[0] == 1.0 + 0x1p-10);
  ir_context_destroy(ctx);
}

static void encoding(void **state) {
  (void)state;
  IrContext *ctx = ir_context_create();
  const double sums[] = {2147483648.0, -2147483649.0, 7};
  int32_t integers[3];
  float rounded;
  tc_encode(ir_type_i32(ctx), false, sums, 3, integers);
  assert_int_equal(integers[0], INT32_MIN);
  assert_int_equal(integers[1], INT32_MAX);
  assert_int_equal(integers[2], 7);
  tc_encode(ir_type_i32(ctx), true, sums, 3, integers);
  assert_int_equal(integers[0], INT32_MAX);
  assert_int_equal(integers[1], INT32_MIN);
  const double tie = 1.0 + 0x1p-24; // to even
  tc_encode(ir_type_float(ctx, IR_F32), false, &tie, 1, &rounded);
  assert_true(rounded == 1.0f);
  ir_context_destroy(ctx);
}

static void dot_products(void **state) {
  (void)state;
  const double a[] = {1, 2, 3}, b[] = {4, 5, 6};
  assert_true(tc_dot_product(a, b, 3, 10, false) == 42);
  // (1 + e)(1 - e) - 1 is -e * e only where the product is not rounded.
  const double x = 1 + 0x1p-30, y = 1 - 0x1p-30;
  assert_true(tc_dot_product(&x, &y, 1, -1, true) == -0x1p-60);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fragments),
      cmocka_unit_test(fragments_cover),
      cmocka_unit_test(matrices),
      cmocka_unit_test(descriptor_bits),
      cmocka_unit_test(tiles),
      cmocka_unit_test(descriptors_find_elements),
      cmocka_unit_test(descriptors_without_swizzle),
      cmocka_unit_test(decoding),
      cmocka_unit_test(encoding),
      cmocka_unit_test(dot_products),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
