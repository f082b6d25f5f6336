// The greedy driver and its report, which share the trace of the last steps.
#ifndef IR_EDIT_GREEDY_IMPL_H
#define IR_EDIT_GREEDY_IMPL_H

#include "ir/edit/rewriter_impl.h"

// A step that changed something.
typedef struct TraceStep {
  const char *name; // of the pattern, "fold" or "erase dead op"
  bool is_pattern;
  IrStr op_name; // of the op it was done to
  IrLoc loc;
  uint64_t state; // fingerprint of what is around the op, after the step
  size_t ops;     // in there
} TraceStep;

typedef struct Trace {
  IR_VEC(TraceStep) steps;
  size_t most;      // steps to take down
  TraceStep before; // the op at hand
  IrOp *scope;      // the isolated op around it
} Trace;

// Before and after a step, while the driver traces.
void ir_trace_begin(Trace *trace, const IrRewriter *rw, IrOp *op);
void ir_trace_end(Trace *trace, const char *name, bool is_pattern);
// Notes and help behind the diagnostic that says that patterns do not come to rest.
void ir_trace_report(const Trace *trace, IrContext *ctx);
void ir_trace_free(Trace *trace);

#endif
