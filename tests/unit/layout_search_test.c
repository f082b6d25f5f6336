// The choice of layouts is the cheapest there is: random problems of few nodes against all of their
// choices; many nodes against a bound.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "passes/tile/layout_problem.h"
#include "tests/unit/layout_random.h"

// Nodes without IR: costs and edges are all that the search looks at.
static LayoutProblem random_problem(Random *seed, uint32_t nodes, unsigned edges, unsigned most) {
  LayoutProblem p = {0};
  for (uint32_t i = 0; i < nodes; i++) {
    LayoutNode node = {.kind = LAYOUT_BUFFER};
    node.num_choices = 1 + random_below(seed, most);
    for (uint32_t c = 0; c < node.num_choices; c++)
      node.choices[c].cost.work = random_below(seed, 100);
    ir_vec_push(&p.nodes, node);
  }
  for (unsigned i = 0; i < edges && nodes > 1; i++) {
    LayoutEdge e = {.from = random_below(seed, nodes)};
    e.to = (e.from + 1 + random_below(seed, nodes - 1)) % nodes;
    size_t pairs = (size_t)p.nodes.at[e.from].num_choices * p.nodes.at[e.to].num_choices;
    e.cost = ir_calloc(pairs, sizeof *e.cost);
    for (size_t k = 0; k < pairs; k++)
      e.cost[k] = random_below(seed, 3) ? random_below(seed, 100) : 0;
    ir_vec_push(&p.nodes.at[e.from].edges, (uint32_t)p.edges.n);
    ir_vec_push(&p.nodes.at[e.to].edges, (uint32_t)p.edges.n);
    ir_vec_push(&p.edges, e);
  }
  return p;
}

static int64_t cost_of(const LayoutProblem *p) {
  int64_t cost = 0;
  for (size_t i = 0; i < p->nodes.n; i++)
    cost += layout_cost_sum(&p->nodes.at[i].choices[p->nodes.at[i].chosen].cost);
  for (size_t i = 0; i < p->edges.n; i++) {
    const LayoutEdge *e = &p->edges.at[i];
    cost += layout_edge_cost(p, e, p->nodes.at[e->from].chosen, p->nodes.at[e->to].chosen);
  }
  return cost;
}

// Of all choices.
static int64_t least_cost(LayoutProblem *p, uint32_t node) {
  if (node == p->nodes.n) return cost_of(p);
  int64_t least = INT64_MAX;
  for (uint32_t c = 0; c < p->nodes.at[node].num_choices; c++) {
    p->nodes.at[node].chosen = c;
    int64_t cost = least_cost(p, node + 1);
    if (cost < least) least = cost;
  }
  return least;
}

static void is_least(void **state) {
  (void)state;
  Random seed = 7;
  IrArena scratch = {0};
  for (unsigned round = 0; round < 3000; round++) {
    uint32_t nodes = 1 + random_below(&seed, 7);
    LayoutProblem p = random_problem(&seed, nodes, random_below(&seed, 3 * nodes), 3);
    layout_search(&p, &scratch);
    assert_true(p.exact);
    assert_int_equal(cost_of(&p), p.total);
    int64_t found = p.total;
    assert_int_equal(found, least_cost(&p, 0));
    layout_problem_free(&p);
  }
  ir_arena_destroy(&scratch);
}

// Chains and trees of any length are exact; what is densely tied ends, and changing one node alone
// does not help.
static void is_good(void **state) {
  (void)state;
  Random seed = 11;
  IrArena scratch = {0};
  for (unsigned round = 0; round < 20; round++) {
    LayoutProblem p = random_problem(&seed, 60, round < 10 ? 55 : 400, LAYOUT_MOST_CHOICES);
    layout_search(&p, &scratch);
    int64_t found = p.total;
    assert_int_equal(cost_of(&p), found);
    for (size_t i = 0; i < p.nodes.n; i++) {
      uint32_t chosen = p.nodes.at[i].chosen;
      for (uint32_t c = 0; c < p.nodes.at[i].num_choices; c++) {
        p.nodes.at[i].chosen = c;
        assert_true(cost_of(&p) >= found);
      }
      p.nodes.at[i].chosen = chosen;
    }
    layout_problem_free(&p);
  }
  ir_arena_destroy(&scratch);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(is_least), cmocka_unit_test(is_good)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
