// simt.griddepcontrol wait: a kernel that has it may start before the kernel in front of it has
// ended, so what a thread does with global memory comes after its wait.
//
// There is one kernel at a time here, which has nothing to wait for: only the order is checked.
#include "targets/cpu/thread.h"

void cpu_grid_wait_start(CpuBlock *block) {
  for (uint32_t i = 0; i < block->num_warps; i++) block->warps[i].waited_for_grids = 0;
}

IrStep cpu_wait_for_grids(void *machine, IrInterp *interp, IrOp *op) {
  CpuWarp *warp = machine;
  (void)op;
  warp->waited_for_grids |= ir_interp_active(interp);
  return IR_STEP_NEXT;
}

IrStep cpu_check_grid_wait(CpuWarp *warp, const IrOp *op, const CpuStorage *storage,
                           uint64_t lanes) {
  uint64_t early = lanes & ~warp->waited_for_grids;
  if (!early || !storage || !storage->global || !warp->block->cluster->launch->waits_for_grids)
    return IR_STEP_NEXT;
  IrStream memory = {0};
  cpu_print_memory(warp, storage, &memory);
  cpu_warp_note(warp, NULL,
                IR_STR("the kernel in front may still read and write it: 'simt.griddepcontrol "
                       "wait' has to come before"));
  IrStep step = ir_interp_fail(
      warp->interp, op, "touches {} in lane {}, which has not waited for the kernels in front",
      ir_stream_str(&memory), __builtin_ctzll(early));
  ir_stream_free(&memory);
  return step;
}
