// Elements of run-time values: how many bytes they take, and runs of them as numbers.
//
// A rule does not switch over element types in its inner loop.  It decodes a run of elements into
// an array of float, double or int64_t, computes on that in a plain loop the compiler vectorises,
// and encodes the result, which rounds or wraps once.  Computing f16, bf16, tf32 and fp8 in float
// and rounding at the end gives what hardware gives for one + - * / or square root, because float
// has more than twice their digits.
#ifndef IR_INTERP_ELEMENT_H
#define IR_INTERP_ELEMENT_H

#include "ir/core/type.h"

// Storage formats.  Integers of other widths take the next wider one, sign-extended.
typedef enum IrElementKind {
  IR_ELEMENT_I1, // one byte, 0 or 1
  IR_ELEMENT_I8,
  IR_ELEMENT_I16,
  IR_ELEMENT_I32,
  IR_ELEMENT_I64, // and index
  IR_ELEMENT_F16,
  IR_ELEMENT_BF16,
  IR_ELEMENT_F32,
  IR_ELEMENT_F64,
  IR_ELEMENT_TF32,        // a float whose 13 low bits are zero
  IR_ELEMENT_SMALL_FLOAT, // any format of at most 8 bits, one byte
  IR_ELEMENT_NONE,        // not a number, or one of more than 64 bits
} IrElementKind;

IR_API IrElementKind ir_element_kind(IrType element);
// Bytes an element of `type` takes in a cell and in memory; 0 when it is not a number.  An integer
// of more than 64 bits takes whole words, which only rules that know of them read.
IR_API uint32_t ir_element_bytes(IrType type);
// Bits of an integer element; 64 for index.
IR_API unsigned ir_element_width(IrType element);

// Decoding.  To float: exact but for f64 and wide integers, which round to nearest even.  To int:
// sign-extended from the type's width, i1 as 0 or 1; floats are truncated towards zero.
IR_API void ir_elements_to_float(IrType element, const void *from, int64_t n, float *to);
IR_API void ir_elements_to_double(IrType element, const void *from, int64_t n, double *to);
IR_API void ir_elements_to_int(IrType element, const void *from, int64_t n, int64_t *to);
// Encoding: floats round once, to nearest even; integers wrap to the type's width.
IR_API void ir_elements_from_float(IrType element, const float *from, int64_t n, void *to);
IR_API void ir_elements_from_double(IrType element, const double *from, int64_t n, void *to);
IR_API void ir_elements_from_int(IrType element, const int64_t *from, int64_t n, void *to);

// The integer `value` wrapped to `width` bits and sign-extended (width 1: 0 or 1).
static inline int64_t ir_int_wrap(int64_t value, unsigned width) {
  if (width <= 1) return width ? value & 1 : 0;
  unsigned shift = 64 - width;
  return shift ? (int64_t)((uint64_t)value << shift) >> shift : value;
}
// The same bits as an unsigned number.
static inline uint64_t ir_int_unsigned(int64_t value, unsigned width) {
  return width == 64 ? (uint64_t)value : (uint64_t)value & ((UINT64_C(1) << width) - 1);
}

#endif
