// Canonicalizations of scf.if: conditions that are known or negated, conditionals that join, and
// results that are selected.
#include "dialects/arith/arith.h"
#include "dialects/scf/scf_impl.h"
#include "ir/analysis/tree.h"
#include "ir/edit/region_branch.h"
#include "ir/support/vec.h"

typedef IR_VEC(IrValue *) Values;
typedef IR_VEC(IrType) Types;

static IrValue *yielded(const IrOp *op, size_t region, size_t i) {
  return ir_op_operand(ir_block_last(scf_block(op, region)), i);
}

// The condition `value` negates, or NULL.
static IrValue *negated(const IrValue *value) {
  IrOp *flip = DEF(value, arith_xori);
  int64_t one;
  bool is_not = flip && ir_match_int(GET(flip, arith_xori, rhs), &one) && one;
  return is_not ? GET(flip, arith_xori, lhs) : NULL;
}

// if !c { A } else { B } -> if c { B } else { A }
IrFoldKind scf_if_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands, (void)results;
  IrRegion *then = ir_op_region(op, 0), *otherwise = ir_op_region(op, 1);
  IrValue *condition = negated(GET(op, scf_if, condition));
  if (!condition || ir_region_is_empty(otherwise)) return IR_FOLD_NONE;
  ir_op_set_operand(op, 0, condition);
  IrRegion *kept = ir_region_create(ir_op_context(op));
  ir_region_take_body(kept, then);
  ir_region_take_body(then, otherwise);
  ir_region_take_body(otherwise, kept);
  ir_region_destroy(kept);
  return IR_FOLD_IN_PLACE;
}

IR_PATTERN(scf_if_constant, scf_if, 1, "if true -> the first region;  if false -> the second") {
  int64_t condition;
  if (!ir_match_int(GET(op, scf_if, condition), &condition))
    return ir_no_match(rw, op, "the condition is not constant");
  IrBlock *block = scf_block(op, condition ? 0 : 1);
  return block ? scf_replace_by_block(rw, op, block, NULL) : ir_erase(rw, op);
}

// ---- Results. ----

static bool is_in(const IrValue *value, const IrOp *op, size_t region) {
  return ir_block_region(ir_value_block(value)) == ir_op_region(op, region);
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
    ir_changed(rw, yield);
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
    keep[i] = is_in(yielded(op, 0, i), op, 0) || is_in(yielded(op, 1, i), op, 1);
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

// What result `i` is when its two values are the constants true and false, or NULL.
static IrValue *as_condition(IrRewriter *rw, IrOp *op, size_t i) {
  int64_t a, b;
  IrValue *condition = GET(op, scf_if, condition);
  if (!ir_type_is_integer(ir_value_type(ir_op_result(op, i)), 1)) return NULL;
  if (!ir_match_int(yielded(op, 0, i), &a) || !ir_match_int(yielded(op, 1, i), &b)) return NULL;
  if (!a == !b) return NULL;
  if (a) return condition;
  IrBuilder *builder = ir_rewriter_builder(rw);
  IrValue *one = arith_int_constant(builder, ir_value_type(condition), 1);
  return BUILD1(builder, arith_xori, .lhs = condition, .rhs = one);
}

IR_PATTERN(scf_if_bool_results, scf_if, 1, "if c yields true else false -> c") {
  bool changed = false;
  for (size_t i = 0, n = ir_op_num_results(op); i < n; i++) {
    IrValue *result = ir_op_result(op, i);
    IrValue *value = ir_value_has_uses(result) ? as_condition(rw, op, i) : NULL;
    if (!value) continue;
    ir_rewriter_replace_uses(rw, result, value);
    changed = true;
  }
  return changed ? true : ir_no_match(rw, op, "no result is the condition or its opposite");
}

IR_PATTERN(scf_if_inputs, scf_if, 1, "results that are known, equal or unused go") {
  return ir_region_branch_simplify(rw, op);
}

// ---- Inside. ----

// Index of the region of `op` that holds `user`, at any depth; -1 when none does.
static int region_with(const IrOp *op, IrOp *user) {
  for (IrOp *at = user; at; at = ir_op_parent(at))
    if (ir_op_parent(at) == op) return (int)ir_region_index(ir_block_region(ir_op_block(at)));
  return -1;
}

// A use of the condition in a region, by op and operand.
typedef struct UseInside {
  IrOp *user;
  size_t operand;
  int region;
} UseInside;
typedef IR_VEC(UseInside) UsesInside;

// Whether `value` has no more uses than there are ops inside of `op`; looks at no more than the
// fewer ones.
static bool has_fewer_uses(const IrValue *value, const IrOp *op) {
  const IrUse *use = ir_value_first_use(value);
  IrOp *at = ir_tree_first(op, 0);
  for (; use && at; use = ir_use_next(use)) at = ir_tree_next(at, op);
  return !use;
}

// By the shorter of the two lists: a condition that many ifs share is used everywhere.
static void find_uses_inside(IrValue *value, const IrOp *op, UsesInside *found) {
  if (has_fewer_uses(value, op)) {
    for (IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u)) {
      int region = region_with(op, ir_use_op(u));
      if (region >= 0) ir_vec_push(found, ((UseInside){ir_use_op(u), ir_use_index(u), region}));
    }
    return;
  }
  for (IrOp *at = ir_tree_first(op, 0); at; at = ir_tree_next(at, op))
    for (size_t i = 0, n = ir_op_num_operands(at); i < n; i++)
      if (ir_op_operand(at, i) == value)
        ir_vec_push(found, ((UseInside){at, i, region_with(op, at)}));
}

IR_PATTERN(scf_if_known_condition, scf_if, 1, "the condition is true in the first region") {
  IrValue *condition = GET(op, scf_if, condition);
  IrValue *known[2] = {NULL, NULL};
  UsesInside uses = {0};
  IrAttr constant;
  if (ir_match_constant(condition, &constant))
    return ir_no_match(rw, op, "the condition is a constant");
  find_uses_inside(condition, op, &uses);
  bool changed = uses.n > 0;
  for (size_t i = 0; i < uses.n; i++) {
    UseInside use = uses.at[i];
    IrValue **value = &known[use.region];
    if (!*value)
      *value = arith_int_constant(ir_rewriter_builder(rw), ir_value_type(condition), !use.region);
    ir_op_set_operand(use.user, use.operand, *value);
    (void)ir_changed(rw, use.user);
  }
  ir_vec_free(&uses);
  return changed ? true : ir_no_match(rw, op, "the condition is not used inside");
}

// Nothing but the terminator, or no block at all.
static bool is_empty(const IrBlock *block) {
  return !block || ir_block_first(block) == ir_block_last(block);
}

IR_PATTERN(scf_if_empty_else, scf_if, 1, "an else without ops goes") {
  IrBlock *block = scf_block(op, 1);
  if (ir_op_num_results(op) > 0 || !block || !is_empty(block))
    return ir_no_match(rw, op, "the else region does something or is not there");
  ir_erase(rw, ir_block_first(block));
  ir_block_destroy(block);
  return ir_changed(rw, op);
}

// ---- Nested. ----

// The only op of the first region, when it is a conditional and neither has an else that does
// anything.
static IrOp *only_nested(const IrOp *op) {
  IrOp *inner = AS(ir_block_first(scf_block(op, 0)), scf_if);
  if (!inner || ir_op_next(inner) != ir_block_last(scf_block(op, 0))) return NULL;
  return is_empty(scf_block(op, 1)) && is_empty(scf_block(inner, 1)) ? inner : NULL;
}

// Value number `i` that the joined conditional yields first, or NULL when the two cannot join: the
// inner one's value, where its else agrees with the outer's, or a value from outside, which then
// has to be selected.
static IrValue *joined_value(const IrOp *op, const IrOp *inner, size_t i, bool *selected) {
  IrValue *value = yielded(op, 0, i);
  *selected = ir_value_op(value) != inner;
  if (*selected) return is_in(value, op, 0) ? NULL : value;
  size_t k = ir_value_index(value);
  return yielded(inner, 1, k) == yielded(op, 1, i) ? yielded(inner, 0, k) : NULL;
}

static void end_with_yield(IrRewriter *rw, IrBlock *block, IrLoc loc, const Values *values) {
  IrBuilder b = ir_builder_at_end(ir_rewriter_context(rw), block, loc);
  b.rewriter = rw;
  BUILD(&b, scf_yield, .results = {values->at, values->n});
}

static void join_nested(IrRewriter *rw, IrOp *op, IrOp *inner, const Values *first,
                        const bool *selected) {
  IrBuilder *b = ir_rewriter_builder(rw);
  size_t n = ir_op_num_results(op);
  Types types = {0};
  Values results = {0}, otherwise = {0};
  for (size_t i = 0; i < n; i++) {
    ir_vec_push(&types, ir_value_type(ir_op_result(op, i)));
    ir_vec_push(&otherwise, yielded(op, 1, i));
  }
  IrValue *condition = GET(op, scf_if, condition);
  IrValue *both = BUILD1(b, arith_andi, .lhs = condition, .rhs = GET(inner, scf_if, condition));
  IrOp *joined = scf_if_create(b, both, types.at, n, n > 0);
  for (size_t i = 0; i < n; i++) {
    IrBuilder before = ir_builder_before(joined);
    before.rewriter = rw;
    IrValue *result = ir_op_result(joined, i);
    if (selected[i])
      result = BUILD1(&before, arith_select, .condition = condition, .true_value = first->at[i],
                      .false_value = otherwise.at[i], .result_type = types.at[i]);
    ir_vec_push(&results, result);
  }
  end_with_yield(rw, scf_block(joined, 0), ir_op_loc(op), first);
  if (n) end_with_yield(rw, scf_block(joined, 1), ir_op_loc(op), &otherwise);
  ir_rewriter_inline_block(rw, scf_block(inner, 0), ir_block_first(scf_block(joined, 0)), NULL, 0);
  ir_replace_values(rw, op, results.at, n);
  ir_vec_free(&types);
  ir_vec_free(&results);
  ir_vec_free(&otherwise);
}

IR_PATTERN(scf_if_nested, scf_if, 1, "if a { if b { A } } -> if a & b { A }") {
  IrOp *inner = only_nested(op);
  if (!inner) return ir_no_match(rw, op, "does not hold just one conditional");
  size_t n = ir_op_num_results(op);
  Values first = {0};
  bool *selected = ir_calloc(n + 1, sizeof *selected), fits = true;
  for (size_t i = 0; i < n && fits; i++) {
    IrValue *value = joined_value(op, inner, i, &selected[i]);
    fits = value != NULL;
    if (fits) ir_vec_push(&first, value);
  }
  if (fits) join_nested(rw, op, inner, &first, selected);
  ir_vec_free(&first);
  ir_free(selected);
  return fits ? true : ir_no_match(rw, op, "its results differ when only one condition holds");
}

// ---- One after another. ----

// Where the regions of `second` belong when the condition of `first` holds and when it does not;
// false when the conditions have nothing to do with each other.
static bool matching_regions(const IrOp *first, const IrOp *second, IrBlock *to[2]) {
  IrValue *a = GET(first, scf_if, condition), *b = GET(second, scf_if, condition);
  bool same = a == b, opposite = negated(b) == a || negated(a) == b;
  if (!same && !opposite) return false;
  to[0] = scf_block(second, same ? 0 : 1);
  to[1] = scf_block(second, same ? 1 : 0);
  return true;
}

// In what `second` does when the condition of `first` holds, the results of `first` are what it
// yields then, and the same for the other way.
static void forward_results(IrRewriter *rw, IrOp *first, IrOp *second, IrBlock *const to[2]) {
  for (size_t i = 0, n = ir_op_num_results(first); i < n; i++)
    for (IrUse *u = ir_value_first_use(ir_op_result(first, i)), *next; u; u = next) {
      next = ir_use_next(u);
      IrOp *user = ir_use_op(u);
      int region = region_with(second, user);
      if (region < 0) continue;
      size_t way = to[0] == scf_block(second, (size_t)region) ? 0 : 1;
      ir_op_set_operand(user, ir_use_index(u), yielded(first, way, i));
      ir_changed(rw, user);
    }
}

static void append_values(Values *values, const IrOp *yield) {
  for (size_t i = 0; yield && i < ir_op_num_operands(yield); i++)
    ir_vec_push(values, ir_op_operand(yield, i));
}

// Region `way` of the joined conditional: what the first one does there and then the second.
static void join_region(IrRewriter *rw, IrOp *first, IrOp *joined, size_t way, IrBlock *then) {
  IrRegion *region = ir_op_region(joined, way);
  ir_region_take_body(region, ir_op_region(first, way));
  IrBlock *block = ir_region_first(region);
  if (!then) return;
  if (!block) {
    ir_region_take_body(region, ir_block_region(then));
    return;
  }
  Values values = {0};
  IrOp *yield = ir_block_last(block);
  append_values(&values, yield);
  append_values(&values, ir_block_last(then));
  ir_rewriter_inline_block(rw, then, yield, NULL, 0);
  ir_op_set_operands(yield, values.at, values.n);
  ir_changed(rw, yield);
  ir_vec_free(&values);
}

IR_PATTERN(scf_if_adjacent, scf_if, 1, "if c { A } if c { B } -> if c { A B }") {
  IrOp *first = AS(ir_op_prev(op), scf_if);
  IrBlock *to[2];
  if (!first || !matching_regions(first, op, to))
    return ir_no_match(rw, op, "no conditional of the same condition in front");
  forward_results(rw, first, op, to);
  Types types = {0};
  Values results = {0};
  size_t n = ir_op_num_results(first), m = ir_op_num_results(op);
  for (size_t i = 0; i < n; i++) ir_vec_push(&types, ir_value_type(ir_op_result(first, i)));
  for (size_t i = 0; i < m; i++) ir_vec_push(&types, ir_value_type(ir_op_result(op, i)));
  IrOp *joined = BUILD(ir_rewriter_builder(rw), scf_if, .condition = GET(first, scf_if, condition),
                       .results_types = {types.at, types.n});
  for (size_t way = 0; way < 2; way++) join_region(rw, first, joined, way, to[way]);
  for (size_t i = 0; i < n + m; i++) ir_vec_push(&results, ir_op_result(joined, i));
  ir_replace_values(rw, first, results.at, n);
  ir_replace_values(rw, op, ir_vec_from(&results, n), m);
  ir_vec_free(&types);
  ir_vec_free(&results);
  return true;
}
