// Files of dumps: directories, numbers in front of names, names that any file system takes.
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

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

IrStatus ir_dump_write_file(IrContext *ctx, const char *dir, IrStr name, IrStr text) {
  IrStream path = {0};
  ir_print(&path, "{}/{}", dir, name);
  FILE *file = fopen(ir_stream_cstr(&path), "wb");
  bool ok = file && fwrite(text.ptr ? text.ptr : "", 1, text.len, file) == text.len;
  if (file && fclose(file)) ok = false;
  IrStatus status = ok ? IR_OK : cannot(ctx, "write", ir_stream_cstr(&path), errno);
  ir_stream_free(&path);
  return status;
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
