// Registers of a thread's vector: taking some out, putting some in, reordering.
#include "dialects/vector/vector.h"
#include "passes/lower/thread.h"

IrType thread_vector_of(IrType element, int64_t registers) {
  return ir_type_vector(ir_type_context(element), (IrShape){&registers, 1}, element);
}

static IrType vector_of(IrType like, int64_t count) {
  return thread_vector_of(ir_type_element(like), count);
}

static int64_t length(const IrValue *vector) {
  return ir_type_shape(ir_value_type(vector)).at[0];
}

IrValue *thread_zero(ThreadState *state, IrType vector) {
  IrType element = ir_type_element(vector);
  IrAttr zero = ir_type_is_float(element) ? ir_attr_float(element, 0) : ir_attr_integer(element, 0);
  return thread_constant(state, ir_attr_splat(vector, zero), vector);
}

static IrAttr one_integer(IrBuilder *b, int64_t value) {
  IrAttr number = ir_attr_integer(ir_type_i64(b->ctx), value);
  return ir_attr_array(b->ctx, &number, 1);
}

IrValue *thread_slice(IrBuilder *b, IrValue *vector, int64_t first, int64_t count) {
  if (first == 0 && count == length(vector)) return vector;
  return BUILD1(b, vector_extract_strided_slice, .vector = vector, .offsets = one_integer(b, first),
                .sizes = one_integer(b, count), .strides = one_integer(b, 1),
                .result_type = vector_of(ir_value_type(vector), count));
}

IrValue *thread_insert(IrBuilder *b, IrValue *piece, IrValue *vector, int64_t first) {
  if (length(piece) == length(vector)) return piece;
  return BUILD1(b, vector_insert_strided_slice, .valueToStore = piece, .dest = vector,
                .offsets = one_integer(b, first), .strides = one_integer(b, 1),
                .res_type = ir_value_type(vector));
}

static bool is_identity(const int64_t *from, size_t n, int64_t length_before) {
  if ((int64_t)n != length_before) return false;
  for (size_t i = 0; i < n; i++)
    if (from[i] != (int64_t)i) return false;
  return true;
}

IrValue *thread_shuffle_pair(IrBuilder *b, IrValue *low, IrValue *high, const int64_t *from,
                             size_t n) {
  return BUILD1(b, vector_shuffle, .v1 = low, .v2 = high,
                .mask = ir_attr_i64_array(b->ctx, from, n),
                .vector_type = vector_of(ir_value_type(low), (int64_t)n));
}

IrValue *thread_shuffle(IrBuilder *b, IrValue *vector, const int64_t *from, size_t n) {
  if (is_identity(from, n, length(vector))) return vector;
  return thread_shuffle_pair(b, vector, vector, from, n);
}

IrValue *thread_element(IrBuilder *b, IrValue *vector, int64_t r) {
  return BUILD1(b, vector_extract, .source = vector,
                .static_position = ir_attr_i64_array(b->ctx, &r, 1),
                .result_type = ir_type_element(ir_value_type(vector)));
}

IrValue *thread_splat(IrBuilder *b, IrValue *scalar, int64_t registers) {
  return BUILD1(b, vector_broadcast, .source = scalar,
                .vector_type = thread_vector_of(ir_value_type(scalar), registers));
}
