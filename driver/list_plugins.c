// --list-plugins: what was loaded, and what each one brought.
#include "driver/reference.h"
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

void driver_list_plugins(IrContext *ctx, IrStream *out) {
  if (ir_plugin_count(ctx) == 0)
    ir_print(out, "no plugins are loaded; --load-plugin=FILE loads one\n");
  for (size_t i = 0; i < ir_plugin_count(ctx); i++) {
    const IrPluginInfo *plugin = ir_plugin_at(ctx, i);
    ir_print(out, "{} {} ({}), ABI {}.{}\n", plugin->name, plugin->version, plugin->path,
             plugin->abi_major, plugin->abi_minor);
    list_entries(ctx, plugin->origin, out);
  }
}
