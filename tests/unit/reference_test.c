// What stands in the tables of all dialects and passes: names keep to their rules, nothing lacks
// its documentation, and every example parses, verifies, shows its op and reads back as it prints.
//
// An example that starts with an op of the top level (a symbol, a module) is a whole file.  Any
// other is a fragment of a function's body; values it does not define have the types that it
// writes.
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/registry.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/verify/verify.h"
#include "passes/registry.h"

// Counts complaints, so that one run shows them all.
typedef struct Lint {
  IrContext *ctx;
  size_t complaints;
} Lint;

static void complain(Lint *lint, const char *of, const char *what) {
  lint->complaints++;
  print_error("%s: %s\n", of, what);
}

static int set_up(void **state) {
  static Lint lint;
  lint = (Lint){.ctx = ir_context_create()};
  *state = &lint;
  return tegula_register_dialects(lint.ctx) || tegula_register_passes(lint.ctx);
}

static int tear_down(void **state) {
  ir_context_destroy(((Lint *)*state)->ctx);
  return 0;
}

// ---- Names and text ----

// Lower-case words with digits, joined by single `between`s; 0 allows one word only.
static bool is_name(const char *name, int between) {
  if (!islower((unsigned char)*name)) return false;
  for (; *name; name++) {
    if (*name == between && name[1] && name[1] != between) continue;
    if (!islower((unsigned char)*name) && !isdigit((unsigned char)*name)) return false;
  }
  return true;
}

static void check_sentence(Lint *lint, const char *of, const char *summary) {
  if (!summary || !*summary) {
    complain(lint, of, "has no summary");
    return;
  }
  size_t n = strlen(summary);
  if (strchr(summary, '\n')) complain(lint, of, "has a summary of several lines");
  if (summary[n - 1] != '.') complain(lint, of, "has a summary that does not end in '.'");
}

// A doc is whole sentences and says more than the summary.
static void check_text(Lint *lint, const char *of, const char *summary, const char *doc) {
  check_sentence(lint, of, summary);
  if (!doc) return;
  if (!*doc || doc[strlen(doc) - 1] != '.')
    complain(lint, of, "has a doc that does not end in '.'");
  if (summary && !strcmp(doc, summary)) complain(lint, of, "has a doc that repeats the summary");
}

// Words joined by `_`; `scf.reduce.return` has a dot between two of them.
static bool is_op_name(const char *name) {
  char words[64];
  size_t n = strlen(name);
  if (n >= sizeof words) return false;
  for (size_t i = 0; i <= n; i++) words[i] = name[i] == '.' ? '_' : name[i];
  return is_name(words, '_');
}

// `dialect.name`
static void check_qualified(Lint *lint, const char *name, const char *dialect) {
  size_t n = strlen(dialect);
  if (strncmp(name, dialect, n) || name[n] != '.')
    complain(lint, name, "does not start with its dialect's name");
  else if (!is_op_name(name + n + 1))
    complain(lint, name, "has a name that is not lower_case words");
}

static void check_alone(Lint *lint, const char *name) {
  if (!is_name(name, '-')) complain(lint, name, "has a name that is not kebab-case words");
}

static void check_options(Lint *lint, const char *of, const IrOptionDef *options) {
  for (; options && options->name; options++) {
    if (!is_name(options->name, '_')) complain(lint, of, "has an option that is not lower_case");
    if (!options->help || !*options->help) complain(lint, of, "has an option without help");
  }
}

static void passes(void **state) {
  Lint *lint = *state;
  for (size_t i = 0; i < ir_pass_count(lint->ctx); i++) {
    const IrPassDef *pass = ir_pass_at(lint->ctx, i);
    check_alone(lint, pass->name);
    check_text(lint, pass->name, pass->summary, pass->doc);
    if (!pass->doc) complain(lint, pass->name, "has no doc");
    if (pass->anchor && !ir_op_lookup(lint->ctx, ir_str(pass->anchor)))
      complain(lint, pass->name, "runs on an op that does not exist");
    check_options(lint, pass->name, pass->options);
    for (const IrStatDef *s = pass->stats; s && s->name; s++) {
      if (!is_name(s->name, '_'))
        complain(lint, pass->name, "has a statistic that is not lower_case");
      if (!s->help || !*s->help) complain(lint, pass->name, "has a statistic without help");
    }
  }
  for (size_t i = 0; i < ir_pipeline_count(lint->ctx); i++) {
    const IrPipelineDef *pipeline = ir_pipeline_at(lint->ctx, i);
    check_alone(lint, pipeline->name);
    check_sentence(lint, pipeline->name, pipeline->summary);
    check_options(lint, pipeline->name, pipeline->options);
  }
  assert_true(ir_pass_count(lint->ctx) > 10);
  assert_int_equal(lint->complaints, 0);
}

// ---- Examples ----

typedef struct Search {
  const IrOpDef *def;
  bool found;
} Search;

static IrStatus visit(IrOp *op, void *user) {
  Search *search = user;
  search->found |= ir_op_is(op, search->def);
  return IR_OK;
}

// Whether the first word of a text names an op that stands on its own.
static bool is_file(IrContext *ctx, const char *text) {
  IrStr word = {text, strcspn(text, " ")};
  if (ir_str_is(word, "module")) return true;
  const IrOpInfo *info = ir_op_lookup(ctx, word);
  return info && ir_op_info_def(info)->traits & IR_SYMBOL;
}

static IrOp *read_text(IrContext *ctx, IrStr text) {
  IrLoc start = ir_source_add(ctx, IR_STR("example"), text, true);
  IrOp *module = ir_parse_module(ctx, start, &(IrParseOptions){.free_values = true});
  return module && ir_verify(module) == IR_OK ? module : NULL;
}

// What is printed reads back as the same text.
static bool reads_back(IrContext *ctx, IrOp *module) {
  IrStream first = {0}, second = {0};
  ir_print_op(module, &first, &(IrPrintOptions){0});
  IrOp *again = read_text(ctx, ir_stream_str(&first));
  if (again) ir_print_op(again, &second, &(IrPrintOptions){0});
  bool same = !strcmp(ir_stream_cstr(&first), ir_stream_cstr(&second));
  ir_stream_free(&first);
  ir_stream_free(&second);
  return same;
}

static void check_example(Lint *lint, const IrOpDef *op) {
  IrStream text = {0};
  if (is_file(lint->ctx, op->example))
    ir_write_cstr(&text, op->example);
  else
    ir_print(&text, "func.func @example() {\n{}\n  return\n}\n", op->example);
  IrOp *module = read_text(lint->ctx, ir_stream_str(&text));
  ir_stream_free(&text);
  Search search = {.def = op};
  if (!module) {
    complain(lint, op->name, "has an example that is wrong");
    return;
  }
  (void)ir_walk_pre(module, visit, &search);
  if (!search.found) complain(lint, op->name, "does not occur in its example");
  if (!reads_back(lint->ctx, module)) complain(lint, op->name, "has an example that changes");
}

// Where summary and types of operands and results say it all, an op needs no doc: one without
// attributes, regions, successors and effects on memory.
static bool needs_doc(const IrOpDef *op) {
  bool attrs = op->attrs && op->attrs->name, regions = op->regions && op->regions->name;
  bool successors = op->successors && op->successors->name;
  return attrs || regions || successors || op->traits & (IR_READS | IR_WRITES | IR_ALLOCATES);
}

// Every op runs in the interpreter, or says in its entry that it never does.
static void check_rule(Lint *lint, const IrOpDef *op) {
  bool executed = !(op->traits & IR_NOT_EXECUTED);
  if (executed && !op->interp)
    complain(lint, op->name, "has no interpreter rule and is not IR_NOT_EXECUTED");
  if (!executed && op->interp)
    complain(lint, op->name, "has an interpreter rule and is IR_NOT_EXECUTED");
}

static void ops(void **state) {
  Lint *lint = *state;
  size_t n = 0;
  for (size_t i = 0; i < ir_dialect_count(lint->ctx); i++) {
    const IrDialect *dialect = ir_dialect_at(lint->ctx, i);
    if (!is_name(dialect->name, 0)) complain(lint, dialect->name, "is not one lower-case word");
    check_text(lint, dialect->name, dialect->summary, dialect->doc);
    for (; dialect->ops && dialect->ops[n]; n++) {
      const IrOpDef *op = dialect->ops[n];
      check_qualified(lint, op->name, dialect->name);
      check_text(lint, op->name, op->summary, op->doc);
      check_rule(lint, op);
      if (!op->doc && needs_doc(op)) complain(lint, op->name, "has no doc");
      if (op->example && *op->example)
        check_example(lint, op);
      else
        complain(lint, op->name, "has no example");
    }
    assert_true(n > 0);
    n = 0;
  }
  assert_int_equal(lint->complaints, 0);
}

static void check_part(Lint *lint, const char *name, const char *dialect, const char *summary,
                       const char *doc, const char *example) {
  check_qualified(lint, name, dialect);
  check_text(lint, name, summary, doc);
  if (!doc) complain(lint, name, "has no doc");
  if (!example || !*example) complain(lint, name, "has no example");
}

static void types_and_attributes(void **state) {
  Lint *lint = *state;
  for (size_t i = 0; i < ir_dialect_count(lint->ctx); i++) {
    const IrDialect *d = ir_dialect_at(lint->ctx, i);
    for (size_t k = 0; d->types && d->types[k]; k++) {
      const IrTypeDef *def = d->types[k];
      check_part(lint, def->name, d->name, def->summary, def->doc, def->example);
      IrType type = def->example ? ir_parse_type_text(lint->ctx, ir_str(def->example)) : NULL;
      if (!type || ir_type_def(type) != def) complain(lint, def->name, "has a wrong example");
    }
    for (size_t k = 0; d->attrs && d->attrs[k]; k++) {
      const IrAttrDef *def = d->attrs[k];
      check_part(lint, def->name, d->name, def->summary, def->doc, def->example);
      IrAttr attr = def->example ? ir_parse_attr_text(lint->ctx, ir_str(def->example)) : NULL;
      if (!attr || ir_attr_def(attr) != def) complain(lint, def->name, "has a wrong example");
    }
  }
  assert_int_equal(lint->complaints, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(passes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(ops, set_up, tear_down),
      cmocka_unit_test_setup_teardown(types_and_attributes, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
