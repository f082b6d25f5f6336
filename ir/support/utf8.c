#include "ir/support/utf8.h"

size_t ir_utf8_length(const char *s, const char *end) {
  unsigned char c = (unsigned char)*s;
  size_t n = c < 0x80                ? 1
             : c >= 0xC2 && c < 0xE0 ? 2
             : c >= 0xE0 && c < 0xF0 ? 3
             : c >= 0xF0 && c < 0xF5 ? 4
                                     : 0;
  if (n == 0 || (size_t)(end - s) < n) return 0;
  for (size_t i = 1; i < n; i++) {
    if (((unsigned char)s[i] & 0xC0) != 0x80) return 0;
  }
  return n;
}

size_t ir_visible_length(const char *s, const char *end) {
  unsigned char c = (unsigned char)*s;
  bool control = c == 0x7F || (c < ' ' && c != '\t' && c != '\n');
  return control ? 0 : ir_utf8_length(s, end);
}
