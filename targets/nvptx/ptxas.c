// Running ptxas and nvdisasm as child processes; see ptxas.h.
#include "targets/nvptx/ptxas.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ir/support/arena.h"

extern char **environ;

static bool is_executable(const char *path) {
  struct stat st;
  return access(path, X_OK) == 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

// Tries `dir`/`sub`/`name`.
static bool try_directory(IrStr dir, const char *sub, const char *name, IrStream *path) {
  if (!dir.len) return false;
  size_t start = path->len;
  ir_print(path, "{}{}/{}", dir, sub, name);
  if (is_executable(ir_stream_cstr(path) + start)) return true;
  path->len = start;
  return false;
}

static bool find_in_path(const char *name, IrStream *path) {
  const char *at = getenv("PATH");
  while (at) {
    const char *end = strchr(at, ':');
    size_t len = end ? (size_t)(end - at) : strlen(at);
    if (try_directory((IrStr){at, len}, "", name, path)) return true;
    at = end ? end + 1 : NULL;
  }
  return false;
}

bool nvptx_find_tool(const char *name, IrStream *path) {
  if (find_in_path(name, path)) return true;
  const char *const homes[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda"};
  for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
    if (homes[i] && try_directory(ir_str(homes[i]), "/bin", name, path)) return true;
  return false;
}

// Everything from `fd` until its other end closes.
static void read_all(int fd, IrStream *out) {
  char buffer[1 << 16];
  for (;;) {
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n > 0) ir_write(out, buffer, (size_t)n);
    if (n == 0 || (n < 0 && errno != EINTR)) return;
  }
}

// Runs argv with standard output and error going to `output`; the exit code, or -1.
static int run_tool(char *const *argv, IrStream *output) {
  int pipe_fds[2];
  if (pipe(pipe_fds)) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_fds[1], 1);
  posix_spawn_file_actions_adddup2(&actions, pipe_fds[1], 2);
  posix_spawn_file_actions_addclose(&actions, pipe_fds[0]);
  posix_spawn_file_actions_addclose(&actions, pipe_fds[1]);
  pid_t pid = 0;
  int failed = posix_spawn(&pid, argv[0], &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_fds[1]);
  if (!failed) read_all(pipe_fds[0], output);
  close(pipe_fds[0]);
  int status = 0;
  if (failed) return -1;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A file in the temporary directory holding `text`; its name goes to `path`.  Removed by the
// caller.
static bool write_temporary(IrStr text, const char *suffix, IrStream *path) {
  const char *dir = getenv("TMPDIR");
  ir_print(path, "{}/tegula-XXXXXX{}", dir && *dir ? dir : "/tmp", suffix);
  (void)ir_stream_cstr(path);
  int fd = mkstemps(path->data, (int)strlen(suffix));
  if (fd < 0) return false;
  size_t done = 0;
  while (done < text.len) {
    ssize_t n = write(fd, text.ptr + done, text.len - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += (size_t)n;
  }
  return close(fd) == 0 && done == text.len;
}

static bool read_file(const char *path, IrStream *out) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  read_all(fd, out);
  close(fd);
  return true;
}

// Two temporary files, one written, one to be filled.
typedef struct Scratch {
  IrStream in, out;
} Scratch;

static void scratch_free(Scratch *s) {
  if (s->in.len) unlink(ir_stream_cstr(&s->in));
  if (s->out.len) unlink(ir_stream_cstr(&s->out));
  ir_stream_free(&s->in);
  ir_stream_free(&s->out);
}

// Whether line `line` of ptxas -v reports spilled bytes.
static bool line_has_spills(IrStr line) {
  const char *const words[] = {" bytes spill stores", " bytes spill loads"};
  for (size_t w = 0; w < 2; w++) {
    size_t len = strlen(words[w]);
    for (size_t i = 1; i + len <= line.len; i++) {
      if (memcmp(line.ptr + i, words[w], len)) continue;
      bool zero = line.ptr[i - 1] == '0' && (i < 2 || line.ptr[i - 2] == ' ');
      if (!zero) return true;
    }
  }
  return false;
}

static bool starts_with(IrStr line, const char *word) {
  size_t n = strlen(word);
  return line.len >= n && !memcmp(line.ptr, word, n);
}

// One line of ptxas's output becomes a diagnostic if a person should see it.
static void report_line(IrContext *ctx, IrLoc loc, IrStr line, bool failed, IrStr *function) {
  if (starts_with(line, "ptxas info    : Function properties for "))
    *function = (IrStr){line.ptr + 40, line.len - 40};
  else if (starts_with(line, "ptxas fatal") || starts_with(line, "ptxas error") ||
           (failed && starts_with(line, "ptxas ") && !starts_with(line, "ptxas info")))
    (void)ir_error(ctx, loc, "ptxas: {}", line);
  else if (starts_with(line, "ptxas warning"))
    ir_warning(ctx, loc, "ptxas: {}", line);
  else if (line_has_spills(line)) {
    while (line.len && *line.ptr == ' ') line.ptr++, line.len--;
    ir_warning(ctx, loc, "registers of '{}' spill to memory: {}", *function, line);
  }
}

static void report(IrContext *ctx, IrLoc loc, IrStr text, bool failed) {
  IrStr function = {0};
  for (size_t at = 0; at < text.len;) {
    const char *end = memchr(text.ptr + at, '\n', text.len - at);
    size_t len = end ? (size_t)(end - text.ptr) - at : text.len - at;
    report_line(ctx, loc, (IrStr){text.ptr + at, len}, failed, &function);
    at += len + 1;
  }
}

static IrStatus assemble_files(IrContext *ctx, IrLoc loc, const char *tool, const char *arch,
                               Scratch *files, IrStream *cubin) {
  IrStream arch_flag = {0}, output = {0};
  ir_print(&arch_flag, "-arch={}", arch);
  char *argv[] = {
      (char *)tool, (char *)ir_stream_cstr(&arch_flag),  "-v",
      "-o",         (char *)ir_stream_cstr(&files->out), (char *)ir_stream_cstr(&files->in),
      NULL};
  int code = run_tool(argv, &output);
  size_t errors = ir_diag_error_count(ctx);
  report(ctx, loc, ir_stream_str(&output), code != 0);
  IrStatus status = IR_OK;
  if (code != 0) {
    if (ir_diag_error_count(ctx) == errors)
      (void)ir_error(ctx, loc, "'{}' failed: {}", tool, ir_stream_cstr(&output));
    status = IR_FAILED;
  } else if (!read_file(files->out.data, cubin)) {
    status = ir_error(ctx, loc, "cannot read what '{}' wrote: {}", tool, strerror(errno));
  }
  ir_stream_free(&arch_flag);
  ir_stream_free(&output);
  return status;
}

IrStatus nvptx_assemble(IrContext *ctx, IrLoc loc, const char *arch, IrStr ptx, IrStream *cubin) {
  IrStream tool = {0};
  if (!nvptx_find_tool("ptxas", &tool)) {
    ir_stream_free(&tool);
    (void)ir_error(ctx, IR_LOC_UNKNOWN, "no ptxas found to assemble a cubin");
    ir_help(ctx, "install the CUDA toolkit, or set CUDA_HOME; the CUDA driver also loads PTX "
                 "(--emit=ptx)");
    return IR_FAILED;
  }
  Scratch files = {0};
  IrStatus status = IR_FAILED;
  if (!write_temporary(ptx, ".ptx", &files.in) ||
      !write_temporary((IrStr){0}, ".cubin", &files.out))
    (void)ir_error(ctx, IR_LOC_UNKNOWN, "cannot write a temporary file: {}", strerror(errno));
  else
    status = assemble_files(ctx, loc, ir_stream_cstr(&tool), arch, &files, cubin);
  scratch_free(&files);
  ir_stream_free(&tool);
  return status;
}

bool nvptx_disassemble(IrStr cubin, IrStream *sass) {
  IrStream tool = {0};
  Scratch files = {0};
  bool ok = nvptx_find_tool("nvdisasm", &tool) && write_temporary(cubin, ".cubin", &files.in);
  size_t start = sass->len;
  if (ok) {
    char *argv[] = {(char *)ir_stream_cstr(&tool), "-c", (char *)ir_stream_cstr(&files.in), NULL};
    ok = run_tool(argv, sass) == 0;
    if (!ok) sass->len = start;
  }
  scratch_free(&files);
  ir_stream_free(&tool);
  return ok;
}
