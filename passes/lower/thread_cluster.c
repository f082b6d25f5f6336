// tile-to-thread: blocks that multicast, and what they do to each other's shared memory.
//
// A block's mbarriers are signalled by others, so all wait for all to have initialised theirs: a
// barrier of the cluster.  It need not order memory, which the fence behind the initialisation
// does.
//
// No block ends before the others are done with its memory: each has an mbarrier `done`, at which
// the warps of all others arrive last of all.  A barrier of the cluster would do, too, but ptxas
// makes it a fence of the whole device in every thread: 0.4 to 0.8 us on an H200.
//
//   %peer = mem.map_cluster %done, (the block's rank xor 1, 2, ...)
//   scf.if (the first lane of a warp) { mem.mbarrier_arrive %peer[0] }
//   scf.if (the first thread) { mem.mbarrier_wait %done[0] parity 0 }
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "passes/lower/thread.h"

void thread_cluster_barrier(IrBuilder *b) {
  BUILD(b, simt_cluster_arrive, NO_ARGS);
  BUILD(b, simt_cluster_wait, NO_ARGS);
}

IrValue *thread_cluster_rank(ThreadState *state) {
  IrBuilder b = ir_builder_before(state->start); // constants follow from nothing, either
  b.loc = state->entry.loc;
  if (!state->cluster_rank)
    state->cluster_rank = BUILD1(&b, simt_cluster_rank, .result_type = ir_type_i32(state->ctx));
  return state->cluster_rank;
}

IrValue *thread_buffer_of_peer(ThreadState *state, IrValue *buffer, int64_t by) {
  IrBuilder *b = &state->entry;
  IrType own = ir_value_type(buffer);
  IrType type = mem_buffer_type_get(mem_buffer_shape(own), mem_buffer_element(own),
                                    mem_buffer_layout(own), MEM_CLUSTER);
  IrValue *rank =
      BUILD1(b, arith_xori, .lhs = thread_cluster_rank(state), .rhs = thread_i32(state, by));
  return BUILD1(b, mem_map_cluster, .buffer = buffer, .rank = rank, .result_type = type);
}

void thread_begin_cluster(ThreadState *state) {
  IrContext *ctx = state->ctx;
  int64_t others = tile_kernel_multicast(state->kernel) - 1;
  int64_t warps = tile_kernel_threads(state->kernel) / SIMT_WARP_LANES;
  state->done = thread_new_mbarrier(state, others * warps);
  ir_value_set_name(state->done, ctx, IR_STR("done"));
  BUILD(&state->entry, simt_cluster_arrive, .relaxed = ir_attr_unit(ctx));
  BUILD(&state->entry, simt_cluster_wait, NO_ARGS);
}

static IrValue *is_zero(ThreadState *state, IrValue *number) {
  return BUILD1(&state->b, arith_cmpi, .predicate = arith_predicate(state->ctx, ARITH_EQ),
                .lhs = number, .rhs = thread_i32(state, 0));
}

void thread_end_cluster(ThreadState *state) {
  if (!state->done) return;
  IrValue *zero = thread_i32(state, 0);
  IrValue *lane = BUILD1(&state->b, simt_lane_id, .result_type = ir_type_i32(state->ctx));
  IrValue *first = is_zero(state, lane);
  IrBuilder outer = thread_enter_if(state, first);
  for (int64_t by = 1; by < tile_kernel_multicast(state->kernel); by++)
    BUILD(&state->b, mem_mbarrier_arrive, .barrier = thread_buffer_of_peer(state, state->done, by),
          .index = zero);
  thread_leave_if(state, first, outer);
  first = is_zero(state, state->thread_id);
  outer = thread_enter_if(state, first);
  BUILD(&state->b, mem_mbarrier_wait, .barrier = state->done, .index = zero, .parity = zero);
  thread_leave_if(state, first, outer);
}
