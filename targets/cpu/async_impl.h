// What the files of the asynchronous machine share.
//
//   async.c           state, groups, cp.async
//   async_mbarrier.c  mbarriers: arriving, waiting, reports
//   async_remote.c    stores to other blocks
//   async_tma.c       boxes: loads, stores, reductions
#ifndef TARGETS_CPU_ASYNC_IMPL_H
#define TARGETS_CPU_ASYNC_IMPL_H

#include "targets/cpu/async.h"
#include "targets/cpu/mbarrier.h"

// An mbarrier in a block's shared memory.
typedef struct CpuMbarrier {
  CpuBlock *block;
  int64_t place; // byte in its shared memory
  bool valid;    // between init and inval
  bool fenced;   // its initialisation is visible to TMA
  CpuMbarrierState state;
  const IrOp *init;
  const CpuWarp *owner; // whose lane initialised it
  CpuRaceSync *race;    // what it orders
} CpuMbarrier;

// A commit: these lanes ended a group.
typedef struct CpuCommit {
  uint64_t lanes;
  uint32_t number; // for the race detector
} CpuCommit;
typedef IR_VEC(CpuCommit) CpuCommits;

// An mbarrier wait that is being tried: what each lane waits for.
typedef struct CpuPhaseWait {
  const IrOp *op; // NULL: none
  uint64_t lanes, done;
  const CpuMbarrier *barriers[SIMT_WARP_LANES];
  uint64_t phases[SIMT_WARP_LANES];
} CpuPhaseWait;

typedef struct CpuAsyncWarp {
  CpuCommits copies, bulk;
  uint64_t started; // copies of cp.async, so far
  CpuPhaseWait wait;
} CpuAsyncWarp;

// Of a block.
typedef struct CpuAsync {
  IrPtrMap mbarriers;  // their address -> CpuMbarrier
  CpuAsyncWarp *warps; // as many as the block has
} CpuAsync;

CpuAsync *cpu_async_of(const CpuBlock *block);
CpuAsyncWarp *cpu_async_warp(const CpuWarp *warp);
// The block whose shared memory that is; NULL for other memory.
CpuBlock *cpu_async_block(const CpuWarp *warp, const CpuStorage *storage);
// Whether all its warps have: its shared memory is nobody's any more.
bool cpu_async_has_ended(const CpuBlock *block);
// Byte of its block's shared memory, or of the memory of an argument.
int64_t cpu_async_place(MemPlaces places, uint64_t lane);

// ---- Groups. ----
// Work counts to the lane's first commit from number `issued` on; the number when it is issued is
// how many commits there are.
//
// By lane: work that was issued before that many commits, at least one, is waited for when all but
// the last `groups` groups are; 0: none is.
void cpu_async_due(const CpuCommits *commits, uint64_t lanes, int64_t groups,
                   size_t due[SIMT_WARP_LANES]);

// The lanes have waited for these: tells the race detector.
void cpu_async_waited(const CpuWarp *warp, const CpuCommits *commits,
                      const size_t due[SIMT_WARP_LANES], uint64_t lanes, CpuRaceQueue queue);

// ---- cp.async ----
// Delivers the first `started` copies of the warp, as far as they are these lanes'.
IR_CHECKED IrStep cpu_async_copy_first(CpuWarp *warp, uint64_t lanes, uint64_t started);

// ---- mbarriers ----
// The valid mbarrier there; else fails and gives NULL.
CpuMbarrier *cpu_mbarrier_find(CpuWarp *warp, const IrOp *op, CpuBlock *block, int64_t place);
IrStep cpu_async_mbarrier(void *machine, IrInterp *interp, IrOp *op,
                          const MemMbarrierAccess *access);
IrStep cpu_async_mbarrier_wait(void *machine, IrInterp *interp, IrOp *op,
                               const MemMbarrierWait *wait);
// What a copy of `warp`, which `op` started in that phase, tells the mbarrier.
IR_CHECKED IrStep cpu_mbarrier_bring_bytes(CpuWarp *warp, const IrOp *op, CpuMbarrier *barrier,
                                           uint64_t phase, int64_t bytes, const CpuRaceAgent *agent,
                                           uint64_t lane);
void cpu_mbarrier_fence(CpuWarp *warp);
// Fails unless the initialisation is visible to others than this block's threads.
IrStep cpu_mbarrier_check_fence(CpuWarp *warp, const IrOp *op, const CpuMbarrier *barrier);

// ---- Stores to other blocks ----
IrStep cpu_async_store_remote(void *machine, IrInterp *interp, IrOp *op,
                              const MemStoreAsync *store);

// ---- TMA ----
IrStep cpu_async_tensor_map(void *machine, IrInterp *interp, IrOp *op, const MemTensorMap *map);
IrStep cpu_async_load(void *machine, IrInterp *interp, IrOp *op, const MemBoxMove *move);
IrStep cpu_async_store(void *machine, IrInterp *interp, IrOp *op, const MemBoxMove *move);
IrStep cpu_async_bulk_wait(void *machine, IrInterp *interp, IrOp *op, int64_t groups, bool read);

#endif
