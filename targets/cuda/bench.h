// Timing work on the device: one contestant alone, or several against each other.
//
// A GPU's clocks move with temperature and power, so contestants take turns in blocks of about a
// quarter of a second, in alternating order, and only figures of the same round are divided by each
// other.  Two figures each: `hot`, runs back to back, where small operands stay in the L2 cache;
// and `cold`, each run timed alone after the cache has been overwritten.
#ifndef TARGETS_CUDA_BENCH_H
#define TARGETS_CUDA_BENCH_H

#include "targets/cuda/cuda.h"

// Enqueues one run on the runtime's stream.
typedef struct CudaWork {
  IrStatus (*run)(void *user);
  void *user;
} CudaWork;

enum { CUDA_MAX_CONTESTANTS = 4 };

typedef struct CudaTimes {
  double hot, cold;             // median seconds of a run
  double hot_ratio, cold_ratio; // median over rounds of the last contestant's time / this one's
  int64_t hot_runs, cold_runs;  // runs behind the figures
} CudaTimes;

typedef struct CudaBench {
  double block_seconds; // 0: 0.25
  int rounds;           // 0: 6
  // Called before and after each stretch that waits for the device, so that a watchdog can tell a
  // long measurement from a kernel that hangs; may be NULL.
  void (*busy)(void *user, bool begins);
  void *user;
} CudaBench;

// `times` has one entry a contestant.
IR_API IR_CHECKED IrStatus cuda_bench(CudaRuntime *rt, const CudaBench *bench, const CudaWork *work,
                                      size_t n, CudaTimes *times);

// One contestant, one block of about `seconds`: seconds of a run, back to back.  Others may have
// the device in between; who compares their figures lets them take turns.
IR_API IR_CHECKED IrStatus cuda_time(CudaRuntime *rt, const CudaWork *work, double seconds,
                                     double *each);

#endif
