// tile-tune: finds the parameters of a kernel file that are fastest on a GPU; see docs/tuning.md.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "driver/run_options.h"
#include "driver/tune/tune.h"
#include "ir/pass/plugin.h"

enum {
  DEFAULT_TIMEOUT = 60,
  DEFAULT_FINALISTS = 8,
  DEFAULT_ROUNDS = 6,
  DEFAULT_MOST = 1000,
  MAX_JOBS = 8,
};
static const double default_block_seconds = 0.05, default_verify_seconds = 1;

typedef struct Cli {
  TuneOptions tune; // the first, which begins with a RunOptions (run_options.h)
  RunQuestions questions;
} Cli;

// ---- Options that are more than a value. ----

static void add_text(TuneTexts *texts, const DriverArg *arg) {
  TuneText text = {arg->value, arg->value_loc};
  ir_vec_push(texts, text);
}

static IrStatus take_param(void *user, IrContext *ctx, const DriverArg *arg) {
  IrStr name, value;
  IR_TRY(driver_split_assignment(ctx, arg, &name, &value));
  add_text(&((Cli *)user)->tune.params, arg);
  return IR_OK;
}

static IrStatus take_config(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  add_text(&((Cli *)user)->tune.configs, arg);
  return IR_OK;
}

static IrStatus take_only(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  add_text(&((Cli *)user)->tune.only, arg);
  return IR_OK;
}

static IrStatus take_device(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)user;
  if (!strcmp(arg->value, "cuda")) return IR_OK;
  (void)ir_error(ctx, arg->value_loc, "candidates are measured on 'cuda', not on '{}'", arg->value);
  ir_help(ctx, "times of the emulator say nothing about a GPU; --list shows the candidates, and "
               "which are over a budget, without one");
  return IR_FAILED;
}

static IrStatus take_plugin(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)user;
  return ir_plugin_load_at(ctx, arg->value, arg->value_loc);
}

static IrStatus parse_command_line(IrContext *ctx, Cli *cli, int argc, char **argv) {
  TuneOptions *t = &cli->tune;
  RunOptions *r = &t->run;
  // clang-format off
  const DriverOption options[] = {
      STRING("kernel", &r->kernel, "@NAME", "the kernel to tune, when the file has several"),
      CALL("param", take_param, "NAME=VALUES", "values of a parameter: 64, 64,128 or 2..4 (its domain)"),
      CALL("config", take_config, "NAME=VALUE,...", "a set of values to try, in the place of all; repeatable"),
      STRING("configs", &t->configs_file, "FILE", "the same from a file, a set a line"),
      CALL("only", take_only, "CONDITION", "leave out what does not fit: 'BM * BN <= 32768'"),
      FLAG("list", &t->list, "show the candidates and what is over a budget; needs no GPU"),
      RUN_ARGUMENT_OPTIONS,
      CALL("device", take_device, "cuda", "where to measure"),
      INT("gpu", &r->ordinal, "N", "which GPU (0)"),
      CALL("arch", run_take_arch, "sm_NN", "architecture to compile for (the device's; with --list sm_90a)"),
      INT("timeout", &r->timeout, "SECONDS", "that compiling, a run or a measurement may take (60)"),
      CALL("verify-time", run_take_verify_time, "SECONDS", "how long to check each candidate (1)"),
      FLAG("exact", &r->exact, "check without tolerance"),
      CALL("bench-time", run_take_bench_time, "SECONDS", "length of a measurement (0.05)"),
      INT("finalists", &t->finalists, "N", "how many are measured again, in turns (8)"),
      INT("rounds", &t->rounds, "N", "how often (6)"),
      INT("most", &t->most, "N", "refuse to measure more candidates than that (1000)"),
      INT("jobs", &t->jobs, "N", "candidates that are compiled at a time (processors, at most 8)"),
      FLAG("json", &t->json, "print one JSON object"),
      {.name = "load-plugin", .aliases = "load-pass-plugin,load-dialect-plugin", .kind = DRIVER_CALL,
       .call = take_plugin, .value = "SO", .help = "load passes and dialects", .early = true},
      STRING("pass-pipeline", &r->pipeline, "PASSES", "compile with this pass list"),
      RUN_QUESTION_OPTIONS(cli->questions),
      {0}};
  // clang-format on
  const DriverCli table = {.tool = "tile-tune",
                           .usage = "FILE [options]",
                           .about = "Finds the parameters of a kernel that are fastest on a GPU.",
                           .options = options,
                           .positional = run_take_file,
                           .user = cli};
  return run_parse_options(ctx, &table, &cli->questions, argc, argv);
}

// ---- The work. ----

// Any candidate's module says what arguments there are.
static IrStatus parse_any(Tune *t) {
  const char *ignored = NULL;
  ir_diag_push_handler(t->ctx, run_keep_message, &ignored);
  for (size_t i = 0; i < t->candidates.n && !t->run.tile; i++)
    t->run.tile = tune_parse(t, &t->candidates.at[i].params);
  ir_diag_pop_handler(t->ctx);
  if (!t->run.tile) t->run.tile = tune_parse(t, &t->candidates.at[0].params); // and says why not
  return t->run.tile ? run_find_kernel(&t->run) : IR_FAILED;
}

static void make_run(Tune *t) {
  static RunGuard nobody = {-1};
  t->run = (Run){.ctx = t->ctx, .options = &t->options->run, .guard = &nobody};
  t->run.compile.ctx = t->ctx;
  t->run.compile.pipeline = t->options->run.pipeline;
  t->run.compile.no_asserts = t->options->run.no_asserts;
}

// A product of domains grows fast, and a candidate takes about a second.
static IrStatus check_number(const Tune *t) {
  int64_t n = 0;
  for (size_t i = 0; i < t->candidates.n; i++) n += t->candidates.at[i].state == TUNE_WAITING;
  if (n <= t->options->most) return IR_OK;
  (void)ir_error(t->ctx, IR_LOC_UNKNOWN, "there are {} candidates to measure, about {} minutes", n,
                 n / 60);
  IrStream axes = {0};
  for (size_t i = 0; i < t->axes.n; i++)
    ir_print(&axes, i ? ", {} ({})" : "{} ({})", t->axes.at[i].decl->name,
             (int64_t)t->axes.at[i].values.n);
  ir_help(t->ctx,
          "choose values with --param, --only or --config, or raise the limit with --most={}; "
          "what varies: {}",
          n, ir_stream_str(&axes));
  ir_stream_free(&axes);
  return IR_FAILED;
}

static IrStatus measure(Tune *t) {
  t->run.kernel = NULL;
  IR_TRY(run_args_create(&t->run));
  run_find_product(&t->run);
  return tune_run_pool(t);
}

static IrStatus tune(Tune *t, IrStream *out) {
  make_run(t);
  IR_TRY(tune_space_build(t));
  IR_TRY(parse_any(t));
  t->arch = t->options->run.arch ? t->options->run.arch : TILE_TARGET_DEFAULT;
  if (!t->options->list) IR_TRY(tune_find_device(t));
  tune_check_budgets(t);
  if (t->options->list) {
    tune_report_list(t, out);
    return IR_OK;
  }
  IR_TRY(check_number(t));
  IR_TRY(measure(t));
  tune_report(t, out);
  if (tune_best(t)) return IR_OK;
  ir_stream_flush(out);
  fflush(stdout); // the reasons stand in front of the error
  return ir_error(t->ctx, IR_LOC_UNKNOWN, "no candidate could be measured");
}

static int64_t default_jobs(void) {
  int64_t n = sysconf(_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > MAX_JOBS ? MAX_JOBS : n;
}

static int run_tool(IrContext *ctx, Cli *cli, int argc, char **argv) {
  if (driver_register_all(ctx) != IR_OK) return EXIT_FAILURE;
  if (parse_command_line(ctx, cli, argc, argv) != IR_OK) return EXIT_FAILURE;
  if (cli->questions.help || cli->questions.version) return EXIT_SUCCESS;
  if (!cli->tune.run.file) {
    (void)ir_error(ctx, IR_LOC_UNKNOWN, "no kernel file given");
    ir_help(ctx, "'tile-tune --help' lists the options");
    return EXIT_FAILURE;
  }
  if (cli->tune.jobs < 1) {
    (void)ir_error(ctx, IR_LOC_UNKNOWN, "option '--jobs' takes at least 1, got {}", cli->tune.jobs);
    return EXIT_FAILURE;
  }
  Tune t = {.ctx = ctx, .options = &cli->tune};
  IrStream out = driver_stdout();
  IrStatus status = tune(&t, &out);
  ir_stream_flush(&out);
  ir_stream_free(&out);
  run_args_destroy(&t.run);
  if (t.run.tile) ir_op_destroy(t.run.tile);
  driver_compile_free(&t.run.compile);
  tune_space_free(&t);
  return status == IR_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
  Cli cli = {.tune = {.jobs = default_jobs(),
                      .finalists = DEFAULT_FINALISTS,
                      .rounds = DEFAULT_ROUNDS,
                      .most = DEFAULT_MOST,
                      .run = {.timeout = DEFAULT_TIMEOUT,
                              .verify_seconds = default_verify_seconds,
                              .block_seconds = default_block_seconds}}};
  IrContext *ctx = ir_context_create();
  int code = run_tool(ctx, &cli, argc, argv);
  ir_vec_free(&cli.tune.params);
  ir_vec_free(&cli.tune.configs);
  ir_vec_free(&cli.tune.only);
  run_options_free(&cli.tune.run);
  ir_context_destroy(ctx);
  return code;
}
