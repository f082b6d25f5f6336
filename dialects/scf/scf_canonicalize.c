// Canonicalizations of scf.for and scf.execute_region, and what those of the dialect share.  What
// goes in and out of regions (carried values that do not change, results nobody uses) is simplified
// by ir/edit/region_branch.h for all ops alike.
#include "dialects/arith/arith.h"
#include "dialects/cf/cf.h"
#include "dialects/scf/scf_impl.h"
#include "ir/edit/region_branch.h"
#include "ir/interfaces/call.h"

typedef IR_VEC(IrValue *) Values;

bool scf_replace_by_block(IrRewriter *rw, IrOp *op, IrBlock *block, IrValue *const *args) {
  IrOp *end = ir_block_last(block);
  Values results = {0};
  for (size_t i = 0, n = ir_op_num_operands(end); i < n; i++) {
    IrValue *v = ir_op_operand(end, i);
    bool is_argument = !ir_value_op(v) && ir_value_block(v) == block;
    ir_vec_push(&results, is_argument ? args[ir_value_index(v)] : v);
  }
  ir_rewriter_inline_block(rw, block, op, args, ir_block_num_args(block));
  ir_replace_values(rw, op, results.at, results.n);
  ir_vec_free(&results);
  return true;
}

// ---- How often a loop runs. ----

static bool number_of(IrBound bound, int64_t *number) {
  *number = bound.number;
  return !bound.value || ir_match_int(bound.value, number);
}

static unsigned width_of(IrBound bound) {
  return bound.value ? ir_type_width(ir_value_type(bound.value)) : 64;
}

// The 64-bit number that an integer of `width` bits stands for.
static uint64_t zero_extended(int64_t value, unsigned width) {
  return width < 64 ? (uint64_t)value & ((UINT64_C(1) << width) - 1) : (uint64_t)value;
}

static int64_t sign_extended(int64_t value, unsigned width) {
  unsigned shift = 64 - width;
  return (int64_t)((uint64_t)value << shift) >> shift;
}

// upper = lower + constant, without overflow in the sense in which the loop compares.
static bool sum_distance(IrBound lower, IrBound upper, bool is_signed, int64_t *distance) {
  IrOp *sum = lower.value && upper.value ? DEF(upper.value, arith_addi) : NULL;
  if (!sum || GET(sum, arith_addi, lhs) != lower.value) return false;
  unsigned flags = arith_overflow_flags(GET(sum, arith_addi, overflowFlags));
  if (!(flags & (is_signed ? ARITH_NSW : ARITH_NUW))) return false;
  return ir_match_int(GET(sum, arith_addi, rhs), distance);
}

// upper - lower, at least 0; false when it is not known.
static bool distance_of(IrBound lower, IrBound upper, bool is_signed, uint64_t *distance) {
  int64_t from, to;
  unsigned width = width_of(lower);
  if (!number_of(lower, &from) || !number_of(upper, &to)) {
    from = 0;
    if (!sum_distance(lower, upper, is_signed, &to)) return false;
  }
  if (is_signed) {
    from = sign_extended(from, width), to = sign_extended(to, width);
    *distance = to > from ? (uint64_t)to - (uint64_t)from : 0;
  } else {
    uint64_t a = zero_extended(from, width), b = zero_extended(to, width);
    *distance = b > a ? b - a : 0;
  }
  return true;
}

bool scf_trip_count(IrBound lower, IrBound upper, IrBound step, bool is_signed, uint64_t *trips) {
  int64_t by;
  uint64_t distance;
  bool known_step = number_of(step, &by);
  *trips = 0;
  if (lower.value == upper.value && lower.number == upper.number) return true;
  if (known_step && (by == 0 || (is_signed && sign_extended(by, width_of(lower)) < 0))) return true;
  if (!distance_of(lower, upper, is_signed, &distance)) return false;
  if (distance == 0) return true;
  if (!known_step) return false;
  *trips = (distance - 1) / zero_extended(by, width_of(lower)) + 1;
  return true;
}

// ---- scf.for ----

static bool is_defined_inside(const IrValue *value, const IrOp *op) {
  IrOp *owner = ir_block_parent(ir_value_block(value));
  return owner && ir_op_is_inside(owner, op);
}

// The body has no op but its yield, which gives values from outside only.
static bool only_yields_outside(IrOp *op) {
  IrOp *yield = ir_block_first(scf_block(op, 0));
  if (!IS(yield, scf_yield)) return false;
  for (size_t i = 0, n = ir_op_num_operands(yield); i < n; i++)
    if (is_defined_inside(ir_op_operand(yield, i), op)) return false;
  return true;
}

static bool replace_by_operands(IrRewriter *rw, IrOp *op, IrOp *of, size_t first) {
  Values values = {0};
  for (size_t i = first, n = ir_op_num_operands(of); i < n; i++)
    ir_vec_push(&values, ir_op_operand(of, i));
  ir_replace_values(rw, op, values.at, values.n);
  ir_vec_free(&values);
  return true;
}

static bool run_once(IrRewriter *rw, IrOp *op) {
  Values args = {0};
  ir_vec_push(&args, GET(op, scf_for, lowerBound));
  for (size_t i = 0; i < scf_for_num_carried(op); i++)
    ir_vec_push(&args, scf_for_carried_init(op, i));
  scf_replace_by_block(rw, op, scf_block(op, 0), args.at);
  ir_vec_free(&args);
  return true;
}

IR_PATTERN(scf_for_trivial, scf_for, 1,
           "no iteration -> initial values;  one -> the body;  an empty body -> what it yields") {
  uint64_t trips;
  if (!scf_trip_count((IrBound){.value = GET(op, scf_for, lowerBound)},
                      (IrBound){.value = GET(op, scf_for, upperBound)},
                      (IrBound){.value = GET(op, scf_for, step)}, !GET(op, scf_for, unsignedCmp),
                      &trips))
    return ir_no_match(rw, op, "the number of iterations is unknown");
  if (trips == 0) return replace_by_operands(rw, op, op, 3);
  if (trips == 1) return run_once(rw, op);
  if (only_yields_outside(op))
    return replace_by_operands(rw, op, ir_block_first(scf_block(op, 0)), 0);
  return ir_no_match(rw, op, "runs {} times", trips);
}

IR_PATTERN(scf_for_inputs, scf_for, 1, "carried values that are known, equal or unused go") {
  return ir_region_branch_simplify(rw, op);
}

// ---- scf.execute_region ----

IR_PATTERN(scf_execute_region_inline, scf_execute_region, 1, "a region of one block -> its ops") {
  IrBlock *block = scf_block(op, 0);
  if (ir_block_next(block) || GET(op, scf_execute_region, no_inline))
    return ir_no_match(rw, op, "has several blocks or must stay");
  return scf_replace_by_block(rw, op, block, NULL);
}

// A function's body may have any number of blocks, and so may such a region.
static bool has_room_for_blocks(const IrOp *op) {
  IrOp *parent = ir_op_parent(op);
  if (IS(parent, scf_execute_region)) return true;
  const IrOpDef *def = parent ? ir_op_def(parent) : NULL;
  return def && ir_op_is_callable(parent) && def->regions &&
         !(def->regions[0].flags & IR_REGION_ONE_BLOCK);
}

// What stands from `op` on goes to a new block behind, whose arguments replace the results.
static IrBlock *split_before(IrRewriter *rw, IrOp *op) {
  IrBlock *block = ir_op_block(op), *rest = ir_block_create(ir_op_context(op));
  if (ir_block_next(block))
    ir_region_insert_before(rest, ir_block_next(block));
  else
    ir_region_append(ir_block_region(block), rest);
  ir_block_move_tail(rest, op);
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *result = ir_op_result(op, i);
    IrValue *arg = ir_block_add_arg(rest, ir_value_type(result), ir_op_loc(op));
    ir_rewriter_replace_uses(rw, result, arg);
  }
  return rest;
}

static void branch_at_end(IrRewriter *rw, IrBlock *from, IrLoc loc, IrBlock *to, IrValues values) {
  IrBuilder b = ir_builder_at_end(ir_rewriter_context(rw), from, loc);
  b.rewriter = rw;
  BUILD(&b, cf_br, .dest = to, .destOperands = values);
}

IR_PATTERN(scf_execute_region_blocks, scf_execute_region, 1,
           "the blocks of a region in a function -> blocks of the function") {
  if (GET(op, scf_execute_region, no_inline) || !has_room_for_blocks(op))
    return ir_no_match(rw, op, "must stay, or has no function around it");
  IrBlock *before = ir_op_block(op), *rest = split_before(rw, op);
  IrRegion *region = ir_op_region(op, 0);
  branch_at_end(rw, before, ir_op_loc(op), ir_region_first(region), (IrValues){NULL, 0});
  for (IrBlock *block; (block = ir_region_first(region));) {
    IrOp *yield = AS(ir_block_last(block), scf_yield);
    if (yield) {
      branch_at_end(rw, block, ir_op_loc(yield), rest, GET(yield, scf_yield, results));
      ir_erase(rw, yield);
    }
    ir_block_detach(block);
    ir_region_insert_before(block, rest);
  }
  return ir_erase(rw, op);
}

IR_PATTERN(scf_execute_region_inputs, scf_execute_region, 1, "known, equal or unused results go") {
  return ir_region_branch_simplify(rw, op);
}
