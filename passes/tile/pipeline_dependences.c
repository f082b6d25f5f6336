// Which ops of a loop's body come before which, in the same iteration or from one to a later one.
//
//   values     what defines a value comes before its uses; a value that the loop carries is the one
//              that the iteration before has yielded
//   memory     ops that touch the same memory, of which one writes, stay in program order, within
//              an iteration and from one to the next
//   channels   acquire, copies, commit, wait, reads, release: in program order
//   products   what follows the reads of one that goes on by itself follows the wait for it
//
// An edge has a latency where it pays to put stages between its ends: N - 1 from the commit of a
// channel of N slots to the wait, one from a load of global memory to its use.  Not where the
// iteration would then wait for itself (the edge lies on a cycle), and not where the loop writes
// memory that may be what is read.
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "passes/mem/copy_pair.h"
#include "passes/tile/pipeline.h"
#include "passes/tile/tile_passes.h"

static void add_edge(Pipeline *p, size_t from, size_t to, int64_t distance, PipelineCause cause) {
  PipelineEdge edge = {from, to, distance, 0, cause};
  if (from < p->ops.n && to < p->ops.n) ir_vec_push(&p->edges, edge);
}

// ---- Values

// The op whose value an earlier iteration has yielded for the carried argument; `ops.n` when that
// is no op of the body.  An argument may be handed on as another one.
static size_t source_of_carried(const Pipeline *p, const IrValue *arg) {
  for (size_t hops = 0; hops <= ir_block_num_args(p->body); hops++) {
    IrValue *next = pipeline_yielded(p, arg);
    if (!next) return p->ops.n;
    if (ir_value_op(next)) return pipeline_number(p, ir_value_op(next));
    arg = next;
  }
  return p->ops.n;
}

static void add_operand(Pipeline *p, size_t to, const IrValue *operand) {
  if (ir_value_op(operand)) {
    size_t from = pipeline_number(p, ir_value_op(operand));
    if (from != to) add_edge(p, from, to, 0, PIPELINE_VALUE);
  } else if (ir_value_block(operand) == p->body) {
    add_edge(p, source_of_carried(p, operand), to, 1, PIPELINE_CARRIED);
  }
}

static void add_values(Pipeline *p) {
  for (size_t i = 0; i < p->ops.n; i++) {
    IrOp *root = p->ops.at[i].op;
    for (IrOp *op = root; op; op = ir_tree_next(op, root))
      for (size_t k = 0; k < ir_op_num_operands(op); k++) add_operand(p, i, ir_op_operand(op, k));
  }
}

// ---- Memory

static void add_memory(Pipeline *p) {
  for (size_t i = 0; i < p->ops.n; i++) {
    for (size_t k = i + 1; k < p->ops.n; k++) {
      if (!pipeline_must_stay_ordered(p->kernel, &p->access.at[i], &p->access.at[k])) continue;
      add_edge(p, i, k, 0, PIPELINE_MEMORY);
      add_edge(p, k, i, 1, PIPELINE_MEMORY);
    }
  }
}

// ---- Channels

// The channel that the op takes a turn at or copies into; NULL when none.
static const IrValue *channel_of(const IrOp *op) {
  if (mem_is_turn(op)) return ir_op_operand(op, 0);
  return IS(op, tile_async_copy) ? GET(op, tile_async_copy, channel) : NULL;
}

static bool reads_channel(const Pipeline *p, size_t i, const IrValue *channel) {
  for (size_t k = 0; k < p->access.at[i].list.n; k++) {
    const PipelineAccess *access = &p->access.at[i].list.at[k];
    if (access->in_channel && !access->writes && access->root &&
        ir_ptrmap_get(&p->owners, access->root) == channel)
      return true;
  }
  return false;
}

static bool fills(const IrOp *op, const IrValue *channel) {
  return IS(op, tile_async_copy) && channel_of(op) == channel;
}

// Ops of the channel from number `first` on, each behind the one before; copies into it, which lie
// between two of them, in any order.
static void add_turns(Pipeline *p, size_t first, const IrValue *channel) {
  size_t before = first;
  for (size_t i = first + 1; i < p->ops.n; i++) {
    if (channel_of(p->ops.at[i].op) != channel && !reads_channel(p, i, channel)) continue;
    add_edge(p, before, i, 0, PIPELINE_CHANNEL);
    if (fills(p->ops.at[i].op, channel)) continue;
    for (size_t k = before + 1; k < i; k++)
      if (fills(p->ops.at[k].op, channel)) add_edge(p, k, i, 0, PIPELINE_CHANNEL);
    before = i;
  }
}

static void add_channels(Pipeline *p) {
  IrPtrMap seen = {0};
  for (size_t i = 0; i < p->ops.n; i++) {
    const IrValue *channel = channel_of(p->ops.at[i].op);
    if (!channel || ir_ptrmap_has(&seen, channel)) continue;
    ir_ptrmap_set(&seen, channel, p->ops.at[i].op);
    add_turns(p, i, channel);
  }
  ir_ptrmap_free(&seen);
}

// ---- Products

// Whether op `wait` gives back what op `product` of the same iteration has started.
static bool waits_for(const Pipeline *p, size_t wait, size_t product) {
  const IrOp *op = p->ops.at[wait].op;
  if (!IS(op, tc_dot_wait)) return false;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (ir_value_op(ir_op_operand(op, i)) == p->ops.at[product].op) return true;
  return false;
}

// A product reads until it is waited for: what has to follow its reads follows the wait.
static void add_ends_of_products(Pipeline *p) {
  for (size_t e = 0, n = p->edges.n; e < n; e++) {
    PipelineEdge edge = p->edges.at[e];
    if (!IS(p->ops.at[edge.from].op, tc_dot_async) ||
        (edge.cause != PIPELINE_MEMORY && edge.cause != PIPELINE_CHANNEL))
      continue;
    for (size_t i = edge.from + 1; i < p->ops.n; i++)
      if (i != edge.to && waits_for(p, i, edge.from) && (edge.distance || i < edge.to))
        add_edge(p, i, edge.to, edge.distance, edge.cause);
  }
}

// ---- Latencies

// Is there a way along edges from `from` to `to`?
static bool reaches(const Pipeline *p, size_t from, size_t to) {
  bool *seen = ir_calloc(p->ops.n, sizeof *seen), grown = true;
  seen[from] = true;
  while (grown && !seen[to]) {
    grown = false;
    for (size_t e = 0; e < p->edges.n; e++) {
      const PipelineEdge *edge = &p->edges.at[e];
      if (!seen[edge->from] || seen[edge->to]) continue;
      seen[edge->to] = grown = true;
    }
  }
  bool found = seen[to];
  ir_free(seen);
  return found;
}

static void explain(const Pipeline *p, const IrOp *op, const char *why) {
  const struct tile_pipeline_decl *self = p->run->decl;
  IR_REMARK(p->run, self, missed_pipeline, op, "stays in its iteration: {}", why);
}

static const char *const writes_memory = "the loop writes memory that it may read";
static const char *const waits_for_itself =
    "what it reads, or where, depends on what the iteration before has made of it";

static bool copies_may_move(const Pipeline *p, const IrValue *channel) {
  for (size_t i = 0; i < p->ops.n; i++) {
    IrOp *op = p->ops.at[i].op;
    if (!IS(op, tile_async_copy) || channel_of(op) != channel || pipeline_may_move(p, i)) continue;
    explain(p, op, writes_memory);
    return false;
  }
  return true;
}

// From commit to wait of a channel.
static void set_turn_latency(Pipeline *p, PipelineEdge *edge) {
  const IrOp *commit = p->ops.at[edge->from].op, *wait = p->ops.at[edge->to].op;
  if (!IS(commit, mem_channel_commit) || !IS(wait, mem_channel_wait)) return;
  const IrValue *channel = channel_of(commit);
  int64_t ahead = mem_channel_slots(ir_value_type(channel)) - 1;
  if (ahead < 1 || !copies_may_move(p, channel)) return;
  if (reaches(p, edge->to, edge->from))
    explain(p, commit, waits_for_itself);
  else
    edge->latency = ahead;
}

static bool is_global_load(const IrOp *op) {
  if (IS(op, tile_load)) return !mem_is_buffer(ir_value_type(GET(op, tile_load, source)));
  return IS(op, tile_gather) && !mem_is_buffer(ir_value_type(GET(op, tile_gather, source)));
}

// Why the loaded tile may not wait for its use until the next iteration; NULL when it may.
static const char *why_not_ahead(const Pipeline *p, size_t load) {
  if (!pipeline_may_move(p, load)) return writes_memory;
  for (size_t e = 0; e < p->edges.n; e++) {
    const PipelineEdge *edge = &p->edges.at[e];
    if (edge->from == load && edge->cause == PIPELINE_VALUE && reaches(p, edge->to, load))
      return waits_for_itself;
  }
  return NULL;
}

// All loads are issued an iteration ahead or none is: one that is not waits for memory all the
// same.
static void set_load_latencies(Pipeline *p) {
  bool *ahead = ir_calloc(p->ops.n + 1, sizeof *ahead), room = true;
  for (size_t i = 0; i < p->ops.n; i++) {
    IrOp *load = p->ops.at[i].op;
    if (!is_global_load(load)) continue;
    const char *why = why_not_ahead(p, i);
    if (!why && !pipeline_take_registers(p, load)) {
      why = "a thread has no registers for what it would hold meanwhile";
      room = false;
    }
    if (why) explain(p, load, why);
    ahead[i] = !why;
  }
  for (size_t e = 0; e < p->edges.n && room; e++)
    if (ahead[p->edges.at[e].from] && p->edges.at[e].cause == PIPELINE_VALUE)
      p->edges.at[e].latency = 1;
  ir_free(ahead);
}

void pipeline_find_edges(Pipeline *p) {
  add_values(p);
  add_channels(p);
  add_memory(p);
  add_ends_of_products(p);
}

// ---- Fragments

// The products of the loop when each adds to the one before, and the first to what the loop
// carries: the numbers of the first and of the last.  False for other loops, and for one product.
static bool find_chain(const Pipeline *p, size_t *first, size_t *last) {
  size_t n = 0;
  for (size_t i = 0; i < p->ops.n; i++) {
    const IrOp *op = p->ops.at[i].op;
    if (ir_op_num_regions(op)) return false;
    if (!IS(op, tc_dot)) continue;
    const IrOp *before = ir_value_op(GET(op, tc_dot, c));
    if (n && before != p->ops.at[*last].op) return false;
    if (!n) *first = i;
    *last = i;
    n++;
  }
  return n > 1 && pipeline_yielded(p, GET(p->ops.at[*first].op, tc_dot, c)) ==
                      ir_op_result(p->ops.at[*last].op, 0);
}

// Does the product get the operand out of a slot of a channel of groups, and nobody else?
static bool is_from_slot(const Pipeline *p, const IrValue *operand) {
  const IrOp *load = ir_value_op(operand);
  if (!IS(load, tile_load) || !ir_value_has_one_use(operand)) return false;
  const IrValue *root = mem_root(p->kernel, GET(load, tile_load, source));
  const IrValue *channel = root ? ir_ptrmap_get(&p->owners, root) : NULL;
  const IrOp *made = channel ? ir_value_op(channel) : NULL;
  return IS(made, mem_channel) && mem_mechanism(GET(made, mem_channel, mechanism)) == MEM_GROUPS &&
         mem_channel_slots(ir_value_type(channel)) > 1;
}

// The operands of the first product are loaded in the iteration before, so that tensor cores have
// something to do while all warps wait for each other and load.  That takes no more registers than
// loading those of later products in front of the one before.
static void set_fragment_latency(Pipeline *p) {
  size_t first, last;
  if (!find_chain(p, &first, &last)) return;
  const IrOp *dot = p->ops.at[first].op;
  if (!is_from_slot(p, GET(dot, tc_dot, a)) || !is_from_slot(p, GET(dot, tc_dot, b))) return;
  for (size_t e = 0; e < p->edges.n; e++) {
    PipelineEdge *edge = &p->edges.at[e];
    bool operand = edge->to == first && edge->cause == PIPELINE_VALUE;
    if (operand && IS(p->ops.at[edge->from].op, tile_load)) edge->latency = 1;
  }
}

void pipeline_find_latencies(Pipeline *p) {
  for (size_t e = 0; e < p->edges.n; e++)
    if (p->edges.at[e].cause == PIPELINE_CHANNEL) set_turn_latency(p, &p->edges.at[e]);
  set_load_latencies(p);
  set_fragment_latency(p);
}
