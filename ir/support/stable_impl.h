// An array that only grows and whose elements never move, so that threads may read what has been
// appended without a lock.  Segments double in size; a number says by its highest bit which one
// holds it.
#ifndef IR_SUPPORT_STABLE_IMPL_H
#define IR_SUPPORT_STABLE_IMPL_H

#include <stdatomic.h>

#include "ir/support/base.h"

enum { IR_STABLE_FIRST_BITS = 5, IR_STABLE_SEGMENTS = 32 - IR_STABLE_FIRST_BITS };

// Zero-initialise for an empty array.
typedef struct IrStableArray {
  _Atomic(char *) segments[IR_STABLE_SEGMENTS];
  _Atomic uint32_t n;
} IrStableArray;

static inline uint32_t ir_stable_count(const IrStableArray *array) {
  return atomic_load_explicit(&array->n, memory_order_acquire);
}

// Element `i` of `bytes` bytes, which must have been appended.
static inline void *ir_stable_at(const IrStableArray *array, uint32_t i, size_t bytes) {
  uint32_t from_one = i + (1u << IR_STABLE_FIRST_BITS);
  unsigned top = 31u - (unsigned)__builtin_clz(from_one);
  char *segment =
      atomic_load_explicit(&array->segments[top - IR_STABLE_FIRST_BITS], memory_order_acquire);
  return segment + (size_t)(from_one - (1u << top)) * bytes;
}

// Copies an element to the end; one thread at a time.  Its number.
uint32_t ir_stable_push(IrStableArray *array, const void *element, size_t bytes);
void ir_stable_free(IrStableArray *array);

#endif
