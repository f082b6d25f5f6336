// Runs what channels ask of a kernel; see protocol.h for why one order stands for all.
#include "passes/mem/protocol.h"

enum { KEPT_EVENTS = 48 };

// Queues of a role; behind those of all roles of all blocks there is one for each block's channels.
// The last one is the role's events, of which the clock says which must have come before.
enum { PLAIN, PRODUCTS, COPIES, STORES, EVENTS, QUEUES };

// An access that others may still meet.
typedef struct Access {
  int32_t queue, role, step;
  int64_t index; // in its queue
  int64_t event; // of its role
  bool writes;
  bool multicast;   // part of what all blocks copy
  int32_t channel;  // of a copy into one
  int64_t position; // there, else -1
  int64_t from[PROTOCOL_RANK], end[PROTOCOL_RANK];
} Access;

typedef IR_VEC(Access) AccessList;

typedef struct RoleState {
  int32_t block;
  int64_t *registers; // of the block
  int32_t at;         // the step to come
  bool runs, ended;
  int32_t first_child, end_child; // of a fork that it waits for
  int64_t *clock;                 // how many accesses of each queue are over, as far as it knows
  int64_t issued[QUEUES];
} RoleState;

// A block's channel.  Positions begin at 0 and each is acquired, committed, waited for and released
// in turn.
typedef struct ChannelState {
  int32_t producer; // -1: nobody yet
  int64_t acquired, committed;
  int64_t last_copied;        // position
  uint64_t copying, *copied;  // what was copied into all blocks: since the last commit, by slot
  uint64_t consumers;         // a bit each role of the block
  int64_t *waited, *released; // for each of them
  int64_t **filled, **freed;  // for each slot: what its last commit and releases knew
} ChannelState;

typedef struct Run {
  const ProtocolKernel *kernel;
  const ProtocolInput *input;
  IrArena *scratch;
  int32_t num_blocks, num_roles, num_channels, num_buffers; // the latter three of each block
  int32_t num_queues;
  RoleState *roles;
  ChannelState *channels;
  AccessList *accesses;
  ProtocolEvent *events;
  size_t num_events;
  int64_t steps;
  int64_t other_event;        // number of the one that the fault conflicts with
  ProtocolFault fault, later; // the first one, and room for what follows from it
} Run;

void protocol_kernel_free(ProtocolKernel *kernel) {
  ir_vec_free(&kernel->steps);
  ir_vec_free(&kernel->boxes);
  ir_vec_free(&kernel->sources);
  ir_vec_free(&kernel->buffers);
  ir_vec_free(&kernel->channels);
  ir_vec_free(&kernel->roles);
}

// ---- Faults and the story

static const ProtocolStep *step_at(const Run *run, int32_t at) {
  return &run->kernel->steps.at[at];
}

static int64_t position_of(const Run *run, int32_t role, const ProtocolStep *step) {
  return step->channel == PROTOCOL_NO_CHANNEL ? -1 : run->roles[role].registers[step->a];
}

static int32_t block_of(const Run *run, int32_t role) {
  return run->roles[role].block;
}

static ChannelState *channel_in(const Run *run, int32_t block, int32_t channel) {
  return &run->channels[block * run->num_channels + channel];
}

// The blocks that take turns at the channel with that one, itself among them: `first` and those
// before `end`.
typedef struct Blocks {
  int32_t first, end;
} Blocks;

static Blocks blocks_at(const Run *run, int32_t block, int32_t channel) {
  if (run->kernel->channels.at[channel].multicast) return (Blocks){0, run->num_blocks};
  return (Blocks){block, block + 1};
}

static bool touches_memory(const ProtocolStep *step) {
  return step->kind >= PROTOCOL_READ && step->kind <= PROTOCOL_STORE;
}

static ProtocolEvent event_of(const Run *run, int32_t role, int32_t at) {
  const ProtocolStep *step = step_at(run, at);
  const RoleState *state = &run->roles[role];
  ProtocolEvent event = {role, at, position_of(run, role, step), -1, state->issued[EVENTS]};
  if (touches_memory(step) && step->num_boxes) {
    const ProtocolBox *box = &run->kernel->boxes.at[step->first_box];
    event.slot = box->from[0] < 0 ? 0 : state->registers[box->from[0]];
  }
  return event;
}

static void keep_event(Run *run, int32_t role, int32_t at) {
  run->events[run->num_events++ % KEPT_EVENTS] = event_of(run, role, at);
  run->roles[role].clock[role * QUEUES + EVENTS] = ++run->roles[role].issued[EVENTS];
}

// Ends the run.  The first fault stays.
static ProtocolFault *fail(Run *run, ProtocolFaultKind kind, int32_t role, int32_t at) {
  if (run->fault.kind != PROTOCOL_FINE) return &run->later;
  run->fault = (ProtocolFault){.kind = kind, .role = role, .step = at};
  run->fault.other_role = run->fault.other_step = run->fault.buffer = -1;
  run->fault.channel = at < 0 ? -1 : step_at(run, at)->channel;
  run->fault.position = at < 0 ? -1 : position_of(run, role, step_at(run, at));
  run->fault.other_position = run->fault.expected = run->fault.slot = -1;
  return &run->fault;
}

// Whether the event has to come before a conflict.  Others may come later, and would hide it.
static bool is_before(const Run *run, const ProtocolEvent *event) {
  const ProtocolFault *fault = &run->fault;
  if (fault->kind != PROTOCOL_CONFLICT || event->role == fault->role) return true;
  if (run->roles[fault->role].clock[event->role * QUEUES + EVENTS] > event->number) return true;
  return event->role == fault->other_role && event->number <= run->other_event;
}

static void tell_story(Run *run) {
  size_t kept = run->num_events < KEPT_EVENTS ? run->num_events : KEPT_EVENTS;
  ProtocolEvent *events = IR_NEW_ARRAY(run->scratch, ProtocolEvent, kept + 1);
  run->fault.num_dropped = run->num_events - kept;
  run->fault.events = events;
  for (size_t i = 0; i < kept; i++) {
    const ProtocolEvent *event = &run->events[(run->fault.num_dropped + i) % KEPT_EVENTS];
    if (is_before(run, event)) events[run->fault.num_events++] = *event;
  }
}

// ---- Clocks

static void join(const Run *run, int64_t *into, const int64_t *from) {
  for (int32_t i = 0; i < run->num_queues; i++)
    if (from[i] > into[i]) into[i] = from[i];
}

// What a role knows with the event that it is about.
static void publish(const Run *run, int64_t *into, int32_t role) {
  join(run, into, run->roles[role].clock);
  into[role * QUEUES + EVENTS] = run->roles[role].issued[EVENTS] + 1;
}

static int32_t queue_of(int32_t role, int32_t kind) {
  return role * QUEUES + kind;
}

// Of the copies into the block's slots, whichever block makes them.
static int32_t channel_queue(const Run *run, int32_t block, int32_t channel) {
  return run->num_blocks * run->num_roles * QUEUES + block * run->num_channels + channel;
}

// ---- Accesses

static bool meets(const Access *a, const Access *b, uint32_t rank) {
  for (uint32_t d = 0; d < rank; d++)
    if (a->end[d] <= b->from[d] || b->end[d] <= a->from[d]) return false;
  return true;
}

static bool covers(const Access *a, const Access *b, uint32_t rank) {
  for (uint32_t d = 0; d < rank; d++)
    if (a->from[d] > b->from[d] || a->end[d] < b->end[d]) return false;
  return true;
}

static bool place_box(Run *run, const ProtocolBox *box, Access *access) {
  const ProtocolBuffer *buffer = &run->kernel->buffers.at[box->buffer];
  const int64_t *registers = run->roles[access->role].registers;
  for (uint32_t d = 0; d < buffer->rank; d++) {
    int64_t from = box->from[d] < 0 ? 0 : registers[box->from[d]];
    int64_t end = from + box->extent[d];
    bool outside = from < 0 || end > buffer->extent[d];
    if (outside && !box->is_guess) {
      ProtocolFault *fault = fail(run, PROTOCOL_OUTSIDE, access->role, access->step);
      fault->buffer = box->buffer;
      fault->slot = from;
      fault->expected = d;
      return false;
    }
    access->from[d] = outside ? 0 : from;
    access->end[d] = outside ? buffer->extent[d] : end;
  }
  return true;
}

static void blame(Run *run, ProtocolFaultKind kind, const Access *access, const Access *other,
                  int32_t buffer) {
  ProtocolFault *fault = fail(run, kind, access->role, access->step);
  fault->buffer = buffer;
  fault->slot = access->from[0];
  fault->channel = run->kernel->buffers.at[buffer].channel;
  if (access->position >= 0) fault->position = access->position;
  if (!other) return;
  fault->other_role = other->role;
  fault->other_step = other->step;
  fault->other_position = other->position;
  run->other_event = other->event;
}

// What a channel has copied may be read between waiting for its position and releasing it.
static bool holds(const Run *run, int32_t role, int32_t channel, int64_t position) {
  const ChannelState *state = channel_in(run, block_of(run, role), channel);
  int32_t local = role % run->num_roles;
  return state->released[local] <= position && position < state->waited[local];
}

// The same copy by another block, which brings another part of it.
static bool is_other_part(const Run *run, const Access *access, const Access *other) {
  return access->multicast && other->multicast && access->step == other->step &&
         access->position == other->position &&
         block_of(run, access->role) != block_of(run, other->role);
}

// Compares with accesses before in a block's buffer; drops those that the new one stands for from
// now on: whoever knows it to be over knows that of them.
static bool compare(Run *run, const Access *access, int32_t block, int32_t buffer,
                    bool *was_written) {
  const int64_t *clock = run->roles[access->role].clock;
  uint32_t rank = run->kernel->buffers.at[buffer].rank;
  AccessList *list = &run->accesses[block * run->num_buffers + buffer];
  size_t kept = 0;
  for (size_t i = 0; i < list->n; i++) {
    const Access *other = &list->at[i];
    bool is_over = clock[other->queue] > other->index, drop = false;
    if (meets(access, other, rank)) {
      if (other->position >= 0 && !access->writes &&
          !holds(run, access->role, other->channel, other->position))
        return blame(run, PROTOCOL_NOT_HELD, access, other, buffer), false;
      if ((access->writes || other->writes) && !is_over && !is_other_part(run, access, other))
        return blame(run, PROTOCOL_CONFLICT, access, other, buffer), false;
      if (other->writes && !access->writes) *was_written = true;
      drop = covers(access, other, rank) &&
             (access->writes || (!other->writes && other->queue == access->queue));
    }
    if (!drop) list->at[kept++] = *other;
  }
  list->n = kept;
  return true;
}

// The slot of a channel's position, where the buffer has one for each.
static bool check_slot(Run *run, const Access *access, int32_t channel, int32_t buffer) {
  int64_t slots = run->kernel->channels.at[channel].slots;
  int64_t right = access->position % slots;
  if (access->end[0] - access->from[0] != 1 || access->from[0] == right) return true;
  if (slots == 1) return true; // rows, perhaps
  blame(run, PROTOCOL_WRONG_SLOT, access, NULL, buffer);
  run->fault.channel = channel;
  run->fault.expected = right;
  return false;
}

// What a producer stores by itself fills the position that it has acquired.
static void count_as_copied(Run *run, int32_t role, int32_t buffer) {
  int32_t number = run->kernel->buffers.at[buffer].channel;
  if (number == PROTOCOL_NO_CHANNEL) return;
  ChannelState *channel = channel_in(run, block_of(run, role), number);
  if (channel->producer == role) channel->last_copied = channel->acquired - 1;
}

static bool touch(Run *run, Access access, int32_t block, const ProtocolBox *box, int32_t channel) {
  bool was_written = false;
  if (!place_box(run, box, &access)) return false;
  if (channel != PROTOCOL_NO_CHANNEL && !check_slot(run, &access, channel, box->buffer))
    return false;
  if (!compare(run, &access, block, box->buffer, &was_written)) return false;
  if (!access.writes && !was_written && !run->kernel->has_others)
    return blame(run, PROTOCOL_NOT_FILLED, &access, NULL, box->buffer), false;
  if (access.writes && access.position < 0) count_as_copied(run, access.role, box->buffer);
  ir_vec_push(&run->accesses[block * run->num_buffers + box->buffer], access);
  return true;
}

static uint64_t mix(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdu;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53u;
  return x ^ x >> 33;
}

// What a copy into all blocks is, and where: all have to make the same.
static uint64_t name_of_copy(const Run *run, int32_t role, int32_t at) {
  const ProtocolStep *step = step_at(run, at);
  const int64_t *registers = run->roles[role].registers;
  uint64_t name = mix((uint64_t)at + 1);
  for (int32_t i = 0; i < step->num_sources; i++)
    name = mix(name + (uint64_t)registers[run->kernel->sources.at[step->first_source + i]]);
  for (int32_t i = 0; i < step->num_boxes; i++)
    for (int d = 0; d < PROTOCOL_RANK; d++) {
      int32_t from = run->kernel->boxes.at[step->first_box + i].from[d];
      if (from >= 0) name = mix(name + (uint64_t)registers[from]);
    }
  return name;
}

// Into the slots of all blocks, or the own one.
static bool do_copy(Run *run, Access access, const ProtocolStep *step) {
  int32_t own = block_of(run, access.role);
  ChannelState *channel = channel_in(run, own, step->channel);
  access.position = access.index = position_of(run, access.role, step);
  if (access.position < channel->committed || access.position >= channel->acquired ||
      channel->producer != access.role)
    return fail(run, PROTOCOL_NOT_ACQUIRED, access.role, access.step), false;
  channel->last_copied = access.position;
  if (step->multicast) channel->copying += name_of_copy(run, access.role, access.step);
  Blocks all = step->multicast ? blocks_at(run, own, step->channel) : (Blocks){own, own + 1};
  for (int32_t block = all.first; block < all.end; block++) {
    access.queue = channel_queue(run, block, step->channel);
    for (int32_t i = 0; i < step->num_boxes; i++)
      if (!touch(run, access, block, &run->kernel->boxes.at[step->first_box + i], step->channel))
        return false;
  }
  return true;
}

static bool do_access(Run *run, int32_t role, int32_t at) {
  static const int32_t queues[] = {PLAIN, PLAIN, COPIES, PRODUCTS, STORES};
  const ProtocolStep *step = step_at(run, at);
  int32_t kind = queues[step->kind - PROTOCOL_READ];
  Access access = {.queue = queue_of(role, kind), .role = role, .step = at, .position = -1};
  access.channel = step->channel;
  access.event = run->roles[role].issued[EVENTS];
  access.writes = step->kind == PROTOCOL_WRITE || step->kind == PROTOCOL_COPY;
  access.multicast = step->multicast;
  if (step->kind == PROTOCOL_COPY && step->channel != PROTOCOL_NO_CHANNEL)
    return do_copy(run, access, step);
  access.index = run->roles[role].issued[kind]++;
  for (int32_t i = 0; i < step->num_boxes; i++)
    if (!touch(run, access, block_of(run, role), &run->kernel->boxes.at[step->first_box + i],
               step->channel))
      return false;
  if (kind == PLAIN) run->roles[role].clock[access.queue] = access.index + 1;
  return true;
}

// ---- Channels.  Each gives true when the role may go on; a fault ends the run anyway.

static bool out_of_turn(Run *run, int32_t role, int32_t at, int64_t position, int64_t turn) {
  if (position == turn) return false;
  fail(run, PROTOCOL_OUT_OF_TURN, role, at)->expected = turn;
  return true;
}

static bool is_released(const Run *run, const ChannelState *channel, int64_t position) {
  if (!channel->consumers) return false;
  for (int32_t r = 0; r < run->num_roles; r++)
    if (channel->consumers >> r & 1 && channel->released[r] <= position) return false;
  return true;
}

// The slot of the position is free in all blocks that would fill it.
static bool is_free(const Run *run, Blocks blocks, int32_t channel, int64_t position) {
  for (int32_t block = blocks.first; block < blocks.end; block++)
    if (!is_released(run, channel_in(run, block, channel), position)) return false;
  return true;
}

static bool do_acquire(Run *run, int32_t role, int32_t at) {
  const ProtocolStep *step = step_at(run, at);
  ChannelState *channel = channel_in(run, block_of(run, role), step->channel);
  int64_t position = position_of(run, role, step);
  int64_t slots = run->kernel->channels.at[step->channel].slots;
  if (channel->producer >= 0 && channel->producer != role)
    return fail(run, PROTOCOL_TWO_PRODUCERS, role, at), false;
  channel->producer = role;
  if (out_of_turn(run, role, at, position, channel->acquired)) return false;
  if (position >= slots) {
    Blocks all = blocks_at(run, block_of(run, role), step->channel);
    if (!is_free(run, all, step->channel, position - slots)) return false;
    for (int32_t block = all.first; block < all.end; block++)
      join(run, run->roles[role].clock,
           channel_in(run, block, step->channel)->freed[position % slots]);
  }
  channel->acquired++;
  return true;
}

static bool do_commit(Run *run, int32_t role, int32_t at) {
  const ProtocolStep *step = step_at(run, at);
  ChannelState *channel = channel_in(run, block_of(run, role), step->channel);
  int64_t position = position_of(run, role, step);
  int64_t slots = run->kernel->channels.at[step->channel].slots;
  if (out_of_turn(run, role, at, position, channel->committed)) return false;
  if (position >= channel->acquired || channel->producer != role)
    return fail(run, PROTOCOL_NOT_ACQUIRED, role, at), false;
  if (channel->last_copied < position) return fail(run, PROTOCOL_NOTHING_COPIED, role, at), false;
  int64_t *filled = channel->filled[position % slots];
  publish(run, filled, role);
  filled[channel_queue(run, block_of(run, role), step->channel)] = position + 1;
  channel->copied[position % slots] = channel->copying;
  channel->copying = 0;
  channel->committed++;
  return true;
}

// All blocks have committed the position, which then is in `blocks`; false also for a fault.
static bool is_filled(Run *run, int32_t role, int32_t at, Blocks blocks) {
  const ProtocolStep *step = step_at(run, at);
  int64_t position = position_of(run, role, step);
  int64_t slot = position % run->kernel->channels.at[step->channel].slots;
  const ChannelState *own = channel_in(run, block_of(run, role), step->channel);
  for (int32_t block = blocks.first; block < blocks.end; block++)
    if (channel_in(run, block, step->channel)->committed <= position) return false;
  for (int32_t block = blocks.first; block < blocks.end; block++)
    if (channel_in(run, block, step->channel)->copied[slot] != own->copied[slot])
      return fail(run, PROTOCOL_OTHER_COPIES, role, at), false;
  return true;
}

static bool do_wait(Run *run, int32_t role, int32_t at) {
  const ProtocolStep *step = step_at(run, at);
  ChannelState *channel = channel_in(run, block_of(run, role), step->channel);
  int64_t position = position_of(run, role, step);
  int64_t slots = run->kernel->channels.at[step->channel].slots;
  if (out_of_turn(run, role, at, position, channel->waited[role % run->num_roles])) return false;
  if (!is_filled(run, role, at, blocks_at(run, block_of(run, role), step->channel))) return false;
  join(run, run->roles[role].clock, channel->filled[position % slots]);
  channel->waited[role % run->num_roles]++;
  return true;
}

static bool do_release(Run *run, int32_t role, int32_t at) {
  const ProtocolStep *step = step_at(run, at);
  ChannelState *channel = channel_in(run, block_of(run, role), step->channel);
  int64_t position = position_of(run, role, step);
  int64_t slots = run->kernel->channels.at[step->channel].slots;
  int32_t local = role % run->num_roles;
  if (out_of_turn(run, role, at, position, channel->released[local])) return false;
  if (position >= channel->waited[local]) return fail(run, PROTOCOL_NOT_WAITED, role, at), false;
  publish(run, channel->freed[position % slots], role);
  channel->released[local]++;
  return true;
}

// All accesses of the queue but the last `pending` are over.
static void wait_for_queue(Run *run, int32_t role, int32_t kind, int64_t pending) {
  RoleState *state = &run->roles[role];
  int64_t over = state->issued[kind] - pending;
  int64_t *clock = &state->clock[queue_of(role, kind)];
  if (over > *clock) *clock = over;
}

// ---- Integers

// Something that is the same wherever it is asked for in the same way.
static int64_t make_up(const Run *run, const ProtocolStep *step, int64_t a, int64_t b) {
  uint64_t word = mix(mix(mix((uint64_t)step->value) + (uint64_t)a) + (uint64_t)b);
  if (step->c <= 0) return (int64_t)word;
  if (run->input->seed <= 1) return (int64_t)run->input->seed;
  return (int64_t)(mix(word + run->input->seed) % (uint64_t)step->c);
}

static int64_t divide(int64_t a, int64_t b, uint8_t kind) {
  if (b == 0 || (a == INT64_MIN && b == -1)) return 0;
  int64_t rest = a % b;
  if (kind == PROTOCOL_REM) return rest;
  bool below = rest != 0 && (rest < 0) != (b < 0);
  if (kind == PROTOCOL_FLOORDIV) return a / b - below;
  if (kind == PROTOCOL_CEILDIV) return a / b + (rest != 0 && !below);
  return a / b;
}

static int64_t compute(const Run *run, const RoleState *state, const ProtocolStep *step) {
  int64_t a = state->registers[step->a], b = state->registers[step->b];
  switch (step->kind) {
  case PROTOCOL_CONST:
    return step->value;
  case PROTOCOL_LEAF:
    return run->input->leaves[step->value];
  case PROTOCOL_BLOCK:
    return state->block;
  case PROTOCOL_OPAQUE:
    return make_up(run, step, a, b);
  case PROTOCOL_MOVE:
    return a;
  case PROTOCOL_ADD:
    return (int64_t)((uint64_t)a + (uint64_t)b);
  case PROTOCOL_SUB:
    return (int64_t)((uint64_t)a - (uint64_t)b);
  case PROTOCOL_MUL:
    return (int64_t)((uint64_t)a * (uint64_t)b);
  case PROTOCOL_MIN:
    return a < b ? a : b;
  case PROTOCOL_MAX:
    return a > b ? a : b;
  case PROTOCOL_AND:
    return a & b;
  case PROTOCOL_OR:
    return a | b;
  case PROTOCOL_XOR:
    return a ^ b;
  case PROTOCOL_SHL:
    return (uint64_t)b < 64 ? (int64_t)((uint64_t)a << b) : 0;
  case PROTOCOL_SHR:
    return (uint64_t)b < 64 ? a >> b : 0;
  case PROTOCOL_EQ:
    return a == b;
  case PROTOCOL_NE:
    return a != b;
  case PROTOCOL_LT:
    return a < b;
  case PROTOCOL_LE:
    return a <= b;
  case PROTOCOL_SELECT:
    return a ? b : state->registers[step->c];
  default:
    return divide(a, b, step->kind);
  }
}

// ---- Roles

static bool children_ended(const Run *run, const RoleState *state) {
  for (int32_t i = state->first_child; i < state->end_child; i++)
    if (!run->roles[i].ended) return false;
  return true;
}

// Starts the roles of a fork the first time, and waits for them from then on.
static bool do_fork(Run *run, RoleState *state, const ProtocolStep *step) {
  if (!state->end_child) {
    int32_t first = state->block * run->num_roles;
    state->first_child = first + step->a;
    state->end_child = first + step->b;
    for (int32_t i = state->first_child; i < state->end_child; i++) {
      RoleState *child = &run->roles[i];
      child->at = run->kernel->roles.at[i - first].start;
      child->runs = true;
      child->ended = false;
      join(run, child->clock, state->clock);
    }
  }
  if (!children_ended(run, state)) return false;
  for (int32_t i = state->first_child; i < state->end_child; i++)
    join(run, state->clock, run->roles[i].clock);
  state->first_child = state->end_child = 0;
  return true;
}

// Does the step that the role has come to; false when it cannot yet, or a fault.
static bool do_event(Run *run, int32_t role, const ProtocolStep *step) {
  int32_t at = run->roles[role].at;
  switch (step->kind) {
  case PROTOCOL_FORK:
    return do_fork(run, &run->roles[role], step);
  case PROTOCOL_ACQUIRE:
    return do_acquire(run, role, at);
  case PROTOCOL_COMMIT:
    return do_commit(run, role, at);
  case PROTOCOL_WAIT:
    return do_wait(run, role, at);
  case PROTOCOL_RELEASE:
    return do_release(run, role, at);
  case PROTOCOL_PRODUCT_WAIT:
    wait_for_queue(run, role, PRODUCTS, step->value);
    return true;
  case PROTOCOL_COPY_WAIT:
    wait_for_queue(run, role, COPIES, 0);
    return true;
  case PROTOCOL_STORE_WAIT:
    wait_for_queue(run, role, STORES, step->value);
    return true;
  default:
    return do_access(run, role, at);
  }
}

// Goes on with a role as far as it can; whether it got anywhere.
static bool advance(Run *run, int32_t role) {
  RoleState *state = &run->roles[role];
  int64_t *registers = state->registers;
  bool moved = false;
  while (state->runs && run->fault.kind == PROTOCOL_FINE) {
    const ProtocolStep *step = step_at(run, state->at);
    if (run->steps++ >= run->input->max_steps) {
      fail(run, PROTOCOL_CUT, role, state->at);
    } else if (step->kind < PROTOCOL_JUMP) {
      registers[step->to] = compute(run, state, step);
      state->at++;
    } else if (step->kind == PROTOCOL_JUMP || step->kind == PROTOCOL_JUMP_IF) {
      bool jumps = step->kind == PROTOCOL_JUMP || !registers[step->a];
      state->at = jumps ? (int32_t)step->value : state->at + 1;
    } else if (step->kind == PROTOCOL_END) {
      state->runs = false;
      state->ended = moved = true;
    } else {
      if (!do_event(run, role, step)) return moved;
      if (step->kind != PROTOCOL_FORK) keep_event(run, role, state->at);
      state->at++;
      moved = true;
    }
  }
  return moved;
}

// ---- The whole run

static bool is_consumed_in(const ProtocolKernel *kernel, size_t role, int32_t channel) {
  for (int32_t at = kernel->roles.at[role].start; kernel->steps.at[at].kind != PROTOCOL_END; at++) {
    const ProtocolStep *step = &kernel->steps.at[at];
    if ((step->kind == PROTOCOL_WAIT || step->kind == PROTOCOL_RELEASE) && step->channel == channel)
      return true;
  }
  return false;
}

static void start_channel(Run *run, int32_t block, int32_t number) {
  ChannelState *channel = channel_in(run, block, number);
  size_t roles = (size_t)run->num_roles, slots = (size_t)run->kernel->channels.at[number].slots;
  channel->producer = -1;
  channel->last_copied = -1;
  channel->waited = IR_NEW_ARRAY(run->scratch, int64_t, roles);
  channel->released = IR_NEW_ARRAY(run->scratch, int64_t, roles);
  channel->copied = IR_NEW_ARRAY(run->scratch, uint64_t, slots);
  channel->filled = IR_NEW_ARRAY(run->scratch, int64_t *, slots);
  channel->freed = IR_NEW_ARRAY(run->scratch, int64_t *, slots);
  for (size_t i = 0; i < slots; i++) {
    channel->filled[i] = IR_NEW_ARRAY(run->scratch, int64_t, run->num_queues);
    channel->freed[i] = IR_NEW_ARRAY(run->scratch, int64_t, run->num_queues);
  }
  for (size_t r = 0; r < roles && r < 64; r++)
    if (is_consumed_in(run->kernel, r, number)) channel->consumers |= (uint64_t)1 << r;
  // Around the roles the kernel goes on with what one of them began.
  if (channel->consumers & (channel->consumers - 1)) channel->consumers &= ~(uint64_t)1;
}

static void start_block(Run *run, int32_t block) {
  const ProtocolKernel *kernel = run->kernel;
  int64_t *registers = IR_NEW_ARRAY(run->scratch, int64_t, kernel->num_registers + 1);
  RoleState *roles = &run->roles[block * run->num_roles];
  for (int32_t i = 0; i < run->num_roles; i++) {
    roles[i].block = block;
    roles[i].registers = registers;
    roles[i].clock = IR_NEW_ARRAY(run->scratch, int64_t, run->num_queues);
  }
  for (int32_t i = 0; i < run->num_channels; i++) start_channel(run, block, i);
  roles[0].at = kernel->roles.at[0].start;
  roles[0].runs = true;
}

static void start(Run *run) {
  const ProtocolKernel *kernel = run->kernel;
  int32_t blocks = run->num_blocks = kernel->blocks > 1 ? kernel->blocks : 1;
  run->num_roles = (int32_t)kernel->roles.n;
  run->num_channels = (int32_t)kernel->channels.n;
  run->num_buffers = (int32_t)kernel->buffers.n;
  run->num_queues = blocks * (run->num_roles * QUEUES + run->num_channels);
  run->roles = IR_NEW_ARRAY(run->scratch, RoleState, blocks * run->num_roles);
  run->channels = IR_NEW_ARRAY(run->scratch, ChannelState, blocks * run->num_channels + 1);
  run->accesses = IR_NEW_ARRAY(run->scratch, AccessList, blocks * run->num_buffers + 1);
  run->events = IR_NEW_ARRAY(run->scratch, ProtocolEvent, KEPT_EVENTS);
  for (int32_t block = 0; block < blocks; block++) start_block(run, block);
}

static bool all_ended(const Run *run) {
  for (int32_t block = 0; block < run->num_blocks; block++)
    if (!run->roles[block * run->num_roles].ended) return false;
  return true;
}

// Nobody can go on.  The fault is a role that waits for a channel.
static void report_deadlock(Run *run) {
  size_t roles = (size_t)(run->num_blocks * run->num_roles);
  ProtocolEvent *stands = IR_NEW_ARRAY(run->scratch, ProtocolEvent, roles);
  size_t n = 0;
  for (size_t i = 0; i < roles; i++) {
    const RoleState *state = &run->roles[i];
    if (!state->runs || step_at(run, state->at)->kind == PROTOCOL_FORK) continue;
    const ProtocolStep *step = step_at(run, state->at);
    ProtocolFault *fault = fail(run, PROTOCOL_DEADLOCK, (int32_t)i, state->at);
    int64_t slots = run->kernel->channels.at[step->channel].slots;
    if (!n) fault->expected = fault->position - (step->kind == PROTOCOL_ACQUIRE ? slots : 0);
    stands[n++] = event_of(run, (int32_t)i, state->at);
  }
  run->fault.stands = stands;
  run->fault.num_stands = n;
}

// At the end no step is to blame.
static void blame_channel(Run *run, ProtocolFaultKind kind, int32_t block, int32_t channel,
                          int64_t position) {
  ProtocolFault *fault = fail(run, kind, block * run->num_roles, -1);
  fault->channel = channel;
  fault->position = position;
}

static void check_channel_at_end(Run *run, int32_t block, int32_t number) {
  const ChannelState *channel = channel_in(run, block, number);
  if (channel->committed < channel->acquired)
    blame_channel(run, PROTOCOL_NEVER_COMMITTED, block, number, channel->committed);
  for (int32_t r = 0; r < run->num_roles; r++) {
    if (!(channel->consumers >> r & 1)) continue;
    if (channel->waited[r] < channel->committed)
      blame_channel(run, PROTOCOL_NEVER_WAITED, block, number, channel->waited[r]);
    if (channel->released[r] < channel->waited[r])
      blame_channel(run, PROTOCOL_NEVER_RELEASED, block, number, channel->released[r]);
  }
  if (!channel->consumers && channel->committed)
    blame_channel(run, PROTOCOL_NEVER_WAITED, block, number, 0);
}

// A buffer is somebody else's when the block has ended, so nothing may read or fill it then.
static void check_end(Run *run, int32_t block) {
  const int64_t *clock = run->roles[block * run->num_roles].clock;
  for (int32_t i = 0; i < run->num_channels; i++) check_channel_at_end(run, block, i);
  for (int32_t b = 0; b < run->num_buffers; b++) {
    const AccessList *list = &run->accesses[block * run->num_buffers + b];
    for (size_t i = 0; i < list->n; i++)
      if (clock[list->at[i].queue] <= list->at[i].index)
        blame(run, PROTOCOL_STILL_READ, &list->at[i], NULL, b);
  }
}

ProtocolFault protocol_run(const ProtocolKernel *kernel, const ProtocolInput *input,
                           IrArena *scratch, int64_t *steps) {
  Run run = {.kernel = kernel, .input = input, .scratch = scratch};
  start(&run);
  bool moved = true;
  while (moved && run.fault.kind == PROTOCOL_FINE && !all_ended(&run)) {
    moved = false;
    for (int32_t i = 0; i < run.num_blocks * run.num_roles; i++)
      if (advance(&run, i)) moved = true;
  }
  if (run.fault.kind == PROTOCOL_FINE && !all_ended(&run)) report_deadlock(&run);
  for (int32_t i = 0; i < run.num_blocks && run.fault.kind == PROTOCOL_FINE; i++)
    check_end(&run, i);
  for (int32_t b = 0; b < run.num_blocks * run.num_buffers; b++) ir_vec_free(&run.accesses[b]);
  if (run.fault.kind > PROTOCOL_CUT) tell_story(&run);
  if (steps) *steps += run.steps;
  return run.fault;
}
