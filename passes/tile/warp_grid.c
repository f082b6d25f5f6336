#include "passes/tile/warp_grid.h"

WarpGrid warp_grid_for_mma(int64_t m, int64_t n, int64_t warps) {
  WarpGrid best = {0, 0};
  int64_t best_cost = INT64_MAX;
  if (m % 16 != 0 || n % 8 != 0) return best;
  for (int64_t rows = 1; rows <= warps; rows *= 2) {
    int64_t cols = warps / rows;
    if (rows * 16 > m || cols * 8 > n) continue;
    int64_t cost = m / rows + n / cols;
    if (cost >= best_cost) continue;
    best_cost = cost;
    best = (WarpGrid){rows, cols};
  }
  return best;
}
