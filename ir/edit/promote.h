// Slots of memory become values: the last one stored is what a load gives, and where different ones
// meet, blocks get arguments.
#ifndef IR_EDIT_PROMOTE_H
#define IR_EDIT_PROMOTE_H

#include "ir/analysis/dominance.h"
#include "ir/core/opdef.h"

typedef struct IrPromotions {
  size_t slots; // that went
  size_t args;  // block arguments made
} IrPromotions;

// Told of a slot that stays, and why.
typedef void (*IrSlotStaysFn)(void *user, IrOp *allocation, size_t result, const char *why);

// Promotes what slots it can inside `root` (ir/interfaces/memory_slot.h).  A slot stays when an op
// uses it that cannot do without, or in another region, or when a branch cannot hand values to
// where they meet.  `dom` of `root` stays true.  `stays` may be NULL.
IR_API IrPromotions ir_promote_slots(IrOp *root, IrDominance *dom, IrSlotStaysFn stays, void *user);

#endif
