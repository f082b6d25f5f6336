// Opens libtegula_nvptx.so, which holds LLVM, on first use.
//
// It is looked for in this order: $TEGULA_NVPTX_LIB, ../lib beside the tool's own directory, the
// tool's own directory.  The library stays open until the process ends: LLVM does not unload.
#ifndef TARGETS_NVPTX_LOADER_H
#define TARGETS_NVPTX_LOADER_H

#include "targets/nvptx/nvptx.h"

// The target's table; NULL after a diagnostic that names the files tried.
IR_API const NvptxTarget *nvptx_load(IrContext *ctx);

#endif
