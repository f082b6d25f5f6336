// The arith dialect: integer and floating-point arithmetic, as in MLIR.
#ifndef DIALECTS_ARITH_ARITH_H
#define DIALECTS_ARITH_ARITH_H

#include "ir/edit/rewriter.h"

extern IR_API const IrAttrConstraint arith_overflow_constraint;       // #arith.overflow<...>
extern IR_API const IrAttrConstraint arith_fastmath_constraint;       // #arith.fastmath<...>
extern IR_API const IrAttrConstraint arith_cmpi_predicate_constraint; // i64, prints as a word
extern IR_API const IrAttrConstraint arith_cmpf_predicate_constraint;
extern IR_API const IrAttrConstraint arith_rounding_constraint; // i32, prints as a word
extern IR_API const IrTypeConstraint arith_index_cast_type;     // integer-like, or a memref of such
extern IR_API const IrTypeConstraint arith_bitcast_type; // the same with floats, without index

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/arith/arith_ops.def"
#include "ir/core/opdef_end.inc"

extern IR_API const IrDialect arith_dialect;
extern IR_API const IrAttrDef arith_overflow;
extern IR_API const IrAttrDef arith_fastmath;

// Values of the attribute `predicate` of arith.cmpi, in MLIR's order.
typedef enum ArithCmpI {
  ARITH_EQ,
  ARITH_NE,
  ARITH_SLT,
  ARITH_SLE,
  ARITH_SGT,
  ARITH_SGE,
  ARITH_ULT,
  ARITH_ULE,
  ARITH_UGT,
  ARITH_UGE,
} ArithCmpI;

// The same for arith.cmpf: O.. is false and U.. is true when an operand is NaN.
typedef enum ArithCmpF {
  ARITH_F_FALSE,
  ARITH_F_OEQ,
  ARITH_F_OGT,
  ARITH_F_OGE,
  ARITH_F_OLT,
  ARITH_F_OLE,
  ARITH_F_ONE,
  ARITH_F_ORD,
  ARITH_F_UEQ,
  ARITH_F_UGT,
  ARITH_F_UGE,
  ARITH_F_ULT,
  ARITH_F_ULE,
  ARITH_F_UNE,
  ARITH_F_UNO,
  ARITH_F_TRUE,
} ArithCmpF;

// Values of the attribute `roundingmode`, in MLIR's order.
typedef enum ArithRounding {
  ARITH_TO_NEAREST_EVEN, // the meaning of an absent attribute
  ARITH_DOWNWARD,
  ARITH_UPWARD,
  ARITH_TOWARD_ZERO,
  ARITH_TO_NEAREST_AWAY,
} ArithRounding;
IR_API ArithRounding arith_rounding(IrAttr attr); // of an attribute that may be NULL
// `value` rounded to the float type: what converting it gives.
IR_API double arith_round_float(IrType type, ArithRounding mode, double value);

// Attribute for `.predicate` of BUILD(b, arith_cmpi, ...) and cmpf.
IR_API IrAttr arith_predicate(IrContext *ctx, int predicate);
// `a` and `b` are sign-extended from `width` bits.
IR_API bool arith_compare_ints(ArithCmpI predicate, int64_t a, int64_t b, unsigned width);
IR_API bool arith_compare_floats(ArithCmpF predicate, double a, double b);
// The predicate that says the same with the operands swapped, and the one that says the opposite.
IR_API ArithCmpI arith_cmpi_swapped(ArithCmpI predicate);
IR_API ArithCmpI arith_cmpi_inverted(ArithCmpI predicate);

enum { ARITH_NSW = 1, ARITH_NUW = 2 };
enum {
  ARITH_REASSOC = 1,
  ARITH_NNAN = 2,
  ARITH_NINF = 4,
  ARITH_NSZ = 8,
  ARITH_ARCP = 16,
  ARITH_CONTRACT = 32,
  ARITH_AFN = 64,
  ARITH_FAST = 127,
};
// NULL for 0, which is the meaning of an absent attribute.
IR_API IrAttr arith_overflow_attr(IrContext *ctx, unsigned flags);
IR_API IrAttr arith_fastmath_attr(IrContext *ctx, unsigned flags);
// Flags of an attribute that may be NULL.
IR_API unsigned arith_overflow_flags(IrAttr attr);
IR_API unsigned arith_fastmath_flags(IrAttr attr);

// A number everywhere in `type` (a scalar, or a shaped type of static extents): for folds.  NULL
// when an extent is dynamic.
IR_API IrAttr arith_int_attr(IrType type, int64_t value);
IR_API IrAttr arith_float_attr(IrType type, double value);
// A constant op of that number at the builder's point; `type` has static extents.
IR_API IrValue *arith_int_constant(IrBuilder *b, IrType type, int64_t value);
IR_API IrValue *arith_index_constant(IrBuilder *b, int64_t value);
// i1, shaped as `type` is.
IR_API IrType arith_bool_like(IrType type);

// ---- Constant evaluation, elementwise: what folders of arith and math are made of. ----

typedef union ArithNumber {
  int64_t i; // sign-extended from its width (1 bit: 0 or 1)
  double f;
} ArithNumber;

// What an evaluation works on: element types and widths of the first operand and of the result.
typedef struct ArithTypes {
  IrType in, out;
  unsigned in_width, out_width;
} ArithTypes;

// One element; false when the result is undefined, and nothing folds then.  An integer result is
// wrapped to its width and a float rounded to its type by the caller.
typedef bool (*ArithEval)(const ArithTypes *types, const ArithNumber *in, ArithNumber *out);

// The constant `eval` gives for constant operands (an entry may be NULL), of type `type`; NULL when
// there is none.  Scalars among shaped operands count for every element.  Poison gives poison.
IR_API IrAttr arith_evaluate(ArithEval eval, const IrAttr *operands, size_t n, IrType type);
// Wraps a result for IrOpDef.fold: IR_FOLD_VALUES when `attr` is not NULL.
IR_API IrFoldKind arith_fold_constant(IrFolded *result, IrAttr attr);
IR_API IrFoldKind arith_fold_value(IrFolded *result, IrValue *value);

#endif
