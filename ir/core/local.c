// Sharing a context among threads, and the locals they work in.  Which local is a thread's is known
// by a key of the context, not by a variable of the process; it is asked for only while the context
// is shared.
#include "ir/core/context_impl.h"

static void release_local(void *local) {
  ir_local_give_back(local);
}

static bool begin_sharing(IrContext *ctx) {
  if (pthread_key_create(&ctx->local_key, release_local)) return false;
  if (pthread_setspecific(ctx->local_key, &ctx->local)) {
    pthread_key_delete(ctx->local_key);
    return false;
  }
  return ctx->shared = true;
}

// Threads that are still there have stopped using the context, so all locals are free.
static void end_sharing(IrContext *ctx) {
  ctx->shared = false;
  pthread_key_delete(ctx->local_key);
  ctx->free_locals = ctx->locals;
  for (IrLocal *local = ctx->locals; local; local = local->next) local->next_free = local->next;
}

bool ir_context_share(IrContext *ctx) {
  ir_lock(&ctx->local_lock, true);
  bool ok = ctx->sharers > 0 || begin_sharing(ctx);
  ctx->sharers += ok;
  ir_unlock(&ctx->local_lock, true);
  return ok;
}

void ir_context_unshare(IrContext *ctx) {
  ir_lock(&ctx->local_lock, true);
  IR_ASSERT(ctx->sharers > 0, "the context is not shared");
  if (--ctx->sharers == 0) end_sharing(ctx);
  ir_unlock(&ctx->local_lock, true);
}

bool ir_context_is_shared(const IrContext *ctx) {
  return ctx->shared;
}

static IrLocal *make_local(IrContext *ctx) {
  IrLocal *local = ir_calloc(1, sizeof *local);
  local->ctx = ctx;
  local->heap.larges = &ctx->large_blocks;
  local->next = ctx->locals;
  return ctx->locals = local;
}

IrLocal *ir_local_take(IrContext *ctx) {
  ir_lock(&ctx->local_lock, true);
  IrLocal *local = ctx->free_locals;
  if (local)
    ctx->free_locals = local->next_free;
  else
    local = make_local(ctx);
  ir_unlock(&ctx->local_lock, true);
  atomic_store_explicit(&local->diags.errors, 0, memory_order_relaxed);
  local->diags.helped = false;
  return local;
}

void ir_local_give_back(IrLocal *local) {
  IrContext *ctx = local->ctx;
  if (local == &ctx->local) return;
  ir_lock(&ctx->local_lock, true);
  local->next_free = ctx->free_locals;
  ctx->free_locals = local;
  ir_unlock(&ctx->local_lock, true);
}

IrLocal *ir_local_of_thread(IrContext *ctx) {
  IrLocal *local = pthread_getspecific(ctx->local_key);
  if (local) return local;
  local = ir_local_take(ctx);
  if (pthread_setspecific(ctx->local_key, local)) IR_UNREACHABLE("no memory for a thread's local");
  return local;
}

IrLocal *ir_local_switch(IrContext *ctx, IrLocal *local) {
  IrLocal *before = pthread_getspecific(ctx->local_key);
  if (pthread_setspecific(ctx->local_key, local)) IR_UNREACHABLE("no memory for a thread's local");
  return before;
}

void ir_local_free_tables(IrLocal *local) {
  ir_heap_destroy(&local->heap);
  ir_ptrmap_free(&local->symbol_index);
  ir_vec_free(&local->diags.handlers);
}

void ir_locals_free(IrContext *ctx) {
  while (ctx->locals) {
    IrLocal *local = ctx->locals;
    ctx->locals = local->next;
    ir_local_free_tables(local);
    ir_arena_destroy(&local->arena);
    ir_free(local);
  }
}
