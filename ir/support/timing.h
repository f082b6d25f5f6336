// Where time goes: a tree of timers, and the spans of time that were spent on each.
//
//   IrTiming *timing = ir_timing_create(false);
//   IrTimer *parse = ir_timer_new(ir_timing_root(timing), IR_STR("parse"));
//   IrTimeSpan span = ir_time_begin(parse);
//   ...
//   ir_time_end(&span, IR_STR(""));
//   ir_timing_print(timing, IR_TIMING_TREE, &out);
//
// Whoever is not asked for times passes NULL around: no timer has no children, and a span of no
// timer costs nothing.  Timers may be made, and spans begin and end, on any thread.
#ifndef IR_SUPPORT_TIMING_H
#define IR_SUPPORT_TIMING_H

#include "ir/support/stream.h"

// Seconds of a clock that only goes forward, from some moment in the past.
IR_API double ir_clock_seconds(void);

typedef struct IrTiming IrTiming;
typedef struct IrTimer IrTimer;

// Begins with the time of its root.  With `trace` every span is kept, not just their sums.
IR_API IrTiming *ir_timing_create(bool trace);
IR_API void ir_timing_destroy(IrTiming *timing); // with its timers; may be NULL
IR_API IrTimer *ir_timing_root(IrTiming *timing);
// A new timer under `parent`, after its others; `name` is copied.
IR_API IrTimer *ir_timer_new(IrTimer *parent, IrStr name);
// The first timer under `parent` with that name, or a new one.
IR_API IrTimer *ir_timer_named(IrTimer *parent, const char *name);

typedef struct IrTimeSpan {
  IrTimer *timer;
  uint64_t wall, cpu; // nanoseconds at the beginning
} IrTimeSpan;

// The time and the processor's time of this thread from now on are spent on `timer`.
IR_API IrTimeSpan ir_time_begin(IrTimer *timer);
// `about` says in a trace on what: "@f".
IR_API void ir_time_end(const IrTimeSpan *span, IrStr about);
// Adds a span that something else has measured, `start` seconds after `since` began.
IR_API void ir_time_add(IrTimer *timer, const IrTimeSpan *since, double start, double seconds);

typedef enum IrTimingView {
  IR_TIMING_TREE, // as the timers are nested; a timer's time has that of those under it in it
  IR_TIMING_LIST, // by name, without what is nested, the longest first
} IrTimingView;

// What no timer accounts for is shown as `rest`.  On several threads sums may exceed the total.
IR_API void ir_timing_print(const IrTiming *timing, IrTimingView view, IrStream *out);
IR_API void ir_timing_print_json(const IrTiming *timing, IrTimingView view, IrStream *out);
// The spans as Chrome's trace events (JSON), which Perfetto and chrome://tracing show.
IR_API void ir_timing_print_trace(const IrTiming *timing, IrStream *out);

#endif
