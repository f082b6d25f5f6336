// How values of options are written: words, quotes, lists.
//
//   word      up to a blank, or in a list a comma, outside quotes and brackets
//   "..."     anything; \" and \\ stand for a quote and a backslash
//   '...'     anything but '
//   {...}     a list; around one value, as MLIR prints it, quotes as well
//
// What is printed reads back as the same value.
#include "ir/pass/pass_impl.h"

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

IrStr ir_option_trim(IrStr s) {
  while (s.len && is_blank(s.ptr[0])) s = (IrStr){s.ptr + 1, s.len - 1};
  while (s.len && is_blank(s.ptr[s.len - 1])) s.len--;
  return s;
}

size_t ir_option_quote_length(IrStr s) {
  for (size_t i = 1; i < s.len; i++) {
    if (s.ptr[0] == '"' && s.ptr[i] == '\\' && i + 1 < s.len)
      i++;
    else if (s.ptr[i] == s.ptr[0])
      return i + 1;
  }
  return s.len;
}

// Up to a blank, or a comma when `list`, outside quotes and brackets.
static size_t length(IrStr s, bool list) {
  size_t depth = 0;
  for (size_t i = 0; i < s.len; i++) {
    char c = s.ptr[i];
    if (c == '"' || c == '\'')
      i += ir_option_quote_length((IrStr){s.ptr + i, s.len - i}) - 1;
    else if (strchr("{[(<", c))
      depth++;
    else if (strchr("}])>", c) && depth)
      depth--;
    else if (depth == 0 && (list ? c == ',' : is_blank(c)))
      return i;
  }
  return s.len;
}

size_t ir_option_value_length(IrStr s) {
  return length(s, false);
}

bool ir_option_next_element(IrStr *rest, IrStr *element) {
  if (!rest->len) return false;
  size_t n = length(*rest, true);
  *element = ir_option_trim((IrStr){rest->ptr, n});
  bool comma = n < rest->len;
  *rest = (IrStr){rest->ptr + n + comma, rest->len - n - comma};
  return true;
}

// Whether the first character opens what the last one closes.
static bool is_enclosed(IrStr s, char open, char close) {
  if (s.len < 2 || s.ptr[0] != open || s.ptr[s.len - 1] != close) return false;
  size_t depth = 0;
  for (size_t i = 0; i < s.len; i++) {
    char c = s.ptr[i];
    if (c == '"' || c == '\'')
      i += ir_option_quote_length((IrStr){s.ptr + i, s.len - i}) - 1;
    else if (c == open)
      depth++;
    else if (c == close && --depth == 0)
      return i + 1 == s.len;
  }
  return false;
}

IrStr ir_option_list_content(IrStr s) {
  bool enclosed = is_enclosed(s, '{', '}') || is_enclosed(s, '[', ']');
  return enclosed ? ir_option_trim((IrStr){s.ptr + 1, s.len - 2}) : s;
}

const char *ir_option_unquote(IrArena *arena, IrStr s) {
  bool quoted = s.len >= 2 && (s.ptr[0] == '"' || s.ptr[0] == '\'') &&
                ir_option_quote_length(s) == s.len && s.ptr[s.len - 1] == s.ptr[0];
  if (!quoted && is_enclosed(s, '{', '}'))
    return ir_arena_strdup(arena, (IrStr){s.ptr + 1, s.len - 2});
  if (!quoted) return ir_arena_strdup(arena, s);
  IrStr inner = {s.ptr + 1, s.len - 2};
  if (s.ptr[0] == '\'') return ir_arena_strdup(arena, inner);
  char *text = ir_arena_alloc(arena, inner.len + 1, 1);
  size_t n = 0;
  for (size_t i = 0; i < inner.len; i++) {
    bool escape = inner.ptr[i] == '\\' && i + 1 < inner.len &&
                  (inner.ptr[i + 1] == '"' || inner.ptr[i + 1] == '\\');
    if (escape) i++;
    text[n++] = inner.ptr[i];
  }
  text[n] = 0;
  return text;
}

// A word that reads the same in any place.
static bool is_plain(const char *text) {
  for (const char *c = text; *c; c++) {
    bool ok = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    if (!ok && !strchr("_-.+*/:@%$!?|~^&", *c)) return false;
  }
  return *text != 0;
}

// A string alone, not in a list, may hold what separates elements.
static bool is_plain_list(const char *text) {
  for (const char *c = text; *c; c++) {
    char one[2] = {*c, 0};
    if (*c != ',' && *c != '=' && !is_plain(one)) return false;
  }
  return *text != 0;
}

void ir_option_write(const char *text, bool in_list, IrStream *out) {
  if (in_list ? is_plain(text) : is_plain_list(text)) {
    ir_write_cstr(out, text);
    return;
  }
  bool escapes = strpbrk(text, "\"\\") != NULL;
  if (escapes && !strchr(text, '\'')) {
    ir_print(out, "'{}'", text);
    return;
  }
  ir_write_char(out, '"');
  for (const char *c = text; *c; c++) {
    if (*c == '"' || *c == '\\') ir_write_char(out, '\\');
    ir_write_char(out, *c);
  }
  ir_write_char(out, '"');
}
