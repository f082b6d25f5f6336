// The dominator tree of one region's blocks by number, and where definitions meet in it.
#ifndef IR_ANALYSIS_BLOCK_TREE_H
#define IR_ANALYSIS_BLOCK_TREE_H

#include "ir/analysis/dominance.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

typedef IR_VEC(uint32_t) IrNumbers;

// Blocks that can be reached are numbered in the order of a walk over the tree, dominators first,
// so what block `i` dominates is [i, end[i]).
typedef struct IrBlockTree {
  IrArena arena;
  IrPtrMap numbers; // block -> number + 1
  IrBlock **blocks;
  uint32_t n;
  uint32_t *parent, *level, *end; // the entry's parent is itself
} IrBlockTree;

IR_API void ir_block_tree_init(IrBlockTree *tree, IrDominance *dom, IrRegion *region);
IR_API void ir_block_tree_free(IrBlockTree *tree);
// UINT32_MAX for a block that cannot be reached.
IR_API uint32_t ir_block_tree_number(const IrBlockTree *tree, const IrBlock *block);

// What finding merge points needs of memory, as many elements as the tree has blocks, kept between
// calls: `stamp` grows by one for each variable, and what bears an older one is forgotten.
typedef struct IrMergeFinder {
  const IrBlockTree *tree;
  uint32_t stamp;
  uint32_t *live, *defines, *merges; // stamps
  IrNumbers blocks;                  // live or defining, ascending
  IrNumbers points;                  // found, ascending
} IrMergeFinder;

IR_API void ir_merge_finder_init(IrMergeFinder *finder, IrBlockTree *tree);
IR_API void ir_merge_finder_free(IrMergeFinder *finder);
// For the next variable: it gets a value in the blocks `defining`, one of which dominates all uses,
// and the blocks `using` want it at their start.  Finds the blocks where it is wanted (live), and
// those where different values of it meet, by the least number of them (Sreedhar and Gao, "A linear
// time algorithm for placing phi-nodes", 1995, kept to blocks where it is wanted).
IR_API void ir_merge_points_find(IrMergeFinder *finder, const IrNumbers *defining,
                                 const IrNumbers *using);

#endif
