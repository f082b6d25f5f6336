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

WarpGrid warp_grid_along_m(int64_t m, int64_t n, int64_t warps) {
  int64_t groups = warps % GROUPS ? 1 : GROUPS;
  bool fits = m % groups == 0 && n % INSTR_N == 0 &&
              power_of_two_in(m / groups) >= warps / groups * INSTR_M;
  return fits ? (WarpGrid){warps, 1} : (WarpGrid){0, 0};
}

bool warp_grid_fits(WarpGrid grid, int64_t m, int64_t n, int64_t warps) {
  int64_t groups_m = grid.m % GROUPS ? 1 : GROUPS, groups_n = grid.n % GROUPS ? 1 : GROUPS;
  int64_t rows = grid.m / groups_m, cols = grid.n / groups_n, shared = grid.m * grid.n;
  bool powers = rows > 0 && cols > 0 && !(rows & (rows - 1)) && !(cols & (cols - 1));
  if (!powers || m % groups_m || n % groups_n || groups_m * groups_n > GROUPS) return false;
  if (shared != warps && (groups_m * groups_n != 1 || shared * GROUPS != warps)) return false;
  return m % INSTR_M == 0 && n % INSTR_N == 0 && power_of_two_in(m / groups_m) >= rows * INSTR_M &&
         power_of_two_in(n / groups_n) >= cols * INSTR_N;
}

int64_t warp_grid_most_warps(int64_t m, int64_t n) {
  if (m % INSTR_M || n % INSTR_N) return 0;
  return power_of_two_in(m) / INSTR_M * (power_of_two_in(n) / INSTR_N);
}
