// Telling the race detector and the profile what warps do; see watch.h.
#include "targets/cpu/watch.h"

#include "ir/support/arena.h"

// ---- Life. ----

static void make_objects(CpuWatch *watch, const CpuCluster *cluster) {
  if (!watch->race) return;
  for (uint32_t i = 0; i < cluster->num_blocks * SIMT_BARRIERS; i++)
    watch->barriers[i] = cpu_race_sync(watch->race);
  watch->cluster_barrier = cpu_race_sync(watch->race);
  for (uint32_t i = 0; i < cluster->num_blocks; i++) watch->ends[i] = cpu_race_sync(watch->race);
}

static void watch_races(CpuWatch *watch, const CpuCluster *cluster) {
  CpuRaceShape shape = {cluster->num_blocks, cluster->blocks[0].num_warps * SIMT_WARP_LANES};
  watch->race = cpu_race_create(shape);
  watch->global = cpu_race_memory(watch->race);
  cpu_race_set_global(watch->global);
  watch->shared = ir_calloc(cluster->num_blocks, sizeof *watch->shared);
  for (uint32_t i = 0; i < cluster->num_blocks; i++)
    watch->shared[i] = cpu_race_memory(watch->race);
  watch->ends = ir_calloc(cluster->num_blocks, sizeof *watch->ends);
  watch->barriers = ir_calloc((size_t)cluster->num_blocks * SIMT_BARRIERS, sizeof(CpuRaceSync *));
}

CpuWatch *cpu_watch_create(const CpuCluster *cluster) {
  const CpuRun *run = cluster->launch->run;
  CpuWatch *watch = ir_calloc(1, sizeof *watch);
  if (!run->allow_races) watch_races(watch, cluster);
  if (run->profile) watch->profile = ir_calloc(1, sizeof *watch->profile);
  make_objects(watch, cluster);
  return watch;
}

void cpu_watch_start(CpuWatch *watch, const CpuCluster *cluster) {
  if (!watch->race) return;
  cpu_race_reset(watch->race);
  watch->fenced = false;
  make_objects(watch, cluster);
}

void cpu_watch_destroy(CpuWatch *watch, const CpuCluster *cluster) {
  if (watch->profile) {
    cpu_profile_add_executed(watch->profile, cluster->blocks[0].warps[0].interp);
    cpu_profile_add(cluster->launch->run->profile, watch->profile);
    cpu_profile_free(watch->profile);
    ir_free(watch->profile);
  }
  cpu_race_destroy(watch->race);
  ir_free(watch->shared);
  ir_free(watch->barriers);
  ir_free(watch->ends);
  ir_free(watch);
}

CpuRaceTraces *cpu_watch_traces(const CpuWatch *watch) {
  return watch->race ? cpu_race_traces(watch->race, watch->global) : NULL;
}

// ---- Accesses. ----

static CpuRaceKind kind_of(const MemLaneAccess *a) {
  if (a->kind == MEM_ACCESS_ATOMIC) return CPU_RACE_ATOMIC;
  bool writes = a->kind == MEM_ACCESS_STORE;
  if (a->order == MEM_WEAK) return writes ? CPU_RACE_WRITE : CPU_RACE_READ;
  return writes ? CPU_RACE_ATOMIC : CPU_RACE_ATOMIC_READ;
}

static CpuRaceScope scope_of(MemScope scope) {
  if (scope == MEM_SCOPE_BLOCK) return CPU_RACE_SCOPE_BLOCK;
  return scope == MEM_SCOPE_CLUSTER ? CPU_RACE_SCOPE_CLUSTER : CPU_RACE_SCOPE_DEVICE;
}

// The block of the cluster whose shared memory it is.
static uint32_t owner_of(const CpuWarp *warp, const CpuStorage *storage) {
  const CpuCluster *cluster = warp->block->cluster;
  for (uint32_t i = 0; i < cluster->num_blocks; i++)
    if (storage == &cluster->blocks[i].shared) return i;
  IR_UNREACHABLE("shared memory is a block's");
  return 0;
}

CpuRaceMemory *cpu_watch_memory(const CpuWarp *warp, const CpuStorage *storage) {
  const CpuWatch *watch = warp->block->cluster->watch;
  return storage->global ? watch->global : watch->shared[owner_of(warp, storage)];
}

int64_t cpu_watch_offset(const CpuWarp *warp, const CpuStorage *storage, const void *at) {
  if (storage->global) return cpu_global_offset(warp->block->cluster->launch, storage, at);
  return (const char *)at - storage->data;
}

// Locations of atomics are told apart by where they are in the host's memory.
static void order_atomics(const CpuWarp *warp, const MemLaneAccess *a) {
  static const CpuRaceOrder orders[] = {[MEM_RELAXED] = CPU_RACE_RELAXED,
                                        [MEM_ACQUIRE] = CPU_RACE_ACQUIRE,
                                        [MEM_RELEASE] = CPU_RACE_RELEASE,
                                        [MEM_ACQ_REL] = CPU_RACE_ACQ_REL};
  CpuRace *race = warp->block->cluster->watch->race;
  CpuRaceOrder order = a->order == MEM_WEAK ? CPU_RACE_RELAXED : orders[a->order];
  IR_FOR_LANES(lane, a->lanes)
  cpu_race_order(race, (uint64_t)(uintptr_t)((char *)a->view->base + a->offsets[lane]),
                 cpu_watch_warp(warp), (uint32_t)lane, order, scope_of(a->scope),
                 a->kind != MEM_ACCESS_STORE, a->kind != MEM_ACCESS_LOAD);
}

// What blocks of other clusters may learn.  A fence makes relaxed accesses count.
static void order_clusters(const CpuWarp *warp, const MemLaneAccess *a) {
  const CpuCluster *cluster = warp->block->cluster;
  const CpuStorage *storage = a->view->object;
  if (!cluster->launch->between || !storage->global || scope_of(a->scope) < CPU_RACE_SCOPE_DEVICE)
    return;
  bool relaxed = cluster->watch->fenced;
  bool acquires = relaxed || a->order == MEM_ACQUIRE || a->order == MEM_ACQ_REL;
  bool releases = relaxed || a->order == MEM_RELEASE || a->order == MEM_ACQ_REL;
  IR_FOR_LANES(lane, a->lanes) {
    int64_t offset = cpu_watch_offset(warp, storage, (char *)a->view->base + a->offsets[lane]);
    cpu_grid_watch_order(cluster->launch->between, cluster->blocks[0].number, offset,
                         acquires && a->kind != MEM_ACCESS_STORE,
                         releases && a->kind != MEM_ACCESS_LOAD);
  }
}

static IrStep look_for_races(CpuWarp *warp, const IrOp *op, const MemLaneAccess *a) {
  const CpuStorage *storage = a->view->object;
  CpuRace *race = warp->block->cluster->watch->race;
  int64_t offsets[SIMT_WARP_LANES];
  IR_FOR_LANES(lane, a->lanes)
  offsets[lane] = cpu_watch_offset(warp, storage, (char *)a->view->base + a->offsets[lane]);
  CpuRaceAccess access = {.op = op,
                          .kind = kind_of(a),
                          .scope = scope_of(a->scope),
                          .lanes = (uint32_t)a->lanes,
                          .offsets = offsets,
                          .bytes = a->bytes};
  CpuRaceActor actor = {.warp = cpu_watch_warp(warp)};
  CpuRaceReport report;
  if (cpu_race_access(race, cpu_watch_memory(warp, storage), actor, &access, &report))
    return cpu_report_race(warp, op, &report, !storage->global);
  if (access.kind < CPU_RACE_ATOMIC_READ) return IR_STEP_NEXT;
  order_atomics(warp, a);
  order_clusters(warp, a);
  return IR_STEP_NEXT;
}

static void count(const CpuWarp *warp, const IrOp *op, const MemLaneAccess *a) {
  const CpuStorage *storage = a->view->object;
  int64_t addresses[SIMT_WARP_LANES];
  IR_FOR_LANES(lane, a->lanes) {
    const char *at = (const char *)a->view->base + a->offsets[lane];
    addresses[lane] = storage->global ? (int64_t)(uintptr_t)at : at - storage->data;
  }
  CpuLaneAddresses access = {.lanes = (uint32_t)a->lanes,
                             .addresses = addresses,
                             .bytes = a->bytes,
                             .serial = a->kind == MEM_ACCESS_ATOMIC};
  cpu_profile_access(warp->block->cluster->watch->profile, op, !storage->global,
                     a->kind != MEM_ACCESS_STORE, a->kind != MEM_ACCESS_LOAD, access);
}

IrStep cpu_watch_lanes(CpuWarp *warp, const IrOp *op, const MemLaneAccess *a) {
  const CpuWatch *watch = warp->block->cluster->watch;
  const CpuStorage *storage = a->view->object;
  if (storage->variable) return IR_STEP_NEXT; // each block has its own
  if (watch->profile) count(warp, op, a);
  return watch->race ? look_for_races(warp, op, a) : IR_STEP_NEXT;
}

// ---- Synchronisation. ----

static CpuRaceSync *barrier_of(const CpuBlock *block, uint32_t id) {
  const CpuWatch *watch = block->cluster->watch;
  if (id == CPU_CLUSTER_BARRIER) return watch->cluster_barrier;
  return watch->barriers[(size_t)(block - block->cluster->blocks) * SIMT_BARRIERS + id];
}

void cpu_watch_arrive(const CpuWarp *warp, uint32_t id, bool relaxed) {
  CpuRace *race = warp->block->cluster->watch->race;
  if (!race) return;
  CpuRaceSync *barrier = barrier_of(warp->block, id);
  if (relaxed)
    cpu_race_release_fenced(race, barrier, cpu_watch_warp(warp), UINT32_MAX);
  else
    cpu_race_release(race, barrier, cpu_watch_warp(warp), UINT32_MAX);
}

void cpu_watch_turn(const CpuBlock *block, uint32_t id) {
  CpuRace *race = block->cluster->watch->race;
  if (race) cpu_race_turn(race, barrier_of(block, id), false);
}

void cpu_watch_leave(const CpuWarp *warp, uint32_t id) {
  CpuRace *race = warp->block->cluster->watch->race;
  if (race) cpu_race_acquire(race, barrier_of(warp->block, id), cpu_watch_warp(warp), UINT32_MAX);
}

void cpu_watch_warp_sync(const CpuWarp *warp, uint64_t lanes) {
  CpuRace *race = warp->block->cluster->watch->race;
  if (race) cpu_race_warp_sync(race, cpu_watch_warp(warp), (uint32_t)lanes);
}

void cpu_watch_fence(const CpuWarp *warp, uint64_t lanes, SimtScope scope) {
  static const CpuRaceScope scopes[] = {[SIMT_SCOPE_BLOCK] = CPU_RACE_SCOPE_BLOCK,
                                        [SIMT_SCOPE_CLUSTER] = CPU_RACE_SCOPE_CLUSTER,
                                        [SIMT_SCOPE_DEVICE] = CPU_RACE_SCOPE_DEVICE,
                                        [SIMT_SCOPE_SYSTEM] = CPU_RACE_SCOPE_DEVICE};
  CpuRace *race = warp->block->cluster->watch->race;
  if (!race) return;
  cpu_race_fence(race, cpu_watch_warp(warp), (uint32_t)lanes, scopes[scope]);
  if (scopes[scope] == CPU_RACE_SCOPE_DEVICE) warp->block->cluster->watch->fenced = true;
}

void cpu_watch_exit(const CpuWarp *warp) {
  const CpuCluster *cluster = warp->block->cluster;
  CpuRace *race = cluster->watch->race;
  if (!race || cluster->num_blocks == 1) return;
  cpu_race_release(race, cluster->watch->ends[warp->ids.rank], cpu_watch_warp(warp), UINT32_MAX);
}

bool cpu_watch_ends(const CpuCluster *cluster) {
  const CpuWatch *watch = cluster->watch;
  if (!watch->race || cluster->num_blocks == 1) return true;
  for (uint32_t i = 0; i < cluster->num_blocks; i++) {
    CpuRaceReport report;
    cpu_race_turn(watch->race, watch->ends[i], false);
    if (!cpu_race_end(watch->race, watch->shared[i], i, watch->ends[i], &report)) continue;
    cpu_report_late(&cluster->blocks[i], &report);
    return false;
  }
  return true;
}
