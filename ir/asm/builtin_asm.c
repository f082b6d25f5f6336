// Custom form of builtin.module: `module @name attributes {...} { ... }`.
#include "ir/asm/parser_impl.h"
#include "ir/asm/printer_impl.h"

IrStatus builtin_module_parse(IrParser *p, IrOpState *state);
void builtin_module_print(IrOp *op, IrPrinter *p);

IrStatus builtin_module_parse(IrParser *p, IrOpState *state) {
  if (ir_at(p, IR_TOK_AT)) {
    IrStr name;
    IR_TRY(ir_parse_symbol_name(p, &name));
    ir_state_set_attr(state, "sym_name", ir_attr_string(p->ctx, name));
  }
  IR_TRY(ir_parse_attr_dict_keyword(p, state));
  IR_TRY(ir_parse_region(p, state, NULL, 0));
  IrRegion *body = ir_vec_last(&state->regions);
  if (ir_region_is_empty(body)) ir_region_append(body, ir_block_create(p->ctx));
  return IR_OK;
}

void builtin_module_print(IrOp *op, IrPrinter *p) {
  IrAttr name = GET(op, builtin_module, sym_name);
  if (name) {
    ir_printer_text(p, " ");
    ir_printer_symbol_name(p, ir_attr_str(name));
  }
  ir_printer_attr_dict(p, op, (const char *const[]){"sym_name", NULL}, true);
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
}
