// Passes from one level to the next; see lower_passes.def.
#ifndef PASSES_LOWER_LOWER_PASSES_H
#define PASSES_LOWER_LOWER_PASSES_H

#include "ir/pass/pass.h"

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
#include "passes/lower/lower_passes.def"
#include "ir/pass/passdef_end.inc"

// NULL-terminated.
extern const IrPassDef *const lower_passes[];

IrStatus tile_to_thread_run(IrPassRun *run, IrOp *kernel);
IrStatus arith_emulate_floats_run(IrPassRun *run, IrOp *root);
IrStatus simt_dependent_launch_run(IrPassRun *run, IrOp *kernel);
IrStatus convert_scf_to_cf_run(IrPassRun *run, IrOp *root);
IrStatus scf_for_to_while_run(IrPassRun *run, IrOp *root);
IrStatus scf_forall_to_for_run(IrPassRun *run, IrOp *root);
IrStatus scf_parallel_to_for_run(IrPassRun *run, IrOp *root);
IrStatus scf_forall_to_parallel_run(IrPassRun *run, IrOp *root);

#endif
