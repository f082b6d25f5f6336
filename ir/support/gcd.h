// The greatest common divisor.
#ifndef IR_SUPPORT_GCD_H
#define IR_SUPPORT_GCD_H

#include <stdint.h>

// Of two numbers that are not negative; the other one where one is 0.
static inline int64_t ir_gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

#endif
