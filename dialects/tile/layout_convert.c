// Which plan a conversion takes.
//
// The linear parts are planned by the algebra; copies of them, and groups of warps, repeat the
// plan.
#include "dialects/tile/layout_convert_impl.h"

const char *tile_convert_kind_name(TileConvertKind kind) {
  static const char *const names[] = {"nothing", "registers", "shuffle", "shared"};
  return names[kind];
}

static bool are_of_one_tile(const TileLayout *a, const TileLayout *b) {
  return a->inputs == 3 && b->inputs == 3 && tile_layout_same_extents(a, b) &&
         a->bits[TILE_WARP] == b->bits[TILE_WARP] && a->more_groups == b->more_groups &&
         a->bits[TILE_LANE] <= TILE_LANE_BITS && b->bits[TILE_LANE] <= TILE_LANE_BITS;
}

static TileLayout linear_part(const TileLayout *l) {
  TileLayout linear = *l;
  memset(linear.more, 0, sizeof linear.more);
  linear.more_groups = linear.split = 0;
  return linear;
}

// The cheapest plan of linear parts.
static bool plan_linear(const TileConversion *c, TileConvertPlan *out) {
  TileConvertShared shared;
  TileConvertCost cost;
  out->kind = TILE_CONVERT_NOTHING;
  if (!c->limits->of_block && tile_layout_equal(c->src, c->dst)) return true;
  bool moves = !c->limits->of_block && tile_convert_plan_moves(c, &out->moves, &out->cost);
  out->kind = moves && !out->moves.moves_lanes ? TILE_CONVERT_REGISTERS : TILE_CONVERT_SHUFFLE;
  // Only registers, or so few shuffles that no exchange can be cheaper.
  if (moves && (out->kind == TILE_CONVERT_REGISTERS || out->cost.total <= 32)) return true;
  if (!tile_convert_plan_shared(c, &shared, &cost)) return moves;
  if (moves && out->cost.total <= cost.total) return true;
  out->kind = TILE_CONVERT_SHARED;
  out->cost = cost;
  out->shared = shared;
  return true;
}

// As many copies at once as the scratch has room for; the parts of warps are of one copy.
static unsigned exchanged_together(const TileConvertPlan *plan, unsigned bytes, unsigned limit) {
  int64_t copy = plan->shared.elements * bytes * plan->parts;
  if (plan->shared.of_warp || plan->across || plan->shared.log_rounds) return 1;
  if (!limit || limit / copy >= plan->copies) return plan->copies;
  return limit / copy > 1 ? (unsigned)(limit / copy) : 1;
}

static TileConvertCost cost_of_copies(const TileConvertPlan *plan) {
  TileConvertCost cost = plan->cost;
  unsigned n = plan->copies, exchanges = (n + plan->together - 1) / plan->together;
  cost.shuffles *= n;
  cost.selects *= n;
  cost.accesses *= n;
  cost.wavefronts *= n;
  cost.block_barriers *= exchanges;
  cost.warp_barriers *= exchanges;
  cost.shared_bytes *= plan->parts * plan->together;
  unsigned beside = plan->cost.total - plan->cost.wavefronts; // latency and barriers
  cost.total = plan->kind == TILE_CONVERT_SHARED ? cost.wavefronts + exchanges * beside
                                                 : plan->cost.total * n;
  return cost;
}

bool tile_layout_plan_conversion(const TileLayout *src, const TileLayout *dst,
                                 unsigned element_bytes, const TileConvertLimits *limits,
                                 TileConvertPlan *out) {
  *out = (TileConvertPlan){.kind = TILE_CONVERT_NOTHING, .copies = 1, .together = 1, .parts = 1};
  if (!are_of_one_tile(src, dst) || !tile_layout_covers(src) || !tile_layout_covers(dst))
    return false;
  TileLayout from = linear_part(src), to = linear_part(dst);
  TileConvertLimits linear = *limits;
  TileConversion c = {&from, &to, element_bytes, &linear};
  out->across = src->split != dst->split;
  out->copies = tile_layout_copies(dst);
  if (!out->across) out->parts = tile_layout_groups(dst);
  if (out->across && dst->split) out->copies *= tile_layout_groups(dst);
  linear.of_block = linear.of_block || out->across;
  linear.stmatrix = linear.stmatrix && !out->across; // which all threads of a warp execute
  linear.scratch_bytes /= out->parts;
  if (!plan_linear(&c, out)) return false;
  if (out->kind == TILE_CONVERT_SHARED)
    out->together = exchanged_together(out, element_bytes, limits->scratch_bytes);
  out->cost = cost_of_copies(out);
  return true;
}
