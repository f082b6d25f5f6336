// Passes on tile-level kernels; see tile_passes.def.
#ifndef PASSES_TILE_TILE_PASSES_H
#define PASSES_TILE_TILE_PASSES_H

#include "ir/pass/pass.h"

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
#include "passes/tile/tile_passes.def"
#include "ir/pass/passdef_end.inc"

// NULL-terminated.
extern const IrPassDef *const tile_passes[];

IrStatus tile_set_target_run(IrPassRun *run, IrOp *module);
IrStatus tile_expand_random_run(IrPassRun *run, IrOp *root);
IrStatus tile_expand_map_run(IrPassRun *run, IrOp *kernel);
IrStatus strip_asserts_run(IrPassRun *run, IrOp *root);
IrStatus tile_versions_run(IrPassRun *run, IrOp *module);
IrStatus tile_stage_run(IrPassRun *run, IrOp *kernel);
IrStatus tc_select_run(IrPassRun *run, IrOp *kernel);
IrStatus tc_late_wait_run(IrPassRun *run, IrOp *kernel);
IrStatus tile_layout_run(IrPassRun *run, IrOp *kernel);
IrStatus tile_persistent_run(IrPassRun *run, IrOp *kernel);
IrStatus tile_remove_conversions_run(IrPassRun *run, IrOp *kernel);
IrStatus tile_warp_specialize_run(IrPassRun *run, IrOp *kernel);
IrStatus tile_pipeline_run(IrPassRun *run, IrOp *kernel);

#endif
