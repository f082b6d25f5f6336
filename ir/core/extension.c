// Extensions of ops, kept with the op's definition in the context.
#include "ir/core/extension.h"

#include "ir/core/op_impl.h"
#include "ir/core/origin.h"

static const char *next_op(void *user) {
  const IrStrMap *map = ((const IrStrMap **)user)[0];
  uint32_t *at = ((uint32_t **)user)[1];
  return *at < map->n ? map->entries[(*at)++].key.ptr : NULL;
}

static IrStatus unknown_op(IrContext *ctx, const char *name) {
  (void)ir_table_error(ctx, "cannot extend op '{}': no dialect that is loaded has it", name);
  uint32_t at = 0;
  void *user[] = {&ctx->infos, &at};
  const char *near = ir_nearest(ir_str(name), next_op, user);
  if (near)
    ir_help(ctx, "did you mean '{}'?", near);
  else
    ir_help(ctx,
            "plugins load in the order of their options: name the one that defines the op first");
  return IR_FAILED;
}

static size_t count_patterns(const IrPattern *const *list) {
  size_t n = 0;
  while (list && list[n]) n++;
  return n;
}

static IrStatus check_pattern(IrContext *ctx, const IrOpInfo *info, const IrPattern *pattern) {
  IR_TRY(ir_table_check(ctx, "a pattern", pattern, IR_TABLE_BASE(struct IrPattern, rewrite)));
  if (!pattern->name || !pattern->rewrite) {
    (void)ir_table_error(ctx, "a pattern added to op '{}' has no {}", ir_ident_str(info->name),
                         pattern->name ? "function" : "name");
    ir_help(ctx, "write IR_PATTERN(name, op, benefit, \"what it does\") {{ ... }");
    return IR_FAILED;
  }
  for (size_t i = 0; i < ir_op_info_num_patterns(info); i++)
    if (!strcmp(ir_op_info_pattern(info, i)->name, pattern->name))
      return ir_duplicate_error(ctx, "pattern", pattern->name, ir_op_info_pattern(info, i));
  return IR_OK;
}

static IrStatus check(IrContext *ctx, const IrOpInfo *info, const IrOpExtension *extension) {
  IR_TRY(ir_interfaces_check(ctx, info, extension->interfaces));
  for (size_t i = 0; extension->patterns && extension->patterns[i]; i++)
    IR_TRY(check_pattern(ctx, info, extension->patterns[i]));
  return IR_OK;
}

// Extensions stay in the order they were made in.
static void append(IrOpInfo *info, IrOpExtended *last) {
  IrOpExtended **at = &info->extended;
  while (*at) at = &(*at)->next;
  *at = last;
}

IrStatus ir_op_extend(IrContext *ctx, const IrOpExtension *table) {
  IR_TRY(ir_table_check(ctx, "an extension", table, IR_TABLE_BASE(IrOpExtension, fold)));
  const IrOpExtension *extension = ir_table_adopt(ctx, table, sizeof *extension);
  const char *name = extension->op ? extension->op : "";
  IrOpInfo *info = ir_strmap_get(&ctx->infos, ir_str(name));
  if (!info) return unknown_op(ctx, name);
  IR_TRY(check(ctx, info, extension));
  ir_interfaces_add(ctx, info, extension->interfaces);
  for (size_t i = 0; extension->patterns && extension->patterns[i]; i++)
    ir_origin_note(ctx, extension->patterns[i]);
  if (extension->fold) ir_op_info_add_fold(ctx, info, extension->fold);
  IrOpExtended *extended = IR_NEW(ir_context_arena(ctx), IrOpExtended);
  *extended = (IrOpExtended){extension, ctx->origin ? ctx->origin->name : "the tool", NULL};
  append(info, extended);
  return IR_OK;
}

size_t ir_op_info_num_patterns(const IrOpInfo *info) {
  size_t n = count_patterns(info->def ? info->def->patterns : NULL);
  for (const IrOpExtended *e = info->extended; e; e = e->next)
    n += count_patterns(e->extension->patterns);
  return n;
}

const IrPattern *ir_op_info_pattern(const IrOpInfo *info, size_t i) {
  size_t own = count_patterns(info->def->patterns);
  if (i < own) return info->def->patterns[i];
  i -= own;
  for (const IrOpExtended *e = info->extended; e; e = e->next) {
    size_t n = count_patterns(e->extension->patterns);
    if (i < n) return e->extension->patterns[i];
    i -= n;
  }
  IR_UNREACHABLE("no such pattern");
}

const IrOpExtension *ir_op_info_extension(const IrOpInfo *info, size_t i, const char **origin) {
  const IrOpExtended *e = info->extended;
  while (e && i-- > 0) e = e->next;
  if (e) *origin = e->origin;
  return e ? e->extension : NULL;
}
