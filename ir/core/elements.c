// Attributes made of a type and other attributes: typed ones, and elements that are no dense
// numbers. Distinct attributes are at the end.
#include "ir/core/storage_impl.h"

static IrAttr with_type(IrAttrKind kind, IrType type, const IrAttr *attrs, size_t n) {
  return ir_unique_attr(ir_type_context(type), &(IrStorageKey){.kind = IR_ATTR_BASE + kind,
                                                               .head = &type,
                                                               .head_bytes = sizeof type,
                                                               .tail = attrs,
                                                               .tail_bytes = n * sizeof *attrs});
}

static const IrAttr *attrs_of(IrAttr attr, IrAttrKind kind) {
  IR_ASSERT(ir_attr_kind(attr) == kind, "another kind of attribute");
  return ((const IrTypedPayload *)attr->payload)->at;
}

IrAttr ir_attr_typed(IrAttr attr, IrType type) {
  return with_type(IR_ATTR_TYPED, type, &attr, 1);
}

IrAttr ir_attr_untyped(IrAttr typed) {
  return attrs_of(typed, IR_ATTR_TYPED)[0];
}

IrAttr ir_attr_dense_strings(IrType shaped, const IrAttr *strings, size_t n) {
  bool splat = n > 1;
  for (size_t i = 1; splat && i < n; i++) splat = strings[i] == strings[0];
  return with_type(IR_ATTR_DENSE_STRINGS, shaped, strings, splat ? 1 : n);
}

size_t ir_attr_num_strings(IrAttr dense_strings) {
  (void)attrs_of(dense_strings, IR_ATTR_DENSE_STRINGS);
  return (dense_strings->base.bytes - sizeof(IrTypedPayload)) / sizeof(IrAttr);
}

IrAttr ir_attr_string_at(IrAttr dense_strings, size_t i) {
  size_t n = ir_attr_num_strings(dense_strings);
  IR_ASSERT(n == 1 || i < n, "no such element");
  return attrs_of(dense_strings, IR_ATTR_DENSE_STRINGS)[n == 1 ? 0 : i];
}

IrAttr ir_attr_sparse(IrType shaped, IrAttr indices, IrAttr values) {
  return with_type(IR_ATTR_SPARSE, shaped, (const IrAttr[]){indices, values}, 2);
}

IrAttr ir_attr_sparse_indices(IrAttr sparse) {
  return attrs_of(sparse, IR_ATTR_SPARSE)[0];
}

IrAttr ir_attr_sparse_values(IrAttr sparse) {
  return attrs_of(sparse, IR_ATTR_SPARSE)[1];
}

IrAttr ir_attr_resource(IrType shaped, IrAttr key) {
  return with_type(IR_ATTR_RESOURCE, shaped, &key, 1);
}

IrAttr ir_attr_resource_key(IrAttr resource) {
  return attrs_of(resource, IR_ATTR_RESOURCE)[0];
}

// ---- Distinct attributes. ----

typedef struct DistinctPayload {
  IrAttr refers_to;
  uint64_t number; // no two have the same
} DistinctPayload;

IrAttr ir_attr_distinct(IrAttr refers_to) {
  IrContext *ctx = ir_attr_context(refers_to);
  ir_context_has_aliased(ctx);
  DistinctPayload payload = {refers_to, atomic_fetch_add(&ctx->num_distinct, 1)};
  return ir_unique_attr(ctx, &(IrStorageKey){.kind = IR_ATTR_BASE + IR_ATTR_DISTINCT,
                                             .head = &payload,
                                             .head_bytes = sizeof payload});
}

IrAttr ir_attr_distinct_of(IrAttr distinct) {
  IR_ASSERT(ir_attr_kind(distinct) == IR_ATTR_DISTINCT, "not a distinct attribute");
  return ((const DistinctPayload *)distinct->payload)->refers_to;
}
