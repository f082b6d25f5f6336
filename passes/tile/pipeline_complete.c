// Places for what passes have added to a loop whose ops a person gave places.
//
//   %a = tile.load ...  {stage 0, order 1}        acquire                    0  at 2
//   %d = tile.dot %a .. {stage 2, order 0}        copy                       0  at 3
//                                           ==>   commit                     0  at 4
//                                                 wait                       2  at 0
//                                                 %f = tc.dot_async          2  at 1
//                                                 %d = tc.dot_wait           2  at 5
//                                                 release                    2  at 6
//
// Turns at a channel, waits, traffic with shared memory and arithmetic are added: a person has not
// seen them.  Acquiring and committing belong to their copies, waiting for a product to the
// product; a release comes with the last op that reads the slot; all else stands in the stage of
// its first use.  Within a step an op stands in front of those that need it, as late as they allow;
// those that have a place keep their order.  Several ops may be what one op of the person has
// become; they are at one place of the text, and stay together as they are.  Whether all this is a
// schedule pipeline_check finds out.
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/interfaces/effects.h"
#include "passes/mem/copy_pair.h"
#include "passes/tile/pipeline.h"

static IrAttr number_attr(IrOp *op, int64_t value) {
  return ir_attr_integer(ir_type_i64(ir_op_context(op)), value);
}

static bool has_number(const IrOp *op, const char *name) {
  IrAttr attr = ir_op_attr(op, name);
  return attr && ir_attr_kind(attr) == IR_ATTR_INTEGER;
}

static bool has_place(const IrOp *op) {
  return has_number(op, PIPELINE_STAGE) && has_number(op, PIPELINE_ORDER);
}

static bool is_buffer_access(const IrOp *op) {
  if (IS(op, tile_store)) return mem_is_buffer(ir_value_type(GET(op, tile_store, dest)));
  return IS(op, tile_load) && mem_is_buffer(ir_value_type(GET(op, tile_load, source)));
}

// Something that passes add, and that has no place at all.
bool pipeline_is_added(const IrOp *op) {
  if (ir_op_attr(op, PIPELINE_STAGE) || ir_op_attr(op, PIPELINE_ORDER)) return false;
  return mem_is_turn(op) || IS(op, tc_dot_wait) || IS(op, tile_async_wait) ||
         IS(op, tile_async_store_wait) || mem_is_view(op) || is_buffer_access(op) ||
         (!ir_op_num_regions(op) && ir_op_is_speculatable(op));
}

// ---- Stages

static const IrValue *channel_of(const IrOp *op) {
  if (mem_is_turn(op)) return ir_op_operand(op, 0);
  return IS(op, tile_async_copy) ? GET(op, tile_async_copy, channel) : NULL;
}

// The first and the last stage in which copies fill the channel; false: none does.
static bool copies_of(const Pipeline *p, const IrValue *channel, int64_t *first, int64_t *last) {
  bool any = false;
  for (size_t i = 0; i < p->ops.n; i++) {
    const PipelineOp *at = &p->ops.at[i];
    if (!IS(at->op, tile_async_copy) || channel_of(at->op) != channel) continue;
    if (!any || at->stage < *first) *first = at->stage;
    if (!any || at->stage > *last) *last = at->stage;
    any = true;
  }
  return any;
}

// Turns of a producer are where their copies are; false for other ops.
static bool put_with_copies(const Pipeline *p, PipelineOp *at) {
  int64_t first = 0, last = 0;
  bool acquire = IS(at->op, mem_channel_acquire);
  if ((!acquire && !IS(at->op, mem_channel_commit)) ||
      !copies_of(p, channel_of(at->op), &first, &last))
    return false;
  at->stage = acquire ? first : last;
  return true;
}

// What is in flight stays in its stage: a product is waited for there; false for other ops.
static bool put_with_product(const Pipeline *p, PipelineOp *at) {
  const IrOp *product;
  if (!IS(at->op, tc_dot_wait) || !ir_op_num_operands(at->op)) return false;
  product = ir_value_op(ir_op_operand(at->op, 0));
  if (!product || !IS(product, tc_dot_async) || pipeline_number(p, product) == p->ops.n)
    return false;
  IrAttr stage = ir_op_attr(product, PIPELINE_STAGE);
  if (!stage) return false;
  at->stage = ir_attr_int(stage);
  return true;
}

// The stage of what the op uses, where that has one: there or later.
static int64_t least_stage(const Pipeline *p, size_t i, const bool *fixed) {
  int64_t least = 0;
  for (size_t e = 0; e < p->edges.n; e++) {
    const PipelineEdge *edge = &p->edges.at[e];
    if (edge->to == i && edge->cause == PIPELINE_VALUE && fixed[edge->from] &&
        p->ops.at[edge->from].stage > least)
      least = p->ops.at[edge->from].stage;
  }
  return least;
}

// The latest stage that the uses, and what must follow, allow.
static void put_before_uses(Pipeline *p, const bool *fixed) {
  for (bool lowered = true; lowered;) {
    lowered = false;
    for (size_t e = 0; e < p->edges.n; e++) {
      const PipelineEdge *edge = &p->edges.at[e];
      int64_t most = p->ops.at[edge->to].stage;
      if (edge->cause != PIPELINE_CARRIED) most += edge->distance;
      if (fixed[edge->from] || p->ops.at[edge->from].stage <= most) continue;
      int64_t least = least_stage(p, edge->from, fixed);
      if (most < least) most = least;
      if (p->ops.at[edge->from].stage == most) continue;
      p->ops.at[edge->from].stage = most;
      lowered = true;
    }
  }
}

// A slot is released where it is read for the last time.
static void put_behind_reads(Pipeline *p) {
  for (size_t i = 0; i < p->ops.n; i++) {
    int64_t least = 0;
    if (!IS(p->ops.at[i].op, mem_channel_release) || !pipeline_is_added(p->ops.at[i].op)) continue;
    for (size_t e = 0; e < p->edges.n; e++) {
      const PipelineEdge *edge = &p->edges.at[e];
      if (edge->to == i && !edge->distance && p->ops.at[edge->from].stage > least)
        least = p->ops.at[edge->from].stage;
    }
    p->ops.at[i].stage = least;
  }
}

static void complete_stages(Pipeline *p) {
  bool *fixed = ir_calloc(p->ops.n + 1, sizeof *fixed);
  int64_t last = 0;
  for (size_t i = 0; i < p->ops.n; i++) {
    PipelineOp *at = &p->ops.at[i];
    fixed[i] = !pipeline_is_added(at->op);
    at->stage = fixed[i] ? ir_attr_int(ir_op_attr(at->op, PIPELINE_STAGE)) : 0;
    if (at->stage > last) last = at->stage;
  }
  for (size_t i = 0; i < p->ops.n; i++) {
    if (fixed[i]) continue;
    fixed[i] = put_with_copies(p, &p->ops.at[i]) || put_with_product(p, &p->ops.at[i]);
    if (!fixed[i]) p->ops.at[i].stage = last;
  }
  put_before_uses(p, fixed);
  put_behind_reads(p);
  ir_free(fixed);
  for (size_t i = 0; i < p->ops.n; i++)
    ir_op_set_attr(p->ops.at[i].op, PIPELINE_STAGE,
                   number_attr(p->ops.at[i].op, p->ops.at[i].stage));
}

// ---- Order

typedef struct Order {
  Pipeline *p;
  int64_t *key;  // of the first op with a place that needs it; what has one: its number
  size_t *waits; // for so many ops of its step
  bool *done;
  bool last; // try: some order has to come of it
} Order;

enum { AT_END = INT32_MAX };

// Does the edge say that `from` stands in front of `to` in a step?
static bool is_in_step(const Pipeline *p, const PipelineEdge *edge) {
  return edge->cause != PIPELINE_CARRIED && edge->from != edge->to &&
         p->ops.at[edge->to].stage + edge->distance == p->ops.at[edge->from].stage;
}

// What has to be released in front of an acquire in the same step.
static void add_slots(Pipeline *p) {
  for (size_t i = 0; i < p->ops.n; i++) {
    const PipelineOp *release;
    int64_t steps;
    if (!IS(p->ops.at[i].op, mem_channel_acquire) ||
        pipeline_slots(p, p->ops.at[i].op, &release, &steps) != PIPELINE_SLOTS_IN_ORDER)
      continue;
    size_t from = (size_t)(release - p->ops.at);
    PipelineEdge edge = {from, i, p->ops.at[from].stage - p->ops.at[i].stage, 0, PIPELINE_CHANNEL};
    ir_vec_push(&p->edges, edge);
  }
}

// Behind `before` comes the op with the next place, and so on.
static size_t next_place(const Pipeline *p, size_t before) {
  size_t best = p->ops.n;
  IrAttr last = before < p->ops.n ? ir_op_attr(p->ops.at[before].op, PIPELINE_ORDER) : NULL;
  for (size_t i = 0; i < p->ops.n; i++) {
    IrAttr order = ir_op_attr(p->ops.at[i].op, PIPELINE_ORDER);
    if (!order) continue;
    int64_t number = ir_attr_int(order);
    bool behind =
        !last || number > ir_attr_int(last) || (number == ir_attr_int(last) && i > before);
    if (behind &&
        (best == p->ops.n || number < ir_attr_int(ir_op_attr(p->ops.at[best].op, PIPELINE_ORDER))))
      best = i;
  }
  return best;
}

// What a person ordered stays so.
static void add_places(Pipeline *p) {
  for (size_t from = next_place(p, p->ops.n), to; from < p->ops.n; from = to) {
    to = next_place(p, from);
    if (to == p->ops.n) return;
    PipelineEdge edge = {from, to, p->ops.at[from].stage - p->ops.at[to].stage, 0, PIPELINE_VALUE};
    ir_vec_push(&p->edges, edge);
  }
}

static void find_keys(Order *o) {
  Pipeline *p = o->p;
  for (size_t i = 0; i < p->ops.n; i++) {
    IrAttr order = ir_op_attr(p->ops.at[i].op, PIPELINE_ORDER);
    o->key[i] = order ? ir_attr_int(order) : AT_END;
  }
  for (bool lowered = true; lowered;) {
    lowered = false;
    for (size_t e = 0; e < p->edges.n; e++) {
      const PipelineEdge *edge = &p->edges.at[e];
      bool free = !ir_op_attr(p->ops.at[edge->from].op, PIPELINE_ORDER);
      if (!free || !is_in_step(p, edge) || o->key[edge->from] <= o->key[edge->to]) continue;
      o->key[edge->from] = o->key[edge->to];
      lowered = true;
    }
  }
  for (size_t e = 0; e < p->edges.n; e++)
    if (is_in_step(p, &p->edges.at[e])) o->waits[p->edges.at[e].to]++;
}

// Ops of other stages than the last stand in branches, out of which nothing in flight comes: there
// a product is waited for at once.
static void wait_in_branches(Order *o) {
  Pipeline *p = o->p;
  int64_t last = 0;
  for (size_t i = 0; i < p->ops.n; i++)
    if (p->ops.at[i].stage > last) last = p->ops.at[i].stage;
  for (size_t e = 0; e < p->edges.n; e++) {
    const PipelineEdge *edge = &p->edges.at[e];
    bool waits = edge->cause == PIPELINE_VALUE && IS(p->ops.at[edge->from].op, tc_dot_async) &&
                 IS(p->ops.at[edge->to].op, tc_dot_wait);
    if (waits && p->ops.at[edge->to].stage != last) o->key[edge->to] = o->key[edge->from];
  }
}

// Nothing of a step waits for a commit; it stands behind the last of its copies.
static void commit_behind_copies(Order *o) {
  Pipeline *p = o->p;
  for (size_t i = 0; i < p->ops.n; i++) {
    int64_t key = 0;
    if (!IS(p->ops.at[i].op, mem_channel_commit) || o->key[i] != AT_END) continue;
    for (size_t e = 0; e < p->edges.n; e++) {
      const PipelineEdge *edge = &p->edges.at[e];
      if (edge->to == i && is_in_step(p, edge) && o->key[edge->from] > key)
        key = o->key[edge->from];
    }
    o->key[i] = key;
  }
}

// Ops of one stage that stand together are one piece of code, under one condition.
static bool comes_first(const Order *o, size_t i, size_t other) {
  if (o->key[i] != o->key[other]) return o->key[i] < o->key[other];
  return o->p->ops.at[i].stage > o->p->ops.at[other].stage;
}

// The next op of a step: of those that wait for none the one with the least key, the first of them.
// When all wait (what a person wrote contradicts itself): the least key alone.
static size_t next_of(const Order *o) {
  size_t best = o->p->ops.n;
  for (int all = 0; all < 2 && best == o->p->ops.n; all++)
    for (size_t i = 0; i < o->p->ops.n; i++) {
      if (o->done[i] || (o->waits[i] && !all)) continue;
      if (best == o->p->ops.n || comes_first(o, i, best)) best = i;
    }
  return best;
}

// False: what a person wrote contradicts itself; orders are then written at the last try alone.
static bool write_orders(Order *o) {
  Pipeline *p = o->p;
  IR_VEC(size_t) sequence = {0};
  bool agrees = true;
  while (sequence.n < p->ops.n) {
    size_t at = next_of(o);
    agrees &= !o->waits[at];
    o->done[at] = true;
    ir_vec_push(&sequence, at);
    for (size_t e = 0; e < p->edges.n; e++) {
      const PipelineEdge *edge = &p->edges.at[e];
      if (edge->from == at && is_in_step(p, edge) && o->waits[edge->to]) o->waits[edge->to]--;
    }
  }
  for (size_t i = 0; i < sequence.n; i++) {
    IrOp *op = p->ops.at[sequence.at[i]].op;
    if (agrees || o->last) ir_op_set_attr(op, PIPELINE_ORDER, number_attr(op, (int64_t)i));
  }
  ir_vec_free(&sequence);
  return agrees;
}

static bool try_orders(Pipeline *p, bool last) {
  Order o = {.p = p,
             .key = ir_calloc(p->ops.n + 1, sizeof *o.key),
             .waits = ir_calloc(p->ops.n + 1, sizeof *o.waits),
             .done = ir_calloc(p->ops.n + 1, sizeof *o.done),
             .last = last};
  size_t edges = p->edges.n;
  if (!last) add_slots(p);
  add_places(p);
  find_keys(&o);
  commit_behind_copies(&o);
  wait_in_branches(&o);
  bool agrees = write_orders(&o);
  p->edges.n = edges;
  ir_free(o.key);
  ir_free(o.waits);
  ir_free(o.done);
  return agrees;
}

// When it cannot be, pipeline_check says which two ops are in the wrong order, or, with slots left
// out of it, that they are too few.
static void complete_orders(Pipeline *p) {
  if (!try_orders(p, false)) (void)try_orders(p, true);
}

// ---- Whether there is something to complete

// Two ops at one place of a step that are not what one op has become.
static bool clash(const IrOp *a, const IrOp *b) {
  return ir_attr_int(ir_op_attr(a, PIPELINE_ORDER)) == ir_attr_int(ir_op_attr(b, PIPELINE_ORDER)) &&
         ir_op_loc(a).id != ir_op_loc(b).id;
}

static bool is_in_range(const IrOp *op, const char *name, int64_t most) {
  int64_t number = ir_attr_int(ir_op_attr(op, name));
  return number >= 0 && number <= most;
}

// Something is left for pipeline_check to refuse: what no pass adds without a place, a place that
// there is not, or a clash.
static bool is_for_check(const Pipeline *p) {
  for (size_t i = 0; i < p->ops.n; i++) {
    const IrOp *op = p->ops.at[i].op;
    if (pipeline_is_added(op)) continue;
    if (!has_place(op) || !is_in_range(op, PIPELINE_STAGE, PIPELINE_MAX_STAGE) ||
        !is_in_range(op, PIPELINE_ORDER, INT32_MAX))
      return true;
    for (size_t k = 0; k < i; k++)
      if (has_place(p->ops.at[k].op) && clash(op, p->ops.at[k].op)) return true;
  }
  return false;
}

// All ops have places, no two the same.
static bool is_complete(const Pipeline *p) {
  for (size_t i = 0; i < p->ops.n; i++) {
    const IrOp *op = p->ops.at[i].op;
    if (pipeline_is_added(op)) return false;
    for (size_t k = 0; k < i; k++)
      if (ir_op_attr(p->ops.at[k].op, PIPELINE_ORDER) == ir_op_attr(op, PIPELINE_ORDER))
        return false;
  }
  return true;
}

void pipeline_complete(Pipeline *p) {
  if (is_for_check(p) || is_complete(p)) return;
  complete_stages(p);
  pipeline_localize(p);
  pipeline_read_stages(p);
  complete_orders(p);
}
