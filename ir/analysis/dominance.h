// Dominance between blocks of a region and between values and ops, across nested regions.
// Semi-NCA over each region's CFG, computed on first use of a region; regions of one block cost
// nothing.
#ifndef IR_ANALYSIS_DOMINANCE_H
#define IR_ANALYSIS_DOMINANCE_H

#include "ir/core/opdef.h"
#include "ir/support/arena.h"

typedef struct IrDominance IrDominance;
IR_API IrDominance *ir_dominance_create(IrOp *root);
IR_API void ir_dominance_destroy(IrDominance *dom);
// Whether what `kept` knows is what `fresh`, of the same op, finds out.
IR_API bool ir_dominance_equal(const IrDominance *kept, IrDominance *fresh);
IR_API bool ir_dominates_block(IrDominance *dom, IrBlock *a, IrBlock *b); // reflexive
IR_API bool ir_is_reachable(IrDominance *dom, IrBlock *block);
// `value` is available at `user`: defined before it in the same block, in a dominating block, or so
// for an ancestor of `user`.
IR_API bool ir_value_dominates(IrDominance *dom, const IrValue *value, IrOp *user);
// The blocks of `region` that can be reached, in `arena`: each after its dominator, and those that
// a block dominates right behind it.
IR_API IrBlock **ir_dominance_order(IrDominance *dom, IrRegion *region, IrArena *arena, size_t *n);
// In a graph region the order of ops means nothing: bodies of symbol tables without terminator
// (module), and regions of unregistered ops, of which nothing is known.
IR_API bool ir_region_is_graph(const IrRegion *region);

#endif
