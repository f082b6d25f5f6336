// Writes the choice into the kernel: encodings of tiles, layouts of buffers, and a
// tile.convert_layout wherever a use needs another layout than the tile has.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/loop.h"
#include "passes/tile/layout_again.h"
#include "passes/tile/layout_problem.h"

static void retype_constant(IrOp *op, IrType type) {
  IrAttr value = GET(op, arith_constant, value);
  if (ir_attr_kind(value) != IR_ATTR_DENSE || !ir_attr_is_splat(value)) return;
  SET_ATTR(op, arith_constant, value, ir_attr_splat(type, ir_attr_dense_at(value, 0)));
}

void layout_set_type(IrValue *tile, const TileLayout *layout) {
  IrType type = tile_layout_apply_to(layout_plain(layout_tile_type(tile)), layout);
  bool inflight = tc_inflight_tile(ir_value_type(tile)) != NULL;
  ir_value_set_type(tile, inflight ? tc_inflight_get(type) : type);
  if (IS(ir_value_op(tile), arith_constant)) retype_constant(ir_value_op(tile), type);
}

static void set_value(LayoutProblem *p, IrValue *value) {
  uint32_t number = layout_node_of(p, value);
  if (number == UINT32_MAX || !layout_is_tile(value)) return;
  const LayoutNode *node = &p->nodes.at[number];
  layout_set_type(value, &p->layouts.at[node->choices[node->chosen].layout]);
}

static IrStatus set_types(IrOp *op, void *user) {
  LayoutProblem *p = user;
  for (size_t i = 0; i < ir_op_num_results(op); i++) set_value(p, ir_op_result(op, i));
  for (size_t r = 0; r < ir_op_num_regions(op); r++) IR_FOR_BLOCKS(block, ir_op_region(op, r))
  for (size_t i = 0; i < ir_block_num_args(block); i++) set_value(p, ir_block_arg(block, i));
  return IR_OK;
}

// A layout that an encoding named stays named, so that tile-remove-conversions leaves its tile.
static void keep_hints(LayoutProblem *p) {
  for (size_t i = 0; i < p->nodes.n; i++) {
    const LayoutNode *n = &p->nodes.at[i];
    if (!n->hint || ir_op_num_results(n->hint) != 1 || ir_op_num_regions(n->hint)) continue;
    if (ir_op_attr(n->hint, "tile.layout")) continue;
    const TileLayout *layout = &p->layouts.at[n->choices[0].layout];
    ir_op_set_attr(n->hint, "tile.layout", tile_layout_attr_get(p->ctx, layout));
  }
}

static void set_buffers(LayoutProblem *p) {
  for (size_t i = 0; i < p->nodes.n; i++) {
    LayoutNode *n = &p->nodes.at[i];
    if (n->kind != LAYOUT_BUFFER || !IS(n->op, mem_alloc)) continue;
    ir_op_set_attr(n->op, "tile.staged", NULL);
    if (n->choices[n->chosen].buffer != n->type)
      ir_value_set_type(n->value, n->choices[n->chosen].buffer);
  }
}

// ---- Conversions.

// Before the use, outside of loops in which the value does not change.
IrOp *layout_conversion_place(IrOp *use, const IrValue *value) {
  IrOp *place = use;
  for (IrOp *op = use; ir_op_block(op) != ir_value_block(value); op = ir_op_parent(op)) {
    IrOp *parent = ir_op_parent(op);
    if (!parent || ir_op_has_trait(parent, IR_ISOLATED)) break;
    if (ir_op_is_loop(parent)) place = parent;
  }
  return place;
}

// A conversion of the value that is there already.
static IrValue *known_conversion(const IrValue *value, IrType type, const IrOp *place) {
  for (const IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u)) {
    IrOp *op = ir_use_op(u);
    if (IS(op, tile_convert_layout) && ir_value_type(ir_op_result(op, 0)) == type &&
        ir_op_block(op) == ir_op_block(place) && ir_op_is_before(op, place))
      return ir_op_result(op, 0);
  }
  return NULL;
}

// Made once more, where that costs less than a conversion as often as the edge says; else NULL.
static IrValue *made_again(LayoutProblem *p, const LayoutEdge *e, const TileLayout *needed) {
  IrValue *value = ir_op_operand(e->op, e->operand);
  TileLayout has;
  if (p->nodes.at[e->from].hint) return NULL;
  if (!tile_layout_of(ir_value_type(value), &has)) return NULL;
  int64_t cost =
      layout_cost_convert(&p->machine, &has, needed, ir_type_element(ir_value_type(value)));
  if (layout_cost_again(p->kernel, value, needed, cost) >= cost) return NULL;
  p->self->stats->remade++;
  return layout_make_again(value, needed, &p->originals);
}

static void convert(LayoutProblem *p, const LayoutEdge *e, const TileLayout *needed) {
  IrValue *value = ir_op_operand(e->op, e->operand);
  IrType wanted = tile_layout_apply_to(layout_plain(layout_tile_type(value)), needed);
  if (wanted == layout_tile_type(value)) return;
  IrOp *place = layout_conversion_place(e->op, value);
  IrValue *converted = known_conversion(value, wanted, place);
  if (!converted) converted = made_again(p, e, needed);
  if (!converted) {
    IrBuilder b = ir_builder_before(place);
    b.loc = ir_op_loc(e->op);
    converted = BUILD1(&b, tile_convert_layout, .input = value, .result_type = wanted);
    p->self->stats->conversions++;
    IR_REMARK(p->run, p->self, layout_conversion, e->op, "converts {} from {} to {}", value,
              ir_value_type(value), wanted);
  }
  ir_op_set_operand(e->op, e->operand, converted);
}

// A result that its op gives in another layout than it was to have.
static void convert_result(LayoutProblem *p, IrValue *result, const TileLayout *given) {
  IrType wanted = ir_value_type(result), type = tile_layout_apply_to(layout_plain(wanted), given);
  if (type == wanted) return;
  IrBuilder b = ir_builder_after(ir_value_op(result));
  ir_value_set_type(result, type);
  IrValue *converted = BUILD1(&b, tile_convert_layout, .input = result, .result_type = wanted);
  ir_value_replace_uses(result, converted);
  ir_op_set_operand(ir_value_op(converted), 0, result);
  p->self->stats->conversions++;
  IR_REMARK(p->run, p->self, layout_conversion, ir_value_op(result), "converts {} from {} to {}",
            result, type, wanted);
}

static void convert_results(LayoutProblem *p) {
  for (size_t i = 0; i < p->edges.n; i++) {
    const LayoutEdge *e = &p->edges.at[i];
    if (!e->after) continue;
    const LayoutNode *from = &p->nodes.at[e->from];
    TileLayout given, input = p->layouts.at[from->choices[from->chosen].layout];
    if (!e->relation->result(e->op, e->operand, &input, &given)) continue;
    for (size_t k = 0; k < ir_op_num_results(e->op); k++)
      convert_result(p, ir_op_result(e->op, k), &given);
  }
}

static void insert_conversions(LayoutProblem *p) {
  for (size_t i = 0; i < p->edges.n; i++) {
    const LayoutEdge *e = &p->edges.at[i];
    if (!e->relation || e->after || IS(e->op, tile_convert_layout))
      continue; // which converts by itself
    const LayoutNode *to = &p->nodes.at[e->to];
    TileLayout needed;
    if (e->relation->operand(e->op, e->operand, &p->layouts.at[to->choices[to->chosen].layout],
                             &needed))
      convert(p, e, &needed);
  }
}

void layout_rewrite(LayoutProblem *p) {
  (void)ir_walk_pre(p->kernel, set_types, p);
  set_buffers(p);
  convert_results(p);
  keep_hints(p);
  insert_conversions(p);
  layout_erase_originals(&p->originals);
}
