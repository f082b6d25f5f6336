// tile-to-thread: channels.
//
// With mbarriers a channel of N slots is a row of 2 N: `full` of each slot, then `empty` of each.
// Position n is at slot n mod N, for the (n div N)-th time: the phases that its turns complete have
// the parity (n div N) mod 2.
//
//   mem.channel_acquire %ch[%n]    mem.mbarrier_wait %b[N + slot] parity 1 - p: the phase before,
//                                  which on a fresh mbarrier is over; by the lane that has TMA
//                                  copy, or by all threads that copy
//   tile.async_copy ... tma into   mem.tma_load ... signal %b[slot], by one lane
//   mem.channel_commit %ch[%n]     mem.mbarrier_arrive_expect_tx %b[slot] bytes of the copies
//   mem.channel_wait %ch[%n]       mem.mbarrier_wait %b[slot] parity p
//   mem.channel_release %ch[%n]    mem.mbarrier_arrive %b[N + slot] if %first: one lane of each
//                                  warp, whose loads are over
//
// `full` waits for that one arrival, and for one of each thread that copies by cp.async or stores;
// `empty` for the warps of the role that releases.  One thread initialises them all at the kernel's
// beginning: the one that fills the slots, if a role is a single lane that does nothing else, and
// then it goes on at once; otherwise the first.
//
// A channel of blocks that multicast: each has its own mbarriers, and the copies of all fill its
// slots.  `full` waits for all bytes that come to the own block, whoever loads them; `empty` for
// the warps of all blocks, each of which tells all of them.  No block begins before the mbarriers
// of all are initialised, or ends while another one may still tell it something (thread_cluster.c).
//
//   mem.channel_release %ch[%n]    mem.mbarrier_arrive %b[N + slot], and for each other block
//                                  mem.mbarrier_arrive %peer[N + slot], where
//                                  %peer = mem.map_cluster %b, (the block's rank xor 1, 2, ...)
//
// With groups of cp.async, which one role uses, a commit ends a group and a wait leaves as many
// under way as it says; mem-barriers has put barriers where others filled or still read a slot.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "passes/lower/thread_channel.h"
#include "passes/lower/thread_tma.h"
#include "passes/mem/channels.h"

enum { MBARRIER_ARCH = 90 }; // what is made of a channel came with it

// ---- What is known of a channel at tile level

static bool has_mbarriers(const IrValue *channel) {
  IrOp *op = ir_value_op(channel);
  IrAttr mechanism = IS(op, mem_channel) ? GET(op, mem_channel, mechanism) : NULL;
  return mem_mechanism(mechanism) != MEM_GROUPS;
}

// The blocks whose copies fill the channel's slots.
static int64_t blocks_of(const IrValue *channel) {
  const IrOp *op = ir_value_op(channel);
  IrAttr blocks = IS(op, mem_channel) ? GET(op, mem_channel, multicast) : NULL;
  return blocks ? ir_attr_int(blocks) : 1;
}

// Does the producer of a position hand over anything but what TMA brings?
typedef struct Producer {
  bool tma, copies, stores;
  IrOp *place; // an op of it
} Producer;

static bool is_copy_into(const IrOp *op, const IrValue *channel) {
  return IS(op, tile_async_copy) && GET(op, tile_async_copy, channel) == channel;
}

// May the threads themselves write to shared memory there?
static bool may_store(const IrOp *op, const IrValue *channel) {
  if (ir_op_num_regions(op)) return !ir_op_has_trait(op, IR_PURE);
  if (is_copy_into(op, channel) || !ir_op_has_trait(op, IR_WRITES)) return false;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (mem_is_buffer(ir_value_type(ir_op_operand(op, i)))) return true;
  return false;
}

// The ops of the position that `commit` hands over: back to the acquire in its block.
static IrOp *first_of_position(IrOp *commit, const IrValue *channel) {
  IrOp *op = commit;
  while (ir_op_prev(op) && !(IS(op, mem_channel_acquire) && ir_op_operand(op, 0) == channel))
    op = ir_op_prev(op);
  return op;
}

static void add_producer(IrOp *commit, const IrValue *channel, Producer *producer) {
  producer->place = commit;
  for (IrOp *op = first_of_position(commit, channel); op != commit; op = ir_op_next(op)) {
    bool tma = is_copy_into(op, channel) && GET(op, tile_async_copy, tma);
    producer->tma |= tma;
    producer->copies |= is_copy_into(op, channel) && !tma;
    producer->stores |= may_store(op, channel);
  }
}

static Producer producer_of(const IrValue *channel) {
  Producer producer = {0};
  for (IrUse *use = ir_value_first_use(channel); use; use = ir_use_next(use))
    if (IS(ir_use_op(use), mem_channel_commit)) add_producer(ir_use_op(use), channel, &producer);
  return producer;
}

// Threads, or warps, that execute the code at `op`.
static int64_t threads_at(const ThreadState *state, const IrOp *op) {
  size_t role;
  IrOp *roles = tile_role_around(op, &role);
  if (!roles) return tile_kernel_threads(state->kernel);
  if (thread_role_is_single(roles, role)) return 1;
  return tile_role_warps(roles, role) * SIMT_WARP_LANES;
}

static int64_t arrivals_when_full(const ThreadState *state, const IrValue *channel) {
  Producer producer = producer_of(channel);
  bool by_threads = producer.copies || producer.stores;
  if (!producer.place || !by_threads) return 1;
  int64_t threads = threads_at(state, producer.place);
  return producer.tma + (producer.copies + producer.stores) * threads;
}

// One of each warp of the roles that release, in each block.
static int64_t arrivals_when_empty(const ThreadState *state, const IrValue *channel) {
  int64_t warps = 0;
  uint64_t seen = 0;
  for (IrUse *use = ir_value_first_use(channel); use; use = ir_use_next(use)) {
    IrOp *op = ir_use_op(use);
    size_t role = 0;
    if (!IS(op, mem_channel_release)) continue;
    (void)tile_role_around(op, &role);
    if (seen >> role & 1) continue;
    seen |= UINT64_C(1) << role;
    warps += (threads_at(state, op) + SIMT_WARP_LANES - 1) / SIMT_WARP_LANES;
  }
  return (warps ? warps : 1) * blocks_of(channel);
}

// ---- The row of mbarriers

static IrStatus stop_at_channel(IrOp *op, void *user) {
  (void)user;
  if (IS(op, mem_channel) && has_mbarriers(ir_op_result(op, 0))) return IR_OK;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (mem_is_channel(ir_value_type(ir_op_operand(op, i)))) return IR_FAILED;
  return IR_OK;
}

// The roles of the kernel's own block, one of them a lane alone, if all turns are taken in them.
static IrOp *roles_of_starter(const ThreadState *state, size_t *starter) {
  IrOp *roles = NULL;
  IR_FOR_OPS(op, ir_region_first(ir_op_region(state->kernel, 0))) {
    if (!IS(op, tile_warp_specialize)) {
      if (ir_walk_pre(op, stop_at_channel, NULL) != IR_OK) return NULL;
    } else if (roles) {
      return NULL;
    } else {
      roles = op;
    }
  }
  for (*starter = 1; roles && *starter < tile_num_roles(roles); ++*starter)
    if (thread_role_is_single(roles, *starter)) return roles;
  return NULL;
}

// An empty branch at the kernel's beginning; returns the end of it.
static IrOp *open_branch(IrBuilder *b, IrValue *condition) {
  IrOp *branch = scf_if_create(b, condition, NULL, 0, false);
  IrBuilder inside = ir_builder_at_end(b->ctx, scf_block(branch, 0), b->loc);
  return BUILD(&inside, scf_yield, NO_ARGS);
}

// A branch of one thread that ends with a fence, made once.  Roles begin with the barrier behind it
// (thread_roles.c), or it is here.
IrBuilder thread_mbarrier_branch(ThreadState *state) {
  if (!state->mbarriers) {
    IrBuilder *b = &state->entry;
    bool alone = tile_kernel_multicast(state->kernel) == 1;
    IrOp *roles = alone ? roles_of_starter(state, &state->starter) : NULL;
    IrValue *first = BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_EQ),
                            .lhs = ir_op_result(state->start, 0), .rhs = thread_i32(state, 0));
    state->prefetches = open_branch(b, first);
    if (roles)
      state->starts = thread_first_lane(state, b, tile_role_first_warp(roles, state->starter));
    IrBuilder end = ir_builder_before(roles ? open_branch(b, state->starts) : state->prefetches);
    state->mbarriers = BUILD(&end, mem_fence_mbarrier_init, NO_ARGS);
    if (!alone)
      thread_begin_cluster(state);
    else if (!roles && !state->cluster_bits) // a cluster waits for its blocks (shared_barriers.c)
      BUILD(b, simt_barrier, NO_ARGS);
  }
  return ir_builder_before(state->mbarriers);
}

IrValue *thread_new_mbarrier(ThreadState *state, int64_t arrivals) {
  int64_t one = 1;
  IrType type =
      mem_buffer_type_get((IrShape){&one, 1}, mem_mbarrier_type_get(state->ctx), NULL, MEM_SHARED);
  IrBuilder branch = thread_mbarrier_branch(state), outside = ir_builder_before(state->start);
  branch.loc = outside.loc = state->b.loc;
  IrValue *barrier = BUILD1(&outside, mem_alloc, .buffer_type = type);
  BUILD(&branch, mem_mbarrier_init, .barrier = barrier, .index = thread_i32(state, 0),
        .count = ir_attr_integer(ir_type_i64(state->ctx), arrivals));
  return barrier;
}

static IrStatus check_target(const IrOp *op) {
  const TileTarget *target = tile_target_of((IrOp *)op);
  if (target->arch >= MBARRIER_ARCH) return IR_OK;
  IrStatus failed = ir_op_error(op, "takes turns by mbarriers, which {} lacks", target->name);
  ir_help(ir_op_context(op), "write 'mem.channel groups', whose copies are groups of cp.async");
  return failed;
}

IrStatus thread_convert_channel(ThreadState *state, IrOp *op) {
  IrValue *channel = ir_op_result(op, 0);
  int64_t slots = mem_channel_slots(ir_value_type(channel)), row = 2 * slots;
  if (!has_mbarriers(channel)) return IR_OK;
  IR_TRY(check_target(op));
  IrType type =
      mem_buffer_type_get((IrShape){&row, 1}, mem_mbarrier_type_get(state->ctx), NULL, MEM_SHARED);
  IrBuilder b = thread_mbarrier_branch(state);
  IrBuilder outside = ir_builder_before(state->start);
  b.loc = outside.loc = ir_op_loc(op);
  IrValue *barriers = BUILD1(&outside, mem_alloc, .buffer_type = type);
  ir_value_take_name(barriers, channel);
  ir_ptrmap_set(&state->values, channel, barriers);
  int64_t full = arrivals_when_full(state, channel), empty = arrivals_when_empty(state, channel);
  for (int64_t i = 0; i < row; i++)
    BUILD(&b, mem_mbarrier_init, .barrier = barriers, .index = thread_i32(state, i),
          .count = ir_attr_integer(ir_type_i64(state->ctx), i < slots ? full : empty));
  return IR_OK;
}

// ---- Turns

typedef struct Turn {
  const IrValue *channel;
  IrValue *barriers;
  IrValue *full, *empty; // their places in the row, i32
  IrValue *position;
} Turn;

static IrValue *to_i32(ThreadState *state, IrValue *index) {
  return BUILD1(&state->b, arith_index_cast, .in = index, .out_type = ir_type_i32(state->ctx));
}

static Turn turn_of(ThreadState *state, const IrValue *channel, const IrValue *position) {
  IrBuilder *b = &state->b;
  int64_t slots = mem_channel_slots(ir_value_type(channel));
  IrValue *n = thread_value(state, position);
  Turn turn = {.channel = channel, .barriers = thread_value(state, channel), .position = n};
  IrValue *slot = BUILD1(b, arith_remui, .lhs = n, .rhs = thread_index(state, slots));
  ir_ptrmap_set(&state->positions, n, n);
  turn.full = to_i32(state, slot);
  turn.empty = BUILD1(b, arith_addi, .lhs = turn.full, .rhs = thread_i32(state, slots));
  return turn;
}

// Whether n mod 2 N is N or more: loops can count remainders (thread_turns.c).
static IrValue *parity_of(ThreadState *state, const Turn *turn) {
  IrBuilder *b = &state->b;
  int64_t slots = mem_channel_slots(ir_value_type(turn->channel));
  IrValue *turns =
      BUILD1(b, arith_remui, .lhs = turn->position, .rhs = thread_index(state, 2 * slots));
  IrValue *odd = BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_UGE),
                        .lhs = turns, .rhs = thread_index(state, slots));
  return BUILD1(b, arith_extui, .in = odd, .out_type = ir_type_i32(b->ctx));
}

static Turn turn_at(ThreadState *state, IrOp *op) {
  return turn_of(state, ir_op_operand(op, 0), ir_op_operand(op, 1));
}

IrStatus thread_convert_channel_acquire(ThreadState *state, IrOp *op) {
  if (!has_mbarriers(GET(op, mem_channel_acquire, channel))) return IR_OK;
  Turn turn = turn_at(state, op);
  IrValue *before =
      BUILD1(&state->b, arith_xori, .lhs = parity_of(state, &turn), .rhs = thread_i32(state, 1));
  Producer producer = producer_of(turn.channel);
  bool by_threads = producer.copies || producer.stores;
  IrBuilder outer = state->b;
  if (!by_threads) outer = thread_enter_elected(state);
  BUILD(&state->b, mem_mbarrier_wait, .barrier = turn.barriers, .index = turn.empty,
        .parity = before);
  if (!by_threads) thread_leave_elected(state, outer);
  return IR_OK;
}

// Whether a product that goes on beside the threads reads the memory.
static bool is_read_beside(const IrValue *buffer) {
  for (IrUse *use = ir_value_first_use(buffer); use; use = ir_use_next(use)) {
    IrOp *op = ir_use_op(use);
    if (IS(op, tc_dot_async)) return true;
    if (mem_is_view(op) && is_read_beside(ir_op_result(op, 0))) return true;
  }
  return false;
}

static const IrValue *root_of(const IrValue *buffer) {
  for (IrOp *op = ir_value_op(buffer); mem_is_view(op); op = ir_value_op(buffer))
    buffer = ir_op_operand(op, 0);
  return buffer;
}

static bool is_channel_read_beside(const IrValue *channel) {
  for (IrUse *use = ir_value_first_use(channel); use; use = ir_use_next(use))
    if (is_copy_into(ir_use_op(use), channel) &&
        is_read_beside(root_of(GET(ir_use_op(use), tile_async_copy, dest))))
      return true;
  return false;
}

// Whether lanes of their own accord load what the channel hands over: then each has to be done
// before one speaks for all.
static bool is_read_by_lanes(const IrValue *buffer) {
  for (IrUse *use = ir_value_first_use(buffer); use; use = ir_use_next(use)) {
    IrOp *op = ir_use_op(use);
    if (mem_is_view(op) ? is_read_by_lanes(ir_op_result(op, 0))
                        : !IS(op, tc_dot_async) && !IS(op, tile_async_copy))
      return true;
  }
  return false;
}

static bool is_channel_read_by_lanes(const IrValue *channel) {
  for (IrUse *use = ir_value_first_use(channel); use; use = ir_use_next(use))
    if (is_copy_into(ir_use_op(use), channel) &&
        is_read_by_lanes(root_of(GET(ir_use_op(use), tile_async_copy, dest))))
      return true;
  return producer_of(channel).stores;
}

static void wait_for_groups(ThreadState *state, IrOp *op) {
  IrAttr pending = GET(op, mem_channel_wait, pending);
  IrAttr none = ir_attr_integer(ir_type_i64(state->ctx), 0);
  BUILD(&state->b, mem_async_wait, .groups = pending ? pending : none);
  if (is_channel_read_beside(GET(op, mem_channel_wait, channel)))
    BUILD(&state->b, mem_fence_proxy_async, .shared = ir_attr_unit(state->ctx));
}

IrStatus thread_convert_channel_wait(ThreadState *state, IrOp *op) {
  const IrValue *channel = GET(op, mem_channel_wait, channel);
  if (!has_mbarriers(channel)) {
    wait_for_groups(state, op);
    return IR_OK;
  }
  Turn turn = turn_at(state, op);
  BUILD(&state->b, mem_mbarrier_wait, .barrier = turn.barriers, .index = turn.full,
        .parity = parity_of(state, &turn));
  Producer producer = producer_of(channel);
  if ((producer.copies || producer.stores) && is_channel_read_beside(channel))
    BUILD(&state->b, mem_fence_proxy_async, .shared = ir_attr_unit(state->ctx));
  return IR_OK;
}

// An arrival does not wait for loads that are still queued in front of it (ldmatrix with conflicts
// of banks takes long), and TMA would fill the slot under them: the fence does.
static void finish_loads(ThreadState *state, const IrValue *channel) {
  if (producer_of(channel).tma)
    BUILD(&state->b, mem_fence_proxy_async, .shared = ir_attr_unit(state->ctx));
  BUILD(&state->b, simt_warp_sync, NO_ARGS);
}

// At the own mbarrier, and at those of other blocks that copy into the slot; by lanes for which
// `pred` holds.
static void arrive(ThreadState *state, const Turn *turn, IrValue *pred) {
  BUILD(&state->b, mem_mbarrier_arrive, .barrier = turn->barriers, .index = turn->empty,
        .pred = pred);
  for (int64_t by = 1; by < blocks_of(turn->channel); by++)
    BUILD(&state->b, mem_mbarrier_arrive,
          .barrier = thread_buffer_of_peer(state, turn->barriers, by), .index = turn->empty,
          .pred = pred);
}

// One lane speaks for its warp, whose other lanes have read by then.
IrStatus thread_convert_channel_release(ThreadState *state, IrOp *op) {
  if (!has_mbarriers(GET(op, mem_channel_release, channel))) return IR_OK;
  Turn turn = turn_at(state, op);
  IrValue *first = NULL;
  if (!(state->role && state->role->is_single)) {
    if (is_channel_read_by_lanes(turn.channel)) finish_loads(state, turn.channel);
    IrBuilder *entry = &state->entry;
    IrValue *lane = BUILD1(entry, simt_lane_id, .result_type = ir_type_i32(state->ctx));
    first = BUILD1(entry, arith_cmpi, .predicate = arith_predicate(state->ctx, ARITH_EQ),
                   .lhs = lane, .rhs = thread_i32(state, 0));
  }
  arrive(state, &turn, first);
  return IR_OK;
}

// ---- What fills a position

static int64_t tma_bytes(IrOp *commit, const IrValue *channel) {
  int64_t bytes = 0;
  for (IrOp *op = first_of_position(commit, channel); op != commit; op = ir_op_next(op))
    if (is_copy_into(op, channel) && GET(op, tile_async_copy, tma)) bytes += thread_tma_bytes(op);
  return bytes;
}

// The group ends behind the branches that the commit stands in, so that all paths have as many; but
// not behind one in which somebody waits for it.
static IrStatus commit_group(ThreadState *state, IrOp *commit) {
  const IrBlock *all = state->role ? state->role->block : NULL; // its warps come there
  IrOp *outermost = NULL, *branch = ir_op_parent(commit);
  for (IrBlock *block = state->b.block; block != all && channels_commit_behind(branch);
       block = ir_op_block(outermost), branch = ir_op_parent(branch)) {
    IrOp *op = ir_block_parent(block);
    if (!IS(op, scf_if) || ir_op_num_results(op)) break;
    outermost = op;
  }
  if (!outermost) {
    BUILD(&state->b, mem_async_commit, NO_ARGS);
    return IR_OK;
  }
  IrOp *next = ir_op_next(outermost);
  if (next && IS(next, mem_async_commit)) return IR_OK;
  IrBuilder behind = ir_builder_after(outermost);
  behind.loc = state->b.loc;
  BUILD(&behind, mem_async_commit, NO_ARGS);
  return IR_OK;
}

IrStatus thread_convert_channel_commit(ThreadState *state, IrOp *op) {
  const IrValue *channel = GET(op, mem_channel_commit, channel);
  if (!has_mbarriers(channel)) return commit_group(state, op);
  Turn turn = turn_at(state, op);
  Producer producer = producer_of(channel);
  int64_t bytes = tma_bytes(op, channel);
  if (producer.copies)
    BUILD(&state->b, mem_cp_async_mbarrier_arrive, .barrier = turn.barriers, .index = turn.full,
          .noinc = ir_attr_unit(state->ctx));
  if (producer.stores)
    BUILD(&state->b, mem_mbarrier_arrive, .barrier = turn.barriers, .index = turn.full);
  if (!producer.tma && (producer.copies || producer.stores)) return IR_OK;
  IrBuilder outer = thread_enter_elected(state);
  if (bytes)
    BUILD(&state->b, mem_mbarrier_arrive_expect_tx, .barrier = turn.barriers, .index = turn.full,
          .bytes = thread_i32(state, bytes));
  else
    BUILD(&state->b, mem_mbarrier_arrive, .barrier = turn.barriers, .index = turn.full);
  thread_leave_elected(state, outer);
  return IR_OK;
}

bool thread_copy_is_tma(const IrOp *copy) {
  const IrValue *channel = GET(copy, tile_async_copy, channel);
  return channel && GET(copy, tile_async_copy, tma) && has_mbarriers(channel);
}

// The bytes of a position are counted where it is committed.
static IrStatus check_commit(IrOp *copy) {
  const IrValue *channel = GET(copy, tile_async_copy, channel);
  IrOp *op = ir_op_next(copy);
  while (op && !(IS(op, mem_channel_commit) && ir_op_operand(op, 0) == channel))
    op = ir_op_next(op);
  if (op) return IR_OK;
  IrStatus failed =
      ir_op_error(copy, "has no mem.channel_commit of its channel behind it in its block");
  ir_help(ir_op_context(copy), "let all copies of a position stand between its mem.channel_acquire "
                               "and its mem.channel_commit, in one block");
  return failed;
}

IrStatus thread_convert_tma_copy(ThreadState *state, IrOp *copy) {
  IR_TRY(check_commit(copy));
  Turn turn =
      turn_of(state, GET(copy, tile_async_copy, channel), GET(copy, tile_async_copy, position));
  return thread_tma_load(state, copy, turn.barriers, turn.full);
}
