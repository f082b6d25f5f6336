// What the rules of wgmma ask of the machine they run on: warps that work together, and products
// that take effect later.
//
// `machine` is the warp's; whole warps execute these ops.  Registers in flight are the machine's:
// the cell of a !tc.inflight or a !tc.descriptor holds what the machine puts there.
//
// A machine is set under the name "tc" with ir_interp_set_machine.
#ifndef DIALECTS_TC_MACHINE_H
#define DIALECTS_TC_MACHINE_H

#include "ir/interp/interp.h"

typedef struct TcMachine {
  uint32_t size; // sizeof(TcMachine)
  IrStep (*descriptor)(void *machine, IrInterp *interp, IrOp *op);
  IrStep (*fence)(void *machine, IrInterp *interp, IrOp *op);
  IrStep (*wgmma)(void *machine, IrInterp *interp, IrOp *op);
  IrStep (*commit)(void *machine, IrInterp *interp, IrOp *op);
  // Waits, and gives registers back when it has.
  IrStep (*wait)(void *machine, IrInterp *interp, IrOp *op);
} TcMachine;

#define TC_MACHINE "tc"

#endif
