// Arrivals, bytes and phases; see mbarrier.h.
#include "targets/cpu/mbarrier.h"

CpuMbarrierState cpu_mbarrier_init(int64_t count) {
  IR_ASSERT(count >= 1 && count <= CPU_MBARRIER_MAX, "an mbarrier counts 1 to 2^20 - 1 arrivals");
  return (CpuMbarrierState){.expected = count, .pending = count};
}

// Takes over `next` unless it is out of bounds, and completes its phase when that is due.
static CpuMbarrierResult step(CpuMbarrierState *state, CpuMbarrierState next) {
  if (next.pending < 0 || next.pending > CPU_MBARRIER_MAX) return CPU_MBARRIER_TOO_MANY;
  if (next.bytes > CPU_MBARRIER_MAX || next.bytes < -CPU_MBARRIER_MAX)
    return CPU_MBARRIER_OUT_OF_RANGE;
  if (next.pending == 0 && next.bytes < 0) return CPU_MBARRIER_UNEXPECTED;
  bool complete = next.pending == 0 && next.bytes == 0;
  if (complete) {
    next.phase++;
    next.pending = next.expected;
  }
  *state = next;
  return complete ? CPU_MBARRIER_COMPLETE : CPU_MBARRIER_OK;
}

CpuMbarrierResult cpu_mbarrier_arrive(CpuMbarrierState *state, int64_t count, int64_t bytes) {
  CpuMbarrierState next = *state;
  next.pending -= count;
  next.bytes += bytes;
  return step(state, next);
}

CpuMbarrierResult cpu_mbarrier_expect(CpuMbarrierState *state, int64_t bytes) {
  return cpu_mbarrier_arrive(state, 0, bytes);
}

CpuMbarrierResult cpu_mbarrier_bring(CpuMbarrierState *state, int64_t bytes) {
  return cpu_mbarrier_arrive(state, 0, -bytes);
}

CpuMbarrierResult cpu_mbarrier_add(CpuMbarrierState *state, int64_t count) {
  return cpu_mbarrier_arrive(state, -count, 0);
}

bool cpu_mbarrier_is_complete(const CpuMbarrierState *state, unsigned parity) {
  return (state->phase & 1) != parity;
}
