// Buffers and channels of a kernel, and the steps of ops that touch them; see protocol_build.c.
#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "passes/mem/copy_pair.h"
#include "passes/mem/protocol_build_impl.h"

// ---- Buffers and boxes

static int32_t channel_number(const ProtocolBuild *b, const IrValue *channel) {
  return channel ? (int32_t)(intptr_t)ir_ptrmap_get(&b->channels, channel) - 1
                 : PROTOCOL_NO_CHANNEL;
}

static void add_allocation(ProtocolBuild *b, IrOp *op) {
  IrValue *result = ir_op_result(op, 0);
  IrShape shape = mem_buffer_shape(ir_value_type(result));
  if (!protocol_is_shared(result) || shape.rank > PROTOCOL_RANK) return;
  ProtocolBuffer buffer = {.rank = (uint32_t)shape.rank, .channel = PROTOCOL_NO_CHANNEL, .tag = op};
  memcpy(buffer.extent, shape.at, sizeof *shape.at * shape.rank);
  ir_vec_push(&protocol_kernel_of(b)->buffers, buffer);
  ir_ptrmap_set(&b->buffers, result, (void *)(intptr_t)protocol_kernel_of(b)->buffers.n);
}

static void add_channel(ProtocolBuild *b, IrOp *op) {
  ProtocolChannel channel = {.slots = mem_channel_slots(ir_value_type(ir_op_result(op, 0))),
                             .multicast = GET(op, mem_channel, multicast) != NULL,
                             .tag = op};
  ir_vec_push(&protocol_kernel_of(b)->channels, channel);
  ir_ptrmap_set(&b->channels, ir_op_result(op, 0),
                (void *)(intptr_t)protocol_kernel_of(b)->channels.n);
  if (channel.slots > b->most_slots) b->most_slots = channel.slots;
}

static IrStatus add_memory(IrOp *op, void *user) {
  ProtocolBuild *b = user;
  if (IS(op, mem_alloc)) add_allocation(b, op);
  if (IS(op, mem_channel)) add_channel(b, op);
  return IR_OK;
}

// Which buffer a channel fills is said by the copies into it.
static IrStatus note_channel(IrOp *op, void *user) {
  ProtocolBuild *b = user;
  if (!IS(op, tile_async_copy) || !GET(op, tile_async_copy, channel)) return IR_OK;
  const IrValue *root = mem_root(b->kernel, GET(op, tile_async_copy, dest));
  intptr_t number = root ? (intptr_t)ir_ptrmap_get(&b->buffers, root) : 0;
  if (number)
    protocol_kernel_of(b)->buffers.at[number - 1].channel =
        channel_number(b, GET(op, tile_async_copy, channel));
  return IR_OK;
}

void protocol_find_memory(ProtocolBuild *b) {
  (void)ir_walk_pre(b->kernel, add_memory, b);
  (void)ir_walk_pre(b->kernel, note_channel, b);
}

// The box of the allocation that all of a view is; false where that is not known.
static bool box_of_view(ProtocolBuild *b, const IrValue *view, ProtocolBox *box) {
  int32_t indices[PROTOCOL_RANK];
  uint32_t n = 0;
  bool is_flat = false;
  IrOp *op = ir_value_op(view);
  for (; op && protocol_is_view(op); view = ir_op_operand(op, 0), op = ir_value_op(view)) {
    if (IS(op, mem_flatten)) is_flat = true;
    // A slot of what was flattened is a part of the rows, somewhere.
    if (IS(op, mem_flatten)) n = 0;
    if (IS(op, mem_index) && n < PROTOCOL_RANK)
      indices[n++] = protocol_register_of(b, GET(op, mem_index, index));
  }
  intptr_t number = (intptr_t)ir_ptrmap_get(&b->buffers, view);
  if (!number) {
    protocol_kernel_of(b)->has_others = true;
    return false;
  }
  const ProtocolBuffer *buffer = &protocol_kernel_of(b)->buffers.at[number - 1];
  *box = (ProtocolBox){.buffer = (int32_t)number - 1, .is_guess = is_flat};
  for (uint32_t d = 0; d < buffer->rank; d++) {
    box->from[d] = d < n ? indices[n - 1 - d] : -1;
    box->extent[d] = d < n ? 1 : buffer->extent[d];
  }
  return true;
}

// A part of the view: trailing dimensions `extent` from `indices` on.
static bool box_of_part(ProtocolBuild *b, const IrValue *view, IrValues indices,
                        const int64_t *extent, size_t rank, ProtocolBox *box) {
  if (!box_of_view(b, view, box)) return false;
  size_t view_rank = mem_buffer_shape(ir_value_type(view)).rank;
  size_t lead = protocol_kernel_of(b)->buffers.at[box->buffer].rank - view_rank;
  if (box->is_guess || indices.n != view_rank || rank > view_rank) return true;
  if (IS(ir_value_op(view), mem_trans)) return true; // all of it
  for (size_t d = 0; d < view_rank; d++) {
    box->from[lead + d] = protocol_register_of(b, indices.at[d]);
    box->extent[lead + d] = d < view_rank - rank ? 1 : extent[d - (view_rank - rank)];
  }
  return true;
}

// ---- Steps of ops that take part

static void add_box(ProtocolBuild *b, ProtocolStep *step, ProtocolBox box) {
  if (!step->num_boxes++) step->first_box = (int32_t)protocol_kernel_of(b)->boxes.n;
  ir_vec_push(&protocol_kernel_of(b)->boxes, box);
}

// Blocks that copy for each other have to mean the same tile: of the same place.
static void add_source(ProtocolBuild *b, ProtocolStep *step, const IrOp *op) {
  IrValues indices = GET(op, tile_async_copy, indices);
  step->multicast = true;
  step->first_source = (int32_t)protocol_kernel_of(b)->sources.n;
  step->num_sources = (int32_t)indices.n;
  for (size_t i = 0; i < indices.n; i++)
    ir_vec_push(&protocol_kernel_of(b)->sources, protocol_register_of(b, indices.at[i]));
}

static void emit_copy(ProtocolBuild *b, IrOp *op) {
  ProtocolStep step = protocol_blank(PROTOCOL_COPY, op);
  IrShape tile = ir_type_shape(ir_attr_type_value(GET(op, tile_async_copy, tile)));
  IrAttr perm = GET(op, tile_async_copy, perm);
  int64_t extent[PROTOCOL_RANK];
  ProtocolBox box;
  for (size_t d = 0; d < tile.rank && d < PROTOCOL_RANK; d++)
    extent[d] = tile.at[perm ? (size_t)ir_attr_array_int(perm, d) : d];
  if (GET(op, tile_async_copy, channel)) {
    step.channel = channel_number(b, GET(op, tile_async_copy, channel));
    step.a = protocol_register_of(b, GET(op, tile_async_copy, position));
    if (GET(op, tile_async_copy, multicast)) add_source(b, &step, op);
  }
  if (tile.rank <= PROTOCOL_RANK &&
      box_of_part(b, GET(op, tile_async_copy, dest), GET(op, tile_async_copy, dest_indices), extent,
                  tile.rank, &box))
    add_box(b, &step, box);
  protocol_append(b, step);
}

static void emit_boxes(ProtocolBuild *b, ProtocolStepKind kind, IrOp *op) {
  ProtocolStep step = protocol_blank(kind, op);
  ProtocolBox box;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (protocol_is_shared(ir_op_operand(op, i)) && box_of_view(b, ir_op_operand(op, i), &box))
      add_box(b, &step, box);
  protocol_append(b, step);
}

static void emit_part(ProtocolBuild *b, ProtocolStepKind kind, IrOp *op, const IrValue *view,
                      IrValues indices, IrShape shape) {
  ProtocolStep step = protocol_blank(kind, op);
  ProtocolBox box;
  if (!protocol_is_shared(view) || !box_of_part(b, view, indices, shape.at, shape.rank, &box))
    return;
  add_box(b, &step, box);
  protocol_append(b, step);
}

// An op of which its effects are known, on all of each buffer.
static void emit_effects(ProtocolBuild *b, IrOp *op, const IrOp *tag) {
  IrEffects effects = {0};
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++) {
    unsigned kind = effects.at[i].kind;
    const IrValue *value = effects.at[i].value;
    ProtocolBox box;
    if (!value || !(kind & (IR_EFFECT_READ | IR_EFFECT_WRITE)) || !protocol_is_shared(value) ||
        !box_of_view(b, value, &box))
      continue;
    ProtocolStep step =
        protocol_blank(kind & IR_EFFECT_WRITE ? PROTOCOL_WRITE : PROTOCOL_READ, tag);
    add_box(b, &step, box);
    protocol_append(b, step);
  }
  ir_effects_free(&effects);
}

static void emit_turn(ProtocolBuild *b, IrOp *op) {
  ProtocolStepKind kind = IS(op, mem_channel_acquire)  ? PROTOCOL_ACQUIRE
                          : IS(op, mem_channel_commit) ? PROTOCOL_COMMIT
                          : IS(op, mem_channel_wait)   ? PROTOCOL_WAIT
                                                       : PROTOCOL_RELEASE;
  ProtocolStep step = protocol_blank(kind, op);
  step.channel = channel_number(b, ir_op_operand(op, 0));
  step.a = protocol_register_of(b, ir_op_operand(op, 1));
  protocol_append(b, step);
}

static void emit_wait(ProtocolBuild *b, IrOp *op) {
  ProtocolStep step = protocol_blank(PROTOCOL_COPY_WAIT, op);
  if (IS(op, tile_async_store_wait)) {
    IrAttr pending = GET(op, tile_async_store_wait, pending);
    step.kind = PROTOCOL_STORE_WAIT;
    step.value = pending ? ir_attr_int(pending) : 0;
  }
  if (IS(op, tc_dot_wait)) {
    step.kind = PROTOCOL_PRODUCT_WAIT;
    step.value = ir_attr_int(GET(op, tc_dot_wait, pending));
  }
  protocol_append(b, step);
}

void protocol_emit_part(ProtocolBuild *b, IrOp *op) {
  if (mem_is_turn(op)) {
    emit_turn(b, op);
  } else if (protocol_is_wait(op)) {
    emit_wait(b, op);
  } else if (IS(op, tile_async_copy)) {
    emit_copy(b, op);
  } else if (IS(op, tc_dot_async)) {
    emit_boxes(b, PROTOCOL_PRODUCT, op);
  } else if (IS(op, tile_async_store)) {
    emit_boxes(b, PROTOCOL_STORE, op);
  } else if (IS(op, tile_load)) {
    emit_part(b, PROTOCOL_READ, op, GET(op, tile_load, source), GET(op, tile_load, indices),
              ir_type_shape(ir_value_type(ir_op_result(op, 0))));
  } else if (IS(op, tile_store)) {
    emit_part(b, PROTOCOL_WRITE, op, GET(op, tile_store, dest), GET(op, tile_store, indices),
              ir_type_shape(ir_value_type(GET(op, tile_store, tile))));
  } else {
    emit_effects(b, op, op);
  }
}

// What is done somewhere in the regions of an op that is no loop or branch.
typedef struct Inside {
  ProtocolBuild *b;
  IrOp *around;
} Inside;

static IrStatus emit_one_inside(IrOp *op, void *user) {
  Inside *inside = user;
  if (protocol_takes_part(op)) emit_effects(inside->b, op, inside->around);
  return IR_OK;
}

void protocol_emit_inside(ProtocolBuild *b, IrOp *op) {
  Inside inside = {b, op};
  (void)ir_walk_pre(op, emit_one_inside, &inside);
}
