// Ops that cannot have every layout: a tile.join whose lanes tell its halves apart, a tile.reshape
// after which groups of warps would share other copies.
//
// Such an op gets a layout it can have, and a conversion behind it makes what others asked for.
#include "dialects/tile/tile.h"
#include "ir/edit/builder.h"
#include "passes/tile/layout_problem.h"

static bool is_choosy(const IrOp *op) {
  return op && (IS(op, tile_join) || IS(op, tile_reshape));
}

// ---- Hints.

// %t = tile.join %a, %b : .. to T#L   ->   %s = tile.join %a, %b : .. to T
//                                          %t = tile.convert_layout %s : T to T#L
static IrStatus move_hint(IrOp *op, void *user) {
  (void)user;
  IrAttr named = ir_op_attr(op, "tile.layout");
  if (!is_choosy(op)) return IR_OK;
  IrValue *result = ir_op_result(op, 0);
  IrType type = ir_value_type(result);
  if (!named && !ir_type_encoding(type)) return IR_OK;
  IrBuilder b = ir_builder_after(op);
  b.loc = ir_op_loc(op);
  IrOp *convert = BUILD(&b, tile_convert_layout, .input = result, .result_type = type);
  ir_value_replace_uses(result, ir_op_result(convert, 0));
  ir_op_set_operand(convert, 0, result);
  ir_value_set_type(result, layout_plain(type));
  if (named) {
    ir_op_set_attr(convert, "tile.layout", named);
    ir_op_set_attr(op, "tile.layout", NULL);
  }
  return IR_OK;
}

void layout_move_hints(LayoutProblem *p) {
  (void)ir_walk_post(p->kernel, move_hint, NULL);
}

// ---- Candidates.

static bool is_feasible(const IrOp *op, const TileLayout *result) {
  TileLayout needed;
  return layout_relation_of(op)->operand(op, 0, result, &needed);
}

// A layout that the op can have: what the operand's candidates become, or a plain one.
static bool find_feasible(const LayoutProblem *p, const IrOp *op, TileLayout *out) {
  const LayoutRelation *relation = layout_relation_of(op);
  const IrValue *operand = ir_op_operand(op, 0);
  uint32_t from = layout_node_of(p, operand);
  for (uint32_t i = 0; from != UINT32_MAX && i < p->nodes.at[from].num_choices; i++) {
    TileLayout layout = p->layouts.at[p->nodes.at[from].choices[i].layout];
    if (relation->result(op, 0, &layout, out)) return true;
  }
  TileLayout plain;
  IrShape shape = ir_type_shape(ir_value_type(operand));
  unsigned last = shape.rank ? (unsigned)shape.rank - 1 : 0;
  if (!tile_layout_default(shape, p->warps, 1, last, &plain)) return false;
  plain.split = 0; // every group holds all
  return relation->result(op, 0, &plain, out);
}

void layout_keep_feasible(LayoutProblem *p) {
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    LayoutNode *n = &p->nodes.at[i];
    bool feasible = n->kind != LAYOUT_TILE || !is_choosy(n->op) || n->op != ir_value_op(n->value);
    for (uint32_t c = 0; c < n->num_choices && !feasible; c++)
      feasible = is_feasible(n->op, &p->layouts.at[n->choices[c].layout]);
    TileLayout layout;
    if (feasible || !find_feasible(p, n->op, &layout)) continue;
    if (n->num_choices == LAYOUT_MOST_CHOICES) n->num_choices--;
    (void)layout_offer(p, i, &layout, "what the op can have", n->op);
  }
}
