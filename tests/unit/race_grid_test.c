// Races between clusters: each kind of pair, and random accesses against a table of bytes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "targets/cpu/race_grid.h"

static const char ops[16];
static const IrOp *op(int i) {
  return (const IrOp *)(const void *)&ops[i];
}

typedef struct Fixture {
  CpuRaceGrid *grid;
  CpuRace *race; // of the cluster that runs
  CpuRaceMemory *memory;
  CpuRaceGridReport report;
} Fixture;

static Fixture start(void) {
  Fixture f = {.grid = cpu_race_grid_create(), .race = cpu_race_create((CpuRaceShape){1, 32})};
  f.memory = cpu_race_memory(f.race);
  return f;
}

static void end(Fixture *f) {
  cpu_race_destroy(f->race);
  cpu_race_grid_destroy(f->grid);
}

static void access_bytes(Fixture *f, int i, CpuRaceKind kind, int64_t at, uint32_t bytes) {
  CpuRaceReport report;
  CpuRaceAccess access = {.op = op(i),
                          .kind = kind,
                          .scope = CPU_RACE_SCOPE_DEVICE,
                          .lanes = 1,
                          .offsets = &at,
                          .bytes = bytes};
  assert_false(cpu_race_access(f->race, f->memory, (CpuRaceActor){.warp = 0}, &access, &report));
}

// The cluster ends; whether it races with those before.
static bool races(Fixture *f, int64_t cluster) {
  CpuRaceTraces *traces = cpu_race_traces(f->race, f->memory);
  bool found = cpu_race_grid_add(f->grid, cluster, traces, &f->report);
  cpu_race_traces_free(traces);
  cpu_race_reset(f->race);
  return found;
}

static bool pair_races(CpuRaceKind first, CpuRaceKind second) {
  Fixture f = start();
  access_bytes(&f, 1, first, 64, 8);
  assert_false(races(&f, 0));
  access_bytes(&f, 2, second, 68, 8);
  bool found = races(&f, 1);
  if (found) {
    assert_ptr_equal(f.report.before.op, op(1));
    assert_ptr_equal(f.report.now.op, op(2));
    assert_int_equal(f.report.before.kind, first);
    assert_int_equal(f.report.now.kind, second);
    assert_int_equal(f.report.before.cluster, 0);
    assert_int_equal(f.report.now.cluster, 1);
    assert_int_equal(f.report.offset, 68);
    assert_int_equal(f.report.bytes, 4);
  }
  end(&f);
  return found;
}

static void each_pair_of_kinds(void **state) {
  (void)state;
  static const bool expected[4][4] = {
      [CPU_RACE_READ] = {false, true, false, true},
      [CPU_RACE_WRITE] = {true, true, true, true},
      [CPU_RACE_ATOMIC_READ] = {false, true, false, false},
      [CPU_RACE_ATOMIC] = {true, true, false, false},
  };
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++)
      assert_int_equal(pair_races((CpuRaceKind)a, (CpuRaceKind)b), expected[a][b]);
}

static void a_cluster_does_not_race_with_itself(void **state) {
  (void)state;
  Fixture f = start();
  access_bytes(&f, 1, CPU_RACE_WRITE, 0, 16);
  access_bytes(&f, 2, CPU_RACE_READ, 8, 16);
  assert_false(races(&f, 0));
  access_bytes(&f, 1, CPU_RACE_WRITE, 24, 16);
  access_bytes(&f, 2, CPU_RACE_READ, 16, 4); // as cluster 0 did
  assert_false(races(&f, 1));
  end(&f);
}

// Cluster 0 writes and releases; 1 acquires and reads, and tells 2; 3 was told nothing.
static void clusters_that_were_told_do_not_race(void **state) {
  (void)state;
  Fixture f = start();
  access_bytes(&f, 1, CPU_RACE_WRITE, 0, 4);
  cpu_race_grid_release(f.grid, 0, 96);
  assert_false(races(&f, 0));
  cpu_race_grid_acquire(f.grid, 1, 96);
  access_bytes(&f, 2, CPU_RACE_READ, 0, 4);
  assert_false(races(&f, 1));
  cpu_race_grid_release(f.grid, 1, 100);
  cpu_race_grid_acquire(f.grid, 2, 100);
  access_bytes(&f, 3, CPU_RACE_WRITE, 0, 4);
  assert_false(races(&f, 2));
  access_bytes(&f, 4, CPU_RACE_READ, 0, 4);
  assert_true(races(&f, 3));
  assert_ptr_equal(f.report.before.op, op(3)); // the newest of those ordered
  end(&f);
}

enum { RANDOM_BYTES = 300, RANDOM_CLUSTERS = 12, RANDOM_RUNS = 300 };

static uint32_t pick(uint64_t *random, uint32_t n) {
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*random >> 33) % n;
}

// Bytes from just below a boundary of pages on, with a table of who touched each byte how.
static void random_accesses_agree_with_a_table(void **state) {
  (void)state;
  uint64_t random = 1;
  int found = 0;
  for (int run = 0; run < RANDOM_RUNS; run++) {
    Fixture f = start();
    bool touched[RANDOM_BYTES][4] = {{false}};
    for (int cluster = 0; cluster < RANDOM_CLUSTERS; cluster++) {
      bool mine[RANDOM_BYTES][4] = {{false}}, expected = false;
      for (int i = 0; i < 4; i++) {
        uint32_t bytes = 1 + pick(&random, 20), at = pick(&random, RANDOM_BYTES - bytes);
        uint32_t kind = pick(&random, 4) ? CPU_RACE_READ : pick(&random, 4);
        access_bytes(&f, i, (CpuRaceKind)kind, 8000 + at, bytes);
        for (uint32_t b = at; b < at + bytes; b++) mine[b][kind] = true;
      }
      for (int b = 0; b < RANDOM_BYTES; b++) {
        const bool *m = mine[b], *t = touched[b];
        expected |= m[1] && (t[0] || t[1] || t[2] || t[3]);
        expected |= t[1] && (m[0] || m[1] || m[2] || m[3]);
        expected |= (m[0] && t[3]) || (m[3] && t[0]);
      }
      for (int b = 0; b < RANDOM_BYTES; b++)
        for (int k = 0; k < 4; k++) touched[b][k] |= mine[b][k];
      assert_int_equal(races(&f, cluster), expected);
      found += expected;
    }
    end(&f);
  }
  assert_in_range(found, RANDOM_RUNS, RANDOM_RUNS * (RANDOM_CLUSTERS - 2));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_pair_of_kinds),
      cmocka_unit_test(a_cluster_does_not_race_with_itself),
      cmocka_unit_test(clusters_that_were_told_do_not_race),
      cmocka_unit_test(random_accesses_agree_with_a_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
