// Canonicalizations of scf.while: what is known in the body because the condition held, and which
// values are handed from the condition to the body.
#include "dialects/arith/arith.h"
#include "dialects/scf/scf_impl.h"
#include "ir/analysis/tree.h"
#include "ir/edit/region_branch.h"

typedef IR_VEC(IrValue *) Values;
typedef IR_VEC(IrType) Types;

static IrOp *condition_of(const IrOp *op) {
  return ir_block_last(scf_block(op, 0));
}

// Where the first region's ops end and the second one's begin: values that do not exist in both.
static IrValue *handed(const IrOp *condition, size_t i) {
  return GET(condition, scf_condition, args).at[i];
}

IR_PATTERN(scf_while_true_inside, scf_while, 1, "the condition is true in the body") {
  IrOp *condition = condition_of(op);
  IrBlock *body = scf_block(op, 1);
  IrValue *known = NULL, *decides = GET(condition, scf_condition, condition);
  for (size_t i = 0, n = ir_block_num_args(body); i < n; i++) {
    IrValue *arg = ir_block_arg(body, i);
    if (handed(condition, i) != decides || !ir_value_has_uses(arg)) continue;
    if (!known) known = arith_int_constant(ir_rewriter_builder(rw), ir_value_type(decides), 1);
    ir_rewriter_replace_uses(rw, arg, known);
  }
  return known ? true : ir_no_match(rw, op, "the condition is not handed to the body");
}

// ---- A comparison that decides is known in the body. ----

// Whether `user`, a comparison of `arg` (the decision's operand `side` in the body) with what the
// decision compared with, has the decision's outcome (1) or its opposite (0); -1 when neither.
static int outcome_in_body(const IrOp *decision, const IrOp *user, size_t side) {
  if (!IS(user, arith_cmpi) || ir_op_operand(user, 1 - side) != ir_op_operand(decision, 1 - side))
    return -1;
  int64_t known = ir_attr_int(GET(decision, arith_cmpi, predicate));
  int64_t asked = ir_attr_int(GET(user, arith_cmpi, predicate));
  if (asked == known) return 1;
  return asked == (int64_t)arith_cmpi_inverted((ArithCmpI)known) ? 0 : -1;
}

static bool replace_comparisons(IrRewriter *rw, const IrOp *decision, IrValue *arg, size_t side) {
  bool changed = false;
  for (IrUse *u = ir_value_first_use(arg); u;) {
    IrOp *user = ir_use_op(u);
    int outcome = outcome_in_body(decision, user, side);
    if (outcome < 0) {
      u = ir_use_next(u);
      continue;
    }
    IrType type = ir_value_type(ir_op_result(user, 0));
    ir_replace(rw, user, arith_int_constant(ir_rewriter_builder(rw), type, outcome));
    changed = true;
    u = ir_value_first_use(arg); // `user` may have used it twice
  }
  return changed;
}

IR_PATTERN(scf_while_known_compare, scf_while, 1, "x < y decided, so x < y is true in the body") {
  IrOp *condition = condition_of(op);
  IrOp *decision = DEF(GET(condition, scf_condition, condition), arith_cmpi);
  if (!decision) return ir_no_match(rw, op, "no comparison decides");
  if (!ir_type_is_int_or_index(ir_value_type(ir_op_operand(decision, 0))))
    return ir_no_match(rw, op, "no comparison of numbers decides");
  bool changed = false;
  for (size_t i = 0, n = ir_block_num_args(scf_block(op, 1)); i < n; i++)
    for (size_t side = 0; side < 2; side++)
      if (handed(condition, i) == ir_op_operand(decision, side))
        changed |= replace_comparisons(rw, decision, ir_block_arg(scf_block(op, 1), i), side);
  return changed ? true : ir_no_match(rw, op, "the body does not compare that again");
}

// ---- Handing over in the order of the arguments. ----

// Where the i-th value handed over stands among the arguments of the first region; false when what
// is handed over is not just these in another order.
static bool permutation(const IrOp *op, size_t *place) {
  const IrBlock *before = scf_block(op, 0);
  IrValues args = GET(condition_of(op), scf_condition, args);
  size_t n = args.n, in_place = 0;
  if (ir_block_num_args(before) != n) return false;
  bool *seen = ir_calloc(n + 1, sizeof *seen), fits = true;
  for (size_t i = 0; i < n && fits; i++) {
    fits = !ir_value_op(args.at[i]) && ir_value_block(args.at[i]) == before;
    if (!fits) break;
    place[i] = ir_value_index(args.at[i]);
    fits = !seen[place[i]];
    seen[place[i]] = true;
    in_place += place[i] == i;
  }
  ir_free(seen);
  return fits && in_place < n;
}

static IrOp *create_while(IrRewriter *rw, IrOp *like, const Types *types) {
  IrOp *loop = BUILD(ir_rewriter_builder(rw), scf_while, .inits = GET(like, scf_while, inits),
                     .results_types = {types->at, types->n});
  for (size_t r = 0; r < 2; r++) ir_region_take_body(ir_op_region(loop, r), ir_op_region(like, r));
  return loop;
}

// New arguments behind the body's take over from the old ones in the new order.
static void reorder_arguments(IrRewriter *rw, IrBlock *body, const size_t *place, size_t n) {
  Values fresh = {0};
  size_t *from = ir_calloc(n, sizeof *from); // the inverse
  for (size_t i = 0; i < n; i++) from[place[i]] = i;
  for (size_t k = 0; k < n; k++) {
    IrValue *old = ir_block_arg(body, from[k]);
    ir_vec_push(&fresh, ir_block_add_arg(body, ir_value_type(old), ir_value_loc(old)));
  }
  for (size_t i = 0; i < n; i++)
    ir_rewriter_replace_uses(rw, ir_block_arg(body, i), fresh.at[place[i]]);
  for (size_t i = n; i-- > 0;) ir_block_erase_arg(body, i);
  ir_vec_free(&fresh);
  ir_free(from);
}

static void align(IrRewriter *rw, IrOp *op, const size_t *place, size_t n) {
  Types types = {0};
  Values given = {0}, results = {0};
  IrBlock *before = scf_block(op, 0);
  ir_vec_push(&given, GET(condition_of(op), scf_condition, condition));
  for (size_t i = 0; i < n; i++) {
    ir_vec_push(&given, ir_block_arg(before, i));
    ir_vec_push(&types, ir_value_type(ir_block_arg(before, i)));
  }
  ir_op_set_operands(condition_of(op), given.at, given.n);
  ir_changed(rw, condition_of(op));
  reorder_arguments(rw, scf_block(op, 1), place, n);
  IrOp *loop = create_while(rw, op, &types);
  for (size_t i = 0; i < n; i++) ir_vec_push(&results, ir_op_result(loop, place[i]));
  ir_replace_values(rw, op, results.at, n);
  ir_vec_free(&types);
  ir_vec_free(&given);
  ir_vec_free(&results);
}

IR_PATTERN(scf_while_align, scf_while, 1, "arguments are handed over in their own order") {
  size_t n = GET(condition_of(op), scf_condition, args).n;
  size_t *place = ir_calloc(n + 1, sizeof *place);
  bool fits = permutation(op, place);
  if (fits) align(rw, op, place, n);
  ir_free(place);
  return fits ? true : ir_no_match(rw, op, "does not hand over its arguments in another order");
}

// ---- A conditional in front of the decision that runs when the loop goes on. ----

// The results of `first` (a conditional) among what is handed over: the body gets what its first
// region yields, the results of the loop what its second one does.
static void forward_handed(IrRewriter *rw, IrOp *op, IrOp *first) {
  IrOp *condition = condition_of(op);
  IrBlock *body = scf_block(op, 1);
  for (size_t i = 0, n = ir_block_num_args(body); i < n; i++) {
    IrValue *value = handed(condition, i);
    if (ir_value_op(value) != first) continue;
    size_t k = ir_value_index(value);
    ir_rewriter_replace_uses(rw, ir_block_arg(body, i),
                             ir_op_operand(ir_block_last(scf_block(first, 0)), k));
    ir_op_set_operand(condition, 1 + i, ir_op_operand(ir_block_last(scf_block(first, 1)), k));
  }
}

// The op directly in a region of `loop` that `op` is or stands in.
static const IrOp *ancestor_in(const IrOp *op, const IrOp *loop) {
  while (ir_op_parent(op) != loop) op = ir_op_parent(op);
  return op;
}

// Values of the loop's first block that ops in the first region of `first` use, each once, in order
// of use.
static void used_inside(const IrOp *op, const IrOp *first, Values *used) {
  const IrRegion *before = ir_op_region(op, 0), *then = ir_op_region(first, 0);
  IrPtrMap seen = {0};
  for (IrOp *in = ir_tree_first(first, 0); in; in = ir_tree_next(in, first)) {
    if (ir_block_region(ir_op_block(ancestor_in(in, first))) != then) break;
    for (size_t i = 0; i < ir_op_num_operands(in); i++) {
      IrValue *value = ir_op_operand(in, i);
      if (ir_block_region(ir_value_block(value)) != before || ir_ptrmap_has(&seen, value)) continue;
      ir_ptrmap_set(&seen, value, value);
      ir_vec_push(used, value);
    }
  }
  ir_ptrmap_free(&seen);
}

// In `first`, which moves to the body, and where its yield was forwarded to in the body, `value` is
// `arg`.
static void replace_inside(IrRewriter *rw, IrValue *value, IrValue *arg, const IrOp *first) {
  const IrRegion *body = ir_op_region(ir_op_parent(first), 1);
  for (IrUse *u = ir_value_first_use(value), *next; u; u = next) {
    next = ir_use_next(u);
    IrOp *user = ir_use_op(u);
    bool in_body = ir_block_region(ir_op_block(ancestor_in(user, ir_op_parent(first)))) == body;
    if (user == first || !(in_body || ir_op_is_inside(user, first))) continue;
    ir_op_set_operand(user, ir_use_index(u), arg);
    ir_changed(rw, user);
  }
}

// Hands `used` over as well and returns the loop that does.
static IrOp *hand_over_more(IrRewriter *rw, IrOp *op, const Values *used) {
  IrOp *condition = condition_of(op);
  Types types = {0};
  Values given = {0};
  for (size_t i = 0; i < ir_op_num_operands(condition); i++)
    ir_vec_push(&given, ir_op_operand(condition, i));
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_vec_push(&types, ir_value_type(ir_op_result(op, i)));
  for (size_t i = 0; i < used->n; i++) {
    IrType type = ir_value_type(used->at[i]);
    ir_vec_push(&given, used->at[i]);
    ir_vec_push(&types, type);
    ir_block_add_arg(scf_block(op, 1), type, ir_op_loc(op));
  }
  ir_op_set_operands(condition, given.at, given.n);
  ir_changed(rw, condition);
  IrOp *loop = create_while(rw, op, &types);
  ir_vec_free(&types);
  ir_vec_free(&given);
  return loop;
}

static void move_down(IrRewriter *rw, IrOp *op, IrOp *first) {
  size_t n = ir_op_num_results(op);
  Values used = {0}, results = {0};
  forward_handed(rw, op, first);
  used_inside(op, first, &used);
  IrOp *loop = hand_over_more(rw, op, &used);
  IrBlock *body = scf_block(loop, 1);
  for (size_t i = 0; i < used.n; i++)
    replace_inside(rw, used.at[i], ir_block_arg(body, n + i), first);
  ir_rewriter_inline_block(rw, scf_block(first, 0), ir_block_first(body), NULL, 0);
  ir_erase(rw, first);
  for (size_t i = 0; i < n; i++) ir_vec_push(&results, ir_op_result(loop, i));
  ir_replace_values(rw, op, results.at, n);
  ir_vec_free(&used);
  ir_vec_free(&results);
}

IR_PATTERN(scf_while_if_down, scf_while, 1,
           "while { if c { A } condition c } -> body starts with A") {
  IrOp *condition = condition_of(op), *first = AS(ir_op_prev(condition), scf_if);
  IrValue *decides = GET(condition, scf_condition, condition);
  IrBlock *otherwise = first ? scf_block(first, 1) : NULL;
  bool only_yields = !otherwise || ir_block_first(otherwise) == ir_block_last(otherwise);
  if (!first || GET(first, scf_if, condition) != decides || !only_yields)
    return ir_no_match(rw, op, "no conditional of the same condition stands in front of it");
  move_down(rw, op, first);
  return true;
}

IR_PATTERN(scf_while_inputs, scf_while, 1, "what is handed on and known, equal or unused goes") {
  return ir_region_branch_simplify(rw, op);
}
