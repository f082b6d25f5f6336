// Integer ranges: between which bounds integer and index values lie, signed and unsigned, from what
// ops say of themselves (ir/interfaces/int_range.h), through branches, loops and calls.  The
// counter of a loop lies between its bounds.  Values that grow from one iteration to the next lose
// the bound that moves.
//
// With `index` of 32 bits (builtin.data_layout around the op) what is said of an index value holds
// for arithmetic in 32 and in 64 bits.
#ifndef IR_ANALYSIS_INT_RANGE_H
#define IR_ANALYSIS_INT_RANGE_H

#include "ir/analysis/dataflow.h"
#include "ir/interfaces/int_range.h"

// States are IrIntRange; of a value that is no integer of at most 64 bits the width is
// IR_INT_RANGE_NONE.
extern IR_API const IrDataflowDef ir_int_range_analysis;
#define IR_INT_RANGE_NONE UINT32_MAX

// The range of an integer value: everything when nothing is known, width 0 when control never gets
// to it, or when it is no integer.
IR_API IrIntRange ir_int_range_of(IrDataflow *flow, const IrValue *value);
// The attribute for a value of `type` that is `number` everywhere; NULL when it has none.
IR_API IrAttr ir_int_range_attr(IrType type, int64_t number);

#endif
