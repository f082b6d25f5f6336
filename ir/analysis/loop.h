// What a loop tells passes that do not know its dialect.  A dialect attaches it to an op:
//
//   static IrRegion *scf_for_body(const IrOp *op) { return ir_op_region(op, 0); }
//   static const IrLoopInterface scf_for_loop = {sizeof(IrLoopInterface), scf_for_body};
//   ...  INTERFACES(IFACE(IR_LOOP, &scf_for_loop))
#ifndef IR_ANALYSIS_LOOP_H
#define IR_ANALYSIS_LOOP_H

#include "ir/core/opdef.h"

#define IR_LOOP "ir.loop"

typedef struct IrLoopInterface {
  uint32_t size;                     // sizeof(IrLoopInterface)
  IrRegion *(*body)(const IrOp *op); // runs any number of times, also none
} IrLoopInterface;

#endif
