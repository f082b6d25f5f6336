// Which warp of a cluster runs next, and when pending work is delivered.
#ifndef TARGETS_CPU_SCHEDULE_H
#define TARGETS_CPU_SCHEDULE_H

#include "targets/cpu/thread.h"

// Runs the warps of a cluster that has been started, until all have ended; false after a failure.
bool cpu_schedule_run(CpuCluster *cluster);
// Forgets all pending work.
void cpu_work_clear(CpuCluster *cluster);

#endif
