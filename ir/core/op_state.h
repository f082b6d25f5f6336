// An op that is not made yet: what parsers fill and type inference completes.
#ifndef IR_CORE_OP_STATE_H
#define IR_CORE_OP_STATE_H

#include "ir/core/opdef.h"
#include "ir/support/vec.h"

// The lists belong to whoever made the state; ir_vec_push appends to them.
struct IrOpState {
  IrContext *ctx;
  const IrOpInfo *info;
  IrLoc loc;
  IR_VEC(IrValue *) operands;
  IR_VEC(IrType) result_types;
  IrAttr *attrs; // one per attribute slot, NULL where absent
  IR_VEC(IrNamedAttr) discardable;
  IR_VEC(IrBlock *) successors;
  IR_VEC(IrRegion *) regions; // detached regions, owned by the state
};

#endif
