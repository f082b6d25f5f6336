// The arithmetic of product.h.
#include "dialects/tc/product.h"

#include <math.h>

#include "ir/interp/element.h"

enum { PIECE = 64 };
#define TF32_BITS UINT32_C(0xFFFFE000)

static void decode_tf32(const void *from, size_t n, double *to) {
  for (size_t i = 0; i < n; i++) {
    uint32_t bits;
    float value;
    memcpy(&bits, (const char *)from + 4 * i, sizeof bits);
    bits &= TF32_BITS;
    memcpy(&value, &bits, sizeof value);
    to[i] = value;
  }
}

static void decode_int(IrType element, bool is_unsigned, const char *from, size_t n, double *to) {
  unsigned width = ir_element_width(element);
  uint32_t bytes = ir_element_bytes(element);
  for (size_t done = 0; done < n; done += PIECE) {
    int64_t piece[PIECE], count = (int64_t)(n - done < PIECE ? n - done : PIECE);
    ir_elements_to_int(element, from + done * bytes, count, piece);
    for (int64_t i = 0; i < count; i++)
      to[done + (size_t)i] =
          is_unsigned ? (double)ir_int_unsigned(piece[i], width) : (double)piece[i];
  }
}

void tc_decode(IrType element, bool is_unsigned, const void *from, size_t n, double *to) {
  if (ir_element_kind(element) == IR_ELEMENT_TF32)
    decode_tf32(from, n, to);
  else if (ir_type_is_float(element))
    ir_elements_to_double(element, from, (int64_t)n, to);
  else
    decode_int(element, is_unsigned, from, n, to);
}

double tc_dot_product(const double *a, const double *b, unsigned k, double c, bool fused) {
  if (fused)
    for (unsigned i = 0; i < k; i++) c = fma(a[i], b[i], c);
  else
    for (unsigned i = 0; i < k; i++) c += a[i] * b[i];
  return c;
}

static int64_t to_int(double value, bool satfinite) {
  if (!satfinite) return (int64_t)value; // the encoder wraps
  if (value > INT32_MAX) return INT32_MAX;
  return value < INT32_MIN ? INT32_MIN : (int64_t)value;
}

void tc_encode(IrType element, bool satfinite, const double *from, size_t n, void *to) {
  if (ir_type_is_float(element)) {
    ir_elements_from_double(element, from, (int64_t)n, to);
    return;
  }
  uint32_t bytes = ir_element_bytes(element);
  for (size_t i = 0; i < n; i++) {
    int64_t value = to_int(from[i], satfinite);
    ir_elements_from_int(element, &value, 1, (char *)to + i * bytes);
  }
}
