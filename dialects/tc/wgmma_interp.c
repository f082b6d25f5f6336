// Interpreter rules of wgmma: the machine keeps what is in flight.
#include "dialects/tc/machine.h"
#include "dialects/tc/tc_impl.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tc/tc_ops.def"
#include "ir/core/opdef_end.inc"

// NULL after a diagnostic.
static const TcMachine *machine_of(IrInterp *interp, IrOp *op, void **machine) {
  const TcMachine *table = ir_interp_machine(interp, TC_MACHINE, machine);
  if (table) return tc_whole_warp(interp, op) ? table : NULL;
  IrStep step = ir_interp_fail(interp, op, "needs warps, and nothing here provides any");
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
  return NULL;
}

#define RULE(name) \
  IrStep tc_wgmma_##name##_interp(IrInterp *interp, IrOp *op) { \
    void *machine; \
    const TcMachine *table = machine_of(interp, op, &machine); \
    return table ? table->name(machine, interp, op) : IR_STEP_FAIL; \
  }

RULE(descriptor)
RULE(fence)
RULE(commit)
RULE(wait)

IrStep tc_wgmma_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const TcMachine *table = machine_of(interp, op, &machine);
  return table ? table->wgmma(machine, interp, op) : IR_STEP_FAIL;
}
