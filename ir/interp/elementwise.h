// Rules of elementwise ops: a loop over plain arrays of numbers is all such an op has to bring.
//
//   static const char *add(const int64_t *const *in, int64_t *out, int n, unsigned width) {
//     for (int i = 0; i < n; i++) out[i] = in[0][i] + in[1][i];
//     return NULL;
//   }
//   IrStep arith_addi_interp(IrInterp *interp, IrOp *op) { return ir_map_int(interp, op, add); }
//
// Operands and results are cut into pieces that stay in the first-level cache, decoded, handed to
// the loop, and encoded, which wraps or rounds.
#ifndef IR_INTERP_ELEMENTWISE_H
#define IR_INTERP_ELEMENTWISE_H

#include "ir/interp/interp.h"

enum { IR_MAP_PIECE = 256, IR_MAP_MAX_OPERANDS = 3 };

// Loops get up to IR_MAP_PIECE elements of each operand.  They return NULL or what is wrong with an
// element, which becomes an error where the element's lane is active.  Integers come sign-extended
// from `width` bits (i1: 0 or 1) and may leave unwrapped.
typedef const char *(*IrIntLoop)(const int64_t *const *in, int64_t *out, int n, unsigned width);
typedef const char *(*IrFloatLoop)(const float *const *in, float *out, int n);
typedef const char *(*IrDoubleLoop)(const double *const *in, double *out, int n);
// Comparisons leave 0 or 1.
typedef void (*IrIntTest)(const int64_t *const *in, int8_t *out, int n, unsigned width);
typedef void (*IrFloatTest)(const double *const *in, int8_t *out, int n);

// All operands and the result are integers; `width` is the operands'.
IR_API IrStep ir_map_int(IrInterp *interp, IrOp *op, IrIntLoop loop);
// All operands and the result are floats: `single` computes all types but f64.
IR_API IrStep ir_map_float(IrInterp *interp, IrOp *op, IrFloatLoop single, IrDoubleLoop wide);
// In double throughout, rounded once at the end.
IR_API IrStep ir_map_double(IrInterp *interp, IrOp *op, IrDoubleLoop loop);
// The result is i1.
IR_API IrStep ir_map_int_test(IrInterp *interp, IrOp *op, IrIntTest test);
IR_API IrStep ir_map_float_test(IrInterp *interp, IrOp *op, IrFloatTest test);
// A conversion between element types, by way of double (exact, then rounded once), int64_t, or
// from one to the other.
IR_API IrStep ir_map_convert(IrInterp *interp, IrOp *op);

#endif
