// tile-to-thread: what kernels say, tile.print and tile.assert.
//
//   tile.print "x", %x : tensor<256xf32, #L>  =>  scf.if FIRST-BLOCK and FIRST-COPY {
//                                                   simt.print "... x[{}] = {}", %b, %i, %x0
//                                                   simt.print "... x[{}] = {}", %b, %j, %x1
//                                                   ...
//                                                 }
//   tile.assert %p, "why" : tensor<256xi1>    =>  %bad = not all of %p0, %p1, ...
//                                                 scf.if %bad and FIRST-COPY {
//                                                   simt.assert %p0, "at [{}]: why", %i
//                                                   ...
//                                                 }
//
// A line or message for each element, by the first of the threads and the first of the registers
// that hold it.  Where all is well a tile.assert costs the conjunction and one branch.
#include "dialects/arith/arith.h"
#include "dialects/cf/cf.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/report.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "passes/arith/build.h"
#include "passes/lower/thread.h"
#include "passes/lower/thread_global.h"

typedef struct Elements {
  ThreadState *state;
  TileLayout layout;
  ThreadMap map[TILE_LAYOUT_RANK]; // coordinates as functions of the thread
  IrValue *thread[TILE_LAYOUT_RANK];
} Elements;

static IrStatus describe(ThreadState *state, IrOp *op, IrType tile, Elements *e) {
  e->state = state;
  IR_TRY(thread_layout_of(op, tile, &e->layout));
  for (unsigned d = 0; d < e->layout.rank; d++) {
    e->map[d] = thread_coordinate_map(&e->layout, d);
    e->thread[d] = thread_map_value(state, &e->map[d]);
  }
  return IR_OK;
}

static bool is_copy(const Elements *e, int64_t r) {
  return r & tile_layout_free_bits(&e->layout, TILE_REGISTER);
}

// The coordinates of register `r`, i32; the first of `at` is next to be filled.
static void coordinates_of(const Elements *e, int64_t r, IrValue **at) {
  int64_t parts[TILE_LAYOUT_RANK];
  thread_register_coords(&e->layout, r, parts);
  for (unsigned d = 0; d < e->layout.rank; d++)
    at[d] = thread_xor_constant(e->state, e->thread[d], thread_map_mask(&e->map[d]), parts[d]);
}

static IrValue *element_of(IrBuilder *b, IrValue *vector, int64_t r) {
  return BUILD1(b, vector_extract, .source = vector,
                .static_position = ir_attr_i64_array(b->ctx, &r, 1),
                .result_type = ir_type_element(ir_value_type(vector)));
}

// What a block does once is done by its first thread; code of an element is one thread's already.
static IrValue *is_first_thread(ThreadState *state) {
  if (state->in_element) return NULL;
  return build_cmpi(&state->b, ARITH_EQ, state->thread_id, thread_i32(state, 0));
}

static IrValue *negate(IrBuilder *b, IrValue *x) {
  IrValue *one = arith_int_constant(b, ir_type_i1(b->ctx), 1);
  return BUILD1(b, arith_xori, .lhs = x, .rhs = one);
}

// "(" "{}, " ... ")"
static void write_places(IrStream *format, char open, size_t n, char close) {
  ir_write_char(format, open);
  for (size_t i = 0; i < n; i++) ir_write_cstr(format, i ? ", {}" : "{}");
  ir_write_char(format, close);
}

// ---- tile.print

typedef struct Print {
  ThreadState *state;
  IrOp *op;
  IrValues values; // of the tile level
  IrAttr format;
  Elements elements; // rank 0 without a tile
} Print;

static IrAttr format_of(const Print *p) {
  IrStream format = {0};
  ir_write_cstr(&format, "block ");
  write_places(&format, '(', tile_kernel_grid_rank(p->state->kernel), ')');
  ir_write_cstr(&format, ": ");
  tile_format_text(&format, ir_attr_str(GET(p->op, tile_print, text)));
  if (p->elements.state) write_places(&format, '[', p->elements.layout.rank, ']');
  for (size_t i = 0; i < p->values.n; i++) ir_write_cstr(&format, i ? ", {}" : " = {}");
  IrAttr attr = ir_attr_string(p->state->ctx, ir_stream_str(&format));
  ir_stream_free(&format);
  return attr;
}

// 8-bit floats are said as the f32 that they are.
static IrValue *sayable(IrBuilder *b, IrValue *value) {
  IrType type = ir_value_type(value);
  if (!ir_type_is_float(type) || ir_type_width(type) > 8) return value;
  return BUILD1(b, arith_extf, .in = value, .out_type = ir_type_float(b->ctx, IR_F32));
}

// A line, of register `r` of the tiles; `pred` may be NULL.
static void say(Print *p, int64_t r, IrValue *const *at, IrValue *pred) {
  IrValue *all[TILE_REPORT_MAX_VALUES];
  size_t n = 0;
  for (size_t i = 0; i < tile_kernel_grid_rank(p->state->kernel); i++)
    all[n++] = thread_value(p->state, tile_kernel_block_index(p->state->kernel, i));
  for (unsigned d = 0; p->elements.state && d < p->elements.layout.rank; d++) all[n++] = at[d];
  for (size_t i = 0; i < p->values.n; i++) {
    IrValue *value = thread_value(p->state, p->values.at[i]);
    bool tile = ir_type_kind(ir_value_type(value)) == IR_TYPE_VECTOR;
    all[n++] = sayable(&p->state->b, tile ? element_of(&p->state->b, value, r) : value);
  }
  BUILD(&p->state->b, simt_print, .values = {all, n}, .format = p->format, .pred = pred);
}

// Whether the element is in the corner; `*never`: in no thread.
static IrValue *in_corner(const Print *p, int64_t r, IrValue *const *at, bool *never) {
  IrAttr corner = GET(p->op, tile_print, corner);
  int64_t parts[TILE_LAYOUT_RANK];
  IrValue *in = NULL;
  *never = false;
  thread_register_coords(&p->elements.layout, r, parts);
  for (unsigned d = 0; corner && d < p->elements.layout.rank; d++) {
    int64_t bound = ir_attr_array_int(corner, d);
    if (bound >= tile_layout_extent(&p->elements.layout, d)) continue;
    *never |= (parts[d] & ~thread_map_mask(&p->elements.map[d])) >= bound;
    in = thread_both(&p->state->b, in,
                     build_cmpi(&p->state->b, ARITH_ULT, at[d], thread_i32(p->state, bound)));
  }
  return in;
}

static void say_tile(Print *p) {
  int64_t registers = thread_registers(&p->elements.layout);
  for (int64_t r = 0; r < registers; r++) {
    if (is_copy(&p->elements, r)) continue;
    IrValue *at[TILE_LAYOUT_RANK];
    bool never;
    coordinates_of(&p->elements, r, at);
    IrValue *in = in_corner(p, r, at, &never);
    if (!never) say(p, r, at, in);
  }
}

static IrValue *is_first_block(ThreadState *state) {
  IrBuilder *b = &state->b;
  IrValue *block = BUILD1(b, simt_block_id, .result_type = ir_type_i32(b->ctx));
  // All blocks of the first cluster: who of their threads speaks is known.
  unsigned before = state->cluster_bits ? ARITH_ULT : ARITH_EQ;
  int64_t number = state->cluster_bits ? (int64_t)1 << state->cluster_bits : 0;
  return build_cmpi(b, before, block, thread_i32(state, number));
}

IrStatus thread_convert_print(ThreadState *state, IrOp *op) {
  Print p = {.state = state, .op = op, .values = GET(op, tile_print, values)};
  IrType tile = tile_print_tile(op);
  if (tile) IR_TRY(describe(state, op, tile, &p.elements));
  IrValue *who = tile ? thread_is_first_copy(state, &p.elements.layout) : is_first_thread(state);
  if (!GET(op, tile_print, all_blocks)) who = thread_both(&state->b, who, is_first_block(state));
  p.format = format_of(&p);
  IrBuilder outer = thread_enter_if(state, who);
  if (tile)
    say_tile(&p);
  else
    say(&p, 0, NULL, NULL);
  thread_leave_if(state, who, outer);
  return IR_OK;
}

// ---- tile.assert and cf.assert

static IrValue *all_hold(const Elements *e, IrValue *vector) {
  IrBuilder *b = &e->state->b;
  IrValue *all = NULL;
  for (int64_t r = 0; r < thread_registers(&e->layout); r++)
    if (!is_copy(e, r)) all = thread_both(b, all, element_of(b, vector, r));
  return all;
}

static void assert_element(const Elements *e, IrValue *vector, int64_t r, IrAttr format) {
  IrValue *at[TILE_LAYOUT_RANK];
  coordinates_of(e, r, at);
  BUILD(&e->state->b, simt_assert, .condition = element_of(&e->state->b, vector, r),
        .values = {at, e->layout.rank}, .format = format);
}

static IrStatus assert_tile(ThreadState *state, IrOp *op, IrStr message) {
  IrValue *condition = GET(op, tile_assert, condition);
  Elements e = {0};
  IR_TRY(describe(state, op, ir_value_type(condition), &e));
  IrStream format = {0};
  ir_write_cstr(&format, "at ");
  write_places(&format, '[', e.layout.rank, ']');
  ir_write_cstr(&format, ": ");
  tile_format_text(&format, message);
  IrAttr text = ir_attr_string(state->ctx, ir_stream_str(&format));
  ir_stream_free(&format);
  IrValue *vector = thread_value(state, condition), *first = thread_is_first_copy(state, &e.layout);
  IrValue *bad = thread_both(&state->b, negate(&state->b, all_hold(&e, vector)), first);
  IrBuilder outer = thread_enter_if(state, bad);
  for (int64_t r = 0; r < thread_registers(&e.layout); r++)
    if (!is_copy(&e, r)) assert_element(&e, vector, r, text);
  thread_leave_if(state, bad, outer);
  return IR_OK;
}

// One condition: the first thread looks, the others' holds.
static IrStatus assert_once(ThreadState *state, IrValue *condition, IrStr message) {
  IrValue *holds = thread_value(state, condition), *first = is_first_thread(state);
  if (first) holds = BUILD1(&state->b, arith_ori, .lhs = holds, .rhs = negate(&state->b, first));
  IrStream format = {0};
  tile_format_text(&format, message);
  BUILD(&state->b, simt_assert, .condition = holds,
        .format = ir_attr_string(state->ctx, ir_stream_str(&format)));
  ir_stream_free(&format);
  return IR_OK;
}

IrStatus thread_convert_assert(ThreadState *state, IrOp *op) {
  if (IS(op, cf_assert))
    return assert_once(state, GET(op, cf_assert, arg), ir_attr_str(GET(op, cf_assert, msg)));
  IrValue *condition = GET(op, tile_assert, condition);
  IrStr message = ir_attr_str(GET(op, tile_assert, message));
  bool tile = ir_type_kind(ir_value_type(condition)) == IR_TYPE_TENSOR;
  return tile ? assert_tile(state, op, message) : assert_once(state, condition, message);
}
