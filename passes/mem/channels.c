// mem-channels: asynchronous copies of a loop become a channel's.
//
// requires: asynchronous copies (mem-async-copy), no barriers yet   preserves: order of effects
//
//   %s = mem.alloc : 64x64                     %s = mem.alloc : 4x64x64
//                                              %ch = mem.channel : !mem.channel<4>
//   tile.pipelined %k = 0 to %n stages(4) {    tile.pipelined %k = 0 to %n stages(4) {
//     tile.async_copy %A[%i, %k] to %s           %slot = arith.remui %k, 4
//     tile.async_wait                      ==>   %v = mem.index %s[%slot]
//     ... uses of %s                             mem.channel_acquire %ch[%k]
//   }                                            tile.async_copy %A[%i, %k] to %v into %ch[%k]
//                                                mem.channel_commit %ch[%k]
//                                                mem.channel_wait %ch[%k]
//                                                ... uses of %v
//                                                mem.channel_release %ch[%k]
//                                              }
//
// Nothing moves yet: an iteration still copies what it uses.  But now the copies of several
// iterations may be under way, and other warps may make them; the passes behind this one do that.
// So a copy becomes a channel's only if it may start before the iterations in front of its own are
// done: the loop writes nothing that it may read (global_writes.h), and where it reads follows from
// the loop's counter, from numbers that it carries, and from numbers in memory.  Its buffer has to
// be the iteration's own: filled by copies, then read, within one body.
//
// Buffers that are first used together, with no work in between, share a channel: the operands of a
// product.  There are as many slots as the loop wishes for stages (without a wish: four), or as the
// block's shared memory has room for, beside its other buffers and what conversions of layouts
// need.
#include "passes/mem/channels.h"

#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/scf/scf.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/layout_convert.h"
#include "dialects/tile/target.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "passes/mem/copy_pair.h"
#include "passes/mem/exchange.h"
#include "passes/mem/mem_passes.h"

typedef IR_VEC(IrOp *) OpList;

enum { DEFAULT_STAGES = 4 }; // as mem_passes.def has it

typedef struct Channels {
  IrPassRun *run; // NULL: only what would be done is asked
  IrOp *kernel;
  const struct mem_channels_decl *self;
  int64_t stages;       // of loops without a wish
  OpList loops;         // with copies and a wish for stages; inner ones first
  int64_t bytes;        // of all buffers so far
  int64_t scratch;      // that the largest exchange between layouts needs
  int64_t loop_scratch; // the same of those in loops
} Channels;

// ---- Loops

static bool is_copy(const IrOp *op) {
  return IS(op, tile_async_copy) && !GET(op, tile_async_copy, channel);
}

static IrBlock *body_of(const IrOp *loop) {
  return ir_region_first(ir_op_region(loop, 0));
}

enum { NO_WISH = 0 };

// The wish for stages; scf.for has it as a discardable attribute.
static int64_t stages_of(const IrOp *loop) {
  IrAttr stages = NULL;
  if (IS(loop, tile_pipelined)) stages = GET(loop, tile_pipelined, stages);
  if (IS(loop, tile_pipelined) && !stages) return NO_WISH;
  if (IS(loop, scf_for)) stages = ir_op_attr(loop, "tile.stages");
  return stages && ir_attr_kind(stages) == IR_ATTR_INTEGER ? ir_attr_int(stages) : 1;
}

bool channels_are_wished(const IrOp *loop) {
  int64_t stages = stages_of(loop);
  return stages == NO_WISH || stages > 1;
}

static IrStatus look_for_copy(IrOp *op, void *user) {
  (void)user;
  return is_copy(op) ? IR_FAILED : IR_OK;
}

// Behind or in front of all loops an exchange may use the slots of copies by threads, but not those
// that TMA may be filling for a next tile.
static void note_scratch(Channels *state, IrOp *op) {
  int64_t bytes = mem_exchange_bytes(state->kernel, op);
  if (bytes > state->scratch) state->scratch = bytes;
  if (bytes > state->loop_scratch && ir_loop_around(op, NULL)) state->loop_scratch = bytes;
}

static IrStatus collect(IrOp *op, void *user) {
  Channels *state = user;
  if (IS(op, mem_alloc)) state->bytes += mem_buffer_bytes(GET(op, mem_alloc, buffer_type));
  note_scratch(state, op);
  int64_t stages = stages_of(op);
  if (stages == NO_WISH) stages = state->stages;
  if (stages > 1 && ir_walk_pre(op, look_for_copy, NULL) != IR_OK) ir_vec_push(&state->loops, op);
  return IR_OK;
}

// ---- Which copies

#define MISSED(state, op, ...) \
  do { \
    if ((state)->run) IR_REMARK((state)->run, (state)->self, missed_channel, op, __VA_ARGS__); \
  } while (0)

enum { MAX_DEPTH = 16 };

// Numbers that a loop carries, which are taken to be known while it is found out whether they are.
typedef struct Known {
  const IrOp *loop;
  const GlobalWrites *writes;
  IR_VEC(const IrValue *) carried;
} Known;

static bool is_known(Known *known, const IrValue *value, unsigned depth);

// Is a carried number, such as an offset that grows, made of known ones?
static bool is_known_carried(Known *known, const IrValue *arg, unsigned depth) {
  const IrOp *yield = ir_block_last(body_of(known->loop));
  IrType type = ir_value_type(arg);
  if (!ir_type_is_index(type) && !ir_type_is_any_integer(type)) return false;
  for (size_t i = 0; i < known->carried.n; i++)
    if (known->carried.at[i] == arg) return true;
  ir_vec_push(&known->carried, arg);
  return is_known(known, ir_op_operand(yield, ir_value_index(arg) - 1), depth);
}

// A number read of memory that the loop does not write.
static bool is_number_load(const Known *known, const IrOp *op) {
  return IS(op, memref_load) && !ir_type_is_shaped(ir_value_type(ir_op_result(op, 0))) &&
         !global_writes_meet(known->writes, GET(op, memref_load, memref));
}

// Can the value be had before the iterations in front are done: does it follow from the loop's
// counter, from what is there before the loop, and from memory?
static bool is_known(Known *known, const IrValue *value, unsigned depth) {
  IrBlock *body = body_of(known->loop);
  IrOp *op = ir_value_op(value);
  if (ir_loop_is_outside(known->loop, value)) return true;
  if (ir_value_block(value) != body || !depth) return false;
  if (!op) return value == ir_block_arg(body, 0) || is_known_carried(known, value, depth - 1);
  if (ir_op_num_regions(op) || !(ir_op_is_speculatable(op) || is_number_load(known, op)))
    return false;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (!is_known(known, ir_op_operand(op, i), depth - 1)) return false;
  return true;
}

static bool has_known_place(const ChannelLoop *loop, const IrOp *copy) {
  Known known = {.loop = loop->op, .writes = &loop->writes};
  bool result = true;
  for (size_t i = 0; result && i < ir_op_num_operands(copy); i++)
    result = is_known(&known, ir_op_operand(copy, i), MAX_DEPTH);
  ir_vec_free(&known.carried);
  return result;
}

// The op of the loop's body that is or contains `op`; NULL outside.
static IrOp *in_body(const IrOp *loop, IrOp *op) {
  while (op && ir_op_block(op) != body_of(loop)) op = ir_op_parent(op);
  return op;
}

// The op behind which `user`, a use in the loop, reads nothing any more: for a product that goes on
// beside the block the wait for it.  NULL where there is none.
static IrOp *end_of_reading(IrOp *user) {
  if (!IS(user, tc_dot_async)) return user;
  for (IrOp *op = ir_op_next(user); op; op = ir_op_next(op))
    if (IS(op, tc_dot_wait) && ir_attr_int(GET(op, tc_dot_wait, pending)) == 0) return op;
  return NULL;
}

static bool only_reads(const IrOp *op, const IrValue *memory) {
  IrEffects effects = {0};
  bool reads = false, others = false;
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++) {
    if (effects.at[i].value != memory) continue;
    reads |= effects.at[i].kind == IR_EFFECT_READ;
    others |= effects.at[i].kind != IR_EFFECT_READ;
  }
  ir_effects_free(&effects);
  return reads && !others;
}

static bool is_among(const IrOp *op, const ChannelBuffer *buffer) {
  for (size_t i = 0; i < buffer->copies.n; i++)
    if (buffer->copies.at[i] == op) return true;
  return false;
}

// Notes the uses of `memory`, the buffer or a view of it; says why not where one forbids a channel.
static const char *note_uses(const IrOp *loop, ChannelBuffer *buffer, const IrValue *memory) {
  for (const IrUse *u = ir_value_first_use(memory); u; u = ir_use_next(u)) {
    IrOp *user = ir_use_op(u), *at = in_body(loop, user), *end;
    if (is_among(user, buffer)) continue;
    if (!at) return "its buffer is used outside of the loop, too";
    if (mem_is_view(user)) {
      const char *why = note_uses(loop, buffer, ir_op_result(user, 0));
      if (why) return why;
      continue;
    }
    if (!only_reads(user, memory)) return "its buffer is not only read beside it";
    if (!ir_op_is_before(buffer->copies.at[buffer->copies.n - 1], at))
      return "its buffer is read in front of it: what the iteration before left there";
    end = in_body(loop, end_of_reading(user));
    if (!end) return "nothing in its iteration waits for a product of it";
    if (!buffer->first || ir_op_is_before(at, buffer->first)) buffer->first = at;
    if (!buffer->last || ir_op_is_before(buffer->last, end)) buffer->last = end;
  }
  return NULL;
}

// RESERVED: bytes of a multiprocessor that each block takes beside its own.
enum { COPY_ALIGNMENT = 16, TMA_ALIGNMENT = 128, MIN_SLOTS = 2, RESERVED = 1024 };

// Why the copy, for itself, cannot be a channel's; NULL if it can.
static const char *why_not_copy(const Channels *state, const ChannelLoop *to, IrOp *copy) {
  const IrOp *loop = to->op;
  const IrOp *alloc = ir_value_op(GET(copy, tile_async_copy, dest));
  if (ir_op_block(copy) != body_of(loop)) return "it is in a branch or a loop of its own";
  if (!IS(alloc, mem_alloc)) return "its buffer is a part of another one";
  if (ir_op_is_inside(alloc, loop)) return "its buffer is made in the loop";
  if (!ir_loop_is_outside(loop, GET(copy, tile_async_copy, source)))
    return "the memory it reads is chosen in the loop";
  if (global_writes_meet(&to->writes, GET(copy, tile_async_copy, source)))
    return "the loop writes memory that it may read (two arguments are apart with "
           "'assume(disjoint(A, B))')";
  if (!has_known_place(to, copy))
    return "its place is not computed from the loop's counter, numbers it carries and numbers in "
           "memory alone";
  if (!channels_can_carry(state->kernel, loop))
    return "its loop is in a branch, or in a loop that does not count";
  return NULL;
}

static const char *why_not_slots(const ChannelBuffer *buffer) {
  IrType type = GET(buffer->alloc, mem_alloc, buffer_type);
  int64_t bytes = mem_buffer_bytes(type), alignment = mem_buffer_alignment(type);
  if (mem_buffer_shape(type).rank >= MEM_BUFFER_MAX_RANK) return "its buffer has no rank left";
  int64_t least = buffer->tma ? TMA_ALIGNMENT : COPY_ALIGNMENT;
  if (alignment < least) alignment = least;
  if (bytes % alignment) return "a second slot of its buffer would not be aligned";
  return NULL;
}

static ChannelBuffer *buffer_of(ChannelLoop *loop, IrOp *alloc) {
  for (size_t i = 0; i < loop->buffers.n; i++)
    if (loop->buffers.at[i].alloc == alloc) return &loop->buffers.at[i];
  ir_vec_push(&loop->buffers, ((ChannelBuffer){.alloc = alloc, .tma = true}));
  return &loop->buffers.at[loop->buffers.n - 1];
}

typedef struct Candidates {
  Channels *state;
  ChannelLoop *loop;
} Candidates;

static IrStatus add_copy(IrOp *op, void *user) {
  Candidates *c = user;
  if (!is_copy(op)) return IR_OK;
  const char *why = why_not_copy(c->state, c->loop, op);
  if (why) {
    MISSED(c->state, op, "stays within its iteration: {}", why);
    return IR_OK;
  }
  ChannelBuffer *buffer = buffer_of(c->loop, ir_value_op(GET(op, tile_async_copy, dest)));
  buffer->tma &= GET(op, tile_async_copy, tma) != NULL;
  ir_vec_push(&buffer->copies, op);
  return IR_OK;
}

static const char *why_not_buffer(const ChannelLoop *loop, ChannelBuffer *buffer) {
  const char *why = note_uses(loop->op, buffer, ir_op_result(buffer->alloc, 0));
  if (!why) why = why_not_slots(buffer);
  return why || buffer->first ? why : "nothing reads its buffer";
}

// The buffers that can have slots, by first use.
static void find_buffers(Channels *state, ChannelLoop *loop) {
  Candidates candidates = {state, loop};
  if (ir_walk_pre(loop->op, add_copy, &candidates) != IR_OK) return;
  size_t n = 0;
  for (size_t i = 0; i < loop->buffers.n; i++) {
    ChannelBuffer *buffer = &loop->buffers.at[i];
    const char *why = why_not_buffer(loop, buffer);
    if (why) {
      MISSED(state, buffer->copies.at[0], "stays within its iteration: {}", why);
      ir_vec_free(&buffer->copies);
    } else {
      loop->buffers.at[n++] = *buffer;
    }
  }
  loop->buffers.n = n;
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k > 0; k--) {
      ChannelBuffer *a = &loop->buffers.at[k - 1], *b = &loop->buffers.at[k], t = *a;
      if (!ir_op_is_before(b->first, a->first)) break;
      *a = *b, *b = t;
    }
}

// ---- Groups

// Is there no work between two places of the body, only loads of buffers and what they need?
static bool is_together(const IrOp *from, const IrOp *to) {
  for (const IrOp *op = from; op != to; op = ir_op_next(op)) {
    if (ir_op_num_regions(op) || IS(op, tc_dot_async)) return false;
    for (size_t i = 0; i < ir_op_num_results(op); i++)
      if (ir_type_kind(ir_value_type(ir_op_result(op, i))) == IR_TYPE_TENSOR &&
          !IS(op, tile_load) && !IS(op, tile_trans) && !ir_op_has_trait(op, IR_CONSTANT_LIKE))
        return false;
  }
  return true;
}

static bool may_join(const ChannelLoop *loop, const ChannelGroup *group,
                     const ChannelBuffer *buffer) {
  const ChannelBuffer *before = &loop->buffers.at[group->to - 1];
  const IrOp *first = loop->buffers.at[group->from].first;
  if (before->tma != buffer->tma || !is_together(before->first, buffer->first)) return false;
  return ir_op_is_before(buffer->copies.at[buffer->copies.n - 1], first);
}

static void find_groups(ChannelLoop *loop) {
  for (size_t i = 0; i < loop->buffers.n; i++) {
    ChannelGroup *last = loop->groups.n ? &ir_vec_last(&loop->groups) : NULL;
    if (last && may_join(loop, last, &loop->buffers.at[i]))
      last->to++;
    else
      ir_vec_push(&loop->groups, ((ChannelGroup){i, i + 1}));
  }
}

// ---- Slots

static int64_t bytes_of(const ChannelLoop *loop) {
  int64_t bytes = 0;
  for (size_t i = 0; i < loop->buffers.n; i++)
    bytes += mem_buffer_bytes(GET(loop->buffers.at[i].alloc, mem_alloc, buffer_type));
  return bytes;
}

// More slots than iterations are of no use, but to a loop that runs several times.
static int64_t trips_of(const IrOp *kernel, const IrOp *loop) {
  uint64_t trips;
  if (ir_op_parent(loop) != kernel || !ir_loop_trip_count(loop, &trips) ||
      trips > MEM_CHANNEL_MAX_SLOTS)
    return MEM_CHANNEL_MAX_SLOTS;
  return (int64_t)trips;
}

// What the loop's slots may take, of what a block may have, or of half of a multiprocessor.
static int64_t room_for(const Channels *state, const ChannelLoop *loop, int64_t all) {
  enum { MBARRIERS = 512 };
  bool tma = false;
  for (size_t i = 0; i < loop->buffers.n; i++) tma |= loop->buffers.at[i].tma;
  int64_t scratch = tma ? state->scratch + MBARRIERS : state->loop_scratch;
  return all - scratch - (state->bytes - bytes_of(loop));
}

static bool all_by_tma(const ChannelLoop *loop) {
  for (size_t i = 0; i < loop->buffers.n; i++)
    if (!loop->buffers.at[i].tma) return false;
  return true;
}

// Without a wish: threads that copy hide memory's latency also by a second block of the
// multiprocessor, so two should have room where that leaves two slots.
static int64_t slots_for(const Channels *state, const ChannelLoop *loop, int64_t fit) {
  int64_t half = tile_target_of(state->kernel)->shared_sm / 2 - RESERVED;
  int64_t fit_half = room_for(state, loop, half) / bytes_of(loop);
  int64_t slots = state->stages;
  if (!all_by_tma(loop) && fit_half >= MIN_SLOTS && fit_half < fit) fit = fit_half;
  return slots < fit ? slots : fit;
}

static void explain_slots(const Channels *state, const ChannelLoop *loop, int64_t wish,
                          int64_t fit) {
  int64_t each = bytes_of(loop);
  if (!wish)
    IR_REMARK(state->run, state->self, channel, loop->op,
              "has {} slots of {} bytes for its copies, of {} that shared memory has room for",
              loop->slots, each, fit);
  else if (loop->slots == wish)
    IR_REMARK(state->run, state->self, channel, loop->op,
              "has {} slots of {} bytes for its copies, as it wishes", loop->slots, each);
  else if (loop->slots == fit)
    IR_REMARK(state->run, state->self, channel, loop->op,
              "has {} slots of {} bytes for its copies, not {}: shared memory has no room for more",
              loop->slots, each, wish);
  else
    IR_REMARK(state->run, state->self, channel, loop->op,
              "has {} slots of {} bytes for its copies, not {}: more are of no use", loop->slots,
              each, wish);
}

// Chooses how many slots there are; false where two are too many.
static bool choose_slots(Channels *state, ChannelLoop *loop) {
  int64_t each = bytes_of(loop), wish = stages_of(loop->op);
  int64_t all = tile_target_of(state->kernel)->shared_block;
  int64_t room = room_for(state, loop, all), fit = room > 0 ? room / each : 0;
  int64_t trips = trips_of(state->kernel, loop->op);
  loop->slots = wish ? wish : slots_for(state, loop, fit);
  if (loop->slots > trips) loop->slots = trips;
  if (loop->slots > fit) loop->slots = fit;
  if (trips < MIN_SLOTS) {
    MISSED(state, loop->op, "keeps one slot for its copies: it runs at most once");
    return false;
  }
  if (loop->slots < MIN_SLOTS) {
    MISSED(state, loop->op,
           "keeps one slot for its copies: two of {} bytes each do not fit into {} bytes of "
           "shared memory beside {} of other buffers and exchanges",
           each, all, all - room);
    return false;
  }
  state->bytes += (loop->slots - 1) * each;
  if (state->run) explain_slots(state, loop, wish, fit);
  return true;
}

// ---- Waits that nothing needs any more

// Is the copy waited for in its own block, in front of any op that contains waits?
static bool is_waited_for(const IrOp *copy) {
  for (const IrOp *op = ir_op_next(copy); op; op = ir_op_next(op)) {
    if (IS(op, tile_async_wait)) return true;
    if (ir_op_num_regions(op) && !ir_op_has_trait(op, IR_PURE)) return false;
  }
  return false;
}

static IrStatus look_for_open_copy(IrOp *op, void *user) {
  (void)user;
  return is_copy(op) && !is_waited_for(op) ? IR_FAILED : IR_OK;
}

// Every other copy being waited for in its own block, a wait with none in front waits for nothing.
static void remove_waits(const Channels *state, IrBlock *body) {
  bool pending = false;
  if (ir_walk_pre(state->kernel, look_for_open_copy, NULL) != IR_OK) return;
  for (IrOp *op = ir_block_first(body), *next; op; op = next) {
    next = ir_op_next(op);
    if (is_copy(op)) pending = true;
    if (!IS(op, tile_async_wait)) continue;
    if (!pending) ir_op_destroy(op);
    pending = false;
  }
}

// ---- The pass

static void free_loop(ChannelLoop *loop) {
  for (size_t i = 0; i < loop->buffers.n; i++) ir_vec_free(&loop->buffers.at[i].copies);
  ir_vec_free(&loop->buffers);
  ir_vec_free(&loop->groups);
  global_writes_free(&loop->writes);
}

// An op that may write anything, or waits for others; NULL: there is none.
static const IrOp *writer_of_anything(const GlobalWrites *writes) {
  for (size_t i = 0; i < writes->list.n; i++)
    if (!writes->list.at[i].root) return writes->list.at[i].op;
  return NULL;
}

// Finds the loop's buffers and how many slots they have; false: it gets no channel.
static bool find_channels(Channels *state, ChannelLoop *loop) {
  loop->writes = global_writes_of(state->kernel, loop->op);
  const IrOp *writer = writer_of_anything(&loop->writes);
  if (writer)
    MISSED(state, loop->op,
           "keeps its copies within each iteration: '{}' writes memory that they may read, or "
           "waits for others",
           ir_op_name(writer));
  else
    find_buffers(state, loop);
  return loop->buffers.n && choose_slots(state, loop);
}

static void convert_loop(Channels *state, size_t number) {
  ChannelLoop loop = {.op = state->loops.at[number]};
  if (find_channels(state, &loop)) {
    find_groups(&loop);
    state->self->stats->channels += (int64_t)loop.groups.n;
    channels_make(state->kernel, &loop, state->loops.at, state->loops.n);
    remove_waits(state, body_of(state->loops.at[number]));
  }
  free_loop(&loop);
}

void channels_foresee(IrOp *kernel, ChannelCopies *copies) {
  Channels state = {.kernel = kernel, .stages = DEFAULT_STAGES};
  if (ir_walk_pre(kernel, collect, &state) != IR_OK) return;
  for (size_t i = state.loops.n; i-- > 0;) {
    ChannelLoop loop = {.op = state.loops.at[i]};
    bool found = find_channels(&state, &loop);
    for (size_t b = 0; found && b < loop.buffers.n; b++) {
      const ChannelBuffer *buffer = &loop.buffers.at[b];
      for (size_t c = 0; buffer->tma && c < buffer->copies.n; c++)
        ir_vec_push(copies, buffer->copies.at[c]);
    }
    free_loop(&loop);
  }
  ir_vec_free(&state.loops);
}

IrStatus mem_channels_run(IrPassRun *run, IrOp *kernel) {
  const struct mem_channels_decl *self = run->decl;
  int64_t stages = self->options.stages;
  Channels state = {.run = run, .kernel = kernel, .self = self, .stages = stages};
  if (stages < 1 || stages > MEM_CHANNEL_MAX_SLOTS)
    return ir_error(run->ctx, ir_op_loc(kernel),
                    "mem-channels: option stages must be 1 to {}, got {}",
                    (int)MEM_CHANNEL_MAX_SLOTS, stages);
  IrStatus status = ir_walk_pre(kernel, collect, &state);
  for (size_t i = state.loops.n; i-- > 0 && status == IR_OK;) convert_loop(&state, i);
  ir_vec_free(&state.loops);
  return status;
}
