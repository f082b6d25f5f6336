// What makes a candidate interesting: a command that ends with 0, or passes that fail as they did
// on the input.
//
// Failures are alike when they end by the same signal or exit code and the first line that speaks
// of an error is the same but for its numbers: a smaller module has other extents and value
// numbers.
#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/reduce/reduce_impl.h"
#include "driver/reduce/workdir.h"
#include "ir/asm/parser.h"
#include "ir/pass/pass_manager.h"
#include "ir/verify/verify.h"

struct ReduceTest {
  const DriverReduce *r;
  IrStream pipeline;
  regex_t message; // compiled when r->message is given
  bool learned;
  IrStream failure; // of the input
};

static IrStatus compile_message(ReduceTest *test) {
  const DriverReduce *r = test->r;
  int code = regcomp(&test->message, r->message, REG_EXTENDED | REG_NOSUB | REG_NEWLINE);
  if (!code) return IR_OK;
  char why[160];
  regerror(code, &test->message, why, sizeof why);
  (void)ir_error(r->ctx, IR_LOC_UNKNOWN, "'{}' is no regular expression: {}", r->message,
                 (const char *)why);
  ir_help(r->ctx, "write an extended one, as grep -E reads it");
  return IR_FAILED;
}

IrStatus reduce_test_open(const DriverReduce *r, ReduceTest **out) {
  ReduceTest *test = ir_calloc(1, sizeof *test);
  test->r = r;
  if (r->message && compile_message(test) != IR_OK) {
    ir_free(test);
    return IR_FAILED;
  }
  if (r->pipeline) ir_write_cstr(&test->pipeline, r->pipeline);
  *out = test;
  return IR_OK;
}

void reduce_test_close(ReduceTest *test) {
  if (test->r->message) regfree(&test->message);
  ir_stream_free(&test->pipeline);
  ir_stream_free(&test->failure);
  ir_free(test);
}

void reduce_test_set_pipeline(ReduceTest *test, IrStr pipeline) {
  test->pipeline.len = 0;
  ir_write(&test->pipeline, pipeline.ptr, pipeline.len);
}

// ---- In the child ----

static void write_quoted_path(IrStream *out, const char *path) {
  ir_write_char(out, '\'');
  for (const char *p = path; *p; p++) {
    if (*p == '\'')
      ir_write_cstr(out, "'\\''");
    else
      ir_write_char(out, *p);
  }
  ir_write_char(out, '\'');
}

// The command with the file in each `{}`, or at its end.
static void write_command(IrStream *out, const char *command, const char *path) {
  bool placed = false;
  for (const char *p = command; *p;) {
    bool here = p[0] == '{' && p[1] == '}';
    if (here)
      write_quoted_path(out, path);
    else
      ir_write_char(out, *p);
    p += here ? 2 : 1;
    placed |= here;
  }
  if (placed) return;
  ir_write_char(out, ' ');
  write_quoted_path(out, path);
}

static IrOp *read_module(const DriverReduce *r, const char *path) {
  IrLoc start;
  IrStr text;
  if (ir_source_read(r->ctx, path, &start, &text) != IR_OK) return NULL;
  const IrParams *params = r->as_text ? &r->params : NULL; // else bound when the input was read
  IrOp *module = ir_parse_module(r->ctx, start, &(IrParseOptions){.params = params});
  return module && ir_verify(module) == IR_OK ? module : NULL;
}

// With the context as the parent left it: dialects, passes and plugins are there.
int reduce_test_run_passes(const ReduceTest *test, const char *path, IrStream *output) {
  const DriverReduce *r = test->r;
  IrPassManager *pm = ir_pass_manager_create(r->ctx, "builtin.module");
  IrOp *module = read_module(r, path);
  IrStatus status = ir_pass_manager_parse(pm, ir_stream_str(&test->pipeline));
  if (!module || status != IR_OK) return EXIT_FAILURE;
  DriverValidate validate = r->validate;
  driver_validate_watch(&validate, r->ctx, pm);
  // One thread: the processors are busy with other candidates.
  const IrPassOptions options = {.verify_each = true, .threads = 1};
  if (ir_pass_manager_run(pm, module, &options) != IR_OK) return EXIT_FAILURE;
  ir_print_op(module, output, &(IrPrintOptions){.debuginfo = r->debuginfo});
  ir_pass_manager_destroy(pm);
  return EXIT_SUCCESS;
}

void reduce_test_run(const ReduceTest *test, const char *path) {
  IrStream command = {0}, output = {0};
  if (!test->r->command) _exit(reduce_test_run_passes(test, path, &output));
  write_command(&command, test->r->command, path);
  execl("/bin/sh", "sh", "-c", ir_stream_cstr(&command), (char *)NULL);
  _exit(127);
}

// ---- In the parent ----

static bool speaks_of_error(const char *line) {
  static const char *const words[] = {"error:", "ERROR:", "Assertion"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(line, words[i])) return true;
  return false;
}

// Copies a line from its word for an error on, without numbers.
static void write_without_numbers(IrStream *out, const char *line) {
  const char *from = strstr(line, "rror:");
  for (const char *p = from ? from : line; *p; p++) {
    if (p[0] == '0' && p[1] == 'x') {
      while (isxdigit((unsigned char)p[2])) p++;
      p++;
    } else if (!isdigit((unsigned char)*p)) {
      ir_write_char(out, *p);
    }
  }
}

static void write_failure(const ReduceOutcome *o, char *errors, IrStream *out) {
  if (WIFSIGNALED(o->status))
    ir_print(out, "signal {}: ", WTERMSIG(o->status));
  else
    ir_print(out, "exit {}: ", WEXITSTATUS(o->status));
  char *rest = NULL;
  for (char *line = strtok_r(errors, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    if (!speaks_of_error(line)) continue;
    write_without_numbers(out, line);
    return;
  }
}

static bool ends_well(const ReduceOutcome *o) {
  return WIFEXITED(o->status) && WEXITSTATUS(o->status) == 0;
}

static bool fails_alike(const ReduceTest *test, const ReduceOutcome *o) {
  IrStream errors = {0}, failure = {0};
  (void)reduce_file_read(o->errors, &errors);
  (void)ir_stream_cstr(&errors);
  bool alike = !test->r->message || !regexec(&test->message, errors.data, 0, NULL, 0);
  if (alike && test->learned && !test->r->message) {
    write_failure(o, errors.data, &failure);
    alike = ir_str_equal(ir_stream_str(&failure), ir_stream_str(&test->failure));
  }
  ir_stream_free(&errors);
  ir_stream_free(&failure);
  return alike;
}

bool reduce_test_is_interesting(const ReduceTest *test, const ReduceOutcome *o) {
  if (o->timed_out || test->r->hang) return o->timed_out && test->r->hang;
  if (test->r->command) return ends_well(o);
  return !ends_well(o) && fails_alike(test, o);
}

void reduce_test_learn(ReduceTest *test, const ReduceOutcome *o) {
  IrStream errors = {0};
  (void)reduce_file_read(o->errors, &errors);
  (void)ir_stream_cstr(&errors);
  write_failure(o, errors.data, &test->failure);
  test->learned = true;
  ir_stream_free(&errors);
}
