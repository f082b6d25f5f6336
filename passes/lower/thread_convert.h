// Conversions of layouts at thread level, shared by their files.
#ifndef PASSES_LOWER_THREAD_CONVERT_H
#define PASSES_LOWER_THREAD_CONVERT_H

#include "dialects/tile/layout_convert.h"
#include "passes/lower/thread.h"

// ---- thread_convert_moves.c: registers and shuffles.  The result's vector from the source's, of
// one copy of the linear part.
IrValue *thread_convert_moves(ThreadState *state, const TileConvertMoves *plan, IrValue *vector,
                              size_t num_results);
// ---- thread_convert_shared.c: through a scratch buffer.  Vectors of all copies that the plan has.
IrValue *thread_convert_exchange(ThreadState *state, const TileConvertPlan *plan, IrValue *vector,
                                 const TileLayout *src, const TileLayout *dst);

// New vector of 2^bits elements, number i being element XOR of `from` of i's set bits.
IrValue *thread_gather(ThreadState *state, IrValue *vector, const uint32_t *from, unsigned bits);
// Elements of a vector.
size_t thread_length(const IrValue *vector);

#endif
