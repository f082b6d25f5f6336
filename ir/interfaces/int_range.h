// Integer ranges: the bounds between which an op's results lie, from those of its operands.
//
//   static void min_range(const IrOp *op, const IrIntRange *in, IrIntRange *out) {
//     out[0] = ir_int_range_signed(min(in[0].smin, in[1].smin), min(in[0].smax, in[1].smax),
//                                  out[0].width);
//   }
//   static const IrIntRangeInterface my_min_range = {sizeof my_min_range, min_range};
//
// Of a vector or tensor a range holds for every element.  The analysis that asks is
// ir/analysis/int_range.h.
#ifndef IR_INTERFACES_INT_RANGE_H
#define IR_INTERFACES_INT_RANGE_H

#include "ir/core/opdef.h"

// Both readings of the same bits: smin <= value <= smax as a signed number and umin <= value <=
// umax as an unsigned one.  Signed bounds are sign-extended from `width` bits, also those of one
// bit.
typedef struct IrIntRange {
  int64_t smin, smax;
  uint64_t umin, umax;
  uint32_t width; // 1 to 64; 0: nothing is known of it, for no value has arrived
} IrIntRange;

typedef struct IrIntRangeInterface {
  uint32_t size; // sizeof(IrIntRangeInterface)
  // Narrows the ranges of results, which come in as everything that their type can hold, or with
  // width 0 where the type holds no integers of at most 64 bits; so do those of operands.
  void (*infer)(const IrOp *op, const IrIntRange *operands, IrIntRange *results);
  // Also called while some operands have not arrived (width 0); a result it leaves at width 0 has
  // not arrived either.
  bool partial;
} IrIntRangeInterface;
extern IR_API const IrInterface ir_int_range_interface;

IR_API bool ir_op_has_int_range(const IrOp *op);
// Calls `infer` of an op that has it.
IR_API void ir_op_int_range(const IrOp *op, const IrIntRange *operands, IrIntRange *results);
IR_API bool ir_op_int_range_is_partial(const IrOp *op);

// Bits of the numbers in a value of `type`: of an integer or index, or the elements of a shaped
// type; 0 when they are none or wider than 64.
IR_API uint32_t ir_int_range_width(IrType type);
IR_API IrIntRange ir_int_range_full(uint32_t width);
IR_API IrIntRange ir_int_range_constant(int64_t value, uint32_t width);
// Between signed or unsigned bounds, which fit `width`; the other reading follows from them.  An
// empty range (min > max) gives everything.
IR_API IrIntRange ir_int_range_signed(int64_t min, int64_t max, uint32_t width);
IR_API IrIntRange ir_int_range_unsigned(uint64_t min, uint64_t max, uint32_t width);
// What lies in either; a range of width 0 adds nothing.
IR_API IrIntRange ir_int_range_union(IrIntRange a, IrIntRange b);
// What lies in both; `a` when that is nothing.
IR_API IrIntRange ir_int_range_intersect(IrIntRange a, IrIntRange b);
IR_API bool ir_int_range_equal(IrIntRange a, IrIntRange b);
IR_API bool ir_int_range_is_constant(IrIntRange range, int64_t *value); // sign-extended
// Of the elements of an integer or dense constant; width 0 for another one.
IR_API IrIntRange ir_int_range_of_attr(IrAttr constant);

// Bounds of a width.
static inline int64_t ir_int_range_smin(uint32_t width) {
  return (int64_t)(UINT64_MAX << (width - 1));
}
static inline int64_t ir_int_range_smax(uint32_t width) {
  return (int64_t) ~(UINT64_MAX << (width - 1));
}
static inline uint64_t ir_int_range_umax(uint32_t width) {
  return UINT64_MAX >> (64 - width);
}

#endif
