// Passes that know no dialect; passes.def lists them.
#ifndef PASSES_GENERIC_GENERIC_H
#define PASSES_GENERIC_GENERIC_H

#include "ir/pass/analysis.h"

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
#include "passes/generic/passes.def"
#include "ir/pass/passdef_end.inc"

IR_CHECKED IrStatus pass_register_generic(IrContext *ctx);

// Defined one a file, named in the table.
IrStatus canonicalize_run(IrPassRun *run, IrOp *op);
IrStatus cse_run(IrPassRun *run, IrOp *op);
IrStatus dce_run(IrPassRun *run, IrOp *op);
IrStatus duplicate_functions_run(IrPassRun *run, IrOp *op);
IrStatus remove_dead_values_run(IrPassRun *run, IrOp *op);
IrStatus inline_run(IrPassRun *run, IrOp *op);
IrStatus print_callgraph_run(IrPassRun *run, IrOp *op);
IrStatus mem2reg_run(IrPassRun *run, IrOp *op);
IrStatus print_liveness_run(IrPassRun *run, IrOp *root);
IrStatus print_alias_run(IrPassRun *run, IrOp *root);
IrStatus control_flow_sink_run(IrPassRun *run, IrOp *op);
IrStatus print_op_stats_run(IrPassRun *run, IrOp *op);
IrStatus strip_debuginfo_run(IrPassRun *run, IrOp *op);
IrStatus symbol_privatize_run(IrPassRun *run, IrOp *op);
IrStatus topological_sort_run(IrPassRun *run, IrOp *op);
IrStatus simplify_cfg_run(IrPassRun *run, IrOp *op);
IrStatus symbol_dce_run(IrPassRun *run, IrOp *op);
IrStatus licm_run(IrPassRun *run, IrOp *op);
IrStatus reconcile_casts_run(IrPassRun *run, IrOp *op);
IrStatus sccp_run(IrPassRun *run, IrOp *op);

#endif
