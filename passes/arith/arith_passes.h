// Passes on arithmetic; see arith_passes.def.
#ifndef PASSES_ARITH_ARITH_PASSES_H
#define PASSES_ARITH_ARITH_PASSES_H

#include "ir/pass/analysis.h"

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
#include "passes/arith/arith_passes.def"
#include "ir/pass/passdef_end.inc"

// NULL-terminated.
extern const IrPassDef *const arith_passes[];

IrStatus arith_expand_run(IrPassRun *run, IrOp *root);
IrStatus arith_expand_for_gpu_run(IrPassRun *run, IrOp *root);
IrStatus arith_emulate_wide_int_run(IrPassRun *run, IrOp *root);
IrStatus arith_int_range_narrowing_run(IrPassRun *run, IrOp *root);
IrStatus arith_int_range_optimizations_run(IrPassRun *run, IrOp *root);
IrStatus arith_unsigned_when_equivalent_run(IrPassRun *run, IrOp *root);

#endif
