// A context takes about a hundred times as long to make as a short input to read, so one serves
// many inputs.  When it is given up depends on nothing but the inputs before, so a run repeats with
// its seed; a single input given on the command line starts with a fresh one.
#include "tests/fuzz/fuzz.h"

#include "dialects/registry.h"
#include "ir/pass/pass_manager.h"
#include "ir/support/utf8.h"
#include "passes/registry.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_INPUTS = 256, MAX_GROWTH = 1 << 20 };

// libFuzzer's entry point has no place for state of ours.
static struct {
  IrContext *ctx;
  size_t inputs; // given to `ctx`
  size_t fresh;  // bytes of its arena when it was made
  bool placed;   // errors must have a place
} fuzz;

_Noreturn void fuzz_fail(const char *what, IrStr before, IrStr after) {
  fprintf(stderr, "\nFUZZ: %s\n---- before:\n%.*s\n---- after:\n%.*s\n", what, (int)before.len,
          before.len ? before.ptr : "", (int)after.len, after.len ? after.ptr : "");
  abort();
}

static bool is_text(IrStr message) {
  const char *s = message.ptr, *end = s + message.len;
  for (size_t n; s < end && (n = ir_visible_length(s, end)) != 0;) s += n;
  return message.len > 0 && s == end;
}

// Does what printing would, short of the terminal.
static bool look_at_diag(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)user;
  IrFileLineCol place = ir_loc_resolve(ctx, diag->loc);
  IrStr line = ir_source_line(ctx, ir_loc_source(ctx, diag->loc));
  FUZZ_REQUIRE(!line.ptr || place.col <= line.len + 2, "a column beyond its line", diag->message,
               line);
  FUZZ_REQUIRE(place.line || diag->severity != IR_ERROR || !fuzz.placed, "an error without a place",
               diag->message, line);
  FUZZ_REQUIRE(is_text(diag->message), "a message that is not text", diag->message, line);
  return true;
}

static IrContext *create_context(void) {
  IrContext *ctx = ir_context_create();
  ir_context_allow_unregistered(ctx, true);
  ir_diag_push_handler(ctx, look_at_diag, NULL);
  if (tegula_register_dialects(ctx) != IR_OK || tegula_register_passes(ctx) != IR_OK)
    fuzz_fail("the tables do not register", (IrStr){0}, (IrStr){0});
  return ctx;
}

IrContext *fuzz_context(void) {
  bool spent = fuzz.ctx && (fuzz.inputs == MAX_INPUTS ||
                            ir_context_arena(fuzz.ctx)->total > fuzz.fresh + MAX_GROWTH);
  if (spent) ir_context_destroy(fuzz.ctx);
  if (spent || !fuzz.ctx) {
    fuzz.ctx = create_context();
    fuzz.inputs = 0;
    fuzz.fresh = ir_context_arena(fuzz.ctx)->total;
  }
  fuzz.inputs++;
  return fuzz.ctx;
}

IrOp *fuzz_parse(IrContext *ctx, IrStr text) {
  size_t errors = ir_diag_error_count(ctx);
  fuzz.placed = true;
  IrOp *module = ir_parse_module(ctx, ir_source_add(ctx, IR_STR("input"), text, true), NULL);
  fuzz.placed = false;
  bool valid = module && ir_verify(module) == IR_OK;
  FUZZ_REQUIRE(valid == (ir_diag_error_count(ctx) == errors),
               "a failure without an error, or an "
               "error without a failure",
               text, (IrStr){0});
  if (valid) return module;
  if (module) ir_op_destroy(module);
  return NULL;
}

void fuzz_round_trip(IrContext *ctx, IrOp *module, const IrPrintOptions *options) {
  IrStream first = {0}, second = {0};
  ir_print_op(module, &first, options);
  IrOp *again = fuzz_parse(ctx, ir_stream_str(&first));
  FUZZ_REQUIRE(again, "printed text does not parse", ir_stream_str(&first), (IrStr){0});
  ir_print_op(again, &second, options);
  FUZZ_REQUIRE(ir_str_equal(ir_stream_str(&first), ir_stream_str(&second)),
               "printed again it differs", ir_stream_str(&first), ir_stream_str(&second));
  ir_op_destroy(again);
  ir_stream_free(&first);
  ir_stream_free(&second);
}

static IrStatus check_after_pass(void *user, const IrPassEvent *event) {
  IrStr *text = user;
  FUZZ_REQUIRE(event->status != IR_OK || ir_verify(event->op) == IR_OK,
               "a pass left invalid IR behind", *text, ir_str(event->pass->name));
  return IR_OK;
}

IrStatus fuzz_run_passes(IrContext *ctx, IrOp *module, IrStr text, IrStr pipeline) {
  IrPassManager *pm = ir_pass_manager_create(ctx, "builtin.module");
  FUZZ_REQUIRE(ir_pass_manager_parse(pm, pipeline) == IR_OK, "no such pipeline", pipeline, text);
  ir_pass_manager_instrument(pm, &(IrInstrumentation){sizeof(IrInstrumentation), "check", &text,
                                                      .after_pass = check_after_pass});
  IrPassOptions options = {.threads = 1, .check_siblings = true, .check_analyses = true};
  size_t errors = ir_diag_error_count(ctx);
  IrStatus status = ir_pass_manager_run(pm, module, &options);
  FUZZ_REQUIRE((status == IR_OK) == (ir_diag_error_count(ctx) == errors),
               "a failure without an error, or an error without a failure", pipeline, text);
  ir_pass_manager_destroy(pm);
  return status;
}
