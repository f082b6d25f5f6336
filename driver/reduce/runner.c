// Candidates in child processes, several at once.
//
// A child is forked with the module as it is, makes its candidate in place, and becomes the test:
// no copy, no parsing, and whatever goes wrong there stays there.  What a child has to say before
// it becomes the test stands in memory that parent and children share.  Signals are blocked and
// taken in one place, the wait for children, so there are no handlers and no global state.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/reduce/reduce_impl.h"
#include "driver/reduce/workdir.h"
#include "ir/support/timing.h"

typedef enum Stage { STAGE_MAKING, STAGE_KNOWN, STAGE_TESTING } Stage;

// What a child tells; written by the child, read when it has ended.
typedef struct Report {
  Stage stage;
  uint64_t hash;
} Report;

typedef struct Slot {
  pid_t pid; // 0: free
  size_t index;
  double deadline;
  bool timed_out, discarded;
  char *path, *errors; // files
} Slot;

struct ReduceRunner {
  DriverReduce *r;
  ReduceTest *test;
  char *dir;
  IrArena arena;
  Slot *slots;
  Report *reports; // one a slot, shared
  size_t num_slots, running;
  IrPtrMap tested; // by hash
  sigset_t signals, old_mask;
  bool interrupted;
};

const char *reduce_runner_file(ReduceRunner *runner, const char *name) {
  IrStream path = {0};
  ir_print(&path, "{}/{}", (const char *)runner->dir, name);
  const char *copy = ir_arena_strdup(&runner->arena, ir_stream_str(&path));
  ir_stream_free(&path);
  return copy;
}

static char *slot_file(ReduceRunner *runner, size_t i, const char *suffix) {
  IrStream name = {0};
  ir_print(&name, "{}/candidate{}{}", (const char *)runner->dir, i, suffix);
  char *copy = ir_arena_strdup(&runner->arena, ir_stream_str(&name));
  ir_stream_free(&name);
  return copy;
}

// A signal that this process was told to ignore stays ignored.
static void add_signal(sigset_t *set, int number) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) || action.sa_handler == SIG_IGN) return;
  sigaddset(set, number);
}

static void block_signals(ReduceRunner *runner) {
  signal(SIGCHLD, SIG_DFL);
  sigemptyset(&runner->signals);
  sigaddset(&runner->signals, SIGCHLD);
  add_signal(&runner->signals, SIGINT);
  add_signal(&runner->signals, SIGTERM);
  add_signal(&runner->signals, SIGHUP);
  sigprocmask(SIG_BLOCK, &runner->signals, &runner->old_mask);
}

static size_t choose_jobs(const DriverReduce *r) {
  enum { MOST_JOBS = 256 };
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  int64_t jobs = r->jobs > 0 ? r->jobs : processors > 0 ? processors : 1;
  return jobs > MOST_JOBS ? MOST_JOBS : (size_t)jobs;
}

IrStatus reduce_runner_open(DriverReduce *r, ReduceTest *test, ReduceRunner **out) {
  size_t n = choose_jobs(r);
  void *shared =
      mmap(NULL, n * sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return ir_error(r->ctx, IR_LOC_UNKNOWN, "no memory for {} jobs", n);
  ReduceRunner *runner = ir_calloc(1, sizeof *runner);
  *runner = (ReduceRunner){.r = r, .test = test, .reports = shared, .num_slots = n};
  block_signals(runner);
  if (reduce_workdir_make(r->ctx, &runner->dir) != IR_OK) {
    reduce_runner_close(runner);
    return IR_FAILED;
  }
  runner->slots = IR_NEW_ARRAY(&runner->arena, Slot, n);
  for (size_t i = 0; i < n; i++) {
    runner->slots[i].path = slot_file(runner, i, ".mlir");
    runner->slots[i].errors = slot_file(runner, i, ".err");
  }
  *out = runner;
  return IR_OK;
}

// The whole group goes: the test may have started programs of its own.
static void kill_slot(const Slot *slot) {
  if (slot->pid) kill(-slot->pid, SIGKILL);
}

static void reap_all(ReduceRunner *runner) {
  for (size_t i = 0; runner->slots && i < runner->num_slots; i++) {
    Slot *slot = &runner->slots[i];
    kill_slot(slot);
    while (slot->pid && waitpid(slot->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    slot->pid = 0;
  }
  runner->running = 0;
}

void reduce_runner_close(ReduceRunner *runner) {
  reap_all(runner);
  if (runner->dir) reduce_workdir_remove(runner->dir);
  munmap(runner->reports, runner->num_slots * sizeof(Report));
  sigprocmask(SIG_SETMASK, &runner->old_mask, NULL);
  ir_ptrmap_free(&runner->tested);
  ir_arena_destroy(&runner->arena);
  ir_free(runner->dir);
  ir_free(runner);
}

bool reduce_runner_interrupted(const ReduceRunner *runner) {
  return runner->interrupted;
}

// ---- In the child ----

static void redirect(const char *errors) {
  int null = open("/dev/null", O_RDWR);
  int file = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (null < 0 || file < 0) _exit(EXIT_FAILURE);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  if (null > STDERR_FILENO) close(null);
  if (file > STDERR_FILENO) close(file);
}

// A crash is an answer here: nobody is to write a report about it.
static void drop_handlers(void) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL,  SIGFPE, SIGABRT, SIGSYS,
                                SIGTRAP, SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGXCPU};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction action;
    if (!sigaction(signals[i], NULL, &action) && action.sa_handler != SIG_IGN)
      signal(signals[i], SIG_DFL);
  }
}

// A group of its own, to be ended as a whole; its temporary files in our directory.
static void settle(ReduceRunner *runner, const char *errors) {
  drop_handlers();
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0});
  sigprocmask(SIG_SETMASK, &runner->old_mask, NULL);
  setenv("TMPDIR", runner->dir, 1);
  redirect(errors);
}

static const void *key_of(uint64_t hash) {
  return (const void *)(uintptr_t)(hash | 1); // a key is not NULL
}

_Noreturn static void child(ReduceRunner *runner, size_t i, ReduceBuild build, void *user) {
  const Slot *slot = &runner->slots[i];
  Report *report = &runner->reports[i];
  settle(runner, slot->errors);
  IrStream text = {0};
  if (!build(user, slot->index, &text)) _exit(EXIT_FAILURE);
  uint64_t hash = ir_hash_bytes(text.data, text.len, 0);
  if (ir_ptrmap_has(&runner->tested, key_of(hash))) {
    report->stage = STAGE_KNOWN;
    _exit(EXIT_FAILURE);
  }
  if (!reduce_file_write(slot->path, ir_stream_str(&text))) _exit(EXIT_FAILURE);
  report->hash = hash;
  report->stage = STAGE_TESTING;
  reduce_test_run(runner->test, slot->path);
}

// ---- In the parent ----

static void stop(ReduceRunner *runner) {
  runner->interrupted = runner->r->interrupted = true;
}

static size_t free_slot(const ReduceRunner *runner) {
  size_t i = 0;
  while (runner->slots[i].pid) i++;
  return i;
}

static bool start(ReduceRunner *runner, size_t index, ReduceBuild build, void *user) {
  size_t i = free_slot(runner);
  Slot *slot = &runner->slots[i];
  double timeout = runner->r->timeout ? (double)runner->r->timeout : 10;
  slot->index = index;
  slot->deadline = ir_clock_seconds() + timeout;
  slot->timed_out = slot->discarded = false;
  runner->reports[i] = (Report){STAGE_MAKING, 0};
  slot->pid = fork();
  if (slot->pid == 0) child(runner, i, build, user);
  if (slot->pid < 0) {
    slot->pid = 0;
    return false;
  }
  setpgid(slot->pid, slot->pid); // here too: whoever comes first
  runner->running++;
  return true;
}

// Takes one signal, or waits until the next deadline.
static void wait_a_little(ReduceRunner *runner) {
  double next = ir_clock_seconds() + 3600;
  for (size_t i = 0; i < runner->num_slots; i++)
    if (runner->slots[i].pid && !runner->slots[i].timed_out && runner->slots[i].deadline < next)
      next = runner->slots[i].deadline;
  double rest = next - ir_clock_seconds();
  if (rest < 0.001) rest = 0.001;
  struct timespec time = {(time_t)rest, (long)((rest - (double)(time_t)rest) * 1e9)};
  int number = sigtimedwait(&runner->signals, NULL, &time);
  if (number > 0 && number != SIGCHLD) stop(runner);
  for (size_t i = 0; i < runner->num_slots; i++) {
    Slot *slot = &runner->slots[i];
    if (!slot->pid || slot->timed_out || ir_clock_seconds() < slot->deadline) continue;
    slot->timed_out = true;
    kill_slot(slot);
  }
}

// Whether the child of this slot has ended; then the slot is free.
static bool has_ended(ReduceRunner *runner, Slot *slot, int *status) {
  siginfo_t info = {0};
  if (!slot->pid || waitid(P_PID, (id_t)slot->pid, &info, WEXITED | WNOHANG | WNOWAIT))
    return false;
  if (info.si_pid == 0) return false;
  kill_slot(slot); // what the test left running, while its number is still taken
  waitpid(slot->pid, status, 0);
  slot->pid = 0;
  runner->running--;
  return true;
}

// Counts and judges a candidate that has ended.
static bool judge(ReduceRunner *runner, const Slot *slot, int status) {
  const Report *report = &runner->reports[slot - runner->slots];
  if (slot->discarded) return false;
  runner->r->candidates++;
  if (report->stage != STAGE_TESTING) return false;
  runner->r->tests++;
  ir_ptrmap_set(&runner->tested, key_of(report->hash), runner);
  const ReduceOutcome outcome = {status, slot->timed_out, slot->errors};
  return reduce_test_is_interesting(runner->test, &outcome);
}

static void discard_after(ReduceRunner *runner, size_t index) {
  for (size_t i = 0; i < runner->num_slots; i++) {
    Slot *slot = &runner->slots[i];
    if (!slot->pid || slot->index <= index) continue;
    slot->discarded = true;
    kill_slot(slot);
  }
}

// Looks at all slots; `best` becomes the first interesting index seen so far.
static void collect(ReduceRunner *runner, size_t *best, IrStream *text) {
  for (size_t i = 0; i < runner->num_slots; i++) {
    Slot *slot = &runner->slots[i];
    int status;
    if (!has_ended(runner, slot, &status) || !judge(runner, slot, status)) continue;
    if (slot->index >= *best) continue;
    text->len = 0;
    if (!reduce_file_read(slot->path, text)) continue;
    *best = slot->index;
    discard_after(runner, *best);
  }
}

static IrStatus fill(ReduceRunner *runner, ReduceBuild build, void *user, size_t *next, size_t n) {
  while (*next < n && runner->running < runner->num_slots) {
    if (start(runner, *next, build, user)) {
      ++*next;
      continue;
    }
    if (runner->running) return IR_OK; // later, when one has ended
    return ir_error(runner->r->ctx, IR_LOC_UNKNOWN, "cannot start a process: {}",
                    (const char *)strerror(errno));
  }
  return IR_OK;
}

size_t reduce_runner_first(ReduceRunner *runner, ReduceBuild build, void *user, size_t n,
                           IrStream *text) {
  size_t next = 0, best = SIZE_MAX;
  while (!runner->interrupted) {
    if (fill(runner, build, user, &next, n < best ? n : best) != IR_OK) stop(runner);
    if (!runner->running) return best;
    wait_a_little(runner);
    collect(runner, &best, text);
  }
  reap_all(runner);
  return SIZE_MAX;
}

// ---- Single runs ----

static bool give_text(void *user, size_t i, IrStream *text) {
  (void)i;
  const IrStr *given = user;
  ir_write(text, given->ptr, given->len);
  return true;
}

// Waits for the one child that runs.
static bool finish(ReduceRunner *runner, Slot *slot, int *status) {
  while (!runner->interrupted) {
    if (has_ended(runner, slot, status)) return true;
    wait_a_little(runner);
  }
  reap_all(runner);
  return false;
}

bool reduce_runner_check(ReduceRunner *runner, IrStr text, ReduceOutcome *outcome) {
  IrPtrMap tested = runner->tested;
  runner->tested = (IrPtrMap){0};
  bool interesting = false;
  int status = 0;
  Slot *slot = &runner->slots[0];
  if (start(runner, 0, give_text, &text) && finish(runner, slot, &status)) {
    interesting = judge(runner, slot, status);
    *outcome = (ReduceOutcome){status, slot->timed_out, slot->errors};
  }
  ir_ptrmap_free(&runner->tested);
  runner->tested = tested;
  ir_ptrmap_set(&runner->tested, key_of(ir_hash_bytes(text.ptr, text.len, 0)), runner);
  return interesting;
}

typedef struct Work {
  int (*run)(void *user);
  void *user;
} Work;

static bool do_work(void *user, size_t i, IrStream *text) {
  (void)i, (void)text;
  const Work *work = user;
  _exit(work->run(work->user));
}

int reduce_runner_call(ReduceRunner *runner, int (*run)(void *user), void *user) {
  Work work = {run, user};
  Slot *slot = &runner->slots[0];
  int status = 0;
  if (!start(runner, 0, do_work, &work) || !finish(runner, slot, &status)) return -1;
  return WIFEXITED(status) && !slot->timed_out ? WEXITSTATUS(status) : -1;
}
