// The scheduler of a cluster's warps and pending work; see schedule.h.
//
// Late (the default): a warp runs until it waits or its slice is over, then the next one.  Only
// when no warp can get on is an item of pending work delivered: one that a waiting warp asks for by
// its key, else the oldest.  So everything that does not wait for its data gets to see that it is
// not there yet.  Warps that poll without waiting use up their slices; after a round of that an
// item is delivered, too.
//
// Random: warps get slices of random length in random order, and pending work is delivered at any
// time, in any order that its lines allow.  The same seed gives the same run.
#include "targets/cpu/schedule.h"

#include "targets/cpu/watch.h"

enum { LATE_SLICE = 100000, RANDOM_SLICE = 48 };

// ---- Pending work. ----

static void unlink_work(CpuWork *work) {
  CpuCluster *cluster = work->warp->block->cluster;
  if (work->previous)
    work->previous->next = work->next;
  else
    cluster->first = work->next;
  if (work->next)
    work->next->previous = work->previous;
  else
    cluster->last = work->previous;
}

CpuWork *cpu_work_post(CpuWarp *warp, const IrOp *op, size_t bytes) {
  CpuCluster *cluster = warp->block->cluster;
  CpuWork *work = ir_calloc(1, sizeof *work + bytes);
  work->warp = warp;
  work->op = op;
  work->previous = cluster->last;
  *(cluster->last ? &cluster->last->next : &cluster->first) = work;
  cluster->last = work;
  return work;
}

void cpu_work_clear(CpuCluster *cluster) {
  while (cluster->first) {
    CpuWork *work = cluster->first;
    unlink_work(work);
    ir_free(work);
  }
}

// What has to be delivered before: the first item of its line, which may be itself.
static CpuWork *first_of_line(CpuWork *work) {
  if (!work->line) return work;
  CpuWork *first = work->warp->block->cluster->first;
  while (first->line != work->line) first = first->next;
  return first;
}

static IrStep deliver(CpuWork *work) {
  unlink_work(work);
  IrStep step = work->deliver(work);
  ir_free(work);
  return step;
}

IrStep cpu_work_deliver(CpuWork *work) {
  for (CpuWork *first; (first = first_of_line(work)) != work;)
    if (deliver(first) == IR_STEP_FAIL) return IR_STEP_FAIL;
  return deliver(work);
}

// ---- Waiting. ----

void cpu_warp_wait(CpuWarp *warp, const IrOp *op, const void *key,
                   void (*describe)(const CpuWarp *warp, IrStream *out)) {
  warp->wait = (CpuWait){op, ir_interp_active(warp->interp), key, describe};
}

void cpu_warp_wake(CpuWarp *warp) {
  if (warp->state == CPU_WARP_WAITING) warp->state = CPU_WARP_READY;
  warp->wait = (CpuWait){0};
  warp->stalled = false;
}

// Something happened that others may have waited for.
static void clear_stalls(CpuCluster *cluster) {
  cluster->paused = 0;
  for (uint32_t i = 0, n = cpu_cluster_num_warps(cluster); i < n; i++)
    cpu_cluster_warp(cluster, i)->stalled = false;
}

// ---- Choosing. ----

static uint32_t random_below(CpuCluster *cluster, uint32_t n) {
  // An LCG of Knuth's; the high bits are the good ones.
  cluster->random = cluster->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)((cluster->random >> 32) * n >> 32);
}

static bool can_run(const CpuWarp *warp) {
  if (warp->state == CPU_WARP_READY) return true;
  return warp->state == CPU_WARP_WAITING && warp->retries && !warp->stalled;
}

static CpuWarp *next_warp(CpuCluster *cluster) {
  uint32_t n = cpu_cluster_num_warps(cluster);
  for (uint32_t k = 0; k < n; k++) {
    CpuWarp *warp = cpu_cluster_warp(cluster, (cluster->turn + k) % n);
    if (!can_run(warp)) continue;
    cluster->turn = (cluster->turn + k) % n;
    return warp;
  }
  return NULL;
}

static bool is_wanted(const CpuCluster *cluster, const CpuWork *work) {
  for (uint32_t i = 0, n = cpu_cluster_num_warps(cluster); work->key && i < n; i++) {
    const CpuWarp *warp = cpu_cluster_warp(cluster, i);
    if (warp->state == CPU_WARP_WAITING && warp->wait.key == work->key) return true;
  }
  return false;
}

// NULL when nothing is pending.
static CpuWork *late_work(CpuCluster *cluster) {
  for (CpuWork *work = cluster->first; work; work = work->next)
    if (is_wanted(cluster, work)) return first_of_line(work);
  return cluster->first;
}

static CpuWork *random_work(CpuCluster *cluster) {
  uint32_t n = 0;
  for (CpuWork *work = cluster->first; work; work = work->next) n += first_of_line(work) == work;
  uint32_t pick = n ? random_below(cluster, n) : 0;
  for (CpuWork *work = cluster->first; work; work = work->next)
    if (first_of_line(work) == work && pick-- == 0) return work;
  return NULL;
}

static CpuWarp *random_warp(CpuCluster *cluster) {
  uint32_t able = 0, n = cpu_cluster_num_warps(cluster);
  for (uint32_t i = 0; i < n; i++) able += can_run(cpu_cluster_warp(cluster, i));
  uint32_t pick = able ? random_below(cluster, able) : 0;
  for (uint32_t i = 0; i < n; i++)
    if (can_run(cpu_cluster_warp(cluster, i)) && pick-- == 0) return cpu_cluster_warp(cluster, i);
  return NULL;
}

// ---- Running. ----

static void note_end_of_turn(CpuCluster *cluster, CpuWarp *warp, IrRunState state, bool got_on) {
  warp->retries = state == IR_RUN_RETRIES;
  warp->stalled = warp->retries && !got_on;
  if (warp->retries && !warp->wait.op) warp->wait.op = ir_interp_position(warp->interp);
  if (state == IR_RUN_DONE) {
    warp->state = CPU_WARP_ENDED;
    cpu_watch_exit(warp);
  } else if (state != IR_RUN_PAUSED && warp->wait.op) {
    warp->state = CPU_WARP_WAITING;
  }
  bool stalled = warp->stalled;
  uint32_t paused = cluster->paused + 1;
  if (got_on) clear_stalls(cluster);
  if (state == IR_RUN_PAUSED) cluster->paused = paused;
  warp->stalled = stalled;
}

// False after a failure.
static bool run_warp(CpuCluster *cluster, CpuWarp *warp) {
  const CpuRun *run = cluster->launch->run;
  uint64_t before = ir_interp_steps(warp->interp);
  bool tries = warp->state == CPU_WARP_WAITING;
  uint64_t slice = run->schedule.random ? 1 + random_below(cluster, RANDOM_SLICE) : LATE_SLICE;
  warp->state = CPU_WARP_READY;
  warp->wait = (CpuWait){0};
  ir_interp_set_slice(warp->interp, slice);
  IrRunState state = ir_interp_run(warp->interp, run->max_steps);
  if (state == IR_RUN_FAILED) return false;
  // An op that is only tried again is no progress.
  uint64_t idle = tries && state == IR_RUN_RETRIES ? 1 : 0;
  note_end_of_turn(cluster, warp, state, ir_interp_steps(warp->interp) - before > idle);
  return true;
}

static bool deliver_one(CpuCluster *cluster, CpuWork *work) {
  clear_stalls(cluster);
  return deliver(work) != IR_STEP_FAIL;
}

static bool all_ended(const CpuCluster *cluster) {
  for (uint32_t i = 0, n = cpu_cluster_num_warps(cluster); i < n; i++)
    if (cpu_cluster_warp(cluster, i)->state != CPU_WARP_ENDED) return false;
  return true;
}

typedef enum Turn { TURN_OK, TURN_FAILED, TURN_NOTHING } Turn;

static Turn late_turn(CpuCluster *cluster) {
  CpuWarp *warp = next_warp(cluster);
  bool polls = cluster->paused >= cpu_cluster_num_warps(cluster);
  if (cluster->first && (!warp || polls))
    return deliver_one(cluster, late_work(cluster)) ? TURN_OK : TURN_FAILED;
  if (!warp) return TURN_NOTHING;
  bool ok = run_warp(cluster, warp);
  cluster->turn++;
  return ok ? TURN_OK : TURN_FAILED;
}

static Turn random_turn(CpuCluster *cluster) {
  CpuWarp *warp = random_warp(cluster);
  CpuWork *work = random_work(cluster);
  if (!warp && !work) return TURN_NOTHING;
  bool ok = work && (!warp || random_below(cluster, 4) == 0) ? deliver_one(cluster, work)
                                                             : run_warp(cluster, warp);
  return ok ? TURN_OK : TURN_FAILED;
}

bool cpu_schedule_run(CpuCluster *cluster) {
  CpuSchedule schedule = cluster->launch->run->schedule;
  cluster->turn = cluster->paused = 0;
  cluster->random =
      schedule.seed * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)cluster->blocks[0].number;
  for (;;) {
    Turn turn = schedule.random ? random_turn(cluster) : late_turn(cluster);
    if (turn == TURN_FAILED) return false;
    if (turn == TURN_OK) continue;
    if (all_ended(cluster)) return cpu_watch_ends(cluster);
    cpu_report_deadlock(cluster);
    return false;
  }
}
