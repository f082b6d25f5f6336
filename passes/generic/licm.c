// loop-invariant-code-motion: pure ops whose operands come from outside the loop go in front of it.
//
//   scf.for %i = %lo to %hi step %s {         %x = arith.muli %a, %b : index
//     %x = arith.muli %a, %b : index     =>   scf.for %i = %lo to %hi step %s {
//     use %x, %i                                use %x, %i
//   }                                         }
//
// Which ops are loops is said by their dialects: ir/interfaces/loop.h.
//
// requires: verified IR   preserves: meaning, blocks, symbols   breaks: nothing
#include "ir/interfaces/loop.h"

#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

static bool is_inside_op(const IrValue *value, const IrOp *op) {
  const IrOp *def = ir_value_op(value);
  if (!def) def = ir_block_parent(ir_value_block(value));
  return def && ir_op_is_inside(def, op);
}

// Why `in`, which is `op` or inside it, keeps the op in the loop; NULL when it does not.
static const char *why_stays(const IrOp *in, const IrOp *op, const IrOp *loop) {
  const IrOpDef *def = ir_op_def(in);
  if (!def) return "what it does is unknown";
  const unsigned memory = IR_EFFECT_READ | IR_EFFECT_WRITE | IR_EFFECT_ALLOCATE | IR_EFFECT_FREE;
  if ((def->traits & (IR_SYNC | IR_CONVERGENT)) || (ir_op_effect_kinds(in) & memory))
    return "it touches memory or other threads";
  bool hands_over = in != op && (def->traits & IR_RETURN_LIKE);
  if (!hands_over && !ir_op_is_speculatable(in)) return "it may not run when the loop does not";
  for (size_t i = 0, n = ir_op_num_operands(in); i < n; i++) {
    const IrValue *value = ir_op_operand(in, i);
    if (!ir_loop_is_outside(loop, value) && !(in != op && is_inside_op(value, op)))
      return "it uses a value of the loop";
  }
  return NULL;
}

static bool is_invariant(IrOp *op, const IrOp *loop) {
  if (ir_op_has_trait(op, IR_TERMINATOR)) return false;
  const char *why = NULL;
  for (IrOp *in = op; in && !why; in = ir_tree_next(in, op)) why = why_stays(in, op, loop);
  if (why)
    IR_DEBUG_OP(ir_op_context(op), op, "licm", "stays: {}", why);
  else
    IR_DEBUG_OP(ir_op_context(op), op, "licm", "leaves the loop");
  return !why;
}

// In program order, so an op follows what it uses out of the loop.
static uint64_t hoist_from(IrOp *loop, IrRegion *region) {
  uint64_t moved = 0;
  IR_FOR_BLOCKS(block, region) {
    IR_FOR_OPS(op, block) {
      if (!is_invariant(op, loop)) continue;
      ir_loop_hoist(loop, op);
      moved++;
    }
  }
  return moved;
}

IrStatus licm_run(IrPassRun *run, IrOp *root) {
  const struct pass_licm_decl *self = run->decl;
  IR_VEC(IrOp *) loops = {0};
  uint64_t moved = 0;
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next(op, root))
    if (ir_op_is_loop(op)) ir_vec_push(&loops, op);
  while (loops.n > 0) { // outer loops were found first, so inner ones come out first
    IrOp *loop = ir_vec_pop(&loops);
    IrRegion *region;
    for (size_t i = 0; (region = ir_loop_region(loop, i)); i++) moved += hoist_from(loop, region);
  }
  ir_vec_free(&loops);
  self->stats->moved += moved;
  if (!moved) ir_pass_preserve_all(run);
  return IR_OK;
}
