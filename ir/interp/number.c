// Numbering a function or kernel before it runs: values, blocks, instructions.
//
// One walk gives every block its instructions and every value its number; a second pass over the
// instructions looks the operands up.  After that nothing of the IR but attributes and types is
// looked at while executing.
#include "ir/interp/interp_impl.h"

// Bytes one value may take; a type that needs more is not executed.
#define MAX_CELL_BYTES (INT64_C(1) << 28)

// False for a type that no cell can hold.
static bool layout_of(IrType type, CellLayout *layout) {
  IrType element = type;
  int64_t count = 1;
  IrTypeKind kind = ir_type_kind(type);
  if (kind == IR_TYPE_VECTOR || kind == IR_TYPE_TENSOR) {
    element = ir_type_element(type);
    count = ir_type_num_elements(type);
    if (count == IR_DYNAMIC || count < 0) return false;
  }
  uint32_t bytes = ir_element_bytes(element);
  bool descriptor = kind == IR_TYPE_MEMREF || kind == IR_TYPE_UNRANKED_MEMREF ||
                    kind == IR_TYPE_DIALECT || kind == IR_TYPE_FUNCTION;
  *layout =
      (CellLayout){type, element, descriptor ? IR_DESCRIPTOR_BYTES : bytes, descriptor, count};
  if (descriptor) return true;
  return bytes != 0 && count <= MAX_CELL_BYTES / bytes;
}

static uint32_t number_value(Program *program, IrValue *value, IrType *unsupported) {
  uint32_t number = (uint32_t)program->values.n;
  CellLayout layout;
  if (!layout_of(ir_value_type(value), &layout)) {
    layout = (CellLayout){.type = ir_value_type(value)};
    *unsupported = ir_value_type(value);
  }
  ir_vec_push(&program->values, layout);
  ir_ptrmap_set(&program->value_numbers, value, (void *)(uintptr_t)(number + 1));
  return number;
}

static bool is_wide(IrType type) {
  IrTypeKind kind = ir_type_kind(type);
  if (kind == IR_TYPE_VECTOR || kind == IR_TYPE_TENSOR) type = ir_type_element(type);
  return ir_type_is_any_integer(type) && ir_type_is_wide(type);
}

// Integers of more than 64 bits are for elementwise ops and for those that hand them on.
static IrType unsupported_width(const IrOp *op) {
  const uint64_t knows = IR_ELEMENTWISE | IR_CONSTANT_LIKE | IR_RETURN_LIKE;
  if (!ir_op_def(op) || (ir_op_def(op)->traits & knows) || ir_op_num_successors(op)) return NULL;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (is_wide(ir_value_type(ir_op_operand(op, i)))) return ir_value_type(ir_op_operand(op, i));
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (is_wide(ir_value_type(ir_op_result(op, i)))) return ir_value_type(ir_op_result(op, i));
  return NULL;
}

static void number_op(Program *program, IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  Instr instr = {.op = op,
                 .rule = def ? def->interp : NULL,
                 .results = (uint32_t)program->values.n,
                 .constant = ir_op_has_trait(op, IR_CONSTANT_LIKE),
                 .unsupported = unsupported_width(op)};
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    number_value(program, ir_op_result(op, i), &instr.unsupported);
  ir_vec_push(&program->instrs, instr);
}

static void number_block(Program *program, IrBlock *block, IrType *unsupported) {
  BlockCode code = {.block = block,
                    .first = (uint32_t)program->instrs.n,
                    .args = (uint32_t)program->values.n,
                    .join = JOIN_UNKNOWN};
  for (size_t i = 0; i < ir_block_num_args(block); i++)
    number_value(program, ir_block_arg(block, i), unsupported);
  IR_FOR_OPS(op, block) number_op(program, op);
  ir_vec_push(&program->instrs, ((Instr){0}));
  ir_vec_push(&program->blocks, code);
  ir_ptrmap_set(&program->block_numbers, block, (void *)(uintptr_t)program->blocks.n);
}

// Blocks of an op are numbered when the walk is at the op; it was numbered with its own block, so
// that block's instructions stay together.
static IrStatus number_regions(IrOp *op, void *user) {
  Program *program = user;
  IrType unsupported = NULL;
  for (size_t r = 0; r < ir_op_num_regions(op); r++)
    IR_FOR_BLOCKS(block, ir_op_region(op, r)) number_block(program, block, &unsupported);
  IrBlock *entry = op == program->root ? ir_region_first(ir_op_region(op, 0)) : NULL;
  for (size_t i = 0; entry && i < ir_block_num_args(entry); i++)
    if (is_wide(ir_value_type(ir_block_arg(entry, i))))
      unsupported = ir_value_type(ir_block_arg(entry, i));
  if (unsupported && op == program->root) program->unsupported_arg = unsupported;
  if (!unsupported || op == program->root) return IR_OK;
  size_t i = 0;
  while (program->instrs.at[i].op != op) i++;
  program->instrs.at[i].unsupported = unsupported;
  return IR_OK;
}

// Whether each execution of `op` is the one reader of one definition of the value: both are in one
// block.  The root's arguments and constants are defined once for many executions.
static bool is_last_read(const Program *program, const IrOp *op, const IrValue *value) {
  const IrOp *def = ir_value_op(value);
  const IrBlock *block = def ? ir_op_block(def) : ir_value_block(value);
  if (!ir_value_has_one_use(value) || block != ir_op_block(op)) return false;
  if (def) return !ir_op_has_trait(def, IR_CONSTANT_LIKE);
  return block != ir_region_first(ir_op_region(program->root, 0));
}

// A value from outside of the root gets its number with its first use.
static uint32_t number_operand(Program *program, Instr *instr, IrValue *value) {
  uint32_t number = ir_program_value_number(program, value);
  if (number != UINT32_MAX) return number;
  ir_vec_push(&program->captured, value);
  return number_value(program, value, &instr->unsupported);
}

static void number_operands(Program *program) {
  for (size_t i = 0; i < program->instrs.n; i++) {
    Instr *instr = &program->instrs.at[i];
    instr->operands = (uint32_t)program->numbers.n;
    size_t n = instr->op ? ir_op_num_operands(instr->op) : 0;
    for (size_t k = 0; k < n; k++) {
      const IrValue *value = ir_op_operand(instr->op, k);
      ir_vec_push(&program->numbers, number_operand(program, instr, ir_op_operand(instr->op, k)));
      if (k < 64 && is_last_read(program, instr->op, value)) instr->last |= UINT64_C(1) << k;
    }
  }
}

static Program *program_create(IrOp *root) {
  Program *program = ir_calloc(1, sizeof *program);
  program->root = root;
  IrStatus status = ir_walk_pre(root, number_regions, program);
  IR_ASSERT(status == IR_OK, "the walk does not fail");
  number_operands(program);
  return program;
}

Program *ir_program_of(IrPtrMap *programs, IrOp *root) {
  Program *program = ir_ptrmap_get(programs, root);
  if (!program) {
    program = program_create(root);
    ir_ptrmap_set(programs, root, program);
  }
  return program;
}

Activation *ir_activation_take(Program *program, uint32_t lanes) {
  // Interpreters of different numbers of lanes may share the program.
  Activation **idle = &program->idle, *activation;
  while (*idle && (*idle)->lanes != lanes) idle = &(*idle)->next;
  if (*idle) {
    activation = *idle;
    *idle = activation->next;
    return activation;
  }
  activation = ir_calloc(1, sizeof *activation);
  activation->program = program;
  activation->lanes = lanes;
  activation->cells = ir_calloc(program->values.n + 1, sizeof *activation->cells);
  for (size_t i = 0; i < program->values.n; i++) {
    const CellLayout *layout = &program->values.at[i];
    activation->cells[i] = (IrCell){.type = layout->type,
                                    .element = layout->element,
                                    .lanes = layout->descriptor ? 1 : lanes,
                                    .element_bytes = layout->element_bytes,
                                    .count = layout->count,
                                    .holders = UINT64_MAX};
  }
  return activation;
}

void ir_activation_release(Activation *activation) {
  activation->next = activation->program->idle;
  activation->program->idle = activation;
}

static void activation_destroy(Activation *activation) {
  for (size_t i = 0; i < activation->program->values.n; i++) ir_free(activation->cells[i].data);
  ir_free(activation->cells);
  ir_free(activation);
}

void ir_program_destroy(Program *program) {
  while (program->idle) {
    Activation *activation = program->idle;
    program->idle = activation->next;
    activation_destroy(activation);
  }
  ir_ptrmap_free(&program->value_numbers);
  ir_ptrmap_free(&program->block_numbers);
  ir_vec_free(&program->instrs);
  ir_vec_free(&program->blocks);
  ir_vec_free(&program->values);
  ir_vec_free(&program->numbers);
  ir_vec_free(&program->captured);
  ir_free(program);
}

uint32_t ir_program_value_number(const Program *program, const IrValue *value) {
  uintptr_t number = (uintptr_t)ir_ptrmap_get(&program->value_numbers, value);
  return number ? (uint32_t)(number - 1) : UINT32_MAX;
}

const BlockCode *ir_program_block(const Program *program, const IrBlock *block) {
  uintptr_t number = (uintptr_t)ir_ptrmap_get(&program->block_numbers, block);
  return number ? &program->blocks.at[number - 1] : NULL;
}
