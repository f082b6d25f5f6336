// tile-reduce: options into a DriverReduce, the result to a file.
#include "driver/reduce/reduce_main.h"

#include <stdlib.h>

#include "driver/options.h"
#include "driver/reduce/reduce.h"
#include "ir/pass/pass_manager.h"
#include "ir/pass/plugin.h"
#include "ir/support/arena.h"

enum { EXIT_INTERRUPTED = 130 };

typedef struct Tool {
  IrContext *ctx;
  DriverReduce reduce;
  IrArena arena;
  IrStream options; // that tile-opt needs, too
  const char *output;
  bool allow_unregistered, help, version, list;
} Tool;

static IrStatus take_file(void *user, IrContext *ctx, const DriverArg *arg) {
  Tool *t = user;
  if (t->reduce.input)
    return ir_error(ctx, arg->loc, "one input file at a time: there is '{}' already",
                    t->reduce.input);
  t->reduce.input = arg->value;
  return IR_OK;
}

static IrStatus take_plugin(void *user, IrContext *ctx, const DriverArg *arg) {
  ir_print(&((Tool *)user)->options, " --load-plugin={}", arg->value);
  return ir_plugin_load_at(ctx, arg->value, arg->value_loc);
}

static IrStatus take_param(void *user, IrContext *ctx, const DriverArg *arg) {
  Tool *t = user;
  IrStr name, value;
  IR_TRY(driver_split_assignment(ctx, arg, &name, &value));
  ir_params_set(&t->reduce.params, name, value);
  return IR_OK;
}

// The pipeline as the pass manager prints it, so that mistakes in it are found here.
static IrStatus take_passes(void *user, IrContext *ctx, const DriverArg *arg) {
  Tool *t = user;
  IrStr text = ir_str(arg->value);
  IrLoc loc = arg->value_loc;
  if (text.len && text.ptr[0] == '@') IR_TRY(ir_source_read(ctx, arg->value + 1, &loc, &text));
  IrPassManager *pm = ir_pass_manager_create(ctx, "builtin.module");
  IrStatus status = ir_pass_manager_parse_at(pm, text, loc);
  if (status == IR_OK) {
    IrStream printed = {0};
    ir_pass_manager_print(pm, &printed);
    t->reduce.pipeline = ir_arena_strdup(&t->arena, ir_stream_str(&printed));
    ir_stream_free(&printed);
  }
  ir_pass_manager_destroy(pm);
  return status;
}

static IrStatus take_validate(void *user, IrContext *ctx, const DriverArg *arg) {
  Tool *t = user;
  return driver_validate_take(&t->reduce.validate, ctx, arg);
}

static const char *next_kind(void *user) {
  return driver_reduce_name((*(size_t *)user)++);
}

static IrStatus check_kind(IrContext *ctx, IrStr name, IrLoc loc) {
  size_t i = 0;
  for (const char *known; (known = driver_reduce_name(i)); i++)
    if (ir_str_is(name, known)) return IR_OK;
  (void)ir_error(ctx, loc, "no reduction is named '{}'", name);
  i = 0;
  const char *near = ir_nearest(name, next_kind, &i);
  if (near)
    ir_help(ctx, "did you mean '{}'?", near);
  else
    ir_help(ctx, "--list-reductions lists them");
  return IR_FAILED;
}

static IrStatus take_only(void *user, IrContext *ctx, const DriverArg *arg) {
  Tool *t = user;
  for (const char *p = arg->value; *p;) {
    size_t n = strcspn(p, ",");
    IrLoc loc = arg->value_loc;
    if (loc.id) loc.id += (uint32_t)(p - arg->value);
    IR_TRY(check_kind(ctx, (IrStr){p, n}, loc));
    p += n + (p[n] == ',');
  }
  t->reduce.only = arg->value;
  return IR_OK;
}

static IrStatus take_positive(IrContext *ctx, const DriverArg *arg, int64_t *to) {
  char *end;
  long long n = strtoll(arg->value, &end, 10);
  if (end != arg->value && !*end && n > 0 && n <= INT32_MAX) return *to = n, IR_OK;
  (void)ir_error(ctx, arg->value_loc, "option '--{}' takes a number from 1 on, got '{}'", arg->name,
                 arg->value);
  ir_help(ctx, "write --{}=4", arg->name);
  return IR_FAILED;
}

static IrStatus take_jobs(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_positive(ctx, arg, &((Tool *)user)->reduce.jobs);
}

static IrStatus take_timeout(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_positive(ctx, arg, &((Tool *)user)->reduce.timeout);
}

// ---- What to do ----

static IrStatus answer(const Tool *t, const DriverCli *cli) {
  IrStream out = {0};
  if (t->help) {
    driver_print_help(cli, &out);
    ir_write_cstr(&out, "\nreductions:\n");
    driver_reduce_list(&out);
  }
  if (t->version) ir_write_cstr(&out, "tile-reduce (Tegula) " TEGULA_VERSION "\n");
  if (t->list) driver_reduce_list(&out);
  IrStatus status = driver_write_file(t->ctx, NULL, ir_stream_str(&out));
  ir_stream_free(&out);
  return status;
}

static IrStatus check_options(const Tool *t) {
  const DriverReduce *r = &t->reduce;
  if (!r->command != !r->pipeline) {
    if (r->pipeline || (!r->message && !r->validate.wanted)) return IR_OK;
    (void)ir_error(t->ctx, IR_LOC_UNKNOWN, "'--{}' goes with '--test-passes'",
                   r->message ? "message" : "validate-each");
    ir_help(t->ctx, "let the command look for it: --test='mytool {{} 2>&1 | grep -q TEXT'");
    return IR_FAILED;
  }
  (void)ir_error(t->ctx, IR_LOC_UNKNOWN,
                 r->command ? "'--test' and '--test-passes' are two tests: one says what is "
                              "interesting"
                            : "there is no test that says what is interesting");
  ir_help(t->ctx, "write --test=COMMAND, or --test-passes=PIPELINE for passes that fail");
  return IR_FAILED;
}

static IrStatus reduce(Tool *t) {
  DriverReduce *r = &t->reduce;
  IR_TRY(check_options(t));
  ir_context_allow_unregistered(t->ctx, t->allow_unregistered);
  if (t->allow_unregistered) ir_write_cstr(&t->options, " --allow-unregistered-dialect");
  if (r->validate.wanted) {
    ir_write_cstr(&t->options, " --validate-each=");
    driver_validate_print(&r->validate, &t->options);
  }
  r->ctx = t->ctx;
  r->options = ir_stream_cstr(&t->options);
  if (!r->input) r->input = "-";
  return driver_reduce_file(r, t->output);
}

#define FLAG(n, target, text) \
  { .name = n, .kind = DRIVER_FLAG, .to = (target), .help = text }
#define CALL(n, fn, val, text) \
  { .name = n, .kind = DRIVER_CALL, .call = (fn), .value = val, .help = text }

static IrStatus parse_and_act(Tool *t, int argc, char **argv) {
  DriverReduce *r = &t->reduce;
  const DriverOption table[] = {
      {.name = "test",
       .kind = DRIVER_STRING,
       .to = &r->command,
       .value = "COMMAND",
       .help = "a shell command; exit code 0: interesting; {} or the end stands for the file"},
      {.name = "load-plugin",
       .aliases = "load-pass-plugin,load-dialect-plugin",
       .kind = DRIVER_CALL,
       .call = take_plugin,
       .value = "FILE",
       .early = true,
       .help = "load passes and dialects from a shared object"},
      CALL("test-passes", take_passes, "PIPELINE|@FILE",
           "interesting: these passes fail as they do on the input; finds the pass at fault"),
      {.name = "validate-each",
       .kind = DRIVER_CALL,
       .call = take_validate,
       .optional = true,
       .value = DRIVER_VALIDATE_VALUE,
       .help = "with --test-passes: a pass that changes what code computes fails, too"},
      {.name = "message",
       .kind = DRIVER_STRING,
       .to = &r->message,
       .value = "REGEX",
       .help = "with --test-passes: what they have to say on standard error"},
      FLAG("hang", &r->hang, "interesting: the test runs into the timeout"),
      {.name = "o",
       .kind = DRIVER_STRING,
       .to = &t->output,
       .value = "FILE",
       .help = "write to FILE instead of standard output"},
      CALL("jobs", take_jobs, "N", "candidates tested at once (default: one a processor)"),
      CALL("timeout", take_timeout, "SECONDS", "for one test (default: 10)"),
      FLAG("allow-invalid", &r->as_text, "reduce lines and words of text that need not parse"),
      CALL("only", take_only, "NAME,...", "use only these reductions"),
      FLAG("list-reductions", &t->list, "list the reductions"),
      CALL("param", take_param, "NAME=VALUE", "bind a parameter of the file"),
      FLAG("allow-unregistered-dialect", &t->allow_unregistered,
           "accept ops, types and attributes of unknown dialects"),
      FLAG("print-debuginfo", &r->debuginfo, "print locations, also when the input has none"),
      FLAG("verbose", &r->verbose, "say on standard error what helped"),
      {.name = "help", .aliases = "h", .kind = DRIVER_FLAG, .to = &t->help, .help = "print this"},
      FLAG("version", &t->version, "print the version"),
      {0}};
  const DriverCli cli = {.tool = "tile-reduce",
                         .usage = "[FILE|-] --test=COMMAND|--test-passes=PIPELINE [options]",
                         .about = "Makes IR small while a test finds it interesting.",
                         .options = table,
                         .positional = take_file,
                         .user = t};
  IR_TRY(driver_parse_options(t->ctx, &cli, argc, argv));
  return t->help || t->version || t->list ? answer(t, &cli) : reduce(t);
}

int tile_reduce_main(int argc, char **argv, IrStatus (*register_fn)(IrContext *ctx)) {
  Tool t = {.ctx = ir_context_create()};
  IrStatus status = register_fn(t.ctx);
  if (status == IR_OK) status = parse_and_act(&t, argc, argv);
  bool interrupted = t.reduce.interrupted;
  driver_reduce_free(&t.reduce);
  ir_params_free(&t.reduce.params);
  ir_stream_free(&t.options);
  ir_arena_destroy(&t.arena);
  ir_context_destroy(t.ctx);
  return status != IR_OK ? 1 : interrupted ? EXIT_INTERRUPTED : 0;
}
