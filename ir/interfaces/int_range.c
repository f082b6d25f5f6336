#include "ir/interfaces/int_range.h"

#include "ir/core/op_impl.h"

const IrInterface ir_int_range_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_INT_RANGE,
    .name = "int-range",
    .summary = "between which bounds the results of integer ops lie",
    .table_size = sizeof(IrIntRangeInterface),
};

static const IrIntRangeInterface *table_of(const IrOp *op) {
  const IrIntRangeInterface *table = op->info->interfaces[IR_INTERFACE_INT_RANGE];
  return table && table->infer ? table : NULL;
}

bool ir_op_has_int_range(const IrOp *op) {
  return table_of(op) != NULL;
}

void ir_op_int_range(const IrOp *op, const IrIntRange *operands, IrIntRange *results) {
  table_of(op)->infer(op, operands, results);
}

bool ir_op_int_range_is_partial(const IrOp *op) {
  return table_of(op)->partial;
}

uint32_t ir_int_range_width(IrType type) {
  IrType element = ir_type_is_shaped(type) ? ir_type_element(type) : type;
  if (ir_type_kind(type) == IR_TYPE_MEMREF) return 0; // its elements may change
  if (ir_type_kind(element) == IR_TYPE_INDEX) return 64;
  if (ir_type_kind(element) != IR_TYPE_INTEGER) return 0;
  unsigned width = ir_type_width(element);
  return width <= 64 ? width : 0;
}

IrIntRange ir_int_range_full(uint32_t width) {
  if (width == 0) return (IrIntRange){0};
  return (IrIntRange){ir_int_range_smin(width), ir_int_range_smax(width), 0,
                      ir_int_range_umax(width), width};
}

static int64_t sign_extend(uint64_t bits, uint32_t width) {
  return (int64_t)(bits << (64 - width)) >> (64 - width);
}

IrIntRange ir_int_range_constant(int64_t value, uint32_t width) {
  uint64_t bits = (uint64_t)value & ir_int_range_umax(width);
  int64_t number = sign_extend(bits, width);
  return (IrIntRange){number, number, bits, bits, width};
}

// Signed bounds on one side of zero are unsigned bounds in the same order.
IrIntRange ir_int_range_signed(int64_t min, int64_t max, uint32_t width) {
  IrIntRange range = ir_int_range_full(width);
  if (min > max) return range;
  range.smin = min, range.smax = max;
  if ((min < 0) == (max < 0)) {
    range.umin = (uint64_t)min & ir_int_range_umax(width);
    range.umax = (uint64_t)max & ir_int_range_umax(width);
  }
  return range;
}

IrIntRange ir_int_range_unsigned(uint64_t min, uint64_t max, uint32_t width) {
  IrIntRange range = ir_int_range_full(width);
  if (min > max) return range;
  range.umin = min, range.umax = max;
  int64_t low = sign_extend(min, width), high = sign_extend(max, width);
  if ((low < 0) == (high < 0)) range.smin = low, range.smax = high;
  return range;
}

IrIntRange ir_int_range_union(IrIntRange a, IrIntRange b) {
  if (a.width == 0) return b;
  if (b.width == 0) return a;
  a.smin = a.smin < b.smin ? a.smin : b.smin;
  a.smax = a.smax > b.smax ? a.smax : b.smax;
  a.umin = a.umin < b.umin ? a.umin : b.umin;
  a.umax = a.umax > b.umax ? a.umax : b.umax;
  return a;
}

IrIntRange ir_int_range_intersect(IrIntRange a, IrIntRange b) {
  if (a.width == 0 || b.width == 0) return a.width ? a : b;
  IrIntRange both = a;
  if (b.smin > both.smin) both.smin = b.smin;
  if (b.smax < both.smax) both.smax = b.smax;
  if (b.umin > both.umin) both.umin = b.umin;
  if (b.umax < both.umax) both.umax = b.umax;
  return both.smin <= both.smax && both.umin <= both.umax ? both : a;
}

bool ir_int_range_equal(IrIntRange a, IrIntRange b) {
  return a.smin == b.smin && a.smax == b.smax && a.umin == b.umin && a.umax == b.umax &&
         a.width == b.width;
}

bool ir_int_range_is_constant(IrIntRange range, int64_t *value) {
  if (range.width == 0 || (range.smin != range.smax && range.umin != range.umax)) return false;
  *value = range.smin == range.smax ? range.smin : sign_extend(range.umin, range.width);
  return true;
}

enum { MAX_ELEMENTS = 1 << 16 }; // larger dense constants count as unknown

IrIntRange ir_int_range_of_attr(IrAttr constant) {
  IrType type = constant ? ir_attr_type(constant) : NULL;
  uint32_t width = type ? ir_int_range_width(type) : 0;
  if (width == 0) return (IrIntRange){0};
  if (ir_attr_kind(constant) == IR_ATTR_INTEGER)
    return ir_int_range_constant(ir_attr_int(constant), width);
  if (ir_attr_kind(constant) != IR_ATTR_DENSE) return ir_int_range_full(width);
  int64_t n = ir_attr_is_splat(constant) ? 1 : ir_type_num_elements(type);
  if (n < 1 || n > MAX_ELEMENTS) return ir_int_range_full(width);
  IrIntRange all = {0};
  for (int64_t i = 0; i < n; i++) {
    int64_t element = ir_attr_int(ir_attr_dense_at(constant, i));
    all = ir_int_range_union(all, ir_int_range_constant(element, width));
  }
  return all;
}
