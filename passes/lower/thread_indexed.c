// tile.gather, tile.scatter, tile.atomic_rmw, tile.atomic_cas: an access for each register, at
// coordinates that registers hold.
//
// The coordinates of all registers along a dimension are a vector, or one scalar; whether they are
// inside is a vector of bits, which the mask and "this is the first copy" are added to.  A tile at
// an offset (atomics) has its own coordinates, plus the offset, for vectors.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/tile.h"
#include "passes/lower/thread_address.h"
#include "passes/lower/thread_global.h"

enum { MAX_RANK = 8 };

typedef struct Indexed {
  ThreadState *state;
  IrValue *base; // what accesses take: the memref, or the buffer as one row
  IrType memory;
  TileLayout layout;
  int64_t registers;
  size_t rank;
  IrValue *at[MAX_RANK]; // index or a vector of them
  IrValue *inside;       // i1, one or a vector of them; NULL: all are accessed
} Indexed;

static bool is_vector(const IrValue *value) {
  return ir_type_kind(ir_value_type(value)) == IR_TYPE_VECTOR;
}

// ---- Coordinates

// Integers are signed, so that negative ones are larger than any extent.
static IrValue *as_index(ThreadState *state, IrValue *vector) {
  IrType index = ir_type_index(state->ctx);
  if (ir_type_is_index(ir_type_element(ir_value_type(vector)))) return vector;
  IrType type = thread_vector_of(index, ir_type_shape(ir_value_type(vector)).at[0]);
  return BUILD1(&state->b, arith_index_cast, .in = vector, .out_type = type);
}

// A tile at an offset: its own coordinates are added.
static IrValue *with_offset(const Indexed *x, IrValue *offset, unsigned dim) {
  ThreadState *state = x->state;
  IrValue *own = thread_coordinates(state, &x->layout, dim, ir_type_index(state->ctx));
  IrValue *all = thread_splat(&state->b, offset, x->registers);
  return BUILD1(&state->b, arith_addi, .lhs = all, .rhs = own);
}

static IrStatus find_coordinates(Indexed *x, IrOp *op, IrValues indices) {
  bool offset = !tile_has_index_tile(indices);
  size_t lead = x->rank - x->layout.rank;
  if (x->rank > MAX_RANK)
    return ir_op_error(op, "has {} indices, more than {} at thread level", x->rank, (int)MAX_RANK);
  for (size_t d = 0; d < x->rank; d++) {
    IrValue *index = thread_value(x->state, indices.at[d]);
    if (is_vector(index)) {
      TileLayout layout;
      IR_TRY(thread_layout_of(op, ir_value_type(indices.at[d]), &layout));
      if (!tile_layout_equal(&layout, &x->layout))
        return ir_op_error(op, "has an index tile in another layout: {}",
                           ir_value_type(indices.at[d]));
      index = as_index(x->state, index);
    } else if (offset && d >= lead) {
      index = with_offset(x, index, (unsigned)(d - lead));
    }
    x->at[d] = index;
  }
  return IR_OK;
}

// ---- What is accessed

// Conjunction of scalars and vectors; NULL is true.
static IrValue *both(const Indexed *x, IrValue *a, IrValue *b) {
  if (!a || !b) return a ? a : b;
  if (is_vector(a) && !is_vector(b)) b = thread_splat(&x->state->b, b, x->registers);
  if (is_vector(b) && !is_vector(a)) a = thread_splat(&x->state->b, a, x->registers);
  return BUILD1(&x->state->b, arith_andi, .lhs = a, .rhs = b);
}

static IrValue *is_below(const Indexed *x, IrValue *at, IrValue *extent) {
  IrBuilder *b = &x->state->b;
  if (is_vector(at)) extent = thread_splat(&x->state->entry, extent, x->registers);
  return BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_ULT), .lhs = at,
                .rhs = extent);
}

static void find_inside(Indexed *x, const IrValue *memory, const IrValue *mask) {
  ThreadState *state = x->state;
  for (size_t d = 0; d < x->rank; d++) {
    IrValue *extent = mem_is_buffer(x->memory)
                          ? thread_index(state, mem_buffer_shape(x->memory).at[d])
                          : thread_extent_of(state, memory, d);
    x->inside = both(x, x->inside, is_below(x, x->at[d], extent));
  }
  if (mask) x->inside = both(x, x->inside, thread_value(state, mask));
}

static IrStatus describe(ThreadState *state, IrOp *op, const IrValue *memory, IrValues indices,
                         const IrValue *mask, IrType tile, Indexed *x) {
  *x = (Indexed){.state = state, .memory = ir_value_type(memory)};
  IR_TRY(thread_layout_of(op, tile, &x->layout));
  x->registers = thread_registers(&x->layout);
  x->rank = tile_memory_shape(x->memory).rank;
  x->base = thread_value(state, memory);
  IR_TRY(find_coordinates(x, op, indices));
  find_inside(x, memory, mask);
  if (mem_is_buffer(x->memory) && mem_buffer_flat(x->memory) != x->memory)
    x->base =
        BUILD1(&state->b, mem_flatten, .buffer = x->base, .flat_type = mem_buffer_flat(x->memory));
  return IR_OK;
}

// ---- Accesses

static IrValue *element_of(const Indexed *x, IrValue *value, int64_t r) {
  return value && is_vector(value) ? thread_element(&x->state->b, value, r) : value;
}

// Fills `at` with what register `r`'s access takes; returns how many indices these are.
static size_t locate(const Indexed *x, int64_t r, IrValue **at) {
  IrBuilder *b = &x->state->b;
  for (size_t d = 0; d < x->rank; d++) at[d] = element_of(x, x->at[d], r);
  if (!mem_is_buffer(x->memory)) return x->rank;
  for (size_t d = 0; d < x->rank; d++)
    at[d] = BUILD1(b, arith_index_cast, .in = at[d], .out_type = ir_type_i32(b->ctx));
  at[0] = thread_buffer_offset(x->state, x->memory, at);
  return 1;
}

IrStatus thread_convert_gather(ThreadState *state, IrOp *op) {
  IrType type = GET(op, tile_gather, result_type);
  IrType one = thread_vector_of(ir_type_element(type), 1);
  IrValue *pad = GET(op, tile_gather, pad);
  Indexed x;
  IR_TRY(describe(state, op, GET(op, tile_gather, source), GET(op, tile_gather, indices),
                  GET(op, tile_gather, mask), type, &x));
  IrValue *outside =
      pad ? thread_splat(&state->b, thread_value(state, pad), 1) : thread_zero(state, one);
  IrValue *all = thread_zero(state, thread_type(type));
  for (int64_t r = 0; r < x.registers; r++) {
    IrValue *at[MAX_RANK];
    size_t n = locate(&x, r, at);
    IrValue *loaded =
        BUILD1(&state->b, mem_load, .base = x.base, .indices = {at, n},
               .pred = element_of(&x, x.inside, r), .pad = outside, .value_type = one);
    all = thread_insert(&state->b, loaded, all, r);
  }
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), all);
  return IR_OK;
}

IrStatus thread_convert_scatter(ThreadState *state, IrOp *op) {
  IrValue *value = GET(op, tile_scatter, tile);
  Indexed x;
  IR_TRY(describe(state, op, GET(op, tile_scatter, dest), GET(op, tile_scatter, indices),
                  GET(op, tile_scatter, mask), ir_value_type(value), &x));
  x.inside = both(&x, x.inside, thread_is_first_copy(state, &x.layout));
  for (int64_t r = 0; r < x.registers; r++) {
    IrValue *at[MAX_RANK];
    if (thread_first_register(&x.layout, r) != r) continue;
    size_t n = locate(&x, r, at);
    BUILD(&state->b, mem_store, .value = thread_slice(&state->b, thread_value(state, value), r, 1),
          .base = x.base, .indices = {at, n}, .pred = element_of(&x, x.inside, r));
  }
  return IR_OK;
}

// ---- Atomic accesses

// The op on register `r`; its result.
static IrValue *combine(const Indexed *x, IrOp *op, int64_t r) {
  IrBuilder *b = &x->state->b;
  IrValue *at[MAX_RANK], *pred = element_of(x, x->inside, r);
  IrType type = ir_type_element(ir_value_type(ir_op_result(op, 0)));
  size_t n = locate(x, r, at);
  if (IS(op, tile_atomic_rmw)) {
    IrValue *value = thread_value(x->state, GET(op, tile_atomic_rmw, value));
    return BUILD1(b, mem_atomic_rmw, .value = thread_element(b, value, r), .base = x->base,
                  .indices = {at, n}, .pred = pred, .kind = GET(op, tile_atomic_rmw, kind),
                  .order = GET(op, tile_atomic_rmw, order),
                  .scope = GET(op, tile_atomic_rmw, scope), .result_type = type);
  }
  IrValue *expected = thread_value(x->state, GET(op, tile_atomic_cas, expected));
  IrValue *desired = thread_value(x->state, GET(op, tile_atomic_cas, desired));
  return BUILD1(b, mem_atomic_cas, .expected = thread_element(b, expected, r),
                .desired = thread_element(b, desired, r), .base = x->base, .indices = {at, n},
                .pred = pred, .order = GET(op, tile_atomic_cas, order),
                .scope = GET(op, tile_atomic_cas, scope), .result_type = type);
}

IrStatus thread_convert_atomic(ThreadState *state, IrOp *op) {
  bool cas = IS(op, tile_atomic_cas);
  IrValue *result = ir_op_result(op, 0);
  Indexed x;
  IR_TRY(describe(state, op,
                  cas ? GET(op, tile_atomic_cas, memory) : GET(op, tile_atomic_rmw, memory),
                  cas ? GET(op, tile_atomic_cas, indices) : GET(op, tile_atomic_rmw, indices),
                  cas ? GET(op, tile_atomic_cas, mask) : GET(op, tile_atomic_rmw, mask),
                  ir_value_type(result), &x));
  x.inside = both(&x, x.inside, thread_is_first_copy(state, &x.layout));
  IrValue *all = thread_zero(state, thread_type(ir_value_type(result)));
  for (int64_t r = 0; r < x.registers; r++) {
    if (thread_first_register(&x.layout, r) != r) continue;
    IrValue *old = combine(&x, op, r);
    if (ir_value_has_uses(result))
      all = thread_insert(&state->b, thread_splat(&state->b, old, 1), all, r);
  }
  if (ir_value_has_uses(result)) all = thread_spread_copies(state, &x.layout, all);
  ir_ptrmap_set(&state->values, result, all);
  return IR_OK;
}
