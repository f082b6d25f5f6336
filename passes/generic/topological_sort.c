// topological-sort: in regions where the order of ops means nothing, what is used comes first.
//
//   %b = math.exp %a : f32           %a = test.value
//   %a = test.value            =>    %b = math.exp %a : f32
//
// As if ops were gone through again and again, each taken when all it uses has been: so ops that
// need not move keep their order.  The round in which an op is taken follows from those of what it
// uses; sorting by round and place gives the order in one go.  A circle is broken at its first op.
//
// requires: verified IR   preserves: meaning, blocks, symbols
#include <stdlib.h>

#include "ir/analysis/dominance.h"
#include "ir/analysis/tree.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

typedef struct Node {
  IrOp *op;
  uint32_t place, round;
  uint32_t waits; // for so many uses
  bool taken;
} Node;

typedef struct Use {
  uint32_t of, by;
} Use;

typedef struct Sorter {
  IR_VEC(Node) nodes;
  IR_VEC(Use) uses;
  IrPtrMap numbers; // op -> number + 1
  uint32_t *first;  // of the uses of a node, sorted
  IR_VEC(uint32_t) ready;
  uint32_t rounds;
} Sorter;

static IrOp *ancestor_in(IrOp *op, const IrBlock *block) {
  while (op && ir_op_block(op) != block) op = ir_op_parent(op);
  return op;
}

static void add_uses(Sorter *s, IrOp *op, uint32_t number) {
  IrBlock *block = ir_op_block(op);
  for (IrOp *in = op; in;) {
    for (size_t i = 0; i < ir_op_num_operands(in); i++) {
      IrOp *def = ir_value_op(ir_op_operand(in, i));
      def = def ? ancestor_in(def, block) : NULL;
      uintptr_t of = def && def != op ? (uintptr_t)ir_ptrmap_get(&s->numbers, def) : 0;
      if (of) ir_vec_push(&s->uses, ((Use){(uint32_t)of - 1, number}));
    }
    bool closed = in == op ? ir_op_has_trait(op, IR_ISOLATED) : false;
    in = closed ? NULL : ir_tree_next(in, op);
  }
}

static int compare_uses(const void *a, const void *b) {
  const Use *x = a, *y = b;
  return x->of != y->of ? (x->of < y->of ? -1 : 1) : (x->by > y->by) - (x->by < y->by);
}

static void gather(Sorter *s, IrBlock *block) {
  IrOp *end = ir_block_terminator(block);
  for (IrOp *op = ir_block_first(block); op && op != end; op = ir_op_next(op)) {
    ir_vec_push(&s->nodes, ((Node){.op = op, .place = (uint32_t)s->nodes.n}));
    if (ir_op_num_results(op)) ir_ptrmap_set(&s->numbers, op, (void *)(uintptr_t)s->nodes.n);
  }
  if (s->numbers.n == 0) return;
  for (uint32_t i = 0; i < s->nodes.n; i++) add_uses(s, s->nodes.at[i].op, i);
  if (s->uses.n > 1) qsort(s->uses.at, s->uses.n, sizeof *s->uses.at, compare_uses);
  s->first = ir_calloc(s->nodes.n + 1, sizeof *s->first);
  for (size_t i = 0; i < s->uses.n; i++) {
    s->first[s->uses.at[i].of + 1]++;
    s->nodes.at[s->uses.at[i].by].waits++;
  }
  for (size_t i = 0; i < s->nodes.n; i++) s->first[i + 1] += s->first[i];
}

// In its round, after all it uses; those that use it wait for one less.
static void take(Sorter *s, uint32_t number) {
  Node *node = &s->nodes.at[number];
  node->taken = true;
  if (node->round > s->rounds) s->rounds = node->round;
  for (uint32_t i = s->first[number]; i < s->first[number + 1]; i++) {
    Node *user = &s->nodes.at[s->uses.at[i].by];
    uint32_t round = node->round + (user->place < node->place);
    if (user->taken) continue; // a circle broken there
    if (round > user->round) user->round = round;
    if (--user->waits == 0) ir_vec_push(&s->ready, s->uses.at[i].by);
  }
}

static void find_rounds(Sorter *s) {
  for (uint32_t i = 0; i < s->nodes.n; i++)
    if (s->nodes.at[i].waits == 0) ir_vec_push(&s->ready, i);
  for (uint32_t next = 0;;) {
    while (s->ready.n) take(s, ir_vec_pop(&s->ready));
    while (next < s->nodes.n && s->nodes.at[next].taken) next++;
    if (next == s->nodes.n) return;
    s->nodes.at[next].round = s->rounds + 1;
    take(s, next);
  }
}

static int compare_nodes(const void *a, const void *b) {
  const Node *x = a, *y = b;
  if (x->round != y->round) return x->round < y->round ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

static uint64_t sort_block(IrBlock *block) {
  Sorter s = {0};
  uint64_t moved = 0;
  gather(&s, block);
  if (s.uses.n) {
    find_rounds(&s);
    qsort(s.nodes.at, s.nodes.n, sizeof *s.nodes.at, compare_nodes);
    IrOp *end = ir_block_terminator(block);
    for (size_t i = 0; i < s.nodes.n; i++) {
      moved += s.nodes.at[i].place != i;
      ir_op_detach(s.nodes.at[i].op);
      if (end)
        ir_op_insert_before(s.nodes.at[i].op, end);
      else
        ir_block_append(block, s.nodes.at[i].op);
    }
  }
  ir_free(s.first);
  ir_ptrmap_free(&s.numbers);
  ir_vec_free(&s.nodes);
  ir_vec_free(&s.uses);
  ir_vec_free(&s.ready);
  return moved;
}

IrStatus topological_sort_run(IrPassRun *run, IrOp *root) {
  const struct pass_topological_sort_decl *self = run->decl;
  uint64_t moved = 0;
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    for (size_t i = 0; i < ir_op_num_regions(op); i++) {
      IrRegion *region = ir_op_region(op, i);
      if (!ir_op_def(op) || !ir_region_is_graph(region)) continue;
      IR_FOR_BLOCKS(block, region) moved += sort_block(block);
    }
  }
  self->stats->moved += moved;
  if (!moved) ir_pass_preserve_all(run);
  return IR_OK;
}
