// Where a tool's text goes: the standard streams, and files that appear whole or not at all.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/crash.h"
#include "ir/support/arena.h"

static void write_to(void *user, const char *text, size_t len) {
  fwrite(text, 1, len, user);
}

IrStream driver_stdout(void) {
  return (IrStream){.write = write_to, .user = stdout};
}

IrStream driver_stderr(void) {
  return (IrStream){.write = write_to, .user = stderr};
}

static IrStatus cannot_write(IrContext *ctx, const char *path, int error) {
  (void)ir_error(ctx, IR_LOC_UNKNOWN, "cannot write '{}': {}", path, (const char *)strerror(error));
  if (error == EISDIR) ir_help(ctx, "name a file in it, or '-' for standard output");
  if (error == ENOENT || error == ENOTDIR) ir_help(ctx, "make the directory first");
  if (error == EACCES || error == EROFS) ir_help(ctx, "choose a place that can be written to");
  return IR_FAILED;
}

static void write_output(void *user, const char *text, size_t len) {
  DriverOutput *out = user;
  errno = 0;
  if (!out->error && fwrite(text, 1, len, out->file) != len) out->error = errno ? errno : EIO;
}

static char *copy(const char *text) {
  size_t n = strlen(text) + 1;
  return memcpy(ir_malloc(n), text, n);
}

static char *behind_links(const char *path) {
  char *real = realpath(path, NULL), *target = copy(real ? real : path);
  free(real);
  return target;
}

// A signal that ends the tool waits until the file is among those to be removed.
static int make_temporary(DriverOutput *out, char *name) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  int fd = mkstemp(name), error = errno;
  if (fd >= 0) {
    out->temporary = copy(name);
    driver_crash_add_file(out->temporary);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return fd;
}

// The file to be gets the rights it has, or those a new file would get.
static int open_temporary(DriverOutput *out, const struct stat *old) {
  IrStream name = {0};
  char *target = behind_links(out->path);
  ir_print(&name, "{}.XXXXXX", (const char *)target);
  (void)ir_stream_cstr(&name);
  int fd = make_temporary(out, name.data);
  if (fd < 0) {
    int error = errno;
    ir_free(target);
    ir_stream_free(&name);
    return error;
  }
  mode_t mask = umask(0);
  umask(mask);
  (void)!fchmod(fd, old ? old->st_mode & 0777 : 0666 & ~mask);
  out->file = fdopen(fd, "wb");
  out->target = target;
  ir_stream_free(&name);
  return 0;
}

// Devices and pipes cannot be replaced by a rename.
static int open_path(DriverOutput *out) {
  struct stat st;
  bool exists = stat(out->path, &st) == 0;
  if (exists && S_ISDIR(st.st_mode)) return EISDIR;
  if (exists && !S_ISREG(st.st_mode)) {
    out->file = fopen(out->path, "wb");
    return out->file ? 0 : errno;
  }
  if (exists && access(out->path, W_OK)) return errno;
  return open_temporary(out, exists ? &st : NULL);
}

IrStatus driver_output_open(IrContext *ctx, const char *path, DriverOutput *out) {
  bool standard = !path || !strcmp(path, "-") || driver_crash_discards_files();
  *out = (DriverOutput){.ctx = ctx, .path = standard ? "<stdout>" : path, .file = stdout};
  out->stream = (IrStream){.write = write_output, .user = out};
  if (standard) return IR_OK;
  int error = open_path(out);
  return error ? cannot_write(ctx, path, error) : IR_OK;
}

// A full disk shows up here at the latest.
IrStatus driver_output_close(DriverOutput *out, bool keep) {
  ir_stream_flush(&out->stream);
  ir_stream_free(&out->stream);
  errno = 0;
  int failed = out->file == stdout ? fflush(stdout) : fclose(out->file);
  if (failed && !out->error) out->error = errno ? errno : EIO;
  if (out->temporary) {
    bool whole = keep && !out->error;
    if (whole && rename(out->temporary, out->target)) out->error = errno;
    if (!whole || out->error) unlink(out->temporary);
    driver_crash_drop_file(out->temporary);
    ir_free(out->temporary);
    ir_free(out->target);
  }
  return out->error && keep ? cannot_write(out->ctx, out->path, out->error) : IR_OK;
}

IrStatus driver_write_file(IrContext *ctx, const char *path, IrStr text) {
  DriverOutput out;
  IR_TRY(driver_output_open(ctx, path, &out));
  ir_write(&out.stream, text.ptr, text.len);
  return driver_output_close(&out, true);
}
