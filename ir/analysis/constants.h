// Constant propagation: which values are the same constant whenever control gets to them.  Ops are
// tried by their folds on the constants of their operands, as canonicalize would, without changing
// anything.
#ifndef IR_ANALYSIS_CONSTANTS_H
#define IR_ANALYSIS_CONSTANTS_H

#include "ir/analysis/dataflow.h"
#include "ir/core/dialect.h"

// Without a value: nothing has arrived, or it varies when `dialect` is set.
typedef struct IrConstantState {
  IrAttr value;
  const IrDialect *dialect; // of the op that computes it, which can make a constant op of it
} IrConstantState;

extern IR_API const IrDataflowDef ir_constant_analysis; // states are IrConstantState

// The state of a value that is a constant; else NULL.
IR_API const IrConstantState *ir_constant_of(IrDataflow *flow, const IrValue *value);

#endif
