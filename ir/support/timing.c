// Recording times; see timing.h.
#define _GNU_SOURCE
#include "ir/support/timing_impl.h"

#include <time.h>
#include <unistd.h>

static uint64_t read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t ir_clock_wall(void) {
  return read_clock(CLOCK_MONOTONIC);
}

double ir_clock_seconds(void) {
  return (double)ir_clock_wall() * 1e-9;
}

uint64_t ir_clock_process(void) {
  return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

IrTiming *ir_timing_create(bool trace) {
  IrTiming *timing = ir_calloc(1, sizeof *timing);
  pthread_mutex_init(&timing->lock, NULL);
  timing->trace = trace;
  timing->root.of = timing;
  timing->root.name = "total";
  timing->whole = (IrTimeSpan){&timing->root, ir_clock_wall(), ir_clock_process()};
  return timing;
}

void ir_timing_destroy(IrTiming *timing) {
  if (!timing) return;
  ir_vec_free(&timing->spans);
  ir_arena_destroy(&timing->arena);
  pthread_mutex_destroy(&timing->lock);
  ir_free(timing);
}

IrTimer *ir_timing_root(IrTiming *timing) {
  return timing ? &timing->root : NULL;
}

// The lock is held.
static IrTimer *add_timer(IrTimer *parent, IrStr name) {
  IrTimer *timer = IR_NEW(&parent->of->arena, IrTimer);
  timer->of = parent->of;
  timer->parent = parent;
  timer->name = ir_arena_strdup(&parent->of->arena, name);
  if (parent->last)
    parent->last->next = timer;
  else
    parent->first = timer;
  parent->last = timer;
  return timer;
}

IrTimer *ir_timer_new(IrTimer *parent, IrStr name) {
  if (!parent) return NULL;
  pthread_mutex_lock(&parent->of->lock);
  IrTimer *timer = add_timer(parent, name);
  pthread_mutex_unlock(&parent->of->lock);
  return timer;
}

IrTimer *ir_timer_named(IrTimer *parent, const char *name) {
  if (!parent) return NULL;
  pthread_mutex_lock(&parent->of->lock);
  IrTimer *timer = parent->first;
  while (timer && strcmp(timer->name, name)) timer = timer->next;
  if (!timer) timer = add_timer(parent, ir_str(name));
  pthread_mutex_unlock(&parent->of->lock);
  return timer;
}

IrTimeSpan ir_time_begin(IrTimer *timer) {
  if (!timer) return (IrTimeSpan){0};
  return (IrTimeSpan){timer, ir_clock_wall(), read_clock(CLOCK_THREAD_CPUTIME_ID)};
}

static void keep_span(const IrTimer *timer, IrStr about, uint64_t start, uint64_t wall) {
  IrTiming *timing = timer->of;
  if (!timing->trace) return;
  pthread_mutex_lock(&timing->lock);
  TraceSpan span = {timer, ir_arena_strdup(&timing->arena, about), start, wall, gettid()};
  ir_vec_push(&timing->spans, span);
  pthread_mutex_unlock(&timing->lock);
}

static void add(IrTimer *timer, uint64_t wall, uint64_t cpu) {
  atomic_fetch_add_explicit(&timer->wall, wall, memory_order_relaxed);
  atomic_fetch_add_explicit(&timer->cpu, cpu, memory_order_relaxed);
  atomic_fetch_add_explicit(&timer->spans, 1, memory_order_relaxed);
}

void ir_time_end(const IrTimeSpan *span, IrStr about) {
  if (!span->timer) return;
  uint64_t cpu = read_clock(CLOCK_THREAD_CPUTIME_ID) - span->cpu;
  uint64_t wall = ir_clock_wall() - span->wall;
  add(span->timer, wall, cpu);
  keep_span(span->timer, about, span->wall, wall);
}

void ir_time_add(IrTimer *timer, const IrTimeSpan *since, double start, double seconds) {
  if (!timer) return;
  uint64_t wall = seconds > 0 ? (uint64_t)(seconds * 1e9) : 0;
  add(timer, wall, wall);
  keep_span(timer, IR_STR(""), since->wall + (uint64_t)(start * 1e9), wall);
}
