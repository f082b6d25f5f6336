// The boxes of a tile, moved one by one, against the buffer that they fill: every element comes
// exactly once, to where the buffer's layout has it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/registry.h"
#include "dialects/tile/tile_tma.h"
#include "targets/cpu/tma.h"

static int set_up(void **state) {
  IrContext *ctx = ir_context_create();
  *state = ctx;
  return tegula_register_dialects(ctx) != IR_OK;
}

static int tear_down(void **state) {
  ir_context_destroy(*state);
  return 0;
}

enum { MAX_CHUNKS = 1 << 14 };

// For each 16 bytes of the buffer where in the memref they come from, in bytes; -1: nothing yet.
typedef struct Picture {
  int64_t from[MAX_CHUNKS], chunks;
} Picture;

static bool draw(void *user, const CpuTmaChunk *chunk) {
  Picture *p = user;
  assert_in_range(chunk->shared, 0, MAX_CHUNKS * CPU_TMA_CHUNK - 1);
  assert_int_equal(chunk->inside, CPU_TMA_CHUNK);
  assert_int_equal(p->from[chunk->shared / CPU_TMA_CHUNK], -1);
  p->from[chunk->shared / CPU_TMA_CHUNK] = chunk->global;
  p->chunks++;
  return true;
}

static void draw_boxes(const TileBoxes *boxes, const int64_t *extents, const int64_t *strides,
                       Picture *p) {
  CpuTmaBox box = cpu_tma_box(boxes->map);
  unsigned bytes = mem_element_bytes(mem_tensor_map_element(boxes->map));
  p->chunks = 0;
  for (size_t i = 0; i < MAX_CHUNKS; i++) p->from[i] = -1;
  for (int64_t i = 0; i < boxes->count; i++) {
    int64_t at[MEM_TENSOR_MAP_MAX_RANK], start = tile_box_at(boxes, i, at) * bytes;
    assert_int_equal(start % mem_tensor_map_alignment(boxes->map), 0);
    assert_true(cpu_tma_walk(&box, at, extents, strides, start, draw, p));
  }
}

// A tile of all of a matrix, in a batch of `batch` (0: none), row-major or column-major, to a
// buffer that has it as it is or swapped.
typedef struct Case {
  int64_t batch, rows, columns;
  IrType element;
  unsigned span;
  bool column, swapped;
} Case;

static IrType buffer_of(const Case *c) {
  int64_t shape[] = {c->batch, c->swapped ? c->columns : c->rows,
                     c->swapped ? c->rows : c->columns};
  IrShape extents = {shape + !c->batch, c->batch ? 3 : 2};
  IrAttr layout = mem_swizzle_get(ir_type_context(c->element), c->span, c->column != c->swapped);
  return mem_buffer_type_get(extents, c->element, layout, MEM_SHARED);
}

static IrType memref_of(const Case *c, const int64_t *extents, const int64_t *strides) {
  IrContext *ctx = ir_type_context(c->element);
  size_t rank = c->batch ? 3 : 2;
  IrAttr layout = ir_attr_strided(ctx, strides + !c->batch, rank, 0);
  return ir_type_memref(ctx, (IrShape){extents + !c->batch, rank}, c->element, layout, NULL);
}

static void check_places(const Case *c, IrType buffer, const int64_t *strides, const Picture *p) {
  unsigned bytes = mem_element_bytes(c->element);
  for (int64_t l = 0; l < (c->batch ? c->batch : 1); l++)
    for (int64_t i = 0; i < c->rows; i++)
      for (int64_t j = 0; j < c->columns; j++) {
        int64_t place[] = {l, c->swapped ? j : i, c->swapped ? i : j};
        int64_t at = mem_buffer_offset(buffer, place + !c->batch) * bytes;
        int64_t from = (l * strides[0] + i * strides[1] + j * strides[2]) * bytes;
        assert_int_equal(p->from[at / 16] + at % 16, from);
      }
}

// The boxes of each part are those of the first one, as far away as the first boxes are.
static void check_parts(const TileBoxes *boxes) {
  int64_t each = boxes->count / boxes->parts, first[MEM_TENSOR_MAP_MAX_RANK],
          at[MEM_TENSOR_MAP_MAX_RANK], step[MEM_TENSOR_MAP_MAX_RANK];
  int64_t start = tile_box_at(boxes, 0, first), offset = 0;
  assert_int_equal(boxes->count % boxes->parts, 0);
  for (int64_t i = 0; i < boxes->count; i++) {
    int64_t part = i / each, place = tile_box_at(boxes, i % each, first);
    if (i == each) {
      offset = tile_box_at(boxes, i, step) - start;
      for (unsigned d = 0; d < boxes->rank; d++) step[d] -= first[d];
    }
    assert_int_equal(tile_box_at(boxes, i, at), place + part * offset);
    for (unsigned d = 0; part && d < boxes->rank; d++)
      assert_int_equal(at[d], first[d] + part * step[d]);
  }
}

// Returns whether there are boxes.
static bool check(const Case *c, int64_t parts) {
  static Picture p;
  IrContext *ctx = ir_type_context(c->element);
  int64_t extents[] = {c->batch, c->rows, c->columns};
  int64_t pitch = (c->column ? c->rows : c->columns) + 16 / mem_element_bytes(c->element);
  int64_t plane = pitch * (c->column ? c->columns : c->rows);
  int64_t strides[] = {plane, c->column ? 1 : pitch, c->column ? pitch : 1};
  int64_t swap[] = {0, 2, 1}, swap_two[] = {1, 0};
  IrAttr perm = !c->swapped ? NULL
                : c->batch  ? ir_attr_i64_array(ctx, swap, 3)
                            : ir_attr_i64_array(ctx, swap_two, 2);
  IrType buffer = buffer_of(c);
  IrStream why = {0};
  TileBoxes boxes;
  bool fits =
      tile_boxes_in_parts(memref_of(c, extents, strides), buffer, perm, parts, &boxes, &why);
  ir_stream_free(&why);
  if (!fits) return false;
  check_parts(&boxes);
  draw_boxes(&boxes, extents + !c->batch, strides + !c->batch, &p);
  assert_int_equal(p.chunks * CPU_TMA_CHUNK, mem_buffer_bytes(buffer));
  assert_int_equal(tile_boxes_bytes(&boxes), mem_buffer_bytes(buffer));
  check_places(c, buffer, strides, &p);
  return true;
}

static unsigned check_orders(Case c, int64_t parts) {
  unsigned found = 0;
  for (unsigned bits = 0; bits < 4; bits++) {
    c.column = bits & 1;
    c.swapped = bits & 2;
    found += check(&c, parts);
  }
  return found;
}

static unsigned check_all(IrContext *ctx, int64_t parts) {
  const IrType elements[] = {ir_type_integer(ctx, 8, IR_SIGNLESS), ir_type_float(ctx, IR_F16),
                             ir_type_float(ctx, IR_F32), ir_type_i64(ctx)};
  static const int64_t shapes[][2] = {{8, 64},  {64, 8},   {128, 64}, {64, 256}, {512, 64},
                                      {96, 32}, {24, 160}, {192, 48}, {16, 16},  {320, 16}};
  unsigned found = 0;
  for (size_t e = 0; e < sizeof elements / sizeof *elements; e++)
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
      for (unsigned span = 16; span <= 128; span *= 2)
        for (int64_t batch = 0; batch <= 2; batch += 2) {
          int64_t rows = shapes[s][0], columns = shapes[s][1],
                  bytes = mem_element_bytes(elements[e]);
          unsigned swizzle = span == 16 ? 0 : span;
          bool divides =
              !swizzle || (rows * bytes % swizzle == 0 && columns * bytes % swizzle == 0);
          if (!divides || rows * columns * bytes * (batch ? batch : 1) > MAX_CHUNKS * 16) continue;
          found +=
              check_orders((Case){batch, rows, columns, elements[e], swizzle, false, false}, parts);
        }
  return found;
}

static void test_boxes(void **state) {
  assert_true(check_all(*state, 1) > 400);
}

static void test_parts(void **state) {
  assert_true(check_all(*state, 2) > 300);
  assert_true(check_all(*state, 4) > 200);
}

// The first dimensions of a memref that its tile does not have.
static void test_lead(void **state) {
  IrContext *ctx = *state;
  IrType f16 = ir_type_float(ctx, IR_F16);
  int64_t extents[] = {3, 5, 64, 128}, at[MEM_TENSOR_MAP_MAX_RANK];
  IrType memref = ir_type_memref(ctx, (IrShape){extents, 4}, f16, NULL, NULL);
  IrType buffer = mem_buffer_type_get((IrShape){(int64_t[]){64, 128}, 2}, f16,
                                      mem_swizzle_get(ctx, 128, false), MEM_SHARED);
  IrStream why = {0};
  TileBoxes boxes;
  assert_true(tile_boxes_of(memref, buffer, NULL, &boxes, &why));
  assert_int_equal(boxes.count, 2);
  assert_int_equal(mem_tensor_map_box(boxes.map).rank, 4);
  assert_int_equal(tile_box_at(&boxes, 1, at), 64 * 64);
  assert_int_equal(at[0] + at[1] + at[2], 0);
  assert_int_equal(at[3], 64);
  ir_stream_free(&why);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_boxes), cmocka_unit_test(test_parts),
                                     cmocka_unit_test(test_lead)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
