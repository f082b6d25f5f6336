// Ops that each element has to run by itself, among others that are ones of tiles: a loop of an
// element's own length that only reads goes into a tile.map of its own.
//
//   %x = tile.load ...
//   %n = tile.map %x (%i, %a) : tensor<..> {
//     %r = scf.while (%v = %a) ...
//     tile.yield %r
//   }
//   %y = arith.addi %n, %x : tensor<..>
//
// Elements that are not at work do not run it, for it might not end.
#include "dialects/arith/arith.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "passes/tile/expand_map_impl.h"

typedef struct Own {
  Expander *x;
  IrOp *op;
  IrPtrMap seen;           // values used from outside of the op
  IR_VEC(IrValue *) used;  // those that differ from element to element
  IR_VEC(IrValue *) tiles; // of those that are tiles, and the mask
  IrPtrMap map;            // value -> what it is in the new region
} Own;

static bool is_inside(const IrOp *op, const IrValue *value) {
  for (const IrOp *at = ir_block_parent(ir_value_block(value)); at; at = ir_op_parent(at))
    if (at == op) return true;
  return false;
}

static void note_use(Own *own, IrValue *value) {
  if (is_inside(own->op, value) || ir_ptrmap_has(&own->seen, value)) return;
  ir_ptrmap_set(&own->seen, value, value);
  Expanded e = expand_get(own->x, value);
  if (e.scalar)
    ir_ptrmap_set(&own->map, value, e.scalar);
  else
    ir_vec_push(&own->used, value);
  if (e.tile) ir_vec_push(&own->tiles, e.tile);
}

static void find_uses(Own *own) {
  for (IrOp *op = own->op; op; op = ir_tree_next(op, own->op))
    for (size_t i = 0; i < ir_op_num_operands(op); i++) note_use(own, ir_op_operand(op, i));
  if (own->x->mask) ir_vec_push(&own->tiles, own->x->mask);
}

static IrOp *create_map(Own *own) {
  Expander *x = own->x;
  IR_VEC(IrType) types = {0};
  for (size_t i = 0; i < ir_op_num_results(own->op); i++)
    ir_vec_push(&types, expand_tile_type(x, ir_value_type(ir_op_result(own->op, i))));
  IrOp *map = BUILD(&x->b, tile_map, .inputs = {own->tiles.at, own->tiles.n},
                    .results_types = {types.at, types.n});
  ir_vec_free(&types);
  IrBlock *block = ir_block_create(x->ctx);
  ir_region_append(ir_op_region(map, 0), block);
  for (size_t d = 0; d < x->shape.rank; d++)
    ir_block_add_arg(block, ir_type_index(x->ctx), x->b.loc);
  for (size_t i = 0; i < own->tiles.n; i++)
    ir_block_add_arg(block, ir_type_element(ir_value_type(own->tiles.at[i])), x->b.loc);
  return map;
}

// Arguments of the new region, and sums of coordinates, for what the op uses.
static void define_uses(Own *own, IrBuilder *b, IrBlock *block) {
  size_t element = own->x->shape.rank;
  for (size_t i = 0; i < own->used.n; i++) {
    Expanded e = expand_get(own->x, own->used.at[i]);
    IrValue *value = ir_block_arg(block, e.is_place ? e.axis : element);
    if (!e.is_place) element++;
    ir_value_take_name(value, own->used.at[i]);
    if (e.is_place && e.base) value = BUILD1(b, arith_addi, .lhs = e.base, .rhs = value);
    ir_ptrmap_set(&own->map, own->used.at[i], value);
  }
}

static void yield_zeros(Own *own, IrBuilder *b) {
  IR_VEC(IrValue *) zeros = {0};
  for (size_t i = 0; i < ir_op_num_results(own->op); i++) {
    IrType type = ir_value_type(ir_op_result(own->op, i));
    IrAttr zero = ir_type_is_float(type) ? ir_attr_float(type, 0) : ir_attr_integer(type, 0);
    ir_vec_push(&zeros, BUILD1(b, arith_constant, .value = zero, .result_type = type));
  }
  BUILD(b, scf_yield, .results = {zeros.at, zeros.n});
  ir_vec_free(&zeros);
}

// The op, under the mask where there is one; gives whose results are its.
static IrOp *place_op(Own *own, IrBuilder *b, IrBlock *block) {
  size_t n = ir_op_num_results(own->op);
  IrOp *copy = ir_op_clone(own->op, &own->map);
  if (!own->x->mask) return ir_builder_insert(b, copy);
  IR_VEC(IrType) types = {0};
  IR_VEC(IrValue *) values = {0};
  for (size_t i = 0; i < n; i++) {
    ir_vec_push(&types, ir_value_type(ir_op_result(copy, i)));
    ir_vec_push(&values, ir_op_result(copy, i));
  }
  IrValue *mask = ir_block_arg(block, ir_block_num_args(block) - 1);
  IrOp *branch = scf_if_create(b, mask, types.at, n, true);
  IrBuilder then = ir_builder_at_end(b->ctx, scf_block(branch, 0), b->loc);
  ir_builder_insert(&then, copy);
  BUILD(&then, scf_yield, .results = {values.at, n});
  IrBuilder otherwise = ir_builder_at_end(b->ctx, scf_block(branch, 1), b->loc);
  yield_zeros(own, &otherwise);
  ir_vec_free(&types);
  ir_vec_free(&values);
  return branch;
}

static void build(Own *own) {
  find_uses(own);
  IrOp *map = create_map(own);
  IrBlock *block = ir_region_first(ir_op_region(map, 0));
  IrBuilder b = ir_builder_at_end(own->x->ctx, block, ir_op_loc(own->op));
  define_uses(own, &b, block);
  IrOp *made = place_op(own, &b, block);
  IR_VEC(IrValue *) results = {0};
  for (size_t i = 0; i < ir_op_num_results(made); i++) ir_vec_push(&results, ir_op_result(made, i));
  BUILD(&b, tile_yield, .values = {results.at, results.n});
  ir_vec_free(&results);
  for (size_t i = 0; i < ir_op_num_results(map); i++)
    expand_set(own->x, ir_op_result(own->op, i), (Expanded){.tile = ir_op_result(map, i)});
}

// Is the op all that the code does, but for constants?
static bool is_alone(const IrOp *op) {
  IR_FOR_OPS(other, ir_op_block(op)) {
    if (other != op && !ir_op_has_trait(other, IR_CONSTANT_LIKE) &&
        !ir_op_has_trait(other, IR_TERMINATOR))
      return false;
  }
  return true;
}

bool expand_own(Expander *x, IrOp *op) {
  unsigned effects = ir_op_effect_kinds_nested(op);
  if (!ir_op_num_results(op) || (effects & ~(unsigned)IR_EFFECT_READ)) return false;
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (!expand_is_number(ir_op_result(op, i))) return false;
  if (ir_op_parent(op) == x->map && is_alone(op)) return false;
  Own own = {.x = x, .op = op};
  build(&own);
  ir_ptrmap_free(&own.seen);
  ir_ptrmap_free(&own.map);
  ir_vec_free(&own.used);
  ir_vec_free(&own.tiles);
  return true;
}
