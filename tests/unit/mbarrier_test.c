// Phases of an mbarrier: arrivals, bytes, and what is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "targets/cpu/mbarrier.h"

static void test_arrivals(void **fixture) {
  CpuMbarrierState s = cpu_mbarrier_init(3);
  (void)fixture;
  assert_int_equal(cpu_mbarrier_arrive(&s, 2, 0), CPU_MBARRIER_OK);
  assert_int_equal(s.pending, 1);
  assert_int_equal(cpu_mbarrier_arrive(&s, 1, 0), CPU_MBARRIER_COMPLETE);
  assert_int_equal(s.phase, 1);
  assert_int_equal(s.pending, 3);
}

// On a fresh mbarrier parity 1 is over and parity 0 is not; each phase turns that round.
static void test_parity(void **fixture) {
  CpuMbarrierState s = cpu_mbarrier_init(1);
  (void)fixture;
  for (unsigned phase = 0; phase < 5; phase++) {
    assert_false(cpu_mbarrier_is_complete(&s, phase & 1));
    assert_true(cpu_mbarrier_is_complete(&s, ~phase & 1));
    assert_int_equal(cpu_mbarrier_arrive(&s, 1, 0), CPU_MBARRIER_COMPLETE);
    assert_true(cpu_mbarrier_is_complete(&s, phase & 1));
  }
}

static void test_bytes(void **fixture) {
  CpuMbarrierState s = cpu_mbarrier_init(1);
  (void)fixture;
  assert_int_equal(cpu_mbarrier_arrive(&s, 1, 512), CPU_MBARRIER_OK);
  assert_int_equal(s.pending, 0);
  assert_int_equal(cpu_mbarrier_bring(&s, 256), CPU_MBARRIER_OK);
  assert_int_equal(s.phase, 0);
  assert_int_equal(cpu_mbarrier_bring(&s, 256), CPU_MBARRIER_COMPLETE);
  assert_int_equal(s.phase, 1);
  // The next phase has its arrivals again and expects nothing yet.
  assert_int_equal(s.pending, 1);
  assert_int_equal(s.bytes, 0);
}

// Bytes may come before they are expected, while an arrival keeps the phase open.
static void test_bytes_first(void **fixture) {
  CpuMbarrierState s = cpu_mbarrier_init(1);
  (void)fixture;
  assert_int_equal(cpu_mbarrier_bring(&s, 128), CPU_MBARRIER_OK);
  assert_int_equal(s.bytes, -128);
  assert_int_equal(cpu_mbarrier_expect(&s, 128), CPU_MBARRIER_OK);
  assert_int_equal(cpu_mbarrier_arrive(&s, 1, 0), CPU_MBARRIER_COMPLETE);
}

static void test_refused(void **fixture) {
  CpuMbarrierState s = cpu_mbarrier_init(2), before;
  (void)fixture;
  assert_int_equal(cpu_mbarrier_arrive(&s, 3, 0), CPU_MBARRIER_TOO_MANY);
  assert_int_equal(s.pending, 2);
  assert_int_equal(cpu_mbarrier_expect(&s, CPU_MBARRIER_MAX), CPU_MBARRIER_OK);
  assert_int_equal(cpu_mbarrier_expect(&s, 1), CPU_MBARRIER_OUT_OF_RANGE);
  assert_int_equal(s.bytes, CPU_MBARRIER_MAX);
  // All arrivals are there and bytes are due: another arrival has no phase to go to.
  assert_int_equal(cpu_mbarrier_arrive(&s, 2, 0), CPU_MBARRIER_OK);
  assert_int_equal(cpu_mbarrier_arrive(&s, 1, 0), CPU_MBARRIER_TOO_MANY);
  before = s;
  assert_int_equal(cpu_mbarrier_bring(&s, CPU_MBARRIER_MAX + 1), CPU_MBARRIER_UNEXPECTED);
  assert_memory_equal(&s, &before, sizeof s);
  assert_int_equal(cpu_mbarrier_bring(&s, CPU_MBARRIER_MAX), CPU_MBARRIER_COMPLETE);
}

// More bytes than expected, told by the last arrival.
static void test_unexpected(void **fixture) {
  CpuMbarrierState s = cpu_mbarrier_init(1);
  (void)fixture;
  assert_int_equal(cpu_mbarrier_bring(&s, 64), CPU_MBARRIER_OK);
  assert_int_equal(cpu_mbarrier_arrive(&s, 1, 32), CPU_MBARRIER_UNEXPECTED);
  assert_int_equal(s.pending, 1);
  assert_int_equal(cpu_mbarrier_arrive(&s, 1, 64), CPU_MBARRIER_COMPLETE);
}

// An arrival more for a phase, as cp.async.mbarrier.arrive without .noinc adds and takes back.
static void test_added(void **fixture) {
  CpuMbarrierState s = cpu_mbarrier_init(1);
  (void)fixture;
  assert_int_equal(cpu_mbarrier_add(&s, 1), CPU_MBARRIER_OK);
  assert_int_equal(cpu_mbarrier_arrive(&s, 1, 0), CPU_MBARRIER_OK);
  assert_int_equal(cpu_mbarrier_arrive(&s, 1, 0), CPU_MBARRIER_COMPLETE);
  assert_int_equal(s.pending, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arrivals), cmocka_unit_test(test_parity),
      cmocka_unit_test(test_bytes),    cmocka_unit_test(test_bytes_first),
      cmocka_unit_test(test_refused),  cmocka_unit_test(test_unexpected),
      cmocka_unit_test(test_added),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
