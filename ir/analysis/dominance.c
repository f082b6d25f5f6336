// Dominator trees by semi-NCA (Georgiadis, "Linear-Time Algorithms for Dominators and Related
// Problems", 2005): a depth-first numbering, semidominators with path compression, then each
// immediate dominator is found by climbing the partly built tree.  Two numbers a block (entry and
// exit of a walk over the tree) make every later query one comparison.
//
// A tree belongs to one region and is built on the first query about a region of several blocks.
#include "ir/analysis/dominance.h"

#include "ir/analysis/tree.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

// A block's place in the tree of its region; NULL in the map for blocks nobody reaches.
typedef struct Node {
  uint32_t enter, leave;
} Node;

struct IrDominance {
  IrOp *root;
  IrArena arena;
  IrPtrMap regions; // region -> itself, once its tree is built
  IrPtrMap nodes;   // block -> Node
};

IrDominance *ir_dominance_create(IrOp *root) {
  IrDominance *dom = ir_calloc(1, sizeof *dom); // trees are built per region on demand
  dom->root = root;
  return dom;
}

void ir_dominance_destroy(IrDominance *dom) {
  ir_ptrmap_free(&dom->regions);
  ir_ptrmap_free(&dom->nodes);
  ir_arena_destroy(&dom->arena);
  ir_free(dom);
}

// Work of one region's construction; arrays are indexed by depth-first number, the entry is 0.
typedef struct Builder {
  IR_VEC(IrBlock *) order;
  IR_VEC(uint32_t) parent;
  IrPtrMap number; // block -> number + 1
  uint32_t *semi, *best, *ancestor, *idom;
} Builder;

typedef struct Step {
  IrBlock *block;
  size_t next;
} Step;

static uint32_t number_of(const Builder *b, const IrBlock *block) {
  return (uint32_t)(uintptr_t)ir_ptrmap_get(&b->number, block); // 0: not reached
}

static void visit(Builder *b, IrBlock *block, uint32_t parent) {
  ir_vec_push(&b->order, block);
  ir_vec_push(&b->parent, parent);
  ir_ptrmap_set(&b->number, block, (void *)(uintptr_t)b->order.n);
}

static void number_blocks(Builder *b, IrRegion *region) {
  IR_VEC(Step) stack = {0};
  visit(b, ir_region_first(region), 0);
  ir_vec_push(&stack, ((Step){ir_region_first(region), 0}));
  while (stack.n > 0) {
    Step *top = &ir_vec_last(&stack);
    IrOp *last = ir_block_last(top->block);
    if (!last || top->next >= ir_op_num_successors(last)) {
      stack.n--;
      continue;
    }
    IrBlock *to = ir_op_successor(last, top->next++);
    if (number_of(b, to)) continue;
    visit(b, to, number_of(b, top->block) - 1);
    ir_vec_push(&stack, ((Step){to, 0}));
  }
  ir_vec_free(&stack);
}

static const uint32_t NO_ANCESTOR = UINT32_MAX;

// The number with the least semidominator on the path from v up to the forest root, the path being
// shortened on the way.  Two passes over the path instead of recursion.
static uint32_t evaluate(Builder *b, uint32_t v) {
  if (b->ancestor[v] == NO_ANCESTOR) return v;
  IR_VEC(uint32_t) path = {0};
  uint32_t u = v;
  for (; b->ancestor[b->ancestor[u]] != NO_ANCESTOR; u = b->ancestor[u]) ir_vec_push(&path, u);
  while (path.n > 0) {
    uint32_t w = ir_vec_pop(&path), a = b->ancestor[w];
    if (b->semi[b->best[a]] < b->semi[b->best[w]]) b->best[w] = b->best[a];
    b->ancestor[w] = b->ancestor[a];
  }
  ir_vec_free(&path);
  return b->best[v];
}

// Predecessor lists, all in one array: those of block i are at [first[i], first[i + 1]).
typedef struct Predecessors {
  uint32_t *first, *at;
} Predecessors;

static Predecessors find_predecessors(Builder *b, IrArena *arena) {
  uint32_t n = (uint32_t)b->order.n;
  Predecessors p = {.first = IR_NEW_ARRAY(arena, uint32_t, n + 2)};
  for (uint32_t i = 0; i < n; i++) {
    IrOp *last = ir_block_last(b->order.at[i]);
    size_t successors = last ? ir_op_num_successors(last) : 0;
    for (size_t s = 0; s < successors; s++) p.first[number_of(b, ir_op_successor(last, s)) + 1]++;
  }
  for (uint32_t i = 0; i < n + 1; i++) p.first[i + 1] += p.first[i];
  p.at = IR_NEW_ARRAY(arena, uint32_t, p.first[n + 1] + 1);
  // first[] was shifted by one slot above, so that filling moves each start to its final place.
  for (uint32_t i = 0; i < n; i++) {
    IrOp *last = ir_block_last(b->order.at[i]);
    size_t successors = last ? ir_op_num_successors(last) : 0;
    for (size_t s = 0; s < successors; s++)
      p.at[p.first[number_of(b, ir_op_successor(last, s))]++] = i;
  }
  return p;
}

static void find_semidominators(Builder *b, const Predecessors *preds) {
  for (uint32_t w = (uint32_t)b->order.n - 1; w > 0; w--) {
    b->semi[w] = b->parent.at[w];
    for (uint32_t k = preds->first[w]; k < preds->first[w + 1]; k++) {
      uint32_t s = b->semi[evaluate(b, preds->at[k])];
      if (s < b->semi[w]) b->semi[w] = s;
    }
    b->ancestor[w] = b->parent.at[w];
  }
}

static void find_dominators(Builder *b) {
  for (uint32_t w = 1; w < b->order.n; w++) {
    uint32_t d = b->parent.at[w];
    while (d > b->semi[w]) d = b->idom[d];
    b->idom[w] = d;
  }
}

// Gives every block its interval in a walk of the tree.  Children have larger numbers than their
// parent, so sizes add up from the back and starts come from the front.
static void number_tree(IrDominance *dom, Builder *b, IrArena *scratch) {
  uint32_t n = (uint32_t)b->order.n;
  uint32_t *size = IR_NEW_ARRAY(scratch, uint32_t, n), *used = IR_NEW_ARRAY(scratch, uint32_t, n);
  for (uint32_t i = n; i-- > 0;) {
    size[i]++;
    if (i > 0) size[b->idom[i]] += size[i];
  }
  Node *nodes = IR_NEW_ARRAY(&dom->arena, Node, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t d = b->idom[i];
    nodes[i].enter = i == 0 ? 1 : nodes[d].enter + 1 + used[d];
    nodes[i].leave = nodes[i].enter + size[i];
    if (i > 0) used[d] += size[i];
    ir_ptrmap_set(&dom->nodes, b->order.at[i], &nodes[i]);
  }
}

static void build_region(IrDominance *dom, IrRegion *region) {
  Builder b = {0};
  IrArena scratch = {0};
  number_blocks(&b, region);
  size_t n = b.order.n;
  b.semi = IR_NEW_ARRAY(&scratch, uint32_t, n);
  b.best = IR_NEW_ARRAY(&scratch, uint32_t, n);
  b.ancestor = IR_NEW_ARRAY(&scratch, uint32_t, n);
  b.idom = IR_NEW_ARRAY(&scratch, uint32_t, n);
  for (uint32_t i = 0; i < n; i++) b.semi[i] = b.best[i] = i, b.ancestor[i] = NO_ANCESTOR;
  Predecessors preds = find_predecessors(&b, &scratch);
  find_semidominators(&b, &preds);
  find_dominators(&b);
  number_tree(dom, &b, &scratch);
  ir_ptrmap_set(&dom->regions, region, region);
  ir_arena_destroy(&scratch);
  ir_ptrmap_free(&b.number);
  ir_vec_free(&b.order);
  ir_vec_free(&b.parent);
}

static const Node *node_of(IrDominance *dom, IrBlock *block) {
  IrRegion *region = ir_block_region(block);
  if (!ir_ptrmap_has(&dom->regions, region)) build_region(dom, region);
  return ir_ptrmap_get(&dom->nodes, block);
}

static bool same_node(const Node *a, const Node *b) {
  return a && b ? a->enter == b->enter && a->leave == b->leave : a == b;
}

static bool same_region(const IrDominance *kept, IrDominance *fresh, const IrRegion *region) {
  if (!ir_ptrmap_has(&kept->regions, region)) return true;
  IR_FOR_BLOCKS(block, region) {
    if (!same_node(ir_ptrmap_get(&kept->nodes, block), node_of(fresh, block))) return false;
  }
  return true;
}

bool ir_dominance_equal(const IrDominance *kept, IrDominance *fresh) {
  for (IrOp *op = kept->root; op; op = ir_tree_next(op, kept->root))
    for (size_t i = 0; i < ir_op_num_regions(op); i++)
      if (!same_region(kept, fresh, ir_op_region(op, i))) return false;
  return true;
}

static bool is_only_block(IrBlock *block) {
  return !ir_block_prev(block) && !ir_block_next(block);
}

// The block of `region` that holds `block` at some depth, or NULL.
static IrBlock *ancestor_in(IrBlock *block, const IrRegion *region) {
  while (block && ir_block_region(block) != region) {
    IrOp *parent = ir_block_parent(block);
    block = parent ? ir_op_block(parent) : NULL;
  }
  return block;
}

bool ir_is_reachable(IrDominance *dom, IrBlock *block) {
  return is_only_block(block) || node_of(dom, block) != NULL;
}

bool ir_dominates_block(IrDominance *dom, IrBlock *a, IrBlock *b) {
  b = ancestor_in(b, ir_block_region(a));
  if (!b) return false;
  if (a == b || is_only_block(a)) return true;
  const Node *of_b = node_of(dom, b), *of_a = node_of(dom, a);
  if (!of_b) return true; // code that never runs is dominated by everything
  return of_a && of_a->enter <= of_b->enter && of_b->enter < of_a->leave;
}

// Entry numbers count from 1 without gaps, in just this order.
IrBlock **ir_dominance_order(IrDominance *dom, IrRegion *region, IrArena *arena, size_t *n) {
  size_t blocks = 0;
  IR_FOR_BLOCKS(block, region) {
    blocks++;
  }
  IrBlock **order = IR_NEW_ARRAY(arena, IrBlock *, blocks + 1);
  *n = 0;
  IR_FOR_BLOCKS(block, region) {
    const Node *node = blocks == 1 ? NULL : node_of(dom, block);
    if (blocks > 1 && !node) continue;
    order[node ? node->enter - 1 : 0] = block;
    ++*n;
  }
  return order;
}

bool ir_region_is_graph(const IrRegion *region) {
  const IrOp *op = ir_region_op(region);
  const uint64_t both = IR_SYMBOL_TABLE | IR_NO_TERMINATOR;
  const IrOpDef *def = op ? ir_op_def(op) : NULL;
  return op && (!def || (def->traits & both) == both);
}

bool ir_value_dominates(IrDominance *dom, const IrValue *value, IrOp *user) {
  IrBlock *block = ir_value_block(value);
  const IrRegion *region = ir_block_region(block);
  while (user && ir_block_region(ir_op_block(user)) != region) user = ir_op_parent(user);
  if (!user) return false;
  if (ir_region_is_graph(region)) return true;
  IrBlock *at = ir_op_block(user);
  if (at != block) return ir_dominates_block(dom, block, at);
  const IrOp *def = ir_value_op(value);
  if (!def) return true;
  return def != user && ir_op_is_before(def, user);
}
