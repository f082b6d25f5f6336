// Debug channels: which there are, which are open, and what is written to them.
#include <stdio.h>

#include "ir/core/context_impl.h"
#include "ir/core/op.h"
#include "ir/support/diag_impl.h"
#include "ir/support/outbox_impl.h"

void ir_debug_channel(IrContext *ctx, const char *name, const char *summary) {
  for (size_t i = 0; i < ctx->known_channels.n; i++)
    if (!strcmp(ctx->known_channels.at[i].name, name)) return;
  ir_vec_push(&ctx->known_channels, ((IrDebugChannel){name, summary}));
}

size_t ir_debug_channel_count(const IrContext *ctx) {
  return ctx->known_channels.n;
}

IrDebugChannel ir_debug_channel_at(const IrContext *ctx, size_t i) {
  return ctx->known_channels.at[i];
}

void ir_debug_register_core(IrContext *ctx) {
  ir_debug_channel(ctx, "pass", "every run of a pass, and whether it changed anything");
  ir_debug_channel(ctx, "greedy", "patterns tried on ops, and why they did not match");
  ir_debug_channel(ctx, "walk", "the same of patterns that are tried once on each op");
  ir_debug_channel(ctx, "conversion", "ops made legal, their patterns, and casts between types");
  ir_debug_channel(ctx, "fold", "folds tried on ops, and what became of them");
}

void ir_debug_enable(IrContext *ctx, IrStr channel) {
  IrStr copy = {ir_arena_strdup(ir_context_arena(ctx), channel), channel.len};
  ir_vec_push(&ctx->debug_channels, copy);
}

void ir_debug_enable_all(IrContext *ctx) {
  ctx->debug_all = true;
}

bool ir_debug_enabled(const IrContext *ctx, const char *channel) {
  for (size_t i = 0; i < ctx->debug_channels.n; i++)
    if (ir_str_is(ctx->debug_channels.at[i], channel)) return true;
  return ctx->debug_all;
}

static void write_to_stderr(void *user, IrStr text) {
  (void)user;
  fwrite(text.ptr, 1, text.len, stderr);
}

void ir_say(IrContext *ctx, IrStr text) {
  IrOutbox *outbox = ir_context_diags(ctx)->outbox;
  if (outbox)
    ir_outbox_add_text(outbox, write_to_stderr, NULL, text);
  else
    write_to_stderr(NULL, text);
}

void ir_debug_args(IrContext *ctx, const char *channel, const char *format, const IrFmtArg *args,
                   size_t n) {
  IrStream out = {0};
  ir_print(&out, "[{}] ", channel);
  ir_print_args(&out, format, args, n);
  ir_write_char(&out, '\n');
  ir_say(ctx, ir_stream_str(&out));
  ir_stream_free(&out);
}

void ir_debug_op_args(const IrOp *op, const char *channel, const char *format, const IrFmtArg *args,
                      size_t n) {
  IrContext *ctx = ir_op_context(op);
  IrFileLineCol at = ir_loc_resolve(ctx, ir_op_loc(op));
  IrStream text = {0};
  if (at.file.len) ir_print(&text, "{}:{}:{}: ", at.file, at.line, at.col);
  ir_print(&text, "'{}' ", op);
  ir_print_args(&text, format, args, n);
  const IrFmtArg whole = ir_fmt_str(ir_stream_str(&text));
  ir_debug_args(ctx, channel, "{}", &whole, 1);
  ir_stream_free(&text);
}
