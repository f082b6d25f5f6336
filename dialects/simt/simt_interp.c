// Interpreter rules of simt.
//
// At the levels in program order one activity does the work of all threads of the block, and a
// barrier has nothing to wait for.
#include "dialects/simt/simt.h"

#include "dialects/simt/machine.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/simt/simt_ops.def"
#include "ir/core/opdef_end.inc"

const SimtMachine *simt_interp_machine(IrInterp *interp, IrOp *op, void **machine) {
  const SimtMachine *table = ir_interp_machine(interp, SIMT_MACHINE, machine);
  if (table) return table;
  IrStep step = ir_interp_fail(interp, op, "needs threads, and nothing here provides any");
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
  return NULL;
}

IrStep simt_barrier_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  if (ir_interp_lanes(interp) == 1) return IR_STEP_NEXT;
  const SimtMachine *table = simt_interp_machine(interp, op, &machine);
  return table ? table->barrier(machine, interp, op, (SimtBarrier){0}) : IR_STEP_FAIL;
}
