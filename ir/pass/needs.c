// Dialects that passes need, looked for before anything runs.
#include "ir/core/dialect.h"
#include "ir/core/origin.h"
#include "ir/pass/pass_impl.h"

// Takes the next name off a list separated by commas and blanks; empty at its end.
static IrStr next_name(IrStr *list) {
  const char *separators = ", ";
  while (list->len && strchr(separators, *list->ptr)) list->ptr++, list->len--;
  IrStr name = {list->ptr, 0};
  while (name.len < list->len && !strchr(separators, name.ptr[name.len])) name.len++;
  *list = (IrStr){list->ptr + name.len, list->len - name.len};
  return name;
}

static IrStatus check_pass(IrContext *ctx, const PipelineItem *item) {
  IrStr list = ir_str(item->pass->needs);
  for (IrStr name; (name = next_name(&list)).len;) {
    if (ir_dialect_lookup(ctx, name)) continue;
    (void)ir_error(ctx, item->loc, "pass '{}' makes ops of dialect '{}', which is not here",
                   item->pass->name, name);
    ir_help(ctx,
            "load the plugin that has it, with --load-plugin=FILE; --list-dialects names those "
            "that are here");
    return IR_FAILED;
  }
  return IR_OK;
}

// What a plugin's dialect makes in its folds and patterns may be another plugin's, whose option may
// stand behind its own: so it is looked for here.  The tool's own dialects are all there.
IrStatus ir_dialects_check_depends(IrContext *ctx) {
  for (size_t i = 0; i < ir_dialect_count(ctx); i++) {
    const IrDialect *dialect = ir_dialect_at(ctx, i);
    const IrOrigin *origin = ir_origin_of(ctx, dialect);
    for (const char *const *name = origin ? dialect->depends : NULL; name && *name; name++) {
      if (ir_dialect_lookup(ctx, ir_str(*name))) continue;
      (void)ir_error(ctx, origin->loc,
                     "dialect '{}' of {} depends on dialect '{}', which is not here", dialect->name,
                     origin->name, *name);
      ir_help(ctx,
              "load the plugin that has it as well, with --load-plugin=FILE; --list-dialects names "
              "those that are here");
      return IR_FAILED;
    }
  }
  return IR_OK;
}

IrStatus ir_pipeline_check_needs(IrContext *ctx, const Pipeline *list) {
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    IR_TRY(item->nested ? ir_pipeline_check_needs(ctx, item->nested) : check_pass(ctx, item));
  }
  return IR_OK;
}
