// tc.ldmatrix and tc.stmatrix: text, effects, rules.
//
//   1. between a row of elements in shared memory and the registers of a warp
//   2. elements of 8, 16 or 32 bits, the same in both; 1, 2 or 4 matrices, 4 bytes a lane each
//   3. only 16-bit elements are transposed
#include "dialects/tc/tc_impl.h"

static IrStatus check_matrices(IrOp *op, IrType buffer, IrType registers, bool trans) {
  IrType element = ir_type_element(registers);
  if (mem_buffer_space(buffer) != MEM_SHARED || mem_buffer_shape(buffer).rank != 1) {
    (void)ir_op_error(op, "takes rows of elements in shared memory, got {}", buffer);
    ir_help(ir_op_context(op), "flatten the buffer with mem.flatten");
    return IR_FAILED;
  }
  if (element != mem_buffer_element(buffer))
    return ir_op_error(op, "moves {}, but the elements of {} are {}", registers, buffer,
                       mem_buffer_element(buffer));
  unsigned bytes = mem_element_bytes(element);
  if ((bytes != 1 && bytes != 2 && bytes != 4) || ir_type_width(element) != 8 * bytes)
    return ir_op_error(op, "moves elements of 8, 16 or 32 bits, got {}", element);
  if (trans && bytes != 2)
    return ir_op_error(op, "transposes elements of 16 bits only, got {}", element);
  int64_t one = 4 / bytes, n = tc_is_registers(registers) ? ir_type_shape(registers).at[0] : 0;
  if (n != one && n != 2 * one && n != 4 * one)
    return ir_op_error(op, "moves {}, {} or {} elements a lane, got {}", one, 2 * one, 4 * one,
                       registers);
  return IR_OK;
}

// `%buffer[%offset] trans`
static IrStatus parse_place(IrParser *p, IrOpState *state, IrUnresolved *buffer,
                            IrUnresolved *offset) {
  IR_TRY(ir_parse_operand(p, buffer));
  IR_TRY(ir_parse_token(p, "["));
  IR_TRY(ir_parse_operand(p, offset));
  IR_TRY(ir_parse_token(p, "]"));
  if (ir_parse_optional_keyword(p, "trans"))
    ir_state_set_attr(state, "trans", ir_attr_unit(state->ctx));
  return ir_parse_attr_dict(p, state);
}

static void print_place(IrOp *op, IrPrinter *p, IrValue *buffer, IrValue *offset, IrAttr trans) {
  static const char *const shown[] = {"trans", NULL};
  ir_printer_value(p, buffer);
  ir_printer_text(p, "[");
  ir_printer_value(p, offset);
  ir_printer_text(p, trans ? "] trans" : "]");
  ir_printer_attr_dict(p, op, shown, false);
}

// ---- tc.ldmatrix ----

IrStatus tc_ldmatrix_verify(IrOp *op) {
  return check_matrices(op, ir_value_type(GET(op, tc_ldmatrix, buffer)),
                        GET(op, tc_ldmatrix, result_type), GET(op, tc_ldmatrix, trans));
}

IrStatus tc_ldmatrix_parse(IrParser *p, IrOpState *state) {
  IrUnresolved buffer, offset;
  IrType type, result;
  IR_TRY(parse_place(p, state, &buffer, &offset));
  IR_TRY(ir_parse_colon_type(p, &type));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_type(p, &result));
  IR_TRY(ir_resolve_operand(p, buffer, type, state));
  IR_TRY(ir_resolve_operand(p, offset, ir_type_i32(state->ctx), state));
  ir_vec_push(&state->result_types, result);
  return IR_OK;
}

void tc_ldmatrix_print(IrOp *op, IrPrinter *p) {
  IrValue *buffer = GET(op, tc_ldmatrix, buffer);
  ir_printer_text(p, " ");
  print_place(op, p, buffer, GET(op, tc_ldmatrix, offset), GET(op, tc_ldmatrix, trans));
  ir_printer_fmt(p, " : {}, {}", ir_value_type(buffer), GET(op, tc_ldmatrix, result_type));
}

// ---- tc.stmatrix ----

IrStatus tc_stmatrix_verify(IrOp *op) {
  return check_matrices(op, ir_value_type(GET(op, tc_stmatrix, buffer)),
                        ir_value_type(GET(op, tc_stmatrix, value)), GET(op, tc_stmatrix, trans));
}

IrStatus tc_stmatrix_parse(IrParser *p, IrOpState *state) {
  IrUnresolved value, buffer, offset;
  IrType type, registers;
  IR_TRY(ir_parse_operand(p, &value));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(parse_place(p, state, &buffer, &offset));
  IR_TRY(ir_parse_colon_type(p, &type));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_type(p, &registers));
  IR_TRY(ir_resolve_operand(p, value, registers, state));
  IR_TRY(ir_resolve_operand(p, buffer, type, state));
  return ir_resolve_operand(p, offset, ir_type_i32(state->ctx), state);
}

void tc_stmatrix_print(IrOp *op, IrPrinter *p) {
  IrValue *value = GET(op, tc_stmatrix, value), *buffer = GET(op, tc_stmatrix, buffer);
  ir_printer_text(p, " ");
  ir_printer_value(p, value);
  ir_printer_text(p, ", ");
  print_place(op, p, buffer, GET(op, tc_stmatrix, offset), GET(op, tc_stmatrix, trans));
  ir_printer_fmt(p, " : {}, {}", ir_value_type(buffer), ir_value_type(value));
}

// ---- Effects. ----

static void ldmatrix_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, tc_ldmatrix, buffer));
}

static void stmatrix_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, tc_stmatrix, buffer));
}

const IrEffectsInterface tc_ldmatrix_effects = {sizeof(IrEffectsInterface), ldmatrix_effects};
const IrEffectsInterface tc_stmatrix_effects = {sizeof(IrEffectsInterface), stmatrix_effects};
