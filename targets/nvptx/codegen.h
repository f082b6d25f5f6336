// Private: LLVM's part of the work, from an LLVM module to PTX.
#ifndef TARGETS_NVPTX_CODEGEN_H
#define TARGETS_NVPTX_CODEGEN_H

#include <llvm-c/TargetMachine.h>
#include <stdio.h>
#include <sys/types.h>

#include "targets/nvptx/nvptx.h"

// A code generator for `arch`, or NULL with LLVM's words in `error`.  Free with
// LLVMDisposeTargetMachine.
LLVMTargetMachineRef nvptx_create_machine(const char *arch, IrStream *error);

// The default list of LLVM passes; docs/llvm.md says why these.
extern const char nvptx_default_passes[];

// A module on its way to PTX, in a child process.
typedef struct NvptxJob {
  IrOp *root; // the simt.kernel it is of, or the module of several
  LLVMModuleRef module;
  pid_t pid;
  int fd;    // the child's records
  FILE *log; // its standard error: a file of no name
} NvptxJob;

// Starts `options->passes` or the default list and code generation over `module`, which has to stay
// until nvptx_finish.  A job started must be finished.
IR_CHECKED IrStatus nvptx_start(IrOp *root, LLVMModuleRef module, LLVMTargetMachineRef machine,
                                const NvptxOptions *options, NvptxJob *job);
// Waits for a job and takes its result: texts, and the times of passes and code generation.  What
// went wrong is a diagnostic at the kernel at fault.
IR_CHECKED IrStatus nvptx_finish(NvptxJob *job, LLVMTargetMachineRef machine,
                                 const NvptxOptions *options, NvptxResult *result);
// Adds a time, if there is room.
void nvptx_add_time(NvptxResult *result, const char *name, double seconds);

#endif
