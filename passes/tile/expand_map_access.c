// Accesses of memory by single elements as ones of tiles.
//
// Where each index is a coordinate of its own and something that is the same for all elements, or
// only that, the elements lie in a box of memory: tile.load and tile.store move it, with its
// dimensions in the order of memory.  Other accesses gather and scatter, with a mask where only
// some of the elements do them.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/tile/tile.h"
#include "passes/tile/element_access.h"
#include "passes/tile/expand_map_impl.h"

bool expand_is_access(const IrOp *op) {
  ElementAccess access;
  return element_access_of(op, &access);
}

// ---- Boxes

// The dimensions of memory from `lead` on are those of a tile.
typedef struct Box {
  size_t rank, lead;
  int axis[TILE_LAYOUT_RANK]; // of each dimension; -1: the same for all elements
  IrValue *at[TILE_LAYOUT_RANK];
} Box;

static bool find_box(Expander *x, IrValues indices, Box *box) {
  unsigned seen = 0;
  *box = (Box){.rank = indices.n};
  if (indices.n > TILE_LAYOUT_RANK) return false;
  for (size_t d = 0; d < indices.n; d++) {
    Expanded index = expand_get(x, indices.at[d]);
    if (!index.scalar && !index.is_place) return false;
    box->axis[d] = index.is_place ? (int)index.axis : -1;
    if (index.is_place && seen >> index.axis & 1) return false;
    if (index.is_place) seen |= 1u << index.axis;
    box->at[d] = index.scalar ? index.scalar : index.base;
    if (!box->at[d]) box->at[d] = expand_index_constant(x, 0);
    if (ir_value_type(box->at[d]) != ir_type_index(x->ctx))
      box->at[d] =
          BUILD1(&x->b, arith_index_cast, .in = box->at[d], .out_type = ir_type_index(x->ctx));
  }
  while (box->lead + 1 < box->rank && box->axis[box->lead] < 0) box->lead++;
  return box->rank > 0;
}

// Whether different elements are at different places.
static bool has_all_axes(const Expander *x, const Box *box) {
  unsigned seen = 0;
  for (size_t d = 0; d < box->rank; d++)
    if (box->axis[d] >= 0) seen |= 1u << box->axis[d];
  for (size_t axis = 0; axis < x->shape.rank; axis++)
    if (x->shape.at[axis] > 1 && !(seen >> axis & 1)) return false;
  return true;
}

// Extents of the tile in memory's order; returns its rank.
static size_t box_extents(const Expander *x, const Box *box, int64_t *extents) {
  for (size_t d = box->lead; d < box->rank; d++)
    extents[d - box->lead] = box->axis[d] < 0 ? 1 : x->shape.at[box->axis[d]];
  return box->rank - box->lead;
}

// The axes in memory's order; returns how many there are.
static size_t box_axes(const Box *box, unsigned *axes) {
  size_t n = 0;
  for (size_t d = box->lead; d < box->rank; d++)
    if (box->axis[d] >= 0) axes[n++] = (unsigned)box->axis[d];
  return n;
}

static IrType tile_of(const Expander *x, const int64_t *extents, size_t rank, IrType element) {
  return ir_type_tensor(x->ctx, (IrShape){extents, rank}, element, NULL);
}

static IrValue *reshape(Expander *x, IrValue *tile, const int64_t *extents, size_t rank) {
  IrType type = tile_of(x, extents, rank, ir_type_element(ir_value_type(tile)));
  if (ir_value_type(tile) == type) return tile;
  return BUILD1(&x->b, tile_reshape, .input = tile, .result_type = type);
}

// Dimension d of the result is dimension perm[d].
static IrValue *permute(Expander *x, IrValue *tile, const int64_t *perm, size_t n) {
  IrShape shape = ir_type_shape(ir_value_type(tile));
  int64_t extents[TILE_LAYOUT_RANK];
  bool identity = true;
  for (size_t d = 0; d < n; d++) {
    extents[d] = shape.at[perm[d]];
    identity = identity && perm[d] == (int64_t)d;
  }
  if (identity) return tile;
  return BUILD1(&x->b, tile_trans, .input = tile, .perm = ir_attr_i64_array(x->ctx, perm, n),
                .result_type = tile_of(x, extents, n, ir_type_element(ir_value_type(tile))));
}

// The place of the k-th smallest axis among `axes`.
static int64_t place_of_rank(const unsigned *axes, size_t n, size_t k) {
  for (size_t i = 0; i < n; i++) {
    size_t smaller = 0;
    for (size_t j = 0; j < n; j++) smaller += axes[j] < axes[i];
    if (smaller == k) return (int64_t)i;
  }
  IR_UNREACHABLE("axes differ");
}

// From memory's order to that of the coordinates, with extents of 1 for those that are missing.
static IrValue *from_box(Expander *x, const Box *box, IrValue *tile) {
  unsigned axes[TILE_LAYOUT_RANK];
  int64_t extents[TILE_LAYOUT_RANK], perm[TILE_LAYOUT_RANK];
  size_t n = box_axes(box, axes);
  for (size_t i = 0; i < n; i++) extents[i] = x->shape.at[axes[i]];
  tile = reshape(x, tile, extents, n);
  for (size_t i = 0; i < n; i++) perm[i] = place_of_rank(axes, n, i);
  tile = permute(x, tile, perm, n);
  for (size_t d = 0; d < x->shape.rank; d++) extents[d] = 1;
  for (size_t i = 0; i < n; i++) extents[axes[i]] = x->shape.at[axes[i]];
  tile = reshape(x, tile, extents, x->shape.rank);
  IrType type = expand_tile_type(x, ir_type_element(ir_value_type(tile)));
  if (ir_value_type(tile) == type) return tile;
  return BUILD1(&x->b, tile_broadcast, .input = tile, .result_type = type);
}

// The reverse, for a box that has all axes.
static IrValue *to_box(Expander *x, const Box *box, IrValue *tile) {
  unsigned axes[TILE_LAYOUT_RANK];
  int64_t extents[TILE_LAYOUT_RANK], perm[TILE_LAYOUT_RANK];
  size_t n = box_axes(box, axes);
  for (size_t i = 0; i < n; i++) {
    size_t smaller = 0;
    for (size_t j = 0; j < n; j++) smaller += axes[j] < axes[i];
    perm[i] = (int64_t)smaller;
    extents[smaller] = x->shape.at[axes[i]];
  }
  tile = reshape(x, tile, extents, n);
  tile = permute(x, tile, perm, n);
  size_t rank = box_extents(x, box, extents);
  return reshape(x, tile, extents, rank);
}

// ---- Loads

static bool load_box(Expander *x, IrOp *op, IrValue *memory, const Box *box, IrValue *pad) {
  int64_t extents[TILE_LAYOUT_RANK];
  size_t rank = box_extents(x, box, extents);
  IrType type = tile_of(x, extents, rank, ir_value_type(ir_op_result(op, 0)));
  IrValue *tile =
      BUILD1(&x->b, tile_load, .source = memory, .indices = {(IrValue **)box->at, box->rank},
             .pad = pad, .tile_type = type);
  expand_set(x, ir_op_result(op, 0), (Expanded){.tile = from_box(x, box, tile)});
  return true;
}

static IrValue *zero_of(Expander *x, IrType type) {
  IrAttr zero = ir_type_is_float(type) ? ir_attr_float(type, 0) : ir_attr_integer(type, 0);
  return BUILD1(&x->b, arith_constant, .value = zero, .result_type = type);
}

// One place of a memref for all elements: a scalar.
static bool load_scalar(Expander *x, IrOp *op, IrValue *memory, const Box *box) {
  IrValue *inside = NULL;
  IrType type = ir_value_type(ir_op_result(op, 0));
  for (size_t d = 0; d < box->rank; d++) {
    IrValue *extent =
        BUILD1(&x->b, memref_dim, .source = memory, .index = expand_index_constant(x, (int64_t)d));
    IrValue *below = BUILD1(&x->b, arith_cmpi, .predicate = arith_predicate(x->ctx, ARITH_ULT),
                            .lhs = box->at[d], .rhs = extent);
    inside = expand_both(x, inside, below);
  }
  IrValue *value =
      BUILD1(&x->b, mem_load, .base = memory, .indices = {(IrValue **)box->at, box->rank},
             .pred = inside, .pad = zero_of(x, type), .value_type = type);
  expand_set(x, ir_op_result(op, 0), (Expanded){.scalar = value});
  return true;
}

// The access with its memory, which is the same for all elements.
static bool access_of(const Expander *x, const IrOp *op, ElementAccess *access) {
  (void)element_access_of(op, access);
  access->memory = expand_get(x, access->memory).scalar;
  return access->memory != NULL;
}

// ---- Any places

// Indices of each element, at least one of which is a tile; the others are scalars.
typedef struct Places {
  IrValue *at[TILE_LAYOUT_RANK];
  size_t rank;
} Places;

static bool find_places(Expander *x, IrValues indices, Places *places) {
  bool any = false;
  *places = (Places){.rank = indices.n};
  if (!indices.n || indices.n > TILE_LAYOUT_RANK) return false;
  for (size_t d = 0; d < indices.n; d++) {
    Expanded index = expand_get(x, indices.at[d]);
    IrValue *scalar = index.scalar;
    any = any || !scalar;
    if (scalar && ir_value_type(scalar) != ir_type_index(x->ctx))
      scalar = BUILD1(&x->b, arith_index_cast, .in = scalar, .out_type = ir_type_index(x->ctx));
    places->at[d] = scalar ? scalar : expand_tile(x, indices.at[d]);
  }
  if (!any) places->at[0] = expand_splat(x, places->at[0]);
  return true;
}

// The elements that do the access: those at work for which its own predicate (may be NULL) holds.
static IrValue *mask_of(Expander *x, const IrValue *pred) {
  return pred ? expand_both(x, x->mask, expand_tile(x, pred)) : x->mask;
}

// ---- Loads and stores

static bool gather(Expander *x, IrOp *op, const ElementAccess *access, IrValue *mask,
                   IrValue *pad) {
  Places places;
  if (!find_places(x, access->indices, &places)) return false;
  IrValue *result = ir_op_result(op, 0);
  IrValue *tile =
      BUILD1(&x->b, tile_gather, .source = access->memory, .indices = {places.at, places.rank},
             .mask = mask, .pad = pad, .result_type = expand_tile_type(x, ir_value_type(result)));
  expand_set(x, result, (Expanded){.tile = tile});
  return true;
}

// Where the predicate does not hold the value is undefined without one after `else`.
static bool expand_load(Expander *x, IrOp *op) {
  ElementAccess access;
  Box box;
  IrValue *pred = IS(op, mem_load) ? GET(op, mem_load, pred) : NULL;
  IrValue *pad = IS(op, mem_load) ? GET(op, mem_load, pad) : NULL;
  if (!access_of(x, op, &access)) return false;
  if (pad) pad = expand_get(x, pad).scalar;
  if (pred && !pad) return false; // of its own for each element
  if (x->mask || pred || !find_box(x, access.indices, &box))
    return gather(x, op, &access, mask_of(x, pred), pad);
  bool one = true;
  for (size_t d = 0; d < box.rank; d++) one = one && box.axis[d] < 0;
  if (one && !mem_is_buffer(ir_value_type(access.memory)))
    return load_scalar(x, op, access.memory, &box);
  return load_box(x, op, access.memory, &box, NULL);
}

static bool expand_store(Expander *x, IrOp *op) {
  ElementAccess access;
  Box box;
  Places places;
  IrValue *pred = IS(op, mem_store) ? GET(op, mem_store, pred) : NULL;
  if (!access_of(x, op, &access)) return false;
  IrValue *tile = expand_tile(x, ir_op_operand(op, 0));
  if (!x->mask && !pred && find_box(x, access.indices, &box) && has_all_axes(x, &box)) {
    BUILD(&x->b, tile_store, .tile = to_box(x, &box, tile), .dest = access.memory,
          .indices = {box.at, box.rank});
    return true;
  }
  if (!find_places(x, access.indices, &places)) return false;
  BUILD(&x->b, tile_scatter, .tile = tile, .dest = access.memory,
        .indices = {places.at, places.rank}, .mask = mask_of(x, pred));
  return true;
}

// ---- Atomic accesses

static bool expand_atomic_rmw(Expander *x, IrOp *op) {
  ElementAccess access;
  Places places;
  if (!access_of(x, op, &access) || !find_places(x, access.indices, &places)) return false;
  IrValue *value = expand_tile(x, GET(op, mem_atomic_rmw, value));
  IrValue *mask = mask_of(x, GET(op, mem_atomic_rmw, pred));
  IrValue *tile =
      BUILD1(&x->b, tile_atomic_rmw, .value = value, .memory = access.memory,
             .indices = {places.at, places.rank}, .mask = mask,
             .kind = GET(op, mem_atomic_rmw, kind), .order = GET(op, mem_atomic_rmw, order),
             .scope = GET(op, mem_atomic_rmw, scope), .result_type = ir_value_type(value));
  expand_set(x, ir_op_result(op, 0), (Expanded){.tile = tile});
  return true;
}

static bool expand_atomic_cas(Expander *x, IrOp *op) {
  ElementAccess access;
  Places places;
  if (!access_of(x, op, &access) || !find_places(x, access.indices, &places)) return false;
  IrValue *expected = expand_tile(x, GET(op, mem_atomic_cas, expected));
  IrValue *desired = expand_tile(x, GET(op, mem_atomic_cas, desired));
  IrValue *mask = mask_of(x, GET(op, mem_atomic_cas, pred));
  IrValue *tile = BUILD1(
      &x->b, tile_atomic_cas, .expected = expected, .desired = desired, .memory = access.memory,
      .indices = {places.at, places.rank}, .mask = mask, .order = GET(op, mem_atomic_cas, order),
      .scope = GET(op, mem_atomic_cas, scope), .result_type = ir_value_type(expected));
  expand_set(x, ir_op_result(op, 0), (Expanded){.tile = tile});
  return true;
}

bool expand_access(Expander *x, IrOp *op) {
  if (IS(op, memref_load) || IS(op, mem_load)) return expand_load(x, op);
  if (IS(op, memref_store) || IS(op, mem_store)) return expand_store(x, op);
  return IS(op, mem_atomic_rmw) ? expand_atomic_rmw(x, op) : expand_atomic_cas(x, op);
}
