// tile-to-thread: accesses of memory in the code of single elements (tile.map, tile.parallel).
//
// Each thread does them for its own element, where the place is inside: outside a memref a load
// gives zero, or what it names, and a store or an atomic does nothing.  In a buffer every place is
// inside.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "passes/lower/thread_address.h"
#include "passes/lower/thread_global.h"

enum { MAX_RANK = 8 };

// A converted place, and whether it is inside: NULL where it always is.
typedef struct Place {
  IrValue *base, *at[MAX_RANK], *inside;
  size_t rank;
} Place;

static IrStatus find_place(ThreadState *state, IrOp *op, const IrValue *memory, IrValues indices,
                           Place *place) {
  IrBuilder *b = &state->b;
  *place = (Place){.base = thread_value(state, memory), .rank = indices.n};
  if (indices.n > MAX_RANK)
    return ir_op_error(op, "has {} indices, more than {} at thread level", indices.n,
                       (int)MAX_RANK);
  for (size_t d = 0; d < indices.n; d++) place->at[d] = thread_value(state, indices.at[d]);
  if (mem_is_buffer(ir_value_type(memory))) {
    thread_flatten_place(state, &place->base, place->at, &place->rank);
    return IR_OK;
  }
  for (size_t d = 0; d < indices.n; d++) {
    IrValue *below = BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_ULT),
                            .lhs = place->at[d], .rhs = thread_extent_of(state, memory, d));
    place->inside = thread_both(b, place->inside, below);
  }
  return IR_OK;
}

static IrValues indices_of(const Place *place) {
  return (IrValues){(IrValue **)place->at, place->rank};
}

// Where it is inside, and the op's own predicate (tile level, may be NULL) holds.
static IrValue *predicate(ThreadState *state, const Place *place, const IrValue *pred) {
  return thread_both(&state->b, pred ? thread_value(state, pred) : NULL, place->inside);
}

static void define(ThreadState *state, IrOp *op, IrValue *value) {
  ir_value_take_name(value, ir_op_result(op, 0));
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), value);
}

static IrValue *zero_of(ThreadState *state, IrType type) {
  IrAttr zero = ir_type_is_float(type) ? ir_attr_float(type, 0) : ir_attr_integer(type, 0);
  return thread_constant(state, zero, type);
}

// ---- Loads and stores

// `pred` and `pad` are of the tile level and may be NULL.
static IrStatus load(ThreadState *state, IrOp *op, const IrValue *memory, IrValues indices,
                     const IrValue *pred, const IrValue *pad) {
  Place place;
  IrType type = ir_value_type(ir_op_result(op, 0));
  IR_TRY(find_place(state, op, memory, indices, &place));
  IrValue *when = predicate(state, &place, pred);
  IrValue *otherwise = NULL;
  if (when) otherwise = pad ? thread_value(state, pad) : zero_of(state, type);
  define(state, op,
         BUILD1(&state->b, mem_load, .base = place.base, .indices = indices_of(&place),
                .pred = when, .pad = otherwise, .value_type = type));
  return IR_OK;
}

static IrStatus store(ThreadState *state, IrOp *op, const IrValue *value, const IrValue *memory,
                      IrValues indices, const IrValue *pred) {
  Place place;
  IR_TRY(find_place(state, op, memory, indices, &place));
  BUILD(&state->b, mem_store, .value = thread_value(state, value), .base = place.base,
        .indices = indices_of(&place), .pred = predicate(state, &place, pred));
  return IR_OK;
}

static IrStatus convert_memref_load(ThreadState *state, IrOp *op) {
  return load(state, op, GET(op, memref_load, memref), GET(op, memref_load, indices), NULL, NULL);
}

static IrStatus convert_mem_load(ThreadState *state, IrOp *op) {
  return load(state, op, GET(op, mem_load, base), GET(op, mem_load, indices),
              GET(op, mem_load, pred), GET(op, mem_load, pad));
}

static IrStatus convert_memref_store(ThreadState *state, IrOp *op) {
  return store(state, op, GET(op, memref_store, value), GET(op, memref_store, memref),
               GET(op, memref_store, indices), NULL);
}

static IrStatus convert_mem_store(ThreadState *state, IrOp *op) {
  return store(state, op, GET(op, mem_store, value), GET(op, mem_store, base),
               GET(op, mem_store, indices), GET(op, mem_store, pred));
}

// ---- Atomic accesses

static IrStatus convert_atomic_rmw(ThreadState *state, IrOp *op) {
  Place place;
  IR_TRY(find_place(state, op, GET(op, mem_atomic_rmw, base), GET(op, mem_atomic_rmw, indices),
                    &place));
  define(state, op,
         BUILD1(&state->b, mem_atomic_rmw,
                .value = thread_value(state, GET(op, mem_atomic_rmw, value)), .base = place.base,
                .indices = indices_of(&place),
                .pred = predicate(state, &place, GET(op, mem_atomic_rmw, pred)),
                .kind = GET(op, mem_atomic_rmw, kind), .order = GET(op, mem_atomic_rmw, order),
                .scope = thread_scope(state, GET(op, mem_atomic_rmw, scope))));
  return IR_OK;
}

static IrStatus convert_atomic_cas(ThreadState *state, IrOp *op) {
  Place place;
  IR_TRY(find_place(state, op, GET(op, mem_atomic_cas, base), GET(op, mem_atomic_cas, indices),
                    &place));
  define(state, op,
         BUILD1(&state->b, mem_atomic_cas,
                .expected = thread_value(state, GET(op, mem_atomic_cas, expected)),
                .desired = thread_value(state, GET(op, mem_atomic_cas, desired)),
                .base = place.base, .indices = indices_of(&place),
                .pred = predicate(state, &place, GET(op, mem_atomic_cas, pred)),
                .order = GET(op, mem_atomic_cas, order),
                .scope = thread_scope(state, GET(op, mem_atomic_cas, scope))));
  return IR_OK;
}

ThreadConvert thread_element_conversion(const IrOp *op) {
  static const struct {
    const IrOpDef *def;
    ThreadConvert convert;
  } conversions[] = {
      {&memref_load, convert_memref_load},   {&memref_store, convert_memref_store},
      {&mem_load, convert_mem_load},         {&mem_store, convert_mem_store},
      {&mem_atomic_rmw, convert_atomic_rmw}, {&mem_atomic_cas, convert_atomic_cas},
  };
  for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++)
    if (ir_op_is(op, conversions[i].def)) return conversions[i].convert;
  return NULL;
}
