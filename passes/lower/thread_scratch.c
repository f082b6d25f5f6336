// How threads that share tiles reach each other: scratch buffers, shared memory through which they
// exchange elements (barriers come later, shared_barriers.c), and the scope of their accesses.
#include "dialects/mem/mem.h"
#include "passes/lower/thread.h"

ThreadScratch thread_scratch_of_all(const ThreadState *state) {
  return state->cluster_bits ? THREAD_SCRATCH_OF_CLUSTER : THREAD_SCRATCH_OF_BLOCK;
}

ThreadExchange thread_new_scratch(ThreadState *state, int64_t elements, IrType element,
                                  ThreadScratch use) {
  IrBuilder *b = &state->entry;
  IrShape shape = {&elements, 1};
  IrType type = mem_buffer_type_get(shape, element, NULL, MEM_SHARED);
  b->loc = state->b.loc;
  ThreadExchange scratch = {.own = BUILD1(b, mem_alloc, .buffer_type = type), .num_targets = 1};
  ir_ptrmap_set(&state->scratch, ir_value_op(scratch.own), (void *)(uintptr_t)use);
  scratch.targets[0] = scratch.own;
  if (use != THREAD_SCRATCH_OF_CLUSTER) return scratch;
  scratch.num_targets = 1u << state->cluster_bits;
  for (unsigned i = 0; i < scratch.num_targets; i++)
    scratch.targets[i] =
        BUILD1(b, mem_map_cluster, .buffer = scratch.own, .rank = thread_i32(state, i),
               .result_type = mem_buffer_type_get(shape, element, NULL, MEM_CLUSTER));
  return scratch;
}

IrAttr thread_scope(const ThreadState *state, IrAttr scope) {
  bool of_block = scope && ir_str_is(ir_attr_str(scope), simt_scope_words[SIMT_SCOPE_BLOCK]);
  if (!state->cluster_bits || !of_block) return scope;
  return ir_attr_string(state->ctx, ir_str(simt_scope_words[SIMT_SCOPE_CLUSTER]));
}

void thread_signal_scratch(ThreadState *state, ThreadExchange *scratch, int64_t bytes) {
  IrContext *ctx = state->ctx;
  int64_t one = 1;
  IrType in_cluster =
      mem_buffer_type_get((IrShape){&one, 1}, mem_mbarrier_type_get(ctx), NULL, MEM_CLUSTER);
  IrValue *own = thread_new_mbarrier(state, 1), *zero = thread_i32(state, 0);
  IrBuilder branch = thread_mbarrier_branch(state);
  branch.loc = state->b.loc;
  BUILD(&branch, mem_mbarrier_arrive_expect_tx, .barrier = own, .index = zero,
        .bytes = thread_i32(state, bytes));
  scratch->signal = own;
  scratch->zero = zero;
  for (unsigned i = 0; i < scratch->num_targets; i++)
    scratch->signals[i] = BUILD1(&state->entry, mem_map_cluster, .buffer = own,
                                 .rank = thread_i32(state, i), .result_type = in_cluster);
  ir_ptrmap_set(&state->scratch, ir_value_op(scratch->own),
                (void *)(uintptr_t)THREAD_SCRATCH_SIGNALLED);
}

void thread_wait_scratch(ThreadState *state, const ThreadExchange *scratch) {
  if (scratch->signal)
    BUILD(&state->b, mem_mbarrier_wait, .barrier = scratch->signal, .index = scratch->zero,
          .parity = scratch->zero);
}

void thread_store_scratch(IrBuilder *b, const ThreadExchange *to, IrValue *value, IrValue *at,
                          IrValue *pred) {
  for (unsigned i = 0; i < to->num_targets; i++)
    if (to->signal)
      BUILD(b, mem_store_async, .value = value, .dest = to->targets[i], .offset = at,
            .barrier = to->signals[i], .index = to->zero, .pred = pred);
    else
      BUILD(b, mem_store, .value = value, .base = to->targets[i], .indices = {&at, 1},
            .pred = pred);
}
