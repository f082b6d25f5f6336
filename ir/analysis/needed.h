// Which values are needed: those that an op with an effect takes, that leave what is analysed, that
// steer control to where something is needed, or of which a needed value is made.
//
// A backward data-flow analysis (ir/analysis/dataflow.h); through regions, branches, and calls of
// callables whose callers are all known.  Where control does not get to nothing is needed.
#ifndef IR_ANALYSIS_NEEDED_H
#define IR_ANALYSIS_NEEDED_H

#include "ir/analysis/dataflow.h"

extern IR_API const IrDataflowDef ir_needed_analysis;

// After the run; true of a value that the analysis does not know.
IR_API bool ir_is_needed(IrDataflow *flow, const IrValue *value);
// Whether `op`, with what is inside of it, does more than compute its results.
IR_API bool ir_op_has_effect(const IrOp *op);

#endif
