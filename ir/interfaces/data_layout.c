#include "ir/interfaces/data_layout.h"

#include "ir/core/op_impl.h"

#define ATTRIBUTE "builtin.data_layout"

const IrInterface ir_data_layout_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_OTHER,
    .name = "data-layout",
    .summary = "size and alignment of a type in memory",
    .table_size = sizeof(IrDataLayoutInterface),
};

unsigned ir_index_bits(const IrOp *scope) {
  for (; scope; scope = ir_op_parent(scope)) {
    IrAttr spec = ir_attr_get_str(ir_op_discardable(scope), ATTRIBUTE);
    IrAttr index =
        spec && ir_attr_kind(spec) == IR_ATTR_DICT ? ir_attr_get_str(spec, "index") : NULL;
    if (index && ir_attr_kind(index) == IR_ATTR_INTEGER) return (unsigned)ir_attr_int(index);
  }
  return 64;
}

IrStatus ir_data_layout_verify(const IrOp *op) {
  IrAttr spec = ir_attr_get_str(ir_op_discardable(op), ATTRIBUTE);
  if (!spec) return IR_OK;
  if (ir_attr_kind(spec) != IR_ATTR_DICT)
    return ir_op_error(op, "'" ATTRIBUTE "' must be a dictionary, but got {}", spec);
  for (size_t i = 0; i < ir_attr_count(spec); i++) {
    IrNamedAttr entry = ir_attr_entry(spec, i);
    IrStr name = ir_ident_str(entry.name);
    if (!ir_str_is(name, "index"))
      return ir_op_error(op, "'" ATTRIBUTE "' knows 'index', not '{}'", name);
    int64_t bits = ir_attr_kind(entry.value) == IR_ATTR_INTEGER ? ir_attr_int(entry.value) : 0;
    if (bits != 32 && bits != 64)
      return ir_op_error(op, "'index' of '" ATTRIBUTE "' must be 32 or 64, but got {}",
                         entry.value);
  }
  return IR_OK;
}

static uint64_t power_of_two_above(uint64_t bytes) {
  uint64_t align = 1;
  while (align < bytes) align *= 2;
  return align;
}

static bool scalar(uint64_t bits, IrDataLayout *layout) {
  uint64_t bytes = (bits + 7) / 8;
  *layout = (IrDataLayout){bytes * 8, power_of_two_above(bytes)};
  return true;
}

// Elements one after another; a vector is aligned as a whole, memory as its element.
static bool shaped(IrType type, const IrOp *scope, IrDataLayout *layout) {
  int64_t n = ir_type_num_elements(type);
  if (n < 0 || !ir_type_data_layout(ir_type_element(type), scope, layout)) return false;
  if (n && layout->bits > UINT64_MAX / (uint64_t)n) return false;
  layout->bits *= (uint64_t)n;
  if (ir_type_kind(type) == IR_TYPE_VECTOR) layout->align = power_of_two_above(layout->bits / 8);
  return true;
}

static bool of_dialect(IrType type, const IrOp *scope, IrDataLayout *layout) {
  const IrDataLayoutInterface *table = ir_type_interface(type, &ir_data_layout_interface);
  return table && table->layout && table->layout(type, scope, layout);
}

bool ir_type_data_layout(IrType type, const IrOp *scope, IrDataLayout *layout) {
  switch (ir_type_kind(type)) {
  case IR_TYPE_INTEGER:
  case IR_TYPE_FLOAT:
    return scalar(ir_type_width(type), layout);
  case IR_TYPE_INDEX:
    return scalar(ir_index_bits(scope), layout);
  case IR_TYPE_VECTOR:
    return shaped(type, scope, layout);
  case IR_TYPE_MEMREF:
    return !ir_type_layout(type) && shaped(type, scope, layout);
  case IR_TYPE_DIALECT:
    return of_dialect(type, scope, layout);
  default:
    return false;
  }
}
