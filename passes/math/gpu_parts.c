// Functions of long vectors, a few elements at a time.
//
// A thread may have a hundred elements of a tile.  Each op of an expansion on all of them before
// the next one would keep hundreds of intermediate results; so a vector is cut, each part goes
// through the whole function, and the results are put together.  That is free: elements are
// registers.
#include "dialects/vector/vector.h"
#include "passes/math/gpu.h"

enum { PART = 8 };

static IrValue *apply(IrBuilder *b, const GpuCall *call, IrValue *const *operands) {
  GpuMath g = gpu_math(b, ir_value_type(operands[0]), call->afn);
  return call->two ? call->two(&g, operands[0], operands[1]) : call->one(&g, operands[0]);
}

static IrAttr number(IrBuilder *b, int64_t value) {
  IrAttr attr = ir_attr_integer(ir_type_i64(b->ctx), value);
  return ir_attr_array(b->ctx, &attr, 1);
}

static IrValue *part_of(IrBuilder *b, IrValue *x, int64_t first, int64_t n) {
  IrShape shape = {&n, 1};
  IrType type = ir_type_vector(b->ctx, shape, ir_type_element(ir_value_type(x)));
  return BUILD1(b, vector_extract_strided_slice, .vector = x, .offsets = number(b, first),
                .sizes = number(b, n), .strides = number(b, 1), .result_type = type);
}

static IrValue *with_part(IrBuilder *b, IrValue *whole, IrValue *part, int64_t first) {
  return BUILD1(b, vector_insert_strided_slice, .valueToStore = part, .dest = whole,
                .offsets = number(b, first), .strides = number(b, 1),
                .res_type = ir_value_type(whole));
}

IrValue *gpu_call(IrBuilder *b, const GpuCall *call, IrValue *const *operands) {
  IrType type = ir_value_type(operands[0]);
  bool is_row = ir_type_is_shaped(type) && gpu_has_elements(type);
  int64_t n = is_row ? ir_type_num_elements(type) : 1;
  if (n <= PART) return apply(b, call, operands);
  IrValue *whole = build_float(b, type, 0);
  for (int64_t first = 0; first < n; first += PART) {
    int64_t count = n - first < PART ? n - first : PART;
    IrValue *parts[2] = {part_of(b, operands[0], first, count), NULL};
    if (call->two) parts[1] = part_of(b, operands[1], first, count);
    whole = with_part(b, whole, apply(b, call, parts), first);
  }
  return whole;
}
