// Integers of any width as words of 64 bits, the least significant first.
//
// An integer of `width` bits takes ir_words_count(width) words.  Bits of the last word above the
// width repeat the sign bit, so that equal integers are equal words; an integer of one bit is 0
// or 1.
#ifndef IR_SUPPORT_WORDS_H
#define IR_SUPPORT_WORDS_H

#include "ir/support/base.h"

// Borrowed words.
typedef struct IrWords {
  const uint64_t *at;
  size_t n;
} IrWords;

static inline size_t ir_words_count(unsigned width) {
  return width <= 64 ? 1 : (width + 63) / 64;
}

// Makes the bits above `width` what the convention above says.
IR_API void ir_words_wrap(uint64_t *words, unsigned width);
// Copies `from`, repeating its sign or cutting it off, to an integer of `width` bits.
IR_API void ir_words_resize(uint64_t *to, unsigned width, IrWords from);
IR_API void ir_words_negate(uint64_t *words, size_t n);
IR_API bool ir_words_is_zero(IrWords words);
// Whether the last word's top bit is set: the sign, but of an integer of one bit.
IR_API bool ir_words_is_negative(IrWords words);
// Bits that the words take as an unsigned number; 0 for zero.
IR_API size_t ir_words_bits(IrWords words);
// words * factor + more; the word that is carried out of them.
IR_API uint64_t ir_words_multiply_add(uint64_t *words, size_t n, uint32_t factor, uint32_t more);
// words / divisor; the remainder.
IR_API uint32_t ir_words_divide(uint64_t *words, size_t n, uint32_t divisor);

// ---- Arithmetic on `n` words (ir/support/words_arith.c); the caller wraps to a width. ----

IR_API void ir_words_add(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n);
IR_API void ir_words_subtract(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n);
// The low `n` words of the product; `to` is neither `a` nor `b`.
IR_API void ir_words_multiply(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t n);
// a / b of unsigned numbers, `b` not zero; neither result is `a` or `b`.  One step for each bit.
IR_API void ir_words_quotient(uint64_t *quotient, uint64_t *remainder, const uint64_t *a,
                              const uint64_t *b, size_t n);
// `amount` is less than 64 * n; `fill` comes in from above.  `to` may be `a`.
IR_API void ir_words_shift_left(uint64_t *to, const uint64_t *a, size_t n, size_t amount);
IR_API void ir_words_shift_right(uint64_t *to, const uint64_t *a, size_t n, size_t amount,
                                 uint64_t fill);
// Less than 0, 0 or more: as unsigned and as signed numbers.
IR_API int ir_words_compare(const uint64_t *a, const uint64_t *b, size_t n);
IR_API int ir_words_compare_signed(const uint64_t *a, const uint64_t *b, size_t n);

// Decimal digits, or hexadecimal ones after `0x`, as an unsigned number; false when it does not fit
// in `n` words or a character is no digit.
IR_API bool ir_words_parse(IrStr digits, uint64_t *words, size_t n);

#endif
