// Walks structured control flow, in the order of execution, with what is pending: accesses that
// nothing has ordered yet.  Where an op needs some of them to be ordered a pass inserts something.
//
// Behind a branch is pending what any of its regions leaves, or what was pending in front.  What
// the end of a loop's body leaves meets its beginning, so a loop is first walked without changes
// until what is pending there no longer grows; only then once more to insert.
//
//   static Pending walk_op(void *user, IrOp *op, Pending pending) {
//     MyPass *pass = user;
//     if (ir_op_is_loop(op)) return pending_walk_loop(&pass->walk, op, pending);
//     if (ir_op_num_regions(op)) return pending_walk_branches(&pass->walk, op, pending);
//     if (meets(op, pending)) {
//       if (pass->walk.aim == PENDING_INSERT) ...
//       pending = (Pending){0};
//     }
//     return pending_join(pending, access_of(op));
//   }
//
// A walk that only finds goes on behind such a place as if something were there.  The one that
// inserts may do so elsewhere, and leave more: then the loop is walked once more, with what is in
// it now.
#ifndef PASSES_MEM_PENDING_H
#define PASSES_MEM_PENDING_H

#include "ir/core/op.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

// Sets of what a pass tells apart, one bit each.
typedef struct Pending {
  uint64_t reads, writes;
  uint64_t filled, released; // channels that have been waited for, and that have been released
} Pending;

Pending pending_join(Pending a, Pending b);

// What a walk is for.
typedef enum PendingAim {
  PENDING_FIND,  // what a loop leaves to its next iteration
  PENDING_COUNT, // what would be inserted, for a pass that asks
  PENDING_INSERT
} PendingAim;

typedef struct PendingWalk {
  // What is pending behind an op.
  Pending (*op)(void *user, IrOp *op, Pending pending);
  void *user;
  PendingAim aim;
  // Of loops: what is known to be pending at the beginning, kept for the next walk of a loop around
  // it, so that the walks of nested loops add up instead of multiplying.
  IR_VEC(Pending) entries;
  IrPtrMap entry_numbers; // loop -> its number in `entries` + 1
} PendingWalk;

// Walks the kernel's body to insert; what is pending at its end.
Pending pending_walk_kernel(PendingWalk *walk, IrOp *kernel);
// One of the regions is executed, or none.
Pending pending_walk_branches(PendingWalk *walk, IrOp *op, Pending pending);
// The regions are executed one after the other, any number of times.
Pending pending_walk_loop(PendingWalk *walk, IrOp *loop, Pending pending);
// Forgets what is known of the beginning of loops.
void pending_forget(PendingWalk *walk);

#endif
