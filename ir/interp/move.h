// Moving elements about: what broadcasts, transpositions, slices and strided copies have in common.
#ifndef IR_INTERP_MOVE_H
#define IR_INTERP_MOVE_H

#include "ir/support/base.h"

enum { IR_MOVE_MAX_RANK = 8 };

// A box of elements, and how far apart they lie in the source and in the target, in elements.  A
// step of 0 in the source repeats an element.
typedef struct IrMove {
  size_t rank;
  int64_t shape[IR_MOVE_MAX_RANK], from[IR_MOVE_MAX_RANK], to[IR_MOVE_MAX_RANK];
} IrMove;

// Elements have 1, 2, 4 or 8 bytes.
IR_API void ir_move_elements(const IrMove *move, const void *from, void *to, uint32_t bytes);
// `n` elements in a row.
IR_API void ir_move_row(const void *from, int64_t from_step, void *to, int64_t to_step, int64_t n,
                        uint32_t bytes);

#endif
