// What the rules of mem's asynchronous ops ask of the machine they run on: copies that go on while
// the thread does, groups of them, mbarriers, and fences between proxies.
//
// An activity is a warp; each of its active lanes executes an op of its own, so everything here is
// an array by lane with the mask of the lanes that take part.  The machine delivers what was
// started at some later time; a wait returns what ir_interp_retry returned until its condition
// holds.  At the levels in program order there is no such machine, and the ops fail.
//
// A machine is set under the name "async" with ir_interp_set_machine.
#ifndef DIALECTS_MEM_ASYNC_MACHINE_H
#define DIALECTS_MEM_ASYNC_MACHINE_H

#include "dialects/mem/machine.h"
#include "dialects/mem/mem.h"

// Places of the lanes in a memref or buffer.  Indices have been checked against the view.
typedef struct MemPlaces {
  const MemView *view;
  const int64_t *offsets; // by lane, in bytes from view->base
} MemPlaces;

// The run-time value of a !mem.tensor_map; box, element and layout are its type's.
typedef struct MemTensorMap {
  MemView tensor;
  IrType type;
  bool nan; // what a box has outside the tensor is NaN, not zero
} MemTensorMap;

_Static_assert(sizeof(MemTensorMap) <= IR_DESCRIPTOR_BYTES, "a map is a cell's descriptor");

// cp.async: `bytes` of each lane, of which the first `sizes[lane]` are read and the rest is zero.
typedef struct MemAsyncCopy {
  MemPlaces from, to;
  uint64_t lanes;
  uint32_t bytes;
  const int64_t *sizes; // by lane; NULL: `bytes`
} MemAsyncCopy;

typedef enum MemMbarrierAction {
  MEM_MBARRIER_INIT, // with `count`
  MEM_MBARRIER_INVAL,
  MEM_MBARRIER_ARRIVE,        // `count` times, after expecting `bytes`
  MEM_MBARRIER_EXPECT,        // `bytes`
  MEM_MBARRIER_COPIES_ARRIVE, // when the lane's copies are done; `count` 0: noinc
} MemMbarrierAction;

typedef struct MemMbarrierAccess {
  MemMbarrierAction action;
  MemPlaces barrier;
  uint64_t lanes;
  int64_t count;
  const int64_t *bytes; // by lane, or NULL
} MemMbarrierAccess;

typedef struct MemMbarrierWait {
  MemPlaces barrier;
  uint64_t lanes;
  const int64_t *parities; // by lane, 0 or 1
  bool *complete;          // by lane: the answers of a test; NULL: wait until all are complete
} MemMbarrierWait;

// Stores into the shared memory of blocks of the cluster, which tell an mbarrier there.
typedef struct MemStoreAsync {
  MemPlaces to, barrier;
  uint64_t lanes;
  uint32_t bytes;     // of a lane
  const char *values; // `bytes` for each lane
} MemStoreAsync;

// TMA: one box a lane.
typedef struct MemBoxMove {
  const MemTensorMap *map;
  uint64_t lanes;
  // By lane, in the order of the tensor's dimensions.
  const int64_t (*coords)[MEM_TENSOR_MAP_MAX_RANK];
  MemPlaces shared;
  MemPlaces barrier;           // loads
  const int64_t *multicast;    // by lane, a bit for each block of the cluster; NULL: this block
  const MemReduceKind *reduce; // stores: how it is combined; NULL: replaced
} MemBoxMove;

typedef struct MemAsyncMachine {
  uint32_t size; // sizeof(MemAsyncMachine)
  IrStep (*copy)(void *machine, IrInterp *interp, IrOp *op, const MemAsyncCopy *copy);
  IrStep (*commit)(void *machine, IrInterp *interp, IrOp *op);
  IrStep (*wait)(void *machine, IrInterp *interp, IrOp *op, int64_t groups);
  IrStep (*mbarrier)(void *machine, IrInterp *interp, IrOp *op, const MemMbarrierAccess *access);
  IrStep (*mbarrier_wait)(void *machine, IrInterp *interp, IrOp *op, const MemMbarrierWait *wait);
  // Fails where a lane's mbarrier is of another block than its place.
  IrStep (*store_async)(void *machine, IrInterp *interp, IrOp *op, const MemStoreAsync *store);
  // Fails where TMA cannot take the tensor: address, strides or extents.
  IrStep (*tensor_map)(void *machine, IrInterp *interp, IrOp *op, const MemTensorMap *map);
  IrStep (*load)(void *machine, IrInterp *interp, IrOp *op, const MemBoxMove *move);
  IrStep (*store)(void *machine, IrInterp *interp, IrOp *op, const MemBoxMove *move);
  IrStep (*bulk_commit)(void *machine, IrInterp *interp, IrOp *op);
  // `read`: only until their shared memory has been read.
  IrStep (*bulk_wait)(void *machine, IrInterp *interp, IrOp *op, int64_t groups, bool read);
  IrStep (*fence_proxy)(void *machine, IrInterp *interp, IrOp *op);
  IrStep (*fence_mbarrier_init)(void *machine, IrInterp *interp, IrOp *op);
} MemAsyncMachine;

#define MEM_ASYNC_MACHINE "async"

#endif
