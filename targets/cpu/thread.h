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
// again after every change that may concern it: work delivered, cpu_warp_wake, another warp's
// progress).  When all warps wait, pending work is delivered, one item, and they try again; when
// nothing is left to deliver, that is a deadlock, reported with the state of every warp.
#ifndef TARGETS_CPU_THREAD_H
#define TARGETS_CPU_THREAD_H

#include "dialects/mem/machine.h"
#include "dialects/simt/machine.h"
#include "ir/support/vec.h"
#include "targets/cpu/memory.h"
#include "targets/cpu/run.h"

typedef struct CpuWarp CpuWarp;
typedef struct CpuBlock CpuBlock;
typedef struct CpuCluster CpuCluster;
typedef struct CpuWork CpuWork;

enum { CPU_MAX_WARPS = 32, CPU_SHARED_ALIGNMENT = 1024 };

typedef enum CpuWarpState { CPU_WARP_READY, CPU_WARP_WAITING, CPU_WARP_ENDED } CpuWarpState;

// What a warp waits for.
typedef struct CpuWait {
  const IrOp *op;
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
  bool retries; // the wait ends when its op says so, not by cpu_warp_wake
  CpuWait wait; // while it waits
  // For owners of parts: what they keep for each warp; zeroed when a block starts.
  void *async;
};

// A barrier of the block.
typedef struct CpuBarrier {
  uint32_t arrived, expected; // threads; `expected` 0 while nobody arrived
  uint32_t waiting;           // warps, a bit each
} CpuBarrier;

struct CpuBlock {
  CpuCluster *cluster;
  int64_t number;    // linear, in the grid
  CpuStorage shared; // bytes; `written` has one flag a byte
  CpuMemory memory;  // variables of the module
  CpuWarp *warps;
  uint32_t num_warps;
  CpuBarrier barriers[SIMT_BARRIERS];
  void *async; // as in CpuWarp
};

// ---- Failing. ----
// A failure is the interpreter's (ir_interp_fail); notes follow it in the order they were made.
// At most one failure a cluster.
void cpu_warp_note(CpuWarp *warp, const IrOp *op, IrStr text);

// ---- Waiting. ----
void cpu_warp_wait(CpuWarp *warp, IrInterp *interp, const IrOp *op, const void *key,
                   void (*describe)(const CpuWarp *warp, IrStream *out));
void cpu_warp_wake(CpuWarp *warp);
// Retrying warps of the cluster look again whether they may go on: something changed for `key`
// (NULL: for anyone).
void cpu_cluster_changed(CpuCluster *cluster, const void *key);

// ---- Work that goes on beside the warps. ----

// An asynchronous copy or product, from when it is issued to when its effects are there.  Make one
// with cpu_work_post; fields beyond the first are its owner's to fill.
struct CpuWork {
  CpuWarp *warp;    // who issued it
  const IrOp *op;   // by what
  const void *key;  // what it completes: waits for it are served first; or NULL
  const void *line; // work of one line is delivered in the order of posting; NULL: in any order
  // Takes effect.  May fail with ir_interp_fail on warp->interp at `op`.
  IrStep (*deliver)(CpuWork *work);
  CpuWork *previous, *next; // in the order of posting
  // The owner's data, `bytes` of it, follow.
  _Alignas(16) unsigned char data[];
};

// Puts an item with `bytes` of data, zeroed, at the end of the queue.
CpuWork *cpu_work_post(CpuWarp *warp, const IrOp *op, size_t bytes);
// Delivers this item now, and first what is before it in its line: for waits that say exactly which
// work they want.  The item is gone afterwards.
IR_CHECKED IrStep cpu_work_deliver(CpuWork *work);
// The first item in the queue, in the order of posting; NULL when there is none.
CpuWork *cpu_work_first(CpuCluster *cluster);

#endif
