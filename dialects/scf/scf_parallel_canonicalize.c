// Canonicalizations of scf.parallel and scf.forall: dimensions that run never or once, loops in
// loops, bounds that are constants, and tensors that no point changes.
#include "dialects/arith/arith.h"
#include "dialects/scf/scf_impl.h"

typedef IR_VEC(IrValue *) Values;
typedef IR_VEC(IrType) Types;

static IrValue *as_value(IrRewriter *rw, IrBound bound) {
  return bound.value ? bound.value : arith_index_constant(ir_rewriter_builder(rw), bound.number);
}

// What is known of the dimensions.
typedef struct Dims {
  size_t n, once;
  bool never; // one of them runs never
  bool *is_once;
} Dims;

static void add_dim(Dims *dims, size_t i, IrBound lower, IrBound upper, IrBound step) {
  uint64_t trips;
  if (!scf_trip_count(lower, upper, step, true, &trips)) return;
  dims->never |= trips == 0;
  dims->is_once[i] = trips == 1;
  dims->once += trips == 1;
}

// ---- scf.parallel ----

static Dims parallel_dims(const IrOp *op) {
  IrValues lower = GET(op, scf_parallel, lowerBound), upper = GET(op, scf_parallel, upperBound);
  IrValues step = GET(op, scf_parallel, step);
  Dims dims = {.n = step.n, .is_once = ir_calloc(step.n + 1, sizeof(bool))};
  for (size_t i = 0; i < step.n; i++)
    add_dim(&dims, i, (IrBound){.value = lower.at[i]}, (IrBound){.value = upper.at[i]},
            (IrBound){.value = step.at[i]});
  return dims;
}

static bool use_initial_values(IrRewriter *rw, IrOp *op, IrValues values) {
  Values copy = {0}; // the operands go with the op
  for (size_t i = 0; i < values.n; i++) ir_vec_push(&copy, values.at[i]);
  ir_replace_values(rw, op, copy.at, copy.n);
  ir_vec_free(&copy);
  return true;
}

// The ops of the body and then those of the reductions, in the place of the loop.
static bool run_once(IrRewriter *rw, IrOp *op) {
  IrValues lower = GET(op, scf_parallel, lowerBound), inits = GET(op, scf_parallel, initVals);
  IrBlock *body = scf_block(op, 0);
  IrOp *reduce = ir_block_last(body);
  Values results = {0};
  for (size_t i = 0; i < lower.n; i++)
    ir_rewriter_replace_uses(rw, ir_block_arg(body, i), lower.at[i]);
  for (size_t i = 0; i < inits.n; i++) {
    IrBlock *block = scf_block(reduce, i);
    IrValue *args[] = {inits.at[i], ir_op_operand(reduce, i)};
    for (size_t k = 0; k < 2; k++) ir_rewriter_replace_uses(rw, ir_block_arg(block, k), args[k]);
    ir_vec_push(&results, ir_op_operand(ir_block_last(block), 0));
  }
  for (size_t i = 0; i < inits.n; i++) {
    IrBlock *block = scf_block(reduce, i);
    IrValue *args[] = {inits.at[i], ir_op_operand(reduce, i)};
    ir_rewriter_inline_block(rw, block, reduce, args, 2);
  }
  ir_rewriter_inline_block(rw, body, op, lower.at, lower.n);
  ir_replace_values(rw, op, results.at, results.n);
  ir_vec_free(&results);
  return true;
}

static void push_some(Values *values, IrValues from, const bool *without) {
  for (size_t i = 0; i < from.n; i++)
    if (!without[i]) ir_vec_push(values, from.at[i]);
}

static bool drop_dims(IrRewriter *rw, IrOp *op, const Dims *dims) {
  IrBlock *body = scf_block(op, 0);
  Values lower = {0}, upper = {0}, step = {0}, results = {0};
  Types types = {0};
  push_some(&lower, GET(op, scf_parallel, lowerBound), dims->is_once);
  push_some(&upper, GET(op, scf_parallel, upperBound), dims->is_once);
  push_some(&step, GET(op, scf_parallel, step), dims->is_once);
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_vec_push(&types, ir_value_type(ir_op_result(op, i)));
  for (size_t i = dims->n; i-- > 0;) {
    if (!dims->is_once[i]) continue;
    ir_rewriter_replace_uses(rw, ir_block_arg(body, i), GET(op, scf_parallel, lowerBound).at[i]);
    ir_block_erase_arg(body, i);
  }
  IrOp *smaller =
      BUILD(ir_rewriter_builder(rw), scf_parallel, .lowerBound = {lower.at, lower.n},
            .upperBound = {upper.at, upper.n}, .step = {step.at, step.n},
            .initVals = GET(op, scf_parallel, initVals), .results_types = {types.at, types.n});
  ir_region_take_body(ir_op_region(smaller, 0), ir_op_region(op, 0));
  for (size_t i = 0; i < types.n; i++) ir_vec_push(&results, ir_op_result(smaller, i));
  ir_replace_values(rw, op, results.at, results.n);
  ir_vec_free(&lower);
  ir_vec_free(&upper);
  ir_vec_free(&step);
  ir_vec_free(&results);
  ir_vec_free(&types);
  return true;
}

IR_PATTERN(scf_parallel_few_iterations, scf_parallel, 1,
           "a dimension without iterations -> initial values;  one with one -> its lower bound") {
  Dims dims = parallel_dims(op);
  bool changed = false;
  if (dims.never)
    changed = use_initial_values(rw, op, GET(op, scf_parallel, initVals));
  else if (dims.once == dims.n)
    changed = run_once(rw, op);
  else if (dims.once > 0)
    changed = drop_dims(rw, op, &dims);
  ir_free(dims.is_once);
  return changed ? true : ir_no_match(rw, op, "all dimensions may run several times");
}

static bool uses_counter(IrValues values, const IrBlock *body) {
  for (size_t i = 0; i < values.n; i++)
    if (!ir_value_op(values.at[i]) && ir_value_block(values.at[i]) == body) return true;
  return false;
}

static void push_both(Values *values, IrValues outer, IrValues inner) {
  for (size_t i = 0; i < outer.n; i++) ir_vec_push(values, outer.at[i]);
  for (size_t i = 0; i < inner.n; i++) ir_vec_push(values, inner.at[i]);
}

static bool join_loops(IrRewriter *rw, IrOp *op, IrOp *inner) {
  Values bounds[3] = {{0}, {0}, {0}};
  for (size_t i = 0; i < 3; i++)
    push_both(&bounds[i], ir_op_operand_group(op, i), ir_op_operand_group(inner, i));
  IrBlock *outside = scf_block(op, 0), *body = scf_block(inner, 0);
  size_t n = ir_block_num_args(outside), m = ir_block_num_args(body);
  IrOp *joined = BUILD(ir_rewriter_builder(rw), scf_parallel, .lowerBound = {bounds[0].at, n + m},
                       .upperBound = {bounds[1].at, n + m}, .step = {bounds[2].at, n + m},
                       .results_types = {NULL, 0});
  IrBlock *block = ir_block_create(ir_rewriter_context(rw));
  ir_region_append(ir_op_region(joined, 0), block);
  for (size_t i = 0; i < n + m; i++) {
    IrValue *old = i < n ? ir_block_arg(outside, i) : ir_block_arg(body, i - n);
    IrValue *arg = ir_block_add_arg(block, ir_value_type(old), ir_value_loc(old));
    ir_rewriter_replace_uses(rw, old, arg);
  }
  ir_block_move_tail(block, ir_block_first(body));
  ir_block_destroy(body);
  ir_erase(rw, op);
  for (size_t i = 0; i < 3; i++) ir_vec_free(&bounds[i]);
  return true;
}

IR_PATTERN(scf_parallel_nested, scf_parallel, 1,
           "parallel (%i) { parallel (%j) { A } } -> parallel (%i, %j) { A }") {
  IrBlock *body = scf_block(op, 0);
  IrOp *inner = AS(ir_block_first(body), scf_parallel);
  if (!inner || ir_op_next(inner) != ir_block_last(body))
    return ir_no_match(rw, op, "does not hold just one parallel loop");
  if (ir_op_num_results(op) > 0 || ir_op_num_results(inner) > 0)
    return ir_no_match(rw, op, "one of the loops reduces");
  for (size_t i = 0; i < 3; i++)
    if (uses_counter(ir_op_operand_group(inner, i), body))
      return ir_no_match(rw, op, "the inner bounds depend on the outer counters");
  return join_loops(rw, op, inner);
}

// ---- scf.forall ----

// Bounds and steps as they will be.
typedef struct Mixed {
  IR_VEC(int64_t) entries[3];
  Values dynamic[3];
} Mixed;

static void push_bound(Mixed *m, ScfBoundKind kind, IrBound bound) {
  ir_vec_push(&m->entries[kind], bound.value ? IR_DYNAMIC : bound.number);
  if (bound.value) ir_vec_push(&m->dynamic[kind], bound.value);
}

static void free_mixed(Mixed *m) {
  for (size_t k = 0; k < 3; k++) {
    ir_vec_free(&m->entries[k]);
    ir_vec_free(&m->dynamic[k]);
  }
}

// A new loop in front of `op` with these bounds and outputs, and the attributes and the body of
// `op`.
static IrOp *replace_head(IrRewriter *rw, IrOp *op, Mixed *m, IrValues outputs) {
  IrContext *ctx = ir_rewriter_context(rw);
  Types types = {0};
  IrAttr entries[3];
  for (size_t k = 0; k < 3; k++)
    entries[k] = ir_attr_i64_array(ctx, m->entries[k].at, m->entries[k].n);
  for (size_t i = 0; i < outputs.n; i++) ir_vec_push(&types, ir_value_type(outputs.at[i]));
  IrOp *made = BUILD(ir_rewriter_builder(rw), scf_forall,
                     .dynamicLowerBound = {m->dynamic[SCF_LOWER].at, m->dynamic[SCF_LOWER].n},
                     .dynamicUpperBound = {m->dynamic[SCF_UPPER].at, m->dynamic[SCF_UPPER].n},
                     .dynamicStep = {m->dynamic[SCF_STEP].at, m->dynamic[SCF_STEP].n},
                     .outputs = outputs, .staticLowerBound = entries[SCF_LOWER],
                     .staticUpperBound = entries[SCF_UPPER], .staticStep = entries[SCF_STEP],
                     .mapping = GET(op, scf_forall, mapping), .results_types = {types.at, types.n});
  ir_op_set_discardable(made, ir_op_discardable(op));
  ir_region_take_body(ir_op_region(made, 0), ir_op_region(op, 0));
  ir_vec_free(&types);
  return made;
}

static bool replace_by_results(IrRewriter *rw, IrOp *op, IrOp *made) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_rewriter_replace_uses(rw, ir_op_result(op, i), ir_op_result(made, i));
  return ir_erase(rw, op);
}

IR_PATTERN(scf_forall_constant_bounds, scf_forall, 1, "bounds that are constants -> numbers") {
  Mixed m = {0};
  bool changed = false;
  for (int k = SCF_LOWER; k <= SCF_STEP; k++)
    for (size_t i = 0, n = scf_forall_rank(op); i < n; i++) {
      IrBound bound = scf_forall_bound(op, (ScfBoundKind)k, i);
      // -2^63 stays an operand: among the numbers it says that there is one.
      if (bound.value && ir_match_int(bound.value, &bound.number) && bound.number != IR_DYNAMIC) {
        bound.value = NULL;
        changed = true;
      }
      push_bound(&m, (ScfBoundKind)k, bound);
    }
  if (changed) replace_by_results(rw, op, replace_head(rw, op, &m, GET(op, scf_forall, outputs)));
  free_mixed(&m);
  return changed ? true : ir_no_match(rw, op, "no bound is a constant");
}

// An op in the loop's scf.forall.in_parallel that takes `arg`.
static IrOp *combining_op(const IrOp *forall, const IrValue *arg) {
  const IrOp *end = ir_block_last(scf_block(forall, 0));
  for (IrUse *u = ir_value_first_use(arg); u; u = ir_use_next(u))
    if (ir_op_parent(ir_use_op(u)) == end) return ir_use_op(u);
  return NULL;
}

// Output `i` is not needed: nobody uses what becomes of it, or it stays what it was.
static bool is_unchanged(const IrOp *op, size_t i) {
  IrValue *arg = ir_block_arg(scf_block(op, 0), scf_forall_rank(op) + i);
  return !ir_value_has_uses(ir_op_result(op, i)) || !combining_op(op, arg);
}

static void drop_output(IrRewriter *rw, IrOp *op, size_t i) {
  IrValue *output = GET(op, scf_forall, outputs).at[i];
  IrValue *arg = ir_block_arg(scf_block(op, 0), scf_forall_rank(op) + i);
  for (IrOp *user; (user = combining_op(op, arg));) ir_erase(rw, user);
  ir_rewriter_replace_uses(rw, arg, output);
  ir_rewriter_replace_uses(rw, ir_op_result(op, i), output);
  ir_block_erase_arg(scf_block(op, 0), ir_value_index(arg));
}

IR_PATTERN(scf_forall_unchanged, scf_forall, 1, "outputs that nobody needs or changes go") {
  size_t n = ir_op_num_results(op), found = 0;
  Values outputs = {0};
  bool *goes = ir_calloc(n + 1, sizeof *goes);
  for (size_t i = 0; i < n; i++) {
    goes[i] = is_unchanged(op, i);
    found += goes[i];
    if (!goes[i]) ir_vec_push(&outputs, GET(op, scf_forall, outputs).at[i]);
  }
  if (found) {
    Mixed m = {0};
    for (int k = SCF_LOWER; k <= SCF_STEP; k++)
      for (size_t i = 0; i < scf_forall_rank(op); i++)
        push_bound(&m, (ScfBoundKind)k, scf_forall_bound(op, (ScfBoundKind)k, i));
    for (size_t i = n; i-- > 0;)
      if (goes[i]) drop_output(rw, op, i);
    IrOp *made = replace_head(rw, op, &m, (IrValues){outputs.at, outputs.n});
    for (size_t i = 0, k = 0; i < n; i++)
      if (!goes[i]) ir_rewriter_replace_uses(rw, ir_op_result(op, i), ir_op_result(made, k++));
    ir_erase(rw, op);
    free_mixed(&m);
  }
  ir_vec_free(&outputs);
  ir_free(goes);
  return found ? true : ir_no_match(rw, op, "all outputs are needed");
}

static Dims forall_dims(const IrOp *op) {
  size_t n = scf_forall_rank(op);
  Dims dims = {.n = n, .is_once = ir_calloc(n + 1, sizeof(bool))};
  for (size_t i = 0; i < n; i++)
    add_dim(&dims, i, scf_forall_bound(op, SCF_LOWER, i), scf_forall_bound(op, SCF_UPPER, i),
            scf_forall_bound(op, SCF_STEP, i));
  return dims;
}

// The ops of the body in the place of a loop that combines nothing.
static bool inline_forall(IrRewriter *rw, IrOp *op) {
  Values args = {0}, results = {0};
  for (size_t i = 0; i < scf_forall_rank(op); i++)
    ir_vec_push(&args, as_value(rw, scf_forall_bound(op, SCF_LOWER, i)));
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    ir_vec_push(&args, GET(op, scf_forall, outputs).at[i]);
    ir_vec_push(&results, GET(op, scf_forall, outputs).at[i]);
  }
  ir_rewriter_inline_block(rw, scf_block(op, 0), op, args.at, args.n);
  ir_replace_values(rw, op, results.at, results.n);
  ir_vec_free(&args);
  ir_vec_free(&results);
  return true;
}

static bool drop_forall_dims(IrRewriter *rw, IrOp *op, const Dims *dims) {
  IrBlock *body = scf_block(op, 0);
  Mixed m = {0};
  for (int k = SCF_LOWER; k <= SCF_STEP; k++)
    for (size_t i = 0; i < dims->n; i++)
      if (!dims->is_once[i])
        push_bound(&m, (ScfBoundKind)k, scf_forall_bound(op, (ScfBoundKind)k, i));
  for (size_t i = dims->n; i-- > 0;) {
    if (!dims->is_once[i]) continue;
    IrValue *lower = as_value(rw, scf_forall_bound(op, SCF_LOWER, i));
    ir_rewriter_replace_uses(rw, ir_block_arg(body, i), lower);
    ir_block_erase_arg(body, i);
  }
  replace_by_results(rw, op, replace_head(rw, op, &m, GET(op, scf_forall, outputs)));
  free_mixed(&m);
  return true;
}

IR_PATTERN(scf_forall_few_iterations, scf_forall, 1,
           "a dimension without iterations -> outputs;  one with one -> its lower bound") {
  IrAttr mapping = GET(op, scf_forall, mapping);
  if (mapping && ir_attr_count(mapping))
    return ir_no_match(rw, op, "the dimensions are for processing units");
  Dims dims = forall_dims(op);
  bool changed = false;
  if (dims.never)
    changed = use_initial_values(rw, op, GET(op, scf_forall, outputs));
  else if (dims.once == dims.n && scf_in_parallel_is_empty(op))
    changed = inline_forall(rw, op);
  else if (dims.once > 0 && dims.once < dims.n)
    changed = drop_forall_dims(rw, op, &dims);
  ir_free(dims.is_once);
  return changed ? true : ir_no_match(rw, op, "all dimensions may run several times");
}

IR_PATTERN(scf_forall_known_index, scf_forall, 1,
           "the counter of one iteration is the lower bound") {
  Dims dims = forall_dims(op);
  bool changed = false;
  for (size_t i = 0; i < dims.n; i++) {
    IrValue *counter = ir_block_arg(scf_block(op, 0), i);
    if (!dims.is_once[i] || !ir_value_has_uses(counter)) continue;
    ir_rewriter_replace_uses(rw, counter, as_value(rw, scf_forall_bound(op, SCF_LOWER, i)));
    changed = true;
  }
  ir_free(dims.is_once);
  return changed ? true : ir_no_match(rw, op, "no counter is known");
}
