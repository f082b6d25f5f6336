#include "ir/support/stable_impl.h"

#include "ir/support/arena.h"

uint32_t ir_stable_push(IrStableArray *array, const void *element, size_t bytes) {
  uint32_t i = atomic_load_explicit(&array->n, memory_order_relaxed);
  IR_ASSERT(i < UINT32_MAX / 2, "too many elements");
  uint32_t from_one = i + (1u << IR_STABLE_FIRST_BITS);
  unsigned top = 31u - (unsigned)__builtin_clz(from_one);
  _Atomic(char *) *segment = &array->segments[top - IR_STABLE_FIRST_BITS];
  if (from_one == 1u << top) // the first of its segment
    atomic_store_explicit(segment, ir_malloc(((size_t)1 << top) * bytes), memory_order_release);
  memcpy(ir_stable_at(array, i, bytes), element, bytes);
  atomic_store_explicit(&array->n, i + 1, memory_order_release);
  return i;
}

void ir_stable_free(IrStableArray *array) {
  for (size_t i = 0; i < IR_STABLE_SEGMENTS; i++)
    ir_free(atomic_load_explicit(&array->segments[i], memory_order_relaxed));
  *array = (IrStableArray){0};
}
