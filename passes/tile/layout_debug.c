// What tile-layout considered, for people: --debug-layout.
//
// For each node that had a choice its candidates with what each costs: by itself, and at its edges
// as the neighbours chose, which is what it would have been to change this node alone.  So a node
// of an exact search has no candidate that costs less than the one chosen, which has a star.
#include "passes/tile/layout_problem.h"

static const char *const kinds[] = {"tile", "use of", "buffer"};

static void print_line(IrStream *out, const LayoutProblem *p, const IrOp *op) {
  IrFileLineCol at = ir_loc_resolve(p->ctx, ir_op_loc(op));
  if (at.line) ir_print(out, " in line {}", at.line);
}

static void add_term(IrStream *out, const char *name, int64_t cost, bool *first) {
  if (!cost) return;
  ir_print(out, "{}{} {}", *first ? " = " : " + ", name, cost);
  *first = false;
}

static void print_choice(IrStream *out, const LayoutProblem *p, uint32_t node, uint32_t i) {
  const LayoutNode *n = &p->nodes.at[node];
  const LayoutChoice *c = &n->choices[i];
  int64_t convert = 0, shared = 0;
  bool first = true;
  for (size_t k = 0; k < n->edges.n; k++) {
    const LayoutEdge *e = &p->edges.at[n->edges.at[k]];
    int64_t cost = e->from == node ? layout_edge_cost(p, e, i, p->nodes.at[e->to].chosen)
                                   : layout_edge_cost(p, e, p->nodes.at[e->from].chosen, i);
    *(e->relation ? &convert : &shared) += cost;
  }
  ir_print(out, "[layout] {} cost {}", i == n->chosen ? "*" : " ",
           layout_cost_sum(&c->cost) + convert + shared);
  add_term(out, "work", c->cost.work, &first);
  add_term(out, "global", c->cost.global, &first);
  add_term(out, "shared", shared, &first);
  add_term(out, "conversions", convert, &first);
  add_term(out, "registers", c->cost.registers, &first);
  if (n->kind == LAYOUT_BUFFER)
    ir_print(out, ": {}, {}", c->buffer, c->why);
  else
    ir_print(out, ": layout {}, as {}", c->layout, c->why);
  if (c->asker) print_line(out, p, c->asker);
  ir_write_cstr(out, n->kind == LAYOUT_BUFFER || !c->asker ? "\n" : " asks\n");
}

static void print_node(IrStream *out, const LayoutProblem *p, uint32_t i) {
  const LayoutNode *n = &p->nodes.at[i];
  IrStr name = ir_value_name(n->value, p->ctx);
  if (n->num_choices == 1 && !n->hint) return;
  ir_print(out, "[layout] {}", kinds[n->kind]);
  if (name.len) ir_print(out, " %{}", name);
  ir_print(out, n->kind == LAYOUT_USE ? " by '{}'" : " of '{}'", ir_op_name(n->op));
  print_line(out, p, n->op);
  ir_print(out, ", {}", n->type);
  if (n->trips > 1) ir_print(out, ", {} times", n->trips);
  ir_write_cstr(out, n->pinned ? ", fixed\n" : "\n");
  for (uint32_t k = 0; k < n->num_choices; k++) print_choice(out, p, i, k);
}

static void print_conversions(IrStream *out, const LayoutProblem *p) {
  for (size_t i = 0; i < p->edges.n; i++) {
    const LayoutEdge *e = &p->edges.at[i];
    int64_t cost = layout_edge_cost(p, e, p->nodes.at[e->from].chosen, p->nodes.at[e->to].chosen);
    if (!e->relation || !cost) continue;
    if (e->after)
      ir_print(out, "[layout] the result of '{}'", ir_op_name(e->op));
    else
      ir_print(out, "[layout] operand {} of '{}'", e->operand, ir_op_name(e->op));
    print_line(out, p, e->op);
    ir_print(out, " is converted or made again: cost {}\n", cost);
  }
}

static bool is_candidate(const LayoutProblem *p, uint32_t layout) {
  for (size_t i = 0; i < p->nodes.n; i++) {
    const LayoutNode *n = &p->nodes.at[i];
    if (n->kind == LAYOUT_BUFFER || (n->num_choices == 1 && !n->hint)) continue;
    for (uint32_t k = 0; k < n->num_choices; k++)
      if (n->choices[k].layout == layout) return true;
  }
  return false;
}

void layout_debug(const LayoutProblem *p) {
  IrStream out = {0};
  ir_print(&out, "[layout] kernel @{}: {} nodes, {} edges, {} layouts\n", ir_symbol_name(p->kernel),
           p->nodes.n, p->edges.n, p->layouts.n);
  for (uint32_t i = 0; i < p->nodes.n; i++) print_node(&out, p, i);
  print_conversions(&out, p);
  ir_print(&out, "[layout] all together cost {}{}\n", p->total,
           p->exact ? ", and nothing less" : ", maybe not the least");
  for (uint32_t i = 0; i < p->layouts.n; i++)
    if (is_candidate(p, i))
      ir_print(&out, "[layout] layout {}: {}\n", i,
               tile_layout_attr_get(p->ctx, &p->layouts.at[i]));
  ir_say(p->ctx, ir_stream_str(&out));
  ir_stream_free(&out);
}
