// Passes on functions of math; see math_passes.def.
#ifndef PASSES_MATH_MATH_PASSES_H
#define PASSES_MATH_MATH_PASSES_H

#include "ir/edit/rewriter.h"
#include "ir/pass/pass.h"

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
#include "passes/math/math_passes.def"
#include "ir/pass/passdef_end.inc"

// NULL-terminated.
extern const IrPassDef *const math_passes[];

IrStatus math_expand_ops_run(IrPassRun *run, IrOp *root);
IrStatus math_extend_run(IrPassRun *run, IrOp *root);
IrStatus math_expand_for_gpu_run(IrPassRun *run, IrOp *root);
IrStatus math_sincos_fusion_run(IrPassRun *run, IrOp *root);
IrStatus math_uplift_to_fma_run(IrPassRun *run, IrOp *root);

// Applies patterns, folds, and simplifies regions until nothing changes; adds up rewrites.
IrStatus math_rewrite_greedily(IrOp *root, const IrPattern *const *patterns, size_t n,
                               uint64_t *rewrites);

#endif
