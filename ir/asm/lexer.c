// Text to tokens, one at a time, by a table of character classes.  A token points into the buffer;
// nothing is copied or allocated.  `$NAME` is replaced here by the value bound to the parameter:
// its text is lexed as a token of its own that keeps the place of the `$`.
#include "ir/asm/parser_impl.h"
#include "ir/support/utf8.h"

enum {
  C_BAD,
  C_SPACE,
  C_LETTER, // letter or underscore
  C_DIGIT,
  C_PUNCT, // one-character token
  C_SPECIAL,
};
enum { C_CLASS = 7, C_ID = 8, C_SUFFIX = 16, C_HEX = 32 };

#define LETTER (C_LETTER | C_ID | C_SUFFIX)
#define HEX (LETTER | C_HEX)
#define DIGIT (C_DIGIT | C_ID | C_SUFFIX | C_HEX)
#define PUNCT C_PUNCT
static const uint8_t char_class[256] = {
    ['\0'] = C_SPACE,
    ['\t'] = C_SPACE,
    ['\n'] = C_SPACE,
    ['\r'] = C_SPACE,
    [' '] = C_SPACE,
    ['a'] = HEX,
    ['b'] = HEX,
    ['c'] = HEX,
    ['d'] = HEX,
    ['e'] = HEX,
    ['f'] = HEX,
    ['g'] = LETTER,
    ['h'] = LETTER,
    ['i'] = LETTER,
    ['j'] = LETTER,
    ['k'] = LETTER,
    ['l'] = LETTER,
    ['m'] = LETTER,
    ['n'] = LETTER,
    ['o'] = LETTER,
    ['p'] = LETTER,
    ['q'] = LETTER,
    ['r'] = LETTER,
    ['s'] = LETTER,
    ['t'] = LETTER,
    ['u'] = LETTER,
    ['v'] = LETTER,
    ['w'] = LETTER,
    ['x'] = LETTER,
    ['y'] = LETTER,
    ['z'] = LETTER,
    ['A'] = HEX,
    ['B'] = HEX,
    ['C'] = HEX,
    ['D'] = HEX,
    ['E'] = HEX,
    ['F'] = HEX,
    ['G'] = LETTER,
    ['H'] = LETTER,
    ['I'] = LETTER,
    ['J'] = LETTER,
    ['K'] = LETTER,
    ['L'] = LETTER,
    ['M'] = LETTER,
    ['N'] = LETTER,
    ['O'] = LETTER,
    ['P'] = LETTER,
    ['Q'] = LETTER,
    ['R'] = LETTER,
    ['S'] = LETTER,
    ['T'] = LETTER,
    ['U'] = LETTER,
    ['V'] = LETTER,
    ['W'] = LETTER,
    ['X'] = LETTER,
    ['Y'] = LETTER,
    ['Z'] = LETTER,
    ['_'] = LETTER,
    ['0'] = DIGIT,
    ['1'] = DIGIT,
    ['2'] = DIGIT,
    ['3'] = DIGIT,
    ['4'] = DIGIT,
    ['5'] = DIGIT,
    ['6'] = DIGIT,
    ['7'] = DIGIT,
    ['8'] = DIGIT,
    ['9'] = DIGIT,
    [','] = PUNCT,
    ['='] = PUNCT,
    ['('] = PUNCT,
    [')'] = PUNCT,
    ['['] = PUNCT,
    [']'] = PUNCT,
    ['{'] = PUNCT,
    ['}'] = PUNCT,
    ['<'] = PUNCT,
    ['>'] = PUNCT,
    ['?'] = PUNCT,
    ['*'] = PUNCT,
    ['+'] = PUNCT,
    ['|'] = PUNCT,
    ['&'] = PUNCT,
    [';'] = PUNCT,
    ['~'] = PUNCT,
    ['`'] = PUNCT,
    ['\''] = PUNCT,
    ['\\'] = PUNCT,
    ['.'] = C_SPECIAL | C_ID | C_SUFFIX,
    ['-'] = C_SPECIAL | C_SUFFIX,
    ['$'] = C_SPECIAL | C_SUFFIX,
    [':'] = C_SPECIAL,
    ['/'] = C_SPECIAL,
    ['"'] = C_SPECIAL,
    ['@'] = C_SPECIAL,
    ['#'] = C_SPECIAL,
    ['!'] = C_SPECIAL,
    ['%'] = C_SPECIAL,
    ['^'] = C_SPECIAL,
};
#undef LETTER
#undef HEX
#undef DIGIT
#undef PUNCT

static inline unsigned class_of(char c) {
  return char_class[(unsigned char)c];
}
static inline bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
static inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static void set_token(IrParser *p, int kind, const char *from, const char *to) {
  p->tok = (IrToken){
      .kind = kind, .len = (uint32_t)(to - from), .ptr = from, .at = (uint32_t)(from - p->begin)};
  p->cur = to;
}

#define LEX_ERROR(p, at, ...) \
  do { \
    (p)->muted = !ir_may_report((p), ir_loc_at((p), (at))); \
    if (!(p)->muted) (void)ir_error((p)->ctx, ir_loc_at((p), (at)), __VA_ARGS__); \
    (p)->failed = true; \
  } while (0)

// A byte that no text has: the file is not text, and one message is enough.
static void not_text(IrParser *p, const char *at) {
  static const char digits[] = "0123456789ABCDEF";
  unsigned char c = (unsigned char)*at;
  char hex[] = {'0', 'x', digits[c >> 4], digits[c & 15], 0};
  LEX_ERROR(p, at, "byte {} is not text: this is not an IR file", hex);
  IR_PARSE_HELP(p, "IR is UTF-8 text; in a string '\\{}' stands for this byte",
                ((IrStr){hex + 2, 2}));
  p->fatal = true;
  p->tok = (IrToken){.kind = IR_TOK_ERROR, .ptr = at, .at = (uint32_t)(at - p->begin)};
  p->cur = p->end;
}

static void bad_character(IrParser *p, const char *s) {
  size_t n = ir_utf8_length(s, p->end);
  if (n == 0 || (unsigned char)*s < ' ' || *s == 127) {
    not_text(p, s);
    return;
  }
  LEX_ERROR(p, s, "unexpected character '{}'", ((IrStr){s, n}));
  if (n == 3 && !memcmp(s, "\xEF\xBB\xBF", 3))
    IR_PARSE_HELP(p, "save the file without a byte order mark");
  set_token(p, IR_TOK_ERROR, s, s + n);
}

// Skips a comment; NULL after an error.
static const char *skip_comment(IrParser *p, const char *s) {
  while (s < p->end && *s != '\n') {
    size_t n = *s ? ir_utf8_length(s, p->end) : 0;
    if (n == 0) {
      not_text(p, s);
      return NULL;
    }
    s += n;
  }
  return s;
}

static const char *skip_id(const char *s, const char *end) {
  for (;; s++) {
    while (s < end && (class_of(*s) & C_ID)) s++;
    // `$NAME` glued to an identifier is a parameter, as in `x$BN`.
    if (s == end || *s != '$' || (end - s > 1 && is_upper(s[1]))) return s;
  }
}

static void lex_number(IrParser *p, const char *s) {
  const char *from = s, *end = p->end;
  if (*s == '0' && end - s > 2 && s[1] == 'x' && (class_of(s[2]) & C_HEX)) {
    s += 2;
    while (s < end && (class_of(*s) & C_HEX)) s++;
    set_token(p, IR_TOK_INT, from, s);
    return;
  }
  while (s < end && is_digit(*s)) s++;
  if (s == end || *s != '.' || (end - s > 1 && s[1] == '.')) {
    set_token(p, IR_TOK_INT, from, s);
    return;
  }
  s++;
  while (s < end && is_digit(*s)) s++;
  if (s < end && (*s == 'e' || *s == 'E')) {
    const char *e = s + 1;
    if (e < end && (*e == '+' || *e == '-')) e++;
    if (e < end && is_digit(*e)) {
      while (e < end && is_digit(*e)) e++;
      s = e;
    }
  }
  set_token(p, IR_TOK_FLOAT, from, s);
}

// The end of a string whose opening quote is at `s`, or NULL after an error.
static const char *string_end(IrParser *p, const char *s) {
  const char *from = s++;
  while (s < p->end && *s != '"' && *s != '\n') {
    if (*s == '\\' && p->end - s > 1 && s[1] != '\n') s++;
    size_t n = *s ? ir_utf8_length(s, p->end) : 0;
    if (n == 0) {
      not_text(p, s);
      return NULL;
    }
    s += n;
  }
  if (s < p->end && *s == '"') return s + 1;
  LEX_ERROR(p, from, "string is not closed on its line");
  IR_PARSE_HELP(p, "'\"' closes it; '\\n' in it is a line break");
  set_token(p, IR_TOK_ERROR, from, s);
  return NULL;
}

static void lex_string(IrParser *p, const char *s) {
  const char *to = string_end(p, s);
  if (to) set_token(p, IR_TOK_STRING, s, to);
}

// `%name`, `#name`, `!name`, `^name`: digits, or an identifier that may hold `-`, `.` and `$`.
static void lex_marked(IrParser *p, const char *s, int kind) {
  const char *from = s++, *end = p->end;
  if (s < end && is_digit(*s)) {
    while (s < end && is_digit(*s)) s++;
  } else if (s < end && (class_of(*s) & C_SUFFIX)) {
    while (s < end && (class_of(*s) & C_SUFFIX)) s++;
    if (s < end && *s == '>' && s[-1] == '-') s--; // an arrow
  }
  if (s == from + 1) kind = (unsigned char)*from; // the mark alone
  set_token(p, kind, from, s);
}

static void lex_symbol(IrParser *p, const char *s) {
  const char *name = s + 1;
  if (name < p->end && *name == '"') {
    const char *to = string_end(p, name);
    if (to) set_token(p, IR_TOK_AT, s, to);
    return;
  }
  const char *to = name;
  if (to < p->end && (class_of(*to) & C_CLASS) == C_LETTER) {
    while (to < p->end && ((class_of(*to) & C_ID) || *to == '$')) to++;
  }
  if (to > name) {
    set_token(p, IR_TOK_AT, s, to);
    return;
  }
  LEX_ERROR(p, s, "expected a name or a string after '@'");
  set_token(p, IR_TOK_ERROR, s, name);
}

static const char *next_param(void *user) {
  IrParser *p = ((void **)user)[0];
  size_t *i = ((void **)user)[1];
  if (*i >= p->bound.n) return NULL;
  IrStr name = p->bound.at[(*i)++].name;
  return ir_arena_strdup(&p->scratch, name);
}

static void unknown_param(IrParser *p, const char *at, IrStr name) {
  LEX_ERROR(p, at, "unknown parameter '${}'", name);
  if (p->quiet) return;
  size_t i = 0;
  const char *near = ir_nearest(name, next_param, (void *[]){p, &i});
  if (near) ir_help(p->ctx, "did you mean '${}'?", near);
  IrStream known = {0};
  for (size_t k = 0; k < p->bound.n; k++) {
    ir_write_cstr(&known, k ? ", $" : "$");
    ir_write(&known, p->bound.at[k].name.ptr, p->bound.at[k].name.len);
  }
  if (p->bound.n) {
    ir_help(p->ctx, "parameters of this file: {}", ir_stream_str(&known));
  } else {
    ir_help(p->ctx, "declare it at the head of the file");
  }
  ir_stream_free(&known);
}

// `$NAME`: the token is what the parameter's text says.
static void lex_param(IrParser *p, const char *s) {
  const char *to = s + 1;
  if (to < p->end && is_upper(*to)) {
    while (to < p->end && (is_upper(*to) || is_digit(*to) || *to == '_')) to++;
  }
  if (to == s + 1) {
    set_token(p, '$', s, to);
    return;
  }
  IrStr name = {s + 1, (size_t)(to - s - 1)};
  IrParam *param = ir_params_find(&p->bound, name);
  set_token(p, IR_TOK_ERROR, s, to);
  if (!param || param->text.len == 0) {
    unknown_param(p, s, name);
    return;
  }
  param->used = true;
  char first = param->text.ptr[0];
  bool number = is_digit(first) || first == '-';
  bool real = number && memchr(param->text.ptr, '.', param->text.len) != NULL;
  p->tok.kind = real ? IR_TOK_FLOAT : number ? IR_TOK_INT : IR_TOK_ID;
  p->tok.ptr = param->text.ptr;
  p->tok.len = (uint32_t)param->text.len;
}

static void lex_special(IrParser *p, const char *s) {
  char next = p->end - s > 1 ? s[1] : '\0';
  switch (*s) {
  case '-':
    if (next == '>') {
      set_token(p, IR_TOK_ARROW, s, s + 2);
      return;
    }
    break;
  case ':':
    if (next == ':') {
      set_token(p, IR_TOK_COLONCOLON, s, s + 2);
      return;
    }
    break;
  case '.':
    if (next == '.') {
      bool three = p->end - s > 2 && s[2] == '.';
      set_token(p, three ? IR_TOK_ELLIPSIS : IR_TOK_DOTDOT, s, s + 2 + three);
      return;
    }
    break;
  case '"':
    lex_string(p, s);
    return;
  case '@':
    lex_symbol(p, s);
    return;
  case '#':
    lex_marked(p, s, IR_TOK_HASH);
    return;
  case '!':
    lex_marked(p, s, IR_TOK_BANG);
    return;
  case '%':
    lex_marked(p, s, IR_TOK_PERCENT);
    return;
  case '^':
    lex_marked(p, s, IR_TOK_CARET);
    return;
  case '$':
    lex_param(p, s);
    return;
  default:
    break;
  }
  set_token(p, (unsigned char)*s, s, s + 1);
}

static void lex(IrParser *p, const char *s) {
  for (;;) {
    while (s < p->end && class_of(*s) == C_SPACE) s++;
    if (s == p->end) {
      set_token(p, IR_TOK_EOF, s, s);
      return;
    }
    if (*s != '/' || p->end - s < 2 || s[1] != '/') break;
    s = skip_comment(p, s);
    if (!s) return;
  }
  switch (class_of(*s) & C_CLASS) {
  case C_LETTER:
    set_token(p, IR_TOK_ID, s, skip_id(s, p->end));
    break;
  case C_DIGIT:
    lex_number(p, s);
    break;
  case C_PUNCT:
    set_token(p, (unsigned char)*s, s, s + 1);
    break;
  case C_SPECIAL:
    lex_special(p, s);
    break;
  default:
    bad_character(p, s);
    break;
  }
}

void ir_advance(IrParser *p) {
  p->last_end = p->cur;
  lex(p, p->cur);
}

void ir_lex_from(IrParser *p, const char *at) {
  p->last_end = at;
  lex(p, at);
}

void ir_parser_init(IrParser *p, IrContext *ctx, IrLoc start, IrStr text) {
  *p = (IrParser){.ctx = ctx, .begin = text.ptr, .end = text.ptr + text.len, .base = start.id};
  p->cur = p->last_end = text.ptr;
  p->builder.ctx = ctx;
  // Lists are taken from these from some position on, which needs storage even for empty ones.
  ir_vec_reserve(&p->type_stack, 16);
  ir_vec_reserve(&p->attr_stack, 16);
  ir_vec_reserve(&p->entry_stack, 16);
  ir_advance(p);
}

IrStatus ir_unescape(IrParser *p, IrStr quoted, IrStr *text) {
  const char *s = quoted.ptr + 1, *end = quoted.ptr + quoted.len - 1;
  *text = (IrStr){s, (size_t)(end - s)};
  if (!memchr(s, '\\', text->len)) return IR_OK;
  char *out = ir_arena_alloc(ir_context_arena(p->ctx), text->len, 1), *to = out;
  while (s < end) {
    if (*s != '\\') {
      *to++ = *s++;
      continue;
    }
    char c = s[1];
    int high = ir_hex_digit(c), low = end - s > 2 ? ir_hex_digit(s[2]) : -1;
    if (c == 'n' || c == 't' || c == '"' || c == '\\') {
      *to++ = c == 'n' ? '\n' : c == 't' ? '\t' : c;
      s += 2;
    } else if (high >= 0 && low >= 0) {
      *to++ = (char)(high * 16 + low);
      s += 3;
    } else {
      return ir_parser_error(p, ir_loc_at(p, s), "unknown escape in a string");
    }
  }
  *text = (IrStr){out, (size_t)(to - out)};
  return IR_OK;
}

IrStatus ir_symbol_of_token(IrParser *p, IrStr *name) {
  *name = (IrStr){p->tok.ptr + 1, p->tok.len - 1};
  if (name->ptr[0] == '"') IR_TRY(ir_unescape(p, *name, name));
  if (name->len == 0) return ir_parser_error(p, ir_parser_loc(p), "a symbol's name is empty");
  return IR_OK;
}

bool ir_integer_value(IrStr text, bool *negative, uint64_t *magnitude) {
  size_t i = 0;
  *negative = text.len && text.ptr[0] == '-';
  if (*negative) i = 1;
  uint64_t value = 0, base = 10;
  if (text.len - i > 2 && text.ptr[i] == '0' && text.ptr[i + 1] == 'x') {
    base = 16;
    i += 2;
  }
  for (; i < text.len; i++) {
    int digit = ir_hex_digit(text.ptr[i]);
    if (digit < 0 || (uint64_t)digit >= base) return false;
    if (value > (UINT64_MAX - (uint64_t)digit) / base) return false;
    value = value * base + (uint64_t)digit;
  }
  *magnitude = value;
  return true;
}

// Brackets are matched on a stack of characters, so nesting costs no recursion.
IrStatus ir_skip_balanced(IrParser *p, const char **end_of_text) {
  char open[IR_MAX_NESTING];
  size_t depth = 0;
  const char *s = p->tok.ptr, *from = s;
  for (; s < p->end; s++) {
    char c = *s, close = c == '<' ? '>' : c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : 0;
    if (close) {
      if (depth == IR_MAX_NESTING) {
        (void)ir_parser_error(p, ir_loc_at(p, s), "brackets nested more than {} deep", depth);
        IR_PARSE_HELP(p, "nothing real is nested so deeply");
        p->fatal = true;
        return IR_FAILED;
      }
      open[depth++] = close;
    } else if (c == '-' && p->end - s > 1 && s[1] == '>') {
      s++;
    } else if (c == '"') {
      const char *to = string_end(p, s);
      if (!to) return IR_FAILED;
      s = to - 1;
    } else if (c == '\0') {
      not_text(p, s);
      return IR_FAILED;
    } else if (c == '>' || c == ')' || c == ']' || c == '}') {
      if (open[depth - 1] != c) {
        return ir_parser_error(p, ir_loc_at(p, s), "expected '{}' here to close a bracket",
                               open[depth - 1]);
      }
      if (--depth == 0) {
        *end_of_text = s + 1;
        ir_lex_from(p, s + 1);
        return IR_OK;
      }
    }
  }
  return ir_parser_error(p, ir_loc_at(p, from), "bracket is never closed");
}
