// Options of tile-run that tile-tune has, too: which file, and what its kernel is given.
//
// The functions are a DriverOption's `call`.  What they get as `user` begins with a RunOptions.
// Values are borrowed from the command line.
#ifndef DRIVER_RUN_OPTIONS_H
#define DRIVER_RUN_OPTIONS_H

#include "driver/options.h"
#include "driver/run.h"

IrStatus run_take_file(void *user, IrContext *ctx, const DriverArg *arg); // the only positional
IrStatus run_take_dim(void *user, IrContext *ctx, const DriverArg *arg);  // NAME=N
IrStatus run_take_value(void *user, IrContext *ctx, const DriverArg *arg);
IrStatus run_take_pitch(void *user, IrContext *ctx, const DriverArg *arg);
IrStatus run_take_offset(void *user, IrContext *ctx, const DriverArg *arg);
IrStatus run_take_init(void *user, IrContext *ctx, const DriverArg *arg); // [ARG:]KIND
IrStatus run_take_assume(void *user, IrContext *ctx, const DriverArg *arg);
IrStatus run_take_arch(void *user, IrContext *ctx, const DriverArg *arg);
IrStatus run_take_verify_time(void *user, IrContext *ctx, const DriverArg *arg); // seconds
IrStatus run_take_bench_time(void *user, IrContext *ctx, const DriverArg *arg);

// Entries of the two tables.
#define FLAG(n, where, text) \
  { .name = n, .kind = DRIVER_FLAG, .to = where, .help = text }
#define INT(n, where, v, text) \
  { .name = n, .kind = DRIVER_INT, .to = where, .value = v, .help = text, .non_negative = true }
#define STRING(n, where, v, text) \
  { .name = n, .kind = DRIVER_STRING, .to = where, .value = v, .help = text }
#define CALL(n, fn, v, text) \
  { .name = n, .kind = DRIVER_CALL, .call = fn, .value = v, .help = text }

// What the kernel is given.
// clang-format off
#define RUN_ARGUMENT_OPTIONS \
  CALL("assume", run_take_assume, "FACT", "a fact about arguments, checked at launch: 'M % 128 == 0'"), \
  CALL("dim", run_take_dim, "NAME=N", "extent of a dimension (without any: 256 each)"), \
  CALL("arg", run_take_value, "NAME=NUMBER", "value of a scalar argument (1)"), \
  CALL("init", run_take_init, "[ARG:]KIND", "fill inputs: 'normal', 'int' (-4 to 4), 'zero', 'index'"), \
  CALL("pitch", run_take_pitch, "ARG=N", "elements between rows, where the type leaves it open"), \
  CALL("offset", run_take_offset, "ARG=N", "place ARG N elements after an aligned address"), \
  {.name = "seed", .kind = DRIVER_INT, .offset = offsetof(RunOptions, seed), .value = "N", \
   .help = "seed of the inputs and of the blocks checked (0)"}
// clang-format on

// Questions about the tool, for a RunQuestions.
typedef struct RunQuestions {
  bool help, version;
} RunQuestions;
#define RUN_QUESTION_OPTIONS(q) \
  FLAG("version", &(q).version, "print the version"), FLAG("help", &(q).help, "print this")
// Parses the command line, and answers them.
IR_CHECKED IrStatus run_parse_options(IrContext *ctx, const DriverCli *cli,
                                      const RunQuestions *questions, int argc, char **argv);

// Appends `NAME=TEXT`.
IR_CHECKED IrStatus run_add_setting(IrContext *ctx, RunSettings *settings, const DriverArg *arg);
// Frees the lists; not what they borrow.
void run_options_free(RunOptions *options);

#endif
