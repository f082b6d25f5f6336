// The pass manager on several threads: what passes say, leave behind and fail at is what it is on
// one.  Run it under ThreadSanitizer, as tests/run does.
#define _GNU_SOURCE
#include "tests/unit/unit_dialect.h"

#include "ir/asm/printer.h"
#include "ir/analysis/dominance.h"
#include "ir/core/symbol_table.h"
#include "ir/pass/analysis.h"
#include "ir/pass/pass_manager.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

enum { FUNCTIONS = 60, OPS = 40, FIRST_BAD = 41, NEXT_BAD = 43 };

// ---- A system that has no more threads to give ----

// Not under ThreadSanitizer, which calls what is replaced here before it is ready for that.
#ifndef __SANITIZE_THREAD__
static bool no_more_threads;
static unsigned refusals;

__attribute__((visibility("default"))) int pthread_attr_init(pthread_attr_t *attr) {
  if (no_more_threads) {
    refusals++;
    return ENOMEM;
  }
  int (*real)(pthread_attr_t *);
  void *symbol = dlsym(RTLD_NEXT, "pthread_attr_init");
  memcpy(&real, &symbol, sizeof real);
  return real(attr);
}
#endif

// ---- Passes ----

static int number_of(const IrOp *func) {
  IrStr name = ir_symbol_name(func);
  int n = 0;
  for (size_t i = 1; i < name.len; i++) n = n * 10 + (name.ptr[i] - '0');
  return n;
}

// Makes and erases ops, types, attributes, names and places, and says so.
static IrStatus churn(IrPassRun *run, IrOp *func) {
  int number = number_of(func);
  IrBlock *body = ir_region_first(ir_op_region(func, 0));
  for (int i = 0; i < OPS; i++) {
    IrOp *first = ir_block_first(body);
    IrBuilder b = ir_builder_before(first);
    b.loc = ir_loc_name(run->ctx, IR_STR("churned"), ir_op_loc(func));
    IrValue *value = unit_i32(&b, number * i);
    ir_value_set_name(value, run->ctx, ir_symbol_name(func));
    if (!ir_value_has_uses(ir_op_result(first, 0))) ir_op_destroy(first);
  }
  ir_warning(run->ctx, ir_op_loc(func), "{} was churned", ir_symbol_name(func));
  ir_note(run->ctx, ir_op_loc(ir_block_first(body)), "up to here");
  return IR_OK;
}

// Finds every function by the table around it, and no other than itself.
static IrStatus find(IrPassRun *run, IrOp *func) {
  const IrSymbolTable *table = ir_analysis_get(run, &ir_symbol_table_analysis, ir_op_parent(func));
  IrDominance *dom = ir_analysis_get(run, &ir_dominance_analysis, func);
  if (!table || !dom) return IR_FAILED;
  if (ir_symbol_table_lookup(table, ir_symbol_name(func)) != func)
    return ir_op_error(func, "is another one's");
  IrAttr own = ir_attr_symbol(run->ctx, ir_symbol_name(func), NULL, 0);
  if (ir_symbol_lookup_from(ir_op_parent(func), own) != func)
    return ir_op_error(func, "is not found");
  ir_pass_preserve_all(run);
  return IR_OK;
}

static IrStatus fail_bad(IrPassRun *run, IrOp *func) {
  (void)run;
  int number = number_of(func);
  return number == FIRST_BAD || number == NEXT_BAD ? ir_op_error(func, "is bad") : IR_OK;
}

#define TEST_PASS(id, n, f) \
  static const IrPassDef id = { \
      .size = sizeof(IrPassDef), .name = n, .summary = "Test.", .anchor = "unit.func", .run = f};
TEST_PASS(churning, "churn", churn)
TEST_PASS(finding, "find", find)
TEST_PASS(failing, "fail", fail_bad)

// ---- Runs ----

static bool record(void *user, IrContext *ctx, const IrDiag *diag) {
  ir_print(user, "{} {}\n", (int)diag->severity, diag->message);
  ir_loc_print(ctx, diag->loc, user);
  return true;
}

// Functions of an entry, which makes constants, and a block that never ends.
static void make_functions(Unit *u) {
  char name[16];
  for (int i = 0; i < FUNCTIONS; i++) {
    snprintf(name, sizeof name, "f%d", i);
    IrOp *func = BUILD(&u->b, unit_func, .sym_name = ir_attr_string(u->ctx, ir_str(name)));
    IrBlock *entry = ir_block_create(u->ctx), *last = ir_block_create(u->ctx);
    ir_region_append(ir_op_region(func, 0), entry);
    ir_region_append(ir_op_region(func, 0), last);
    IrBuilder b = ir_builder_at_end(u->ctx, entry, IR_LOC_UNKNOWN);
    for (int k = 0; k < OPS; k++) (void)unit_i32(&b, k);
    (void)BUILD(&b, unit_br, .dest = last);
    b = ir_builder_at_end(u->ctx, last, IR_LOC_UNKNOWN);
    (void)BUILD(&b, unit_br, .dest = last);
  }
}

// Everything that comes of a pipeline on so many threads, as text.
static IrStream run(const char *pipeline, unsigned threads, IrStatus expected) {
  Unit *u;
  unit_set_up((void **)&u);
  const IrPassDef *const passes[] = {&churning, &finding, &failing};
  for (int i = 0; i < 3; i++) assert_int_equal(ir_pass_register(u->ctx, passes[i]), IR_OK);
  make_functions(u);
  IrStream out = {0};
  ir_diag_push_handler(u->ctx, record, &out);
  IrPassManager *pm = ir_pass_manager_create(u->ctx, "builtin.module");
  assert_int_equal(ir_pass_manager_parse(pm, ir_str(pipeline)), IR_OK);
  IrPassOptions options = {.verify_each = true,
                           .check_analyses = true,
                           .print_after_all = true,
                           .dump = &out,
                           .threads = threads};
  IrStatus status = ir_pass_manager_run(pm, u->module, &options);
  if (status != expected) print_error("%s\n", ir_stream_cstr(&out));
  assert_int_equal(status, expected);
  if (expected == IR_OK) ir_print_op(u->module, &out, NULL);
  ir_pass_manager_destroy(pm);
  unit_tear_down((void **)&u);
  return out;
}

static void compare(const char *pipeline, IrStatus expected) {
  IrStream one = run(pipeline, 1, expected);
  assert_true(one.len > 0);
  for (unsigned threads = 2; threads <= 6; threads += 2) {
    IrStream many = run(pipeline, threads, expected);
    assert_string_equal(ir_stream_cstr(&many), ir_stream_cstr(&one));
    ir_stream_free(&many);
  }
  ir_stream_free(&one);
}

static void output_is_that_of_one_thread(void **state) {
  (void)state;
  compare("unit.func(churn,find,churn,find),unit.func(find,churn)", IR_OK);
}

static void the_first_failure_ends_the_run(void **state) {
  (void)state;
  compare("unit.func(churn,fail,churn),unit.func(find)", IR_FAILED);
}

#ifndef __SANITIZE_THREAD__
static void one_thread_is_enough(void **state) {
  (void)state;
  no_more_threads = true;
  compare("unit.func(churn,find)", IR_OK);
  no_more_threads = false;
  assert_true(refusals > 0);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(output_is_that_of_one_thread),
      cmocka_unit_test(the_first_failure_ends_the_run),
#ifndef __SANITIZE_THREAD__
      cmocka_unit_test(one_thread_is_enough),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
