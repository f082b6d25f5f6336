// tile.gather, tile.scatter, tile.atomic_rmw, tile.atomic_cas: an access for each register, at
// coordinates that registers hold.
//
// The coordinates of all registers along a dimension are a vector, or one scalar; whether they are
// inside is a vector of bits, which "this is the first copy" is added to.  A tile at an offset
// (atomics) has its own coordinates, plus the offset, for vectors.
//
// With `width` (mem-vectorize) one access moves the elements of consecutive registers, which follow
// each other from a multiple of the width on: where the last one is inside, so are the others.
// With `edge` the memref may end within an access, or the mask change: accesses that are not whole
// are then done in parts of that many elements.  As most tiles are inside and not masked, a thread
// whose accesses are all whole does them without predicates, of which there are few registers.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
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
  int64_t width, edge;
  IrValue *at[MAX_RANK]; // index or a vector of them
  IrValue *inside;       // i1, one or a vector of them
  IrValue *mask;         // a vector of i1; NULL: none
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
  if (mask) x->mask = thread_value(state, mask);
}

static IrStatus describe(ThreadState *state, IrOp *op, const IrValue *memory, IrValues indices,
                         const IrValue *mask, IrType tile, Indexed *x) {
  *x = (Indexed){.state = state, .memory = ir_value_type(memory), .width = 1, .edge = 1};
  IR_TRY(thread_layout_of(op, tile, &x->layout));
  x->registers = thread_registers(&x->layout);
  x->rank = tile_memory_shape(x->memory).rank;
  x->base = thread_value(state, memory);
  IR_TRY(find_coordinates(x, op, indices));
  find_inside(x, memory, mask);
  if (mem_is_buffer(x->memory) && mem_buffer_flat(x->memory) != x->memory)
    x->base = thread_flatten(state, x->base);
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

// Whether the elements of registers [r, r + n), at most an access, are all accessed.
static IrValue *is_accessed(const Indexed *x, int64_t r, int64_t n) {
  IrValue *all = element_of(x, x->inside, r + n - 1);
  for (int64_t k = 0; k < n && x->mask; k += x->edge)
    all = thread_both(&x->state->b, all, thread_element(&x->state->b, x->mask, r + k));
  return all;
}

// ---- Accesses of a gather or scatter: all of them without predicates, or each under its own.

// What a gather makes so far, or what a scatter stores.
typedef struct Moves {
  Indexed x;
  bool is_store;
  IrValue *vector, *pad;
} Moves;

// Registers [r, r + n); `pred` NULL: they are accessed.
static void move(Moves *m, int64_t r, int64_t n, IrValue *pred, IrValue *otherwise) {
  const Indexed *x = &m->x;
  IrBuilder *b = &x->state->b;
  IrValue *at[MAX_RANK];
  size_t rank = locate(x, r, at);
  if (m->is_store) {
    BUILD(b, mem_store, .value = thread_slice(b, m->vector, r, n), .base = x->base,
          .indices = {at, rank}, .pred = pred);
    return;
  }
  IrType piece = thread_vector_of(ir_type_element(ir_value_type(m->vector)), n);
  IrValue *loaded = BUILD1(b, mem_load, .base = x->base, .indices = {at, rank}, .pred = pred,
                           .pad = pred ? otherwise : NULL, .value_type = piece);
  m->vector = thread_insert(b, loaded, m->vector, r);
}

// Whether the access that begins at register `r` is of elements that only others hold as well.
static bool is_copy(const Moves *m, int64_t r) {
  return m->is_store && thread_first_register(&m->x.layout, r) != r;
}

static void move_all(Moves *m, bool is_whole) {
  const Indexed *x = &m->x;
  for (int64_t r = 0; r < x->registers; r += x->width)
    if (!is_copy(m, r)) move(m, r, x->width, is_whole ? NULL : is_accessed(x, r, x->width), m->pad);
}

// The parts of accesses that are not whole.
static void move_parts(Moves *m) {
  const Indexed *x = &m->x;
  IrBuilder *b = &x->state->b;
  IrValue *yes =
      thread_constant(x->state, ir_attr_bool(x->state->ctx, true), ir_type_i1(x->state->ctx));
  for (int64_t r = 0; r < x->registers && x->edge < x->width; r += x->width) {
    if (is_copy(m, r)) continue;
    IrValue *cut = BUILD1(b, arith_xori, .lhs = is_accessed(x, r, x->width), .rhs = yes);
    for (int64_t k = r; k < r + x->width; k += x->edge)
      move(m, k, x->edge, thread_both(b, is_accessed(x, k, x->edge), cut),
           m->is_store ? NULL : thread_slice(b, m->vector, k, x->edge));
  }
}

static IrValue *all_are_accessed(const Moves *m) {
  IrValue *all = NULL;
  for (int64_t r = 0; r < m->x.registers; r += m->x.width)
    if (!is_copy(m, r)) all = thread_both(&m->x.state->b, all, is_accessed(&m->x, r, m->x.width));
  return all;
}

// As for tile.load: with few accesses predicates cost less than a branch, with very many two forms
// of them would be most of the kernel.
enum { MANY_ACCESSES = 6, VERY_MANY_ACCESSES = 128 };

static void move_whole_or_not(Moves *m) {
  ThreadState *state = m->x.state;
  int64_t n = m->x.registers / m->x.width;
  bool is_cut = m->x.edge < m->x.width;
  if (!is_cut && (n <= MANY_ACCESSES || n > VERY_MANY_ACCESSES)) {
    move_all(m, false);
    return;
  }
  IrType type = m->is_store ? NULL : ir_value_type(m->vector);
  IrValue *before = m->vector;
  IrOp *branch = scf_if_create(&state->b, all_are_accessed(m), &type, type ? 1 : 0, true);
  ir_ptrmap_set(&state->divergent, branch, branch);
  IrBuilder outer = state->b;
  for (size_t i = 0; i < 2; i++) {
    thread_enter(state, branch, i);
    m->vector = before;
    move_all(m, i == 0);
    if (i == 1) move_parts(m);
    BUILD(&state->b, scf_yield, .results = {&m->vector, type ? 1 : 0});
  }
  state->b = outer;
  if (type) m->vector = ir_op_result(branch, 0);
}

// Attributes of a gather or scatter.  Very many elements that may be cut are moved in parts.
static void set_width(Indexed *x, IrAttr width, IrAttr edge) {
  enum { MOST_CUT = 256 };
  x->width = width ? ir_attr_int(width) : 1;
  x->edge = edge ? ir_attr_int(edge) : x->width;
  if (x->edge < x->width && x->registers > MOST_CUT) x->width = x->edge;
}

IrStatus thread_convert_gather(ThreadState *state, IrOp *op) {
  IrType type = GET(op, tile_gather, result_type);
  IrValue *pad = GET(op, tile_gather, pad);
  Moves m = {.is_store = false};
  IR_TRY(describe(state, op, GET(op, tile_gather, source), GET(op, tile_gather, indices),
                  GET(op, tile_gather, mask), type, &m.x));
  set_width(&m.x, GET(op, tile_gather, width), GET(op, tile_gather, edge));
  IrType piece = thread_vector_of(ir_type_element(type), m.x.width);
  m.pad = pad ? thread_splat(&state->b, thread_value(state, pad), m.x.width)
              : thread_zero(state, piece);
  m.vector = thread_zero(state, thread_type(type));
  move_whole_or_not(&m);
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), m.vector);
  return IR_OK;
}

IrStatus thread_convert_scatter(ThreadState *state, IrOp *op) {
  IrValue *value = GET(op, tile_scatter, tile);
  Moves m = {.is_store = true};
  IR_TRY(describe(state, op, GET(op, tile_scatter, dest), GET(op, tile_scatter, indices),
                  GET(op, tile_scatter, mask), ir_value_type(value), &m.x));
  set_width(&m.x, GET(op, tile_scatter, width), GET(op, tile_scatter, edge));
  m.x.inside = both(&m.x, m.x.inside, thread_is_first_copy(state, &m.x.layout));
  m.vector = thread_value(state, value);
  move_whole_or_not(&m);
  return IR_OK;
}

// ---- Atomic accesses

typedef struct Combining {
  Indexed x;
  IrOp *op; // tile.atomic_rmw or tile.atomic_cas
  bool is_used;
  IrValue *old; // what was there, as far as the op has happened
} Combining;

static IrValue *rmw(const Combining *c, IrValue *value, IrValues at, IrValue *pred) {
  return BUILD1(&c->x.state->b, mem_atomic_rmw, .value = value, .base = c->x.base, .indices = at,
                .pred = pred, .kind = GET(c->op, tile_atomic_rmw, kind),
                .order = GET(c->op, tile_atomic_rmw, order),
                .scope = thread_scope(c->x.state, GET(c->op, tile_atomic_rmw, scope)),
                .result_type = ir_value_type(value));
}

static IrValue *cas(const Combining *c, int64_t r, IrValues at, IrValue *pred) {
  IrBuilder *b = &c->x.state->b;
  IrValue *expected = thread_value(c->x.state, GET(c->op, tile_atomic_cas, expected));
  IrValue *desired = thread_value(c->x.state, GET(c->op, tile_atomic_cas, desired));
  return BUILD1(b, mem_atomic_cas, .expected = thread_element(b, expected, r),
                .desired = thread_element(b, desired, r), .base = c->x.base, .indices = at,
                .pred = pred, .order = GET(c->op, tile_atomic_cas, order),
                .scope = thread_scope(c->x.state, GET(c->op, tile_atomic_cas, scope)),
                .result_type = ir_type_element(ir_value_type(desired)));
}

// The op on registers [r, r + n); `pred` NULL: all of them are accessed.
static void combine(Combining *c, int64_t r, int64_t n, IrValue *pred) {
  IrBuilder *b = &c->x.state->b;
  IrValue *at[MAX_RANK], *old;
  size_t rank = locate(&c->x, r, at);
  if (IS(c->op, tile_atomic_cas)) {
    old = cas(c, r, (IrValues){at, rank}, pred);
  } else {
    IrValue *value = thread_value(c->x.state, GET(c->op, tile_atomic_rmw, value));
    value = n > 1 ? thread_slice(b, value, r, n) : thread_element(b, value, r);
    old = rmw(c, value, (IrValues){at, rank}, pred);
  }
  if (!c->is_used) return;
  c->old = thread_insert(b, n > 1 ? old : thread_splat(b, old, 1), c->old, r);
}

// In accesses of `width` elements; where all are known to happen, without predicates.
static void combine_all(Combining *c, int64_t width, bool is_whole) {
  for (int64_t r = 0; r < c->x.registers; r += width)
    if (thread_first_register(&c->x.layout, r) == r)
      combine(c, r, width, is_whole ? NULL : is_accessed(&c->x, r, width));
}

static IrValue *all_are_combined(const Combining *c) {
  IrValue *all = NULL;
  for (int64_t r = 0; r < c->x.registers; r += c->x.width)
    if (thread_first_register(&c->x.layout, r) == r)
      all = thread_both(&c->x.state->b, all, is_accessed(&c->x, r, c->x.width));
  return all;
}

// Accesses that may be cut: all whole, or one by one.
static void combine_whole_or_not(Combining *c) {
  ThreadState *state = c->x.state;
  if (c->x.edge == c->x.width) {
    combine_all(c, c->x.width, false);
    return;
  }
  IrType type = ir_value_type(c->old);
  IrValue *before = c->old;
  IrOp *branch = scf_if_create(&state->b, all_are_combined(c), &type, c->is_used ? 1 : 0, true);
  ir_ptrmap_set(&state->divergent, branch, branch);
  IrBuilder outer = state->b;
  for (size_t i = 0; i < 2; i++) {
    thread_enter(state, branch, i);
    c->old = before;
    combine_all(c, i == 0 ? c->x.width : 1, i == 0);
    BUILD(&state->b, scf_yield, .results = {&c->old, c->is_used ? 1 : 0});
  }
  state->b = outer;
  if (c->is_used) c->old = ir_op_result(branch, 0);
}

IrStatus thread_convert_atomic(ThreadState *state, IrOp *op) {
  bool is_cas = IS(op, tile_atomic_cas);
  IrValue *result = ir_op_result(op, 0);
  Combining c = {.op = op, .is_used = ir_value_has_uses(result)};
  IR_TRY(describe(state, op,
                  is_cas ? GET(op, tile_atomic_cas, memory) : GET(op, tile_atomic_rmw, memory),
                  is_cas ? GET(op, tile_atomic_cas, indices) : GET(op, tile_atomic_rmw, indices),
                  is_cas ? GET(op, tile_atomic_cas, mask) : GET(op, tile_atomic_rmw, mask),
                  ir_value_type(result), &c.x));
  if (!is_cas) set_width(&c.x, GET(op, tile_atomic_rmw, width), GET(op, tile_atomic_rmw, edge));
  c.x.inside = both(&c.x, c.x.inside, thread_is_first_copy(state, &c.x.layout));
  c.old = thread_zero(state, thread_type(ir_value_type(result)));
  combine_whole_or_not(&c);
  if (c.is_used) c.old = thread_spread_copies(state, &c.x.layout, c.old);
  ir_ptrmap_set(&state->values, result, c.old);
  return IR_OK;
}
