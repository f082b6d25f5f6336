// The LLVM target as the rest of Tegula sees it: a module at thread level goes in, PTX comes out.
//
// Everything that knows LLVM lives in one shared object, libtegula_nvptx.so, opened on first use
// (loader.h), so tools that stop before LLVM start without it and run where it is absent.  The
// object exports one function, `nvptx_target`, which hands out the table below; it resolves ir_*
// from the tool that opened it.
#ifndef TARGETS_NVPTX_NVPTX_H
#define TARGETS_NVPTX_NVPTX_H

#include "ir/core/op.h"

// Raised when the table or the structs below change their meaning.
enum { NVPTX_ABI = 1 };

typedef struct NvptxOptions {
  const char *arch;   // "sm_90a"
  bool debug_lines;   // line tables down to PTX `.loc`
  bool keep_llvm;     // fill NvptxResult.llvm
  const char *passes; // LLVM pass pipeline instead of the default list, or NULL
  const char *tool;   // named in the reproducer's command line, or NULL
} NvptxOptions;

// Time of one phase in seconds.
typedef struct NvptxTime {
  const char *name;
  double seconds;
} NvptxTime;

enum { NVPTX_MAX_TIMES = 8 };

// Free with nvptx_result_free.
typedef struct NvptxResult {
  IrStream llvm; // LLVM IR after LLVM's passes: what code generation reads
  IrStream ptx;
  NvptxTime times[NVPTX_MAX_TIMES]; // in order
  size_t num_times;
} NvptxResult;

// What the shared object offers.
typedef struct NvptxTarget {
  uint32_t size; // sizeof(NvptxTarget)
  uint32_t abi;  // NVPTX_ABI
  const char *llvm_version;
  // Emits every simt.kernel of `module`, runs LLVM's passes and code generation.  The module is not
  // changed.  Any failure, also inside LLVM, is a located diagnostic and IR_FAILED.
  IrStatus (*compile)(IrOp *module, const NvptxOptions *options, NvptxResult *result);
} NvptxTarget;

// The one exported symbol, of type NvptxTargetFn.
#define NVPTX_TARGET_SYMBOL "nvptx_target"
typedef const NvptxTarget *(*NvptxTargetFn)(void);

static inline void nvptx_result_free(NvptxResult *result) {
  ir_stream_free(&result->llvm);
  ir_stream_free(&result->ptx);
}

#endif
