// Passes on loops of scf; see scf_passes.def.
#ifndef PASSES_SCF_SCF_PASSES_H
#define PASSES_SCF_SCF_PASSES_H

#include "ir/pass/pass.h"

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
#include "passes/scf/scf_passes.def"
#include "ir/pass/passdef_end.inc"

// NULL-terminated.
extern const IrPassDef *const scf_passes[];

IrStatus scf_for_loop_range_folding_run(IrPassRun *run, IrOp *root);
IrStatus scf_loop_unroll_run(IrPassRun *run, IrOp *root);
IrStatus scf_parallel_loop_fusion_run(IrPassRun *run, IrOp *root);

#endif
