// One file a pass, numbered in the order of the ops, and a page that links them:
// --print-ir-tree-dir.
//
// A file's text is delivered behind two lines: its name without the number, and its row of the page
// without the first cell.
#include <stdio.h>

#include "ir/pass/pass_impl.h"
#include "ir/support/timing.h"

// From before_pass to after_pass.
typedef struct Before {
  uint64_t fingerprint;
  double start;
} Before;

// ---- The page ----

static void write_escaped(IrStr text, IrStream *out) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    const char *as = c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : NULL;
    if (c == '"') as = "&quot;";
    if (as)
      ir_write_cstr(out, as);
    else
      ir_write_char(out, (unsigned char)c < ' ' ? ' ' : c);
  }
}

// A row behind the cell with the file: pass, op, milliseconds, what became of the IR.
static void write_row(const IrPassEvent *event, double seconds, const char *outcome,
                      IrStream *out) {
  char time[32];
  snprintf(time, sizeof time, "%.3f", 1e3 * seconds);
  ir_print(out, "<td>{}", event->pass->name);
  write_escaped(event->options, out);
  ir_print(out, "</td><td>{}", event->op);
  IrStr symbol = ir_dump_symbol(event->op);
  if (symbol.len) ir_write_cstr(out, " @");
  write_escaped(symbol, out);
  ir_print(out, "</td><td class=\"time\">{}</td><td class=\"{}\">{}</td></tr>", (const char *)time,
           outcome, outcome);
}

static IrStatus write_page(IrTreeDumper *dumper) {
  IrStream page = {0};
  ir_write_cstr(&page,
                "<!DOCTYPE html>\n<meta charset=\"utf-8\"><title>IR after every pass</title>\n"
                "<style>body{font-family:sans-serif} td,th{text-align:left;padding:2px 12px}\n"
                ".time{text-align:right} .changed{font-weight:bold} .unchanged{color:#888}\n"
                ".failed{color:#c00;font-weight:bold}</style>\n"
                "<table>\n<tr><th>file</th><th>pass</th><th>op</th><th>ms</th><th>IR</th></tr>\n");
  ir_write(&page, dumper->rows.data ? dumper->rows.data : "", dumper->rows.len);
  ir_write_cstr(&page, "</table>\n");
  IrStatus status = ir_dump_write_file(dumper->ctx, dumper->options->tree_dir, IR_STR("index.html"),
                                       ir_stream_str(&page));
  ir_stream_free(&page);
  return status;
}

// ---- Files ----

static IrStr take_line(IrStr *text) {
  size_t n = (size_t)((const char *)memchr(text->ptr, '\n', text->len) - text->ptr);
  IrStr line = {text->ptr, n};
  *text = (IrStr){text->ptr + n + 1, text->len - n - 1};
  return line;
}

// Numbers and writes a file, and its row.  After one that cannot be written none is tried: each
// would fail in the same way.  It is reported when the run begins or ends, not amid the passes.
static void deliver(void *user, IrStr text) {
  IrTreeDumper *dumper = user;
  if (dumper->error) return;
  IrStr rest = take_line(&text), row = take_line(&text);
  IrStream name = {0};
  ir_dump_write_number(dumper->files++, &name);
  ir_print(&name, "_{}", rest);
  ir_print(&dumper->rows, "<tr><td><a href=\"{}\">{}</a></td>{}\n", ir_stream_str(&name),
           ir_stream_str(&name), row);
  dumper->error = ir_dump_try_file(dumper->options->tree_dir, ir_stream_str(&name), text);
  if (dumper->error)
    dumper->unwritten = name;
  else
    ir_stream_free(&name);
}

static IrStatus report(IrTreeDumper *dumper) {
  if (!dumper->error) return IR_OK;
  IrStatus status = ir_dump_cannot_write(dumper->ctx, dumper->options->tree_dir,
                                         ir_stream_str(&dumper->unwritten), dumper->error);
  ir_stream_free(&dumper->unwritten);
  dumper->error = 0;
  return status;
}

static IrStatus before_pass(void *user, const IrPassEvent *event) {
  const IrTreeDumper *dumper = user;
  if (!ir_dump_shows(dumper->options, event)) return IR_OK;
  Before *before = ir_calloc(1, sizeof *before);
  before->fingerprint = ir_dump_fingerprint(dumper->options, event);
  before->start = ir_clock_seconds();
  *event->memo = (uint64_t)(uintptr_t)before;
  return IR_OK;
}

static const char *outcome(const IrTreeDumper *dumper, const IrPassEvent *event,
                           const Before *before) {
  if (event->status != IR_OK) return "failed";
  bool changed = ir_dump_fingerprint(dumper->options, event) != before->fingerprint;
  return changed ? "changed" : "unchanged";
}

static void write_file(IrTreeDumper *dumper, const IrPassEvent *event, const Before *before) {
  IrStream text = {0};
  double seconds = ir_clock_seconds() - before->start;
  ir_dump_write_name(ir_op_name(event->op), &text);
  IrStr symbol = ir_dump_symbol(event->op);
  if (symbol.len) ir_write_char(&text, '@');
  ir_dump_write_name(symbol, &text);
  ir_print(&text, "_{}.mlir\n", event->pass->name);
  write_row(event, seconds, outcome(dumper, event, before), &text);
  ir_write_char(&text, '\n');
  ir_dump_print(dumper->options, event, true, &text);
  ir_pass_event_deliver(event, deliver, dumper, ir_stream_str(&text));
  ir_stream_free(&text);
}

static IrStatus after_pass(void *user, const IrPassEvent *event) {
  Before *before = (Before *)(uintptr_t)*event->memo;
  if (before && event->op) write_file(user, event, before);
  ir_free(before);
  return IR_OK;
}

// ---- The whole run ----

// Makes the directory and writes what comes in.
static IrStatus begin(void *user, IrOp *module) {
  IrTreeDumper *dumper = user;
  IR_TRY(ir_dump_make_dir(dumper->ctx, dumper->options->tree_dir));
  IrPassEvent input = {.op = module, .module = module};
  IrStream text = {0};
  ir_write_cstr(&text, "input.mlir\n<td colspan=\"4\">(input)</td></tr>\n");
  ir_dump_print(dumper->options, &input, true, &text);
  deliver(dumper, ir_stream_str(&text));
  ir_stream_free(&text);
  return report(dumper);
}

static IrStatus end(void *user, IrOp *module, IrStatus status) {
  IrTreeDumper *dumper = user;
  (void)module;
  (void)status;
  IR_TRY(report(dumper));
  return write_page(dumper);
}

void ir_dump_tree_instrument(IrPassManager *pm) {
  IrTreeDumper *dumper = &pm->tree;
  dumper->options = pm->options;
  dumper->ctx = pm->ctx;
  if (!pm->options->tree_dir) return;
  ir_pass_manager_instrument(pm, &(IrInstrumentation){.size = sizeof(IrInstrumentation),
                                                      .name = "dump-tree",
                                                      .user = dumper,
                                                      .whole_module = pm->options->module_scope,
                                                      .begin = begin,
                                                      .end = end,
                                                      .before_pass = before_pass,
                                                      .after_pass = after_pass});
}
