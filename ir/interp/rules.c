// What rules call: operands, results, regions, branches, calls, memory.
#include "ir/interp/interp_impl.h"

static Activation *activation(const IrInterp *interp) {
  return interp->depth ? interp->frames[interp->depth - 1].activation : interp->root;
}

static IrCell *cell_at(IrInterp *interp, uint32_t number) {
  IR_ASSERT(number != UINT32_MAX, "a value belongs to the function being executed");
  return &activation(interp)->cells[number];
}

// A descriptor that other lanes made for themselves says nothing about these.
static void refuse_descriptor(IrInterp *interp, const IrCell *cell) {
  IrStep step = ir_interp_fail(
      interp, interp->current->op,
      "uses a {} that lanes which went another way have made: it must be the same in all lanes",
      cell->type);
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
}

static const IrCell *defined_cell(IrInterp *interp, uint32_t number) {
  const IrCell *cell = cell_at(interp, number);
  IR_ASSERT(cell->data, "a value is defined before it is used");
  if (interp->active & ~cell->holders) refuse_descriptor(interp, cell);
  return cell;
}

const IrCell *ir_interp_get(IrInterp *interp, const IrValue *value) {
  return defined_cell(interp, ir_program_value_number(activation(interp)->program, value));
}

const IrCell *ir_interp_operand(IrInterp *interp, const IrOp *op, size_t i) {
  const Instr *instr = interp->current;
  if (instr->op != op) return ir_interp_get(interp, ir_op_operand(op, i));
  return defined_cell(interp, activation(interp)->program->numbers.at[instr->operands + i]);
}

IrCell *ir_interp_define(IrInterp *interp, const IrValue *value) {
  uint32_t number = ir_program_value_number(activation(interp)->program, value);
  return ir_cell_define(interp, cell_at(interp, number));
}

IrCell *ir_interp_result_cell(IrInterp *interp, const IrOp *op, size_t i) {
  const Instr *instr = interp->current;
  if (instr->op != op) return ir_interp_define(interp, ir_op_result(op, i));
  return ir_cell_define(interp, cell_at(interp, instr->results + (uint32_t)i));
}

static void copy_cell(IrInterp *interp, IrCell *to, const IrCell *from) {
  IR_ASSERT(ir_cell_bytes(to) == ir_cell_bytes(from), "copied values have one type");
  memmove(ir_cell_define(interp, to)->data, from->data, ir_cell_bytes(from));
}

void ir_interp_copy(IrInterp *interp, const IrValue *to, const IrCell *from) {
  copy_cell(interp, ir_interp_define(interp, to), from);
}

IrCell *ir_interp_take(IrInterp *interp, const IrOp *op, size_t result, size_t operand) {
  const Instr *instr = interp->current;
  const IrCell *from = ir_interp_operand(interp, op, operand);
  bool dies = instr->op == op && operand < 64 && instr->last >> operand & 1;
  if (!dies || interp->active != interp->live) {
    copy_cell(interp, ir_interp_result_cell(interp, op, result), from);
    return ir_interp_result_cell(interp, op, result);
  }
  IrCell *to = cell_at(interp, instr->results + (uint32_t)result);
  IrCell *taken =
      cell_at(interp, activation(interp)->program->numbers.at[instr->operands + operand]);
  void *data = to->data;
  IR_ASSERT(ir_cell_bytes(to) == ir_cell_bytes(taken), "copied values have one type");
  to->data = taken->data;
  taken->data = data;
  return to;
}

uint32_t ir_interp_lanes(IrInterp *interp) {
  return interp->lanes;
}

// ---- Memory of rules. ----

unsigned ir_interp_phase(IrInterp *interp) {
  return interp->frames[interp->depth - 1].phase;
}

void *ir_interp_state(IrInterp *interp, size_t bytes) {
  Frame *frame = &interp->frames[interp->depth - 1];
  if (frame->phase == 0) {
    if (frame->state_bytes < bytes) {
      frame->state = ir_realloc(frame->state, bytes);
      frame->state_bytes = bytes;
    }
    memset(frame->state, 0, bytes);
  }
  return frame->state;
}

void *ir_interp_scratch(IrInterp *interp, size_t bytes) {
  if (interp->scratch_used == interp->scratch.n) ir_vec_push(&interp->scratch, ((Scratch){0}));
  Scratch *scratch = &interp->scratch.at[interp->scratch_used++];
  if (scratch->bytes < bytes || !scratch->data) {
    ir_free(scratch->data);
    scratch->data = ir_malloc(bytes ? bytes : 1);
    scratch->bytes = bytes;
  }
  return scratch->data;
}

void *ir_interp_own(IrInterp *interp, const char *name, size_t bytes,
                    void (*destroy)(void *memory)) {
  for (size_t i = 0; i < interp->owned.n; i++)
    if (!strcmp(interp->owned.at[i].name, name)) return interp->owned.at[i].memory;
  void *memory = ir_calloc(1, bytes);
  ir_vec_push(&interp->owned, ((Owned){name, memory, destroy}));
  return memory;
}

// ---- Control flow. ----

size_t ir_interp_num_yielded(IrInterp *interp) {
  return interp->yielded.n;
}

const IrCell *ir_interp_yielded(IrInterp *interp, size_t i) {
  IR_ASSERT(i < interp->yielded.n, "a region yields what its op reads");
  return interp->yielded.at[i];
}

// A source that is one of the targets would be overwritten before it is read.
static bool overlap(const IrCell *targets, const IrCell *const *cells, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (cells[i] >= targets && cells[i] < targets + n && cells[i] != targets + i) return true;
  return false;
}

static void pass_through_copy(IrInterp *interp, IrCell *targets, const IrCell *const *cells,
                              size_t n) {
  size_t total = 0;
  for (size_t i = 0; i < n; i++) total += ir_cell_bytes(cells[i]);
  char *copy = ir_interp_scratch(interp, total), *at = copy;
  for (size_t i = 0; i < n; at += ir_cell_bytes(cells[i++]))
    memcpy(at, cells[i]->data, ir_cell_bytes(cells[i]));
  at = copy;
  for (size_t i = 0; i < n; at += ir_cell_bytes(cells[i++]))
    memcpy(ir_cell_define(interp, &targets[i])->data, at, ir_cell_bytes(cells[i]));
}

static void pass_cells(IrInterp *interp, IrCell *targets, const IrCell *const *cells, size_t n) {
  for (size_t i = 0; i < n; i++)
    IR_ASSERT(ir_cell_bytes(&targets[i]) == ir_cell_bytes(cells[i]),
              "an argument has its value's type");
  if (overlap(targets, cells, n)) {
    pass_through_copy(interp, targets, cells, n);
    return;
  }
  for (size_t i = 0; i < n; i++)
    if (cells[i] != &targets[i]) copy_cell(interp, &targets[i], cells[i]);
}

static const BlockCode *block_code(IrInterp *interp, const IrBlock *block) {
  const BlockCode *code = ir_program_block(activation(interp)->program, block);
  IR_ASSERT(code, "a block belongs to the function being executed");
  return code;
}

void ir_interp_pass(IrInterp *interp, const IrBlock *block, size_t first,
                    const IrCell *const *cells, size_t n) {
  const BlockCode *code = block_code(interp, block);
  IR_ASSERT(first + n <= ir_block_num_args(block), "a block has an argument for each value");
  pass_cells(interp, cell_at(interp, code->args + (uint32_t)first), cells, n);
}

IrStep ir_interp_finish(IrInterp *interp, const IrOp *op, size_t first) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    copy_cell(interp, ir_interp_result_cell(interp, op, i), ir_interp_yielded(interp, first + i));
  return IR_STEP_NEXT;
}

IrStep ir_interp_enter(IrInterp *interp, const IrOp *op, size_t region) {
  interp->pending_block = block_code(interp, ir_region_first(ir_op_region(op, region)));
  interp->pending_activation = NULL;
  return IR_STEP_ENTER;
}

IrStep ir_interp_call(IrInterp *interp, const IrOp *op, IrOp *callee, size_t first) {
  if (ir_op_num_regions(callee) == 0 || ir_region_is_empty(ir_op_region(callee, 0)))
    return ir_interp_fail(interp, op, "calls a function without a body");
  IrBlock *entry = ir_region_first(ir_op_region(callee, 0));
  Program *program = ir_program_of(&interp->programs->by_root, callee);
  Activation *called = ir_activation_take(program, interp->lanes);
  const BlockCode *code = ir_program_block(program, entry);
  for (size_t i = 0; i < ir_block_num_args(entry); i++)
    copy_cell(interp, &called->cells[code->args + i], ir_interp_operand(interp, op, first + i));
  interp->pending_activation = called;
  interp->pending_block = code;
  return IR_STEP_ENTER;
}

IrStep ir_interp_branch_lanes(IrInterp *interp, uint64_t lanes, IrBlock *block, IrValues args) {
  uint64_t all = interp->active;
  if (lanes != all) ir_interp_narrow(interp, lanes);
  const IrCell **cells = ir_interp_scratch(interp, args.n * sizeof *cells);
  for (size_t i = 0; i < args.n; i++) cells[i] = ir_interp_get(interp, args.at[i]);
  ir_interp_pass(interp, block, 0, cells, args.n);
  if (lanes != all) ir_interp_narrow(interp, all);
  ir_vec_push(&interp->ways, ((Way){block_code(interp, block), lanes}));
  return IR_STEP_BRANCH;
}

IrStep ir_interp_branch(IrInterp *interp, IrBlock *block, IrValues args) {
  return ir_interp_branch_lanes(interp, interp->active, block, args);
}

IrStep ir_interp_leave(IrInterp *interp, const IrOp *op) {
  ir_vec_clear(&interp->yielded);
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    ir_vec_push(&interp->yielded, ir_interp_operand(interp, op, i));
  return IR_STEP_LEAVE;
}

IrStep ir_interp_suspend(IrInterp *interp) {
  (void)interp;
  return IR_STEP_SUSPEND;
}

IrStep ir_interp_retry(IrInterp *interp) {
  (void)interp;
  return IR_STEP_RETRY;
}

// ---- Cells. ----

static char *element_at(const IrCell *cell, int64_t i) {
  return (char *)cell->data + i * cell->element_bytes;
}

double ir_cell_double(const IrCell *cell, int64_t i) {
  double value;
  ir_elements_to_double(cell->element, element_at(cell, i), 1, &value);
  return value;
}

int64_t ir_cell_int(const IrCell *cell, int64_t i) {
  int64_t value;
  ir_elements_to_int(cell->element, element_at(cell, i), 1, &value);
  return value;
}

void ir_cell_set_double(IrCell *cell, int64_t i, double v) {
  ir_elements_from_double(cell->element, &v, 1, element_at(cell, i));
}

void ir_cell_set_int(IrCell *cell, int64_t i, int64_t v) {
  ir_elements_from_int(cell->element, &v, 1, element_at(cell, i));
}

// Fills `n` elements of `bytes` with copies of `element`, doubling what is there.
static void fill(char *data, const void *element, size_t bytes, size_t n) {
  if (n == 0) return;
  memcpy(data, element, bytes);
  size_t done = 1;
  while (done < n) {
    size_t more = done < n - done ? done : n - done;
    memcpy(data + done * bytes, data, more * bytes);
    done += more;
  }
}

void ir_cell_set_attr(IrCell *cell, IrAttr attr) {
  size_t total = (size_t)cell->count * cell->lanes;
  uint64_t element = 0;
  switch (ir_attr_kind(attr)) {
  case IR_ATTR_INTEGER: {
    if (ir_type_is_wide(cell->element)) {
      fill(cell->data, ir_attr_words(attr).at, cell->element_bytes, total);
      return;
    }
    int64_t value = ir_attr_int(attr);
    ir_elements_from_int(cell->element, &value, 1, &element);
    break;
  }
  case IR_ATTR_FLOAT: {
    double value = ir_attr_double(attr);
    ir_elements_from_double(cell->element, &value, 1, &element);
    break;
  }
  case IR_ATTR_DENSE: {
    size_t bytes;
    const void *data = ir_attr_dense_data(attr, &bytes);
    bool splat = ir_attr_is_splat(attr);
    fill(cell->data, data, splat ? cell->element_bytes : bytes, splat ? total : cell->lanes);
    return;
  }
  default:
    IR_UNREACHABLE("a constant is a number or dense elements");
  }
  fill(cell->data, &element, cell->element_bytes, total);
}
