// memref.global and memref.get_global.
//
//   1. A global has a memref type of known extents.
//   2. Its initial value is `uninitialized` (a unit attribute), or elements of its extents and
//      element type.
//   3. memref.get_global names a global and gives its type.
#include "dialects/memref/memref_impl.h"

static IrType global_type(const IrOp *global) {
  return ir_attr_type_value(GET(global, memref_global, type));
}

static bool is_static_memref(IrType type) {
  return ir_type_kind(type) == IR_TYPE_MEMREF && memref_num_dynamic(ir_type_shape(type)) == 0;
}

static IrStatus parse_initial_value(IrParser *p, IrOpState *state, IrType type) {
  if (!ir_parse_optional_token(p, "=")) return IR_OK;
  IrAttr value;
  if (ir_parse_optional_keyword(p, "uninitialized")) {
    value = ir_attr_unit(state->ctx);
  } else {
    IrLoc loc = ir_parser_loc(p);
    IrType tensor = ir_type_tensor(state->ctx, ir_type_shape(type), ir_type_element(type), NULL);
    IR_TRY(ir_parse_attr(p, tensor, &value));
    if (ir_attr_kind(value) != IR_ATTR_DENSE)
      return ir_parser_error(p, loc, "expected 'uninitialized' or dense<...>, got {}", value);
  }
  ir_state_set_attr(state, "initial_value", value);
  return IR_OK;
}

// memref.global "private" constant @name : type = dense<...> attr-dict
IrStatus memref_global_parse(IrParser *p, IrOpState *state) {
  IrStr text;
  IrType type;
  if (ir_parse_at_token(p, "\"")) {
    IR_TRY(ir_parse_string(p, &text));
    ir_state_set_attr(state, "sym_visibility", ir_attr_string(state->ctx, text));
  }
  if (ir_parse_optional_keyword(p, "constant"))
    ir_state_set_attr(state, "constant", ir_attr_unit(state->ctx));
  IR_TRY(ir_parse_symbol_name(p, &text));
  ir_state_set_attr(state, "sym_name", ir_attr_string(state->ctx, text));
  IR_TRY(ir_parse_token(p, ":"));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_type(p, &type));
  if (!is_static_memref(type))
    return ir_parser_error(p, loc, "expected a memref type of known extents, got '{}'", type);
  ir_state_set_attr(state, "type", ir_attr_of_type(type));
  IR_TRY(parse_initial_value(p, state, type));
  return ir_parse_attr_dict(p, state);
}

void memref_global_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"sym_name",      "sym_visibility", "type",
                                       "initial_value", "constant",       NULL};
  IrAttr visibility = GET(op, memref_global, sym_visibility);
  IrAttr value = GET(op, memref_global, initial_value);
  ir_printer_text(p, " ");
  if (visibility) ir_printer_fmt(p, "{} ", visibility);
  if (GET(op, memref_global, constant)) ir_printer_text(p, "constant ");
  ir_printer_symbol_name(p, ir_symbol_name(op));
  ir_printer_fmt(p, " : {}", global_type(op));
  if (value) ir_printer_text(p, " = ");
  if (value && ir_attr_kind(value) == IR_ATTR_UNIT)
    ir_printer_text(p, "uninitialized");
  else if (value)
    ir_printer_attr_untyped(p, value);
  ir_printer_attr_dict(p, op, elided, false);
}

static bool same_extents(IrType a, IrType b) {
  IrShape x = ir_type_shape(a), y = ir_type_shape(b);
  if (x.rank != y.rank) return false;
  for (size_t i = 0; i < x.rank; i++)
    if (x.at[i] != y.at[i]) return false;
  return true;
}

// Invariants 1 and 2.
IrStatus memref_global_verify(IrOp *op) {
  IrType type = global_type(op);
  IrAttr value = GET(op, memref_global, initial_value);
  if (!is_static_memref(type))
    return ir_op_error(op, "type must be a memref of known extents, but got '{}'", type);
  if (!value || ir_attr_kind(value) == IR_ATTR_UNIT) return memref_check_alignment(op);
  IrType given = ir_attr_type(value);
  if (ir_attr_kind(value) != IR_ATTR_DENSE)
    return ir_op_error(op, "initial value must be unit or dense elements, but got {}", value);
  if (ir_type_element(given) != ir_type_element(type) || !same_extents(given, type))
    return ir_op_error(op, "initial value of type '{}' does not fill '{}'", given, type);
  return memref_check_alignment(op);
}

// Invariant 3.
IrStatus memref_get_global_verify(IrOp *op) {
  IrAttr name = GET(op, memref_get_global, name);
  IrOp *global = ir_symbol_lookup_from(op, name);
  if (!IS(global, memref_global)) return ir_symbol_error(op, name, "global memref", global);
  IrType want = global_type(global), got = ir_value_type(ir_op_result(op, 0));
  if (want == got) return IR_OK;
  return ir_op_error(op, "result must have the global's type '{}', but got '{}'", want, got);
}
