// Conversions through shared memory: emits a TileConvertShared.
//
//   in each round: store registers at  f(thread) xor constant, load others at  g(thread) xor
//   constant
//
// Both functions of the thread are computed once, the constants are immediates where no bits meet.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread_convert.h"

typedef struct SideState {
  const TileConvertSide *plan;
  IrValue *scratch, *base; // the part of the offset that registers share; NULL: zero
  int64_t mask;            // bits that it can set
} SideState;

static SideState begin_side(ThreadState *state, const TileConvertSide *plan, IrValue *scratch) {
  ThreadMap map = {.bits = state->thread_bits < 5 ? 5 : state->thread_bits};
  for (unsigned k = 0; k < map.bits; k++) map.bases[k] = plan->thread[k];
  return (SideState){plan, scratch, thread_map_value(state, &map), thread_map_mask(&map)};
}

// The offset of number `r` of the list.
static IrValue *offset_of(ThreadState *state, const SideState *side, int64_t r) {
  int64_t offset = 0;
  for (unsigned i = 0; i < side->plan->bits; i++)
    if (r >> i & 1) offset ^= side->plan->offset[i];
  return thread_xor_constant(state, side->base, side->mask, offset);
}

static IrAttr transposed(ThreadState *state, const TileConvertSide *plan) {
  return plan->access == TILE_ACCESS_MATRIX_TRANS ? ir_attr_unit(state->ctx) : NULL;
}

static void store_round(ThreadState *state, const SideState *side, IrValue *list, int64_t first,
                        int64_t n, IrValue *first_copy) {
  IrBuilder *b = &state->b;
  int64_t step = (int64_t)1 << side->plan->log_access;
  for (int64_t r = first; r < first + n; r += step) {
    IrValue *at[1] = {offset_of(state, side, r)}, *piece = thread_slice(b, list, r, step);
    if (side->plan->access == TILE_ACCESS_VECTOR)
      BUILD(b, mem_store, .value = piece, .base = side->scratch, .indices = {at, 1},
            .pred = first_copy);
    else
      BUILD(b, tc_stmatrix, .value = piece, .buffer = side->scratch, .offset = at[0],
            .trans = transposed(state, side->plan));
  }
}

static IrValue *load_round(ThreadState *state, const SideState *side, IrValue *list, int64_t first,
                           int64_t n) {
  IrBuilder *b = &state->b;
  int64_t step = (int64_t)1 << side->plan->log_access;
  IrType piece = ir_type_vector(b->ctx, (IrShape){&step, 1}, ir_type_element(ir_value_type(list)));
  for (int64_t r = first; r < first + n; r += step) {
    IrValue *at[1] = {offset_of(state, side, r)}, *loaded;
    if (side->plan->access == TILE_ACCESS_VECTOR)
      loaded = BUILD1(b, mem_load, .base = side->scratch, .indices = {at, 1}, .value_type = piece);
    else
      loaded = BUILD1(b, tc_ldmatrix, .buffer = side->scratch, .offset = at[0],
                      .trans = transposed(state, side->plan), .result_type = piece);
    list = thread_insert(b, loaded, list, r);
  }
  return list;
}

static IrValue *new_scratch(ThreadState *state, const TileConvertShared *plan, IrType element) {
  IrType type = mem_buffer_type_get((IrShape){&plan->elements, 1}, element, NULL, MEM_SHARED);
  state->entry.loc = state->b.loc;
  IrValue *scratch = BUILD1(&state->entry, mem_alloc, .buffer_type = type);
  ThreadScratch use = plan->of_warp ? THREAD_SCRATCH_OF_WARPS : THREAD_SCRATCH_OF_BLOCK;
  ir_ptrmap_set(&state->scratch, ir_value_op(scratch), (void *)(uintptr_t)use);
  return scratch;
}

IrValue *thread_convert_exchange(ThreadState *state, const TileConvertShared *plan, IrValue *vector,
                                 size_t num_results) {
  IrType element = ir_type_element(ir_value_type(vector));
  IrValue *scratch = new_scratch(state, plan, element);
  SideState store = begin_side(state, &plan->store, scratch);
  SideState load = begin_side(state, &plan->load, scratch);
  IrValue *first_copy = thread_is_zero(state, plan->store.copies);
  IrValue *source = thread_gather(state, vector, plan->store.take, plan->store.bits);
  int64_t count = (int64_t)1 << plan->load.bits, rounds = (int64_t)1 << plan->log_rounds;
  IrValue *result = thread_zero(state, ir_type_vector(state->ctx, (IrShape){&count, 1}, element));
  int64_t stored = (int64_t)thread_length(source) / rounds, loaded = count / rounds;
  for (int64_t round = 0; round < rounds; round++) {
    store_round(state, &store, source, round * stored, stored, first_copy);
    result = load_round(state, &load, result, round * loaded, loaded);
  }
  return thread_gather(state, result, plan->load.place, thread_log2((int64_t)num_results));
}
