// Looking on while a pipeline runs.  Dumps, reports, reproducers, bisection and skipping are each
// one instrumentation: a struct of callbacks that the pass manager calls around every pass.
//
//   static IrStatus after(void *user, const IrPassEvent *e) { ... e->pass->name, e->op ... }
//   ir_pass_manager_instrument(pm, &(IrInstrumentation){sizeof(IrInstrumentation), "count",
//                                                       .after_pass = after, .user = &count});
//
// Passes may run on several threads at a time, each on an op of its own, so callbacks around a
// pass touch only the event's op, their memo, and what they lock themselves; text and files go
// through ir_pass_event_deliver, which keeps them in the order of the ops.
#ifndef IR_PASS_INSTRUMENTATION_H
#define IR_PASS_INSTRUMENTATION_H

#include "ir/pass/pass.h"

// One run of one pass on one op, as callbacks see it.  Valid during the call.
typedef struct IrPassEvent {
  uint32_t size; // sizeof(IrPassEvent)
  IrContext *ctx;
  const IrPassDef *pass;
  IrStr options; // as a pipeline spells them, `{a=1}`, or empty
  IrOp *op;      // what the pass runs on; after_pass: NULL when a pass, wrongly, took it away
  IrOp *module;  // what the pipeline runs on; look inside only when `whole_module` was asked for;
                 // after_pass, `end`: NULL when a pass, wrongly, destroyed what was around its op
  uint32_t number, count; // the pass is the number-th, from 1, of so many in the pipeline's text
  IrStatus status;        // after_pass: of the pass, the verification after it, and of after_pass
                          // of instrumentations behind this one
  // Kept from before_pass to after_pass of the same run for the instrumentation at hand, at first
  // zero.
  uint64_t *memo;
  struct PassUnit *unit; // the manager's
} IrPassEvent;

// Calls `deliver(user, text)` with a copy of `text` once all that comes earlier in the order of the
// ops has been delivered: at once on one thread, later on several, but never two at a time.
IR_API void ir_pass_event_deliver(const IrPassEvent *event, void (*deliver)(void *user, IrStr text),
                                  void *user, IrStr text);

// Any callback may be NULL.  A callback that returns IR_FAILED has emitted an error, else one is
// emitted that names it; the pipeline stops there.
typedef struct IrInstrumentation {
  uint32_t size; // sizeof(IrInstrumentation)
  const char *name;
  void *user; // first argument of every callback
  // Callbacks look at the whole module around the op, so passes run one after another.
  bool whole_module;
  // Once, before the first pass and after the last, on the thread that runs the pipeline.  `end` is
  // called of all that have begun, also when a later one could not.
  IrStatus (*begin)(void *user, IrOp *module);
  IrStatus (*end)(void *user, IrOp *module, IrStatus status);
  // Whether the pass is to run at all; asked before before_pass.
  bool (*wants)(void *user, const IrPassEvent *event);
  IrStatus (*before_pass)(void *user, const IrPassEvent *event);
  // In the reverse order of the instrumentations, also after a pass that failed, or that did not
  // run since before_pass of an instrumentation behind this one failed.
  IrStatus (*after_pass)(void *user, const IrPassEvent *event);
} IrInstrumentation;

#endif
