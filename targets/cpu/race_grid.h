// Races between clusters of a grid, found from what each left behind in global memory.
//
// Two clusters race where one writes a byte that the other touches, unless both accesses are
// atomics in the scope of the device, or one has told the other something before: it released at a
// location in the scope of the device, and the other acquired there.  Then everything of the two
// counts as ordered, also what came after the release or before the acquire; within a cluster
// race.h is exact.  Clusters may run one after another or at the same time: when one has ended, its
// accesses are taken off its detector as traces, and they are added to those of the clusters before
// it.  Adding in the order of the clusters makes reports independent of who ran when.
#ifndef TARGETS_CPU_RACE_GRID_H
#define TARGETS_CPU_RACE_GRID_H

#include "targets/cpu/race.h"

typedef struct CpuRaceTraces CpuRaceTraces; // what a cluster touched
typedef struct CpuRaceGrid CpuRaceGrid;     // what clusters touched so far

// What is in `memory`, whose offsets are addresses that all clusters agree on.
CpuRaceTraces *cpu_race_traces(const CpuRace *race, const CpuRaceMemory *memory);
void cpu_race_traces_free(CpuRaceTraces *traces);

CpuRaceGrid *cpu_race_grid_create(void);
void cpu_race_grid_destroy(CpuRaceGrid *grid);

// A thread of the cluster releases at `location`, a number that all clusters agree on, or acquires
// there.  What clusters tell each other has to be known before their traces are added.
void cpu_race_grid_release(CpuRaceGrid *grid, int64_t cluster, uint64_t location);
void cpu_race_grid_acquire(CpuRaceGrid *grid, int64_t cluster, uint64_t location);

typedef struct CpuRaceGridSide {
  const IrOp *op;
  CpuRaceKind kind;
  int64_t cluster;
  uint32_t block; // of the cluster
} CpuRaceGridSide;

typedef struct CpuRaceGridReport {
  CpuRaceGridSide now, before; // `now` is of the cluster that was added
  int64_t offset;
  uint64_t bytes; // in a row that both touch
} CpuRaceGridReport;

// Adds what cluster `cluster` touched; each is added once.  Whether it races with an earlier one;
// then the lowest place is in `report`.
IR_CHECKED bool cpu_race_grid_add(CpuRaceGrid *grid, int64_t cluster, const CpuRaceTraces *traces,
                                  CpuRaceGridReport *report);

#endif
