// Declares what vector_ops.def names, and what vector.c and vector_fold.c share.
#ifndef DIALECTS_VECTOR_VECTOR_IMPL_H
#define DIALECTS_VECTOR_VECTOR_IMPL_H

#include "dialects/vector/vector.h"
#include "ir/asm/index_list.h"
#include "ir/interfaces/effects.h"

// For every op, whether it has one or not.
#define OP(id, name, ...) \
  IrStatus id##_parse(IrParser *p, IrOpState *state); \
  void id##_print(IrOp *op, IrPrinter *p); \
  bool id##_infer(IrOpState *state); \
  IrStatus id##_verify(IrOp *op); \
  IrFoldKind id##_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
#include "dialects/vector/vector_ops.def"
#undef OP

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/vector/vector_ops.def"
#include "ir/core/opdef_end.inc"

extern const IrPattern vector_broadcast_of_broadcast, vector_extract_to_broadcast,
    vector_slice_of_splat, vector_insert_slice_of_splat, vector_shuffle_of_splat,
    vector_from_elements_to_broadcast, vector_shape_cast_of_broadcast, vector_transpose_twice,
    vector_transpose_of_splat;

extern const IrTypeConstraint vector_base_constraint; // a memref or tensor
extern const IrAttrConstraint vector_map_constraint, vector_flags_constraint,
    vector_punctuation_constraint;
extern const IrAttrDef vector_punctuation;
extern const IrEffectsInterface vector_transfer_read_effects, vector_transfer_write_effects;
// Of a transfer from or to a tensor, which is no memory.
bool vector_transfer_reads_value(const IrOp *op);
bool vector_transfer_writes_value(const IrOp *op);
// Which dimension of the base dimension `i` of the vector is; -1 where an element is repeated.
int64_t vector_mapped_dim(IrAttr map, size_t i);

// What is left of `vector` after its first `n` dimensions: a vector or an element.
IrType vector_inner_type(IrType vector, size_t n);
// Integer i of an array attribute of integers.
static inline int64_t vector_array_int(IrAttr array, size_t i) {
  return ir_attr_int(ir_attr_at(array, i));
}

#endif
