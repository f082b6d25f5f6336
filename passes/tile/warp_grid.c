#include "passes/tile/warp_grid.h"

#include "dialects/tile/layout.h"

enum { INSTR_M = 16, INSTR_N = 8, GROUPS = TILE_LAYOUT_GROUPS, GROUP_WARPS = TILE_GROUP_WARPS };

static int64_t power_of_two_in(int64_t extent) {
  return extent & -extent;
}

// Splits a power of two; `m` and `n` are what one group computes.
static WarpGrid best_grid(int64_t m, int64_t n, int64_t warps, int64_t *best_cost) {
  WarpGrid best = {0, 0};
  *best_cost = INT64_MAX;
  for (int64_t rows = 1; rows <= warps; rows *= 2) {
    int64_t cols = warps / rows;
    if (rows * INSTR_M > power_of_two_in(m) || cols * INSTR_N > power_of_two_in(n)) continue;
    int64_t cost = m / rows + n / cols;
    if (cost >= *best_cost) continue;
    *best_cost = cost;
    best = (WarpGrid){rows, cols};
  }
  return best;
}

static WarpGrid grid_for_groups(int64_t m, int64_t n) {
  int64_t cost_m = INT64_MAX, cost_n = INT64_MAX, cost;
  WarpGrid along_m = {0, 0}, along_n = {0, 0};
  if (m % GROUPS == 0) along_m = best_grid(m / GROUPS, n, GROUP_WARPS, &cost_m);
  if (n % GROUPS == 0) along_n = best_grid(m, n / GROUPS, GROUP_WARPS, &cost_n);
  if (along_m.m && cost_m <= cost_n) return (WarpGrid){along_m.m * GROUPS, along_m.n};
  if (along_n.m) return (WarpGrid){along_n.m, along_n.n * GROUPS};
  return best_grid(m, n, GROUP_WARPS, &cost);
}

WarpGrid warp_grid_for_mma(int64_t m, int64_t n, int64_t warps) {
  int64_t cost;
  if (m % INSTR_M || n % INSTR_N) return (WarpGrid){0, 0};
  if (warps == GROUPS * GROUP_WARPS) return grid_for_groups(m, n);
  return best_grid(m, n, warps, &cost);
}

int64_t warp_grid_most_warps(int64_t m, int64_t n) {
  if (m % INSTR_M || n % INSTR_N) return 0;
  return power_of_two_in(m) / INSTR_M * (power_of_two_in(n) / INSTR_N);
}
