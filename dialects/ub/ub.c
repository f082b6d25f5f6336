// The ub dialect: its table, attribute, text and interpreter rules.
#include "dialects/ub/ub.h"

#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/ub/ub_ops.def"
#include "ir/core/opdef_end.inc"

IrStatus ub_poison_parse(IrParser *p, IrOpState *state);
void ub_poison_print(IrOp *op, IrPrinter *p);

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/ub/ub_ops.def"
#include "ir/core/opdef_end.inc"

// ---- #ub.poison. ----

IrAttr ub_poison_attr(IrContext *ctx) {
  return ir_attr_intern(ctx, &ub_poison_attr_def, "", 0);
}

bool ub_is_poison(IrAttr attr) {
  return attr && ir_attr_def(attr) == &ub_poison_attr_def;
}

static IrAttr parse_poison(IrParser *p) {
  return ub_poison_attr(ir_parser_context(p));
}

static void print_poison(IrAttr attr, IrPrinter *p) {
  (void)attr, (void)p; // its name says it all
}

const IrAttrDef ub_poison_attr_def = {sizeof(IrAttrDef),
                                      "ub.poison",
                                      "A value that is none.",
                                      "The value of ub.poison; folding passes it on.",
                                      "#ub.poison",
                                      parse_poison,
                                      print_poison};

const IrAttrConstraint ub_poison_constraint = {.name = "#ub.poison", .test = ub_is_poison};

// ---- Text: attr-dict (`<` value `>`)? `:` type. ----

IrStatus ub_poison_parse(IrParser *p, IrOpState *state) {
  IR_TRY(ir_parse_attr_dict(p, state));
  IrAttr value = ub_poison_attr(state->ctx);
  if (ir_parse_optional_token(p, "<")) {
    IR_TRY(ir_parse_attr(p, NULL, &value));
    IR_TRY(ir_parse_token(p, ">"));
  }
  ir_state_set_attr(state, "value", value);
  IrType type;
  IR_TRY(ir_parse_colon_type(p, &type));
  ir_vec_push(&state->result_types, type);
  return IR_OK;
}

void ub_poison_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"value", NULL};
  ir_printer_attr_dict(p, op, elided, false);
  ir_printer_text(p, " : ");
  ir_printer_type(p, ir_value_type(ir_op_result(op, 0)));
}

// ---- Interpreter. ----

// Any value will do; the same one each time keeps runs repeatable.
IrStep ub_poison_interp(IrInterp *interp, IrOp *op) {
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  if (ir_type_kind(out->type) == IR_TYPE_DIALECT) // buffers, channels: bits alone name none
    return ir_interp_fail(interp, op, "gives {}, of which there is none", out->type);
  memset(out->data, 0, (size_t)(out->count * out->lanes) * out->element_bytes);
  return IR_STEP_NEXT;
}

IrStep ub_unreachable_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_fail(interp, op, "was reached");
}

// ---- The dialect. ----

static IrOp *materialize(IrBuilder *b, IrAttr value, IrType type) {
  if (!ub_is_poison(value)) return NULL;
  return BUILD(b, ub_poison, .value = value, .result_type = type);
}

static const IrOpDef *const ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/ub/ub_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

const IrDialect ub_dialect = {
    .size = sizeof(IrDialect),
    .name = "ub",
    .summary = "Undefined behaviour.",
    .ops = ops,
    .attrs = (const IrAttrDef *const[]){&ub_poison_attr_def, NULL},
    .materialize = materialize,
};
