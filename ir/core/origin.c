// Origins of definitions: a map in the context that holds only what plugins registered.
#include "ir/core/origin.h"

#include "ir/core/context_impl.h"

void ir_origin_set(IrContext *ctx, const IrOrigin *origin) {
  ctx->origin = origin;
}

IrLoc ir_origin_loc(IrContext *ctx) {
  return ctx->origin ? ctx->origin->loc : IR_LOC_UNKNOWN;
}

void ir_origin_note(IrContext *ctx, const void *def) {
  if (ctx->origin) ir_ptrmap_set(&ctx->origins, def, (void *)ctx->origin);
}

const IrOrigin *ir_origin_of(IrContext *ctx, const void *def) {
  return ir_ptrmap_get(&ctx->origins, def);
}

const char *ir_origin_name(IrContext *ctx, const void *def) {
  const IrOrigin *origin = ir_origin_of(ctx, def);
  return origin ? origin->name : "the tool";
}

IrStatus ir_duplicate_error(IrContext *ctx, const char *what, const char *name, const void *first) {
  const char *now = ctx->origin ? ctx->origin->name : "the tool";
  (void)ir_table_error(ctx, "{} '{}' of {} exists already: {} has one of that name", what, name,
                       now, ir_origin_name(ctx, first));
  ir_help(ctx, "names are unique in a tool: rename one of the two, or load only one of them");
  return IR_FAILED;
}
