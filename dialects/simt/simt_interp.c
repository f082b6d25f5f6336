// Interpreter rules of simt: the machine, and which threads these are.
#include "dialects/simt/machine.h"

const SimtMachine *simt_interp_machine(IrInterp *interp, IrOp *op, void **machine) {
  const SimtMachine *table = ir_interp_machine(interp, SIMT_MACHINE, machine);
  if (table) return table;
  IrStep step = ir_interp_fail(interp, op, "needs threads, and nothing here provides any");
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
  return NULL;
}
