// wgmma on the CPU: what a warpgroup has in flight.
//
// The four warps of a warpgroup execute the same products in the same order.  A product is kept
// from when the first of them executes it; when the last one has, it becomes pending work
// (targets/cpu/thread.h), and takes effect for all four at once, in the order of execution.  The
// wait of a warp ends when what it waits for has taken effect, so a product is as late as the
// schedule makes it: what is stored to its operands meanwhile shows.
//
// Registers in flight are slots of the warpgroup.  The run-time value of a !tc.inflight names a
// slot and the state of it that is meant: a slot that was given back, or that a later product has
// taken on, is found out.
#ifndef TARGETS_CPU_WGMMA_H
#define TARGETS_CPU_WGMMA_H

#include "dialects/tc/fragment.h"
#include "dialects/tc/machine.h"
#include "dialects/tc/tc.h"
#include "dialects/tc/wgmma_descriptor.h"
#include "targets/cpu/thread.h"

// The value of a !tc.inflight.
typedef struct CpuInflight {
  uint32_t slot, generation; // of the slot, which is used again
  uint64_t version;          // of what it holds
} CpuInflight;

// Registers of a warp, by lane.
typedef struct CpuRegisters {
  uint32_t generation;
  bool used;
  uint64_t version;
  uint64_t last;     // number of the last product that writes or reads them, plus 1; 0: none
  const IrOp *owner; // what last wrote them
  size_t bytes, capacity;
  void *data;
} CpuRegisters;

// One warp's part of a product.
typedef struct CpuPart {
  uint32_t d, a; // slots; `a` where it comes from registers
  CpuRaceAgent *agent;
} CpuPart;

typedef struct CpuProduct {
  const IrOp *op;
  CpuWarp *first;    // who executed it first
  uint32_t arrived;  // warps of the group, one bit each
  TcDescriptor a, b; // a: where it comes from shared memory
  bool adds;         // to what d holds
  CpuPart parts[TC_WARPGROUP];
} CpuProduct;

// What a warp has said so far.
typedef struct CpuIssuer {
  uint64_t issued;         // products executed
  IR_VEC(uint64_t) groups; // for each committed group, how many products were executed by then
  bool fenced;             // since registers were last given back
} CpuIssuer;

typedef struct CpuWarpgroup {
  CpuBlock *block;
  uint64_t delivered;          // products that have taken effect
  IR_VEC(CpuProduct) products; // those after them, in order
  IR_VEC(CpuRegisters) registers;
  CpuIssuer issuers[TC_WARPGROUP];
} CpuWarpgroup;

// Computes a product for all four warps; a failure is the first warp's.
IrStep cpu_wgmma_compute(CpuWarpgroup *group, const CpuProduct *product);

extern const TcMachine cpu_thread_tc;
// Forgets what an earlier run of the block left; makes what it needs the first time.
void cpu_tc_start(CpuBlock *block);
void cpu_tc_destroy(CpuBlock *block);

#endif
