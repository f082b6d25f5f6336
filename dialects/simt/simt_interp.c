// Interpreter rules of simt: the machine, and which threads these are.
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

IrStep simt_return_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}
