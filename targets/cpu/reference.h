// What checking a kernel needs and no kernel provides: reproducible inputs, references in f64,
// measures of error, and guards around arrays.
#ifndef TARGETS_CPU_REFERENCE_H
#define TARGETS_CPU_REFERENCE_H

#include "targets/cpu/array.h"

// ---- Inputs. ----
// Every element depends only on the seed and its row-major number, not on strides or on the order
// of filling, so a transposed array holds the same matrix and one element can be had alone.
IR_API double cpu_random_normal(uint64_t seed, uint64_t i); // mean 0, deviation 1
// In [low, high], each equally likely.
IR_API int64_t cpu_random_int(uint64_t seed, uint64_t i, int64_t low, int64_t high);

// Values are rounded to the element type.  For integer element types normal values are scaled by 4
// and rounded.
IR_API void cpu_fill_normal(const CpuArray *array, uint64_t seed);
IR_API void cpu_fill_int(const CpuArray *array, uint64_t seed, int64_t low, int64_t high);
IR_API void cpu_fill_value(const CpuArray *array, double value);
IR_API void cpu_fill_index(const CpuArray *array); // an element's row-major number
// A NaN in every element (integers: the largest value), so that what a kernel leaves out shows.
IR_API void cpu_fill_canary(const CpuArray *array);

// One element as a number; `i` is row-major.
IR_API double cpu_array_get(const CpuArray *array, int64_t i);
IR_API void cpu_array_set(const CpuArray *array, int64_t i, double value);

// ---- References in f64. ----
// out[i * N + j] = sum over k of A[rows[i], k] * B[k, j], every operation in f64.  `rows` NULL: the
// first `num_rows`.
IR_API void cpu_reference_gemm(const CpuArray *a, const CpuArray *b, const int64_t *rows,
                               int64_t num_rows, double *out);

// ---- Errors. ----
typedef struct CpuError {
  int64_t count;             // elements compared
  int64_t different;         // not equal, bit for bit as numbers; NaN equals NaN
  int64_t first;             // row-major number of the first of those, or -1
  int64_t worst;             // of the largest absolute error, or -1
  double max_abs;            // largest |x - ref|
  double max_rel;            // largest |x - ref| / |ref| where ref is not 0
  double relative;           // ||x - ref|| / ||ref||, Frobenius; the absolute norm when ref is 0
  double worst_x, worst_ref; // the pair behind max_abs
} CpuError;

// A NaN or infinity on one side only makes the error infinite.
IR_API CpuError cpu_compare(const CpuArray *x, const CpuArray *reference);
// Elements `first` .. `first + n` of `x` against numbers.
IR_API CpuError cpu_compare_numbers(const CpuArray *x, int64_t first, const double *reference,
                                    int64_t n);

// ---- Guards. ----
// An allocation with a known pattern before and after what the array uses, and in the gaps that its
// strides leave.  A store outside the array's elements is found by cpu_guard_check.
typedef struct CpuGuarded {
  void *block;    // the whole allocation
  int64_t bytes;  // of it
  int64_t offset; // of the array's first element in it
  CpuArray array;
} CpuGuarded;

// `shape` says everything but `data`.  The elements hold the pattern, too, until filled.
IR_API CpuGuarded cpu_guard_create(CpuArray shape);
// The same with the first element so many elements behind an address that is a multiple of 256.
IR_API CpuGuarded cpu_guard_create_at(CpuArray shape, int64_t shift);
IR_API void cpu_guard_destroy(CpuGuarded *guarded);
// Byte offset relative to the first element of the first guard byte that changed; INT64_MIN when
// none did.
IR_API int64_t cpu_guard_check(const CpuGuarded *guarded);

#endif
