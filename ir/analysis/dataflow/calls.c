// Who calls whom: callables inside the root, and whether all their callers are.
//
// A private symbol has its callers in its table; a nested one too when all uses of the table's
// symbols are visible: when the table is nobody's symbol, or a private one.  An op that refers to a
// callable without calling it, and an unregistered op with a region, which may hide symbols, may
// make anyone a caller.
#include "ir/analysis/dataflow/flow_impl.h"
#include "ir/analysis/tree.h"

// ---- Visibility ----

static bool has_visibility(const IrOp *op, const char *word) {
  IrAttr attr = ir_op_attr(op, "sym_visibility");
  return attr && ir_attr_kind(attr) == IR_ATTR_STRING && ir_str_is(ir_attr_str(attr), word);
}

static bool is_symbol(const IrOp *op) {
  return (op->info->traits & IR_SYMBOL) && ir_symbol_name(op).len > 0;
}

// Whether nothing outside of the root can use a nested symbol of `table`.  A module with a name can
// be referred to from outside, one without cannot.
static bool sees_all_uses(const IrDataflow *flow, const IrOp *table) {
  if (!flow->root->block) return true;
  for (const IrOp *op = table;; op = ir_op_parent(op)) {
    bool is_table = op->info->traits & IR_SYMBOL_TABLE;
    bool named = is_table && ir_symbol_name(op).len > 0;
    if (!named || has_visibility(op, "private")) return true;
    if (op == flow->root) return false;
  }
}

static bool is_open(const IrDataflow *flow, const IrOp *op) {
  const IrOp *table = ir_op_parent(op);
  if (op == flow->root || !is_symbol(op) || !(table->info->traits & IR_SYMBOL_TABLE)) return true;
  if (has_visibility(op, "private")) return false;
  return !has_visibility(op, "nested") || !sees_all_uses(flow, table);
}

// ---- Uses that are not calls ----

typedef struct Search {
  IrDataflow *flow;
  IR_VEC(IrAttr) attrs;
} Search;

static void open_symbol(Search *s, IrOp *user, IrAttr symbol) {
  IrOp *op = ir_symbol_lookup_from(user, symbol);
  FlowCallable *c = op ? flow_callable(s->flow, op) : NULL;
  if (c) c->open = true;
}

static void search_attr(Search *s, IrOp *user, IrAttr attr) {
  ir_vec_push(&s->attrs, attr);
  while (s->attrs.n > 0) {
    IrAttr a = ir_vec_pop(&s->attrs);
    IrAttrKind kind = ir_attr_kind(a);
    if (kind == IR_ATTR_SYMBOL) open_symbol(s, user, a);
    if (kind != IR_ATTR_ARRAY && kind != IR_ATTR_DICT) continue;
    for (size_t i = 0; i < ir_attr_count(a); i++)
      ir_vec_push(&s->attrs, kind == IR_ATTR_ARRAY ? ir_attr_at(a, i) : ir_attr_entry(a, i).value);
  }
}

static void search_op(Search *s, IrOp *op) {
  IrAttr callee = ir_op_is_call(op) ? ir_call_callee(op) : NULL;
  for (size_t i = 0; i < op->num_slots; i++) {
    IrAttr attr = ir_slots(op)[i];
    if (attr && attr != callee) search_attr(s, op, attr);
  }
  if (ir_discardable(op)) search_attr(s, op, ir_discardable(op));
}

static void open_all(IrDataflow *flow) {
  for (uint32_t i = 0; i < flow->callables.n; i++)
    ((FlowCallable *)flow->callables.entries[i].value)->open = true;
}

static bool hides_symbols(const IrOp *op) {
  return !op->info->def && op->num_regions == 1;
}

static void search_uses(IrDataflow *flow) {
  Search s = {flow, {0}};
  for (IrOp *op = ir_tree_first(flow->root, 0); op; op = ir_tree_next(op, flow->root)) {
    if (hides_symbols(op)) {
      open_all(flow);
      break;
    }
    search_op(&s, op);
  }
  ir_vec_free(&s.attrs);
}

// ---- Finding callables ----

static bool add_callable(IrDataflow *flow, IrOp *op) {
  IrRegion *body = ir_op_is_callable(op) ? ir_callable_body(op) : NULL;
  if (!body || ir_region_is_empty(body)) return true;
  FlowCallable *c = ir_calloc(1, sizeof *c);
  *c = (FlowCallable){.op = op, .entry = ir_region_first(body), .open = is_open(flow, op)};
  ir_ptrmap_set(&flow->callables, op, c);
  return c->open;
}

// Callables are few: only ops with regions are looked at closely.
void flow_find_callables(IrDataflow *flow) {
  bool all_open = add_callable(flow, flow->root);
  flow->has_table = flow->root->info->traits & IR_SYMBOL_TABLE;
  for (IrOp *op = ir_tree_first(flow->root, 0); op; op = ir_tree_next(op, flow->root)) {
    if (!op->num_regions) continue;
    flow->has_table |= (op->info->traits & IR_SYMBOL_TABLE) != 0;
    all_open &= add_callable(flow, op);
  }
  if (!all_open) search_uses(flow);
}

void flow_free_callables(IrDataflow *flow) {
  for (uint32_t i = 0; i < flow->callables.n; i++) {
    FlowCallable *c = flow->callables.entries[i].value;
    ir_vec_free(&c->callers);
    ir_vec_free(&c->returns);
    ir_free(c);
  }
  ir_ptrmap_free(&flow->callables);
}

FlowCallable *flow_callable(const IrDataflow *flow, const IrOp *op) {
  return ir_ptrmap_get(&flow->callables, op);
}

// A callee that is inside stands in a symbol table that is inside.
FlowCallable *flow_call_target(const IrDataflow *flow, IrOp *call) {
  IrOp *target = flow->has_table && ir_op_is_call(call) ? ir_call_target(call) : NULL;
  return target ? flow_callable(flow, target) : NULL;
}

FlowCallable *flow_callable_left_by(const IrDataflow *flow, const IrOp *op) {
  if (op->num_successors || op->next) return NULL;
  const IrOp *parent = ir_op_parent(op);
  FlowCallable *c = parent && ir_op_is_callable(parent) ? flow_callable(flow, parent) : NULL;
  return c && op->block->region == c->entry->region ? c : NULL;
}
