// Channels where whole tiles are worked on in program order: what has been done to a channel, and
// the copies into it that nobody has waited for yet.
//
// A copy into a channel takes effect as late as it may: when its position is waited for.  Until
// then what it fills counts as unwritten, so that reading too early, or a slot that is filled while
// it is still read, is an error and not luck.  What it reads is read when it starts; it is an error
// if that has changed when the copy takes effect.
//
// An op whose turn has not come is an error where there is one role, for nobody else can help it
// on.  Where roles run beside each other (a machine named MEM_ROLES_MACHINE is set) it returns
// ir_interp_retry.
#ifndef DIALECTS_MEM_CHANNEL_MACHINE_H
#define DIALECTS_MEM_CHANNEL_MACHINE_H

#include "dialects/mem/machine.h"
#include "ir/support/vec.h"

#define MEM_ROLES_MACHINE "roles"

// A box of a view, with storage of its own.
typedef struct MemOwnBox {
  MemView view;
  int64_t at[MEM_MAX_RANK], shape[MEM_MAX_RANK];
} MemOwnBox;

// A copy that has started.
typedef struct MemChannelCopy {
  const IrOp *op;
  int64_t position;
  MemOwnBox from, to;
  const void *read;   // what `from` was, row-major, zero outside
  const void *stored; // what `to` becomes
  size_t bytes;       // of each
} MemChannelCopy;

// The run-time value of a !mem.channel is a pointer to one.
typedef struct MemChannel {
  int64_t slots;
  // Positions that are next, which is how many have been.
  int64_t acquired, committed, waited, released;
  IR_VEC(MemChannelCopy) copies; // that have not taken effect; they own what they have read
} MemChannel;

// What the machine of memory keeps for each op mem.channel.
MemChannel *mem_channel_create(void);
void mem_channel_reset(MemChannel *channel, int64_t slots);
void mem_channel_destroy(MemChannel *channel);

// Keeps a copy into `channel` until its position is waited for; `copy` lends the bytes.
IrStep mem_channel_copy_later(IrInterp *interp, IrOp *op, const IrValue *channel,
                              const IrValue *position, const MemChannelCopy *copy);

// What a channel op that has returned ir_interp_retry waits for, to complete "waits for "; false
// for other ops.
bool mem_channel_print_wait(IrInterp *interp, const IrOp *op, IrStream *out);

#endif
