// Interpreter rules of func.
#include "dialects/func/func.h"

#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/func/func_ops.def"
#include "ir/core/opdef_end.inc"

IrStep func_call_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_phase(interp) > 0) return ir_interp_finish(interp, op, 0);
  IrAttr name = ir_op_attr(op, "callee");
  IrOp *callee = ir_symbol_lookup_from(op, name);
  if (!callee) return ir_interp_fail(interp, op, "calls {}, which is not defined", name);
  return ir_interp_call(interp, op, callee, 0);
}

IrStep func_return_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}
