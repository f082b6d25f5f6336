// The race detector: one fault a test, and the same without it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "targets/cpu/race.h"

enum { ALL = -1 };

// Ops are only handed back; any addresses do.
static const char ops[16];
static const IrOp *op(int i) {
  return (const IrOp *)(const void *)&ops[i];
}

typedef struct Fixture {
  CpuRace *race;
  CpuRaceMemory *memory;
  CpuRaceReport report;
} Fixture;

static Fixture start(uint32_t blocks, uint32_t threads) {
  Fixture f = {.race = cpu_race_create((CpuRaceShape){blocks, threads})};
  f.memory = cpu_race_memory(f.race);
  return f;
}

static void end(Fixture *f) {
  cpu_race_destroy(f->race);
}

static CpuRaceActor warp(uint32_t w) {
  return (CpuRaceActor){.warp = w};
}

// Lane l accesses `bytes` from `at + l * bytes` on.
static bool access_as(Fixture *f, CpuRaceActor actor, CpuRaceAccess access, int64_t at) {
  int64_t offsets[CPU_RACE_LANES];
  for (uint32_t l = 0; l < CPU_RACE_LANES; l++) offsets[l] = at + (int64_t)(l * access.bytes);
  access.offsets = offsets;
  return cpu_race_access(f->race, f->memory, actor, &access, &f->report);
}

static bool reads(Fixture *f, int i, uint32_t w, uint32_t lanes, int64_t at) {
  CpuRaceAccess access = {.op = op(i), .kind = CPU_RACE_READ, .lanes = lanes, .bytes = 4};
  return access_as(f, warp(w), access, at);
}

static bool writes(Fixture *f, int i, uint32_t w, uint32_t lanes, int64_t at) {
  CpuRaceAccess access = {.op = op(i), .kind = CPU_RACE_WRITE, .lanes = lanes, .bytes = 4};
  return access_as(f, warp(w), access, at);
}

static void barrier(Fixture *f, uint32_t warps) {
  CpuRaceSync *sync = cpu_race_sync(f->race);
  for (uint32_t w = 0; w < warps; w++) cpu_race_release(f->race, sync, w, (uint32_t)ALL);
  cpu_race_turn(f->race, sync, false);
  for (uint32_t w = 0; w < warps; w++) cpu_race_acquire(f->race, sync, w, (uint32_t)ALL);
}

static void barrier_orders_warps(void **state) {
  (void)state;
  Fixture f = start(1, 64);
  assert_false(writes(&f, 1, 0, ALL, 0));
  barrier(&f, 2);
  assert_false(reads(&f, 2, 1, ALL, 0));
  end(&f);
}

static void missing_barrier_is_reported(void **state) {
  (void)state;
  Fixture f = start(1, 64);
  assert_false(writes(&f, 1, 0, ALL, 0));
  assert_true(reads(&f, 2, 1, 1u << 5, 0));
  const CpuRaceReport *r = &f.report;
  assert_ptr_equal(r->now.op, op(2));
  assert_int_equal(r->now.kind, CPU_RACE_READ);
  assert_int_equal(r->now.thread, 37);
  assert_int_equal(r->now.warp, 1);
  assert_ptr_equal(r->before.op, op(1));
  assert_int_equal(r->before.kind, CPU_RACE_WRITE);
  assert_int_equal(r->before.thread, 5);
  assert_int_equal(r->offset, 20);
  assert_int_equal(r->bytes, 4);
  assert_false(r->needs_proxy_fence);
  end(&f);
}

static void write_after_read_is_reported(void **state) {
  (void)state;
  Fixture f = start(1, 96);
  assert_false(writes(&f, 1, 0, ALL, 0));
  barrier(&f, 3);
  assert_false(reads(&f, 2, 1, ALL, 0));
  assert_false(reads(&f, 3, 2, ALL, 0));
  cpu_race_warp_sync(f.race, 0, (uint32_t)ALL);
  assert_true(writes(&f, 4, 0, 1, 0));
  assert_int_equal(f.report.before.kind, CPU_RACE_READ);
  end(&f);
}

static void lanes_need_a_warp_sync(void **state) {
  (void)state;
  for (int synced = 0; synced < 2; synced++) {
    Fixture f = start(1, 32);
    assert_false(writes(&f, 1, 0, ALL, 0));
    if (synced) cpu_race_warp_sync(f.race, 0, (uint32_t)ALL);
    assert_int_equal(reads(&f, 2, 0, ALL, 4), !synced); // each its neighbour's
    end(&f);
  }
}

static void a_lane_is_ordered_with_itself(void **state) {
  (void)state;
  Fixture f = start(1, 32);
  for (int i = 0; i < 3; i++) {
    assert_false(writes(&f, 1, 0, ALL, 0));
    assert_false(reads(&f, 2, 0, ALL, 0));
  }
  end(&f);
}

static void lanes_of_one_op_race(void **state) {
  (void)state;
  Fixture f = start(1, 32);
  int64_t offsets[CPU_RACE_LANES] = {0};
  CpuRaceAccess access = {.op = op(1), .lanes = 6, .offsets = offsets, .bytes = 8};
  access.kind = CPU_RACE_READ;
  assert_false(cpu_race_access(f.race, f.memory, warp(0), &access, &f.report));
  access.kind = CPU_RACE_ATOMIC;
  access.offsets = (int64_t[CPU_RACE_LANES]){[1] = 64, [2] = 64};
  assert_false(cpu_race_access(f.race, f.memory, warp(0), &access, &f.report));
  access.kind = CPU_RACE_WRITE;
  access.offsets = (int64_t[CPU_RACE_LANES]){[1] = 32, [2] = 32};
  assert_true(cpu_race_access(f.race, f.memory, warp(0), &access, &f.report));
  assert_int_equal(f.report.before.thread, 1);
  assert_int_equal(f.report.now.thread, 2);
  end(&f);
}

// A wide access races in the bytes that a narrow one touched, and only there.
static void bytes_are_told_apart(void **state) {
  (void)state;
  Fixture f = start(1, 64);
  CpuRaceAccess wide = {.op = op(1), .kind = CPU_RACE_WRITE, .lanes = 1, .bytes = 16};
  CpuRaceAccess narrow = {.op = op(2), .kind = CPU_RACE_READ, .lanes = 1, .bytes = 2};
  assert_false(access_as(&f, warp(1), narrow, 22));
  assert_false(access_as(&f, warp(0), wide, 0));
  assert_true(access_as(&f, warp(0), wide, 16));
  assert_int_equal(f.report.offset, 22);
  assert_int_equal(f.report.bytes, 2);
  assert_false(access_as(&f, warp(1), narrow, 32)); // the wide ones ended there
  end(&f);
}

static void named_barrier_leaves_others_out(void **state) {
  (void)state;
  Fixture f = start(1, 96);
  CpuRaceSync *sync = cpu_race_sync(f.race);
  assert_false(writes(&f, 1, 0, ALL, 0));
  cpu_race_release(f.race, sync, 0, (uint32_t)ALL);
  cpu_race_release(f.race, sync, 1, (uint32_t)ALL);
  cpu_race_turn(f.race, sync, false);
  cpu_race_acquire(f.race, sync, 1, (uint32_t)ALL);
  assert_false(reads(&f, 2, 1, ALL, 0));
  assert_true(reads(&f, 3, 2, ALL, 0));
  end(&f);
}

static void atomics_race_with_plain_accesses(void **state) {
  (void)state;
  Fixture f = start(1, 96);
  CpuRaceAccess atomic = {.op = op(1), .kind = CPU_RACE_ATOMIC, .lanes = 1, .bytes = 4};
  CpuRaceAccess load = {.op = op(2), .kind = CPU_RACE_ATOMIC_READ, .lanes = 1, .bytes = 4};
  assert_false(access_as(&f, warp(0), atomic, 0));
  assert_false(access_as(&f, warp(1), atomic, 0));
  assert_false(access_as(&f, warp(2), load, 0));
  assert_true(reads(&f, 3, 2, 1, 0));
  assert_true(writes(&f, 4, 2, 1, 0));
  assert_true(access_as(&f, warp(0), load, 0));
  assert_int_equal(f.report.before.kind, CPU_RACE_WRITE);
  end(&f);
}

static void scopes_of_atomics(void **state) {
  (void)state;
  for (int wide = 0; wide < 2; wide++) {
    Fixture f = start(2, 32);
    CpuRaceAccess atomic = {.op = op(1), .kind = CPU_RACE_ATOMIC, .lanes = 1, .bytes = 4};
    atomic.scope = wide ? CPU_RACE_SCOPE_CLUSTER : CPU_RACE_SCOPE_BLOCK;
    assert_false(access_as(&f, warp(0), atomic, 0));
    assert_int_equal(access_as(&f, warp(1), atomic, 0), !wide);
    if (!wide) assert_int_equal(f.report.now.block, 1);
    end(&f);
  }
}

// Warp 0 writes and publishes at a location, warp 1 takes and reads.
static bool publication_races(CpuRaceOrder publish, CpuRaceOrder take, bool fence_before,
                              bool fence_after) {
  Fixture f = start(1, 64);
  bool found = writes(&f, 1, 0, 1, 0);
  if (fence_before) cpu_race_fence(f.race, 0, 1, CPU_RACE_SCOPE_DEVICE);
  cpu_race_order(f.race, 64, 0, 0, publish, CPU_RACE_SCOPE_DEVICE, false, true);
  cpu_race_order(f.race, 64, 1, 0, take, CPU_RACE_SCOPE_DEVICE, true, false);
  if (fence_after) cpu_race_fence(f.race, 1, 1, CPU_RACE_SCOPE_DEVICE);
  found |= reads(&f, 2, 1, 1, 0);
  end(&f);
  return found;
}

static void atomics_order_what_is_around_them(void **state) {
  (void)state;
  assert_false(publication_races(CPU_RACE_RELEASE, CPU_RACE_ACQUIRE, false, false));
  assert_true(publication_races(CPU_RACE_RELAXED, CPU_RACE_ACQUIRE, false, false));
  assert_true(publication_races(CPU_RACE_RELEASE, CPU_RACE_RELAXED, false, false));
  assert_false(publication_races(CPU_RACE_RELAXED, CPU_RACE_ACQUIRE, true, false));
  assert_false(publication_races(CPU_RACE_RELEASE, CPU_RACE_RELAXED, false, true));
  assert_false(publication_races(CPU_RACE_RELAXED, CPU_RACE_RELAXED, true, true));
}

// cp.async: the issuer has to wait for the group, the others for the issuer.
static void copies_are_waited_for(void **state) {
  (void)state;
  Fixture f = start(1, 64);
  CpuRaceAccess fill = {.op = op(1), .kind = CPU_RACE_WRITE, .lanes = ALL, .bytes = 16};
  uint32_t number[2];
  for (int i = 0; i < 2; i++) {
    CpuRaceAgent *copy = cpu_race_issue(f.race, 0, (uint32_t)ALL, NULL);
    CpuRaceActor actor = {.agent = copy, .queue = CPU_RACE_QUEUE_COPY};
    assert_false(access_as(&f, actor, fill, i * 512));
    number[i] = cpu_race_commit(f.race, 0, CPU_RACE_QUEUE_COPY);
    cpu_race_agent_free(f.race, copy);
  }
  cpu_race_wait(f.race, 0, (uint32_t)ALL, CPU_RACE_QUEUE_COPY, number[0]);
  assert_false(reads(&f, 2, 0, 1, 0));
  assert_true(reads(&f, 2, 0, 2, 0));   // lane 1 has not waited for lane 0's copy
  assert_true(reads(&f, 2, 0, 1, 512)); // the second group is under way
  assert_true(f.report.before.agent);
  assert_int_equal(f.report.before.thread, 0);
  barrier(&f, 2);
  assert_false(reads(&f, 3, 1, ALL, 0));
  assert_true(reads(&f, 3, 1, 1, 528));
  end(&f);
}

// TMA: who waits at the object that counts the copy sees it, nobody else does.
static void counted_copies_are_seen_by_who_waits(void **state) {
  (void)state;
  Fixture f = start(1, 96);
  CpuRaceSync *full = cpu_race_sync(f.race);
  CpuRaceAccess fill = {
      .op = op(1), .kind = CPU_RACE_WRITE, .async = true, .lanes = 1, .bytes = 512};
  CpuRaceAgent *copy = cpu_race_issue(f.race, 0, 1, full);
  cpu_race_release(f.race, full, 0, 1);
  assert_false(access_as(&f, (CpuRaceActor){.agent = copy}, fill, 0));
  cpu_race_complete(f.race, copy, full);
  cpu_race_turn(f.race, full, true);
  cpu_race_agent_free(f.race, copy);
  cpu_race_acquire(f.race, full, 1, (uint32_t)ALL);
  assert_false(reads(&f, 2, 1, ALL, 0));
  assert_true(reads(&f, 3, 0, 1, 0)); // the issuer has not waited
  assert_true(f.report.before.counted);
  assert_true(reads(&f, 3, 2, 1, 256));
  end(&f);
}

// A generic write is read through the async proxy after a fence and not before, whichever thread
// executes it between the two.
static void generic_writes_need_a_proxy_fence(void **state) {
  (void)state;
  for (int fence = 0; fence < 3; fence++) {
    Fixture f = start(1, 64);
    CpuRaceAccess read = {
        .op = op(2), .kind = CPU_RACE_READ, .async = true, .lanes = 1, .bytes = 128};
    assert_false(writes(&f, 1, 1, ALL, 0));
    if (fence == 1) cpu_race_proxy_fence(f.race, 1, (uint32_t)ALL, true);
    barrier(&f, 2);
    if (fence == 2) cpu_race_proxy_fence(f.race, 0, 1, true);
    CpuRaceAgent *store = cpu_race_issue(f.race, 0, 1, NULL);
    CpuRaceActor actor = {.agent = store, .queue = CPU_RACE_QUEUE_BULK_READ};
    assert_int_equal(access_as(&f, actor, read, 0), fence == 0);
    if (fence == 0) assert_true(f.report.needs_proxy_fence);
    cpu_race_agent_free(f.race, store);
    end(&f);
  }
}

// Whether a bulk copy of thread 0 that fills 128 bytes races with what came before.
static bool fill_races(Fixture *f) {
  CpuRaceAccess fill = {
      .op = op(2), .kind = CPU_RACE_WRITE, .async = true, .lanes = 1, .bytes = 128};
  CpuRaceAgent *copy = cpu_race_issue(f->race, 0, 1, cpu_race_sync(f->race));
  bool found = access_as(f, (CpuRaceActor){.agent = copy}, fill, 0);
  cpu_race_agent_free(f->race, copy);
  return found;
}

// A load may be under way when its thread has arrived at a barrier; only its own fence in front of
// that ends it.
static void loads_need_a_proxy_fence_of_their_thread(void **state) {
  (void)state;
  enum { NOBODY, READER, READER_TOO_LATE, ISSUER, OTHER_LANES, CASES };
  for (int fence = 0; fence < CASES; fence++) {
    Fixture f = start(1, 64);
    assert_false(reads(&f, 1, 1, ALL, 0));
    if (fence == READER) cpu_race_proxy_fence(f.race, 1, (uint32_t)ALL, true);
    if (fence == OTHER_LANES) cpu_race_proxy_fence(f.race, 1, 0xFFFF, true);
    barrier(&f, 2);
    if (fence == READER_TOO_LATE) cpu_race_proxy_fence(f.race, 1, (uint32_t)ALL, true);
    if (fence == ISSUER) cpu_race_proxy_fence(f.race, 0, 1, true);
    assert_int_equal(fill_races(&f), fence != READER);
    if (fence != READER) assert_true(f.report.needs_proxy_fence);
    if (fence == OTHER_LANES) assert_int_equal(f.report.before.thread, 32 + 16);
    end(&f);
  }
}

// A later load, of another thread or of the tensor core, does not take the place of one that may
// be under way; a store to the place does.
static void loads_under_way_are_not_forgotten(void **state) {
  (void)state;
  for (int store = 0; store < 2; store++) {
    Fixture f = start(1, 64);
    assert_false(reads(&f, 1, 1, ALL, 0));
    barrier(&f, 2);
    assert_false(store ? writes(&f, 3, 0, 1, 0) : reads(&f, 3, 0, 1, 0));
    cpu_race_proxy_fence(f.race, 0, (uint32_t)ALL, true);
    CpuRaceAccess read = {
        .op = op(4), .kind = CPU_RACE_READ, .async = true, .lanes = 1, .bytes = 128};
    CpuRaceAgent *mma = cpu_race_issue_together(f.race, 0, (uint32_t)ALL);
    assert_false(access_as(&f, (CpuRaceActor){.agent = mma, .queue = CPU_RACE_QUEUE_MMA}, read, 0));
    cpu_race_agent_free(f.race, mma);
    cpu_race_wait(f.race, 0, (uint32_t)ALL, CPU_RACE_QUEUE_MMA,
                  cpu_race_commit(f.race, 0, CPU_RACE_QUEUE_MMA));
    assert_true(fill_races(&f));
    assert_ptr_equal(f.report.before.op, op(1));
    assert_int_equal(f.report.offset, store ? 4 : 0); // what the store left out
    end(&f);
  }
}

// What another block does to shared memory has to be over before the last thread of the block ends.
static void other_blocks_come_before_the_end(void **state) {
  (void)state;
  for (int waits = 0; waits < 2; waits++) {
    CpuRaceReport report;
    Fixture f = start(2, 64); // warps 0 and 1, 2 and 3
    CpuRaceSync *done = cpu_race_sync(f.race), *ends = cpu_race_sync(f.race);
    assert_false(writes(&f, 1, 0, ALL, 0));
    assert_false(reads(&f, 2, 3, 1u << 4, 256));
    cpu_race_release(f.race, done, 3, 1u << 4);
    cpu_race_turn(f.race, done, false);
    if (waits) cpu_race_acquire(f.race, done, 1, 1);
    for (uint32_t w = 0; w < 2; w++) cpu_race_release(f.race, ends, w, (uint32_t)ALL);
    cpu_race_turn(f.race, ends, false);
    assert_int_equal(cpu_race_end(f.race, f.memory, 0, ends, &report), !waits);
    if (!waits) {
      assert_ptr_equal(report.before.op, op(2));
      assert_int_equal(report.before.block, 1);
      assert_int_equal(report.before.thread, 32 + 4);
    }
    end(&f);
  }
}

// What a thread has loaded from global memory needs no fence.
static void loads_of_global_memory_need_none(void **state) {
  (void)state;
  Fixture f = start(1, 64);
  cpu_race_set_global(f.memory);
  assert_false(reads(&f, 1, 1, ALL, 0));
  barrier(&f, 2);
  assert_false(fill_races(&f));
  end(&f);
}

// wgmma: every lane of the warp waits for the one operation, which tells it nothing of other lanes.
static void operations_of_a_warp_are_waited_for_together(void **state) {
  (void)state;
  Fixture f = start(1, 64);
  CpuRaceAccess read = {
      .op = op(2), .kind = CPU_RACE_READ, .async = true, .lanes = 1, .bytes = 128};
  assert_false(writes(&f, 1, 0, 1u << 7, 256));
  CpuRaceAgent *mma = cpu_race_issue_together(f.race, 0, (uint32_t)ALL);
  assert_false(access_as(&f, (CpuRaceActor){.agent = mma, .queue = CPU_RACE_QUEUE_MMA}, read, 0));
  cpu_race_agent_free(f.race, mma);
  assert_true(writes(&f, 3, 1, 1, 64)); // nobody has waited
  uint32_t number = cpu_race_commit(f.race, 0, CPU_RACE_QUEUE_MMA);
  cpu_race_wait(f.race, 0, (uint32_t)ALL, CPU_RACE_QUEUE_MMA, number);
  assert_false(writes(&f, 4, 0, 1u << 5, 0));
  assert_true(reads(&f, 5, 0, 1u << 8, 252));
  barrier(&f, 2);
  assert_false(writes(&f, 6, 1, 15, 0));
  end(&f);
}

// Warps that execute one operation together, each its part: who waits knows that all parts are
// over.
static void parts_of_an_operation_end_together(void **state) {
  (void)state;
  Fixture f = start(1, 96);
  CpuRaceAccess read = {.op = op(1), .kind = CPU_RACE_READ, .async = true, .lanes = 1, .bytes = 4};
  uint32_t number = 0;
  for (uint32_t w = 0; w < 2; w++) {
    CpuRaceAgent *mma = cpu_race_issue_together(f.race, w, (uint32_t)ALL);
    assert_false(access_as(&f, (CpuRaceActor){.agent = mma, .queue = CPU_RACE_QUEUE_MMA}, read, 0));
    number = cpu_race_commit(f.race, w, CPU_RACE_QUEUE_MMA);
  }
  cpu_race_wait_together(f.race, 1, (uint32_t)ALL, 0, 2, number);
  assert_false(writes(&f, 2, 1, 1, 0));
  end(&f);
}

// What a warp's operation read says nothing of who read before it.
static void operations_of_a_warp_do_not_hide_reads(void **state) {
  (void)state;
  Fixture f = start(1, 32);
  CpuRaceAccess read = {.op = op(2), .kind = CPU_RACE_READ, .async = true, .lanes = 1, .bytes = 4};
  assert_false(reads(&f, 1, 0, 1u << 7, -28));
  CpuRaceAgent *mma = cpu_race_issue_together(f.race, 0, (uint32_t)ALL);
  assert_false(access_as(&f, (CpuRaceActor){.agent = mma, .queue = CPU_RACE_QUEUE_MMA}, read, 0));
  cpu_race_agent_free(f.race, mma);
  uint32_t number = cpu_race_commit(f.race, 0, CPU_RACE_QUEUE_MMA);
  cpu_race_wait(f.race, 0, (uint32_t)ALL, CPU_RACE_QUEUE_MMA, number);
  assert_true(writes(&f, 3, 0, 1u << 5, -20));
  assert_ptr_equal(f.report.before.op, op(1));
  end(&f);
}

// Operations of a queue may end in any order; waiting for some is not waiting for later ones.
static void later_operations_may_end_first(void **state) {
  (void)state;
  Fixture f = start(1, 32);
  CpuRaceAccess read = {.kind = CPU_RACE_READ, .lanes = 1, .bytes = 16};
  CpuRaceActor actors[2];
  uint32_t numbers[2];
  for (int i = 0; i < 2; i++) {
    CpuRaceAgent *agent = cpu_race_issue(f.race, 0, 1, NULL);
    actors[i] = (CpuRaceActor){.agent = agent, .queue = CPU_RACE_QUEUE_BULK_READ};
    numbers[i] = cpu_race_commit(f.race, 0, CPU_RACE_QUEUE_BULK_READ);
  }
  for (int i = 2; i-- > 0;) {
    read.op = op(i);
    assert_false(access_as(&f, actors[i], read, 0));
    cpu_race_agent_free(f.race, (CpuRaceAgent *)actors[i].agent);
  }
  cpu_race_wait(f.race, 0, 1, CPU_RACE_QUEUE_BULK_READ, numbers[0]);
  assert_true(writes(&f, 3, 0, 1, 0));
  assert_ptr_equal(f.report.before.op, op(1));
  cpu_race_wait(f.race, 0, 1, CPU_RACE_QUEUE_BULK_READ, numbers[1]);
  assert_false(writes(&f, 3, 0, 1, 4));
  end(&f);
}

// An atomic through the async proxy does not make atomics before it visible to that proxy.
static void asynchronous_atomics_do_not_hide_others(void **state) {
  (void)state;
  Fixture f = start(1, 32);
  CpuRaceAccess add = {.op = op(1), .kind = CPU_RACE_ATOMIC, .lanes = 1, .bytes = 4};
  assert_false(access_as(&f, warp(0), add, 0));
  CpuRaceAgent *agent = cpu_race_issue(f.race, 0, 1, NULL);
  CpuRaceActor actor = {.agent = agent, .queue = CPU_RACE_QUEUE_BULK};
  add.op = op(2), add.async = true;
  assert_false(access_as(&f, actor, add, 0));
  cpu_race_agent_free(f.race, agent);
  cpu_race_wait(f.race, 0, 1, actor.queue, cpu_race_commit(f.race, 0, actor.queue));
  actor.agent = agent = cpu_race_issue(f.race, 0, 1, NULL);
  add.op = op(3), add.kind = CPU_RACE_READ;
  assert_true(access_as(&f, actor, add, 0));
  assert_ptr_equal(f.report.before.op, op(1));
  assert_true(f.report.needs_proxy_fence);
  cpu_race_agent_free(f.race, agent);
  end(&f);
}

static void a_fence_does_not_publish_what_follows_it(void **state) {
  (void)state;
  Fixture f = start(1, 64);
  cpu_race_fence(f.race, 0, 1, CPU_RACE_SCOPE_BLOCK);
  assert_false(writes(&f, 1, 0, 1, 0));
  cpu_race_order(f.race, 64, 0, 0, CPU_RACE_RELAXED, CPU_RACE_SCOPE_BLOCK, false, true);
  cpu_race_order(f.race, 64, 1, 0, CPU_RACE_ACQUIRE, CPU_RACE_SCOPE_BLOCK, true, false);
  assert_true(reads(&f, 2, 1, 1, 0));
  end(&f);
}

static void relaxed_arrivals_release_what_was_fenced(void **state) {
  (void)state;
  Fixture f = start(1, 64);
  CpuRaceSync *sync = cpu_race_sync(f.race);
  assert_false(writes(&f, 1, 0, 1, 0));
  cpu_race_fence(f.race, 0, 1, CPU_RACE_SCOPE_CLUSTER);
  assert_false(writes(&f, 2, 0, 1, 64));
  cpu_race_release_fenced(f.race, sync, 0, (uint32_t)ALL);
  cpu_race_turn(f.race, sync, false);
  cpu_race_acquire(f.race, sync, 1, (uint32_t)ALL);
  assert_false(reads(&f, 3, 1, 1, 0));
  assert_true(reads(&f, 3, 1, 1, 64));
  end(&f);
}

static void another_block_starts_anew(void **state) {
  (void)state;
  Fixture f = start(1, 64);
  assert_false(writes(&f, 1, 0, ALL, 0));
  cpu_race_reset(f.race);
  assert_false(writes(&f, 2, 1, ALL, 0));
  assert_true(reads(&f, 3, 0, 1, 0));
  assert_ptr_equal(f.report.before.op, op(2));
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(barrier_orders_warps),
      cmocka_unit_test(missing_barrier_is_reported),
      cmocka_unit_test(write_after_read_is_reported),
      cmocka_unit_test(lanes_need_a_warp_sync),
      cmocka_unit_test(a_lane_is_ordered_with_itself),
      cmocka_unit_test(lanes_of_one_op_race),
      cmocka_unit_test(bytes_are_told_apart),
      cmocka_unit_test(named_barrier_leaves_others_out),
      cmocka_unit_test(atomics_race_with_plain_accesses),
      cmocka_unit_test(scopes_of_atomics),
      cmocka_unit_test(atomics_order_what_is_around_them),
      cmocka_unit_test(copies_are_waited_for),
      cmocka_unit_test(counted_copies_are_seen_by_who_waits),
      cmocka_unit_test(generic_writes_need_a_proxy_fence),
      cmocka_unit_test(loads_need_a_proxy_fence_of_their_thread),
      cmocka_unit_test(loads_under_way_are_not_forgotten),
      cmocka_unit_test(loads_of_global_memory_need_none),
      cmocka_unit_test(other_blocks_come_before_the_end),
      cmocka_unit_test(operations_of_a_warp_are_waited_for_together),
      cmocka_unit_test(parts_of_an_operation_end_together),
      cmocka_unit_test(operations_of_a_warp_do_not_hide_reads),
      cmocka_unit_test(later_operations_may_end_first),
      cmocka_unit_test(asynchronous_atomics_do_not_hide_others),
      cmocka_unit_test(a_fence_does_not_publish_what_follows_it),
      cmocka_unit_test(relaxed_arrivals_release_what_was_fenced),
      cmocka_unit_test(another_block_starts_anew),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
