// Options about counters, the same in every tool that runs passes:
//
//   --pass-statistics   --pass-statistics-display=pipeline|list   --statistics-format=text|json
//   --step-statistics   also patterns, folds and erased ops, by name: tried, and came to something
#ifndef DRIVER_STATISTICS_H
#define DRIVER_STATISTICS_H

#include "driver/options.h"
#include "ir/pass/pass_manager.h"
#include "ir/support/vec.h"

// Steps of one name.
typedef struct DriverStepCount {
  const char *kind, *name;
  uint64_t tried, changed;
} DriverStepCount;

// Zero-initialised: no counters.
typedef struct DriverStatistics {
  bool passes, steps;
  int view, format; // of the choices below
  IR_VEC(DriverStepCount) counts;
} DriverStatistics;

// Entries of an option table, for a member `m` of the state T that the table fills.
#define DRIVER_STATISTICS_OPTIONS(T, m) \
  {.name = "pass-statistics", \
   .aliases = "mlir-pass-statistics", \
   .kind = DRIVER_FLAG, \
   .offset = offsetof(T, m.passes), \
   .help = "print counters of passes and analyses"}, \
      {.name = "step-statistics", \
       .kind = DRIVER_FLAG, \
       .offset = offsetof(T, m.steps), \
       .help = "print how often patterns, folds and erasures were tried and did something"}, \
      {.name = "pass-statistics-display", \
       .aliases = "mlir-pass-statistics-display", \
       .kind = DRIVER_CHOICE, \
       .offset = offsetof(T, m.view), \
       .value = "pipeline|list", \
       .help = "counters along the pipeline, or by name of pass"}, \
  { \
    .name = "statistics-format", .kind = DRIVER_CHOICE, .offset = offsetof(T, m.format), \
    .value = "text|json", .help = "how counters are written" \
  }

// Before any pass runs: begins to count steps, if asked to.  `statistics` must outlive the passes.
void driver_statistics_open(DriverStatistics *statistics, IrContext *ctx);
// Reports to standard error, if asked for.
void driver_statistics_report(const DriverStatistics *statistics, const IrPassManager *pm);
void driver_statistics_free(DriverStatistics *statistics);

#endif
