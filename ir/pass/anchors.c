// The ops that lists of passes run on: names that no op has, and lists that met no op.
#include "ir/analysis/tree.h"
#include "ir/core/dialect.h"
#include "ir/pass/pass_impl.h"

// ---- Before a run ----

typedef struct OpCursor {
  IrContext *ctx;
  size_t dialect, op;
  bool isolated; // only such ops
} OpCursor;

static const char *next_op(void *user) {
  OpCursor *c = user;
  for (; c->dialect < ir_dialect_count(c->ctx); c->dialect++, c->op = 0) {
    const IrOpDef *const *ops = ir_dialect_at(c->ctx, c->dialect)->ops;
    while (ops && ops[c->op]) {
      const IrOpDef *def = ops[c->op++];
      if (!c->isolated || def->traits & IR_ISOLATED) return def->name;
    }
  }
  return NULL;
}

static void help_anchors(IrContext *ctx) {
  IrStream all = {0};
  OpCursor cursor = {.ctx = ctx, .isolated = true};
  for (const char *name; (name = next_op(&cursor));) ir_print(&all, "{}, ", name);
  ir_help(ctx, "passes run on {}or 'any' of them", ir_stream_str(&all));
  ir_stream_free(&all);
}

static IrStatus check_anchor(IrContext *ctx, const Pipeline *list) {
  const IrOpInfo *info = ir_op_lookup(ctx, ir_str(list->anchor));
  const IrOpDef *def = info ? ir_op_info_def(info) : NULL;
  if (def && def->traits & IR_ISOLATED) return IR_OK;
  if (def) {
    (void)ir_error(ctx, list->loc, "'{}' is not isolated from above: no pass runs on it alone",
                   list->anchor);
    help_anchors(ctx);
    return IR_FAILED;
  }
  if (ir_context_allows_unregistered(ctx)) return IR_OK;
  (void)ir_error(ctx, list->loc, "no op is named '{}'", list->anchor);
  OpCursor cursor = {.ctx = ctx, .isolated = true};
  const char *near = ir_nearest(ir_str(list->anchor), next_op, &cursor);
  if (near)
    ir_help(ctx, "did you mean '{}'?", near);
  else
    help_anchors(ctx);
  return IR_FAILED;
}

IrStatus ir_pipeline_check_anchors(IrContext *ctx, const Pipeline *list) {
  for (size_t i = 0; i < list->items.n; i++) {
    const Pipeline *nested = list->items.at[i].nested;
    if (!nested) continue;
    if (nested->anchor && nested->loc.id) IR_TRY(check_anchor(ctx, nested));
    IR_TRY(ir_pipeline_check_anchors(ctx, nested));
  }
  return IR_OK;
}

// ---- After a run ----

static bool fits(const char *anchor, const IrOp *op) {
  if (!anchor) return ir_op_has_trait(op, IR_ISOLATED);
  return ir_str_is(ir_op_name(op), anchor);
}

static IrOp *first_fitting(const char *anchor, IrOp *module, size_t *n) {
  IrOp *first = NULL;
  for (IrOp *op = ir_tree_first(module, 0); op; op = ir_tree_next(op, module)) {
    if (!fits(anchor, op)) continue;
    if (!first) first = op;
    ++*n;
  }
  return first;
}

// `module(outer(inner(` down to `op`; gives how many are open.
static size_t write_path(const IrOp *op, const IrOp *module, IrStream *out) {
  size_t depth = op == module ? 0 : write_path(ir_op_parent(op), module, out);
  ir_print(out, "{}(", op);
  return depth + 1;
}

static void help_path(IrContext *ctx, const IrOp *op, const IrOp *module, const char *pass) {
  IrStream path = {0};
  size_t depth = write_path(op, module, &path);
  ir_write_cstr(&path, pass);
  while (depth-- > 0) ir_write_char(&path, ')');
  ir_help(ctx, "write {} to reach it", ir_stream_str(&path));
  ir_stream_free(&path);
}

static void warn(const IrPassManager *pm, const char *pass, const char *anchor) {
  size_t n = 0;
  IrOp *first = first_fitting(anchor, pm->module, &n);
  IrStream what = {0};
  if (anchor)
    ir_print(&what, "'{}'", anchor);
  else
    ir_write_cstr(&what, n > 1 ? "isolated ops" : "isolated op");
  if (!first)
    ir_warning(pm->ctx, ir_op_loc(pm->module), "pass '{}' ran on 0 ops: there is no {} here", pass,
               ir_stream_str(&what));
  else
    ir_warning(pm->ctx, ir_op_loc(first),
               "pass '{}' ran on 0 ops: {} {} stand{} elsewhere, the first here", pass, n,
               ir_stream_str(&what), n == 1 ? "s" : "");
  if (first) help_path(pm->ctx, first, pm->module, pass);
  ir_stream_free(&what);
}

void ir_pipeline_warn_idle(const IrPassManager *pm, const Pipeline *list) {
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (item->nested) ir_pipeline_warn_idle(pm, item->nested);
    if (item->pass && !item->runs && list != pm->root) warn(pm, item->pass->name, list->anchor);
  }
}
