// Casts: ops with one operand and one result that say the same under another type.
//
// Generic folding (ir_fold) does for every cast:
//   cast (x : A to A)                  ->  x
//   cast (cast (x : A to B) : B to A)  ->  x                   if A through B to A may be joined
//   cast (cast (x : A to B) : B to C)  ->  cast (x : A to C)   if A through B to C may be joined
#ifndef IR_INTERFACES_CAST_H
#define IR_INTERFACES_CAST_H

#include "ir/core/opdef.h"

typedef struct IrCastInterface {
  uint32_t size; // sizeof(IrCastInterface)
  // Whether a value of type `from` cast to `through` and then to `to` is what one cast from `from`
  // to `to` makes of it, which is valid too (or unneeded, when they are equal).  NULL: never.
  bool (*joins)(IrType from, IrType through, IrType to);
} IrCastInterface;
extern IR_API const IrInterface ir_cast_interface;

IR_API bool ir_op_is_cast(const IrOp *op);
// The fold above: IR_FOLD_NONE when neither rule applies.
IR_API IrFoldKind ir_cast_fold(IrOp *cast, IrFolded *result);

#endif
