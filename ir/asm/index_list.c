#include "ir/asm/index_list.h"

void ir_index_list_free(IrIndexList *list) {
  ir_vec_free(&list->numbers);
  ir_vec_free(&list->operands);
}

static IrStatus parse_entry(IrParser *p, IrIndexList *list) {
  int64_t number = IR_DYNAMIC;
  if (ir_parse_at_token(p, "%")) {
    IrUnresolved operand;
    IR_TRY(ir_parse_operand(p, &operand));
    ir_vec_push(&list->operands, operand);
  } else {
    IR_TRY(ir_parse_integer(p, &number));
  }
  ir_vec_push(&list->numbers, number);
  return IR_OK;
}

IrStatus ir_parse_index_list(IrParser *p, IrIndexList *list) {
  IR_TRY(ir_parse_token(p, "["));
  if (ir_parse_optional_token(p, "]")) return IR_OK;
  do {
    IR_TRY(parse_entry(p, list));
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, "]");
}

IrStatus ir_resolve_index_list(IrParser *p, IrOpState *state, const IrIndexList *list,
                               const char *name) {
  IrType index = ir_type_index(state->ctx);
  for (size_t i = 0; i < list->operands.n; i++)
    IR_TRY(ir_resolve_operand(p, list->operands.at[i], index, state));
  ir_state_set_attr(state, name, ir_attr_i64_array(state->ctx, list->numbers.at, list->numbers.n));
  return IR_OK;
}

void ir_printer_index_list(IrPrinter *p, IrAttr numbers, IrValues operands) {
  ir_printer_text(p, "[");
  for (size_t i = 0, k = 0, n = ir_attr_count(numbers); i < n; i++) {
    int64_t number = ir_attr_array_int(numbers, i);
    if (i) ir_printer_text(p, ", ");
    if (number == IR_DYNAMIC && k < operands.n)
      ir_printer_value(p, operands.at[k++]);
    else
      ir_printer_fmt(p, "{}", number);
  }
  ir_printer_text(p, "]");
}
