// Arithmetic on words; see words.h.
#include "ir/support/words.h"

void ir_words_add(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n) {
  uint64_t carry = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t sum = a[i] + b[i], all = sum + carry;
    carry = (sum < a[i]) | (all < sum);
    to[i] = all;
  }
}

void ir_words_subtract(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n) {
  uint64_t borrow = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t difference = a[i] - b[i], all = difference - borrow;
    borrow = (a[i] < b[i]) | (difference < borrow);
    to[i] = all;
  }
}

// to += a * b from word `at` on, what is above the last word lost.
static void add_product(uint64_t *to, size_t n, size_t at, uint64_t a, uint64_t b) {
  uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  uint64_t low = al * bl, middle = ah * bl + (low >> 32), cross = al * bh + (uint32_t)middle;
  uint64_t parts[2] = {cross << 32 | (uint32_t)low, ah * bh + (middle >> 32) + (cross >> 32)};
  uint64_t carry = 0;
  for (size_t i = 0; at < n && (i < 2 || carry); i++, at++) {
    uint64_t part = i < 2 ? parts[i] : 0, sum = to[at] + part, all = sum + carry;
    carry = (sum < part) | (all < sum);
    to[at] = all;
  }
}

void ir_words_multiply(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n) {
  memset(to, 0, n * sizeof *to);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; a[i] && i + k < n; k++) add_product(to, n, i + k, a[i], b[k]);
}

int ir_words_compare(const uint64_t *a, const uint64_t *b, size_t n) {
  for (size_t i = n; i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

int ir_words_compare_signed(const uint64_t *a, const uint64_t *b, size_t n) {
  bool negative_a = a[n - 1] >> 63, negative_b = b[n - 1] >> 63;
  if (negative_a != negative_b) return negative_a ? -1 : 1;
  return ir_words_compare(a, b, n);
}

void ir_words_shift_left(uint64_t *to, const uint64_t *a, size_t n, size_t amount) {
  size_t words = amount / 64, bits = amount % 64;
  for (size_t i = n; i-- > 0;) {
    uint64_t high = i >= words ? a[i - words] : 0, low = i > words ? a[i - words - 1] : 0;
    to[i] = bits ? high << bits | low >> (64 - bits) : high;
  }
}

void ir_words_shift_right(uint64_t *to, const uint64_t *a, size_t n, size_t amount, uint64_t fill) {
  size_t words = amount / 64, bits = amount % 64;
  for (size_t i = 0; i < n; i++) {
    uint64_t low = i + words < n ? a[i + words] : fill;
    uint64_t high = i + words + 1 < n ? a[i + words + 1] : fill;
    to[i] = bits ? low >> bits | high << (64 - bits) : low;
  }
}

// Long division, bit by bit.  The remainder stays below b; when shifting it loses its top bit, it
// was above b all the more.
void ir_words_quotient(uint64_t *quotient, uint64_t *remainder, const uint64_t *a,
                       const uint64_t *b, size_t n) {
  memset(quotient, 0, n * sizeof *quotient);
  memset(remainder, 0, n * sizeof *remainder);
  for (size_t bit = ir_words_bits((IrWords){a, n}); bit-- > 0;) {
    bool lost = remainder[n - 1] >> 63;
    ir_words_shift_left(remainder, remainder, n, 1);
    remainder[0] |= a[bit / 64] >> (bit % 64) & 1;
    if (!lost && ir_words_compare(remainder, b, n) < 0) continue;
    ir_words_subtract(remainder, remainder, b, n);
    quotient[bit / 64] |= UINT64_C(1) << (bit % 64);
  }
}
