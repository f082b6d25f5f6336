// Writing expressions of arith: short builders for passes that make one op out of many.
//
// All insert at the builder's point, with its location.  Types may be scalars or shaped; operands
// of one op have one type.
#ifndef PASSES_ARITH_BUILD_H
#define PASSES_ARITH_BUILD_H

#include "dialects/arith/arith.h"

// Ops without attributes: lhs op rhs of the operands' type, op(in) of the operand's type, and a
// conversion to another type.
IrValue *build_binary(IrBuilder *b, const IrOpDef *op, IrValue *lhs, IrValue *rhs);
IrValue *build_unary(IrBuilder *b, const IrOpDef *op, IrValue *in);
IrValue *build_cast(IrBuilder *b, const IrOpDef *op, IrValue *in, IrType type);

IrValue *build_cmpi(IrBuilder *b, ArithCmpI predicate, IrValue *lhs, IrValue *rhs);
IrValue *build_cmpf(IrBuilder *b, ArithCmpF predicate, IrValue *lhs, IrValue *rhs);
IrValue *build_select(IrBuilder *b, IrValue *condition, IrValue *yes, IrValue *no);

// A constant everywhere in `type`, which build_has_constants must admit.  An integer is cut off to
// its width, a float rounded to its type.
IrValue *build_int(IrBuilder *b, IrType type, int64_t value);
IrValue *build_float(IrBuilder *b, IrType type, double value);
// Whether there are constants of the type: not when an extent is known at run time only.
bool build_has_constants(IrType type);

// The same shape with elements of another type.
IrType build_int_like(IrType type, unsigned width);
IrType build_float_like(IrType type, IrFloatKind kind);

// Of the type or its elements.
bool build_is_float(IrType type, IrFloatKind kind);
unsigned build_width(IrType type);

#endif
