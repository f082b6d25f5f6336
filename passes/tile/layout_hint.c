// Hints: layouts that a person named.
//
//   %a = tile.load %A[%i, 0] {tile.layout = #tile.blocked<...>} : tensor<64x64xf32>
//   %b = tile.convert_layout %x : tensor<64x64xf32> to tensor<64x64xf32, #tile.mma<...>>
//
// The attribute names the layout of the tile that its op makes, an encoding that of its value.  The
// tile then has it, whatever accesses and neighbours would like; an instruction gets its operand
// converted.  Rules:
//
//   1. an attribute is a layout, stands on an op that makes one tile, and fits its extents
//   2. it is spread over the lanes of a warp and the warps of the kernel, and gives a thread no
//   more
//      elements than a tile may
//   3. tiles that elementwise ops, loops and branches tie together have one layout: two hints there
//      are equal, unless a tile.convert_layout stands between
//   4. the result of an instruction has the instruction's
#include "dialects/tc/tc.h"
#include "passes/tile/layout_problem.h"

typedef struct Hint {
  IrOp *op;
  IrAttr named; // as written
  TileLayout layout;
} Hint;

typedef struct Hints {
  LayoutProblem *p;
  Hint *of_node;    // of each node; op NULL: none
  uint32_t *parent; // union-find over nodes that are tied together
} Hints;

static const char attr_name[] = "tile.layout";

// ---- Reading.

// As many as a tile may have; bases that hold copies make it more.
static IrStatus check_registers(const LayoutProblem *p, IrOp *op, IrAttr named,
                                const TileLayout *l) {
  uint32_t registers = tile_layout_registers(l);
  if (registers <= LAYOUT_MOST_ELEMENTS) return IR_OK;
  (void)ir_op_error(op, "names a layout of {} elements for each thread, the most is {}: {}",
                    registers, (int)LAYOUT_MOST_ELEMENTS, named);
  ir_help(p->ctx, "let lanes and warps share the tile, and leave out registers that hold copies");
  return IR_FAILED;
}

// Rule 2.
static IrStatus check_spread(const LayoutProblem *p, IrOp *op, IrAttr named, const TileLayout *l) {
  uint32_t lanes = tile_layout_size(l, TILE_LANE), warps = tile_layout_warps(l);
  if (lanes == 32 && warps == p->warps) return check_registers(p, op, named, l);
  if (lanes != 32)
    (void)ir_op_error(op, "names a layout of {} lanes, a warp has 32: {}", lanes, named);
  else
    (void)ir_op_error(op, "names a layout of {} {}, the kernel has {}: {}", warps,
                      warps == 1 ? "warp" : "warps", p->warps, named);
  ir_help(p->ctx, "where there are more than a tile needs, zero bases (in #tile.blocked numbers "
                  "beyond the extents) hold copies");
  return IR_FAILED;
}

// The op on which a person wrote the hint: that of a tile.join or tile.reshape went onto a
// conversion behind it (layout_move_hints).
static IrOp *named_on(IrOp *op) {
  IrOp *source = IS(op, tile_convert_layout) ? ir_value_op(ir_op_operand(op, 0)) : NULL;
  return source && ir_op_loc(source).id == ir_op_loc(op).id ? source : op;
}

// Rules 3 and 4 for one value, whose node may have a hint of another value already.
static IrStatus differ(const LayoutProblem *p, const Hint *hint, IrOp *op, IrAttr named) {
  IrOp *other = named_on(hint->op);
  (void)ir_op_error(named_on(op),
                    "is to have the layout {}, but '{}' shares its layout and is to have {}", named,
                    ir_op_name(other), hint->named);
  ir_note(p->ctx, ir_op_loc(other), "'{}' names the other layout", ir_op_name(other));
  ir_help(p->ctx, "tiles of elementwise ops, loops and branches have one layout: name one of the "
                  "two, or put a tile.convert_layout between them");
  return IR_FAILED;
}

// Rule 1 for a layout of other extents, or of none.
static IrStatus is_none_of(const LayoutProblem *p, IrOp *op, IrAttr named, IrType laid_out) {
  TileLayout layout;
  (void)ir_op_error(op, "names the layout {}, which is none of {}", named, layout_plain(laid_out));
  if (!ir_attr_payload(ir_type_encoding(laid_out), &tile_layout_attr))
    ir_help(p->ctx, "layouts are #tile.blocked, #tile.mma, #tile.wgmma and #tile.layout");
  else if (!tile_layout_of(laid_out, &layout))
    ir_help(p->ctx, "a basis has a coordinate for each dimension, less than the power of two in "
                    "its extent; 'repeat' has the odd factors of the extents");
  else
    ir_help(p->ctx, "its bases leave elements out: XORs of them are to be all coordinates");
  return IR_FAILED;
}

static IrStatus take_hint(Hints *h, IrValue *value, IrOp *op, IrAttr named, IrType laid_out) {
  LayoutProblem *p = h->p;
  uint32_t node = layout_node_of(p, value);
  TileLayout layout;
  if (node == UINT32_MAX) return IR_OK;
  if (!tile_layout_of(laid_out, &layout) || !tile_layout_covers(&layout))
    return is_none_of(p, op, named, laid_out);
  IR_TRY(check_spread(p, op, named, &layout));
  Hint *hint = &h->of_node[node];
  if (hint->op && !tile_layout_equal(&hint->layout, &layout)) return differ(p, hint, op, named);
  if (!hint->op) *hint = (Hint){op, named, layout};
  return IR_OK;
}

// Rule 1.
static IrStatus take_attribute(Hints *h, IrOp *op) {
  IrAttr named = ir_op_attr(op, attr_name);
  if (!named) return IR_OK;
  IrValue *tile = ir_op_num_results(op) == 1 ? ir_op_result(op, 0) : NULL;
  if (!tile || !layout_is_tile(tile)) {
    (void)ir_op_error(op, "has the attribute '{}', but makes no single tile", attr_name);
    ir_help(h->p->ctx, ir_op_num_results(op) > 1
                           ? "name the layout on a tile.convert_layout of the result"
                           : "name the layout on the op that makes the tile");
    return IR_FAILED;
  }
  IrType plain = layout_plain(layout_tile_type(tile));
  IrAttr encoding = ir_attr_encode(named, ir_op_loc(op), plain);
  if (!encoding) return IR_FAILED;
  return take_hint(h, tile, op, named, ir_type_with_encoding(plain, encoding));
}

static IrStatus take_encoding(Hints *h, IrValue *value, IrOp *op) {
  IrType tile = layout_tile_type(value);
  if (!layout_is_tile(value) || !ir_type_encoding(tile)) return IR_OK;
  return take_hint(h, value, op, ir_type_encoding(tile), tile);
}

static IrStatus take_op(IrOp *op, void *user) {
  Hints *h = user;
  IR_TRY(take_attribute(h, op));
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    IR_TRY(take_encoding(h, ir_op_result(op, i), op));
  for (size_t r = 0; r < ir_op_num_regions(op); r++) IR_FOR_BLOCKS(block, ir_op_region(op, r))
  for (size_t i = 0; i < ir_block_num_args(block); i++)
    IR_TRY(take_encoding(h, ir_block_arg(block, i), op));
  return IR_OK;
}

// ---- Tiles that are tied together.

static uint32_t find(Hints *h, uint32_t i) {
  while (h->parent[i] != i) i = h->parent[i] = h->parent[h->parent[i]];
  return i;
}

static IrStatus check_groups(Hints *h) {
  LayoutProblem *p = h->p;
  uint32_t *first = ir_malloc((p->nodes.n + 1) * sizeof *first); // node with a hint of each group
  IrStatus status = IR_OK;
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    h->parent[i] = i;
    first[i] = UINT32_MAX;
  }
  for (size_t i = 0; i < p->edges.n; i++) {
    const LayoutEdge *e = &p->edges.at[i];
    if (!layout_is_same(e->relation) || IS(e->op, tile_convert_layout)) continue;
    h->parent[find(h, e->from)] = find(h, e->to);
  }
  for (uint32_t i = 0; i < p->nodes.n && status == IR_OK; i++) {
    const Hint *hint = &h->of_node[i];
    uint32_t group = find(h, i);
    if (!hint->op) continue;
    if (first[group] == UINT32_MAX) first[group] = i;
    const Hint *other = &h->of_node[first[group]];
    if (!tile_layout_equal(&other->layout, &hint->layout))
      status = differ(p, other, hint->op, hint->named);
  }
  ir_free(first);
  return status;
}

static void pin_hints(Hints *h) {
  for (uint32_t i = 0; i < h->p->nodes.n; i++) {
    const Hint *hint = &h->of_node[i];
    if (!hint->op) continue;
    layout_pin(h->p, i, &hint->layout, "a hint", hint->op);
    h->p->nodes.at[i].hint = hint->op;
  }
}

static IrStatus take(Hints *h) {
  IR_TRY(ir_walk_pre(h->p->kernel, take_op, h));
  IR_TRY(check_groups(h));
  pin_hints(h);
  return IR_OK;
}

IrStatus layout_take_hints(LayoutProblem *p) {
  Hints h = {.p = p};
  h.of_node = ir_calloc(p->nodes.n + 1, sizeof *h.of_node);
  h.parent = ir_calloc(p->nodes.n + 1, sizeof *h.parent);
  IrStatus status = take(&h);
  ir_free(h.of_node);
  ir_free(h.parent);
  return status;
}
