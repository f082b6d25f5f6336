// Options of tile-opt that count, log and leave out steps of work.
#include <errno.h>
#include <stdlib.h>

#include "driver/opt_impl.h"

static IrStatus take_limit(void *user, IrContext *ctx, const DriverArg *arg) {
  DriverSteps *s = &((Opt *)user)->steps;
  char *end;
  errno = 0;
  s->limit = strtoll(arg->value, &end, 10);
  s->bisect = true;
  if (!errno && end != arg->value && !*end) return IR_OK;
  (void)ir_error(ctx, arg->value_loc, "option '--{}' takes a number of steps, got '{}'", arg->name,
                 arg->value);
  ir_help(ctx, "--{}=-1 does all steps and says how many there are", arg->name);
  return IR_FAILED;
}

static IrStatus take_counter(void *user, IrContext *ctx, const DriverArg *arg) {
  return driver_steps_take_counters(&((Opt *)user)->steps, ctx, arg);
}

static const DriverOption options[] = {
    OPT_CALL("bisect-limit", "opt-bisect-limit", take_limit, "N",
             "do the first N passes, patterns and folds only; -1: all, counted"),
    OPT_CALL("debug-counter", "mlir-debug-counter", take_counter, "NAME-skip=N,...",
             "NAME-skip=N,NAME-count=M: leave out N steps of that name, do M"),
    OPT_FLAG("print-debug-counter", "mlir-print-debug-counter", steps.print_counters,
             "print what debug counters counted"),
    OPT_TEXT("log-actions-to", NULL, steps.log_path, "FILE|-",
             "log passes, and the patterns and folds that changed something"),
    {0}};
const DriverTopic opt_steps_topic = {"steps of work", options};
