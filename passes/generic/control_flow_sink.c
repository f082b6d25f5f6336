// control-flow-sink: what only one branch of a conditional uses is computed there.
//
//   %x = arith.muli %a, %b : i32           scf.if %c {
//   scf.if %c {                              %x = arith.muli %a, %b : i32
//     use %x                         =>      use %x
//   }                                      }
//
// Into regions that run once at most.  An op moves when all its uses are inside; how many are not
// is counted once and kept right while users move in, so each use is looked at twice at most: one
// that has moved counts as outside until its own operands have been looked at.
//
// requires: verified IR   preserves: meaning, blocks, symbols
#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/region_branch.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

typedef struct Sinker {
  IrRegion *region;
  IrPtrMap outside;       // op -> uses outside of the region + 1
  IrPtrMap moving;        // ops that moved and wait
  IR_VEC(IrOp *) waiting; // whose operands are to be looked at
  uint64_t moved;
} Sinker;

static bool is_inside(const IrOp *op, const IrRegion *region) {
  const IrOp *owner = ir_region_op(region);
  for (; op && op != owner && ir_op_block(op); op = ir_op_parent(op))
    if (ir_block_region(ir_op_block(op)) == region) return true;
  return false;
}

static bool may_move(const IrOp *op) {
  return ir_op_def(op) && !ir_op_has_trait(op, IR_TERMINATOR | IR_SYNC | IR_CONVERGENT) &&
         ir_op_effect_kinds_nested(op) == 0;
}

static uintptr_t count_outside(const Sinker *s, const IrOp *op) {
  uintptr_t n = 0;
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    for (IrUse *u = ir_value_first_use(ir_op_result(op, i)); u; u = ir_use_next(u))
      n += !is_inside(ir_use_op(u), s->region) || ir_ptrmap_has(&s->moving, ir_use_op(u));
  return n;
}

static void move_in(Sinker *s, IrOp *op) {
  ir_op_detach(op);
  ir_block_prepend(ir_region_first(s->region), op);
  ir_vec_push(&s->waiting, op);
  ir_ptrmap_set(&s->moving, op, op);
  s->moved++;
}

// An operand of an op that is inside; `came`: it was outside before.
static void look_at(Sinker *s, IrOp *def, bool came) {
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&s->outside, def);
  uintptr_t left = (known ? known - 1 : count_outside(s, def)) - came;
  ir_ptrmap_set(&s->outside, def, (void *)(left + 1));
  if (left == 0 && may_move(def)) move_in(s, def);
}

static void sink_into(Sinker *s, IrRegion *region) {
  s->region = region;
  IR_FOR_BLOCKS(block, region) {
    IR_FOR_OPS(op, block) {
      ir_vec_push(&s->waiting, op);
    }
  }
  while (s->waiting.n) {
    IrOp *op = ir_vec_pop(&s->waiting);
    bool came = ir_ptrmap_has(&s->moving, op);
    for (size_t i = 0; i < ir_op_num_operands(op); i++) {
      IrOp *def = ir_value_op(ir_op_operand(op, i));
      if (def && !is_inside(def, region)) look_at(s, def, came);
    }
    ir_ptrmap_remove(&s->moving, op); // all its uses have been taken off by now
  }
  ir_ptrmap_free(&s->moving);
  ir_ptrmap_free(&s->outside);
}

IrStatus control_flow_sink_run(IrPassRun *run, IrOp *root) {
  const struct pass_control_flow_sink_decl *self = run->decl;
  Sinker s = {0};
  IR_VEC(IrOp *) branches = {0};
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next(op, root))
    if (ir_op_is_region_branch(op)) ir_vec_push(&branches, op);
  while (branches.n) { // inner ones first
    IrOp *op = ir_vec_pop(&branches);
    for (size_t i = 0; i < ir_op_num_regions(op); i++) {
      IrRegion *region = ir_op_region(op, i);
      if (ir_region_first(region) && !ir_region_branch_repeats(op, i)) sink_into(&s, region);
    }
  }
  ir_vec_free(&branches);
  ir_vec_free(&s.waiting);
  self->stats->sunk += s.moved;
  if (!s.moved) ir_pass_preserve_all(run);
  ir_pass_preserve(run, &ir_dominance_analysis);
  return IR_OK;
}
