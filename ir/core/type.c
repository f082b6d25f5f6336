// Constructors and accessors of types.
#include "ir/core/affine.h"
#include "ir/core/storage_impl.h"

IrTypeKind ir_type_kind(IrType type) {
  return (IrTypeKind)type->base.kind;
}

IrContext *ir_type_context(IrType type) {
  return type->base.ctx;
}

static IrType simple_type(IrContext *ctx, IrTypeKind kind) {
  return ir_unique_type(ctx, &(IrStorageKey){.kind = kind});
}

// Any number of threads may fill the cell, all with the same pointer.
static IrType keep(_Atomic(IrType) *cell, IrType type) {
  atomic_store_explicit(cell, type, memory_order_release);
  return type;
}

IrType ir_type_integer(IrContext *ctx, unsigned width, IrSignedness sign) {
  IR_ASSERT(width <= IR_MAX_INTEGER_WIDTH, "no such width of integers");
  bool often = sign == IR_SIGNLESS && width <= 64;
  IrType known = often ? atomic_load_explicit(&ctx->integers[width], memory_order_acquire) : NULL;
  if (known) return known;
  IrIntegerPayload payload = {width, sign};
  IrType type = ir_unique_type(
      ctx,
      &(IrStorageKey){.kind = IR_TYPE_INTEGER, .head = &payload, .head_bytes = sizeof payload});
  return often ? keep(&ctx->integers[width], type) : type;
}

IrType ir_type_i1(IrContext *ctx) {
  return ir_type_integer(ctx, 1, IR_SIGNLESS);
}

IrType ir_type_i32(IrContext *ctx) {
  return ir_type_integer(ctx, 32, IR_SIGNLESS);
}

IrType ir_type_i64(IrContext *ctx) {
  return ir_type_integer(ctx, 64, IR_SIGNLESS);
}

IrType ir_type_index(IrContext *ctx) {
  IrType known = atomic_load_explicit(&ctx->index, memory_order_acquire);
  return known ? known : keep(&ctx->index, simple_type(ctx, IR_TYPE_INDEX));
}

IrType ir_type_none(IrContext *ctx) {
  IrType known = atomic_load_explicit(&ctx->none, memory_order_acquire);
  return known ? known : keep(&ctx->none, simple_type(ctx, IR_TYPE_NONE));
}

IrType ir_type_float(IrContext *ctx, IrFloatKind kind) {
  IrType known = atomic_load_explicit(&ctx->floats[kind], memory_order_acquire);
  if (known) return known;
  uint64_t payload = kind;
  return keep(&ctx->floats[kind],
              ir_unique_type(ctx, &(IrStorageKey){.kind = IR_TYPE_FLOAT,
                                                  .head = &payload,
                                                  .head_bytes = sizeof payload}));
}

static IrType shaped_type(IrContext *ctx, IrTypeKind kind, IrShape shape, IrType element,
                          IrAttr encoding, IrAttr space) {
  IrShapedPayload head = {element, encoding, space};
  return ir_unique_type(ctx, &(IrStorageKey){.kind = kind,
                                             .head = &head,
                                             .head_bytes = sizeof head,
                                             .tail = shape.at,
                                             .tail_bytes = shape.rank * sizeof *shape.at});
}

IrType ir_type_vector(IrContext *ctx, IrShape shape, IrType element) {
  return shaped_type(ctx, IR_TYPE_VECTOR, shape, element, NULL, NULL);
}

// Which extents scale is kept where a tensor has its encoding; NULL when none does.
IrType ir_type_scalable_vector(IrContext *ctx, IrShape shape, const bool *scalable,
                               IrType element) {
  int64_t *flags = ir_calloc(shape.rank + 1, sizeof *flags);
  bool any = false;
  for (size_t i = 0; i < shape.rank; i++) any |= (flags[i] = scalable[i]) != 0;
  IrAttr encoding = any ? ir_attr_dense_array(ir_type_i1(ctx), flags, shape.rank) : NULL;
  ir_free(flags);
  return shaped_type(ctx, IR_TYPE_VECTOR, shape, element, encoding, NULL);
}

static IrType simple_element_type(IrTypeKind kind, IrType element, IrAttr space) {
  IrShapedPayload payload = {element, NULL, space};
  return ir_unique_type(
      ir_type_context(element),
      &(IrStorageKey){.kind = kind, .head = &payload, .head_bytes = sizeof payload});
}

IrType ir_type_complex(IrType element) {
  return simple_element_type(IR_TYPE_COMPLEX, element, NULL);
}

IrType ir_type_unranked_tensor(IrType element) {
  return simple_element_type(IR_TYPE_UNRANKED_TENSOR, element, NULL);
}

IrType ir_type_unranked_memref(IrType element, IrAttr space) {
  return simple_element_type(IR_TYPE_UNRANKED_MEMREF, element, space);
}

bool ir_type_is_unranked(IrType type) {
  IrTypeKind kind = ir_type_kind(type);
  return kind == IR_TYPE_UNRANKED_TENSOR || kind == IR_TYPE_UNRANKED_MEMREF;
}

IrType ir_type_tensor(IrContext *ctx, IrShape shape, IrType element, IrAttr encoding) {
  return shaped_type(ctx, IR_TYPE_TENSOR, shape, element, encoding, NULL);
}

IrType ir_type_memref(IrContext *ctx, IrShape shape, IrType element, IrAttr layout, IrAttr space) {
  return shaped_type(ctx, IR_TYPE_MEMREF, shape, element, layout, space);
}

IrType ir_type_function(IrContext *ctx, const IrType *inputs, size_t num_inputs,
                        const IrType *results, size_t num_results) {
  size_t bytes = sizeof(IrTypesPayload) + num_inputs * sizeof(IrType);
  IrTypesPayload *head = ir_malloc(bytes);
  head->num_inputs = num_inputs;
  if (num_inputs) memcpy(head->at, inputs, num_inputs * sizeof(IrType));
  IrType type = ir_unique_type(ctx, &(IrStorageKey){.kind = IR_TYPE_FUNCTION,
                                                    .head = head,
                                                    .head_bytes = bytes,
                                                    .tail = results,
                                                    .tail_bytes = num_results * sizeof(IrType)});
  ir_free(head);
  return type;
}

IrType ir_type_tuple(IrContext *ctx, const IrType *elements, size_t n) {
  uint64_t num_inputs = n;
  if (n > 16) ir_context_has_aliased(ctx); // ir/asm/print_aliases.c
  return ir_unique_type(ctx, &(IrStorageKey){.kind = IR_TYPE_TUPLE,
                                             .head = &num_inputs,
                                             .head_bytes = sizeof num_inputs,
                                             .tail = elements,
                                             .tail_bytes = n * sizeof *elements});
}

IrType ir_type_opaque(IrContext *ctx, IrStr text) {
  return ir_unique_type(
      ctx, &(IrStorageKey){.kind = IR_TYPE_OPAQUE, .head = text.ptr, .head_bytes = text.len});
}

IrStr ir_type_opaque_text(IrType type) {
  IR_ASSERT(ir_type_kind(type) == IR_TYPE_OPAQUE, "not an opaque type");
  return (IrStr){type->payload, type->base.bytes};
}

static const IrIntegerPayload *integer_of(IrType type) {
  return type->base.kind == IR_TYPE_INTEGER ? (const IrIntegerPayload *)type->payload : NULL;
}

bool ir_type_is_integer(IrType type, unsigned width) {
  return ir_type_is_any_integer(type) && integer_of(type)->width == width &&
         integer_of(type)->sign == IR_SIGNLESS;
}

bool ir_type_is_any_integer(IrType type) {
  return type->base.kind == IR_TYPE_INTEGER;
}

bool ir_type_is_wide(IrType type) {
  return (ir_type_is_any_integer(type) || ir_type_is_float(type)) && ir_type_width(type) > 64;
}

bool ir_type_is_index(IrType type) {
  return type->base.kind == IR_TYPE_INDEX;
}

bool ir_type_is_float(IrType type) {
  return type->base.kind == IR_TYPE_FLOAT;
}

bool ir_type_is_int_or_index(IrType type) {
  return ir_type_is_any_integer(type) || ir_type_is_index(type);
}

bool ir_type_is_shaped(IrType type) {
  return type->base.kind >= IR_TYPE_VECTOR && type->base.kind <= IR_TYPE_MEMREF;
}

unsigned ir_type_width(IrType type) {
  if (ir_type_is_any_integer(type)) return integer_of(type)->width;
  if (ir_type_is_float(type)) return ir_float_format(ir_type_float_kind(type))->bits;
  IR_ASSERT(ir_type_is_index(type), "only integers, floats and index have a width");
  return 64;
}

IrSignedness ir_type_signedness(IrType type) {
  return ir_type_is_any_integer(type) ? (IrSignedness)integer_of(type)->sign : IR_SIGNLESS;
}

IrFloatKind ir_type_float_kind(IrType type) {
  IR_ASSERT(ir_type_is_float(type), "not a float type");
  return (IrFloatKind) * (const uint64_t *)type->payload;
}

size_t ir_type_storage_bytes(IrType element) {
  if (ir_type_kind(element) == IR_TYPE_COMPLEX)
    return 2 * ir_type_storage_bytes(ir_type_element(element));
  if (!ir_type_is_int_or_index(element) && !ir_type_is_float(element)) return 0;
  unsigned width = ir_type_width(element);
  if (width == 0) return 1;
  if (width > 64) return 8 * ir_words_count(width);
  return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
}

size_t ir_packed_bytes(IrType element) {
  if (ir_type_kind(element) == IR_TYPE_COMPLEX)
    return 2 * ir_packed_bytes(ir_type_element(element));
  bool tf32 = ir_type_is_float(element) && ir_type_float_kind(element) == IR_TF32;
  return tf32 ? 3 : ir_type_width(element) == 0 ? 1 : (ir_type_width(element) + 7) / 8;
}

static const IrShapedPayload *shaped_of(IrType type) {
  IR_ASSERT(ir_type_is_shaped(type), "not a vector, tensor or memref");
  return (const IrShapedPayload *)type->payload;
}

IrShape ir_type_shape(IrType type) {
  return (IrShape){shaped_of(type)->shape,
                   (type->base.bytes - sizeof(IrShapedPayload)) / sizeof(int64_t)};
}

static bool has_element(IrType type) {
  return ir_type_is_shaped(type) || ir_type_is_unranked(type) ||
         ir_type_kind(type) == IR_TYPE_COMPLEX;
}

IrType ir_type_element(IrType type) {
  return has_element(type) ? ((const IrShapedPayload *)type->payload)->element : type;
}

bool ir_type_has_scalable(IrType type) {
  return ir_type_kind(type) == IR_TYPE_VECTOR && shaped_of(type)->encoding;
}

bool ir_type_is_scalable(IrType vector, size_t i) {
  return ir_type_has_scalable(vector) && ir_attr_array_int(shaped_of(vector)->encoding, i);
}

IrAttr ir_type_encoding(IrType tensor) {
  return ir_type_kind(tensor) == IR_TYPE_TENSOR ? shaped_of(tensor)->encoding : NULL;
}

IrAttr ir_type_layout(IrType memref) {
  return ir_type_kind(memref) == IR_TYPE_MEMREF ? shaped_of(memref)->encoding : NULL;
}

IrAttr ir_type_space(IrType memref) {
  bool memref_like =
      ir_type_kind(memref) == IR_TYPE_MEMREF || ir_type_kind(memref) == IR_TYPE_UNRANKED_MEMREF;
  return memref_like ? ((const IrShapedPayload *)memref->payload)->space : NULL;
}

int64_t ir_type_num_elements(IrType type) {
  if (!ir_type_is_shaped(type)) return 1;
  if (ir_type_has_scalable(type)) return IR_DYNAMIC;
  IrShape shape = ir_type_shape(type);
  int64_t n = 1;
  for (size_t i = 0; i < shape.rank; i++) {
    if (shape.at[i] == IR_DYNAMIC) return IR_DYNAMIC;
    if (__builtin_mul_overflow(n, shape.at[i], &n)) return INT64_MAX; // more than any memory
  }
  return n;
}

IrType ir_type_with_element(IrType type, IrType element) {
  if (!ir_type_is_shaped(type)) return element;
  const IrShapedPayload *shaped = shaped_of(type);
  return shaped_type(ir_type_context(type), ir_type_kind(type), ir_type_shape(type), element,
                     shaped->encoding, shaped->space);
}

IrType ir_type_with_encoding(IrType tensor, IrAttr encoding) {
  return ir_type_tensor(ir_type_context(tensor), ir_type_shape(tensor), ir_type_element(tensor),
                        encoding);
}

static const IrTypesPayload *types_of(IrType type) {
  IR_ASSERT(type->base.kind == IR_TYPE_FUNCTION || type->base.kind == IR_TYPE_TUPLE,
            "not a function type or tuple");
  return (const IrTypesPayload *)type->payload;
}

size_t ir_type_num_inputs(IrType function) {
  return types_of(function)->num_inputs;
}

IrType ir_type_input(IrType function, size_t i) {
  IR_ASSERT(i < ir_type_num_inputs(function), "no such input");
  return types_of(function)->at[i];
}

size_t ir_type_num_results(IrType function) {
  size_t all = (function->base.bytes - sizeof(IrTypesPayload)) / sizeof(IrType);
  return all - types_of(function)->num_inputs;
}

IrType ir_type_result(IrType function, size_t i) {
  IR_ASSERT(i < ir_type_num_results(function), "no such result");
  return types_of(function)->at[types_of(function)->num_inputs + i];
}

void ir_type_memref_strides(IrType memref, int64_t *strides, int64_t *offset) {
  IrShape shape = ir_type_shape(memref);
  IrAttr layout = ir_type_layout(memref);
  size_t n = 0;
  if (layout && ir_attr_kind(layout) == IR_ATTR_AFFINE_MAP &&
      ir_attr_map_strides(layout, strides, offset))
    return;
  const int64_t *given =
      layout && ir_attr_kind(layout) == IR_ATTR_STRIDED ? ir_attr_strides(layout, &n) : NULL;
  *offset = given ? ir_attr_offset(layout) : layout ? IR_DYNAMIC : 0;
  int64_t stride = layout ? IR_DYNAMIC : 1; // a layout of another kind says nothing we know
  for (size_t i = shape.rank; i-- > 0;) {
    strides[i] = given && i < n ? given[i] : stride;
    if (shape.at[i] == IR_DYNAMIC || stride == IR_DYNAMIC)
      stride = IR_DYNAMIC;
    else if (__builtin_mul_overflow(stride, shape.at[i], &stride))
      stride = IR_DYNAMIC;
  }
}

IrType ir_type_intern(IrContext *ctx, const IrTypeDef *def, const void *payload, size_t bytes) {
  return ir_unique_type(
      ctx,
      &(IrStorageKey){.kind = IR_TYPE_DIALECT, .def = def, .head = payload, .head_bytes = bytes});
}

const void *ir_type_payload(IrType type, const IrTypeDef *def) {
  return type->base.def == def ? type->payload : NULL;
}

const IrTypeDef *ir_type_def(IrType type) {
  return type->base.def;
}

const IrType *ir_type_list(IrType type) {
  return types_of(type)->at;
}
