// The candidates' processes: who is started, who has the device, whose time is up.
//
// Compiling, loading and checking on the CPU go on for several candidates at a time; the device
// belongs to one process at a time, so that nobody's figures have others in them.  A candidate is
// timed alone as soon as it is checked.  The processes of the fastest stay, and when all have been
// timed they are measured once more in turns, in alternating order, because clocks move.
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/tune/tune.h"
#include "ir/support/timing.h"

enum { REAP_SECONDS = 20 };

typedef enum Phase {
  PREPARING, // compiles and loads
  WANTING,   // waits for the device
  RUNNING,   // its first run
  CHECKING,  // compares with the interpreter
  IDLE,      // waits to be timed
  TIMING,
  GONE,
} Phase;

typedef struct Worker {
  size_t candidate;
  Phase phase;
  pid_t pid;
  int from, to;     // pipes
  double deadline;  // 0: none
  IrStream pending; // of a line
  bool timed;       // has its first figure
} Worker;

typedef struct Pool {
  Tune *tune;
  IR_VEC(Worker) workers;
  size_t next;            // candidate
  size_t reference;       // the candidate whose outputs others are compared with
  IR_VEC(double) outputs; // of that; empty before
} Pool;

// ---- Starting and ending. ----

static void say(Worker *w, const char *text) {
  ssize_t written = write(w->to, text, strlen(text));
  (void)written; // a child that is gone shows at the other pipe
}

static _Noreturn void child_process(Tune *t, const TuneCandidate *c, int in, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  FILE *input = fdopen(in, "r"), *output = fdopen(out, "w");
  if (!input || !output) _exit(EXIT_FAILURE);
  int code = tune_candidate_run(t, c, input, output);
  fflush(output);
  _exit(code);
}

static IrStatus start(Pool *pool, size_t candidate) {
  Tune *t = pool->tune;
  int down[2], up[2];
  if (pipe(down))
    return ir_error(t->ctx, IR_LOC_UNKNOWN, "cannot make a pipe: {}", strerror(errno));
  if (pipe(up)) {
    close(down[0]), close(down[1]);
    return ir_error(t->ctx, IR_LOC_UNKNOWN, "cannot make a pipe: {}", strerror(errno));
  }
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    // The other children's pipes must close when the parent closes them.
    for (size_t i = 0; i < pool->workers.n; i++)
      if (pool->workers.at[i].phase != GONE)
        close(pool->workers.at[i].to), close(pool->workers.at[i].from);
    close(down[1]), close(up[0]);
    child_process(t, &t->candidates.at[candidate], down[0], up[1]);
  }
  close(down[0]), close(up[1]);
  if (pid < 0) {
    close(down[1]), close(up[0]);
    return ir_error(t->ctx, IR_LOC_UNKNOWN, "cannot start a process: {}", strerror(errno));
  }
  Worker w = {.candidate = candidate, .pid = pid, .from = up[0], .to = down[1]};
  w.deadline = ir_clock_seconds() + (double)t->options->run.timeout;
  ir_vec_push(&pool->workers, w);
  return IR_OK;
}

static TuneCandidate *candidate_of(Pool *pool, const Worker *w) {
  return &pool->tune->candidates.at[w->candidate];
}

// Closes the pipes and waits for the process; returns what it ended with.  A driver may hold on to
// a process that was killed: after a while it is left alone.
static int end(Worker *w, bool by_force) {
  const struct timespec pause = {0, 20 * 1000 * 1000};
  int status = 0;
  if (by_force) kill(w->pid, SIGKILL);
  close(w->to);
  close(w->from);
  for (int i = 0; !by_force || i < REAP_SECONDS * 50; i++) {
    pid_t got = waitpid(w->pid, &status, by_force ? WNOHANG : 0);
    if (got == w->pid || (got < 0 && errno != EINTR)) break;
    if (by_force) nanosleep(&pause, NULL);
  }
  w->phase = GONE;
  ir_stream_free(&w->pending);
  return status;
}

static void fail(Pool *pool, Worker *w, const char *why) {
  TuneCandidate *c = candidate_of(pool, w);
  c->state = TUNE_FAILED;
  c->final = false;
  c->why = ir_arena_strdup(ir_context_arena(pool->tune->ctx), ir_str(why));
}

// The child closed its pipe: it failed, or died.
static void died(Pool *pool, Worker *w) {
  static const char *const what[] = {[PREPARING] = "compiling or loading it",
                                     [WANTING] = "waiting for the device",
                                     [RUNNING] = "its first run",
                                     [CHECKING] = "checking it",
                                     [IDLE] = "waiting",
                                     [TIMING] = "timing it"};
  Phase phase = w->phase;
  int status = end(w, false);
  if (candidate_of(pool, w)->state == TUNE_FAILED) return; // it has said why
  IrStream why = {0};
  if (WIFSIGNALED(status))
    ir_print(&why, "the process died of signal {} ({}) during {}", WTERMSIG(status),
             strsignal(WTERMSIG(status)), what[phase]);
  else
    ir_print(&why, "the process ended during {}", what[phase]);
  fail(pool, w, ir_stream_cstr(&why));
  ir_stream_free(&why);
}

static void time_out(Pool *pool, Worker *w) {
  IrStream why = {0};
  ir_print(&why, "{} took more than {} seconds",
           w->phase == PREPARING  ? "compiling or loading"
           : w->phase == CHECKING ? "checking"
                                  : "a run",
           pool->tune->options->run.timeout);
  fail(pool, w, ir_stream_cstr(&why));
  ir_stream_free(&why);
  (void)end(w, true);
}

// ---- What children say. ----

// Compares outputs with the first candidate's: parameters must not change what is computed.
static bool agrees(Pool *pool, size_t candidate, const double *values, size_t n) {
  const Run *run = &pool->tune->run;
  if (pool->outputs.n == 0) {
    pool->reference = candidate;
    for (size_t i = 0; i < n; i++) ir_vec_push(&pool->outputs, values[i]);
    return true;
  }
  if (n != pool->outputs.n) return false;
  double sum = 0;
  IrType element = NULL;
  for (size_t i = 0; i < n; i++) sum += pool->outputs.at[i] * pool->outputs.at[i];
  // The widest tolerance of the outputs, twice: both sides may be off.
  for (size_t a = 0; a < run->num_args; a++)
    if (run->args[a].written && (!element || cpu_type_tolerance(run->args[a].host.array.element) >
                                                 cpu_type_tolerance(element)))
      element = run->args[a].host.array.element;
  double mean = n ? sqrt(sum / (double)n) : 0;
  for (size_t i = 0; i < n; i++) {
    double expected = pool->outputs.at[i], off = fabs(values[i] - expected);
    if (isnan(values[i]) && isnan(expected)) continue;
    if (!(values[i] == expected || off <= 2 * cpu_type_allowed(element, expected, mean)))
      return false;
  }
  return true;
}

static void on_checked(Pool *pool, Worker *w, const char *line) {
  char *at;
  size_t n = strtoull(line, &at, 10);
  double *values = ir_calloc(n + 1, sizeof *values);
  for (size_t i = 0; i < n; i++) values[i] = strtod(at, &at);
  if (!agrees(pool, w->candidate, values, n)) {
    IrStream why = {0};
    ir_write_cstr(&why, "computes something else than ");
    tune_print_params(pool->tune, &pool->tune->candidates.at[pool->reference], "", &why);
    ir_write_cstr(&why, ": fix the parameter that says what is computed with --param");
    fail(pool, w, ir_stream_cstr(&why));
    ir_stream_free(&why);
    (void)end(w, true);
  }
  ir_free(values);
}

static void on_ready(Pool *pool, Worker *w, const char *line) {
  TuneCandidate *c = candidate_of(pool, w);
  long long blocks = 0, threads = 0, shared = 0, registers = 0, local = 0;
  int entry = 0;
  sscanf(line, "%lf %lld %lld %lld %lld %lld %n", &c->prepare_seconds, &blocks, &threads, &shared,
         &registers, &local, &entry);
  c->blocks = blocks, c->threads = threads, c->shared = shared;
  c->registers = registers, c->local = local;
  c->entry = ir_arena_strdup(ir_context_arena(pool->tune->ctx), ir_str(line + entry));
  w->phase = IDLE;
  w->deadline = 0;
}

// Only the fastest stay for the rounds.
static void keep_fastest(Pool *pool) {
  size_t kept = 0;
  Worker *slowest = NULL;
  for (size_t i = 0; i < pool->workers.n; i++) {
    Worker *w = &pool->workers.at[i];
    if (w->phase != IDLE || !w->timed) continue;
    kept++;
    if (!slowest || candidate_of(pool, w)->first > candidate_of(pool, slowest)->first) slowest = w;
  }
  if (kept > (size_t)pool->tune->options->finalists) (void)end(slowest, false);
}

static void on_time(Pool *pool, Worker *w, const char *line) {
  TuneCandidate *c = candidate_of(pool, w);
  double seconds = strtod(line, NULL);
  w->phase = IDLE;
  w->deadline = 0;
  if (w->timed) {
    ir_vec_push(&c->times, seconds);
    return;
  }
  w->timed = true;
  c->state = TUNE_MEASURED;
  c->first = c->seconds = seconds;
  keep_fastest(pool);
}

static bool begins(const char *line, const char *word, const char **rest) {
  size_t n = strlen(word);
  if (strncmp(line, word, n) || (line[n] && line[n] != ' ')) return false;
  *rest = line[n] ? line + n + 1 : line + n;
  return true;
}

static void enter(Pool *pool, Worker *w, Phase phase) {
  w->phase = phase;
  w->deadline = phase == WANTING
                    ? 0
                    : ir_clock_seconds() + (double)pool->tune->options->run.timeout +
                          (phase == CHECKING ? pool->tune->options->run.verify_seconds : 0);
}

static void on_line(Pool *pool, Worker *w, const char *line) {
  const char *rest;
  if (begins(line, "want", &rest))
    enter(pool, w, WANTING);
  else if (begins(line, "ran", &rest))
    enter(pool, w, CHECKING);
  else if (begins(line, "checked", &rest))
    on_checked(pool, w, rest);
  else if (begins(line, "ready", &rest))
    on_ready(pool, w, rest);
  else if (begins(line, "time", &rest))
    on_time(pool, w, rest);
  else if (begins(line, "fail", &rest))
    fail(pool, w, rest);
}

// Takes what there is, line by line.
static void read_from(Pool *pool, size_t worker) {
  char buffer[4096];
  Worker *w = &pool->workers.at[worker];
  ssize_t n = read(w->from, buffer, sizeof buffer);
  if (n < 0 && errno == EINTR) return;
  if (n <= 0) {
    died(pool, w);
    return;
  }
  for (ssize_t i = 0; i < n && w->phase != GONE; i++) {
    if (buffer[i] != '\n') {
      ir_write_char(&w->pending, buffer[i]);
      continue;
    }
    IrStream line = w->pending;
    w->pending = (IrStream){0};
    on_line(pool, w, ir_stream_cstr(&line));
    ir_stream_free(&line);
  }
}

// ---- The loop. ----

static bool device_is_free(const Pool *pool) {
  for (size_t i = 0; i < pool->workers.n; i++)
    if (pool->workers.at[i].phase == RUNNING || pool->workers.at[i].phase == TIMING) return false;
  return true;
}

static void time_block(Pool *pool, Worker *w) {
  char line[64];
  snprintf(line, sizeof line, "time %g\n", pool->tune->options->run.block_seconds);
  enter(pool, w, TIMING);
  say(w, line);
}

// Lets the next in line have the device: to be timed, or to run for the first time.
static void give_device(Pool *pool) {
  if (!device_is_free(pool)) return;
  for (size_t i = 0; i < pool->workers.n; i++) {
    Worker *w = &pool->workers.at[i];
    if (w->phase != IDLE || w->timed) continue;
    time_block(pool, w);
    return;
  }
  for (size_t i = 0; i < pool->workers.n; i++) {
    Worker *w = &pool->workers.at[i];
    if (w->phase != WANTING) continue;
    enter(pool, w, RUNNING);
    say(w, "go\n");
    return;
  }
}

// Milliseconds until the next deadline, -1 when there is none.
static int time_left(const Pool *pool) {
  double least = INFINITY, now = ir_clock_seconds();
  for (size_t i = 0; i < pool->workers.n; i++) {
    const Worker *w = &pool->workers.at[i];
    if (w->phase != GONE && w->deadline > 0 && w->deadline - now < least) least = w->deadline - now;
  }
  return least == INFINITY ? -1 : least <= 0 ? 0 : (int)(least * 1000) + 1;
}

static void check_deadlines(Pool *pool) {
  double now = ir_clock_seconds();
  for (size_t i = 0; i < pool->workers.n; i++) {
    Worker *w = &pool->workers.at[i];
    if (w->phase != GONE && w->deadline > 0 && w->deadline <= now) time_out(pool, w);
  }
}

// Waits until a child says something or a deadline passes.
static void step(Pool *pool) {
  size_t n = pool->workers.n, polled = 0;
  struct pollfd *fds = ir_calloc(n + 1, sizeof *fds);
  size_t *whose = ir_calloc(n + 1, sizeof *whose);
  for (size_t i = 0; i < n; i++) {
    if (pool->workers.at[i].phase == GONE) continue;
    fds[polled] = (struct pollfd){.fd = pool->workers.at[i].from, .events = POLLIN};
    whose[polled++] = i;
  }
  if (poll(fds, polled, time_left(pool)) > 0)
    for (size_t i = 0; i < polled; i++)
      if (fds[i].revents) read_from(pool, whose[i]);
  check_deadlines(pool);
  ir_free(fds);
  ir_free(whose);
}

static size_t number_busy(const Pool *pool) {
  size_t n = 0;
  for (size_t i = 0; i < pool->workers.n; i++) {
    const Worker *w = &pool->workers.at[i];
    n += w->phase != GONE && !(w->phase == IDLE && w->timed);
  }
  return n;
}

static void forget_the_gone(Pool *pool) {
  size_t kept = 0;
  for (size_t i = 0; i < pool->workers.n; i++)
    if (pool->workers.at[i].phase != GONE) pool->workers.at[kept++] = pool->workers.at[i];
  pool->workers.n = kept;
}

static IrStatus measure_each(Pool *pool) {
  TuneOptions *o = pool->tune->options;
  for (;;) {
    forget_the_gone(pool);
    while (number_busy(pool) < (size_t)o->jobs && pool->next < pool->tune->candidates.n) {
      size_t i = pool->next++;
      if (pool->tune->candidates.at[i].state == TUNE_WAITING) IR_TRY(start(pool, i));
    }
    if (number_busy(pool) == 0) return IR_OK;
    give_device(pool);
    step(pool);
  }
}

// ---- The rounds. ----

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void take_medians(Pool *pool) {
  for (size_t i = 0; i < pool->workers.n; i++) {
    TuneCandidate *c = candidate_of(pool, &pool->workers.at[i]);
    size_t n = c->times.n;
    if (c->state != TUNE_MEASURED || n == 0) continue;
    qsort(c->times.at, n, sizeof *c->times.at, compare_doubles);
    c->seconds = n % 2 ? c->times.at[n / 2] : (c->times.at[n / 2 - 1] + c->times.at[n / 2]) / 2;
    c->final = true;
  }
}

// Every other round in the opposite order.
static void measure_in_turns(Pool *pool) {
  size_t n = pool->workers.n;
  for (int64_t round = 0; n > 1 && round < pool->tune->options->rounds; round++)
    for (size_t i = 0; i < n; i++) {
      size_t at = round % 2 ? n - 1 - i : i;
      if (pool->workers.at[at].phase == GONE) continue;
      time_block(pool, &pool->workers.at[at]);
      while (pool->workers.at[at].phase == TIMING) step(pool);
    }
  take_medians(pool);
}

IrStatus tune_run_pool(Tune *t) {
  Pool pool = {.tune = t};
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  sigaction(SIGPIPE, &ignore, &before); // a child that is gone
  IrStatus status = measure_each(&pool);
  if (status == IR_OK) measure_in_turns(&pool);
  for (size_t i = 0; i < pool.workers.n; i++)
    if (pool.workers.at[i].phase != GONE) (void)end(&pool.workers.at[i], status != IR_OK);
  sigaction(SIGPIPE, &before, NULL);
  ir_vec_free(&pool.workers);
  ir_vec_free(&pool.outputs);
  return status;
}
