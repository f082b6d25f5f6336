// Tensor maps: how TMA sees an argument, made by the driver before a launch and passed to the
// kernel by value.
#ifndef TARGETS_CUDA_TENSOR_MAP_H
#define TARGETS_CUDA_TENSOR_MAP_H

#include "dialects/mem/mem.h"
#include "targets/cuda/cuda.h"

// The driver's CUtensorMap, whose contents are its own.
enum { CUDA_TENSOR_MAP_BYTES = 128 };
typedef struct CudaTensorMap {
  unsigned char bytes[CUDA_TENSOR_MAP_BYTES];
} CudaTensorMap;

// The map of `type` (a !mem.tensor_map) of a tensor in device memory: extents and strides in
// elements, in the order of its dimensions.  Outside the tensor is NaN with `nan`, else zero.  A
// tensor that TMA cannot take, and a driver older than CUDA 12.0, are diagnostics.
IR_API IR_CHECKED IrStatus cuda_tensor_map(CudaRuntime *rt, IrType type, bool nan,
                                           CudaAddress address, const int64_t *extents,
                                           const int64_t *strides, CudaTensorMap *map);

#endif
