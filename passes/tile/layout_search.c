// The choice: the candidates, one a node, whose costs are least together.
//
// Nodes with their costs and edges with a matrix each are a quadratic assignment, solved by taking
// nodes away (as register allocators do with "PBQP"): one with a single edge leaves its best cost
// for each choice of its neighbour there, one with two edges a matrix between its neighbours; what
// it chooses is known once they have.  All of this loses nothing.  Where every node left has three
// edges or more, one of them is tried with each of its candidates, as long as there are few such
// cases (MOST_CASES); beyond that it takes what is best for it and its neighbours, and at the end
// nodes change their minds one by one as long as that helps.  No step depends on anything but the
// order of the program.
//
// What a conversion through shared memory costs takes longest to find out, so it counts at first
// with the least that it can cost.  Those of the choice are then worked out, and it is searched
// again, until all of the choice's are known: whatever else there is costs no less.
#include "passes/tile/layout_problem.h"

// Large kernels get fewer cases: each takes time for each node.
enum { MOST_CASES = 64, MOST_CASE_NODES = 64 * 256, MOST_SWEEPS = 8, MOST_ROUNDS = 12 };

// ---- The reduced problem.

typedef struct Link {
  uint32_t end[2];
  int64_t *cost; // of end[0]'s choice, then end[1]'s
  bool gone;
} Link;

typedef struct Variable {
  int64_t cost[LAYOUT_MOST_CHOICES];
  uint32_t n;
  bool gone;
  IR_VEC(uint32_t) links; // also gone ones
} Variable;

// What a node that was taken away decides by: links that were there.
typedef struct Step {
  uint32_t variable, n, links[2];
} Step;

typedef struct Reduced {
  IrArena *arena;
  size_t n;
  Variable *at;
  IR_VEC(Link) links;
  IR_VEC(Step) steps;
  uint32_t *choice;
  uint32_t *cases; // left, of the whole search
  bool exact;
} Reduced;

static int64_t *matrix(Reduced *r, uint32_t rows, uint32_t columns) {
  return ir_arena_zalloc(r->arena, sizeof(int64_t) * rows * columns);
}

static int64_t link_cost(const Reduced *r, const Link *l, uint32_t variable, uint32_t own,
                         uint32_t other) {
  uint32_t columns = r->at[l->end[1]].n;
  return l->end[0] == variable ? l->cost[own * columns + other] : l->cost[other * columns + own];
}

static uint32_t other_end(const Link *l, uint32_t variable) {
  return l->end[0] == variable ? l->end[1] : l->end[0];
}

// The link between two variables, or NULL; of the one with fewer links, as the other may be at
// each end of a large kernel.
static Link *link_between(const Reduced *r, uint32_t a, uint32_t b) {
  uint32_t few = r->at[a].links.n <= r->at[b].links.n ? a : b, other = few == a ? b : a;
  for (size_t i = 0; i < r->at[few].links.n; i++) {
    Link *l = &r->links.at[r->at[few].links.at[i]];
    if (!l->gone && other_end(l, few) == other) return l;
  }
  return NULL;
}

// Adds a matrix between a and b to the link there is, or makes one.
static void add_link(Reduced *r, uint32_t a, uint32_t b, const int64_t *cost) {
  uint32_t rows = r->at[a].n, columns = r->at[b].n;
  Link *l = link_between(r, a, b);
  for (uint32_t x = 0; l && x < rows; x++)
    for (uint32_t y = 0; y < columns; y++)
      l->cost[l->end[0] == a ? x * columns + y : y * rows + x] += cost[x * columns + y];
  if (l) return;
  int64_t *copy = matrix(r, rows, columns);
  memcpy(copy, cost, sizeof *copy * rows * columns);
  ir_vec_push(&r->at[a].links, (uint32_t)r->links.n);
  ir_vec_push(&r->at[b].links, (uint32_t)r->links.n);
  ir_vec_push(&r->links, ((Link){{a, b}, copy, false}));
}

static unsigned live_links(const Reduced *r, uint32_t variable, uint32_t *links, unsigned most) {
  unsigned n = 0;
  const Variable *v = &r->at[variable];
  for (size_t i = 0; i < v->links.n; i++) {
    if (r->links.at[v->links.at[i]].gone) continue;
    if (n < most) links[n] = v->links.at[i];
    n++;
  }
  return n;
}

// ---- Taking variables away.

// The best of a variable for given choices of its neighbours over `n` links.
static int64_t best_of(const Reduced *r, uint32_t variable, const uint32_t *links, unsigned n,
                       const uint32_t *others, uint32_t *choice) {
  const Variable *v = &r->at[variable];
  int64_t best = INT64_MAX;
  for (uint32_t c = 0; c < v->n; c++) {
    int64_t cost = v->cost[c];
    for (unsigned i = 0; i < n; i++)
      cost += link_cost(r, &r->links.at[links[i]], variable, c, others[i]);
    if (cost >= best) continue;
    best = cost;
    if (choice) *choice = c;
  }
  return best;
}

static void take_away(Reduced *r, uint32_t variable, const uint32_t *links, unsigned n) {
  Step step = {.variable = variable, .n = n};
  for (unsigned i = 0; i < n; i++) {
    step.links[i] = links[i];
    r->links.at[links[i]].gone = true;
  }
  r->at[variable].gone = true;
  ir_vec_push(&r->steps, step);
}

static void reduce_one(Reduced *r, uint32_t variable, const uint32_t *links) {
  uint32_t other = other_end(&r->links.at[links[0]], variable);
  Variable *o = &r->at[other];
  for (uint32_t c = 0; c < o->n; c++) o->cost[c] += best_of(r, variable, links, 1, &c, NULL);
  take_away(r, variable, links, 1);
}

static void reduce_two(Reduced *r, uint32_t variable, const uint32_t *links) {
  uint32_t a = other_end(&r->links.at[links[0]], variable);
  uint32_t b = other_end(&r->links.at[links[1]], variable);
  uint32_t columns = r->at[b].n;
  int64_t *cost = matrix(r, r->at[a].n, columns);
  for (uint32_t x = 0; x < r->at[a].n; x++) {
    for (uint32_t y = 0; y < columns; y++) {
      uint32_t others[2] = {x, y};
      cost[x * columns + y] = best_of(r, variable, links, 2, others, NULL);
    }
  }
  take_away(r, variable, links, 2);
  add_link(r, a, b, cost);
}

// The variable takes its choice `c`: its neighbours pay.
static void fix(Reduced *r, uint32_t variable, uint32_t c) {
  Variable *v = &r->at[variable];
  for (size_t i = 0; i < v->links.n; i++) {
    Link *l = &r->links.at[v->links.at[i]];
    if (l->gone) continue;
    Variable *o = &r->at[other_end(l, variable)];
    for (uint32_t y = 0; y < o->n; y++) o->cost[y] += link_cost(r, l, variable, c, y);
    l->gone = true;
  }
  r->choice[variable] = c;
  v->gone = true;
}

// Takes away what can be without loss; gives the variable with the most links that is left, or
// UINT32_MAX.
static uint32_t reduce(Reduced *r) {
  uint32_t worst;
  bool changed = true;
  while (changed) {
    unsigned most = 0;
    changed = false;
    worst = UINT32_MAX;
    for (uint32_t i = 0; i < r->n; i++) {
      uint32_t links[2];
      if (r->at[i].gone) continue;
      unsigned n = live_links(r, i, links, 2);
      if (n <= 2) {
        if (n == 0) take_away(r, i, links, 0);
        if (n == 1) reduce_one(r, i, links);
        if (n == 2) reduce_two(r, i, links);
        changed = true;
      } else if (n > most) {
        most = n;
        worst = i;
      }
    }
  }
  return worst;
}

static void decide(Reduced *r) {
  for (size_t i = r->steps.n; i-- > 0;) {
    const Step *s = &r->steps.at[i];
    uint32_t others[2];
    for (unsigned k = 0; k < s->n; k++)
      others[k] = r->choice[other_end(&r->links.at[s->links[k]], s->variable)];
    (void)best_of(r, s->variable, s->links, s->n, others, &r->choice[s->variable]);
  }
}

// ---- Cases.

static Reduced copy_of(const Reduced *r) {
  Reduced c = {.arena = r->arena, .n = r->n, .cases = r->cases, .exact = r->exact};
  c.at = ir_arena_zalloc(r->arena, sizeof *c.at * (r->n + 1));
  c.choice = ir_arena_zalloc(r->arena, sizeof *c.choice * (r->n + 1));
  memcpy(c.choice, r->choice, sizeof *c.choice * r->n);
  for (size_t i = 0; i < r->links.n; i++) {
    Link l = r->links.at[i];
    if (!l.gone) {
      size_t bytes = sizeof *l.cost * r->at[l.end[0]].n * r->at[l.end[1]].n;
      int64_t *cost = ir_arena_zalloc(r->arena, bytes);
      memcpy(cost, l.cost, bytes);
      l.cost = cost;
    }
    ir_vec_push(&c.links, l);
  }
  for (size_t i = 0; i < r->steps.n; i++) ir_vec_push(&c.steps, r->steps.at[i]);
  for (size_t i = 0; i < r->n; i++) {
    memcpy(c.at[i].cost, r->at[i].cost, sizeof c.at[i].cost);
    c.at[i].n = r->at[i].n;
    c.at[i].gone = r->at[i].gone;
    for (size_t k = 0; k < r->at[i].links.n; k++) ir_vec_push(&c.at[i].links, r->at[i].links.at[k]);
  }
  return c;
}

static void free_reduced(Reduced *r) {
  for (size_t i = 0; i < r->n; i++) ir_vec_free(&r->at[i].links);
  ir_vec_free(&r->links);
  ir_vec_free(&r->steps);
}

// What `choice` costs in the whole problem.
static int64_t cost_of(const LayoutProblem *p, const uint32_t *choice) {
  int64_t total = 0;
  for (size_t i = 0; i < p->nodes.n; i++)
    total += layout_cost_sum(&p->nodes.at[i].choices[choice[i]].cost);
  for (size_t i = 0; i < p->edges.n; i++) {
    const LayoutEdge *e = &p->edges.at[i];
    total += layout_edge_cost(p, e, choice[e->from], choice[e->to]);
  }
  return total;
}

static int64_t solve(const LayoutProblem *p, Reduced *r);

// Tries each candidate of `variable`.
static int64_t try_all(const LayoutProblem *p, Reduced *r, uint32_t variable) {
  int64_t best = INT64_MAX;
  uint32_t *choice = ir_arena_zalloc(r->arena, sizeof *choice * (r->n + 1));
  for (uint32_t c = 0; c < r->at[variable].n; c++) {
    Reduced one = copy_of(r);
    fix(&one, variable, c);
    int64_t cost = solve(p, &one);
    r->exact = r->exact && one.exact;
    if (cost < best) {
      best = cost;
      memcpy(choice, one.choice, sizeof *choice * r->n);
    }
    free_reduced(&one);
  }
  memcpy(r->choice, choice, sizeof *choice * r->n);
  return best;
}

// What is best for the variable and each of its neighbours alone.
static uint32_t likely(const Reduced *r, uint32_t variable) {
  const Variable *v = &r->at[variable];
  int64_t best = INT64_MAX;
  uint32_t choice = 0;
  for (uint32_t c = 0; c < v->n; c++) {
    int64_t cost = v->cost[c];
    for (size_t i = 0; i < v->links.n; i++) {
      const Link *l = &r->links.at[v->links.at[i]];
      if (l->gone) continue;
      const Variable *o = &r->at[other_end(l, variable)];
      int64_t least = INT64_MAX;
      for (uint32_t y = 0; y < o->n; y++) {
        int64_t pair = o->cost[y] + link_cost(r, l, variable, c, y);
        if (pair < least) least = pair;
      }
      cost += least;
    }
    if (cost < best) {
      best = cost;
      choice = c;
    }
  }
  return choice;
}

static int64_t solve(const LayoutProblem *p, Reduced *r) {
  uint32_t left;
  while ((left = reduce(r)) != UINT32_MAX) {
    if (r->at[left].n <= *r->cases) {
      *r->cases -= r->at[left].n;
      return try_all(p, r, left);
    }
    r->exact = false;
    fix(r, left, likely(r, left));
  }
  decide(r);
  return cost_of(p, r->choice);
}

// ---- Second thoughts.

static int64_t cost_at(const LayoutProblem *p, const uint32_t *choice, uint32_t node, uint32_t c) {
  const LayoutNode *n = &p->nodes.at[node];
  int64_t cost = layout_cost_sum(&n->choices[c].cost);
  for (size_t i = 0; i < n->edges.n; i++) {
    const LayoutEdge *e = &p->edges.at[n->edges.at[i]];
    cost += e->from == node ? layout_edge_cost(p, e, c, choice[e->to])
                            : layout_edge_cost(p, e, choice[e->from], c);
  }
  return cost;
}

static void improve(const LayoutProblem *p, uint32_t *choice) {
  bool changed = true;
  for (unsigned sweep = 0; sweep < MOST_SWEEPS && changed; sweep++) {
    changed = false;
    for (uint32_t i = 0; i < p->nodes.n; i++) {
      int64_t best = cost_at(p, choice, i, choice[i]);
      for (uint32_t c = 0; c < p->nodes.at[i].num_choices; c++) {
        int64_t cost = cost_at(p, choice, i, c);
        if (cost >= best) continue;
        best = cost;
        choice[i] = c;
        changed = true;
      }
    }
  }
}

static void set_up(const LayoutProblem *p, Reduced *r) {
  for (uint32_t i = 0; i < r->n; i++) {
    const LayoutNode *n = &p->nodes.at[i];
    r->at[i].n = n->num_choices;
    for (uint32_t c = 0; c < n->num_choices; c++)
      r->at[i].cost[c] = layout_cost_sum(&n->choices[c].cost);
  }
  for (size_t i = 0; i < p->edges.n; i++)
    add_link(r, p->edges.at[i].from, p->edges.at[i].to, p->edges.at[i].cost);
  for (uint32_t i = 0; i < r->n; i++)
    if (r->at[i].n == 1) fix(r, i, 0);
}

static void search_once(LayoutProblem *p, IrArena *scratch) {
  uint32_t cases = (uint32_t)(MOST_CASE_NODES / (p->nodes.n + 1));
  if (cases > MOST_CASES) cases = MOST_CASES;
  Reduced r = {.arena = scratch, .n = p->nodes.n, .cases = &cases, .exact = true};
  IrArenaMark mark = ir_arena_mark(scratch);
  r.at = ir_arena_zalloc(scratch, sizeof *r.at * (r.n + 1));
  r.choice = ir_arena_zalloc(scratch, sizeof *r.choice * (r.n + 1));
  set_up(p, &r);
  (void)solve(p, &r);
  if (!r.exact) improve(p, r.choice);
  for (uint32_t i = 0; i < r.n; i++) p->nodes.at[i].chosen = r.choice[i];
  p->exact = r.exact;
  p->total = cost_of(p, r.choice);
  free_reduced(&r);
  ir_arena_release(scratch, mark);
}

void layout_search(LayoutProblem *p, IrArena *scratch) {
  search_once(p, scratch);
  for (unsigned round = 1; layout_price_choice(p, round == MOST_ROUNDS); round++)
    search_once(p, scratch);
}
