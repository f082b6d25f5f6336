// Backward analyses: what the states after an op make of those before it, along the same ways as
// forward, from where control may get to.
//
// They run when forward analyses are done, so ways and callers are known.  An op pulls: a state
// that changes puts those to the work who look at it.
#include "ir/analysis/dataflow/flow_impl.h"
#include "ir/analysis/tree.h"

static bool is_sparse(const FlowAnalysis *a) {
  return a->def->kind == IR_DATAFLOW_SPARSE_BACKWARD;
}

static bool is_dense(const FlowAnalysis *a) {
  return a->def->kind == IR_DATAFLOW_DENSE_BACKWARD;
}

// ---- Predecessors ----

// Ops that leave the regions of `op`.
static void push_region_ends(IrDataflow *flow, IrOp *op) {
  for (size_t i = 0; i < op->num_regions; i++) {
    IR_FOR_BLOCKS(block, &ir_regions(op)[i]) {
      if (block->last) flow_push(flow, block->last);
    }
  }
}

// Whoever goes to the start of `block` or hands values to its arguments.
static void push_predecessors(IrDataflow *flow, IrBlock *block) {
  for (IrEdge *e = ir_block_first_edge(block); e; e = ir_edge_next(e))
    flow_push(flow, ir_edge_op(e));
  IrOp *parent = block->region->op;
  if (block->region->first != block || parent == flow->root) return;
  flow_push(flow, parent);
  if (ir_op_is_region_branch(parent)) push_region_ends(flow, parent);
  FlowCallable *c = ir_op_is_callable(parent) ? flow_callable(flow, parent) : NULL;
  for (size_t i = 0; c && i < c->callers.n; i++) flow_push(flow, c->callers.at[i]);
}

// Whoever goes to the point behind `op`, or hands values to its results, from inside of it or of
// its callee.
static void push_leaving(IrDataflow *flow, IrOp *op) {
  if (ir_op_is_region_branch(op)) push_region_ends(flow, op);
  FlowCallable *callee = flow_call_target(flow, op);
  for (size_t i = 0; callee && i < callee->returns.n; i++) flow_push(flow, callee->returns.at[i]);
}

// ---- Sparse ----

static void join_value(IrDataflow *flow, const FlowAnalysis *a, IrValue *to, const void *state) {
  uint32_t number = flow_value(flow, to);
  if (!number || !a->def->join(flow, to, flow_state(a, number), state)) return;
  flow_push_listeners(flow, number);
  if (ir_is_arg(to)) {
    push_predecessors(flow, ((IrArg *)to)->block);
    return;
  }
  IrOp *op = ir_result_op(to);
  flow_push(flow, op);
  push_leaving(flow, op);
}

static void join_own(IrDataflow *flow, const FlowAnalysis *a, IrOp *op, IrValue *operand) {
  if (!a->def->own_value) {
    join_value(flow, a, operand, flow_top(flow, a, operand));
    return;
  }
  void *state = flow_scratch(flow, a);
  a->def->own_value(flow, op, operand, state);
  join_value(flow, a, operand, state);
}

// Operands that ways of `op` hand over, one bit each; the others steer.
typedef struct Handed {
  IrDataflow *flow;
  const FlowAnalysis *a;
  IrOp *op;
  bool *handed;
} Handed;

static void hand_back(const Handed *h, IrValues operands, size_t i, IrValue *target) {
  size_t at = (size_t)(operands.at + i - ir_operands(h->op));
  h->handed[at] = true;
  join_value(h->flow, h->a, operands.at[i], flow_value_state(h->flow, h->a, target));
}

static void from_successors(const Handed *h) {
  for (size_t s = 0; s < h->op->num_successors; s++) {
    IrBlock *to = ir_op_successor(h->op, s);
    IrValues operands = ir_branch_operands(h->op, s);
    if (operands.n != to->num_args) continue;
    for (size_t i = 0; i < operands.n; i++) hand_back(h, operands, i, &to->args[i]->value);
  }
}

// From the points of `parent` that `h->op` (it, or the end of one of its regions) goes to.
static void from_points(const Handed *h, IrOp *parent) {
  if (h->op != parent && !(h->op->info->traits & IR_RETURN_LIKE)) return;
  size_t from = ir_region_branch_point(parent, h->op);
  for (size_t p = 0, to; (to = ir_region_branch_target(parent, from, p)) != IR_NO_POINT; p++) {
    if (to != IR_PARENT && !ir_regions(parent)[to].first) continue;
    IrRun inputs = ir_region_branch_inputs(parent, to);
    IrValues operands = ir_region_branch_operands(parent, h->op, to);
    for (size_t i = 0; operands.n == inputs.n && i < operands.n; i++)
      hand_back(h, operands, i, ir_region_branch_input(parent, to, i));
  }
}

static void from_callee(const Handed *h, const FlowCallable *callee) {
  IrValues operands = ir_call_arguments(h->op);
  if (operands.n != callee->entry->num_args) return;
  for (size_t i = 0; i < operands.n; i++) hand_back(h, operands, i, &callee->entry->args[i]->value);
}

static void from_callers(const Handed *h, const FlowCallable *left) {
  if (left->open || !(h->op->info->traits & IR_RETURN_LIKE)) return;
  IrValues operands = {ir_operands(h->op), h->op->num_operands};
  for (size_t i = 0; i < operands.n; i++) h->handed[i] = true;
  for (size_t c = 0; c < left->callers.n; c++) {
    IrOp *call = left->callers.at[c];
    for (size_t i = 0; call->num_results == operands.n && i < operands.n; i++)
      hand_back(h, operands, i, ir_result(call, i));
  }
}

static void visit_control(const Handed *h, FlowCallable *callee, FlowCallable *left) {
  from_successors(h);
  if (ir_op_is_region_branch(h->op)) from_points(h, h->op);
  if (flow_leaves_region(h->op)) from_points(h, ir_op_parent(h->op));
  if (callee) from_callee(h, callee);
  if (left) from_callers(h, left);
  for (size_t i = 0; i < h->op->num_operands; i++)
    if (!h->handed[i]) join_own(h->flow, h->a, h->op, ir_operands(h->op)[i]);
}

static void transfer_sparse(IrDataflow *flow, const FlowAnalysis *a, IrOp *op) {
  const void **in = ir_arena_alloc(&flow->scratch, (op->num_results + 1) * sizeof *in, sizeof *in);
  for (size_t i = 0; i < op->num_results; i++) in[i] = flow_value_state(flow, a, ir_result(op, i));
  void **out = ir_arena_alloc(&flow->scratch, (op->num_operands + 1) * sizeof *out, sizeof *out);
  for (size_t i = 0; i < op->num_operands; i++) out[i] = flow_scratch(flow, a);
  bool known = a->def->transfer(flow, op, in, out);
  for (size_t i = 0; i < op->num_operands; i++) {
    IrValue *operand = ir_operands(op)[i];
    join_value(flow, a, operand, known ? out[i] : flow_top(flow, a, operand));
  }
}

static void visit_sparse(IrDataflow *flow, const FlowAnalysis *a, IrOp *op) {
  if (op->num_operands == 0) return;
  FlowCallable *callee = flow_call_target(flow, op);
  FlowCallable *left = flow_callable_left_by(flow, op);
  if (!callee && !left && !op->num_successors && !ir_op_is_region_branch(op) &&
      !flow_leaves_region(op)) {
    transfer_sparse(flow, a, op);
    return;
  }
  bool *handed = IR_NEW_ARRAY(&flow->scratch, bool, op->num_operands);
  visit_control(&(Handed){flow, a, op, handed}, callee, left);
}

// ---- Dense ----

static const void *before(IrDataflow *flow, const FlowAnalysis *a, const IrOp *op) {
  return flow_state(a, flow_op(flow, op));
}

static const void *start(IrDataflow *flow, const FlowAnalysis *a, const IrBlock *block) {
  return flow_state(a, flow_block(flow, block));
}

static void join_before(IrDataflow *flow, const FlowAnalysis *a, IrOp *op, const void *state) {
  uint32_t number = flow_op(flow, op);
  if (!a->def->join(flow, NULL, flow_state(a, number), state)) return;
  flow_push_listeners(flow, number);
  if (op->prev) {
    flow_push(flow, op->prev);
    push_leaving(flow, op->prev);
    return;
  }
  a->def->join(flow, NULL, flow_state(a, flow_block(flow, op->block)), state);
  push_predecessors(flow, op->block);
}

// The point behind an op that is the last of its block, or behind nothing.
static const void *behind(IrDataflow *flow, const FlowAnalysis *a, IrOp *op) {
  return op->next ? before(flow, a, op->next) : flow_top(flow, a, NULL);
}

static void add_points(IrDataflow *flow, const FlowAnalysis *a, IrOp *parent, IrOp *at, void *all) {
  size_t from = ir_region_branch_point(parent, at);
  for (size_t i = 0, to; (to = ir_region_branch_target(parent, from, i)) != IR_NO_POINT; i++) {
    IrBlock *entry = to == IR_PARENT ? NULL : ir_regions(parent)[to].first;
    if (to == IR_PARENT)
      a->def->join(flow, NULL, all, behind(flow, a, parent));
    else if (entry)
      a->def->join(flow, NULL, all, start(flow, a, entry));
  }
}

// What holds behind `op`: in front of what comes next.
static const void *after(IrDataflow *flow, const FlowAnalysis *a, IrOp *op) {
  if (op->next) return before(flow, a, op->next);
  void *all = flow_scratch(flow, a);
  FlowCallable *left = flow_callable_left_by(flow, op);
  for (size_t i = 0; i < op->num_successors; i++)
    a->def->join(flow, NULL, all, start(flow, a, ir_op_successor(op, i)));
  if (flow_leaves_region(op)) add_points(flow, a, ir_op_parent(op), op, all);
  for (size_t i = 0; left && i < left->callers.n; i++)
    a->def->join(flow, NULL, all, behind(flow, a, left->callers.at[i]));
  bool somewhere = op->num_successors || flow_leaves_region(op) || (left && !left->open);
  return somewhere ? all : flow_top(flow, a, NULL);
}

static void visit_dense(IrDataflow *flow, const FlowAnalysis *a, IrOp *op) {
  FlowCallable *callee = flow_call_target(flow, op);
  void *out = flow_scratch(flow, a);
  if (callee) {
    a->def->join(flow, NULL, out, start(flow, a, callee->entry));
  } else if (ir_op_is_region_branch(op)) {
    add_points(flow, a, op, op, out);
  } else {
    const void *in = after(flow, a, op);
    if (!a->def->transfer(flow, op, &in, &out)) a->def->top(flow, NULL, out);
  }
  join_before(flow, a, op, out);
}

// ---- All of it ----

static void visit(IrDataflow *flow, IrOp *op) {
  flow->visiting = flow_op(flow, op);
  for (size_t i = 0; i < flow->analyses.n; i++) {
    const FlowAnalysis *a = &flow->analyses.at[i];
    if (is_sparse(a)) visit_sparse(flow, a, op);
    if (is_dense(a)) visit_dense(flow, a, op);
  }
  flow->visiting = 0;
}

void flow_run_backward(IrDataflow *flow) {
  flow->backward = true;
  for (uint32_t i = 1; i < flow_count(flow); i++)
    if (flow_op_at(flow, i)) flow_push(flow, flow_op_at(flow, i));
  uint32_t number;
  while (flow_set_take_last(&flow->work, &number)) {
    visit(flow, flow_op_at(flow, number));
    flow_reset_scratch(flow);
  }
}
