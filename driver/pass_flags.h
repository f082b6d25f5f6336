// Options about looking at a pipeline, running a part of it and counting its steps, for every tool
// that runs passes.
//
// The state that DriverCli.user points to begins with a DriverPassFlags, and the tool's topics
// include those below.
#ifndef DRIVER_PASS_FLAGS_H
#define DRIVER_PASS_FLAGS_H

#include "driver/options.h"
#include "driver/steps.h"
#include "ir/pass/pass_manager.h"

typedef struct DriverPassFlags {
  bool before_all, after_all, after_change, after_failure, diff, module_scope;
  const char *tree_dir, *phases_dir;
  IrStream before, after, filter; // comma-separated names of passes and symbols
  IrPipelineCut cut;              // for ir_pass_manager_cut
  DriverSteps steps;
} DriverPassFlags;

extern const DriverTopic driver_dumps_topic, driver_parts_topic, driver_steps_topic;

// Writes what was asked for to the options of a run; they point into `flags`.
void driver_pass_flags_apply(const DriverPassFlags *flags, IrPassOptions *options);
void driver_pass_flags_free(DriverPassFlags *flags);

#endif
