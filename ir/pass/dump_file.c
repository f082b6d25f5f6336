// Files of dumps: directories, numbers in front of names, names that any file system takes.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ir/pass/pass_impl.h"

static IrStatus cannot(IrContext *ctx, const char *what, const char *path, int error) {
  (void)ir_error(ctx, IR_LOC_UNKNOWN, "cannot {} '{}': {}", what, path, strerror(error));
  ir_help(ctx, "name a directory for dumps that can be written to");
  return IR_FAILED;
}

IrStatus ir_dump_make_dir(IrContext *ctx, const char *dir) {
  IrStream path = {0};
  int error = 0;
  for (const char *c = dir;; c++) {
    if ((*c == '/' || *c == 0) && path.len && mkdir(ir_stream_cstr(&path), 0777))
      error = errno == EEXIST ? 0 : errno;
    if (*c == 0) break;
    ir_write_char(&path, *c);
  }
  struct stat st;
  if (!error && stat(dir, &st)) error = errno;
  if (!error && !S_ISDIR(st.st_mode)) error = ENOTDIR;
  ir_stream_free(&path);
  return error ? cannot(ctx, "create directory", dir, error) : IR_OK;
}

// Writes a new file; gives 0 or an errno.  A full disk may show up as late as in fclose.
static int write_new(const char *path, IrStr text) {
  unlink(path); // left by a process that was killed
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
  if (!file) return errno;
  int error = fwrite(text.ptr ? text.ptr : "", 1, text.len, file) == text.len ? 0 : errno;
  if (fclose(file) && !error) error = errno;
  return error;
}

// The file appears whole or not at all: a half of one would read as what a pass made.
int ir_dump_try_file(const char *dir, IrStr name, IrStr text) {
  IrStream path = {0}, temporary = {0};
  ir_print(&path, "{}/{}", dir, name);
  ir_print(&temporary, "{}.{}.tmp", ir_stream_str(&path), (int)getpid());
  const char *from = ir_stream_cstr(&temporary), *to = ir_stream_cstr(&path);
  int error = write_new(from, text);
  if (!error && rename(from, to)) error = errno;
  if (error) unlink(from);
  ir_stream_free(&path);
  ir_stream_free(&temporary);
  return error;
}

IrStatus ir_dump_cannot_write(IrContext *ctx, const char *dir, IrStr name, int error) {
  IrStream path = {0};
  ir_print(&path, "{}/{}", dir, name);
  IrStatus status = cannot(ctx, "write", ir_stream_cstr(&path), error);
  ir_stream_free(&path);
  return status;
}

IrStatus ir_dump_write_file(IrContext *ctx, const char *dir, IrStr name, IrStr text) {
  int error = ir_dump_try_file(dir, name, text);
  return error ? ir_dump_cannot_write(ctx, dir, name, error) : IR_OK;
}

void ir_dump_write_number(unsigned n, IrStream *out) {
  if (n < 100) ir_write_char(out, '0');
  if (n < 10) ir_write_char(out, '0');
  ir_write_uint(out, n);
}

// Symbols may hold any character; file names keep the harmless ones.
void ir_dump_write_name(IrStr name, IrStream *out) {
  for (size_t i = 0; i < name.len && i < 64; i++) {
    char c = name.ptr[i];
    bool ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '_' || c == '-' || c == '.';
    ir_write_char(out, ok ? c : '_');
  }
}
