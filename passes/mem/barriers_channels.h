// What mem-barriers knows of channels.  The slots of a channel are not accesses as others are: its
// turns order them.  With mbarriers nothing is missing.  With groups of cp.async a wait is each
// thread's for its own copies, and a release says nothing to others; so there is a barrier
//
//   behind a wait, in front of the first access of the channel's slots;
//   behind a release, in front of the next acquire.
#ifndef PASSES_MEM_BARRIERS_CHANNELS_H
#define PASSES_MEM_BARRIERS_CHANNELS_H

#include "ir/core/op.h"
#include "ir/support/map.h"

// One bit a channel.
typedef struct ChannelSlots {
  IrPtrMap channels; // mem.channel's value -> its number + 1
  IrPtrMap buffers;  // mem.alloc's value -> its set of channels
  uint64_t groups;   // channels of that mechanism
  size_t n;
} ChannelSlots;

void channel_slots_find(ChannelSlots *slots, IrOp *kernel);
void channel_slots_free(ChannelSlots *slots);
// The channels whose copies fill the buffer that is the root of a memory; 0: none.
uint64_t channel_slots_of(const ChannelSlots *slots, const IrValue *root);

// What an op does to channels of groups, or which of them ops in it acquire.
typedef struct ChannelTurns {
  uint64_t acquired, filled, released;
} ChannelTurns;
ChannelTurns channel_turns_of(const ChannelSlots *slots, IrOp *op);

#endif
