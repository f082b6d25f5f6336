// Timing work on the device; see bench.h for the method.
#include "targets/cuda/bench.h"

#include <stdlib.h>

#include "ir/support/arena.h"
#include "targets/cuda/cuda_impl.h"

enum { MAX_ROUNDS = 64, MAX_COLD_RUNS = 256, MAX_HOT_RUNS = 100000, WARM_UP_RUNS = 3 };

// A cache is overwritten for certain by four times its size.
enum { FLUSH_FACTOR = 4 };
static const size_t min_flush_bytes = (size_t)64 << 20;

typedef struct Session {
  CudaRuntime *rt;
  const CudaBench *bench;
  CudaAddress flush;
  size_t flush_bytes;
  CuEvent *events; // 2 * MAX_COLD_RUNS
  double block_seconds;
  int rounds;
} Session;

// Runs of a contestant in one block.
typedef struct Plan {
  int64_t hot, cold;
} Plan;

static void busy(const Session *s, bool begins) {
  if (s->bench->busy) s->bench->busy(s->bench->user, begins);
}

static IrStatus record(Session *s, size_t event) {
  return cuda_check(s->rt, s->rt->api.event_record(s->events[event], s->rt->stream),
                    "cannot record an event");
}

static IrStatus elapsed(Session *s, size_t from, size_t to, double *seconds) {
  float ms = 0;
  IR_TRY(cuda_check(s->rt, s->rt->api.event_wait(s->events[to]), "the kernel failed"));
  IR_TRY(cuda_check(s->rt, s->rt->api.event_elapsed(&ms, s->events[from], s->events[to]),
                    "cannot read the time"));
  *seconds = ms * 1e-3;
  return IR_OK;
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, size_t n) {
  qsort(values, n, sizeof *values, compare_doubles);
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

// Seconds for `n` runs back to back.
static IrStatus hot_runs(Session *s, const CudaWork *work, int64_t n, double *seconds) {
  busy(s, true);
  IR_TRY(record(s, 0));
  for (int64_t i = 0; i < n; i++) IR_TRY(work->run(work->user));
  IR_TRY(record(s, 1));
  IR_TRY(elapsed(s, 0, 1, seconds));
  busy(s, false);
  return IR_OK;
}

static IrStatus flush_cache(Session *s) {
  return cuda_check(s->rt, s->rt->api.fill_async(s->flush, 0, s->flush_bytes, s->rt->stream),
                    "cannot overwrite the cache");
}

// Median seconds of `n` runs, each after a flush.
static IrStatus cold_runs(Session *s, const CudaWork *work, int64_t n, double *seconds) {
  double each[MAX_COLD_RUNS];
  busy(s, true);
  for (int64_t i = 0; i < n; i++) {
    IR_TRY(flush_cache(s));
    IR_TRY(record(s, (size_t)(2 * i)));
    IR_TRY(work->run(work->user));
    IR_TRY(record(s, (size_t)(2 * i + 1)));
  }
  for (int64_t i = 0; i < n; i++)
    IR_TRY(elapsed(s, (size_t)(2 * i), (size_t)(2 * i + 1), &each[i]));
  busy(s, false);
  *seconds = median(each, (size_t)n);
  return IR_OK;
}

static int64_t clamp(double runs, int64_t low, int64_t high) {
  if (!(runs > (double)low)) return low;
  return runs < (double)high ? (int64_t)runs : high;
}

// Warms up, and finds how many runs fill a block.
static IrStatus plan_hot(Session *s, const CudaWork *work, int64_t *runs, double *each) {
  double seconds = 0;
  int64_t n = 1;
  IR_TRY(hot_runs(s, work, WARM_UP_RUNS, &seconds));
  for (;; n *= 4) {
    IR_TRY(hot_runs(s, work, n, &seconds));
    if (seconds >= s->block_seconds / 8 || n >= MAX_HOT_RUNS / 4) break;
  }
  *each = seconds / (double)n;
  *runs = clamp(s->block_seconds / *each, 1, MAX_HOT_RUNS);
  return IR_OK;
}

static IrStatus make_plan(Session *s, const CudaWork *work, Plan *plan) {
  double each, flush = 0;
  IR_TRY(plan_hot(s, work, &plan->hot, &each));
  IR_TRY(record(s, 0));
  IR_TRY(flush_cache(s));
  IR_TRY(record(s, 1));
  IR_TRY(elapsed(s, 0, 1, &flush));
  plan->cold = clamp(s->block_seconds / (each + flush), 3, MAX_COLD_RUNS);
  return IR_OK;
}

typedef struct Samples {
  double hot[MAX_ROUNDS], cold[MAX_ROUNDS];
} Samples;

// One block of every contestant; every other round in the opposite order.
static IrStatus run_round(Session *s, const CudaWork *work, size_t n, const Plan *plans, int round,
                          bool cold, Samples *samples) {
  for (size_t i = 0; i < n; i++) {
    size_t c = round % 2 ? n - 1 - i : i;
    if (cold) {
      IR_TRY(cold_runs(s, &work[c], plans[c].cold, &samples[c].cold[round]));
    } else {
      IR_TRY(hot_runs(s, &work[c], plans[c].hot, &samples[c].hot[round]));
      samples[c].hot[round] /= (double)plans[c].hot;
    }
  }
  return IR_OK;
}

static double ratio(const double *last, const double *own, size_t rounds) {
  double each[MAX_ROUNDS];
  for (size_t i = 0; i < rounds; i++) each[i] = own[i] > 0 ? last[i] / own[i] : 0;
  return median(each, rounds);
}

static void summarise(const Session *s, size_t n, const Plan *plans, Samples *samples,
                      CudaTimes *times) {
  size_t rounds = (size_t)s->rounds;
  for (size_t c = 0; c < n; c++) {
    times[c].hot_ratio = ratio(samples[n - 1].hot, samples[c].hot, rounds);
    times[c].cold_ratio = ratio(samples[n - 1].cold, samples[c].cold, rounds);
    times[c].hot_runs = plans[c].hot * s->rounds;
    times[c].cold_runs = plans[c].cold * s->rounds;
  }
  for (size_t c = 0; c < n; c++) { // sorts, so the ratios come first
    times[c].hot = median(samples[c].hot, rounds);
    times[c].cold = median(samples[c].cold, rounds);
  }
}

static IrStatus measure(Session *s, const CudaWork *work, size_t n, Samples *samples,
                        CudaTimes *times) {
  Plan plans[CUDA_MAX_CONTESTANTS];
  for (size_t c = 0; c < n; c++) IR_TRY(make_plan(s, &work[c], &plans[c]));
  for (int cold = 0; cold < 2; cold++)
    for (int round = 0; round < s->rounds; round++)
      IR_TRY(run_round(s, work, n, plans, round, cold, samples));
  summarise(s, n, plans, samples, times);
  return IR_OK;
}

static IrStatus open_session(Session *s) {
  s->flush_bytes = (size_t)s->rt->device.l2_bytes * FLUSH_FACTOR;
  if (s->flush_bytes < min_flush_bytes) s->flush_bytes = min_flush_bytes;
  for (size_t i = 0; i < 2 * MAX_COLD_RUNS; i++)
    IR_TRY(cuda_check(s->rt, s->rt->api.event_create(&s->events[i], 0), "cannot create an event"));
  return cuda_alloc(s->rt, s->flush_bytes, &s->flush);
}

static void close_session(Session *s) {
  for (size_t i = 0; i < 2 * MAX_COLD_RUNS; i++)
    if (s->events[i]) s->rt->api.event_destroy(s->events[i]);
  cuda_free(s->rt, s->flush);
  ir_free(s->events);
}

IrStatus cuda_bench(CudaRuntime *rt, const CudaBench *bench, const CudaWork *work, size_t n,
                    CudaTimes *times) {
  IR_ASSERT(n >= 1 && n <= CUDA_MAX_CONTESTANTS, "too many contestants");
  Session s = {.rt = rt, .bench = bench};
  s.block_seconds = bench->block_seconds > 0 ? bench->block_seconds : 0.25;
  s.rounds = bench->rounds > 0 && bench->rounds <= MAX_ROUNDS ? bench->rounds : 6;
  s.events = ir_calloc(2 * MAX_COLD_RUNS, sizeof *s.events);
  Samples *samples = ir_calloc(n, sizeof *samples);
  IrStatus status = open_session(&s);
  if (status == IR_OK) status = measure(&s, work, n, samples, times);
  close_session(&s);
  ir_free(samples);
  return status;
}

IrStatus cuda_time(CudaRuntime *rt, const CudaWork *work, double seconds, double *each) {
  static const CudaBench silent;
  CuEvent events[2] = {NULL, NULL};
  Session s = {.rt = rt, .bench = &silent, .events = events, .block_seconds = seconds};
  IrStatus status = IR_OK;
  int64_t runs = 0;
  for (int i = 0; i < 2 && status == IR_OK; i++)
    status = cuda_check(rt, rt->api.event_create(&events[i], 0), "cannot create an event");
  if (status == IR_OK) status = plan_hot(&s, work, &runs, each);
  if (status == IR_OK) status = hot_runs(&s, work, runs, each);
  if (status == IR_OK) *each /= (double)runs;
  for (int i = 0; i < 2; i++)
    if (events[i]) rt->api.event_destroy(events[i]);
  return status;
}
