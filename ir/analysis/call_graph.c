// One walk finds callables and calls; edges are sorted by caller with the order of calls kept.
// Components come from Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972)
// with its stack of calls spelled out.
#include "ir/analysis/call_graph.h"

#include <stdlib.h>

#include "ir/analysis/tree.h"
#include "ir/core/dialect.h"
#include "ir/core/symbol_table.h"
#include "ir/interfaces/call.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

static const uint32_t UNKNOWN = UINT32_MAX;

struct IrCallGraph {
  IrOp *root;
  IR_VEC(IrCallNode) nodes;
  IrPtrMap numbers;        // callable -> number + 1
  IrPtrMap tables;         // op with symbols -> IrSymbolTable; all that are looked into
  IrArena arena;           // callees
  IR_VEC(uint32_t) order;  // nodes, component after component
  IR_VEC(uint32_t) starts; // of components in `order`
  uint32_t **sorted;       // callees of a node by number
};

typedef struct Edge {
  uint32_t from;
  IrOp *call;
} Edge;

typedef IR_VEC(Edge) Edges;

// ---- Symbols ----

static void add_table(IrCallGraph *g, const IrOp *op) {
  if (ir_op_has_trait(op, IR_SYMBOL_TABLE) && !ir_ptrmap_has(&g->tables, op))
    ir_ptrmap_set(&g->tables, op, ir_symbol_table_create(op));
}

static IrOp *look_into(const IrCallGraph *g, IrOp *op, IrStr name) {
  IrSymbolTable *table = ir_ptrmap_get(&g->tables, op);
  return table ? ir_symbol_table_lookup(table, name) : ir_symbol_lookup(op, name);
}

IrOp *ir_call_graph_resolve(const IrCallGraph *g, IrOp *op, IrAttr symbol) {
  for (IrOp *table = op; table; table = ir_op_parent(table)) {
    if (!ir_op_has_trait(table, IR_SYMBOL_TABLE)) continue;
    IrOp *found = look_into(g, table, ir_attr_str(symbol));
    for (size_t i = 0; found && i < ir_attr_num_nested(symbol); i++)
      found = look_into(g, found, ir_attr_nested(symbol, i));
    if (found) return found;
  }
  return NULL;
}

// ---- Nodes and edges ----

static void add_node(IrCallGraph *g, IrOp *op) {
  ir_vec_push(&g->nodes, ((IrCallNode){.callable = op}));
  ir_ptrmap_set(&g->numbers, op, (void *)(uintptr_t)g->nodes.n);
}

static bool has_body(const IrOp *op) {
  if (!ir_op_is_callable(op)) return false;
  const IrRegion *body = ir_callable_body(op);
  return body && ir_region_first(body);
}

// A callable around the walk, and the op after its insides.
typedef struct Around {
  uint32_t number;
  const IrOp *end;
} Around;

static void find_all(IrCallGraph *g, Edges *edges) {
  IR_VEC(Around) around = {0};
  for (IrOp *op = g->root; op; op = ir_tree_next(op, g->root)) {
    while (around.n && ir_vec_last(&around).end == op) around.n--;
    if (ir_op_num_regions(op)) {
      add_table(g, op);
      if (has_body(op)) {
        ir_vec_push(&around, ((Around){(uint32_t)g->nodes.n, ir_tree_skip(op, g->root)}));
        add_node(g, op);
      }
    }
    if (around.n && ir_op_is_call(op))
      ir_vec_push(edges, ((Edge){ir_vec_last(&around).number, op}));
  }
  ir_vec_free(&around);
}

static uint32_t callee_of(const IrCallGraph *g, IrOp *call) {
  IrAttr symbol = ir_call_callee(call);
  IrOp *op = symbol ? ir_call_graph_resolve(g, call, symbol) : NULL;
  size_t number = op ? ir_call_graph_number(g, op) : SIZE_MAX;
  return number == SIZE_MAX ? UNKNOWN : (uint32_t)number;
}

// Stable: calls of one caller stay in order.
static Edge *sort_by_caller(const IrCallGraph *g, const Edges *edges, size_t *starts) {
  Edge *sorted = ir_malloc((edges->n + 1) * sizeof *sorted);
  for (size_t i = 0; i < edges->n; i++) starts[edges->at[i].from + 1]++;
  for (size_t i = 0; i < g->nodes.n; i++) starts[i + 1] += starts[i];
  for (size_t i = 0; i < edges->n; i++) sorted[starts[edges->at[i].from]++] = edges->at[i];
  return sorted;
}

static void add_callees(IrCallGraph *g, const Edges *edges) {
  size_t n = g->nodes.n, from = 0;
  size_t *ends = ir_calloc(n + 1, sizeof *ends);
  Edge *sorted = sort_by_caller(g, edges, ends); // each start has moved to its end
  uint32_t *seen = ir_calloc(n + 1, sizeof *seen);
  for (uint32_t i = 0; i < n; i++) {
    IrCallNode *node = &g->nodes.at[i];
    uint32_t *callees = IR_NEW_ARRAY(&g->arena, uint32_t, ends[i] - from + 1);
    for (; from < ends[i]; from++) {
      uint32_t callee = callee_of(g, sorted[from].call);
      if (callee == UNKNOWN) {
        node->calls_unknown = true;
      } else if (seen[callee] != i + 1) {
        seen[callee] = i + 1;
        callees[node->num_callees++] = callee;
      }
    }
    node->callees = callees;
  }
  ir_free(seen);
  ir_free(sorted);
  ir_free(ends);
}

// ---- Components ----

typedef struct Tarjan {
  uint32_t *index, *low; // from 1; 0: not visited.  UNKNOWN in `low`: in a component
  uint32_t next;
  IR_VEC(uint32_t) open; // visited and in no component yet
  IR_VEC(Around) path;   // `number` is a node; its callees up to `done` have been visited
  IR_VEC(size_t) done;
} Tarjan;

static void enter(Tarjan *t, uint32_t node) {
  t->index[node] = t->low[node] = ++t->next;
  ir_vec_push(&t->open, node);
  ir_vec_push(&t->path, ((Around){node, NULL}));
  ir_vec_push(&t->done, 0);
}

static void close_component(IrCallGraph *g, Tarjan *t, uint32_t node) {
  ir_vec_push(&g->starts, (uint32_t)g->order.n);
  uint32_t top;
  do {
    top = ir_vec_pop(&t->open);
    t->low[top] = UNKNOWN;
    ir_vec_push(&g->order, top);
  } while (top != node);
}

static void leave(IrCallGraph *g, Tarjan *t) {
  uint32_t node = ir_vec_pop(&t->path).number;
  t->done.n--;
  uint32_t low = t->low[node];
  if (low == t->index[node]) close_component(g, t, node);
  if (t->path.n && low < t->low[ir_vec_last(&t->path).number])
    t->low[ir_vec_last(&t->path).number] = low;
}

static void visit_from(IrCallGraph *g, Tarjan *t, uint32_t root) {
  enter(t, root);
  while (t->path.n) {
    uint32_t node = ir_vec_last(&t->path).number;
    const IrCallNode *from = &g->nodes.at[node];
    size_t i = ir_vec_last(&t->done)++;
    if (i == from->num_callees) {
      leave(g, t);
      continue;
    }
    uint32_t to = from->callees[i];
    if (!t->index[to])
      enter(t, to);
    else if (t->low[to] != UNKNOWN && t->index[to] < t->low[node])
      t->low[node] = t->index[to];
  }
}

static void find_components(IrCallGraph *g) {
  Tarjan t = {.index = ir_calloc(g->nodes.n + 1, sizeof *t.index),
              .low = ir_calloc(g->nodes.n + 1, sizeof *t.low)};
  for (uint32_t i = 0; i < g->nodes.n; i++)
    if (!t.index[i]) visit_from(g, &t, i);
  ir_free(t.index);
  ir_free(t.low);
  ir_vec_free(&t.open);
  ir_vec_free(&t.path);
  ir_vec_free(&t.done);
}

// ---- For others ----

static int compare_numbers(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void sort_callees(IrCallGraph *g) {
  g->sorted = IR_NEW_ARRAY(&g->arena, uint32_t *, g->nodes.n + 1);
  for (size_t i = 0; i < g->nodes.n; i++) {
    const IrCallNode *node = &g->nodes.at[i];
    g->sorted[i] = IR_NEW_ARRAY(&g->arena, uint32_t, node->num_callees + 1);
    if (node->num_callees == 0) continue;
    memcpy(g->sorted[i], node->callees, node->num_callees * sizeof(uint32_t));
    qsort(g->sorted[i], node->num_callees, sizeof(uint32_t), compare_numbers);
  }
}

IrCallGraph *ir_call_graph_create(IrOp *root) {
  IrCallGraph *g = ir_calloc(1, sizeof *g);
  Edges edges = {0};
  g->root = root;
  for (IrOp *op = ir_op_parent(root); op; op = ir_op_parent(op)) add_table(g, op);
  find_all(g, &edges);
  add_callees(g, &edges);
  sort_callees(g);
  find_components(g);
  ir_vec_free(&edges);
  return g;
}

void ir_call_graph_destroy(IrCallGraph *g) {
  for (uint32_t i = 0; i < g->tables.n; i++) ir_symbol_table_destroy(g->tables.entries[i].value);
  ir_ptrmap_free(&g->tables);
  ir_ptrmap_free(&g->numbers);
  ir_vec_free(&g->nodes);
  ir_vec_free(&g->order);
  ir_vec_free(&g->starts);
  ir_arena_destroy(&g->arena);
  ir_free(g);
}

size_t ir_call_graph_size(const IrCallGraph *g) {
  return g->nodes.n;
}

const IrCallNode *ir_call_graph_node(const IrCallGraph *g, size_t i) {
  return &g->nodes.at[i];
}

size_t ir_call_graph_number(const IrCallGraph *g, const IrOp *callable) {
  uintptr_t number = (uintptr_t)ir_ptrmap_get(&g->numbers, callable);
  return number ? number - 1 : SIZE_MAX;
}

size_t ir_call_graph_around(const IrCallGraph *g, const IrOp *op) {
  size_t number = SIZE_MAX;
  for (; op && number == SIZE_MAX; op = ir_op_parent(op)) number = ir_call_graph_number(g, op);
  return number;
}

bool ir_call_graph_calls(const IrCallGraph *g, size_t from, size_t to) {
  uint32_t key = (uint32_t)to;
  size_t n = g->nodes.at[from].num_callees;
  return n && bsearch(&key, g->sorted[from], n, sizeof key, compare_numbers);
}

size_t ir_call_graph_num_components(const IrCallGraph *g) {
  return g->starts.n;
}

IrCallComponent ir_call_graph_component(const IrCallGraph *g, size_t i) {
  size_t end = i + 1 < g->starts.n ? g->starts.at[i + 1] : g->order.n;
  return (IrCallComponent){g->order.at + g->starts.at[i], end - g->starts.at[i]};
}

static void print_node(const IrCallGraph *g, uint32_t i, IrStream *out) {
  const IrCallNode *node = &g->nodes.at[i];
  ir_print(out, "  @{}", ir_symbol_name(node->callable));
  for (size_t k = 0; k < node->num_callees; k++)
    ir_print(out, "{}@{}", k ? ", " : " calls ",
             ir_symbol_name(g->nodes.at[node->callees[k]].callable));
  if (node->calls_unknown) ir_write_cstr(out, node->num_callees ? " and others" : " calls others");
  ir_write_char(out, '\n');
}

void ir_call_graph_print(const IrCallGraph *g, IrStream *out) {
  ir_print(out, "call graph of '{}', callees first\n", g->root);
  for (size_t c = 0; c < g->starts.n; c++) {
    IrCallComponent component = ir_call_graph_component(g, c);
    if (component.n > 1) ir_write_cstr(out, "  in a circle:\n");
    for (size_t i = 0; i < component.n; i++) {
      if (component.n > 1) ir_write_cstr(out, "  ");
      print_node(g, component.at[i], out);
    }
  }
}
