// Birth and death of a context, identifiers, extensions and debug channels.
#include "ir/core/context_impl.h"

#include <stdio.h>
#include <stdlib.h>

// Makes what constructors keep at hand, so that asking for it later writes nothing: interpreters
// on several threads do ask.
static void make_common(IrContext *ctx) {
  for (unsigned width = 1; width <= 64; width *= 2) (void)ir_type_integer(ctx, width, IR_SIGNLESS);
  for (int kind = IR_F16; kind <= IR_F8E5M2; kind++) (void)ir_type_float(ctx, (IrFloatKind)kind);
  (void)ir_type_index(ctx);
  (void)ir_type_none(ctx);
  (void)ir_attr_unit(ctx);
  (void)ir_attr_bool(ctx, false);
  (void)ir_attr_bool(ctx, true);
}

IrContext *ir_context_create(void) {
  IrContext *ctx = ir_calloc(1, sizeof *ctx);
  ctx->sources.arena = &ctx->arena;
  make_common(ctx);
  if (ir_dialect_register(ctx, &ir_builtin_dialect) != IR_OK)
    IR_UNREACHABLE("the builtin dialect does not register");
  return ctx;
}

static void free_tables(IrContext *ctx) {
  ir_free(ctx->uniquer.slots);
  ir_strmap_free(&ctx->idents);
  ir_strmap_free(&ctx->infos);
  ir_strmap_free(&ctx->unregistered);
  ir_ptrmap_free(&ctx->info_of_def);
  ir_ptrmap_free(&ctx->adopted);
  ir_ptrmap_free(&ctx->origins);
  ir_strmap_free(&ctx->dialects);
  ir_strmap_free(&ctx->type_defs);
  ir_strmap_free(&ctx->attr_defs);
  ir_strmap_free(&ctx->directives);
  ir_vec_free(&ctx->sorted_dialects);
  ir_vec_free(&ctx->diags.handlers);
  ir_vec_free(&ctx->debug_channels);
}

void ir_context_destroy(IrContext *ctx) {
  if (!ctx) return;
  ir_heap_destroy(&ctx->heap);
  ir_sources_free(&ctx->sources);
  free_tables(ctx);
  ir_arena_destroy(&ctx->arena);
  while (ctx->extensions.n > 0) {
    IrExtension extension = ir_vec_pop(&ctx->extensions);
    if (extension.destroy) extension.destroy(extension.state);
    ir_free(extension.state);
  }
  ir_vec_free(&ctx->extensions);
  ir_free(ctx);
}

void ir_context_allow_unregistered(IrContext *ctx, bool allow) {
  ctx->allow_unregistered = allow;
}

bool ir_context_allows_unregistered(const IrContext *ctx) {
  return ctx->allow_unregistered;
}

IrArena *ir_context_arena(IrContext *ctx) {
  return &ctx->arena;
}

IrSources *ir_context_sources(IrContext *ctx) {
  return &ctx->sources;
}

IrDiagEngine *ir_context_diags(IrContext *ctx) {
  return &ctx->diags;
}

IrIdent ir_ident(IrContext *ctx, IrStr text) {
  IrIdent known = ir_strmap_get(&ctx->idents, text);
  if (known) return known;
  struct IrIdentStorage *ident =
      ir_arena_alloc(&ctx->arena, sizeof *ident + text.len + 1, _Alignof(struct IrIdentStorage));
  *ident = (struct IrIdentStorage){ctx, ctx->idents.n, (uint32_t)text.len};
  if (text.len) memcpy(ident->text, text.ptr, text.len);
  ident->text[text.len] = 0;
  ir_strmap_set(&ctx->idents, (IrStr){ident->text, text.len}, ident);
  return ident;
}

IrStr ir_ident_str(IrIdent ident) {
  return (IrStr){ident->text, ident->len};
}

void *ir_context_extension(IrContext *ctx, const void *key, size_t bytes,
                           void (*destroy)(void *state)) {
  for (size_t i = 0; i < ctx->extensions.n; i++)
    if (ctx->extensions.at[i].key == key) return ctx->extensions.at[i].state;
  void *state = ir_calloc(1, bytes);
  ir_vec_push(&ctx->extensions, ((IrExtension){key, state, destroy}));
  return state;
}

void ir_debug_enable(IrContext *ctx, IrStr channel) {
  IrStr copy = {ir_arena_strdup(&ctx->arena, channel), channel.len};
  ir_vec_push(&ctx->debug_channels, copy);
}

bool ir_debug_enabled(IrContext *ctx, const char *channel) {
  for (size_t i = 0; i < ctx->debug_channels.n; i++)
    if (ir_str_is(ctx->debug_channels.at[i], channel)) return true;
  return false;
}

void ir_debug_args(IrContext *ctx, const char *channel, const char *format, const IrFmtArg *args,
                   size_t n) {
  (void)ctx;
  IrStream out = {0};
  ir_print(&out, "[{}] ", channel);
  ir_print_args(&out, format, args, n);
  ir_write_char(&out, '\n');
  fwrite(out.data, 1, out.len, stderr);
  ir_stream_free(&out);
}
