// Nodes and edges of a kernel.
//
// Values that must have one layout are united first: the results of one op, and what a loop's or
// branch's regions hand to each other at the same place (an argument, the result, both of which the
// initial value becomes).  Every use of a tile by an op that makes tiles, and every value handed
// on, is then an edge, for a conversion may stand there.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/interfaces/region_branch.h"
#include "passes/tile/layout_problem.h"

typedef struct Graph {
  LayoutProblem *p;
  IrPtrMap number; // value -> number + 1, in program order
  IR_VEC(IrValue *) values;
  IR_VEC(uint32_t) parent; // union-find over the numbers; the lowest one stands for all
} Graph;

// At least: the odd factors of extents are not shared, but for groups of warps.
static int64_t elements_of_a_thread(IrShape shape, unsigned warps) {
  int64_t linear = 1, copies = 1;
  for (size_t d = 0; d < shape.rank; d++) {
    int64_t power = shape.at[d] & -shape.at[d];
    linear *= power;
    copies *= shape.at[d] / power;
  }
  if (warps % TILE_LAYOUT_GROUPS == 0) {
    warps /= TILE_LAYOUT_GROUPS;
    if (copies % TILE_LAYOUT_GROUPS == 0) copies /= TILE_LAYOUT_GROUPS;
  }
  int64_t n = linear / (32 * (int64_t)warps);
  return copies * (n ? n : 1);
}

// What is computed within threads may be of any width, as the double width of a product.
static IrStatus check_element(IrOp *op, IrType type) {
  IrType element = ir_type_element(type);
  if (ir_type_is_int_or_index(element) || ir_type_is_any_integer(element) ||
      ir_type_is_float(element))
    return IR_OK;
  (void)ir_op_error(op, "has a tile of {}, which no register holds: {}", element, type);
  ir_help(ir_op_context(op), "elements are integers or floats");
  return IR_FAILED;
}

static IrStatus check_size(IrOp *op, IrType type, unsigned warps) {
  int64_t n = elements_of_a_thread(ir_type_shape(type), warps);
  if (n <= LAYOUT_MOST_ELEMENTS) return IR_OK;
  (void)ir_op_error(op, "has a tile of {} elements for each thread, the most is {}: {}", n,
                    (int)LAYOUT_MOST_ELEMENTS, type);
  ir_help(ir_op_context(op), "make the tile smaller, or let more warps share it");
  return IR_FAILED;
}

// A tile whose elements differ would have to come from memory.
static IrStatus check_constant(IrOp *op) {
  if (!IS(op, arith_constant) || !layout_is_tile(ir_op_result(op, 0))) return IR_OK;
  if (ir_attr_is_splat(GET(op, arith_constant, value))) return IR_OK;
  IrStatus failed = ir_op_error(op, "is a tile whose elements differ, which has no layout");
  ir_help(ir_op_context(op), "pass the values as a kernel argument and load them");
  return failed;
}

// One element everywhere costs nothing to make once more, coordinates next to nothing: one op a
// use, so that users have no layout in common because of it.
static IrStatus split_uses(IrOp *op, void *user) {
  (void)user;
  if (!ir_op_has_trait(op, IR_CONSTANT_LIKE) && !IS(op, tile_splat) && !IS(op, tile_iota))
    return IR_OK;
  IrValue *value = ir_op_result(op, 0);
  if (!layout_is_tile(value)) return IR_OK;
  while (ir_value_has_uses(value) && !ir_value_has_one_use(value)) {
    IrUse *use = ir_value_first_use(value);
    IrPtrMap map = {0};
    IrOp *copy = ir_op_clone(op, &map);
    ir_ptrmap_free(&map);
    ir_op_insert_before(copy, op);
    ir_op_set_operand(ir_use_op(use), ir_use_index(use), ir_op_result(copy, 0));
  }
  return IR_OK;
}

// ---- Values that are one.

static uint32_t number_of(Graph *g, IrValue *value) {
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&g->number, value);
  if (known) return (uint32_t)(known - 1);
  uint32_t number = (uint32_t)g->values.n;
  ir_vec_push(&g->values, value);
  ir_vec_push(&g->parent, number);
  ir_ptrmap_set(&g->number, value, (void *)(uintptr_t)(number + 1));
  return number;
}

// With path halving.
static uint32_t find(Graph *g, uint32_t i) {
  uint32_t *parent = g->parent.at;
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

static void unite(Graph *g, IrValue *a, IrValue *b) {
  uint32_t i = number_of(g, a), k = number_of(g, b);
  i = find(g, i);
  k = find(g, k);
  g->parent.at[i < k ? k : i] = i < k ? i : k;
}

// Calls `fn` for each tile that `at` (`op` itself or a terminator in it) hands on, with one of the
// values it becomes.
typedef void (*Handed)(Graph *g, IrOp *at, size_t operand, IrValue *input);

static void each_handed(Graph *g, IrOp *op, IrOp *at, Handed fn) {
  size_t from = ir_region_branch_point(op, at), to;
  for (size_t i = 0; (to = ir_region_branch_target(op, from, i)) != IR_NO_POINT; i++) {
    IrRun handed = ir_region_branch_handed(op, at, to);
    IrRun inputs = ir_region_branch_inputs(op, to);
    for (size_t k = 0; k < handed.n && k < inputs.n; k++)
      if (layout_is_tile(ir_op_operand(at, handed.first + k)))
        fn(g, at, handed.first + k, ir_region_branch_input(op, to, k));
  }
}

static void each_carried(Graph *g, IrOp *op, Handed fn) {
  if (!ir_op_is_region_branch(op)) return;
  each_handed(g, op, op, fn);
  for (size_t r = 0; r < ir_op_num_regions(op); r++) IR_FOR_BLOCKS(block, ir_op_region(op, r)) {
      IrOp *end = ir_block_terminator(block);
      if (end) each_handed(g, op, end, fn);
    }
}

// All that one operand becomes is one.
static void unite_inputs(Graph *g, IrOp *at, size_t operand, IrValue *input) {
  IrOp *op = ir_value_op(input);
  if (!op) op = ir_block_parent(ir_value_block(input));
  size_t from = ir_region_branch_point(op, at), to;
  for (size_t i = 0; (to = ir_region_branch_target(op, from, i)) != IR_NO_POINT; i++) {
    IrRun handed = ir_region_branch_handed(op, at, to);
    if (operand < handed.first || operand >= handed.first + handed.n) continue;
    unite(g, input, ir_region_branch_input(op, to, operand - handed.first));
  }
}

// Registers in flight stay where they are: what a product adds to, and what a wait gives back.
static void unite_inflight(Graph *g, IrOp *op) {
  if (IS(op, tc_dot_async)) {
    IrValue *c = GET(op, tc_dot_async, c);
    if (c && tc_inflight_tile(ir_value_type(c))) unite(g, c, ir_op_result(op, 0));
  } else if (IS(op, tc_dot_wait)) {
    for (size_t i = 0; i < ir_op_num_results(op); i++)
      unite(g, ir_op_operand(op, i), ir_op_result(op, i));
  }
}

static IrStatus unite_op(IrOp *op, void *user) {
  Graph *g = user;
  IrValue *first = NULL;
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *value = ir_op_result(op, i);
    if (!layout_is_tile(value)) continue;
    // Elementwise ops take any tensor, so that nobody has looked at theirs.
    IR_TRY(tile_verify_tile(op, layout_tile_type(value)));
    IR_TRY(check_constant(op));
    IR_TRY(check_element(op, layout_tile_type(value)));
    IR_TRY(check_size(op, layout_tile_type(value), g->p->warps));
    (void)number_of(g, value);
    if (first && layout_relation_of(op)) unite(g, first, value);
    first = value;
  }
  for (size_t r = 0; r < ir_op_num_regions(op); r++) IR_FOR_BLOCKS(block, ir_op_region(op, r))
  for (size_t i = 0; i < ir_block_num_args(block); i++)
    if (layout_is_tile(ir_block_arg(block, i))) (void)number_of(g, ir_block_arg(block, i));
  unite_inflight(g, op);
  each_carried(g, op, unite_inputs);
  return IR_OK;
}

// ---- Nodes.

static uint32_t add_node(LayoutProblem *p, LayoutNodeKind kind, IrValue *value, IrOp *op,
                         IrType type) {
  const IrBlock *block = kind == LAYOUT_USE ? ir_op_block(op) : ir_value_block(value);
  LayoutNode node = {.kind = kind, .value = value, .op = op, .type = type};
  node.trips = layout_trips(p->kernel, block);
  ir_vec_push(&p->nodes, node);
  return (uint32_t)p->nodes.n - 1;
}

static void add_tiles(Graph *g) {
  LayoutProblem *p = g->p;
  for (uint32_t i = 0; i < g->values.n; i++) {
    IrValue *value = g->values.at[i];
    uint32_t root = find(g, i);
    if (root == i) {
      IrOp *op = ir_value_op(value);
      if (!op) op = ir_block_parent(ir_value_block(value));
      (void)add_node(p, LAYOUT_TILE, value, op, layout_plain(layout_tile_type(value)));
      ir_ptrmap_set(&p->node_of, value, (void *)(uintptr_t)p->nodes.n);
    } else { // the lower number came first
      ir_ptrmap_set(&p->node_of, value, ir_ptrmap_get(&p->node_of, g->values.at[root]));
    }
  }
}

static uint32_t buffer_node(LayoutProblem *p, IrValue *buffer) {
  uint32_t node = layout_node_of(p, buffer);
  if (node != UINT32_MAX) return node;
  IrOp *op = ir_value_op(buffer);
  if (!op) op = ir_block_parent(ir_value_block(buffer));
  node = add_node(p, LAYOUT_BUFFER, buffer, op, ir_value_type(buffer));
  ir_ptrmap_set(&p->node_of, buffer, (void *)(uintptr_t)(node + 1));
  return node;
}

// ---- Edges.

static void add_edge(LayoutProblem *p, uint32_t from, uint32_t to, IrOp *op, size_t operand,
                     const LayoutRelation *relation) {
  // A conversion stands outside of the loops that do not change what it converts.
  const IrBlock *block = relation ? ir_value_block(ir_op_operand(op, operand)) : ir_op_block(op);
  LayoutEdge edge = {.from = from, .to = to, .op = op, .operand = operand, .relation = relation};
  edge.trips = layout_trips(p->kernel, block);
  if (from == to) return;
  ir_vec_push(&p->nodes.at[from].edges, (uint32_t)p->edges.n);
  ir_vec_push(&p->nodes.at[to].edges, (uint32_t)p->edges.n);
  ir_vec_push(&p->edges, edge);
}

static void add_use(LayoutProblem *p, IrOp *op, size_t operand, uint32_t to,
                    const LayoutRelation *relation) {
  uint32_t from = layout_node_of(p, ir_op_operand(op, operand));
  if (from != UINT32_MAX) add_edge(p, from, to, op, operand, relation);
}

// An operand that is converted to what `op` wants of it.
static uint32_t add_wish(LayoutProblem *p, IrOp *op, size_t operand) {
  IrValue *value = ir_op_operand(op, operand);
  uint32_t use = add_node(p, LAYOUT_USE, value, op, layout_plain(layout_tile_type(value)));
  add_use(p, op, operand, use, layout_same());
  return use;
}

static void add_access(LayoutProblem *p, uint32_t tile, IrOp *op, IrValue *memory) {
  if (mem_is_buffer(ir_value_type(memory))) add_edge(p, tile, buffer_node(p, memory), op, 0, NULL);
}

static void add_handed(Graph *g, IrOp *at, size_t operand, IrValue *input) {
  // Several targets are one node: the first is enough.
  IrOp *op = ir_value_op(input);
  if (!op) op = ir_block_parent(ir_value_block(input));
  size_t from = ir_region_branch_point(op, at);
  IrRun handed = ir_region_branch_handed(op, at, ir_region_branch_target(op, from, 0));
  bool in_first = operand >= handed.first && operand < handed.first + handed.n;
  size_t to = ir_region_branch_target(op, from, 0);
  if (in_first && ir_region_branch_input(op, to, operand - handed.first) != input) return;
  add_use(g->p, at, operand, layout_node_of(g->p, input), layout_same());
}

// All operands in one layout of their own.
static uint32_t add_operands(LayoutProblem *p, IrOp *op) {
  uint32_t use = add_wish(p, op, 0);
  for (size_t i = 1; i < ir_op_num_operands(op); i++) add_use(p, op, i, use, layout_same());
  return use;
}

// All operands in one layout of their own, from which the results' follows; where those are wanted
// otherwise a conversion stands behind the op, which for a reduction is the smaller side.
static void add_combined(LayoutProblem *p, IrOp *op) {
  uint32_t use = add_operands(p, op);
  add_edge(p, use, layout_node_of(p, ir_op_result(op, 0)), op, 0, layout_relation_of(op));
  LayoutEdge *edge = &p->edges.at[p->edges.n - 1];
  edge->after = true;
  edge->trips = layout_trips(p->kernel, ir_op_block(op));
}

// An op that makes no tile, with its tiles in one layout.
static void add_scatter(LayoutProblem *p, IrOp *op) {
  uint32_t use = add_wish(p, op, 0);
  for (size_t i = 1; i < ir_op_num_operands(op); i++)
    if (layout_is_tile(ir_op_operand(op, i))) add_use(p, op, i, use, layout_same());
}

// Tiles are converted to what the instruction wants; buffers have nodes, for they may not lie in
// any way.
static void add_async_product(LayoutProblem *p, IrOp *op) {
  for (size_t i = 0; i < 2; i++)
    if (mem_is_buffer(ir_value_type(ir_op_operand(op, i))))
      (void)buffer_node(p, ir_op_operand(op, i));
    else
      (void)add_wish(p, op, i);
  IrValue *c = GET(op, tc_dot_async, c);
  if (c && !tc_inflight_tile(ir_value_type(c))) (void)add_wish(p, op, 2);
}

// One tile is said as it is; several are brought to one layout.
static void add_said(LayoutProblem *p, IrOp *op) {
  size_t tiles = 0;
  uint32_t use = UINT32_MAX;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) tiles += layout_is_tile(ir_op_operand(op, i));
  for (size_t i = 0; i < ir_op_num_operands(op) && tiles > 1; i++) {
    if (!layout_is_tile(ir_op_operand(op, i))) continue;
    if (use == UINT32_MAX)
      use = add_wish(p, op, i);
    else
      add_use(p, op, i, use, layout_same());
  }
}

static IrStatus add_op(IrOp *op, void *user) {
  Graph *g = user;
  LayoutProblem *p = g->p;
  const LayoutRelation *relation = layout_relation_of(op);
  each_carried(g, op, add_handed);
  if (IS(op, tile_load)) {
    add_access(p, layout_node_of(p, ir_op_result(op, 0)), op, GET(op, tile_load, source));
  } else if (IS(op, tile_store)) {
    add_access(p, add_wish(p, op, 0), op, GET(op, tile_store, dest));
  } else if (IS(op, tc_dot)) {
    for (size_t i = 0; i < 3; i++) (void)add_wish(p, op, i);
  } else if (IS(op, tc_dot_accumulator)) {
    if (GET(op, tc_dot_accumulator, c))
      add_use(p, op, 0, layout_node_of(p, ir_op_result(op, 0)), layout_same());
  } else if (IS(op, tc_dot_async)) {
    add_async_product(p, op);
  } else if (layout_combines(op)) {
    add_combined(p, op);
  } else if (IS(op, tile_print)) {
    add_said(p, op);
  } else if (IS(op, tile_parallel)) {
    (void)add_operands(p, op);
  } else if (IS(op, tile_scatter)) {
    add_scatter(p, op);
  } else if (relation && ir_op_num_results(op) && layout_is_tile(ir_op_result(op, 0))) {
    for (size_t i = 0; i < ir_op_num_operands(op); i++)
      if (layout_is_tile(ir_op_operand(op, i)))
        add_use(p, op, i, layout_node_of(p, ir_op_result(op, 0)), relation);
  }
  return IR_OK;
}

// A tile.parallel that takes no tile gets one, whose layout says who runs which element.
static IrStatus give_input(IrOp *op, void *user) {
  (void)user;
  if (!IS(op, tile_parallel) || ir_op_num_operands(op)) return IR_OK;
  IrBuilder b = ir_builder_before(op);
  b.loc = ir_op_loc(op);
  IrAttr shape = GET(op, tile_parallel, shape);
  int64_t extents[TILE_LAYOUT_RANK];
  for (size_t d = 0; d < ir_attr_count(shape); d++) extents[d] = ir_attr_array_int(shape, d);
  IrType bit = ir_type_i1(b.ctx);
  IrType type = ir_type_tensor(b.ctx, (IrShape){extents, ir_attr_count(shape)}, bit, NULL);
  IrValue *tile = BUILD1(&b, arith_constant, .value = ir_attr_splat(type, ir_attr_integer(bit, 0)),
                         .result_type = type);
  ir_op_set_operands(op, &tile, 1);
  (void)ir_block_add_arg(ir_region_first(ir_op_region(op, 0)), bit, ir_op_loc(op));
  return IR_OK;
}

static IrStatus build(Graph *g) {
  IR_TRY(ir_walk_post(g->p->kernel, give_input, NULL));
  IR_TRY(ir_walk_post(g->p->kernel, split_uses, NULL));
  IR_TRY(ir_walk_pre(g->p->kernel, unite_op, g));
  add_tiles(g);
  return ir_walk_pre(g->p->kernel, add_op, g);
}

IrStatus layout_build_graph(LayoutProblem *p) {
  Graph g = {.p = p};
  IrStatus status = build(&g);
  ir_ptrmap_free(&g.number);
  ir_vec_free(&g.values);
  ir_vec_free(&g.parent);
  return status;
}
