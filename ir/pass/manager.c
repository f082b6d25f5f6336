// Running a pipeline: a list runs pass after pass on one op; a nested list runs whole on each op
// directly inside before the next op's turn, so an op's data stays close while it is worked on.
#include "ir/pass/pass_manager.h"

#include <stdio.h>
#include <time.h>

#include "ir/analysis/tree.h"
#include "ir/pass/pass_impl.h"
#include "ir/verify/verify.h"

IrPassManager *ir_pass_manager_create(IrContext *ctx, const char *anchor) {
  IrPassManager *pm = ir_calloc(1, sizeof *pm);
  pm->ctx = ctx;
  pm->root = ir_pipeline_new(pm, anchor);
  return pm;
}

void ir_pass_manager_destroy(IrPassManager *pm) {
  ir_pipeline_free(pm->root);
  ir_vec_free(&pm->times);
  ir_arena_destroy(&pm->scratch);
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

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static IrStatus verify_after(IrPassManager *pm, const PipelineItem *item, IrOp *op) {
  if (!pm->options->verify_each) return IR_OK;
  double start = now();
  IrStatus status = ir_verify(op);
  pm->verify_seconds += now() - start;
  if (status != IR_OK)
    ir_note(pm->ctx, ir_op_loc(op), "pass '{}' left invalid IR behind", item->pass->name);
  return status;
}

static IrStatus call_pass(IrPassManager *pm, PipelineItem *item, IrOp *op) {
  IrArenaMark mark = ir_arena_mark(&pm->scratch);
  IrPassRun run = {.ctx = pm->ctx, .decl = item->decl, .scratch = &pm->scratch};
  size_t errors = ir_diag_error_count(pm->ctx);
  double start = now();
  IrStatus status = item->pass->run(&run, op);
  item->seconds += now() - start;
  item->runs++;
  ir_arena_release(&pm->scratch, mark);
  if (status != IR_OK && ir_diag_error_count(pm->ctx) == errors)
    (void)ir_op_error(op, "pass '{}' failed without saying why", item->pass->name);
  return status;
}

static IrStatus run_pass(IrPassManager *pm, PipelineItem *item, IrOp *op) {
  const IrPassOptions *o = pm->options;
  if (!ir_op_has_trait(op, IR_ISOLATED))
    return ir_op_error(op, "pass '{}' runs only on ops that are isolated from above",
                       item->pass->name);
  ir_dump_before(pm, item, op);
  uint64_t before = o->print_after_change ? ir_op_fingerprint(op) : 0;
  IrStatus status = call_pass(pm, item, op);
  if (status == IR_OK) status = verify_after(pm, item, op);
  bool changed = o->print_after_change && ir_op_fingerprint(op) != before;
  ir_dump_after(pm, item, op, changed, status != IR_OK);
  IR_TRY(ir_dump_to_tree(pm, item, op));
  if (status == IR_OK && o->after_pass)
    status = o->after_pass(o->user, item->pass->name, pm->module);
  return status;
}

static bool fits(const Pipeline *list, IrOp *op) {
  if (!list->anchor) return ir_op_has_trait(op, IR_ISOLATED);
  return ir_str_is(ir_op_name(op), list->anchor);
}

static IrStatus run_list(IrPassManager *pm, Pipeline *list, IrOp *op);

static IrStatus run_nested(IrPassManager *pm, Pipeline *list, IrOp *parent) {
  for (IrOp *op = ir_tree_first(parent, 0), *next; op; op = next) {
    next = ir_tree_next_sibling(op);
    if (fits(list, op)) IR_TRY(run_list(pm, list, op));
  }
  return IR_OK;
}

static IrStatus run_list(IrPassManager *pm, Pipeline *list, IrOp *op) {
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    if (item->nested)
      IR_TRY(run_nested(pm, item->nested, op));
    else
      IR_TRY(run_pass(pm, item, op));
  }
  return IR_OK;
}

static void reset(Pipeline *list) {
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    if (item->nested) reset(item->nested);
    item->seconds = 0;
    item->runs = 0;
  }
}

// A pass in a nesting that holds no op does nothing, which is seldom what was meant.
static void warn_idle(IrPassManager *pm, const Pipeline *list) {
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (item->nested) warn_idle(pm, item->nested);
    if (!item->pass || item->runs || list == pm->root) continue;
    ir_warning(pm->ctx, ir_op_loc(pm->module), "pass '{}' ran on 0 ops: there is no '{}' here",
               item->pass->name, list->anchor ? list->anchor : "isolated op");
  }
}

static void collect_times(IrPassManager *pm, const Pipeline *list) {
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (item->nested)
      collect_times(pm, item->nested);
    else
      ir_vec_push(&pm->times, ((IrPassTime){item->pass->name, item->seconds}));
  }
}

size_t ir_pass_manager_times(const IrPassManager *pm, const IrPassTime **times) {
  *times = pm->times.at;
  return pm->times.n;
}

static void report(IrPassManager *pm) {
  IrStream text = {0};
  if (pm->options->timing) ir_pass_times_print(pm->times.at, pm->times.n, &text);
  if (pm->options->statistics) ir_pass_statistics_print(pm->root, &text);
  fwrite(text.data ? text.data : "", 1, text.len, stderr);
  ir_stream_free(&text);
}

IrStatus ir_pass_manager_run(IrPassManager *pm, IrOp *module, const IrPassOptions *options) {
  const IrPassOptions defaults = {.verify_each = true};
  pm->options = options ? options : &defaults;
  pm->module = module;
  pm->verify_seconds = 0;
  ir_vec_clear(&pm->times);
  reset(pm->root);
  if (pm->root->anchor && !fits(pm->root, module))
    return ir_op_error(module, "the pipeline starts at '{}'", pm->root->anchor);
  if (pm->options->tree_dir) IR_TRY(ir_dump_open_tree(pm, module));
  IrStatus status = run_list(pm, pm->root, module);
  collect_times(pm, pm->root);
  if (pm->options->verify_each && pm->times.n)
    ir_vec_push(&pm->times, ((IrPassTime){"(verify)", pm->verify_seconds}));
  if (status == IR_OK) warn_idle(pm, pm->root);
  report(pm);
  pm->options = NULL;
  return status;
}
