// Constructors and accessors of attributes; dense ones are in dense.c.
#include "ir/core/storage_impl.h"

#include <stdlib.h>

IrAttrKind ir_attr_kind(IrAttr attr) {
  return (IrAttrKind)(attr->base.kind - IR_ATTR_BASE);
}

IrContext *ir_attr_context(IrAttr attr) {
  return attr->base.ctx;
}

static bool is_kind(IrAttr attr, IrAttrKind kind) {
  return attr->base.kind == (uint32_t)IR_ATTR_BASE + kind;
}

// An attribute whose payload is one run of bytes.
static IrAttr plain(IrContext *ctx, IrAttrKind kind, const void *payload, size_t bytes) {
  return ir_unique_attr(
      ctx, &(IrStorageKey){.kind = IR_ATTR_BASE + kind, .head = payload, .head_bytes = bytes});
}

// The type that integer, float, dense and typed payloads begin with.
IrType ir_attr_type(IrAttr attr) {
  switch (ir_attr_kind(attr)) {
  case IR_ATTR_INTEGER:
  case IR_ATTR_FLOAT:
    return ((const IrNumberPayload *)attr->payload)->type;
  case IR_ATTR_DENSE:
    return ((const IrDensePayload *)attr->payload)->type;
  case IR_ATTR_TYPED:
  case IR_ATTR_DENSE_STRINGS:
  case IR_ATTR_SPARSE:
  case IR_ATTR_RESOURCE:
    return ((const IrTypedPayload *)attr->payload)->type;
  default:
    return NULL;
  }
}

static int64_t wrap(int64_t value, unsigned width) {
  if (width <= 1) return width ? value & 1 : 0;
  unsigned shift = 64 - width;
  return (int64_t)((uint64_t)value << shift) >> shift;
}

IrAttr ir_attr_integer(IrType type, int64_t value) {
  IR_ASSERT(ir_type_is_int_or_index(type), "an integer attribute has an integer type");
  unsigned width = ir_type_width(type);
  if (width > 64) return ir_attr_integer_words(type, (IrWords){(uint64_t[]){(uint64_t)value}, 1});
  IrNumberPayload payload = {type, {.integer = wrap(value, width)}};
  return plain(ir_type_context(type), IR_ATTR_INTEGER, &payload, sizeof payload);
}

IrAttr ir_attr_integer_words(IrType type, IrWords words) {
  unsigned width = ir_type_width(type);
  if (width <= 64) return ir_attr_integer(type, (int64_t)words.at[0]);
  size_t n = ir_words_count(width);
  uint64_t few[8], *all = n <= 8 ? few : ir_malloc(n * sizeof *all);
  ir_words_resize(all, width, words);
  IrAttr attr =
      ir_unique_attr(ir_type_context(type), &(IrStorageKey){.kind = IR_ATTR_BASE + IR_ATTR_INTEGER,
                                                            .head = &type,
                                                            .head_bytes = sizeof type,
                                                            .tail = all,
                                                            .tail_bytes = n * sizeof *all});
  if (all != few) ir_free(all);
  return attr;
}

// What follows a number's type.
static const uint64_t *words_of(IrAttr number) {
  return (const uint64_t *)(number->payload + sizeof(IrType));
}

IrWords ir_attr_words(IrAttr integer) {
  IR_ASSERT(is_kind(integer, IR_ATTR_INTEGER), "not an integer attribute");
  return (IrWords){words_of(integer), (integer->base.bytes - sizeof(IrType)) / sizeof(uint64_t)};
}

bool ir_attr_fits_int(IrAttr integer) {
  IrWords words = ir_attr_words(integer);
  uint64_t sign = (int64_t)words.at[0] < 0 ? UINT64_MAX : 0;
  for (size_t i = 1; i < words.n; i++)
    if (words.at[i] != sign) return false;
  return true;
}

IrAttr ir_attr_index(IrContext *ctx, int64_t value) {
  return ir_attr_integer(ir_type_index(ctx), value);
}

// Any number of threads may fill the cell, all with the same pointer.
static IrAttr keep(_Atomic(IrAttr) *cell, IrAttr attr) {
  atomic_store_explicit(cell, attr, memory_order_release);
  return attr;
}

IrAttr ir_attr_bool(IrContext *ctx, bool value) {
  IrAttr known = atomic_load_explicit(&ctx->bools[value], memory_order_acquire);
  return known ? known : keep(&ctx->bools[value], ir_attr_integer(ir_type_i1(ctx), value));
}

int64_t ir_attr_int(IrAttr attr) {
  IR_ASSERT(is_kind(attr, IR_ATTR_INTEGER), "not an integer attribute");
  return ((const IrNumberPayload *)attr->payload)->as.integer;
}

IrAttr ir_attr_float(IrType type, double value) {
  IrFloatKind kind = ir_type_float_kind(type);
  if (ir_type_is_wide(type)) return ir_attr_float_of_bits(type, ir_float_encode_bits(kind, value));
  IrNumberPayload payload = {type, {.number = ir_float_decode(kind, ir_float_encode(kind, value))}};
  return plain(ir_type_context(type), IR_ATTR_FLOAT, &payload, sizeof payload);
}

// The payload of a wide float is its bits.
IrAttr ir_attr_float_of_bits(IrType type, IrFloatBits bits) {
  if (!ir_type_is_wide(type))
    return ir_attr_float(type, ir_float_decode(ir_type_float_kind(type), bits.at[0]));
  return ir_unique_attr(ir_type_context(type), &(IrStorageKey){.kind = IR_ATTR_BASE + IR_ATTR_FLOAT,
                                                               .head = &type,
                                                               .head_bytes = sizeof type,
                                                               .tail = &bits,
                                                               .tail_bytes = sizeof bits});
}

double ir_attr_double(IrAttr attr) {
  IR_ASSERT(is_kind(attr, IR_ATTR_FLOAT), "not a float attribute");
  const IrNumberPayload *payload = (const IrNumberPayload *)attr->payload;
  if (!ir_type_is_wide(payload->type)) return payload->as.number;
  return ir_float_decode_bits(ir_type_float_kind(payload->type), ir_attr_float_bits(attr));
}

IrFloatBits ir_attr_float_bits(IrAttr attr) {
  IR_ASSERT(is_kind(attr, IR_ATTR_FLOAT), "not a float attribute");
  const IrNumberPayload *payload = (const IrNumberPayload *)attr->payload;
  if (ir_type_is_wide(payload->type)) return (IrFloatBits){{words_of(attr)[0], words_of(attr)[1]}};
  return ir_float_encode_bits(ir_type_float_kind(payload->type), payload->as.number);
}

IrAttr ir_attr_string(IrContext *ctx, IrStr text) {
  return plain(ctx, IR_ATTR_STRING, text.ptr, text.len);
}

IrStr ir_attr_str(IrAttr attr) {
  if (is_kind(attr, IR_ATTR_SYMBOL)) return ir_attr_str(((const IrAttr *)attr->payload)[0]);
  IR_ASSERT(is_kind(attr, IR_ATTR_STRING), "neither a string nor a symbol reference");
  return (IrStr){attr->payload, attr->base.bytes};
}

IrAttr ir_attr_unit(IrContext *ctx) {
  IrAttr known = atomic_load_explicit(&ctx->unit, memory_order_acquire);
  return known ? known : keep(&ctx->unit, plain(ctx, IR_ATTR_UNIT, NULL, 0));
}

IrAttr ir_attr_of_type(IrType type) {
  return plain(ir_type_context(type), IR_ATTR_TYPE, &type, sizeof type);
}

IrType ir_attr_type_value(IrAttr attr) {
  IR_ASSERT(is_kind(attr, IR_ATTR_TYPE), "not a type attribute");
  return *(const IrType *)attr->payload;
}

IrAttr ir_attr_array(IrContext *ctx, const IrAttr *elements, size_t n) {
  return plain(ctx, IR_ATTR_ARRAY, elements, n * sizeof *elements);
}

size_t ir_attr_count(IrAttr attr) {
  switch (ir_attr_kind(attr)) {
  case IR_ATTR_ARRAY:
    return attr->base.bytes / sizeof(IrAttr);
  case IR_ATTR_DICT:
    return attr->base.bytes / sizeof(IrNamedAttr);
  case IR_ATTR_DENSE_ARRAY:
    return (attr->base.bytes - sizeof(IrDenseArrayPayload)) / sizeof(int64_t);
  default:
    IR_UNREACHABLE("not an array, dense array or dictionary");
  }
}

IrAttr ir_attr_at(IrAttr array, size_t i) {
  IR_ASSERT(is_kind(array, IR_ATTR_ARRAY) && i < ir_attr_count(array), "no such array element");
  return ((const IrAttr *)array->payload)[i];
}

static int compare_names(IrStr a, IrStr b) {
  int order = memcmp(a.ptr, b.ptr, a.len < b.len ? a.len : b.len);
  return order ? order : a.len < b.len ? -1 : a.len > b.len;
}

static int compare_entries(const void *a, const void *b) {
  const IrNamedAttr *x = a, *y = b;
  return compare_names(ir_ident_str(x->name), ir_ident_str(y->name));
}

IrAttr ir_attr_dict(IrContext *ctx, const IrNamedAttr *entries, size_t n) {
  bool sorted = true;
  for (size_t i = 1; i < n && sorted; i++)
    sorted = compare_entries(&entries[i - 1], &entries[i]) <= 0;
  if (sorted) return plain(ctx, IR_ATTR_DICT, entries, n * sizeof *entries);
  IrNamedAttr *copy = ir_malloc(n * sizeof *copy);
  memcpy(copy, entries, n * sizeof *copy);
  qsort(copy, n, sizeof *copy, compare_entries);
  IrAttr dict = plain(ctx, IR_ATTR_DICT, copy, n * sizeof *copy);
  ir_free(copy);
  return dict;
}

IrNamedAttr ir_attr_entry(IrAttr dict, size_t i) {
  IR_ASSERT(is_kind(dict, IR_ATTR_DICT) && i < ir_attr_count(dict), "no such dictionary entry");
  return ((const IrNamedAttr *)dict->payload)[i];
}

IrAttr ir_attr_get(IrAttr dict, IrIdent name) {
  if (!dict) return NULL;
  const IrNamedAttr *entries = (const IrNamedAttr *)dict->payload;
  for (size_t i = 0, n = ir_attr_count(dict); i < n; i++)
    if (entries[i].name == name) return entries[i].value;
  return NULL;
}

IrAttr ir_attr_get_str(IrAttr dict, const char *name) {
  if (!dict) return NULL;
  const IrNamedAttr *entries = (const IrNamedAttr *)dict->payload;
  for (size_t i = 0, n = ir_attr_count(dict); i < n; i++)
    if (strcmp(entries[i].name->text, name) == 0) return entries[i].value;
  return NULL;
}

// The payload is the names as string attributes, the root's first.
IrAttr ir_attr_symbol(IrContext *ctx, IrStr root, const IrStr *nested, size_t n) {
  IrAttr name = ir_attr_string(ctx, root);
  if (n == 0) return plain(ctx, IR_ATTR_SYMBOL, &name, sizeof name);
  IrAttr *names = ir_malloc((n + 1) * sizeof *names);
  names[0] = name;
  for (size_t i = 0; i < n; i++) names[i + 1] = ir_attr_string(ctx, nested[i]);
  IrAttr symbol = plain(ctx, IR_ATTR_SYMBOL, names, (n + 1) * sizeof *names);
  ir_free(names);
  return symbol;
}

size_t ir_attr_num_nested(IrAttr symbol) {
  IR_ASSERT(is_kind(symbol, IR_ATTR_SYMBOL), "not a symbol reference");
  return symbol->base.bytes / sizeof(IrAttr) - 1;
}

IrStr ir_attr_nested(IrAttr symbol, size_t i) {
  IR_ASSERT(i < ir_attr_num_nested(symbol), "no such nested symbol");
  return ir_attr_str(((const IrAttr *)symbol->payload)[i + 1]);
}

IrAttr ir_attr_strided(IrContext *ctx, const int64_t *strides, size_t n, int64_t offset) {
  return ir_unique_attr(ctx, &(IrStorageKey){.kind = IR_ATTR_BASE + IR_ATTR_STRIDED,
                                             .head = &offset,
                                             .head_bytes = sizeof offset,
                                             .tail = strides,
                                             .tail_bytes = n * sizeof *strides});
}

const int64_t *ir_attr_strides(IrAttr strided, size_t *n) {
  IR_ASSERT(is_kind(strided, IR_ATTR_STRIDED), "not a strided layout");
  *n = strided->base.bytes / sizeof(int64_t) - 1;
  return (const int64_t *)strided->payload + 1;
}

int64_t ir_attr_offset(IrAttr strided) {
  IR_ASSERT(is_kind(strided, IR_ATTR_STRIDED), "not a strided layout");
  return *(const int64_t *)strided->payload;
}

IrAttr ir_attr_loc(IrContext *ctx, IrLoc loc) {
  ir_context_has_aliased(ctx);
  return plain(ctx, IR_ATTR_LOC, &loc, sizeof loc);
}

IrLoc ir_attr_loc_value(IrAttr attr) {
  IR_ASSERT(is_kind(attr, IR_ATTR_LOC), "not a location attribute");
  return *(const IrLoc *)attr->payload;
}

IrAttr ir_attr_opaque(IrContext *ctx, IrStr text) {
  return plain(ctx, IR_ATTR_OPAQUE, text.ptr, text.len);
}

IrStr ir_attr_opaque_text(IrAttr attr) {
  IR_ASSERT(is_kind(attr, IR_ATTR_OPAQUE), "not an opaque attribute");
  return (IrStr){attr->payload, attr->base.bytes};
}

IrAttr ir_attr_intern(IrContext *ctx, const IrAttrDef *def, const void *payload, size_t bytes) {
  return ir_unique_attr(ctx, &(IrStorageKey){.kind = IR_ATTR_BASE + IR_ATTR_DIALECT,
                                             .def = def,
                                             .head = payload,
                                             .head_bytes = bytes});
}

const void *ir_attr_payload(IrAttr attr, const IrAttrDef *def) {
  return attr->base.def == def ? attr->payload : NULL;
}

const IrAttrDef *ir_attr_def(IrAttr attr) {
  return attr->base.def;
}

IrAttr ir_attr_encode(IrAttr attr, IrLoc loc, IrType tensor) {
  const IrAttrDef *def = ir_attr_def(attr);
  bool has = def && def->size >= IR_TABLE_BASE(IrAttrDef, encode) && def->encode;
  return has ? def->encode(ir_attr_context(attr), loc, attr, tensor) : attr;
}
