// Private: LLVM's part of the work, from an LLVM module to PTX.
#ifndef TARGETS_NVPTX_CODEGEN_H
#define TARGETS_NVPTX_CODEGEN_H

#include <llvm-c/TargetMachine.h>

#include "targets/nvptx/nvptx.h"

// A code generator for `arch`, or NULL with LLVM's words in `error`.  Free with
// LLVMDisposeTargetMachine.
LLVMTargetMachineRef nvptx_create_machine(const char *arch, IrStream *error);

// The default list of LLVM passes; docs/llvm.md says why these.
extern const char nvptx_default_passes[];

// Runs `options->passes` or the default list and code generation over `module`, in a child process.
// What goes wrong there is a diagnostic at the kernel at fault (`root` holds the simt.kernel ops).
IR_CHECKED IrStatus nvptx_generate(IrOp *root, LLVMModuleRef module, LLVMTargetMachineRef machine,
                                   const NvptxOptions *options, NvptxResult *result);

#endif
