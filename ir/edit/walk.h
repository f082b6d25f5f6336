// The walk driver: one walk over everything inside an op, each op visited once.
//
// For patterns that lower, whose results need no further rewriting: there is no worklist to keep
// right and nothing is looked at twice, so it is the fastest driver, and it ends whatever the
// patterns do.
//
//   - Every op that is inside the root when the walk begins, and still there when its turn comes,
//     is visited once; the first pattern that matches, best benefit first, is the only one applied.
//   - Ops that patterns make are not visited, and none is visited again: what a pattern leaves to
//     do stays undone.  Nothing is folded.
//   - A pattern erases or replaces its own op, what is in it, what was visited before it and what
//     it made itself.  One that erases an op which the walk has yet to visit is an error that names
//     both.
#ifndef IR_EDIT_WALK_H
#define IR_EDIT_WALK_H

#include "ir/edit/rewriter.h"

typedef struct IrWalkOptions {
  bool outer_first;                  // an op before those inside it; else after them
  uint64_t *rewrites;                // counts patterns applied, or NULL
  const char *enable;                // as in IrGreedyOptions
  const char *disable;               //
  const IrRewriteListener *listener; // or NULL
} IrWalkOptions;

// `options` NULL: the defaults.  Fails only when a pattern breaks a rule.
IR_API IR_CHECKED IrStatus ir_rewrite_walk_sized(IrOp *root, const IrPattern *const *patterns,
                                                 size_t n, const IrWalkOptions *options,
                                                 size_t size);
IR_CHECKED static inline IrStatus ir_rewrite_walk(IrOp *root, const IrPattern *const *patterns,
                                                  size_t n, const IrWalkOptions *options) {
  return ir_rewrite_walk_sized(root, patterns, n, options, sizeof *options);
}

#endif
