// tile-opt: options into a pass manager, input cut into pieces, each piece parsed, verified, run
// through the passes and printed.
#include "driver/opt_main.h"

#include <time.h>

#include "driver/expected.h"
#include "driver/options.h"
#include "driver/reference.h"
#include "ir/asm/parser.h"
#include "ir/pass/pass_manager.h"
#include "ir/pass/plugin.h"
#include "ir/support/vec.h"
#include "ir/verify/verify.h"

typedef struct Opt {
  IrContext *ctx;
  IrPassManager *pm;
  IrPassOptions passes;
  IrParams params;
  const char *input, *output;
  IrStream print_before, print_after; // comma-separated names
  IR_VEC(IrPassTime) times;
  bool timing, statistics, split, verify_diagnostics, allow_unregistered, ignored;
  bool help, version, list_passes, list_dialects, list_ops, dump_docs, dump_pipeline;
  const char *ops_of, *docs_of, *help_op, *help_pass;
} Opt;

// ---- Options that are more than a value ----

static IrStatus take_file(void *user, IrContext *ctx, const DriverArg *arg) {
  Opt *o = user;
  if (o->input)
    return ir_error(ctx, arg->loc, "one input file at a time: there is '{}' already", o->input);
  o->input = arg->value;
  return IR_OK;
}

static IrStatus take_pipeline(void *user, IrContext *ctx, const DriverArg *arg) {
  Opt *o = user;
  IrStr text = ir_str(arg->value);
  IrLoc loc = arg->value_loc;
  if (text.len && text.ptr[0] == '@') IR_TRY(ir_source_read(ctx, arg->value + 1, &loc, &text));
  return ir_pass_manager_parse_at(o->pm, text, loc);
}

static IrStatus take_pass(void *user, IrContext *ctx, const DriverArg *arg, bool *known) {
  Opt *o = user;
  *known = ir_pass_lookup(ctx, arg->name) || ir_pipeline_lookup(ctx, arg->name);
  if (!*known) return IR_OK;
  IrStr options = ir_str(arg->value ? arg->value : "");
  return ir_pass_manager_add_at(o->pm, arg->name, arg->loc, options, arg->value_loc);
}

static const char *pass_name(void *user, IrContext *ctx, size_t i) {
  (void)user;
  return ir_pass_name_at(ctx, i);
}

static IrStatus take_param(void *user, IrContext *ctx, const DriverArg *arg) {
  Opt *o = user;
  IrStr name, value;
  IR_TRY(driver_split_assignment(ctx, arg, &name, &value));
  ir_params_set(&o->params, name, value);
  return IR_OK;
}

static IrStatus take_plugin(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)user;
  return ir_plugin_load_at(ctx, arg->value, arg->value_loc);
}

static void append_name(IrStream *list, const char *name) {
  ir_print(list, "{}{}", list->len ? "," : "", name);
}

static IrStatus take_print_before(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  append_name(&((Opt *)user)->print_before, arg->value);
  return IR_OK;
}

static IrStatus take_print_after(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  append_name(&((Opt *)user)->print_after, arg->value);
  return IR_OK;
}

static IrStatus take_debug(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)user;
  for (const char *p = arg->value; *p;) {
    size_t n = strcspn(p, ",");
    if (n) ir_debug_enable(ctx, (IrStr){p, n});
    p += n + (p[n] == ',');
  }
  return IR_OK;
}

// `--list-ops` and `--dump-docs` alone mean all, so their value is not the next argument.
static IrStatus take_other(void *user, IrContext *ctx, const DriverArg *arg, bool *known) {
  Opt *o = user;
  *known = ir_str_is(arg->name, "list-ops");
  if (*known) o->list_ops = true, o->ops_of = arg->value;
  if (*known) return IR_OK;
  *known = ir_str_is(arg->name, "dump-docs");
  if (*known) o->dump_docs = true, o->docs_of = arg->value;
  return *known ? IR_OK : take_pass(user, ctx, arg, known);
}

// ---- What to do with a module ----

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void add_time(Opt *o, const char *name, double start) {
  ir_vec_push(&o->times, ((IrPassTime){name, now() - start}));
}

static IrOp *parse_and_verify(Opt *o, IrLoc start) {
  IrParseOptions options = {.params = &o->params};
  double at = now();
  IrOp *module = ir_parse_module(o->ctx, start, &options);
  add_time(o, "(parse)", at);
  if (!module) return NULL;
  at = now();
  IrStatus status = ir_verify(module);
  add_time(o, "(verify input)", at);
  return status == IR_OK ? module : NULL;
}

static IrStatus run_passes(Opt *o, IrOp *module) {
  if (ir_pass_manager_is_empty(o->pm) && !o->passes.tree_dir) return IR_OK;
  IrStatus status = ir_pass_manager_run(o->pm, module, &o->passes);
  const IrPassTime *times;
  size_t n = ir_pass_manager_times(o->pm, &times);
  for (size_t i = 0; i < n; i++) ir_vec_push(&o->times, times[i]);
  return status;
}

static IrStatus process(Opt *o, IrLoc start, IrStream *out) {
  IrOp *module = parse_and_verify(o, start);
  if (!module) return IR_FAILED;
  IR_TRY(run_passes(o, module));
  double at = now();
  ir_print_op(module, out, &o->passes.print);
  add_time(o, "(print)", at);
  return IR_OK;
}

// With --verify-diagnostics what counts is whether the diagnostics were the expected ones.
static IrStatus process_piece(Opt *o, IrStr text, IrLoc start, IrStream *out) {
  if (!o->verify_diagnostics) return process(o, start, out);
  DriverExpected *expected = driver_expect(o->ctx, text, start);
  (void)process(o, start, out);
  return driver_expect_end(expected);
}

// ---- Input in pieces ----

static const char separator[] = "// -----";

// Length of the piece at the start of `text`: up to a line that is the separator.
static size_t piece_length(IrStr text, size_t *next) {
  size_t n = sizeof separator - 1;
  for (size_t i = 0; i < text.len;) {
    const char *newline = memchr(text.ptr + i, '\n', text.len - i);
    size_t end = newline ? (size_t)(newline - text.ptr) : text.len;
    size_t len = end - i;
    while (len && (text.ptr[i + len - 1] == ' ' || text.ptr[i + len - 1] == '\r')) len--;
    if (len == n && !memcmp(text.ptr + i, separator, n)) {
      *next = newline ? end + 1 : text.len;
      return i;
    }
    i = newline ? end + 1 : text.len;
  }
  *next = SIZE_MAX;
  return text.len;
}

// A piece as a buffer of its own, with empty lines in front so that its line numbers are the
// file's.
static IrLoc add_piece(Opt *o, const char *name, IrStr piece, size_t line, IrStr *text) {
  IrStream padded = {0};
  for (size_t i = 0; i < line; i++) ir_write_char(&padded, '\n');
  ir_write(&padded, piece.ptr, piece.len);
  IrLoc loc = ir_source_add(o->ctx, ir_str(name), ir_stream_str(&padded), true);
  ir_stream_free(&padded);
  *text = ir_source_text(o->ctx, loc);
  return loc;
}

static IrStatus process_split(Opt *o, const char *name, IrStr text, IrStream *out) {
  IrStatus status = IR_OK;
  size_t line = 0;
  for (bool first = true;; first = false) {
    size_t next, n = piece_length(text, &next);
    IrStr piece;
    IrLoc loc = add_piece(o, name, (IrStr){text.ptr, n}, line, &piece);
    if (!first) ir_print(out, "// -----\n");
    if (process_piece(o, piece, loc, out) != IR_OK) status = IR_FAILED;
    if (next == SIZE_MAX) return status;
    for (size_t i = 0; i < next; i++) line += text.ptr[i] == '\n';
    text = (IrStr){text.ptr + next, text.len - next};
  }
}

static IrStatus check_params_used(Opt *o) {
  for (size_t i = 0; i < o->params.n; i++)
    if (!o->params.at[i].used)
      return ir_error(o->ctx, IR_LOC_UNKNOWN, "the input declares no parameter '{}'",
                      o->params.at[i].name);
  return IR_OK;
}

static IrStatus process_input(Opt *o) {
  const char *path = o->input ? o->input : "-";
  IrLoc start;
  IrStr text;
  IR_TRY(ir_source_read(o->ctx, path, &start, &text));
  DriverOutput out;
  IR_TRY(driver_output_open(o->ctx, o->output, &out));
  const char *name = strcmp(path, "-") ? path : "<stdin>";
  IrStatus status = o->split ? process_split(o, name, text, &out.stream)
                             : process_piece(o, text, start, &out.stream);
  if (status == IR_OK && !o->verify_diagnostics) status = check_params_used(o);
  if (driver_output_close(&out, status == IR_OK) != IR_OK) status = IR_FAILED;
  return status;
}

static void report_times(Opt *o) {
  IrStream out = driver_stderr();
  ir_pass_times_print(o->times.at, o->times.n, &out);
  ir_stream_flush(&out);
  ir_stream_free(&out);
}

// ---- Questions about the tool itself ----

static bool is_question(const Opt *o) {
  return o->help || o->version || o->list_passes || o->list_dialects || o->list_ops ||
         o->dump_docs || o->help_op || o->help_pass;
}

static IrStatus answer(Opt *o, const DriverCli *cli) {
  IrStream out = {0};
  IrStatus status = IR_OK;
  if (o->help) {
    driver_print_help(cli, &out);
    ir_write_cstr(&out,
                  "\nA pass or pipeline is an option too: --NAME or --NAME='OPTION=VALUE'.\n\n");
    driver_list_passes(o->ctx, &out);
  }
  if (o->version) ir_write_cstr(&out, "tile-opt (Tegula) " TEGULA_VERSION "\n");
  if (o->list_passes) driver_list_passes(o->ctx, &out);
  if (o->list_dialects) driver_list_dialects(o->ctx, &out);
  if (o->list_ops) status = driver_list_ops(o->ctx, o->ops_of, &out);
  if (o->dump_docs && status == IR_OK) status = driver_dump_docs(o->ctx, o->docs_of, &out);
  if (o->help_op && status == IR_OK) status = driver_help_op(o->ctx, o->help_op, &out);
  if (o->help_pass && status == IR_OK) status = driver_help_pass(o->ctx, o->help_pass, &out);
  if (status == IR_OK) status = driver_write_file(o->ctx, NULL, ir_stream_str(&out));
  ir_stream_free(&out);
  return status;
}

static void dump_pipeline(Opt *o) {
  IrStream out = driver_stderr();
  ir_pass_manager_print(o->pm, &out);
  ir_write_char(&out, '\n');
  ir_stream_flush(&out);
  ir_stream_free(&out);
}

static IrStatus act(Opt *o, const DriverCli *cli) {
  if (is_question(o)) return answer(o, cli);
  ir_context_allow_unregistered(o->ctx, o->allow_unregistered);
  o->passes.print_before = ir_stream_str(&o->print_before);
  o->passes.print_after = ir_stream_str(&o->print_after);
  o->passes.statistics = o->statistics;
  if (o->dump_pipeline) dump_pipeline(o);
  IrStatus status = process_input(o);
  if (o->timing) report_times(o);
  return status;
}

#define FLAG(n, other, target, text) \
  { .name = n, .aliases = other, .kind = DRIVER_FLAG, .to = (target), .help = text }
#define TEXT(n, other, target, val, text) \
  { .name = n, .aliases = other, .kind = DRIVER_STRING, .to = (target), .value = val, .help = text }
#define CALL(n, other, fn, val, text) \
  { .name = n, .aliases = other, .kind = DRIVER_CALL, .call = (fn), .value = val, .help = text }

static IrStatus parse_and_act(Opt *o, int argc, char **argv) {
  IrPassOptions *p = &o->passes;
  const DriverOption table[] = {
      TEXT("o", NULL, &o->output, "FILE", "write to FILE instead of standard output"),
      CALL("pass-pipeline", NULL, take_pipeline, "TEXT|@FILE",
           "run a pipeline: 'canonicalize,tile.kernel(cse,my-pass{depth=2})'"),
      CALL("param", NULL, take_param, "NAME=VALUE", "bind a parameter of the file"),
      FLAG("verify-each", NULL, &p->verify_each, "verify after every pass (default: true)"),
      FLAG("print-ir-before-all", "mlir-print-ir-before-all", &p->print_before_all,
           "print the IR before every pass"),
      FLAG("print-ir-after-all", "mlir-print-ir-after-all", &p->print_after_all,
           "print the IR after every pass"),
      CALL("print-ir-before", "mlir-print-ir-before", take_print_before, "PASS,...",
           "print the IR before these passes"),
      CALL("print-ir-after", "mlir-print-ir-after", take_print_after, "PASS,...",
           "print the IR after these passes"),
      FLAG("print-ir-after-change", "mlir-print-ir-after-change", &p->print_after_change,
           "print the IR only after passes that changed it"),
      FLAG("print-ir-after-failure", "mlir-print-ir-after-failure", &p->print_after_failure,
           "print the IR when a pass fails"),
      FLAG("print-ir-module-scope", "mlir-print-ir-module-scope", &p->module_scope,
           "print the whole module in every dump"),
      TEXT("print-ir-tree-dir", "mlir-print-ir-tree-dir", &p->tree_dir, "DIR",
           "write one numbered file for every pass to DIR"),
      FLAG("timing", "mlir-timing", &o->timing, "print the time spent in each pass"),
      FLAG("pass-statistics", "mlir-pass-statistics", &o->statistics, "print counters of passes"),
      FLAG("dump-pass-pipeline", NULL, &o->dump_pipeline, "print the pipeline that will run"),
      CALL("debug-only", NULL, take_debug, "A,...", "print debug output of these parts"),
      {.name = "load-plugin",
       .aliases = "load-pass-plugin,load-dialect-plugin",
       .kind = DRIVER_CALL,
       .call = take_plugin,
       .value = "FILE",
       .early = true,
       .help = "load passes and dialects from a shared object"},
      FLAG("split-input-file", NULL, &o->split, "treat pieces between '// -----' lines one by one"),
      FLAG("verify-diagnostics", NULL, &o->verify_diagnostics,
           "check diagnostics against expected-error comments"),
      FLAG("allow-unregistered-dialect", NULL, &o->allow_unregistered,
           "accept ops, types and attributes of unknown dialects"),
      FLAG("print-op-generic", "mlir-print-op-generic", &p->print.generic, "print generic syntax"),
      FLAG("print-debuginfo", "mlir-print-debuginfo", &p->print.debuginfo, "print locations"),
      FLAG("print-local-scope", "mlir-print-local-scope", &p->print.local_scope,
           "print without aliases"),
      FLAG("number-values", NULL, &p->print.number_values, "print %0, %1, ... instead of names"),
      {.name = "elide-elements-above",
       .aliases = "mlir-elide-elementsattrs-if-larger",
       .kind = DRIVER_INT,
       .to = &p->print.elide_elements_above,
       .value = "N",
       .help = "leave out the values of longer constants"},
      FLAG("mlir-disable-threading", NULL, &o->ignored, NULL),
      FLAG("list-passes", NULL, &o->list_passes, "list passes and pipelines"),
      FLAG("list-dialects", "show-dialects", &o->list_dialects, "list dialects"),
      // --list-ops and --dump-docs have an optional value: see take_other.
      TEXT("help-op", NULL, &o->help_op, "NAME",
           "describe an op (--list-ops[=DIALECT] lists them)"),
      TEXT("help-pass", NULL, &o->help_pass, "NAME",
           "describe a pass or pipeline (--dump-docs[=DIALECT|passes]: all as Markdown)"),
      FLAG("help", "h", &o->help, "print this"),
      FLAG("version", NULL, &o->version, "print the version"),
      {0}};
  const DriverCli cli = {.tool = "tile-opt",
                         .usage = "[FILE|-] [options] [passes]",
                         .about = "Reads IR, runs passes over it, and writes it.",
                         .options = table,
                         .positional = take_file,
                         .other = take_other,
                         .other_name = pass_name,
                         .user = o};
  IR_TRY(driver_parse_options(o->ctx, &cli, argc, argv));
  return act(o, &cli);
}

int tile_opt_main(int argc, char **argv, IrStatus (*register_fn)(IrContext *ctx)) {
  Opt o = {.ctx = ir_context_create()};
  o.passes.verify_each = true;
  IrStatus status = register_fn(o.ctx);
  if (status == IR_OK) {
    o.pm = ir_pass_manager_create(o.ctx, "builtin.module");
    status = parse_and_act(&o, argc, argv);
    ir_pass_manager_destroy(o.pm);
  }
  ir_params_free(&o.params);
  ir_stream_free(&o.print_before);
  ir_stream_free(&o.print_after);
  ir_vec_free(&o.times);
  ir_context_destroy(o.ctx);
  return status == IR_OK ? 0 : 1;
}
