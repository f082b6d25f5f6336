// tile-to-thread: accesses of single elements.  Every thread loads, since each may use the value;
// a store or an atomic access happens once, in the first thread, from which the others get what was
// there through shared memory.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/memref/memref_atomic.h"
#include "passes/lower/thread_address.h"

enum { MAX_RANK = 8 };

typedef struct Place {
  IrValue *base, *at[MAX_RANK];
  size_t rank;
} Place;

// Arguments of a kernel have few dimensions; a memref that is made inside may have more.  A buffer
// is indexed as its flat storage.
static IrStatus find_place(ThreadState *state, IrOp *op, const IrValue *memory, IrValues indices,
                           Place *place) {
  *place = (Place){.base = thread_value(state, memory), .rank = indices.n};
  if (indices.n > MAX_RANK) {
    IrStatus failed =
        ir_op_error(op, "has {} indices, more than {} at thread level", indices.n, MAX_RANK);
    ir_help(state->ctx, "merge extents that are contiguous");
    return failed;
  }
  for (size_t i = 0; i < indices.n; i++) place->at[i] = thread_value(state, indices.at[i]);
  if (mem_is_buffer(ir_value_type(memory)) && indices.n > 1)
    thread_flatten_place(state, &place->base, place->at, &place->rank);
  return IR_OK;
}

static IrValues indices_of(const Place *place) {
  return (IrValues){(IrValue **)place->at, place->rank};
}

// `pred` and `pad` are of the tile level and may be NULL.
static IrStatus load(ThreadState *state, IrOp *op, const IrValue *memory, IrValues indices,
                     const IrValue *pred, const IrValue *pad) {
  Place place;
  IrValue *result = ir_op_result(op, 0);
  IR_TRY(find_place(state, op, memory, indices, &place));
  IrValue *loaded =
      BUILD1(&state->b, mem_load, .base = place.base, .indices = indices_of(&place),
             .pred = pred ? thread_value(state, pred) : NULL,
             .pad = pad ? thread_value(state, pad) : NULL, .value_type = ir_value_type(result));
  ir_value_take_name(loaded, result);
  ir_ptrmap_set(&state->values, result, loaded);
  return IR_OK;
}

IrStatus thread_convert_scalar_load(ThreadState *state, IrOp *op) {
  if (IS(op, memref_load))
    return load(state, op, GET(op, memref_load, memref), GET(op, memref_load, indices), NULL, NULL);
  return load(state, op, GET(op, mem_load, base), GET(op, mem_load, indices),
              GET(op, mem_load, pred), GET(op, mem_load, pad));
}

// Whether this thread is the one, and `pred` of the tile level (may be NULL) holds.
static IrValue *is_first(ThreadState *state, IrValue *pred) {
  IrValue *first = BUILD1(&state->b, arith_cmpi, .predicate = arith_predicate(state->ctx, ARITH_EQ),
                          .lhs = state->thread_id, .rhs = thread_i32(state, 0));
  if (pred) first = BUILD1(&state->b, arith_andi, .lhs = first, .rhs = thread_value(state, pred));
  return first;
}

static IrStatus store_once(ThreadState *state, IrOp *op, IrValue *value, IrValue *memory,
                           IrValues indices, IrValue *pred) {
  Place place;
  IrValue *first = is_first(state, pred);
  IR_TRY(find_place(state, op, memory, indices, &place));
  BUILD(&state->b, mem_store, .value = thread_value(state, value), .base = place.base,
        .indices = indices_of(&place), .pred = first);
  return IR_OK;
}

IrStatus thread_convert_scalar_store(ThreadState *state, IrOp *op) {
  if (IS(op, memref_store))
    return store_once(state, op, GET(op, memref_store, value), GET(op, memref_store, memref),
                      GET(op, memref_store, indices), NULL);
  return store_once(state, op, GET(op, mem_store, value), GET(op, mem_store, base),
                    GET(op, mem_store, indices), GET(op, mem_store, pred));
}

// ---- Atomic accesses.

static IrValue *rmw_once(ThreadState *state, IrOp *op, const Place *place) {
  return BUILD1(&state->b, mem_atomic_rmw,
                .value = thread_value(state, GET(op, mem_atomic_rmw, value)), .base = place->base,
                .indices = indices_of(place),
                .pred = is_first(state, GET(op, mem_atomic_rmw, pred)),
                .kind = GET(op, mem_atomic_rmw, kind), .order = GET(op, mem_atomic_rmw, order),
                .scope = thread_scope(state, GET(op, mem_atomic_rmw, scope)),
                .result_type = GET(op, mem_atomic_rmw, result_type));
}

static IrValue *cas_once(ThreadState *state, IrOp *op, const Place *place) {
  return BUILD1(
      &state->b, mem_atomic_cas, .expected = thread_value(state, GET(op, mem_atomic_cas, expected)),
      .desired = thread_value(state, GET(op, mem_atomic_cas, desired)), .base = place->base,
      .indices = indices_of(place), .pred = is_first(state, GET(op, mem_atomic_cas, pred)),
      .order = GET(op, mem_atomic_cas, order),
      .scope = thread_scope(state, GET(op, mem_atomic_cas, scope)),
      .result_type = GET(op, mem_atomic_cas, result_type));
}

IrStatus thread_convert_scalar_atomic(ThreadState *state, IrOp *op) {
  Place place;
  IrValue *result = ir_op_result(op, 0);
  bool cas = IS(op, mem_atomic_cas);
  IR_TRY(find_place(state, op, cas ? GET(op, mem_atomic_cas, base) : GET(op, mem_atomic_rmw, base),
                    cas ? GET(op, mem_atomic_cas, indices) : GET(op, mem_atomic_rmw, indices),
                    &place));
  IrValue *old = cas ? cas_once(state, op, &place) : rmw_once(state, op, &place);
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
  Place place;
  IrValue *result = ir_op_result(op, 0);
  const char *kind;
  IR_TRY(find_place(state, op, GET(op, memref_atomic_rmw, memref),
                    GET(op, memref_atomic_rmw, indices), &place));
  if (!mem_kind_of(GET(op, memref_atomic_rmw, kind), &kind)) {
    IrStatus failed = ir_op_error(op, "combines in a way that no instruction has");
    ir_help(state->ctx, "a loop around mem.atomic_cas combines in any way");
    return failed;
  }
  IrAttr word = ir_attr_string(state->ctx, ir_str(kind));
  IR_TRY(mem_verify_combined(op, word, ir_value_type(result)));
  IrValue *old = BUILD1(
      &state->b, mem_atomic_rmw, .value = thread_value(state, GET(op, memref_atomic_rmw, value)),
      .base = place.base, .indices = indices_of(&place), .pred = is_first(state, NULL),
      .kind = word, .order = ir_attr_string(state->ctx, IR_STR("relaxed")),
      .scope = ir_attr_string(state->ctx, IR_STR("gpu")), .result_type = ir_value_type(result));
  if (ir_value_has_uses(result)) old = thread_from_first(state, old);
  ir_ptrmap_set(&state->values, result, old);
  return IR_OK;
}
