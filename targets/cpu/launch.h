// One run of a kernel's grid, as the files of the machine share it.
#ifndef TARGETS_CPU_LAUNCH_H
#define TARGETS_CPU_LAUNCH_H

#include <pthread.h>

#include "targets/cpu/memory.h"
#include "targets/cpu/run.h"

typedef struct CpuLaunch {
  IrOp *kernel;
  const CpuRun *run;
  CpuGrid grid;
  CpuStorage *storage; // one an argument: the memory behind a memref
  pthread_mutex_t atomics;
  bool waits_for_grids;         // the kernel has a simt.griddepcontrol wait: accesses come after it
  struct CpuGridWatch *between; // races between clusters; NULL: nobody looks for them
} CpuLaunch;

// Fills the cells of the kernel's arguments.
void cpu_launch_set_arguments(const CpuLaunch *launch, IrInterp *interp);

// Where what the kernel says goes.
void cpu_launch_set_report(const CpuLaunch *launch, IrInterp *interp);

// Adds the help that belongs to the limit of steps, if that ended the activity.
void cpu_launch_help(const CpuLaunch *launch, const IrInterp *interp);

// The indices of a block by its linear number, and as text: "(0, 3)".
void cpu_block_index(const CpuGrid *grid, int64_t block, int64_t *index);
void cpu_print_block(const CpuGrid *grid, int64_t block, IrStream *out);

#endif
