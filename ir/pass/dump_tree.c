// One file a pass, numbered in the order of the ops: --print-ir-tree-dir.
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "ir/pass/pass_impl.h"

static IrStatus write_file(IrTreeDumper *dumper, const char *name, IrStr text) {
  IrStream path = {0};
  ir_print(&path, "{}/{}", dumper->options->tree_dir, name);
  FILE *file = fopen(ir_stream_cstr(&path), "wb");
  bool ok = file && fwrite(text.ptr, 1, text.len, file) == text.len;
  if (file && fclose(file)) ok = false;
  IrStatus status = IR_OK;
  if (!ok)
    status = ir_error(dumper->ctx, IR_LOC_UNKNOWN, "cannot write '{}': {}", ir_stream_str(&path),
                      strerror(errno));
  ir_stream_free(&path);
  return status;
}

// Symbols may hold any character; file names keep the harmless ones.
static void write_file_name(IrStr name, IrStream *out) {
  for (size_t i = 0; i < name.len && i < 64; i++) {
    char c = name.ptr[i];
    bool ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '_' || c == '-' || c == '.';
    ir_write_char(out, ok ? c : '_');
  }
}

static void write_number(unsigned n, IrStream *out) {
  if (n < 100) ir_write_char(out, '0');
  if (n < 10) ir_write_char(out, '0');
  ir_write_uint(out, n);
}

// Numbers and writes a file; its name, without the number, is the first line of `text`.
static void deliver(void *user, IrStr text) {
  IrTreeDumper *dumper = user;
  size_t len = (size_t)((const char *)memchr(text.ptr, '\n', text.len) - text.ptr);
  IrStream name = {0};
  write_number(dumper->files++, &name);
  ir_write_char(&name, '_');
  ir_write(&name, text.ptr, len);
  IrStr content = {text.ptr + len + 1, text.len - len - 1};
  if (write_file(dumper, ir_stream_cstr(&name), content) != IR_OK) dumper->status = IR_FAILED;
  ir_stream_free(&name);
}

static IrStatus after_pass(void *user, const IrPassEvent *event) {
  IrTreeDumper *dumper = user;
  IrStream text = {0};
  write_file_name(ir_op_name(event->op), &text);
  IrStr symbol = ir_dump_symbol(event->op);
  if (symbol.len) ir_write_char(&text, '@');
  write_file_name(symbol, &text);
  ir_write_char(&text, '_');
  write_file_name(ir_str(event->pass->name), &text);
  ir_write_cstr(&text, ".mlir\n");
  IrStream ir = {0};
  ir_dump_print(dumper->options, event, &ir);
  ir_write(&text, ir.data, ir.len);
  ir_pass_event_deliver(event, deliver, dumper, ir_stream_str(&text));
  ir_stream_free(&ir);
  ir_stream_free(&text);
  return IR_OK;
}

// mkdir -p.
static IrStatus make_dir(IrContext *ctx, const char *dir) {
  IrStream path = {0};
  int error = 0;
  for (const char *c = dir;; c++) {
    if ((*c == '/' || *c == 0) && path.len && mkdir(ir_stream_cstr(&path), 0777))
      error = errno == EEXIST ? 0 : errno;
    if (*c == 0) break;
    ir_write_char(&path, *c);
  }
  struct stat st;
  if (!error && (stat(dir, &st) || !S_ISDIR(st.st_mode))) error = ENOTDIR;
  ir_stream_free(&path);
  if (!error) return IR_OK;
  return ir_error(ctx, IR_LOC_UNKNOWN, "cannot create directory '{}': {}", dir, strerror(error));
}

// Makes the directory and writes what comes in.
static IrStatus begin(void *user, IrOp *module) {
  IrTreeDumper *dumper = user;
  IR_TRY(make_dir(dumper->ctx, dumper->options->tree_dir));
  IrPassEvent input = {.op = module, .module = module};
  IrStream text = {0};
  ir_write_cstr(&text, "input.mlir\n");
  IrStream ir = {0};
  ir_dump_print(dumper->options, &input, &ir);
  ir_write(&text, ir.data, ir.len);
  deliver(dumper, ir_stream_str(&text));
  ir_stream_free(&ir);
  ir_stream_free(&text);
  return dumper->status;
}

static IrStatus end(void *user, IrOp *module, IrStatus status) {
  (void)module;
  (void)status;
  return ((IrTreeDumper *)user)->status;
}

void ir_dump_tree_instrument(IrPassManager *pm, IrTreeDumper *dumper) {
  dumper->options = pm->options;
  dumper->ctx = pm->ctx;
  if (!pm->options->tree_dir) return;
  ir_pass_manager_instrument(pm, &(IrInstrumentation){.size = sizeof(IrInstrumentation),
                                                      .name = "dump-tree",
                                                      .user = dumper,
                                                      .whole_module = pm->options->module_scope,
                                                      .begin = begin,
                                                      .end = end,
                                                      .after_pass = after_pass});
}
