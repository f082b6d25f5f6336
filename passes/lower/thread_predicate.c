// tile-to-thread: copies under a predicate in place of a branch.
//
//   scf.if %more {                               %o = arith.addi ...
//     %o = arith.addi ...                  ==>   mem.cp_async ... if %more
//     mem.cp_async ...
//   }
//
// Behind a branch the code of an iteration's copies stands in one piece, and nothing else is done
// meanwhile; without one the tensor cores' work is spread between it.  What only computes is done
// whether the copies are or not.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "ir/interfaces/effects.h"
#include "passes/lower/thread.h"

static bool may_lose_branch(const IrOp *branch) {
  if (ir_op_num_results(branch) || !ir_region_is_empty(ir_op_region(branch, 1))) return false;
  bool copies = false;
  IR_FOR_OPS(op, scf_block(branch, 0)) {
    bool copy = IS(op, mem_cp_async);
    bool computes = !ir_op_num_regions(op) && ir_op_is_speculatable(op);
    if (!copy && !computes && !IS(op, scf_yield)) return false;
    copies |= copy;
  }
  return copies;
}

static void set_predicate(IrOp *copy, IrValue *condition) {
  IrValue *own = GET(copy, mem_cp_async, pred);
  IrBuilder b = ir_builder_before(copy);
  if (own) condition = BUILD1(&b, arith_andi, .lhs = condition, .rhs = own);
  ir_op_set_operand_group(copy, IR_ARG_SLOT(mem_cp_async, pred), &condition, 1);
}

// Where the branch is not taken the index of a slot may be none of the buffer's.
static void keep_in_range(ThreadState *state, IrOp *view, IrValue *condition) {
  IrBuilder b = ir_builder_before(view);
  IrValue *index =
      BUILD1(&b, arith_select, .condition = condition, .true_value = GET(view, mem_index, index),
             .false_value = thread_index(state, 0));
  ir_op_set_operand(view, 1, index);
}

void thread_predicate_copies(ThreadState *state, IrOp *branch) {
  if (!may_lose_branch(branch)) return;
  IrValue *condition = GET(branch, scf_if, condition);
  IR_FOR_OPS(op, scf_block(branch, 0)) {
    if (IS(op, scf_yield)) continue;
    ir_op_detach(op);
    ir_op_insert_before(op, branch);
    if (IS(op, mem_cp_async)) set_predicate(op, condition);
    if (IS(op, mem_index)) keep_in_range(state, op, condition);
  }
  if (state->b.before == branch) state->b.before = ir_op_next(branch);
  ir_ptrmap_remove(&state->divergent, branch);
  ir_op_destroy(branch);
}
