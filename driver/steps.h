// What tools do with steps of work (ir/core/action.h): stop after so many (--bisect-limit), log
// them (--log-actions-to), let some by name run and others not (--debug-counter).
#ifndef DRIVER_STEPS_H
#define DRIVER_STEPS_H

#include "driver/options.h"
#include "ir/core/action.h"
#include "ir/support/vec.h"

// Steps of one name: the first `skip` are left out, then `count` are done, the rest left out.
typedef struct DriverCounter {
  IrStr name;
  IrLoc loc; // where it was asked for
  uint64_t skip, count, seen, done;
} DriverCounter;

// Zero-initialise; it must stay where it is as long as the context watches.
typedef struct DriverSteps {
  IrContext *ctx;
  bool bisect;
  int64_t limit; // steps to do; negative: all
  uint64_t begun;
  const char *log_path;
  void *log; // FILE *
  IR_VEC(DriverCounter) counters;
  bool print_counters;
} DriverSteps;

// Takes `NAME-skip=N,NAME-count=M`.
IR_CHECKED IrStatus driver_steps_take_counters(DriverSteps *s, IrContext *ctx,
                                               const DriverArg *arg);
// Starts watching when anything was asked for.
IR_CHECKED IrStatus driver_steps_open(DriverSteps *s, IrContext *ctx);
// Ends the log, reports, and warns of counters that no step had the name of.
void driver_steps_close(DriverSteps *s);
void driver_steps_free(DriverSteps *s);

#endif
