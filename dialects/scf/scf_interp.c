// Interpreter rules of scf: each op with regions is a phase machine.
#include "dialects/scf/scf.h"

#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/scf/scf_ops.def"
#include "ir/core/opdef_end.inc"

static IrBlock *entry(const IrOp *op, size_t region) {
  return ir_region_first(ir_op_region(op, region));
}

// Operands from `first` on, or what was yielded from there on, as cells.
static const IrCell **operand_cells(IrInterp *interp, const IrOp *op, size_t first, size_t n) {
  const IrCell **cells = ir_interp_scratch(interp, n * sizeof *cells);
  for (size_t i = 0; i < n; i++) cells[i] = ir_interp_operand(interp, op, first + i);
  return cells;
}

static const IrCell **yielded_cells(IrInterp *interp, size_t first, size_t n) {
  const IrCell **cells = ir_interp_scratch(interp, n * sizeof *cells);
  for (size_t i = 0; i < n; i++) cells[i] = ir_interp_yielded(interp, first + i);
  return cells;
}

// ---- scf.for ----

// Numbers as they are compared: sign-extended, or zero-extended in a loop that says `unsigned`.
// What is left to count fits in 64 bits either way.
typedef struct ForState {
  int64_t at, step;
  uint64_t left; // iterations after the current one
} ForState;

static void set_induction(IrInterp *interp, const IrOp *op, int64_t value) {
  IrCell *cell = ir_interp_define(interp, ir_block_arg(entry(op, 0), 0));
  for (int64_t lane = 0; lane < cell->lanes; lane++) ir_cell_set_int(cell, lane, value);
}

static IrStep for_enter(IrInterp *interp, const IrOp *op, int64_t at, const IrCell **carried) {
  set_induction(interp, op, at);
  ir_interp_pass(interp, entry(op, 0), 1, carried, ir_op_num_results(op));
  return ir_interp_enter(interp, op, 0);
}

// A bound as the loop compares it.
static int64_t extended(const IrOp *op, int64_t value) {
  unsigned width = ir_type_width(ir_value_type(ir_op_operand(op, 0)));
  if (width == 64) return value;
  uint64_t low = (uint64_t)value & ((UINT64_C(1) << width) - 1);
  if (GET(op, scf_for, unsignedCmp)) return (int64_t)low;
  return (int64_t)(low << (64 - width)) >> (64 - width);
}

static IrStep for_begin(IrInterp *interp, const IrOp *op, ForState *state) {
  int64_t end, *bounds[] = {&state->at, &end, &state->step};
  for (size_t i = 0; i < 3; i++) {
    if (!ir_interp_uniform(interp, op, ir_interp_operand(interp, op, i), bounds[i]))
      return IR_STEP_FAIL;
    *bounds[i] = extended(op, *bounds[i]);
  }
  bool is_signed = !GET(op, scf_for, unsignedCmp);
  if (state->step == 0 || (is_signed && state->step < 0))
    return ir_interp_fail(interp, op, "has a step of {}; it must be positive", state->step);
  const IrCell **initial = operand_cells(interp, op, 3, ir_op_num_results(op));
  bool runs = is_signed ? state->at < end : (uint64_t)state->at < (uint64_t)end;
  if (runs) {
    state->left = ((uint64_t)end - (uint64_t)state->at - 1) / (uint64_t)state->step;
    return for_enter(interp, op, state->at, initial);
  }
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_interp_copy(interp, ir_op_result(op, i), initial[i]);
  return IR_STEP_NEXT;
}

IrStep scf_for_interp(IrInterp *interp, IrOp *op) {
  ForState *state = ir_interp_state(interp, sizeof *state);
  if (ir_interp_phase(interp) == 0) return for_begin(interp, op, state);
  if (state->left-- == 0) return ir_interp_finish(interp, op, 0);
  state->at = (int64_t)((uint64_t)state->at + (uint64_t)state->step);
  return for_enter(interp, op, state->at, yielded_cells(interp, 0, ir_op_num_results(op)));
}

// ---- scf.while ----

typedef struct WhileState {
  bool in_body; // else the condition's region is running
} WhileState;

IrStep scf_while_interp(IrInterp *interp, IrOp *op) {
  WhileState *state = ir_interp_state(interp, sizeof *state);
  if (ir_interp_phase(interp) == 0 || state->in_body) {
    size_t n = ir_block_num_args(entry(op, 0));
    const IrCell **carried = ir_interp_phase(interp) == 0 ? operand_cells(interp, op, 0, n)
                                                          : yielded_cells(interp, 0, n);
    state->in_body = false;
    ir_interp_pass(interp, entry(op, 0), 0, carried, n);
    return ir_interp_enter(interp, op, 0);
  }
  int64_t condition;
  if (!ir_interp_uniform(interp, op, ir_interp_yielded(interp, 0), &condition)) return IR_STEP_FAIL;
  if (!condition) return ir_interp_finish(interp, op, 1);
  size_t n = ir_block_num_args(entry(op, 1));
  state->in_body = true;
  ir_interp_pass(interp, entry(op, 1), 0, yielded_cells(interp, 1, n), n);
  return ir_interp_enter(interp, op, 1);
}

// ---- The others. ----

IrStep scf_if_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_phase(interp) > 0) return ir_interp_finish(interp, op, 0);
  int64_t condition;
  if (!ir_interp_uniform(interp, op, ir_interp_operand(interp, op, 0), &condition))
    return IR_STEP_FAIL;
  size_t region = condition ? 0 : 1;
  if (ir_region_is_empty(ir_op_region(op, region))) return IR_STEP_NEXT;
  return ir_interp_enter(interp, op, region);
}

IrStep scf_execute_region_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_phase(interp) > 0) return ir_interp_finish(interp, op, 0);
  return ir_interp_enter(interp, op, 0);
}

IrStep scf_index_switch_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_phase(interp) > 0) return ir_interp_finish(interp, op, 0);
  int64_t number;
  if (!ir_interp_uniform(interp, op, ir_interp_operand(interp, op, 0), &number))
    return IR_STEP_FAIL;
  IrAttr cases = GET(op, scf_index_switch, cases);
  size_t region = 0;
  for (size_t i = 0, n = ir_attr_count(cases); i < n && region == 0; i++)
    if (ir_attr_array_int(cases, i) == number) region = i + 1;
  return ir_interp_enter(interp, op, region);
}

IrStep scf_condition_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}

IrStep scf_yield_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}
