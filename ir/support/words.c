// Integers of any width as words; see words.h.
#include "ir/support/words.h"

void ir_words_wrap(uint64_t *words, unsigned width) {
  if (width <= 1) {
    words[0] &= width;
    return;
  }
  unsigned above = (64 - width % 64) % 64;
  uint64_t *last = &words[ir_words_count(width) - 1];
  *last = (uint64_t)((int64_t)(*last << above) >> above);
}

void ir_words_resize(uint64_t *to, unsigned width, IrWords from) {
  size_t n = ir_words_count(width), copied = n < from.n ? n : from.n;
  uint64_t sign = ir_words_is_negative(from) ? UINT64_MAX : 0;
  memmove(to, from.at, copied * sizeof *to);
  for (size_t i = copied; i < n; i++) to[i] = sign;
  ir_words_wrap(to, width);
}

void ir_words_negate(uint64_t *words, size_t n) {
  bool carry = true;
  for (size_t i = 0; i < n; i++) {
    words[i] = ~words[i] + carry;
    carry = carry && words[i] == 0;
  }
}

bool ir_words_is_zero(IrWords words) {
  for (size_t i = 0; i < words.n; i++)
    if (words.at[i]) return false;
  return true;
}

bool ir_words_is_negative(IrWords words) {
  return words.at[words.n - 1] >> 63;
}

size_t ir_words_bits(IrWords words) {
  size_t n = words.n;
  while (n > 0 && words.at[n - 1] == 0) n--;
  if (n == 0) return 0;
  size_t bits = 64 * (n - 1);
  for (uint64_t top = words.at[n - 1]; top; top >>= 1) bits++;
  return bits;
}

uint64_t ir_words_multiply_add(uint64_t *words, size_t n, uint32_t factor, uint32_t more) {
  uint64_t carry = more;
  for (size_t i = 0; i < n; i++) {
    uint64_t low = (words[i] & UINT32_MAX) * factor + carry;
    uint64_t high = (words[i] >> 32) * factor + (low >> 32);
    words[i] = high << 32 | (low & UINT32_MAX);
    carry = high >> 32;
  }
  return carry;
}

uint32_t ir_words_divide(uint64_t *words, size_t n, uint32_t divisor) {
  uint64_t rest = 0;
  for (size_t i = n; i-- > 0;) {
    uint64_t high = rest << 32 | words[i] >> 32;
    uint64_t low = (high % divisor) << 32 | (words[i] & UINT32_MAX);
    words[i] = (high / divisor) << 32 | low / divisor;
    rest = low % divisor;
  }
  return (uint32_t)rest;
}

static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

bool ir_words_parse(IrStr digits, uint64_t *words, size_t n) {
  bool hex = digits.len > 2 && digits.ptr[0] == '0' && digits.ptr[1] == 'x';
  memset(words, 0, n * sizeof *words);
  for (size_t i = hex ? 2 : 0; i < digits.len; i++) {
    int digit = digit_of(digits.ptr[i]);
    if (digit >= (hex ? 16 : 10)) return false;
    if (ir_words_multiply_add(words, n, hex ? 16 : 10, (uint32_t)digit)) return false;
  }
  return digits.len > 0;
}
