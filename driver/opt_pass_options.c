// Options of tile-opt about passes: pipelines and plugins, dumps, reports.
#include <errno.h>
#include <stdlib.h>

#include "driver/opt_impl.h"
#include "ir/pass/plugin.h"

// ---- What to run ----

static IrStatus take_pipeline(void *user, IrContext *ctx, const DriverArg *arg) {
  Opt *o = user;
  IrStr text = ir_str(arg->value);
  IrLoc loc = arg->value_loc;
  if (text.len && text.ptr[0] == '@') IR_TRY(ir_source_read(ctx, arg->value + 1, &loc, &text));
  return ir_pass_manager_parse_at(o->pm, text, loc);
}

IrStatus opt_take_pass(void *user, IrContext *ctx, const DriverArg *arg, bool *known) {
  Opt *o = user;
  *known = ir_pass_lookup(ctx, arg->name) || ir_pipeline_lookup(ctx, arg->name);
  if (!*known) return IR_OK;
  IrStr options = ir_str(arg->value ? arg->value : "");
  return ir_pass_manager_add_at(o->pm, arg->name, arg->loc, options, arg->value_loc);
}

const char *opt_pass_name(void *user, IrContext *ctx, size_t i) {
  (void)user;
  return ir_pass_name_at(ctx, i);
}

static IrStatus take_plugin(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)user;
  return ir_plugin_load_at(ctx, arg->value, arg->value_loc);
}

static IrStatus take_threads(void *user, IrContext *ctx, const DriverArg *arg) {
  char *end;
  errno = 0;
  unsigned long n = strtoul(arg->value, &end, 10);
  bool is_number = arg->value[0] >= '0' && arg->value[0] <= '9' && !*end;
  if (!is_number || errno || n > OPT_MOST_THREADS) {
    (void)ir_error(ctx, arg->value_loc, "'{}' is no number of threads from 0 to {}", arg->value,
                   (unsigned)OPT_MOST_THREADS);
    ir_help(ctx, "1 runs passes on one thread, 0 (the default) on all processors where it pays");
    return IR_FAILED;
  }
  ((Opt *)user)->passes.threads = (unsigned)n;
  return IR_OK;
}

static const DriverOption pass_options[] = {
    OPT_CALL("pass-pipeline", NULL, take_pipeline, "TEXT|@FILE",
             "run a pipeline: 'canonicalize,tile.kernel(cse,my-pass{depth=2})'"),
    OPT_FLAG("dump-pass-pipeline", NULL, dump_pipeline, "print the pipeline that will run"),
    OPT_FLAG("verify-each", NULL, passes.verify_each, "verify after every pass (default: true)"),
    {.name = "load-plugin",
     .aliases = "load-pass-plugin,load-dialect-plugin",
     .kind = DRIVER_CALL,
     .call = take_plugin,
     .value = "FILE",
     .early = true,
     .help = "load passes and dialects from a shared object"},
    OPT_CALL("threads", NULL, take_threads, "N",
             "threads for passes on functions and kernels (default: 0, one a processor)"),
    OPT_FLAG("mlir-disable-threading", NULL, one_thread, "the same as --threads=1"),
    {0}};
const DriverTopic opt_passes_topic = {"running passes", pass_options};

// ---- Dumps between passes ----

static void append_name(IrStream *list, const char *name) {
  ir_print(list, "{}{}", list->len ? "," : "", name);
}

typedef struct PassCursor {
  IrContext *ctx;
  size_t i;
} PassCursor;

static const char *next_pass(void *user) {
  PassCursor *c = user;
  return c->i < ir_pass_count(c->ctx) ? ir_pass_at(c->ctx, c->i++)->name : NULL;
}

static IrStatus check_pass(IrContext *ctx, IrStr name, IrLoc loc) {
  if (ir_pass_lookup(ctx, name)) return IR_OK;
  (void)ir_error(ctx, loc, "no pass is named '{}'", name);
  PassCursor cursor = {ctx, 0};
  const char *near = ir_nearest(name, next_pass, &cursor);
  if (near)
    ir_help(ctx, "did you mean '{}'?", near);
  else if (ir_pipeline_lookup(ctx, name))
    ir_help(ctx, "it is a pipeline; --dump-pass-pipeline says which passes it stands for");
  else
    ir_help(ctx, "--list-passes lists them");
  return IR_FAILED;
}

// PASS,...
static IrStatus take_passes(IrContext *ctx, const DriverArg *arg, IrStream *list) {
  for (const char *p = arg->value; *p;) {
    size_t n = strcspn(p, ",");
    IrLoc loc = arg->value_loc;
    if (loc.id) loc.id += (uint32_t)(p - arg->value);
    IR_TRY(check_pass(ctx, (IrStr){p, n}, loc));
    p += n + (p[n] == ',');
  }
  append_name(list, arg->value);
  return IR_OK;
}

static IrStatus take_print_before(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_passes(ctx, arg, &((Opt *)user)->print_before);
}

static IrStatus take_print_after(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_passes(ctx, arg, &((Opt *)user)->print_after);
}

// @NAME,... with or without the @.
static IrStatus take_filter(void *user, IrContext *ctx, const DriverArg *arg) {
  Opt *o = user;
  for (const char *p = arg->value; *p;) {
    size_t n = strcspn(p, ",");
    IrStr name = {p + (*p == '@'), n - (*p == '@')};
    if (!name.len) {
      (void)ir_error(ctx, arg->value_loc, "expected names of symbols, got '{}'", arg->value);
      ir_help(ctx, "--print-ir-filter=@gemm,@softmax dumps these two only");
      return IR_FAILED;
    }
    ir_print(&o->print_filter, "{}{}", o->print_filter.len ? "," : "", name);
    p += n + (p[n] == ',');
  }
  return IR_OK;
}

static const DriverOption dump_options[] = {
    OPT_FLAG("print-ir-before-all", "mlir-print-ir-before-all", passes.print_before_all,
             "print the IR before every pass"),
    OPT_FLAG("print-ir-after-all", "mlir-print-ir-after-all", passes.print_after_all,
             "print the IR after every pass"),
    OPT_CALL("print-ir-before", "mlir-print-ir-before", take_print_before, "PASS,...",
             "print the IR before these passes"),
    OPT_CALL("print-ir-after", "mlir-print-ir-after", take_print_after, "PASS,...",
             "print the IR after these passes"),
    OPT_FLAG("print-ir-diff", NULL, passes.print_diff,
             "print what each pass changed, line by line"),
    OPT_FLAG("print-ir-after-change", "mlir-print-ir-after-change", passes.print_after_change,
             "print the IR only after passes that changed it"),
    OPT_FLAG("print-ir-after-failure", "mlir-print-ir-after-failure", passes.print_after_failure,
             "print the IR when a pass fails"),
    OPT_CALL("print-ir-filter", NULL, take_filter, "@NAME,...",
             "dump only functions or kernels of these names"),
    OPT_FLAG("print-ir-module-scope", "mlir-print-ir-module-scope", passes.module_scope,
             "print the whole module in every dump"),
    OPT_TEXT("print-ir-tree-dir", "mlir-print-ir-tree-dir", passes.tree_dir, "DIR",
             "write one numbered file for every pass to DIR, and index.html"),
    {0}};
const DriverTopic opt_dumps_topic = {"dumps between passes", dump_options};

// ---- Reports ----

static IrStatus take_debug(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)user;
  for (const char *p = arg->value; *p;) {
    size_t n = strcspn(p, ",");
    if (n) ir_debug_enable(ctx, (IrStr){p, n});
    p += n + (p[n] == ',');
  }
  return IR_OK;
}

static IrStatus take_remarks_filter(void *user, IrContext *ctx, const DriverArg *arg) {
  return driver_remarks_take_filter(&((Opt *)user)->remarks, ctx, arg);
}

static IrStatus take_remarks_format(void *user, IrContext *ctx, const DriverArg *arg) {
  return driver_remarks_take_format(&((Opt *)user)->remarks, ctx, arg);
}

static const DriverOption report_options[] = {
    OPT_FLAG("timing", "mlir-timing", timing, "print the time spent in each pass"),
    OPT_FLAG("pass-statistics", "mlir-pass-statistics", passes.statistics,
             "print counters of passes"),
    OPT_CALL("remarks-filter", NULL, take_remarks_filter, DRIVER_REMARKS_FILTER_VALUE,
             DRIVER_REMARKS_FILTER_HELP),
    OPT_TEXT("remarks-output", "remarks-output-file", remarks.path, "FILE",
             DRIVER_REMARKS_OUTPUT_HELP),
    OPT_CALL("remarks-format", "remark-format", take_remarks_format, "yaml|json",
             DRIVER_REMARKS_FORMAT_HELP),
    OPT_CALL("debug-only", NULL, take_debug, "A,...", "print debug output of these parts"),
    {0}};
const DriverTopic opt_reports_topic = {"reports", report_options};
