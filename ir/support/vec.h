// Growable array of any element type: `IR_VEC(IrOp *) ops = {0}; ir_vec_push(&ops, op);`
#ifndef IR_SUPPORT_VEC_H
#define IR_SUPPORT_VEC_H

#include "ir/support/arena.h"

#define IR_VEC(T) \
  struct { \
    T *at; \
    size_t n, cap; \
  }

// Grows the storage at `*at` to hold `want` elements of `size` bytes.
IR_API void ir_vec_reserve_bytes(void **at, size_t *cap, size_t want, size_t size);

#define ir_vec_reserve(v, want) \
  ir_vec_reserve_bytes((void **)&(v)->at, &(v)->cap, (want), sizeof *(v)->at)

#define ir_vec_push(v, x) \
  do { \
    if ((v)->n == (v)->cap) ir_vec_reserve((v), (v)->n + 1); \
    (v)->at[(v)->n++] = (x); \
  } while (0)

#define ir_vec_pop(v) ((v)->at[--(v)->n])
#define ir_vec_last(v) ((v)->at[(v)->n - 1])
// Elements from `i` on; NULL when nothing was ever pushed, to which C allows no addition.
#define ir_vec_from(v, i) ((v)->at ? (v)->at + (i) : NULL)
#define ir_vec_clear(v) ((void)((v)->n = 0))
#define ir_vec_free(v) (ir_free((v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)

#endif
