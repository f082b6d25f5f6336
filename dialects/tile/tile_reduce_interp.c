// tile.reduce and tile.scan on whole tiles: the results hold what is combined so far, one element
// after another along the axis, in order.
#include "dialects/tile/tile_impl.h"
#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

// A tile is `before` x `along` x `after` elements, the axis in the middle.
typedef struct ReduceState {
  int64_t before, along, after;
  int64_t result, k; // the row at hand, and which element of it comes next
} ReduceState;

static void begin(ReduceState *state, IrShape shape, int64_t axis) {
  *state = (ReduceState){.before = 1, .along = shape.at[axis], .after = 1, .k = 1};
  for (int64_t d = 0; d < (int64_t)shape.rank; d++) {
    if (d < axis) state->before *= shape.at[d];
    if (d > axis) state->after *= shape.at[d];
  }
}

static void copy_element(const IrCell *to, int64_t i, const IrCell *from, int64_t k) {
  size_t bytes = from->element_bytes;
  memcpy((char *)to->data + (size_t)i * bytes, (const char *)from->data + (size_t)k * bytes, bytes);
}

// Element `k` of a row; rows are numbered as the elements of what is left without the axis.
static int64_t place(const ReduceState *state, int64_t result, int64_t k) {
  int64_t row = result / state->after, column = result % state->after;
  return (row * state->along + k) * state->after + column;
}

static void next_element(ReduceState *state) {
  if (++state->k < state->along) return;
  state->k = 1;
  state->result++;
}

static bool is_done(const ReduceState *state) {
  return state->along == 1 || state->result == state->before * state->after;
}

static IrStep combine_next(IrInterp *interp, const IrOp *op, const ReduceState *state) {
  IrBlock *block = ir_region_first(ir_op_region(op, 0));
  size_t n = ir_op_num_results(op);
  for (size_t i = 0; i < n; i++) {
    copy_element(ir_interp_define(interp, ir_block_arg(block, i)), 0,
                 ir_interp_get(interp, ir_op_result(op, i)), state->result);
    copy_element(ir_interp_define(interp, ir_block_arg(block, n + i)), 0,
                 ir_interp_operand(interp, op, i), place(state, state->result, state->k));
  }
  return ir_interp_enter(interp, op, 0);
}

IrStep tile_reduce_interp(IrInterp *interp, IrOp *op) {
  ReduceState *state = ir_interp_state(interp, sizeof *state);
  size_t n = ir_op_num_results(op);
  if (ir_interp_phase(interp) == 0) {
    begin(state, ir_type_shape(ir_value_type(ir_op_operand(op, 0))),
          ir_attr_int(GET(op, tile_reduce, axis)));
    for (size_t i = 0; i < n; i++) {
      const IrCell *from = ir_interp_operand(interp, op, i);
      IrCell *to = ir_interp_result_cell(interp, op, i);
      if (to->lanes != 1) return ir_interp_fail(interp, op, "is executed on whole tiles only");
      for (int64_t e = 0; e < to->count; e++) copy_element(to, e, from, place(state, e, 0));
    }
  } else {
    for (size_t i = 0; i < n; i++)
      copy_element(ir_interp_get(interp, ir_op_result(op, i)), state->result,
                   ir_interp_yielded(interp, i), 0);
    next_element(state);
  }
  return is_done(state) ? IR_STEP_NEXT : combine_next(interp, op, state);
}

// ---- tile.scan: the result at hand is what was combined before, one place back.

// Element `k` of a row in the order of the scan.
static int64_t scan_place(const IrOp *op, const ReduceState *state, int64_t k) {
  return place(state, state->result, GET(op, tile_scan, reverse) ? state->along - 1 - k : k);
}

static IrStep scan_next(IrInterp *interp, const IrOp *op, const ReduceState *state) {
  IrBlock *block = ir_region_first(ir_op_region(op, 0));
  size_t n = ir_op_num_results(op);
  int64_t before = scan_place(op, state, state->k - 1);
  bool exclusive = GET(op, tile_scan, inits).n != 0;
  int64_t element = exclusive ? before : scan_place(op, state, state->k);
  for (size_t i = 0; i < n; i++) {
    copy_element(ir_interp_define(interp, ir_block_arg(block, i)), 0,
                 ir_interp_get(interp, ir_op_result(op, i)), before);
    copy_element(ir_interp_define(interp, ir_block_arg(block, n + i)), 0,
                 ir_interp_operand(interp, op, i), element);
  }
  return ir_interp_enter(interp, op, 0);
}

// The first of each row: the element itself, or the initial one.
static bool begin_scan(IrInterp *interp, IrOp *op, ReduceState *state) {
  IrValues inits = GET(op, tile_scan, inits);
  begin(state, ir_type_shape(ir_value_type(ir_op_operand(op, 0))),
        ir_attr_int(GET(op, tile_scan, axis)));
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    const IrCell *from =
        inits.n ? ir_interp_get(interp, inits.at[i]) : ir_interp_operand(interp, op, i);
    IrCell *to = ir_interp_result_cell(interp, op, i);
    if (to->lanes != 1) return false;
    for (state->result = 0; state->result < state->before * state->after; state->result++) {
      int64_t first = scan_place(op, state, 0);
      copy_element(to, first, from, inits.n ? 0 : first);
    }
  }
  state->result = 0;
  return true;
}

IrStep tile_scan_interp(IrInterp *interp, IrOp *op) {
  ReduceState *state = ir_interp_state(interp, sizeof *state);
  if (ir_interp_phase(interp) == 0) {
    if (!begin_scan(interp, op, state))
      return ir_interp_fail(interp, op, "is executed on whole tiles only");
  } else {
    for (size_t i = 0; i < ir_op_num_results(op); i++)
      copy_element(ir_interp_get(interp, ir_op_result(op, i)), scan_place(op, state, state->k),
                   ir_interp_yielded(interp, i), 0);
    next_element(state);
  }
  return is_done(state) ? IR_STEP_NEXT : scan_next(interp, op, state);
}
