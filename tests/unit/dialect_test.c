// Registration, symbols, the builtin dialect's folds, context extensions.
#include "tests/unit/unit_dialect.h"

#include "ir/core/op_impl.h"
#include "ir/support/vec.h"

// Collects the messages of errors.
static bool record(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)ctx;
  if (diag->severity == IR_ERROR) ir_print((IrStream *)user, "{}\n", diag->message);
  return true;
}

static void assert_refused(IrContext *ctx, const IrDialect *dialect, const char *message) {
  IrStream text = {0};
  ir_diag_push_handler(ctx, record, &text);
  assert_int_equal(ir_dialect_register(ctx, dialect), IR_FAILED);
  ir_diag_pop_handler(ctx);
  assert_string_equal(ir_stream_cstr(&text), message);
  ir_stream_free(&text);
}

// Registers a dialect with one op, which is refused.
static void refuse_op(IrContext *ctx, const char *name, const IrOpDef *op, const char *message) {
  const IrOpDef *const ops[] = {op, NULL};
  const IrDialect dialect = {.size = sizeof dialect, .name = name, .summary = "Bad.", .ops = ops};
  assert_refused(ctx, &dialect, message);
}

static void looks_up_what_is_registered(void **state) {
  Unit *u = *state;
  assert_int_equal(ir_dialect_register(u->ctx, &unit_dialect), IR_OK); // again
  assert_ptr_equal(ir_dialect_lookup(u->ctx, IR_STR("unit")), &unit_dialect);
  assert_null(ir_dialect_lookup(u->ctx, IR_STR("uni")));
  assert_int_equal(ir_dialect_count(u->ctx), 2);
  assert_ptr_equal(ir_dialect_at(u->ctx, 0), &ir_builtin_dialect);
  const IrOpInfo *info = ir_op_lookup(u->ctx, IR_STR("unit.add"));
  assert_ptr_equal(ir_op_info_def(info), &unit_add);
  assert_ptr_equal(ir_op_info_of(u->ctx, &unit_add), info);
  assert_null(ir_op_lookup(u->ctx, IR_STR("unit.sub")));
  assert_ptr_equal(ir_op_dialect(u->module), &ir_builtin_dialect);
}

static void refuses_bad_dialects(void **state) {
  Unit *u = *state;
  static const IrDialect twin = {.size = sizeof(IrDialect), .name = "unit", .summary = "Twin."};
  assert_refused(u->ctx, &twin,
                 "dialect 'unit' of the tool exists already: the tool has one of that name\n");
  static const IrSlotDef lists[] = {
      {"a", &IR_ANY_TYPE, IR_VARIADIC}, {"b", &IR_ANY_TYPE, IR_OPTIONAL}, {0}};
  refuse_op(u->ctx, "p",
            &(IrOpDef){.size = sizeof(IrOpDef), .name = "p.op", .summary = "P.", .operands = lists},
            "op 'p.op' has several optional or variadic operand groups and not IR_SEGMENTS\n");
  refuse_op(u->ctx, "q", &(IrOpDef){.size = sizeof(IrOpDef), .name = "other.op"},
            "op 'other.op' is not named 'q.<name>', after its dialect\n");
  refuse_op(
      u->ctx, "r",
      &(IrOpDef){.size = sizeof(IrOpDef), .name = "r.op", .summary = "R.", .traits = IR_SYMBOL},
      "op 'r.op' is a symbol without attribute 'sym_name'\n");
}

static void unregistered_ops(void **state) {
  Unit *u = *state;
  const IrOpInfo *info = ir_op_info_unregistered(u->ctx, IR_STR("foo.bar"));
  assert_ptr_equal(info, ir_op_info_unregistered(u->ctx, IR_STR("foo.bar")));
  IrOp *op = ir_builder_create(&u->b, (IrOpCreate){.info = info});
  assert_null(ir_op_def(op));
  assert_null(ir_op_dialect(op));
  assert_false(ir_op_has_trait(op, IR_TERMINATOR));
  ir_op_set_attr(op, "x", ir_attr_unit(u->ctx));
  assert_ptr_equal(ir_op_attr(op, "x"), ir_attr_unit(u->ctx));
}

static IrOp *add_func(Unit *u, IrBlock *block, const char *name) {
  IrBuilder b = ir_builder_at_end(u->ctx, block, IR_LOC_UNKNOWN);
  IrOp *f = BUILD(&b, unit_func, .sym_name = ir_attr_string(u->ctx, ir_str(name)));
  ir_region_append(ir_op_region(f, 0), ir_block_create(u->ctx));
  return f;
}

static void symbols(void **state) {
  Unit *u = *state;
  IrOp *f = add_func(u, ir_module_body(u->module), "f"),
       *g = add_func(u, ir_module_body(u->module), "g");
  IrOp *inner = add_func(u, ir_region_first(ir_op_region(f, 0)), "inner"),
       *hidden = add_func(u, ir_region_first(ir_op_region(f, 0)), "g");
  assert_ptr_equal(ir_symbol_lookup(u->module, IR_STR("g")), g);
  assert_null(ir_symbol_lookup(u->module, IR_STR("inner")));
  assert_true(ir_str_is(ir_symbol_name(f), "f"));
  IrAttr at_g = ir_attr_symbol(u->ctx, IR_STR("g"), NULL, 0);
  assert_ptr_equal(ir_symbol_lookup_from(g, at_g), g);
  assert_ptr_equal(ir_symbol_lookup_from(inner, at_g), hidden); // the nearest table first
  IrAttr path = ir_attr_symbol(u->ctx, IR_STR("f"), (IrStr[]){IR_STR("inner")}, 1);
  assert_ptr_equal(ir_symbol_lookup_from(g, path), inner);
  assert_null(ir_symbol_lookup_from(g, ir_attr_symbol(u->ctx, IR_STR("h"), NULL, 0)));
}

static void symbol_index_agrees_with_search(void **state) {
  Unit *u = *state;
  IrOp *first = add_func(u, ir_module_body(u->module), "f");
  add_func(u, ir_module_body(u->module), "f"); // a redefinition: the first one counts
  ir_symbol_index_open(u->ctx);
  ir_symbol_index_open(u->ctx);
  assert_ptr_equal(ir_symbol_lookup(u->module, IR_STR("f")), first);
  assert_null(ir_symbol_lookup(u->module, IR_STR("g")));
  ir_symbol_index_close(u->ctx);
  assert_ptr_equal(ir_symbol_lookup(u->module, IR_STR("f")), first);
  ir_symbol_index_close(u->ctx);
  ir_op_destroy(first); // once closed, symbols may go
  assert_ptr_not_equal(ir_symbol_lookup(u->module, IR_STR("f")), first);
  assert_non_null(ir_symbol_lookup(u->module, IR_STR("f")));
}

static IrOp *cast(Unit *u, IrValue **inputs, size_t n, const IrType *types) {
  return BUILD(&u->b, builtin_unrealized_conversion_cast, .inputs = {inputs, n},
               .outputs_types = {types, n});
}

static void casts_fold(void **state) {
  Unit *u = *state;
  IrType i32 = ir_type_i32(u->ctx), i64 = ir_type_i64(u->ctx), index = ir_type_index(u->ctx);
  IrValue *in[2] = {unit_i32(&u->b, 1), unit_i32(&u->b, 2)};
  IrOp *there = cast(u, in, 2, (IrType[]){i64, index});
  IrValue *mid[2] = {ir_op_result(there, 0), ir_op_result(there, 1)};
  IrFolded folded[2] = {{0}};
  IrOp *back = cast(u, mid, 2, (IrType[]){i32, i32});
  assert_int_equal(ir_op_def(back)->fold(back, NULL, folded), IR_FOLD_VALUES);
  assert_ptr_equal(folded[0].value, in[0]);
  assert_ptr_equal(folded[1].value, in[1]);
  IrOp *elsewhere = cast(u, mid, 2, (IrType[]){i32, i64});
  assert_int_equal(ir_op_def(elsewhere)->fold(elsewhere, NULL, folded), IR_FOLD_NONE);
  IrOp *swapped = cast(u, (IrValue *[]){mid[1], mid[0]}, 2, (IrType[]){i32, i32});
  assert_int_equal(ir_op_def(swapped)->fold(swapped, NULL, folded), IR_FOLD_NONE);
  IrOp *nothing = cast(u, in, 2, (IrType[]){i32, i32});
  assert_int_equal(ir_op_def(nothing)->fold(nothing, NULL, folded), IR_FOLD_VALUES);
  assert_ptr_equal(folded[1].value, in[1]);
}

static int destroyed[2], num_destroyed;

static void note_destroyed(void *state) {
  destroyed[num_destroyed++] = *(int *)state;
}

static void extensions_live_as_long_as_the_context(void **state) {
  (void)state;
  static const char a, b;
  IrContext *ctx = ir_context_create();
  int *first = ir_context_extension(ctx, &a, sizeof(int), note_destroyed);
  assert_int_equal(*first, 0);
  *first = 1;
  *(int *)ir_context_extension(ctx, &b, sizeof(int), note_destroyed) = 2;
  assert_ptr_equal(ir_context_extension(ctx, &a, sizeof(int), note_destroyed), first);
  num_destroyed = 0;
  ir_context_destroy(ctx);
  assert_int_equal(num_destroyed, 2);
  assert_int_equal(destroyed[0], 2);
  assert_int_equal(destroyed[1], 1);
}

static void debug_channels(void **state) {
  Unit *u = *state;
  assert_false(ir_debug_enabled(u->ctx, "greedy"));
  ir_debug_enable(u->ctx, IR_STR("greedy"));
  assert_true(ir_debug_enabled(u->ctx, "greedy"));
  assert_false(ir_debug_enabled(u->ctx, "greed"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      UNIT_TEST(looks_up_what_is_registered),
      UNIT_TEST(refuses_bad_dialects),
      UNIT_TEST(unregistered_ops),
      UNIT_TEST(symbols),
      UNIT_TEST(symbol_index_agrees_with_search),
      UNIT_TEST(casts_fold),
      cmocka_unit_test(extensions_live_as_long_as_the_context),
      UNIT_TEST(debug_channels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
