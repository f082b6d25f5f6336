// An array in host memory, as kernels see one: typed, with extents and strides.
#ifndef TARGETS_CPU_ARRAY_H
#define TARGETS_CPU_ARRAY_H

#include "ir/core/type.h"

enum { CPU_MAX_RANK = 8 };

typedef struct CpuArray {
  IrType element;
  void *data; // element [0, ..., 0]; 16-bit floats take two bytes, i1 one
  uint32_t rank;
  int64_t extents[CPU_MAX_RANK];
  int64_t strides[CPU_MAX_RANK]; // in elements
} CpuArray;

// Describes memory of the memref's layout with all dynamic extents taken from `extents` (one entry
// per dimension): row-major, or the layout's static strides with the dynamic ones packed behind the
// contiguous dimension.  `data` stays NULL.
IR_API CpuArray cpu_array_of(IrType memref, const int64_t *extents);
IR_API int64_t cpu_array_count(const CpuArray *array); // elements
// Bytes from the first element to the end of the last one; 0 when there is none.
IR_API int64_t cpu_array_bytes(const CpuArray *array);
// Offset in elements of the element with row-major number `i`.
IR_API int64_t cpu_array_offset(const CpuArray *array, int64_t i);
// Elements `first` .. `first + n`, row-major, as numbers; writing rounds.
IR_API void cpu_array_read(const CpuArray *array, int64_t first, int64_t n, double *to);
IR_API void cpu_array_write(const CpuArray *array, int64_t first, int64_t n, const double *from);

// The largest difference between elements of two computations of the same, relative to the element
// and the root mean square of all: a few units in the last place, and for f32 room for another
// order of a long sum.  0 for integers.
IR_API double cpu_type_tolerance(IrType element);
// By how much such an element may differ from `expected`, in a tile whose root mean square is
// `mean`: the above, and a unit of subnormal numbers, which no precision divides.
IR_API double cpu_type_allowed(IrType element, double expected, double mean);

#endif
