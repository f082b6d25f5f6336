// Options about reports of time, the same in every tool that runs passes:
//
//   --timing   --timing-display=tree|list   --timing-format=text|json   --timing-trace=FILE
//
//   IR_TRY(driver_timing_open(&timing));
//   ... driver_timing_root(&timing) is the timer that others go under; NULL when nobody asked
//   status = driver_timing_close(&timing, ctx, status);
#ifndef DRIVER_REPORTS_H
#define DRIVER_REPORTS_H

#include "driver/options.h"
#include "ir/support/timing.h"

// Zero-initialised: no times.
typedef struct DriverTiming {
  bool wanted;
  int view, format;  // of the choices below
  const char *trace; // file
  IrTiming *timing;
} DriverTiming;

// Entries of an option table, for a member `m` of the state T that the table fills.
#define DRIVER_TIMING_OPTIONS(T, m) \
  {.name = "timing", \
   .aliases = "mlir-timing", \
   .kind = DRIVER_FLAG, \
   .offset = offsetof(T, m.wanted), \
   .help = "print the time spent in each pass and step"}, \
      {.name = "timing-display", \
       .aliases = "mlir-timing-display", \
       .kind = DRIVER_CHOICE, \
       .offset = offsetof(T, m.view), \
       .value = "tree|list", \
       .help = "times as steps are nested, or by name"}, \
      {.name = "timing-format", \
       .aliases = "mlir-output-format", \
       .kind = DRIVER_CHOICE, \
       .offset = offsetof(T, m.format), \
       .value = "text|json", \
       .help = "how times are written"}, \
  { \
    .name = "timing-trace", .kind = DRIVER_STRING, .offset = offsetof(T, m.trace), \
    .value = "FILE", .help = "write every step's time to FILE, for Perfetto or chrome://tracing" \
  }

void driver_timing_open(DriverTiming *timing);
IrTimer *driver_timing_root(const DriverTiming *timing);
// Reports to standard error and writes the trace, if asked for.  Returns `status`, or IR_FAILED
// when the trace cannot be written.  Nothing is left to free.
IR_CHECKED IrStatus driver_timing_close(DriverTiming *timing, IrContext *ctx, IrStatus status);

#endif
