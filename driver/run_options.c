// Options of several tools; see run_options.h.
#include "driver/run_options.h"

#include <stdlib.h>

#include "dialects/tile/target.h"

// A part of the value as a place on the command line.
static IrLoc value_at(const DriverArg *arg, const char *at) {
  if (arg->value_loc.id == 0) return IR_LOC_UNKNOWN;
  return (IrLoc){arg->value_loc.id + (uint32_t)(at - arg->value)};
}

IrStatus run_add_setting(IrContext *ctx, RunSettings *settings, const DriverArg *arg) {
  RunSetting s = {.loc = arg->value_loc};
  IrStr text;
  IR_TRY(driver_split_assignment(ctx, arg, &s.name, &text));
  s.text = text.ptr;
  s.value_loc = value_at(arg, text.ptr);
  ir_vec_push(settings, s);
  return IR_OK;
}

IrStatus run_take_file(void *user, IrContext *ctx, const DriverArg *arg) {
  RunOptions *run = user;
  if (run->file)
    return ir_error(ctx, arg->loc, "one input file at a time: there is '{}' already", run->file);
  run->file = arg->value;
  return IR_OK;
}

IrStatus run_take_dim(void *user, IrContext *ctx, const DriverArg *arg) {
  return run_add_setting(ctx, &((RunOptions *)user)->dims, arg);
}

IrStatus run_take_value(void *user, IrContext *ctx, const DriverArg *arg) {
  return run_add_setting(ctx, &((RunOptions *)user)->values, arg);
}

IrStatus run_take_pitch(void *user, IrContext *ctx, const DriverArg *arg) {
  return run_add_setting(ctx, &((RunOptions *)user)->pitches, arg);
}

IrStatus run_take_offset(void *user, IrContext *ctx, const DriverArg *arg) {
  return run_add_setting(ctx, &((RunOptions *)user)->offsets, arg);
}

// `KIND` for all arguments, or `ARG:KIND`.
IrStatus run_take_init(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  const char *colon = strchr(arg->value, ':');
  RunSetting s = {.name = {arg->value, colon ? (size_t)(colon - arg->value) : 0},
                  .text = colon ? colon + 1 : arg->value,
                  .loc = arg->value_loc};
  s.value_loc = value_at(arg, s.text);
  ir_vec_push(&((RunOptions *)user)->inits, s);
  return IR_OK;
}

IrStatus run_take_assume(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  ir_vec_push(&((RunOptions *)user)->assumptions, arg->value);
  return IR_OK;
}

IrStatus run_take_arch(void *user, IrContext *ctx, const DriverArg *arg) {
  ((RunOptions *)user)->arch = arg->value;
  return tile_target_lookup(ctx, arg->value_loc, ir_str(arg->value)) ? IR_OK : IR_FAILED;
}

static IrStatus take_seconds(IrContext *ctx, const DriverArg *arg, double least, double *seconds) {
  char *end;
  *seconds = strtod(arg->value, &end);
  if (end != arg->value && !*end && *seconds >= least && *seconds <= 3600) return IR_OK;
  return ir_error(ctx, arg->value_loc, "option '--{}' takes seconds from {} to 3600, got '{}'",
                  arg->name, least, arg->value);
}

IrStatus run_take_verify_time(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_seconds(ctx, arg, 0, &((RunOptions *)user)->verify_seconds);
}

IrStatus run_take_bench_time(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_seconds(ctx, arg, 1e-4, &((RunOptions *)user)->block_seconds);
}

IrStatus run_parse_options(IrContext *ctx, const DriverCli *cli, const RunQuestions *questions,
                           int argc, char **argv) {
  IR_TRY(driver_parse_options(ctx, cli, argc, argv));
  IrStream out = driver_stdout();
  if (questions->help) driver_print_help(cli, &out);
  if (questions->version) ir_print(&out, "{} {}\n", cli->tool, TEGULA_VERSION);
  ir_stream_flush(&out);
  ir_stream_free(&out);
  return IR_OK;
}

void run_options_free(RunOptions *options) {
  ir_params_free(&options->params);
  ir_vec_free(&options->dims);
  ir_vec_free(&options->values);
  ir_vec_free(&options->inits);
  ir_vec_free(&options->pitches);
  ir_vec_free(&options->offsets);
  ir_vec_free(&options->prints);
  ir_vec_free(&options->loads);
  ir_vec_free(&options->saves);
  ir_vec_free(&options->inserts);
  ir_vec_free(&options->assumptions);
  ir_vec_free(&options->links);
}
