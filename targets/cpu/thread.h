// Thread level on the CPU: blocks of warps, what they wait for, and the work that goes on beside
// them.
//
// A warp is one activity of the interpreter with 32 lanes.  The blocks of a cluster (one block,
// where a kernel has no clusters) run together on one host thread; warps are switched where they
// wait, and at random points with --schedule=random.  Machines (dialects/mem/machine.h,
// dialects/simt/machine.h) get the warp as `machine`.
//
// A rule that has to wait says what for with cpu_warp_wait and returns ir_interp_suspend (someone
// calls cpu_warp_wake, and the warp goes on behind the op) or ir_interp_retry (the op is executed
// again whenever another warp got on or work was delivered).  When all warps wait, pending work is
// delivered, one item, and they try again; when nothing is left to deliver, that is a deadlock,
// reported with the state of every warp.
#ifndef TARGETS_CPU_THREAD_H
#define TARGETS_CPU_THREAD_H

#include "dialects/mem/machine.h"
#include "dialects/simt/machine.h"
#include "ir/support/vec.h"
#include "targets/cpu/launch.h"
#include "targets/cpu/race.h"

typedef struct CpuWarp CpuWarp;
typedef struct CpuBlock CpuBlock;
typedef struct CpuCluster CpuCluster;
typedef struct CpuWork CpuWork;

enum { CPU_MAX_WARPS = 32, CPU_SHARED_ALIGNMENT = 1024 };

static inline int64_t cpu_align(int64_t bytes, int64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

typedef enum CpuWarpState { CPU_WARP_READY, CPU_WARP_WAITING, CPU_WARP_ENDED } CpuWarpState;

// What a warp waits for.
typedef struct CpuWait {
  const IrOp *op; // NULL: nothing
  uint64_t lanes;
  // What ends the wait, an address of anybody's choice: work with this key is delivered before
  // other work.
  const void *key;
  // Completes "waits for ..." in reports.
  void (*describe)(const CpuWarp *warp, IrStream *out);
} CpuWait;

struct CpuWarp {
  CpuBlock *block;
  SimtIds ids;
  IrInterp *interp;
  CpuWarpState state;
  bool retries;              // the wait ends when its op says so, not by cpu_warp_wake
  bool stalled;              // tried in vain since anything else happened
  CpuWait wait;              // while it waits
  bool arrived;              // at the cluster's barrier, for its next wait
  uint64_t arrival;          // the barrier's generation then
  uint32_t registers;        // of each thread; 0: not known
  uint64_t waited_for_grids; // lanes that did (simt.griddepcontrol wait)
};

// A barrier of the block, or of the cluster.
typedef struct CpuBarrier {
  uint32_t arrived, expected; // threads; `expected` 0 while nobody arrived
  uint64_t generation;        // how often it was complete
  const IrOp *op;             // of who came first
} CpuBarrier;

struct CpuBlock {
  CpuCluster *cluster;
  int64_t number;    // linear, in the grid
  CpuStorage shared; // bytes; `written` has one flag a byte
  void *allocation;  // that holds them, somewhere
  int64_t used;      // bytes of it, buffers without an `offset` that were met so far included
  IrPtrMap places;   // mem.alloc without an `offset` -> its place + 1
  CpuMemory memory;  // variables of the module, and what memref.alloc makes
  CpuWarp *warps;
  uint32_t num_warps;
  CpuBarrier barriers[SIMT_BARRIERS];
  int64_t free_registers; // that threads have given back
  // What parts keep for a block; NULL when the block is made.  A part resets its own in
  // block_start and frees it in block_destroy (thread_block.c).
  void *async, *tc;
};

typedef struct CpuNote {
  const IrOp *op; // NULL: a way out
  char *text;
} CpuNote;

struct CpuCluster {
  CpuLaunch *launch;
  CpuBlock *blocks;
  uint32_t num_blocks;
  CpuBarrier barrier;
  struct CpuWatch *watch;
  CpuWork *first, *last; // pending, in the order of posting
  uint64_t random;       // state of the schedule
  uint32_t turn;         // warp that runs next, counted through all blocks
  uint32_t paused;       // slices that were used up without a wait
  IR_VEC(CpuNote) notes; // of the failure
};

// ---- Running. ----

// Whether a block of the kernel's target (sm_90a when the module names none) has the shared memory
// that the kernel needs; else reports.
IR_CHECKED IrStatus cpu_check_shared(IrOp *kernel);
// Blocks for the launch, to be used for one cluster of the grid after another.
CpuCluster *cpu_cluster_create(CpuLaunch *launch);
void cpu_cluster_destroy(CpuCluster *cluster);
// Runs the blocks from `first` on; false after a failure, which is kept.
bool cpu_cluster_run(CpuCluster *cluster, int64_t first);
void cpu_cluster_emit_failure(CpuCluster *cluster);
void cpu_cluster_add_counts(const CpuCluster *cluster, IrOpCounts *counts);

// ---- Failing. ----
// A failure is the interpreter's (ir_interp_fail); notes follow it in the order they were made.
// At most one failure a cluster.
void cpu_warp_note(CpuWarp *warp, const IrOp *op, IrStr text);
// "lanes 0, 4-7"
void cpu_print_lanes(IrStream *out, uint64_t lanes);

// ---- Waiting. ----
void cpu_warp_wait(CpuWarp *warp, const IrOp *op, const void *key,
                   void (*describe)(const CpuWarp *warp, IrStream *out));
void cpu_warp_wake(CpuWarp *warp);
uint32_t cpu_cluster_num_warps(const CpuCluster *cluster);
CpuWarp *cpu_cluster_warp(const CpuCluster *cluster, uint32_t i); // of all blocks

// ---- Work that goes on beside the warps. ----

// An asynchronous copy or product, from when it is issued to when its effects are there.  Make one
// with cpu_work_post; `warp` and `op` are filled, the rest is its owner's.
struct CpuWork {
  CpuWarp *warp;    // who issued it
  const IrOp *op;   // by what
  const void *key;  // what it completes: waits for it are served first; or NULL
  const void *line; // work of one line is delivered in the order of posting; NULL: in any order
  // Takes effect.  May fail with ir_interp_fail on warp->interp at `op`.
  IrStep (*deliver)(CpuWork *work);
  CpuWork *previous, *next; // in the order of posting
  // The owner's data, as many bytes as it asked for.
  _Alignas(16) unsigned char data[];
};

// Puts an item with `bytes` of data, zeroed, at the end of the queue.
CpuWork *cpu_work_post(CpuWarp *warp, const IrOp *op, size_t bytes);
// Delivers this item now, and first what is before it in its line: for waits that say exactly which
// work they want.  The item is gone afterwards.
IR_CHECKED IrStep cpu_work_deliver(CpuWork *work);

// ---- Memory. ----

// Bytes that anything but a thread's own access touches: a copy engine, a tensor core.
typedef struct CpuBytes {
  CpuStorage *storage; // a block's shared memory, or an argument's
  void *at;
  int64_t bytes;
  bool write;
  // The operation as races are looked for (watch.h); NULL: nobody does.
  const CpuRaceAgent *agent;
  CpuRaceQueue queue; // that the access counts in, unless an mbarrier counts the operation
  uint32_t lane;      // that issued it
  bool async;         // through the async proxy
  bool atomic;        // combines with what is there
} CpuBytes;

// Fails at `op`, on the warp's interpreter, when the bytes lie outside the storage, or are read and
// nothing wrote them; marks them as written.  The caller moves them.
IR_CHECKED IrStep cpu_check_bytes(CpuWarp *warp, const IrOp *op, CpuBytes bytes);

// "shared memory", or the argument that has it: "'%A'"
void cpu_print_memory(const CpuWarp *warp, const CpuStorage *storage, IrStream *out);

extern const MemMachine cpu_thread_memory;
extern const SimtMachine cpu_thread_machine;

// ---- Registers (thread_registers.c). ----
void cpu_registers_start(CpuBlock *block);
IrStep cpu_set_registers(void *machine, IrInterp *interp, IrOp *op, bool inc, uint32_t count);

// ---- Kernels in front (thread_grid_wait.c). ----
void cpu_grid_wait_start(CpuBlock *block); // no lane has waited
IrStep cpu_wait_for_grids(void *machine, IrInterp *interp, IrOp *op);
// Fails when the storage is global memory and some of the lanes, in a kernel that waits for those
// in front, have not.
IR_CHECKED IrStep cpu_check_grid_wait(CpuWarp *warp, const IrOp *op, const CpuStorage *storage,
                                      uint64_t lanes);

// ---- Reports. ----

// Fails the first warp that waits with a deadlock, and notes the state of the others.
void cpu_report_deadlock(CpuCluster *cluster);
// Notes where the block's warps are and what they wait for, all but one.
void cpu_note_warps(CpuBlock *block, const CpuWarp *but);

#endif
