// The passes and named pipelines a context knows, in one extension of the context.
#include "ir/core/origin.h"
#include "ir/pass/pass_impl.h"

#include <stdlib.h>

static const char registry_key;

static void destroy_registry(void *state) {
  IrPassRegistry *registry = state;
  ir_strmap_free(&registry->pass_by_name);
  ir_strmap_free(&registry->pipeline_by_name);
  ir_ptrmap_free(&registry->tables);
  ir_vec_free(&registry->passes);
  ir_vec_free(&registry->pipelines);
}

IrPassRegistry *ir_pass_registry(IrContext *ctx) {
  return ir_context_extension(ctx, &registry_key, sizeof(IrPassRegistry), destroy_registry);
}

static IrStatus check_name(IrContext *ctx, const char *name, const char *what) {
  if (name && *name && !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-.")]) return IR_OK;
  (void)ir_table_error(ctx, "{} name '{}' must be lower-case letters, digits, '-' and '.'", what,
                       name ? name : "");
  ir_help(ctx, "it is typed in pipelines and on command lines: \"my-pass\"");
  return IR_FAILED;
}

static IrStatus check_summary(IrContext *ctx, const char *what, const char *name,
                              const char *summary) {
  if (summary && *summary) return IR_OK;
  (void)ir_table_error(ctx, "{} '{}' has no summary", what, name);
  ir_help(ctx, "say in its table what it does: SUMMARY(\"...\"); --help prints it");
  return IR_FAILED;
}

// Names are shared by passes and pipelines.
static IrStatus check_entry(IrContext *ctx, const char *what, const char *name, const char *summary,
                            const IrOptionDef *options) {
  IrPassRegistry *r = ir_pass_registry(ctx);
  if (ir_context_is_shared(ctx))
    return ir_table_error(ctx, "{} '{}' cannot be registered while threads share the context", what,
                          name ? name : "");
  IR_TRY(check_name(ctx, name, what));
  IR_TRY(check_summary(ctx, what, name, summary));
  IR_TRY(ir_pass_options_check(ctx, what, name, options));
  const void *first = ir_strmap_get(&r->pass_by_name, ir_str(name));
  if (!first) first = ir_strmap_get(&r->pipeline_by_name, ir_str(name));
  return first ? ir_duplicate_error(ctx, what, name, first) : IR_OK;
}

static IrStatus no_function(IrContext *ctx, const char *what, const char *name, const char *field) {
  (void)ir_table_error(ctx, "{} '{}' has no {}", what, name ? name : "", field);
  ir_help(ctx, "its table says what to call: .{} = function", field);
  return IR_FAILED;
}

IrStatus ir_pass_register(IrContext *ctx, const IrPassDef *table) {
  IrPassRegistry *r = ir_pass_registry(ctx);
  IR_TRY(ir_table_check(ctx, "a pass", table, IR_PASSDEF_BASE));
  if (ir_ptrmap_has(&r->tables, table)) return IR_OK;
  if (!table->run) return no_function(ctx, "pass", table->name, "run");
  IR_TRY(check_entry(ctx, "pass", table->name, table->summary, table->options));
  const IrPassDef *pass = ir_table_adopt(ctx, table, sizeof *pass);
  IR_TRY(ir_pass_table_check(ctx, pass));
  IR_TRY(ir_remarks_check(ctx, pass));
  ir_ptrmap_set(&r->tables, table, (void *)pass);
  ir_origin_note(ctx, pass);
  ir_strmap_set(&r->pass_by_name, ir_str(pass->name), (void *)pass);
  ir_vec_push(&r->passes, pass);
  r->sorted = false;
  return IR_OK;
}

IrStatus ir_pipeline_register(IrContext *ctx, const IrPipelineDef *table) {
  IrPassRegistry *r = ir_pass_registry(ctx);
  IR_TRY(ir_table_check(ctx, "a pipeline", table, IR_PIPELINEDEF_BASE));
  if (ir_ptrmap_has(&r->tables, table)) return IR_OK;
  if (!table->expand) return no_function(ctx, "pipeline", table->name, "expand");
  IR_TRY(check_entry(ctx, "pipeline", table->name, table->summary, table->options));
  const IrPipelineDef *pipeline = ir_table_adopt(ctx, table, sizeof *pipeline);
  ir_ptrmap_set(&r->tables, table, (void *)pipeline);
  ir_origin_note(ctx, pipeline);
  ir_strmap_set(&r->pipeline_by_name, ir_str(pipeline->name), (void *)pipeline);
  ir_vec_push(&r->pipelines, pipeline);
  r->sorted = false;
  return IR_OK;
}

const IrPassDef *ir_pass_lookup(IrContext *ctx, IrStr name) {
  return ir_strmap_get(&ir_pass_registry(ctx)->pass_by_name, name);
}

const IrPipelineDef *ir_pipeline_lookup(IrContext *ctx, IrStr name) {
  return ir_strmap_get(&ir_pass_registry(ctx)->pipeline_by_name, name);
}

static int compare_passes(const void *a, const void *b) {
  return strcmp((*(const IrPassDef *const *)a)->name, (*(const IrPassDef *const *)b)->name);
}

static int compare_pipelines(const void *a, const void *b) {
  return strcmp((*(const IrPipelineDef *const *)a)->name, (*(const IrPipelineDef *const *)b)->name);
}

static IrPassRegistry *sorted_registry(IrContext *ctx) {
  IrPassRegistry *r = ir_pass_registry(ctx);
  if (!r->sorted) {
    if (r->passes.n) qsort(r->passes.at, r->passes.n, sizeof *r->passes.at, compare_passes);
    if (r->pipelines.n)
      qsort(r->pipelines.at, r->pipelines.n, sizeof *r->pipelines.at, compare_pipelines);
    r->sorted = true;
  }
  return r;
}

size_t ir_pass_count(IrContext *ctx) {
  return ir_pass_registry(ctx)->passes.n;
}

const IrPassDef *ir_pass_at(IrContext *ctx, size_t i) {
  return sorted_registry(ctx)->passes.at[i];
}

size_t ir_pipeline_count(IrContext *ctx) {
  return ir_pass_registry(ctx)->pipelines.n;
}

const IrPipelineDef *ir_pipeline_at(IrContext *ctx, size_t i) {
  return sorted_registry(ctx)->pipelines.at[i];
}

const char *ir_pass_name_at(IrContext *ctx, size_t i) {
  size_t passes = ir_pass_count(ctx);
  if (i < passes) return ir_pass_at(ctx, i)->name;
  return i - passes < ir_pipeline_count(ctx) ? ir_pipeline_at(ctx, i - passes)->name : NULL;
}
