// The cf dialect: its table, and text and verifiers of all but cf.switch.
//
// Beyond what the branch interface lets the verifier check:
//   1. A conditional branch has one weight for each way, not all of them zero, or none.
#include "dialects/cf/cf_impl.h"

// ---- Branches: operands of each successor, and which is taken. ----

static IrRun br_operands(const IrOp *op, size_t successor) {
  return ir_op_operand_run(op, successor);
}

// The condition is the first group.
static IrRun cond_br_operands(const IrOp *op, size_t successor) {
  return ir_op_operand_run(op, 1 + successor);
}

static size_t cond_br_taken(const IrOp *op, const IrAttr *constants) {
  (void)op;
  if (!constants[0] || ir_attr_kind(constants[0]) != IR_ATTR_INTEGER) return SIZE_MAX;
  return ir_attr_int(constants[0]) ? 0 : 1;
}

const IrBranchInterface cf_br_branch = {.size = sizeof(IrBranchInterface), .operands = br_operands};
const IrBranchInterface cf_cond_br_branch = {
    .size = sizeof(IrBranchInterface), .operands = cond_br_operands, .taken = cond_br_taken};

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/cf/cf_ops.def"
#include "ir/core/opdef_end.inc"

// ---- Text. ----

IrStatus cf_br_parse(IrParser *p, IrOpState *state) {
  IR_TRY(ir_parse_successor(p, state));
  return ir_parse_attr_dict(p, state);
}

void cf_br_print(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " ");
  ir_printer_successor(p, ir_op_successor(op, 0), ir_op_operand_group(op, 0));
  ir_printer_attr_dict(p, op, NULL, false);
}

// weights([1, 2])
static IrStatus parse_weights(IrParser *p, IrOpState *state) {
  if (!ir_parse_optional_keyword(p, "weights")) return IR_OK;
  int64_t weights[2];
  IR_TRY(ir_parse_token(p, "("));
  IR_TRY(ir_parse_token(p, "["));
  IR_TRY(ir_parse_integer(p, &weights[0]));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_integer(p, &weights[1]));
  IR_TRY(ir_parse_token(p, "]"));
  IR_TRY(ir_parse_token(p, ")"));
  ir_state_set_attr(state, "branch_weights", ir_attr_i32_array(state->ctx, weights, 2));
  return IR_OK;
}

IrStatus cf_cond_br_parse(IrParser *p, IrOpState *state) {
  IrUnresolved condition;
  IR_TRY(ir_parse_operand(p, &condition));
  IR_TRY(ir_resolve_operand(p, condition, ir_type_i1(state->ctx), state));
  IR_TRY(parse_weights(p, state));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_successor(p, state));
  size_t after_true = state->operands.n;
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_successor(p, state));
  int64_t sizes[] = {1, (int64_t)after_true - 1, (int64_t)(state->operands.n - after_true)};
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, sizes, 3));
  return ir_parse_attr_dict(p, state);
}

void cf_cond_br_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"branch_weights", "operandSegmentSizes", NULL};
  ir_printer_fmt(p, " {}", GET(op, cf_cond_br, condition));
  IrAttr weights = GET(op, cf_cond_br, branch_weights);
  if (weights)
    ir_printer_fmt(p, " weights([{}, {}])", ir_attr_array_int(weights, 0),
                   ir_attr_array_int(weights, 1));
  for (size_t i = 0; i < 2; i++) {
    ir_printer_text(p, ", ");
    ir_printer_successor(p, ir_op_successor(op, i), ir_op_operand_group(op, 1 + i));
  }
  ir_printer_attr_dict(p, op, elided, false);
}

// ---- Verifiers. ----

IrStatus cf_cond_br_verify(IrOp *op) {
  IrAttr weights = GET(op, cf_cond_br, branch_weights);
  if (!weights) return IR_OK;
  if (ir_attr_count(weights) != 2)
    return ir_op_error(op, "needs two weights, got {}", ir_attr_count(weights));
  int64_t a = ir_attr_array_int(weights, 0), b = ir_attr_array_int(weights, 1);
  if (a < 0 || b < 0 || (a == 0 && b == 0))
    return ir_op_error(op, "weights must not be negative or all zero, got {} and {}", a, b);
  return IR_OK;
}

static const IrOpDef *const ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/cf/cf_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

const IrDialect cf_dialect = {
    .size = sizeof(IrDialect),
    .name = "cf",
    .summary = "Branches between the blocks of a region.",
    .ops = ops,
    .depends = (const char *const[]){"arith", "ub", NULL},
};
