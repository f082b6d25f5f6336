// Which plan a conversion takes.
#include "dialects/tile/layout_convert_impl.h"

const char *tile_convert_kind_name(TileConvertKind kind) {
  static const char *const names[] = {"nothing", "registers", "shuffle", "shared"};
  return names[kind];
}

static bool are_of_one_tile(const TileLayout *a, const TileLayout *b) {
  return a->inputs == 3 && b->inputs == 3 && a->rank == b->rank &&
         memcmp(a->log, b->log, sizeof a->log) == 0 && a->bits[TILE_WARP] == b->bits[TILE_WARP] &&
         a->bits[TILE_LANE] <= TILE_LANE_BITS && b->bits[TILE_LANE] <= TILE_LANE_BITS;
}

bool tile_layout_plan_conversion(const TileLayout *src, const TileLayout *dst,
                                 unsigned element_bytes, const TileConvertLimits *limits,
                                 TileConvertPlan *out) {
  TileConversion c = {src, dst, element_bytes, limits};
  TileConvertShared shared;
  TileConvertCost cost;
  *out = (TileConvertPlan){.kind = TILE_CONVERT_NOTHING};
  if (!are_of_one_tile(src, dst) || !tile_layout_covers(src) || !tile_layout_covers(dst))
    return false;
  if (tile_layout_equal(src, dst)) return true;
  bool moves = tile_convert_plan_moves(&c, &out->moves, &out->cost);
  out->kind = moves && !out->moves.moves_lanes ? TILE_CONVERT_REGISTERS : TILE_CONVERT_SHUFFLE;
  // Only registers, or so few shuffles that no exchange can be cheaper.
  if (moves && (out->kind == TILE_CONVERT_REGISTERS || out->cost.total <= 32)) return true;
  if (!tile_convert_plan_shared(&c, &shared, &cost)) return moves;
  if (moves && out->cost.total <= cost.total) return true;
  out->kind = TILE_CONVERT_SHARED;
  out->cost = cost;
  out->shared = shared;
  return true;
}
