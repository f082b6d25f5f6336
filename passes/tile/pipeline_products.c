// Products of warpgroups that need each other, in a role that copies nothing: the next iteration's
// first ones beside this one's last.
//
//   %s = tc.dot_async %q, %k             step: %s = tc.dot_async %q, %k    of the next iteration
//   %x = tc.dot_wait 0, %s                     %o = tc.dot_async %w, %v    of this one
//   %w = ... %x                   ==>          %x = tc.dot_wait 1, %s
//   %o = tc.dot_async %w, %v, %c               %w = ... %x                 meanwhile
//   %d = tc.dot_wait 0, %o                     %d = tc.dot_wait 0, %o
//
// The last stage is the last product, what the next iteration makes of its result, and what only
// these need; all else that the first products need or lead to is in the stage before.  Tensor
// cores then work beside the arithmetic between products of one warpgroup.  Where that arithmetic
// takes as long as the products it fills the time of other warpgroups' products anyway, and a
// schedule that ties both together is slower (measured with attention: 0.88 times with 64 elements
// a head, 1.13 with 128).
#include "dialects/arith/arith.h"
#include "dialects/math/math.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "passes/tile/pipeline.h"
#include "passes/tile/tile_passes.h"

enum {
  EARLY = 0,
  LATE = 1,
  // Of a multiprocessor of compute capability 9.0 in a clock: what 989 TFLOP/s come to, and the
  // CUDA programming guide's table of arithmetic instructions.
  PRODUCTS_16_BIT = 2048, // multiplications of 16-bit floats
  ELEMENTS = 128,
  FUNCTIONS = 16, // of the unit for special functions
  // Registers of a thread beside tiles: addresses, counters, rows.
  BESIDE_TILES = 56,
};

typedef struct Products {
  Pipeline *p;
  size_t last; // the last product
  bool *leads; // ops that a product in front of the last one needs
  bool *early; // what becomes of those products
  bool *late;  // what becomes of the last one
} Products;

typedef bool (*IsWay)(const PipelineEdge *edge);

static bool any_edge(const PipelineEdge *edge) {
  (void)edge;
  return true;
}

static bool within_iteration(const PipelineEdge *edge) {
  return !edge->distance;
}

static bool by_value(const PipelineEdge *edge) {
  return edge->cause == PIPELINE_VALUE;
}

// Grows the set along edges of that kind, to what comes behind its members or to what comes before.
static void grow(const Pipeline *p, bool *set, bool behind, IsWay is_way) {
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t e = 0; e < p->edges.n; e++) {
      const PipelineEdge *edge = &p->edges.at[e];
      size_t from = behind ? edge->from : edge->to, to = behind ? edge->to : edge->from;
      if (!set[from] || set[to] || !is_way(edge)) continue;
      set[to] = grown = true;
    }
  }
}

// ---- Whether it is such a loop

static size_t last_product(const Pipeline *p) {
  size_t found = p->ops.n;
  for (size_t i = 0; i < p->ops.n; i++)
    if (IS(p->ops.at[i].op, tc_dot_async)) found = i;
  return found;
}

// Products at work in branches, or in warps, are none of these.
static bool has_others(const Pipeline *p) {
  for (IrOp *op = ir_tree_first(p->loop, 0); op; op = ir_tree_next(op, p->loop)) {
    bool nested = ir_op_block(op) != p->body;
    if (IS(op, tc_dot) || IS(op, tile_async_copy) || (nested && IS(op, tc_dot_async))) return true;
  }
  return false;
}

static bool find_sets(Products *s) {
  Pipeline *p = s->p;
  size_t others = 0;
  s->late[s->last] = true;
  grow(p, s->late, true, any_edge);
  for (size_t i = 0; i < s->last; i++) {
    if (!IS(p->ops.at[i].op, tc_dot_async)) continue;
    if (s->late[i]) return false; // each iteration waits for the one before
    s->leads[i] = s->early[i] = true;
    others++;
  }
  grow(p, s->leads, false, within_iteration);
  grow(p, s->early, true, within_iteration);
  // A product that the last one does not use would only be moved.
  bool *needed = ir_calloc(p->ops.n + 1, sizeof *needed), all = others > 0;
  needed[s->last] = true;
  grow(p, needed, false, by_value);
  for (size_t i = 0; i < s->last; i++) all &= !IS(p->ops.at[i].op, tc_dot_async) || needed[i];
  ir_free(needed);
  return all;
}

// ---- Stages

static bool is_spread(const IrOp *op) {
  return IS(op, tile_broadcast) || IS(op, tile_expand_dims);
}

// A row that is spread over a tile for late ops alone waits as a row.
static bool is_spread_for_late(const Pipeline *p, size_t i) {
  if (!is_spread(p->ops.at[i].op)) return false;
  for (size_t e = 0; e < p->edges.n; e++)
    if (p->edges.at[e].from == i && p->ops.at[p->edges.at[e].to].stage == EARLY) return false;
  return true;
}

// What an early op uses, of this iteration or of the one before, is early.
static void spread_early(Pipeline *p) {
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t e = 0; e < p->edges.n; e++) {
      const PipelineEdge *edge = &p->edges.at[e];
      bool follows = !edge->distance || edge->cause == PIPELINE_CARRIED;
      if (!follows || p->ops.at[edge->to].stage != EARLY || p->ops.at[edge->from].stage == EARLY)
        continue;
      p->ops.at[edge->from].stage = EARLY;
      grown = true;
    }
  }
}

// False where something would have to be early that the last product leads to.
static bool set_stages(Products *s) {
  Pipeline *p = s->p;
  for (size_t i = 0; i < p->ops.n; i++)
    p->ops.at[i].stage = (s->leads[i] || s->early[i]) && !s->late[i] ? EARLY : LATE;
  for (size_t i = p->ops.n; i-- > 0;)
    if (!s->leads[i] && is_spread_for_late(p, i)) p->ops.at[i].stage = LATE;
  spread_early(p);
  for (size_t i = 0; i < p->ops.n; i++)
    if (s->late[i] && p->ops.at[i].stage == EARLY) return false;
  return true;
}

// ---- Order in a step

// What the early products need, late ops to the last product, other early ones, other late ones.
static void number_ops(Pipeline *p) {
  size_t last = last_product(p);
  bool *leads = ir_calloc(p->ops.n + 1, sizeof *leads);
  for (size_t i = 0; i < last; i++)
    leads[i] = IS(p->ops.at[i].op, tc_dot_async) && p->ops.at[i].stage == EARLY;
  grow(p, leads, false, within_iteration);
  int64_t next = 0;
  for (int part = 0; part < 4; part++)
    for (size_t i = 0; i < p->ops.n; i++) {
      bool early = p->ops.at[i].stage == EARLY, first = early ? leads[i] : i <= last;
      if (part == (early ? 0 : 1) + (first ? 0 : 2)) p->ops.at[i].order = next++;
    }
  ir_free(leads);
}

static bool holds(const Pipeline *p) {
  for (size_t e = 0; e < p->edges.n; e++)
    if (!pipeline_edge_holds(p, &p->edges.at[e])) return false;
  return true;
}

// ---- Whether it pays

static double elements_of(IrType type) {
  double n = 1;
  IrShape shape = ir_type_shape(type);
  for (size_t d = 0; d < shape.rank; d++) n *= (double)shape.at[d];
  return n;
}

// Clocks of tensor cores; an operand's type says how many elements they take at once.
static double product_clocks(const IrOp *dot) {
  IrType a = ir_value_type(GET(dot, tc_dot_async, a));
  IrShape shape = mem_is_buffer(a) ? mem_buffer_shape(a) : ir_type_shape(a);
  IrType element = mem_is_buffer(a) ? mem_buffer_element(a) : ir_type_element(a);
  IrType result = tc_inflight_tile(ir_value_type(ir_op_result(dot, 0)));
  double k = (double)shape.at[shape.rank - 1];
  return elements_of(result) * k * (double)mem_element_bytes(element) / 2 / PRODUCTS_16_BIT;
}

static bool is_function(const IrOp *op) {
  return ir_op_dialect(op) == &math_dialect && !IS(op, math_fma) && !IS(op, math_absf);
}

static double arithmetic_clocks(const IrOp *op) {
  const IrValue *tile = NULL;
  if (IS(op, tile_reduce)) tile = ir_op_operand(op, 0);
  if (ir_op_num_results(op) == 1 && ir_op_is_speculatable(op) && ir_op_num_operands(op) &&
      !is_spread(op) && !ir_op_num_regions(op))
    tile = ir_op_result(op, 0);
  if (!tile || ir_type_kind(ir_value_type(tile)) != IR_TYPE_TENSOR) return 0;
  return elements_of(ir_value_type(tile)) / (is_function(op) ? FUNCTIONS : ELEMENTS);
}

static bool products_take_longer(const Pipeline *p) {
  double products = 0, arithmetic = 0;
  for (size_t i = 0; i < p->ops.n; i++) {
    const IrOp *op = p->ops.at[i].op;
    if (IS(op, tc_dot_async))
      products += product_clocks(op);
    else
      arithmetic += arithmetic_clocks(op);
  }
  return products > arithmetic;
}

// Registers of a thread for a tile of the role's warps.
static int64_t registers_of(const IrValue *value) {
  IrType type = ir_value_type(value);
  IrType inflight = tc_inflight_tile(type);
  return pipeline_registers_of(inflight ? inflight : type);
}

static bool is_used_late(const Pipeline *p, const IrValue *value) {
  for (const IrUse *use = ir_value_first_use(value); use; use = ir_use_next(use)) {
    size_t number = pipeline_number(p, ir_use_op(use));
    if (number < p->ops.n && p->ops.at[number].stage == LATE) return true;
  }
  return false;
}

// What the loop carries, what waits, and what early products give.
static bool has_registers(const Pipeline *p) {
  size_t role = 0;
  IrOp *roles = tile_role_around(p->loop, &role);
  int64_t sum = BESIDE_TILES;
  for (size_t i = 1; i < ir_block_num_args(p->body); i++)
    sum += registers_of(ir_block_arg(p->body, i));
  for (size_t i = 0; i < p->ops.n; i++) {
    const IrOp *op = p->ops.at[i].op;
    if (p->ops.at[i].stage != EARLY) continue;
    for (size_t r = 0; r < ir_op_num_results(op); r++)
      if (IS(op, tc_dot_async) || is_used_late(p, ir_op_result(op, r)))
        sum += registers_of(ir_op_result(op, r));
  }
  return sum <= tile_role_registers(roles, role);
}

// ---- The schedule

// Sets stages and orders; NULL, or why the products of two iterations are not to go side by side.
static const char *schedule_products(Products *s) {
  Pipeline *p = s->p;
  TileWish wish = tile_kernel_wish(p->kernel, "tile.overlap_products");
  if (wish == TILE_WISH_NO) return "the kernel does not wish it";
  if (wish == TILE_WISH_NONE && !products_take_longer(p))
    return "the arithmetic between them takes as long";
  bool parts = set_stages(s);
  number_ops(p);
  if (!parts || !holds(p)) return "the first ones need what comes of the last one";
  return has_registers(p) ? NULL : "the role has too few registers for both iterations' tiles";
}

bool pipeline_overlap_products(Pipeline *p) {
  const struct tile_pipeline_decl *self = p->run->decl;
  Products s = {.p = p, .last = last_product(p)};
  size_t role;
  if (s.last == p->ops.n || !IS(p->loop, tile_pipelined) || !tile_role_around(p->loop, &role) ||
      has_others(p))
    return false;
  s.leads = ir_calloc(p->ops.n + 1, sizeof *s.leads);
  s.early = ir_calloc(p->ops.n + 1, sizeof *s.early);
  s.late = ir_calloc(p->ops.n + 1, sizeof *s.late);
  bool found = find_sets(&s);
  const char *why = found ? schedule_products(&s) : NULL;
  if (why)
    IR_REMARK(p->run, self, missed_overlap, p->ops.at[s.last].op,
              "products of an iteration wait for each other: {}", why);
  found = found && !why;
  ir_free(s.leads);
  ir_free(s.early);
  ir_free(s.late);
  return found;
}

void pipeline_order_products(Pipeline *p) {
  number_ops(p);
}

// ---- Waits

// So many products were started behind what the wait is for; 0 where that is nothing in sight.
static int64_t started_since(const IrOp *wait) {
  int64_t n = 0;
  for (const IrOp *op = ir_op_prev(wait); op; op = ir_op_prev(op)) {
    for (size_t i = 0; i < ir_op_num_operands(wait); i++)
      if (ir_value_op(ir_op_operand(wait, i)) == op) return n;
    n += IS(op, tc_dot_async);
  }
  return 0;
}

static int64_t pending_of(const IrOp *wait) {
  return ir_attr_int(GET(wait, tc_dot_wait, pending));
}

bool pipeline_may_relax_waits(const IrOp *loop) {
  IR_FOR_OPS(op, ir_region_first(ir_op_region(loop, 0)))
  if (IS(op, tc_dot_wait) && started_since(op) > pending_of(op)) return false;
  return true;
}

void pipeline_relax_waits(IrOp *loop) {
  IR_FOR_OPS(op, ir_region_first(ir_op_region(loop, 0))) {
    if (!IS(op, tc_dot_wait)) continue;
    int64_t pending = started_since(op);
    if (pending > TC_MOST_PENDING) pending = TC_MOST_PENDING;
    if (pending)
      ir_op_set_attr(op, "pending", ir_attr_integer(ir_type_i64(ir_op_context(op)), pending));
  }
}
