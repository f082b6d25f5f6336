// The scf dialect: structured control flow, as in MLIR.
#ifndef DIALECTS_SCF_SCF_H
#define DIALECTS_SCF_SCF_H

#include "ir/edit/rewriter.h"
#include "ir/interfaces/loop.h"

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/scf/scf_ops.def"
#include "ir/core/opdef_end.inc"

extern IR_API const IrDialect scf_dialect;

// The block of region `i`; NULL when the region is empty.
IR_API IrBlock *scf_block(const IrOp *op, size_t i);
// Carried values of a loop: argument and initial value number `i`.
IR_API size_t scf_for_num_carried(const IrOp *loop);
IR_API IrValue *scf_for_carried_arg(const IrOp *loop, size_t i);
IR_API IrValue *scf_for_carried_init(const IrOp *loop, size_t i);
// An empty loop with its block and arguments, without a terminator, at the builder's point.
IR_API IrOp *scf_for_create(IrBuilder *b, IrValue *lower, IrValue *upper, IrValue *step,
                            IrValue *const *inits, size_t n);
// An empty conditional with a block in its first region and, when `with_else` or there are results,
// in its second; no terminators.
IR_API IrOp *scf_if_create(IrBuilder *b, IrValue *condition, const IrType *results, size_t n,
                           bool with_else);

// Bounds and steps of scf.forall, which are numbers or values.  The kinds are operand groups, too.
typedef enum ScfBoundKind { SCF_LOWER, SCF_UPPER, SCF_STEP } ScfBoundKind;
IR_API size_t scf_forall_rank(const IrOp *forall);
IR_API IrBound scf_forall_bound(const IrOp *forall, ScfBoundKind kind, size_t i);
// An scf.forall.in_parallel that combines nothing.
IR_API IrOp *scf_in_parallel_create(IrBuilder *b);

#endif
