// Writing a dump of all levels; see compile_levels.h.
#include "driver/compile_levels.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/options.h"
#include "ir/asm/printer.h"

static IrStream *add(DriverLevels *levels, const char *name, const char *suffix) {
  ir_vec_push(&levels->at, ((DriverLevelText){name, suffix, {0}}));
  return &ir_vec_last(&levels->at).text;
}

void driver_levels_add_module(DriverLevels *levels, const char *name, IrOp *module) {
  IrPrintOptions options = {0};
  ir_print_op(module, add(levels, name, "mlir"), &options);
}

void driver_levels_add_text(DriverLevels *levels, const char *name, const char *suffix,
                            IrStr text) {
  ir_write(add(levels, name, suffix), text.ptr, text.len);
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Removes what an earlier dump left: files named NN_*.
static void remove_old(const char *dir) {
  DIR *d = opendir(dir);
  if (!d) return;
  for (struct dirent *entry; (entry = readdir(d));) {
    const char *n = entry->d_name;
    if (!is_digit(n[0]) || !is_digit(n[1]) || n[2] != '_') continue;
    IrStream path = {0};
    ir_print(&path, "{}/{}", dir, n);
    unlink(ir_stream_cstr(&path));
    ir_stream_free(&path);
  }
  closedir(d);
}

static IrStatus write_one(IrContext *ctx, const char *dir, size_t number,
                          const DriverLevelText *level) {
  IrStream path = {0};
  ir_print(&path, "{}/{}{}_{}.{}", dir, number / 10 % 10, number % 10, level->name, level->suffix);
  IrStatus status = driver_write_file(ctx, ir_stream_cstr(&path), ir_stream_str(&level->text));
  ir_stream_free(&path);
  return status;
}

IrStatus driver_levels_write(DriverLevels *levels, IrContext *ctx, const char *dir) {
  struct stat st;
  if (mkdir(dir, 0777) && errno != EEXIST) {
    (void)ir_error(ctx, IR_LOC_UNKNOWN, "cannot make the directory '{}': {}", dir, strerror(errno));
    ir_help(ctx, "the directory above it has to be there, and writable");
    return IR_FAILED;
  }
  if (stat(dir, &st) || !S_ISDIR(st.st_mode))
    return ir_error(ctx, IR_LOC_UNKNOWN, "cannot write levels to '{}': not a directory", dir);
  remove_old(dir);
  IrStatus status = IR_OK;
  for (size_t i = 0; i < levels->at.n && status == IR_OK; i++)
    status = write_one(ctx, dir, i + 1, &levels->at.at[i]);
  if (status != IR_OK) remove_old(dir);
  return status;
}

void driver_levels_free(DriverLevels *levels) {
  for (size_t i = 0; i < levels->at.n; i++) ir_stream_free(&levels->at.at[i].text);
  ir_vec_free(&levels->at);
}
