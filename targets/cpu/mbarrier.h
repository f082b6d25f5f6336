// The state of an mbarrier, as the PTX ISA describes it.
//
// A phase waits for arrivals (`pending` of `expected`) and for bytes (`bytes`): it is complete when
// both are zero, and the next begins with all arrivals pending again.  Bytes that copies bring may
// be told before they are expected, so their number may be below zero as long as arrivals are
// pending.
#ifndef TARGETS_CPU_MBARRIER_H
#define TARGETS_CPU_MBARRIER_H

#include "ir/support/base.h"

enum { CPU_MBARRIER_MAX = (1 << 20) - 1 }; // of arrivals, and of bytes either way

typedef struct CpuMbarrierState {
  int64_t expected; // arrivals of a phase
  int64_t pending;  // of them, in the phase under way
  int64_t bytes;    // that the phase expects and that have not come
  uint64_t phase;   // under way, from 0 on; all before are complete
} CpuMbarrierState;

typedef enum CpuMbarrierResult {
  CPU_MBARRIER_OK,
  CPU_MBARRIER_COMPLETE,     // and a phase is complete
  CPU_MBARRIER_TOO_MANY,     // arrivals: more than the phase waits for
  CPU_MBARRIER_OUT_OF_RANGE, // bytes: more than an mbarrier counts
  CPU_MBARRIER_UNEXPECTED,   // bytes: all have arrived, and more has come than is expected
} CpuMbarrierResult;

// `count`: 1 to CPU_MBARRIER_MAX.
CpuMbarrierState cpu_mbarrier_init(int64_t count);
// Arrives `count` times after expecting `bytes` more, as one step.  The state is unchanged when the
// result is an error.
CpuMbarrierResult cpu_mbarrier_arrive(CpuMbarrierState *state, int64_t count, int64_t bytes);
CpuMbarrierResult cpu_mbarrier_expect(CpuMbarrierState *state, int64_t bytes);
// A copy has brought `bytes`.
CpuMbarrierResult cpu_mbarrier_bring(CpuMbarrierState *state, int64_t bytes);
// The phase under way waits for `count` arrivals more.
CpuMbarrierResult cpu_mbarrier_add(CpuMbarrierState *state, int64_t count);
// Whether a wait for the phase of that parity is over: the one before the phase under way has it.
bool cpu_mbarrier_is_complete(const CpuMbarrierState *state, unsigned parity);

#endif
