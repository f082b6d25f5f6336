// Interpreter rules of scf.parallel and scf.forall: one point after another, the last dimension
// fastest.
#include "dialects/scf/scf.h"

#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/scf/scf_ops.def"
#include "ir/core/opdef_end.inc"

// One dimension of the grid.
typedef struct Dim {
  int64_t lower, at, step;
  uint64_t trips, left; // iterations in all, and after the current one
} Dim;

static IrBlock *body_of(const IrOp *op) {
  return ir_region_first(ir_op_region(op, 0));
}

// The lanes that are in the loop, and where each of them is: `rank` dimensions a lane.
typedef struct LoopState {
  uint64_t inside;
  Dim dims[];
} LoopState;

static LoopState *state_of(IrInterp *interp, size_t rank) {
  size_t dims = rank * ir_interp_lanes(interp);
  return ir_interp_state(interp, sizeof(LoopState) + dims * sizeof(Dim));
}

static int64_t read_bound(IrInterp *interp, IrBound bound, int64_t lane) {
  return bound.value ? ir_cell_int(ir_interp_get(interp, bound.value), lane) : bound.number;
}

// False when the step is not positive.
static bool read_dim(IrInterp *interp, const IrOp *op, const IrBound bounds[3], int64_t lane,
                     Dim *dim) {
  int64_t upper = read_bound(interp, bounds[SCF_UPPER], lane);
  dim->lower = read_bound(interp, bounds[SCF_LOWER], lane);
  dim->step = read_bound(interp, bounds[SCF_STEP], lane);
  if (dim->step <= 0) {
    IrStep step = ir_interp_fail(interp, op, "has a step of {}; it must be positive", dim->step);
    return step != IR_STEP_FAIL;
  }
  uint64_t distance = dim->lower < upper ? (uint64_t)upper - (uint64_t)dim->lower : 0;
  dim->trips = distance ? (distance - 1) / (uint64_t)dim->step + 1 : 0;
  dim->at = dim->lower;
  dim->left = dim->trips - 1;
  return true;
}

// Fails when a step is not positive.
static bool read_dims(IrInterp *interp, const IrOp *op, size_t i, size_t rank,
                      const IrBound bounds[3], LoopState *state) {
  IR_FOR_LANES(lane, ir_interp_active(interp)) {
    if (!read_dim(interp, op, bounds, (int64_t)lane, &state->dims[lane * rank + i])) return false;
  }
  return true;
}

// Enters the body with the lanes that are in the loop, each at its point.
static IrStep run_point(IrInterp *interp, const IrOp *op, const LoopState *state, size_t rank) {
  ir_interp_narrow(interp, state->inside);
  for (size_t i = 0; i < rank; i++) {
    IrCell *cell = ir_interp_define(interp, ir_block_arg(body_of(op), i));
    IR_FOR_LANES(lane, state->inside) {
      ir_cell_set_int(cell, (int64_t)lane, state->dims[lane * rank + i].at);
    }
  }
  return ir_interp_enter(interp, op, 0);
}

// False after the last point.
static bool next_point(Dim *dims, size_t n) {
  for (size_t i = n; i-- > 0;) {
    if (dims[i].left-- > 0) {
      dims[i].at = (int64_t)((uint64_t)dims[i].at + (uint64_t)dims[i].step);
      return true;
    }
    dims[i].at = dims[i].lower;
    dims[i].left = dims[i].trips - 1;
  }
  return false;
}

static bool has_points(const Dim *dims, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (dims[i].trips == 0) return false;
  return true;
}

// Keeps the lanes inside that have a first point, or a next one.
static void advance(IrInterp *interp, LoopState *state, size_t rank) {
  bool first = ir_interp_phase(interp) == 0;
  uint64_t lanes = first ? ir_interp_active(interp) : state->inside;
  state->inside = 0;
  IR_FOR_LANES(lane, lanes) {
    Dim *dims = &state->dims[lane * rank];
    if (first ? has_points(dims, rank) : next_point(dims, rank))
      state->inside |= UINT64_C(1) << lane;
  }
}

// ---- scf.parallel: the results hold what is reduced so far. ----

IrStep scf_parallel_interp(IrInterp *interp, IrOp *op) {
  IrValues lower = GET(op, scf_parallel, lowerBound), upper = GET(op, scf_parallel, upperBound);
  IrValues step = GET(op, scf_parallel, step), inits = GET(op, scf_parallel, initVals);
  LoopState *state = state_of(interp, step.n);
  bool first = ir_interp_phase(interp) == 0;
  for (size_t i = 0; first && i < step.n; i++) {
    IrBound bounds[] = {{.value = lower.at[i]}, {.value = upper.at[i]}, {.value = step.at[i]}};
    if (!read_dims(interp, op, i, step.n, bounds, state)) return IR_STEP_FAIL;
  }
  for (size_t i = 0; first && i < inits.n; i++)
    ir_interp_copy(interp, ir_op_result(op, i), ir_interp_get(interp, inits.at[i]));
  advance(interp, state, step.n);
  return state->inside ? run_point(interp, op, state, step.n) : IR_STEP_NEXT;
}

// Runs its regions in turn, and puts what each gives into the loop's result.
IrStep scf_reduce_interp(IrInterp *interp, IrOp *op) {
  const IrOp *loop = ir_op_parent(op);
  size_t i = ir_interp_phase(interp);
  if (i > 0) ir_interp_copy(interp, ir_op_result(loop, i - 1), ir_interp_yielded(interp, 0));
  if (i == ir_op_num_regions(op)) return ir_interp_leave(interp, op);
  const IrCell *values[] = {ir_interp_get(interp, ir_op_result(loop, i)),
                            ir_interp_operand(interp, op, i)};
  ir_interp_pass(interp, ir_region_first(ir_op_region(op, i)), 0, values, 2);
  return ir_interp_enter(interp, op, i);
}

IrStep scf_reduce_return_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}

// ---- scf.forall: the body's tensors hold what is combined so far. ----

static IrStep finish_forall(IrInterp *interp, const IrOp *op, size_t rank) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_interp_copy(interp, ir_op_result(op, i),
                   ir_interp_get(interp, ir_block_arg(body_of(op), rank + i)));
  return IR_STEP_NEXT;
}

IrStep scf_forall_interp(IrInterp *interp, IrOp *op) {
  size_t rank = scf_forall_rank(op);
  IrValues outputs = GET(op, scf_forall, outputs);
  LoopState *state = state_of(interp, rank);
  bool first = ir_interp_phase(interp) == 0;
  for (size_t i = 0; first && i < rank; i++) {
    IrBound bounds[] = {scf_forall_bound(op, SCF_LOWER, i), scf_forall_bound(op, SCF_UPPER, i),
                        scf_forall_bound(op, SCF_STEP, i)};
    if (!read_dims(interp, op, i, rank, bounds, state)) return IR_STEP_FAIL;
  }
  for (size_t i = 0; first && i < outputs.n; i++)
    ir_interp_copy(interp, ir_block_arg(body_of(op), rank + i),
                   ir_interp_get(interp, outputs.at[i]));
  advance(interp, state, rank);
  return state->inside ? run_point(interp, op, state, rank) : finish_forall(interp, op, rank);
}

IrStep scf_forall_in_parallel_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_phase(interp) > 0) return ir_interp_leave(interp, op);
  return ir_interp_enter(interp, op, 0);
}
