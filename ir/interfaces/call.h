// Calls and what can be called.
#ifndef IR_INTERFACES_CALL_H
#define IR_INTERFACES_CALL_H

#include "ir/core/opdef.h"

// An op that runs another one's body.
typedef struct IrCallInterface {
  uint32_t size;                      // sizeof(IrCallInterface)
  IrAttr (*callee)(const IrOp *op);   // a symbol reference; NULL when it calls a value
  IrRun (*arguments)(const IrOp *op); // operands that become the body's arguments; NULL: all
} IrCallInterface;
extern IR_API const IrInterface ir_call_interface;

// A symbol with a body and a signature.
typedef struct IrCallableInterface {
  uint32_t size;                     // sizeof(IrCallableInterface)
  IrRegion *(*body)(const IrOp *op); // NULL for a declaration
  IrType (*type)(const IrOp *op);    // a function type
  // Gives it another type; attributes `arg_attrs` and `res_attrs`, lists with a dictionary each,
  // follow.  NULL: its type cannot be changed.
  void (*set_type)(IrOp *op, IrType type);
} IrCallableInterface;
extern IR_API const IrInterface ir_callable_interface;

IR_API bool ir_op_is_call(const IrOp *op);
IR_API IrAttr ir_call_callee(const IrOp *call);
IR_API IrValues ir_call_arguments(const IrOp *call);
// The callable that the callee names, looked up outwards from the call; NULL when there is none.
IR_API IrOp *ir_call_target(IrOp *call);

IR_API bool ir_op_is_callable(const IrOp *op);
IR_API IrRegion *ir_callable_body(const IrOp *callable); // NULL for a declaration
IR_API IrType ir_callable_type(const IrOp *callable);
IR_API bool ir_callable_can_set_type(const IrOp *callable);
// False when its type cannot be changed.
IR_API bool ir_callable_set_type(IrOp *callable, IrType type);

#endif
