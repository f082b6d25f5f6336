// Creating ops at a point.  BUILD in ir/core/opdef.h is the usual way in.
#ifndef IR_EDIT_BUILDER_H
#define IR_EDIT_BUILDER_H

#include "ir/core/dialect.h"

struct IrBuilder {
  IrContext *ctx;
  IrBlock *block; // where ops go
  IrOp *before;   // insert before this op; NULL: at the end of the block
  IrLoc loc;
  IrRewriter *rewriter; // told about new ops, or NULL
};

IR_API IrBuilder ir_builder_before(IrOp *op); // takes op's location
IR_API IrBuilder ir_builder_after(IrOp *op);
IR_API IrBuilder ir_builder_at_end(IrContext *ctx, IrBlock *block, IrLoc loc);
IR_API IrBuilder ir_builder_at_start(IrContext *ctx, IrBlock *block, IrLoc loc);
// Inserts a detached op.
IR_API IrOp *ir_builder_insert(IrBuilder *b, IrOp *op);
// Creates and inserts; for ops whose shape BUILD cannot say.
IR_API IrOp *ir_builder_create_sized(IrBuilder *b, const IrOpCreate *what, size_t size);
static inline IrOp *ir_builder_create(IrBuilder *b, IrOpCreate what) {
  return ir_builder_create_sized(b, &what, sizeof what);
}
// A constant op made by the dialect `prefer` (may be NULL), by that of the type, by one that
// `prefer` depends on, or by any other; NULL when none has one for it.
IR_API IrValue *ir_builder_constant(IrBuilder *b, const IrDialect *prefer, IrAttr value,
                                    IrType type);

// Copying.  `map` takes old values and blocks to new ones and is filled along the way; values not
// in it stay.  The clone is detached.
#include "ir/support/map.h"
IR_API IrOp *ir_op_clone(const IrOp *op, IrPtrMap *map);
IR_API void ir_region_clone_into(const IrRegion *from, IrRegion *to, IrPtrMap *map);

#endif
