// Independent tasks on host threads.
#ifndef TARGETS_CPU_PARALLEL_H
#define TARGETS_CPU_PARALLEL_H

#include "ir/support/base.h"

// Host threads worth starting: the processors this process may use.
IR_API unsigned cpu_default_threads(void);
// Calls `task(user, thread, i)` once for each i in [0, count), in increasing order on each thread;
// `thread` counts from 0 to `threads` - 1.  `threads` 0: cpu_default_threads().  Returns when all
// are done.
IR_API void cpu_parallel(unsigned threads, int64_t count,
                         void (*task)(void *user, unsigned thread, int64_t i), void *user);

#endif
