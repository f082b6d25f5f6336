// Puts channels into a loop: slots, positions, and the four ops.  See channels.c.
//
// The positions of a loop of its own are its iterations' numbers.  Loops around it carry the
// position that the next execution of it begins with:
//
//   scf.for ... {                     %r = scf.for ... iter_args(%base = 0) {
//     tile.pipelined %k = %a to %b      tile.pipelined %k = %a to %b { ... %base + (%k - %a) ... }
//   }                                   scf.yield %base + max(%b - %a, 0)
//                                     }
#include "dialects/arith/arith.h"
#include "dialects/scf/scf.h"
#include "ir/interfaces/loop.h"
#include "passes/mem/channels.h"
#include "passes/tile/access.h"
#include "passes/tile/loop_carry.h"

static IrBlock *body_of(const IrOp *loop) {
  return ir_region_first(ir_op_region(loop, 0));
}

static bool is_counted(const IrOp *op) {
  return IS(op, tile_pipelined) || (IS(op, scf_for) && !GET(op, scf_for, unsignedCmp));
}

bool channels_can_carry(const IrOp *kernel, const IrOp *loop) {
  int64_t step;
  if (!is_counted(loop) ||
      (IS(loop, scf_for) && (!ir_match_int(GET(loop, scf_for, step), &step) || step != 1)))
    return false;
  for (loop = ir_op_parent(loop); loop != kernel; loop = ir_op_parent(loop))
    if (!loop || !is_counted(loop)) return false;
  return true;
}

// ---- Positions

// The same loop with one more carried value; what it yields for it is still to be appended.
static IrOp *with_carried(IrOp *loop, IrValue *init) {
  IrOp *more = loop_carry_more(loop, &init, 1);
  ir_block_add_arg(body_of(more), ir_value_type(init), ir_op_loc(more));
  return more;
}

static void bounds_of(const IrOp *loop, IrValue **lower, IrValue **upper) {
  bool pipelined = IS(loop, tile_pipelined);
  *lower = pipelined ? GET(loop, tile_pipelined, lower) : GET(loop, scf_for, lowerBound);
  *upper = pipelined ? GET(loop, tile_pipelined, upper) : GET(loop, scf_for, upperBound);
}

// `a` - `b`, which may be 0.
static IrValue *difference(IrBuilder *b, IrValue *lhs, IrValue *rhs) {
  int64_t zero;
  if (ir_match_int(rhs, &zero) && zero == 0) return lhs;
  return BUILD1(b, arith_subi, .lhs = lhs, .rhs = rhs);
}

// The position behind the loop, which begins with `base`.
static IrValue *behind(IrOp *loop, IrValue *base) {
  IrBuilder b = ir_builder_after(loop);
  IrValue *lower, *upper;
  bounds_of(loop, &lower, &upper);
  IrValue *trips =
      BUILD1(&b, arith_maxsi, .lhs = difference(&b, upper, lower), .rhs = access_index(&b, 0));
  return BUILD1(&b, arith_addi, .lhs = base, .rhs = trips);
}

static void replace_in(IrOp **loops, size_t n, const IrOp *old, IrOp *op) {
  for (size_t i = 0; i < n; i++)
    if (loops[i] == old) loops[i] = op;
}

// The position of the loop's first iteration, carried by the loops around; NULL: 0.
static IrValue *base_of(IrOp *kernel, IrOp *loop, IrOp **loops, size_t n) {
  IR_VEC(IrOp *) around = {0}; // from the inside out
  for (IrOp *op = ir_op_parent(loop); op != kernel; op = ir_op_parent(op)) ir_vec_push(&around, op);
  if (!around.n) return NULL;
  IrBuilder b = ir_builder_before(around.at[around.n - 1]);
  IrValue *base = access_index(&b, 0);
  for (size_t i = around.n; i-- > 0;) {
    IrOp *old = around.at[i];
    around.at[i] = with_carried(old, base);
    replace_in(loops, n, old, around.at[i]);
    IrBlock *body = body_of(around.at[i]);
    base = ir_block_arg(body, ir_block_num_args(body) - 1);
    ir_value_set_name(base, b.ctx, ir_str("base"));
  }
  IrValue *next = behind(loop, base);
  for (size_t i = 0; i < around.n; i++) {
    loop_yield_more(around.at[i], &next, 1);
    next = ir_op_result(around.at[i], ir_op_num_results(around.at[i]) - 1);
  }
  ir_vec_free(&around);
  return base;
}

// ---- Slots

// The buffer with `slots` of what it is, where the kernel begins.
static IrValue *with_slots(IrOp *kernel, IrOp *alloc, int64_t slots) {
  IrType type = GET(alloc, mem_alloc, buffer_type);
  IrShape shape = mem_buffer_shape(type);
  int64_t extents[MEM_BUFFER_MAX_RANK] = {slots};
  memcpy(extents + 1, shape.at, shape.rank * sizeof *extents);
  IrOp *place = alloc;
  if (ir_op_parent(alloc) != kernel)
    place = ir_block_first(ir_region_first(ir_op_region(kernel, 0)));
  IrBuilder b = ir_builder_before(place);
  b.loc = ir_op_loc(alloc);
  IrType more = mem_buffer_type_get((IrShape){extents, shape.rank + 1}, mem_buffer_element(type),
                                    mem_buffer_layout(type), mem_buffer_space(type));
  IrValue *buffer = BUILD1(&b, mem_alloc, .buffer_type = more);
  ir_value_take_name(buffer, ir_op_result(alloc, 0));
  return buffer;
}

// Views of this iteration's slots, at the beginning of the body, in place of the buffers.
static void use_slots(IrOp *kernel, ChannelLoop *loop, IrBuilder *b, IrValue *slot) {
  for (size_t i = 0; i < loop->buffers.n; i++) {
    IrOp *alloc = loop->buffers.at[i].alloc;
    IrValue *single = ir_op_result(alloc, 0), *buffer = with_slots(kernel, alloc, loop->slots);
    ir_value_replace_uses(single, BUILD1(b, mem_index, .buffer = buffer, .index = slot));
    loop->buffers.at[i].alloc = ir_value_op(buffer);
    ir_op_destroy(alloc);
  }
}

// ---- The four ops

static void set_position(IrOp *copy, IrValue *channel, IrValue *position) {
  ir_op_set_operand_group(copy, IR_ARG_SLOT(tile_async_copy, channel), &channel, 1);
  ir_op_set_operand_group(copy, IR_ARG_SLOT(tile_async_copy, position), &position, 1);
}

// The group's copy that is first in the body.
static IrOp *first_copy(const ChannelLoop *loop, const ChannelGroup *group) {
  IrOp *first = NULL;
  for (size_t i = group->from; i < group->to; i++) {
    IrOp *copy = loop->buffers.at[i].copies.at[0];
    if (!first || ir_op_is_before(copy, first)) first = copy;
  }
  return first;
}

// Collects the group's copies where the first one is, between acquire and commit.
static void hand_over(const ChannelLoop *loop, const ChannelGroup *group, IrValue *channel,
                      IrValue *position) {
  IrOp *first = first_copy(loop, group);
  IrBuilder b = ir_builder_before(first);
  IrOp *commit = BUILD(&b, mem_channel_commit, .channel = channel, .position = position);
  for (size_t i = group->from; i < group->to; i++) {
    const ChannelBuffer *buffer = &loop->buffers.at[i];
    for (size_t k = 0; k < buffer->copies.n; k++) {
      set_position(buffer->copies.at[k], channel, position);
      access_move_before(buffer->copies.at[k], commit);
      if (buffer->tma) continue;
      SET_ATTR(buffer->copies.at[k], tile_async_copy, tma, NULL);
      SET_ATTR(buffer->copies.at[k], tile_async_copy, multicast, NULL);
    }
  }
  b = ir_builder_before(loop->buffers.at[group->from].copies.at[0]);
  BUILD(&b, mem_channel_acquire, .channel = channel, .position = position);
}

// Whether copies go through TMA: then the mbarriers of the channel count their bytes.
static MemMechanism mechanism_of(const ChannelLoop *loop, const ChannelGroup *group) {
  for (size_t i = group->from; i < group->to; i++)
    if (!loop->buffers.at[i].tma) return MEM_GROUPS;
  return MEM_MBARRIER_MECHANISM;
}

// How many blocks copy into the group's slots, for the channel to say; NULL: its own alone.
static IrAttr blocks_of(IrOp *kernel, const ChannelLoop *loop, const ChannelGroup *group) {
  bool multicast = false;
  for (size_t i = group->from; i < group->to; i++)
    for (size_t k = 0; k < loop->buffers.at[i].copies.n; k++)
      multicast |= GET(loop->buffers.at[i].copies.at[k], tile_async_copy, multicast) != NULL;
  return multicast && mechanism_of(loop, group) == MEM_MBARRIER_MECHANISM
             ? GET(kernel, tile_kernel, multicast)
             : NULL;
}

static void make_channel(IrOp *kernel, ChannelLoop *loop, const ChannelGroup *group,
                         IrValue *position, IrOp *behind) {
  IrContext *ctx = ir_op_context(loop->op);
  IrBuilder b = ir_builder_after(behind);
  b.loc = ir_op_loc(loop->op);
  IrValue *channel = BUILD1(&b, mem_channel, .channel_type = mem_channel_type_get(ctx, loop->slots),
                            .mechanism = mem_mechanism_get(ctx, mechanism_of(loop, group)),
                            .multicast = blocks_of(kernel, loop, group));
  ir_value_set_name(channel, ctx, ir_str("ch"));
  IrOp *first = loop->buffers.at[group->from].first, *last = loop->buffers.at[group->from].last;
  for (size_t i = group->from; i < group->to; i++)
    if (ir_op_is_before(last, loop->buffers.at[i].last)) last = loop->buffers.at[i].last;
  hand_over(loop, group, channel, position);
  b = ir_builder_before(first);
  BUILD(&b, mem_channel_wait, .channel = channel, .position = position);
  b = ir_builder_after(last);
  BUILD(&b, mem_channel_release, .channel = channel, .position = position);
}

// The last allocation of the loop's buffers, which stand where the kernel begins.
static IrOp *last_alloc(const ChannelLoop *loop) {
  IrOp *last = loop->buffers.at[0].alloc;
  for (size_t i = 1; i < loop->buffers.n; i++)
    if (ir_op_is_before(last, loop->buffers.at[i].alloc)) last = loop->buffers.at[i].alloc;
  return last;
}

void channels_make(IrOp *kernel, ChannelLoop *loop, IrOp **loops, size_t n) {
  IrContext *ctx = ir_op_context(kernel);
  IrValue *base = base_of(kernel, loop->op, loops, n), *lower, *upper;
  IrBuilder b = ir_builder_at_start(ctx, body_of(loop->op), ir_op_loc(loop->op));
  bounds_of(loop->op, &lower, &upper);
  IrValue *position = difference(&b, ir_block_arg(body_of(loop->op), 0), lower);
  if (base) position = BUILD1(&b, arith_addi, .lhs = base, .rhs = position);
  IrValue *slot = BUILD1(&b, arith_remui, .lhs = position, .rhs = access_index(&b, loop->slots));
  ir_value_set_name(slot, ctx, ir_str("slot"));
  use_slots(kernel, loop, &b, slot);
  IrOp *place = last_alloc(loop);
  for (size_t i = loop->groups.n; i-- > 0;)
    make_channel(kernel, loop, &loop->groups.at[i], position, place);
}
