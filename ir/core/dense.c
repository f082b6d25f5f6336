// Dense elements and dense arrays.  An attribute whose elements are all equal is kept as a splat,
// however it was made, so that equal values are one pointer.
#include "ir/core/storage_impl.h"

// All `n` elements of `width` bytes equal the first.
static bool all_equal(const char *data, size_t n, size_t width) {
  return n > 0 && memcmp(data, data + width, (n - 1) * width) == 0;
}

IrAttr ir_attr_dense(IrType shaped, const void *data, size_t bytes) {
  size_t width = ir_type_storage_bytes(ir_type_element(shaped));
  IR_ASSERT(width > 0, "dense elements are numbers");
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

void ir_dense_store(void *to, IrAttr element) {
  char *at = to;
  if (ir_attr_kind(element) == IR_ATTR_ARRAY) {
    IrAttr real = ir_attr_at(element, 0);
    ir_dense_store(at, real);
    ir_dense_store(at + ir_type_storage_bytes(ir_attr_type(real)), ir_attr_at(element, 1));
    return;
  }
  // The low bytes, so of a little-endian word.
  size_t bytes = ir_type_storage_bytes(ir_attr_type(element));
  if (ir_attr_kind(element) == IR_ATTR_INTEGER) {
    memcpy(at, ir_attr_words(element).at, bytes);
  } else {
    IrFloatBits bits = ir_attr_float_bits(element);
    memcpy(at, bits.at, bytes);
  }
}

IrAttr ir_attr_splat(IrType shaped, IrAttr element) {
  size_t bytes = ir_type_storage_bytes(ir_type_element(shaped));
  uint64_t few[8];
  void *data = bytes <= sizeof few ? few : ir_malloc(bytes);
  ir_dense_store(data, element);
  IrAttr attr = ir_attr_dense(shaped, data, bytes);
  if (data != few) ir_free(data);
  return attr;
}

IrAttr ir_attr_dense_of(IrType shaped, const IrAttr *elements, size_t n) {
  size_t bytes = ir_type_storage_bytes(ir_type_element(shaped));
  char *data = ir_malloc(n * bytes + 1);
  for (size_t i = 0; i < n; i++) ir_dense_store(data + i * bytes, elements[i]);
  IrAttr attr = ir_attr_dense(shaped, data, n * bytes);
  ir_free(data);
  return attr;
}

static const IrDensePayload *dense_of(IrAttr attr) {
  IR_ASSERT(ir_attr_kind(attr) == IR_ATTR_DENSE, "not a dense attribute");
  return (const IrDensePayload *)attr->payload;
}

bool ir_attr_is_splat(IrAttr dense) {
  return ir_attr_kind(dense) == IR_ATTR_DENSE && dense_of(dense)->splat;
}

const void *ir_attr_dense_data(IrAttr dense, size_t *bytes) {
  *bytes = dense->base.bytes - sizeof(IrDensePayload);
  return dense_of(dense)->data;
}

static IrAttr load_integer(IrType type, const char *from, size_t bytes) {
  if (bytes <= sizeof(uint64_t)) {
    uint64_t bits = 0;
    memcpy(&bits, from, bytes);
    return ir_attr_integer(type, (int64_t)bits);
  }
  uint64_t *words = ir_malloc(bytes); // the data of the attribute need not be aligned for them
  memcpy(words, from, bytes);
  IrAttr attr = ir_attr_integer_words(type, (IrWords){words, bytes / sizeof *words});
  ir_free(words);
  return attr;
}

static IrAttr load_number(IrType type, const char *from, size_t bytes) {
  if (!ir_type_is_float(type)) return load_integer(type, from, bytes);
  IrFloatBits bits = {{0}};
  memcpy(bits.at, from, bytes);
  return ir_attr_float_of_bits(type, bits);
}

IrAttr ir_dense_load(IrType element, const void *from) {
  size_t bytes = ir_type_storage_bytes(element);
  if (ir_type_kind(element) != IR_TYPE_COMPLEX) return load_number(element, from, bytes);
  IrType part = ir_type_element(element);
  IrAttr parts[2] = {load_number(part, from, bytes / 2),
                     load_number(part, (const char *)from + bytes / 2, bytes / 2)};
  return ir_attr_array(ir_type_context(element), parts, 2);
}

IrAttr ir_attr_dense_at(IrAttr dense, int64_t i) {
  const IrDensePayload *payload = dense_of(dense);
  IrType element = ir_type_element(payload->type);
  size_t width = ir_type_storage_bytes(element), bytes;
  const char *data = ir_attr_dense_data(dense, &bytes);
  size_t at = payload->splat ? 0 : (size_t)i * width;
  IR_ASSERT(at + width <= bytes, "no such element");
  return ir_dense_load(element, data + at);
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

double ir_attr_array_double(IrAttr dense_array, size_t i) {
  IrFloatKind kind = ir_type_float_kind(ir_attr_array_element(dense_array));
  return ir_float_decode(kind, (uint64_t)ir_attr_array_int(dense_array, i));
}

IrType ir_attr_array_element(IrAttr dense_array) {
  return array_of(dense_array)->element;
}
