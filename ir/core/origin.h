// Where a registered definition comes from: the tool itself, or the plugin that was being loaded
// when it registered.  Diagnostics about tables name it and point to where the plugin was asked
// for.
#ifndef IR_CORE_ORIGIN_H
#define IR_CORE_ORIGIN_H

#include "ir/core/context.h"

typedef struct IrOrigin {
  const char *name; // "plugin 'count' (./count.so)"; lives as long as the context
  IrLoc loc;        // where it was asked for: an argument of the command line
} IrOrigin;

// Everything registered from now on comes from `origin`, which is borrowed; NULL: from the tool.
IR_API void ir_origin_set(IrContext *ctx, const IrOrigin *origin);
// Place for diagnostics about what is being registered; unknown for the tool's own tables.
IR_API IrLoc ir_origin_loc(IrContext *ctx);
// Remembers who registers `def`; costs nothing for the tool's own.
IR_API void ir_origin_note(IrContext *ctx, const void *def);
// "the tool" or the plugin's name.
IR_API const char *ir_origin_name(IrContext *ctx, const void *def);
// NULL for the tool.
IR_API const IrOrigin *ir_origin_of(IrContext *ctx, const void *def);

// An error about the table being registered, and the way out.
#define ir_table_error(ctx, ...) ir_error((ctx), ir_origin_loc(ctx), __VA_ARGS__)
// An error: `what` 'name' is taken, and by whom.
IR_API IrStatus ir_duplicate_error(IrContext *ctx, const char *what, const char *name,
                                   const void *first);

#endif
