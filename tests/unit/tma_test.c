// Where TMA puts boxes: against a closed form, against the layout of a buffer of the same swizzle,
// and at edges element by element.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/registry.h"
#include "targets/cpu/tma.h"

enum { MAX_BYTES = 1 << 16 };

static int set_up(void **state) {
  IrContext *ctx = ir_context_create();
  *state = ctx;
  return tegula_register_dialects(ctx) != IR_OK;
}

static int tear_down(void **state) {
  ir_context_destroy(*state);
  return 0;
}

// Where each 16 bytes of the shared memory come from: bytes of the tensor, or -1.
typedef struct Picture {
  int64_t from[MAX_BYTES / CPU_TMA_CHUNK];
  int64_t before[MAX_BYTES / CPU_TMA_CHUNK], inside[MAX_BYTES / CPU_TMA_CHUNK];
  int64_t chunks;
} Picture;

static bool draw(void *user, const CpuTmaChunk *chunk) {
  Picture *p = user;
  assert_int_equal(chunk->shared % CPU_TMA_CHUNK, 0);
  assert_in_range(chunk->shared, 0, MAX_BYTES - CPU_TMA_CHUNK);
  int64_t at = chunk->shared / CPU_TMA_CHUNK;
  assert_int_equal(p->inside[at], -1); // nothing is there yet
  p->from[at] = chunk->global - chunk->before;
  p->before[at] = chunk->before;
  p->inside[at] = chunk->inside;
  p->chunks++;
  return true;
}

static void clear(Picture *p) {
  p->chunks = 0;
  for (size_t i = 0; i < MAX_BYTES / CPU_TMA_CHUNK; i++) p->inside[i] = -1;
}

static IrType box_type(IrContext *ctx, int64_t rows, int64_t columns, IrType element,
                       unsigned span) {
  return mem_tensor_map_type_get((IrShape){(int64_t[]){rows, columns}, 2}, element,
                                 mem_swizzle_get(ctx, span, false));
}

// ---- Swizzles. ----

// Chunk c of row r: c xor (r mod 8), c xor (r / 2 mod 4), c xor (r / 4 mod 2).
static int64_t closed_form(unsigned span, int64_t row, int64_t chunk) {
  switch (span) {
  case 128:
    return row * 128 + (chunk ^ (row % 8)) * 16;
  case 64:
    return row * 64 + (chunk ^ (row / 2 % 4)) * 16;
  case 32:
    return row * 32 + (chunk ^ (row / 4 % 2)) * 16;
  default:
    return -1;
  }
}

static void check_swizzle(IrContext *ctx, unsigned span, IrType element) {
  enum { ROWS = 32 };
  static Picture p;
  int64_t bytes = mem_element_bytes(element), columns = span / bytes;
  IrType type = box_type(ctx, ROWS, columns, element, span);
  IrType buffer = mem_buffer_type_get((IrShape){(int64_t[]){ROWS, columns}, 2}, element,
                                      mem_swizzle_get(ctx, span, false), MEM_SHARED);
  CpuTmaBox box = cpu_tma_box(type);
  clear(&p);
  assert_true(cpu_tma_walk(&box, (int64_t[]){0, 0}, (int64_t[]){ROWS, columns},
                           (int64_t[]){columns, 1}, 4096, draw, &p));
  assert_int_equal(p.chunks, ROWS * span / 16);
  for (int64_t row = 0; row < ROWS; row++)
    for (int64_t chunk = 0; chunk < span / 16; chunk++) {
      int64_t at = 4096 + closed_form(span, row, chunk);
      assert_int_equal(p.from[at / 16], row * span + chunk * 16);
      int64_t place = mem_buffer_offset(buffer, (int64_t[]){row, chunk * 16 / bytes});
      assert_int_equal(4096 + place * bytes, at);
    }
}

static void test_swizzles(void **state) {
  IrContext *ctx = *state;
  const IrType elements[] = {ir_type_integer(ctx, 8, IR_SIGNLESS), ir_type_float(ctx, IR_F16),
                             ir_type_float(ctx, IR_F32), ir_type_i64(ctx)};
  for (unsigned span = 32; span <= 128; span *= 2)
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
      check_swizzle(ctx, span, elements[i]);
}

// The pattern is the address's: a box that starts a row further has the next row's.
static void test_addresses(void **state) {
  (void)state;
  assert_int_equal(cpu_tma_swizzle(0, 0x1F0), 0x1F0);
  assert_int_equal(cpu_tma_swizzle(128, 0x080), 0x090);
  assert_int_equal(cpu_tma_swizzle(128, 0x3F0), 0x380);
  assert_int_equal(cpu_tma_swizzle(128, 0x400), 0x400);
  assert_int_equal(cpu_tma_swizzle(64, 0x080), 0x090);
  assert_int_equal(cpu_tma_swizzle(64, 0x1F0), 0x1C0);
  assert_int_equal(cpu_tma_swizzle(64, 0x210), 0x210);
  assert_int_equal(cpu_tma_swizzle(32, 0x080), 0x090);
  assert_int_equal(cpu_tma_swizzle(32, 0x110), 0x110);
}

// A box narrower than its swizzle: rows are a span apart.
static void test_narrow(void **state) {
  static Picture p;
  CpuTmaBox box = cpu_tma_box(box_type(*state, 8, 16, ir_type_float(*state, IR_F16), 128));
  clear(&p);
  assert_true(
      cpu_tma_walk(&box, (int64_t[]){0, 0}, (int64_t[]){8, 64}, (int64_t[]){64, 1}, 0, draw, &p));
  assert_int_equal(p.chunks, 16);
  assert_int_equal(p.from[(closed_form(128, 3, 1)) / 16], 3 * 128 + 16);
}

// ---- Edges. ----

// A 3-D box against a loop over its elements.
static void check_edges(IrContext *ctx, const int64_t *coords) {
  static Picture p;
  const int64_t shape[] = {2, 3, 8}, extents[] = {3, 4, 13}, strides[] = {4 * 24, 24, 1};
  IrType type = mem_tensor_map_type_get((IrShape){shape, 3}, ir_type_float(ctx, IR_F32), NULL);
  CpuTmaBox box = cpu_tma_box(type);
  clear(&p);
  assert_true(cpu_tma_walk(&box, coords, extents, strides, 128, draw, &p));
  for (int64_t i = 0; i < 2 * 3 * 8; i++) {
    int64_t at[] = {coords[0] + i / 24, coords[1] + i / 8 % 3, coords[2] + i % 8};
    bool inside = true;
    for (int d = 0; d < 3; d++) inside = inside && at[d] >= 0 && at[d] < extents[d];
    int64_t chunk = (128 + i * 4) / 16, in = i * 4 % 16;
    bool drawn = in >= p.before[chunk] && in < p.before[chunk] + p.inside[chunk];
    assert_int_equal(drawn, inside);
    if (inside)
      assert_int_equal(p.from[chunk] + in, (at[0] * strides[0] + at[1] * strides[1] + at[2]) * 4);
  }
}

static void test_edges(void **state) {
  int64_t coords[3];
  for (coords[0] = -3; coords[0] <= 4; coords[0]++)
    for (coords[1] = -4; coords[1] <= 5; coords[1]++)
      for (coords[2] = -10; coords[2] <= 15; coords[2]++) check_edges(*state, coords);
}

// Contiguous along the dimension before the last.
static void test_column(void **state) {
  static Picture p;
  IrType f16 = ir_type_float(*state, IR_F16);
  IrType type = mem_tensor_map_type_get((IrShape){(int64_t[]){64, 8}, 2}, f16,
                                        mem_swizzle_get(*state, 128, true));
  CpuTmaBox box = cpu_tma_box(type);
  clear(&p);
  // Element (k, m) of the tensor is at k + 100 m; the box's row is m.
  assert_true(
      cpu_tma_walk(&box, (int64_t[]){8, 2}, (int64_t[]){96, 16}, (int64_t[]){1, 100}, 0, draw, &p));
  for (int64_t m = 0; m < 8; m++)
    for (int64_t chunk = 0; chunk < 8; chunk++)
      assert_int_equal(p.from[closed_form(128, m, chunk) / 16],
                       2 * (8 + chunk * 8 + 100 * (2 + m)));
}

// ---- Tensors. ----

// Along a dimension of one element the stride may be anything.
static void test_single(void **state) {
  IrType type = box_type(*state, 8, 16, ir_type_float(*state, IR_F16), 0);
  IrStream why = {0};
  MemTmaTensor tensor = mem_tma_tensor(type, 4096, (int64_t[]){1, 37}, (int64_t[]){-3, 1});
  assert_int_equal(tensor.strides[1], 80);
  assert_false(mem_tma_refuses(&tensor, &why));
  tensor = mem_tma_tensor(type, 4096, (int64_t[]){2, 37}, (int64_t[]){37, 1});
  assert_true(mem_tma_refuses(&tensor, &why));
  ir_stream_free(&why);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_swizzles), cmocka_unit_test(test_addresses),
      cmocka_unit_test(test_narrow),   cmocka_unit_test(test_edges),
      cmocka_unit_test(test_column),   cmocka_unit_test(test_single),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
