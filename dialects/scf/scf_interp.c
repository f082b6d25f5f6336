// Interpreter rules of scf: each op with regions is a phase machine.
#include "dialects/scf/scf_impl.h"
#include "ir/interp/interp.h"

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

// ---- scf.for: lanes count for themselves, and leave the loop when they are done. ----

// Numbers as they are compared: sign-extended, or zero-extended in a loop that says `unsigned`.
// What is left to count fits in 64 bits either way.
typedef struct Counter {
  int64_t at, step;
  uint64_t left; // iterations after the current one
} Counter;

typedef struct ForState {
  uint64_t inside; // lanes that are in the loop
  Counter lanes[]; // as many as the interpreter has
} ForState;

static IrStep for_enter(IrInterp *interp, const IrOp *op, const ForState *state,
                        const IrCell **carried) {
  ir_interp_narrow(interp, state->inside);
  IrCell *cell = ir_interp_define(interp, ir_block_arg(entry(op, 0), 0));
  IR_FOR_LANES(lane, state->inside) {
    ir_cell_set_int(cell, (int64_t)lane, state->lanes[lane].at);
  }
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

// False after a failure.  `runs`: whether there is a first iteration.
static bool begin_lane(IrInterp *interp, const IrOp *op, int64_t lane, Counter *counter,
                       bool *runs) {
  int64_t bounds[3];
  for (size_t i = 0; i < 3; i++)
    bounds[i] = extended(op, ir_cell_int(ir_interp_operand(interp, op, i), lane));
  bool is_signed = !GET(op, scf_for, unsignedCmp);
  *counter = (Counter){.at = bounds[0], .step = bounds[2]};
  if (counter->step == 0 || (is_signed && counter->step < 0)) {
    IrStep step = ir_interp_fail(interp, op, "has a step of {}; it must be positive", bounds[2]);
    return step != IR_STEP_FAIL;
  }
  *runs = is_signed ? bounds[0] < bounds[1] : (uint64_t)bounds[0] < (uint64_t)bounds[1];
  if (*runs) counter->left = ((uint64_t)bounds[1] - (uint64_t)bounds[0] - 1) / (uint64_t)bounds[2];
  return true;
}

static IrStep for_begin(IrInterp *interp, const IrOp *op, ForState *state) {
  uint64_t active = ir_interp_active(interp);
  const IrCell **initial = operand_cells(interp, op, 3, ir_op_num_results(op));
  IR_FOR_LANES(lane, active) {
    bool runs;
    if (!begin_lane(interp, op, (int64_t)lane, &state->lanes[lane], &runs)) return IR_STEP_FAIL;
    if (runs) state->inside |= UINT64_C(1) << lane;
  }
  if (active & ~state->inside) {
    ir_interp_narrow(interp, active & ~state->inside);
    for (size_t i = 0; i < ir_op_num_results(op); i++)
      ir_interp_copy(interp, ir_op_result(op, i), initial[i]);
  }
  return state->inside ? for_enter(interp, op, state, initial) : IR_STEP_NEXT;
}

IrStep scf_for_interp(IrInterp *interp, IrOp *op) {
  ForState *state;
  state = ir_interp_state(interp, sizeof *state + ir_interp_lanes(interp) * sizeof *state->lanes);
  if (ir_interp_phase(interp) == 0) return for_begin(interp, op, state);
  uint64_t done = 0;
  IR_FOR_LANES(lane, state->inside) {
    Counter *counter = &state->lanes[lane];
    if (counter->left-- == 0) done |= UINT64_C(1) << lane;
    counter->at = (int64_t)((uint64_t)counter->at + (uint64_t)counter->step);
  }
  if (done) {
    ir_interp_narrow(interp, done);
    (void)ir_interp_finish(interp, op, 0);
  }
  state->inside &= ~done;
  if (!state->inside) return IR_STEP_NEXT;
  return for_enter(interp, op, state, yielded_cells(interp, 0, ir_op_num_results(op)));
}

// ---- scf.while: likewise. ----

typedef struct WhileState {
  uint64_t inside; // lanes that are in the loop
  bool in_body;    // else the condition's region is running
} WhileState;

static IrStep while_enter(IrInterp *interp, const IrOp *op, const WhileState *state, size_t region,
                          const IrCell **carried, size_t n) {
  ir_interp_narrow(interp, state->inside);
  ir_interp_pass(interp, entry(op, region), 0, carried, n);
  return ir_interp_enter(interp, op, region);
}

IrStep scf_while_interp(IrInterp *interp, IrOp *op) {
  WhileState *state = ir_interp_state(interp, sizeof *state);
  bool first = ir_interp_phase(interp) == 0;
  if (first) state->inside = ir_interp_active(interp);
  if (first || state->in_body) {
    size_t n = ir_block_num_args(entry(op, 0));
    state->in_body = false;
    return while_enter(interp, op, state, 0,
                       first ? operand_cells(interp, op, 0, n) : yielded_cells(interp, 0, n), n);
  }
  ir_interp_narrow(interp, state->inside);
  uint64_t goes_on = ir_interp_where(interp, ir_interp_yielded(interp, 0));
  if (state->inside & ~goes_on) {
    ir_interp_narrow(interp, state->inside & ~goes_on);
    (void)ir_interp_finish(interp, op, 1);
  }
  if (!goes_on) return IR_STEP_NEXT;
  size_t n = ir_block_num_args(entry(op, 1));
  state->in_body = true, state->inside = goes_on;
  return while_enter(interp, op, state, 1, yielded_cells(interp, 1, n), n);
}

// ---- Choices: regions one after another, each with the lanes that chose it. ----

typedef struct ChoiceState {
  uint64_t inside; // lanes of the region that is running
  size_t next;     // the region to look at next
} ChoiceState;

// Whether the lane chose the region.
typedef bool (*ChoiceFn)(const IrOp *op, int64_t number, size_t region);

static IrStep choose(IrInterp *interp, const IrOp *op, ChoiceFn chose) {
  ChoiceState *state = ir_interp_state(interp, sizeof *state);
  uint64_t active = ir_interp_active(interp);
  if (ir_interp_phase(interp) > 0) {
    ir_interp_narrow(interp, state->inside);
    (void)ir_interp_finish(interp, op, 0);
  }
  const IrCell *number = ir_interp_operand(interp, op, 0);
  while (state->next < ir_op_num_regions(op)) {
    size_t region = state->next++;
    state->inside = 0;
    if (ir_region_is_empty(ir_op_region(op, region))) continue;
    IR_FOR_LANES(lane, active) {
      if (chose(op, ir_cell_int(number, (int64_t)lane), region))
        state->inside |= UINT64_C(1) << lane;
    }
    if (!state->inside) continue;
    ir_interp_narrow(interp, state->inside);
    return ir_interp_enter(interp, op, region);
  }
  return IR_STEP_NEXT;
}

static bool if_chose(const IrOp *op, int64_t number, size_t region) {
  (void)op;
  return region == (number ? 0 : 1);
}

IrStep scf_if_interp(IrInterp *interp, IrOp *op) {
  return choose(interp, op, if_chose);
}

static bool switch_chose(const IrOp *op, int64_t number, size_t region) {
  return region == scf_index_switch_region(op, number);
}

IrStep scf_index_switch_interp(IrInterp *interp, IrOp *op) {
  return choose(interp, op, switch_chose);
}

IrStep scf_execute_region_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_phase(interp) > 0) return ir_interp_finish(interp, op, 0);
  return ir_interp_enter(interp, op, 0);
}

IrStep scf_condition_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}

IrStep scf_yield_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}
