// Matching of diagnostics with the comments that expect them; see expected.h.
#include "driver/expected.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/support/remark.h"
#include "ir/support/vec.h"

typedef struct Expectation {
  IrSeverity severity;
  uint32_t line; // 0: a place that is not in the file
  IrStr text;
  bool regex, met;
  IrLoc loc;
} Expectation;

typedef struct Surprise {
  IrSeverity severity;
  IrLoc loc;
  IrStr message;
} Surprise;

struct DriverExpected {
  IrContext *ctx;
  IrArena arena;
  IrStr text;
  IrLoc start;
  IR_VEC(IrStr) lines;
  IR_VEC(Expectation) expected;
  IR_VEC(Surprise) surprises;
  bool only_expected;
  IrStatus status; // IR_FAILED when a comment cannot be read
};

static const char *const severity_names[] = {"error", "warning", "remark", "note", "help"};
static const char mark[] = "expected-";

static bool starts_with(IrStr s, const char *prefix) {
  size_t n = strlen(prefix);
  return s.len >= n && !memcmp(s.ptr, prefix, n);
}

static IrStr drop(IrStr s, size_t n) {
  return (IrStr){s.ptr + n, s.len - n};
}

static size_t find(IrStr s, const char *what) {
  size_t n = strlen(what);
  for (size_t i = 0; i + n <= s.len; i++)
    if (!memcmp(s.ptr + i, what, n)) return i;
  return SIZE_MAX;
}

static void split_lines(DriverExpected *e) {
  IrStr rest = e->text;
  while (rest.len > 0) {
    const char *end = memchr(rest.ptr, '\n', rest.len);
    size_t n = end ? (size_t)(end - rest.ptr) : rest.len;
    ir_vec_push(&e->lines, ((IrStr){rest.ptr, n}));
    rest = drop(rest, end ? n + 1 : n);
  }
}

static bool has_mark(const DriverExpected *e, size_t line) {
  return find(e->lines.at[line], mark) != SIZE_MAX;
}

// `s` stands behind the `@`; gives the line counted from 1.
static IrStr parse_place(const DriverExpected *e, IrStr s, size_t at, uint32_t *line) {
  if (starts_with(s, "unknown")) {
    *line = 0;
    return drop(s, 7);
  }
  if (starts_with(s, "below")) {
    size_t to = at + 1;
    while (to < e->lines.n && has_mark(e, to)) to++;
    *line = (uint32_t)to + 1;
    return drop(s, 5);
  }
  if (starts_with(s, "above")) {
    size_t to = at;
    while (to > 1 && has_mark(e, to - 1)) to--;
    *line = (uint32_t)to;
    return drop(s, 5);
  }
  size_t digits = 1;
  uint32_t n = 0;
  while (digits < s.len && isdigit((unsigned char)s.ptr[digits]))
    n = n * 10 + (uint32_t)(s.ptr[digits++] - '0');
  *line = s.len && s.ptr[0] == '-' ? (uint32_t)at + 1 - n : (uint32_t)at + 1 + n;
  return drop(s, digits < s.len ? digits : s.len);
}

// End of the text that starts behind `{{`: the matching `}}`, the last one of a run.
static size_t text_end(IrStr s) {
  size_t depth = 1;
  for (size_t i = 0; i + 1 < s.len; i++) {
    if (s.ptr[i] == '{' && s.ptr[i + 1] == '{') {
      depth++, i++;
    } else if (s.ptr[i] == '}' && s.ptr[i + 1] == '}') {
      if (depth > 1) {
        depth--, i++;
        continue;
      }
      while (i + 2 < s.len && s.ptr[i + 2] == '}') i++;
      return i;
    }
  }
  return SIZE_MAX;
}

static IrStatus bad_comment(DriverExpected *e, IrLoc loc) {
  e->status = ir_error(e->ctx, loc,
                       "expected-... needs error, warning, remark or note, perhaps a "
                       "place, and {{{{text}}");
  return e->status;
}

// One comment, `s` behind the mark; what is left of the line comes back.
static IrStr parse_comment(DriverExpected *e, IrStr s, size_t line, IrLoc loc) {
  Expectation x = {.severity = IR_HELP, .line = (uint32_t)line + 1, .loc = loc};
  for (int i = IR_ERROR; i <= IR_NOTE; i++)
    if (starts_with(s, severity_names[i])) x.severity = (IrSeverity)i;
  if (x.severity == IR_HELP) return s; // a word that only looks like one
  s = drop(s, strlen(severity_names[x.severity]));
  if (starts_with(s, "-re")) x.regex = true, s = drop(s, 3);
  while (s.len && s.ptr[0] == ' ') s = drop(s, 1);
  if (s.len && s.ptr[0] == '@') s = parse_place(e, drop(s, 1), line, &x.line);
  while (s.len && s.ptr[0] == ' ') s = drop(s, 1);
  size_t end = starts_with(s, "{{") ? text_end(drop(s, 2)) : SIZE_MAX;
  if (end == SIZE_MAX) {
    (void)bad_comment(e, loc);
    return (IrStr){"", 0};
  }
  x.text = (IrStr){s.ptr + 2, end};
  ir_vec_push(&e->expected, x);
  return drop(s, end + 4);
}

static void parse_comments(DriverExpected *e) {
  for (size_t line = 0; line < e->lines.n; line++) {
    IrStr s = e->lines.at[line];
    size_t comment = find(s, "//");
    if (comment == SIZE_MAX) continue;
    s = drop(s, comment);
    for (size_t at; (at = find(s, mark)) != SIZE_MAX;) {
      s = drop(s, at);
      IrLoc loc = e->start;
      if (loc.id) loc.id += (uint32_t)(s.ptr - e->text.ptr);
      s = parse_comment(e, drop(s, strlen(mark)), line, loc);
    }
  }
}

// Text outside {{...}} is taken literally.
static void write_regex(IrStr text, IrStream *out) {
  bool inside = false;
  for (size_t i = 0; i < text.len; i++) {
    bool pair = i + 1 < text.len && text.ptr[i] == text.ptr[i + 1];
    if (pair && text.ptr[i] == (inside ? '}' : '{')) {
      ir_write_char(out, inside ? ')' : '(');
      inside = !inside;
      i++;
      continue;
    }
    if (!inside && strchr("\\^$.[]|()*+?{}", text.ptr[i])) ir_write_char(out, '\\');
    ir_write_char(out, text.ptr[i]);
  }
}

static bool matches_regex(IrStr text, IrStr message) {
  IrStream pattern = {0}, subject = {0};
  write_regex(text, &pattern);
  ir_write(&subject, message.ptr, message.len);
  regex_t regex;
  bool ok = regcomp(&regex, ir_stream_cstr(&pattern), REG_EXTENDED | REG_NOSUB) == 0;
  if (ok) {
    ok = regexec(&regex, ir_stream_cstr(&subject), 0, NULL, 0) == 0;
    regfree(&regex);
  }
  ir_stream_free(&pattern);
  ir_stream_free(&subject);
  return ok;
}

static bool contains(IrStr message, IrStr text) {
  for (size_t i = 0; i + text.len <= message.len; i++)
    if (!memcmp(message.ptr + i, text.ptr, text.len)) return true;
  return false;
}

static bool fits(const Expectation *x, IrSeverity severity, IrStr message, uint32_t line) {
  if (x->met || x->severity != severity || x->line != line) return false;
  return x->regex ? matches_regex(x->text, message) : contains(message, x->text);
}

// Line of a diagnostic in the file at hand, 0 when it is elsewhere.
static uint32_t line_of(const DriverExpected *e, IrLoc loc) {
  IrFileLineCol at = ir_loc_resolve(e->ctx, loc), here = ir_loc_resolve(e->ctx, e->start);
  return at.file.len && ir_str_equal(at.file, here.file) ? at.line : 0;
}

static bool is_expected(DriverExpected *e, IrSeverity severity, IrStr message, uint32_t line) {
  for (size_t i = 0; i < e->expected.n; i++) {
    if (!fits(&e->expected.at[i], severity, message, line)) continue;
    return e->expected.at[i].met = true;
  }
  return false;
}

static bool take_diag(void *user, IrContext *ctx, const IrDiag *diag) {
  DriverExpected *e = user;
  (void)ctx;
  IrStream shown = {0};
  ir_print(&shown, "{}", diag->message);
  if (diag->remark) ir_print(&shown, " [{}]", diag->remark->id);
  IrStr message = ir_stream_str(&shown);
  bool met = is_expected(e, diag->severity, message, line_of(e, diag->loc));
  if (!met && !e->only_expected && diag->severity != IR_NOTE && diag->severity != IR_HELP) {
    const char *text = ir_arena_strdup(&e->arena, message);
    ir_vec_push(&e->surprises, ((Surprise){diag->severity, diag->loc, ir_str(text)}));
  }
  ir_stream_free(&shown);
  return true;
}

DriverExpected *driver_expect(IrContext *ctx, IrStr text, IrLoc start, bool only_expected) {
  DriverExpected *e = ir_calloc(1, sizeof *e);
  e->ctx = ctx, e->text = text, e->start = start, e->only_expected = only_expected;
  split_lines(e);
  parse_comments(e);
  ir_diag_push_handler(ctx, take_diag, e);
  return e;
}

IrStatus driver_expect_end(DriverExpected *e) {
  ir_diag_pop_handler(e->ctx);
  IrStatus status = e->status;
  for (size_t i = 0; i < e->surprises.n; i++) {
    const Surprise *s = &e->surprises.at[i];
    status = ir_error(e->ctx, s->loc, "unexpected {}: {}", severity_names[s->severity], s->message);
  }
  for (size_t i = 0; i < e->expected.n; i++) {
    const Expectation *x = &e->expected.at[i];
    if (x->met) continue;
    status = ir_error(e->ctx, x->loc, "expected {} \"{}\" was not produced",
                      severity_names[x->severity], x->text);
  }
  ir_vec_free(&e->lines);
  ir_vec_free(&e->expected);
  ir_vec_free(&e->surprises);
  ir_arena_destroy(&e->arena);
  ir_free(e);
  return status;
}
