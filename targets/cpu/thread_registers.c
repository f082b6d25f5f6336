// simt.setmaxnreg: the registers of a block.
//
// A block has what its threads start with.  `dec` leaves some of them to the block, and `inc` waits
// until it has as many as it asks for.  How many a thread starts with is known where the kernel
// says so; else nothing is counted.
#include "targets/cpu/thread.h"

enum { FILE_REGISTERS = 65536, GRANULE = 8, MOST = 255 };

static uint32_t int_attr(const IrOp *kernel, const char *name) {
  IrAttr attr = ir_op_attr(kernel, name);
  return attr && ir_attr_kind(attr) == IR_ATTR_INTEGER ? (uint32_t)ir_attr_int(attr) : 0;
}

void cpu_registers_start(CpuBlock *block) {
  const IrOp *kernel = block->cluster->launch->kernel;
  uint32_t threads = block->num_warps * SIMT_WARP_LANES;
  uint32_t first = int_attr(kernel, "simt.max_registers");
  uint32_t blocks = int_attr(kernel, "simt.min_blocks");
  if (!first && blocks) first = FILE_REGISTERS / (threads * blocks) / GRANULE * GRANULE;
  if (first > MOST) first = MOST / GRANULE * GRANULE;
  block->free_registers = 0;
  for (uint32_t i = 0; i < block->num_warps; i++) block->warps[i].registers = first;
}

static void describe(const CpuWarp *warp, IrStream *out) {
  ir_print(out, "registers: the block has {} left, and each of the warp's threads has {}",
           warp->block->free_registers, warp->registers);
}

IrStep cpu_set_registers(void *machine, IrInterp *interp, IrOp *op, bool inc, uint32_t count) {
  CpuWarp *warp = machine;
  CpuBlock *block = warp->block;
  if (!warp->registers) return IR_STEP_NEXT;
  if (inc ? count < warp->registers : count > warp->registers)
    return ir_interp_fail(interp, op, "{} registers to {}, but the thread has {}",
                          inc ? "raises" : "lowers", count, warp->registers);
  int64_t more = ((int64_t)count - warp->registers) * SIMT_WARP_LANES;
  if (more > block->free_registers) {
    cpu_warp_wait(warp, op, &block->free_registers, describe);
    return ir_interp_retry(interp);
  }
  block->free_registers -= more;
  warp->registers = count;
  return IR_STEP_NEXT;
}
