// The steps of integers, loops, branches and roles; see protocol_build.c.
#include "ir/analysis/equivalence.h"
#include "passes/mem/protocol_build_impl.h"

enum { MANY_BLOCKS = 128 };

// ---- Steps

static int32_t here(ProtocolBuild *b) {
  return (int32_t)protocol_kernel_of(b)->steps.n;
}

static void compute(ProtocolBuild *b, ProtocolStepKind kind, int32_t to, int32_t a, int32_t c) {
  ProtocolStep step = protocol_blank(kind, NULL);
  step.to = to;
  step.a = a;
  step.b = c;
  protocol_append(b, step);
}

static void move(ProtocolBuild *b, int32_t to, int32_t from) {
  if (to >= 0 && from >= 0) compute(b, PROTOCOL_MOVE, to, from, b->zero);
}

static void jump(ProtocolBuild *b, int32_t to) {
  ProtocolStep step = protocol_blank(PROTOCOL_JUMP, NULL);
  step.value = to;
  protocol_append(b, step);
}

// A jump whose target is not known yet.
static int32_t jump_unless(ProtocolBuild *b, int32_t condition) {
  ProtocolStep step = protocol_blank(PROTOCOL_JUMP_IF, NULL);
  step.a = condition;
  return protocol_append(b, step);
}

static void land(ProtocolBuild *b, int32_t jump) {
  protocol_kernel_of(b)->steps.at[jump].value = here(b);
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
static int32_t bound_of(const ProtocolBuild *b, const IrValue *value) {
  IrType type = ir_value_type(value);
  if (!is_integer(type)) return 0;
  return ir_type_is_integer(type, 1) ? 2 : (int32_t)(2 * b->most_slots + 2);
}

static void emit_opaque(ProtocolBuild *b, IrOp *op, const IrValue *value) {
  int32_t to = protocol_register_of(b, value);
  size_t n = ir_op_num_operands(op);
  ProtocolStep step = protocol_blank(PROTOCOL_OPAQUE, op);
  step.value = (int64_t)(ir_op_shape_hash(op) + ir_value_index(value));
  step.to = step.a = step.b = to;
  for (size_t i = 0; i < n; i++) {
    step.b = protocol_register_of(b, ir_op_operand(op, i));
    if (i == 0) {
      step.a = step.b;
      step.b = n > 1 ? protocol_register_of(b, ir_op_operand(op, 1)) : step.a;
    }
    if (i == 1) continue;
    if (i + 1 >= n || (i == 0 && n == 2)) step.c = bound_of(b, value);
    protocol_append(b, step);
    step.a = to;
  }
  if (bound_of(b, value)) b->program->makes_up = true;
}

static void emit_compare(ProtocolBuild *b, IrOp *op, int32_t to) {
  int32_t left = protocol_register_of(b, ir_op_operand(op, 0)),
          right = protocol_register_of(b, ir_op_operand(op, 1));
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

static void emit_value(ProtocolBuild *b, IrOp *op, const IrValue *value) {
  int32_t to = protocol_register_of(b, value);
  const Arithmetic *known = arithmetic_of(op);
  bool is_scalar = is_integer(ir_value_type(value));
  if (is_scalar && known) {
    compute(b, known->kind, to, protocol_register_of(b, ir_op_operand(op, 0)),
            protocol_register_of(b, ir_op_operand(op, 1)));
  } else if (is_scalar && IS(op, arith_cmpi)) {
    emit_compare(b, op, to);
  } else if (is_scalar && is_cast(op)) {
    move(b, to, protocol_register_of(b, ir_op_operand(op, 0)));
  } else if (IS(op, arith_select) && is_integer(ir_value_type(ir_op_operand(op, 0)))) {
    ProtocolStep step = protocol_blank(PROTOCOL_SELECT, op);
    step.to = to;
    step.a = protocol_register_of(b, ir_op_operand(op, 0));
    step.b = protocol_register_of(b, ir_op_operand(op, 1));
    step.c = protocol_register_of(b, ir_op_operand(op, 2));
    protocol_append(b, step);
  } else {
    emit_opaque(b, op, value);
  }
}

// Which of the blocks that multicast it is.
static bool is_rank(const ProtocolBuild *b, const IrValue *value) {
  return tile_kernel_multicast(b->kernel) > 1 && tile_kernel_block_index(b->kernel, 0) == value;
}

static bool is_block_index(const ProtocolBuild *b, const IrValue *value) {
  for (size_t i = 0; i < tile_kernel_grid_rank(b->kernel); i++)
    if (tile_kernel_block_index(b->kernel, i) == value) return true;
  return false;
}

static void emit_leaf(ProtocolBuild *b, const IrValue *value, uint64_t key) {
  ProtocolStep step = protocol_blank(PROTOCOL_LEAF, ir_value_op(value));
  size_t i = 0;
  while (i < b->program->leaves.n && b->program->leaves.at[i].key != key) i++;
  if (i == b->program->leaves.n) {
    ProtocolLeaf leaf = {key, 1, 1, is_block_index(b, value), ir_value_op(value)};
    ir_vec_push(&b->program->leaves, leaf);
  }
  step.to = protocol_register_of(b, value);
  step.value = (int64_t)i;
  protocol_append(b, step);
}

// Blocks that the launch is taken to have: what the grid, min(tiles, 3), says, or many.
static int64_t blocks_of(const IrOp *kernel) {
  size_t n, rank = tile_kernel_grid_rank(kernel);
  const TileExprNode *nodes = tile_expr_nodes(tile_kernel_grid(kernel, rank - 1), &n);
  bool named = n > 1 && nodes[n - 1].kind == TILE_EXPR_MIN && nodes[n - 2].kind == TILE_EXPR_INT;
  return named && nodes[n - 2].as.number > 0 ? nodes[n - 2].as.number : MANY_BLOCKS;
}

// A value that is the same everywhere.
static void emit_fixed(ProtocolBuild *b, const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  ProtocolStep step = protocol_blank(PROTOCOL_CONST, op);
  uint64_t key = op ? ir_op_shape_hash(op) + ir_value_index(value) : ir_hash_pointer(value);
  step.to = protocol_register_of(b, value);
  if (!is_integer(ir_value_type(value))) {
    step.value = (int64_t)key;
  } else if (IS(op, arith_constant)) {
    step.value = ir_attr_int(GET(op, arith_constant, value));
  } else if (IS(op, tile_num_blocks)) {
    step.value = blocks_of(b->kernel);
  } else if (is_rank(b, value)) {
    step.kind = PROTOCOL_BLOCK;
    protocol_kernel_of(b)->blocks = (int32_t)tile_kernel_multicast(b->kernel);
  } else {
    emit_leaf(b, value, key);
    return;
  }
  protocol_append(b, step);
}

// ---- Steps of loops and branches

static void emit_block(ProtocolBuild *b, IrBlock *block);

static int32_t constant(ProtocolBuild *b, int64_t value) {
  ProtocolStep step = protocol_blank(PROTOCOL_CONST, NULL);
  step.to = protocol_new_register(b);
  step.value = value;
  protocol_append(b, step);
  return step.to;
}

// Moves values all at once.
static void move_all(ProtocolBuild *b, const int32_t *to, const int32_t *from, size_t n) {
  int32_t first = protocol_kernel_of(b)->num_registers;
  if (n > 1) {
    for (size_t i = 0; i < n; i++) move(b, protocol_new_register(b), from[i]);
    for (size_t i = 0; i < n; i++)
      if (from[i] >= 0) move(b, to[i], first + (int32_t)i);
  } else if (n) {
    move(b, to[0], from[0]);
  }
}

// From operands of `from`, number `first` on, to `n` arguments or results.
static void hand_over(ProtocolBuild *b, const IrOp *from, size_t first, const IrBlock *args,
                      size_t first_arg, const IrOp *results, size_t n) {
  IR_VEC(int32_t) to = {0}, values = {0};
  for (size_t i = 0; i < n; i++) {
    const IrValue *target = args ? ir_block_arg(args, first_arg + i) : ir_op_result(results, i);
    int32_t value = protocol_register_of(b, ir_op_operand(from, first + i));
    if (protocol_register_of(b, target) < 0 || value < 0) continue;
    ir_vec_push(&to, protocol_register_of(b, target));
    ir_vec_push(&values, value);
  }
  move_all(b, to.at, values.at, to.n);
  ir_vec_free(&to);
  ir_vec_free(&values);
}

static ProtocolStride stride_of(const ProtocolBuild *b, const IrOp *loop) {
  const IrValue *step = ir_op_operand(loop, 2);
  bool shares = DEF(step, tile_num_blocks) != NULL;
  return (ProtocolStride){protocol_register_of(b, step), shares ? blocks_of(b->kernel) : 0,
                          protocol_register_of(b, ir_op_operand(loop, 1))};
}

static void emit_loop(ProtocolBuild *b, IrOp *op) {
  IrBlock *body = protocol_block_of(op, 0);
  const IrOp *yield = ir_block_terminator(body);
  size_t bounds = protocol_num_bounds(op), carried = ir_op_num_results(op);
  int32_t at = protocol_register_of(b, ir_block_arg(body, 0)), step = protocol_new_register(b);
  int32_t one = constant(b, 1);
  move(b, step, bounds > 2 ? protocol_register_of(b, ir_op_operand(op, 2)) : one);
  if (bounds > 2) ir_vec_push(&b->strides, stride_of(b, op));
  compute(b, PROTOCOL_MAX, step, step, one);
  move(b, at, protocol_register_of(b, ir_op_operand(op, 0)));
  hand_over(b, op, bounds, body, 1, NULL, carried);
  int32_t again = here(b), goes_on = protocol_new_register(b);
  compute(b, PROTOCOL_LT, goes_on, at, protocol_register_of(b, ir_op_operand(op, 1)));
  int32_t leave = jump_unless(b, goes_on);
  emit_block(b, body);
  hand_over(b, yield, 0, body, 1, NULL, carried);
  compute(b, PROTOCOL_ADD, at, at, step);
  jump(b, again);
  land(b, leave);
  for (size_t i = 0; i < carried; i++)
    move(b, protocol_register_of(b, ir_op_result(op, i)),
         protocol_register_of(b, ir_block_arg(body, i + 1)));
}

static void emit_if(ProtocolBuild *b, IrOp *op) {
  size_t results = ir_op_num_results(op);
  int32_t otherwise = jump_unless(b, protocol_register_of(b, ir_op_operand(op, 0)));
  IrBlock *then = protocol_block_of(op, 0), *or_else = protocol_block_of(op, 1);
  emit_block(b, then);
  if (results) hand_over(b, ir_block_terminator(then), 0, NULL, 0, op, results);
  ProtocolStep out = protocol_blank(PROTOCOL_JUMP, NULL);
  int32_t leave = protocol_append(b, out);
  land(b, otherwise);
  if (or_else) emit_block(b, or_else);
  if (results) hand_over(b, ir_block_terminator(or_else), 0, NULL, 0, op, results);
  land(b, leave);
}

static void emit_while(ProtocolBuild *b, IrOp *op) {
  IrBlock *before = protocol_block_of(op, 0), *after = protocol_block_of(op, 1);
  const IrOp *condition = ir_block_terminator(before);
  hand_over(b, op, 0, before, 0, NULL, ir_block_num_args(before));
  int32_t again = here(b);
  emit_block(b, before);
  int32_t leave = jump_unless(b, protocol_register_of(b, ir_op_operand(condition, 0)));
  hand_over(b, condition, 1, after, 0, NULL, ir_block_num_args(after));
  emit_block(b, after);
  hand_over(b, ir_block_terminator(after), 0, before, 0, NULL, ir_block_num_args(before));
  jump(b, again);
  land(b, leave);
  hand_over(b, condition, 1, NULL, 0, op, ir_op_num_results(op));
}

static void emit_fork(ProtocolBuild *b, IrOp *op) {
  ProtocolStep step = protocol_blank(PROTOCOL_FORK, op);
  step.a = (int32_t)protocol_kernel_of(b)->roles.n;
  step.b = step.a + (int32_t)ir_op_num_regions(op);
  protocol_append(b, step);
  for (size_t r = 0; r < ir_op_num_regions(op); r++) {
    ProtocolRole role = {0, op};
    ir_vec_push(&protocol_kernel_of(b)->roles, role);
  }
  ir_vec_push(&b->forks, op);
}

static void emit_op(ProtocolBuild *b, IrOp *op) {
  if (protocol_is_control(op)) {
    if (!ir_ptrmap_has(&b->live, op)) return;
    if (protocol_is_loop(op)) emit_loop(b, op);
    if (IS(op, scf_if)) emit_if(b, op);
    if (IS(op, scf_while)) emit_while(b, op);
    if (IS(op, tile_warp_specialize)) emit_fork(b, op);
    return;
  }
  if (protocol_takes_part(op)) {
    protocol_emit_part(b, op);
  } else if (ir_op_num_regions(op)) {
    protocol_emit_inside(b, op);
  }
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    const IrValue *result = ir_op_result(op, i);
    if (protocol_register_of(b, result) >= 0 && !protocol_is_fixed(b, result))
      emit_value(b, op, result);
  }
}

static void emit_block(ProtocolBuild *b, IrBlock *block) {
  IR_FOR_OPS(op, block) emit_op(b, op);
}

void protocol_emit_roles(ProtocolBuild *b, IrBlock *body) {
  ProtocolRole first = {here(b), b->kernel};
  // Two blocks that do the same stand for all; where one does something else, all are run.
  if (tile_kernel_multicast(b->kernel) > 1) protocol_kernel_of(b)->blocks = 2;
  ir_vec_push(&protocol_kernel_of(b)->roles, first);
  b->zero = constant(b, 0);
  for (size_t i = 0; i < b->fixed.n; i++) emit_fixed(b, b->fixed.at[i]);
  emit_block(b, body);
  protocol_append(b, protocol_blank(PROTOCOL_END, b->kernel));
  int32_t role = 1;
  for (size_t f = 0; f < b->forks.n; f++) {
    for (size_t r = 0; r < ir_op_num_regions(b->forks.at[f]); r++) {
      protocol_kernel_of(b)->roles.at[role++].start = here(b);
      emit_block(b, protocol_block_of(b->forks.at[f], r));
      protocol_append(b, protocol_blank(PROTOCOL_END, b->forks.at[f]));
    }
  }
}
