// Some blocks of a grid, for when all take too long: the corners, which hold the edges, then blocks
// spread evenly over the rest.
#ifndef TARGETS_CPU_BLOCKS_H
#define TARGETS_CPU_BLOCKS_H

#include "targets/cpu/run.h"

enum { CPU_MAX_CORNERS = 8 };

typedef struct CpuBlockSampler {
  int64_t corners[CPU_MAX_CORNERS]; // linear indices
  size_t num_corners;
  int64_t blocks, start, step; // block i of the rest is (start + i * step) mod blocks
  int64_t next;
} CpuBlockSampler;

IR_API CpuBlockSampler cpu_blocks_sample(const CpuGrid *grid, uint64_t seed);
// Up to `n` blocks that are no corners and were not given before; returns how many.
IR_API size_t cpu_blocks_take(CpuBlockSampler *s, int64_t *blocks, size_t n);

#endif
