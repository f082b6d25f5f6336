// tile-run: compiles a kernel file and runs it, on a GPU or on the emulator; see docs/running.md.
#include <stdio.h>
#include <stdlib.h>

#include "dialects/simt/simt.h"
#include "driver/reports.h"
#include "driver/run_options.h"
#include "ir/pass/plugin.h"

enum { DEFAULT_TIMEOUT = 60, DEFAULT_VERIFY_SECONDS = 5, DEFAULT_MAX_STEPS = 100000000 };

typedef struct Cli {
  RunOptions run; // the first, as run_options.h asks for
  DriverCrash crash;
  DriverTiming timing;
  RunQuestions questions;
  bool list_devices;
} Cli;

// ---- Options that are more than a value. ----

static IrStatus take_param(void *user, IrContext *ctx, const DriverArg *arg) {
  IrStr name, value;
  IR_TRY(driver_split_assignment(ctx, arg, &name, &value));
  ir_params_set(&((Cli *)user)->run.params, name, value);
  return IR_OK;
}

static IrStatus take_link(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  ir_vec_push(&((Cli *)user)->run.links, arg->value);
  return IR_OK;
}

static IrStatus take_plugin(void *user, IrContext *ctx, const DriverArg *arg) {
  ir_vec_push(&((Cli *)user)->crash.plugins, arg->value);
  return ir_plugin_load_at(ctx, arg->value, arg->value_loc);
}

static IrStatus take_insert(void *user, IrContext *ctx, const DriverArg *arg) {
  const char *colon = strchr(arg->value, ':');
  if (!colon || colon == arg->value || !colon[1])
    return ir_error(ctx, arg->value_loc, "option '--insert-after' takes PASS:PASSES, got '{}'",
                    arg->value);
  DriverInsert insert = {{arg->value, (size_t)(colon - arg->value)}, ir_str(colon + 1)};
  ir_vec_push(&((Cli *)user)->run.inserts, insert);
  return IR_OK;
}

static IrStatus take_load(void *user, IrContext *ctx, const DriverArg *arg) {
  return run_add_setting(ctx, &((Cli *)user)->run.loads, arg);
}

static IrStatus take_save(void *user, IrContext *ctx, const DriverArg *arg) {
  return run_add_setting(ctx, &((Cli *)user)->run.saves, arg);
}

static IrStatus take_print(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  RunSetting s = {.name = ir_str(arg->value), .loc = arg->value_loc};
  ir_vec_push(&((Cli *)user)->run.prints, s);
  return IR_OK;
}

static IrStatus take_device(void *user, IrContext *ctx, const DriverArg *arg) {
  static const char *const names[] = {"auto", "cuda", "cpu"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(arg->value, names[i])) {
      ((Cli *)user)->run.device = (RunDevice)i;
      return IR_OK;
    }
  return ir_error(ctx, arg->value_loc, "a device is 'auto', 'cuda' or 'cpu', not '{}'", arg->value);
}

static IrStatus take_level(void *user, IrContext *ctx, const DriverArg *arg) {
  static const char *const names[] = {"tile", "mem", "thread"};
  static const DriverLevel levels[] = {DRIVER_LEVEL_TILE, DRIVER_LEVEL_MEM, DRIVER_LEVEL_THREAD};
  RunOptions *run = &((Cli *)user)->run;
  for (int i = 0; i < 3; i++)
    if (!strcmp(arg->value, names[i])) {
      run->has_level = true;
      run->level = levels[i];
      return IR_OK;
    }
  return ir_error(ctx, arg->value_loc, "a level is 'tile', 'mem' or 'thread', not '{}'",
                  arg->value);
}

// `late`, or `random:SEED`.
static IrStatus take_schedule(void *user, IrContext *ctx, const DriverArg *arg) {
  RunOptions *run = &((Cli *)user)->run;
  const char *seed = strncmp(arg->value, "random:", 7) ? NULL : arg->value + 7;
  char *end = NULL;
  run->has_schedule = true;
  run->schedule = (CpuSchedule){.random = seed != NULL};
  if (!strcmp(arg->value, "late")) return IR_OK;
  if (seed) run->schedule.seed = strtoull(seed, &end, 10);
  if (seed && end != seed && !*end) return IR_OK;
  return ir_error(ctx, arg->value_loc, "a schedule is 'late' or 'random:SEED', not '{}'",
                  arg->value);
}

static IrStatus take_compare(void *user, IrContext *ctx, const DriverArg *arg) {
  if (strcmp(arg->value, "cublas"))
    return ir_error(ctx, arg->value_loc, "a run is compared with 'cublas', not '{}'", arg->value);
  ((Cli *)user)->run.compare_cublas = true;
  return IR_OK;
}

// Nothing, `json` or `json:FILE`.
static IrStatus take_profile(void *user, IrContext *ctx, const DriverArg *arg) {
  RunOptions *run = &((Cli *)user)->run;
  run->profile = true;
  if (!arg->value) return IR_OK;
  bool json = !strncmp(arg->value, "json", 4), file = json && arg->value[4] == ':';
  if (!json || (arg->value[4] && !(file && arg->value[5])))
    return ir_error(ctx, arg->value_loc, "a profile is written as 'json' or 'json:FILE', not '{}'",
                    arg->value);
  run->profile_json = true;
  run->profile_file = file ? arg->value + 5 : NULL;
  return IR_OK;
}

static IrStatus parse_command_line(IrContext *ctx, Cli *cli, int argc, char **argv) {
  RunOptions *r = &cli->run;
  // clang-format off
  const DriverOption options[] = {
      STRING("kernel", &r->kernel, "@NAME", "the kernel to run, when the file has several"),
      CALL("param", take_param, "NAME=VALUE", "bind a parameter of the file"),
      RUN_ARGUMENT_OPTIONS,
      CALL("load", take_load, "ARG=FILE", "fill ARG with the bytes of its elements from FILE"),
      CALL("save", take_save, "ARG=FILE", "write the elements of ARG to FILE after the run"),
      CALL("print", take_print, "ARG", "print the elements of ARG after the run"),
      CALL("device", take_device, "auto|cuda|cpu", "a GPU if there is one, a GPU, the emulator"),
      CALL("level", take_level, "tile|mem|thread", "what the emulator runs (see docs/running.md)"),
      CALL("schedule", take_schedule, "late|random:N",
           "when it switches warps and asynchronous work takes effect (late)"),
      INT("max-steps", &r->max_steps, "N", "ops that a warp executes at most (100000000; 0: no limit)"),
      INT("host-threads", &r->host_threads, "N", "threads that the emulator runs blocks on (0: one a processor)"),
      INT("processors", &r->processors, "N", "multiprocessors that kernels are told of (the GPU's; 132 on the emulator)"),
      INT("gpu", &r->ordinal, "N", "which GPU (0)"),
      FLAG("list-devices", &cli->list_devices, "print the GPUs and exit"),
      FLAG("verify", &r->verify, "compare with the interpreter: all blocks, or some of many"),
      CALL("verify-time", run_take_verify_time, "SECONDS", "how long to recompute blocks (5)"),
      FLAG("exact", &r->exact, "verify without tolerance"),
      FLAG("allow-races", &r->allow_races, "do not look for races (thread level)"),
      {.name = "profile", .kind = DRIVER_CALL, .call = take_profile, .value = "json[:FILE]",
       .help = "what each line costs on the emulator (thread level)", .optional = true},
      FLAG("op-counts", &r->op_counts, "how often the emulator executed each op"),
      CALL("compare", take_compare, "cublas", "compare a product with cuBLAS: error and speed"),
      FLAG("bench", &r->bench, "measure the time"),
      CALL("bench-time", run_take_bench_time, "SECONDS", "length of one of 12 measurements (0.25)"),
      FLAG("json", &r->json, "print one JSON object"),
      INT("timeout", &r->timeout, "SECONDS", "how long the GPU may be busy (60; 0: no limit)"),
      CALL("link", take_link, "FILE", "PTX or cubin with functions that kernels call"),
      FLAG("no-asserts", &r->no_asserts, "leave out assertions"),
      CALL("arch", run_take_arch, "sm_NN", "architecture to compile for (the device's)"),
      {.name = "load-plugin", .aliases = "load-pass-plugin,load-dialect-plugin", .kind = DRIVER_CALL,
       .call = take_plugin, .value = "SO", .help = "load passes and dialects", .early = true},
      CALL("insert-after", take_insert, "PASS:PASSES", "run PASSES after each PASS"),
      STRING("pass-pipeline", &r->pipeline, "PASSES", "compile with this pass list"),
      DRIVER_TIMING_OPTIONS(Cli, timing),
      DRIVER_CRASH_OPTIONS(Cli, crash),
      RUN_QUESTION_OPTIONS(cli->questions),
      {0}};
  // clang-format on
  const DriverCli table = {.tool = "tile-run",
                           .usage = "FILE [options]",
                           .about = "Compiles a kernel file and runs it.",
                           .options = options,
                           .positional = run_take_file,
                           .user = cli};
  return run_parse_options(ctx, &table, &cli->questions, argc, argv);
}

// ---- The run. ----

static IrStatus open_device(Run *run) {
  const RunOptions *o = run->options;
  const char *emulated = o->has_level      ? "level"
                         : o->has_schedule ? "schedule"
                         : o->profile      ? "profile"
                                           : NULL;
  if (emulated && o->device == RUN_CUDA)
    return ir_error(run->ctx, ir_op_loc(run->kernel), "--{} is for the emulator: --device=cpu",
                    emulated);
  if (o->device == RUN_CPU || emulated) return IR_OK;
  if (run->options->device == RUN_CUDA) return run_gpu_open(run);
  ir_diag_push_handler(run->ctx, run_keep_message, &run->why_no_gpu);
  IrStatus status = run_gpu_open(run);
  ir_diag_pop_handler(run->ctx);
  if (status == IR_OK) run->why_no_gpu = NULL;
  return IR_OK; // without a GPU the emulator runs
}

static IrStatus run_once(Run *run) {
  if (!run->gpu) return run_cpu_once(run);
  IR_TRY(run_gpu_prepare(run));
  return run_gpu_once(run);
}

static IrStatus run_all(Run *run) {
  RunOptions *o = run->options;
  IR_TRY(driver_compile_parse(&run->compile, o->file, &o->params, &run->tile));
  IR_TRY(run_args_create(run));
  IR_TRY(open_device(run));
  if (o->verify && !run->gpu && IS(run->kernel, simt_kernel)) {
    (void)ir_error(run->ctx, ir_op_loc(run->kernel), "there is nothing to verify '{}' against",
                   run->name);
    ir_help(run->ctx, "--verify compares with the tile level, which this file does not have");
    return IR_FAILED;
  }
  run_find_product(run);
  if (o->compare_cublas) IR_TRY(run_check_comparable(run));
  IR_TRY(run_once(run));
  IR_TRY(run_check_guards(run));
  if (o->verify) IR_TRY(run_verify(run));
  if (o->compare_cublas)
    IR_TRY(run_compare_cublas(run));
  else if (o->bench && run->gpu)
    IR_TRY(run_gpu_bench(run));
  IrStream out = driver_stdout();
  run_report(run, &out);
  IrStatus status = run_write_profile(run, &out);
  if (!o->json) run_print(run, &out);
  if (status == IR_OK) status = run_save(run);
  ir_stream_flush(&out);
  ir_stream_free(&out);
  return run->verify.done && !run->verify.ok ? IR_FAILED : status;
}

typedef struct Job {
  IrContext *ctx;
  RunOptions *options;
  DriverCrash *crash;
  DriverTiming *timing;
} Job;

static int run_job(RunGuard *guard, void *user) {
  Job *job = user;
  Run run = {.ctx = job->ctx, .options = job->options, .guard = guard};
  run.compile.ctx = job->ctx;
  run.compile.crash = job->crash;
  run.compile.pipeline = job->options->pipeline;
  run.compile.no_asserts = job->options->no_asserts;
  for (size_t i = 0; i < job->options->inserts.n; i++)
    ir_vec_push(&run.compile.inserts, job->options->inserts.at[i]);
  for (size_t i = 0; i < job->options->assumptions.n; i++)
    ir_vec_push(&run.compile.assumptions, job->options->assumptions.at[i]);
  for (size_t i = 0; i < job->options->links.n; i++)
    ir_vec_push(&run.compile.links, job->options->links.at[i]);
  driver_timing_open(job->timing);
  run.compile.timer = driver_timing_root(job->timing);
  IrStatus status = driver_timing_close(job->timing, job->ctx, run_all(&run));
  run_gpu_close(&run);
  ir_op_counts_free(&run.counts);
  cpu_profile_free(&run.profile);
  run_args_destroy(&run);
  driver_compile_free(&run.compile);
  return status == IR_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int list_devices(IrContext *ctx) {
  IrStream out = driver_stdout();
  IrStatus status = run_list_devices(ctx, &out);
  ir_stream_flush(&out);
  ir_stream_free(&out);
  return status == IR_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run_tool(IrContext *ctx, Cli *cli, int argc, char **argv) {
  if (driver_register_all(ctx) != IR_OK) return EXIT_FAILURE;
  if (parse_command_line(ctx, cli, argc, argv) != IR_OK) return EXIT_FAILURE;
  if (cli->questions.help || cli->questions.version) return EXIT_SUCCESS;
  if (cli->list_devices) return list_devices(ctx);
  if (!cli->run.file) {
    (void)ir_error(ctx, IR_LOC_UNKNOWN, "no kernel file given");
    ir_help(ctx, "'tile-run --help' lists the options");
    return EXIT_FAILURE;
  }
  Job job = {ctx, &cli->run, &cli->crash, &cli->timing};
  // The emulator needs no watching.
  int64_t timeout = cli->run.device == RUN_CPU ? 0 : cli->run.timeout;
  return run_guarded(ctx, timeout, run_job, &job);
}

int main(int argc, char **argv) {
  Cli cli = {.run = {.timeout = DEFAULT_TIMEOUT,
                     .verify_seconds = DEFAULT_VERIFY_SECONDS,
                     .max_steps = DEFAULT_MAX_STEPS}};
  driver_crash_start("tile-run", argc, argv);
  IrContext *ctx = ir_context_create();
  int code = run_tool(ctx, &cli, argc, argv);
  run_options_free(&cli.run);
  driver_crash_free(&cli.crash);
  ir_context_destroy(ctx);
  return code;
}
