// Dead arguments and ops of one region, found by marking what is alive: ops with an effect and
// branches, what those use, and what is handed to an argument that is alive.  The rest matters only
// to itself, also where it goes round a loop:
//
//   cf.br ^bb1(%a : f32)                         cf.br ^bb1
//   ^bb1(%x: f32):                               ^bb1:
//     %y = math.exp %x : f32             =>        cf.cond_br %c, ^bb1, ^bb2
//     cf.cond_br %c, ^bb1(%y : f32), ^bb2
//
// An op counts with all that is nested in it.  Arguments of the entry belong to the op around.
#include "ir/analysis/dominance.h"
#include "ir/analysis/tree.h"
#include "ir/core/op_impl.h"
#include "ir/edit/regions_impl.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/branch.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

typedef struct Liveness {
  IrRegion *region;
  IrPtrMap live;            // ops and arguments
  IR_VEC(IrOp *) ops;       // whose uses are still to be marked
  IR_VEC(IrValue *) args;   // whose givers are still to be marked
  IR_VEC(bool) handed_over; // of the branch at hand
} Liveness;

static void mark_op(Liveness *l, IrOp *op) {
  if (ir_ptrmap_has(&l->live, op)) return;
  ir_ptrmap_set(&l->live, op, op);
  ir_vec_push(&l->ops, op);
}

static void mark_arg(Liveness *l, IrValue *arg) {
  if (ir_ptrmap_has(&l->live, arg)) return;
  ir_ptrmap_set(&l->live, arg, arg);
  ir_vec_push(&l->args, arg);
}

static void mark_value(Liveness *l, IrValue *value) {
  if (!value) return;
  IrBlock *block = ir_value_block(value);
  if (block->region != l->region) return;
  IrOp *op = ir_value_op(value);
  if (op)
    mark_op(l, op);
  else if (block != l->region->first)
    mark_arg(l, value);
}

// Operands that become arguments are alive with those.
static void mark_branch(Liveness *l, IrOp *op) {
  ir_vec_clear(&l->handed_over);
  for (uint32_t i = 0; i < op->num_operands; i++) ir_vec_push(&l->handed_over, false);
  for (uint32_t s = 0; s < op->num_successors; s++) {
    IrValues values = ir_branch_operands(op, s);
    size_t first = values.n ? (size_t)(values.at - ir_operands(op)) : 0;
    for (size_t i = 0; i < values.n; i++) l->handed_over.at[first + i] = true;
  }
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (!l->handed_over.at[i]) mark_value(l, ir_operands(op)[i]);
}

static void mark_all_args(Liveness *l, const IrBlock *block) {
  for (uint32_t i = 0; block != l->region->first && i < block->num_args; i++)
    mark_arg(l, &block->args[i]->value);
}

static void mark_uses(Liveness *l, IrOp *op) {
  if (op->num_successors && ir_branch_is_resizable(op)) {
    mark_branch(l, op);
  } else {
    for (uint32_t i = 0; i < op->num_operands; i++) mark_value(l, ir_operands(op)[i]);
    for (uint32_t i = 0; i < op->num_successors; i++) mark_all_args(l, ir_edges(op)[i].block);
  }
  for (IrOp *in = ir_tree_first(op, 0); in; in = ir_tree_next(in, op))
    for (uint32_t i = 0; i < in->num_operands; i++) mark_value(l, ir_operands(in)[i]);
}

static void mark_givers(Liveness *l, const IrValue *arg) {
  for (IrEdge *e = ir_block_first_edge(ir_value_block(arg)); e; e = ir_edge_next(e)) {
    IrValues values = ir_branch_operands(ir_edge_op(e), ir_edge_index(e));
    if (ir_value_index(arg) < values.n) mark_value(l, values.at[ir_value_index(arg)]);
  }
}

static void mark_all(Liveness *l) {
  IR_FOR_BLOCKS(block, l->region) {
    for (IrOp *op = block->first; op; op = op->next)
      if (op->num_successors || !ir_op_is_dead_unless_used(op)) mark_op(l, op);
  }
  while (l->ops.n > 0 || l->args.n > 0) {
    if (l->ops.n > 0)
      mark_uses(l, ir_vec_pop(&l->ops));
    else
      mark_givers(l, ir_vec_pop(&l->args));
  }
}

// `dead` says of each argument whether it is; gives how many are.
static size_t find_dead_args(const Liveness *l, const IrBlock *block, bool *dead) {
  size_t n = 0;
  for (uint32_t i = 0; i < block->num_args; i++)
    n += dead[i] = !ir_ptrmap_has(&l->live, &block->args[i]->value);
  return n;
}

static void hand_over_less(IrOp *op, size_t successor, const bool *dead) {
  IrValues old = ir_branch_operands(op, successor);
  IR_VEC(IrValue *) kept = {0};
  for (size_t i = 0; i < old.n; i++)
    if (!dead[i]) ir_vec_push(&kept, old.at[i]);
  ir_branch_set_operands(op, successor, kept.at, kept.n);
  ir_vec_free(&kept);
}

// First all branches hand over less: a dead argument may be handed to another one.
static size_t erase_dead_args(const Liveness *l, IrBlock *block, bool erase) {
  bool few[16], *dead = block->num_args <= 16 ? few : ir_malloc(block->num_args);
  size_t n = block == l->region->first ? 0 : find_dead_args(l, block, dead);
  for (IrEdge *e = n && !erase ? block->first_edge : NULL; e; e = e->next)
    hand_over_less(e->op, ir_edge_index(e), dead);
  if (n && erase) ir_block_erase_args(block, dead);
  if (dead != few) ir_free(dead);
  return n;
}

static void let_go(IrOp *op) {
  for (IrOp *in = op; in; in = ir_tree_next(in, op))
    for (uint32_t i = 0; i < in->num_operands; i++) ir_op_set_operand(in, i, NULL);
}

static void sweep(const Liveness *l, IrRegionChanges *changes) {
  IR_VEC(IrOp *) dead = {0};
  IR_FOR_BLOCKS(block, l->region) {
    for (IrOp *op = block->first; op; op = op->next)
      if (!ir_ptrmap_has(&l->live, op)) ir_vec_push(&dead, op);
  }
  for (size_t i = 0; i < dead.n; i++) let_go(dead.at[i]);
  IR_FOR_BLOCKS(block, l->region) {
    (void)erase_dead_args(l, block, false);
  }
  IR_FOR_BLOCKS(block, l->region) {
    changes->args += erase_dead_args(l, block, true);
  }
  for (size_t i = 0; i < dead.n; i++) ir_op_destroy(dead.at[i]);
  changes->ops += dead.n;
  ir_vec_free(&dead);
}

// An op that uses what comes after it, or itself.
static bool uses_later_value(const IrOp *op) {
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const IrOp *def = ir_operands(op)[i] ? ir_value_op(ir_operands(op)[i]) : NULL;
    if (def && def->block == op->block && (def == op || ir_op_is_before(op, def))) return true;
  }
  return false;
}

// Whether there is an argument, or a circle of ops, that may be dead; chains of dead ops are found
// by looking at their ends.
static bool has_candidate(const IrRegion *region) {
  bool graph = ir_region_is_graph(region);
  IR_FOR_BLOCKS(block, region) {
    if (block != region->first && block->num_args) return true;
    for (IrOp *op = graph ? block->first : NULL; op; op = op->next)
      if (op->num_results && uses_later_value(op)) return true;
  }
  return false;
}

void ir_region_erase_dead(IrRegion *region, IrRegionChanges *changes) {
  if (!has_candidate(region)) return;
  Liveness l = {.region = region};
  mark_all(&l);
  sweep(&l, changes);
  ir_ptrmap_free(&l.live);
  ir_vec_free(&l.ops);
  ir_vec_free(&l.args);
  ir_vec_free(&l.handed_over);
}
