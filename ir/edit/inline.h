// Replacing a call by the body of what it calls.
#ifndef IR_EDIT_INLINE_H
#define IR_EDIT_INLINE_H

#include "ir/edit/builder.h"

// Why `call` cannot be replaced by the body of `callable`, for a message; NULL when it can.  Asks
// the dialects (ir/interfaces/inline.h) and whether blocks and types fit.
IR_API const char *ir_inline_obstacle(IrOp *call, IrOp *callable);

typedef struct IrInlineOptions {
  // Moves the body out of the callable instead of copying it: the callable must go then.
  bool take;
  // Told of each call that came with the body, or NULL.
  void (*found_call)(void *user, IrOp *call);
  void *user;
} IrInlineOptions;
// Replaces and erases `call`, of which the above is NULL.  Ops and arguments that came get the
// location callsite(theirs at the call's), unless that of the call is unknown.
IR_API void ir_inline_call(IrOp *call, IrOp *callable, const IrInlineOptions *options);

#endif
