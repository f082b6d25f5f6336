// Interpreter rules of simt.
//
// At the levels in program order one activity does the work of all threads of the block, and a
// barrier has nothing to wait for.
#include "dialects/simt/simt.h"

#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/simt/simt_ops.def"
#include "ir/core/opdef_end.inc"

IrStep simt_barrier_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_lanes(interp) == 1) return IR_STEP_NEXT;
  return ir_interp_fail(interp, op, "is executed only where one activity does the block's work");
}
