// The small float formats: every pattern survives decoding and encoding, every rounding is to the
// nearest even neighbour.
#include "tests/unit/unit.h"

#include "ir/core/attr.h"

#include <math.h>
#include <string.h>

typedef struct Small {
  IrFloatKind kind;
  unsigned bits, shift; // patterns are the numbers below 2^bits, times 2^shift
  uint64_t largest;     // pattern of the largest finite number
} Small;

static const Small formats[] = {
    {IR_F16, 16, 0, 0x7BFF},        {IR_BF16, 16, 0, 0x7F7F},    {IR_TF32, 19, 13, 0x3FBFF},
    {IR_F8E4M3FN, 8, 0, 0x7E},      {IR_F8E5M2, 8, 0, 0x7B},     {IR_F8E4M3, 8, 0, 0x77},
    {IR_F8E3M4, 8, 0, 0x6F},        {IR_F8E5M2FNUZ, 8, 0, 0x7F}, {IR_F8E4M3FNUZ, 8, 0, 0x7F},
    {IR_F8E4M3B11FNUZ, 8, 0, 0x7F}, {IR_F6E2M3FN, 6, 0, 0x1F},   {IR_F6E3M2FN, 6, 0, 0x1F},
    {IR_F4E2M1FN, 4, 0, 0x07},
};
enum { NUM_FORMATS = sizeof formats / sizeof *formats };

static void every_pattern_survives(void **state) {
  (void)state;
  for (int f = 0; f < NUM_FORMATS; f++) {
    for (uint64_t i = 0; i < UINT64_C(1) << formats[f].bits; i++) {
      uint64_t bits = i << formats[f].shift;
      double value = ir_float_decode(formats[f].kind, bits);
      assert_int_equal(ir_float_encode(formats[f].kind, value), bits);
    }
  }
}

// Neighbouring finite numbers ascend, and what lies between them goes to the nearest, in the middle
// to the even one.
static void every_rounding_is_nearest_even(void **state) {
  (void)state;
  for (int f = 0; f < NUM_FORMATS; f++) {
    IrFloatKind kind = formats[f].kind;
    for (uint64_t i = 0; i < formats[f].largest; i++) {
      uint64_t low = i << formats[f].shift, high = (i + 1) << formats[f].shift;
      double a = ir_float_decode(kind, low), b = ir_float_decode(kind, high);
      double middle = a + (b - a) / 2;
      assert_true(a < b);
      assert_int_equal(ir_float_encode(kind, middle), i % 2 ? high : low);
      assert_int_equal(ir_float_encode(kind, nextafter(middle, a)), low);
      assert_int_equal(ir_float_encode(kind, nextafter(middle, b)), high);
      uint64_t sign = UINT64_C(1) << (formats[f].bits - 1 + formats[f].shift);
      uint64_t even = i % 2 ? high : low;
      if (even == 0 && ir_float_format(kind)->special == IR_FLOAT_FNUZ) sign = 0; // no -0
      assert_int_equal(ir_float_encode(kind, -middle), sign | even);
    }
  }
}

static void known_values(void **state) {
  (void)state;
  assert_int_equal(ir_float_encode(IR_F16, 1.0), 0x3C00);
  assert_int_equal(ir_float_encode(IR_F16, -2.0), 0xC000);
  assert_int_equal(ir_float_encode(IR_F16, 65504), 0x7BFF);
  assert_int_equal(ir_float_encode(IR_F16, 0x1p-24), 1);
  assert_int_equal(ir_float_encode(IR_BF16, 1.0), 0x3F80);
  assert_int_equal(ir_float_encode(IR_TF32, 1.0), 0x3F800000);
  assert_int_equal(ir_float_encode(IR_F8E4M3FN, 448), 0x7E);
  assert_int_equal(ir_float_encode(IR_F8E4M3FN, 1.0), 0x38);
  assert_int_equal(ir_float_encode(IR_F8E5M2, 57344), 0x7B);
  assert_int_equal(ir_float_encode(IR_F64, 1.0), 0x3FF0000000000000);
}

static void overflow_and_infinity(void **state) {
  (void)state;
  assert_int_equal(ir_float_encode(IR_F16, 65519.99), 0x7BFF);
  assert_int_equal(ir_float_encode(IR_F16, 65520), 0x7C00); // the tie goes to the even one
  assert_int_equal(ir_float_encode(IR_F16, -1e300), 0xFC00);
  assert_int_equal(ir_float_encode(IR_BF16, INFINITY), 0x7F80);
  assert_int_equal(ir_float_encode(IR_TF32, 1e300), 0x7F800000);
  assert_int_equal(ir_float_encode(IR_F8E5M2, INFINITY), 0x7C);
  assert_int_equal(ir_float_encode(IR_F8E4M3FN, 464), 0x7E); // tie: 448 is even
  assert_int_equal(ir_float_encode(IR_F8E4M3FN, 465), 0x7F); // no infinity: NaN
  assert_int_equal(ir_float_encode(IR_F8E4M3FN, -INFINITY), 0xFF);
  assert_true(isinf(ir_float_decode(IR_F16, 0x7C00)));
  assert_true(isnan(ir_float_decode(IR_F8E4M3FN, 0x7F)));
  assert_false(isnan(ir_float_decode(IR_F8E4M3FN, 0x78)));
}

static void underflow_and_nan(void **state) {
  (void)state;
  assert_int_equal(ir_float_encode(IR_F16, 0x1p-25), 0); // tie with zero, which is even
  assert_int_equal(ir_float_encode(IR_F16, 0x1.8p-25), 1);
  assert_int_equal(ir_float_encode(IR_F16, -0x1p-1074), 0x8000);
  assert_int_equal(ir_float_encode(IR_F16, -0.0), 0x8000);
  assert_int_equal(ir_float_encode(IR_F32, 0x1p-149), 1);
  assert_true(isnan(ir_float_decode(IR_F16, ir_float_encode(IR_F16, NAN))));
  assert_true(isnan(ir_float_decode(IR_F8E5M2, ir_float_encode(IR_F8E5M2, NAN))));
}

// f32 against the hardware's conversion, on a walk through all exponents.
static void f32_agrees_with_hardware(void **state) {
  (void)state;
  uint64_t bits = 0x3690000000000000; // below the smallest subnormal float
  for (; bits < 0x47F0000000000000; bits += 0x0000123456789ABD) {
    double value;
    memcpy(&value, &bits, sizeof value);
    float rounded = (float)value;
    uint32_t expected;
    memcpy(&expected, &rounded, sizeof expected);
    assert_int_equal(ir_float_encode(IR_F32, value), expected);
    assert_true(ir_float_decode(IR_F32, expected) == (double)rounded);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_pattern_survives), cmocka_unit_test(every_rounding_is_nearest_even),
      cmocka_unit_test(known_values),           cmocka_unit_test(overflow_and_infinity),
      cmocka_unit_test(underflow_and_nan),      cmocka_unit_test(f32_agrees_with_hardware),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
