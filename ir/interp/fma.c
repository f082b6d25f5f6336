// Fused multiply-add and matrix products; see fma.h.
//
// Each loop is written once as an inline function and compiled twice: for any x86-64 or other
// processor, where fmaf of the C library does the same arithmetic, and for AVX2 with FMA, chosen
// when the processor has both.  The inner loop of a product runs along a row of C with four steps
// of k at a time, so that a piece of C is loaded once for four additions.
#include "ir/interp/fma.h"

#include <math.h>

#if defined __x86_64__ && (defined __GNUC__ || defined __clang__)
#define HAVE_WIDE 1
#define WIDE __attribute__((target("avx2,fma")))
#else
#define HAVE_WIDE 0
#endif

#define INLINE static inline __attribute__((always_inline))

INLINE void fma_floats(const float *restrict a, const float *restrict b, const float *restrict c,
                       float *restrict out, int64_t n) {
  for (int64_t i = 0; i < n; i++) out[i] = __builtin_fmaf(a[i], b[i], c[i]);
}

// Rows of C in pieces of `COLUMNS`, so that four rows of B and one of C stay in the first cache.
enum { COLUMNS = 512 };

#define MATMUL(name, T, FMA) \
  INLINE void name(int64_t m, int64_t n, int64_t k, const T *restrict a, const T *restrict b, \
                   T *restrict c, int64_t stride) { \
    for (int64_t i = 0; i < m; i++) { \
      const T *restrict ai = a + i * k; \
      T *restrict ci = c + i * stride; \
      int64_t l = 0; \
      for (; l + 4 <= k; l += 4) { \
        const T *restrict b0 = b + l * stride, *restrict b1 = b0 + stride; \
        const T *restrict b2 = b1 + stride, *restrict b3 = b2 + stride; \
        T a0 = ai[l], a1 = ai[l + 1], a2 = ai[l + 2], a3 = ai[l + 3]; \
        for (int64_t j = 0; j < n; j++) { \
          T sum = FMA(a0, b0[j], ci[j]); \
          sum = FMA(a1, b1[j], sum); \
          sum = FMA(a2, b2[j], sum); \
          ci[j] = FMA(a3, b3[j], sum); \
        } \
      } \
      for (; l < k; l++) \
        for (int64_t j = 0; j < n; j++) ci[j] = FMA(ai[l], b[l * stride + j], ci[j]); \
    } \
  }

MATMUL(matmul_float, float, __builtin_fmaf)
MATMUL(matmul_double, double, __builtin_fma)

#if HAVE_WIDE
WIDE static void fma_floats_wide(const float *a, const float *b, const float *c, float *out,
                                 int64_t n) {
  fma_floats(a, b, c, out, n);
}
WIDE static void matmul_float_wide(int64_t m, int64_t n, int64_t k, const float *a, const float *b,
                                   float *c, int64_t stride) {
  matmul_float(m, n, k, a, b, c, stride);
}
WIDE static void matmul_double_wide(int64_t m, int64_t n, int64_t k, const double *a,
                                    const double *b, double *c, int64_t stride) {
  matmul_double(m, n, k, a, b, c, stride);
}

static bool processor_is_wide(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#define DISPATCH(name, ...) \
  do { \
    if (processor_is_wide()) { \
      name##_wide(__VA_ARGS__); \
      return; \
    } \
  } while (0)
#else
#define DISPATCH(name, ...) ((void)0)
#endif

void ir_fma_floats(const float *a, const float *b, const float *c, float *out, int64_t n) {
  DISPATCH(fma_floats, a, b, c, out, n);
  fma_floats(a, b, c, out, n);
}

static void matmul_float_piece(int64_t m, int64_t n, int64_t k, const float *a, const float *b,
                               float *c, int64_t stride) {
  DISPATCH(matmul_float, m, n, k, a, b, c, stride);
  matmul_float(m, n, k, a, b, c, stride);
}

static void matmul_double_piece(int64_t m, int64_t n, int64_t k, const double *a, const double *b,
                                double *c, int64_t stride) {
  DISPATCH(matmul_double, m, n, k, a, b, c, stride);
  matmul_double(m, n, k, a, b, c, stride);
}

void ir_matmul_float(int64_t m, int64_t n, int64_t k, const float *a, const float *b, float *c) {
  for (int64_t j = 0; j < n; j += COLUMNS)
    matmul_float_piece(m, n - j < COLUMNS ? n - j : COLUMNS, k, a, b + j, c + j, n);
}

void ir_matmul_double(int64_t m, int64_t n, int64_t k, const double *a, const double *b,
                      double *c) {
  for (int64_t j = 0; j < n; j += COLUMNS)
    matmul_double_piece(m, n - j < COLUMNS ? n - j : COLUMNS, k, a, b + j, c + j, n);
}

void ir_matmul_int(int64_t m, int64_t n, int64_t k, const int64_t *a, const int64_t *b,
                   int64_t *c) {
  for (int64_t i = 0; i < m; i++)
    for (int64_t l = 0; l < k; l++) {
      uint64_t factor = (uint64_t)a[i * k + l];
      for (int64_t j = 0; j < n; j++)
        c[i * n + j] = (int64_t)((uint64_t)c[i * n + j] + factor * (uint64_t)b[l * n + j]);
    }
}
