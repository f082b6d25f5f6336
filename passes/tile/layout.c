// tile-layout: every tile gets the layout that spreads it over registers, lanes and warps.
//
// requires: products chosen (tc-select)   preserves: meaning, program order
// adds: encodings, conversions, swizzles of staged buffers
//
// 1. Tiles become nodes, uses between them edges (layout_graph.c).
// 2. Hints and instructions pin layouts, accesses offer some, and neighbours share their wishes.
// 3. The cheapest choice is searched; what it costs is layout_cost.h's.
// 4. Types are rewritten; where an op needs another layout than its operand has, a
//    tile.convert_layout goes in front of it, or the operand is made once more (layout_again.h).
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "passes/tile/access.h"
#include "passes/tile/layout_problem.h"

IrType layout_tile_type(const IrValue *value) {
  IrType type = ir_value_type(value), inflight = tc_inflight_tile(type);
  return inflight ? inflight : type;
}

bool layout_is_tile(const IrValue *value) {
  return ir_type_kind(layout_tile_type(value)) == IR_TYPE_TENSOR;
}

IrType layout_plain(IrType tile) {
  return ir_type_with_encoding(tile, NULL);
}

uint32_t layout_number(LayoutProblem *p, const TileLayout *layout) {
  uint64_t hash = ir_hash_bytes(layout, sizeof *layout, 0);
  for (uint32_t i = 0; i < p->layouts.n; i++)
    if (p->hashes.at[i] == hash && tile_layout_equal(&p->layouts.at[i], layout)) return i;
  ir_vec_push(&p->layouts, *layout);
  ir_vec_push(&p->hashes, hash);
  return (uint32_t)p->layouts.n - 1;
}

uint32_t layout_node_of(const LayoutProblem *p, const IrValue *value) {
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&p->node_of, value);
  return known ? (uint32_t)(known - 1) : UINT32_MAX;
}

bool layout_offer(LayoutProblem *p, uint32_t node, const TileLayout *layout, const char *why,
                  IrOp *asker) {
  uint32_t number = layout_number(p, layout);
  LayoutNode *n = &p->nodes.at[node];
  for (uint32_t i = 0; i < n->num_choices; i++)
    if (n->choices[i].layout == number) return false;
  if (n->pinned || n->num_choices == LAYOUT_MOST_CHOICES) return false;
  n->choices[n->num_choices++] = (LayoutChoice){.layout = number, .why = why, .asker = asker};
  return true;
}

void layout_pin(LayoutProblem *p, uint32_t node, const TileLayout *layout, const char *why,
                IrOp *asker) {
  p->nodes.at[node].num_choices = 0;
  p->nodes.at[node].pinned = false;
  (void)layout_offer(p, node, layout, why, asker);
  p->nodes.at[node].pinned = true;
}

void layout_problem_free(LayoutProblem *p) {
  for (size_t i = 0; i < p->nodes.n; i++) ir_vec_free(&p->nodes.at[i].edges);
  for (size_t i = 0; i < p->edges.n; i++) {
    ir_free(p->edges.at[i].cost);
    ir_free(p->edges.at[i].needs);
    ir_free(p->edges.at[i].again);
  }
  ir_vec_free(&p->nodes);
  ir_vec_free(&p->edges);
  ir_vec_free(&p->layouts);
  ir_vec_free(&p->hashes);
  ir_vec_free(&p->like);
  ir_ptrmap_free(&p->node_of);
  ir_vec_free(&p->accesses);
  ir_ptrmap_free(&p->conversions);
}

// Every use can be served, if need be by a conversion; a hint may have left no such choice.
static IrStatus check_choice(const LayoutProblem *p) {
  for (size_t i = 0; i < p->edges.n && p->total >= LAYOUT_COST_IMPOSSIBLE; i++) {
    const LayoutEdge *e = &p->edges.at[i];
    const LayoutNode *to = &p->nodes.at[e->to];
    if (!e->relation || e->after || e->needs[to->chosen] != UINT32_MAX) continue;
    IrAttr layout = tile_layout_attr_get(p->ctx, &p->layouts.at[to->choices[to->chosen].layout]);
    (void)ir_op_error(e->op, "cannot make its result in the layout {} without moving elements",
                      layout);
    ir_help(p->ctx, "name the layout on a tile.convert_layout of the result");
    return IR_FAILED;
  }
  return IR_OK;
}

// A copy that a person wrote has no value whose layout could be chosen: its accesses go along the
// memref's contiguous dimension.
static IrStatus lay_out_copy(IrOp *op, void *user) {
  const LayoutProblem *p = user;
  if (!IS(op, tile_async_copy)) return IR_OK;
  IrType tile = ir_attr_type_value(GET(op, tile_async_copy, tile));
  IrType from = ir_value_type(GET(op, tile_async_copy, source));
  IrShape shape = ir_type_shape(tile);
  int dim = access_contiguous_dim(from) - (int)(ir_type_shape(from).rank - shape.rank);
  TileLayout layout;
  if (ir_type_encoding(tile)) return IR_OK;
  if (dim < 0)
    return ir_op_error(op, "copies from {}, no dimension of which is known to be contiguous", from);
  unsigned width = (unsigned)ir_attr_int(GET(op, tile_async_copy, width));
  if (!tile_layout_default(shape, p->warps, width, (unsigned)dim, &layout))
    return layout_does_not_fit(p, op, tile);
  tile = ir_type_with_encoding(tile, tile_layout_attr_get(p->ctx, &layout));
  SET_ATTR(op, tile_async_copy, tile, ir_attr_of_type(tile));
  return IR_OK;
}

static IrStatus assign(LayoutProblem *p, IrArena *scratch) {
  layout_move_hints(p);
  IR_TRY(layout_build_graph(p));
  IR_TRY(layout_take_hints(p));
  IR_TRY(layout_take_anchors(p));
  IR_TRY(layout_find_candidates(p));
  layout_keep_feasible(p);
  layout_price(p);
  layout_search(p, scratch);
  IR_TRY(check_choice(p));
  if (ir_debug_enabled(p->ctx, "layout")) {
    (void)layout_price_choice(p, true);
    layout_debug(p);
  }
  layout_rewrite(p);
  return ir_walk_pre(p->kernel, lay_out_copy, p);
}

IrStatus tile_layout_run(IrPassRun *run, IrOp *kernel) {
  LayoutProblem p = {.ctx = run->ctx, .kernel = kernel, .run = run, .self = run->decl};
  p.machine = layout_machine_of(kernel);
  p.warps = p.machine.warps;
  IrStatus status = assign(&p, run->scratch);
  layout_problem_free(&p);
  return status;
}
