// Signals, time limits and second runs; see crash.h.
//
// What a handler calls is safe in one: it allocates nothing and takes no lock, because the thread
// it interrupts may hold it.  Whatever is not safe (a backtrace, walking the IR of a broken
// process) happens in a child, which may die of it, or hang until its alarm.
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "driver/crash_impl.h"
#include "ir/support/arena.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum {
  ALT_STACK_BYTES = 64 * 1024,
  MAX_FRAMES = 32,
  MAX_ATTEMPTS = 3,
  BACKTRACE_SECONDS = 5,
  MAX_FILES = 8
};
enum { TIME_SIGNAL = SIGXCPU };

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, TIME_SIGNAL};
enum { NUM_SIGNALS = sizeof signals / sizeof *signals };

// What ends the process from outside; nothing is reported, but temporary files go.
static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
enum { NUM_ENDS = sizeof ends / sizeof *ends };

// A pass at work on this thread.
typedef struct Watch {
  bool active, has_stack, has_timer;
  timer_t timer;
  const IrPassDef *pass;
  const IrOp *op, *module;
  unsigned number, count;
  _Alignas(16) char stack[ALT_STACK_BYTES];
} Watch;

static _Thread_local Watch watch;

// Handlers have nothing but static variables to find things by.
static struct {
  const char *tool;
  char **rerun_argv; // the arguments, after a place for --rerun-to-reproduce
  IrStr text;
  struct {
    const char *path;
    pid_t owner;      // a child leaves its parent's files alone
  } files[MAX_FILES]; // to remove
  bool enabled, is_rerun, arrived;
  CrashTarget rerun;
  struct sigaction old[NUM_SIGNALS];
  struct timespec start;
  atomic_bool busy;
} process;

// There when the tool is built with a sanitizer.
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

// ---- Text without allocation. ----

typedef struct Text {
  char *at;
  size_t len, cap;
} Text;

static void put(Text *t, const char *text) {
  for (; *text && t->len + 1 < t->cap; text++) t->at[t->len++] = *text;
  t->at[t->len] = 0;
}

static void put_number(Text *t, unsigned long n) {
  char digits[24];
  size_t i = sizeof digits - 1;
  digits[i] = 0;
  do digits[--i] = (char)('0' + n % 10);
  while (n /= 10);
  put(t, digits + i);
}

static void say(const Text *t) {
  (void)!write(2, t->at, t->len);
}

static const char *signal_name(int sig) {
  switch (sig) {
  case SIGSEGV:
    return "segmentation fault";
  case SIGBUS:
    return "bus error";
  case SIGILL:
    return "illegal instruction";
  case SIGFPE:
    return "arithmetic exception";
  case SIGABRT:
    return "abort";
  default:
    return "signal";
  }
}

// ---- Targets as text: KIND:CODE:NUMBER:ATTEMPT:TEXT_FD:REPORT_FD:PATH ----

static const char rerun_option[] = "--rerun-to-reproduce=";

static void put_target(Text *t, const CrashTarget *target) {
  put(t, rerun_option);
  const unsigned fields[] = {
      target->kind,    (unsigned)target->code,    target->number,
      target->attempt, (unsigned)target->text_fd, (unsigned)target->report_fd};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    put_number(t, fields[i]);
    put(t, ":");
  }
  put(t, target->path);
}

static bool parse_target(const char *text, CrashTarget *target) {
  unsigned long fields[6];
  for (size_t i = 0; i < 6; i++) {
    char *end;
    if (*text < '0' || *text > '9') return false;
    fields[i] = strtoul(text, &end, 10);
    if (*end != ':') return false;
    text = end + 1;
  }
  if (fields[0] > CRASH_FAILED || strlen(text) >= CRASH_PATH_MAX) return false;
  *target = (CrashTarget){.kind = (CrashKind)fields[0],
                          .code = (int)fields[1],
                          .number = (unsigned)fields[2],
                          .attempt = (unsigned)fields[3],
                          .text_fd = (int)fields[4],
                          .report_fd = (int)fields[5]};
  strcpy(target->path, text);
  return true;
}

static void put_path(Text *t, const IrOp *module, const IrOp *op) {
  if (op == module) return;
  put_path(t, module, ir_op_parent(op));
  const IrBlock *block = ir_op_block(op);
  unsigned long blocks = 0, ops = 0;
  for (const IrBlock *b = ir_block_prev(block); b; b = ir_block_prev(b)) blocks++;
  for (const IrOp *o = ir_op_prev(op); o; o = ir_op_prev(o)) ops++;
  put_number(t, ir_region_index(ir_block_region(block)));
  put(t, ".");
  put_number(t, blocks);
  put(t, ".");
  put_number(t, ops);
  put(t, "/");
}

bool crash_find_path(const IrOp *module, const IrOp *op, char path[CRASH_PATH_MAX]) {
  Text t = {path, 0, CRASH_PATH_MAX};
  path[0] = 0;
  put_path(&t, module, op);
  return t.len + 1 < t.cap;
}

// ---- Second runs. ----

static void default_signals(void) {
  struct sigaction none = {.sa_handler = SIG_DFL};
  for (size_t i = 0; i < NUM_SIGNALS; i++) sigaction(signals[i], &none, NULL);
  sigset_t empty;
  sigemptyset(&empty);
  sigprocmask(SIG_SETMASK, &empty, NULL);
}

// A second run takes as long as the first did, and not for ever.
static void limit_child(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  alarm((unsigned)(now.tv_sec - process.start.tv_sec) * 10 + 60);
}

static bool keep_text(CrashTarget *target) {
  target->text_fd = memfd_create("input", 0);
  for (size_t done = 0; target->text_fd >= 0 && done < process.text.len;) {
    ssize_t n = write(target->text_fd, process.text.ptr + done, process.text.len - done);
    if (n <= 0) return false;
    done += (size_t)n;
  }
  return target->text_fd >= 0;
}

// Standard streams lead nowhere; reports go to a copy of standard error.
static bool redirect(CrashTarget *target) {
  int null = open("/dev/null", O_RDWR);
  target->report_fd = fcntl(2, F_DUPFD, 3);
  if (null < 0 || target->report_fd < 0) return false;
  for (int fd = 0; fd < 3; fd++) dup2(null, fd);
  return true;
}

static _Noreturn void exec_again(CrashTarget *target) {
  static char argument[CRASH_PATH_MAX + 128];
  Text t = {argument, 0, sizeof argument};
  put_target(&t, target);
  process.rerun_argv[1] = argument;
  execv("/proc/self/exe", process.rerun_argv);
  _exit(EXIT_FAILURE);
}

bool crash_rerun(CrashTarget *target) {
  pid_t child = _Fork();
  if (child == 0) {
    default_signals();
    limit_child();
    bool known = target->path[0] || target->number == 0 || !watch.active ||
                 crash_find_path(watch.module, watch.op, target->path);
    if (!known || !keep_text(target) || !redirect(target)) _exit(EXIT_FAILURE);
    exec_again(target);
  }
  int status = 1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

_Noreturn void crash_retarget(CrashTarget *target) {
  dup2(STDOUT_FILENO, STDERR_FILENO); // nowhere, should it have begun to report
  target->text_fd = process.rerun.text_fd;
  target->report_fd = process.rerun.report_fd;
  target->attempt = process.rerun.attempt + 1;
  if (target->attempt > MAX_ATTEMPTS) _exit(EXIT_FAILURE);
  default_signals();
  exec_again(target);
}

// ---- What is said at once. ----

static void say_what(CrashKind kind, int code) {
  char buffer[512];
  Text t = {buffer, 0, sizeof buffer};
  put(&t, process.tool);
  put(&t, ": pass '");
  put(&t, watch.pass->name);
  put(&t, kind == CRASH_TIME ? "' takes too long" : "' crashed: ");
  if (kind == CRASH_SIGNAL) put(&t, signal_name(code));
  if (kind == CRASH_SANITIZER) put(&t, "see above");
  put(&t, "\n");
  say(&t);
}

static void say_no_reproducer(void) {
  char buffer[256];
  Text t = {buffer, 0, sizeof buffer};
  put(&t, process.tool);
  put(&t, ": no reproducer: a second run did not get to the same place\n");
  say(&t);
}

// The instruction that was interrupted, or NULL where this does not know.
static void *interrupted_at(const void *context) {
#if defined __x86_64__
  return (void *)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  return (void *)((const ucontext_t *)context)->uc_mcontext.pc;
#else
  return context ? NULL : NULL;
#endif
}

// From the interrupted function on, one line for a function that calls itself.
static void print_stack(const void *context) {
  void *frames[MAX_FRAMES], *at = interrupted_at(context), *shown = NULL;
  int n = backtrace(frames, MAX_FRAMES), first = 0;
  while (first < n && frames[first] != at) first++;
  for (int i = first < n ? first : 0; i < n; i++) {
    if (frames[i] != shown) backtrace_symbols_fd(&frames[i], 1, 2);
    shown = frames[i];
  }
}

static void put_str(Text *t, IrStr text) {
  for (size_t i = 0; i < text.len && t->len + 1 < t->cap; i++) t->at[t->len++] = text.ptr[i];
  t->at[t->len] = 0;
}

static void print_op(void) {
  char buffer[512];
  Text t = {buffer, 0, sizeof buffer};
  put(&t, process.tool);
  put(&t, ": on '");
  put_str(&t, ir_op_name(watch.op));
  put(&t, "'");
  if (ir_op_has_trait(watch.op, IR_SYMBOL)) {
    put(&t, " @");
    put_str(&t, ir_symbol_name(watch.op));
  }
  put(&t, "\n");
  say(&t);
}

// Looks at IR that may be broken, so a child does.
static void say_op(void) {
  pid_t child = _Fork();
  if (child == 0) {
    default_signals();
    alarm(BACKTRACE_SECONDS);
    print_op();
    _exit(0);
  }
  while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
}

// Sanitizers show it themselves.
static void say_stack(const void *context) {
  if (__sanitizer_set_death_callback) return;
  pid_t child = _Fork();
  if (child == 0) {
    default_signals();
    alarm(BACKTRACE_SECONDS);
    print_stack(context);
    _exit(0);
  }
  while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
}

static void report(CrashKind kind, int code, const void *context) {
  CrashTarget target = {.kind = kind, .code = code, .number = watch.number};
  if (process.is_rerun) {
    if (!crash_find_path(watch.module, watch.op, target.path)) _exit(EXIT_FAILURE);
    crash_retarget(&target);
  }
  say_what(kind, code);
  if (!process.enabled) say_op(); // else the second run says it, and where it is
  say_stack(context);
  if (!process.enabled || crash_rerun(&target)) return;
  target.number = 0;
  if (!crash_rerun(&target)) say_no_reproducer();
}

static void remove_files(void) {
  for (size_t i = 0; i < MAX_FILES; i++)
    if (process.files[i].path && process.files[i].owner == getpid()) unlink(process.files[i].path);
}

// Only the first of several threads reports, and then ends the process.
static void report_once(CrashKind kind, int code, const void *context) {
  if (atomic_exchange(&process.busy, true))
    for (;;) pause();
  report(kind, code, context);
  remove_files();
  watch.active = false;
}

// ---- Handlers. ----

// Ends as it would have without this handler: a fault happens again on return, everything else is
// sent again.  The sanitizers' own handlers, which stood here before, so get their turn.
static void pass_on(int sig, const siginfo_t *info) {
  for (size_t i = 0; i < NUM_SIGNALS; i++)
    if (signals[i] == sig) sigaction(sig, &process.old[i], NULL);
  bool sent = info->si_code <= 0;
  if (sent || sig == TIME_SIGNAL) raise(sig);
}

static void on_signal(int sig, siginfo_t *info, void *context) {
  bool timer = sig == TIME_SIGNAL && info->si_code == SI_TIMER;
  if (timer && !watch.active) return; // the pass has ended meanwhile
  if (watch.active) report_once(sig == TIME_SIGNAL ? CRASH_TIME : CRASH_SIGNAL, sig, context);
  if (timer) _exit(DRIVER_CRASH_TIMED_OUT);
  pass_on(sig, info);
}

static void on_sanitizer_death(void) {
  if (watch.active && !atomic_load(&process.busy)) report_once(CRASH_SANITIZER, 0, NULL);
}

// The signal's own effect is back by then (SA_RESETHAND), and comes when this returns.
static void on_end(int sig) {
  remove_files();
  raise(sig);
}

// One that this process was told to ignore stays ignored.
static void install_end_handlers(void) {
  struct sigaction action = {.sa_handler = on_end, .sa_flags = SA_RESETHAND}, old;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < NUM_ENDS; i++)
    if (!sigaction(ends[i], NULL, &old) && old.sa_handler != SIG_IGN)
      sigaction(ends[i], &action, NULL);
}

static void install_handlers(void) {
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < NUM_SIGNALS; i++) sigaction(signals[i], &action, &process.old[i]);
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(on_sanitizer_death);
}

void driver_crash_start(const char *tool, int argc, char **argv) {
  process.tool = tool;
  process.rerun_argv = ir_calloc((size_t)argc + 2, sizeof *argv);
  process.rerun_argv[0] = argv[0];
  size_t n = 2;
  for (int i = 1; i < argc; i++)
    if (strncmp(argv[i], rerun_option, sizeof rerun_option - 1))
      process.rerun_argv[n++] = argv[i];
    else
      process.is_rerun = parse_target(argv[i] + sizeof rerun_option - 1, &process.rerun);
  clock_gettime(CLOCK_MONOTONIC, &process.start);
  install_handlers();
  install_end_handlers();
}

// ---- Around a pass. ----

// Sanitizers have given every thread a stack for handlers already.
static void use_alt_stack(void) {
  stack_t old, own = {.ss_sp = watch.stack, .ss_size = sizeof watch.stack};
  watch.has_stack = true;
  if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE)) sigaltstack(&own, NULL);
}

// To this thread, which is the one that takes too long.
static void start_timer(double seconds) {
  if (!watch.has_timer) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = TIME_SIGNAL};
    event.sigev_notify_thread_id = gettid();
    if (timer_create(CLOCK_MONOTONIC, &event, &watch.timer)) return;
    watch.has_timer = true;
  }
  struct itimerspec limit = {0};
  limit.it_value.tv_sec = (time_t)seconds;
  limit.it_value.tv_nsec = (long)((seconds - (double)limit.it_value.tv_sec) * 999999999.0);
  if (!limit.it_value.tv_sec && !limit.it_value.tv_nsec)
    limit.it_value.tv_nsec = 1; // 0 is no limit
  timer_settime(watch.timer, 0, &limit, NULL);
}

void crash_enter(const IrPassEvent *event, double time_limit) {
  if (!watch.has_stack) use_alt_stack();
  watch.pass = event->pass;
  watch.op = event->op;
  watch.module = event->module;
  watch.number = event->number;
  watch.count = event->count;
  watch.active = true;
  if (time_limit > 0) start_timer(time_limit);
}

void crash_leave(void) {
  watch.active = false;
  if (watch.has_timer) timer_settime(watch.timer, 0, &(struct itimerspec){0}, NULL);
}

// ---- What a second run needs. ----

void crash_enable(bool on) {
  process.enabled = on;
}

CrashTarget *crash_target(void) {
  return process.is_rerun ? &process.rerun : NULL;
}

const char *crash_tool(void) {
  return process.rerun_argv && process.rerun_argv[0] ? process.rerun_argv[0] : process.tool;
}

void driver_crash_text(IrStr text) {
  process.text = text;
}

void driver_crash_add_file(const char *path) {
  for (size_t i = 0; i < MAX_FILES; i++)
    if (!process.files[i].path) {
      process.files[i].path = path;
      process.files[i].owner = getpid();
      return;
    }
}

void driver_crash_drop_file(const char *path) {
  for (size_t i = 0; i < MAX_FILES; i++)
    if (process.files[i].path == path) process.files[i].path = NULL;
}

bool driver_crash_discards_files(void) {
  return process.is_rerun && !process.arrived;
}

void crash_arrive(int report_fd) {
  process.arrived = true;
  dup2(report_fd, STDERR_FILENO);
}

IrStatus crash_read_text(IrContext *ctx, int fd, const char *name, IrLoc *start, IrStr *text) {
  IrStream all = {0};
  char buffer[1 << 16];
  lseek(fd, 0, SEEK_SET);
  for (ssize_t n; (n = read(fd, buffer, sizeof buffer)) > 0;) ir_write(&all, buffer, (size_t)n);
  *start = ir_source_add(ctx, ir_str(name), ir_stream_str(&all), true);
  *text = ir_source_text(ctx, *start);
  ir_stream_free(&all);
  return IR_OK;
}
