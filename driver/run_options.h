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

// Appends `NAME=TEXT`.
IR_CHECKED IrStatus run_add_setting(IrContext *ctx, RunSettings *settings, const DriverArg *arg);
// Frees the lists; not what they borrow.
void run_options_free(RunOptions *options);

#endif
