// The vector dialect: its table, irregular text and verifiers.
//
//   1. A broadcast's source has the element type, no more dimensions than the result, and extents
//      that are 1 or equal, counted from the last.
//   2. A position has at most as many entries as the vector has dimensions, each below its extent,
//      and one operand for each dynamic entry; what is extracted or inserted has the type of what
//      is there.
//   3. Slice attributes hold integers, one each for leading dimensions, lie inside the vector, and
//      have stride 1.
//   4. Shuffled vectors differ at most in their first extent; mask entries name a row or are -1.
//   5. from_elements has one operand of the element type for each element.
//   6. A bitcast keeps all extents but the last, and the bits of that.
//   7. An access has an index for each dimension of the memref and its element type, and no more
//      dimensions than it.
#include "dialects/vector/vector_impl.h"

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/vector/vector_ops.def"
#include "ir/core/opdef_end.inc"

static bool is_vector(IrType type) {
  return ir_type_kind(type) == IR_TYPE_VECTOR;
}

static size_t rank_of(IrType type) {
  return is_vector(type) ? ir_type_shape(type).rank : 0;
}

IrType vector_inner_type(IrType vector, size_t n) {
  IrShape shape = ir_type_shape(vector);
  IrType element = ir_type_element(vector);
  if (n >= shape.rank) return element;
  return ir_type_vector(ir_type_context(vector), (IrShape){shape.at + n, shape.rank - n}, element);
}

// ---- Positions: [0, %i]. ----

// Invariant 2.
static IrStatus check_position(IrOp *op, IrType vector, IrAttr fixed, size_t num_operands,
                               IrType part) {
  IrShape shape = ir_type_shape(vector);
  size_t n = ir_attr_count(fixed), dynamic = 0;
  if (n > shape.rank)
    return ir_op_error(op, "position has {} entries, but '{}' has {} dimensions", n, vector,
                       shape.rank);
  for (size_t i = 0; i < n; i++) {
    int64_t at = ir_attr_array_int(fixed, i);
    dynamic += at == IR_DYNAMIC;
    if (at != IR_DYNAMIC && (at < 0 || at >= shape.at[i]))
      return ir_op_error(op, "position #{} is {}, outside the extent {}", i, at, shape.at[i]);
  }
  if (dynamic != num_operands)
    return ir_op_error(op, "position has {} dynamic entries, but {} operands", dynamic,
                       num_operands);
  IrType want = vector_inner_type(vector, n);
  if (part == want) return IR_OK;
  return ir_op_error(op, "there is a '{}' at that position, not a '{}'", want, part);
}

// ---- vector.extract, vector.insert ----

static IrStatus parse_extract(IrParser *p, IrOpState *state, IrIndexList *position) {
  IrUnresolved source;
  IrType part, type;
  IR_TRY(ir_parse_operand(p, &source));
  IR_TRY(ir_parse_index_list(p, position));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &part));
  IR_TRY(ir_parse_keyword(p, "from"));
  IR_TRY(ir_parse_type(p, &type));
  IR_TRY(ir_resolve_operand(p, source, type, state));
  ir_vec_push(&state->result_types, part);
  return ir_resolve_index_list(p, state, position, "static_position");
}

IrStatus vector_extract_parse(IrParser *p, IrOpState *state) {
  IrIndexList position = {0};
  IrStatus status = parse_extract(p, state, &position);
  ir_index_list_free(&position);
  return status;
}

static const char *const static_position[] = {"static_position", NULL};

void vector_extract_print(IrOp *op, IrPrinter *p) {
  IrValue *source = GET(op, vector_extract, source);
  ir_printer_fmt(p, " {}", source);
  ir_printer_index_list(p, GET(op, vector_extract, static_position),
                        GET(op, vector_extract, dynamic_position));
  ir_printer_attr_dict(p, op, static_position, false);
  ir_printer_fmt(p, " : {} from {}", ir_value_type(ir_op_result(op, 0)), ir_value_type(source));
}

bool vector_extract_infer(IrOpState *state) {
  if (state->operands.n == 0 || !state->attrs[0]) return false;
  IrType type = ir_value_type(state->operands.at[0]);
  if (!is_vector(type)) return false;
  ir_vec_push(&state->result_types, vector_inner_type(type, ir_attr_count(state->attrs[0])));
  return true;
}

IrStatus vector_extract_verify(IrOp *op) {
  return check_position(
      op, ir_value_type(GET(op, vector_extract, source)), GET(op, vector_extract, static_position),
      GET(op, vector_extract, dynamic_position).n, ir_value_type(ir_op_result(op, 0)));
}

static IrStatus parse_insert(IrParser *p, IrOpState *state, IrIndexList *position) {
  IrUnresolved value, dest;
  IrType part, type;
  IR_TRY(ir_parse_operand(p, &value));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_operand(p, &dest));
  IR_TRY(ir_parse_index_list(p, position));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &part));
  IR_TRY(ir_parse_keyword(p, "into"));
  IR_TRY(ir_parse_type(p, &type));
  IR_TRY(ir_resolve_operand(p, value, part, state));
  IR_TRY(ir_resolve_operand(p, dest, type, state));
  ir_vec_push(&state->result_types, type);
  return ir_resolve_index_list(p, state, position, "static_position");
}

IrStatus vector_insert_parse(IrParser *p, IrOpState *state) {
  IrIndexList position = {0};
  IrStatus status = parse_insert(p, state, &position);
  ir_index_list_free(&position);
  return status;
}

void vector_insert_print(IrOp *op, IrPrinter *p) {
  IrValue *value = GET(op, vector_insert, valueToStore), *dest = GET(op, vector_insert, dest);
  ir_printer_fmt(p, " {}, {} ", value, dest);
  ir_printer_index_list(p, GET(op, vector_insert, static_position),
                        GET(op, vector_insert, dynamic_position));
  ir_printer_attr_dict(p, op, static_position, false);
  ir_printer_fmt(p, " : {} into {}", ir_value_type(value), ir_value_type(dest));
}

// The result has the destination's type.
bool vector_insert_infer(IrOpState *state) {
  if (state->operands.n < 2) return false;
  ir_vec_push(&state->result_types, ir_value_type(state->operands.at[1]));
  return true;
}

static IrStatus check_dest(IrOp *op) {
  IrType dest = ir_value_type(ir_op_operand(op, 1)), got = ir_value_type(ir_op_result(op, 0));
  if (got == dest) return IR_OK;
  return ir_op_error(op, "result must have the destination's type '{}', but got '{}'", dest, got);
}

IrStatus vector_insert_verify(IrOp *op) {
  IR_TRY(check_dest(op));
  return check_position(op, ir_value_type(GET(op, vector_insert, dest)),
                        GET(op, vector_insert, static_position),
                        GET(op, vector_insert, dynamic_position).n,
                        ir_value_type(GET(op, vector_insert, valueToStore)));
}

// ---- vector.broadcast ----

// Invariant 1.
IrStatus vector_broadcast_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  size_t rank = rank_of(from), to_rank = rank_of(to);
  bool ok =
      rank <= to_rank && (is_vector(from) ? ir_type_element(from) : from) == ir_type_element(to);
  for (size_t i = 0; ok && i < rank; i++) {
    int64_t extent = ir_type_shape(from).at[i];
    ok = extent == 1 || extent == ir_type_shape(to).at[to_rank - rank + i];
  }
  if (ok) return IR_OK;
  return ir_op_error(op, "'{}' cannot be stretched to '{}'", from, to);
}

// ---- Slices. ----

static IrStatus check_integers(IrOp *op, IrAttr array, const char *name, size_t at_most) {
  size_t n = ir_attr_count(array);
  if (n > at_most)
    return ir_op_error(op, "has {} {}, but there are only {} dimensions", n, name, at_most);
  for (size_t i = 0; i < n; i++)
    if (ir_attr_kind(ir_attr_at(array, i)) != IR_ATTR_INTEGER)
      return ir_op_error(op, "{} must be integers, but got {}", name, ir_attr_at(array, i));
  return IR_OK;
}

// A slice of one dimension, `size` long.
static IrStatus check_slice(IrOp *op, size_t dim, int64_t offset, int64_t size, int64_t stride,
                            int64_t extent) {
  if (stride != 1) return ir_op_error(op, "stride #{} must be 1, but got {}", dim, stride);
  if (offset < 0 || size < 1 || offset > extent - size)
    return ir_op_error(op, "slice of {} elements at {} leaves dimension #{}, whose extent is {}",
                       size, offset, dim, extent);
  return IR_OK;
}

static IrStatus check_slice_attrs(IrOp *op, IrAttr offsets, IrAttr sizes, IrAttr strides,
                                  IrShape shape) {
  IR_TRY(check_integers(op, offsets, "offsets", shape.rank));
  IR_TRY(check_integers(op, sizes, "sizes", shape.rank));
  IR_TRY(check_integers(op, strides, "strides", shape.rank));
  size_t n = ir_attr_count(offsets);
  if (ir_attr_count(sizes) != n || ir_attr_count(strides) != n)
    return ir_op_error(op, "needs as many sizes and strides as offsets");
  for (size_t i = 0; i < n; i++)
    IR_TRY(check_slice(op, i, vector_array_int(offsets, i), vector_array_int(sizes, i),
                       vector_array_int(strides, i), shape.at[i]));
  return IR_OK;
}

// Invariant 3.
IrStatus vector_extract_strided_slice_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  IrShape shape = ir_type_shape(from), got = ir_type_shape(to);
  IrAttr sizes = GET(op, vector_extract_strided_slice, sizes);
  IR_TRY(check_slice_attrs(op, GET(op, vector_extract_strided_slice, offsets), sizes,
                           GET(op, vector_extract_strided_slice, strides), shape));
  bool ok = got.rank == shape.rank && ir_type_element(from) == ir_type_element(to);
  for (size_t i = 0; ok && i < shape.rank; i++)
    ok = got.at[i] == (i < ir_attr_count(sizes) ? vector_array_int(sizes, i) : shape.at[i]);
  if (ok) return IR_OK;
  return ir_op_error(op, "'{}' is not the type of this slice of '{}'", to, from);
}

IrStatus vector_insert_strided_slice_verify(IrOp *op) {
  IR_TRY(check_dest(op));
  IrType part = ir_value_type(ir_op_operand(op, 0)), into = ir_value_type(ir_op_operand(op, 1));
  IrShape small = ir_type_shape(part), large = ir_type_shape(into);
  IrAttr offsets = GET(op, vector_insert_strided_slice, offsets);
  IrAttr strides = GET(op, vector_insert_strided_slice, strides);
  if (small.rank > large.rank || ir_type_element(part) != ir_type_element(into))
    return ir_op_error(op, "'{}' is not a slice of '{}'", part, into);
  IR_TRY(check_integers(op, offsets, "offsets", large.rank));
  IR_TRY(check_integers(op, strides, "strides", small.rank));
  if (ir_attr_count(offsets) != large.rank || ir_attr_count(strides) != small.rank)
    return ir_op_error(op, "needs {} offsets and {} strides, got {} and {}", large.rank, small.rank,
                       ir_attr_count(offsets), ir_attr_count(strides));
  size_t leading = large.rank - small.rank;
  for (size_t i = 0; i < large.rank; i++) {
    bool inside = i >= leading;
    IR_TRY(check_slice(op, i, vector_array_int(offsets, i), inside ? small.at[i - leading] : 1,
                       inside ? vector_array_int(strides, i - leading) : 1, large.at[i]));
  }
  return IR_OK;
}

// ---- vector.shuffle ----

// vector.shuffle %a, %b [0, 1] attr-dict : type, type
static IrStatus parse_shuffle(IrParser *p, IrOpState *state, IrIndexList *mask) {
  IrUnresolved a, b;
  IrType type_a, type_b;
  IR_TRY(ir_parse_operand(p, &a));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_operand(p, &b));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_index_list(p, mask));
  if (mask->operands.n > 0) return ir_parser_error(p, loc, "a mask holds numbers only");
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &type_a));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_type(p, &type_b));
  IR_TRY(ir_resolve_operand(p, a, type_a, state));
  IR_TRY(ir_resolve_operand(p, b, type_b, state));
  ir_state_set_attr(state, "mask",
                    ir_attr_i64_array(state->ctx, mask->numbers.at, mask->numbers.n));
  if (vector_shuffle_infer(state)) return IR_OK;
  return ir_parser_error(p, loc, "cannot shuffle '{}'", type_a);
}

IrStatus vector_shuffle_parse(IrParser *p, IrOpState *state) {
  IrIndexList mask = {0};
  IrStatus status = parse_shuffle(p, state, &mask);
  ir_index_list_free(&mask);
  return status;
}

void vector_shuffle_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"mask", NULL};
  IrValue *a = GET(op, vector_shuffle, v1), *b = GET(op, vector_shuffle, v2);
  ir_printer_fmt(p, " {}, {} ", a, b);
  ir_printer_index_list(p, GET(op, vector_shuffle, mask), (IrValues){NULL, 0});
  ir_printer_attr_dict(p, op, elided, false);
  ir_printer_fmt(p, " : {}, {}", ir_value_type(a), ir_value_type(b));
}

// As many rows as the mask has entries.
static IrType shuffled_type(IrType from, IrAttr mask) {
  enum { MAX_RANK = 16 };
  IrShape shape = ir_type_shape(from);
  if (!is_vector(from) || shape.rank == 0 || shape.rank > MAX_RANK) return NULL;
  int64_t extents[MAX_RANK];
  memcpy(extents, shape.at, shape.rank * sizeof *extents);
  extents[0] = (int64_t)ir_attr_count(mask);
  if (extents[0] == 0) return NULL;
  return ir_type_vector(ir_type_context(from), (IrShape){extents, shape.rank},
                        ir_type_element(from));
}

bool vector_shuffle_infer(IrOpState *state) {
  if (state->operands.n == 0 || !state->attrs[0]) return false;
  IrType type = shuffled_type(ir_value_type(state->operands.at[0]), state->attrs[0]);
  if (type) ir_vec_push(&state->result_types, type);
  return type != NULL;
}

// Invariant 4.
IrStatus vector_shuffle_verify(IrOp *op) {
  IrType a = ir_value_type(ir_op_operand(op, 0)), b = ir_value_type(ir_op_operand(op, 1));
  IrAttr mask = GET(op, vector_shuffle, mask);
  IrType want = shuffled_type(a, mask);
  if (!want || shuffled_type(b, mask) != want)
    return ir_op_error(
        op, "vectors must differ at most in their first extent, but got '{}' and '{}'", a, b);
  int64_t rows = ir_type_shape(a).at[0] + ir_type_shape(b).at[0];
  for (size_t i = 0; i < ir_attr_count(mask); i++) {
    int64_t row = ir_attr_array_int(mask, i);
    if (row < -1 || row >= rows)
      return ir_op_error(op, "mask entry #{} is {}, but there are {} rows", i, row, rows);
  }
  IrType got = ir_value_type(ir_op_result(op, 0));
  if (got == want) return IR_OK;
  return ir_op_error(op, "result must be '{}', but got '{}'", want, got);
}

// ---- vector.from_elements ----

typedef IR_VEC(IrUnresolved) Unresolved;

// vector.from_elements %a, %b attr-dict : type
static IrStatus parse_elements(IrParser *p, IrOpState *state, Unresolved *elements) {
  IrType type;
  while (ir_parse_at_token(p, "%")) {
    IrUnresolved element;
    IR_TRY(ir_parse_operand(p, &element));
    ir_vec_push(elements, element);
    if (!ir_parse_optional_token(p, ",")) break;
  }
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &type));
  for (size_t i = 0; i < elements->n; i++)
    IR_TRY(ir_resolve_operand(p, elements->at[i], ir_type_element(type), state));
  ir_vec_push(&state->result_types, type);
  return IR_OK;
}

IrStatus vector_from_elements_parse(IrParser *p, IrOpState *state) {
  Unresolved elements = {0};
  IrStatus status = parse_elements(p, state, &elements);
  ir_vec_free(&elements);
  return status;
}

void vector_from_elements_print(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " ");
  ir_printer_values(p, GET(op, vector_from_elements, elements));
  ir_printer_attr_dict(p, op, NULL, false);
  ir_printer_fmt(p, " : {}", ir_value_type(ir_op_result(op, 0)));
}

// Invariant 5.
IrStatus vector_from_elements_verify(IrOp *op) {
  IrType type = ir_value_type(ir_op_result(op, 0)), element = ir_type_element(type);
  int64_t n = (int64_t)ir_op_num_operands(op);
  if (n != ir_type_num_elements(type))
    return ir_op_error(op, "needs {} elements for '{}', got {}", ir_type_num_elements(type), type,
                       n);
  for (size_t i = 0; i < (size_t)n; i++) {
    IrType got = ir_value_type(ir_op_operand(op, i));
    if (got != element)
      return ir_op_error(op, "element #{} must be '{}', but got '{}'", i, element, got);
  }
  return IR_OK;
}

// ---- vector.bitcast ----

// Invariant 6.
IrStatus vector_bitcast_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  IrShape a = ir_type_shape(from), b = ir_type_shape(to);
  IrType x = ir_type_element(from), y = ir_type_element(to);
  bool ok = a.rank == b.rank && (ir_type_is_any_integer(x) || ir_type_is_float(x)) &&
            (ir_type_is_any_integer(y) || ir_type_is_float(y));
  for (size_t i = 0; ok && i + 1 < a.rank; i++) ok = a.at[i] == b.at[i];
  int64_t last_a = a.rank ? a.at[a.rank - 1] : 1, last_b = b.rank ? b.at[b.rank - 1] : 1;
  if (ok && last_a * ir_type_width(x) == last_b * ir_type_width(y)) return IR_OK;
  return ir_op_error(op, "'{}' and '{}' are not the same bits", from, to);
}

// ---- Accesses. ----

// Invariant 7.
static IrStatus check_access(IrOp *op, IrType memref, size_t num_indices, IrType vector) {
  size_t rank = ir_type_shape(memref).rank;
  if (num_indices != rank)
    return ir_op_error(op, "needs {} indices for '{}', got {}", rank, memref, num_indices);
  if (ir_type_element(memref) != ir_type_element(vector) || rank_of(vector) > rank)
    return ir_op_error(op, "'{}' is not a part of '{}'", vector, memref);
  IrAttr alignment = ir_op_attr(op, "alignment");
  int64_t bytes = alignment ? ir_attr_int(alignment) : 1;
  if (bytes > 0 && (bytes & (bytes - 1)) == 0) return IR_OK;
  return ir_op_error(op, "alignment must be a power of two, but got {}", bytes);
}

IrStatus vector_load_verify(IrOp *op) {
  return check_access(op, ir_value_type(ir_op_operand(op, 0)), ir_op_num_operands(op) - 1,
                      ir_value_type(ir_op_result(op, 0)));
}

IrStatus vector_store_verify(IrOp *op) {
  return check_access(op, ir_value_type(ir_op_operand(op, 1)), ir_op_num_operands(op) - 2,
                      ir_value_type(ir_op_operand(op, 0)));
}

// ---- vector.transpose, vector.fma ----

static IrStatus parse_transpose(IrParser *p, IrOpState *state, IrIndexList *dims) {
  IrUnresolved source;
  IrType from, to;
  IR_TRY(ir_parse_operand(p, &source));
  IR_TRY(ir_parse_token(p, ","));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_index_list(p, dims));
  if (dims->operands.n > 0) return ir_parser_error(p, loc, "a permutation holds numbers only");
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &from));
  IR_TRY(ir_parse_keyword(p, "to"));
  IR_TRY(ir_parse_type(p, &to));
  IR_TRY(ir_resolve_operand(p, source, from, state));
  ir_vec_push(&state->result_types, to);
  return ir_resolve_index_list(p, state, dims, "permutation");
}

// vector.transpose %v, [1, 0] attr-dict : type to type
IrStatus vector_transpose_parse(IrParser *p, IrOpState *state) {
  IrIndexList dims = {0};
  IrStatus status = parse_transpose(p, state, &dims);
  ir_index_list_free(&dims);
  return status;
}

void vector_transpose_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"permutation", NULL};
  ir_printer_fmt(p, " {}, ", ir_op_operand(op, 0));
  ir_printer_index_list(p, GET(op, vector_transpose, permutation), (IrValues){NULL, 0});
  ir_printer_attr_dict(p, op, elided, false);
  ir_printer_fmt(p, " : {} to {}", ir_value_type(ir_op_operand(op, 0)),
                 ir_value_type(ir_op_result(op, 0)));
}

IrStatus vector_fma_verify(IrOp *op) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (ir_type_is_float(ir_type_element(type))) return IR_OK;
  return ir_op_error(op, "elements must be floats, but got '{}'", type);
}

static const IrOpDef *const ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/vector/vector_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

const IrDialect vector_dialect = {
    .size = sizeof(IrDialect),
    .name = "vector",
    .summary = "Moving elements of vectors about.",
    .ops = ops,
    .attrs = (const IrAttrDef *const[]){&vector_punctuation, NULL},
    .depends = (const char *const[]){"arith", NULL},
};
