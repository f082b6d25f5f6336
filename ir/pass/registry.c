// The passes and named pipelines a context knows, in one extension of the context.
#include "ir/pass/pass_impl.h"

#include <stdlib.h>

static const char registry_key;

static void destroy_registry(void *state) {
  IrPassRegistry *registry = state;
  ir_strmap_free(&registry->pass_by_name);
  ir_strmap_free(&registry->pipeline_by_name);
  ir_vec_free(&registry->passes);
  ir_vec_free(&registry->pipelines);
}

IrPassRegistry *ir_pass_registry(IrContext *ctx) {
  return ir_context_extension(ctx, &registry_key, sizeof(IrPassRegistry), destroy_registry);
}

static bool is_taken(IrPassRegistry *r, IrStr name) {
  return ir_strmap_get(&r->pass_by_name, name) || ir_strmap_get(&r->pipeline_by_name, name);
}

static IrStatus check_name(IrContext *ctx, const char *name, const char *what) {
  for (const char *c = name; *c; c++) {
    bool ok = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '-' || *c == '.';
    if (!ok)
      return ir_error(ctx, IR_LOC_UNKNOWN,
                      "{} name '{}' must be lower-case letters, digits, '-' and '.'", what, name);
  }
  return IR_OK;
}

IrStatus ir_pass_register(IrContext *ctx, const IrPassDef *pass) {
  IrPassRegistry *r = ir_pass_registry(ctx);
  if (ir_pass_lookup(ctx, ir_str(pass->name)) == pass) return IR_OK;
  if (!pass->run) return ir_error(ctx, IR_LOC_UNKNOWN, "pass '{}' has no run", pass->name);
  IR_TRY(check_name(ctx, pass->name, "pass"));
  IR_TRY(ir_remarks_check(ctx, pass));
  if (is_taken(r, ir_str(pass->name)))
    return ir_error(ctx, IR_LOC_UNKNOWN, "another pass or pipeline is named '{}'", pass->name);
  ir_strmap_set(&r->pass_by_name, ir_str(pass->name), (void *)pass);
  ir_vec_push(&r->passes, pass);
  r->sorted = false;
  return IR_OK;
}

IrStatus ir_pipeline_register(IrContext *ctx, const IrPipelineDef *pipeline) {
  IrPassRegistry *r = ir_pass_registry(ctx);
  if (ir_pipeline_lookup(ctx, ir_str(pipeline->name)) == pipeline) return IR_OK;
  IR_TRY(check_name(ctx, pipeline->name, "pipeline"));
  if (is_taken(r, ir_str(pipeline->name)))
    return ir_error(ctx, IR_LOC_UNKNOWN, "another pass or pipeline is named '{}'", pipeline->name);
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
