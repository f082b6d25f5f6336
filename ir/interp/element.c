// Decoding and encoding runs of elements; see element.h.
//
// The conversions of f16 and bf16 are branch-free bit arithmetic, because gcc and clang vectorise
// that, and whole tiles go through them.  Encoding rounds to nearest even; a double is first
// rounded to odd in float, which keeps the information that the second rounding needs.
#include "ir/interp/element.h"

#include "ir/core/attr.h"

static IrElementKind float_kind(IrFloatKind kind) {
  switch (kind) {
  case IR_F16:
    return IR_ELEMENT_F16;
  case IR_BF16:
    return IR_ELEMENT_BF16;
  case IR_F32:
    return IR_ELEMENT_F32;
  case IR_F64:
    return IR_ELEMENT_F64;
  case IR_TF32:
    return IR_ELEMENT_TF32;
  case IR_F80:
  case IR_F128:
    return IR_ELEMENT_NONE;
  default:
    return IR_ELEMENT_SMALL_FLOAT;
  }
}

IrElementKind ir_element_kind(IrType element) {
  switch (ir_type_kind(element)) {
  case IR_TYPE_INDEX:
    return IR_ELEMENT_I64;
  case IR_TYPE_FLOAT:
    return float_kind(ir_type_float_kind(element));
  case IR_TYPE_INTEGER: {
    unsigned width = ir_type_width(element);
    if (width == 1) return IR_ELEMENT_I1;
    if (width <= 8) return IR_ELEMENT_I8;
    if (width <= 16) return IR_ELEMENT_I16;
    if (width <= 32) return IR_ELEMENT_I32;
    return width <= 64 ? IR_ELEMENT_I64 : IR_ELEMENT_NONE;
  }
  default:
    return IR_ELEMENT_NONE;
  }
}

uint32_t ir_element_bytes(IrType type) {
  static const uint8_t bytes[] = {
      [IR_ELEMENT_I1] = 1,   [IR_ELEMENT_I8] = 1,          [IR_ELEMENT_I16] = 2,
      [IR_ELEMENT_I32] = 4,  [IR_ELEMENT_I64] = 8,         [IR_ELEMENT_F16] = 2,
      [IR_ELEMENT_BF16] = 2, [IR_ELEMENT_F32] = 4,         [IR_ELEMENT_F64] = 8,
      [IR_ELEMENT_TF32] = 4, [IR_ELEMENT_SMALL_FLOAT] = 1, [IR_ELEMENT_NONE] = 0,
  };
  if (ir_type_is_any_integer(type) && ir_type_is_wide(type))
    return (uint32_t)ir_type_storage_bytes(type);
  return bytes[ir_element_kind(type)];
}

unsigned ir_element_width(IrType element) {
  return ir_type_is_index(element) ? 64 : ir_type_width(element);
}

static inline uint32_t float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline float bits_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// Scaling by 2^112 moves the exponent from f16's bias to float's, subnormals included; what ends up
// at or above 2^16 was an infinity or NaN.
static inline float decode_f16(uint16_t half) {
  uint32_t magnitude = (uint32_t)(half & 0x7fff) << 13;
  float scaled = bits_float(magnitude) * 0x1p112f;
  uint32_t special = scaled >= 65536.0f ? 0x7f800000u : 0;
  return bits_float(float_bits(scaled) | special | (uint32_t)(half & 0x8000) << 16);
}

// A magic addend aligns the bits to be dropped with the end of a float's mantissa, so that the
// addition itself rounds subnormals; for normal numbers integer arithmetic rounds.
static inline uint16_t encode_f16(float value) {
  uint32_t bits = float_bits(value), sign = bits & 0x80000000u, magnitude = bits ^ sign;
  uint32_t subnormal = float_bits(bits_float(magnitude) + 0.5f) - 0x3f000000u;
  uint32_t normal = (magnitude + 0xc8000fffu + ((magnitude >> 13) & 1)) >> 13;
  uint32_t special = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u;
  uint32_t half = magnitude < 0x38800000u ? subnormal : normal;
  half = magnitude >= 0x47800000u ? special : half;
  return (uint16_t)(half | sign >> 16);
}

static inline uint16_t encode_bf16(float value) {
  uint32_t bits = float_bits(value);
  uint32_t rounded = bits + 0x7fffu + ((bits >> 16) & 1);
  bool nan = (bits & 0x7fffffffu) > 0x7f800000u;
  return (uint16_t)((nan ? bits | 0x400000u : rounded) >> 16);
}

static inline float round_tf32(float value) {
  uint32_t bits = float_bits(value);
  uint32_t rounded = (bits + 0xfffu + ((bits >> 13) & 1)) & ~0x1fffu;
  bool special = (bits & 0x7f800000u) == 0x7f800000u;
  return bits_float(special ? bits : rounded);
}

// Rounds to odd: towards zero, with the last bit set when something was cut off.
static inline float narrow_to_odd(double value) {
  float nearest = (float)value;
  uint32_t bits = float_bits(nearest);
  double back = nearest;
  bool inexact = back != value && value == value;
  bool above = (back < 0 ? -back : back) > (value < 0 ? -value : value);
  return bits_float(inexact ? (bits - above) | 1 : bits);
}

#define RUN(T, ...) \
  { \
    const T *in = from; \
    for (int64_t i = 0; i < n; i++) { \
      __VA_ARGS__; \
    } \
    return; \
  }
// One decoder for each kind of number asked for; OUT is its C type.
#define DECODE(OUT) \
  case IR_ELEMENT_I1: \
  case IR_ELEMENT_I8: \
    RUN(int8_t, to[i] = (OUT)in[i]) \
  case IR_ELEMENT_I16: \
    RUN(int16_t, to[i] = (OUT)in[i]) \
  case IR_ELEMENT_I32: \
    RUN(int32_t, to[i] = (OUT)in[i]) \
  case IR_ELEMENT_I64: \
    RUN(int64_t, to[i] = (OUT)in[i]) \
  case IR_ELEMENT_F16: \
    RUN(uint16_t, to[i] = (OUT)decode_f16(in[i])) \
  case IR_ELEMENT_BF16: \
    RUN(uint16_t, to[i] = (OUT)bits_float((uint32_t)in[i] << 16)) \
  case IR_ELEMENT_F32: \
  case IR_ELEMENT_TF32: \
    RUN(float, to[i] = (OUT)in[i]) \
  case IR_ELEMENT_F64: \
    RUN(double, to[i] = (OUT)in[i]) \
  case IR_ELEMENT_SMALL_FLOAT: \
    RUN(uint8_t, to[i] = (OUT)ir_float_decode(ir_type_float_kind(element), in[i])) \
  case IR_ELEMENT_NONE: \
    break;

void ir_elements_to_float(IrType element, const void *from, int64_t n, float *to) {
  switch (ir_element_kind(element)) { DECODE(float) }
  IR_UNREACHABLE("these elements are not numbers");
}

void ir_elements_to_double(IrType element, const void *from, int64_t n, double *to) {
  switch (ir_element_kind(element)) { DECODE(double) }
  IR_UNREACHABLE("these elements are not numbers");
}

// A float outside the range of int64_t saturates and NaN becomes 0, so that nothing is undefined.
static int64_t saturate(double value) {
  if (!(value == value)) return 0;
  if (value >= 0x1p63) return INT64_MAX;
  return value <= -0x1p63 ? INT64_MIN : (int64_t)value;
}

void ir_elements_to_int(IrType element, const void *from, int64_t n, int64_t *to) {
  switch (ir_element_kind(element)) {
  case IR_ELEMENT_I1:
  case IR_ELEMENT_I8:
    RUN(int8_t, to[i] = in[i])
  case IR_ELEMENT_I16:
    RUN(int16_t, to[i] = in[i])
  case IR_ELEMENT_I32:
    RUN(int32_t, to[i] = in[i])
  case IR_ELEMENT_I64:
    RUN(int64_t, to[i] = in[i])
  default:
    for (int64_t i = 0; i < n; i++) {
      double value;
      ir_elements_to_double(element, (const char *)from + i * ir_element_bytes(element), 1, &value);
      to[i] = saturate(value);
    }
  }
}

#define STORE(T, ...) \
  { \
    T *out = to; \
    for (int64_t i = 0; i < n; i++) out[i] = (T)(__VA_ARGS__); \
    return; \
  }

void ir_elements_from_float(IrType element, const float *from, int64_t n, void *to) {
  unsigned width = ir_element_kind(element) <= IR_ELEMENT_I64 ? ir_element_width(element) : 0;
  switch (ir_element_kind(element)) {
  case IR_ELEMENT_F16:
    STORE(uint16_t, encode_f16(from[i]))
  case IR_ELEMENT_BF16:
    STORE(uint16_t, encode_bf16(from[i]))
  case IR_ELEMENT_F32:
    memcpy(to, from, (size_t)n * sizeof *from);
    return;
  case IR_ELEMENT_F64:
    STORE(double, from[i])
  case IR_ELEMENT_TF32:
    STORE(float, round_tf32(from[i]))
  case IR_ELEMENT_SMALL_FLOAT:
    STORE(uint8_t, ir_float_encode(ir_type_float_kind(element), from[i]))
  case IR_ELEMENT_I1:
  case IR_ELEMENT_I8:
    STORE(int8_t, ir_int_wrap(saturate(from[i]), width))
  case IR_ELEMENT_I16:
    STORE(int16_t, ir_int_wrap(saturate(from[i]), width))
  case IR_ELEMENT_I32:
    STORE(int32_t, ir_int_wrap(saturate(from[i]), width))
  case IR_ELEMENT_I64:
    STORE(int64_t, ir_int_wrap(saturate(from[i]), width))
  case IR_ELEMENT_NONE:
    break;
  }
  IR_UNREACHABLE("these elements are not numbers");
}

void ir_elements_from_double(IrType element, const double *from, int64_t n, void *to) {
  switch (ir_element_kind(element)) {
  case IR_ELEMENT_F16:
    STORE(uint16_t, encode_f16(narrow_to_odd(from[i])))
  case IR_ELEMENT_BF16:
    STORE(uint16_t, encode_bf16(narrow_to_odd(from[i])))
  case IR_ELEMENT_TF32:
    STORE(float, round_tf32(narrow_to_odd(from[i])))
  case IR_ELEMENT_F32:
    STORE(float, from[i])
  case IR_ELEMENT_F64:
    memcpy(to, from, (size_t)n * sizeof *from);
    return;
  case IR_ELEMENT_SMALL_FLOAT:
    STORE(uint8_t, ir_float_encode(ir_type_float_kind(element), from[i]))
  case IR_ELEMENT_NONE:
    IR_UNREACHABLE("these elements are not numbers");
  default:
    for (int64_t i = 0; i < n; i++) {
      int64_t value = saturate(from[i]);
      ir_elements_from_int(element, &value, 1, (char *)to + i * ir_element_bytes(element));
    }
  }
}

void ir_elements_from_int(IrType element, const int64_t *from, int64_t n, void *to) {
  IrElementKind kind = ir_element_kind(element);
  unsigned width = kind <= IR_ELEMENT_I64 ? ir_element_width(element) : 0;
  switch (kind) {
  case IR_ELEMENT_I1:
    STORE(int8_t, from[i] & 1)
  case IR_ELEMENT_I8:
    STORE(int8_t, ir_int_wrap(from[i], width))
  case IR_ELEMENT_I16:
    STORE(int16_t, ir_int_wrap(from[i], width))
  case IR_ELEMENT_I32:
    STORE(int32_t, ir_int_wrap(from[i], width))
  case IR_ELEMENT_I64:
    STORE(int64_t, ir_int_wrap(from[i], width))
  default:
    for (int64_t i = 0; i < n; i++) {
      double value = (double)from[i];
      ir_elements_from_double(element, &value, 1, (char *)to + i * ir_element_bytes(element));
    }
  }
}
