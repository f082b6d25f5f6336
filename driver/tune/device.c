// Which GPU there is, asked in a process of its own: a parent that has opened the driver could not
// give it to children.
#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/tune/tune.h"

// "ARCH NAME", or "! MESSAGE".
static void describe(Tune *t, FILE *out) {
  RunGuard guard = {-1};
  const char *message = NULL;
  Run run = t->run;
  run.guard = &guard;
  ir_diag_push_handler(t->ctx, run_keep_message, &message);
  if (run_gpu_open(&run) == IR_OK)
    fprintf(out, "%s %s", run.compile.arch, cuda_device(run.gpu)->name);
  else
    fprintf(out, "! %s", message ? message : "the driver does not open");
  ir_diag_pop_handler(t->ctx);
  fflush(out);
}

static IrStatus ask(Tune *t, IrStream *answer) {
  int ends[2];
  if (pipe(ends))
    return ir_error(t->ctx, IR_LOC_UNKNOWN, "cannot make a pipe: {}", strerror(errno));
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    FILE *out = fdopen(ends[1], "w");
    if (out) describe(t, out);
    _exit(EXIT_SUCCESS);
  }
  close(ends[1]);
  char buffer[512];
  for (ssize_t n; pid > 0;) {
    n = read(ends[0], buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    ir_write(answer, buffer, (size_t)n);
  }
  close(ends[0]);
  while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  return IR_OK;
}

IrStatus tune_find_device(Tune *t) {
  IrStream answer = {0};
  IR_TRY(ask(t, &answer));
  const char *text = ir_arena_strdup(ir_context_arena(t->ctx), ir_stream_str(&answer));
  ir_stream_free(&answer);
  const char *space = strchr(text, ' ');
  if (*text == '!' || !space) {
    (void)ir_error(t->ctx, IR_LOC_UNKNOWN, "candidates are measured on a GPU: {}",
                   space ? space + 1 : "the driver died when it was opened");
    ir_help(t->ctx, "--list shows the candidates, and which are over a budget, without one");
    return IR_FAILED;
  }
  IrStr arch = {text, (size_t)(space - text)};
  t->arch = ir_arena_strdup(ir_context_arena(t->ctx), arch);
  t->device = space + 1;
  return IR_OK;
}
