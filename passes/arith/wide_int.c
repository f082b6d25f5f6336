// Vectors of halves: their types, taking halves out and putting them in.
#include "passes/arith/wide_int.h"

#include "dialects/vector/vector.h"
#include "ir/support/vec.h"

// ---- Types ----

static bool is_vector(IrType type) {
  return ir_type_kind(type) == IR_TYPE_VECTOR;
}

// The same vector with another last extent, or one more where `last` is behind the shape.
static IrType with_extent(IrType type, size_t last, int64_t extent, IrType element) {
  IrShape shape = is_vector(type) ? ir_type_shape(type) : (IrShape){0};
  IR_VEC(int64_t) extents = {0};
  for (size_t i = 0; i < last; i++) ir_vec_push(&extents, shape.at[i]);
  ir_vec_push(&extents, extent);
  IrType result = ir_type_vector(ir_type_context(type), (IrShape){extents.at, extents.n}, element);
  ir_vec_free(&extents);
  return result;
}

static size_t rank_of(IrType type) {
  return is_vector(type) ? ir_type_shape(type).rank : 0;
}

IrType wide_int_vector(IrType type, unsigned bits, bool *can) {
  *can = true;
  if (ir_type_is_shaped(type) && !is_vector(type)) return NULL;
  IrType element = ir_type_element(type);
  if (!ir_type_is_any_integer(element) || ir_type_width(element) <= bits) return NULL;
  *can = ir_type_width(element) == 2 * bits && !ir_type_has_scalable(type);
  if (!*can) return NULL;
  IrType half = ir_type_integer(ir_type_context(type), bits, IR_SIGNLESS);
  return with_extent(type, rank_of(type), 2, half);
}

IrType wide_int_converted(IrRewriter *rw, IrOp *op, IrType type) {
  IrType to = ir_converted_type(rw, type);
  if (to && to != type) return to;
  (void)ir_no_match(rw, op, "'{}' {}", type, to ? "stays as it is" : "is too wide");
  return NULL;
}

IrType wide_int_half_type(IrType vector) {
  size_t rank = rank_of(vector);
  IrType element = ir_type_element(vector);
  return rank == 1 ? element : with_extent(vector, rank - 1, 1, element);
}

unsigned wide_int_half_bits(IrType vector) {
  return ir_type_width(ir_type_element(vector));
}

// ---- Halves ----

static IrAttr last_offset(IrContext *ctx, size_t rank, int64_t last) {
  IR_VEC(IrAttr) offsets = {0};
  for (size_t i = 0; i < rank; i++)
    ir_vec_push(&offsets, ir_attr_integer(ir_type_i64(ctx), i + 1 == rank ? last : 0));
  IrAttr attr = ir_attr_array(ctx, offsets.at, rank);
  ir_vec_free(&offsets);
  return attr;
}

static IrAttr numbers(IrContext *ctx, const int64_t *at, size_t n) {
  IR_VEC(IrAttr) list = {0};
  for (size_t i = 0; i < n; i++) ir_vec_push(&list, ir_attr_integer(ir_type_i64(ctx), at[i]));
  IrAttr attr = ir_attr_array(ctx, list.at, n);
  ir_vec_free(&list);
  return attr;
}

static IrAttr ones(IrContext *ctx, size_t n) {
  IR_VEC(int64_t) list = {0};
  for (size_t i = 0; i < n; i++) ir_vec_push(&list, 1);
  IrAttr attr = numbers(ctx, list.at, n);
  ir_vec_free(&list);
  return attr;
}

IrValue *wide_int_half(IrBuilder *b, IrValue *vector, int64_t which) {
  IrType type = ir_value_type(vector), half = wide_int_half_type(type);
  size_t rank = rank_of(type);
  if (rank == 1)
    return BUILD1(b, vector_extract, .source = vector,
                  .static_position = ir_attr_i64_array(b->ctx, &which, 1), .result_type = half);
  return BUILD1(b, vector_extract_strided_slice, .vector = vector,
                .offsets = last_offset(b->ctx, rank, which),
                .sizes = numbers(b->ctx, ir_type_shape(half).at, rank),
                .strides = ones(b->ctx, rank), .result_type = half);
}

WideHalves wide_int_halves(IrBuilder *b, IrValue *vector) {
  WideHalves halves;
  halves.low = wide_int_half(b, vector, WIDE_INT_LOW);
  halves.high = wide_int_half(b, vector, WIDE_INT_HIGH);
  return halves;
}

IrValue *wide_int_put(IrBuilder *b, IrValue *half, IrValue *vector, int64_t which) {
  size_t rank = rank_of(ir_value_type(vector));
  if (rank == 1)
    return BUILD1(b, vector_insert, .valueToStore = half, .dest = vector,
                  .static_position = ir_attr_i64_array(b->ctx, &which, 1));
  return BUILD1(b, vector_insert_strided_slice, .valueToStore = half, .dest = vector,
                .offsets = last_offset(b->ctx, rank, which), .strides = ones(b->ctx, rank));
}

IrValue *wide_int_join(IrBuilder *b, IrType vector, IrValue *low, IrValue *high) {
  IrValue *zero = arith_int_constant(b, vector, 0);
  return wide_int_put(b, high, wide_int_put(b, low, zero, WIDE_INT_LOW), WIDE_INT_HIGH);
}

// ---- The extent of 1 ----

IrValue *wide_int_without_unit(IrBuilder *b, IrValue *value, IrType type) {
  if (ir_value_type(value) == type) return value;
  if (rank_of(type) == 0) return BUILD1(b, vector_broadcast, .source = value, .vector_type = type);
  return BUILD1(b, vector_shape_cast, .source = value, .result_type = type);
}

IrValue *wide_int_with_unit(IrBuilder *b, IrValue *value) {
  IrType type = ir_value_type(value);
  if (!is_vector(type)) return value;
  if (rank_of(type) == 0)
    return BUILD1(b, vector_extract, .source = value,
                  .static_position = ir_attr_i64_array(b->ctx, NULL, 0),
                  .result_type = ir_type_element(type));
  return BUILD1(b, vector_shape_cast, .source = value,
                .result_type = with_extent(type, rank_of(type), 1, ir_type_element(type)));
}
