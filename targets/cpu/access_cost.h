// What one access of a warp costs the memory system, from the addresses of its lanes.
//
// Global memory is moved in sectors of 32 bytes: a request costs the sectors that its bytes lie in.
// Shared memory has 32 banks of 4 bytes; a wavefront takes one word from each.  Accesses of 8 and
// 16 bytes a lane are made in 2 and 4 phases, of 16 and 8 lanes.  Within a phase a word is read
// once for all lanes that want it, and words of one bank wait for each other: the phase takes as
// many wavefronts as its fullest bank has words.  (CUDA C++ Programming Guide, "Shared Memory";
// ldmatrix is 8 rows of 16 bytes a phase.)
#ifndef TARGETS_CPU_ACCESS_COST_H
#define TARGETS_CPU_ACCESS_COST_H

#include "ir/support/base.h"

enum { CPU_SECTOR_BYTES = 32, CPU_BANKS = 32, CPU_BANK_BYTES = 4, CPU_ACCESS_LANES = 32 };

typedef struct CpuLaneAddresses {
  uint32_t lanes;           // that take part
  const int64_t *addresses; // by lane; in shared memory from its start
  uint32_t bytes;           // of each lane: 1, 2, 4, 8 or 16
  bool serial;              // atomics: lanes at the same word wait for each other
} CpuLaneAddresses;

// Of what the hardware has to do, and what it would do for as many different bytes side by side.
typedef struct CpuAccessCost {
  uint32_t units; // sectors or wavefronts
  uint32_t ideal;
} CpuAccessCost;

CpuAccessCost cpu_global_cost(CpuLaneAddresses access);
// The ideal is one wavefront a phase.
CpuAccessCost cpu_shared_cost(CpuLaneAddresses access);

#endif
