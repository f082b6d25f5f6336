// What one thread found out, for all that hold copies of the same elements.
//
// Where only lanes hold copies, and a copy's register has the same number, the lane whose bits that
// select copies are 0 has the first one: a shuffle an element.  Otherwise the first copies are
// stored to a scratch buffer in row-major order, and every thread loads its own; the barriers
// between are those of exchanges (shared_barriers.c).
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/simt/simt.h"
#include "passes/lower/thread.h"

int64_t thread_first_register(const TileLayout *layout, int64_t r) {
  int64_t copies = tile_layout_free_bits(layout, TILE_REGISTER);
  int64_t coords[TILE_LAYOUT_RANK] = {0}, held[TILE_LAYOUT_RANK] = {0};
  if (!(r & copies)) return r;
  thread_register_coords(layout, r, coords);
  for (int64_t k = 0; k < r; k++) {
    thread_register_coords(layout, k, held);
    if (!(k & copies) && !memcmp(held, coords, layout->rank * sizeof *held)) return k;
  }
  IR_UNREACHABLE("a copy has a first one");
}

// Bits of the lane that select copies, when each has no basis at all; false: they have.
static bool has_plain_copies(const TileLayout *layout, int64_t *bits) {
  *bits = tile_layout_free_bits(layout, TILE_LANE);
  for (unsigned i = 0; i < layout->bits[TILE_LANE]; i++)
    if (*bits >> i & 1 && layout->basis[TILE_LANE][i]) return false;
  return true;
}

static bool is_held_once_by_warps(const TileLayout *layout) {
  return !tile_layout_free_bits(layout, TILE_WARP) && !(layout->more_groups && !layout->split);
}

static IrValue *shuffled(ThreadState *state, IrValue *vector, int64_t copies) {
  IrBuilder *b = &state->b;
  IrValue *lane = BUILD1(&state->entry, arith_andi, .lhs = state->thread_id,
                         .rhs = thread_i32(state, 31 & ~copies));
  return BUILD1(b, simt_shuffle, .kind = ir_attr_string(b->ctx, IR_STR("idx")), .value = vector,
                .offset = lane, .result_type = ir_value_type(vector));
}

// Row-major numbers of the thread's elements.
static IrValue *numbers(ThreadState *state, const TileLayout *layout) {
  IrValue *sum = NULL;
  int64_t stride = 1, registers = thread_registers(layout);
  for (unsigned d = layout->rank; d-- > 0; stride *= tile_layout_extent(layout, d)) {
    if (tile_layout_extent(layout, d) == 1) continue;
    IrBuilder *b = &state->b;
    IrValue *term = thread_coordinates(state, layout, d, ir_type_i32(state->ctx));
    IrValue *factor = thread_splat(&state->entry, thread_i32(state, stride), registers);
    if (stride > 1) term = BUILD1(b, arith_muli, .lhs = term, .rhs = factor);
    sum = sum ? BUILD1(b, arith_addi, .lhs = sum, .rhs = term) : term;
  }
  return sum ? sum : thread_zero(state, thread_vector_of(ir_type_i32(state->ctx), registers));
}

static int64_t elements_of(const TileLayout *layout) {
  int64_t elements = 1;
  for (unsigned d = 0; d < layout->rank; d++) elements *= tile_layout_extent(layout, d);
  return elements;
}

static IrValue *through_scratch(ThreadState *state, const TileLayout *layout, IrValue *vector) {
  IrBuilder *b = &state->b;
  IrType element = ir_type_element(ir_value_type(vector)), one = thread_vector_of(element, 1);
  ThreadExchange scratch =
      thread_new_scratch(state, elements_of(layout), element, thread_scratch_of_all(state));
  IrValue *at = numbers(state, layout);
  IrValue *first_copy = thread_is_first_copy(state, layout), *result = vector;
  int64_t registers = thread_registers(layout);
  for (int64_t r = 0; r < registers; r++) {
    if (thread_first_register(layout, r) != r) continue;
    thread_store_scratch(b, &scratch, thread_slice(b, vector, r, 1), thread_element(b, at, r),
                         first_copy);
  }
  for (int64_t r = 0; r < registers; r++) {
    IrValue *place = thread_element(b, at, r);
    IrValue *loaded =
        BUILD1(b, mem_load, .base = scratch.own, .indices = {&place, 1}, .value_type = one);
    result = thread_insert(b, loaded, result, r);
  }
  return result;
}

static IrValue *copy_registers(ThreadState *state, const TileLayout *layout, IrValue *vector) {
  if (!tile_layout_free_bits(layout, TILE_REGISTER)) return vector;
  size_t n = (size_t)thread_registers(layout);
  int64_t *from = ir_malloc(n * sizeof *from);
  for (size_t r = 0; r < n; r++) from[r] = thread_first_register(layout, (int64_t)r);
  vector = thread_shuffle(&state->b, vector, from, n);
  ir_free(from);
  return vector;
}

IrValue *thread_spread_copies(ThreadState *state, const TileLayout *layout, IrValue *vector) {
  int64_t copies;
  bool plain = has_plain_copies(layout, &copies);
  if (!is_held_once_by_warps(layout) || !plain) return through_scratch(state, layout, vector);
  vector = copy_registers(state, layout, vector);
  return copies ? shuffled(state, vector, copies) : vector;
}

IrValue *thread_from_first(ThreadState *state, IrValue *scalar) {
  IrBuilder *b = &state->b;
  IrType type = ir_value_type(scalar);
  ThreadExchange scratch = thread_new_scratch(state, 1, type, thread_scratch_of_all(state));
  IrValue *zero = thread_i32(state, 0);
  IrValue *first = BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_EQ),
                          .lhs = state->thread_id, .rhs = zero);
  thread_store_scratch(b, &scratch, scalar, zero, first);
  return BUILD1(b, mem_load, .base = scratch.own, .indices = {&zero, 1}, .value_type = type);
}
