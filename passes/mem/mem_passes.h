// Passes on memory accesses of laid-out kernels; see mem_passes.def.
#ifndef PASSES_MEM_MEM_PASSES_H
#define PASSES_MEM_MEM_PASSES_H

#include "ir/pass/pass.h"

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
#include "passes/mem/mem_passes.def"
#include "ir/pass/passdef_end.inc"

// NULL-terminated.
extern const IrPassDef *const mem_passes[];

IrStatus mem_vectorize_run(IrPassRun *run, IrOp *kernel);
IrStatus mem_async_copy_run(IrPassRun *run, IrOp *kernel);
IrStatus mem_multicast_run(IrPassRun *run, IrOp *module);
IrStatus mem_async_store_run(IrPassRun *run, IrOp *kernel);
IrStatus mem_channels_run(IrPassRun *run, IrOp *kernel);
IrStatus mem_check_channels_run(IrPassRun *run, IrOp *kernel);
IrStatus mem_chunk_run(IrPassRun *run, IrOp *kernel);
IrStatus mem_barriers_run(IrPassRun *run, IrOp *kernel);

#endif
