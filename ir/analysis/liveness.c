// Each value walks from its uses upwards: in a block to its start, from there to the ends of the
// predecessors, until it meets its definition or a block where it has been (Boissinot et al., 2011,
// "liveness by use").  Values come in the order of their definitions, so lists are in that order
// and the last entry of a block tells whether the value at hand has been there.
#include "ir/analysis/liveness.h"

#include "ir/analysis/tree.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

typedef IR_VEC(IrValue *) ValueList;

typedef struct BlockLife {
  ValueList in, out;
} BlockLife;

struct IrLiveness {
  IrPtrMap blocks;            // to BlockLife
  IR_VEC(IrBlock *) worklist; // to whose start the value at hand goes
};

static BlockLife *life_of(const IrLiveness *l, const IrBlock *block) {
  return ir_ptrmap_get(&l->blocks, block);
}

static bool is_last(const ValueList *list, const IrValue *value) {
  return list->n > 0 && list->at[list->n - 1] == value;
}

static void add_in(IrLiveness *l, IrBlock *block, IrValue *value) {
  BlockLife *life = life_of(l, block);
  if (is_last(&life->in, value)) return;
  ir_vec_push(&life->in, value);
  ir_vec_push(&l->worklist, block);
}

static void reach_predecessors(IrLiveness *l, IrValue *value, const IrBlock *home) {
  while (l->worklist.n > 0) {
    IrBlock *block = ir_vec_pop(&l->worklist);
    for (IrEdge *e = ir_block_first_edge(block); e; e = ir_edge_next(e)) {
      IrBlock *from = ir_op_block(ir_edge_op(e));
      BlockLife *life = life_of(l, from);
      if (!is_last(&life->out, value)) ir_vec_push(&life->out, value);
      if (from != home) add_in(l, from, value);
    }
  }
}

// From a use up to the definition: through the regions between them, each from the block of the use
// to its entry.
static void walk_up(IrLiveness *l, IrValue *value, const IrOp *user) {
  const IrBlock *home = ir_value_block(value);
  for (const IrOp *at = user; ir_op_block(at) != home; at = ir_op_parent(at)) {
    IrBlock *block = ir_op_block(at);
    if (is_last(&life_of(l, block)->in, value)) break; // from here on it has been
    add_in(l, block, value);
    reach_predecessors(l, value, home);
    if (ir_block_region(block) == ir_block_region(home)) break;
  }
}

static void add_value(IrLiveness *l, IrValue *value) {
  for (IrUse *use = ir_value_first_use(value); use; use = ir_use_next(use))
    walk_up(l, value, ir_use_op(use));
}

static void add_blocks(IrLiveness *l, IrOp *op) {
  for (size_t i = 0, n = ir_op_num_regions(op); i < n; i++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, i))
    ir_ptrmap_set(&l->blocks, block, ir_calloc(1, sizeof(BlockLife)));
  }
}

static void add_arguments(IrLiveness *l, IrOp *op) {
  for (size_t i = 0, n = ir_op_num_regions(op); i < n; i++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, i)) {
      for (size_t k = 0; k < ir_block_num_args(block); k++) add_value(l, ir_block_arg(block, k));
    }
  }
}

IrLiveness *ir_liveness_create(IrOp *root) {
  IrLiveness *l = ir_calloc(1, sizeof *l);
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) add_blocks(l, op);
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    for (size_t i = 0; op != root && i < ir_op_num_results(op); i++)
      add_value(l, ir_op_result(op, i));
    add_arguments(l, op);
  }
  return l;
}

void ir_liveness_destroy(IrLiveness *l) {
  for (uint32_t i = 0; i < l->blocks.n; i++) {
    BlockLife *life = l->blocks.entries[i].value;
    ir_vec_free(&life->in);
    ir_vec_free(&life->out);
    ir_free(life);
  }
  ir_ptrmap_free(&l->blocks);
  ir_vec_free(&l->worklist);
  ir_free(l);
}

// ---- Questions ----

IrValues ir_live_in(const IrLiveness *l, const IrBlock *block) {
  const BlockLife *life = life_of(l, block);
  return life ? (IrValues){life->in.at, life->in.n} : (IrValues){NULL, 0};
}

IrValues ir_live_out(const IrLiveness *l, const IrBlock *block) {
  const BlockLife *life = life_of(l, block);
  return life ? (IrValues){life->out.at, life->out.n} : (IrValues){NULL, 0};
}

static bool contains(IrValues values, const IrValue *value) {
  for (size_t i = 0; i < values.n; i++)
    if (values.at[i] == value) return true;
  return false;
}

bool ir_is_live_in(const IrLiveness *l, const IrValue *value, const IrBlock *block) {
  return contains(ir_live_in(l, block), value);
}

bool ir_is_live_out(const IrLiveness *l, const IrValue *value, const IrBlock *block) {
  return contains(ir_live_out(l, block), value);
}

// The op directly in `block` that `op` is or is inside of; NULL when there is none.
static IrOp *in_block(IrOp *op, const IrBlock *block) {
  while (op && ir_op_block(op) != block) op = ir_op_parent(op);
  return op;
}

IrOp *ir_live_last_use(const IrValue *value, const IrBlock *block) {
  IrOp *last = NULL;
  for (IrUse *use = ir_value_first_use(value); use; use = ir_use_next(use)) {
    IrOp *op = in_block(ir_use_op(use), block);
    if (op && (!last || ir_op_is_before(last, op))) last = op;
  }
  return last;
}

bool ir_is_live_after(const IrLiveness *l, const IrValue *value, const IrOp *op) {
  const IrBlock *block = ir_op_block(op);
  bool here = ir_value_block(value) == block;
  if (here && ir_value_op(value) && ir_op_is_before(op, ir_value_op(value))) return false;
  if (!here && !ir_is_live_in(l, value, block)) return false;
  if (ir_is_live_out(l, value, block)) return true;
  const IrOp *last = ir_live_last_use(value, block);
  return last && ir_op_is_before(op, last);
}
