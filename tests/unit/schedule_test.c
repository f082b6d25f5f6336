// The scheduler of warps and pending work, with a dialect of our own whose ops post work and wait
// for it.
#include "tests/unit/unit.h"

#include "dialects/registry.h"
#include "ir/asm/parser.h"
#include "ir/verify/verify.h"
#include "targets/cpu/thread.h"

// ---- work.post and work.wait ----

enum { MAX_EVENTS = 64 };

// What happened, in order: the number of an item when it is delivered, -1 for a wait that ended.
typedef struct Events {
  int64_t at[MAX_EVENTS];
  size_t n;
  bool delivered[MAX_EVENTS];
} Events;

static Events events;
static const char keys[MAX_EVENTS], lines[MAX_EVENTS];

static int64_t int_attr(const IrOp *op, const char *name) {
  return ir_attr_int(ir_op_attr(op, name));
}

static void event(int64_t what) {
  assert_true(events.n < MAX_EVENTS);
  events.at[events.n++] = what;
}

static IrStep deliver(CpuWork *work) {
  int64_t number = int_attr(work->op, "number");
  event(number);
  events.delivered[number] = true;
  return IR_STEP_NEXT;
}

static CpuWarp *warp_of(IrInterp *interp) {
  void *machine;
  assert_non_null(ir_interp_machine(interp, SIMT_MACHINE, &machine));
  return machine;
}

// {number = 1, line = 0}: line 0 is none.
static IrStep post_interp(IrInterp *interp, IrOp *op) {
  CpuWork *work = cpu_work_post(warp_of(interp), op, 0);
  int64_t line = int_attr(op, "line");
  work->key = &keys[int_attr(op, "number")];
  work->line = line ? &lines[line] : NULL;
  work->deliver = deliver;
  return IR_STEP_NEXT;
}

static void describe(const CpuWarp *warp, IrStream *out) {
  ir_print(out, "item {}", (const char *)warp->wait.key - keys);
}

static IrStep wait_interp(IrInterp *interp, IrOp *op) {
  int64_t number = int_attr(op, "number");
  if (events.delivered[number]) {
    event(-1);
    return IR_STEP_NEXT;
  }
  cpu_warp_wait(warp_of(interp), op, &keys[number], describe);
  return ir_interp_retry(interp);
}

static const IrOpDef post_def = {.size = sizeof(IrOpDef),
                                 .name = "work.post",
                                 .summary = "Posts an item.",
                                 .format = "attr-dict",
                                 .interp = post_interp};
static const IrOpDef wait_def = {.size = sizeof(IrOpDef),
                                 .name = "work.wait",
                                 .summary = "Waits for an item.",
                                 .format = "attr-dict",
                                 .interp = wait_interp};
static const IrOpDef *const ops[] = {&post_def, &wait_def, NULL};
static const IrDialect dialect = {
    .size = sizeof(IrDialect), .name = "work", .summary = "For tests.", .ops = ops};

// ---- Running. ----

static bool collect(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)ctx;
  ir_print(user, "{}\n", diag->message);
  return true;
}

// Runs a kernel of one warp with this body.
static IrStatus run(const char *body, CpuSchedule schedule, IrStream *messages) {
  IrContext *ctx = ir_context_create();
  IrStream text = {0};
  assert_int_equal(tegula_register_dialects(ctx), IR_OK);
  assert_int_equal(ir_dialect_register(ctx, &dialect), IR_OK);
  ir_diag_push_handler(ctx, collect, messages);
  ir_print(&text, "simt.kernel @k() threads(32) grid(1) {{\n{}  simt.return\n}\n", body);
  IrLoc start = ir_source_add(ctx, IR_STR("test.mlir"), ir_stream_str(&text), false);
  IrOp *module = ir_parse_module(ctx, start, NULL);
  if (!module || ir_verify(module) != IR_OK) fail_msg("%s", ir_stream_cstr(messages));
  events = (Events){0};
  IrStatus status = cpu_run_kernel(ir_symbol_lookup(module, IR_STR("k")),
                                   &(CpuRun){.threads = 1, .schedule = schedule});
  ir_op_destroy(module);
  ir_context_destroy(ctx);
  ir_stream_free(&text);
  return status;
}

static void check_events(const char *body, CpuSchedule schedule, const int64_t *expected,
                         size_t n) {
  IrStream messages = {0};
  if (run(body, schedule, &messages) != IR_OK) fail_msg("%s", ir_stream_cstr(&messages));
  assert_int_equal(events.n, n);
  for (size_t i = 0; i < n; i++) assert_int_equal(events.at[i], expected[i]);
  ir_stream_free(&messages);
}

static const char *const three = "  work.post {number = 1, line = 0}\n"
                                 "  work.post {number = 2, line = 0}\n"
                                 "  work.post {number = 3, line = 0}\n"
                                 "  work.wait {number = 3}\n"
                                 "  work.wait {number = 1}\n";

// Only what is waited for is delivered, and the rest at the end.
static void test_late(void **state) {
  (void)state;
  const int64_t expected[] = {3, -1, 1, -1, 2};
  check_events(three, (CpuSchedule){0}, expected, 5);
}

// What is before it in its line comes first.
static void test_lines(void **state) {
  (void)state;
  const int64_t expected[] = {1, 3, -1, 2, 4};
  check_events("  work.post {number = 1, line = 1}\n"
               "  work.post {number = 2, line = 2}\n"
               "  work.post {number = 3, line = 1}\n"
               "  work.post {number = 4, line = 2}\n"
               "  work.wait {number = 3}\n",
               (CpuSchedule){0}, expected, 5);
}

static size_t place(int64_t what) {
  for (size_t i = 0; i < events.n; i++)
    if (events.at[i] == what) return i;
  fail_msg("%d did not happen", (int)what);
  return 0;
}

// Seeds give different orders, each always the same, none against a line.
static void test_random(void **state) {
  (void)state;
  IrStream messages = {0};
  bool early = false, late = false;
  for (uint64_t seed = 0; seed < 40; seed++) {
    const char *body = "  work.post {number = 1, line = 1}\n"
                       "  work.post {number = 2, line = 0}\n"
                       "  work.post {number = 3, line = 1}\n"
                       "  work.wait {number = 3}\n";
    assert_int_equal(run(body, (CpuSchedule){true, seed}, &messages), IR_OK);
    Events first = events;
    assert_true(place(1) < place(3) && place(3) < place(-1));
    early |= place(2) == 0;
    late |= place(2) > place(-1);
    assert_int_equal(run(body, (CpuSchedule){true, seed}, &messages), IR_OK);
    assert_memory_equal(&first, &events, sizeof events);
  }
  assert_true(early && late);
  ir_stream_free(&messages);
}

static void test_deadlock(void **state) {
  (void)state;
  IrStream messages = {0};
  assert_int_equal(run("  work.wait {number = 5}\n", (CpuSchedule){0}, &messages), IR_FAILED);
  assert_non_null(strstr(ir_stream_cstr(&messages), "waits forever for item 5"));
  assert_non_null(strstr(ir_stream_cstr(&messages), "warp 0 waits here for item 5"));
  ir_stream_free(&messages);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_late), cmocka_unit_test(test_lines),
                                     cmocka_unit_test(test_random),
                                     cmocka_unit_test(test_deadlock)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
