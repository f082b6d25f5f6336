// --list-plugins: what was loaded, and what each one brought.
#include "driver/reference.h"
#include "ir/core/extension.h"
#include "ir/pass/plugin.h"

static void list_entry(IrContext *ctx, const IrOrigin *origin, const void *def, const char *what,
                       const char *name, IrStream *out) {
  if (ir_origin_of(ctx, def) == origin) ir_print(out, "  {} {}\n", what, name);
}

static void list_entries(IrContext *ctx, const IrOrigin *origin, IrStream *out) {
  for (size_t i = 0; i < ir_dialect_count(ctx); i++) {
    const IrDialect *dialect = ir_dialect_at(ctx, i);
    list_entry(ctx, origin, dialect, "dialect", dialect->name, out);
  }
  for (size_t i = 0; i < ir_pass_count(ctx); i++)
    list_entry(ctx, origin, ir_pass_at(ctx, i), "pass", ir_pass_at(ctx, i)->name, out);
  for (size_t i = 0; i < ir_pipeline_count(ctx); i++)
    list_entry(ctx, origin, ir_pipeline_at(ctx, i), "pipeline", ir_pipeline_at(ctx, i)->name, out);
}

static void list_extension(const IrOpExtension *e, IrStream *out) {
  const char *before = ": ";
  for (size_t i = 0; e->patterns && e->patterns[i]; i++, before = ", ")
    ir_print(out, "{}pattern {}", before, e->patterns[i]->name);
  for (size_t i = 0; e->interfaces && e->interfaces[i].interface; i++, before = ", ")
    ir_print(out, "{}interface {}", before, e->interfaces[i].interface->name);
  if (e->fold) ir_print(out, "{}fold", before);
}

static void list_extensions(IrContext *ctx, const IrOrigin *origin, const IrDialect *dialect,
                            IrStream *out) {
  for (size_t k = 0; dialect->ops && dialect->ops[k]; k++) {
    const IrOpInfo *info = ir_op_info_of(ctx, dialect->ops[k]);
    const IrOpExtension *e;
    const char *from;
    for (size_t i = 0; (e = ir_op_info_extension(info, i, &from)); i++) {
      if (from != origin->name) continue;
      ir_print(out, "  extends {}", e->op);
      list_extension(e, out);
      ir_write_char(out, '\n');
    }
  }
}

void driver_list_plugins(IrContext *ctx, IrStream *out) {
  if (ir_plugin_count(ctx) == 0)
    ir_print(out, "no plugins are loaded; --load-plugin=FILE loads one\n");
  for (size_t i = 0; i < ir_plugin_count(ctx); i++) {
    const IrPluginInfo *plugin = ir_plugin_at(ctx, i);
    ir_print(out, "{} {} ({}), ABI {}.{}\n", plugin->name, plugin->version, plugin->path,
             plugin->abi_major, plugin->abi_minor);
    list_entries(ctx, plugin->origin, out);
    for (size_t k = 0; k < ir_dialect_count(ctx); k++)
      list_extensions(ctx, plugin->origin, ir_dialect_at(ctx, k), out);
  }
}
