// A candidate's own process.  It talks to the parent (pool.c) in lines of text:
//
//   child    want                   compiled and loaded: may I have the device?
//   parent   go
//   child    ran                    has run once; the device is free again
//   child    checked N x y ...      agrees with the interpreter; N elements of the outputs
//   child    ready SECONDS BLOCKS THREADS SHARED REGISTERS LOCAL ENTRY
//   parent   time SECONDS           of a block, as often as it likes, until it closes the pipe
//   child    time SECONDS           of a run
//   child    fail MESSAGE           and ends
#include <stdlib.h>

#include "driver/tune/tune.h"
#include "ir/support/timing.h"

enum { MAX_LINE = 128, MAX_SAMPLES = 256 };

typedef struct Child {
  Tune *tune;
  const TuneCandidate *candidate;
  FILE *in, *out;
  Run run;
  RunGuard guard;
} Child;

static void say(Child *child, const char *text) {
  fprintf(child->out, "%s\n", text);
  fflush(child->out);
}

// Waits for the parent's next line; false when it has closed the pipe.
static bool hear(Child *child, char line[MAX_LINE]) {
  return fgets(line, MAX_LINE, child->in) != NULL;
}

static bool same_types(const Run *run) {
  if (run->num_args != tile_kernel_num_args(run->kernel)) return false;
  for (size_t i = 0; i < run->num_args; i++)
    if (run->args[i].type != tile_kernel_arg_type(run->kernel, i)) return false;
  return true;
}

// The parent's arguments where they fit; they are this process's own copy.
static IrStatus make_run(Child *child) {
  Run *run = &child->run;
  *run = child->tune->run;
  run->guard = &child->guard;
  run->kernel = NULL;
  run->tile = tune_parse(child->tune, &child->candidate->params);
  if (!run->tile) return IR_FAILED;
  IR_TRY(run_find_kernel(run));
  if (same_types(run)) return IR_OK;
  run->args = NULL;
  run->num_args = 0;
  memset(&run->dims, 0, sizeof run->dims);
  run->kernel = NULL;
  return run_args_create(run);
}

static IrStatus prepare(Child *child) {
  IR_TRY(make_run(child));
  IR_TRY(run_gpu_open(&child->run));
  return run_gpu_prepare(&child->run);
}

static IrStatus check(Child *child) {
  Run *run = &child->run;
  IR_TRY(run_check_guards(run));
  IR_TRY(run_verify(run));
  return run->verify.ok ? IR_OK : IR_FAILED;
}

// Elements spread over each output, for a comparison between candidates.
static void say_samples(Child *child) {
  const Run *run = &child->run;
  IrStream line = {0}, values = {0};
  int64_t total = 0;
  for (size_t a = 0; a < run->num_args; a++) {
    if (!run->args[a].written) continue;
    const CpuArray *array = &run->args[a].host.array;
    int64_t count = cpu_array_count(array), n = count < MAX_SAMPLES ? count : MAX_SAMPLES;
    for (int64_t i = 0; i < n; i++, total++) {
      char text[40];
      int64_t at = n > 1 ? (int64_t)((double)i * (double)(count - 1) / (double)(n - 1)) : 0;
      snprintf(text, sizeof text, " %.17g", cpu_array_get(array, at));
      ir_write_cstr(&values, text);
    }
  }
  ir_print(&line, "checked {}{}", total, ir_stream_str(&values));
  say(child, ir_stream_cstr(&line));
  ir_stream_free(&line);
  ir_stream_free(&values);
}

static IrStatus say_ready(Child *child, double seconds) {
  const Run *run = &child->run;
  int registers = 0, local = 0;
  if (run->blocks)
    IR_TRY(cuda_function_costs(run->module, &run->kernel_launch, &registers, &local));
  fprintf(child->out, "ready %.3f %lld %u %u %d %d %.*s\n", seconds, (long long)run->blocks,
          run->kernel_launch.threads, run->kernel_launch.shared_bytes, registers, local,
          (int)run->entry.len, run->entry.ptr);
  fflush(child->out);
  return IR_OK;
}

static IrStatus answer(Child *child) {
  char line[MAX_LINE];
  const CudaWork work = {run_gpu_enqueue, &child->run};
  while (hear(child, line)) {
    double each = 0;
    IR_TRY(cuda_time(child->run.gpu, &work, strtod(line + strlen("time"), NULL), &each));
    fprintf(child->out, "time %.9g\n", each);
    fflush(child->out);
  }
  return IR_OK;
}

static IrStatus live(Child *child) {
  char line[MAX_LINE];
  double start = ir_clock_seconds();
  IR_TRY(prepare(child));
  double seconds = ir_clock_seconds() - start;
  say(child, "want");
  if (!hear(child, line)) return IR_OK;
  IR_TRY(run_gpu_once(&child->run));
  say(child, "ran");
  IR_TRY(check(child));
  say_samples(child);
  IR_TRY(say_ready(child, seconds));
  return answer(child);
}

// On one line.
static void say_failure(Child *child, const char *why) {
  fputs("fail ", child->out);
  for (const char *p = why ? why : "fails without a word"; *p; p++)
    fputc(*p == '\n' ? ' ' : *p, child->out);
  say(child, "");
}

int tune_candidate_run(Tune *t, const TuneCandidate *c, FILE *in, FILE *out) {
  Child child = {.tune = t, .candidate = c, .in = in, .out = out, .guard = {-1}};
  const char *message = NULL;
  ir_diag_push_handler(t->ctx, run_keep_message, &message);
  IrStatus status = live(&child);
  ir_diag_pop_handler(t->ctx);
  if (status != IR_OK) say_failure(&child, message);
  // The driver closes what is open when the process ends.
  return status == IR_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
