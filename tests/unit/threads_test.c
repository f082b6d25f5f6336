// A context that threads share: equal content is one pointer whoever asked first, ops may be erased
// on another thread than they were made on, and diagnostics arrive one by one.  Run it under
// ThreadSanitizer (preset tsan), which looks for races.
#include "tests/unit/unit_dialect.h"

#include "ir/support/vec.h"

#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 2000 };

// A barrier all threads wait at, so that they really meet.
typedef struct Team {
  IrContext *ctx;
  pthread_barrier_t start;
  void (*work)(struct Team *team, unsigned thread);
  void *of[THREADS]; // what each leaves behind
} Team;

typedef struct Member {
  Team *team;
  unsigned thread;
} Member;

static void *run_member(void *user) {
  Member *member = user;
  pthread_barrier_wait(&member->team->start);
  member->team->work(member->team, member->thread);
  return NULL;
}

// Runs `work` on all threads of a shared context.
static void run_team(Team *team, IrContext *ctx, void (*work)(Team *team, unsigned thread)) {
  pthread_t handles[THREADS];
  Member members[THREADS];
  team->ctx = ctx;
  team->work = work;
  assert_true(ir_context_share(ctx));
  assert_int_equal(pthread_barrier_init(&team->start, NULL, THREADS), 0);
  for (unsigned i = 0; i < THREADS; i++) {
    members[i] = (Member){team, i};
    assert_int_equal(pthread_create(&handles[i], NULL, run_member, &members[i]), 0);
  }
  for (unsigned i = 0; i < THREADS; i++) pthread_join(handles[i], NULL);
  pthread_barrier_destroy(&team->start);
  ir_context_unshare(ctx);
}

// ---- Uniquing ----

enum { KINDS = 8 };

// Something of every kind that is uniqued; `i` says which.
static const void *make(IrContext *ctx, int kind, int i) {
  char text[32];
  snprintf(text, sizeof text, "name%d", i);
  int64_t extents[] = {i, 2 * i + 1};
  IrType i32 = ir_type_i32(ctx);
  switch (kind) {
  case 0:
    return ir_type_tensor(ctx, (IrShape){extents, 2}, i32, NULL);
  case 1:
    return ir_type_integer(ctx, 1 + (unsigned)i % 64, i % 2 ? IR_SIGNLESS : IR_UNSIGNED);
  case 2:
    return ir_attr_integer(i32, i);
  case 3:
    return ir_attr_string(ctx, ir_str(text));
  case 4:
    return ir_ident(ctx, ir_str(text));
  case 5:
    return (void *)(uintptr_t)ir_loc_name(ctx, ir_str(text), IR_LOC_UNKNOWN).id;
  case 6:
    return ir_op_info_unregistered(ctx, ir_str(text));
  default: {
    IrAttr dense = ir_attr_dense(ir_type_tensor(ctx, (IrShape){(int64_t[]){2}, 1}, i32, NULL),
                                 (int32_t[]){i, -i}, 8);
    return ir_attr_dense_at(dense, 1); // interned on reading
  }
  }
}

// Each thread asks in an order of its own.
static void unique_everything(Team *team, unsigned thread) {
  const void **got = ir_malloc(KINDS * ROUNDS * sizeof *got);
  team->of[thread] = got;
  for (int n = 0; n < KINDS * ROUNDS; n++) {
    int at = thread % 2 ? KINDS * ROUNDS - 1 - n : n;
    got[at] = make(team->ctx, at % KINDS, at / KINDS);
  }
}

static void equal_content_is_one_pointer(void **state) {
  (void)state;
  IrContext *ctx = ir_context_create();
  Team team = {0};
  run_team(&team, ctx, unique_everything);
  for (int at = 0; at < KINDS * ROUNDS; at++) {
    const void *now = make(ctx, at % KINDS, at / KINDS);
    for (unsigned t = 0; t < THREADS; t++) assert_ptr_equal(((const void **)team.of[t])[at], now);
  }
  for (unsigned t = 0; t < THREADS; t++) ir_free(team.of[t]);
  ir_context_destroy(ctx);
}

// ---- Ops ----

// Many of several sizes, one too large for the free lists.
static void make_ops(Team *team, unsigned thread) {
  IrOp **ops = ir_malloc(ROUNDS * sizeof(IrOp *));
  team->of[thread] = ops;
  const IrOpInfo *info = ir_op_info_unregistered(team->ctx, IR_STR("test.op"));
  IrType i32 = ir_type_i32(team->ctx), types[64];
  for (int i = 0; i < 64; i++) types[i] = i32;
  for (size_t i = 0; i < ROUNDS; i++)
    ops[i] = ir_op_create(team->ctx, &(IrOpCreate){.info = info,
                                                   .result_types = types,
                                                   .num_results = i % 64,
                                                   .num_regions = i % 3});
}

static void erase_ops_of_next(Team *team, unsigned thread) {
  IrOp **ops = team->of[(thread + 1) % THREADS];
  const IrOpInfo *info = ir_op_info_unregistered(team->ctx, IR_STR("test.other"));
  for (size_t i = 0; i < ROUNDS; i++) {
    ir_op_destroy(ops[i]);
    ops[i] = ir_op_create(team->ctx, &(IrOpCreate){.info = info, .num_regions = i % 3});
  }
}

static void ops_are_erased_on_other_threads(void **state) {
  (void)state;
  IrContext *ctx = ir_context_create();
  Team team = {0};
  run_team(&team, ctx, make_ops);
  run_team(&team, ctx, erase_ops_of_next);
  for (unsigned t = 0; t < THREADS; t++) {
    IrOp **ops = team.of[t];
    for (size_t i = 0; i < ROUNDS; i++) {
      assert_true(ir_str_is(ir_op_name(ops[i]), "test.other"));
      ir_op_destroy(ops[i]);
    }
    ir_free(ops);
  }
  ir_context_destroy(ctx);
}

// ---- Diagnostics and sources ----

static bool count(void *user, IrContext *ctx, const IrDiag *diag) {
  ir_loc_resolve(ctx, diag->loc);
  ++*(size_t *)user;
  return true;
}

// Every other error is swallowed by a handler of the thread itself.
static void complain(Team *team, unsigned thread) {
  IrContext *ctx = team->ctx;
  IrLoc loc = ir_source_add(ctx, IR_STR("text"), IR_STR("a\nb\nc"), true);
  size_t own = 0;
  for (size_t i = 0; i < ROUNDS; i++) {
    if (i % 2) ir_diag_push_handler(ctx, count, &own);
    (void)ir_error(ctx, loc, "error {} of thread {}", i, thread);
    if (i % 2) ir_diag_pop_handler(ctx);
  }
  team->of[thread] = (void *)(own == ROUNDS / 2 && ir_diag_error_count(ctx) == ROUNDS ? ctx : NULL);
  IrFileLineCol place = ir_loc_resolve(ctx, (IrLoc){loc.id + 2});
  if (place.line != 2 || place.col != 1) team->of[thread] = NULL;
}

static void diagnostics_come_one_by_one(void **state) {
  (void)state;
  IrContext *ctx = ir_context_create();
  size_t seen = 0;
  ir_diag_push_handler(ctx, count, &seen);
  Team team = {0};
  run_team(&team, ctx, complain);
  assert_int_equal(seen, THREADS * ROUNDS / 2);
  assert_int_equal(ir_diag_error_count(ctx), THREADS * ROUNDS / 2); // the others were swallowed
  for (unsigned t = 0; t < THREADS; t++) assert_ptr_equal(team.of[t], ctx);
  ir_diag_pop_handler(ctx);
  ir_context_destroy(ctx);
}

// ---- Extensions ----

static const char key;

static void ask_for_extension(Team *team, unsigned thread) {
  for (int i = 0; i < ROUNDS; i++)
    team->of[thread] = ir_context_extension(team->ctx, &key, 16, NULL);
}

static void an_extension_is_made_once(void **state) {
  (void)state;
  IrContext *ctx = ir_context_create();
  Team team = {0};
  run_team(&team, ctx, ask_for_extension);
  for (unsigned t = 0; t < THREADS; t++)
    assert_ptr_equal(team.of[t], ir_context_extension(ctx, &key, 16, NULL));
  ir_context_destroy(ctx);
}

// What is set up once cannot be set up while others look at it.
static void no_dialect_comes_late(void **state) {
  (void)state;
  IrContext *ctx = ir_context_create();
  size_t seen = 0;
  ir_diag_push_handler(ctx, count, &seen);
  assert_true(ir_context_share(ctx));
  assert_int_equal(ir_dialect_register(ctx, &unit_dialect), IR_FAILED);
  assert_int_equal(seen, 1);
  ir_context_unshare(ctx);
  assert_int_equal(ir_dialect_register(ctx, &unit_dialect), IR_OK);
  ir_context_destroy(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_content_is_one_pointer),
      cmocka_unit_test(ops_are_erased_on_other_threads),
      cmocka_unit_test(diagnostics_come_one_by_one),
      cmocka_unit_test(an_extension_is_made_once),
      cmocka_unit_test(no_dialect_comes_late),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
