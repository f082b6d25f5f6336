// The pass manager: pipelines from text, what looks on, and reports.
#include "ir/pass/pass_manager.h"

#include <stdio.h>

#include "ir/pass/pass_impl.h"

IrPassManager *ir_pass_manager_create(IrContext *ctx, const char *anchor) {
  IrPassManager *pm = ir_calloc(1, sizeof *pm);
  pm->ctx = ctx;
  ir_lock_init_recursive(&pm->analysis_lock);
  pm->root = ir_pipeline_new(pm, anchor);
  return pm;
}

void ir_pass_manager_destroy(IrPassManager *pm) {
  ir_pipeline_free(pm->root);
  ir_vec_free(&pm->instrumentations);
  ir_vec_free(&pm->analyses);
  ir_lock_destroy(&pm->analysis_lock);
  ir_stream_free(&pm->tree.rows);
  ir_vec_free(&pm->phases.passes);
  ir_arena_destroy(&pm->arena);
  ir_free(pm);
}

bool ir_pass_manager_is_empty(const IrPassManager *pm) {
  return pm->root->items.n == 0;
}

IrStatus ir_pass_manager_parse_at(IrPassManager *pm, IrStr text, IrLoc loc) {
  return ir_pipeline_parse(pm, pm->root, text, loc);
}

IrStatus ir_pass_manager_parse(IrPassManager *pm, IrStr text) {
  return ir_pass_manager_parse_at(pm, text,
                                  ir_source_add(pm->ctx, IR_STR("<pass pipeline>"), text, true));
}

// Option text as `--name=...` gives it: in braces or not.
IrStatus ir_pass_manager_add_at(IrPassManager *pm, IrStr name, IrLoc loc, IrStr options,
                                IrLoc options_loc) {
  if (options.len >= 2 && options.ptr[0] == '{' && options.ptr[options.len - 1] == '}') {
    options = (IrStr){options.ptr + 1, options.len - 2};
    options_loc = ir_loc_plus(options_loc, 1);
  }
  return ir_pipeline_add(pm, pm->root, name, loc, options, options_loc, 0);
}

IrStatus ir_pass_manager_add(IrPassManager *pm, IrStr name, IrStr options) {
  IrStream text = {0};
  ir_print(&text, "{}={}", name, options);
  IrLoc loc = ir_source_add(pm->ctx, IR_STR("<pass>"), ir_stream_str(&text), true);
  ir_stream_free(&text);
  return ir_pass_manager_add_at(pm, name, loc, options, ir_loc_plus(loc, name.len + 1));
}

static void append_items(Pipeline *to, const Pipeline *from) {
  for (size_t i = 0; i < from->items.n; i++) ir_vec_push(&to->items, from->items.at[i]);
}

// Inserts into `list` and below; counts the places.
static IrStatus insert_after(IrPassManager *pm, Pipeline *list, IrStr after, IrStr text, IrLoc loc,
                             size_t *places) {
  Pipeline grown = {.anchor = list->anchor};
  IrStatus status = IR_OK;
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    ir_vec_push(&grown.items, *item);
    if (status != IR_OK) continue;
    if (item->nested) status = insert_after(pm, item->nested, after, text, loc, places);
    if (!item->pass || !ir_str_is(after, item->pass->name)) continue;
    Pipeline *added = ir_pipeline_new(pm, list->anchor);
    status = ir_pipeline_parse(pm, added, text, loc);
    append_items(&grown, added);
    ir_vec_free(&added->items);
    ++*places;
  }
  ir_vec_free(&list->items);
  list->items.at = grown.items.at;
  list->items.n = grown.items.n;
  list->items.cap = grown.items.cap;
  return status;
}

IrStatus ir_pass_manager_insert_after(IrPassManager *pm, IrStr after, IrStr text) {
  IrLoc loc = ir_source_add(pm->ctx, IR_STR("<inserted passes>"), text, true);
  size_t places = 0;
  IR_TRY(insert_after(pm, pm->root, after, text, loc, &places));
  if (places) return IR_OK;
  (void)ir_error(pm->ctx, loc, "the pipeline has no pass '{}' to insert after", after);
  IrStream all = {0};
  ir_pass_manager_print(pm, &all);
  ir_help(pm->ctx, "the pipeline is {}", ir_stream_str(&all));
  ir_stream_free(&all);
  return IR_FAILED;
}

static void print_list(const Pipeline *list, IrStream *out) {
  ir_print(out, "{}(", list->anchor ? list->anchor : "any");
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (i) ir_write_char(out, ',');
    if (item->nested) {
      print_list(item->nested, out);
      continue;
    }
    ir_write_cstr(out, item->pass->name);
    ir_pass_options_print(item->pass->options, item->options, out);
  }
  ir_write_char(out, ')');
}

void ir_pass_manager_print(const IrPassManager *pm, IrStream *stream) {
  print_list(pm->root, stream);
}

static void reset(IrPassManager *pm, Pipeline *list) {
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    if (item->nested) reset(pm, item->nested);
    if (item->pass) item->number = ++pm->num_passes;
    item->runs = 0;
  }
}

void ir_pass_manager_instrument(IrPassManager *pm, const IrInstrumentation *instrumentation) {
  IR_ASSERT(!pm->running, "an instrumentation is added while the pipeline runs");
  IrInstrumentation copy = {0};
  size_t known = sizeof copy < instrumentation->size ? sizeof copy : instrumentation->size;
  memcpy(&copy, instrumentation, known);
  ir_vec_push(&pm->instrumentations, copy);
}

// `*begun` of them have begun without failing.
static IrStatus begin(IrPassManager *pm, size_t *begun) {
  for (*begun = 0; *begun < pm->instrumentations.n; ++*begun) {
    const IrInstrumentation *at = &pm->instrumentations.at[*begun];
    size_t errors = ir_diag_error_count(pm->ctx);
    if (!at->begin || at->begin(at->user, pm->module) == IR_OK) continue;
    return ir_instrumentation_failed(pm->ctx, at, ir_op_loc(pm->module), errors);
  }
  return IR_OK;
}

static IrStatus end(IrPassManager *pm, size_t begun, IrStatus status) {
  for (size_t i = begun; i-- > 0;) {
    const IrInstrumentation *at = &pm->instrumentations.at[i];
    size_t errors = ir_diag_error_count(pm->ctx);
    if (!at->end || at->end(at->user, pm->module, status) == IR_OK) continue;
    if (status == IR_OK)
      status = ir_instrumentation_failed(pm->ctx, at, ir_op_loc(pm->module), errors);
  }
  return status;
}

// With the instrumentations that the options ask for, which go away after the run.
static IrStatus run_instrumented(IrPassManager *pm) {
  size_t own = pm->instrumentations.n;
  IrDumper dumper = {0};
  IrAction running;
  ir_actions_instrument(pm, &running);
  ir_debug_instrument(pm);
  ir_dump_phases_instrument(pm);
  ir_dump_tree_instrument(pm);
  ir_dump_instrument(pm, &dumper); // the last to look before a pass, the first after it
  pm->running = true;
  size_t begun;
  IrStatus status = begin(pm, &begun);
  if (status == IR_OK) status = ir_pipeline_run(pm, pm->module);
  status = end(pm, begun, status);
  pm->running = false;
  pm->instrumentations.n = own;
  return status;
}

IrStatus ir_pass_manager_run(IrPassManager *pm, IrOp *module, const IrPassOptions *options) {
  const IrPassOptions defaults = {.verify_each = true,
                                  .check_siblings = ir_pass_checks_by_default(),
                                  .check_analyses = ir_pass_checks_by_default()};
  IR_TRY(ir_pipeline_check_anchors(pm->ctx, pm->root));
  IR_TRY(ir_dialects_check_depends(pm->ctx));
  IR_TRY(ir_pipeline_check_needs(pm->ctx, pm->root));
  pm->options = options ? options : &defaults;
  pm->module = module;
  pm->num_passes = 0;
  if (pm->options->phases_dir) ir_pipeline_split(pm);
  reset(pm, pm->root);
  ir_pass_timers_make(pm);
  IrStatus status = run_instrumented(pm);
  if (status == IR_OK) ir_pipeline_warn_idle(pm, pm->root);
  pm->options = NULL;
  return status;
}
