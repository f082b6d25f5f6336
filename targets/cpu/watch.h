// What watches the accesses of threads: for races (race.h), and to count them (profile.h).
//
// A cluster has one watch.  The machines of thread_*.c tell it what warps do; it answers with a
// failure at the op whose access races, with a note at the other one and a way out.
#ifndef TARGETS_CPU_WATCH_H
#define TARGETS_CPU_WATCH_H

#include "dialects/mem/async_machine.h"
#include "targets/cpu/profile.h"
#include "targets/cpu/race_grid.h"
#include "targets/cpu/thread.h"

typedef struct CpuWatch {
  CpuRace *race; // NULL: nobody looks for races
  CpuRaceMemory *global;
  CpuRaceMemory **shared; // by block of the cluster
  CpuRaceSync **barriers; // by block and id
  CpuRaceSync *cluster_barrier;
  CpuRaceSync **ends;  // by block of the cluster, of which its warps have known at their ends
  CpuProfile *profile; // NULL: nobody counts
  bool fenced;         // a thread has executed a fence for the device
} CpuWatch;

// As the cluster's run asks for.
CpuWatch *cpu_watch_create(const CpuCluster *cluster);
void cpu_watch_destroy(CpuWatch *watch, const CpuCluster *cluster);
// The next cluster begins.
void cpu_watch_start(CpuWatch *watch, const CpuCluster *cluster);
// What it left in global memory, for the launch to hold against other clusters; NULL when nobody
// looks for races.
CpuRaceTraces *cpu_watch_traces(const CpuWatch *watch);

// ---- What warps do. ----

// The warp's number in its cluster, as race.h has it.
static inline uint32_t cpu_watch_warp(const CpuWarp *warp) {
  return warp->ids.rank * warp->block->num_warps + warp->ids.warp;
}

// An access of lanes, which has been checked and is about to happen.
IR_CHECKED IrStep cpu_watch_lanes(CpuWarp *warp, const IrOp *op, const MemLaneAccess *access);

// Barriers: the warp arrives; all have arrived; the warp goes on.  `id` of the block's, or
// CPU_CLUSTER_BARRIER.
enum { CPU_CLUSTER_BARRIER = SIMT_BARRIERS };
void cpu_watch_arrive(const CpuWarp *warp, uint32_t id, bool relaxed);
void cpu_watch_turn(const CpuBlock *block, uint32_t id);
void cpu_watch_leave(const CpuWarp *warp, uint32_t id);
void cpu_watch_warp_sync(const CpuWarp *warp, uint64_t lanes);
void cpu_watch_fence(const CpuWarp *warp, uint64_t lanes, SimtScope scope);
// The warp has ended.
void cpu_watch_exit(const CpuWarp *warp);
// All of the cluster's have: whether nothing that one block does to another one's shared memory may
// come after that one's end.  Fails on the interpreter of a warp.
IR_CHECKED bool cpu_watch_ends(const CpuCluster *cluster);

// ---- What goes on beside them (watch_async.c). ----
// Without anybody who looks for races, all of these do nothing, and agents and objects are NULL.

static inline CpuRace *cpu_watch_race(const CpuWarp *warp) {
  return warp->block->cluster->watch->race;
}

// Bytes of an asynchronous operation, which are counted if they go through the async proxy.  Fails
// on the interpreter of the warp.
IR_CHECKED IrStep cpu_watch_bytes(CpuWarp *warp, const IrOp *op, const CpuBytes *bytes);
// The copies that lanes start with mem.cp_async, for the profile.
void cpu_watch_copies(const CpuWarp *warp, const IrOp *op, const MemAsyncCopy *copy);
// Agents: as in race.h.  `completes`: the object of the mbarrier that counts the operation, or
// NULL.
CpuRaceAgent *cpu_watch_issue(const CpuWarp *warp, uint64_t lanes, CpuRaceSync *completes);
CpuRaceAgent *cpu_watch_issue_together(const CpuWarp *warp);
void cpu_watch_end(const CpuWarp *warp, CpuRaceAgent *agent);
uint32_t cpu_watch_commit(const CpuWarp *warp, CpuRaceQueue queue);
void cpu_watch_wait(const CpuWarp *warp, uint64_t lanes, CpuRaceQueue queue, uint32_t upto);
// mem.fence_mbarrier_init: as a fence of the cluster's scope.
void cpu_watch_init_fence(const CpuWarp *warp, uint64_t lanes);
// The warp has waited for the first `products` of its warpgroup, which are numbered by themselves.
void cpu_watch_wait_products(const CpuWarp *warp, uint32_t first_warp, uint32_t products);
void cpu_watch_proxy_fence(const CpuWarp *warp, uint64_t lanes, bool shared);

// An mbarrier: its object, what lanes do with its bytes, and what that orders.
CpuRaceSync *cpu_watch_mbarrier(const CpuWarp *warp);
IR_CHECKED IrStep cpu_watch_mbarrier_access(CpuWarp *warp, const IrOp *op, uint64_t lane,
                                            CpuStorage *storage, const void *at, CpuRaceKind kind);
void cpu_watch_release(const CpuWarp *warp, uint64_t lane, CpuRaceSync *sync);
void cpu_watch_acquire(const CpuWarp *warp, uint64_t lane, const CpuRaceSync *sync);
// A copy signals it, for the lane that issued the copy.
IR_CHECKED IrStep cpu_watch_signal(CpuWarp *warp, const IrOp *op, const CpuRaceAgent *agent,
                                   uint64_t lane, CpuStorage *storage, const void *at);
void cpu_watch_complete(const CpuWarp *warp, const CpuRaceAgent *agent, CpuRaceSync *sync);
// The agent's lane's copies up to that number are done (cp.async.mbarrier.arrive).
void cpu_watch_complete_copies(const CpuWarp *warp, const CpuRaceAgent *agent, uint64_t lane,
                               CpuRaceSync *sync, uint32_t upto);
// Its phase is complete.
void cpu_watch_phase(const CpuWarp *warp, CpuRaceSync *sync);

// ---- Between clusters (watch_grid.c). ----

typedef struct CpuGridWatch CpuGridWatch; // of a launch; used by several host threads

CpuGridWatch *cpu_grid_watch_create(void);
void cpu_grid_watch_destroy(CpuGridWatch *watch);
// What the task at `position` of the launch's order left; NULL when it failed.  Taken over.
void cpu_grid_watch_add(CpuGridWatch *watch, int64_t position, int64_t first_block,
                        CpuRaceTraces *traces);
// A thread of the cluster that begins at that block accesses a location atomically.
void cpu_grid_watch_order(CpuGridWatch *watch, int64_t first_block, int64_t location, bool acquires,
                          bool releases);
// Emits the first race in the order of tasks.
IR_CHECKED IrStatus cpu_grid_watch_report(const CpuGridWatch *watch, const CpuLaunch *launch);

// ---- Texts (watch_report.c). ----

// Offsets in global memory as the detector has them: which argument, and where in it.
int64_t cpu_global_offset(const CpuLaunch *launch, const CpuStorage *storage, const void *at);
// "bytes 16 to 19 of '%A'"
void cpu_print_global_bytes(IrStream *out, const CpuLaunch *launch, int64_t offset, uint64_t bytes);
const char *cpu_race_verb(CpuRaceKind kind, bool past); // "reads", "wrote"
// Where bytes of a block's shared memory or of an argument are, as the detector has them.
CpuRaceMemory *cpu_watch_memory(const CpuWarp *warp, const CpuStorage *storage);
int64_t cpu_watch_offset(const CpuWarp *warp, const CpuStorage *storage, const void *at);
IR_CHECKED IrStep cpu_report_race(CpuWarp *warp, const IrOp *op, const CpuRaceReport *report,
                                  bool shared);
// Of what may come after the end of the block that the memory belongs to.
void cpu_report_late(const CpuBlock *block, const CpuRaceReport *report);

#endif
