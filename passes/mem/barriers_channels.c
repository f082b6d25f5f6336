// Channels and the buffers that are their slots; see barriers_channels.h.
#include "passes/mem/barriers_channels.h"

#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "passes/mem/copy_pair.h"

enum { MAX_CHANNELS = 64 };

// Channels beyond the limit share the last bit, which only costs barriers.
static uint64_t bit_of(ChannelSlots *slots, const IrValue *channel) {
  uintptr_t number = (uintptr_t)ir_ptrmap_get(&slots->channels, channel);
  if (!number) {
    number = slots->n < MAX_CHANNELS ? ++slots->n : MAX_CHANNELS;
    ir_ptrmap_set(&slots->channels, channel, (void *)number);
  }
  return (uint64_t)1 << (number - 1);
}

typedef struct Find {
  ChannelSlots *slots;
  IrOp *kernel;
} Find;

static IrStatus find(IrOp *op, void *user) {
  Find *f = user;
  if (!IS(op, tile_async_copy) || !GET(op, tile_async_copy, channel)) return IR_OK;
  const IrValue *channel = GET(op, tile_async_copy, channel);
  const IrValue *root = mem_root(f->kernel, GET(op, tile_async_copy, dest));
  uint64_t bit = bit_of(f->slots, channel);
  const IrOp *made = ir_value_op(channel);
  if (IS(made, mem_channel) && mem_mechanism(GET(made, mem_channel, mechanism)) == MEM_GROUPS)
    f->slots->groups |= bit;
  if (!root) return IR_OK;
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&f->slots->buffers, root);
  ir_ptrmap_set(&f->slots->buffers, root, (void *)(known | bit));
  return IR_OK;
}

void channel_slots_find(ChannelSlots *slots, IrOp *kernel) {
  Find f = {slots, kernel};
  IrStatus status = ir_walk_pre(kernel, find, &f);
  IR_ASSERT(status == IR_OK, "a copy is noted");
}

void channel_slots_free(ChannelSlots *slots) {
  ir_ptrmap_free(&slots->channels);
  ir_ptrmap_free(&slots->buffers);
}

uint64_t channel_slots_of(const ChannelSlots *slots, const IrValue *root) {
  return root ? (uintptr_t)ir_ptrmap_get(&slots->buffers, root) : 0;
}

static uint64_t bit_known(const ChannelSlots *slots, const IrValue *channel) {
  uintptr_t number = (uintptr_t)ir_ptrmap_get(&slots->channels, channel);
  return number ? (uint64_t)1 << (number - 1) & slots->groups : 0;
}

// The barrier for an acquire in a branch stands in front of the branch, where it serves what
// follows it as well.
static uint64_t acquired_in(const ChannelSlots *slots, IrOp *op) {
  uint64_t acquired = 0;
  if (IS(op, mem_channel_acquire))
    acquired = bit_known(slots, GET(op, mem_channel_acquire, channel));
  for (size_t i = 0; IS(op, scf_if) && i < ir_op_num_regions(op); i++)
    if (!ir_region_is_empty(ir_op_region(op, i)))
      IR_FOR_OPS(inner, scf_block(op, i)) acquired |= acquired_in(slots, inner);
  return acquired;
}

ChannelTurns channel_turns_of(const ChannelSlots *slots, IrOp *op) {
  ChannelTurns turns = {.acquired = acquired_in(slots, op)};
  if (IS(op, mem_channel_wait)) turns.filled = bit_known(slots, GET(op, mem_channel_wait, channel));
  if (IS(op, mem_channel_release))
    turns.released = bit_known(slots, GET(op, mem_channel_release, channel));
  return turns;
}
