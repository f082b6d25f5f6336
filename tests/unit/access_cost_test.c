// Sectors, wavefronts and bank conflicts of accesses whose costs are known.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "targets/cpu/access_cost.h"

typedef CpuAccessCost (*Cost)(CpuLaneAddresses access);

// Lane l accesses `bytes` at start + l * stride.
static void expect(Cost cost, int64_t start, int64_t stride, uint32_t bytes, uint32_t units,
                   uint32_t ideal) {
  int64_t addresses[CPU_ACCESS_LANES];
  for (int l = 0; l < CPU_ACCESS_LANES; l++) addresses[l] = start + l * stride;
  CpuAccessCost found = cost((CpuLaneAddresses){UINT32_MAX, addresses, bytes, false});
  assert_int_equal(found.units, units);
  assert_int_equal(found.ideal, ideal);
}

static void global_sectors(void **state) {
  (void)state;
  expect(cpu_global_cost, 256, 4, 4, 4, 4);     // side by side
  expect(cpu_global_cost, 256, 16, 16, 16, 16); // and wide
  expect(cpu_global_cost, 260, 4, 4, 5, 4);     // not from the start of a sector
  expect(cpu_global_cost, 256, 8, 4, 8, 4);     // every other element
  expect(cpu_global_cost, 256, 128, 4, 32, 4);  // down a column
  expect(cpu_global_cost, 256, 0, 4, 1, 1);     // all the same
  expect(cpu_global_cost, 256, 2, 2, 2, 2);
  expect(cpu_global_cost, 4096, -4, 4, 5, 4); // downward, the last sector begun
}

static void shared_wavefronts_of_words(void **state) {
  (void)state;
  expect(cpu_shared_cost, 0, 4, 4, 1, 1);
  expect(cpu_shared_cost, 0, 0, 4, 1, 1);    // one word for all
  expect(cpu_shared_cost, 0, 8, 4, 2, 1);    // 2-way
  expect(cpu_shared_cost, 0, 128, 4, 32, 1); // 32-way
  expect(cpu_shared_cost, 0, 132, 4, 1, 1);  // padded by a word
  expect(cpu_shared_cost, 0, 2, 2, 1, 1);
  expect(cpu_shared_cost, 0, 64, 2, 16, 1);
}

static void shared_wavefronts_of_vectors(void **state) {
  (void)state;
  expect(cpu_shared_cost, 0, 8, 8, 2, 2);
  expect(cpu_shared_cost, 0, 16, 16, 4, 4);
  expect(cpu_shared_cost, 0, 128, 8, 32, 2);  // 16-way in each phase
  expect(cpu_shared_cost, 0, 128, 16, 32, 4); // 8-way
  expect(cpu_shared_cost, 0, 144, 16, 4, 4);  // rows of 128 bytes, padded by 16
  expect(cpu_shared_cost, 0, 32, 16, 8, 4);   // 2-way
}

// Rows of 128 bytes of which the 16-byte pieces are exclusive-ored with the row: ldmatrix of a
// column of pieces takes one wavefront for each of its four matrices.
static void swizzled_rows(void **state) {
  (void)state;
  for (int64_t piece = 0; piece < 8; piece++) {
    int64_t addresses[CPU_ACCESS_LANES];
    for (int64_t l = 0; l < CPU_ACCESS_LANES; l++) addresses[l] = l * 128 + (piece ^ l % 8) * 16;
    CpuAccessCost cost = cpu_shared_cost((CpuLaneAddresses){UINT32_MAX, addresses, 16, false});
    assert_int_equal(cost.units, 4);
    cost = cpu_shared_cost((CpuLaneAddresses){0xFF, addresses, 16, false}); // .x1
    assert_int_equal(cost.units, 1);
    assert_int_equal(cost.ideal, 1);
  }
}

static void part_of_the_lanes(void **state) {
  (void)state;
  int64_t addresses[CPU_ACCESS_LANES] = {[3] = 64, [7] = 192, [20] = 64};
  uint32_t lanes = 1u << 3 | 1u << 7 | 1u << 20;
  CpuAccessCost cost = cpu_shared_cost((CpuLaneAddresses){lanes, addresses, 4, false});
  assert_int_equal(cost.units, 2); // 64 and 192 are of one bank
  cost = cpu_shared_cost((CpuLaneAddresses){lanes, addresses, 8, false});
  assert_int_equal(cost.units, 3);
  assert_int_equal(cost.ideal, 2);
  cost = cpu_global_cost((CpuLaneAddresses){lanes, addresses, 4, false});
  assert_int_equal(cost.units, 2);
  assert_int_equal(cost.ideal, 1);
  cost = cpu_shared_cost((CpuLaneAddresses){0, addresses, 4, false});
  assert_int_equal(cost.units, 0);
  assert_int_equal(cost.ideal, 0);
}

static void atomics_of_one_word_wait(void **state) {
  (void)state;
  int64_t addresses[CPU_ACCESS_LANES] = {0};
  CpuAccessCost cost = cpu_shared_cost((CpuLaneAddresses){0xFF, addresses, 4, true});
  assert_int_equal(cost.units, 8);
  assert_int_equal(cost.ideal, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(global_sectors),
      cmocka_unit_test(shared_wavefronts_of_words),
      cmocka_unit_test(shared_wavefronts_of_vectors),
      cmocka_unit_test(swizzled_rows),
      cmocka_unit_test(part_of_the_lanes),
      cmocka_unit_test(atomics_of_one_word_wait),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
