// Pipelines as text: what is printed reads back as what was printed, for every pass and named
// pipeline that is registered and values of every kind; and what passes see of options.
#include "dialects/registry.h"
#include "ir/pass/pass_manager.h"
#include "passes/registry.h"
#include "tests/unit/unit.h"

// ---- A pass and a pipeline with options of every kind ----

#define ALL_KINDS \
  PASS(all_kinds, "all-kinds", \
       SUMMARY("Has an option of every kind.") OPTIONS( \
           OPT_INT(number, 3, "n") OPT_BOOL(flag, true, "f") OPT_STRING(text, "plain", "t") \
               OPT_ENUM(mode, 1, "slow|fast|safe", "m") OPT_INT_LIST(sizes, "64,-1", "s") \
                   OPT_BOOL_LIST(flags, NULL, "f") OPT_STRING_LIST(names, "a,b", "n") \
                       OPT_ENUM_LIST(modes, "fast,safe", "slow|fast|safe", "m")) RUN(check_kinds))

static IrStatus check_kinds(IrPassRun *run, IrOp *op);

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
ALL_KINDS
#include "ir/pass/passdef_end.inc"

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
ALL_KINDS
#include "ir/pass/passdef_end.inc"

// Writes what it sees to the module's attributes.
static IrStatus check_kinds(IrPassRun *run, IrOp *op) {
  const struct all_kinds_decl *self = run->decl;
  IrStream seen = {0};
  ir_print(&seen, "{} {} {} {}", self->options.number, self->options.flag, self->options.text,
           self->options.mode);
  const IrOptionList *lists[] = {self->options.sizes, self->options.flags, self->options.modes};
  for (size_t i = 0; i < 3; i++) {
    ir_write_cstr(&seen, " [");
    for (size_t k = 0; k < lists[i]->n; k++) ir_print(&seen, "{};", lists[i]->ints[k]);
    ir_write_cstr(&seen, "]");
  }
  for (size_t k = 0; k < self->options.names->n; k++)
    ir_print(&seen, " <{}>", self->options.names->strings[k]);
  ir_op_set_attr(op, "test.seen", ir_attr_string(run->ctx, ir_stream_str(&seen)));
  ir_stream_free(&seen);
  return IR_OK;
}

static IrStatus expand_outer(IrContext *ctx, const char *(*value)(void *, const char *), void *user,
                             IrStream *out) {
  (void)ctx;
  ir_print(out, "func.func(all-kinds{{text={} names={} sizes={}}),cse", value(user, "text"),
           value(user, "names"), value(user, "sizes"));
  return IR_OK;
}

static const IrOptionDef outer_options[] = {{"text", "t", IR_OPTION_STRING, 0, "x"},
                                            {"names", "n", IR_OPTION_STRING_LIST, 0, "a"},
                                            {"sizes", "s", IR_OPTION_INT_LIST, 0, "1"},
                                            {0}};
static const IrPipelineDef outer = {sizeof outer, "outer", "Passes its options on.", outer_options,
                                    expand_outer};

static int set_up(void **state) {
  IrContext *ctx = ir_context_create();
  *state = ctx;
  return tegula_register_dialects(ctx) || tegula_register_passes(ctx) ||
         ir_pass_register(ctx, &all_kinds) || ir_pipeline_register(ctx, &outer);
}

static int tear_down(void **state) {
  ir_context_destroy(*state);
  return 0;
}

// ---- Printing and reading ----

static char *print_of(IrContext *ctx, IrStr text) {
  IrPassManager *pm = ir_pass_manager_create(ctx, "builtin.module");
  IrStream out = {0};
  assert_int_equal(ir_pass_manager_parse(pm, text), IR_OK);
  ir_pass_manager_print(pm, &out);
  (void)ir_stream_cstr(&out);
  ir_pass_manager_destroy(pm);
  return out.data;
}

// What is printed for `text` prints as itself.
static void check_fixed(IrContext *ctx, IrStr text) {
  char *first = print_of(ctx, text), *second = print_of(ctx, ir_str(first));
  assert_string_equal(first, second);
  ir_free(first);
  ir_free(second);
}

static uint32_t random_state = 5;

static uint32_t next_random(uint32_t below) {
  random_state = random_state * 1664525u + 1013904223u;
  return (random_state >> 8) % below;
}

// Text of any characters, quoted the way a person would.
static void write_text(IrStream *out) {
  static const char letters[] = "ab_-.,=:/@#%$!?*+<>()[]{}|~^& '\\\t\n";
  ir_write_char(out, '"');
  for (uint32_t n = next_random(9); n-- > 0;) {
    char c = letters[next_random(sizeof letters - 1)];
    if (next_random(12) == 0) c = '"';
    if (c == '"' || c == '\\') ir_write_char(out, '\\');
    ir_write_char(out, c);
  }
  ir_write_char(out, '"');
}

static void write_number(IrStream *out) {
  ir_write_int(out, (int64_t)next_random(1000) - 500);
}

static void write_flag(IrStream *out) {
  ir_write_cstr(out, next_random(2) ? "true" : "false");
}

// One of `a|b|c`.
static void write_choice(const char *values, IrStream *out) {
  size_t n = 1, end = strcspn(values, "=");
  for (size_t i = 0; i < end; i++) n += values[i] == '|';
  const char *p = values;
  for (uint32_t skip = next_random((uint32_t)n); skip > 0; skip--) p = strchr(p, '|') + 1;
  ir_write(out, p, strcspn(p, "|="));
}

static void write_one(const IrOptionDef *o, IrStream *out) {
  switch (o->kind) {
  case IR_OPTION_INT:
  case IR_OPTION_INT_LIST:
    write_number(out);
    break;
  case IR_OPTION_BOOL:
  case IR_OPTION_BOOL_LIST:
    write_flag(out);
    break;
  case IR_OPTION_ENUM:
  case IR_OPTION_ENUM_LIST:
    write_choice(o->default_string, out);
    break;
  default:
    write_text(out);
  }
}

static void write_options(const IrOptionDef *options, IrStream *out) {
  ir_write_char(out, '{');
  for (const IrOptionDef *o = options; o && o->name; o++) {
    if (next_random(3) == 0) continue;
    ir_print(out, " {}=", o->name);
    bool list = o->kind >= IR_OPTION_INT_LIST;
    if (list) ir_write_char(out, '{');
    for (uint32_t n = list ? next_random(4) : 1; n > 0; n--) {
      write_one(o, out);
      if (n > 1) ir_write_char(out, ',');
    }
    if (list) ir_write_char(out, '}');
  }
  ir_write_char(out, '}');
}

// An option that a pipeline's own check refuses is not this test's business, so pipelines of the
// project run with their defaults.
static void reads_back(void **state) {
  IrContext *ctx = *state;
  for (size_t i = 0; i < ir_pass_count(ctx); i++) {
    const IrPassDef *pass = ir_pass_at(ctx, i);
    for (unsigned round = 0; round < 40; round++) {
      IrStream text = {0};
      ir_print(&text, "cse,{}", pass->name);
      write_options(pass->options, &text);
      ir_write_cstr(&text, ",any(cse)");
      check_fixed(ctx, ir_stream_str(&text));
      ir_stream_free(&text);
    }
  }
  for (size_t i = 0; i < ir_pipeline_count(ctx); i++)
    check_fixed(ctx, ir_str(ir_pipeline_at(ctx, i)->name));
}

static void check_defaults(IrContext *ctx, const char *name, const IrOptionDef *options) {
  IrStream text = {0};
  ir_print(&text, "{}{{", name);
  for (const IrOptionDef *o = options; o && o->name; o++) {
    ir_print(&text, " {}=", o->name);
    ir_option_print_default(o, &text);
  }
  ir_write_char(&text, '}');
  check_fixed(ctx, ir_stream_str(&text));
  ir_stream_free(&text);
}

// What help says of defaults can be written in a pipeline.
static void defaults_read_back(void **state) {
  IrContext *ctx = *state;
  for (size_t i = 0; i < ir_pass_count(ctx); i++)
    check_defaults(ctx, ir_pass_at(ctx, i)->name, ir_pass_at(ctx, i)->options);
  for (size_t i = 0; i < ir_pipeline_count(ctx); i++)
    check_defaults(ctx, ir_pipeline_at(ctx, i)->name, ir_pipeline_at(ctx, i)->options);
}

static void pipelines_pass_values_on(void **state) {
  IrContext *ctx = *state;
  for (unsigned round = 0; round < 200; round++) {
    IrStream text = {0};
    ir_write_cstr(&text, "func.func(cse),outer");
    write_options(outer_options, &text);
    check_fixed(ctx, ir_stream_str(&text));
    ir_stream_free(&text);
  }
  char *printed = print_of(ctx, IR_STR("outer{text='a b' names={\"c,d\",e} sizes=1,2}"));
  assert_string_equal(printed, "builtin.module(func.func(all-kinds{text=\"a b\" "
                               "sizes={1,2} names={\"c,d\",e}}),cse)");
  ir_free(printed);
}

// ---- What a pass sees ----

static void check_seen(IrContext *ctx, const char *options, const char *seen) {
  IrPassManager *pm = ir_pass_manager_create(ctx, "builtin.module");
  IrOp *module = ir_module_create(ctx, IR_LOC_UNKNOWN);
  assert_int_equal(ir_pass_manager_add(pm, IR_STR("all-kinds"), ir_str(options)), IR_OK);
  assert_int_equal(ir_pass_manager_run(pm, module, NULL), IR_OK);
  IrStr text = ir_attr_str(ir_op_attr(module, "test.seen"));
  IrStream copy = {0};
  ir_print(&copy, "{}", text);
  assert_string_equal(ir_stream_cstr(&copy), seen);
  ir_stream_free(&copy);
  ir_pass_manager_destroy(pm);
  ir_op_destroy(module);
}

static void passes_see_values(void **state) {
  IrContext *ctx = *state;
  check_seen(ctx, "", "3 true plain 1 [64;-1;] [] [1;2;] <a> <b>");
  check_seen(ctx, "number=0x10 flag=0 text='it is' mode=safe sizes={} flags=true,false names=\"\"",
             "16 false it is 2 [] [1;0;] [1;2;] <>");
  check_seen(ctx, "sizes=[1, 2] modes=\"slow\" names={x y,'a,b',{c}} text={p q}",
             "3 true p q 1 [1;2;] [] [0;] <x y> <a,b> <c>");
  check_seen(ctx, "text=\"a\\\"b\\\\c\"", "3 true a\"b\\c 1 [64;-1;] [] [1;2;] <a> <b>");
}

// ---- What is refused ----

static bool keep_message(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)ctx;
  IrStream *text = user;
  ir_print(text, "{}{}", text->len ? " | " : "", diag->message);
  return true;
}

static void check_refused(IrContext *ctx, const char *options, const char *message) {
  IrPassManager *pm = ir_pass_manager_create(ctx, "builtin.module");
  IrStream text = {0};
  ir_diag_push_handler(ctx, keep_message, &text);
  assert_int_equal(ir_pass_manager_add(pm, IR_STR("all-kinds"), ir_str(options)), IR_FAILED);
  ir_diag_pop_handler(ctx);
  assert_string_equal(ir_stream_cstr(&text), message);
  ir_stream_free(&text);
  ir_pass_manager_destroy(pm);
}

static void bad_values(void **state) {
  IrContext *ctx = *state;
  check_refused(ctx, "mode=saef",
                "option 'mode' of 'all-kinds' is one of slow, fast, safe, got 'saef'"
                " | did you mean 'safe'?");
  check_refused(ctx, "sizes=1,x", "option 'sizes' of 'all-kinds' is an integer, got 'x'");
  check_refused(ctx, "sizes=1,,2",
                "an element of option 'sizes' of 'all-kinds' is missing"
                " | elements are separated by single commas; \"\" is an empty string");
  check_refused(ctx, "names=a,",
                "an element of option 'names' of 'all-kinds' is missing"
                " | elements are separated by single commas; \"\" is an empty string");
  check_refused(ctx, "flag=maybe", "option 'flag' of 'all-kinds' is true or false, got 'maybe'");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(reads_back), TEST(defaults_read_back),
                                     TEST(pipelines_pass_values_on), TEST(passes_see_values),
                                     TEST(bad_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
