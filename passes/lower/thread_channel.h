// Channels at thread level: rows of mbarriers, or groups of cp.async.
#ifndef PASSES_LOWER_THREAD_CHANNEL_H
#define PASSES_LOWER_THREAD_CHANNEL_H

#include "passes/lower/thread.h"

IrStatus thread_convert_channel(ThreadState *state, IrOp *op); // mem.channel
IrStatus thread_convert_channel_acquire(ThreadState *state, IrOp *op);
IrStatus thread_convert_channel_commit(ThreadState *state, IrOp *op);
IrStatus thread_convert_channel_wait(ThreadState *state, IrOp *op);
IrStatus thread_convert_channel_release(ThreadState *state, IrOp *op);

// Whether TMA makes a tile.async_copy: it is marked `tma`, and its channel has mbarriers.
bool thread_copy_is_tma(const IrOp *copy);
IR_CHECKED IrStatus thread_convert_tma_copy(ThreadState *state, IrOp *copy);

#endif
