// The machine of threads (dialects/simt/machine.h): ids, barriers of the block and of the cluster.
#include "targets/cpu/watch.h"

#define ALL_LANES (UINT64_MAX >> (IR_MAX_LANES - SIMT_WARP_LANES))

static const SimtIds *ids(void *machine) {
  return &((CpuWarp *)machine)->ids;
}

static void note_waiting_lanes(void *user, const IrOp *op, uint64_t lanes) {
  IrStream text = {0};
  cpu_print_lanes(&text, lanes);
  ir_print(&text, lanes & (lanes - 1) ? " are here" : " is here");
  cpu_warp_note(user, op, ir_stream_str(&text));
  ir_stream_free(&text);
}

// A warp arrives as a whole.
static IrStep need_all_lanes(CpuWarp *warp, IrInterp *interp, const IrOp *op) {
  uint64_t here = ir_interp_active(interp), live = ir_interp_live(interp);
  if (here == ALL_LANES) return IR_STEP_NEXT;
  IrStream text = {0};
  cpu_print_lanes(&text, here);
  if (live & ~here) {
    ir_print(&text, "; ");
    cpu_print_lanes(&text, live & ~here);
    ir_print(&text, " went another way");
  }
  if (ALL_LANES & ~live) {
    ir_print(&text, "; ");
    cpu_print_lanes(&text, ALL_LANES & ~live);
    ir_print(&text, " ended before");
  }
  IrStep step =
      ir_interp_fail(interp, op, "is reached by part of the threads: of warp {} only by {}",
                     warp->ids.warp, ir_stream_str(&text));
  ir_stream_free(&text);
  ir_interp_visit_waiting(interp, note_waiting_lanes, warp);
  cpu_note_warps(warp->block, warp);
  return step;
}

// ---- Barriers of the block. ----

static void describe_barrier(const CpuWarp *warp, IrStream *out) {
  const CpuBarrier *barrier = warp->wait.key;
  ir_print(out, "barrier {}, which {} of {} threads have reached", barrier - warp->block->barriers,
           barrier->arrived, barrier->expected);
}

static void complete(CpuWarp *warp, CpuBarrier *barrier) {
  uint64_t generation = barrier->generation + 1;
  CpuBlock *block = warp->block;
  uint32_t id = (uint32_t)(barrier - block->barriers);
  *barrier = (CpuBarrier){.generation = generation};
  cpu_watch_turn(block, id);
  for (uint32_t i = 0; i < block->num_warps; i++) {
    CpuWarp *other = &block->warps[i];
    if (other->state != CPU_WARP_WAITING || other->wait.key != barrier) continue;
    cpu_watch_leave(other, id);
    cpu_warp_wake(other);
  }
}

static IrStep check_count(CpuWarp *warp, IrInterp *interp, const IrOp *op,
                          const CpuBarrier *barrier, uint32_t threads) {
  uint32_t all = warp->ids.threads;
  if (threads > all || threads % SIMT_WARP_LANES)
    return ir_interp_fail(interp, op, "is for {} threads, but the block has {}", threads, all);
  if (barrier->expected == 0 || barrier->expected == threads) return IR_STEP_NEXT;
  IrStream text = {0};
  ir_print(&text, "the first warp arrived here");
  IrStep step =
      ir_interp_fail(interp, op, "is for {} threads, but the barrier already waits for {}", threads,
                     barrier->expected);
  cpu_warp_note(warp, barrier->op, ir_stream_str(&text));
  ir_stream_free(&text);
  return step;
}

static IrStep reach(void *machine, IrInterp *interp, IrOp *op, SimtBarrier which) {
  CpuWarp *warp = machine;
  CpuBarrier *barrier = &warp->block->barriers[which.id];
  uint32_t threads = which.threads ? which.threads : warp->ids.threads;
  if (need_all_lanes(warp, interp, op) == IR_STEP_FAIL) return IR_STEP_FAIL;
  if (check_count(warp, interp, op, barrier, threads) == IR_STEP_FAIL) return IR_STEP_FAIL;
  if (barrier->arrived == 0) barrier->op = op;
  barrier->expected = threads;
  barrier->arrived += SIMT_WARP_LANES;
  cpu_watch_arrive(warp, which.id, false);
  if (barrier->arrived == barrier->expected) {
    complete(warp, barrier);
    if (!which.arrive) cpu_watch_leave(warp, which.id);
    return IR_STEP_NEXT;
  }
  if (which.arrive) return IR_STEP_NEXT;
  cpu_warp_wait(warp, op, barrier, describe_barrier);
  return ir_interp_suspend(interp);
}

// ---- Warps. ----

static IrStep warp_sync(void *machine, IrInterp *interp, IrOp *op, uint64_t lanes) {
  uint64_t absent = lanes & ~ir_interp_active(interp);
  if (!absent) {
    cpu_watch_warp_sync(machine, lanes);
    return IR_STEP_NEXT;
  }
  IrStream text = {0};
  cpu_print_lanes(&text, absent);
  IrStep step =
      ir_interp_fail(interp, op, "waits for {}, which went another way", ir_stream_str(&text));
  ir_stream_free(&text);
  ir_interp_visit_waiting(interp, note_waiting_lanes, machine);
  return step;
}

static IrStep fence(void *machine, IrInterp *interp, IrOp *op, SimtScope scope) {
  (void)op; // memory is one, and accesses are in order
  cpu_watch_fence(machine, ir_interp_active(interp), scope);
  return IR_STEP_NEXT;
}

// ---- The barrier of the cluster. ----

static IrStep cluster_arrive(void *machine, IrInterp *interp, IrOp *op) {
  CpuWarp *warp = machine;
  CpuCluster *cluster = warp->block->cluster;
  CpuBarrier *barrier = &cluster->barrier;
  if (need_all_lanes(warp, interp, op) == IR_STEP_FAIL) return IR_STEP_FAIL;
  if (warp->arrived)
    return ir_interp_fail(interp, op, "arrives a second time without a wait in between");
  warp->arrived = true;
  warp->arrival = barrier->generation;
  barrier->expected = cpu_cluster_num_warps(cluster) * SIMT_WARP_LANES;
  barrier->arrived += SIMT_WARP_LANES;
  cpu_watch_arrive(warp, CPU_CLUSTER_BARRIER, GET(op, simt_cluster_arrive, relaxed) != NULL);
  if (barrier->arrived == barrier->expected) {
    *barrier = (CpuBarrier){.generation = barrier->generation + 1};
    cpu_watch_turn(warp->block, CPU_CLUSTER_BARRIER);
  }
  return IR_STEP_NEXT;
}

static void describe_cluster(const CpuWarp *warp, IrStream *out) {
  const CpuBarrier *barrier = warp->wait.key;
  ir_print(out, "the cluster's barrier, at which {} of {} threads have arrived", barrier->arrived,
           barrier->expected);
}

static IrStep cluster_wait(void *machine, IrInterp *interp, IrOp *op) {
  CpuWarp *warp = machine;
  CpuBarrier *barrier = &warp->block->cluster->barrier;
  if (need_all_lanes(warp, interp, op) == IR_STEP_FAIL) return IR_STEP_FAIL;
  if (!warp->arrived) return ir_interp_fail(interp, op, "waits without having arrived");
  if (barrier->generation == warp->arrival) {
    cpu_warp_wait(warp, op, barrier, describe_cluster);
    return ir_interp_retry(interp);
  }
  warp->arrived = false;
  cpu_watch_leave(warp, CPU_CLUSTER_BARRIER);
  return IR_STEP_NEXT;
}

const SimtMachine cpu_thread_machine = {.size = sizeof(SimtMachine),
                                        .ids = ids,
                                        .barrier = reach,
                                        .warp_sync = warp_sync,
                                        .fence = fence,
                                        .cluster_arrive = cluster_arrive,
                                        .cluster_wait = cluster_wait,
                                        .set_registers = cpu_set_registers,
                                        .wait_for_grids = cpu_wait_for_grids};
