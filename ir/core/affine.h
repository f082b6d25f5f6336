// Affine expressions, maps and sets: index arithmetic as data.  A map such as
//
//   affine_map<(d0, d1)[s0] -> (d0 + s0, d1 floordiv 4)>
//
// says how indices (dimensions d0, d1, ...) and values fixed before a loop starts (symbols s0, ...)
// give other indices.  Expressions are immutable, uniqued in the context and compared by pointer.
// Building one simplifies it by the rules that MLIR builds with (constants fold where the result
// fits and go to the right, sums of constants meet, ...), so equal maps of the two print equally.
#ifndef IR_CORE_AFFINE_H
#define IR_CORE_AFFINE_H

#include "ir/core/attr.h"

typedef const struct IrAffineStorage *IrAffine;

typedef enum IrAffineKind {
  IR_AFFINE_CONSTANT,
  IR_AFFINE_DIM,
  IR_AFFINE_SYMBOL,
  IR_AFFINE_ADD,
  IR_AFFINE_MUL, // one side is symbolic or constant; it stands on the right
  IR_AFFINE_MOD, // of a positive right side: 0 <= result < right
  IR_AFFINE_FLOORDIV,
  IR_AFFINE_CEILDIV,
} IrAffineKind;

IR_API IrAffine ir_affine_constant(IrContext *ctx, int64_t value);
IR_API IrAffine ir_affine_dim(IrContext *ctx, uint32_t number);
IR_API IrAffine ir_affine_symbol(IrContext *ctx, uint32_t number);
// `kind` from IR_AFFINE_ADD on.  A product of two expressions with dimensions is no affine
// expression: the caller has checked ir_affine_is_symbolic of one side.
IR_API IrAffine ir_affine_binary(IrAffineKind kind, IrAffine lhs, IrAffine rhs);

IR_API IrAffineKind ir_affine_kind(IrAffine expr);
IR_API IrContext *ir_affine_context(IrAffine expr);
// Value of a constant, number of a dimension or symbol.
IR_API int64_t ir_affine_value(IrAffine expr);
IR_API IrAffine ir_affine_lhs(IrAffine binary);
IR_API IrAffine ir_affine_rhs(IrAffine binary);
// Made of symbols and constants alone.
IR_API bool ir_affine_is_symbolic(IrAffine expr);
// How deep operations nest; a sum of n terms is n - 1 deep.  What works on expressions recurses, so
// text is refused beyond IR_MAX_AFFINE_DEPTH, and who builds them keeps to that.
enum { IR_MAX_AFFINE_DEPTH = 1000 };
IR_API uint32_t ir_affine_depth(IrAffine expr);
// The largest number known to divide every value of `expr`; 0 for the constant 0.
IR_API int64_t ir_affine_divisor(IrAffine expr);
// Value at a point; false when it divides by zero, takes a remainder of a number
// that is not positive, or leaves 64 bits.
IR_API bool ir_affine_evaluate(IrAffine expr, const int64_t *dims, const int64_t *symbols,
                               int64_t *value);

// A map as an attribute: `results` over `num_dims` dimensions and `num_symbols` symbols.
IR_API IrAttr ir_attr_affine_map(IrContext *ctx, uint32_t num_dims, uint32_t num_symbols,
                                 const IrAffine *results, size_t n);
// (d0, ..., dn-1) -> (d0, ..., dn-1)
IR_API IrAttr ir_attr_identity_map(IrContext *ctx, uint32_t n);
IR_API bool ir_attr_map_is_identity(IrAttr map);
// Stride of each dimension and the offset of a map with one result that is a linear function of
// the dimensions; what depends on symbols is IR_DYNAMIC.  False for any other map.
IR_API bool ir_attr_map_strides(IrAttr map, int64_t *strides, int64_t *offset);
// A set of points: where each `constraint` is zero (`equal[i]`) or not negative.
IR_API IrAttr ir_attr_integer_set(IrContext *ctx, uint32_t num_dims, uint32_t num_symbols,
                                  const IrAffine *constraints, const bool *equal, size_t n);
// Of a map or a set.
IR_API uint32_t ir_attr_num_dims(IrAttr map_or_set);
IR_API uint32_t ir_attr_num_symbols(IrAttr map_or_set);
IR_API size_t ir_attr_num_exprs(IrAttr map_or_set);
IR_API IrAffine ir_attr_expr(IrAttr map_or_set, size_t i);
IR_API bool ir_attr_is_equality(IrAttr set, size_t i);

#endif
