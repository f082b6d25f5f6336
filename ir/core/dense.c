// Dense elements and dense arrays.  An attribute whose elements are all equal is kept as a splat,
// however it was made, so that equal values are one pointer.
#include "ir/core/storage_impl.h"

// All `n` elements of `width` bytes equal the first.
static bool all_equal(const char *data, size_t n, size_t width) {
  return n > 0 && memcmp(data, data + width, (n - 1) * width) == 0;
}

IrAttr ir_attr_dense(IrType shaped, const void *data, size_t bytes) {
  size_t width = ir_type_storage_bytes(ir_type_element(shaped));
  IR_ASSERT(width > 0, "dense elements are integers or floats");
  int64_t n = ir_type_num_elements(shaped);
  bool splat = n != 0 && bytes > 0 && all_equal(data, bytes / width, width);
  IR_ASSERT(bytes == width || bytes == (size_t)n * width, "dense data of the wrong size");
  IrDensePayload head = {shaped, splat};
  return ir_unique_attr(ir_type_context(shaped),
                        &(IrStorageKey){.kind = IR_ATTR_BASE + IR_ATTR_DENSE,
                                        .head = &head,
                                        .head_bytes = sizeof head,
                                        .tail = data,
                                        .tail_bytes = splat    ? width
                                                      : n == 0 ? 0
                                                               : bytes});
}

// The element as it lies in dense data: the low bytes, so of a little-endian word.
static uint64_t element_bits(IrAttr element) {
  if (ir_attr_kind(element) == IR_ATTR_INTEGER) return (uint64_t)ir_attr_int(element);
  return ir_float_encode(ir_type_float_kind(ir_attr_type(element)), ir_attr_double(element));
}

IrAttr ir_attr_splat(IrType shaped, IrAttr element) {
  uint64_t bits = element_bits(element);
  return ir_attr_dense(shaped, &bits, ir_type_storage_bytes(ir_type_element(shaped)));
}

static const IrDensePayload *dense_of(IrAttr attr) {
  IR_ASSERT(ir_attr_kind(attr) == IR_ATTR_DENSE, "not a dense attribute");
  return (const IrDensePayload *)attr->payload;
}

bool ir_attr_is_splat(IrAttr dense) {
  return dense_of(dense)->splat;
}

const void *ir_attr_dense_data(IrAttr dense, size_t *bytes) {
  *bytes = dense->base.bytes - sizeof(IrDensePayload);
  return dense_of(dense)->data;
}

IrAttr ir_attr_dense_at(IrAttr dense, int64_t i) {
  const IrDensePayload *payload = dense_of(dense);
  IrType element = ir_type_element(payload->type);
  size_t width = ir_type_storage_bytes(element), bytes;
  const char *data = ir_attr_dense_data(dense, &bytes);
  size_t at = payload->splat ? 0 : (size_t)i * width;
  IR_ASSERT(at + width <= bytes, "no such element");
  uint64_t bits = 0;
  memcpy(&bits, data + at, width);
  if (ir_type_is_float(element))
    return ir_attr_float(element, ir_float_decode(ir_type_float_kind(element), bits));
  return ir_attr_integer(element, (int64_t)bits);
}

IrAttr ir_attr_dense_array(IrType element, const int64_t *values, size_t n) {
  IrDenseArrayPayload head = {element};
  return ir_unique_attr(ir_type_context(element),
                        &(IrStorageKey){.kind = IR_ATTR_BASE + IR_ATTR_DENSE_ARRAY,
                                        .head = &head,
                                        .head_bytes = sizeof head,
                                        .tail = values,
                                        .tail_bytes = n * sizeof *values});
}

IrAttr ir_attr_i64_array(IrContext *ctx, const int64_t *values, size_t n) {
  return ir_attr_dense_array(ir_type_i64(ctx), values, n);
}

IrAttr ir_attr_i32_array(IrContext *ctx, const int64_t *values, size_t n) {
  return ir_attr_dense_array(ir_type_i32(ctx), values, n);
}

static const IrDenseArrayPayload *array_of(IrAttr attr) {
  IR_ASSERT(ir_attr_kind(attr) == IR_ATTR_DENSE_ARRAY, "not a dense array");
  return (const IrDenseArrayPayload *)attr->payload;
}

int64_t ir_attr_array_int(IrAttr dense_array, size_t i) {
  IR_ASSERT(i < ir_attr_count(dense_array), "no such array element");
  return array_of(dense_array)->at[i];
}

IrType ir_attr_array_element(IrAttr dense_array) {
  return array_of(dense_array)->element;
}
