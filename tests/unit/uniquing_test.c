// Types and attributes: equal content is one pointer, and accessors give back what went in.
#include "tests/unit/unit.h"

#include "ir/core/attr.h"

#include <string.h>

static int set_up(void **state) {
  *state = ir_context_create();
  return 0;
}

static int tear_down(void **state) {
  ir_context_destroy(*state);
  return 0;
}

static IrShape shape(const int64_t *extents, size_t rank) {
  return (IrShape){extents, rank};
}

static void scalars(void **state) {
  IrContext *ctx = *state;
  for (unsigned w = 1; w <= 64; w++) {
    IrType t = ir_type_integer(ctx, w, IR_SIGNLESS);
    assert_ptr_equal(t, ir_type_integer(ctx, w, IR_SIGNLESS));
    assert_ptr_not_equal(t, ir_type_integer(ctx, w, IR_UNSIGNED));
    assert_int_equal(ir_type_width(t), w);
    assert_true(ir_type_is_integer(t, w));
    assert_false(ir_type_is_integer(ir_type_integer(ctx, w, IR_SIGNED), w));
  }
  assert_ptr_equal(ir_type_float(ctx, IR_BF16), ir_type_float(ctx, IR_BF16));
  assert_ptr_not_equal(ir_type_float(ctx, IR_BF16), ir_type_float(ctx, IR_F16));
  assert_int_equal(ir_type_width(ir_type_float(ctx, IR_TF32)), 32);
  assert_ptr_not_equal(ir_type_index(ctx), ir_type_none(ctx));
  assert_ptr_equal(ir_type_context(ir_type_index(ctx)), ctx);
}

static void shaped(void **state) {
  IrContext *ctx = *state;
  IrType f16 = ir_type_float(ctx, IR_F16), f32 = ir_type_float(ctx, IR_F32);
  int64_t extents[] = {4, IR_DYNAMIC, 8};
  IrType tensor = ir_type_tensor(ctx, shape(extents, 3), f16, NULL);
  int64_t again[] = {4, IR_DYNAMIC, 8};
  assert_ptr_equal(tensor, ir_type_tensor(ctx, shape(again, 3), f16, NULL));
  assert_ptr_not_equal(tensor, ir_type_vector(ctx, shape(extents, 3), f16));
  assert_ptr_not_equal(tensor, ir_type_tensor(ctx, shape(extents, 2), f16, NULL));
  assert_int_equal(ir_type_num_elements(tensor), IR_DYNAMIC);
  assert_int_equal(ir_type_num_elements(ir_type_tensor(ctx, shape(NULL, 0), f16, NULL)), 1);
  int64_t huge[] = {INT64_MAX, 3};
  assert_int_equal(ir_type_num_elements(ir_type_vector(ctx, shape(huge, 2), f16)), INT64_MAX);
  IrAttr encoding = ir_attr_string(ctx, IR_STR("e"));
  IrType with = ir_type_with_encoding(tensor, encoding);
  assert_ptr_equal(ir_type_encoding(with), encoding);
  IrType other = ir_type_with_element(with, f32);
  assert_ptr_equal(ir_type_element(other), f32);
  assert_ptr_equal(ir_type_encoding(other), encoding);
  assert_int_equal(ir_type_shape(other).rank, 3);
  assert_ptr_equal(ir_type_with_element(f16, f32), f32);
}

static void memref_strides(void **state) {
  IrContext *ctx = *state;
  IrType f32 = ir_type_float(ctx, IR_F32);
  int64_t extents[] = {4, IR_DYNAMIC, 8}, strides[3], offset;
  ir_type_memref_strides(ir_type_memref(ctx, shape(extents, 3), f32, NULL, NULL), strides, &offset);
  assert_int_equal(offset, 0);
  assert_int_equal(strides[2], 1);
  assert_int_equal(strides[1], 8);
  assert_int_equal(strides[0], IR_DYNAMIC);
  IrAttr layout = ir_attr_strided(ctx, (int64_t[]){1, IR_DYNAMIC}, 2, 5);
  IrType column = ir_type_memref(ctx, shape(extents, 2), f32, layout, NULL);
  ir_type_memref_strides(column, strides, &offset);
  assert_int_equal(offset, 5);
  assert_int_equal(strides[0], 1);
  assert_int_equal(strides[1], IR_DYNAMIC);
  assert_ptr_equal(ir_type_layout(column), layout);
}

static void functions_and_tuples(void **state) {
  IrContext *ctx = *state;
  IrType i32 = ir_type_i32(ctx), i1 = ir_type_i1(ctx);
  IrType f = ir_type_function(ctx, (IrType[]){i32, i1}, 2, (IrType[]){i1}, 1);
  assert_ptr_equal(f, ir_type_function(ctx, (IrType[]){i32, i1}, 2, (IrType[]){i1}, 1));
  assert_ptr_not_equal(f, ir_type_function(ctx, (IrType[]){i32}, 1, (IrType[]){i1, i1}, 2));
  assert_int_equal(ir_type_num_inputs(f), 2);
  assert_int_equal(ir_type_num_results(f), 1);
  assert_ptr_equal(ir_type_input(f, 1), i1);
  assert_ptr_equal(ir_type_result(f, 0), i1);
  IrType tuple = ir_type_tuple(ctx, (IrType[]){i32, i1}, 2);
  assert_int_equal(ir_type_num_inputs(tuple), 2);
  assert_ptr_not_equal(tuple, ir_type_function(ctx, (IrType[]){i32, i1}, 2, NULL, 0));
}

static void integers_wrap(void **state) {
  IrContext *ctx = *state;
  IrType i8 = ir_type_integer(ctx, 8, IR_SIGNLESS);
  assert_int_equal(ir_attr_int(ir_attr_integer(i8, 255)), -1);
  assert_ptr_equal(ir_attr_integer(i8, 255), ir_attr_integer(i8, -1));
  assert_int_equal(ir_attr_int(ir_attr_integer(ir_type_i1(ctx), -1)), 1);
  assert_ptr_equal(ir_attr_bool(ctx, true), ir_attr_integer(ir_type_i1(ctx), 1));
  assert_int_equal(ir_attr_int(ir_attr_index(ctx, INT64_MIN)), INT64_MIN);
  assert_ptr_not_equal(ir_attr_index(ctx, 1), ir_attr_integer(ir_type_i64(ctx), 1));
}

static void floats_round(void **state) {
  IrContext *ctx = *state;
  IrType f16 = ir_type_float(ctx, IR_F16);
  assert_ptr_equal(ir_attr_float(f16, 1.00001), ir_attr_float(f16, 1.0));
  assert_ptr_not_equal(ir_attr_float(f16, 0.0), ir_attr_float(f16, -0.0));
  assert_true(ir_attr_double(ir_attr_float(f16, 0.1)) == 0.0999755859375);
}

static void containers(void **state) {
  IrContext *ctx = *state;
  IrAttr one = ir_attr_index(ctx, 1), two = ir_attr_index(ctx, 2);
  IrIdent a = ir_ident(ctx, IR_STR("a")), b = ir_ident(ctx, IR_STR("b")),
          ab = ir_ident(ctx, IR_STR("ab"));
  assert_ptr_equal(a, ir_ident(ctx, IR_STR("a")));
  IrAttr dict = ir_attr_dict(ctx, (IrNamedAttr[]){{b, two}, {ab, one}, {a, one}}, 3);
  assert_ptr_equal(dict, ir_attr_dict(ctx, (IrNamedAttr[]){{a, one}, {b, two}, {ab, one}}, 3));
  assert_ptr_equal(ir_attr_entry(dict, 0).name, a);
  assert_ptr_equal(ir_attr_entry(dict, 1).name, ab);
  assert_ptr_equal(ir_attr_get(dict, b), two);
  assert_ptr_equal(ir_attr_get_str(dict, "b"), two);
  assert_null(ir_attr_get_str(dict, "c"));
  assert_null(ir_attr_get(NULL, a));
  IrAttr array = ir_attr_array(ctx, (IrAttr[]){one, two}, 2);
  assert_int_equal(ir_attr_count(array), 2);
  assert_ptr_equal(ir_attr_at(array, 1), two);
  assert_ptr_not_equal(array, ir_attr_array(ctx, (IrAttr[]){two, one}, 2));
  IrAttr ints = ir_attr_i32_array(ctx, (int64_t[]){3, -4}, 2);
  assert_int_equal(ir_attr_count(ints), 2);
  assert_int_equal(ir_attr_array_int(ints, 1), -4);
  assert_ptr_not_equal(ints, ir_attr_i64_array(ctx, (int64_t[]){3, -4}, 2));
}

static void texts(void **state) {
  IrContext *ctx = *state;
  IrAttr s = ir_attr_string(ctx, (IrStr){"a\0b", 3});
  assert_int_equal(ir_attr_str(s).len, 3);
  assert_ptr_not_equal(s, ir_attr_string(ctx, IR_STR("a")));
  IrAttr symbol = ir_attr_symbol(ctx, IR_STR("m"), (IrStr[]){IR_STR("f"), IR_STR("g")}, 2);
  assert_true(ir_str_is(ir_attr_str(symbol), "m"));
  assert_int_equal(ir_attr_num_nested(symbol), 2);
  assert_true(ir_str_is(ir_attr_nested(symbol, 1), "g"));
  assert_ptr_not_equal(ir_attr_symbol(ctx, IR_STR("m"), NULL, 0), ir_attr_string(ctx, IR_STR("m")));
  assert_true(ir_str_is(ir_attr_opaque_text(ir_attr_opaque(ctx, IR_STR("d.x<1>"))), "d.x<1>"));
  assert_true(ir_str_is(ir_type_opaque_text(ir_type_opaque(ctx, IR_STR("d.t"))), "d.t"));
}

static void dense_elements(void **state) {
  IrContext *ctx = *state;
  IrType i16 = ir_type_integer(ctx, 16, IR_SIGNLESS), f16 = ir_type_float(ctx, IR_F16);
  int64_t extents[] = {2, 2};
  IrType t = ir_type_tensor(ctx, shape(extents, 2), i16, NULL);
  IrAttr dense = ir_attr_dense(t, (int16_t[]){1, -2, 3, 4}, 8);
  assert_false(ir_attr_is_splat(dense));
  assert_int_equal(ir_attr_int(ir_attr_dense_at(dense, 1)), -2);
  assert_int_equal(ir_attr_int(ir_attr_dense_at(dense, 3)), 4);
  // Four equal elements are a splat, however written.
  IrAttr splat = ir_attr_splat(t, ir_attr_integer(i16, 7));
  assert_true(ir_attr_is_splat(splat));
  assert_ptr_equal(splat, ir_attr_dense(t, (int16_t[]){7, 7, 7, 7}, 8));
  assert_ptr_equal(splat, ir_attr_dense(t, (int16_t[]){7}, 2));
  assert_int_equal(ir_attr_int(ir_attr_dense_at(splat, 3)), 7);
  IrType v = ir_type_vector(ctx, shape(extents, 2), f16);
  IrAttr halves = ir_attr_splat(v, ir_attr_float(f16, 0.5));
  size_t bytes;
  assert_int_equal(*(const uint16_t *)ir_attr_dense_data(halves, &bytes), 0x3800);
  assert_int_equal(bytes, 2);
  assert_true(ir_attr_double(ir_attr_dense_at(halves, 2)) == 0.5);
  int64_t none[] = {0};
  IrType empty = ir_type_tensor(ctx, shape(none, 1), i16, NULL);
  assert_false(ir_attr_is_splat(ir_attr_dense(empty, NULL, 0)));
}

static const IrTypeDef tile_def = {.size = sizeof(IrTypeDef), .name = "d.t"};
static const IrTypeDef other_def = {.size = sizeof(IrTypeDef), .name = "d.u"};
static const IrAttrDef attr_def = {.size = sizeof(IrAttrDef), .name = "d.a"};

static void of_dialects(void **state) {
  IrContext *ctx = *state;
  int64_t payload = 42;
  IrType t = ir_type_intern(ctx, &tile_def, &payload, sizeof payload);
  assert_ptr_equal(t, ir_type_intern(ctx, &tile_def, &payload, sizeof payload));
  assert_ptr_not_equal(t, ir_type_intern(ctx, &other_def, &payload, sizeof payload));
  assert_int_equal(*(const int64_t *)ir_type_payload(t, &tile_def), 42);
  assert_null(ir_type_payload(t, &other_def));
  assert_null(ir_type_payload(ir_type_index(ctx), &tile_def));
  assert_ptr_equal(ir_type_def(t), &tile_def);
  IrAttr a = ir_attr_intern(ctx, &attr_def, NULL, 0);
  assert_non_null(ir_attr_payload(a, &attr_def));
  assert_null(ir_attr_payload(ir_attr_unit(ctx), &attr_def));
}

static void many_stay_unique(void **state) {
  IrContext *ctx = *state;
  enum { N = 10000 };
  static IrAttr seen[N];
  for (int64_t i = 0; i < N; i++) seen[i] = ir_attr_index(ctx, i * i);
  for (int64_t i = 0; i < N; i++) assert_ptr_equal(ir_attr_index(ctx, i * i), seen[i]);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(scalars),        TEST(shaped),       TEST(memref_strides),   TEST(functions_and_tuples),
      TEST(integers_wrap),  TEST(floats_round), TEST(containers),       TEST(texts),
      TEST(dense_elements), TEST(of_dialects),  TEST(many_stay_unique),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
