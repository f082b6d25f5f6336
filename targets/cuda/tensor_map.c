// Tensor maps through cuTensorMapEncodeTiled; see tensor_map.h.
#include "targets/cuda/tensor_map.h"

#include "targets/cuda/cuda_impl.h"

// The driver's name for an element type.  What it has no name for it moves as bits of that width;
// signless integers are signed where that matters, in reductions.
static int element_code(IrType element) {
  unsigned width = ir_type_width(element);
  if (ir_type_is_float(element)) {
    switch (ir_type_float_kind(element)) {
    case IR_F16:
      return CU_TENSOR_FLOAT16;
    case IR_BF16:
      return CU_TENSOR_BFLOAT16;
    case IR_F32:
      return CU_TENSOR_FLOAT32;
    case IR_F64:
      return CU_TENSOR_FLOAT64;
    case IR_TF32:
      return CU_TENSOR_TFLOAT32;
    default:
      return CU_TENSOR_UINT8;
    }
  }
  bool is_unsigned = ir_type_signedness(element) == IR_UNSIGNED;
  if (width == 8) return CU_TENSOR_UINT8;
  if (width == 16) return CU_TENSOR_UINT16;
  if (width == 32) return is_unsigned ? CU_TENSOR_UINT32 : CU_TENSOR_INT32;
  return is_unsigned ? CU_TENSOR_UINT64 : CU_TENSOR_INT64;
}

static int swizzle_code(IrAttr layout) {
  switch (mem_swizzle_span(layout)) {
  case 32:
    return CU_TENSOR_SWIZZLE_32;
  case 64:
    return CU_TENSOR_SWIZZLE_64;
  case 128:
    return CU_TENSOR_SWIZZLE_128;
  default:
    return CU_TENSOR_SWIZZLE_NONE;
  }
}

static IrStatus refuse(CudaRuntime *rt, const MemTmaTensor *tensor) {
  IrStream why = {0};
  IrStatus status = IR_OK;
  if (mem_tma_refuses(tensor, &why))
    status = ir_error(rt->ctx, rt->loc, "TMA cannot take the tensor: {}", ir_stream_str(&why));
  ir_stream_free(&why);
  return status;
}

// The driver wants the place that it writes to aligned.
static CuResult encode(CudaRuntime *rt, IrType type, bool nan, const MemTmaTensor *tensor,
                       CudaTensorMap *map) {
  _Alignas(64) unsigned char bytes[CUDA_TENSOR_MAP_BYTES];
  IrShape box = mem_tensor_map_box(type);
  uint32_t order[MEM_TENSOR_MAP_MAX_RANK];
  uint64_t sizes[MEM_TENSOR_MAP_MAX_RANK], pitches[MEM_TENSOR_MAP_MAX_RANK] = {0};
  unsigned boxes[MEM_TENSOR_MAP_MAX_RANK], steps[MEM_TENSOR_MAP_MAX_RANK];
  mem_tensor_map_order(type, order);
  for (uint32_t i = 0; i < tensor->rank; i++) {
    sizes[i] = (uint64_t)tensor->extents[i];
    if (i > 0) pitches[i - 1] = (uint64_t)tensor->strides[i]; // the first one is implied
    boxes[i] = (unsigned)box.at[order[i]];
    steps[i] = 1;
  }
  CuResult result =
      rt->api.tensor_map(bytes, element_code(mem_tensor_map_element(type)), tensor->rank,
                         (void *)(uintptr_t)tensor->address, sizes, pitches, boxes, steps,
                         CU_TENSOR_INTERLEAVE_NONE, swizzle_code(mem_tensor_map_layout(type)),
                         CU_TENSOR_PROMOTION_128, nan ? CU_TENSOR_FILL_NAN : CU_TENSOR_FILL_ZEROS);
  memcpy(map->bytes, bytes, sizeof bytes);
  return result;
}

IrStatus cuda_tensor_map(CudaRuntime *rt, IrType type, bool nan, CudaAddress address,
                         const int64_t *extents, const int64_t *strides, CudaTensorMap *map) {
  MemTmaTensor tensor = mem_tma_tensor(type, address, extents, strides);
  if (!rt->api.tensor_map) {
    (void)ir_error(rt->ctx, rt->loc,
                   "the driver cannot make tensor maps: it is older than CUDA 12.0");
    ir_help(rt->ctx, "update the driver");
    return IR_FAILED;
  }
  IR_TRY(refuse(rt, &tensor));
  return cuda_check(rt, encode(rt, type, nan, &tensor, map), "cannot make a tensor map");
}
