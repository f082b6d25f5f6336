// Assembly formats: what compiling refuses.
#include "tests/unit/unit_dialect.h"

#include "ir/asm/format.h"

static const IrAttrSlotDef attrs[] = {
    {"flag", &IR_UNIT_ATTR, IR_OPTIONAL}, {"count", &IR_I64_ATTR, IR_ONE}, {0}};
static const IrSlotDef operands[] = {
    {"lhs", &IR_ANY_TYPE, IR_ONE}, {"rest", &IR_ANY_TYPE, IR_VARIADIC}, {0}};
static const IrSlotDef results[] = {{"result", &IR_ANY_TYPE, IR_ONE}, {0}};
static const IrRegionDef regions[] = {{"body", 0}, {0}};

typedef struct Last {
  char text[256];
} Last;

static bool keep_error(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)ctx;
  Last *last = user;
  if (diag->severity != IR_ERROR) return true;
  size_t n = diag->message.len < sizeof last->text - 1 ? diag->message.len : sizeof last->text - 1;
  memcpy(last->text, diag->message.ptr, n);
  last->text[n] = '\0';
  return true;
}

// Compiles `text` for an op with the slots above; the error, or "" when there is none.
static Last compile(Unit *u, const char *text) {
  const IrOpDef def = {.size = sizeof def,
                       .name = "unit.formatted",
                       .format = text,
                       .operands = operands,
                       .results = results,
                       .attrs = attrs,
                       .regions = regions};
  Last last = {""};
  const IrFormat *format = NULL;
  ir_diag_push_handler(u->ctx, keep_error, &last);
  IrStatus status = ir_format_compile(u->ctx, &def, &format);
  ir_diag_pop_handler(u->ctx);
  assert_int_equal(status == IR_OK, last.text[0] == '\0');
  return last;
}

#define GOOD "$lhs `,` $rest $count $body attr-dict `:` type($lhs) type($result)"

static void accepts(void **state) {
  Unit *u = *state;
  assert_string_equal(compile(u, GOOD).text, "");
  assert_string_equal(compile(u, "operands $count $body (`flag` $flag^)? attr-dict `:` "
                                 "functional-type(operands, results)")
                          .text,
                      "");
  assert_string_equal(compile(u, "$lhs (`[` $rest^ `]`) : (`none`)? $count `->` `a.b` `` $body "
                                 "attr-dict-with-keyword `:` type(operands) type(results)")
                          .text,
                      "");
}

static void refuses(void **state) {
  Unit *u = *state;
  static const struct {
    const char *format, *error;
  } cases[] = {
      {"$lhs $nothing", "unknown name $nothing"},
      {"$lhs $lhs", "mentioned twice: lhs"},
      {"$lhs types($lhs)", "unknown directive types"},
      {"$lhs `=>", "literal is not closed"},
      {"$lhs `=>`", "unknown punctuation =>"},
      {"$lhs $rest $count $body `:` type($result)", "attr-dict is missing"},
      {"$lhs $count $body attr-dict type($result)", "missing operand $rest"},
      {"$lhs $rest $count attr-dict type($result)", "missing region $body"},
      {"$lhs $rest $count $body attr-dict", "nothing gives the type of result $result"},
      {"$lhs $rest $body attr-dict type($results)", "no operand or result is named results"},
      {"$lhs (`,` $rest)? attr-dict", "a group needs exactly one anchor"},
      {"($lhs^ `,` $rest)? attr-dict", "a group must start with a literal or something optional"},
      {"$lhs (`,` ($rest^)?)? attr-dict", "groups do not nest"},
      {"$lhs (`,` $rest^) attr-dict", "expected ? after a group"},
      {"$lhs (`,` $rest^", "group is not closed"},
      {"$lhs + $rest", "unexpected character +"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Last last = compile(u, cases[i].format);
    if (!strstr(last.text, cases[i].error)) {
      fail_msg("'%s' gives '%s', not '%s'", cases[i].format, last.text, cases[i].error);
    }
    assert_non_null(strstr(last.text, "format of op 'unit.formatted', column "));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      UNIT_TEST(accepts),
      UNIT_TEST(refuses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
