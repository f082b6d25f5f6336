// Options of tile-opt about passes: pipelines and plugins, dumps, reports.
#include <errno.h>
#include <stdlib.h>

#include "driver/opt_impl.h"
#include "ir/core/origin.h"
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

void opt_warn_hidden(const Opt *o, const DriverCli *cli) {
  if (!ir_plugin_count(o->ctx)) return;
  const char *name;
  for (size_t i = 0; (name = ir_pass_name_at(o->ctx, i)); i++) {
    const void *def = ir_pass_lookup(o->ctx, ir_str(name));
    if (!def) def = ir_pipeline_lookup(o->ctx, ir_str(name));
    const IrOrigin *origin = ir_origin_of(o->ctx, def);
    if (!origin || !driver_has_option(cli, ir_str(name))) continue;
    ir_warning(o->ctx, origin->loc, "'{}' of {} is named like an option: --{} does not run it",
               name, origin->name, name);
    ir_help(o->ctx, "--pass-pipeline='{}' runs it; another name would work in both", name);
  }
}

static IrStatus take_plugin(void *user, IrContext *ctx, const DriverArg *arg) {
  ir_vec_push(&((Opt *)user)->crash.plugins, arg->value);
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

static IrStatus take_validate(void *user, IrContext *ctx, const DriverArg *arg) {
  return driver_validate_take(&((Opt *)user)->validate, ctx, arg);
}

static const DriverOption pass_options[] = {
    OPT_CALL("pass-pipeline", NULL, take_pipeline, "TEXT|@FILE",
             "run a pipeline: 'canonicalize,tile.kernel(cse,my-pass{depth=2})'"),
    OPT_FLAG("dump-pass-pipeline", NULL, dump_pipeline, "print the pipeline that will run"),
    OPT_FLAG("verify-each", NULL, passes.verify_each, "verify after every pass (default: true)"),
    OPT_CALL_OPTIONAL("validate-each", NULL, take_validate, DRIVER_VALIDATE_VALUE,
                      "execute kernels and functions before and after every pass, and compare"),
    OPT_FLAG("verify-roundtrip", NULL, roundtrip,
             "check that input and output survive printing and parsing"),
    OPT_FLAG("check-siblings", NULL, passes.check_siblings,
             "find passes that change what is outside of their op"),
    OPT_FLAG("check-rewrites", NULL, check_rewrites,
             "find patterns and folds that break their rules: changes past the rewriter, and "
             "wrong words about whether something changed"),
    OPT_FLAG("stamp-patterns", NULL, stamp_patterns,
             "put the pattern that made an op into the op's location"),
    OPT_FLAG("check-analyses", NULL, passes.check_analyses,
             "find passes that change what they say to preserve"),
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

// ---- Reports ----

static IrStatus take_remarks_filter(void *user, IrContext *ctx, const DriverArg *arg) {
  return driver_remarks_take_filter(&((Opt *)user)->remarks, ctx, arg);
}

static IrStatus take_remarks_format(void *user, IrContext *ctx, const DriverArg *arg) {
  return driver_remarks_take_format(&((Opt *)user)->remarks, ctx, arg);
}

static const DriverOption report_options[] = {
    DRIVER_TIMING_OPTIONS(Opt, timing),
    DRIVER_STATISTICS_OPTIONS(Opt, statistics),
    OPT_CALL("remarks-filter", NULL, take_remarks_filter, DRIVER_REMARKS_FILTER_VALUE,
             DRIVER_REMARKS_FILTER_HELP),
    OPT_TEXT("remarks-output", "remarks-output-file", remarks.path, "FILE",
             DRIVER_REMARKS_OUTPUT_HELP),
    OPT_CALL("remarks-format", "remark-format", take_remarks_format, "yaml|json",
             DRIVER_REMARKS_FORMAT_HELP),
    {0}};
const DriverTopic opt_reports_topic = {"reports", report_options};
