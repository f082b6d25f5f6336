// Looking at a pipeline while it runs: dumps to a stream, one file a pass, times, counters.
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "ir/analysis/tree.h"
#include "ir/pass/pass_impl.h"

// ---- Dumps ----

static void write_stderr(void *user, const char *text, size_t len) {
  (void)user;
  fwrite(text, 1, len, stderr);
}

static bool in_list(IrStr list, const char *name) {
  size_t len = strlen(name);
  for (size_t i = 0; i < list.len;) {
    size_t end = i;
    while (end < list.len && list.ptr[end] != ',') end++;
    if (end - i == len && !memcmp(list.ptr + i, name, len)) return true;
    i = end + 1;
  }
  return false;
}

static IrStr symbol_of(const IrOp *op) {
  return ir_op_has_trait(op, IR_SYMBOL) ? ir_symbol_name(op) : (IrStr){"", 0};
}

// The op, or the module around it; an op alone is printed without the module's aliases.
static void print_ir(IrPassManager *pm, IrOp *op, IrStream *out) {
  IrPrintOptions print = pm->options->print;
  if (pm->options->module_scope) op = pm->module;
  if (op != pm->module) print.local_scope = true;
  ir_print_op(op, out, &print);
  if (out->len && out->data[out->len - 1] != '\n') ir_write_char(out, '\n');
}

static void dump(IrPassManager *pm, const char *when, const PipelineItem *item, IrOp *op,
                 const char *suffix) {
  IrStream text = {0};
  ir_print(&text, "// -----// IR Dump {} {}{}", when, item->pass->name, suffix);
  IrStr symbol = symbol_of(op);
  if (symbol.len) ir_print(&text, " ('{}' operation: @{})", op, symbol);
  ir_write_cstr(&text, " //----- //\n");
  print_ir(pm, op, &text);
  ir_write_char(&text, '\n');
  IrStream standard = {.write = write_stderr};
  IrStream *out = pm->options->dump ? pm->options->dump : &standard;
  ir_write(out, text.data, text.len);
  ir_stream_flush(out);
  ir_stream_free(&text);
  ir_stream_free(&standard);
}

void ir_dump_before(IrPassManager *pm, const PipelineItem *item, IrOp *op) {
  const IrPassOptions *o = pm->options;
  if (o->print_before_all || in_list(o->print_before, item->pass->name))
    dump(pm, "Before", item, op, "");
}

void ir_dump_after(IrPassManager *pm, const PipelineItem *item, IrOp *op, bool changed,
                   bool failed) {
  const IrPassOptions *o = pm->options;
  bool asked = o->print_after_all || in_list(o->print_after, item->pass->name);
  if (failed) {
    if (asked || o->print_after_failure) dump(pm, "After", item, op, " Failed");
    return;
  }
  if (o->print_after_change) asked = changed && (o->print_after.len == 0 || asked);
  if (asked) dump(pm, "After", item, op, "");
}

// ---- One file a pass ----

static IrStatus write_tree_file(IrPassManager *pm, const char *name, IrOp *op) {
  IrStream path = {0}, text = {0};
  ir_print(&path, "{}/{}", pm->options->tree_dir, name);
  print_ir(pm, op, &text);
  FILE *file = fopen(ir_stream_cstr(&path), "wb");
  bool ok = file && fwrite(text.data, 1, text.len, file) == text.len;
  if (file && fclose(file)) ok = false;
  IrStatus status = IR_OK;
  if (!ok)
    status = ir_error(pm->ctx, IR_LOC_UNKNOWN, "cannot write '{}': {}", ir_stream_str(&path),
                      strerror(errno));
  ir_stream_free(&path);
  ir_stream_free(&text);
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

IrStatus ir_dump_to_tree(IrPassManager *pm, const PipelineItem *item, IrOp *op) {
  if (!pm->options->tree_dir) return IR_OK;
  IrStream name = {0};
  write_number(pm->dumps++, &name);
  ir_write_char(&name, '_');
  write_file_name(ir_op_name(op), &name);
  IrStr symbol = symbol_of(op);
  if (symbol.len) ir_write_char(&name, '@');
  write_file_name(symbol, &name);
  ir_write_char(&name, '_');
  write_file_name(ir_str(item->pass->name), &name);
  ir_write_cstr(&name, ".mlir");
  IrStatus status = write_tree_file(pm, ir_stream_cstr(&name), op);
  ir_stream_free(&name);
  return status;
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

IrStatus ir_dump_open_tree(IrPassManager *pm, IrOp *module) {
  IR_TRY(make_dir(pm->ctx, pm->options->tree_dir));
  IrStream name = {0};
  write_number(pm->dumps++, &name);
  ir_write_cstr(&name, "_input.mlir");
  IrStatus status = write_tree_file(pm, ir_stream_cstr(&name), module);
  ir_stream_free(&name);
  return status;
}

// ---- Has a pass changed anything? ----

static uint64_t mix(uint64_t hash, const void *p) {
  return (hash ^ ir_hash_pointer(p)) * 0x9E3779B97F4A7C15u;
}

static uint64_t mix_op(uint64_t hash, IrOp *op) {
  hash = mix(mix(mix(hash, op), ir_op_info(op)), ir_op_discardable(op));
  const IrOpDef *def = ir_op_def(op);
  for (size_t i = 0; def && def->attrs && def->attrs[i].name; i++)
    hash = mix(hash, ir_op_slot_attr(op, i));
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++) hash = mix(hash, ir_op_operand(op, i));
  for (size_t i = 0, n = ir_op_num_results(op); i < n; i++)
    hash = mix(hash, ir_value_type(ir_op_result(op, i)));
  for (size_t i = 0, n = ir_op_num_successors(op); i < n; i++)
    hash = mix(hash, ir_op_successor(op, i));
  IrBlock *block = ir_op_block(op);
  if (block && !ir_op_prev(op))
    for (size_t i = 0, n = ir_block_num_args(block); i < n; i++)
      hash = mix(hash, ir_value_type(ir_block_arg(block, i)));
  return mix(hash, block);
}

uint64_t ir_op_fingerprint(IrOp *root) {
  uint64_t hash = 0;
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) hash = mix_op(hash, op);
  return hash;
}

// ---- Reports ----

static const char rule[] =
    "===-------------------------------------------------------------------------===\n";

void ir_pass_times_print(const IrPassTime *times, size_t n, IrStream *out) {
  double total = 0;
  for (size_t i = 0; i < n; i++) total += times[i].seconds;
  char line[128];
  ir_print(out, "{}                         Execution time report\n{}", rule, rule);
  snprintf(line, sizeof line, "  Total Execution Time: %.4f seconds\n\n", total);
  ir_write_cstr(out, line);
  ir_write_cstr(out, "  ----Wall Time----  ----Name----\n");
  for (size_t i = 0; i < n; i++) {
    double share = total > 0 ? 100 * times[i].seconds / total : 0;
    snprintf(line, sizeof line, "  %9.6f (%5.1f%%)  ", times[i].seconds, share);
    ir_print(out, "{}{}\n", (const char *)line, times[i].name);
  }
  snprintf(line, sizeof line, "  %9.6f (100.0%%)  Total\n", total);
  ir_write_cstr(out, line);
}

static void print_counters(const Pipeline *list, IrStream *out) {
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (item->nested) {
      print_counters(item->nested, out);
      continue;
    }
    const IrStatDef *stats = item->pass->stats;
    if (!stats || !stats[0].name) continue;
    ir_print(out, "{}\n", item->pass->name);
    for (size_t k = 0; stats[k].name; k++) {
      char number[32];
      snprintf(number, sizeof number, "  %8llu ", (unsigned long long)item->stats[k]);
      ir_print(out, "{}{} - {}\n", (const char *)number, stats[k].name, stats[k].help);
    }
  }
}

void ir_pass_statistics_print(const Pipeline *root, IrStream *out) {
  ir_print(out, "{}                         Pass statistics report\n{}", rule, rule);
  print_counters(root, out);
}
