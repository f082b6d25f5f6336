// Ops, values, uses, blocks and regions.
#include "tests/unit/unit_dialect.h"

#include "ir/support/vec.h"

static size_t count_uses(const IrValue *value) {
  size_t n = 0;
  for (IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u)) n++;
  return n;
}

// Every use in the chain is of `value`.
static void check_uses(const IrValue *value) {
  for (IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u))
    assert_ptr_equal(ir_op_operand(ir_use_op(u), ir_use_index(u)), value);
}

static void builds_and_gets(void **state) {
  Unit *u = *state;
  IrValue *x = unit_i32(&u->b, 1), *y = unit_i32(&u->b, 2);
  IrAttr flags = ir_attr_string(u->ctx, IR_STR("nsw"));
  IrOp *add = BUILD(&u->b, unit_add, .lhs = x, .rhs = y, .flags = flags);
  assert_true(IS(add, unit_add));
  assert_ptr_equal(GET(add, unit_add, lhs), x);
  assert_ptr_equal(GET(add, unit_add, rhs), y);
  assert_ptr_equal(GET(add, unit_add, flags), flags);
  assert_ptr_equal(GET(add, unit_add, result_type), ir_type_i32(u->ctx)); // IR_SAME_TYPE
  assert_ptr_equal(ir_value_type(x), ir_type_i32(u->ctx));                // infer
  assert_ptr_equal(ir_value_type(BUILD1(&u->b, unit_index, NO_ARGS)), ir_type_index(u->ctx));
  assert_ptr_equal(DEF(x, unit_const), ir_value_op(x));
  assert_null(DEF(x, unit_add));
  assert_null(DEF(NULL, unit_add));
  SET_ATTR(add, unit_add, flags, NULL);
  assert_null(ir_op_attr(add, "flags"));
  assert_true(ir_str_is(ir_op_name(add), "unit.add"));
  assert_ptr_equal(ir_op_parent(add), u->module);
}

static void variadic_groups(void **state) {
  Unit *u = *state;
  IrValue *v[5];
  for (int i = 0; i < 5; i++) v[i] = unit_i32(&u->b, i);
  IrType i32 = ir_type_i32(u->ctx), index = ir_type_index(u->ctx);
  IrOp *call = BUILD(&u->b, unit_call, .first = v[0], .rest = {&v[1], 3}, .last = v[4],
                     .results_types = {(IrType[]){i32, index, i32}, 3});
  assert_int_equal(ir_op_num_operands(call), 5);
  assert_ptr_equal(GET(call, unit_call, last), v[4]);
  IrValues rest = GET(call, unit_call, rest);
  assert_int_equal(rest.n, 3);
  assert_ptr_equal(rest.at[2], v[3]);
  IrTypes types = GET(call, unit_call, results_types);
  assert_int_equal(types.n, 3);
  assert_ptr_equal(types.at[1], index);
  assert_ptr_equal(types.at[2], i32);
  for (size_t i = 0; i < 3; i++) {
    assert_ptr_equal(ir_value_op(ir_op_result(call, i)), call);
    assert_int_equal(ir_value_index(ir_op_result(call, i)), i);
  }
  IrOp *none = BUILD(&u->b, unit_call, .first = v[0], .last = v[1]);
  assert_int_equal(GET(none, unit_call, rest).n, 0);
  assert_ptr_equal(GET(none, unit_call, last), v[1]);
  assert_int_equal(GET(none, unit_call, results_types).n, 0);
}

static void segments(void **state) {
  Unit *u = *state;
  IrValue *v[4];
  for (int i = 0; i < 4; i++) v[i] = unit_i32(&u->b, i);
  IrOp *op = BUILD(&u->b, unit_segments, .a = {v, 2}, .b = v[2], .c = v[3]);
  assert_int_equal(GET(op, unit_segments, a).n, 2);
  assert_ptr_equal(GET(op, unit_segments, b), v[2]);
  assert_ptr_equal(GET(op, unit_segments, c), v[3]);
  IrAttr sizes = ir_op_attr(op, "operandSegmentSizes");
  assert_ptr_equal(sizes, ir_attr_i32_array(u->ctx, (int64_t[]){2, 1, 1}, 3));
  IrOp *without = BUILD(&u->b, unit_segments, .a = {v, 1}, .c = v[3]);
  assert_null(GET(without, unit_segments, b));
  assert_ptr_equal(GET(without, unit_segments, c), v[3]);
  // Sizes that lie give empty groups, not memory that is not there.
  ir_op_set_attr(op, "operandSegmentSizes", ir_attr_i32_array(u->ctx, (int64_t[]){2, 9, 1}, 3));
  assert_int_equal(GET(op, unit_segments, a).n, 2);
  assert_null(GET(op, unit_segments, b));
  assert_null(GET(op, unit_segments, c));
  ir_op_set_attr(op, "operandSegmentSizes", NULL);
  assert_int_equal(GET(op, unit_segments, a).n, 0);
}

static void discardable_attributes(void **state) {
  Unit *u = *state;
  IrOp *op = ir_value_op(unit_i32(&u->b, 1));
  assert_null(ir_op_discardable(op));
  ir_op_set_attr(op, "d.b", ir_attr_unit(u->ctx));
  ir_op_set_attr(op, "d.a", ir_attr_index(u->ctx, 1));
  ir_op_set_attr(op, "d.a", ir_attr_index(u->ctx, 2));
  assert_int_equal(ir_attr_count(ir_op_discardable(op)), 2);
  assert_int_equal(ir_attr_int(ir_op_attr(op, "d.a")), 2);
  ir_op_set_attr(op, "d.a", NULL);
  ir_op_set_attr(op, "d.b", NULL);
  assert_null(ir_op_discardable(op));
  assert_non_null(ir_op_attr(op, "value"));
}

static void uses_follow_operands(void **state) {
  Unit *u = *state;
  IrValue *x = unit_i32(&u->b, 1), *y = unit_i32(&u->b, 2);
  IrOp *a = BUILD(&u->b, unit_add, .lhs = x, .rhs = x);
  IrOp *b = BUILD(&u->b, unit_add, .lhs = x, .rhs = y);
  assert_int_equal(count_uses(x), 3);
  assert_true(ir_value_has_one_use(y));
  ir_op_set_operand(a, 1, y);
  assert_int_equal(count_uses(x), 2);
  assert_int_equal(count_uses(y), 2);
  ir_value_replace_uses(x, y);
  assert_false(ir_value_has_uses(x));
  assert_int_equal(count_uses(y), 4);
  check_uses(y);
  assert_ptr_equal(ir_op_operand(b, 0), y);
  ir_value_replace_uses(y, y);
  assert_int_equal(count_uses(y), 4);
  ir_op_destroy(a);
  assert_int_equal(count_uses(y), 2);
  ir_op_destroy(b);
  assert_false(ir_value_has_uses(y));
}

static void operand_lists_change_length(void **state) {
  Unit *u = *state;
  IrValue *v[40];
  for (int i = 0; i < 40; i++) v[i] = unit_i32(&u->b, i);
  IrOp *call = BUILD(&u->b, unit_call, .first = v[0], .last = v[1]);
  ir_op_set_attr(call, "d.a", ir_attr_unit(u->ctx));
  for (size_t n = 0; n <= 40; n++) {
    size_t want = n % 2 ? n : 40 - n;
    ir_op_set_operands(call, v, want);
    assert_int_equal(ir_op_num_operands(call), want);
    for (size_t i = 0; i < 40; i++) {
      assert_int_equal(count_uses(v[i]), i < want);
      check_uses(v[i]);
    }
    assert_non_null(ir_op_attr(call, "d.a"));
  }
  // A view of the op's own operands.
  ir_op_set_operands(call, v, 10);
  IrValues own = ir_op_operand_group(call, 1);
  ir_op_set_operands(call, own.at, own.n);
  assert_int_equal(ir_op_num_operands(call), 8);
  assert_ptr_equal(ir_op_operand(call, 0), v[1]);
  ir_op_set_attr(call, "d.a", NULL);
  assert_null(ir_op_discardable(call));
  IrPtrMap map = {0};
  IrOp *copy = ir_op_clone(call, &map);
  assert_int_equal(ir_op_num_operands(copy), 8);
  assert_int_equal(count_uses(v[1]), 2);
  ir_ptrmap_free(&map);
  ir_op_destroy(copy);
  ir_op_destroy(call);
  assert_int_equal(count_uses(v[1]), 0);
}

static void order_in_a_block(void **state) {
  Unit *u = *state;
  IrBlock *block = ir_module_body(u->module);
  IrOp *first = BUILD(&u->b, unit_index, NO_ARGS), *last = BUILD(&u->b, unit_index, NO_ARGS);
  IrOp *before = last;
  for (int i = 0; i < 1000; i++) { // always between the same two: numbers run out
    IrBuilder b = ir_builder_before(before);
    IrOp *op = BUILD(&b, unit_index, NO_ARGS);
    assert_true(ir_op_is_before(first, op));
    assert_true(ir_op_is_before(op, before));
    before = op;
  }
  assert_true(ir_op_is_before(first, last));
  assert_false(ir_op_is_before(last, before));
  assert_false(ir_op_is_before(last, last));
  ir_op_detach(first);
  ir_block_append(block, first);
  assert_true(ir_op_is_before(last, first));
  ir_op_detach(last);
  ir_block_prepend(block, last);
  assert_true(ir_op_is_before(last, before));
  const IrOp *at = ir_block_first(block);
  for (; ir_op_next(at); at = ir_op_next(at)) {
    assert_true(ir_op_is_before(at, ir_op_next(at)));
    assert_ptr_equal(ir_op_prev(ir_op_next(at)), at);
  }
  assert_ptr_equal(at, first);
}

static void tails_and_bodies_move(void **state) {
  Unit *u = *state;
  IrOp *f = BUILD(&u->b, unit_func, .sym_name = ir_attr_string(u->ctx, IR_STR("f")));
  IrRegion *body = ir_op_region(f, 0);
  IrBlock *a = ir_block_create(u->ctx), *b = ir_block_create(u->ctx);
  ir_region_append(body, b);
  ir_region_insert_before(a, b);
  assert_ptr_equal(ir_region_first(body), a);
  IrOp *ops[6];
  IrBuilder at = ir_builder_at_end(u->ctx, a, IR_LOC_UNKNOWN);
  for (int i = 0; i < 6; i++) ops[i] = BUILD(&at, unit_index, NO_ARGS);
  ir_block_move_tail(b, ops[2]);
  assert_ptr_equal(ir_block_last(a), ops[1]);
  assert_ptr_equal(ir_block_first(b), ops[2]);
  assert_ptr_equal(ir_block_last(b), ops[5]);
  assert_ptr_equal(ir_op_block(ops[4]), b);
  assert_true(ir_op_is_before(ops[2], ops[5]));
  ir_block_move_tail(b, ops[0]); // all of it
  assert_null(ir_block_first(a));
  assert_null(ir_block_last(a));
  IrRegion *detached = ir_region_create(u->ctx);
  ir_region_take_body(detached, body);
  assert_true(ir_region_is_empty(body));
  assert_ptr_equal(ir_block_region(b), detached);
  assert_null(ir_op_parent(ops[0]));
  ir_region_take_body(body, detached);
  assert_ptr_equal(ir_op_parent(ops[0]), f);
  assert_true(ir_op_is_inside(ops[0], u->module));
  assert_ptr_equal(ir_op_enclosing(ops[0], &unit_func), f);
  assert_null(ir_op_enclosing(ops[0], &unit_add));
  ir_region_destroy(detached);
}

static void block_arguments(void **state) {
  Unit *u = *state;
  IrBlock *block = ir_block_create(u->ctx);
  IrValue *args[5];
  for (int i = 0; i < 5; i++) args[i] = ir_block_add_arg(block, ir_type_i32(u->ctx), (IrLoc){9});
  ir_block_erase_arg(block, 1);
  assert_int_equal(ir_block_num_args(block), 4);
  assert_ptr_equal(ir_block_arg(block, 1), args[2]);
  assert_int_equal(ir_value_index(args[4]), 3);
  assert_null(ir_value_op(args[0]));
  assert_ptr_equal(ir_value_block(args[0]), block);
  ir_value_set_loc(args[0], (IrLoc){11});
  assert_int_equal(ir_value_loc(args[0]).id, 11);
  assert_int_equal(ir_value_loc(args[2]).id, 9);
  ir_block_destroy(block);
}

static void names_of_values(void **state) {
  Unit *u = *state;
  IrValue *x = unit_i32(&u->b, 1), *y = unit_i32(&u->b, 2);
  assert_int_equal(ir_value_name(x, u->ctx).len, 0);
  ir_value_set_name(x, u->ctx, IR_STR("sum"));
  assert_true(ir_str_is(ir_value_name(x, u->ctx), "sum"));
  ir_value_take_name(y, x);
  assert_true(ir_str_is(ir_value_name(y, u->ctx), "sum"));
  IrStream s = {0};
  ir_print(&s, "{} {}", x, ir_value_op(x));
  assert_string_equal(ir_stream_cstr(&s), "%sum unit.const");
  ir_stream_free(&s);
}

static IrStatus count(IrOp *op, void *user) {
  (void)op;
  ++*(size_t *)user;
  return IR_OK;
}

static IrStatus erase_constants(IrOp *op, void *user) {
  (void)user;
  if (IS(op, unit_const) && !ir_value_has_uses(ir_op_result(op, 0))) ir_op_destroy(op);
  return IR_OK;
}

static void deep_nesting_needs_no_stack(void **state) {
  Unit *u = *state;
  enum { DEPTH = 100000 };
  IrBuilder b = u->b;
  IrOp *outermost = NULL;
  for (int i = 0; i < DEPTH; i++) {
    IrOp *f = BUILD(&b, unit_func, .sym_name = ir_attr_string(u->ctx, IR_STR("f")));
    if (!outermost) outermost = f;
    IrBlock *block = ir_block_create(u->ctx);
    ir_region_append(ir_op_region(f, 0), block);
    b = ir_builder_at_end(u->ctx, block, IR_LOC_UNKNOWN);
    unit_i32(&b, i);
  }
  size_t n = 0;
  assert_int_equal(ir_walk_pre(outermost, count, &n), IR_OK);
  assert_int_equal(n, 2 * DEPTH);
  n = 0;
  assert_int_equal(ir_walk_post(outermost, count, &n), IR_OK);
  assert_int_equal(n, 2 * DEPTH);
  IrPtrMap map = {0};
  IrOp *copy = ir_op_clone(outermost, &map);
  ir_ptrmap_free(&map);
  assert_int_equal(ir_walk_post(copy, erase_constants, NULL), IR_OK);
  n = 0;
  assert_int_equal(ir_walk_pre(copy, count, &n), IR_OK);
  assert_int_equal(n, DEPTH);
  ir_op_destroy(copy);
  ir_op_destroy(outermost);
  assert_null(ir_block_first(ir_module_body(u->module)));
}

static IrStatus stop_at_add(IrOp *op, void *user) {
  ++*(size_t *)user;
  return IS(op, unit_add) ? IR_FAILED : IR_OK;
}

static void walks_stop(void **state) {
  Unit *u = *state;
  IrValue *x = unit_i32(&u->b, 1);
  BUILD(&u->b, unit_add, .lhs = x, .rhs = x);
  unit_i32(&u->b, 2);
  size_t n = 0;
  assert_int_equal(ir_walk_pre(u->module, stop_at_add, &n), IR_FAILED);
  assert_int_equal(n, 3); // the module, the constant, the add
  n = 0;
  assert_int_equal(ir_walk_post(u->module, stop_at_add, &n), IR_FAILED);
  assert_int_equal(n, 2);
}

// Two blocks in a loop, each using a value of the other: destroying must not care for order.
static IrOp *build_loop(Unit *u) {
  IrType i32 = ir_type_i32(u->ctx);
  IrOp *f = BUILD(&u->b, unit_func, .sym_name = ir_attr_string(u->ctx, IR_STR("loop")));
  IrBlock *blocks[2];
  for (int i = 0; i < 2; i++) {
    blocks[i] = ir_block_create(u->ctx);
    ir_region_append(ir_op_region(f, 0), blocks[i]);
    ir_block_add_arg(blocks[i], i32, IR_LOC_UNKNOWN);
  }
  for (int i = 0; i < 2; i++) {
    IrBuilder b = ir_builder_at_end(u->ctx, blocks[i], IR_LOC_UNKNOWN);
    IrValue *sum =
        BUILD1(&b, unit_add, .lhs = ir_block_arg(blocks[0], 0), .rhs = ir_block_arg(blocks[1], 0));
    BUILD(&b, unit_br, .args = {&sum, 1}, .dest = blocks[!i]);
  }
  return f;
}

static void clones_loops(void **state) {
  Unit *u = *state;
  IrOp *f = build_loop(u);
  IrPtrMap map = {0};
  IrOp *copy = ir_op_clone(f, &map);
  ir_op_destroy(f); // nothing of the copy points into it
  IrRegion *body = ir_op_region(copy, 0);
  IrBlock *a = ir_region_first(body), *b = ir_block_next(a);
  assert_ptr_equal(ir_op_operand(ir_block_first(a), 1), ir_block_arg(b, 0));
  assert_ptr_equal(GET(ir_block_last(a), unit_br, dest), b);
  assert_ptr_equal(GET(ir_block_last(b), unit_br, dest), a);
  assert_int_equal(count_uses(ir_block_arg(a, 0)), 2);
  ir_ptrmap_free(&map);
  ir_op_destroy(copy);
}

static void clones_with_given_values(void **state) {
  Unit *u = *state;
  IrValue *x = unit_i32(&u->b, 1), *y = unit_i32(&u->b, 2), *z = unit_i32(&u->b, 3);
  IrOp *add = BUILD(&u->b, unit_add, .lhs = x, .rhs = z);
  IrPtrMap map = {0};
  ir_ptrmap_set(&map, x, y);
  ir_ptrmap_set(&map, y, x); // must not be applied to what x became
  IrOp *copy = ir_op_clone(add, &map);
  assert_ptr_equal(ir_op_operand(copy, 0), y);
  assert_ptr_equal(ir_op_operand(copy, 1), z);
  assert_ptr_equal(ir_ptrmap_get(&map, ir_op_result(add, 0)), ir_op_result(copy, 0));
  ir_ptrmap_free(&map);
  ir_op_destroy(copy);
}

static void destroys_a_region(void **state) {
  Unit *u = *state;
  IrOp *f = build_loop(u);
  IrRegion *region = ir_region_create(u->ctx);
  ir_region_take_body(region, ir_op_region(f, 0));
  ir_region_destroy(region);
  ir_op_destroy(f);
}

static void constants_materialize(void **state) {
  Unit *u = *state;
  IrAttr one = ir_attr_index(u->ctx, 1);
  IrValue *c = ir_builder_constant(&u->b, NULL, one, ir_type_index(u->ctx));
  assert_non_null(DEF(c, unit_const));
  assert_ptr_equal(GET(ir_value_op(c), unit_const, value), one);
  assert_null(ir_builder_constant(&u->b, &unit_dialect, one, ir_type_i32(u->ctx)));
}

// What erased ops leave is used again: a pass that replaces ops for hours does not grow.
static void memory_is_reused(void **state) {
  Unit *u = *state;
  if (!IR_HEAP_REUSES) return;
  IrValue *x = unit_i32(&u->b, 1);
  IrOp *first = BUILD(&u->b, unit_add, .lhs = x, .rhs = x);
  for (int i = 0; i < 1000; i++) {
    ir_op_destroy(first);
    IrOp *again = BUILD(&u->b, unit_add, .lhs = x, .rhs = x);
    assert_ptr_equal(again, first);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      UNIT_TEST(builds_and_gets),
      UNIT_TEST(variadic_groups),
      UNIT_TEST(segments),
      UNIT_TEST(discardable_attributes),
      UNIT_TEST(uses_follow_operands),
      UNIT_TEST(operand_lists_change_length),
      UNIT_TEST(order_in_a_block),
      UNIT_TEST(tails_and_bodies_move),
      UNIT_TEST(block_arguments),
      UNIT_TEST(names_of_values),
      UNIT_TEST(deep_nesting_needs_no_stack),
      UNIT_TEST(walks_stop),
      UNIT_TEST(clones_loops),
      UNIT_TEST(clones_with_given_values),
      UNIT_TEST(destroys_a_region),
      UNIT_TEST(constants_materialize),
      UNIT_TEST(memory_is_reused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
