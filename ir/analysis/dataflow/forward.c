// Forward analyses and dead code: what one op makes of the states before it, and where control and
// values go from it.
//
// An op that is visited hands its states on; what is handed on is joined to what is there, and
// whoever looks at a state that changed is visited again.
#include "ir/analysis/dataflow/flow_impl.h"

static bool is_sparse(const FlowAnalysis *a) {
  return a->def->kind == IR_DATAFLOW_SPARSE;
}

static bool is_dense(const FlowAnalysis *a) {
  return a->def->kind == IR_DATAFLOW_DENSE;
}

// ---- Joining ----

static void join_value(IrDataflow *flow, const FlowAnalysis *a, IrValue *to, const void *state) {
  uint32_t number = flow_value(flow, to);
  if (!number || !a->def->join(flow, to, flow_state(a, number), state)) return;
  for (IrUse *use = to->first_use; use; use = use->next) flow_push(flow, use->op);
  flow_push_listeners(flow, number);
}

static void join_top(IrDataflow *flow, const FlowAnalysis *a, IrValue *to) {
  join_value(flow, a, to, flow_top(flow, a, to));
}

static void join_after(IrDataflow *flow, const FlowAnalysis *a, IrOp *op, const void *state) {
  uint32_t number = flow_op(flow, op);
  if (!number || !a->def->join(flow, NULL, flow_state(a, number), state)) return;
  if (op->next) flow_push(flow, op->next);
  flow_push_listeners(flow, number);
}

static void join_start(IrDataflow *flow, const FlowAnalysis *a, IrBlock *block, const void *state) {
  uint32_t number = flow_block(flow, block);
  if (!number || !a->def->join(flow, NULL, flow_state(a, number), state)) return;
  if (block->first) flow_push(flow, block->first);
  flow_push_listeners(flow, number);
}

static const void *before(IrDataflow *flow, const FlowAnalysis *a, const IrOp *op) {
  uint32_t number = op->prev ? flow_op(flow, op->prev) : flow_block(flow, op->block);
  return flow_state(a, number);
}

static const void *after(IrDataflow *flow, const FlowAnalysis *a, const IrOp *op) {
  return flow_state(a, flow_op(flow, op));
}

// ---- Where control gets to ----

void flow_make_live(IrDataflow *flow, IrBlock *block) {
  uint32_t number = flow_block(flow, block);
  if (!number || flow_set_has(&flow->live, number)) return;
  flow_set_add(&flow->live, number);
  for (IrOp *op = block->first; op; op = op->next) flow_set_add(&flow->work, op->order);
}

// With anything in its arguments, from anywhere.
static void enter_unknown(IrDataflow *flow, IrBlock *block) {
  for (size_t i = 0; i < flow->analyses.n; i++) {
    const FlowAnalysis *a = &flow->analyses.at[i];
    for (size_t k = 0; is_sparse(a) && k < block->num_args; k++)
      join_top(flow, a, &block->args[k]->value);
    if (is_dense(a)) join_start(flow, a, block, flow_top(flow, a, NULL));
  }
  flow_make_live(flow, block);
}

static void enter_regions(IrDataflow *flow, IrOp *op) {
  for (size_t i = 0; i < op->num_regions; i++)
    if (ir_regions(op)[i].first) enter_unknown(flow, ir_regions(op)[i].first);
}

void flow_enter_root(IrDataflow *flow) {
  enter_regions(flow, flow->root);
}

// ---- Handing over values ----

// `from` become `to`, one for each; a target without a source may be anything.
static void hand_over(IrDataflow *flow, IrValues from, IrValue *(*to)(void *user, size_t i),
                      void *user, size_t n) {
  for (size_t k = 0; k < flow->analyses.n; k++) {
    const FlowAnalysis *a = &flow->analyses.at[k];
    if (!is_sparse(a)) continue;
    for (size_t i = 0; i < n; i++) {
      const IrValue *source = from.n == n ? from.at[i] : NULL;
      const void *state = source ? flow_value_state(flow, a, source) : NULL;
      if (!state)
        join_top(flow, a, to(user, i));
      else if (!flow_is_zero(state, a->def->state_size))
        join_value(flow, a, to(user, i), state);
    }
  }
}

static IrValue *block_arg(void *block, size_t i) {
  return &((IrBlock *)block)->args[i]->value;
}

static IrValue *op_result(void *op, size_t i) {
  return ir_result(op, i);
}

// ---- Branches between blocks ----

static void take_edge(IrDataflow *flow, IrOp *op, size_t i) {
  IrBlock *to = ir_op_successor(op, i);
  hand_over(flow, ir_branch_operands(op, i), block_arg, to, to->num_args);
  for (size_t k = 0; k < flow->analyses.n; k++) {
    const FlowAnalysis *a = &flow->analyses.at[k];
    if (is_dense(a)) join_start(flow, a, to, after(flow, a, op));
  }
  flow_make_live(flow, to);
}

static void branch(IrDataflow *flow, IrOp *op, const IrAttr *constants) {
  size_t taken = ir_branch_taken(op, constants);
  for (size_t i = 0; i < op->num_successors; i++)
    if (taken == SIZE_MAX || taken == i) take_edge(flow, op, i);
}

// ---- Region branches ----

// Inputs of a point that receive what is handed over, and the others.
typedef struct Inputs {
  IrOp *op;
  IrBlock *entry; // NULL: the op's results
  IrRun run;
} Inputs;

static IrValue *input(void *user, size_t i) {
  const Inputs *in = user;
  size_t at = in->run.first + i;
  return in->entry ? &in->entry->args[at]->value : ir_result(in->op, at);
}

static void give_own(IrDataflow *flow, const FlowAnalysis *a, const Inputs *in, IrValue *value) {
  if (!in->entry || !a->def->own_value) {
    join_top(flow, a, value);
    return;
  }
  void *state = flow_scratch(flow, a);
  a->def->own_value(flow, in->op, value, state);
  join_value(flow, a, value, state);
}

// Values of a point that nobody hands over: a loop's counter.
static void give_others(IrDataflow *flow, const Inputs *in) {
  size_t all = in->entry ? in->entry->num_args : in->op->num_results;
  for (size_t k = 0; k < flow->analyses.n; k++) {
    const FlowAnalysis *a = &flow->analyses.at[k];
    for (size_t i = 0; is_sparse(a) && i < all; i++) {
      if (i >= in->run.first && i - in->run.first < in->run.n) continue;
      give_own(flow, a, in, in->entry ? &in->entry->args[i]->value : ir_result(in->op, i));
    }
  }
}

// Control goes from `at` (`op` itself, or the end of a region) to a point of `op`.
static void go_to(IrDataflow *flow, IrOp *op, IrOp *at, size_t to) {
  IrBlock *entry = to == IR_PARENT ? NULL : ir_regions(op)[to].first;
  if (to != IR_PARENT && !entry) return;
  Inputs in = {op, entry, ir_region_branch_inputs(op, to)};
  bool known = at == op || (at->info->traits & IR_RETURN_LIKE);
  IrValues from = known ? ir_region_branch_operands(op, at, to) : (IrValues){NULL, SIZE_MAX};
  hand_over(flow, from, input, &in, in.run.n);
  give_others(flow, &in);
  for (size_t k = 0; k < flow->analyses.n; k++) {
    const FlowAnalysis *a = &flow->analyses.at[k];
    if (!is_dense(a)) continue;
    const void *state = at == op ? before(flow, a, op) : after(flow, a, at);
    if (entry)
      join_start(flow, a, entry, state);
    else
      join_after(flow, a, op, state);
  }
  if (entry) flow_make_live(flow, entry);
}

static void go_to_points(IrDataflow *flow, IrOp *op, IrOp *at, const IrAttr *constants) {
  size_t only = ir_region_branch_taken(op, at, constants);
  if (only != IR_NO_POINT) {
    go_to(flow, op, at, only);
    return;
  }
  size_t from = ir_region_branch_point(op, at);
  for (size_t i = 0, to; (to = ir_region_branch_target(op, from, i)) != IR_NO_POINT; i++)
    go_to(flow, op, at, to);
}

// ---- Calls ----

// What one `leave` of a callable gives its caller.
static void give_results(IrDataflow *flow, IrOp *leave, IrOp *call) {
  bool known = leave->info->traits & IR_RETURN_LIKE;
  IrValues from = {ir_operands(leave), known ? leave->num_operands : SIZE_MAX};
  hand_over(flow, from, op_result, call, call->num_results);
  for (size_t k = 0; k < flow->analyses.n; k++) {
    const FlowAnalysis *a = &flow->analyses.at[k];
    if (is_dense(a)) join_after(flow, a, call, after(flow, a, leave));
  }
}

static void call(IrDataflow *flow, IrOp *op, FlowCallable *callee) {
  uint32_t number = flow_op(flow, op);
  if (!flow_set_has(&flow->seen, number)) {
    flow_set_add(&flow->seen, number);
    ir_vec_push(&callee->callers, op);
  }
  hand_over(flow, ir_call_arguments(op), block_arg, callee->entry, callee->entry->num_args);
  for (size_t k = 0; k < flow->analyses.n; k++) {
    const FlowAnalysis *a = &flow->analyses.at[k];
    if (is_dense(a)) join_start(flow, a, callee->entry, before(flow, a, op));
  }
  flow_make_live(flow, callee->entry);
  for (size_t i = 0; i < callee->returns.n; i++) give_results(flow, callee->returns.at[i], op);
}

static void leave_callable(IrDataflow *flow, IrOp *op, FlowCallable *callable) {
  uint32_t number = flow_op(flow, op);
  if (!flow_set_has(&flow->seen, number)) {
    flow_set_add(&flow->seen, number);
    ir_vec_push(&callable->returns, op);
  }
  for (size_t i = 0; i < callable->callers.n; i++) give_results(flow, op, callable->callers.at[i]);
}

// ---- One op ----

static void transfer_sparse(IrDataflow *flow, const FlowAnalysis *a, IrOp *op) {
  size_t n = op->num_operands, bytes = a->def->state_size;
  const void **in = ir_arena_alloc(&flow->scratch, (n + 1) * sizeof *in, sizeof *in);
  for (size_t i = 0; i < n; i++) {
    in[i] = flow_value_state(flow, a, ir_operands(op)[i]);
    if (!a->def->partial && flow_is_zero(in[i], bytes)) return;
  }
  void **out = ir_arena_alloc(&flow->scratch, op->num_results * sizeof *out, sizeof *out);
  for (size_t i = 0; i < op->num_results; i++) out[i] = flow_scratch(flow, a);
  bool known = a->def->transfer(flow, op, in, out);
  for (size_t i = 0; i < op->num_results; i++) {
    if (known)
      join_value(flow, a, ir_result(op, i), out[i]);
    else
      join_top(flow, a, ir_result(op, i));
  }
}

static void transfer_dense(IrDataflow *flow, const FlowAnalysis *a, IrOp *op) {
  const void *in = before(flow, a, op);
  void *out = flow_scratch(flow, a);
  if (!a->def->transfer(flow, op, &in, &out)) a->def->top(flow, NULL, out);
  join_after(flow, a, op, out);
}

static void transfer(IrDataflow *flow, IrOp *op) {
  flow->visiting = flow_op(flow, op);
  for (size_t i = 0; i < flow->analyses.n; i++) {
    const FlowAnalysis *a = &flow->analyses.at[i];
    if (is_sparse(a) && op->num_results) transfer_sparse(flow, a, op);
    if (is_dense(a)) transfer_dense(flow, a, op);
  }
  flow->visiting = 0;
}

static void enter(IrDataflow *flow, IrOp *op) {
  FlowCallable *callable = ir_op_is_callable(op) ? flow_callable(flow, op) : NULL;
  if (!callable)
    enter_regions(flow, op);
  else if (callable->open)
    enter_unknown(flow, callable->entry);
}

// Where control goes from `op`, when that depends on the constants behind its operands.
static void steer(IrDataflow *flow, IrOp *op, bool region_branch) {
  IrAttr *constants = flow_constants_buffer(flow, op);
  if (!flow_constants(flow, op, constants)) return;
  if (region_branch) go_to_points(flow, op, op, constants);
  if (op->num_successors) branch(flow, op, constants);
  if (flow_leaves_region(op)) go_to_points(flow, ir_op_parent(op), op, constants);
}

void flow_visit_forward(IrDataflow *flow, IrOp *op) {
  bool region_branch = op->num_regions && ir_op_is_region_branch(op);
  FlowCallable *callee = flow_call_target(flow, op);
  if (callee)
    call(flow, op, callee);
  else if (!region_branch)
    transfer(flow, op);
  if (op->num_regions && !region_branch) enter(flow, op);
  if (op->next && !region_branch) return;
  steer(flow, op, region_branch);
  FlowCallable *left = flow_callable_left_by(flow, op);
  if (left) leave_callable(flow, op, left);
}
