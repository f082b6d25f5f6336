// Dominator trees against their definition: a dominates b when b cannot be reached without a.
#include "ir/analysis/dominance.h"

#include "tests/unit/unit_dialect.h"

enum { MAX_BLOCKS = 12 };

typedef struct Graph {
  IrRegion *region;
  IrBlock *blocks[MAX_BLOCKS];
  bool edge[MAX_BLOCKS][MAX_BLOCKS];
  size_t n;
} Graph;

// The same numbers on every run.
static uint32_t next_random(uint32_t *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static IrOp *create(Unit *u, const char *name, IrBlock *const *to, size_t n, size_t regions) {
  IrOpCreate what = {.info = ir_op_info_unregistered(u->ctx, ir_str(name)),
                     .successors = to,
                     .num_successors = n,
                     .num_regions = regions};
  return ir_op_create(u->ctx, &what);
}

static void make_graph(Unit *u, Graph *g, uint32_t *seed) {
  *g = (Graph){.n = 2 + next_random(seed) % (MAX_BLOCKS - 1)};
  IrOp *owner = create(u, "test.cfg", NULL, 0, 1);
  ir_block_append(ir_module_body(u->module), owner);
  g->region = ir_op_region(owner, 0);
  for (size_t i = 0; i < g->n; i++) {
    g->blocks[i] = ir_block_create(u->ctx);
    ir_region_append(g->region, g->blocks[i]);
  }
  for (size_t i = 0; i < g->n; i++) {
    IrBlock *to[3];
    size_t count = next_random(seed) % 4;
    for (size_t k = 0; k < count; k++) {
      size_t target = 1 + next_random(seed) % (g->n - 1);
      g->edge[i][target] = true;
      to[k] = g->blocks[target];
    }
    ir_block_append(g->blocks[i], create(u, "test.br", to, count, 0));
  }
}

// Which blocks the entry reaches when `without` is taken out (g->n: none is).
static void reach(const Graph *g, size_t without, bool *reached) {
  size_t stack[MAX_BLOCKS], depth = 0;
  for (size_t i = 0; i < g->n; i++) reached[i] = false;
  if (without == 0) return;
  reached[0] = true;
  stack[depth++] = 0;
  while (depth > 0) {
    size_t from = stack[--depth];
    for (size_t to = 0; to < g->n; to++) {
      if (!g->edge[from][to] || reached[to] || to == without) continue;
      reached[to] = true;
      stack[depth++] = to;
    }
  }
}

static void check_graph(const Graph *g) {
  IrDominance *dom = ir_dominance_create(ir_region_op(g->region));
  bool reachable[MAX_BLOCKS], rest[MAX_BLOCKS];
  reach(g, g->n, reachable);
  for (size_t a = 0; a < g->n; a++) {
    assert_int_equal(ir_is_reachable(dom, g->blocks[a]), reachable[a]);
    reach(g, a, rest);
    for (size_t b = 0; b < g->n; b++) {
      bool expected = !reachable[b] || (reachable[a] && (a == b || !rest[b]));
      if (a == b) expected = true;
      assert_int_equal(ir_dominates_block(dom, g->blocks[a], g->blocks[b]), expected);
    }
  }
  ir_dominance_destroy(dom);
}

// In the order of the tree every block but the entry comes after its dominators, and what a block
// dominates is one run behind it.
static void check_order(const Graph *g) {
  IrDominance *dom = ir_dominance_create(ir_region_op(g->region));
  IrArena arena = {0};
  size_t n;
  IrBlock **order = ir_dominance_order(dom, g->region, &arena, &n);
  assert_ptr_equal(order[0], g->blocks[0]);
  for (size_t i = 0; i < n; i++) {
    bool inside = true;
    for (size_t k = i; k < n; k++) {
      bool dominated = ir_dominates_block(dom, order[i], order[k]);
      assert_true(inside || !dominated);
      inside = dominated;
    }
    for (size_t k = 0; k < i; k++) assert_false(ir_dominates_block(dom, order[i], order[k]));
  }
  ir_arena_destroy(&arena);
  ir_dominance_destroy(dom);
}

static void agrees_with_the_definition(void **state) {
  Unit *u = *state;
  uint32_t seed = 1;
  for (int round = 0; round < 500; round++) {
    Graph g;
    make_graph(u, &g, &seed);
    check_graph(&g);
    check_order(&g);
  }
}

// A long chain with a back edge at each step: path compression must not recurse.
static void long_chain(void **state) {
  Unit *u = *state;
  enum { LENGTH = 100000 };
  IrOp *owner = create(u, "test.cfg", NULL, 0, 1);
  ir_block_append(ir_module_body(u->module), owner);
  IrBlock *first = ir_block_create(u->ctx), *at = first;
  ir_region_append(ir_op_region(owner, 0), first);
  for (int i = 0; i < LENGTH; i++) {
    IrBlock *to[2] = {ir_block_create(u->ctx), at};
    ir_region_append(ir_op_region(owner, 0), to[0]);
    ir_block_append(at, create(u, "test.br", to, at == first ? 1 : 2, 0));
    at = to[0];
  }
  IrDominance *dom = ir_dominance_create(owner);
  assert_true(ir_dominates_block(dom, first, at));
  assert_true(ir_dominates_block(dom, ir_block_prev(at), at));
  assert_false(ir_dominates_block(dom, at, first));
  ir_dominance_destroy(dom);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      UNIT_TEST(agrees_with_the_definition),
      UNIT_TEST(long_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
