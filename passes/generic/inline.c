// inline: calls become the bodies of what they call, callees first.
//
//   func.func private @f(%x: i32) -> i32 {      func.func @g(%a: i32) -> i32 {
//     %y = arith.addi %x, %x : i32                %y = arith.addi %a, %a : i32
//     return %y : i32                             return %y : i32
//   }                                       =>  }
//   func.func @g(%a: i32) -> i32 {
//     %r = call @f(%a) : (i32) -> i32
//     return %r : i32
//   }
//
// Component by component of the call graph: its callables are optimized by a pipeline, their calls
// inlined, and calls that came with the bodies in turn, as long as they do not come from a body
// that is being inlined already.  A private callable whose last use is the call at hand gives its
// body away and is erased at the end.
//
// requires: verified IR   preserves: meaning   breaks: the set of private symbols
#include "ir/edit/inline.h"

#include "ir/analysis/call_graph.h"
#include "ir/analysis/symbol_uses.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/call.h"
#include "ir/pass/pass_manager.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

static const uint32_t NONE = UINT32_MAX;

// What is known of a callable while it lasts.
typedef struct Node {
  IrOp *op;
  bool discardable; // goes when nothing refers to it
  bool dead;        // gave its body away, or nobody refers to it
  uint64_t uses;    // references to it, from anywhere; counted of discardable ones
  uint64_t ops;     // in its body; counted when there is a threshold
  IrPtrMap refers;  // Node, discardable -> how often its body refers to it
} Node;

typedef struct Call {
  IrOp *op;
  uint32_t in, to; // nodes
  uint32_t came;   // with which inlining, in `history`; NONE: it was there
} Call;

// An inlining: what was inlined, and with which inlining its call had come.
typedef struct Inlining {
  uint32_t node, came;
} Inlining;

// A pipeline for callables of one op.
typedef struct Pipe {
  IrStr anchor;
  IrPassManager *pm;
} Pipe;

typedef struct Inliner {
  IrPassRun *run;
  const struct pass_inline_decl *self;
  const IrCallGraph *graph;
  Node *nodes;
  size_t num_nodes;
  IR_VEC(Call) calls;
  IR_VEC(Inlining) history;
  IR_VEC(Pipe) pipes;
  uint32_t in, came; // of calls found at the moment
} Inliner;

// ---- References ----

static Node *node_of(Inliner *in, IrOp *op, IrAttr symbol) {
  IrOp *target = ir_call_graph_resolve(in->graph, op, symbol);
  size_t number = target ? ir_call_graph_number(in->graph, target) : SIZE_MAX;
  return number == SIZE_MAX ? NULL : &in->nodes[number];
}

static void count_use(void *user, IrOp *op, IrAttr symbol) {
  Inliner *in = user;
  Node *to = node_of(in, op, symbol);
  if (!to || !to->discardable) return;
  to->uses++;
  if (in->in == NONE) return;
  IrPtrMap *refers = &in->nodes[in->in].refers;
  ir_ptrmap_set(refers, to, (void *)((uintptr_t)ir_ptrmap_get(refers, to) + 1));
}

static void drop_refers(Node *node) {
  for (uint32_t i = 0; i < node->refers.n; i++) {
    Node *to = (Node *)node->refers.entries[i].key;
    if (to) to->uses -= (uintptr_t)node->refers.entries[i].value;
  }
  ir_ptrmap_free(&node->refers);
}

static void count_uses_of_node(Inliner *in, uint32_t number) {
  drop_refers(&in->nodes[number]);
  in->in = number;
  ir_symbol_uses(in->nodes[number].op, count_use, in);
  in->in = NONE;
}

// Of ops outside of all callables, which stay.
static void count_uses_outside(Inliner *in, IrOp *root) {
  for (IrOp *op = root; op;) {
    bool inside = ir_call_graph_number(in->graph, op) != SIZE_MAX;
    if (!inside) ir_op_symbol_uses(op, count_use, in);
    op = inside ? ir_tree_skip(op, root) : ir_tree_next(op, root);
  }
}

// The body of `from` came once more into that of `to`.
static void add_refers(Node *to, const Node *from) {
  for (uint32_t i = 0; i < from->refers.n; i++) {
    Node *target = (Node *)from->refers.entries[i].key;
    uintptr_t n = (uintptr_t)from->refers.entries[i].value;
    if (!target) continue;
    target->uses += n;
    ir_ptrmap_set(&to->refers, target, (void *)((uintptr_t)ir_ptrmap_get(&to->refers, target) + n));
  }
}

static void drop_call(Node *from, Node *to) {
  uintptr_t n = (uintptr_t)ir_ptrmap_get(&from->refers, to);
  if (n == 0) return;
  ir_ptrmap_set(&from->refers, to, (void *)(n - 1));
  to->uses--;
}

static bool is_discardable(const IrOp *op) {
  if (!ir_op_has_trait(op, IR_SYMBOL)) return false;
  IrAttr visibility = ir_op_attr(op, "sym_visibility");
  return visibility && ir_attr_kind(visibility) == IR_ATTR_STRING &&
         ir_str_is(ir_attr_str(visibility), "private");
}

static uint64_t count_ops(const IrOp *callable) {
  uint64_t n = 0;
  for (IrOp *op = ir_tree_first(callable, 0); op; op = ir_tree_next(op, callable)) n++;
  return n;
}

// ---- Optimizing ----

static IrStatus optimize(Inliner *in, Node *node) {
  IrPassManager *pm = NULL;
  for (size_t i = 0; i < in->pipes.n && !pm; i++) {
    IrStr anchor = in->pipes.at[i].anchor;
    if (anchor.len == 0 || ir_str_equal(anchor, ir_op_name(node->op))) pm = in->pipes.at[i].pm;
  }
  if (!pm || !ir_op_has_trait(node->op, IR_ISOLATED)) return IR_OK;
  IrPassOptions options = {.threads = 1};
  return ir_pass_manager_run(pm, node->op, &options);
}

// What a pipeline changed is counted again.
static IrStatus optimize_component(Inliner *in, IrCallComponent component) {
  bool threshold = in->self->options.inlining_threshold > 0;
  for (size_t i = 0; i < component.n; i++) {
    Node *node = &in->nodes[component.at[i]];
    if (node->dead) continue;
    if (in->pipes.n) {
      IR_TRY(optimize(in, node));
      count_uses_of_node(in, component.at[i]);
    }
    if (threshold) node->ops = count_ops(node->op);
  }
  return IR_OK;
}

static IrStatus add_pipe(Inliner *in, IrStr anchor, const char *text, IrStr passes) {
  const char *name = ir_arena_strdup(in->run->scratch, anchor);
  IrPassManager *pm = ir_pass_manager_create(in->run->ctx, anchor.len ? name : NULL);
  ir_vec_push(&in->pipes, ((Pipe){{name, anchor.len}, pm}));
  if (passes.len == 0) return IR_OK;
  return ir_pass_manager_parse(pm, anchor.len ? ir_str(text) : passes);
}

// `func.func(canonicalize,cse)`
static IrStatus add_op_pipe(Inliner *in, const char *text) {
  const char *open = strchr(text, '(');
  size_t end = strlen(text);
  if (open && text[end - 1] == ')') {
    IrStr passes = {open + 1, end - 1 - (size_t)(open + 1 - text)};
    return add_pipe(in, (IrStr){text, (size_t)(open - text)}, text, passes);
  }
  (void)ir_error(in->run->ctx, (IrLoc){0}, "'{}' is no pipeline for one kind of op", text);
  ir_help(in->run->ctx, "write op-pipelines=func.func(canonicalize,cse)");
  return IR_FAILED;
}

static IrStatus make_pipes(Inliner *in) {
  const IrOptionList *list = in->self->options.op_pipelines;
  for (size_t i = 0; i < list->n; i++) IR_TRY(add_op_pipe(in, list->strings[i]));
  IrStr text = ir_str(in->self->options.default_pipeline);
  return text.len ? add_pipe(in, (IrStr){0}, NULL, text) : IR_OK;
}

// ---- Calls ----

static void found_call(void *user, IrOp *call) {
  Inliner *in = user;
  IrAttr symbol = ir_call_callee(call);
  IrOp *target = symbol ? ir_call_graph_resolve(in->graph, call, symbol) : NULL;
  size_t to = target ? ir_call_graph_number(in->graph, target) : SIZE_MAX;
  if (to != SIZE_MAX) ir_vec_push(&in->calls, ((Call){call, in->in, (uint32_t)to, in->came}));
}

static void find_calls(Inliner *in, uint32_t number) {
  in->in = number;
  in->came = NONE;
  IrOp *root = in->nodes[number].op;
  for (IrOp *op = ir_tree_first(root, 0); op;) {
    bool inner = ir_call_graph_number(in->graph, op) != SIZE_MAX;
    if (ir_op_is_call(op)) found_call(in, op);
    op = inner ? ir_tree_skip(op, root) : ir_tree_next(op, root);
  }
  in->in = NONE;
}

static bool is_being_inlined(const Inliner *in, const Call *call) {
  for (uint32_t i = call->came; i != NONE; i = in->history.at[i].came)
    if (in->history.at[i].node == call->to) return true;
  return false;
}

static bool is_too_large(const Inliner *in, const Call *call) {
  int64_t threshold = in->self->options.inlining_threshold;
  if (threshold <= 0) return threshold == 0;
  uint64_t caller = in->nodes[call->in].ops;
  return caller && in->nodes[call->to].ops * 100 / caller > (uint64_t)threshold;
}

// Why the call stays; NULL when it goes.
static const char *why_not(const Inliner *in, const Call *call) {
  if (is_being_inlined(in, call)) return "it came with the body of what it calls";
  if (ir_call_graph_calls(in->graph, call->to, call->to)) return "what it calls calls itself";
  if (ir_call_graph_calls(in->graph, call->to, call->in)) return "what it calls calls back";
  if (in->nodes[call->to].dead) return "what it calls is dead";
  if (is_too_large(in, call)) return "what it calls is too large";
  return ir_inline_obstacle(call->op, in->nodes[call->to].op);
}

static void add_op_counts(Inliner *in, const Call *call) {
  IrRegion *body = ir_callable_body(in->nodes[call->to].op);
  bool one_block = ir_region_first(body) == ir_region_last(body);
  // The call goes, and the terminator of a body of one block.
  in->nodes[call->in].ops += in->nodes[call->to].ops - 1 - one_block;
}

static void inline_call(Inliner *in, Call call) {
  Node *from = &in->nodes[call.in], *to = &in->nodes[call.to];
  IrOp *callee = to->op;
  bool take = to->discardable && to->uses == 1;
  IR_REMARK(in->run, in->self, inlined, call.op, "@{} into @{}", ir_symbol_name(callee),
            ir_symbol_name(from->op));
  add_op_counts(in, &call);
  in->in = call.in;
  in->came = (uint32_t)in->history.n;
  ir_vec_push(&in->history, ((Inlining){call.to, call.came}));
  ir_inline_call(call.op, callee, &(IrInlineOptions){take, found_call, in});
  in->in = NONE;
  drop_call(from, to);
  add_refers(from, to);
  in->self->stats->inlined++;
  if (!take) return;
  drop_refers(to);
  to->dead = true;
}

// True when some call was inlined.
static bool inline_component(Inliner *in, IrCallComponent component) {
  uint64_t before = in->self->stats->inlined;
  for (size_t i = 0; i < component.n; i++) {
    Node *node = &in->nodes[component.at[i]];
    if (node->discardable && node->uses == 0) node->dead = true;
    if (!node->dead) find_calls(in, component.at[i]);
  }
  for (size_t i = 0; i < in->calls.n; i++) { // which grows
    Call call = in->calls.at[i];
    if (in->nodes[call.in].dead) continue;
    const char *why = why_not(in, &call);
    if (why)
      IR_REMARK(in->run, in->self, not_inlined, call.op, "@{} is not inlined: {}",
                ir_symbol_name(in->nodes[call.to].op), why);
    else
      inline_call(in, call);
  }
  ir_vec_clear(&in->calls);
  ir_vec_clear(&in->history);
  return in->self->stats->inlined != before;
}

static IrStatus inline_all(Inliner *in) {
  int64_t limit = in->self->options.max_iterations;
  for (size_t c = 0; c < ir_call_graph_num_components(in->graph); c++) {
    IrCallComponent component = ir_call_graph_component(in->graph, c);
    int64_t iterations = 0;
    do {
      IR_TRY(optimize_component(in, component));
    } while (inline_component(in, component) && ++iterations < limit);
  }
  return IR_OK;
}

// ---- The pass ----

static void open_nodes(Inliner *in, IrOp *root) {
  in->num_nodes = ir_call_graph_size(in->graph);
  in->nodes = ir_calloc(in->num_nodes + 1, sizeof *in->nodes);
  in->in = NONE;
  for (size_t i = 0; i < in->num_nodes; i++) {
    in->nodes[i].op = ir_call_graph_node(in->graph, i)->callable;
    in->nodes[i].discardable = is_discardable(in->nodes[i].op);
  }
  count_uses_outside(in, root);
  for (uint32_t i = 0; i < in->num_nodes; i++) count_uses_of_node(in, i);
}

// Callables inside of others come after them, and go before.
static void close_nodes(Inliner *in) {
  for (size_t i = in->num_nodes; i-- > 0;) {
    Node *node = &in->nodes[i];
    ir_ptrmap_free(&node->refers);
    if (!node->dead) continue;
    ir_op_destroy(node->op);
    in->self->stats->erased++;
  }
  for (size_t i = 0; i < in->pipes.n; i++) ir_pass_manager_destroy(in->pipes.at[i].pm);
  ir_vec_free(&in->pipes);
  ir_vec_free(&in->calls);
  ir_vec_free(&in->history);
  ir_free(in->nodes);
}

IrStatus inline_run(IrPassRun *run, IrOp *op) {
  Inliner in = {.run = run, .self = run->decl};
  in.graph = ir_analysis_get(run, &ir_call_graph_analysis, op);
  open_nodes(&in, op);
  IrStatus status = make_pipes(&in);
  if (status == IR_OK) status = inline_all(&in);
  close_nodes(&in);
  return status;
}
