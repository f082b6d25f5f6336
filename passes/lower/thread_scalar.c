// tile-to-thread: accesses of single elements.  Every thread loads, since each may use the value;
// a store or an atomic access happens once, in the first thread, from which the others get what was
// there through shared memory.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/memref/memref_atomic.h"
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

// Whether this thread is the one, and `pred` of the tile level (may be NULL) holds.
static IrValue *is_first(ThreadState *state, IrValue *pred) {
  IrValue *first = BUILD1(&state->b, arith_cmpi, .predicate = arith_predicate(state->ctx, ARITH_EQ),
                          .lhs = state->thread_id, .rhs = thread_i32(state, 0));
  if (pred) first = BUILD1(&state->b, arith_andi, .lhs = first, .rhs = thread_value(state, pred));
  return first;
}

static void store_once(ThreadState *state, IrValue *value, IrValue *base, IrValues indices,
                       IrValue *pred) {
  IrValue *at[MAX_RANK], *first = is_first(state, pred);
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

// ---- Atomic accesses.

static IrValue *rmw_once(ThreadState *state, IrOp *op, IrValue **at) {
  return BUILD1(&state->b, mem_atomic_rmw,
                .value = thread_value(state, GET(op, mem_atomic_rmw, value)),
                .base = thread_value(state, GET(op, mem_atomic_rmw, base)),
                .indices = indices_of(state, GET(op, mem_atomic_rmw, indices), at),
                .pred = is_first(state, GET(op, mem_atomic_rmw, pred)),
                .kind = GET(op, mem_atomic_rmw, kind), .order = GET(op, mem_atomic_rmw, order),
                .scope = thread_scope(state, GET(op, mem_atomic_rmw, scope)),
                .result_type = GET(op, mem_atomic_rmw, result_type));
}

static IrValue *cas_once(ThreadState *state, IrOp *op, IrValue **at) {
  return BUILD1(&state->b, mem_atomic_cas,
                .expected = thread_value(state, GET(op, mem_atomic_cas, expected)),
                .desired = thread_value(state, GET(op, mem_atomic_cas, desired)),
                .base = thread_value(state, GET(op, mem_atomic_cas, base)),
                .indices = indices_of(state, GET(op, mem_atomic_cas, indices), at),
                .pred = is_first(state, GET(op, mem_atomic_cas, pred)),
                .order = GET(op, mem_atomic_cas, order),
                .scope = thread_scope(state, GET(op, mem_atomic_cas, scope)),
                .result_type = GET(op, mem_atomic_cas, result_type));
}

IrStatus thread_convert_scalar_atomic(ThreadState *state, IrOp *op) {
  IrValue *at[MAX_RANK], *result = ir_op_result(op, 0);
  bool cas = IS(op, mem_atomic_cas);
  IR_TRY(check_rank(state, op,
                    cas ? GET(op, mem_atomic_cas, indices).n : GET(op, mem_atomic_rmw, indices).n));
  IrValue *old = cas ? cas_once(state, op, at) : rmw_once(state, op, at);
  if (ir_value_has_uses(result)) old = thread_from_first(state, old);
  ir_ptrmap_set(&state->values, result, old);
  return IR_OK;
}

// memref.atomic_rmw says no order: relaxed, among all threads of the GPU.
static bool mem_kind_of(IrAttr memref_kind, const char **word) {
  static const char *const words[] = {
      [MEMREF_ADDF] = "addf",     [MEMREF_ADDI] = "addi", [MEMREF_ANDI] = "andi",
      [MEMREF_ASSIGN] = "assign", [MEMREF_MAXS] = "maxs", [MEMREF_MAXU] = "maxu",
      [MEMREF_MINS] = "mins",     [MEMREF_MINU] = "minu", [MEMREF_ORI] = "ori",
      [MEMREF_XORI] = "xori"};
  int64_t kind = ir_attr_int(memref_kind);
  *word = kind <= MEMREF_XORI ? words[kind] : NULL;
  return *word;
}

IrStatus thread_convert_memref_atomic(ThreadState *state, IrOp *op) {
  IrValue *at[MAX_RANK], *result = ir_op_result(op, 0);
  const char *kind;
  IR_TRY(check_rank(state, op, GET(op, memref_atomic_rmw, indices).n));
  if (!mem_kind_of(GET(op, memref_atomic_rmw, kind), &kind)) {
    IrStatus failed = ir_op_error(op, "combines in a way that no instruction has");
    ir_help(state->ctx, "a loop around mem.atomic_cas combines in any way");
    return failed;
  }
  IrAttr word = ir_attr_string(state->ctx, ir_str(kind));
  IR_TRY(mem_verify_combined(op, word, ir_value_type(result)));
  IrValue *old = BUILD1(
      &state->b, mem_atomic_rmw, .value = thread_value(state, GET(op, memref_atomic_rmw, value)),
      .base = thread_value(state, GET(op, memref_atomic_rmw, memref)),
      .indices = indices_of(state, GET(op, memref_atomic_rmw, indices), at),
      .pred = is_first(state, NULL), .kind = word,
      .order = ir_attr_string(state->ctx, IR_STR("relaxed")),
      .scope = ir_attr_string(state->ctx, IR_STR("gpu")), .result_type = ir_value_type(result));
  if (ir_value_has_uses(result)) old = thread_from_first(state, old);
  ir_ptrmap_set(&state->values, result, old);
  return IR_OK;
}
