// Declarations of parameters read without binding, and the arithmetic of expressions.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/mem/mem.h"
#include "dialects/tile/params.h"
#include "dialects/tile/tile.h"

static bool swallow(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)user, (void)ctx, (void)diag;
  return true;
}

static int set_up(void **state) {
  IrContext *ctx = ir_context_create();
  *state = ctx;
  ir_diag_push_handler(ctx, swallow, NULL);
  return ir_dialect_register(ctx, &tile_dialect) || ir_dialect_register(ctx, &mem_dialect);
}

static int tear_down(void **state) {
  ir_context_destroy(*state);
  return 0;
}

static IrStatus read(IrContext *ctx, const char *text, TileParamDecls *decls) {
  return tile_params_read(ctx, ir_source_add(ctx, IR_STR("test"), ir_str(text), true), decls);
}

static void assert_text(IrStr text, const char *want) {
  assert_int_equal(text.len, strlen(want));
  assert_memory_equal(text.ptr, want, text.len);
}

static void declarations(void **state) {
  TileParamDecls decls = {0};
  // What follows is not looked at.
  assert_int_equal(
      read(*state,
           "// A comment first.\n"
           "tile.params { A = 2 : [1, 2], B = 4 : 2..6, T = f16 : [f16, bf16], F = true, N = -1 }\n"
           "  where (A * B <= 8, F == 1)\n"
           "tile.kernel @unfinished(",
           &decls),
      IR_OK);
  assert_int_equal(decls.params.n, 5);
  assert_int_equal(decls.constraints.n, 2);
  const TileParamDecl *t = tile_params_find(&decls, IR_STR("T"));
  assert_int_equal(t->kind, TILE_PARAM_WORD);
  assert_text(t->value, "f16");
  assert_text(t->list.at[1], "bf16");
  const TileParamDecl *b = tile_params_find(&decls, IR_STR("B"));
  IrStream s = {0};
  size_t n = 0;
  for (; tile_param_domain_at(b, n, &s); n++) ir_write_char(&s, ' ');
  assert_int_equal(n, 5);
  assert_string_equal(ir_stream_cstr(&s), "2 3 4 5 6 ");
  s.len = 0;
  assert_true(tile_param_domain_at(tile_params_find(&decls, IR_STR("F")), 1, &s));
  assert_string_equal(ir_stream_cstr(&s), "true");
  assert_false(tile_param_domain_at(tile_params_find(&decls, IR_STR("N")), 0, &s));
  assert_null(tile_params_find(&decls, IR_STR("X")));
  ir_stream_free(&s);

  // One declaration serves many bindings.
  IrParams given = {0}, bound = {0};
  ir_params_set(&given, IR_STR("B"), IR_STR("3"));
  assert_int_equal(tile_params_bind(*state, IR_LOC_UNKNOWN, &decls, &given, &bound), IR_OK);
  assert_text(ir_params_find(&bound, IR_STR("B"))->text, "3");
  assert_text(ir_params_find(&bound, IR_STR("A"))->text, "2");
  ir_params_set(&given, IR_STR("B"), IR_STR("5"));
  assert_int_equal(tile_params_bind(*state, IR_LOC_UNKNOWN, &decls, &given, &bound), IR_FAILED);
  ir_params_set(&given, IR_STR("B"), IR_STR("0x3"));
  assert_int_equal(tile_params_bind(*state, IR_LOC_UNKNOWN, &decls, &given, &bound), IR_FAILED);
  ir_params_free(&given);
  ir_params_free(&bound);
  tile_params_free(&decls);
}

static void no_declarations(void **state) {
  TileParamDecls decls = {0};
  assert_int_equal(read(*state, "", &decls), IR_OK);
  assert_int_equal(read(*state, "tile.kernel @k", &decls), IR_OK);
  assert_int_equal(decls.params.n, 0);
  assert_int_equal(read(*state, "tile.params { A = ", &decls), IR_FAILED);
  tile_params_free(&decls);
}

static bool lookup(void *user, IrStr name, int64_t *value) {
  (void)user;
  *value = ir_str_is(name, "MIN") ? INT64_MIN : 7;
  return !ir_str_is(name, "unknown");
}

static void evaluates(IrContext *ctx, const char *text, bool boolean, int64_t want) {
  int64_t value;
  IrAttr expr = tile_expr_parse_text(ctx, ir_str(text), boolean);
  if (!expr) fail_msg("'%s' was not read", text);
  assert_int_equal(tile_expr_eval(ctx, IR_LOC_UNKNOWN, expr, lookup, NULL, &value), IR_OK);
  if (value != want) fail_msg("'%s' is %ld", text, (long)value);
  // Its canonical text is the same expression.
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(expr, &n);
  IrStream s = {0};
  tile_expr_print(nodes, n, &s);
  if (tile_expr_parse_text(ctx, ir_stream_str(&s), boolean) != expr)
    fail_msg("'%s' printed as '%s'", text, ir_stream_cstr(&s));
  ir_stream_free(&s);
}

static void arithmetic(void **state) {
  IrContext *ctx = *state;
  evaluates(ctx, "2 + 3 * 4", false, 14);
  evaluates(ctx, "(2 + 3) * 4", false, 20);
  evaluates(ctx, "10 - 3 - 2", false, 5);
  evaluates(ctx, "10 - (3 - 2)", false, 9);
  evaluates(ctx, "17 mod 5 * 2", false, 4);
  evaluates(ctx, "17 mod (5 * 2)", false, 7);
  evaluates(ctx, "-3 mod 8", false, 5);
  evaluates(ctx, "3 mod -8", false, -5);
  evaluates(ctx, "MIN mod -1", false, 0);
  evaluates(ctx, "floordiv(-7, 2)", false, -4);
  evaluates(ctx, "min(3, -2) * 10 + max(3, -2)", false, -17);
  evaluates(ctx, "ceildiv(-7, 2)", false, -3);
  evaluates(ctx, "ceildiv(7, 2)", false, 4);
  evaluates(ctx, "ceildiv(8, 2)", false, 4);
  evaluates(ctx, "ceildiv(-7, -2)", false, 4);
  evaluates(ctx, "ceildiv(0, 128)", false, 0);
  evaluates(ctx, "-(x + 1)", false, -8);
  evaluates(ctx, "- - x", false, 7);
  evaluates(ctx, "-9223372036854775808", false, INT64_MIN);
  evaluates(ctx, "1 + 1 == 2 and 3 < 4", true, 1);
  evaluates(ctx, "1 != 1 and 2 <= 3", true, 0);
  evaluates(ctx, "x >= 7 and x > 6 and (x <= 7 and x != 8)", true, 1);
}

static void refuses(IrContext *ctx, const char *text, bool boolean) {
  if (tile_expr_parse_text(ctx, ir_str(text), boolean)) fail_msg("'%s' was read", text);
}

static void fails(IrContext *ctx, const char *text) {
  int64_t value;
  IrAttr expr = tile_expr_parse_text(ctx, ir_str(text), false);
  assert_non_null(expr);
  if (tile_expr_eval(ctx, IR_LOC_UNKNOWN, expr, lookup, NULL, &value) == IR_OK)
    fail_msg("'%s' is %ld", text, (long)value);
}

static void errors(void **state) {
  IrContext *ctx = *state;
  static const char *const bad[] = {
      "",       "1 +",     "1 2", "(1",           "1)",      "ceildiv(1)",         "mod 2",
      "1 == 2", "1 mod 0", "%x",  "ceildiv 1, 2", "1 + * 2", "9223372036854775808"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refuses(ctx, bad[i], false);
  static const char *const untrue[] = {"1", "1 == 2 == 3", "(1 == 2) + 1 == 1", "1 and 2 == 2",
                                       "1 = 2"};
  for (size_t i = 0; i < sizeof untrue / sizeof *untrue; i++) refuses(ctx, untrue[i], true);
  fails(ctx, "1 + unknown");
  fails(ctx, "ceildiv(1, x - 7)");
  fails(ctx, "1 mod (x - 7)");
  fails(ctx, "9223372036854775807 + 1");
  fails(ctx, "MIN * -1");
  fails(ctx, "-MIN");
  fails(ctx, "floordiv(MIN, -1)");
}

// Long and deep input is refused before it costs anything.
static void bounds(void **state) {
  IrContext *ctx = *state;
  IrStream s = {0};
  for (unsigned i = 0; i < 100000; i++) ir_write_char(&s, '(');
  assert_null(tile_expr_parse_text(ctx, ir_stream_str(&s), false));
  s.len = 0;
  for (unsigned i = 0; i < 63; i++) ir_write_cstr(&s, "1 + ");
  ir_write_cstr(&s, "1");
  IrAttr all = tile_expr_parse_text(ctx, ir_stream_str(&s), false);
  int64_t value;
  assert_non_null(all);
  assert_true(tile_expr_constant(all, &value));
  assert_int_equal(value, 64);
  assert_null(tile_expr_binary(TILE_EXPR_ADD, all, all)); // no room
  ir_write_cstr(&s, " + 1 + 1");
  assert_null(tile_expr_parse_text(ctx, ir_stream_str(&s), false));
  s.len = 0;
  for (unsigned i = 0; i < 100000; i++) ir_write_char(&s, '-');
  ir_write_cstr(&s, "1");
  assert_non_null(tile_expr_parse_text(ctx, ir_stream_str(&s), false));
  ir_stream_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(declarations), cmocka_unit_test(no_declarations),
      cmocka_unit_test(arithmetic),   cmocka_unit_test(errors),
      cmocka_unit_test(bounds),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
