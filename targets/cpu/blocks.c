// Which blocks of a grid to look at; see blocks.h.
#include "targets/cpu/blocks.h"

static bool is_corner(const CpuBlockSampler *s, int64_t block) {
  for (size_t i = 0; i < s->num_corners; i++)
    if (s->corners[i] == block) return true;
  return false;
}

static int64_t greatest_common_divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b, b = rest;
  }
  return a;
}

// First and last index of every grid dimension, in all combinations; then a walk that meets every
// block once and spreads well from the start: steps of about the golden ratio of the number.
CpuBlockSampler cpu_blocks_sample(const CpuGrid *grid, uint64_t seed) {
  CpuBlockSampler s = {.blocks = grid->blocks};
  if (s.blocks == 0) return s;
  for (unsigned corner = 0; corner < 1u << grid->rank; corner++) {
    int64_t block = 0, stride = 1;
    for (uint32_t d = 0; d < grid->rank; d++) {
      if (corner >> d & 1) block += (grid->extents[d] - 1) * stride;
      stride *= grid->extents[d];
    }
    if (!is_corner(&s, block)) s.corners[s.num_corners++] = block;
  }
  s.start = (int64_t)(seed % (uint64_t)s.blocks);
  s.step = (int64_t)((double)s.blocks * 0.6180339887498949);
  if (s.step < 1) s.step = 1;
  while (greatest_common_divisor(s.step, s.blocks) != 1) s.step++;
  return s;
}

size_t cpu_blocks_take(CpuBlockSampler *s, int64_t *blocks, size_t n) {
  size_t taken = 0;
  for (; taken < n && s->next < s->blocks; s->next++) {
    // 128 bits are not needed: steps and numbers of blocks are below 2^31 on a device.
    int64_t block = (s->start + s->next * s->step) % s->blocks;
    if (!is_corner(s, block)) blocks[taken++] = block;
  }
  return taken;
}
