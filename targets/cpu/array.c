// Arrays in host memory; see array.h.
#include "targets/cpu/array.h"

#include <math.h>

#include "ir/interp/element.h"

// Strides that the type leaves open are packed: each dynamic one, from the innermost outwards, lies
// behind everything placed so far.
CpuArray cpu_array_of(IrType memref, const int64_t *extents) {
  CpuArray array = {.element = ir_type_element(memref),
                    .rank = (uint32_t)ir_type_shape(memref).rank};
  IR_ASSERT(array.rank <= CPU_MAX_RANK, "arrays have at most eight dimensions");
  int64_t strides[CPU_MAX_RANK], offset, placed = 1;
  ir_type_memref_strides(memref, strides, &offset);
  for (uint32_t d = 0; d < array.rank; d++) {
    array.extents[d] = extents[d];
    bool known = strides[d] != IR_DYNAMIC;
    if (known && strides[d] * extents[d] > placed) placed = strides[d] * extents[d];
  }
  for (uint32_t d = array.rank; d-- > 0;) {
    bool known = strides[d] != IR_DYNAMIC;
    array.strides[d] = known ? strides[d] : placed;
    if (!known && extents[d] > 0) placed *= extents[d];
  }
  return array;
}

int64_t cpu_array_count(const CpuArray *array) {
  int64_t count = 1;
  for (uint32_t d = 0; d < array->rank; d++) count *= array->extents[d];
  return count;
}

int64_t cpu_array_bytes(const CpuArray *array) {
  int64_t last = 0;
  if (cpu_array_count(array) == 0) return 0;
  for (uint32_t d = 0; d < array->rank; d++) last += (array->extents[d] - 1) * array->strides[d];
  return (last + 1) * (int64_t)ir_element_bytes(array->element);
}

int64_t cpu_array_offset(const CpuArray *array, int64_t i) {
  int64_t offset = 0;
  for (uint32_t d = array->rank; d-- > 0;) {
    offset += i % array->extents[d] * array->strides[d];
    i /= array->extents[d];
  }
  return offset;
}

// The contiguous dimension is one of a packed array's, so most runs go through one conversion; the
// others go element by element.
void cpu_array_read(const CpuArray *array, int64_t first, int64_t n, double *to) {
  int64_t bytes = ir_element_bytes(array->element);
  uint32_t last = array->rank ? array->rank - 1 : 0;
  int64_t row = array->rank ? array->extents[last] : 1;
  bool contiguous = array->rank == 0 || array->strides[last] == 1;
  while (n > 0) {
    int64_t left = row - first % row, run = left < n ? left : n;
    const char *at = (const char *)array->data + cpu_array_offset(array, first) * bytes;
    if (contiguous) {
      ir_elements_to_double(array->element, at, run, to);
    } else {
      for (int64_t i = 0; i < run; i++)
        ir_elements_to_double(array->element, at + i * array->strides[last] * bytes, 1, to + i);
    }
    first += run, to += run, n -= run;
  }
}

void cpu_array_write(const CpuArray *array, int64_t first, int64_t n, const double *from) {
  int64_t bytes = ir_element_bytes(array->element);
  uint32_t last = array->rank ? array->rank - 1 : 0;
  int64_t row = array->rank ? array->extents[last] : 1;
  bool contiguous = array->rank == 0 || array->strides[last] == 1;
  while (n > 0) {
    int64_t left = row - first % row, run = left < n ? left : n;
    char *at = (char *)array->data + cpu_array_offset(array, first) * bytes;
    if (contiguous) {
      ir_elements_from_double(array->element, from, run, at);
    } else {
      for (int64_t i = 0; i < run; i++)
        ir_elements_from_double(array->element, from + i, 1, at + i * array->strides[last] * bytes);
    }
    first += run, from += run, n -= run;
  }
}

double cpu_type_tolerance(IrType element) {
  if (!ir_type_is_float(element)) return 0;
  switch (ir_type_float_kind(element)) {
  case IR_F64:
    return ldexp(1, -34);
  case IR_F32:
  case IR_TF32:
    return ldexp(1, -14);
  case IR_F16:
    return ldexp(1, -9);
  case IR_BF16:
    return ldexp(1, -6);
  default:
    return ldexp(1, -2);
  }
}

double cpu_type_allowed(IrType element, double expected, double mean) {
  if (!ir_type_is_float(element)) return 0;
  const IrFloatFormat *format = ir_float_format(ir_type_float_kind(element));
  double unit = ldexp(1, 1 - format->bias - (int)format->mantissa_bits);
  return cpu_type_tolerance(element) * (fabs(expected) + mean) + unit;
}
