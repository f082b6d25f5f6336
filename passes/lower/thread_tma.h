// Copies by TMA: tensor maps of arguments, and the boxes that fill a buffer.
#ifndef PASSES_LOWER_THREAD_TMA_H
#define PASSES_LOWER_THREAD_TMA_H

#include "passes/lower/thread.h"

// How TMA sees `memref`, a tile-level argument, as boxes of type `map`: in the entry block, one for
// all that ask for the same.
IrValue *thread_tensor_map(ThreadState *state, const IrValue *memref, IrType map);
// An index as TMA takes it, an i32: what is far outside every tensor stays outside.
IrValue *thread_tma_coordinate(ThreadState *state, const IrValue *index);

// Goes on in a branch of the one thread that thread_is_elected names: the one before, where nothing
// with an effect stands in between.  What it returns, thread_leave_elected takes to go on behind.
IrBuilder thread_enter_elected(ThreadState *state);
void thread_leave_elected(ThreadState *state, IrBuilder outer);

// Bytes that a tile.async_copy with `tma` brings: what the mbarrier of its position is told of.
int64_t thread_tma_bytes(const IrOp *copy);
// Starts all boxes of such a copy, by one thread of those that come there, for an mbarrier:
// `barriers` is a row of them, `index` an i32.
IR_CHECKED IrStatus thread_tma_load(ThreadState *state, IrOp *copy, IrValue *barriers,
                                    IrValue *index);

#endif
