// Fingerprints: what stands in the IR counts, addresses do not.
#include "ir/analysis/fingerprint.h"

#include "tests/unit/unit_dialect.h"

// a = 1; b = 2; add a, b
static IrOp *build(Unit *u, int64_t a, int64_t b) {
  IrValue *x = unit_i32(&u->b, a), *y = unit_i32(&u->b, b);
  return BUILD(&u->b, unit_add, .lhs = x, .rhs = y, .result_type = ir_value_type(x));
}

static uint64_t print_of(Unit *u, unsigned flags) {
  return ir_op_fingerprint(u->module, flags);
}

static void same_op_made_anew(void **state) {
  Unit *u = *state;
  IrOp *add = build(u, 1, 2);
  uint64_t before = print_of(u, IR_FINGERPRINT_NAMES | IR_FINGERPRINT_LOCS);
  IrValue *x = ir_op_operand(add, 0), *y = ir_op_operand(add, 1);
  IrOp *again = BUILD(&u->b, unit_add, .lhs = x, .rhs = y, .result_type = ir_value_type(x));
  assert_true(before != print_of(u, 0)); // two adds
  assert_ptr_not_equal(add, again);
  ir_op_destroy(add);
  assert_true(before == print_of(u, IR_FINGERPRINT_NAMES | IR_FINGERPRINT_LOCS));
}

static void what_counts(void **state) {
  Unit *u = *state;
  IrOp *add = build(u, 1, 2);
  IrValue *x = ir_op_operand(add, 0), *y = ir_op_operand(add, 1);
  uint64_t before = print_of(u, 0);
  ir_op_set_operand(add, 0, y);
  assert_true(before != print_of(u, 0));
  ir_op_set_operand(add, 0, x);
  assert_true(before == print_of(u, 0));
  ir_op_set_attr(add, "flags", ir_attr_string(u->ctx, IR_STR("fast")));
  assert_true(before != print_of(u, 0));
  ir_op_set_attr(add, "flags", NULL);
  ir_op_set_attr(add, "unit.extra", ir_attr_unit(u->ctx));
  assert_true(before != print_of(u, 0));
}

static void names_and_places_on_demand(void **state) {
  Unit *u = *state;
  IrOp *add = build(u, 1, 2);
  uint64_t bare = print_of(u, 0), named = print_of(u, IR_FINGERPRINT_NAMES);
  uint64_t placed = print_of(u, IR_FINGERPRINT_LOCS);
  ir_value_set_name(ir_op_result(add, 0), u->ctx, IR_STR("sum"));
  ir_op_set_loc(add, ir_loc_file(u->ctx, IR_STR("k.mlir"), 1, 2));
  assert_true(bare == print_of(u, 0));
  assert_true(named != print_of(u, IR_FINGERPRINT_NAMES));
  assert_true(placed != print_of(u, IR_FINGERPRINT_LOCS));
}

// Which group an operand belongs to stands in the slot behind the declared ones.
static void segment_sizes(void **state) {
  Unit *u = *state;
  IrValue *x = unit_i32(&u->b, 1);
  IrOp *one = BUILD(&u->b, unit_segments, .a = {&x, 1}, .c = x);
  IrOp *two = BUILD(&u->b, unit_segments, .b = x, .c = x);
  assert_true(ir_op_fingerprint(one, 0) != ir_op_fingerprint(two, 0));
}

static void blocks_and_arguments(void **state) {
  Unit *u = *state;
  IrOp *func = BUILD(&u->b, unit_func, .sym_name = ir_attr_string(u->ctx, IR_STR("f")));
  uint64_t before = print_of(u, 0);
  IrBlock *block = ir_block_create(u->ctx);
  ir_region_append(ir_op_region(func, 0), block);
  uint64_t empty = print_of(u, 0);
  assert_true(before != empty);
  ir_block_add_arg(block, ir_type_integer(u->ctx, 32, IR_SIGNLESS), IR_LOC_UNKNOWN);
  assert_true(empty != print_of(u, 0));
}

static void first_difference(void **state) {
  Unit *u = *state;
  IrOp *copy = ir_op_clone(u->module, NULL), *other = NULL;
  assert_null(ir_op_first_difference(u->module, copy, 0, &other));
  ir_op_destroy(copy);
  IrOp *add = build(u, 1, 2);
  copy = ir_op_clone(u->module, NULL);
  assert_null(ir_op_first_difference(u->module, copy, 0, &other));
  ir_op_set_attr(add, "flags", ir_attr_string(u->ctx, IR_STR("fast")));
  assert_ptr_equal(ir_op_first_difference(u->module, copy, 0, &other), add);
  assert_true(ir_op_is(other, &unit_add) && other != add);
  ir_op_destroy(copy);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      UNIT_TEST(same_op_made_anew),          UNIT_TEST(what_counts),
      UNIT_TEST(names_and_places_on_demand), UNIT_TEST(segment_sizes),
      UNIT_TEST(blocks_and_arguments),       UNIT_TEST(first_difference),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
