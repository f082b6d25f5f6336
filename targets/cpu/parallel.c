// Independent tasks on host threads; see parallel.h.
//
// Threads take the next task from a shared counter.  The calling thread works, too, so that when no
// thread can be started everything still gets done.
#include "targets/cpu/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "ir/support/arena.h"

enum { MAX_THREADS = 256 };

typedef struct Work {
  void (*task)(void *user, unsigned thread, int64_t i);
  void *user;
  int64_t count;
  _Atomic int64_t next;
} Work;

typedef struct Worker {
  Work *work;
  unsigned thread;
  pthread_t handle;
  bool started;
} Worker;

unsigned cpu_default_threads(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : (unsigned)n;
}

static void *work_on(void *user) {
  Worker *worker = user;
  Work *work = worker->work;
  for (int64_t i; (i = atomic_fetch_add(&work->next, 1)) < work->count;)
    work->task(work->user, worker->thread, i);
  return NULL;
}

void cpu_parallel(unsigned threads, int64_t count,
                  void (*task)(void *user, unsigned thread, int64_t i), void *user) {
  if (threads == 0) threads = cpu_default_threads();
  if (threads > MAX_THREADS) threads = MAX_THREADS;
  if ((int64_t)threads > count) threads = count > 0 ? (unsigned)count : 1;
  Work work = {task, user, count, 0};
  Worker *workers = ir_calloc(threads, sizeof *workers);
  for (unsigned i = 0; i < threads; i++) {
    workers[i] = (Worker){.work = &work, .thread = i};
    if (i > 0)
      workers[i].started = pthread_create(&workers[i].handle, NULL, work_on, &workers[i]) == 0;
  }
  work_on(&workers[0]);
  for (unsigned i = 1; i < threads; i++)
    if (workers[i].started) pthread_join(workers[i].handle, NULL);
  ir_free(workers);
}
