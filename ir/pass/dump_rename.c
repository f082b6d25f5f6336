// Numbered values of an old text by their numbers in a new one.
//
// Erasing `%0` makes `%1` of `%2` everywhere behind it, and a difference of lines would be all of
// them.  So lines are matched without their numbers first.  A matched line that defines `%7` in the
// old text and `%5` in the new one says that 7 is now 5; uses from there on are rewritten.  Uses
// are never taken for granted: where they do not follow the definitions, the line differs.
#include "ir/pass/pass_impl.h"
#include "ir/support/diff.h"

// What numbers of the old text are now.
typedef struct Renaming {
  IR_VEC(int64_t) now; // KEPT until defined, GONE when its line is
} Renaming;

enum { KEPT = -1, GONE = -2 };

// The next numbered value of a line.
typedef struct Cursor {
  IrStr line;
  size_t at;            // behind it
  size_t begin, digits; // of `%`, and how many follow
  uint64_t number;
  bool quoted;
} Cursor;

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool next_value(Cursor *c) {
  for (; c->at < c->line.len; c->at++) {
    char now = c->line.ptr[c->at];
    if (now == '"') c->quoted = !c->quoted;
    if (now != '%' || c->quoted) continue;
    c->begin = c->at++;
    c->number = 0;
    for (c->digits = 0; c->at < c->line.len && is_digit(c->line.ptr[c->at]); c->at++, c->digits++)
      c->number = c->number * 10 + (uint64_t)(c->line.ptr[c->at] - '0');
    if (c->digits > 0 && c->digits < 9) return true;
    c->at--;
  }
  return false;
}

static IrStr take_line(IrStr *text) {
  const char *newline = text->len ? memchr(text->ptr, '\n', text->len) : NULL;
  size_t n = newline ? (size_t)(newline - text->ptr) : text->len;
  IrStr line = {text->ptr, n};
  n += newline != NULL;
  *text = (IrStr){text->ptr + n, text->len - n};
  return line;
}

// `%` for `%12`.
static void write_unnumbered(IrStr text, IrStream *out) {
  while (text.len) {
    Cursor c = {.line = take_line(&text)};
    size_t done = 0;
    while (next_value(&c)) {
      ir_write(out, c.line.ptr + done, c.begin + 1 - done);
      done = c.at;
    }
    ir_write(out, c.line.ptr + done, c.line.len - done);
    ir_write_char(out, '\n');
  }
}

// How much of a line defines values: up to ` = ` of an op with results, all of a block's header.
static size_t defining(IrStr line) {
  size_t i = 0;
  while (i < line.len && line.ptr[i] == ' ') i++;
  if (i < line.len && line.ptr[i] == '^') return line.len;
  if (i == line.len || line.ptr[i] != '%') return 0;
  for (; i + 2 < line.len; i++)
    if (!memcmp(line.ptr + i, " = ", 3)) return i;
  return 0;
}

static void define(Renaming *r, uint64_t number, int64_t now) {
  while (r->now.n <= number) ir_vec_push(&r->now, KEPT);
  r->now.at[number] = now;
}

// `new_line` is NULL when the old one is gone.
static void read_definitions(Renaming *r, IrStr old_line, const IrStr *new_line) {
  size_t end = defining(old_line);
  Cursor from = {.line = old_line}, to = {.line = new_line ? *new_line : (IrStr){0}};
  while (next_value(&from) && from.begin < end) {
    bool stays = new_line && next_value(&to);
    define(r, from.number, stays ? (int64_t)to.number : GONE);
  }
}

static void write_renamed(const Renaming *r, IrStr line, IrStream *out) {
  Cursor c = {.line = line};
  size_t done = 0;
  while (next_value(&c)) {
    int64_t now = c.number < r->now.n ? r->now.at[c.number] : KEPT;
    ir_write(out, line.ptr + done, c.begin + 1 - done);
    ir_write_uint(out, now >= 0 ? (uint64_t)now : c.number);
    if (now == GONE) ir_write_char(out, '\'');
    done = c.at;
  }
  ir_write(out, line.ptr + done, line.len - done);
  ir_write_char(out, '\n');
}

static int64_t *match_lines(IrStr old_text, IrStr new_text) {
  IrStream old_plain = {0}, new_plain = {0};
  write_unnumbered(old_text, &old_plain);
  write_unnumbered(new_text, &new_plain);
  int64_t *match = ir_diff_match(ir_stream_str(&old_plain), ir_stream_str(&new_plain));
  ir_stream_free(&old_plain);
  ir_stream_free(&new_plain);
  return match;
}

void ir_dump_rename(IrStr old_text, IrStr new_text, IrStream *out) {
  int64_t *match = match_lines(old_text, new_text);
  Renaming r = {0};
  int64_t at = -1; // the new line taken last
  IrStr new_line = {0};
  for (size_t i = 0; old_text.len; i++) {
    IrStr old_line = take_line(&old_text);
    for (; at < match[i]; at++) new_line = take_line(&new_text);
    read_definitions(&r, old_line, match[i] >= 0 ? &new_line : NULL);
    write_renamed(&r, old_line, out);
  }
  ir_vec_free(&r.now);
  ir_free(match);
}
