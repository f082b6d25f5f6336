// The pass at fault.
//
// The shortest failing beginning of the pipeline is found by halving; its last pass is at fault.
// The module as the passes before leave it takes the place of the input when that pass alone fails
// on it; otherwise passes are left out one by one.
#include <stdlib.h>

#include "driver/reduce/reduce_impl.h"
#include "driver/reduce/workdir.h"

// A pipeline as the pass manager prints it, with the passes [from, to) left out.
typedef struct Writer {
  IrStr text;
  size_t at;
  size_t pass; // number of the next one
  size_t from, to;
} Writer;

static char peek(const Writer *w) {
  return w->at < w->text.len ? w->text.ptr[w->at] : 0;
}

static IrStr take_name(Writer *w) {
  size_t begin = w->at;
  while (peek(w) && !strchr("(){},", peek(w))) w->at++;
  return (IrStr){w->text.ptr + begin, w->at - begin};
}

// Over a quoted text; in double quotes a backslash protects what follows.
static void skip_quoted(Writer *w) {
  char quote = peek(w);
  for (w->at++; peek(w) && peek(w) != quote; w->at++)
    if (quote == '"' && peek(w) == '\\' && w->at + 1 < w->text.len) w->at++;
  w->at += peek(w) != 0;
}

// `{...}` with what is nested and quoted in it.
static IrStr take_options(Writer *w) {
  size_t begin = w->at, depth = 0;
  while (peek(w) && (depth || peek(w) == '{')) {
    char c = peek(w);
    depth += c == '{', depth -= c == '}';
    if (c == '"' || c == '\'')
      skip_quoted(w);
    else
      w->at++;
  }
  return (IrStr){w->text.ptr + begin, w->at - begin};
}

// Writes a list up to its end; nesting is as deep as the pipeline parser allows.
static void write_list(Writer *w, IrStream *out) {
  size_t begin = out->len;
  while (peek(w) && peek(w) != ')') {
    IrStr name = take_name(w);
    IrStream element = {0};
    if (peek(w) == '(') {
      w->at++;
      write_list(w, &element);
      w->at += peek(w) == ')';
      if (element.len)
        ir_print(out, "{}{}({})", out->len > begin ? "," : "", name, ir_stream_str(&element));
    } else {
      IrStr options = take_options(w);
      bool kept = w->pass < w->from || w->pass >= w->to;
      w->pass++;
      if (kept) ir_print(out, "{}{}{}", out->len > begin ? "," : "", name, options);
    }
    ir_stream_free(&element);
    w->at += peek(w) == ',';
  }
}

static size_t write_without(IrStr pipeline, size_t from, size_t to, IrStream *out) {
  Writer w = {.text = pipeline, .from = from, .to = to};
  write_list(&w, out);
  return w.pass;
}

static size_t count_passes(IrStr pipeline) {
  IrStream out = {0};
  size_t n = write_without(pipeline, 0, 0, &out);
  ir_stream_free(&out);
  return n;
}

// ---- The search ----

typedef struct Bisection {
  DriverReduce *r;
  ReduceRunner *runner;
  ReduceTest *test;
  const char *input, *output; // files
} Bisection;

static void set_passes(Bisection *b, IrStr pipeline) {
  b->r->passes.len = 0;
  ir_write(&b->r->passes, pipeline.ptr, pipeline.len);
  reduce_test_set_pipeline(b->test, pipeline);
}

static bool fails(Bisection *b, IrStr pipeline, IrStr text) {
  ReduceOutcome outcome;
  reduce_test_set_pipeline(b->test, pipeline);
  return reduce_runner_check(b->runner, text, &outcome);
}

// How many passes from the start are needed for the failure; `n` of them are known to be enough.
static size_t shortest_prefix(Bisection *b, IrStr pipeline, size_t n) {
  size_t low = 1;
  while (low < n && !reduce_runner_interrupted(b->runner)) {
    size_t middle = low + (n - low) / 2;
    IrStream prefix = {0};
    write_without(pipeline, middle, SIZE_MAX, &prefix);
    if (fails(b, ir_stream_str(&prefix), ir_stream_str(&b->r->text)))
      n = middle;
    else
      low = middle + 1;
    ir_stream_free(&prefix);
  }
  return n;
}

static int run_passes(void *user) {
  const Bisection *b = user;
  IrStream text = {0};
  int code = reduce_test_run_passes(b->test, b->input, &text);
  return !code && reduce_file_write(b->output, ir_stream_str(&text)) ? EXIT_SUCCESS : EXIT_FAILURE;
}

// The module that the passes before number `at` leave.
static bool run_before(Bisection *b, IrStr pipeline, size_t at, IrStream *text) {
  IrStream before = {0};
  write_without(pipeline, at, SIZE_MAX, &before);
  reduce_test_set_pipeline(b->test, ir_stream_str(&before));
  ir_stream_free(&before);
  b->input = reduce_runner_file(b->runner, "input.mlir");
  b->output = reduce_runner_file(b->runner, "before.mlir");
  if (!reduce_file_write(b->input, ir_stream_str(&b->r->text))) return false;
  return reduce_runner_call(b->runner, run_passes, b) == 0 && reduce_file_read(b->output, text);
}

// Whether the last pass of `pipeline` fails on its own, on what the others leave.
static bool isolate_last(Bisection *b, IrStr pipeline, size_t n) {
  IrStream text = {0}, last = {0};
  write_without(pipeline, 0, n - 1, &last);
  bool alone =
      run_before(b, pipeline, n - 1, &text) && fails(b, ir_stream_str(&last), ir_stream_str(&text));
  if (alone) {
    set_passes(b, ir_stream_str(&last));
    ir_stream_free(&b->r->text);
    b->r->text = text;
  } else {
    ir_stream_free(&text);
  }
  ir_stream_free(&last);
  return alone;
}

// ---- Leaving out passes ----

static size_t count_left(void *user) {
  return count_passes(ir_stream_str(&((Bisection *)user)->r->passes));
}

// The text is what it was; with the passes in front, the runner can tell the candidates apart.
static bool build_shorter(void *user, size_t from, size_t to, IrStream *text) {
  const Bisection *b = user;
  IrStream shorter = {0};
  write_without(ir_stream_str(&b->r->passes), from, to, &shorter);
  reduce_test_set_pipeline(b->test, ir_stream_str(&shorter)); // the child's
  ir_print(text, "// {}\n{}", ir_stream_str(&shorter), ir_stream_str(&b->r->text));
  ir_stream_free(&shorter);
  return true;
}

static void accept_shorter(void *user, size_t from, size_t to, IrStr text) {
  (void)text;
  Bisection *b = user;
  IrStream shorter = {0};
  write_without(ir_stream_str(&b->r->passes), from, to, &shorter);
  set_passes(b, ir_stream_str(&shorter));
  ir_stream_free(&shorter);
  reduce_say(b->r, "passes: {}", ir_stream_str(&b->r->passes));
}

void reduce_pipeline(DriverReduce *r, ReduceRunner *runner, ReduceTest *test) {
  Bisection b = {.r = r, .runner = runner, .test = test};
  IrStr all = ir_str(r->pipeline);
  size_t n = shortest_prefix(&b, all, count_passes(all));
  IrStream prefix = {0};
  write_without(all, n, SIZE_MAX, &prefix);
  if (n == 0 || reduce_runner_interrupted(runner) || !isolate_last(&b, ir_stream_str(&prefix), n)) {
    set_passes(&b, ir_stream_str(&prefix));
    (void)reduce_list(runner, &(ReduceList){count_left, build_shorter, accept_shorter, &b});
  }
  ir_stream_free(&prefix);
  reduce_say(r, "passes: {}", ir_stream_str(&r->passes));
}
