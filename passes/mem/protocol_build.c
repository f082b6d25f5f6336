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
#include "ir/analysis/tree.h"
#include "passes/mem/protocol_build_impl.h"

// ---- What matters

// Makes a register for the value, and sees to it that there is something in it.
static void want(ProtocolBuild *b, const IrValue *value) {
  if (protocol_register_of(b, value) >= 0) return;
  ir_ptrmap_set(&b->registers, value, (void *)(intptr_t)(protocol_new_register(b) + 1));
  ir_vec_push(&b->wanted, value);
}

// What a region ends with, operand `i` after the first `skip`; NULL for an empty region.
static IrValue *yielded(const IrOp *op, size_t region, size_t i) {
  IrBlock *block = protocol_block_of(op, region);
  return block ? ir_op_operand(ir_block_terminator(block), i) : NULL;
}

// Steps for the op itself, and for what is in it on the way to what matters.
static void enliven(ProtocolBuild *b, IrOp *op) {
  if (!op || op == b->kernel || ir_ptrmap_has(&b->live, op)) return;
  ir_ptrmap_set(&b->live, op, op);
  if (protocol_is_loop(op)) {
    for (size_t i = 0; i < protocol_num_bounds(op); i++) want(b, ir_op_operand(op, i));
    want(b, ir_block_arg(protocol_block_of(op, 0), 0));
  } else if (IS(op, scf_if)) {
    want(b, ir_op_operand(op, 0));
  } else if (IS(op, scf_while)) {
    want(b, yielded(op, 0, 0));
  }
  enliven(b, ir_op_parent(op));
}

// Value number `i` that a loop carries.
static void want_carried(ProtocolBuild *b, IrOp *loop, size_t i) {
  want(b, ir_op_operand(loop, protocol_num_bounds(loop) + i));
  want(b, ir_block_arg(protocol_block_of(loop, 0), i + 1));
  want(b, yielded(loop, 0, i));
}

static void want_of_while(ProtocolBuild *b, const IrOp *loop, size_t i) {
  want(b, yielded(loop, 0, i + 1));
}

bool protocol_is_fixed(const ProtocolBuild *b, const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  if (!op) return ir_block_parent(ir_value_block(value)) == b->kernel;
  return ir_op_num_operands(op) == 0 && ir_op_num_regions(op) == 0;
}

static void look_at_argument(ProtocolBuild *b, const IrValue *value) {
  IrOp *op = ir_block_parent(ir_value_block(value));
  size_t i = ir_value_index(value);
  if (!protocol_is_control(op)) {
    ir_vec_push(&b->fixed, value);
  } else if (protocol_is_loop(op)) {
    enliven(b, op);
    if (i > 0) want_carried(b, op, i - 1);
  } else if (IS(op, scf_while)) {
    enliven(b, op);
    bool before = ir_value_block(value) == protocol_block_of(op, 0);
    if (!before) {
      want_of_while(b, op, i);
    } else {
      want(b, ir_op_operand(op, i));
      want(b, yielded(op, 1, i));
    }
  }
}

static void look_at_result(ProtocolBuild *b, IrOp *op, size_t i) {
  if (!protocol_is_control(op)) {
    for (size_t k = 0; k < ir_op_num_operands(op); k++) want(b, ir_op_operand(op, k));
    return;
  }
  enliven(b, op);
  if (protocol_is_loop(op)) {
    want_carried(b, op, i);
  } else if (IS(op, scf_while)) {
    want_of_while(b, op, i);
  } else {
    for (size_t r = 0; r < ir_op_num_regions(op); r++) want(b, yielded(op, r, i));
  }
}

static void look_at_wanted(ProtocolBuild *b) {
  while (b->wanted.n) {
    const IrValue *value = ir_vec_pop(&b->wanted);
    IrOp *op = ir_value_op(value);
    if (protocol_is_fixed(b, value)) {
      ir_vec_push(&b->fixed, value);
    } else if (op) {
      look_at_result(b, op, ir_value_index(value));
    } else {
      look_at_argument(b, value);
    }
  }
}

static bool has_shared_operand(const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (protocol_is_shared(ir_op_operand(op, i))) return true;
  return false;
}

bool protocol_takes_part(const IrOp *op) {
  return mem_is_turn(op) || protocol_is_wait(op) ||
         (has_shared_operand(op) && !protocol_is_view(op) && !protocol_is_control(op));
}

static IrStatus find_part(IrOp *op, void *user) {
  (void)user;
  return protocol_takes_part(op) ? IR_FAILED : IR_OK;
}

static IrStatus find_turn_or_wait(IrOp *op, void *user) {
  (void)user;
  return mem_is_turn(op) || protocol_is_wait(op) ? IR_FAILED : IR_OK;
}

// The integers that say where a view lies in its allocation.
static void want_view(ProtocolBuild *b, const IrValue *view) {
  for (IrOp *op = ir_value_op(view); op && protocol_is_view(op);
       op = ir_value_op(ir_op_operand(op, 0)))
    if (IS(op, mem_index)) want(b, GET(op, mem_index, index));
}

static void want_all(ProtocolBuild *b, IrValues values) {
  for (size_t i = 0; i < values.n; i++) want(b, values.at[i]);
}

static void want_part(ProtocolBuild *b, IrOp *op) {
  enliven(b, ir_op_parent(op));
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrValue *operand = ir_op_operand(op, i);
    if (mem_is_buffer(ir_value_type(operand))) want_view(b, operand);
    if (mem_is_channel(ir_value_type(operand))) want(b, ir_op_operand(op, i + 1));
  }
  if (IS(op, tile_async_copy)) want_all(b, GET(op, tile_async_copy, dest_indices));
  if (IS(op, tile_async_copy) && GET(op, tile_async_copy, multicast))
    want_all(b, GET(op, tile_async_copy, indices));
  if (IS(op, tile_load)) want_all(b, GET(op, tile_load, indices));
  if (IS(op, tile_store)) want_all(b, GET(op, tile_store, indices));
}

// Ops of the block that take part, and those in the loops and branches that become steps.
static void look_at_block(ProtocolBuild *b, IrBlock *block) {
  IR_FOR_OPS(op, block) {
    if (protocol_is_control(op)) {
      if (IS(op, tile_warp_specialize)) enliven(b, op);
      for (size_t r = 0; r < ir_op_num_regions(op); r++) {
        IrBlock *inside = protocol_block_of(op, r);
        if (inside && ir_block_next(inside)) b->program->unknown = op;
        if (inside) look_at_block(b, inside);
      }
    } else if (protocol_takes_part(op)) {
      want_part(b, op);
    } else if (ir_op_num_regions(op) && ir_walk_pre(op, find_turn_or_wait, NULL)) {
      b->program->unknown = op; // it matters how often its regions run
    } else if (ir_op_num_regions(op) && ir_walk_pre(op, find_part, NULL)) {
      enliven(b, ir_op_parent(op));
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

static void free_build(ProtocolBuild *b) {
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
  ProtocolBuild b = {.kernel = kernel, .program = program, .most_slots = 1};
  IrBlock *body = protocol_block_of(kernel, 0);
  if (ir_block_next(body)) program->unknown = kernel;
  protocol_find_memory(&b);
  look_at_block(&b, body);
  look_at_wanted(&b);
  if (!program->unknown) {
    protocol_emit_roles(&b, body);
    protocol_trace_values(program, b.strides.at, b.strides.n);
  }
  free_build(&b);
  return !program->unknown;
}

void protocol_program_free(ProtocolProgram *program) {
  protocol_kernel_free(&program->kernel);
  ir_vec_free(&program->leaves);
}
