// Birth and death of a context, identifiers and extensions.
#include "ir/core/context_impl.h"

#include <stdio.h>
#include <stdlib.h>

#include "ir/support/outbox_impl.h"

static void init_sets(IrContext *ctx) {
  ir_lock_init(&ctx->local_lock);
  ir_lock_init(&ctx->large_lock);
  ir_lock_init(&ctx->extension_lock);
  ir_lock_init(&ctx->blob_lock);
  ir_lock_init_recursive(&ctx->diag_lock); // a handler may emit a diagnostic itself
  for (size_t i = 0; i < 1 << IR_UNIQUER_BITS; i++) ir_intern_init(&ctx->uniquer[i]);
  ir_intern_init(&ctx->idents);
  ir_intern_init(&ctx->unregistered);
  ir_sources_init(&ctx->sources);
}

IrContext *ir_context_create(void) {
  IrContext *ctx = ir_calloc(1, sizeof *ctx);
  ctx->local.ctx = ctx;
  ctx->large_blocks.lock = &ctx->large_lock;
  ctx->local.heap.larges = &ctx->large_blocks;
  ctx->local.diags.max_errors = IR_MAX_ERRORS;
  ctx->local.diags.style.most = IR_REMARK;
#ifndef NDEBUG
  ctx->check_rewrites = true;
#endif
  init_sets(ctx);
  if (ir_dialect_register(ctx, &ir_builtin_dialect) != IR_OK)
    IR_UNREACHABLE("the builtin dialect does not register");
  ir_debug_register_core(ctx);
  return ctx;
}

static void free_sets(IrContext *ctx) {
  for (size_t i = 0; i < 1 << IR_UNIQUER_BITS; i++) ir_intern_destroy(&ctx->uniquer[i]);
  ir_intern_destroy(&ctx->idents);
  ir_intern_destroy(&ctx->unregistered);
  ir_stable_free(&ctx->ident_list);
  ir_lock_destroy(&ctx->local_lock);
  ir_lock_destroy(&ctx->large_lock);
  ir_lock_destroy(&ctx->extension_lock);
  ir_lock_destroy(&ctx->blob_lock);
  ir_lock_destroy(&ctx->diag_lock);
}

static void free_tables(IrContext *ctx) {
  ir_blobs_free(ctx);
  ir_strmap_free(&ctx->infos);
  ir_ptrmap_free(&ctx->info_of_def);
  ir_ptrmap_free(&ctx->adopted);
  ir_ptrmap_free(&ctx->origins);
  ir_strmap_free(&ctx->dialects);
  ir_strmap_free(&ctx->type_defs);
  ir_strmap_free(&ctx->attr_defs);
  ir_strmap_free(&ctx->directives);
  ir_vec_free(&ctx->sorted_dialects);
  ir_vec_free(&ctx->debug_channels);
  ir_vec_free(&ctx->known_channels);
}

void ir_context_destroy(IrContext *ctx) {
  if (!ctx) return;
  IR_ASSERT(!ctx->shared, "threads still share the context");
  ir_local_free_tables(&ctx->local);
  ir_heap_free_larges(&ctx->large_blocks);
  ir_sources_free(&ctx->sources);
  free_tables(ctx);
  ir_locals_free(ctx);
  ir_arena_destroy(&ctx->local.arena);
  while (ctx->extensions.n > 0) {
    IrExtension extension = ir_vec_pop(&ctx->extensions);
    if (extension.destroy) extension.destroy(extension.state);
    ir_free(extension.state);
  }
  ir_vec_free(&ctx->extensions);
  free_sets(ctx);
  ir_free(ctx);
}

void ir_context_allow_unregistered(IrContext *ctx, bool allow) {
  ctx->allow_unregistered = allow;
}

bool ir_context_allows_unregistered(const IrContext *ctx) {
  return ctx->allow_unregistered;
}

IrArena *ir_context_arena(IrContext *ctx) {
  return &ir_local(ctx)->arena;
}

IrSources *ir_context_sources(IrContext *ctx) {
  return &ctx->sources;
}

IrDiagEngine *ir_context_diags(IrContext *ctx) {
  return &ir_local(ctx)->diags;
}

IrDiagEngine *ir_context_main_diags(IrContext *ctx) {
  return &ctx->local.diags;
}

void ir_context_lock_diags(IrContext *ctx) {
  ir_lock(&ctx->diag_lock, ctx->shared);
}

void ir_context_unlock_diags(IrContext *ctx) {
  ir_unlock(&ctx->diag_lock, ctx->shared);
}

static IrIdent find_ident(const IrContext *ctx, IrStr text, uint32_t hash) {
  IrProbe probe = ir_intern_probe(&ctx->idents, hash);
  const struct IrIdentStorage *ident;
  while ((ident = ir_intern_next(&probe)))
    if (ir_str_equal(ir_ident_str(ident), text)) return ident;
  return NULL;
}

static IrIdent add_ident(IrContext *ctx, IrStr text) {
  struct IrIdentStorage *ident = ir_arena_alloc(ir_context_arena(ctx), sizeof *ident + text.len + 1,
                                                _Alignof(struct IrIdentStorage));
  *ident = (struct IrIdentStorage){ctx, ir_stable_count(&ctx->ident_list), (uint32_t)text.len};
  if (text.len) memcpy(ident->text, text.ptr, text.len);
  ident->text[text.len] = 0;
  ir_stable_push(&ctx->ident_list, &ident, sizeof ident);
  return ident;
}

IrIdent ir_ident(IrContext *ctx, IrStr text) {
  uint32_t hash = (uint32_t)ir_hash_bytes(text.ptr, text.len, 0);
  IrIdent known = find_ident(ctx, text, hash);
  if (known) return known;
  ir_lock(&ctx->idents.lock, ctx->shared);
  if (ctx->shared) known = find_ident(ctx, text, hash); // another thread may have been faster
  if (!known) {
    known = add_ident(ctx, text);
    ir_intern_insert(&ctx->idents, known, hash, ctx->shared);
  }
  ir_unlock(&ctx->idents.lock, ctx->shared);
  return known;
}

IrStr ir_ident_str(IrIdent ident) {
  return (IrStr){ident->text, ident->len};
}

static void *find_extension(const IrContext *ctx, const void *key) {
  for (size_t i = 0; i < ctx->extensions.n; i++)
    if (ctx->extensions.at[i].key == key) return ctx->extensions.at[i].state;
  return NULL;
}

void *ir_context_extension(IrContext *ctx, const void *key, size_t bytes,
                           void (*destroy)(void *state)) {
  ir_lock(&ctx->extension_lock, ctx->shared);
  void *state = find_extension(ctx, key);
  if (!state) {
    state = ir_calloc(1, bytes);
    ir_vec_push(&ctx->extensions, ((IrExtension){key, state, destroy}));
  }
  ir_unlock(&ctx->extension_lock, ctx->shared);
  return state;
}
