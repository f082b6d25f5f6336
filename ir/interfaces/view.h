// Views: ops whose memref result is the memory of an operand, or a part of it, under another type.
//
//   static size_t subview_source(const IrOp *op) { return 0; }
//   static const IrViewInterface my_view = {.size = sizeof my_view, .source = subview_source};
#ifndef IR_INTERFACES_VIEW_H
#define IR_INTERFACES_VIEW_H

#include "ir/core/opdef.h"

typedef struct IrViewInterface {
  uint32_t size; // sizeof(IrViewInterface)
  // Number of the operand that the result is of.
  size_t (*source)(const IrOp *op);
  // Whether the result is all of it, from the same address.  NULL: maybe not.
  bool (*is_whole)(const IrOp *op);
} IrViewInterface;
extern IR_API const IrInterface ir_view_interface;

// What `op` views, or NULL when it is no view.
IR_API IrValue *ir_view_source(const IrOp *op);
IR_API bool ir_view_is_whole(const IrOp *op);

#endif
