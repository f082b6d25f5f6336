// Where a tool's text goes: the standard streams, and files that appear whole or not at all.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/options.h"
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
  return ir_error(ctx, IR_LOC_UNKNOWN, "cannot write '{}': {}", path, strerror(error));
}

// Writes and closes.  A full disk shows up at the latest in fclose.
static int write_and_close(FILE *file, IrStr text) {
  int error = 0;
  errno = 0;
  if (fwrite(text.ptr, 1, text.len, file) != text.len) error = errno ? errno : EIO;
  if (fclose(file) && !error) error = errno ? errno : EIO;
  return error;
}

static IrStatus write_stdout(IrContext *ctx, IrStr text) {
  errno = 0;
  if (fwrite(text.ptr, 1, text.len, stdout) == text.len && fflush(stdout) == 0) return IR_OK;
  return cannot_write(ctx, "<stdout>", errno ? errno : EIO);
}

// Devices and pipes cannot be replaced by a rename.
static IrStatus write_in_place(IrContext *ctx, const char *path, IrStr text) {
  FILE *file = fopen(path, "wb");
  if (!file) return cannot_write(ctx, path, errno);
  int error = write_and_close(file, text);
  return error ? cannot_write(ctx, path, error) : IR_OK;
}

static int open_temporary(char *name, const struct stat *old) {
  int fd = mkstemp(name);
  if (fd < 0) return fd;
  mode_t mask = umask(0);
  umask(mask);
  (void)!fchmod(fd, old ? old->st_mode & 0777 : 0666 & ~mask);
  return fd;
}

static IrStatus write_by_rename(IrContext *ctx, const char *path, IrStr text,
                                const struct stat *old) {
  IrStream name = {0};
  ir_print(&name, "{}.XXXXXX", path);
  (void)ir_stream_cstr(&name);
  int fd = open_temporary(name.data, old);
  int error = fd < 0 ? errno : 0;
  if (!error) {
    error = write_and_close(fdopen(fd, "wb"), text);
    if (!error && rename(name.data, path)) error = errno;
    if (error) unlink(name.data);
  }
  ir_stream_free(&name);
  return error ? cannot_write(ctx, path, error) : IR_OK;
}

IrStatus driver_write_file(IrContext *ctx, const char *path, IrStr text) {
  if (!path || !strcmp(path, "-")) return write_stdout(ctx, text);
  struct stat st;
  bool exists = stat(path, &st) == 0;
  if (exists && S_ISDIR(st.st_mode)) return cannot_write(ctx, path, EISDIR);
  if (exists && !S_ISREG(st.st_mode)) return write_in_place(ctx, path, text);
  if (exists && access(path, W_OK)) return cannot_write(ctx, path, errno);
  return write_by_rename(ctx, path, text, exists ? &st : NULL);
}
