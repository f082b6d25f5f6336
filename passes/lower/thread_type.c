// Types and values across the level boundary.
#include "dialects/arith/arith.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "passes/lower/thread.h"

int64_t thread_registers(const TileLayout *layout) {
  return tile_layout_registers(layout);
}

void thread_register_coords(const TileLayout *layout, int64_t r, int64_t coords[TILE_LAYOUT_RANK]) {
  tile_layout_held(layout, (uint32_t)r, 0, 0, coords);
}

IrType thread_type(IrType type) {
  TileLayout layout;
  if (ir_type_kind(type) != IR_TYPE_TENSOR || !tile_layout_of(type, &layout)) return type;
  int64_t registers = thread_registers(&layout);
  return thread_vector_of(ir_type_element(type), registers);
}

IrStatus thread_layout_of(const IrOp *op, IrType tensor, TileLayout *layout) {
  if (ir_type_kind(tensor) == IR_TYPE_TENSOR && tile_layout_of(tensor, layout)) return IR_OK;
  IrStatus failed = ir_op_error(op, "has a tile without a layout: {}", tensor);
  ir_help(ir_op_context(op), "run tile-layout before tile-to-thread");
  return failed;
}

IrValue *thread_value(ThreadState *state, const IrValue *value) {
  IrValue *converted = ir_ptrmap_get(&state->values, value);
  IR_ASSERT(converted, "a tile-level value is converted before its uses");
  return converted;
}

// The entry block starts with the constants, then the thread index.
IrValue *thread_constant(ThreadState *state, IrAttr value, IrType type) {
  IrValue *known = ir_ptrmap_get(&state->constants, value);
  if (known) return known;
  IrBuilder b = ir_builder_before(state->start);
  b.loc = ir_op_loc(state->kernel);
  IrValue *constant = BUILD1(&b, arith_constant, .value = value, .result_type = type);
  ir_ptrmap_set(&state->constants, value, constant);
  return constant;
}

IrValue *thread_index(ThreadState *state, int64_t value) {
  return thread_constant(state, ir_attr_index(state->ctx, value), ir_type_index(state->ctx));
}

IrValue *thread_i32(ThreadState *state, int64_t value) {
  IrType i32 = ir_type_i32(state->ctx);
  return thread_constant(state, ir_attr_integer(i32, value), i32);
}

void thread_enter(ThreadState *state, IrOp *branch, size_t i) {
  state->b = ir_builder_at_end(state->ctx, scf_block(branch, i), state->b.loc);
}

IrBuilder thread_enter_if(ThreadState *state, IrValue *condition) {
  if (!condition) return state->b;
  IrOp *branch = scf_if_create(&state->b, condition, NULL, 0, false);
  IrBuilder outer = state->b;
  ir_ptrmap_set(&state->divergent, branch, branch);
  thread_enter(state, branch, 0);
  return outer;
}

void thread_leave_if(ThreadState *state, IrValue *condition, IrBuilder outer) {
  if (!condition) return;
  BUILD(&state->b, scf_yield, NO_ARGS);
  state->b = outer;
}
