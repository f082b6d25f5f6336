// Costs of nodes and edges, as layout_cost.h says.
//
// A conversion has at first the least cost that it can have (layout_cost_convert_least);
// layout_price_choice works out those that matter.  What is asked for often is kept: conversions of
// a pair of layouts, accesses of a buffer, tiles made again.
#include "dialects/mem/mem.h"
#include "dialects/tile/tile.h"
#include "passes/tile/element_access.h"
#include "passes/tile/layout_again.h"
#include "passes/tile/layout_problem.h"

// ---- Conversions.

static void *pair_key(uint32_t from, uint32_t to, IrType element) {
  uint64_t pair = (uint64_t)from << 32 | (uint64_t)to << 8 | (ir_type_width(element) & 0xff);
  return (void *)(uintptr_t)(pair + 1);
}

// The first layout that has the same bases: what a conversion costs does not depend on how places
// are taken apart into coordinates, so that pairs on both sides of a tile.reshape are one.
static uint32_t like(LayoutProblem *p, uint32_t number) {
  const TileLayout *l = &p->layouts.at[number];
  for (uint32_t i = (uint32_t)p->like.n; i < p->layouts.n; i++) ir_vec_push(&p->like, UINT32_MAX);
  for (uint32_t i = 0; i < number && p->like.at[number] == UINT32_MAX; i++) {
    const TileLayout *o = &p->layouts.at[i];
    if (memcmp(o->basis, l->basis, sizeof l->basis)) continue;
    TileLayout same = *o;
    memcpy(same.log, l->log, sizeof same.log);
    same.rank = l->rank;
    if (tile_layout_total_bits(o) == tile_layout_total_bits(l) && tile_layout_equal(&same, l))
      p->like.at[number] = i;
  }
  if (p->like.at[number] == UINT32_MAX) p->like.at[number] = number;
  return p->like.at[number];
}

// Twice the cost, and 1 where that is exact; else it is the least that it can be.
static int64_t known_cost(LayoutProblem *p, uint32_t from, uint32_t to, IrType element) {
  void *key = pair_key(like(p, from), like(p, to), element);
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&p->conversions, key);
  if (known) return (int64_t)known - 1;
  bool exact;
  int64_t cost = layout_cost_convert_least(&p->machine, &p->layouts.at[from], &p->layouts.at[to],
                                           element, &exact);
  ir_ptrmap_set(&p->conversions, key, (void *)(uintptr_t)(2 * cost + exact + 1));
  return 2 * cost + exact;
}

// Works out a pair; false where it was known.
static bool find_out(LayoutProblem *p, uint32_t from, uint32_t to, IrType element) {
  if (from == to || known_cost(p, from, to, element) & 1) return false;
  void *key = pair_key(like(p, from), like(p, to), element);
  int64_t cost =
      layout_cost_convert(&p->machine, &p->layouts.at[from], &p->layouts.at[to], element);
  ir_ptrmap_set(&p->conversions, key, (void *)(uintptr_t)(2 * cost + 2));
  return true;
}

static IrType element_of(const LayoutEdge *e) {
  return ir_type_element(layout_tile_type(ir_op_operand(e->op, e->operand)));
}

// ---- Uses.

// The value of an edge can be made again, as far as anybody forbids it.
static bool may_be_again(const LayoutProblem *p, const LayoutEdge *e) {
  return !IS(e->op, tile_convert_layout) && !p->nodes.at[e->from].hint;
}

// What operands have to have for each choice of the op, and what it costs to make them so.
static void find_needs(LayoutProblem *p, LayoutEdge *e) {
  enum { WORTH = 8 }; // nothing above so many times the least of a conversion is looked at
  const LayoutNode *from = &p->nodes.at[e->from], *to = &p->nodes.at[e->to];
  const IrValue *value = ir_op_operand(e->op, e->operand);
  IrType element = element_of(e);
  for (uint32_t k = 0; k < to->num_choices; k++) {
    TileLayout needed, result = p->layouts.at[to->choices[k].layout];
    e->needs[k] = UINT32_MAX;
    e->again[k] = LAYOUT_COST_IMPOSSIBLE;
    if (!e->relation->operand(e->op, e->operand, &result, &needed)) continue;
    e->needs[k] = layout_number(p, &needed);
    int64_t most = 0;
    for (uint32_t i = 0; i < from->num_choices; i++) {
      uint32_t has = from->choices[i].layout;
      int64_t cost = has == e->needs[k] ? 0 : known_cost(p, has, e->needs[k], element) / 2;
      if (cost > most) most = cost;
    }
    most *= WORTH;
    if (!most || !may_be_again(p, e)) continue;
    int64_t again = layout_cost_again(p->kernel, value, &needed, most);
    if (again < most) e->again[k] = again;
  }
}

static void price_use(LayoutProblem *p, LayoutEdge *e) {
  const LayoutNode *from = &p->nodes.at[e->from], *to = &p->nodes.at[e->to];
  IrType element = element_of(e);
  for (uint32_t i = 0; i < from->num_choices; i++) {
    for (uint32_t k = 0; k < to->num_choices; k++) {
      uint32_t has = from->choices[i].layout, needs = e->needs[k];
      int64_t cost = LAYOUT_COST_IMPOSSIBLE;
      if (needs == has)
        cost = 0;
      else if (needs != UINT32_MAX)
        cost = known_cost(p, has, needs, element) / 2;
      if (cost && e->again[k] < cost) cost = e->again[k];
      e->cost[i * to->num_choices + k] = layout_cost_times(cost, e->trips);
    }
  }
}

// Of what an op gives, whose layouts are `needs`: to what the result shall have.
static void price_result(LayoutProblem *p, LayoutEdge *e) {
  const LayoutNode *from = &p->nodes.at[e->from], *to = &p->nodes.at[e->to];
  IrType element = ir_type_element(to->type);
  for (uint32_t i = 0; i < from->num_choices; i++) {
    for (uint32_t k = 0; k < to->num_choices; k++) {
      uint32_t gives = e->needs[i], wanted = to->choices[k].layout;
      int64_t cost = LAYOUT_COST_IMPOSSIBLE;
      if (gives != UINT32_MAX)
        cost = gives == wanted ? 0 : known_cost(p, gives, wanted, element) / 2;
      e->cost[i * to->num_choices + k] = layout_cost_times(cost, e->trips);
    }
  }
}

static void find_results(LayoutProblem *p, LayoutEdge *e) {
  const LayoutNode *from = &p->nodes.at[e->from];
  for (uint32_t i = 0; i < from->num_choices; i++) {
    TileLayout given, input = p->layouts.at[from->choices[i].layout];
    bool fits = e->relation->result(e->op, e->operand, &input, &given);
    e->needs[i] = fits ? layout_number(p, &given) : UINT32_MAX;
  }
}

static void price_conversions(LayoutProblem *p, LayoutEdge *e) {
  if (e->after)
    price_result(p, e);
  else
    price_use(p, e);
}

// The conversion of a pair of choices of an edge; false where there is none.
static bool conversion_of(const LayoutProblem *p, const LayoutEdge *e, uint32_t a, uint32_t b,
                          uint32_t *has, uint32_t *wanted) {
  const LayoutChoice *from = &p->nodes.at[e->from].choices[a], *to = &p->nodes.at[e->to].choices[b];
  *has = e->after ? e->needs[a] : from->layout;
  *wanted = e->after ? to->layout : e->needs[b];
  return *has != UINT32_MAX && *wanted != UINT32_MAX && *has != *wanted;
}

bool layout_price_choice(LayoutProblem *p, bool all) {
  bool changed = false;
  for (size_t i = 0; i < p->edges.n; i++) {
    LayoutEdge *e = &p->edges.at[i];
    const LayoutNode *from = &p->nodes.at[e->from], *to = &p->nodes.at[e->to];
    if (!e->relation) continue;
    for (uint32_t a = 0; a < from->num_choices; a++) {
      for (uint32_t b = 0; b < to->num_choices; b++) {
        uint32_t has, wanted;
        if (!all && (a != from->chosen || b != to->chosen)) continue;
        if (!conversion_of(p, e, a, b, &has, &wanted)) continue;
        int64_t cost = known_cost(p, has, wanted, element_of(e)) / 2;
        bool is_made = !e->after && e->again[b] <= cost;
        if (!is_made && find_out(p, has, wanted, element_of(e))) changed = true;
      }
    }
  }
  for (size_t i = 0; i < p->edges.n && changed; i++)
    if (p->edges.at[i].relation) price_conversions(p, &p->edges.at[i]);
  return changed;
}

// ---- Accesses of buffers.

static int64_t access_cost(LayoutProblem *p, uint32_t layout, IrType buffer, bool is_store) {
  for (size_t i = 0; i < p->accesses.n; i++) {
    const LayoutBufferAccess *a = &p->accesses.at[i];
    if (a->layout == layout && a->buffer == buffer && a->is_store == is_store) return a->cost;
  }
  int64_t cost = layout_cost_shared(&p->layouts.at[layout], buffer, is_store, p->warps);
  ir_vec_push(&p->accesses, ((LayoutBufferAccess){layout, is_store, buffer, cost}));
  return cost;
}

static void price_access(LayoutProblem *p, LayoutEdge *e) {
  const LayoutNode *tile = &p->nodes.at[e->from], *buffer = &p->nodes.at[e->to];
  bool is_store = IS(e->op, tile_store);
  for (uint32_t i = 0; i < tile->num_choices; i++)
    for (uint32_t k = 0; k < buffer->num_choices; k++)
      e->cost[i * buffer->num_choices + k] =
          e->trips * access_cost(p, tile->choices[i].layout, buffer->choices[k].buffer, is_store);
}

// ---- Nodes.

static void price_node(LayoutProblem *p, LayoutNode *n) {
  bool makes = n->kind == LAYOUT_TILE && n->op == ir_value_op(n->value);
  bool accesses = (makes || n->kind == LAYOUT_USE) && layout_is_global(n->op);
  LayoutAccess access;
  if (accesses) access = layout_access_of(p->kernel, n->op);
  for (uint32_t i = 0; i < n->num_choices && n->kind != LAYOUT_BUFFER; i++) {
    LayoutChoice *c = &n->choices[i];
    const TileLayout *layout = &p->layouts.at[c->layout];
    if (n->kind == LAYOUT_TILE) c->cost = layout_cost_make(makes ? n->op : NULL, n->type, layout);
    if (n->kind == LAYOUT_USE && layout_combines(n->op))
      c->cost = layout_cost_combine(&p->machine, n->op, layout);
    if ((makes || n->kind == LAYOUT_USE) && element_is_code(n->op))
      c->cost.global = layout_cost_elements(n->op, layout);
    if (accesses) c->cost.global = layout_cost_global(&access, layout);
    if (accesses && IS(n->op, tile_store)) {
      int64_t other = layout_cost_async_store(p->kernel, n->op, layout, p->warps);
      if (other < c->cost.global) c->cost.global = other;
    }
    c->cost.work *= n->trips;
    c->cost.global *= n->trips;
    c->cost.shared *= n->trips;
    c->cost.registers *= n->trips;
  }
}

static void price_edge(LayoutProblem *p, LayoutEdge *e) {
  size_t own = p->nodes.at[e->to].num_choices;
  e->cost = ir_calloc(own * p->nodes.at[e->from].num_choices, sizeof *e->cost);
  if (!e->relation) {
    price_access(p, e);
    return;
  }
  e->needs = ir_calloc(e->after ? p->nodes.at[e->from].num_choices : own, sizeof *e->needs);
  e->again = ir_calloc(own, sizeof *e->again);
  if (e->after)
    find_results(p, e);
  else
    find_needs(p, e);
  price_conversions(p, e);
}

void layout_price(LayoutProblem *p) {
  for (size_t i = 0; i < p->nodes.n; i++) price_node(p, &p->nodes.at[i]);
  for (size_t i = 0; i < p->edges.n; i++) price_edge(p, &p->edges.at[i]);
}

int64_t layout_edge_cost(const LayoutProblem *p, const LayoutEdge *e, uint32_t from, uint32_t to) {
  return e->cost[from * p->nodes.at[e->to].num_choices + to];
}
