#include "passes/tile/access.h"

#include "dialects/arith/arith.h"

int access_contiguous_dim(IrType memref) {
  int64_t strides[16], offset;
  size_t rank = ir_type_shape(memref).rank;
  ir_type_memref_strides(memref, strides, &offset);
  for (size_t i = rank; i-- > 0;)
    if (strides[i] == 1) return (int)i;
  return -1;
}

IrValue *access_index(IrBuilder *b, int64_t value) {
  return BUILD1(b, arith_constant, .value = ir_attr_index(b->ctx, value),
                .result_type = ir_type_index(b->ctx));
}
