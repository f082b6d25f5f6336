// --validate-each: whether passes keep what the code computes.
//
//   tile-opt k.mlir --tile-to-thread-level --validate-each=seed:3,sizes:8
//
// Before the first pass every kernel and every public function is executed on arguments made from
// its signature, for some sizes; after every pass that changed it, again.  The first pass with
// another result, or with an error of the executor that was not there before, is an error that says
// for which sizes, in which argument and element, and both values.  With driver/crash.h the pass
// and its input go to a reproducer, which does it again.
//
// Code that nothing here executes (an op without a rule) is passed over; the next pass after which
// it runs again is compared with the last one after which it did.
#ifndef DRIVER_VALIDATE_VALIDATE_H
#define DRIVER_VALIDATE_VALIDATE_H

#include "driver/options.h"
#include "ir/pass/pass_manager.h"

// What the command line says; zero-initialise, and keep while the pipeline runs.
typedef struct DriverValidate {
  bool wanted;
  int64_t seed;  // of sizes and inputs; 0: 1
  int64_t sizes; // different sizes for each kernel or function; 0: 6
  int64_t steps; // ops that a block or a call may execute; 0: 100 million
} DriverValidate;

#define DRIVER_VALIDATE_VALUE "seed:N,sizes:N,steps:N"

// Takes `seed:N,sizes:N,steps:N`, each optional, or no value.
IR_CHECKED IrStatus driver_validate_take(DriverValidate *v, IrContext *ctx, const DriverArg *arg);
// The same from text at `loc`, as a reproducer holds it.
IR_CHECKED IrStatus driver_validate_parse(DriverValidate *v, IrContext *ctx, IrStr text, IrLoc loc);
// What driver_validate_parse reads.
void driver_validate_print(const DriverValidate *v, IrStream *out);
// Adds to `pm` what looks at its passes, if wanted; behind driver_crash_watch, which then sees what
// failed here.
void driver_validate_watch(DriverValidate *v, IrContext *ctx, IrPassManager *pm);

#endif
