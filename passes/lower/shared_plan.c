// Places of the block's shared buffers, one after another, each as aligned as its swizzle needs.
#include "dialects/mem/mem.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/target.h"
#include "passes/lower/thread.h"

typedef struct SharedPlan {
  IrContext *ctx;
  IR_VEC(IrOp *) buffers;
  int64_t total;
} SharedPlan;

static IrStatus place(IrOp *op, void *user) {
  SharedPlan *plan = user;
  if (!IS(op, mem_alloc)) return IR_OK;
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (mem_buffer_space(type) != MEM_SHARED)
    return ir_op_error(op, "allocates {}, but a thread can only address shared buffers", type);
  int64_t alignment = mem_buffer_alignment(type);
  plan->total = (plan->total + alignment - 1) / alignment * alignment;
  SET_ATTR(op, mem_alloc, offset, ir_attr_integer(ir_type_i64(plan->ctx), plan->total));
  plan->total += mem_buffer_bytes(type);
  ir_vec_push(&plan->buffers, op);
  return IR_OK;
}

static IrStatus over_budget(IrOp *simt, const SharedPlan *plan, const TileTarget *target) {
  IrStatus failed = ir_op_error(simt, "needs {} bytes of shared memory; a block of {} has {}",
                                plan->total, target->name, target->shared_block);
  for (size_t i = 0; i < plan->buffers.n; i++) {
    IrType type = ir_value_type(ir_op_result(plan->buffers.at[i], 0));
    ir_note(plan->ctx, ir_op_loc(plan->buffers.at[i]), "{} bytes for {}", mem_buffer_bytes(type),
            type);
  }
  ir_help(plan->ctx, "make the tiles smaller");
  return failed;
}

IrStatus thread_plan_shared(IrOp *simt) {
  SharedPlan plan = {.ctx = ir_op_context(simt)};
  IrStatus status = ir_walk_pre(simt, place, &plan);
  const TileTarget *target = tile_target_of(simt);
  if (status == IR_OK && plan.total > target->shared_block)
    status = over_budget(simt, &plan, target);
  if (status == IR_OK && plan.total)
    SET_ATTR(simt, simt_kernel, shared, ir_attr_integer(ir_type_i64(plan.ctx), plan.total));
  ir_vec_free(&plan.buffers);
  return status;
}
