// Simplifying the blocks of regions, whatever the ops: what passes do between rewrites.
#ifndef IR_EDIT_REGIONS_H
#define IR_EDIT_REGIONS_H

#include "ir/core/opdef.h"

// What was done.
typedef struct IrRegionChanges {
  size_t blocks;    // that nothing reaches, erased
  size_t args, ops; // dead ones, erased
  size_t merged;    // blocks that were like another one
  size_t redundant; // arguments that were always one value
} IrRegionChanges;

// In all regions inside `root`: erases blocks that no path from the entry reaches, and the
// arguments and ops that matter only to themselves, also around loops of blocks.  With `merge`,
// also makes one of blocks that do the same, what differs becoming arguments of theirs, and
// replaces arguments that all predecessors give the same value.  Adds to `*changes`; true when
// something changed.  Regions of one block cost no more than looking at them.
IR_API bool ir_simplify_regions(IrOp *root, bool merge, IrRegionChanges *changes);

// Erases the blocks inside `root` that no path from their region's entry reaches; gives their
// number.
IR_API size_t ir_erase_unreachable_blocks(IrOp *root);

#endif
