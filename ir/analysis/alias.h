// Alias analysis: whether two memrefs can be the same memory, and what an op does to one.
//
// Local: from each value back through views, branches and regions to where its memory comes from.
// Two allocations are different memory, and one made inside a function is not what the function was
// given.  Of all else nothing is known.  Allocations are ops with the effect
// (ir/interfaces/effects.h), views ops with the interface (ir/interfaces/view.h).
#ifndef IR_ANALYSIS_ALIAS_H
#define IR_ANALYSIS_ALIAS_H

#include "ir/core/opdef.h"

typedef enum IrAlias {
  IR_NO_ALIAS,      // they share nothing
  IR_MAY_ALIAS,     // not known
  IR_PARTIAL_ALIAS, // the one is a part of the other
  IR_MUST_ALIAS,    // the same memory from the same address
} IrAlias;

IR_API IrAlias ir_alias(const IrValue *a, const IrValue *b);
IR_API const char *ir_alias_name(IrAlias alias); // "no", "may", "partial", "must"

// What `op`, with all inside of it, may do to the memory of `memref`.
enum { IR_MOD_REF_NONE = 0, IR_REF = 1, IR_MOD = 2 };
IR_API unsigned ir_mod_ref(IrOp *op, const IrValue *memref);

#endif
