// Interpreter rules of the ops among warps and blocks: the machine of threads does the waiting.
#include "dialects/simt/machine.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/simt/simt_ops.def"
#include "ir/core/opdef_end.inc"

// ---- Which threads these are. ----

// `first` plus `step` for each lane.
static IrStep define_ids(IrInterp *interp, IrOp *op, int64_t first, int64_t step) {
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  for (int64_t lane = 0; lane < out->lanes; lane++) ir_cell_set_int(out, lane, first + lane * step);
  return IR_STEP_NEXT;
}

// NULL after a diagnostic.
static const SimtIds *ids_of(IrInterp *interp, IrOp *op) {
  void *machine;
  const SimtMachine *table = simt_interp_machine(interp, op, &machine);
  return table ? table->ids(machine) : NULL;
}

IrStep simt_thread_id_interp(IrInterp *interp, IrOp *op) {
  const SimtIds *ids = ids_of(interp, op);
  return ids ? define_ids(interp, op, (int64_t)ids->warp * SIMT_WARP_LANES, 1) : IR_STEP_FAIL;
}

IrStep simt_lane_id_interp(IrInterp *interp, IrOp *op) {
  return ids_of(interp, op) ? define_ids(interp, op, 0, 1) : IR_STEP_FAIL;
}

IrStep simt_warp_id_interp(IrInterp *interp, IrOp *op) {
  const SimtIds *ids = ids_of(interp, op);
  return ids ? define_ids(interp, op, ids->warp, 0) : IR_STEP_FAIL;
}

IrStep simt_block_id_interp(IrInterp *interp, IrOp *op) {
  const SimtIds *ids = ids_of(interp, op);
  return ids ? define_ids(interp, op, ids->block, 0) : IR_STEP_FAIL;
}

IrStep simt_num_blocks_interp(IrInterp *interp, IrOp *op) {
  const SimtIds *ids = ids_of(interp, op);
  return ids ? define_ids(interp, op, ids->blocks, 0) : IR_STEP_FAIL;
}

IrStep simt_cluster_rank_interp(IrInterp *interp, IrOp *op) {
  const SimtIds *ids = ids_of(interp, op);
  return ids ? define_ids(interp, op, ids->rank, 0) : IR_STEP_FAIL;
}

// ---- Barriers, fences, registers. ----

// The barrier that an id and a count say; false after a diagnostic.
static bool barrier_of(IrInterp *interp, IrOp *op, const IrValue *id, IrAttr threads,
                       SimtBarrier *barrier) {
  int64_t number = 0;
  if (id && !ir_interp_uniform(interp, op, ir_interp_get(interp, id), &number)) return false;
  if (number < 0 || number >= SIMT_BARRIERS)
    return ir_interp_fail(interp, op, "has an id from 0 to {}, got {}", (int)SIMT_BARRIERS - 1,
                          number) != IR_STEP_FAIL;
  barrier->id = (uint32_t)number;
  barrier->threads = threads ? (uint32_t)ir_attr_int(threads) : 0;
  return true;
}

// At the levels in program order one activity does the work of all threads of the block, and has
// nothing to wait for.
IrStep simt_barrier_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  SimtBarrier barrier = {0};
  if (ir_interp_lanes(interp) == 1) return IR_STEP_NEXT;
  const SimtMachine *table = simt_interp_machine(interp, op, &machine);
  if (!table ||
      !barrier_of(interp, op, GET(op, simt_barrier, id), GET(op, simt_barrier, threads), &barrier))
    return IR_STEP_FAIL;
  return table->barrier(machine, interp, op, barrier);
}

IrStep simt_barrier_arrive_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  SimtBarrier barrier = {.arrive = true};
  const SimtMachine *table = simt_interp_machine(interp, op, &machine);
  if (!table || !barrier_of(interp, op, GET(op, simt_barrier_arrive, id),
                            GET(op, simt_barrier_arrive, threads), &barrier))
    return IR_STEP_FAIL;
  return table->barrier(machine, interp, op, barrier);
}

IrStep simt_fence_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const SimtMachine *table = simt_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  return table->fence(machine, interp, op, simt_scope(GET(op, simt_fence, scope)));
}

IrStep simt_setmaxnreg_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const SimtMachine *table = simt_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  uint64_t all = UINT64_MAX >> (IR_MAX_LANES - ir_interp_lanes(interp));
  uint64_t absent = all & ~ir_interp_active(interp);
  if (absent)
    return ir_interp_fail(interp, op, "is executed by whole warps, but lane {} is elsewhere",
                          __builtin_ctzll(absent));
  bool inc = ir_str_is(ir_attr_str(GET(op, simt_setmaxnreg, kind)), "inc");
  return table->set_registers(machine, interp, op, inc,
                              (uint32_t)ir_attr_int(GET(op, simt_setmaxnreg, count)));
}

IrStep simt_griddepcontrol_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const SimtMachine *table = simt_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  return simt_waits_for_grids(op) ? table->wait_for_grids(machine, interp, op) : IR_STEP_NEXT;
}

// ---- Clusters. ----

IrStep simt_cluster_arrive_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const SimtMachine *table = simt_interp_machine(interp, op, &machine);
  return table ? table->cluster_arrive(machine, interp, op) : IR_STEP_FAIL;
}

IrStep simt_cluster_wait_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const SimtMachine *table = simt_interp_machine(interp, op, &machine);
  return table ? table->cluster_wait(machine, interp, op) : IR_STEP_FAIL;
}
