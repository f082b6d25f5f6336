// Assembling PTX to a cubin with NVIDIA's ptxas, and disassembling it, when they are installed.
//
// Both are looked for in $PATH, $CUDA_HOME/bin, $CUDA_PATH/bin and /usr/local/cuda/bin.
#ifndef TARGETS_NVPTX_PTXAS_H
#define TARGETS_NVPTX_PTXAS_H

#include "ir/support/diag.h"

// Full path of a tool of the CUDA toolkit, appended to `path`; false when there is none.
bool nvptx_find_tool(const char *name, IrStream *path);

// Assembles `ptx` for `arch` and appends the cubin to `cubin`.  ptxas's errors become diagnostics
// at `loc`; register spills become warnings.
IR_CHECKED IrStatus nvptx_assemble(IrContext *ctx, IrLoc loc, const char *arch, IrStr ptx,
                                   IrStream *cubin);

// Appends the SASS of `cubin`; false, silently, when nvdisasm is not installed or fails.
bool nvptx_disassemble(IrStr cubin, IrStream *sass);

#endif
