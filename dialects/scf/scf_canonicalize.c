// Canonicalizations of scf: loops that run never or once, carried values that do not change,
// conditionals whose way or results are known.
#include "dialects/arith/arith.h"
#include "dialects/scf/scf_impl.h"

typedef IR_VEC(IrValue *) Values;
typedef IR_VEC(IrType) Types;

static bool is_defined_inside(const IrValue *value, const IrOp *op) {
  IrOp *owner = ir_block_parent(ir_value_block(value));
  return owner && ir_op_is_inside(owner, op);
}

// Puts the ops of `block`, its arguments replaced, in front of `op` and its terminator's values in
// the place of op's results; op goes.
static bool replace_by_block(IrRewriter *rw, IrOp *op, IrBlock *block, IrValue *const *args) {
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

// ---- scf.for ----

static bool constant_bounds(IrOp *op, int64_t *lower, int64_t *upper, int64_t *step) {
  return ir_match_int(ir_op_operand(op, 0), lower) && ir_match_int(ir_op_operand(op, 1), upper) &&
         ir_match_int(ir_op_operand(op, 2), step) && *step > 0;
}

// How often the body runs; false when that is not known.
static bool trip_count(IrOp *op, uint64_t *trips) {
  int64_t lower, upper, step;
  *trips = 0;
  if (ir_op_operand(op, 0) == ir_op_operand(op, 1)) return true;
  if (!constant_bounds(op, &lower, &upper, &step)) return false;
  if (lower >= upper) return true;
  uint64_t distance = (uint64_t)upper - (uint64_t)lower;
  *trips = (distance - 1) / (uint64_t)step + 1;
  return true;
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
  replace_by_block(rw, op, scf_block(op, 0), args.at);
  ir_vec_free(&args);
  return true;
}

IR_PATTERN(scf_for_trivial, scf_for, 2,
           "no iteration -> initial values;  one -> the body;  an empty body -> what it yields") {
  uint64_t trips;
  if (!trip_count(op, &trips)) return ir_no_match(rw, op, "the number of iterations is unknown");
  if (trips == 0) return replace_by_operands(rw, op, op, 3);
  if (trips == 1) return run_once(rw, op);
  if (only_yields_outside(op))
    return replace_by_operands(rw, op, ir_block_first(scf_block(op, 0)), 0);
  return ir_no_match(rw, op, "runs {} times", trips);
}

// What carried value `i` always is, so that it need not be carried: its initial value when the body
// yields that or the argument itself, or nobody looks at it; an earlier carried value with the same
// beginning and the same yield.  -1 when it must be carried.
enum { KEEP = -1, INITIAL = -2 };

static int64_t replacement_of(IrOp *op, const int64_t *earlier, size_t i) {
  IrValue *arg = scf_for_carried_arg(op, i), *init = scf_for_carried_init(op, i);
  IrValue *yield = scf_for_carried_yield(op, i);
  if (yield == arg || yield == init) return INITIAL;
  if (!ir_value_has_uses(arg) && !ir_value_has_uses(ir_op_result(op, i))) return INITIAL;
  for (size_t k = 0; k < i; k++)
    if (earlier[k] == KEEP && scf_for_carried_init(op, k) == init &&
        scf_for_carried_yield(op, k) == yield)
      return (int64_t)k;
  return KEEP;
}

// The new loop without what is not carried; the body moves over.
static IrOp *build_smaller_loop(IrRewriter *rw, IrOp *op, const int64_t *with) {
  Values inits = {0}, yields = {0};
  Types types = {0};
  for (size_t i = 0; i < scf_for_num_carried(op); i++) {
    if (with[i] != KEEP) continue;
    ir_vec_push(&inits, scf_for_carried_init(op, i));
    ir_vec_push(&yields, scf_for_carried_yield(op, i));
    ir_vec_push(&types, ir_value_type(ir_op_result(op, i)));
  }
  IrOp *loop = BUILD(ir_rewriter_builder(rw), scf_for, .lowerBound = GET(op, scf_for, lowerBound),
                     .upperBound = GET(op, scf_for, upperBound), .step = GET(op, scf_for, step),
                     .initArgs = {inits.at, inits.n}, .results_types = {types.at, types.n});
  ir_op_set_discardable(loop, ir_op_discardable(op));
  ir_op_set_operands(ir_block_last(scf_block(op, 0)), yields.at, yields.n);
  ir_region_take_body(ir_op_region(loop, 0), ir_op_region(op, 0));
  ir_vec_free(&inits);
  ir_vec_free(&yields);
  ir_vec_free(&types);
  return loop;
}

static void drop_carried(IrRewriter *rw, IrOp *op, const int64_t *with, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (with[i] == KEEP) continue;
    IrValue *arg =
        with[i] == INITIAL ? scf_for_carried_init(op, i) : scf_for_carried_arg(op, (size_t)with[i]);
    ir_rewriter_replace_uses(rw, scf_for_carried_arg(op, i), arg);
  }
  IrBlock *body = scf_block(op, 0);
  Values results = {0};
  IrOp *loop = build_smaller_loop(rw, op, with);
  for (size_t i = 0, kept = 0; i < n; i++) {
    IrValue *result = with[i] == KEEP      ? ir_op_result(loop, kept++)
                      : with[i] == INITIAL ? ir_op_operand(op, 3 + i)
                                           : results.at[with[i]];
    ir_vec_push(&results, result);
  }
  for (size_t i = n; i-- > 0;)
    if (with[i] != KEEP) ir_block_erase_arg(body, 1 + i);
  ir_replace_values(rw, op, results.at, n);
  ir_vec_free(&results);
}

IR_PATTERN(scf_for_unchanged, scf_for, 1, "carried values that do not change are not carried") {
  size_t n = scf_for_num_carried(op);
  IR_VEC(int64_t) with = {0};
  bool found = false;
  for (size_t i = 0; i < n; i++) {
    ir_vec_push(&with, replacement_of(op, with.at, i));
    found |= with.at[i] != KEEP;
  }
  if (found) drop_carried(rw, op, with.at, n);
  ir_vec_free(&with);
  return found ? true : ir_no_match(rw, op, "all carried values change");
}

// ---- scf.if ----

IR_PATTERN(scf_if_constant, scf_if, 3, "if true -> the first region;  if false -> the second") {
  int64_t condition;
  if (!ir_match_int(GET(op, scf_if, condition), &condition))
    return ir_no_match(rw, op, "the condition is not constant");
  IrBlock *block = scf_block(op, condition ? 0 : 1);
  return block ? replace_by_block(rw, op, block, NULL) : ir_erase(rw, op);
}

static IrValue *yielded(const IrOp *op, size_t region, size_t i) {
  return ir_op_operand(ir_block_last(scf_block(op, region)), i);
}

// A new if with the results for which `keep` says so; regions move over.  `results` gets the new
// results at the places of the kept ones.
static void keep_results(IrRewriter *rw, IrOp *op, const bool *keep, IrValue **results) {
  size_t n = ir_op_num_results(op);
  Values values[2] = {{0}, {0}};
  Types types = {0};
  for (size_t i = 0; i < n; i++) {
    if (!keep[i]) continue;
    ir_vec_push(&types, ir_value_type(ir_op_result(op, i)));
    for (size_t r = 0; r < 2; r++) ir_vec_push(&values[r], yielded(op, r, i));
  }
  IrOp *smaller = BUILD(ir_rewriter_builder(rw), scf_if, .condition = GET(op, scf_if, condition),
                        .results_types = {types.at, types.n});
  ir_op_set_discardable(smaller, ir_op_discardable(op));
  for (size_t r = 0; r < 2; r++) {
    IrOp *yield = ir_block_last(scf_block(op, r));
    ir_op_set_operands(yield, values[r].at, values[r].n);
    ir_region_take_body(ir_op_region(smaller, r), ir_op_region(op, r));
    ir_vec_free(&values[r]);
  }
  for (size_t i = 0, k = 0; i < n; i++)
    if (keep[i]) results[i] = ir_op_result(smaller, k++);
  ir_vec_free(&types);
}

// Results whose two values exist outside are selected.
IR_PATTERN(scf_if_to_select, scf_if, 1, "if c yields a else b, both from outside -> c ? a : b") {
  size_t n = ir_op_num_results(op), selected = 0;
  if (n == 0) return ir_no_match(rw, op, "has no results");
  bool *keep = ir_calloc(n, sizeof *keep);
  for (size_t i = 0; i < n; i++) {
    keep[i] = is_defined_inside(yielded(op, 0, i), op) || is_defined_inside(yielded(op, 1, i), op);
    selected += !keep[i];
  }
  if (selected == 0) {
    ir_free(keep);
    return ir_no_match(rw, op, "every result is computed inside");
  }
  IrValue **results = ir_calloc(n, sizeof *results);
  for (size_t i = 0; i < n; i++) {
    IrValue *a = yielded(op, 0, i), *b = yielded(op, 1, i);
    if (keep[i]) continue;
    results[i] = a == b ? a
                        : BUILD1(ir_rewriter_builder(rw), arith_select,
                                 .condition = GET(op, scf_if, condition), .true_value = a,
                                 .false_value = b, .result_type = ir_value_type(a));
  }
  keep_results(rw, op, keep, results);
  ir_replace_values(rw, op, results, n);
  ir_free(keep);
  ir_free(results);
  return true;
}

IR_PATTERN(scf_if_unused_results, scf_if, 1, "results nobody uses are not yielded") {
  size_t n = ir_op_num_results(op), unused = 0;
  for (size_t i = 0; i < n; i++) unused += !ir_value_has_uses(ir_op_result(op, i));
  if (unused == 0) return ir_no_match(rw, op, "all results are used");
  bool *keep = ir_calloc(n, sizeof *keep);
  IrValue **results = ir_calloc(n, sizeof *results);
  for (size_t i = 0; i < n; i++) keep[i] = ir_value_has_uses(ir_op_result(op, i));
  keep_results(rw, op, keep, results);
  for (size_t i = 0; i < n; i++)
    if (keep[i]) ir_rewriter_replace_uses(rw, ir_op_result(op, i), results[i]);
  ir_erase(rw, op);
  ir_free(keep);
  ir_free(results);
  return true;
}

// Index of the region of `op` that holds `user`, at any depth; -1 when none does.
static int region_with(const IrOp *op, IrOp *user) {
  for (IrOp *at = user; at; at = ir_op_parent(at))
    if (ir_op_parent(at) == op) return (int)ir_region_index(ir_block_region(ir_op_block(at)));
  return -1;
}

IR_PATTERN(scf_if_known_condition, scf_if, 1, "the condition is true in the first region") {
  IrValue *condition = GET(op, scf_if, condition);
  IrValue *known[2] = {NULL, NULL};
  bool changed = false;
  for (IrUse *u = ir_value_first_use(condition), *next; u; u = next) {
    next = ir_use_next(u);
    IrOp *user = ir_use_op(u);
    int region = region_with(op, user);
    if (region < 0) continue;
    if (!known[region])
      known[region] =
          arith_int_constant(ir_rewriter_builder(rw), ir_value_type(condition), region == 0);
    ir_op_set_operand(user, ir_use_index(u), known[region]);
    changed = ir_changed(rw, user);
  }
  return changed ? true : ir_no_match(rw, op, "the condition is not used inside");
}

IR_PATTERN(scf_if_empty_else, scf_if, 1, "an else without ops goes") {
  IrBlock *block = scf_block(op, 1);
  if (ir_op_num_results(op) > 0 || !block || !IS(ir_block_first(block), scf_yield))
    return ir_no_match(rw, op, "the else region does something or is not there");
  ir_erase(rw, ir_block_first(block));
  ir_block_destroy(block);
  return ir_changed(rw, op);
}

// Only for conditionals without results; then neither has an else.
IR_PATTERN(scf_if_nested, scf_if, 1, "if a { if b { } } -> if a & b { }") {
  IrBlock *block = scf_block(op, 0);
  IrOp *inner = AS(ir_block_first(block), scf_if);
  if (!inner || !IS(ir_op_next(inner), scf_yield) || ir_op_num_results(op) > 0 ||
      ir_op_num_results(inner) > 0 || scf_block(op, 1) || scf_block(inner, 1))
    return ir_no_match(rw, op, "does not hold just one conditional");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *both = BUILD1(b, arith_andi, .lhs = GET(op, scf_if, condition),
                         .rhs = GET(inner, scf_if, condition));
  IrOp *joined = BUILD(b, scf_if, .condition = both, .results_types = {NULL, 0});
  ir_region_take_body(ir_op_region(joined, 0), ir_op_region(inner, 0));
  return ir_erase(rw, op);
}

// Appends the ops of `from` but its terminator to `to`, in front of to's terminator.
static void append_ops(IrBlock *from, IrBlock *to) {
  IrOp *before = ir_block_last(to), *end = ir_block_last(from);
  IR_FOR_OPS(op, from) {
    if (op == end) break;
    ir_op_detach(op);
    ir_op_insert_before(op, before);
  }
}

// Inside region `r` of `second`, the results of `first` are what region r of `first` yields.
static void forward_results(IrRewriter *rw, IrOp *first, IrOp *second) {
  for (size_t i = 0, n = ir_op_num_results(first); i < n; i++)
    for (IrUse *u = ir_value_first_use(ir_op_result(first, i)), *next; u; u = next) {
      next = ir_use_next(u);
      IrOp *user = ir_use_op(u);
      int region = region_with(second, user);
      if (region < 0) continue;
      ir_op_set_operand(user, ir_use_index(u), yielded(first, (size_t)region, i));
      ir_changed(rw, user);
    }
}

static void append_operands(IrOp *yield, IrOp *more) {
  Values values = {0};
  for (size_t i = 0; i < ir_op_num_operands(yield); i++)
    ir_vec_push(&values, ir_op_operand(yield, i));
  for (size_t i = 0; i < ir_op_num_operands(more); i++)
    ir_vec_push(&values, ir_op_operand(more, i));
  ir_op_set_operands(yield, values.at, values.n);
  ir_vec_free(&values);
}

static void join_regions(IrOp *first, IrOp *second, IrOp *joined) {
  for (size_t r = 0; r < 2; r++) {
    IrBlock *a = scf_block(first, r), *b = scf_block(second, r);
    if (a && b) {
      append_ops(b, a);
      append_operands(ir_block_last(a), ir_block_last(b));
    }
    IrOp *from = a ? first : second;
    if (a || b) ir_region_take_body(ir_op_region(joined, r), ir_op_region(from, r));
  }
}

IR_PATTERN(scf_if_adjacent, scf_if, 1, "if c { A } if c { B } -> if c { A B }") {
  IrOp *first = AS(ir_op_prev(op), scf_if);
  if (!first || GET(first, scf_if, condition) != GET(op, scf_if, condition))
    return ir_no_match(rw, op, "no conditional of the same condition in front");
  forward_results(rw, first, op);
  Types types = {0};
  Values results = {0};
  size_t n = ir_op_num_results(first), m = ir_op_num_results(op);
  for (size_t i = 0; i < n; i++) ir_vec_push(&types, ir_value_type(ir_op_result(first, i)));
  for (size_t i = 0; i < m; i++) ir_vec_push(&types, ir_value_type(ir_op_result(op, i)));
  IrOp *joined = BUILD(ir_rewriter_builder(rw), scf_if, .condition = GET(op, scf_if, condition),
                       .results_types = {types.at, types.n});
  join_regions(first, op, joined);
  for (size_t i = 0; i < n + m; i++) ir_vec_push(&results, ir_op_result(joined, i));
  ir_replace_values(rw, first, results.at, n);
  ir_replace_values(rw, op, ir_vec_from(&results, n), m);
  ir_vec_free(&types);
  ir_vec_free(&results);
  return true;
}

IR_PATTERN(scf_if_of_not, scf_if, 1, "if !c { A } else { B } -> if c { B } else { A }") {
  IrOp * xor = DEF(GET(op, scf_if, condition), arith_xori);
  int64_t one;
  if (!xor || !scf_block(op, 1) || !ir_match_int(ir_op_operand(xor, 1), &one) || !one)
    return ir_no_match(rw, op, "the condition is not negated or there is no else");
  Types types = {0};
  Values results = {0};
  size_t n = ir_op_num_results(op);
  for (size_t i = 0; i < n; i++) ir_vec_push(&types, ir_value_type(ir_op_result(op, i)));
  IrOp *swapped = BUILD(ir_rewriter_builder(rw), scf_if, .condition = ir_op_operand(xor, 0),
                        .results_types = {types.at, types.n});
  ir_op_set_discardable(swapped, ir_op_discardable(op));
  for (size_t r = 0; r < 2; r++)
    ir_region_take_body(ir_op_region(swapped, 1 - r), ir_op_region(op, r));
  for (size_t i = 0; i < n; i++) ir_vec_push(&results, ir_op_result(swapped, i));
  ir_replace_values(rw, op, results.at, n);
  ir_vec_free(&types);
  ir_vec_free(&results);
  return true;
}

// ---- scf.while ----

// Result `i` is known to be a value from outside, or nobody looks at it.
static bool is_droppable(IrOp *op, IrOp *condition, size_t i) {
  if (!is_defined_inside(ir_op_operand(condition, 1 + i), op)) return true;
  return !ir_value_has_uses(ir_op_result(op, i)) &&
         !ir_value_has_uses(ir_block_arg(scf_block(op, 1), i));
}

static void drop_results(IrRewriter *rw, IrOp *op, const bool *drop, size_t n) {
  IrOp *condition = ir_block_last(scf_block(op, 0));
  IrBlock *body = scf_block(op, 1);
  Values given = {0}, inits = {0}, results = {0};
  Types types = {0};
  ir_vec_push(&given, ir_op_operand(condition, 0));
  for (size_t i = 0; i < n; i++) {
    IrValue *value = ir_op_operand(condition, 1 + i);
    if (drop[i]) {
      ir_rewriter_replace_uses(rw, ir_block_arg(body, i), value);
      continue;
    }
    ir_vec_push(&given, value);
    ir_vec_push(&types, ir_value_type(value));
  }
  for (size_t i = 0; i < ir_op_num_operands(op); i++) ir_vec_push(&inits, ir_op_operand(op, i));
  IrOp *loop = BUILD(ir_rewriter_builder(rw), scf_while, .inits = {inits.at, inits.n},
                     .results_types = {types.at, types.n});
  ir_op_set_discardable(loop, ir_op_discardable(op));
  for (size_t i = 0, kept = 0; i < n; i++) {
    IrValue *value = ir_op_operand(condition, 1 + i);
    ir_vec_push(&results, drop[i] ? value : ir_op_result(loop, kept++));
  }
  for (size_t i = n; i-- > 0;)
    if (drop[i]) ir_block_erase_arg(body, i);
  ir_op_set_operands(condition, given.at, given.n);
  for (size_t r = 0; r < 2; r++) ir_region_take_body(ir_op_region(loop, r), ir_op_region(op, r));
  ir_replace_values(rw, op, results.at, n);
  ir_vec_free(&given);
  ir_vec_free(&inits);
  ir_vec_free(&results);
  ir_vec_free(&types);
}

IR_PATTERN(scf_while_known_results, scf_while, 1,
           "results from outside, or that nobody uses, are not handed on") {
  size_t n = ir_op_num_results(op), dropped = 0;
  IrOp *condition = ir_block_last(scf_block(op, 0));
  bool *drop = ir_calloc(n + 1, sizeof *drop);
  for (size_t i = 0; i < n; i++) {
    drop[i] = is_droppable(op, condition, i);
    dropped += drop[i];
  }
  if (dropped) drop_results(rw, op, drop, n);
  ir_free(drop);
  return dropped ? true : ir_no_match(rw, op, "all results are needed");
}

// ---- scf.execute_region ----

IR_PATTERN(scf_execute_region_inline, scf_execute_region, 1, "a region of one block -> its ops") {
  IrBlock *block = scf_block(op, 0);
  if (ir_block_next(block) || GET(op, scf_execute_region, no_inline))
    return ir_no_match(rw, op, "has several blocks or must stay");
  return replace_by_block(rw, op, block, NULL);
}
