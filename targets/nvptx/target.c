// The entry point of libtegula_nvptx.so: emission, then code generation.
#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include <llvm-c/Target.h>
#include <time.h>

#include "targets/nvptx/codegen.h"
#include "targets/nvptx/emit_impl.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static IrStatus emit_and_generate(IrOp *module, LLVMTargetMachineRef machine, Emit *e,
                                  const NvptxOptions *options, NvptxResult *result) {
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  char *layout_text = LLVMCopyStringRepOfTargetData(layout);
  double start = now();
  IrStatus status = nvptx_emit_module(e, module, layout_text);
  result->times[result->num_times++] = (NvptxTime){"emit", now() - start};
  if (status == IR_OK) status = nvptx_generate(module, e->module, machine, options, result);
  LLVMDisposeMessage(layout_text);
  LLVMDisposeTargetData(layout);
  return status;
}

static IrStatus compile(IrOp *module, const NvptxOptions *options, NvptxResult *result) {
  double start = now();
  IrStream error = {0};
  LLVMTargetMachineRef machine = nvptx_create_machine(options->arch, &error);
  if (!machine) {
    (void)ir_error(ir_op_context(module), ir_op_loc(module),
                   "LLVM has no code generator for {}: {}", options->arch, ir_stream_cstr(&error));
    ir_stream_free(&error);
    return IR_FAILED;
  }
  result->times[result->num_times++] = (NvptxTime){"set-up", now() - start};
  Emit e = {.options = options, .llvm = LLVMContextCreate()};
  IrStatus status = emit_and_generate(module, machine, &e, options, result);
  if (e.module) LLVMDisposeModule(e.module);
  nvptx_emit_free(&e);
  LLVMContextDispose(e.llvm);
  LLVMDisposeTargetMachine(machine);
  return status;
}

IR_API const NvptxTarget *nvptx_target(void);

const NvptxTarget *nvptx_target(void) {
  static const NvptxTarget target = {.size = sizeof target,
                                     .abi = NVPTX_ABI,
                                     .llvm_version = LLVM_VERSION_STRING,
                                     .compile = compile};
  return &target;
}
