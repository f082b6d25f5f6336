// The steps of ir_simplify_regions, one file each; for use inside ir/edit.
#ifndef IR_EDIT_REGIONS_IMPL_H
#define IR_EDIT_REGIONS_IMPL_H

#include "ir/edit/regions.h"

// unreachable.c: of one region of several blocks.
size_t ir_region_erase_unreachable(IrRegion *region);
// region_dce.c: `changes->args` and `->ops`.
void ir_region_erase_dead(IrRegion *region, IrRegionChanges *changes);
// merge_blocks.c: gives the number of blocks that went.
size_t ir_region_merge_blocks(IrRegion *region);
// redundant_args.c: gives the number of arguments that went.
size_t ir_region_erase_redundant_args(IrRegion *region);

#endif
