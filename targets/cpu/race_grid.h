// Races between clusters of a grid, found from what each left behind in global memory.
//
// Nothing orders the blocks of different clusters but what they tell each other through atomics, so
// two of them race where one writes a byte that the other touches, unless both accesses are atomics
// in the scope of the device.  Clusters may run one after another or at the same time: when one
// has ended, its accesses are taken off its detector as traces, and they are added to those of the
// clusters before it.  Adding in the order of the clusters makes reports independent of who ran
// when.
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
