// What the recording of times shares with its reports.
#ifndef IR_SUPPORT_TIMING_IMPL_H
#define IR_SUPPORT_TIMING_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "ir/support/arena.h"
#include "ir/support/timing.h"
#include "ir/support/vec.h"

struct IrTimer {
  IrTiming *of;
  const char *name;
  IrTimer *parent, *first, *last, *next; // of those under it, and beside it
  _Atomic uint64_t wall, cpu, spans;     // nanoseconds; a timer without spans is a heading
};

typedef struct TraceSpan {
  const IrTimer *timer;
  const char *about;
  uint64_t start, wall; // nanoseconds
  int thread;
} TraceSpan;

struct IrTiming {
  IrArena arena;
  IrTimer root;
  IrTimeSpan whole; // of the root, with the whole process's processor time
  bool trace;
  pthread_mutex_t lock; // of all but the sums
  IR_VEC(TraceSpan) spans;
};

// What a timer has in all.
typedef struct TimeSum {
  uint64_t wall, cpu, spans;
} TimeSum;

uint64_t ir_clock_wall(void);
uint64_t ir_clock_process(void); // processor time of all threads

#endif
