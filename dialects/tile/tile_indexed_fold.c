// Gathers and scatters that are less than that.
//
//   An index tile that is one scalar everywhere is that scalar, as long as another index is a tile.
//   A mask that holds everywhere is none; where none holds nothing happens.
//   Indices that run through a rectangle of a memref, each along a dimension of its own, are a
//   tile.load or tile.store; what lies outside is padded and dropped there as well.
//
//   %r = broadcast(iota + splat %i), %c = iota axis 1 + splat %j
//   gather %A[%r, %c] -> load %A[%i, %j]
//
// Sums are taken apart where they are exact: of 64 bits, which wrap around as the offset of a tile
// does, or said not to overflow.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/tile_impl.h"
#include "ir/edit/builder.h"
#include "ir/edit/rewriter.h"

enum { MOST_TERMS = 4, MOST_DEPTH = 16 };

// An index tile as  number + terms + coordinate along `axis`  (-1: none).
typedef struct Linear {
  int axis;
  int64_t number;
  size_t n;
  struct {
    IrValue *scalar;
    bool negative;
  } terms[MOST_TERMS];
} Linear;

static IrShape shape_of(const IrValue *value) {
  return ir_type_shape(ir_value_type(value));
}

static unsigned width_of(IrType element) {
  return ir_type_is_index(element) ? 64 : ir_type_width(element);
}

static bool take_apart(const IrValue *value, unsigned depth, Linear *out);

static bool add_term(Linear *out, IrValue *scalar, bool negative) {
  if (out->n == MOST_TERMS) return false;
  out->terms[out->n].scalar = scalar;
  out->terms[out->n++].negative = negative;
  return true;
}

static bool is_exact(const IrOp *sum) {
  if (width_of(ir_type_element(ir_value_type(ir_op_result(sum, 0)))) == 64) return true;
  IrAttr flags = ir_op_attr(sum, "overflowFlags");
  return flags && arith_overflow_flags(flags) & ARITH_NSW;
}

// x + y, x - y
static bool take_sum(const IrOp *op, unsigned depth, Linear *out) {
  Linear right = {.axis = -1};
  bool negative = IS(op, arith_subi);
  if (!is_exact(op) || !take_apart(ir_op_operand(op, 0), depth, out) ||
      !take_apart(ir_op_operand(op, 1), depth, &right))
    return false;
  if (right.axis >= 0 && (out->axis >= 0 || negative)) return false;
  if (right.axis >= 0) out->axis = right.axis;
  out->number = negative ? (int64_t)((uint64_t)out->number - (uint64_t)right.number)
                         : (int64_t)((uint64_t)out->number + (uint64_t)right.number);
  for (size_t i = 0; i < right.n; i++)
    if (!add_term(out, right.terms[i].scalar, right.terms[i].negative != negative)) return false;
  return true;
}

// Integers are signed: the last coordinate is to be one of them.
static bool take_iota(const IrOp *op, Linear *out) {
  IrType tile = ir_value_type(ir_op_result(op, 0));
  out->axis = (int)ir_attr_int(GET(op, tile_iota, axis));
  unsigned width = width_of(ir_type_element(tile));
  return width >= 32 || ir_type_shape(tile).at[out->axis] <= (int64_t)1 << (width - 1);
}

// The dimension of the result that is the operand's `axis`.
static bool move_axis(const IrOp *op, Linear *out) {
  size_t rank = shape_of(ir_op_result(op, 0)).rank;
  unsigned dims[TILE_LAYOUT_RANK];
  if (out->axis < 0) return true;
  if (IS(op, tile_broadcast)) {
    out->axis += (int)(rank - shape_of(ir_op_operand(op, 0)).rank);
    return true;
  }
  if (IS(op, tile_expand_dims)) {
    if (out->axis >= ir_attr_int(GET(op, tile_expand_dims, axis))) out->axis++;
    return true;
  }
  tile_trans_dims(op, dims);
  for (size_t d = 0; d < rank; d++) {
    if (dims[d] != (unsigned)out->axis) continue;
    out->axis = (int)d;
    return true;
  }
  return false;
}

// Fills `out`, which says nothing yet.
static bool take_apart(const IrValue *value, unsigned depth, Linear *out) {
  const IrOp *op = ir_value_op(value);
  *out = (Linear){.axis = -1};
  if (ir_type_encoding(ir_value_type(value)) || !op || depth == 0) return false;
  if (ir_match_int(value, &out->number)) return true;
  if (IS(op, tile_iota)) return take_iota(op, out);
  if (IS(op, tile_splat)) return add_term(out, GET(op, tile_splat, scalar), false);
  if (IS(op, arith_addi) || IS(op, arith_subi)) return take_sum(op, depth - 1, out);
  if (IS(op, arith_index_cast) || IS(op, arith_extsi))
    return width_of(ir_type_element(ir_value_type(value))) >=
               width_of(ir_type_element(ir_value_type(ir_op_operand(op, 0)))) &&
           take_apart(ir_op_operand(op, 0), depth - 1, out);
  if (!IS(op, tile_broadcast) && !IS(op, tile_expand_dims) && !IS(op, tile_trans)) return false;
  if (!take_apart(ir_op_operand(op, 0), depth - 1, out)) return false;
  // Along an extent of 1 the only coordinate is 0.
  if (out->axis >= 0 && shape_of(ir_op_operand(op, 0)).at[out->axis] == 1) out->axis = -1;
  return move_axis(op, out);
}

// ---- Building

static IrValue *index_of(IrBuilder *b, int64_t number) {
  return BUILD1(b, arith_constant, .value = ir_attr_index(b->ctx, number),
                .result_type = ir_type_index(b->ctx));
}

static IrValue *as_index(IrBuilder *b, IrValue *scalar) {
  if (ir_type_is_index(ir_value_type(scalar))) return scalar;
  return BUILD1(b, arith_index_cast, .in = scalar, .out_type = ir_type_index(b->ctx));
}

// What is left of an index without the coordinate.
static IrValue *build_offset(IrBuilder *b, const Linear *linear) {
  IrValue *sum = NULL;
  if (linear->number || !linear->n) sum = index_of(b, linear->number);
  for (size_t i = 0; i < linear->n; i++) {
    IrValue *term = as_index(b, linear->terms[i].scalar);
    if (linear->terms[i].negative)
      sum = BUILD1(b, arith_subi, .lhs = sum ? sum : index_of(b, 0), .rhs = term);
    else
      sum = sum ? BUILD1(b, arith_addi, .lhs = sum, .rhs = term) : term;
  }
  return sum;
}

static IrValue *reshaped(IrBuilder *b, IrValue *tile, const int64_t *extents, size_t rank) {
  IrType type =
      ir_type_tensor(b->ctx, (IrShape){extents, rank}, ir_type_element(ir_value_type(tile)), NULL);
  if (type == ir_value_type(tile)) return tile;
  return BUILD1(b, tile_reshape, .input = tile, .result_type = type);
}

// Dimension d of the result is dimension perm[d] of the tile.
static IrValue *permuted(IrBuilder *b, IrValue *tile, const int64_t *perm, size_t rank) {
  IrShape shape = shape_of(tile);
  int64_t extents[TILE_LAYOUT_RANK];
  bool is_identity = true;
  for (size_t d = 0; d < rank; d++) {
    extents[d] = shape.at[perm[d]];
    is_identity = is_identity && perm[d] == (int64_t)d;
  }
  if (is_identity) return tile;
  IrType type =
      ir_type_tensor(b->ctx, (IrShape){extents, rank}, ir_type_element(ir_value_type(tile)), NULL);
  return BUILD1(b, tile_trans, .input = tile, .perm = ir_attr_i64_array(b->ctx, perm, rank),
                .result_type = type);
}

// ---- Rectangles

// The part of a memref that indices run through, from dimension `first` of it on: dimension d of
// the memref is the tile's dimension `index[d].axis`, or one element.
typedef struct Box {
  size_t rank, first;
  Linear index[TILE_LAYOUT_RANK];
  int64_t extents[TILE_LAYOUT_RANK]; // of the dimensions from `first` on
  size_t n;                          // of them that are the tile's
  int64_t axes[TILE_LAYOUT_RANK];    // of the tile, in the order of the memref
} Box;

static bool find_box(const IrValue *memory, IrValues indices, IrType tile, Box *box) {
  IrShape shape = ir_type_shape(tile);
  *box = (Box){.rank = indices.n, .first = indices.n};
  if (ir_type_kind(ir_value_type(memory)) != IR_TYPE_MEMREF || ir_type_encoding(tile) ||
      indices.n > TILE_LAYOUT_RANK)
    return false;
  for (size_t d = 0; d < indices.n; d++) {
    Linear *index = &box->index[d];
    *index = (Linear){.axis = -1};
    if (!tile_is_tile(indices.at[d]))
      (void)add_term(index, indices.at[d], false);
    else if (!take_apart(indices.at[d], MOST_DEPTH, index))
      return false;
    if (index->axis >= 0 && shape.at[index->axis] == 1) index->axis = -1;
    for (size_t k = 0; k < box->n; k++)
      if (index->axis == box->axes[k]) return false;
    if (index->axis >= 0) box->axes[box->n++] = index->axis;
    if (index->axis >= 0 && box->first == indices.n) box->first = d;
    if (box->first <= d)
      box->extents[d - box->first] = index->axis >= 0 ? shape.at[index->axis] : 1;
  }
  return true;
}

// How `axes` have to be permuted to be in ascending order: perm[i] is the place of the i-th.
static void ascending(const Box *box, int64_t *perm) {
  for (size_t i = 0; i < box->n; i++) {
    size_t rank = 0;
    for (size_t k = 0; k < box->n; k++) rank += box->axes[k] < box->axes[i];
    perm[rank] = (int64_t)i;
  }
}

static void build_indices(IrBuilder *b, const Box *box, IrValue **at) {
  for (size_t d = 0; d < box->rank; d++) at[d] = build_offset(b, &box->index[d]);
}

static bool has_name(IrOp *op) {
  return ir_op_attr(op, "tile.layout");
}

IR_PATTERN(tile_gather_of_box, tile_gather, 1, "gather of a rectangle -> load") {
  Box box;
  IrType tile = GET(op, tile_gather, result_type);
  IrShape shape = ir_type_shape(tile);
  if (GET(op, tile_gather, mask) || has_name(op)) return ir_no_match(rw, op, "it has a mask");
  if (!find_box(GET(op, tile_gather, source), GET(op, tile_gather, indices), tile, &box))
    return ir_no_match(rw, op, "the indices are not known to run through a rectangle");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *at[TILE_LAYOUT_RANK];
  int64_t extents[TILE_LAYOUT_RANK], perm[TILE_LAYOUT_RANK];
  build_indices(b, &box, at);
  IrType type = ir_type_tensor(b->ctx, (IrShape){box.extents, box.rank - box.first},
                               ir_type_element(tile), NULL);
  IrValue *loaded =
      BUILD1(b, tile_load, .source = GET(op, tile_gather, source), .indices = {at, box.rank},
             .pad = GET(op, tile_gather, pad), .tile_type = type);
  for (size_t i = 0; i < box.n; i++) extents[i] = shape.at[box.axes[i]];
  ascending(&box, perm);
  loaded = permuted(b, reshaped(b, loaded, extents, box.n), perm, box.n);
  // Leading extents of 1 need not be there to be stretched.
  size_t lead = shape.rank;
  for (size_t d = 0; d < shape.rank; d++) extents[d] = 1;
  for (size_t i = 0; i < box.n; i++) {
    size_t axis = (size_t)box.axes[i];
    extents[axis] = shape.at[axis];
    if (axis < lead) lead = axis;
  }
  loaded = reshaped(b, loaded, extents + lead, shape.rank - lead);
  if (ir_value_type(loaded) != tile)
    loaded = BUILD1(b, tile_broadcast, .input = loaded, .result_type = tile);
  return ir_replace_values(rw, op, &loaded, 1);
}

// Every element has a place of its own.
static bool covers(const Box *box, IrShape tile) {
  size_t longer = 0;
  for (size_t d = 0; d < tile.rank; d++) longer += tile.at[d] > 1;
  return longer == box->n;
}

IR_PATTERN(tile_scatter_of_box, tile_scatter, 1, "scatter to a rectangle -> store") {
  Box box;
  IrValue *value = GET(op, tile_scatter, tile);
  IrShape shape = shape_of(value);
  if (GET(op, tile_scatter, mask)) return ir_no_match(rw, op, "it has a mask");
  if (!find_box(GET(op, tile_scatter, dest), GET(op, tile_scatter, indices), ir_value_type(value),
                &box) ||
      !covers(&box, shape))
    return ir_no_match(rw, op, "the indices are not known to run through a rectangle");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *at[TILE_LAYOUT_RANK];
  int64_t extents[TILE_LAYOUT_RANK], perm[TILE_LAYOUT_RANK], back[TILE_LAYOUT_RANK];
  build_indices(b, &box, at);
  ascending(&box, perm);
  for (size_t i = 0; i < box.n; i++) {
    back[perm[i]] = (int64_t)i;
    extents[i] = shape.at[box.axes[perm[i]]];
  }
  value = permuted(b, reshaped(b, value, extents, box.n), back, box.n);
  value = reshaped(b, value, box.extents, box.rank - box.first);
  BUILD(b, tile_store, .tile = value, .dest = GET(op, tile_scatter, dest),
        .indices = {at, box.rank});
  return ir_erase(rw, op);
}

// ---- Scalars and masks

// The scalar that index tile `i` is everywhere, or NULL; another index stays a tile.
static IrValue *scalar_of(IrBuilder *b, IrValues indices, size_t i) {
  size_t tiles = 0;
  int64_t number;
  for (size_t k = 0; k < indices.n; k++) tiles += tile_is_tile(indices.at[k]);
  if (tiles < 2 || !tile_is_tile(indices.at[i])) return NULL;
  if (ir_match_int(indices.at[i], &number)) return index_of(b, number);
  IrOp *splat = DEF(indices.at[i], tile_splat);
  return splat ? as_index(b, GET(splat, tile_splat, scalar)) : NULL;
}

// Operands from `first` on are indices.
static bool use_scalars(IrRewriter *rw, IrOp *op, IrValues indices, size_t first) {
  for (size_t i = 0; i < indices.n; i++) {
    IrValue *scalar = scalar_of(ir_rewriter_builder(rw), indices, i);
    if (!scalar) continue;
    ir_op_set_operand(op, first + i, scalar);
    return ir_changed(rw, op);
  }
  return ir_no_match(rw, op, "no index tile is one scalar everywhere");
}

IR_PATTERN(tile_gather_of_scalar, tile_gather, 1, "gather [splat s, x] -> gather [s, x]") {
  return use_scalars(rw, op, GET(op, tile_gather, indices), 1);
}
IR_PATTERN(tile_scatter_of_scalar, tile_scatter, 1, "scatter [splat s, x] -> scatter [s, x]") {
  return use_scalars(rw, op, GET(op, tile_scatter, indices), 2);
}
IR_PATTERN(tile_atomic_rmw_of_scalar, tile_atomic_rmw, 1, "atomic [splat s, x] -> atomic [s, x]") {
  return use_scalars(rw, op, GET(op, tile_atomic_rmw, indices), 2);
}
IR_PATTERN(tile_atomic_cas_of_scalar, tile_atomic_cas, 1, "cas [splat s, x] -> cas [s, x]") {
  return use_scalars(rw, op, GET(op, tile_atomic_cas, indices), 3);
}

// What a mask is everywhere.
static bool match_mask(const IrValue *mask, bool *holds) {
  int64_t number;
  if (!mask || !ir_match_int(mask, &number)) return false;
  *holds = number != 0;
  return true;
}

// The padding in every element.
static IrValue *padding(IrBuilder *b, IrOp *op) {
  IrType tile = GET(op, tile_gather, result_type), element = ir_type_element(tile);
  if (GET(op, tile_gather, pad))
    return BUILD1(b, tile_splat, .scalar = GET(op, tile_gather, pad), .result_type = tile);
  IrAttr zero = ir_type_is_float(element) ? ir_attr_float(element, 0) : ir_attr_integer(element, 0);
  return BUILD1(b, arith_constant, .value = ir_attr_splat(tile, zero), .result_type = tile);
}

IR_PATTERN(tile_gather_of_mask, tile_gather, 2, "gather mask(true) -> gather, mask(false) -> pad") {
  bool holds;
  if (!match_mask(GET(op, tile_gather, mask), &holds) || has_name(op))
    return ir_no_match(rw, op, "the mask differs, or is not known");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *result =
      holds ? BUILD1(b, tile_gather, .source = GET(op, tile_gather, source),
                     .indices = GET(op, tile_gather, indices), .pad = GET(op, tile_gather, pad),
                     .result_type = GET(op, tile_gather, result_type))
            : padding(b, op);
  return ir_replace_values(rw, op, &result, 1);
}

IR_PATTERN(tile_scatter_of_mask, tile_scatter, 2,
           "scatter mask(true) -> scatter, mask(false) -> ") {
  bool holds;
  if (!match_mask(GET(op, tile_scatter, mask), &holds))
    return ir_no_match(rw, op, "the mask differs, or is not known");
  if (holds)
    BUILD(ir_rewriter_builder(rw), tile_scatter, .tile = GET(op, tile_scatter, tile),
          .dest = GET(op, tile_scatter, dest), .indices = GET(op, tile_scatter, indices));
  return ir_erase(rw, op);
}
