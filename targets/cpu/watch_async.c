// What asynchronous operations and mbarriers tell the race detector; see watch.h.
#include "targets/cpu/watch.h"

#include "dialects/tc/fragment.h"

// ---- Counts. ----

static void count_places(const CpuWarp *warp, const IrOp *op, MemPlaces places, uint64_t lanes,
                         uint32_t bytes, bool writes) {
  const CpuStorage *storage = places.view->object;
  int64_t addresses[SIMT_WARP_LANES];
  IR_FOR_LANES(lane, lanes) {
    const char *at = (const char *)places.view->base + places.offsets[lane];
    addresses[lane] = storage->global ? (int64_t)(uintptr_t)at : at - storage->data;
  }
  CpuLaneAddresses access = {.lanes = (uint32_t)lanes, .addresses = addresses, .bytes = bytes};
  cpu_profile_access(warp->block->cluster->watch->profile, op, !storage->global, !writes, writes,
                     access);
}

void cpu_watch_copies(const CpuWarp *warp, const IrOp *op, const MemAsyncCopy *copy) {
  if (!warp->block->cluster->watch->profile) return;
  uint64_t reads = 0;
  IR_FOR_LANES(lane, copy->lanes)
  if (!copy->sizes || copy->sizes[lane]) reads |= UINT64_C(1) << lane;
  count_places(warp, op, copy->from, reads, copy->bytes, false);
  count_places(warp, op, copy->to, copy->lanes, copy->bytes, true);
}

// Boxes are moved by the copy engine: their bytes count, but no accesses of warps.
static void count_bytes(const CpuWarp *warp, const IrOp *op, const CpuBytes *b) {
  CpuProfile *profile = warp->block->cluster->watch->profile;
  if (!profile || !b->async || b->queue == CPU_RACE_QUEUE_MMA || b->bytes <= 0) return;
  CpuOpProfile *record = cpu_profile_at(profile, op);
  CpuTraffic *traffic = b->storage->global ? &record->global : &record->shared;
  *(b->write ? &traffic->written : &traffic->read) += (uint64_t)b->bytes;
}

// ---- Agents. ----

IrStep cpu_watch_bytes(CpuWarp *warp, const IrOp *op, const CpuBytes *b) {
  CpuRace *race = cpu_watch_race(warp);
  count_bytes(warp, op, b);
  if (!race || !b->agent || b->bytes <= 0) return IR_STEP_NEXT;
  int64_t offsets[SIMT_WARP_LANES];
  offsets[b->lane] = cpu_watch_offset(warp, b->storage, b->at);
  CpuRaceAccess access = {.op = op,
                          .kind = b->write ? CPU_RACE_WRITE : CPU_RACE_READ,
                          .scope = CPU_RACE_SCOPE_DEVICE,
                          .async = b->async,
                          .lanes = 1u << b->lane,
                          .offsets = offsets,
                          .bytes = (uint32_t)b->bytes};
  if (b->atomic) access.kind = CPU_RACE_ATOMIC;
  CpuRaceActor actor = {.agent = b->agent, .queue = b->queue};
  CpuRaceReport report;
  if (!cpu_race_access(race, cpu_watch_memory(warp, b->storage), actor, &access, &report))
    return IR_STEP_NEXT;
  return cpu_report_race(warp, op, &report, !b->storage->global);
}

CpuRaceAgent *cpu_watch_issue(const CpuWarp *warp, uint64_t lanes, CpuRaceSync *completes) {
  CpuRace *race = cpu_watch_race(warp);
  return race ? cpu_race_issue(race, cpu_watch_warp(warp), (uint32_t)lanes, completes) : NULL;
}

CpuRaceAgent *cpu_watch_issue_together(const CpuWarp *warp) {
  CpuRace *race = cpu_watch_race(warp);
  return race ? cpu_race_issue_together(race, cpu_watch_warp(warp), UINT32_MAX) : NULL;
}

void cpu_watch_end(const CpuWarp *warp, CpuRaceAgent *agent) {
  if (agent) cpu_race_agent_free(cpu_watch_race(warp), agent);
}

uint32_t cpu_watch_commit(const CpuWarp *warp, CpuRaceQueue queue) {
  CpuRace *race = cpu_watch_race(warp);
  return race ? cpu_race_commit(race, cpu_watch_warp(warp), queue) : 0;
}

void cpu_watch_wait(const CpuWarp *warp, uint64_t lanes, CpuRaceQueue queue, uint32_t upto) {
  CpuRace *race = cpu_watch_race(warp);
  if (race) cpu_race_wait(race, cpu_watch_warp(warp), (uint32_t)lanes, queue, upto);
}

void cpu_watch_wait_products(const CpuWarp *warp, uint32_t first_warp, uint32_t products) {
  CpuRace *race = cpu_watch_race(warp);
  uint32_t own = cpu_watch_warp(warp), first = own - warp->ids.warp + first_warp;
  if (race && products)
    cpu_race_wait_together(race, own, UINT32_MAX, first, TC_WARPGROUP, products);
}

void cpu_watch_init_fence(const CpuWarp *warp, uint64_t lanes) {
  CpuRace *race = cpu_watch_race(warp);
  if (race) cpu_race_fence(race, cpu_watch_warp(warp), (uint32_t)lanes, CPU_RACE_SCOPE_CLUSTER);
}

void cpu_watch_proxy_fence(const CpuWarp *warp, uint64_t lanes, bool shared) {
  CpuRace *race = cpu_watch_race(warp);
  if (race) cpu_race_proxy_fence(race, cpu_watch_warp(warp), (uint32_t)lanes, shared);
}

// ---- mbarriers. ----

enum { MBARRIER_BYTES = 8 };

CpuRaceSync *cpu_watch_mbarrier(const CpuWarp *warp) {
  CpuRace *race = cpu_watch_race(warp);
  return race ? cpu_race_sync(race) : NULL;
}

// The whole mbarrier, by a lane of the warp or for it.
static IrStep touch_mbarrier(CpuWarp *warp, const IrOp *op, CpuRaceActor actor, uint64_t lane,
                             CpuStorage *storage, const void *at, CpuRaceKind kind) {
  CpuRace *race = cpu_watch_race(warp);
  int64_t offsets[SIMT_WARP_LANES];
  offsets[lane] = cpu_watch_offset(warp, storage, at);
  CpuRaceAccess access = {.op = op,
                          .kind = kind,
                          .scope = CPU_RACE_SCOPE_CLUSTER,
                          .lanes = 1u << lane,
                          .offsets = offsets,
                          .bytes = MBARRIER_BYTES};
  CpuRaceReport report;
  if (!cpu_race_access(race, cpu_watch_memory(warp, storage), actor, &access, &report))
    return IR_STEP_NEXT;
  return cpu_report_race(warp, op, &report, true);
}

IrStep cpu_watch_mbarrier_access(CpuWarp *warp, const IrOp *op, uint64_t lane, CpuStorage *storage,
                                 const void *at, CpuRaceKind kind) {
  if (!cpu_watch_race(warp)) return IR_STEP_NEXT;
  CpuRaceActor actor = {.warp = cpu_watch_warp(warp)};
  return touch_mbarrier(warp, op, actor, lane, storage, at, kind);
}

// Only that the mbarrier was made before; what TMA sees of that is asked elsewhere.
IrStep cpu_watch_signal(CpuWarp *warp, const IrOp *op, const CpuRaceAgent *agent, uint64_t lane,
                        CpuStorage *storage, const void *at) {
  if (!cpu_watch_race(warp)) return IR_STEP_NEXT;
  CpuRaceActor actor = {.agent = agent};
  return touch_mbarrier(warp, op, actor, lane, storage, at, CPU_RACE_ATOMIC);
}

void cpu_watch_release(const CpuWarp *warp, uint64_t lane, CpuRaceSync *sync) {
  if (sync) cpu_race_release(cpu_watch_race(warp), sync, cpu_watch_warp(warp), 1u << lane);
}

void cpu_watch_acquire(const CpuWarp *warp, uint64_t lane, const CpuRaceSync *sync) {
  if (sync) cpu_race_acquire(cpu_watch_race(warp), sync, cpu_watch_warp(warp), 1u << lane);
}

void cpu_watch_complete(const CpuWarp *warp, const CpuRaceAgent *agent, CpuRaceSync *sync) {
  if (agent && sync) cpu_race_complete(cpu_watch_race(warp), agent, sync);
}

void cpu_watch_complete_copies(const CpuWarp *warp, const CpuRaceAgent *agent, uint64_t lane,
                               CpuRaceSync *sync, uint32_t upto) {
  if (!agent || !sync) return;
  cpu_race_complete_queue(cpu_watch_race(warp), agent, 1u << lane, sync, CPU_RACE_QUEUE_COPY, upto);
}

void cpu_watch_phase(const CpuWarp *warp, CpuRaceSync *sync) {
  if (sync) cpu_race_turn(cpu_watch_race(warp), sync, true);
}
