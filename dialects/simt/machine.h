// What the rules of `simt` ask of the machine they run on: which threads these are, and waiting for
// others.
//
// An activity is a warp: 32 lanes of one interpreter.  `machine` is the warp's.  At the levels in
// program order, where one activity does the work of all threads, there is no such machine, and
// ops that need one fail.
//
// A machine is set under the name "simt" with ir_interp_set_machine.
#ifndef DIALECTS_SIMT_MACHINE_H
#define DIALECTS_SIMT_MACHINE_H

#include "dialects/simt/simt.h"
#include "ir/interp/interp.h"

// Where the warp is in the launch; the same as long as the block runs.
typedef struct SimtIds {
  int64_t block;        // linear number
  int64_t blocks;       // of the launch
  uint32_t warp;        // in the block; thread = 32 * warp + lane
  uint32_t threads;     // of the block
  uint32_t rank, ranks; // of the block in its cluster, and blocks of a cluster (1: no cluster)
} SimtIds;

// What threads wait for at a barrier of the block.
typedef struct SimtBarrier {
  uint32_t id;      // below SIMT_BARRIERS
  uint32_t threads; // that take part, a multiple of 32; 0: all of the block
  bool arrive;      // does not wait
} SimtBarrier;

typedef struct SimtMachine {
  uint32_t size; // sizeof(SimtMachine)
  const SimtIds *(*ids)(void *machine);
  // The warp arrives, and waits unless it says `arrive`.  Fails when part of its lanes do.
  IrStep (*barrier)(void *machine, IrInterp *interp, IrOp *op, SimtBarrier barrier);
  // The active lanes wait for each other: they are one path, so none has to; orders their memory.
  // Fails unless all of `lanes` are active.
  IrStep (*warp_sync)(void *machine, IrInterp *interp, IrOp *op, uint64_t lanes);
  // Orders this thread's accesses before those after it, as others in `scope` see them.
  IrStep (*fence)(void *machine, IrInterp *interp, IrOp *op, SimtScope scope);
  IrStep (*cluster_arrive)(void *machine, IrInterp *interp, IrOp *op);
  IrStep (*cluster_wait)(void *machine, IrInterp *interp, IrOp *op);
  // Gives each thread of the warp `count` registers: with `inc` more, when the block has them.
  IrStep (*set_registers)(void *machine, IrInterp *interp, IrOp *op, bool inc, uint32_t count);
  // The active lanes wait until the kernels in front in the stream have ended, and see what these
  // wrote.
  IrStep (*wait_for_grids)(void *machine, IrInterp *interp, IrOp *op);
} SimtMachine;

#define SIMT_MACHINE "simt"

// The machine that `op` runs on; fails and gives NULL when the interpreter has none.
const SimtMachine *simt_interp_machine(IrInterp *interp, IrOp *op, void **machine);

#endif
