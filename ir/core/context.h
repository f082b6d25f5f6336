// The context owns everything: uniqued types, attributes and identifiers, source text, the registry
// of dialects, ops and passes, and the diagnostic engine.  No state is global.
//
// Threads.  A context belongs to the thread that made it, until that thread shares it: then any
// number of threads may make types, attributes, identifiers, locations, sources, ops and
// diagnostics at a time.  An op and what is in it is one thread's at a time all the same, and what
// it is in (its parent, the block around it, the symbols beside it) is only read meanwhile.  What
// is set up once - dialects, ops, passes, debug channels, whether unregistered ops are accepted -
// is set up before.
#ifndef IR_CORE_CONTEXT_H
#define IR_CORE_CONTEXT_H

#include "ir/support/diag.h"

IR_API IrContext *ir_context_create(void);
// Frees all IR in it as well: every op, type and attribute of this context is invalid afterwards.
IR_API void ir_context_destroy(IrContext *ctx);

// From here to the matching ir_context_unshare, which the same thread calls once the others have
// ended or stopped using the context, threads may share it; pairs nest, also on those threads.
// False, and nothing has changed, when the system has no more keys for data of threads.
IR_API IR_CHECKED bool ir_context_share(IrContext *ctx);
IR_API void ir_context_unshare(IrContext *ctx);
IR_API bool ir_context_is_shared(const IrContext *ctx);

// Accept ops, types and attributes of dialects nobody registered; off by default.
IR_API void ir_context_allow_unregistered(IrContext *ctx, bool allow);
IR_API bool ir_context_allows_unregistered(const IrContext *ctx);

// Hold patterns and folds to their rules (ir/edit/rewriter.h): what they change they announce, and
// they say whether they changed anything.  On by default in builds for debugging.
IR_API void ir_context_check_rewrites(IrContext *ctx, bool check);
IR_API bool ir_context_checks_rewrites(const IrContext *ctx);

// Ops that a pattern makes get its name into their location: loc("mul_by_one"("a.mlir":3:4)).
IR_API void ir_context_stamp_patterns(IrContext *ctx, bool stamp);
IR_API bool ir_context_stamps_patterns(const IrContext *ctx);

// Memory that lives as long as the context, for this thread to take from at once.
IR_API struct IrArena *ir_context_arena(IrContext *ctx);

// Interned text: equal text gives the equal pointer.
IR_API IrIdent ir_ident(IrContext *ctx, IrStr text);
IR_API IrStr ir_ident_str(IrIdent ident);

// State that another part of the compiler keeps in the context (registry of passes, plugins):
// zeroed at the first call with that `key` (any fixed address), the same block afterwards.
// `destroy` runs when everything else in the context is gone, first made last destroyed.
IR_API void *ir_context_extension(IrContext *ctx, const void *key, size_t bytes,
                                  void (*destroy)(void *state));

// Debug channels, always compiled in: `--debug-only=greedy` enables "greedy", `--debug` all.
// Whoever writes to one makes it known when passes are registered, so that it can be listed and a
// misspelt one noticed; `name` and `summary` live as long as the context.
typedef struct IrDebugChannel {
  const char *name, *summary;
} IrDebugChannel;
IR_API void ir_debug_channel(IrContext *ctx, const char *name, const char *summary);
IR_API size_t ir_debug_channel_count(const IrContext *ctx);
IR_API IrDebugChannel ir_debug_channel_at(const IrContext *ctx, size_t i); // as made known
IR_API void ir_debug_enable(IrContext *ctx, IrStr channel);
IR_API void ir_debug_enable_all(IrContext *ctx);
IR_API bool ir_debug_enabled(const IrContext *ctx, const char *channel);
IR_API void ir_debug_args(IrContext *ctx, const char *channel, const char *format,
                          const IrFmtArg *args, size_t n);
#define IR_DEBUG(ctx, channel, ...) \
  do { \
    if (ir_debug_enabled((ctx), (channel))) \
      ir_debug_args((ctx), (channel), IR_FMT_ARGS(__VA_ARGS__)); \
  } while (0)

// Text for the person who runs the tool, to standard error; from a pass, when its op's turn comes.
IR_API void ir_say(IrContext *ctx, IrStr text);

// About an op: its place and name come first.
IR_API void ir_debug_op_args(const IrOp *op, const char *channel, const char *format,
                             const IrFmtArg *args, size_t n);
#define IR_DEBUG_OP(ctx, op, channel, ...) \
  do { \
    if (ir_debug_enabled((ctx), (channel))) \
      ir_debug_op_args((op), (channel), IR_FMT_ARGS(__VA_ARGS__)); \
  } while (0)

#endif
