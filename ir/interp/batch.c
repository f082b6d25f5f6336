// Running an op's region for many elements at once: each is a lane of an interpreter of its own.
//
// That interpreter's root is the op.  What the region uses from outside has numbers there, too, and
// is copied into all lanes before it runs.  It has the machines of the one around and is kept until
// that goes, so that nothing is numbered twice.
#include "ir/interp/interp_impl.h"

static IrInterp *find(IrInterp *interp, IrOp *op) {
  IrInterp *batch = ir_ptrmap_get(&interp->batches, op);
  if (batch) return batch;
  batch = ir_interp_create_in(interp, op, IR_MAX_LANES);
  ir_interp_keep_error(batch, true);
  ir_ptrmap_set(&interp->batches, op, batch);
  return batch;
}

static void copy_machines(IrInterp *to, const IrInterp *from) {
  for (size_t i = 0; i < from->machines.n; i++) {
    const MachineEntry *entry = &from->machines.at[i];
    ir_interp_set_machine(to, entry->name, entry->table, entry->machine);
  }
}

static void capture(IrInterp *batch, IrInterp *interp, const IrValue *value) {
  const IrCell *from = ir_interp_get(interp, value);
  IrCell *to = ir_interp_define(batch, value);
  size_t bytes = ir_cell_bytes(from);
  for (uint32_t lane = 0; lane < to->lanes; lane++)
    memcpy((char *)to->data + lane * bytes, from->data, bytes);
}

IrInterp *ir_interp_batch(IrInterp *interp, IrOp *op) {
  IR_ASSERT(interp->lanes == 1, "elements of one activity");
  IrInterp *batch = find(interp, op);
  copy_machines(batch, interp);
  ir_interp_start(batch, 0);
  for (size_t i = 0; i < batch->program->captured.n; i++)
    capture(batch, interp, batch->program->captured.at[i]);
  return batch;
}

void ir_interp_batch_start(IrInterp *batch, uint32_t lanes) {
  ir_interp_start_lanes(batch, 0, UINT64_MAX >> (IR_MAX_LANES - lanes));
}

IrStep ir_interp_batch_run(IrInterp *interp, IrInterp *batch) {
  uint64_t limit = interp->max_steps > interp->steps ? interp->max_steps - interp->steps : 1;
  IrRunState state = ir_interp_run(batch, interp->max_steps ? limit : 0);
  interp->steps += batch->steps;
  if (state == IR_RUN_DONE) return IR_STEP_NEXT;
  if (state == IR_RUN_FAILED)
    return ir_interp_fail(interp, batch->failed_op, "{}", ir_stream_str(&batch->message));
  return ir_interp_fail(interp, batch->program->root, "waits inside of code for single elements");
}
