// Sharing a context among threads, and the lanes they work in.  Which lane is a thread's is known
// by a key of the context, not by a variable of the process; it is asked for only while the context
// is shared.
#include "ir/core/context_impl.h"

static void release_lane(void *lane) {
  ir_lane_give_back(lane);
}

bool ir_context_share(IrContext *ctx) {
  if (ctx->sharers == 0) {
    if (pthread_key_create(&ctx->lane_key, release_lane)) return false;
    if (pthread_setspecific(ctx->lane_key, &ctx->lane)) {
      pthread_key_delete(ctx->lane_key);
      return false;
    }
  }
  ctx->shared = true;
  ctx->sharers++;
  return true;
}

// Threads that are still there have stopped using the context, so all lanes are free.
void ir_context_unshare(IrContext *ctx) {
  IR_ASSERT(ctx->sharers > 0, "the context is not shared");
  if (--ctx->sharers > 0) return;
  ctx->shared = false;
  pthread_key_delete(ctx->lane_key);
  ctx->free_lanes = ctx->lanes;
  for (IrLane *lane = ctx->lanes; lane; lane = lane->next) lane->next_free = lane->next;
}

bool ir_context_is_shared(const IrContext *ctx) {
  return ctx->shared;
}

static IrLane *make_lane(IrContext *ctx) {
  IrLane *lane = ir_calloc(1, sizeof *lane);
  lane->ctx = ctx;
  lane->heap.larges = &ctx->large_blocks;
  lane->next = ctx->lanes;
  return ctx->lanes = lane;
}

IrLane *ir_lane_take(IrContext *ctx) {
  ir_lock(&ctx->lane_lock, true);
  IrLane *lane = ctx->free_lanes;
  if (lane)
    ctx->free_lanes = lane->next_free;
  else
    lane = make_lane(ctx);
  ir_unlock(&ctx->lane_lock, true);
  atomic_store_explicit(&lane->diags.errors, 0, memory_order_relaxed);
  lane->diags.helped = false;
  return lane;
}

void ir_lane_give_back(IrLane *lane) {
  IrContext *ctx = lane->ctx;
  if (lane == &ctx->lane) return;
  ir_lock(&ctx->lane_lock, true);
  lane->next_free = ctx->free_lanes;
  ctx->free_lanes = lane;
  ir_unlock(&ctx->lane_lock, true);
}

IrLane *ir_lane_of_thread(IrContext *ctx) {
  IrLane *lane = pthread_getspecific(ctx->lane_key);
  if (lane) return lane;
  lane = ir_lane_take(ctx);
  if (pthread_setspecific(ctx->lane_key, lane)) IR_UNREACHABLE("no memory for a thread's lane");
  return lane;
}

IrLane *ir_lane_switch(IrContext *ctx, IrLane *lane) {
  IrLane *before = pthread_getspecific(ctx->lane_key);
  if (pthread_setspecific(ctx->lane_key, lane)) IR_UNREACHABLE("no memory for a thread's lane");
  return before;
}

void ir_lane_free_tables(IrLane *lane) {
  ir_heap_destroy(&lane->heap);
  ir_ptrmap_free(&lane->symbol_index);
  ir_vec_free(&lane->diags.handlers);
}

void ir_lanes_free(IrContext *ctx) {
  while (ctx->lanes) {
    IrLane *lane = ctx->lanes;
    ctx->lanes = lane->next;
    ir_lane_free_tables(lane);
    ir_arena_destroy(&lane->arena);
    ir_free(lane);
  }
}
