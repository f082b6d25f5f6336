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
  if (IS(callee, func_func) && ir_region_is_empty(ir_op_region(callee, 0)))
    return ir_interp_fail(interp, op,
                          "calls {}, which has no body here: code of another file is not "
                          "executed on the CPU",
                          name);
  return ir_interp_call(interp, op, callee, 0);
}

// A function value is a descriptor that holds the function.
IrStep func_constant_interp(IrInterp *interp, IrOp *op) {
  IrAttr name = GET(op, func_constant, value);
  IrOp *function = ir_symbol_lookup_from(op, name);
  if (!function) return ir_interp_fail(interp, op, "names {}, which is not defined", name);
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &function, sizeof(IrOp *));
  return IR_STEP_NEXT;
}

IrStep func_call_indirect_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_phase(interp) > 0) return ir_interp_finish(interp, op, 0);
  IrOp *callee;
  memcpy(&callee, ir_interp_operand(interp, op, 0)->data, sizeof(IrOp *));
  return ir_interp_call(interp, op, callee, 1);
}

IrStep func_return_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}
