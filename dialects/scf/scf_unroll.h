// Fewer and longer iterations of scf.for: unrolling, and loops that run once.
#ifndef DIALECTS_SCF_SCF_UNROLL_H
#define DIALECTS_SCF_SCF_UNROLL_H

#include "dialects/scf/scf.h"

// Puts the body of a loop that runs exactly once, as its constant bounds say, in its place, and
// erases the loop.  False, and nothing changed, when that is not known.
IR_API bool scf_for_inline_single(IrOp *loop);

// Why `loop` cannot be unrolled, for a message; NULL when it can.
IR_API const char *scf_for_unroll_obstacle(const IrOp *loop);

// The loop with more in its body, and one for the iterations that are left; NULL where there is
// none, or where it ran once and is no loop any more.
typedef struct ScfUnrolled {
  IrOp *loop, *rest;
} ScfUnrolled;
// Makes `factor` iterations (at least one) into one.  With constant bounds the number of iterations
// that are left is known, too.  Of a loop of which the above is NULL, and whose step times `factor`
// is a number of its type.  With `annotate`, each op in the body gets the attribute
// `unrolled_iteration`: from which of them it comes.
IR_API ScfUnrolled scf_for_unroll(IrOp *loop, uint64_t factor, bool annotate);

#endif
