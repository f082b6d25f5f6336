// Instrumentations that break the rules: one that fails without saying why is named, and none is
// added while the manager runs.
#include "tests/unit/unit_dialect.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ir/pass/pass_manager.h"

static IrStatus do_nothing(IrPassRun *run, IrOp *op) {
  (void)run;
  (void)op;
  return IR_OK;
}

static const IrPassDef nothing = {
    .size = sizeof(IrPassDef), .name = "nothing", .summary = "Test.", .run = do_nothing};

// ---- Callbacks ----

static IrStatus fail_begin(void *user, IrOp *module) {
  (void)user;
  (void)module;
  return IR_FAILED;
}

static IrStatus fail_end(void *user, IrOp *module, IrStatus status) {
  (void)user;
  (void)module;
  (void)status;
  return IR_FAILED;
}

static IrStatus fail_pass(void *user, const IrPassEvent *event) {
  (void)user;
  (void)event;
  return IR_FAILED;
}

static IrStatus fail_loudly(void *user, const IrPassEvent *event) {
  (void)user;
  return ir_op_error(event->op, "is enough");
}

static IrStatus add_another(void *user, const IrPassEvent *event) {
  (void)event;
  ir_pass_manager_instrument(user, &(IrInstrumentation){.size = sizeof(IrInstrumentation)});
  return IR_OK;
}

// ---- Runs ----

static bool record(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)ctx;
  if (diag->severity == IR_ERROR) ir_print(user, "{};", diag->message);
  return true;
}

// What a run reports that fails in `instrumentation`.
static void check(Unit *u, IrInstrumentation instrumentation, const char *errors) {
  IrStream out = {0};
  ir_diag_push_handler(u->ctx, record, &out);
  IrPassManager *pm = ir_pass_manager_create(u->ctx, "builtin.module");
  assert_int_equal(ir_pass_manager_parse(pm, IR_STR("nothing")), IR_OK);
  instrumentation.size = sizeof instrumentation;
  instrumentation.name = "watcher";
  ir_pass_manager_instrument(pm, &instrumentation);
  assert_int_equal(ir_pass_manager_run(pm, u->module, NULL), IR_FAILED);
  assert_string_equal(ir_stream_cstr(&out), errors);
  ir_pass_manager_destroy(pm);
  ir_diag_pop_handler(u->ctx);
  ir_stream_free(&out);
}

static void silent_failures_are_named(void **state) {
  Unit *u = *state;
  assert_int_equal(ir_pass_register(u->ctx, &nothing), IR_OK);
  const char *named = "instrumentation 'watcher' failed without saying why;";
  check(u, (IrInstrumentation){.begin = fail_begin}, named);
  check(u, (IrInstrumentation){.end = fail_end}, named);
  check(u, (IrInstrumentation){.before_pass = fail_pass}, named);
  check(u, (IrInstrumentation){.after_pass = fail_pass}, named);
}

// Of what failed before, nobody has to say it again.
static void other_failures_are_not(void **state) {
  Unit *u = *state;
  assert_int_equal(ir_pass_register(u->ctx, &nothing), IR_OK);
  const char *said = "'builtin.module' op is enough;";
  check(u, (IrInstrumentation){.before_pass = fail_loudly, .end = fail_end}, said);
  check(u, (IrInstrumentation){.after_pass = fail_loudly, .end = fail_end}, said);
}

static void none_is_added_during_a_run(void **state) {
  Unit *u = *state;
  assert_int_equal(ir_pass_register(u->ctx, &nothing), IR_OK);
  pid_t child = fork();
  if (child == 0) {
    close(STDERR_FILENO);
    signal(SIGABRT, SIG_DFL);
    IrPassManager *pm = ir_pass_manager_create(u->ctx, "builtin.module");
    IrInstrumentation adder = {
        .size = sizeof adder, .name = "adder", .user = pm, .before_pass = add_another};
    ir_pass_manager_instrument(pm, &adder);
    IrStatus status = ir_pass_manager_parse(pm, IR_STR("nothing"));
    _exit(status == IR_OK && ir_pass_manager_run(pm, u->module, NULL) == IR_OK ? 0 : 1);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(silent_failures_are_named, unit_set_up, unit_tear_down),
      cmocka_unit_test_setup_teardown(other_failures_are_not, unit_set_up, unit_tear_down),
      cmocka_unit_test_setup_teardown(none_is_added_during_a_run, unit_set_up, unit_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
