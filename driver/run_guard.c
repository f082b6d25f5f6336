// A process of its own for the run, and a watchdog over it.
//
// A kernel can loop for ever or bring the driver down, and a thread that waits for the device
// cannot be interrupted.  So the work happens in a child, forked before the driver starts, which
// tells the parent over a pipe when it begins to wait for the device and when it is done waiting.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/run.h"

// How long a killed child may take to disappear: the driver first has to stop the device.
enum { REAP_SECONDS = 20 };

void run_guard_busy(RunGuard *guard, bool begins) {
  if (guard->fd < 0) return;
  char message = begins ? 'b' : 'e';
  (void)!write(guard->fd, &message, 1);
}

typedef struct Watch {
  IrContext *ctx;
  pid_t child;
  int fd;
  int64_t timeout;
} Watch;

// Waits for messages until the child closes the pipe; false when it stayed busy for too long.
static bool watch(const Watch *w) {
  bool busy = false;
  for (;;) {
    struct pollfd poll_fd = {.fd = w->fd, .events = POLLIN};
    int n = poll(&poll_fd, 1, busy ? (int)(w->timeout * 1000) : -1);
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) return false;
    char message;
    ssize_t got = read(w->fd, &message, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    busy = message == 'b';
  }
}

// Waits for the child to end, at most REAP_SECONDS when `killed`.
static bool reap(pid_t child, bool killed, int *status) {
  const struct timespec pause = {0, 50 * 1000 * 1000};
  for (int i = 0; !killed || i < REAP_SECONDS * 20; i++) {
    pid_t got = waitpid(child, status, killed ? WNOHANG : 0);
    if (got == child) return true;
    if (got < 0 && errno != EINTR) return false;
    if (killed) nanosleep(&pause, NULL);
  }
  return false;
}

static int timed_out(const Watch *w) {
  int status;
  kill(w->child, SIGKILL);
  (void)ir_error(w->ctx, IR_LOC_UNKNOWN, "the device was busy for more than {} seconds",
                 w->timeout);
  ir_help(w->ctx, "the kernel may never end: try smaller extents or '--device=cpu', or raise the "
                  "limit with '--timeout=SECONDS'");
  if (!reap(w->child, true, &status))
    ir_warning(w->ctx, IR_LOC_UNKNOWN, "the driver does not let go of process {}", w->child);
  return EXIT_FAILURE;
}

static int parent(const Watch *w) {
  if (!watch(w)) return timed_out(w);
  int status = 0;
  if (!reap(w->child, false, &status)) return EXIT_FAILURE;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  (void)ir_error(w->ctx, IR_LOC_UNKNOWN, "the run ended with signal {} ({})", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
  ir_help(w->ctx, "'--timeout=0' runs in one process, where a debugger can stop");
  return EXIT_FAILURE;
}

int run_guarded(IrContext *ctx, int64_t timeout, int (*body)(RunGuard *guard, void *user),
                void *user) {
  RunGuard guard = {-1};
  int ends[2];
  if (timeout <= 0 || pipe(ends)) return body(&guard, user);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC); // a program that the child starts must not keep it open
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(ends[0]);
    guard.fd = ends[1];
    return body(&guard, user);
  }
  close(ends[1]);
  Watch w = {ctx, child, ends[0], timeout};
  int code = child < 0 ? body(&guard, user) : parent(&w);
  close(ends[0]);
  return code;
}
