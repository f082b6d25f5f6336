// Liveness: where values are still needed.
//
// A value is live into a block when the block, or one that can be reached from it within the
// region, uses it and it is defined outside of the block; live out of it when it is live into a
// successor. What the ops of a region use counts as used by the op that has the region; inside the
// region a value from outside is live up to its last use there, also in a loop's body, for the op
// keeps it.
//
//   func.func @f(%a: i32, %c: i1) {      live in    live out
//     cf.cond_br %c, ^x, ^y              -          %a
//   ^x:                                  %a         -
//     use %a
//
// Works along uses: it costs as much as the lists it gives are long.
#ifndef IR_ANALYSIS_LIVENESS_H
#define IR_ANALYSIS_LIVENESS_H

#include "ir/core/op.h"

typedef struct IrLiveness IrLiveness;

// Of the blocks inside `root`; of the IR as it is now.
IR_API IrLiveness *ir_liveness_create(IrOp *root);
IR_API void ir_liveness_destroy(IrLiveness *liveness);

// In the order of definitions: arguments of an op's blocks before what stands in them.
IR_API IrValues ir_live_in(const IrLiveness *liveness, const IrBlock *block);
IR_API IrValues ir_live_out(const IrLiveness *liveness, const IrBlock *block);
IR_API bool ir_is_live_in(const IrLiveness *liveness, const IrValue *value, const IrBlock *block);
IR_API bool ir_is_live_out(const IrLiveness *liveness, const IrValue *value, const IrBlock *block);

// The last op directly in `block` that uses `value`, itself or inside of it; NULL: none does.
IR_API IrOp *ir_live_last_use(const IrValue *value, const IrBlock *block);
// Whether `value` is needed behind `op`: by a later op of its block, or after the block.
IR_API bool ir_is_live_after(const IrLiveness *liveness, const IrValue *value, const IrOp *op);

#endif
