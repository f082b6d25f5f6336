// tile.reduce on whole tiles: the results hold what is combined so far, one element after another
// along the axis, in order.
#include "dialects/tile/tile_impl.h"
#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

// A tile is `before` x `along` x `after` elements, the axis in the middle.
typedef struct ReduceState {
  int64_t before, along, after;
  int64_t result, k; // the result's element at hand, and which element of its row comes next
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

// Element `k` of the row of input that element `result` comes from.
static int64_t place(const ReduceState *state, int64_t result, int64_t k) {
  int64_t row = result / state->after, column = result % state->after;
  return (row * state->along + k) * state->after + column;
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
    state->k++;
  }
  if (state->k >= state->along) {
    state->k = 1;
    state->result++;
  }
  bool done = state->along == 1 || state->result == state->before * state->after;
  return done ? IR_STEP_NEXT : combine_next(interp, op, state);
}
