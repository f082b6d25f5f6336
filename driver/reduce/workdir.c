#include "driver/reduce/workdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ir/support/arena.h"

IrStatus reduce_workdir_make(IrContext *ctx, char **path) {
  const char *base = getenv("TMPDIR");
  IrStream name = {0};
  ir_print(&name, "{}/tile-reduce-XXXXXX", base && *base ? base : "/tmp");
  (void)ir_stream_cstr(&name);
  *path = name.data;
  if (mkdtemp(*path)) return IR_OK;
  (void)ir_error(ctx, IR_LOC_UNKNOWN, "cannot make the directory '{}': {}", (const char *)*path,
                 (const char *)strerror(errno));
  ir_help(ctx, "set TMPDIR to a directory that can be written to");
  ir_free(*path);
  *path = NULL;
  return IR_FAILED;
}

// Depth is bounded by what tests make; a link is removed, not followed.
static void empty(int fd) {
  DIR *dir = fdopendir(fd);
  if (!dir) {
    close(fd);
    return;
  }
  for (struct dirent *e; (e = readdir(dir));) {
    if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
    if (!unlinkat(fd, e->d_name, 0)) continue;
    int inner = openat(fd, e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner >= 0) empty(inner);
    unlinkat(fd, e->d_name, AT_REMOVEDIR);
  }
  closedir(dir);
}

void reduce_workdir_remove(const char *path) {
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) empty(fd);
  rmdir(path);
}

bool reduce_file_write(const char *path, IrStr text) {
  FILE *file = fopen(path, "wb");
  if (!file) return false;
  bool ok = fwrite(text.len ? text.ptr : "", 1, text.len, file) == text.len;
  return fclose(file) == 0 && ok;
}

bool reduce_file_read(const char *path, IrStream *text) {
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  char buffer[1 << 14];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, file)) > 0;) ir_write(text, buffer, n);
  bool ok = !ferror(file);
  fclose(file);
  return ok;
}
