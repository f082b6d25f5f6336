// Interpreters inside of another one, whose root is the op that it executes.
//
//   batch   runs the op's region for many elements at once, each a lane
//   fork    runs one of the op's regions beside others, which are forks of their own
//
// What the regions use from outside has numbers there, too, and is copied into all lanes before
// they run.  An inner interpreter has the machines of the one around and is kept until that goes,
// so that nothing is numbered twice.
#include "ir/interp/interp_impl.h"

// The interpreter kept under `key`.
static IrInterp *find(IrInterp *interp, IrOp *op, const void *key, uint32_t lanes) {
  IrInterp *inner = ir_ptrmap_get(&interp->inner, key);
  if (inner) return inner;
  inner = ir_interp_create_in(interp, op, lanes);
  ir_interp_keep_error(inner, true);
  ir_ptrmap_set(&interp->inner, key, inner);
  return inner;
}

static void copy_machines(IrInterp *to, const IrInterp *from) {
  for (size_t i = 0; i < from->machines.n; i++) {
    const MachineEntry *entry = &from->machines.at[i];
    ir_interp_set_machine(to, entry->name, entry->table, entry->machine);
  }
}

static void capture_value(IrInterp *inner, IrInterp *interp, const IrValue *value) {
  const IrCell *from = ir_interp_get(interp, value);
  IrCell *to = ir_interp_define(inner, value);
  size_t bytes = ir_cell_bytes(from);
  for (uint32_t lane = 0; lane < to->lanes; lane++)
    memcpy((char *)to->data + lane * bytes, from->data, bytes);
}

static void start(IrInterp *inner, IrInterp *interp, size_t region) {
  IR_ASSERT(interp->lanes == 1, "inside of one activity");
  copy_machines(inner, interp);
  ir_interp_start(inner, region);
  for (size_t i = 0; i < inner->program->captured.n; i++)
    capture_value(inner, interp, inner->program->captured.at[i]);
}

// Runs it with the steps that are left, and counts those it took.
static IrRunState run(IrInterp *interp, IrInterp *inner) {
  uint64_t before = inner->steps;
  uint64_t left = interp->max_steps > interp->steps ? interp->max_steps - interp->steps : 1;
  IrRunState state = ir_interp_run(inner, interp->max_steps ? before + left : 0);
  interp->steps += inner->steps - before;
  return state;
}

static IrStep pass_on_failure(IrInterp *interp, const IrInterp *inner) {
  return ir_interp_fail(interp, inner->failed_op, "{}", ir_stream_str(&inner->message));
}

// ---- Batches.

IrInterp *ir_interp_batch(IrInterp *interp, IrOp *op) {
  IrInterp *batch = find(interp, op, op, IR_MAX_LANES);
  start(batch, interp, 0);
  return batch;
}

void ir_interp_batch_start(IrInterp *batch, uint32_t lanes) {
  ir_interp_start_lanes(batch, 0, UINT64_MAX >> (IR_MAX_LANES - lanes));
}

IrStep ir_interp_batch_run(IrInterp *interp, IrInterp *batch) {
  IrRunState state = run(interp, batch);
  if (state == IR_RUN_DONE) return IR_STEP_NEXT;
  if (state == IR_RUN_FAILED) return pass_on_failure(interp, batch);
  return ir_interp_fail(interp, batch->program->root, "waits inside of code for single elements");
}

// ---- Forks.

IrInterp *ir_interp_fork(IrInterp *interp, IrOp *op, size_t region) {
  IrInterp *fork = find(interp, op, ir_op_region(op, region), 1);
  start(fork, interp, region);
  return fork;
}

IrRunState ir_interp_fork_run(IrInterp *interp, IrInterp *fork) {
  IrRunState state = run(interp, fork);
  if (state != IR_RUN_FAILED) return state;
  IrStep failed = pass_on_failure(interp, fork);
  IR_ASSERT(failed == IR_STEP_FAIL, "a failure fails");
  return state;
}
