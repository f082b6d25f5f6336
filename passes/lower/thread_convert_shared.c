// Conversions through shared memory: emits a TileConvertShared.
//
//   in each round: store registers at  f(thread) xor constant, load others at  g(thread) xor
//   constant constant
//
// In an exchange across a cluster each store goes to all blocks, and all loads are from the own
// one.  A barrier of the cluster that orders memory is a fence of the whole GPU in every thread, so
// what fits into one round, and happens once, is stored asynchronously and counted by an mbarrier
// in each block: who waits for that has what all blocks stored.
//
// Both functions of the thread are computed once, the constants are immediates where no bits meet.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread_convert.h"

enum { SIGNALLED_MOST = 4096 }; // bytes; they stay apart from all others

enum { GROUP_BITS = 7 }; // of the thread's index: twelve warps are three groups of 128 threads

typedef struct Exchange {
  ThreadState *state;
  const TileConvertPlan *plan;
  const TileLayout *src, *dst;
  IrType element;
  ThreadExchange scratch;
  IrValue *first_copy; // whether this thread stores; NULL: all do
  int64_t slot;        // elements of the scratch for one copy
} Exchange;

typedef struct SideState {
  const TileConvertSide *plan;
  IrValue *base; // the part of the offset that registers share; NULL: zero
  int64_t mask;  // bits that it can set
} SideState;

static SideState begin_side(const Exchange *x, const TileConvertSide *plan) {
  ThreadState *state = x->state;
  ThreadMap map = {.bits = state->thread_bits < 5 ? 5 : state->thread_bits};
  for (unsigned k = 0; k < map.bits; k++) map.bases[k] = plan->thread[k];
  for (unsigned k = GROUP_BITS; k < map.bits && x->plan->parts > 1; k++)
    map.bases[k] = x->plan->shared.elements << (k - GROUP_BITS);
  return (SideState){plan, thread_map_value(state, &map), thread_map_mask(&map)};
}

// The offset of number `r` of the list, of the copy in a slot of the scratch.
static IrValue *offset_of(const Exchange *x, const SideState *side, int64_t r, int64_t slot) {
  IrBuilder *b = &x->state->b;
  int64_t offset = 0;
  for (unsigned i = 0; i < side->plan->bits; i++)
    if (r >> i & 1) offset ^= side->plan->offset[i];
  int64_t rest = (offset & ~side->mask) + slot * x->slot;
  if (!side->base) return thread_i32(x->state, rest);
  IrValue *at = thread_xor_constant(x->state, side->base, side->mask, offset & side->mask);
  return rest ? BUILD1(b, arith_addi, .lhs = at, .rhs = thread_i32(x->state, rest)) : at;
}

static IrAttr transposed(ThreadState *state, const TileConvertSide *plan) {
  return plan->access == TILE_ACCESS_MATRIX_TRANS ? ir_attr_unit(state->ctx) : NULL;
}

// Numbers [first, first + n) of a list.
static void store_list(const Exchange *x, const SideState *side, IrValue *list, int64_t first,
                       int64_t n, int64_t slot, IrValue *pred) {
  IrBuilder *b = &x->state->b;
  int64_t step = (int64_t)1 << side->plan->log_access;
  for (int64_t r = first; r < first + n; r += step) {
    IrValue *at = offset_of(x, side, r, slot), *piece = thread_slice(b, list, r, step);
    if (side->plan->access == TILE_ACCESS_VECTOR)
      thread_store_scratch(b, &x->scratch, piece, at, pred);
    else
      BUILD(b, tc_stmatrix, .value = piece, .buffer = x->scratch.own, .offset = at,
            .trans = transposed(x->state, side->plan));
  }
}

static IrValue *load_list(const Exchange *x, const SideState *side, IrValue *list, int64_t first,
                          int64_t n, int64_t slot) {
  IrBuilder *b = &x->state->b;
  int64_t step = (int64_t)1 << side->plan->log_access;
  IrType piece = thread_vector_of(x->element, step);
  for (int64_t r = first; r < first + n; r += step) {
    IrValue *at[1] = {offset_of(x, side, r, slot)}, *loaded;
    if (side->plan->access == TILE_ACCESS_VECTOR)
      loaded = BUILD1(b, mem_load, .base = x->scratch.own, .indices = {at, 1}, .value_type = piece);
    else
      loaded = BUILD1(b, tc_ldmatrix, .buffer = x->scratch.own, .offset = at[0],
                      .trans = transposed(x->state, side->plan), .result_type = piece);
    list = thread_insert(b, loaded, list, r);
  }
  return list;
}

static IrType vector_type(const Exchange *x, int64_t n) {
  return thread_vector_of(x->element, n);
}

static ThreadScratch use_of(const TileConvertPlan *plan) {
  if (plan->shared.of_cluster) return THREAD_SCRATCH_OF_CLUSTER;
  bool of_warp = plan->shared.of_warp && plan->together == 1;
  return of_warp ? THREAD_SCRATCH_OF_WARPS : THREAD_SCRATCH_OF_BLOCK;
}

// ---- Copies of the linear part

static IrValue *source_list(const Exchange *x, IrValue *vector, int64_t copy) {
  int64_t n = tile_layout_size(x->src, TILE_REGISTER);
  const TileConvertSide *store = &x->plan->shared.store;
  return thread_gather(x->state, thread_slice(&x->state->b, vector, copy * n, n), store->take,
                       store->bits);
}

static IrValue *result_of_list(const Exchange *x, IrValue *list) {
  return thread_gather(x->state, list, x->plan->shared.load.place, x->dst->bits[TILE_REGISTER]);
}

// `n` copies from `first` on, in rounds.  `lists` has what to store; afterwards what was loaded.
static void exchange(const Exchange *x, const SideState *store, const SideState *load,
                     IrValue **lists, unsigned n, IrValue *pred) {
  unsigned log_rounds = x->plan->shared.log_rounds;
  int64_t stored = (int64_t)1 << (store->plan->bits - log_rounds);
  int64_t loaded = (int64_t)1 << (load->plan->bits - log_rounds);
  IrValue **results = ir_malloc(n * sizeof *results);
  for (unsigned i = 0; i < n; i++)
    results[i] = thread_zero(x->state, vector_type(x, (int64_t)1 << load->plan->bits));
  for (int64_t round = 0; round < (int64_t)1 << log_rounds; round++) {
    for (unsigned i = 0; i < n; i++)
      store_list(x, store, lists[i], round * stored, stored, i, pred);
    thread_wait_scratch(x->state, &x->scratch);
    for (unsigned i = 0; i < n; i++)
      results[i] = load_list(x, load, results[i], round * loaded, loaded, i);
  }
  memcpy(lists, results, n * sizeof *lists);
  ir_free(results);
}

static IrValue *exchange_copies(const Exchange *x, const SideState *store, const SideState *load,
                                IrValue *vector, IrValue *result) {
  int64_t registers = tile_layout_size(x->dst, TILE_REGISTER);
  unsigned most = x->plan->together;
  IrValue **lists = ir_malloc(most * sizeof *lists);
  for (unsigned first = 0; first < x->plan->copies; first += most) {
    unsigned n = x->plan->copies - first < most ? x->plan->copies - first : most;
    for (unsigned i = 0; i < n; i++) lists[i] = source_list(x, vector, first + i);
    exchange(x, store, load, lists, n, x->first_copy);
    for (unsigned i = 0; i < n; i++)
      result =
          thread_insert(&x->state->b, result_of_list(x, lists[i]), result, (first + i) * registers);
  }
  ir_free(lists);
  return result;
}

// ---- Copies that groups of warps share in another way afterwards

// Where copy number `copy` of the whole tile is: its number in the group that has it; *group: -1
// when all have it.
static int64_t copy_in_group(const TileLayout *l, unsigned copy, int *group) {
  unsigned numbers[TILE_LAYOUT_RANK] = {0};
  int64_t own = 0;
  *group = -1;
  for (unsigned d = l->rank; d-- > 0; copy /= tile_layout_odd(l, d))
    numbers[d] = copy % tile_layout_odd(l, d);
  for (unsigned d = 0; d < l->rank; d++) {
    unsigned n = tile_layout_odd(l, d);
    if (tile_layout_split_dim(l) == (int)d) {
      n /= tile_layout_groups(l);
      *group = (int)(numbers[d] / n);
    }
    own = own * n + numbers[d] % n;
  }
  return own;
}

static IrValue *is_group(ThreadState *state, int group) {
  IrBuilder *b = &state->entry;
  IrValue *own =
      BUILD1(b, arith_shrui, .lhs = state->thread_id, .rhs = thread_i32(state, GROUP_BITS));
  return BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_EQ), .lhs = own,
                .rhs = thread_i32(state, group));
}

static IrValue *both(ThreadState *state, IrValue *a, IrValue *b) {
  return a ? BUILD1(&state->entry, arith_andi, .lhs = a, .rhs = b) : b;
}

static IrValue *exchange_across(const Exchange *x, const SideState *store, const SideState *load,
                                IrValue *vector, IrValue *result) {
  ThreadState *state = x->state;
  int64_t registers = tile_layout_size(x->dst, TILE_REGISTER);
  for (unsigned copy = 0; copy < x->plan->copies; copy++) {
    int from, to;
    int64_t here = copy_in_group(x->src, copy, &from), there = copy_in_group(x->dst, copy, &to);
    IrValue *list = source_list(x, vector, here);
    exchange(x, store, load, &list, 1,
             both(state, x->first_copy, is_group(state, from < 0 ? 0 : from)));
    IrValue *loaded = result_of_list(x, list);
    if (to >= 0)
      loaded =
          BUILD1(&state->b, arith_select, .condition = is_group(state, to), .true_value = loaded,
                 .false_value = thread_slice(&state->b, result, there * registers, registers));
    result = thread_insert(&state->b, loaded, result, there * registers);
  }
  return result;
}

// Bytes that all blocks together store into each; 0: not as stores can be that an mbarrier counts.
static int64_t bytes_to_signal(const Exchange *x) {
  const TileConvertSide *store = &x->plan->shared.store;
  int64_t element = mem_element_bytes(x->element), access = element << store->log_access;
  bool once = ir_block_parent(x->state->b.block) == x->state->simt && !x->plan->shared.log_rounds &&
              x->plan->together == x->plan->copies && !x->plan->across;
  if (!x->plan->shared.of_cluster || !once || store->access != TILE_ACCESS_VECTOR) return 0;
  if ((access != 4 && access != 8 && access != 16) ||
      x->slot * x->plan->together * element > SIGNALLED_MOST)
    return 0;
  int64_t threads = (int64_t)1 << (x->state->thread_bits -
                                   (unsigned)__builtin_popcountll((uint64_t)store->copies));
  return threads * (element << store->bits) * x->plan->copies;
}

IrValue *thread_convert_exchange(ThreadState *state, const TileConvertPlan *plan, IrValue *vector,
                                 const TileLayout *src, const TileLayout *dst) {
  Exchange x = {.state = state,
                .plan = plan,
                .src = src,
                .dst = dst,
                .element = ir_type_element(ir_value_type(vector)),
                .slot = plan->shared.elements * plan->parts};
  x.scratch = thread_new_scratch(state, x.slot * plan->together, x.element, use_of(plan));
  int64_t bytes = bytes_to_signal(&x);
  if (bytes) thread_signal_scratch(state, &x.scratch, bytes);
  x.first_copy = thread_is_zero(state, plan->shared.store.copies);
  SideState store = begin_side(&x, &plan->shared.store), load = begin_side(&x, &plan->shared.load);
  int64_t registers = (int64_t)tile_layout_size(dst, TILE_REGISTER) * plan->copies;
  if (plan->across) registers = thread_registers(dst);
  IrValue *result = thread_zero(state, vector_type(&x, registers));
  return plan->across ? exchange_across(&x, &store, &load, vector, result)
                      : exchange_copies(&x, &store, &load, vector, result);
}
