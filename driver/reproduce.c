// What watches the passes, and what a second run does when it gets to its target: writes the module
// and the pass to a file, runs that file, and tells.  See crash.h.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/crash_impl.h"
#include "ir/asm/parser.h"
#include "ir/pass/reproducer.h"
#include "ir/verify/verify.h"

enum { CHECK_SECONDS = 600 };

// ---- The file. ----

static void write_word(IrStr word, IrStream *out) {
  bool plain = word.len > 0;
  for (size_t i = 0; i < word.len; i++) {
    char c = word.ptr[i];
    plain &= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             (c && strchr("-_./+,:@%=", c));
  }
  if (!plain) ir_write_char(out, '\'');
  for (size_t i = 0; i < word.len; i++) {
    if (word.ptr[i] == '\'')
      ir_write_cstr(out, "'\\''");
    else
      ir_write_char(out, word.ptr[i]);
  }
  if (!plain) ir_write_char(out, '\'');
}

// tile-opt: this tool, or the one beside it.
static void write_tile_opt(const char *tool, IrStream *out) {
  const char *slash = strrchr(tool, '/');
  const char *name = slash ? slash + 1 : tool;
  bool other = !strcmp(name, "tile-compile") || !strcmp(name, "tile-run");
  ir_write(out, tool, other ? (size_t)(name - tool) : strlen(tool));
  if (other) ir_write_cstr(out, "tile-opt");
}

static void write_command(const char *path, IrStream *out) {
  IrStream tool = {0};
  write_tile_opt(crash_tool(), &tool);
  write_word(ir_stream_str(&tool), out);
  ir_write_char(out, ' ');
  write_word(ir_str(path), out);
  ir_write_cstr(out, " --run-reproducer");
  ir_stream_free(&tool);
}

// `builtin.module(func.func(pass{...}))`, nested as `op` is.
static void write_nested(const IrPassEvent *event, const IrOp *op, IrStream *out) {
  if (op != event->module) write_nested(event, ir_op_parent(op), out);
  ir_print(out, "{}(", ir_op_name(op));
  if (op != event->op) return;
  ir_print(out, "{}{}", event->pass->name, event->options);
  for (;; op = ir_op_parent(op)) {
    ir_write_char(out, ')');
    if (op == event->module) return;
  }
}

static void write_op(const IrOp *op, IrStream *out) {
  ir_print(out, "'{}'", op);
  if (ir_op_has_trait(op, IR_SYMBOL) && ir_symbol_name(op).len)
    ir_print(out, " @{}", ir_symbol_name(op));
}

static void write_outcome(const DriverCrash *crash, const CrashTarget *target, IrStream *out) {
  switch (target->kind) {
  case CRASH_TIME:
    ir_print(out, "takes longer than {} s", crash->time_limit);
    break;
  case CRASH_FAILED:
    ir_write_cstr(out, "fails");
    break;
  case CRASH_SIGNAL:
    ir_print(out, "crashes ({})", (const char *)strsignal(target->code));
    break;
  case CRASH_SANITIZER:
    ir_write_cstr(out, "crashes (stopped by a sanitizer)");
    break;
  }
}

// "pass 'cse' crashes (Aborted) on 'func.func' @f"
static void write_what(const DriverCrash *crash, const IrPassEvent *event, IrStream *out) {
  ir_print(out, "pass '{}' ", event->pass->name);
  write_outcome(crash, crash->target, out);
  ir_write_cstr(out, " on ");
  write_op(event->op, out);
}

static void write_comment(const DriverCrash *crash, const IrPassEvent *event, const char *path,
                          IrStream *out) {
  if (event) {
    write_what(crash, event, out);
    ir_print(out, ", pass {} of {} in the pipeline.\n", event->number, event->count);
  }
  ir_write_cstr(out, "Run it again with:\n");
  write_command(path, out);
}

// Where other directories can find the plugins too.
static void fill_plugins(const DriverCrash *crash, IrReproducer *r) {
  r->num_plugins = crash->plugins.n;
  r->plugins = ir_calloc(r->num_plugins + 1, sizeof *r->plugins);
  for (size_t i = 0; i < r->num_plugins; i++) {
    char *full = realpath(crash->plugins.at[i], NULL);
    IrStr path = ir_str(full ? full : crash->plugins.at[i]);
    r->plugins[i].path = ir_str(ir_arena_strdup(ir_context_arena(crash->ctx), path));
    free(full);
  }
}

// The failing pass alone, or for `event` NULL the whole pipeline.
static IrStatus write_file(const DriverCrash *crash, IrOp *module, const IrPassEvent *event,
                           const char *path) {
  IrReproducer r = {.verify_each = crash->verify_each,
                    .disable_threading = event != NULL,
                    .allow_unregistered = ir_context_allows_unregistered(crash->ctx)};
  IrStream pipeline = {0}, op = {0}, limit = {0}, comment = {0}, text = {0};
  if (event) {
    write_nested(event, event->op, &pipeline);
    if (ir_op_path_is_ambiguous(module, event->op)) ir_op_path_print(module, event->op, &op);
  } else {
    ir_pass_manager_print(crash->pm, &pipeline);
  }
  if (crash->validate) r.validate_each = ir_str(crash->validate);
  if (crash->time_limit > 0) ir_print(&limit, "{}", crash->time_limit);
  fill_plugins(crash, &r);
  r.pipeline = ir_stream_str(&pipeline);
  r.op = ir_stream_str(&op);
  r.time_limit = ir_stream_str(&limit);
  write_comment(crash, event, path, &comment);
  ir_reproducer_print(module, &r, ir_stream_str(&comment), &text);
  IrStatus status = driver_write_file(crash->ctx, path, ir_stream_str(&text));
  ir_free(r.plugins);
  IrStream *const streams[] = {&pipeline, &op, &limit, &comment, &text};
  for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) ir_stream_free(streams[i]);
  return status;
}

// The file asked for, or a new one in a temporary directory; NULL after a diagnostic.
static const char *choose_path(const DriverCrash *crash) {
  if (crash->file) return crash->file;
  IrContext *ctx = crash->ctx;
  const char *dir = getenv("TMPDIR"), *tool = strrchr(crash_tool(), '/');
  IrStream path = {0};
  ir_print(&path, "{}/{}-crash-XXXXXX.mlir", dir && *dir ? dir : "/tmp",
           tool ? tool + 1 : crash_tool());
  char *name = ir_arena_strdup(ir_context_arena(ctx), ir_stream_str(&path));
  ir_stream_free(&path);
  int fd = mkstemps(name, 5);
  if (fd >= 0) {
    close(fd);
    return name;
  }
  (void)ir_error(ctx, IR_LOC_UNKNOWN, "cannot write '{}': {}", (const char *)name,
                 (const char *)strerror(errno));
  ir_help(ctx, "--crash-reproducer=FILE says where reproducers go");
  return NULL;
}

// ---- Does the file fail again? ----

static bool swallow(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)user, (void)ctx, (void)diag;
  return true;
}

static bool is_readable(IrContext *ctx, const char *path) {
  IrLoc start;
  IrStr text;
  ir_diag_push_handler(ctx, swallow, NULL);
  IrOp *module = NULL;
  if (ir_source_read(ctx, path, &start, &text) == IR_OK) module = ir_parse_module(ctx, start, NULL);
  bool ok = module && ir_verify(module) == IR_OK;
  ir_diag_pop_handler(ctx);
  return ok;
}

static _Noreturn void exec_check(const char *path) {
  IrStream tool = {0};
  write_tile_opt(crash_tool(), &tool);
  bool self = ir_str_is(ir_stream_str(&tool), crash_tool());
  const char *program = self ? "/proc/self/exe" : ir_stream_cstr(&tool);
  int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; fd++) dup2(null, fd);
  alarm(CHECK_SECONDS);
  execlp(program, crash_tool(), path, "--run-reproducer", "--no-crash-reproducer", (char *)NULL);
  _exit(EXIT_FAILURE);
}

// With sanitizers a crash ends in their exit code.
static bool is_crash(int status) {
#ifdef __SANITIZE_ADDRESS__
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) return true;
#endif
  return WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM && WTERMSIG(status) != SIGKILL;
}

static bool fails_again(IrContext *ctx, const CrashTarget *target, const char *path) {
  if (!is_readable(ctx, path)) return false;
  pid_t child = fork();
  if (child == 0) exec_check(path);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (target->kind == CRASH_TIME)
    return WIFEXITED(status) && WEXITSTATUS(status) == DRIVER_CRASH_TIMED_OUT;
  // A whole run may end in an error that names a pass, where threads crashed in what it did.
  bool error = WIFEXITED(status) && WEXITSTATUS(status) == 1;
  if (target->kind == CRASH_FAILED || (target->number == 0 && error)) return error;
  return is_crash(status);
}

// ---- Telling. ----

// The shared object that a pass is in, when it is not the tool.
static const char *object_of(const IrPassDef *pass) {
  Dl_info own, info;
  void *run;
  memcpy(&run, &pass->run, sizeof run);
  if (!dladdr(run, &info) || !dladdr(__extension__(void *) object_of, &own)) return NULL;
  return info.dli_fbase == own.dli_fbase ? NULL : info.dli_fname;
}

static void tell_pass(const DriverCrash *crash, const IrPassEvent *event) {
  IrContext *ctx = crash->ctx;
  IrLoc loc = ir_op_loc(event->op);
  IrStream what = {0}, pipeline = {0};
  write_what(crash, event, &what);
  ir_pass_manager_print(crash->pm, &pipeline);
  if (crash->target->kind == CRASH_FAILED) // has been diagnosed
    ir_remark(ctx, loc, "{}", ir_stream_str(&what));
  else
    (void)ir_error(ctx, loc, "{}", ir_stream_str(&what));
  ir_note(ctx, IR_LOC_UNKNOWN, "it is pass {} of {} in '{}'", event->number, event->count,
          ir_stream_str(&pipeline));
  const char *object = object_of(event->pass);
  if (object) ir_note(ctx, IR_LOC_UNKNOWN, "it comes from the plugin '{}'", object);
  ir_stream_free(&what);
  ir_stream_free(&pipeline);
}

static void tell_file(const DriverCrash *crash, const char *path, bool whole, bool again) {
  IrContext *ctx = crash->ctx;
  IrStream command = {0};
  write_command(path, &command);
  ir_note(ctx, IR_LOC_UNKNOWN, "{} is in '{}'",
          whole ? "the whole run, which no single pass reproduces," : "the pass with its input",
          path);
  if (!again)
    ir_note(ctx, IR_LOC_UNKNOWN,
            "the file did not fail when it was run: what happens may depend on addresses or time");
  ir_help(ctx, "run it with: {}", ir_stream_str(&command));
  ir_stream_free(&command);
}

// ---- The second run at its target. ----

// From here on the process speaks; it does not go on.
static _Noreturn void arrive(const DriverCrash *crash, IrOp *module, const IrPassEvent *event) {
  CrashTarget *target = crash->target;
  crash_arrive(target->report_fd);
  const char *path = choose_path(crash);
  if (event) tell_pass(crash, event);
  if (!path || write_file(crash, module, event, path) != IR_OK) _exit(0); // has said why
  bool again = fails_again(crash->ctx, target, path);
  if (!again && event) {
    if (!crash->file) unlink(path);
    target->number = 0;
    target->path[0] = 0;
    crash_retarget(target);
  }
  tell_file(crash, path, !event, again);
  fflush(stderr);
  _exit(0);
}

static bool is_target(const CrashTarget *target, const IrPassEvent *event) {
  char path[CRASH_PATH_MAX];
  return event->number == target->number && crash_find_path(event->module, event->op, path) &&
         !strcmp(path, target->path);
}

// ---- Around the passes. ----

static IrStatus begin(void *user, IrOp *module) {
  DriverCrash *crash = user;
  if (crash->rerun && crash->target->number == 0) arrive(crash, module, NULL);
  if (!crash->rerun && crash->generate) return write_file(crash, module, NULL, crash->generate);
  return IR_OK;
}

// Where the op is, for after the pass, which may have taken it away; the memo's until then.
static void remember_path(const IrPassEvent *event) {
  char path[CRASH_PATH_MAX];
  if (!crash_find_path(event->module, event->op, path)) return;
  char *kept = ir_malloc(strlen(path) + 1);
  strcpy(kept, path);
  *event->memo = (uint64_t)(uintptr_t)kept;
}

// The failure of the pass; false when the path to its op was too long.
static bool take_failure(const IrPassEvent *event, CrashTarget *failed) {
  char *path = (char *)(uintptr_t)*event->memo;
  *failed = (CrashTarget){.kind = CRASH_FAILED, .number = event->number};
  if (!path) return false;
  strcpy(failed->path, path);
  return true;
}

// Whether a pass that fails, and does not crash, leaves a reproducer.
static bool keeps_failures(const DriverCrash *crash) {
  return !crash->off && (crash->file || crash->validate);
}

static IrStatus before_pass(void *user, const IrPassEvent *event) {
  DriverCrash *crash = user;
  if (crash->rerun && is_target(crash->target, event)) arrive(crash, event->module, event);
  crash_enter(event, crash->time_limit); // first, for another pass may have left what crashes this
  if (crash->rerun || keeps_failures(crash)) remember_path(event);
  return IR_OK;
}

// Whether the op at path `a` comes before the one at `b`; both end in `/`, as all steps do.
static bool comes_before(const char *a, const char *b) {
  while (*a && *b) {
    char *a_end, *b_end;
    unsigned long x = strtoul(a, &a_end, 10), y = strtoul(b, &b_end, 10);
    if (x != y) return x < y;
    a = a_end + 1;
    b = b_end + 1;
  }
  return *a == 0 && *b != 0;
}

// Of passes that fail on several threads the first in the order of the ops counts.
static void keep_failure(DriverCrash *crash, const CrashTarget *failed) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  if (!crash->target) crash->target = ir_calloc(1, sizeof *failed);
  bool first = crash->target->number == 0 || comes_before(failed->path, crash->target->path);
  if (first) *crash->target = *failed;
  pthread_mutex_unlock(&lock);
}

static IrStatus after_pass(void *user, const IrPassEvent *event) {
  DriverCrash *crash = user;
  crash_leave();
  CrashTarget failed;
  bool known = take_failure(event, &failed);
  ir_free((char *)(uintptr_t)*event->memo);
  if (event->status == IR_OK) return IR_OK;
  if (crash->rerun && !known) _exit(EXIT_FAILURE);
  if (crash->rerun) crash_retarget(&failed); // another pass than in the first run
  if (keeps_failures(crash) && known) keep_failure(crash, &failed);
  return IR_OK;
}

static IrStatus end(void *user, IrOp *module, IrStatus status) {
  (void)module;
  DriverCrash *crash = user;
  if (crash->rerun) _exit(EXIT_FAILURE); // the target did not come
  if (crash->target && status != IR_OK && !crash_rerun(crash->target))
    ir_warning(crash->ctx, IR_LOC_UNKNOWN,
               "no reproducer: a second run did not get to the same place");
  ir_free(crash->target);
  crash->target = NULL;
  return IR_OK;
}

bool driver_crash_is_rerun(void) {
  return crash_target() != NULL;
}

IrStatus driver_crash_read(IrContext *ctx, const char *path, IrLoc *start, IrStr *text) {
  const CrashTarget *target = crash_target();
  if (target) {
    const char *name = strcmp(path, "-") ? path : "<stdin>";
    return crash_read_text(ctx, target->text_fd, name, start, text);
  }
  IR_TRY(ir_source_read(ctx, path, start, text));
  driver_crash_text(*text);
  return IR_OK;
}

void driver_crash_watch(DriverCrash *crash, IrContext *ctx, IrPassManager *pm, bool verify_each) {
  crash->ctx = ctx;
  crash->pm = pm;
  crash->verify_each = verify_each;
  crash->target = crash_target();
  crash->rerun = crash->target != NULL;
  crash_enable(!crash->off);
  ir_pass_manager_instrument(pm, &(IrInstrumentation){.size = sizeof(IrInstrumentation),
                                                      .name = "crash",
                                                      .user = crash,
                                                      .begin = begin,
                                                      .end = end,
                                                      .before_pass = before_pass,
                                                      .after_pass = after_pass});
}

void driver_crash_free(DriverCrash *crash) {
  ir_vec_free(&crash->plugins);
}

IrStatus driver_crash_set_limit(DriverCrash *crash, IrContext *ctx, IrStr text, IrLoc loc) {
  char number[32], *last;
  size_t n = text.len < sizeof number ? text.len : sizeof number - 1;
  memcpy(number, text.ptr, n);
  number[n] = 0;
  crash->time_limit = strtod(number, &last);
  if (n && !*last && crash->time_limit >= 0 && crash->time_limit <= 1e6) return IR_OK;
  (void)ir_error(ctx, loc, "a time limit is a number of seconds, got '{}'", text);
  ir_help(ctx, "write a number up to 1000000, such as 2.5; 0 is no limit");
  return IR_FAILED;
}
