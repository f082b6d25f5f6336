#include "ir/interfaces/infer.h"

#include "ir/core/op_impl.h"

const IrInterface ir_infer_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_INFER,
    .name = "infer",
    .summary = "types of results from operands and attributes",
    .table_size = sizeof(IrInferInterface),
};

typedef bool (*InferFn)(IrOpState *state);

static InferFn function_of(const IrOpInfo *info) {
  if (info->def && info->def->infer) return info->def->infer;
  const IrInferInterface *table = info->interfaces[IR_INTERFACE_INFER];
  return table ? table->infer : NULL;
}

bool ir_op_info_infers(const IrOpInfo *info) {
  return function_of(info) != NULL;
}

bool ir_infer_types(IrOpState *state) {
  InferFn infer = function_of(state->info);
  size_t before = state->result_types.n;
  if (infer && infer(state)) return true;
  state->result_types.n = before;
  return false;
}

bool ir_op_types_agree(const IrOp *op) {
  if (!ir_op_info_infers(op->info)) return true;
  IrOpState state = {.ctx = op->info->ctx, .info = op->info, .loc = op->loc, .attrs = ir_slots(op)};
  for (size_t i = 0; i < op->num_operands; i++) ir_vec_push(&state.operands, ir_operands(op)[i]);
  bool agree = true;
  if (ir_infer_types(&state)) {
    agree = state.result_types.n == op->num_results;
    for (size_t i = 0; agree && i < op->num_results; i++)
      agree = ir_result(op, i)->type == state.result_types.at[i];
  }
  ir_vec_free(&state.operands);
  ir_vec_free(&state.result_types);
  return agree;
}
