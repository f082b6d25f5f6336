// Common constraints on types and attributes.
#include "ir/core/opdef.h"

static bool is_i1(IrType t) {
  return ir_type_is_integer(t, 1);
}
static bool is_i32(IrType t) {
  return ir_type_is_integer(t, 32);
}
static bool is_i64(IrType t) {
  return ir_type_is_integer(t, 64);
}
static bool is_f32(IrType t) {
  return ir_type_is_float(t) && ir_type_float_kind(t) == IR_F32;
}
static IrType f32(IrContext *ctx) {
  return ir_type_float(ctx, IR_F32);
}
static bool is_vector(IrType t) {
  return ir_type_kind(t) == IR_TYPE_VECTOR;
}
static bool is_tensor(IrType t) {
  return ir_type_kind(t) == IR_TYPE_TENSOR;
}
static bool is_memref(IrType t) {
  return ir_type_kind(t) == IR_TYPE_MEMREF;
}
static bool is_function(IrType t) {
  return ir_type_kind(t) == IR_TYPE_FUNCTION;
}

// The type computed with: a scalar itself, the element of a vector or tensor; NULL for others.
static IrType computed(IrType t) {
  switch (ir_type_kind(t)) {
  case IR_TYPE_VECTOR:
  case IR_TYPE_TENSOR:
  case IR_TYPE_UNRANKED_TENSOR:
    return ir_type_element(t);
  case IR_TYPE_INTEGER:
  case IR_TYPE_INDEX:
  case IR_TYPE_FLOAT:
    return t;
  default:
    return NULL;
  }
}
static bool is_signless_int_like(IrType t) {
  return computed(t) && ir_type_is_any_integer(computed(t)) &&
         ir_type_signedness(computed(t)) == IR_SIGNLESS;
}
static bool is_int_like(IrType t) {
  return is_signless_int_like(t) || (computed(t) && ir_type_is_index(computed(t)));
}
static bool is_float_like(IrType t) {
  return computed(t) && ir_type_is_float(computed(t));
}
static bool is_bool_like(IrType t) {
  return computed(t) && is_i1(computed(t));
}

const IrTypeConstraint IR_ANY_TYPE = {"any type", NULL, NULL};
const IrTypeConstraint IR_INDEX_TYPE = {"index", ir_type_is_index, ir_type_index};
const IrTypeConstraint IR_I1_TYPE = {"i1", is_i1, ir_type_i1};
const IrTypeConstraint IR_I32_TYPE = {"i32", is_i32, ir_type_i32};
const IrTypeConstraint IR_I64_TYPE = {"i64", is_i64, ir_type_i64};
const IrTypeConstraint IR_INTEGER_TYPE = {"an integer", ir_type_is_any_integer, NULL};
const IrTypeConstraint IR_INT_OR_INDEX_TYPE = {"an integer or index", ir_type_is_int_or_index,
                                               NULL};
const IrTypeConstraint IR_FLOAT_TYPE = {"a float", ir_type_is_float, NULL};
const IrTypeConstraint IR_F32_TYPE = {"f32", is_f32, f32};
const IrTypeConstraint IR_INT_LIKE_TYPE = {
    "a signless integer or index, or a vector or tensor of them", is_int_like, NULL};
const IrTypeConstraint IR_SIGNLESS_INT_LIKE_TYPE = {
    "a signless integer, or a vector or tensor of them", is_signless_int_like, NULL};
const IrTypeConstraint IR_FLOAT_LIKE_TYPE = {"a float, or a vector or tensor of floats",
                                             is_float_like, NULL};
const IrTypeConstraint IR_BOOL_LIKE_TYPE = {"i1, or a vector or tensor of i1", is_bool_like, NULL};
const IrTypeConstraint IR_VECTOR_TYPE = {"a vector", is_vector, NULL};
const IrTypeConstraint IR_TENSOR_TYPE = {"a tensor", is_tensor, NULL};
const IrTypeConstraint IR_MEMREF_TYPE = {"a memref", is_memref, NULL};
const IrTypeConstraint IR_SHAPED_TYPE = {"a vector, tensor or memref", ir_type_is_shaped, NULL};
const IrTypeConstraint IR_FUNCTION_TYPE = {"a function type", is_function, NULL};

static bool is_unit(IrAttr a) {
  return ir_attr_kind(a) == IR_ATTR_UNIT;
}
static bool is_string(IrAttr a) {
  return ir_attr_kind(a) == IR_ATTR_STRING;
}
static bool is_symbol(IrAttr a) {
  return ir_attr_kind(a) == IR_ATTR_SYMBOL;
}
static bool is_type(IrAttr a) {
  return ir_attr_kind(a) == IR_ATTR_TYPE;
}
static bool is_function_type(IrAttr a) {
  return is_type(a) && is_function(ir_attr_type_value(a));
}
static bool is_array(IrAttr a) {
  return ir_attr_kind(a) == IR_ATTR_ARRAY;
}
static bool is_dict(IrAttr a) {
  return ir_attr_kind(a) == IR_ATTR_DICT;
}
static bool is_dense(IrAttr a) {
  return ir_attr_kind(a) == IR_ATTR_DENSE;
}
static bool is_number_of(IrAttr a, bool (*test)(IrType)) {
  return ir_attr_kind(a) == IR_ATTR_INTEGER && test(ir_attr_type(a));
}
static bool is_bool_attr(IrAttr a) {
  return is_number_of(a, is_i1);
}
static bool is_index_attr(IrAttr a) {
  return is_number_of(a, ir_type_is_index);
}
static bool is_i32_attr(IrAttr a) {
  return is_number_of(a, is_i32);
}
static bool is_i64_attr(IrAttr a) {
  return is_number_of(a, is_i64);
}
static bool is_i32_array(IrAttr a) {
  return ir_attr_kind(a) == IR_ATTR_DENSE_ARRAY && is_i32(ir_attr_array_element(a));
}
static bool is_i64_array(IrAttr a) {
  return ir_attr_kind(a) == IR_ATTR_DENSE_ARRAY && is_i64(ir_attr_array_element(a));
}

const IrAttrConstraint IR_ANY_ATTR = {.name = "any attribute"};
const IrAttrConstraint IR_UNIT_ATTR = {.name = "unit", .test = is_unit};
const IrAttrConstraint IR_BOOL_ATTR = {
    .name = "true or false", .test = is_bool_attr, .type = ir_type_i1};
const IrAttrConstraint IR_STRING_ATTR = {.name = "a string", .test = is_string};
const IrAttrConstraint IR_SYMBOL_NAME_ATTR = {.name = "a symbol name", .test = is_string};
const IrAttrConstraint IR_SYMBOL_ATTR = {.name = "a symbol reference", .test = is_symbol};
const IrAttrConstraint IR_TYPE_ATTR = {.name = "a type", .test = is_type};
const IrAttrConstraint IR_FUNCTION_TYPE_ATTR = {.name = "a function type",
                                                .test = is_function_type};
const IrAttrConstraint IR_INDEX_ATTR = {
    .name = "an index constant", .test = is_index_attr, .type = ir_type_index};
const IrAttrConstraint IR_I32_ATTR = {
    .name = "an i32 constant", .test = is_i32_attr, .type = ir_type_i32};
const IrAttrConstraint IR_I64_ATTR = {
    .name = "an i64 constant", .test = is_i64_attr, .type = ir_type_i64};
const IrAttrConstraint IR_ARRAY_ATTR = {.name = "an array", .test = is_array};
const IrAttrConstraint IR_DICT_ATTR = {.name = "a dictionary", .test = is_dict};
const IrAttrConstraint IR_DENSE_ATTR = {.name = "dense elements", .test = is_dense};
const IrAttrConstraint IR_I64_ARRAY_ATTR = {.name = "array<i64: ...>", .test = is_i64_array};
const IrAttrConstraint IR_I32_ARRAY_ATTR = {.name = "array<i32: ...>", .test = is_i32_array};
