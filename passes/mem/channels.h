// What mem-channels finds out of a loop, and what it makes of it.
#ifndef PASSES_MEM_CHANNELS_H
#define PASSES_MEM_CHANNELS_H

#include "dialects/mem/mem.h"
#include "dialects/tile/tile.h"
#include "ir/edit/builder.h"
#include "ir/support/vec.h"
#include "passes/mem/global_writes.h"

// A buffer that copies of a loop's body fill, and the ops of that body in which it is used.
typedef struct ChannelBuffer {
  IrOp *alloc;
  IR_VEC(IrOp *) copies; // in the body's order
  IrOp *first, *last;    // of the uses; `last` has read by then what it reads
  bool tma;              // all copies are
} ChannelBuffer;

// Buffers whose copies are handed over together: numbers [from, to) in the loop's list.
typedef struct ChannelGroup {
  size_t from, to;
} ChannelGroup;

typedef struct ChannelLoop {
  IrOp *op;
  IR_VEC(ChannelBuffer) buffers; // sorted by first use
  IR_VEC(ChannelGroup) groups;
  GlobalWrites writes; // of the loop
  int64_t slots;
} ChannelLoop;

// channels_rewrite.c: puts a channel in for each group.  `kernel` is the tile.kernel; `loops` are
// others whose op a loop around may become another one.
void channels_make(IrOp *kernel, ChannelLoop *loop, IrOp **loops, size_t n);
// channel_pending.c: notes at each wait for a channel of groups how many groups may go on.
void channels_count_groups(IrOp *kernel);
// Whether groups of copies that are committed in `op` are made behind it, where they are also on
// the way around it: an scf.if without results in which nobody waits for a channel.
bool channels_commit_behind(const IrOp *op);
// Whether all loops around `loop` can carry its positions.
bool channels_can_carry(const IrOp *kernel, const IrOp *loop);
// Appends the copies that mem-channels, with its default options, would give a channel that TMA
// fills, as the kernel is now; the loop that tile-persistent puts around them takes none away.
typedef IR_VEC(const IrOp *) ChannelCopies;
void channels_foresee(IrOp *kernel, ChannelCopies *copies);
// Whether the loop's wish for stages leaves room for channels.
bool channels_are_wished(const IrOp *loop);

#endif
