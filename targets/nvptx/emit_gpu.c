// simt: which thread this is.  Each op is a special register, or bits of one.
#include "targets/nvptx/emit_impl.h"

// ---- Ids. ----

// Calls a special-register intrinsic whose result is below `limit`.
static LLVMValueRef special_register(Emit *e, const char *name, uint64_t limit) {
  LLVMValueRef value = nvptx_intrinsic(e, name, NULL, 0, NULL, 0);
  unsigned kind = LLVMGetEnumAttributeKindForName("range", 5);
  const uint64_t low = 0, high = limit;
  LLVMAttributeRef range = LLVMCreateConstantRangeAttribute(e->llvm, kind, 32, &low, &high);
  LLVMAddCallSiteAttribute(value, LLVMAttributeReturnIndex, range);
  return value;
}

static LLVMValueRef thread_id(Emit *e) {
  return special_register(e, "llvm.nvvm.read.ptx.sreg.tid.x", e->threads);
}

static IrStatus emit_thread_id(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  nvptx_define_scalar(e, ir_op_result(op, 0), thread_id(e));
  return IR_OK;
}

// Blocks have one dimension, so the lane is the low five bits of the thread's number; said that
// way, LLVM combines it with what is done to the thread's number elsewhere.
static IrStatus emit_lane_id(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  LLVMValueRef lane = LLVMBuildAnd(e->b, thread_id(e), nvptx_i32(e, 31), "");
  nvptx_define_scalar(e, ir_op_result(op, 0), lane);
  return IR_OK;
}

static IrStatus emit_warp_id(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  LLVMValueRef warp = LLVMBuildLShr(e->b, thread_id(e), nvptx_i32(e, 5), "");
  nvptx_define_scalar(e, ir_op_result(op, 0), warp);
  return IR_OK;
}

static IrStatus emit_block_id(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  LLVMValueRef block = special_register(e, "llvm.nvvm.read.ptx.sreg.ctaid.x", 0x7FFFFFFF);
  nvptx_define_scalar(e, ir_op_result(op, 0), block);
  return IR_OK;
}

static IrStatus emit_num_blocks(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  LLVMValueRef blocks = special_register(e, "llvm.nvvm.read.ptx.sreg.nctaid.x", 0x7FFFFFFF);
  nvptx_define_scalar(e, ir_op_result(op, 0), blocks);
  return IR_OK;
}

const EmitRule nvptx_gpu_rules[] = {{.op = "simt.thread_id", .emit = emit_thread_id},
                                    {.op = "simt.lane_id", .emit = emit_lane_id},
                                    {.op = "simt.warp_id", .emit = emit_warp_id},
                                    {.op = "simt.block_id", .emit = emit_block_id},
                                    {.op = "simt.num_blocks", .emit = emit_num_blocks},
                                    {0}};
