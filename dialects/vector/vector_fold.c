// Folds and canonicalizations of vector: what is taken out of something just put together is that
// part itself, and moving nothing is no move.  Lowering to threads writes slices and shuffles
// without looking; these take them away again.
#include "dialects/arith/arith.h"
#include "dialects/vector/vector_impl.h"
#include "ir/interp/element.h"

enum { MAX_RANK = 8, MAX_CONSTANT = 1 << 16 }; // larger constants and deeper vectors are left alone

static IrType result_type(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

static size_t rank_of(IrType type) {
  return ir_type_kind(type) == IR_TYPE_VECTOR ? ir_type_shape(type).rank : 0;
}

// ---- Constants. ----

static IrAttr splat_of(IrAttr constant, IrType type) {
  if (ir_attr_kind(constant) == IR_ATTR_DENSE) {
    if (!ir_attr_is_splat(constant)) return NULL;
    constant = ir_attr_dense_at(constant, 0);
  }
  if (ir_attr_kind(constant) != IR_ATTR_INTEGER && ir_attr_kind(constant) != IR_ATTR_FLOAT)
    return NULL;
  return ir_type_is_shaped(type) ? ir_attr_splat(type, constant) : constant;
}

// Elements `first` to `first + n` of a constant vector, as an attribute of `type`.
static IrAttr constant_range(IrAttr dense, int64_t first, IrType type) {
  if (!dense || ir_attr_kind(dense) != IR_ATTR_DENSE) return NULL;
  if (!ir_type_is_shaped(type)) return ir_attr_dense_at(dense, first);
  if (ir_attr_is_splat(dense)) return splat_of(dense, type);
  size_t bytes, width = ir_type_storage_bytes(ir_type_element(type));
  const char *data = ir_attr_dense_data(dense, &bytes);
  return ir_attr_dense(type, data + (size_t)first * width,
                       (size_t)ir_type_num_elements(type) * width);
}

// ---- vector.broadcast ----

IrFoldKind vector_broadcast_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // broadcast to the same type -> x
  IrValue *source = ir_op_operand(op, 0);
  if (ir_value_type(source) == result_type(op)) return arith_fold_value(results, source);
  if (!operands[0]) return IR_FOLD_NONE;
  return arith_fold_constant(results, splat_of(operands[0], result_type(op)));
}

IR_PATTERN(vector_broadcast_of_broadcast, vector_broadcast, 1,
           "broadcast(broadcast(x)) -> broadcast(x)") {
  IrOp *in = DEF(ir_op_operand(op, 0), vector_broadcast);
  if (!in) return ir_no_match(rw, op, "the source is not a broadcast");
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), vector_broadcast,
                           .source = ir_op_operand(in, 0), .vector_type = result_type(op)));
}

// ---- Positions. ----

// Leading positions of an extract or insert while all of them are static.
typedef struct Place {
  int64_t at[MAX_RANK];
  size_t n;
} Place;

static bool static_place(IrAttr position, Place *place) {
  place->n = ir_attr_count(position);
  if (place->n > MAX_RANK) return false;
  for (size_t i = 0; i < place->n; i++) {
    place->at[i] = ir_attr_array_int(position, i);
    if (place->at[i] == IR_DYNAMIC) return false;
  }
  return true;
}

// The same with the positions that `operands` say are constants and that lie in the vector, operand
// number `first` being the first position.  `found` is set when there was one; false when others
// are left, which are IR_DYNAMIC in `place`.
static bool known_place(const IrOp *op, IrAttr position, size_t first, IrType vector,
                        const IrAttr *operands, Place *place, bool *found) {
  IrShape shape = ir_type_shape(vector);
  bool all = static_place(position, place);
  *found = false;
  if (all || place->n > MAX_RANK) return all;
  all = true;
  for (size_t i = 0, k = first; i < place->n; i++) {
    place->at[i] = ir_attr_array_int(position, i);
    if (place->at[i] != IR_DYNAMIC) continue;
    IrAttr at = k < ir_op_num_operands(op) ? operands[k++] : NULL;
    bool known = at && ir_attr_kind(at) == IR_ATTR_INTEGER && ir_attr_fits_int(at) &&
                 ir_attr_int(at) >= 0 && ir_attr_int(at) < shape.at[i];
    if (known) place->at[i] = ir_attr_int(at);
    *found |= known;
    all &= known;
  }
  return all;
}

// Keeps the operands in front of the positions, and of those the ones that are not in `place`.
static void set_positions(IrOp *op, IrAttr old, size_t first, const Place *place) {
  IrValue *kept[2 + MAX_RANK];
  size_t n = 0;
  while (n < first) {
    kept[n] = ir_op_operand(op, n);
    n++;
  }
  for (size_t i = 0, k = first; i < place->n && k < ir_op_num_operands(op); i++) {
    bool was_known = i >= ir_attr_count(old) || ir_attr_array_int(old, i) != IR_DYNAMIC;
    if (place->at[i] == IR_DYNAMIC) kept[n++] = ir_op_operand(op, k);
    k += !was_known;
  }
  ir_op_set_operands(op, kept, n);
}

// Index of the first element at that place.
static int64_t linear(IrType vector, const Place *place) {
  IrShape shape = ir_type_shape(vector);
  int64_t index = 0;
  for (size_t i = 0; i < shape.rank; i++)
    index = index * shape.at[i] + (i < place->n ? place->at[i] : 0);
  return index;
}

// How many leading positions agree.
static size_t common_prefix(const Place *a, const Place *b) {
  size_t i = 0;
  while (i < a->n && i < b->n && a->at[i] == b->at[i]) i++;
  return i;
}

// ---- vector.extract ----

// Walks from the vector an extract takes from to where the part came from.  `place` is in `vector`;
// `part` is set when the part is a value of its own.
typedef struct Trace {
  IrValue *vector;
  Place place;
  IrValue *part;
} Trace;

// Each step returns true when it got nearer.
static bool through_extract(IrOp *def, Trace *t) {
  Place outer;
  if (!IS(def, vector_extract) ||
      !static_place(GET(def, vector_extract, static_position), &outer) ||
      outer.n + t->place.n > MAX_RANK)
    return false;
  memmove(t->place.at + outer.n, t->place.at, t->place.n * sizeof *t->place.at);
  memcpy(t->place.at, outer.at, outer.n * sizeof *outer.at);
  t->place.n += outer.n;
  t->vector = ir_op_operand(def, 0);
  return true;
}

// The inserted value when it holds the part, the destination when they do not meet.
static bool through_insert(IrOp *def, Trace *t) {
  Place inserted;
  if (!IS(def, vector_insert) || !static_place(GET(def, vector_insert, static_position), &inserted))
    return false;
  size_t common = common_prefix(&inserted, &t->place);
  if (common < inserted.n && common < t->place.n) {
    t->vector = GET(def, vector_insert, dest);
    return true;
  }
  if (common < inserted.n) return false; // only a piece of the part was inserted
  IrValue *value = GET(def, vector_insert, valueToStore);
  t->place.n -= common;
  memmove(t->place.at, t->place.at + common, t->place.n * sizeof *t->place.at);
  t->vector = value;
  if (t->place.n == 0) t->part = value;
  return true;
}

static bool through_broadcast(IrOp *def, Trace *t) {
  if (!IS(def, vector_broadcast)) return false;
  IrValue *source = ir_op_operand(def, 0);
  size_t from = rank_of(ir_value_type(source)), to = rank_of(ir_value_type(t->vector));
  if (from == 0 && t->place.n == to) {
    t->part = source;
    return true;
  }
  // The missing leading dimensions do not matter; stretched ones have position 0.
  if (from == 0 || t->place.n < to - from) return false;
  IrShape shape = ir_type_shape(ir_value_type(source));
  size_t missing = to - from, n = t->place.n - missing;
  for (size_t i = n; i < from; i++)
    if (shape.at[i] != ir_type_shape(ir_value_type(t->vector)).at[missing + i]) return false;
  for (size_t i = 0; i < n; i++) t->place.at[i] = shape.at[i] == 1 ? 0 : t->place.at[missing + i];
  t->place.n = n;
  t->vector = source;
  if (n == 0) t->part = source;
  return true;
}

static bool through_from_elements(IrOp *def, Trace *t) {
  IrType type = ir_value_type(t->vector);
  if (!IS(def, vector_from_elements) || t->place.n != rank_of(type)) return false;
  t->part = ir_op_operand(def, (size_t)linear(type, &t->place));
  return true;
}

static bool through_shuffle(IrOp *def, Trace *t) {
  if (!IS(def, vector_shuffle) || t->place.n == 0) return false;
  int64_t row = ir_attr_array_int(GET(def, vector_shuffle, mask), (size_t)t->place.at[0]);
  IrValue *a = GET(def, vector_shuffle, v1);
  int64_t rows = ir_type_shape(ir_value_type(a)).at[0];
  if (row < 0) return false;
  t->vector = row < rows ? a : GET(def, vector_shuffle, v2);
  t->place.at[0] = row < rows ? row : row - rows;
  return true;
}

static bool through_slice(IrOp *def, Trace *t) {
  if (!IS(def, vector_extract_strided_slice)) return false;
  IrAttr offsets = GET(def, vector_extract_strided_slice, offsets);
  if (ir_attr_count(offsets) > t->place.n) return false;
  for (size_t i = 0; i < ir_attr_count(offsets); i++)
    t->place.at[i] += vector_array_int(offsets, i);
  t->vector = ir_op_operand(def, 0);
  return true;
}

static bool through_insert_slice(IrOp *def, Trace *t) {
  if (!IS(def, vector_insert_strided_slice)) return false;
  IrValue *value = GET(def, vector_insert_strided_slice, valueToStore);
  IrAttr offsets = GET(def, vector_insert_strided_slice, offsets);
  IrShape small = ir_type_shape(ir_value_type(value));
  size_t rank = ir_attr_count(offsets), leading = rank - small.rank;
  if (t->place.n != rank) return false;
  bool inside = true;
  for (size_t i = 0; i < rank; i++) {
    int64_t size = i < leading ? 1 : small.at[i - leading];
    int64_t at = t->place.at[i] - vector_array_int(offsets, i);
    inside &= at >= 0 && at < size;
  }
  if (!inside) {
    t->vector = GET(def, vector_insert_strided_slice, dest);
    return true;
  }
  for (size_t i = leading; i < rank; i++)
    t->place.at[i - leading] = t->place.at[i] - vector_array_int(offsets, i);
  t->place.n = small.rank;
  t->vector = value;
  return true;
}

static bool step_back(Trace *t) {
  IrOp *def = ir_value_op(t->vector);
  return def && (through_extract(def, t) || through_insert(def, t) || through_broadcast(def, t) ||
                 through_from_elements(def, t) || through_shuffle(def, t) ||
                 through_slice(def, t) || through_insert_slice(def, t));
}

static void set_place(IrOp *op, const Trace *t) {
  set_positions(op, GET(op, vector_extract, static_position), 1, &t->place);
  ir_op_set_operand(op, 0, t->vector);
  SET_ATTR(op, vector_extract, static_position,
           ir_attr_i64_array(ir_op_context(op), t->place.at, t->place.n));
}

// No position -> the vector itself; a part of a constant.  `places` are all known or not.
static IrFoldKind extract_known(const IrOp *op, const Trace *t, bool places, IrAttr constant,
                                IrFolded *results) {
  if (t->place.n == 0 && ir_value_type(t->vector) == result_type(op))
    return arith_fold_value(results, t->vector);
  if (!constant) return IR_FOLD_NONE;
  if (!places) return arith_fold_constant(results, splat_of(constant, result_type(op)));
  int64_t first = linear(ir_value_type(t->vector), &t->place);
  return arith_fold_constant(results, constant_range(constant, first, result_type(op)));
}

IrFoldKind vector_extract_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  Trace t = {.vector = ir_op_operand(op, 0)};
  IrType type = ir_value_type(t.vector);
  IrAttr position = GET(op, vector_extract, static_position);
  if (rank_of(type) > MAX_RANK) return IR_FOLD_NONE;
  bool found, places = known_place(op, position, 1, type, operands, &t.place, &found);
  IrFoldKind kind = extract_known(op, &t, places, operands[0], results);
  if (kind) return kind;
  enum { MAX_STEPS = 64 }; // a longer chain goes on in the next visit
  int steps = 0;
  while (places && !t.part && steps < MAX_STEPS && step_back(&t)) steps++;
  if (t.part && ir_value_type(t.part) == result_type(op)) return arith_fold_value(results, t.part);
  if (t.part || (steps == 0 && !found)) return IR_FOLD_NONE;
  set_place(op, &t);
  return IR_FOLD_IN_PLACE;
}

// A part of a stretched vector that is a vector is stretched as well.
IR_PATTERN(vector_extract_to_broadcast, vector_extract, 1,
           "extract of broadcast(x) -> broadcast(x)") {
  IrOp *in = DEF(ir_op_operand(op, 0), vector_broadcast);
  if (!in || !ir_type_is_shaped(result_type(op)))
    return ir_no_match(rw, op, "does not take a vector from a broadcast");
  IrValue *source = ir_op_operand(in, 0);
  if (rank_of(ir_value_type(source)) > 0)
    return ir_no_match(rw, op, "the source of the broadcast is a vector");
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), vector_broadcast, .source = source,
                           .vector_type = result_type(op)));
}

// ---- vector.insert ----

// The destination under inserts that this one overwrites.
static bool skip_overwritten(IrOp *op, const Place *place) {
  IrOp *under = DEF(GET(op, vector_insert, dest), vector_insert);
  Place before;
  if (!under || !static_place(GET(under, vector_insert, static_position), &before)) return false;
  if (common_prefix(&before, place) != place->n) return false;
  ir_op_set_operand(op, 1, GET(under, vector_insert, dest));
  return true;
}

enum { MAX_INSERTED = 256 }; // elements of a new constant when the old one stays as well

// The element that `data` has at `i`, which is the only one of a splat.
static const char *element_at(const char *data, bool splat, size_t i, size_t width) {
  return splat ? data : data + i * width;
}

// The constant `dest` with the constant `value` from element `first` on.
static IrAttr with_inserted(IrAttr dest, IrAttr value, int64_t first, IrType type) {
  bool scalar = ir_attr_kind(value) != IR_ATTR_DENSE;
  if (ir_attr_kind(dest) != IR_ATTR_DENSE || (scalar && !splat_of(value, type))) return NULL;
  size_t bytes, total = (size_t)ir_type_num_elements(type);
  size_t width = ir_type_storage_bytes(ir_type_element(type));
  size_t n = scalar ? 1 : (size_t)ir_type_num_elements(ir_attr_type(value));
  IrAttr part = scalar ? splat_of(value, type) : value;
  const char *old = ir_attr_dense_data(dest, &bytes), *new = ir_attr_dense_data(part, &bytes);
  char *data = ir_malloc(total * width);
  for (size_t i = 0; i < total; i++)
    memcpy(data + i * width, element_at(old, ir_attr_is_splat(dest), i, width), width);
  for (size_t i = 0; i < n; i++)
    memcpy(data + ((size_t)first + i) * width, element_at(new, ir_attr_is_splat(part), i, width),
           width);
  IrAttr whole = ir_attr_dense(type, data, total * width);
  ir_free(data);
  return whole;
}

static IrFoldKind insert_into_constant(IrOp *op, const IrAttr *operands, const Place *place,
                                       IrFolded *results) {
  IrType type = result_type(op);
  if (!operands[0] || !operands[1]) return IR_FOLD_NONE;
  if (ir_type_num_elements(type) > MAX_INSERTED && !ir_value_has_one_use(ir_op_result(op, 0)))
    return IR_FOLD_NONE;
  return arith_fold_constant(results,
                             with_inserted(operands[1], operands[0], linear(type, place), type));
}

IrFoldKind vector_insert_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  Place place;
  IrValue *value = GET(op, vector_insert, valueToStore);
  IrAttr position = GET(op, vector_insert, static_position);
  if (rank_of(result_type(op)) > MAX_RANK) return IR_FOLD_NONE;
  bool found, places = known_place(op, position, 2, result_type(op), operands, &place, &found);
  // insert x at [] -> x
  if (place.n == 0 && ir_value_type(value) == result_type(op))
    return arith_fold_value(results, value);
  IrFoldKind kind = places ? insert_into_constant(op, operands, &place, results) : IR_FOLD_NONE;
  if (kind) return kind;
  if (places && skip_overwritten(op, &place)) found = true;
  if (!found) return IR_FOLD_NONE;
  set_positions(op, position, 2, &place);
  SET_ATTR(op, vector_insert, static_position,
           ir_attr_i64_array(ir_op_context(op), place.at, place.n));
  return IR_FOLD_IN_PLACE;
}

// ---- Slices. ----

// A box in a vector.
typedef struct Box {
  int64_t offset[MAX_RANK], size[MAX_RANK];
  size_t rank;
} Box;

static bool box_of_extract(IrOp *op, Box *box) {
  IrShape shape = ir_type_shape(ir_value_type(ir_op_operand(op, 0)));
  IrAttr offsets = GET(op, vector_extract_strided_slice, offsets);
  box->rank = shape.rank;
  if (shape.rank > MAX_RANK) return false;
  for (size_t i = 0; i < shape.rank; i++) {
    bool given = i < ir_attr_count(offsets);
    box->offset[i] = given ? vector_array_int(offsets, i) : 0;
    box->size[i] = ir_type_shape(result_type(op)).at[i];
  }
  return true;
}

static bool box_of_insert(IrOp *op, Box *box) {
  IrShape small = ir_type_shape(ir_value_type(ir_op_operand(op, 0)));
  IrAttr offsets = GET(op, vector_insert_strided_slice, offsets);
  box->rank = ir_attr_count(offsets);
  if (box->rank > MAX_RANK) return false;
  size_t leading = box->rank - small.rank;
  for (size_t i = 0; i < box->rank; i++) {
    box->offset[i] = vector_array_int(offsets, i);
    box->size[i] = i < leading ? 1 : small.at[i - leading];
  }
  return true;
}

static bool disjoint(const Box *a, const Box *b) {
  for (size_t i = 0; i < a->rank; i++)
    if (a->offset[i] + a->size[i] <= b->offset[i] || b->offset[i] + b->size[i] <= a->offset[i])
      return true;
  return false;
}

static bool contains(const Box *outer, const Box *inner) {
  for (size_t i = 0; i < outer->rank; i++)
    if (inner->offset[i] < outer->offset[i] ||
        inner->offset[i] + inner->size[i] > outer->offset[i] + outer->size[i])
      return false;
  return true;
}

static IrAttr integers(IrContext *ctx, const int64_t *values, size_t n) {
  IrAttr numbers[MAX_RANK];
  for (size_t i = 0; i < n; i++) numbers[i] = ir_attr_integer(ir_type_i64(ctx), values[i]);
  return ir_attr_array(ctx, numbers, n);
}

// Makes the slice the one at `box`, of another vector.
static void set_slice(IrOp *op, IrValue *vector, const Box *box) {
  static const int64_t ones[MAX_RANK] = {1, 1, 1, 1, 1, 1, 1, 1};
  IrContext *ctx = ir_op_context(op);
  ir_op_set_operand(op, 0, vector);
  SET_ATTR(op, vector_extract_strided_slice, offsets, integers(ctx, box->offset, box->rank));
  SET_ATTR(op, vector_extract_strided_slice, sizes, integers(ctx, box->size, box->rank));
  SET_ATTR(op, vector_extract_strided_slice, strides, integers(ctx, ones, box->rank));
}

// Slices of slices and of vectors with a slice replaced: the vector and place it comes from.
static bool slice_source(IrValue **vector, Box *box) {
  IrOp *def = ir_value_op(*vector);
  Box at;
  if (IS(def, vector_extract_strided_slice) && box_of_extract(def, &at)) {
    for (size_t i = 0; i < box->rank; i++) box->offset[i] += at.offset[i];
    *vector = ir_op_operand(def, 0);
    return true;
  }
  if (!IS(def, vector_insert_strided_slice) || !box_of_insert(def, &at)) return false;
  if (disjoint(&at, box)) {
    *vector = GET(def, vector_insert_strided_slice, dest);
    return true;
  }
  IrValue *value = GET(def, vector_insert_strided_slice, valueToStore);
  if (rank_of(ir_value_type(value)) != box->rank || !contains(&at, box)) return false;
  for (size_t i = 0; i < box->rank; i++) box->offset[i] -= at.offset[i];
  *vector = value;
  return true;
}

// A slice of a one-dimensional constant, or of a splat.
static IrAttr constant_slice(IrAttr dense, const Box *box, IrType type) {
  if (ir_attr_kind(dense) != IR_ATTR_DENSE) return NULL;
  if (ir_attr_is_splat(dense)) return splat_of(dense, type);
  return box->rank == 1 ? constant_range(dense, box->offset[0], type) : NULL;
}

IrFoldKind vector_extract_strided_slice_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  Box box;
  if (!box_of_extract(op, &box)) return IR_FOLD_NONE;
  if (operands[0])
    return arith_fold_constant(results, constant_slice(operands[0], &box, result_type(op)));
  // slice of (slice s put into v there) -> s, or a slice of s, or of v when they do not meet
  IrValue *vector = ir_op_operand(op, 0);
  bool moved = false;
  for (int steps = 0; steps < 64 && slice_source(&vector, &box); steps++) moved = true;
  // the whole -> v
  if (ir_value_type(vector) == result_type(op)) return arith_fold_value(results, vector);
  if (!moved) return IR_FOLD_NONE;
  set_slice(op, vector, &box);
  return IR_FOLD_IN_PLACE;
}

IR_PATTERN(vector_slice_of_splat, vector_extract_strided_slice, 1,
           "slice of broadcast(x) -> broadcast(x)") {
  IrOp *in = DEF(ir_op_operand(op, 0), vector_broadcast);
  if (!in || rank_of(ir_value_type(ir_op_operand(in, 0))) > 0)
    return ir_no_match(rw, op, "is not a slice of a stretched scalar");
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), vector_broadcast,
                           .source = ir_op_operand(in, 0), .vector_type = result_type(op)));
}

// `value` is the slice of `dest` at that box.
static bool is_slice_at(IrValue *value, const IrValue *dest, const Box *box) {
  IrOp *slice = DEF(value, vector_extract_strided_slice);
  Box from;
  if (!slice || ir_op_operand(slice, 0) != dest || !box_of_extract(slice, &from)) return false;
  return from.rank == box->rank && contains(&from, box) && contains(box, &from);
}

IrFoldKind vector_insert_strided_slice_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands;
  IrValue *value = ir_op_operand(op, 0), *dest = ir_op_operand(op, 1);
  Box box, before;
  // the whole replaced -> x
  if (ir_value_type(value) == ir_value_type(dest)) return arith_fold_value(results, value);
  if (!box_of_insert(op, &box)) return IR_FOLD_NONE;
  // what is there already put there -> v
  if (is_slice_at(value, dest, &box)) return arith_fold_value(results, dest);
  // a slice that is overwritten need not be put there
  IrOp *under = DEF(dest, vector_insert_strided_slice);
  if (!under || !box_of_insert(under, &before) || !contains(&box, &before)) return IR_FOLD_NONE;
  ir_op_set_operand(op, 1, GET(under, vector_insert_strided_slice, dest));
  return IR_FOLD_IN_PLACE;
}

IR_PATTERN(vector_insert_slice_of_splat, vector_insert_strided_slice, 1,
           "a part of a splat put into the same splat -> the splat") {
  IrAttr value, into;
  if (!ir_match_constant(ir_op_operand(op, 0), &value) ||
      !ir_match_constant(ir_op_operand(op, 1), &into))
    return ir_no_match(rw, op, "not both operands are constants");
  IrAttr a = splat_of(value, result_type(op)), b = splat_of(into, result_type(op));
  if (!a || a != b) return ir_no_match(rw, op, "the operands are not one splat");
  return ir_replace(rw, op, ir_op_operand(op, 1));
}

// ---- vector.shuffle ----

// Every entry is the row itself, counted from `first`.
static bool is_identity(IrAttr mask, int64_t first, int64_t rows) {
  if ((int64_t)ir_attr_count(mask) != rows) return false;
  for (size_t i = 0; i < ir_attr_count(mask); i++)
    if (ir_attr_array_int(mask, i) != first + (int64_t)i) return false;
  return true;
}

// Which of the two vectors the mask takes rows of, as bits.
static unsigned used_vectors(IrAttr mask, int64_t rows) {
  unsigned used = 0;
  for (size_t i = 0; i < ir_attr_count(mask); i++) {
    int64_t row = ir_attr_array_int(mask, i);
    if (row >= 0) used |= row < rows ? 1 : 2;
  }
  return used;
}

// shuffle(shuffle(a, b, m), _, n) -> shuffle(a, b, m after n) when n takes from the first only
static bool compose(IrOp *op, int64_t rows) {
  IrAttr mask = GET(op, vector_shuffle, mask);
  IrOp *in = DEF(ir_op_operand(op, 0), vector_shuffle);
  if (!in || used_vectors(mask, rows) != 1) return false;
  IrAttr inner = GET(in, vector_shuffle, mask);
  size_t n = ir_attr_count(mask);
  int64_t *rows_of = ir_calloc(n, sizeof *rows_of);
  for (size_t i = 0; i < n; i++) {
    int64_t row = ir_attr_array_int(mask, i);
    rows_of[i] = row < 0 ? -1 : ir_attr_array_int(inner, (size_t)row);
  }
  SET_ATTR(op, vector_shuffle, mask, ir_attr_i64_array(ir_op_context(op), rows_of, n));
  ir_free(rows_of);
  ir_op_set_operand(op, 0, ir_op_operand(in, 0));
  ir_op_set_operand(op, 1, ir_op_operand(in, 1));
  return true;
}

// Of one-dimensional constants; an undefined row has no value to fold to.
static IrAttr constant_shuffle(IrOp *op, IrAttr a, IrAttr b, int64_t rows) {
  IrAttr mask = GET(op, vector_shuffle, mask);
  IrType type = result_type(op);
  size_t n = ir_attr_count(mask), width = ir_type_storage_bytes(ir_type_element(type));
  if (ir_attr_kind(a) != IR_ATTR_DENSE || ir_attr_kind(b) != IR_ATTR_DENSE || rank_of(type) != 1 ||
      n > MAX_CONSTANT)
    return NULL;
  if (ir_attr_is_splat(a) && splat_of(a, type) == splat_of(b, type)) return splat_of(a, type);
  char *out = ir_malloc(n * width);
  size_t bytes, i = 0;
  for (; i < n; i++) {
    int64_t row = ir_attr_array_int(mask, i);
    if (row < 0) break;
    IrAttr from = row < rows ? a : b;
    size_t at = ir_attr_is_splat(from) ? 0 : (size_t)(row < rows ? row : row - rows);
    memcpy(out + i * width, (const char *)ir_attr_dense_data(from, &bytes) + at * width, width);
  }
  IrAttr result = i == n ? ir_attr_dense(type, out, n * width) : NULL;
  ir_free(out);
  return result;
}

IrFoldKind vector_shuffle_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *a = ir_op_operand(op, 0), *b = ir_op_operand(op, 1);
  IrAttr mask = GET(op, vector_shuffle, mask);
  int64_t rows = ir_type_shape(ir_value_type(a)).at[0];
  // rows in order -> that vector
  if (is_identity(mask, 0, rows)) return arith_fold_value(results, a);
  if (is_identity(mask, rows, ir_type_shape(ir_value_type(b)).at[0]))
    return arith_fold_value(results, b);
  if (operands[0] && operands[1]) {
    IrAttr constant = constant_shuffle(op, operands[0], operands[1], rows);
    if (constant) return arith_fold_constant(results, constant);
  }
  return compose(op, rows) ? IR_FOLD_IN_PLACE : IR_FOLD_NONE;
}

// The scalar that a vector is everywhere, or NULL.
static IrValue *stretched_scalar(IrValue *vector) {
  IrOp *broadcast = DEF(vector, vector_broadcast);
  IrValue *source = broadcast ? ir_op_operand(broadcast, 0) : NULL;
  return source && rank_of(ir_value_type(source)) == 0 ? source : NULL;
}

IR_PATTERN(vector_shuffle_of_splat, vector_shuffle, 1,
           "shuffle(broadcast(x), broadcast(x)) -> broadcast(x)") {
  IrValue *a = stretched_scalar(ir_op_operand(op, 0)), *b = stretched_scalar(ir_op_operand(op, 1));
  if (!a || a != b) return ir_no_match(rw, op, "the vectors are not one stretched scalar");
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), vector_broadcast, .source = a,
                           .vector_type = result_type(op)));
}

// ---- vector.from_elements, vector.bitcast ----

// Element i of all is element i of one vector of the result's type: that vector.
static IrValue *taken_apart(IrOp *op) {
  IrValue *vector = NULL;
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++) {
    IrOp *extract = DEF(ir_op_operand(op, i), vector_extract);
    Place place;
    if (!extract || !static_place(GET(extract, vector_extract, static_position), &place))
      return NULL;
    IrValue *from = ir_op_operand(extract, 0);
    if (!vector) vector = from;
    if (from != vector || ir_value_type(from) != result_type(op) ||
        linear(ir_value_type(from), &place) != (int64_t)i)
      return NULL;
  }
  return vector;
}

static IrAttr dense_of_scalars(IrType type, const IrAttr *scalars, size_t n) {
  if (ir_type_storage_bytes(ir_type_element(type)) == 0 || n > MAX_CONSTANT) return NULL;
  for (size_t i = 0; i < n; i++)
    if (!scalars[i]) return NULL;
  return ir_attr_dense_of(type, scalars, n);
}

IrFoldKind vector_from_elements_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // from_elements(v[0], v[1], ...) -> v
  IrValue *whole = taken_apart(op);
  if (whole) return arith_fold_value(results, whole);
  size_t n = ir_op_num_operands(op);
  return n == 0 ? IR_FOLD_NONE
                : arith_fold_constant(results, dense_of_scalars(result_type(op), operands, n));
}

IR_PATTERN(vector_from_elements_to_broadcast, vector_from_elements, 1,
           "from_elements(x, x, ...) -> broadcast(x)") {
  size_t n = ir_op_num_operands(op);
  IrValue *x = n ? ir_op_operand(op, 0) : NULL;
  for (size_t i = 1; i < n; i++)
    if (ir_op_operand(op, i) != x) return ir_no_match(rw, op, "the elements differ");
  if (!x) return ir_no_match(rw, op, "has no elements");
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), vector_broadcast, .source = x,
                           .vector_type = result_type(op)));
}

IrFoldKind vector_bitcast_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands;
  IrValue *source = ir_op_operand(op, 0);
  // bitcast to the same type -> x;  bitcast(bitcast(x)) -> x or bitcast(x)
  if (ir_value_type(source) == result_type(op)) return arith_fold_value(results, source);
  IrOp *inner = DEF(source, vector_bitcast);
  if (!inner) return IR_FOLD_NONE;
  if (ir_value_type(ir_op_operand(inner, 0)) == result_type(op))
    return arith_fold_value(results, ir_op_operand(inner, 0));
  ir_op_set_operand(op, 0, ir_op_operand(inner, 0));
  return IR_FOLD_IN_PLACE;
}
