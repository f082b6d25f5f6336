// Interpreter rules of channels; see channel_machine.h.
#include "dialects/mem/channel_machine.h"

#include "dialects/mem/mem.h"
#include "ir/support/arena.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/mem/mem_channel_ops.def"
#include "ir/core/opdef_end.inc"

// ---- The record. ----

MemChannel *mem_channel_create(void) {
  return ir_calloc(1, sizeof(MemChannel));
}

static void drop_copy(MemChannel *channel, size_t i) {
  ir_free((void *)channel->copies.at[i].read);
  ir_free((void *)channel->copies.at[i].stored);
}

void mem_channel_reset(MemChannel *channel, int64_t slots) {
  for (size_t i = 0; i < channel->copies.n; i++) drop_copy(channel, i);
  ir_vec_free(&channel->copies);
  *channel = (MemChannel){.slots = slots};
}

void mem_channel_destroy(MemChannel *channel) {
  mem_channel_reset(channel, 0);
  ir_free(channel);
}

IrStep mem_channel_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  if (!table->channel) return ir_interp_fail(interp, op, "is not executed by threads");
  MemChannel *channel = table->channel(machine, op);
  mem_channel_reset(channel, mem_channel_slots(ir_value_type(ir_op_result(op, 0))));
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &channel, sizeof channel);
  return IR_STEP_NEXT;
}

static MemChannel *channel_of(IrInterp *interp, const IrValue *value) {
  MemChannel *channel;
  memcpy(&channel, ir_interp_get(interp, value)->data, sizeof channel);
  return channel;
}

// ---- Taking turns. ----

// One of the four ops on a channel.
typedef struct Turn {
  MemChannel *channel;
  int64_t position;
} Turn;

// Checks that the position is `next`, the one whose turn it is at this op.
static bool turn_begin(IrInterp *interp, IrOp *op, const int64_t *next, Turn *turn) {
  int64_t position = turn->position;
  if (position == *next) return true;
  IrStep step = ir_interp_fail(interp, op,
                               "takes position {}, but the next one is {}: each once, "
                               "in order",
                               position, *next);
  return step != IR_STEP_FAIL;
}

static bool turn_of(IrInterp *interp, IrOp *op, Turn *turn) {
  turn->channel = channel_of(interp, ir_op_operand(op, 0));
  return ir_interp_uniform(interp, op, ir_interp_operand(interp, op, 1), &turn->position);
}

// The op has to wait for another role, which is too late where there is only one.
static IrStep turn_wait(IrInterp *interp, IrOp *op) {
  void *machine;
  IrStream why = {0};
  if (ir_interp_machine(interp, MEM_ROLES_MACHINE, &machine)) return ir_interp_retry(interp);
  mem_channel_print_wait(interp, op, &why);
  IrStep step = ir_interp_fail(interp, op, "waits forever for {}", ir_stream_str(&why));
  ir_stream_free(&why);
  return step;
}

bool mem_channel_print_wait(IrInterp *interp, const IrOp *op, IrStream *out) {
  bool acquire = IS(op, mem_channel_acquire);
  if (!acquire && !IS(op, mem_channel_wait)) return false;
  const MemChannel *channel = channel_of(interp, ir_op_operand(op, 0));
  int64_t position = ir_cell_int(ir_interp_operand(interp, op, 1), 0);
  if (acquire)
    ir_print(out, "the slot of position {}: position {} is not released", position,
             position - channel->slots);
  else
    ir_print(out, "position {}, which is not committed", position);
  return true;
}

IrStep mem_channel_acquire_interp(IrInterp *interp, IrOp *op) {
  Turn turn;
  if (!turn_of(interp, op, &turn) || !turn_begin(interp, op, &turn.channel->acquired, &turn))
    return IR_STEP_FAIL;
  if (turn.channel->released <= turn.position - turn.channel->slots) return turn_wait(interp, op);
  turn.channel->acquired++;
  return IR_STEP_NEXT;
}

IrStep mem_channel_commit_interp(IrInterp *interp, IrOp *op) {
  Turn turn;
  if (!turn_of(interp, op, &turn) || !turn_begin(interp, op, &turn.channel->committed, &turn))
    return IR_STEP_FAIL;
  if (turn.channel->acquired <= turn.position)
    return ir_interp_fail(interp, op, "commits position {}, which is not acquired", turn.position);
  turn.channel->committed++;
  return IR_STEP_NEXT;
}

IrStep mem_channel_release_interp(IrInterp *interp, IrOp *op) {
  Turn turn;
  if (!turn_of(interp, op, &turn) || !turn_begin(interp, op, &turn.channel->released, &turn))
    return IR_STEP_FAIL;
  if (turn.channel->waited <= turn.position)
    return ir_interp_fail(interp, op, "releases position {}, which nothing waited for",
                          turn.position);
  turn.channel->released++;
  return IR_STEP_NEXT;
}

// ---- Copies. ----

static void *keep(const void *bytes, size_t n) {
  void *own = ir_malloc(n + 1);
  return memcpy(own, bytes, n);
}

IrStep mem_channel_copy_later(IrInterp *interp, IrOp *op, const IrValue *value,
                              const IrValue *position, const MemChannelCopy *copy) {
  void *machine;
  Turn turn = {.channel = channel_of(interp, value)};
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table || !ir_interp_uniform(interp, op, ir_interp_get(interp, position), &turn.position))
    return IR_STEP_FAIL;
  MemChannel *channel = turn.channel;
  if (turn.position < channel->committed || turn.position >= channel->acquired)
    return ir_interp_fail(interp, op, "copies into position {}, which is {}", turn.position,
                          turn.position < channel->committed ? "committed already"
                                                             : "not acquired");
  MemChannelCopy own = *copy;
  if (table->forget(machine, interp, op, &own.to.view, (MemBox){own.to.at, own.to.shape}) ==
      IR_STEP_FAIL)
    return IR_STEP_FAIL;
  own.op = op;
  own.position = turn.position;
  own.read = keep(copy->read, copy->bytes);
  own.stored = keep(copy->stored, copy->bytes);
  ir_vec_push(&channel->copies, own);
  return IR_STEP_NEXT;
}

// Whether what the copy has read is still there.
static IrStep check_source(IrInterp *interp, IrOp *op, const MemMachine *table, void *machine,
                           const MemChannelCopy *copy) {
  static const uint64_t zero = 0;
  void *now = ir_interp_scratch(interp, copy->bytes);
  if (table->read(machine, interp, op, &copy->from.view, (MemBox){copy->from.at, copy->from.shape},
                  &zero, now) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  if (memcmp(now, copy->read, copy->bytes) == 0) return IR_STEP_NEXT;
  return ir_interp_fail(interp, op, "waits for a copy whose source was written meanwhile");
}

// Lets the copies into a position take effect.
static IrStep deliver(IrInterp *interp, IrOp *op, MemChannel *channel, int64_t position) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  size_t left = 0;
  if (!table) return IR_STEP_FAIL;
  for (size_t i = 0; i < channel->copies.n; i++) {
    const MemChannelCopy *copy = &channel->copies.at[i];
    if (copy->position == position) {
      if (check_source(interp, op, table, machine, copy) == IR_STEP_FAIL ||
          table->write(machine, interp, op, &copy->to.view, (MemBox){copy->to.at, copy->to.shape},
                       false, copy->stored) == IR_STEP_FAIL)
        return IR_STEP_FAIL;
      drop_copy(channel, i);
    } else {
      channel->copies.at[left++] = *copy;
    }
  }
  channel->copies.n = left;
  return IR_STEP_NEXT;
}

IrStep mem_channel_wait_interp(IrInterp *interp, IrOp *op) {
  Turn turn;
  if (!turn_of(interp, op, &turn) || !turn_begin(interp, op, &turn.channel->waited, &turn))
    return IR_STEP_FAIL;
  if (turn.channel->committed <= turn.position) return turn_wait(interp, op);
  if (deliver(interp, op, turn.channel, turn.position) == IR_STEP_FAIL) return IR_STEP_FAIL;
  turn.channel->waited++;
  return IR_STEP_NEXT;
}
