// Diagnostics: handlers first, newest to oldest, then text on standard error.  Those of another
// thread than the context's own go to that thread's handlers first, and then wait in its outbox if
// it has one.
#include "ir/support/diag_impl.h"
#include "ir/support/outbox_impl.h"
#include "ir/support/source_impl.h"
#include "ir/support/utf8.h"

#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>

void ir_diag_push_handler(IrContext *ctx, IrDiagHandler handler, void *user) {
  ir_vec_push(&ir_context_diags(ctx)->handlers, ((IrDiagHandlerEntry){handler, user}));
}

void ir_diag_pop_handler(IrContext *ctx) {
  IrDiagEngine *engine = ir_context_diags(ctx);
  IR_ASSERT(engine->handlers.n > 0, "no diagnostic handler to take away");
  (void)ir_vec_pop(&engine->handlers);
}

void ir_diag_set_style(IrContext *ctx, const IrDiagStyle *style) {
  ir_context_main_diags(ctx)->style = *style;
}

void ir_diag_set_max_errors(IrContext *ctx, size_t max) {
  ir_context_main_diags(ctx)->max_errors = max;
}

bool ir_diag_is_enough(IrContext *ctx, size_t shown, IrLoc loc) {
  size_t max = ir_context_main_diags(ctx)->max_errors;
  if (!max || shown < max) return false;
  (void)ir_error(ctx, loc, "too many errors: stopped after {}", max);
  ir_help(ctx, "--max-errors=N shows more of them, --max-errors=0 all");
  return true;
}

size_t ir_diag_error_count(IrContext *ctx) {
  return atomic_load_explicit(&ir_context_diags(ctx)->errors, memory_order_relaxed);
}

bool ir_diag_is_helped(IrContext *ctx) {
  return ir_context_diags(ctx)->helped;
}

void ir_diag_scope_open(IrContext *ctx, IrDiagScope *scope) {
  IrDiagEngine *engine = ir_context_diags(ctx);
  *scope = (IrDiagScope){.handlers = engine->handlers.n, .outer = engine->scopes};
  engine->scopes = scope;
}

size_t ir_diag_scope_close(IrContext *ctx, const IrDiagScope *scope) {
  IrDiagEngine *engine = ir_context_diags(ctx);
  IR_ASSERT(engine->scopes == scope, "scopes of diagnostics are closed in the order of opening");
  engine->scopes = scope->outer;
  return scope->errors;
}

static const char *severity_name(IrSeverity severity) {
  static const char *const names[] = {"error", "warning", "remark", "note", "help"};
  return names[severity];
}

static bool inside_character(char c) {
  return ((unsigned char)c & 0xC0) == 0x80;
}

// Of a line that is too long to show, what stands around the column, which then counts from there.
static IrStr excerpt(IrStr line, uint32_t *col) {
  enum { LONGEST_LINE = 400, AROUND = 60 };
  if (line.len <= LONGEST_LINE) return line;
  size_t at = *col ? *col - 1 : 0, from = at > AROUND ? at - AROUND : 0;
  if (from > line.len) from = line.len;
  size_t to = line.len - from > 2 * AROUND ? from + 2 * AROUND : line.len;
  while (from < to && inside_character(line.ptr[from])) from++;
  while (to < line.len && to > from && inside_character(line.ptr[to])) to--;
  *col -= (uint32_t)from;
  return (IrStr){line.ptr + from, to - from};
}

// Bytes that are not text (of a binary file, say) print as dots, so that no terminal obeys them.
static void print_text(IrStr line, IrStream *out) {
  const char *end = line.ptr + line.len;
  for (const char *s = line.ptr; s < end;) {
    size_t n = ir_visible_length(s, end);
    ir_write(out, n ? s : ".", n ? n : 1);
    s += n ? n : 1;
  }
  ir_write_char(out, '\n');
}

// The line and a caret below the column; tabs stay tabs so that the caret lines up.
static void print_line(IrContext *ctx, IrLoc loc, uint32_t col, bool color, IrStream *out) {
  IrStr line = ir_source_line(ctx, loc);
  if (!line.ptr) return;
  line = excerpt(line, &col);
  print_text(line, out);
  for (uint32_t i = 1; i < col; i++) {
    unsigned char c = i <= line.len ? (unsigned char)line.ptr[i - 1] : ' ';
    if (!inside_character((char)c))
      ir_write_char(out, c == '\t' ? '\t' : ' '); // one column a character
  }
  ir_print(out, "{}^{}\n", color ? "\033[1;32m" : "", color ? "\033[0m" : "");
}

// Escape sequences of terminals.
static const char BOLD[] = "\033[1m", PLAIN[] = "\033[0m";

static const char *severity_color(IrSeverity severity) {
  static const char *const colors[] = {"\033[1;31m", "\033[1;35m", "\033[1;34m", "\033[1;36m",
                                       "\033[1;32m"};
  return colors[severity];
}

static void paint(bool color, IrStream *out, const char *sequence) {
  if (color) ir_write_cstr(out, sequence);
}

static void print_diag(IrContext *ctx, const IrDiag *diag, IrStream *out) {
  bool color = ir_context_main_diags(ctx)->style.color;
  IrFileLineCol place = ir_loc_resolve(ctx, diag->loc);
  paint(color, out, BOLD);
  if (place.file.len) ir_print(out, "{}:{}:{}: ", place.file, place.line, place.col);
  paint(color, out, severity_color(diag->severity));
  ir_print(out, "{}: ", severity_name(diag->severity));
  paint(color, out, PLAIN);
  paint(color && diag->severity < IR_NOTE, out, BOLD);
  ir_print(out, "{}", diag->message);
  if (diag->remark) ir_print(out, " [{}]", diag->remark->id);
  paint(color && diag->severity < IR_NOTE, out, PLAIN);
  ir_write_char(out, '\n');
  if (place.file.len) print_line(ctx, ir_loc_source(ctx, diag->loc), place.col, color, out);
}

// Where inlined code was called from, innermost call first; past some depth nobody reads on.
static void print_callers(IrContext *ctx, IrLoc loc, unsigned depth, IrStream *out) {
  enum { DEEPEST = 12 };
  if (depth > DEEPEST || ir_loc_kind(ctx, loc) != IR_LOC_KIND_CALLSITE) return;
  IrCallsite site = ir_loc_callsite_parts(ctx, loc);
  print_callers(ctx, site.callee, depth + 1, out);
  print_diag(ctx, &(IrDiag){IR_NOTE, site.caller, IR_STR("called from here"), NULL}, out);
  print_callers(ctx, site.caller, depth + 1, out);
}

// The names that our shared objects and tools export; those of other functions are addresses.
static void print_stack(IrStream *out) {
  void *frames[64];
  int n = backtrace(frames, sizeof frames / sizeof frames[0]);
  char **names = backtrace_symbols(frames, n);
  ir_write_cstr(out, "note: emitted from here:\n");
  for (int i = 0; names && i < n; i++) ir_print(out, "  {}\n", (const char *)names[i]);
  free(names); // the C library's, not ours
}

// Whether the style leaves it out; notes and helps go with what they belong to.
static bool is_hidden(IrDiagEngine *engine, const IrDiag *diag) {
  const IrDiagStyle *style = &engine->style;
  if (diag->severity < IR_NOTE) engine->hidden = diag->severity > style->most;
  return engine->hidden || (style->no_notes && diag->severity == IR_NOTE);
}

static void print_to_stderr(IrContext *ctx, const IrDiag *diag) {
  IrDiagEngine *engine = ir_context_main_diags(ctx);
  if (is_hidden(engine, diag)) return;
  IrStream out = {0};
  print_diag(ctx, diag, &out);
  if (diag->severity < IR_NOTE && !engine->style.no_notes) print_callers(ctx, diag->loc, 0, &out);
  if (diag->severity < IR_NOTE && engine->style.stacktrace) print_stack(&out);
  fwrite(out.data, 1, out.len, stderr);
  ir_stream_free(&out);
}

// An error has got past all handlers but the first `left`.  What other threads say to this engine
// is not of its thread's work.
static void count_in_scopes(IrDiagEngine *engine, IrContext *ctx, size_t left) {
  if (engine != ir_context_diags(ctx)) return;
  for (IrDiagScope *scope = engine->scopes; scope; scope = scope->outer)
    scope->errors += left <= scope->handlers;
}

static bool offer(const IrDiagEngine *engine, IrContext *ctx, const IrDiag *diag, size_t *left) {
  for (*left = engine->handlers.n; *left > 0; --*left) {
    const IrDiagHandlerEntry *at = &engine->handlers.at[*left - 1];
    if (at->handle(at->user, ctx, diag)) return true;
  }
  return false;
}

// Counts it and offers it to the engine's handlers.
static bool take(IrDiagEngine *engine, IrContext *ctx, const IrDiag *diag) {
  if (diag->severity == IR_ERROR)
    atomic_fetch_add_explicit(&engine->errors, 1, memory_order_relaxed);
  if (diag->severity == IR_ERROR || diag->severity == IR_HELP)
    engine->helped = diag->severity == IR_HELP;
  size_t left;
  bool taken = offer(engine, ctx, diag, &left);
  if (diag->severity == IR_ERROR) count_in_scopes(engine, ctx, left);
  return taken;
}

static void deliver(IrContext *ctx, const IrDiag *diag) {
  IrDiagEngine *engine = ir_context_diags(ctx), *last = ir_context_main_diags(ctx);
  if (engine != last && take(engine, ctx, diag)) return;
  if (engine->outbox) {
    ir_outbox_add_diag(engine->outbox, diag);
    return;
  }
  ir_context_lock_diags(ctx);
  if (!take(last, ctx, diag) && !(diag->remark && ir_remark_to_file(ctx, diag)))
    print_to_stderr(ctx, diag);
  ir_context_unlock_diags(ctx);
}

static size_t length_of_text(IrStr message) {
  const char *s = message.ptr, *end = s + message.len;
  for (size_t n; s < end && (n = ir_visible_length(s, end)) != 0;) s += n;
  return (size_t)(s - message.ptr);
}

// A message quotes what it is about, and that may be no text: such bytes are written `\1B`, as in
// string literals.
static void escape(IrStr message, IrStream *out) {
  static const char hex[] = "0123456789ABCDEF";
  for (size_t n; (n = length_of_text(message)) < message.len;) {
    unsigned char c = (unsigned char)message.ptr[n];
    ir_write(out, message.ptr, n);
    ir_write(out, (char[]){'\\', hex[c >> 4], hex[c & 15]}, 3);
    message = (IrStr){message.ptr + n + 1, message.len - n - 1};
  }
  ir_write(out, message.ptr, message.len);
}

void ir_diag_emit(IrContext *ctx, const IrDiag *diag) {
  IrDiag shown = *diag;
  IrStream escaped = {0};
  if (length_of_text(diag->message) < diag->message.len) {
    escape(diag->message, &escaped);
    shown.message = ir_stream_str(&escaped);
  }
  deliver(ctx, &shown);
  ir_stream_free(&escaped);
}

IrStatus ir_diag_args(IrContext *ctx, IrSeverity severity, IrLoc loc, const char *format,
                      const IrFmtArg *args, size_t n) {
  IrStream message = {0};
  ir_print_args(&message, format, args, n);
  ir_diag_emit(ctx,
               &(IrDiag){.severity = severity, .loc = loc, .message = ir_stream_str(&message)});
  ir_stream_free(&message);
  return IR_FAILED;
}
