// Makes a ProtocolKernel of a tile-level kernel.
//
// First it is found out what matters: ops that take part in the protocol, the loops and branches
// around them, and what integers those need, back to where these come from.  Then the steps are
// written in the order of the text.  Constants and unknown values, which are the same everywhere,
// come before all.
//
// An integer that no arithmetic here makes (an element of memory, a number made of floats) is made
// up when the program runs, of what op it comes from and of that op's operands.  So copies of the
// code that makes it, one in each role, agree.
#include "passes/mem/protocol_build.h"

#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/roles.h"
#include "ir/analysis/equivalence.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "ir/support/map.h"
#include "passes/mem/copy_pair.h"

typedef struct Build {
  IrOp *kernel;
  ProtocolProgram *program;
  IrPtrMap registers;             // value -> its register + 1
  IrPtrMap live;                  // loops and branches that steps are made of
  IrPtrMap buffers;               // value of mem.alloc -> number + 1
  IrPtrMap channels;              // value of mem.channel -> number + 1
  IR_VEC(const IrValue *) wanted; // registers whose values are not looked at yet
  IR_VEC(const IrValue *) fixed;  // constants and unknown values, made before all steps
  IR_VEC(IrOp *) forks;
  IR_VEC(int32_t) strides; // registers that loops step by
  int64_t most_slots;
  int32_t zero;
} Build;

// ---- Steps

static ProtocolKernel *kernel_of(Build *b) {
  return &b->program->kernel;
}

static int32_t new_register(Build *b) {
  return kernel_of(b)->num_registers++;
}

static ProtocolStep blank(ProtocolStepKind kind, const IrOp *tag) {
  return (ProtocolStep){.kind = (uint8_t)kind, .channel = PROTOCOL_NO_CHANNEL, .tag = tag};
}

// Appends the step; its number.
static int32_t append(Build *b, ProtocolStep step) {
  ir_vec_push(&kernel_of(b)->steps, step);
  return (int32_t)kernel_of(b)->steps.n - 1;
}

static int32_t here(Build *b) {
  return (int32_t)kernel_of(b)->steps.n;
}

static void compute(Build *b, ProtocolStepKind kind, int32_t to, int32_t a, int32_t c) {
  ProtocolStep step = blank(kind, NULL);
  step.to = to;
  step.a = a;
  step.b = c;
  append(b, step);
}

static void move(Build *b, int32_t to, int32_t from) {
  if (to >= 0 && from >= 0) compute(b, PROTOCOL_MOVE, to, from, b->zero);
}

static void jump(Build *b, int32_t to) {
  ProtocolStep step = blank(PROTOCOL_JUMP, NULL);
  step.value = to;
  append(b, step);
}

// A jump whose target is not known yet.
static int32_t jump_unless(Build *b, int32_t condition) {
  ProtocolStep step = blank(PROTOCOL_JUMP_IF, NULL);
  step.a = condition;
  return append(b, step);
}

static void land(Build *b, int32_t jump) {
  kernel_of(b)->steps.at[jump].value = here(b);
}

static int32_t register_of(const Build *b, const IrValue *value) {
  return (int32_t)(intptr_t)ir_ptrmap_get(&b->registers, value) - 1;
}

// ---- What matters

// Makes a register for the value, and sees to it that there is something in it.
static void want(Build *b, const IrValue *value) {
  if (register_of(b, value) >= 0) return;
  ir_ptrmap_set(&b->registers, value, (void *)(intptr_t)(new_register(b) + 1));
  ir_vec_push(&b->wanted, value);
}

static bool is_loop(const IrOp *op) {
  return IS(op, scf_for) || IS(op, tile_pipelined);
}

// Ops whose regions become steps.
static bool is_control(const IrOp *op) {
  return is_loop(op) || IS(op, scf_if) || IS(op, scf_while) || IS(op, tile_warp_specialize);
}

static IrBlock *block_of(const IrOp *op, size_t region) {
  return ir_region_first(ir_op_region(op, region));
}

// What a region ends with, operand `i` after the first `skip`; NULL for an empty region.
static IrValue *yielded(const IrOp *op, size_t region, size_t i) {
  IrBlock *block = block_of(op, region);
  return block ? ir_op_operand(ir_block_terminator(block), i) : NULL;
}

static size_t num_bounds(const IrOp *loop) {
  return IS(loop, scf_for) ? 3 : 2;
}

// Steps for the op itself, and for what is in it on the way to what matters.
static void enliven(Build *b, IrOp *op) {
  if (!op || op == b->kernel || ir_ptrmap_has(&b->live, op)) return;
  ir_ptrmap_set(&b->live, op, op);
  if (is_loop(op)) {
    for (size_t i = 0; i < num_bounds(op); i++) want(b, ir_op_operand(op, i));
    want(b, ir_block_arg(block_of(op, 0), 0));
  } else if (IS(op, scf_if)) {
    want(b, ir_op_operand(op, 0));
  } else if (IS(op, scf_while)) {
    want(b, yielded(op, 0, 0));
  }
  enliven(b, ir_op_parent(op));
}

// Value number `i` that a loop carries.
static void want_carried(Build *b, IrOp *loop, size_t i) {
  want(b, ir_op_operand(loop, num_bounds(loop) + i));
  want(b, ir_block_arg(block_of(loop, 0), i + 1));
  want(b, yielded(loop, 0, i));
}

static void want_of_while(Build *b, const IrOp *loop, size_t i) {
  want(b, yielded(loop, 0, i + 1));
}

static bool is_fixed(Build *b, const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  if (!op) return ir_block_parent(ir_value_block(value)) == b->kernel;
  return ir_op_num_operands(op) == 0 && ir_op_num_regions(op) == 0;
}

static void look_at_argument(Build *b, const IrValue *value) {
  IrOp *op = ir_block_parent(ir_value_block(value));
  size_t i = ir_value_index(value);
  if (!is_control(op)) {
    ir_vec_push(&b->fixed, value);
  } else if (is_loop(op)) {
    enliven(b, op);
    if (i > 0) want_carried(b, op, i - 1);
  } else if (IS(op, scf_while)) {
    enliven(b, op);
    bool before = ir_value_block(value) == block_of(op, 0);
    if (!before) {
      want_of_while(b, op, i);
    } else {
      want(b, ir_op_operand(op, i));
      want(b, yielded(op, 1, i));
    }
  }
}

static void look_at_result(Build *b, IrOp *op, size_t i) {
  if (!is_control(op)) {
    for (size_t k = 0; k < ir_op_num_operands(op); k++) want(b, ir_op_operand(op, k));
    return;
  }
  enliven(b, op);
  if (is_loop(op)) {
    want_carried(b, op, i);
  } else if (IS(op, scf_while)) {
    want_of_while(b, op, i);
  } else {
    for (size_t r = 0; r < ir_op_num_regions(op); r++) want(b, yielded(op, r, i));
  }
}

static void look_at_wanted(Build *b) {
  while (b->wanted.n) {
    const IrValue *value = ir_vec_pop(&b->wanted);
    IrOp *op = ir_value_op(value);
    if (is_fixed(b, value)) {
      ir_vec_push(&b->fixed, value);
    } else if (op) {
      look_at_result(b, op, ir_value_index(value));
    } else {
      look_at_argument(b, value);
    }
  }
}

static bool is_shared(const IrValue *value) {
  IrType type = ir_value_type(value);
  return mem_is_buffer(type) && mem_buffer_space(type) == MEM_SHARED;
}

static bool has_shared_operand(const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (is_shared(ir_op_operand(op, i))) return true;
  return false;
}

static bool is_view(const IrOp *op) {
  return IS(op, mem_index) || IS(op, mem_flatten);
}

static bool is_wait(const IrOp *op) {
  return IS(op, tile_async_wait) || IS(op, tile_async_store_wait) || IS(op, tc_dot_wait);
}

static bool takes_part(const IrOp *op) {
  return mem_is_turn(op) || is_wait(op) ||
         (has_shared_operand(op) && !is_view(op) && !is_control(op));
}

static IrStatus find_part(IrOp *op, void *user) {
  (void)user;
  return takes_part(op) ? IR_FAILED : IR_OK;
}

static IrStatus find_turn_or_wait(IrOp *op, void *user) {
  (void)user;
  return mem_is_turn(op) || is_wait(op) ? IR_FAILED : IR_OK;
}

// The integers that say where a view lies in its allocation.
static void want_view(Build *b, const IrValue *view) {
  for (IrOp *op = ir_value_op(view); op && is_view(op); op = ir_value_op(ir_op_operand(op, 0)))
    if (IS(op, mem_index)) want(b, GET(op, mem_index, index));
}

static void want_all(Build *b, IrValues values) {
  for (size_t i = 0; i < values.n; i++) want(b, values.at[i]);
}

static void want_part(Build *b, IrOp *op) {
  enliven(b, ir_op_parent(op));
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrValue *operand = ir_op_operand(op, i);
    if (mem_is_buffer(ir_value_type(operand))) want_view(b, operand);
    if (mem_is_channel(ir_value_type(operand))) want(b, ir_op_operand(op, i + 1));
  }
  if (IS(op, tile_async_copy)) want_all(b, GET(op, tile_async_copy, dest_indices));
  if (IS(op, tile_load)) want_all(b, GET(op, tile_load, indices));
  if (IS(op, tile_store)) want_all(b, GET(op, tile_store, indices));
}

// Ops of the block that take part, and those in the loops and branches that become steps.
static void look_at_block(Build *b, IrBlock *block) {
  IR_FOR_OPS(op, block) {
    if (is_control(op)) {
      if (IS(op, tile_warp_specialize)) enliven(b, op);
      for (size_t r = 0; r < ir_op_num_regions(op); r++) {
        IrBlock *inside = block_of(op, r);
        if (inside && ir_block_next(inside)) b->program->unknown = op;
        if (inside) look_at_block(b, inside);
      }
    } else if (takes_part(op)) {
      want_part(b, op);
    } else if (ir_op_num_regions(op) && ir_walk_pre(op, find_turn_or_wait, NULL)) {
      b->program->unknown = op; // it matters how often its regions run
    } else if (ir_op_num_regions(op) && ir_walk_pre(op, find_part, NULL)) {
      enliven(b, ir_op_parent(op));
    }
  }
}

// ---- Buffers and boxes

static int32_t channel_number(const Build *b, const IrValue *channel) {
  return channel ? (int32_t)(intptr_t)ir_ptrmap_get(&b->channels, channel) - 1
                 : PROTOCOL_NO_CHANNEL;
}

static void add_allocation(Build *b, IrOp *op) {
  IrValue *result = ir_op_result(op, 0);
  IrShape shape = mem_buffer_shape(ir_value_type(result));
  if (!is_shared(result) || shape.rank > PROTOCOL_RANK) return;
  ProtocolBuffer buffer = {.rank = (uint32_t)shape.rank, .channel = PROTOCOL_NO_CHANNEL, .tag = op};
  memcpy(buffer.extent, shape.at, sizeof *shape.at * shape.rank);
  ir_vec_push(&kernel_of(b)->buffers, buffer);
  ir_ptrmap_set(&b->buffers, result, (void *)(intptr_t)kernel_of(b)->buffers.n);
}

static void add_channel(Build *b, IrOp *op) {
  ProtocolChannel channel = {mem_channel_slots(ir_value_type(ir_op_result(op, 0))), op};
  ir_vec_push(&kernel_of(b)->channels, channel);
  ir_ptrmap_set(&b->channels, ir_op_result(op, 0), (void *)(intptr_t)kernel_of(b)->channels.n);
  if (channel.slots > b->most_slots) b->most_slots = channel.slots;
}

static IrStatus add_memory(IrOp *op, void *user) {
  Build *b = user;
  if (IS(op, mem_alloc)) add_allocation(b, op);
  if (IS(op, mem_channel)) add_channel(b, op);
  return IR_OK;
}

// Which buffer a channel fills is said by the copies into it.
static IrStatus note_channel(IrOp *op, void *user) {
  Build *b = user;
  if (!IS(op, tile_async_copy) || !GET(op, tile_async_copy, channel)) return IR_OK;
  const IrValue *root = mem_root(b->kernel, GET(op, tile_async_copy, dest));
  intptr_t number = root ? (intptr_t)ir_ptrmap_get(&b->buffers, root) : 0;
  if (number)
    kernel_of(b)->buffers.at[number - 1].channel =
        channel_number(b, GET(op, tile_async_copy, channel));
  return IR_OK;
}

// The box of the allocation that all of a view is; false where that is not known.
static bool box_of_view(Build *b, const IrValue *view, ProtocolBox *box) {
  int32_t indices[PROTOCOL_RANK];
  uint32_t n = 0;
  bool is_flat = false;
  IrOp *op = ir_value_op(view);
  for (; op && is_view(op); view = ir_op_operand(op, 0), op = ir_value_op(view)) {
    if (IS(op, mem_flatten)) is_flat = true;
    // A slot of what was flattened is a part of the rows, somewhere.
    if (IS(op, mem_flatten)) n = 0;
    if (IS(op, mem_index) && n < PROTOCOL_RANK)
      indices[n++] = register_of(b, GET(op, mem_index, index));
  }
  intptr_t number = (intptr_t)ir_ptrmap_get(&b->buffers, view);
  if (!number) {
    kernel_of(b)->has_others = true;
    return false;
  }
  const ProtocolBuffer *buffer = &kernel_of(b)->buffers.at[number - 1];
  *box = (ProtocolBox){.buffer = (int32_t)number - 1, .is_guess = is_flat};
  for (uint32_t d = 0; d < buffer->rank; d++) {
    box->from[d] = d < n ? indices[n - 1 - d] : -1;
    box->extent[d] = d < n ? 1 : buffer->extent[d];
  }
  return true;
}

// A part of the view: trailing dimensions `extent` from `indices` on.
static bool box_of_part(Build *b, const IrValue *view, IrValues indices, const int64_t *extent,
                        size_t rank, ProtocolBox *box) {
  if (!box_of_view(b, view, box)) return false;
  size_t view_rank = mem_buffer_shape(ir_value_type(view)).rank;
  size_t lead = kernel_of(b)->buffers.at[box->buffer].rank - view_rank;
  if (box->is_guess || indices.n != view_rank || rank > view_rank) return true;
  for (size_t d = 0; d < view_rank; d++) {
    box->from[lead + d] = register_of(b, indices.at[d]);
    box->extent[lead + d] = d < view_rank - rank ? 1 : extent[d - (view_rank - rank)];
  }
  return true;
}

// ---- Steps of ops that take part

static void add_box(Build *b, ProtocolStep *step, ProtocolBox box) {
  if (!step->num_boxes++) step->first_box = (int32_t)kernel_of(b)->boxes.n;
  ir_vec_push(&kernel_of(b)->boxes, box);
}

static void emit_copy(Build *b, IrOp *op) {
  ProtocolStep step = blank(PROTOCOL_COPY, op);
  IrShape tile = ir_type_shape(ir_attr_type_value(GET(op, tile_async_copy, tile)));
  IrAttr perm = GET(op, tile_async_copy, perm);
  int64_t extent[PROTOCOL_RANK];
  ProtocolBox box;
  for (size_t d = 0; d < tile.rank && d < PROTOCOL_RANK; d++)
    extent[d] = tile.at[perm ? (size_t)ir_attr_array_int(perm, d) : d];
  if (GET(op, tile_async_copy, channel)) {
    step.channel = channel_number(b, GET(op, tile_async_copy, channel));
    step.a = register_of(b, GET(op, tile_async_copy, position));
  }
  if (tile.rank <= PROTOCOL_RANK &&
      box_of_part(b, GET(op, tile_async_copy, dest), GET(op, tile_async_copy, dest_indices), extent,
                  tile.rank, &box))
    add_box(b, &step, box);
  append(b, step);
}

static void emit_boxes(Build *b, ProtocolStepKind kind, IrOp *op) {
  ProtocolStep step = blank(kind, op);
  ProtocolBox box;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (is_shared(ir_op_operand(op, i)) && box_of_view(b, ir_op_operand(op, i), &box))
      add_box(b, &step, box);
  append(b, step);
}

static void emit_part(Build *b, ProtocolStepKind kind, IrOp *op, const IrValue *view,
                      IrValues indices, IrShape shape) {
  ProtocolStep step = blank(kind, op);
  ProtocolBox box;
  if (!is_shared(view) || !box_of_part(b, view, indices, shape.at, shape.rank, &box)) return;
  add_box(b, &step, box);
  append(b, step);
}

// An op of which its effects are known, on all of each buffer.
static void emit_effects(Build *b, IrOp *op, const IrOp *tag) {
  IrEffects effects = {0};
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++) {
    unsigned kind = effects.at[i].kind;
    const IrValue *value = effects.at[i].value;
    ProtocolBox box;
    if (!value || !(kind & (IR_EFFECT_READ | IR_EFFECT_WRITE)) || !is_shared(value) ||
        !box_of_view(b, value, &box))
      continue;
    ProtocolStep step = blank(kind & IR_EFFECT_WRITE ? PROTOCOL_WRITE : PROTOCOL_READ, tag);
    add_box(b, &step, box);
    append(b, step);
  }
  ir_effects_free(&effects);
}

static void emit_turn(Build *b, IrOp *op) {
  ProtocolStepKind kind = IS(op, mem_channel_acquire)  ? PROTOCOL_ACQUIRE
                          : IS(op, mem_channel_commit) ? PROTOCOL_COMMIT
                          : IS(op, mem_channel_wait)   ? PROTOCOL_WAIT
                                                       : PROTOCOL_RELEASE;
  ProtocolStep step = blank(kind, op);
  step.channel = channel_number(b, ir_op_operand(op, 0));
  step.a = register_of(b, ir_op_operand(op, 1));
  append(b, step);
}

static void emit_wait(Build *b, IrOp *op) {
  ProtocolStep step = blank(PROTOCOL_COPY_WAIT, op);
  if (IS(op, tile_async_store_wait)) {
    IrAttr pending = GET(op, tile_async_store_wait, pending);
    step.kind = PROTOCOL_STORE_WAIT;
    step.value = pending ? ir_attr_int(pending) : 0;
  }
  if (IS(op, tc_dot_wait)) {
    step.kind = PROTOCOL_PRODUCT_WAIT;
    step.value = ir_attr_int(GET(op, tc_dot_wait, pending));
  }
  append(b, step);
}

static void emit_taking_part(Build *b, IrOp *op) {
  if (mem_is_turn(op)) {
    emit_turn(b, op);
  } else if (is_wait(op)) {
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
  Build *b;
  IrOp *around;
} Inside;

static IrStatus emit_inside(IrOp *op, void *user) {
  Inside *inside = user;
  if (takes_part(op)) emit_effects(inside->b, op, inside->around);
  return IR_OK;
}

// ---- Steps of integers

typedef struct Arithmetic {
  const IrOpDef *def;
  ProtocolStepKind kind;
} Arithmetic;

static const Arithmetic arithmetic[] = {
    {&arith_addi, PROTOCOL_ADD},          {&arith_subi, PROTOCOL_SUB},
    {&arith_muli, PROTOCOL_MUL},          {&arith_divsi, PROTOCOL_DIV},
    {&arith_divui, PROTOCOL_DIV},         {&arith_floordivsi, PROTOCOL_FLOORDIV},
    {&arith_ceildivsi, PROTOCOL_CEILDIV}, {&arith_ceildivui, PROTOCOL_CEILDIV},
    {&arith_remsi, PROTOCOL_REM},         {&arith_remui, PROTOCOL_REM},
    {&arith_minsi, PROTOCOL_MIN},         {&arith_minui, PROTOCOL_MIN},
    {&arith_maxsi, PROTOCOL_MAX},         {&arith_maxui, PROTOCOL_MAX},
    {&arith_andi, PROTOCOL_AND},          {&arith_ori, PROTOCOL_OR},
    {&arith_xori, PROTOCOL_XOR},          {&arith_shli, PROTOCOL_SHL},
    {&arith_shrsi, PROTOCOL_SHR},         {&arith_shrui, PROTOCOL_SHR},
};

static const Arithmetic *arithmetic_of(const IrOp *op) {
  for (size_t i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++)
    if (ir_op_is(op, arithmetic[i].def)) return &arithmetic[i];
  return NULL;
}

static bool is_integer(IrType type) {
  return ir_type_is_int_or_index(type) && !ir_type_is_wide(type);
}

// What a value made up is below, 0: it is no integer that anything counts with.
static int32_t bound_of(const Build *b, const IrValue *value) {
  IrType type = ir_value_type(value);
  if (!is_integer(type)) return 0;
  return ir_type_is_integer(type, 1) ? 2 : (int32_t)(2 * b->most_slots + 2);
}

static void emit_opaque(Build *b, IrOp *op, const IrValue *value) {
  int32_t to = register_of(b, value);
  size_t n = ir_op_num_operands(op);
  ProtocolStep step = blank(PROTOCOL_OPAQUE, op);
  step.value = (int64_t)(ir_op_shape_hash(op) + ir_value_index(value));
  step.to = step.a = step.b = to;
  for (size_t i = 0; i < n; i++) {
    step.b = register_of(b, ir_op_operand(op, i));
    if (i == 0) {
      step.a = step.b;
      step.b = n > 1 ? register_of(b, ir_op_operand(op, 1)) : step.a;
    }
    if (i == 1) continue;
    if (i + 1 >= n || (i == 0 && n == 2)) step.c = bound_of(b, value);
    append(b, step);
    step.a = to;
  }
  if (bound_of(b, value)) b->program->makes_up = true;
}

static void emit_compare(Build *b, IrOp *op, int32_t to) {
  int32_t left = register_of(b, ir_op_operand(op, 0)), right = register_of(b, ir_op_operand(op, 1));
  switch ((ArithCmpI)ir_attr_int(GET(op, arith_cmpi, predicate))) {
  case ARITH_EQ:
    compute(b, PROTOCOL_EQ, to, left, right);
    break;
  case ARITH_NE:
    compute(b, PROTOCOL_NE, to, left, right);
    break;
  case ARITH_SLT:
  case ARITH_ULT:
    compute(b, PROTOCOL_LT, to, left, right);
    break;
  case ARITH_SLE:
  case ARITH_ULE:
    compute(b, PROTOCOL_LE, to, left, right);
    break;
  case ARITH_SGT:
  case ARITH_UGT:
    compute(b, PROTOCOL_LT, to, right, left);
    break;
  case ARITH_SGE:
  case ARITH_UGE:
    compute(b, PROTOCOL_LE, to, right, left);
    break;
  }
}

static bool is_cast(const IrOp *op) {
  return IS(op, arith_index_cast) || IS(op, arith_index_castui) || IS(op, arith_extsi) ||
         IS(op, arith_extui) || IS(op, arith_trunci);
}

static void emit_value(Build *b, IrOp *op, const IrValue *value) {
  int32_t to = register_of(b, value);
  const Arithmetic *known = arithmetic_of(op);
  bool is_scalar = is_integer(ir_value_type(value));
  if (is_scalar && known) {
    compute(b, known->kind, to, register_of(b, ir_op_operand(op, 0)),
            register_of(b, ir_op_operand(op, 1)));
  } else if (is_scalar && IS(op, arith_cmpi)) {
    emit_compare(b, op, to);
  } else if (is_scalar && is_cast(op)) {
    move(b, to, register_of(b, ir_op_operand(op, 0)));
  } else if (IS(op, arith_select) && is_integer(ir_value_type(ir_op_operand(op, 0)))) {
    ProtocolStep step = blank(PROTOCOL_SELECT, op);
    step.to = to;
    step.a = register_of(b, ir_op_operand(op, 0));
    step.b = register_of(b, ir_op_operand(op, 1));
    step.c = register_of(b, ir_op_operand(op, 2));
    append(b, step);
  } else {
    emit_opaque(b, op, value);
  }
}

static bool is_block_index(const Build *b, const IrValue *value) {
  for (size_t i = 0; i < tile_kernel_grid_rank(b->kernel); i++)
    if (tile_kernel_block_index(b->kernel, i) == value) return true;
  return false;
}

static void emit_leaf(Build *b, const IrValue *value, uint64_t key) {
  ProtocolStep step = blank(PROTOCOL_LEAF, ir_value_op(value));
  size_t i = 0;
  while (i < b->program->leaves.n && b->program->leaves.at[i].key != key) i++;
  if (i == b->program->leaves.n) {
    ProtocolLeaf leaf = {key, 1, 1, is_block_index(b, value), ir_value_op(value)};
    ir_vec_push(&b->program->leaves, leaf);
  }
  step.to = register_of(b, value);
  step.value = (int64_t)i;
  append(b, step);
}

// A value that is the same everywhere.
static void emit_fixed(Build *b, const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  ProtocolStep step = blank(PROTOCOL_CONST, op);
  uint64_t key = op ? ir_op_shape_hash(op) + ir_value_index(value) : ir_hash_pointer(value);
  step.to = register_of(b, value);
  if (!is_integer(ir_value_type(value))) {
    step.value = (int64_t)key;
  } else if (IS(op, arith_constant)) {
    step.value = ir_attr_int(GET(op, arith_constant, value));
  } else {
    emit_leaf(b, value, key);
    return;
  }
  append(b, step);
}

// ---- Steps of loops and branches

static void emit_block(Build *b, IrBlock *block);

static int32_t constant(Build *b, int64_t value) {
  ProtocolStep step = blank(PROTOCOL_CONST, NULL);
  step.to = new_register(b);
  step.value = value;
  append(b, step);
  return step.to;
}

// Moves values all at once.
static void move_all(Build *b, const int32_t *to, const int32_t *from, size_t n) {
  int32_t first = kernel_of(b)->num_registers;
  if (n > 1) {
    for (size_t i = 0; i < n; i++) move(b, new_register(b), from[i]);
    for (size_t i = 0; i < n; i++)
      if (from[i] >= 0) move(b, to[i], first + (int32_t)i);
  } else if (n) {
    move(b, to[0], from[0]);
  }
}

// From operands of `from`, number `first` on, to `n` arguments or results.
static void hand_over(Build *b, const IrOp *from, size_t first, const IrBlock *args,
                      size_t first_arg, const IrOp *results, size_t n) {
  IR_VEC(int32_t) to = {0}, values = {0};
  for (size_t i = 0; i < n; i++) {
    const IrValue *target = args ? ir_block_arg(args, first_arg + i) : ir_op_result(results, i);
    int32_t value = register_of(b, ir_op_operand(from, first + i));
    if (register_of(b, target) < 0 || value < 0) continue;
    ir_vec_push(&to, register_of(b, target));
    ir_vec_push(&values, value);
  }
  move_all(b, to.at, values.at, to.n);
  ir_vec_free(&to);
  ir_vec_free(&values);
}

static void emit_loop(Build *b, IrOp *op) {
  IrBlock *body = block_of(op, 0);
  const IrOp *yield = ir_block_terminator(body);
  size_t bounds = num_bounds(op), carried = ir_op_num_results(op);
  int32_t at = register_of(b, ir_block_arg(body, 0)), step = new_register(b);
  int32_t one = constant(b, 1);
  move(b, step, bounds > 2 ? register_of(b, ir_op_operand(op, 2)) : one);
  if (bounds > 2) ir_vec_push(&b->strides, register_of(b, ir_op_operand(op, 2)));
  compute(b, PROTOCOL_MAX, step, step, one);
  move(b, at, register_of(b, ir_op_operand(op, 0)));
  hand_over(b, op, bounds, body, 1, NULL, carried);
  int32_t again = here(b), goes_on = new_register(b);
  compute(b, PROTOCOL_LT, goes_on, at, register_of(b, ir_op_operand(op, 1)));
  int32_t leave = jump_unless(b, goes_on);
  emit_block(b, body);
  hand_over(b, yield, 0, body, 1, NULL, carried);
  compute(b, PROTOCOL_ADD, at, at, step);
  jump(b, again);
  land(b, leave);
  for (size_t i = 0; i < carried; i++)
    move(b, register_of(b, ir_op_result(op, i)), register_of(b, ir_block_arg(body, i + 1)));
}

static void emit_if(Build *b, IrOp *op) {
  size_t results = ir_op_num_results(op);
  int32_t otherwise = jump_unless(b, register_of(b, ir_op_operand(op, 0)));
  IrBlock *then = block_of(op, 0), *or_else = block_of(op, 1);
  emit_block(b, then);
  if (results) hand_over(b, ir_block_terminator(then), 0, NULL, 0, op, results);
  ProtocolStep out = blank(PROTOCOL_JUMP, NULL);
  int32_t leave = append(b, out);
  land(b, otherwise);
  if (or_else) emit_block(b, or_else);
  if (results) hand_over(b, ir_block_terminator(or_else), 0, NULL, 0, op, results);
  land(b, leave);
}

static void emit_while(Build *b, IrOp *op) {
  IrBlock *before = block_of(op, 0), *after = block_of(op, 1);
  const IrOp *condition = ir_block_terminator(before);
  hand_over(b, op, 0, before, 0, NULL, ir_block_num_args(before));
  int32_t again = here(b);
  emit_block(b, before);
  int32_t leave = jump_unless(b, register_of(b, ir_op_operand(condition, 0)));
  hand_over(b, condition, 1, after, 0, NULL, ir_block_num_args(after));
  emit_block(b, after);
  hand_over(b, ir_block_terminator(after), 0, before, 0, NULL, ir_block_num_args(before));
  jump(b, again);
  land(b, leave);
  hand_over(b, condition, 1, NULL, 0, op, ir_op_num_results(op));
}

static void emit_fork(Build *b, IrOp *op) {
  ProtocolStep step = blank(PROTOCOL_FORK, op);
  step.a = (int32_t)kernel_of(b)->roles.n;
  step.b = step.a + (int32_t)ir_op_num_regions(op);
  append(b, step);
  for (size_t r = 0; r < ir_op_num_regions(op); r++) {
    ProtocolRole role = {0, op};
    ir_vec_push(&kernel_of(b)->roles, role);
  }
  ir_vec_push(&b->forks, op);
}

static void emit_op(Build *b, IrOp *op) {
  if (is_control(op)) {
    if (!ir_ptrmap_has(&b->live, op)) return;
    if (is_loop(op)) emit_loop(b, op);
    if (IS(op, scf_if)) emit_if(b, op);
    if (IS(op, scf_while)) emit_while(b, op);
    if (IS(op, tile_warp_specialize)) emit_fork(b, op);
    return;
  }
  if (takes_part(op)) {
    emit_taking_part(b, op);
  } else if (ir_op_num_regions(op)) {
    Inside inside = {b, op};
    (void)ir_walk_pre(op, emit_inside, &inside);
  }
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    const IrValue *result = ir_op_result(op, i);
    if (register_of(b, result) >= 0 && !is_fixed(b, result)) emit_value(b, op, result);
  }
}

static void emit_block(Build *b, IrBlock *block) {
  IR_FOR_OPS(op, block) emit_op(b, op);
}

static void emit_roles(Build *b, IrBlock *body) {
  ProtocolRole first = {here(b), b->kernel};
  ir_vec_push(&kernel_of(b)->roles, first);
  b->zero = constant(b, 0);
  for (size_t i = 0; i < b->fixed.n; i++) emit_fixed(b, b->fixed.at[i]);
  emit_block(b, body);
  append(b, blank(PROTOCOL_END, b->kernel));
  int32_t role = 1;
  for (size_t f = 0; f < b->forks.n; f++) {
    for (size_t r = 0; r < ir_op_num_regions(b->forks.at[f]); r++) {
      kernel_of(b)->roles.at[role++].start = here(b);
      emit_block(b, block_of(b->forks.at[f], r));
      append(b, blank(PROTOCOL_END, b->forks.at[f]));
    }
  }
}

// ---- The whole

static IrStatus find_concern(IrOp *op, void *user) {
  (void)user;
  bool concerns = IS(op, mem_channel) || IS(op, tile_warp_specialize) || IS(op, tc_dot_async) ||
                  IS(op, tile_async_store);
  return concerns ? IR_FAILED : IR_OK;
}

bool protocol_concerns(IrOp *kernel) {
  return ir_walk_pre(kernel, find_concern, NULL) == IR_FAILED;
}

static void free_build(Build *b) {
  ir_ptrmap_free(&b->registers);
  ir_ptrmap_free(&b->live);
  ir_ptrmap_free(&b->buffers);
  ir_ptrmap_free(&b->channels);
  ir_vec_free(&b->wanted);
  ir_vec_free(&b->fixed);
  ir_vec_free(&b->forks);
  ir_vec_free(&b->strides);
}

bool protocol_build(IrOp *kernel, ProtocolProgram *program) {
  Build b = {.kernel = kernel, .program = program, .most_slots = 1};
  IrBlock *body = block_of(kernel, 0);
  if (ir_block_next(body)) program->unknown = kernel;
  (void)ir_walk_pre(kernel, add_memory, &b);
  (void)ir_walk_pre(kernel, note_channel, &b);
  look_at_block(&b, body);
  look_at_wanted(&b);
  if (!program->unknown) {
    emit_roles(&b, body);
    protocol_trace_values(program, b.strides.at, b.strides.n);
  }
  free_build(&b);
  return !program->unknown;
}

void protocol_program_free(ProtocolProgram *program) {
  protocol_kernel_free(&program->kernel);
  ir_vec_free(&program->leaves);
}
