// What the files of targets/cuda share and nobody else sees.
#ifndef TARGETS_CUDA_CUDA_IMPL_H
#define TARGETS_CUDA_CUDA_IMPL_H

#include "targets/cuda/cuda.h"
#include "targets/cuda/driver_api.h"

struct CudaRuntime {
  IrContext *ctx;
  IrLoc loc;
  CuApi api;
  CuDevice handle;
  CuContext context;
  CuStream stream;
  CudaDevice device;
};

struct CudaModule {
  CudaRuntime *rt;
  CuModule handle;
};

// IR_OK for success, else a diagnostic: "<doing>: <NAME>: <text>", and advice where there is some.
IR_CHECKED IrStatus cuda_check(CudaRuntime *rt, CuResult result, const char *doing);
// The driver's name of a result, and its text.
const char *cuda_result_name(const CudaRuntime *rt, CuResult result);
const char *cuda_result_text(const CudaRuntime *rt, CuResult result);

#endif
