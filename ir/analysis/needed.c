#include "ir/analysis/needed.h"

#include "ir/interfaces/effects.h"
#include "ir/interfaces/region_branch.h"

bool ir_op_has_effect(const IrOp *op) {
  return !ir_op_def(op) || ir_op_effect_kinds_nested(op) != 0;
}

static bool join(const IrDataflow *flow, const IrValue *value, void *to, const void *from) {
  (void)flow, (void)value;
  bool *needed = to, before = *needed;
  return (*needed |= *(const bool *)from) != before;
}

static void top(const IrDataflow *flow, const IrValue *value, void *state) {
  (void)flow, (void)value;
  *(bool *)state = true;
}

static bool is_worth_it(IrDataflow *flow, const IrOp *op) {
  if (ir_op_has_effect(op)) return true;
  for (size_t i = 0, n = ir_op_num_results(op); i < n; i++)
    if (ir_is_needed(flow, ir_op_result(op, i))) return true;
  return false;
}

// Whether what an op takes is needed without more being known of where it goes: what ends a region
// is as needed as the op around it, if that says how values go through its regions.  Where a branch
// between blocks leads is not followed.
static bool needs_operands(IrDataflow *flow, const IrOp *op) {
  if (!ir_op_has_trait(op, IR_TERMINATOR)) return is_worth_it(flow, op);
  const IrOp *around = ir_op_parent(op);
  return ir_op_num_successors(op) || !ir_op_is_region_branch(around) || is_worth_it(flow, around);
}

static bool transfer(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out) {
  (void)in;
  bool needed = needs_operands(flow, op);
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++) *(bool *)out[i] = needed;
  return true;
}

// Bounds of a loop, the condition of a branch; what a call hands to nobody.
static void own_value(IrDataflow *flow, IrOp *op, const IrValue *value, void *state) {
  (void)value;
  *(bool *)state = needs_operands(flow, op);
}

const IrDataflowDef ir_needed_analysis = {.size = sizeof(IrDataflowDef),
                                          .name = "needed",
                                          .kind = IR_DATAFLOW_SPARSE_BACKWARD,
                                          .state_size = sizeof(bool),
                                          .join = join,
                                          .top = top,
                                          .transfer = transfer,
                                          .own_value = own_value};

bool ir_is_needed(IrDataflow *flow, const IrValue *value) {
  const bool *needed = ir_dataflow_value(flow, &ir_needed_analysis, value);
  return !needed || *needed;
}
