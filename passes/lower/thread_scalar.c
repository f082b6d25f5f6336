// tile-to-thread: accesses of single elements.  Every thread loads, since each may use the value;
// a store happens once, in the first thread.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "passes/lower/thread.h"

enum { MAX_RANK = 8 };

// Arguments of a kernel have few dimensions; a memref that is made inside may have more.
static IrStatus check_rank(ThreadState *state, IrOp *op, size_t rank) {
  if (rank <= MAX_RANK) return IR_OK;
  IrStatus failed = ir_op_error(op, "has {} indices, more than {} at thread level", rank, MAX_RANK);
  ir_help(state->ctx, "merge extents that are contiguous");
  return failed;
}

static IrValues indices_of(ThreadState *state, IrValues tile_level, IrValue **at) {
  for (size_t i = 0; i < tile_level.n; i++) at[i] = thread_value(state, tile_level.at[i]);
  return (IrValues){at, tile_level.n};
}

IrStatus thread_convert_scalar_load(ThreadState *state, IrOp *op) {
  IrValue *at[MAX_RANK], *result = ir_op_result(op, 0);
  IR_TRY(check_rank(state, op, GET(op, memref_load, indices).n));
  IrValue *loaded =
      BUILD1(&state->b, mem_load, .base = thread_value(state, GET(op, memref_load, memref)),
             .indices = indices_of(state, GET(op, memref_load, indices), at),
             .value_type = ir_value_type(result));
  ir_value_take_name(loaded, result);
  ir_ptrmap_set(&state->values, result, loaded);
  return IR_OK;
}

// `pred` of the tile level may be NULL.
static void store_once(ThreadState *state, IrValue *value, IrValue *base, IrValues indices,
                       IrValue *pred) {
  IrValue *at[MAX_RANK];
  IrValue *first = BUILD1(&state->b, arith_cmpi, .predicate = arith_predicate(state->ctx, ARITH_EQ),
                          .lhs = state->thread_id, .rhs = thread_i32(state, 0));
  if (pred) first = BUILD1(&state->b, arith_andi, .lhs = first, .rhs = thread_value(state, pred));
  BUILD(&state->b, mem_store, .value = thread_value(state, value),
        .base = thread_value(state, base), .indices = indices_of(state, indices, at),
        .pred = first);
}

IrStatus thread_convert_scalar_store(ThreadState *state, IrOp *op) {
  IrValues indices =
      IS(op, memref_store) ? GET(op, memref_store, indices) : GET(op, mem_store, indices);
  IR_TRY(check_rank(state, op, indices.n));
  if (IS(op, memref_store))
    store_once(state, GET(op, memref_store, value), GET(op, memref_store, memref), indices, NULL);
  else
    store_once(state, GET(op, mem_store, value), GET(op, mem_store, base), indices,
               GET(op, mem_store, pred));
  return IR_OK;
}
