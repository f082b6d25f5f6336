// tile-expand-map: scalar code for single elements becomes ops on whole tiles.
//
// requires: nothing   preserves: meaning   breaks: nothing
//
//   tile.parallel (%i) in 64 {                       %x = tile.load %A[%first] : tensor<64xf32>
//     %n = arith.addi %first, %i : index             %y = arith.mulf %x, %x : tensor<64xf32>
//     %x = memref.load %A[%n] : memref<?xf32>   =>   tile.store %y, %B[%first]
//     %y = arith.mulf %x, %x : f32
//     memref.store %y, %B[%n] : memref<?xf32>
//   }
//
// Then layouts, wide accesses and CSE need to know nothing of elements.  Values that are the same
// for all elements stay scalars.  Elements run in no order, so all of them may do one op before any
// does the next.  A branch that elements take differently is done by all: what it makes is
// selected, its accesses get a mask, its divisors are 1 where they do not count.  A loop is one
// over tiles where its bounds are the same for all elements; a loop of an element's own length that
// only reads becomes a tile.map of its own.  A region with anything else stays; tile-to-thread runs
// it in each thread.
#include "dialects/arith/arith.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "passes/tile/element_access.h"
#include "passes/tile/expand_map_impl.h"
#include "passes/tile/tile_passes.h"

static bool expand_block(Expander *x, IrBlock *block);

// ---- Values

Expanded expand_get(const Expander *x, const IrValue *value) {
  uintptr_t number = (uintptr_t)ir_ptrmap_get(&x->numbers, value);
  if (number) return x->values.at[number - 1];
  return (Expanded){.scalar = (IrValue *)value}; // from outside of the region
}

// What was made for the value has its name.
static void give_name(Expander *x, IrValue *made, const IrValue *value) {
  if (!ir_value_name(made, x->ctx).len) ir_value_take_name(made, value);
}

void expand_set(Expander *x, const IrValue *value, Expanded as) {
  if (as.tile) give_name(x, as.tile, value);
  if (as.scalar) give_name(x, as.scalar, value);
  ir_vec_push(&x->values, as);
  ir_ptrmap_set(&x->numbers, value, (void *)(uintptr_t)x->values.n);
}

IrType expand_tile_type(const Expander *x, IrType element) {
  return ir_type_tensor(x->ctx, x->shape, element, NULL);
}

IrValue *expand_splat(Expander *x, IrValue *scalar) {
  return BUILD1(&x->b, tile_splat, .scalar = scalar,
                .result_type = expand_tile_type(x, ir_value_type(scalar)));
}

IrValue *expand_tile(Expander *x, const IrValue *value) {
  Expanded e = expand_get(x, value);
  if (e.is_place) return expand_place(x, e);
  return e.scalar ? expand_splat(x, e.scalar) : e.tile;
}

IrValue *expand_both(Expander *x, IrValue *mask, IrValue *other) {
  if (!mask || !other) return mask ? mask : other;
  return BUILD1(&x->b, arith_andi, .lhs = mask, .rhs = other);
}

static bool all_scalar(const Expander *x, const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (!expand_get(x, ir_op_operand(op, i)).scalar) return false;
  return true;
}

// ---- Ops without regions

// The op once, for all elements; with `tiles`, on those.
static void copy_op(Expander *x, IrOp *op, bool tiles) {
  IrPtrMap map = {0};
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    IrValue *operand = ir_op_operand(op, i);
    ir_ptrmap_set(&map, operand, tiles ? expand_tile(x, operand) : expand_get(x, operand).scalar);
  }
  IrOp *copy = ir_builder_insert(&x->b, ir_op_clone(op, &map));
  ir_ptrmap_free(&map);
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *result = ir_op_result(copy, i);
    if (tiles) ir_value_set_type(result, expand_tile_type(x, ir_value_type(result)));
    expand_set(x, ir_op_result(op, i),
               tiles ? (Expanded){.tile = result} : (Expanded){.scalar = result});
  }
}

bool expand_is_number(const IrValue *value) {
  IrType type = ir_value_type(value);
  return ir_type_is_int_or_index(type) || ir_type_is_float(type);
}

// An op that does the same to each element of tiles.
static bool is_elementwise(const IrOp *op) {
  if (!ir_op_has_trait(op, IR_ELEMENTWISE) && !IS(op, arith_select)) return false;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (!expand_is_number(ir_op_operand(op, i))) return false;
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (!expand_is_number(ir_op_result(op, i))) return false;
  return true;
}

static bool is_division(const IrOp *op) {
  return IS(op, arith_divsi) || IS(op, arith_divui) || IS(op, arith_remsi) || IS(op, arith_remui) ||
         IS(op, arith_ceildivsi) || IS(op, arith_ceildivui) || IS(op, arith_floordivsi);
}

// Elements that are not at work divide by 1.
static void copy_division(Expander *x, IrOp *op) {
  IrValue *divisor = ir_op_operand(op, 1), *tile = expand_tile(x, divisor);
  IrType type = ir_value_type(divisor);
  IrValue *one =
      BUILD1(&x->b, arith_constant, .value = ir_attr_integer(type, 1), .result_type = type);
  IrValue *safe = BUILD1(&x->b, arith_select, .condition = x->mask, .true_value = tile,
                         .false_value = expand_splat(x, one));
  IrValue *dividend = expand_tile(x, ir_op_operand(op, 0));
  copy_op(x, op, true);
  IrOp *copy = ir_value_op(expand_get(x, ir_op_result(op, 0)).tile);
  ir_op_set_operand(copy, 0, dividend);
  ir_op_set_operand(copy, 1, safe);
}

static bool expand_plain(Expander *x, IrOp *op) {
  bool anywhere = ir_op_is_speculatable(op) || ir_op_has_trait(op, IR_CONSTANT_LIKE);
  bool no_effect = anywhere || ir_op_has_trait(op, IR_NO_EFFECT);
  if (!no_effect) return false;
  if (all_scalar(x, op) && (anywhere || !x->mask)) {
    copy_op(x, op, false);
    return true;
  }
  if (!is_elementwise(op)) return false;
  if (anywhere || !x->mask)
    copy_op(x, op, true);
  else if (is_division(op))
    copy_division(x, op);
  else
    return false;
  return true;
}

// ---- Control flow

static IrValue *negated(Expander *x, IrValue *mask) {
  IrType bit = ir_type_i1(x->ctx);
  IrAttr all = ir_attr_splat(ir_value_type(mask), ir_attr_integer(bit, 1));
  IrValue *ones = BUILD1(&x->b, arith_constant, .value = all, .result_type = ir_value_type(mask));
  return BUILD1(&x->b, arith_xori, .lhs = mask, .rhs = ones);
}

// What the region's terminator hands on.
static IrValues yielded(const IrOp *op, size_t region) {
  IrBlock *block = scf_block(op, region);
  IrOp *last = block ? ir_block_terminator(block) : NULL;
  return last ? GET(last, scf_yield, results) : (IrValues){0};
}

// Each element takes its own way: both are gone, and results selected.
static bool expand_ways(Expander *x, IrOp *op) {
  IrValue *outer = x->mask, *condition = expand_tile(x, GET(op, scf_if, condition));
  bool ok = true;
  for (size_t i = 0; i < 2 && ok; i++) {
    if (!scf_block(op, i)) continue;
    x->mask = expand_both(x, outer, i ? negated(x, condition) : condition);
    ok = expand_block(x, scf_block(op, i));
  }
  x->mask = outer;
  for (size_t i = 0; i < ir_op_num_results(op) && ok; i++) {
    IrValue *result = BUILD1(&x->b, arith_select, .condition = condition,
                             .true_value = expand_tile(x, yielded(op, 0).at[i]),
                             .false_value = expand_tile(x, yielded(op, 1).at[i]));
    expand_set(x, ir_op_result(op, i), (Expanded){.tile = result});
  }
  return ok;
}

// Ops of a tile-level region from those of region `i`; what it hands on are tiles.
static bool expand_into(Expander *x, IrOp *op, size_t i, IrBlock *to) {
  IrBuilder outer = x->b;
  x->b = ir_builder_at_end(x->ctx, to, ir_op_loc(op));
  IrBlock *from = scf_block(op, i);
  bool ok = !from || expand_block(x, from);
  IR_VEC(IrValue *) tiles = {0};
  IrValues values = yielded(op, i);
  for (size_t k = 0; k < values.n && ok; k++) ir_vec_push(&tiles, expand_tile(x, values.at[k]));
  BUILD(&x->b, scf_yield, .results = {tiles.at, tiles.n});
  ir_vec_free(&tiles);
  x->b = outer;
  return ok;
}

static bool all_numbers(const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (!expand_is_number(ir_op_result(op, i))) return false;
  return true;
}

static void set_results(Expander *x, const IrOp *op, const IrOp *copy) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    expand_set(x, ir_op_result(op, i), (Expanded){.tile = ir_op_result(copy, i)});
}

static bool expand_if(Expander *x, IrOp *op) {
  if (!all_numbers(op)) return false;
  IrValue *condition = expand_get(x, GET(op, scf_if, condition)).scalar;
  if (!condition) return expand_ways(x, op);
  IR_VEC(IrType) types = {0};
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_vec_push(&types, expand_tile_type(x, ir_value_type(ir_op_result(op, i))));
  IrOp *copy = scf_if_create(&x->b, condition, types.at, types.n, true);
  ir_vec_free(&types);
  bool ok = expand_into(x, op, 0, scf_block(copy, 0)) && expand_into(x, op, 1, scf_block(copy, 1));
  if (ok) set_results(x, op, copy);
  return ok;
}

static bool has_same_bounds(const Expander *x, const IrOp *op) {
  return expand_get(x, GET(op, scf_for, lowerBound)).scalar &&
         expand_get(x, GET(op, scf_for, upperBound)).scalar &&
         expand_get(x, GET(op, scf_for, step)).scalar;
}

// A loop whose bounds are the same for all elements carries tiles.
static bool expand_for(Expander *x, IrOp *op) {
  IrValue *lower = expand_get(x, GET(op, scf_for, lowerBound)).scalar;
  IrValue *upper = expand_get(x, GET(op, scf_for, upperBound)).scalar;
  IrValue *step = expand_get(x, GET(op, scf_for, step)).scalar;
  if (!all_numbers(op)) return false;
  size_t n = ir_op_num_results(op);
  IR_VEC(IrValue *) inits = {0};
  for (size_t i = 0; i < n; i++) ir_vec_push(&inits, expand_tile(x, scf_for_carried_init(op, i)));
  IrOp *copy = scf_for_create(&x->b, lower, upper, step, inits.at, n);
  ir_vec_free(&inits);
  ir_op_set_attr(copy, "unsignedCmp", ir_op_attr(op, "unsignedCmp"));
  IrBlock *from = scf_block(op, 0), *to = scf_block(copy, 0);
  expand_set(x, ir_block_arg(from, 0), (Expanded){.scalar = ir_block_arg(to, 0)});
  for (size_t i = 0; i < n; i++)
    expand_set(x, ir_block_arg(from, i + 1), (Expanded){.tile = ir_block_arg(to, i + 1)});
  if (!expand_into(x, op, 0, to)) return false;
  set_results(x, op, copy);
  return true;
}

// What is asked of elements that are not at work holds.
static bool expand_assert(Expander *x, IrOp *op) {
  IrValue *condition = expand_tile(x, GET(op, tile_assert, condition));
  if (x->mask) condition = BUILD1(&x->b, arith_ori, .lhs = condition, .rhs = negated(x, x->mask));
  BUILD(&x->b, tile_assert, .condition = condition, .message = GET(op, tile_assert, message));
  return true;
}

static bool expand_op(Expander *x, IrOp *op) {
  x->b.loc = ir_op_loc(op);
  if (IS(op, scf_if)) return expand_if(x, op);
  if (IS(op, scf_for) && has_same_bounds(x, op)) return expand_for(x, op);
  if (ir_op_num_regions(op)) return expand_own(x, op);
  if (IS(op, tile_assert)) return expand_assert(x, op);
  if (expand_is_access(op)) return expand_access(x, op);
  return expand_index_op(x, op) || expand_plain(x, op);
}

// All but the terminator.
static bool expand_block(Expander *x, IrBlock *block) {
  IrOp *last = ir_block_terminator(block);
  IR_FOR_OPS(op, block) if (op != last && !expand_op(x, op)) return false;
  return true;
}

// ---- The whole op

static void define_arguments(Expander *x) {
  IrBlock *block = ir_region_first(ir_op_region(x->map, 0));
  for (unsigned d = 0; d < x->shape.rank; d++)
    expand_set(x, ir_block_arg(block, d), (Expanded){.is_place = true, .axis = d});
  for (size_t i = 0; i < ir_op_num_operands(x->map); i++)
    expand_set(x, ir_block_arg(block, x->shape.rank + i),
               (Expanded){.tile = ir_op_operand(x->map, i)});
}

// A hint on the op is one for its results.
static IrValue *hinted(Expander *x, IrValue *tile) {
  IrAttr hint = ir_op_attr(x->map, "tile.layout");
  if (!hint) return tile;
  IrValue *result =
      BUILD1(&x->b, tile_convert_layout, .input = tile, .result_type = ir_value_type(tile));
  ir_op_set_attr(ir_value_op(result), "tile.layout", hint);
  return result;
}

static void replace_results(Expander *x) {
  IrValues values =
      GET(ir_block_terminator(ir_region_first(ir_op_region(x->map, 0))), tile_yield, values);
  x->b.loc = ir_op_loc(x->map);
  for (size_t i = 0; i < ir_op_num_results(x->map); i++) {
    IrValue *old = ir_op_result(x->map, i), *tile = hinted(x, expand_tile(x, values.at[i]));
    if (ir_value_op(tile)) ir_value_take_name(tile, old);
    ir_value_replace_uses(old, tile);
  }
}

// Takes away what was made in front of the op, behind `before` (NULL: the block's start).
static void take_back(IrOp *map, const IrOp *before) {
  while (ir_op_prev(map) != before) ir_op_destroy(ir_op_prev(map));
}

// What names a layout that only tile-layout can speak of: of tiles that have one, of no tile.
static bool has_layout(const IrOp *map) {
  const IrValue *tile = ir_op_num_results(map)    ? ir_op_result(map, 0)
                        : ir_op_num_operands(map) ? ir_op_operand(map, 0)
                                                  : NULL;
  if (!ir_op_num_results(map) && ir_op_attr(map, "tile.layout")) return true;
  return tile && ir_type_encoding(ir_value_type(tile));
}

static bool expand(IrOp *map) {
  Expander x = {.ctx = ir_op_context(map), .map = map, .b = ir_builder_before(map)};
  if (has_layout(map)) return false;
  IrOp *before = ir_op_prev(map);
  x.shape = element_shape(map, x.extents);
  define_arguments(&x);
  bool ok = expand_block(&x, ir_region_first(ir_op_region(map, 0)));
  if (ok)
    replace_results(&x);
  else
    take_back(map, before);
  if (ok) ir_op_destroy(map);
  ir_ptrmap_free(&x.numbers);
  ir_vec_free(&x.values);
  return ok;
}

IrStatus tile_expand_map_run(IrPassRun *run, IrOp *kernel) {
  const struct tile_expand_map_decl *self = run->decl;
  IrOp *next;
  for (IrOp *op = ir_tree_first(kernel, 0); op; op = next) {
    next = element_is_code(op) ? ir_tree_skip(op, kernel) : ir_tree_next(op, kernel);
    if (!element_is_code(op)) continue;
    if (expand(op))
      self->stats->expanded++;
    else
      self->stats->kept++;
  }
  return IR_OK;
}
