// The solver: adding analyses, running them until nothing changes, and asking for states.
#include "ir/analysis/dataflow/flow_impl.h"
#include "ir/analysis/tree.h"

IrDataflow *ir_dataflow_create(IrOp *root) {
  IrDataflow *flow = ir_calloc(1, sizeof *flow);
  flow->root = root;
  flow->ctx = ir_op_context(root);
  return flow;
}

void ir_dataflow_destroy(IrDataflow *flow) {
  for (size_t i = 0; i < flow->analyses.n; i++) ir_free(flow->analyses.at[i].states);
  flow_free_callables(flow);
  flow_set_free(&flow->work);
  flow_set_free(&flow->live);
  flow_set_free(&flow->seen);
  ir_vec_free(&flow->analyses);
  ir_vec_free(&flow->at);
  ir_vec_free(&flow->listeners);
  ir_free(flow->listeners_of);
  ir_ptrmap_free(&flow->numbers);
  ir_arena_destroy(&flow->arena);
  ir_arena_destroy(&flow->scratch);
  ir_free(flow);
}

IrOp *ir_dataflow_root(const IrDataflow *flow) {
  return flow->root;
}

IrArena *ir_dataflow_arena(IrDataflow *flow) {
  return &flow->arena;
}

IrArena *ir_dataflow_scratch(IrDataflow *flow) {
  return &flow->scratch;
}

static FlowAnalysis *find(const IrDataflow *flow, const IrDataflowDef *def) {
  for (size_t i = 0; i < flow->analyses.n; i++)
    if (flow->analyses.at[i].def == def) return &flow->analyses.at[i];
  return NULL;
}

void ir_dataflow_add(IrDataflow *flow, const IrDataflowDef *def) {
  IR_ASSERT(!flow->at.n, "analyses are added before the solver runs");
  if (find(flow, def)) return;
  IR_ASSERT(def->state_size && def->join && def->top && def->transfer,
            "a data-flow analysis has a state and the functions join, top and transfer");
  ir_vec_push(&flow->analyses, ((FlowAnalysis){def, NULL}));
}

// ---- Work ----

static bool is_live(const IrDataflow *flow, const IrBlock *block) {
  uint32_t number = flow_block(flow, block);
  return number && flow_set_has(&flow->live, number);
}

void flow_push(IrDataflow *flow, IrOp *op) {
  uint32_t number = flow_op(flow, op);
  if (number && is_live(flow, op->block)) flow_set_add(&flow->work, number);
}

void flow_push_listeners(IrDataflow *flow, uint32_t number) {
  if (!flow->listeners_of) return;
  for (uint32_t i = flow->listeners_of[number]; i; i = flow->listeners.at[i - 1].next)
    flow_push(flow, flow_op_at(flow, flow->listeners.at[i - 1].op));
}

// The op at work has asked about what has this number.  Asked again later it stands there twice,
// which costs less than looking through those of a value that many ask about.
static void listen(IrDataflow *flow, uint32_t number) {
  if (!flow->listeners_of)
    flow->listeners_of = ir_calloc(flow_count(flow), sizeof *flow->listeners_of);
  uint32_t *first = &flow->listeners_of[number];
  if (*first && flow->listeners.at[*first - 1].op == flow->visiting) return;
  ir_vec_push(&flow->listeners, ((FlowListener){flow->visiting, *first}));
  *first = (uint32_t)flow->listeners.n;
}

static void work_forward(IrDataflow *flow) {
  uint32_t number;
  while (flow_set_take_first(&flow->work, &number)) {
    flow_visit_forward(flow, flow_op_at(flow, number));
    flow_reset_scratch(flow);
  }
}

static bool has_backward(const IrDataflow *flow) {
  for (size_t i = 0; i < flow->analyses.n; i++) {
    IrDataflowKind kind = flow->analyses.at[i].def->kind;
    if (kind == IR_DATAFLOW_SPARSE_BACKWARD || kind == IR_DATAFLOW_DENSE_BACKWARD) return true;
  }
  return false;
}

void ir_dataflow_run(IrDataflow *flow) {
  IR_ASSERT(!flow->at.n, "a solver runs once");
  (void)ir_arena_alloc(&flow->scratch, 1, 1);
  flow->mark = ir_arena_mark(&flow->scratch);
  flow_number(flow);
  uint32_t n = (uint32_t)flow_count(flow);
  flow_set_init(&flow->work, n);
  flow_set_init(&flow->live, n);
  flow_set_init(&flow->seen, n);
  for (size_t i = 0; i < flow->analyses.n; i++)
    flow->analyses.at[i].states = ir_calloc(n, flow->analyses.at[i].def->state_size);
  ir_symbol_index_open(flow->ctx);
  flow_find_callables(flow);
  flow_enter_root(flow);
  work_forward(flow);
  if (has_backward(flow)) flow_run_backward(flow);
  ir_symbol_index_close(flow->ctx);
  flow->ran = true;
}

// ---- States while at work ----

void flow_reset_scratch(IrDataflow *flow) {
  ir_arena_release(&flow->scratch, flow->mark);
}

void *flow_scratch(IrDataflow *flow, const FlowAnalysis *a) {
  return ir_arena_zalloc(&flow->scratch, a->def->state_size);
}

const void *flow_top(IrDataflow *flow, const FlowAnalysis *a, const IrValue *value) {
  void *state = flow_scratch(flow, a);
  a->def->top(flow, value, state);
  return state;
}

const void *flow_value_state(IrDataflow *flow, const FlowAnalysis *a, const IrValue *value) {
  uint32_t number = flow_value(flow, value);
  return number ? flow_state(a, number) : flow_top(flow, a, value);
}

static IrDataflowConstant constant_of(IrDataflow *flow, const IrValue *value, IrAttr *constant) {
  IrDataflowConstant known = IR_DATAFLOW_VARIES;
  *constant = NULL;
  uint32_t number = flow_value(flow, value);
  for (size_t i = 0; number && i < flow->analyses.n; i++) {
    const FlowAnalysis *a = &flow->analyses.at[i];
    if (!a->def->constant) continue;
    IrDataflowConstant one = a->def->constant(value, flow_state(a, number), constant);
    if (one == IR_DATAFLOW_CONSTANT) return one;
    if (one == IR_DATAFLOW_NOT_YET) known = one;
  }
  *constant = NULL;
  return known;
}

IrAttr *flow_constants_buffer(IrDataflow *flow, const IrOp *op) {
  return IR_NEW_ARRAY(&flow->scratch, IrAttr, op->num_operands + 1);
}

bool flow_constants(IrDataflow *flow, const IrOp *op, IrAttr *constants) {
  for (size_t i = 0; i < op->num_operands; i++)
    if (constant_of(flow, ir_operands(op)[i], &constants[i]) == IR_DATAFLOW_NOT_YET) return false;
  return true;
}

// ---- Questions ----

static bool is_operand(const IrDataflow *flow, const IrValue *value) {
  const IrOp *op = flow_op_at(flow, flow->visiting);
  for (size_t i = 0; i < op->num_operands; i++)
    if (ir_operands(op)[i] == value) return true;
  return false;
}

// The op at work comes again when the state changes: for its own operands it does anyway.
static const void *answer(IrDataflow *flow, const IrDataflowDef *def, uint32_t number,
                          const IrValue *value) {
  const FlowAnalysis *a = number ? find(flow, def) : NULL;
  if (!a || !a->states) return NULL;
  if (flow->visiting && !(value && !flow->backward && is_operand(flow, value)))
    listen(flow, number);
  return flow_state(a, number);
}

const void *ir_dataflow_value(IrDataflow *flow, const IrDataflowDef *def, const IrValue *value) {
  return answer(flow, def, flow_value(flow, value), value);
}

const void *ir_dataflow_start(IrDataflow *flow, const IrDataflowDef *def, const IrBlock *block) {
  return answer(flow, def, flow_block(flow, block), NULL);
}

const void *ir_dataflow_before(IrDataflow *flow, const IrDataflowDef *def, const IrOp *op) {
  bool at_op = def->kind == IR_DATAFLOW_DENSE_BACKWARD;
  if (at_op) return answer(flow, def, flow_op(flow, op), NULL);
  if (!op->block) return NULL;
  return op->prev ? answer(flow, def, flow_op(flow, op->prev), NULL)
                  : ir_dataflow_start(flow, def, op->block);
}

// Backward, nothing is kept behind the last op of a block.
const void *ir_dataflow_after(IrDataflow *flow, const IrDataflowDef *def, const IrOp *op) {
  bool at_op = def->kind == IR_DATAFLOW_DENSE;
  if (at_op) return answer(flow, def, flow_op(flow, op), NULL);
  return op->next ? answer(flow, def, flow_op(flow, op->next), NULL) : NULL;
}

IrDataflowConstant ir_dataflow_constant(IrDataflow *flow, const IrValue *value, IrAttr *constant) {
  if (flow->visiting && !is_operand(flow, value)) {
    uint32_t number = flow_value(flow, value);
    if (number) listen(flow, number);
  }
  return constant_of(flow, value, constant);
}

bool ir_dataflow_is_live(const IrDataflow *flow, const IrBlock *block) {
  return is_live(flow, block);
}

bool ir_dataflow_edge_is_live(IrDataflow *flow, IrOp *terminator, size_t i) {
  if (!terminator->block || !is_live(flow, terminator->block)) return false;
  IrAttr *constants = flow_constants_buffer(flow, terminator);
  size_t taken = SIZE_MAX;
  bool arrived = flow_constants(flow, terminator, constants);
  if (arrived) taken = ir_branch_taken(terminator, constants);
  if (!flow->visiting) flow_reset_scratch(flow);
  return arrived && (taken == SIZE_MAX || taken == i);
}

bool ir_dataflow_callers(const IrDataflow *flow, const IrOp *callable, IrOp *const **callers,
                         size_t *n) {
  const FlowCallable *c = flow_callable(flow, callable);
  *n = c ? c->callers.n : 0;
  *callers = c ? c->callers.at : NULL;
  return c && !c->open;
}

void ir_dataflow_forget(IrDataflow *flow, IrOp *op) {
  for (IrOp *in = op; in; in = ir_tree_next(in, op)) {
    uint32_t number = flow_op(flow, in);
    if (number) flow->at.at[number] = 0;
    for (size_t i = 0; i < in->num_regions; i++) {
      IR_FOR_BLOCKS(block, &ir_regions(in)[i]) {
        number = flow_block(flow, block);
        if (number) flow->at.at[number] = 0;
      }
    }
  }
}
