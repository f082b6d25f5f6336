// A stage and an order for each op of a loop, from what must come before what.
//
// Stages: an op stands as late as its uses allow, so that nothing waits longer than it must.  The
// longest way, in latencies, from the op to the end of the iteration is how many stages it lies
// before the last one.
//
// Order within a step: the ops of the last stage as written, which are those that one iteration's
// results take; behind the first wait among them, whose barrier says that the slots of the
// iteration before are free, the ops of earlier stages, the nearer iterations first.  So what is
// started there overlaps with the uses behind it.
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/interfaces/effects.h"
#include "passes/tile/pipeline.h"

static void write_number(IrOp *op, const char *name, int64_t value) {
  ir_op_set_attr(op, name, ir_attr_integer(ir_type_i64(ir_op_context(op)), value));
}

bool pipeline_has_schedule(const Pipeline *p) {
  for (size_t i = 0; i < p->ops.n; i++) {
    const IrOp *op = p->ops.at[i].op;
    if (ir_op_attr(op, PIPELINE_STAGE) || ir_op_attr(op, PIPELINE_ORDER)) return true;
  }
  return false;
}

// ---- Stages

// Distances from the last stage.  False when an iteration would wait for itself.
static bool find_depths(const Pipeline *p, int64_t *depth) {
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t e = 0; e < p->edges.n; e++) {
      const PipelineEdge *edge = &p->edges.at[e];
      int64_t least = depth[edge->to] + edge->latency;
      if (depth[edge->from] >= least) continue;
      if (least > PIPELINE_MAX_STAGE) return false;
      depth[edge->from] = least;
      grown = true;
    }
  }
  return true;
}

// Nothing waits for a release in the same iteration, but the sooner it comes the fewer slots
// suffice.
static void release_early(const Pipeline *p, int64_t *depth) {
  for (size_t i = 0; i < p->ops.n; i++) {
    if (!IS(p->ops.at[i].op, mem_channel_release)) continue;
    int64_t most = PIPELINE_MAX_STAGE;
    for (size_t e = 0; e < p->edges.n; e++) {
      const PipelineEdge *edge = &p->edges.at[e];
      if (edge->to == i && !edge->distance && depth[edge->from] < most) most = depth[edge->from];
    }
    if (most < PIPELINE_MAX_STAGE && most > depth[i]) depth[i] = most;
  }
}

static bool find_stages(Pipeline *p, const char **why) {
  int64_t *depth = ir_calloc(p->ops.n + 1, sizeof *depth), last = 0;
  bool found = find_depths(p, depth);
  if (found) release_early(p, depth);
  for (size_t i = 0; i < p->ops.n; i++)
    if (depth[i] > last) last = depth[i];
  for (size_t i = 0; i < p->ops.n; i++) p->ops.at[i].stage = last - depth[i];
  ir_free(depth);
  *why = !found ? "each iteration waits for what the one before has computed"
                : "nothing in an iteration can start before the one before has ended";
  return found && last > 0;
}

static void write_stages(const Pipeline *p) {
  for (size_t i = 0; i < p->ops.n; i++)
    write_number(p->ops.at[i].op, PIPELINE_STAGE, p->ops.at[i].stage);
}

// ---- Order

static int64_t stage_of(const IrOp *op) {
  return ir_attr_int(ir_op_attr(op, PIPELINE_STAGE));
}

static int64_t last_stage(const Pipeline *p) {
  int64_t last = 0;
  for (size_t i = 0; i < p->ops.n; i++)
    if (p->ops.at[i].stage > last) last = p->ops.at[i].stage;
  return last;
}

// Does a tile come out of registers where it has waited since an earlier stage?
static bool stores_waiting_tile(const IrOp *op, int64_t stage) {
  if (!IS(op, tile_store) || !mem_is_buffer(ir_value_type(GET(op, tile_store, dest)))) return false;
  const IrOp *from = ir_value_op(GET(op, tile_store, tile));
  for (unsigned depth = 0; from && ir_op_block(from) == ir_op_block(op) && depth < 4; depth++) {
    if (stage_of(from) < stage) return true;
    if (ir_op_num_operands(from) != 1) return false;
    from = ir_value_op(ir_op_operand(from, 0));
  }
  return false;
}

// Do only waits and index arithmetic stand between a wait and a product that goes on by itself?
static bool leads_to_async(const Pipeline *p, size_t i, int64_t last) {
  for (; i < p->ops.n; i++) {
    const IrOp *op = p->ops.at[i].op;
    bool nothing = ir_op_is_speculatable(op) && !ir_op_num_regions(op);
    if (p->ops.at[i].stage != last || nothing || IS(op, mem_channel_wait) || mem_is_view(op))
      continue;
    return IS(op, tc_dot_async);
  }
  return false;
}

// Is it a read of a slot that takes its time, or index arithmetic?  Not a load where tiles are to
// be loaded from global memory behind it: those and what products take would need registers at
// once.  A product that goes on by itself is issued first, behind all that it waits for.
static bool is_first_read(const Pipeline *p, size_t i, int64_t last, bool loads) {
  const IrOp *op = p->ops.at[i].op;
  if (p->ops.at[i].stage != last || (ir_op_is_speculatable(op) && !ir_op_num_regions(op)))
    return !IS(op, tc_dot);
  if (IS(op, mem_channel_wait)) return leads_to_async(p, i, last);
  if (IS(op, tile_load)) return loads && mem_is_buffer(ir_value_type(GET(op, tile_load, source)));
  return IS(op, tc_dot_async);
}

// Is the next iteration waited for in this one, to load what its first product takes?
static bool waits_ahead(const Pipeline *p, int64_t last) {
  for (size_t i = 0; i < p->ops.n; i++)
    if (IS(p->ops.at[i].op, mem_channel_wait) && p->ops.at[i].stage == last - 1) return true;
  return false;
}

// The number of the iteration's last product; 0 when there is none.
static size_t last_product(const Pipeline *p, int64_t last) {
  size_t found = 0;
  for (size_t i = 0; i < p->ops.n; i++)
    if (IS(p->ops.at[i].op, tc_dot) && p->ops.at[i].stage == last) found = i;
  return found;
}

// The number of the op behind which early ones go, one more; 0: in front of all.  Behind the first
// wait, and behind stores of what has waited in registers, whose place is then free; behind the
// loads and products that follow, which take their time meanwhile; and behind what releases a slot
// that is acquired in the same step.  Where the next iteration is waited for they stand in front of
// the last product, which goes on meanwhile.
static size_t place_of_early(const Pipeline *p, int64_t last) {
  size_t place = 0;
  bool waited = false;
  for (size_t i = 0; i < p->ops.n; i++) {
    const PipelineOp *release, *at = &p->ops.at[i];
    int64_t steps;
    bool wait = IS(at->op, mem_channel_wait) && at->stage == last && !waited;
    waited |= wait;
    size_t least = wait || (at->stage == last && stores_waiting_tile(at->op, last)) ? i + 1 : 0;
    while (least && least < p->ops.n && is_first_read(p, least, last, wait)) least++;
    if (IS(at->op, mem_channel_acquire) && at->stage < last &&
        pipeline_slots(p, at->op, &release, &steps) == PIPELINE_SLOTS_IN_ORDER)
      least = (size_t)(release - p->ops.at) + 1;
    if (least > place) place = least;
  }
  size_t product = waits_ahead(p, last) ? last_product(p, last) : 0;
  return product > place ? product : place;
}

static void number_stage(Pipeline *p, int64_t stage, size_t from, size_t to, int64_t *next) {
  for (size_t i = from; i < to; i++)
    if (p->ops.at[i].stage == stage) write_number(p->ops.at[i].op, PIPELINE_ORDER, (*next)++);
}

static void write_orders(Pipeline *p) {
  int64_t last = last_stage(p), next = 0;
  size_t place = place_of_early(p, last);
  number_stage(p, last, 0, place, &next);
  for (int64_t stage = last; stage-- > 0;) number_stage(p, stage, 0, p->ops.n, &next);
  number_stage(p, last, place, p->ops.n, &next);
}

// Whether each slot is released before it is acquired again.
static bool slots_suffice(const Pipeline *p) {
  const PipelineOp *release;
  int64_t steps;
  for (size_t i = 0; i < p->ops.n; i++)
    if (IS(p->ops.at[i].op, mem_channel_acquire) &&
        pipeline_slots(p, p->ops.at[i].op, &release, &steps) > PIPELINE_SLOTS_IN_ORDER)
      return false;
  return true;
}

void pipeline_read_stages(Pipeline *p) {
  pipeline_read_again(p);
  for (size_t i = 0; i < p->ops.n; i++) p->ops.at[i].stage = stage_of(p->ops.at[i].op);
}

int64_t pipeline_stages(const Pipeline *p) {
  return last_stage(p) + 1;
}

static void write_orders_of_products(Pipeline *p) {
  pipeline_order_products(p);
  for (size_t i = 0; i < p->ops.n; i++)
    write_number(p->ops.at[i].op, PIPELINE_ORDER, p->ops.at[i].order);
}

bool pipeline_schedule(Pipeline *p, const char **why) {
  bool products = pipeline_overlap_products(p);
  if (!products && !find_stages(p, why)) return false;
  if (!slots_suffice(p)) {
    *why = "a channel's slots are not known to be released in time";
    return false;
  }
  write_stages(p);
  pipeline_localize(p);
  pipeline_read_stages(p);
  if (products)
    write_orders_of_products(p);
  else
    write_orders(p);
  return true;
}
