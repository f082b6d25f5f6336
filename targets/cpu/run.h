// Running kernels on the CPU: the machines under the interpreter, for the levels in program order,
// from kernel text up to the barriers in place, and for the thread level.
//
//   CpuArg args[3] = {{.array = a}, {.array = b}, {.array = c}};
//   cpu_run_kernel(kernel, &(CpuRun){.args = args, .num_args = 3});
//
// Blocks are independent of each other and run on several host threads.  Within a block of tiles
// everything happens in program order; the warps of a block take turns (thread.h).  The result does
// not depend on the number of threads as long as different blocks write different elements.
#ifndef TARGETS_CPU_RUN_H
#define TARGETS_CPU_RUN_H

#include "ir/core/op.h"
#include "ir/interp/op_counts.h"
#include "targets/cpu/array.h"

// One argument of the kernel, in the order of its signature.
typedef struct CpuArg {
  CpuArray array;  // for a memref
  double number;   // for a scalar of a float type
  int64_t integer; // for a scalar of an integer type or index
  // For a memref: one byte per element of its storage (counted from element [0, ..., 0]), set to 1
  // where a block writes, for the comparison of sampled blocks; or NULL.
  uint8_t *written;
} CpuArg;

// When what goes on beside the threads takes effect, and which warp runs (thread level).
typedef struct CpuSchedule {
  bool random;   // at random points, in random order; else as late as waits allow
  uint64_t seed; // of a random one
} CpuSchedule;

typedef struct CpuRun {
  const CpuArg *args;
  size_t num_args;
  // Linear indices of the blocks to run (the first block index varies fastest), or NULL for all.
  const int64_t *blocks;
  size_t num_blocks;
  unsigned threads;       // host threads; 0: as many as there are processors
  uint64_t max_steps;     // ops that a warp, or a block of tiles, may execute; 0: no limit
  const char *limit_help; // what to do about that, for the message; or NULL
  IrOpCounts *counts;     // what was executed is added to them, or NULL
  CpuSchedule schedule;
  int64_t processors; // multiprocessors that the kernel is told of; 0: CPU_PROCESSORS
  bool quiet;         // what the kernel says is not to be heard
  // At thread level:
  bool allow_races;           // do not look for them
  struct CpuProfile *profile; // what the run costs is added to it, or NULL (profile.h)
} CpuRun;

// Takes what an interpreter says and drops it (dialects/tile/report.h).
extern IR_API const struct TileReportMachine cpu_quiet_report;

enum { CPU_MAX_GRID = 4, CPU_PROCESSORS = 132 };

// A launch as the signature and the arguments make it.
typedef struct CpuGrid {
  uint32_t rank;
  int64_t extents[CPU_MAX_GRID];
  int64_t blocks; // their product
} CpuGrid;

// Checks the arguments against the kernel's signature (number, element types, ranks, static
// extents and strides, dimensions that carry one name) and evaluates the grid.  Of a run, here and
// below, only its arguments and processors matter.
IR_API IR_CHECKED IrStatus cpu_kernel_grid(IrOp *kernel, const CpuRun *run, CpuGrid *grid);
// Whether the kernel's assumptions hold for the arguments.  They must have passed cpu_kernel_grid.
// The first that does not is left in `unmet`, which may be NULL.
IR_API bool cpu_kernel_accepts(IrOp *kernel, const CpuRun *run, IrAttr *unmet);
// Runs the kernel, whose assumptions must hold.  An error in a block is a diagnostic at the op that
// failed with a note that names the block; of several, the one of the lowest block in the order
// given.
IR_API IR_CHECKED IrStatus cpu_run_kernel(IrOp *kernel, const CpuRun *run);

#endif
