// From an input to its smallest interesting form; see reduce.h.
#include "driver/reduce/reduce.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "driver/options.h"
#include "driver/reduce/reduce_impl.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/support/timing.h"
#include "ir/verify/verify.h"

typedef struct Reduction {
  DriverReduce *r;
  ReduceTest *test;
  ReduceRunner *runner;
  IrLoc start; // of the input
  IrOp *module;
} Reduction;

void reduce_say_args(const DriverReduce *r, const char *format, const IrFmtArg *args, size_t n) {
  if (!r->verbose) return;
  IrStream out = driver_stderr();
  ir_print_args(&out, format, args, n);
  ir_write_char(&out, '\n');
  ir_stream_flush(&out);
  ir_stream_free(&out);
}

static void set_text(DriverReduce *r, IrStr text) {
  IrStream copy = {0};
  ir_write(&copy, text.ptr, text.len);
  ir_stream_free(&r->text);
  r->text = copy;
}

// ---- Reading ----

static IrOp *parse(const Reduction *d) {
  IrOp *module = ir_parse_module(d->r->ctx, d->start, &(IrParseOptions){.params = &d->r->params});
  return module && ir_verify(module) == IR_OK ? module : NULL;
}

static int try_to_parse(void *user) {
  return parse(user) ? EXIT_SUCCESS : EXIT_FAILURE;
}

static IrStatus check_params(const DriverReduce *r) {
  for (size_t i = 0; i < r->params.n; i++)
    if (!r->params.at[i].used)
      return ir_error(r->ctx, IR_LOC_UNKNOWN, "the input declares no parameter '{}'",
                      r->params.at[i].name);
  return IR_OK;
}

// First in a child: it may be the parser that has the bug.
static IrStatus read_module(Reduction *d) {
  IrContext *ctx = d->r->ctx;
  static const char way_out[] = "with '--allow-invalid' the input is reduced as text";
  int code = reduce_runner_call(d->runner, try_to_parse, d);
  if (reduce_runner_interrupted(d->runner)) return IR_OK;
  if (code < 0) {
    (void)ir_error(ctx, d->start, "the parser or the verifier does not survive the input");
    ir_help(ctx, way_out);
    return IR_FAILED;
  }
  d->module = parse(d);
  if (!d->module) {
    ir_help(ctx, way_out);
    return IR_FAILED;
  }
  return check_params(d->r);
}

// ---- The input itself ----

static IrStatus not_interesting(const Reduction *d, const ReduceOutcome *o) {
  const DriverReduce *r = d->r;
  const char *ending = "it ended with exit code 0";
  IrStream text = {0};
  if (o->timed_out)
    ending = "it ran into the timeout";
  else if (WIFSIGNALED(o->status))
    ir_print(&text, "it ended with signal {}", WTERMSIG(o->status));
  else if (WEXITSTATUS(o->status))
    ir_print(&text, "it ended with exit code {}", WEXITSTATUS(o->status));
  if (text.len) ending = ir_stream_cstr(&text);
  (void)ir_error(r->ctx, d->start, "the input is not interesting: there is nothing to look for");
  ir_note(r->ctx, IR_LOC_UNKNOWN, "{}", ending);
  if (o->timed_out)
    ir_help(r->ctx, "raise '--timeout=SECONDS', or say '--hang' when that is the bug");
  else if (r->hang)
    ir_help(r->ctx, "with '--hang' a test has to run into the timeout");
  else if (r->command)
    ir_help(r->ctx,
            "the test is '{}' with the file in the place of {{} or at the end; it has to "
            "end with exit code 0",
            r->command);
  else
    ir_help(r->ctx, r->message ? "the passes have to fail with a text that matches '--message'"
                               : "the passes have to fail; for another test use '--test=COMMAND'");
  ir_stream_free(&text);
  return IR_FAILED;
}

static IrStatus check_input(Reduction *d) {
  ReduceOutcome outcome = {0};
  bool interesting = reduce_runner_check(d->runner, ir_stream_str(&d->r->text), &outcome);
  if (reduce_runner_interrupted(d->runner))
    return ir_error(d->r->ctx, d->start, "interrupted before anything was known");
  if (!interesting) return not_interesting(d, &outcome);
  reduce_test_learn(d->test, &outcome);
  return IR_OK;
}

// A test that says one thing today and another tomorrow.
static IrStatus check_result(Reduction *d) {
  ReduceOutcome outcome = {0};
  if (reduce_runner_interrupted(d->runner)) return IR_OK;
  if (reduce_runner_check(d->runner, ir_stream_str(&d->r->text), &outcome)) return IR_OK;
  if (reduce_runner_interrupted(d->runner)) return IR_OK;
  (void)ir_error(d->r->ctx, d->start, "the result was interesting once and is not any more");
  ir_help(d->r->ctx, "make the test give the same answer each time it sees the same file");
  return IR_FAILED;
}

// ---- All of it ----

// What the passes before the one at fault made is a new input.
static IrStatus reread(Reduction *d) {
  d->start = ir_source_add(d->r->ctx, IR_STR("<before the pass at fault>"),
                           ir_stream_str(&d->r->text), true);
  d->r->params.n = 0; // bound by now
  return read_module(d);
}

static void print_input(Reduction *d) {
  IrStream text = {0};
  ir_print_op(d->module, &text, &(IrPrintOptions){.debuginfo = d->r->debuginfo});
  ir_stream_free(&d->r->text);
  d->r->text = text;
}

static IrStatus run(Reduction *d) {
  DriverReduce *r = d->r;
  if (!r->as_text) IR_TRY(read_module(d));
  if (d->module) r->ops_before = r->ops_after = reduce_count_ops(d->module);
  // Passes are tried on the module as it was bound; a command on what the user gave.
  if (d->module && (r->pipeline || r->params.n)) print_input(d);
  IR_TRY(check_input(d));
  if (r->pipeline && !r->as_text) {
    reduce_pipeline(r, d->runner, d->test);
    if (!reduce_runner_interrupted(d->runner)) IR_TRY(reread(d));
  } else if (r->pipeline) {
    ir_write_cstr(&r->passes, r->pipeline);
  }
  if (d->module && !reduce_runner_interrupted(d->runner))
    reduce_module(r, d->runner, d->module);
  else if (!d->module)
    reduce_text(r, d->runner);
  return check_result(d);
}

IrStatus driver_reduce(DriverReduce *r) {
  Reduction d = {.r = r, .start = r->start};
  double start = ir_clock_seconds();
  IrStr text = ir_source_text(r->ctx, d.start);
  if (!text.ptr) IR_TRY(ir_source_read(r->ctx, r->input, &d.start, &text));
  set_text(r, text);
  r->bytes_before = text.len;
  IR_TRY(reduce_test_open(r, &d.test));
  IrStatus status = reduce_runner_open(r, d.test, &d.runner);
  if (status == IR_OK) {
    status = run(&d);
    reduce_runner_close(d.runner);
  }
  reduce_test_close(d.test);
  r->seconds = ir_clock_seconds() - start;
  return status;
}

void driver_reduce_free(DriverReduce *r) {
  ir_stream_free(&r->text);
  ir_stream_free(&r->passes);
}
