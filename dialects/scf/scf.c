// The scf dialect: its table, text and verifiers.
//
// Beyond what the table's constraints say, and what the verifier checks along the edges between an
// op and its regions (scf_interfaces.c):
//   1. The bounds and the step of a loop have one type, and the body's first argument has it too.
//   2. A loop has as many initial values and body arguments as results.
//   3. Regions of an if have no arguments; with results both are there.
//   4. The first region of a while ends with scf.condition, the second with scf.yield.
//   5. A yield stands in one of these ops, a condition in a while.
#include "dialects/scf/scf_impl.h"

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/scf/scf_ops.def"
#include "ir/core/opdef_end.inc"

IrBlock *scf_block(const IrOp *op, size_t i) {
  return ir_region_first(ir_op_region(op, i));
}

size_t scf_for_num_carried(const IrOp *loop) {
  return ir_op_num_results(loop);
}

IrValue *scf_for_carried_arg(const IrOp *loop, size_t i) {
  return ir_block_arg(scf_block(loop, 0), 1 + i);
}

IrValue *scf_for_carried_init(const IrOp *loop, size_t i) {
  return ir_op_operand(loop, 3 + i);
}

IrOp *scf_for_create(IrBuilder *b, IrValue *lower, IrValue *upper, IrValue *step,
                     IrValue *const *inits, size_t n) {
  IR_VEC(IrType) types = {0};
  for (size_t i = 0; i < n; i++) ir_vec_push(&types, ir_value_type(inits[i]));
  IrOp *loop = BUILD(b, scf_for, .lowerBound = lower, .upperBound = upper, .step = step,
                     .initArgs = {inits, n}, .results_types = {types.at, n});
  ir_vec_free(&types);
  IrBlock *body = ir_block_create(b->ctx);
  ir_region_append(ir_op_region(loop, 0), body);
  ir_block_add_arg(body, ir_value_type(lower), b->loc);
  for (size_t i = 0; i < n; i++) ir_block_add_arg(body, ir_value_type(inits[i]), b->loc);
  return loop;
}

IrOp *scf_if_create(IrBuilder *b, IrValue *condition, const IrType *results, size_t n,
                    bool with_else) {
  IrOp *op = BUILD(b, scf_if, .condition = condition, .results_types = {results, n});
  for (size_t i = 0; i < (with_else || n ? 2u : 1u); i++)
    ir_region_append(ir_op_region(op, i), ir_block_create(b->ctx));
  return op;
}

// ---- scf.for ----

// `iter_args(%a = %x, ...) -> (types)`: arguments after the counter and, unbound yet, what they
// start with.
typedef struct Carried {
  ScfArgs args;
  ScfNames inits;
} Carried;

IrStatus scf_parse_assignments(IrParser *p, ScfArgs *args, ScfNames *values) {
  IR_TRY(ir_parse_token(p, "("));
  if (ir_parse_optional_token(p, ")")) return IR_OK;
  do {
    IrParsedArg arg;
    IrUnresolved value;
    IR_TRY(ir_parse_argument(p, false, &arg));
    IR_TRY(ir_parse_token(p, "="));
    IR_TRY(ir_parse_operand(p, &value));
    ir_vec_push(args, arg);
    ir_vec_push(values, value);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

IrStatus scf_parse_counters(IrParser *p, ScfArgs *args) {
  IR_TRY(ir_parse_token(p, "("));
  if (ir_parse_optional_token(p, ")")) return IR_OK;
  do {
    IrParsedArg arg;
    IR_TRY(ir_parse_argument(p, false, &arg));
    arg.type = ir_type_index(ir_parser_context(p));
    ir_vec_push(args, arg);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

void scf_print_counters(IrOp *op, IrPrinter *p, size_t n) {
  ir_printer_text(p, " (");
  for (size_t i = 0; i < n; i++)
    ir_printer_fmt(p, "{}{}", i ? ", " : "", ir_block_arg(scf_block(op, 0), i));
  ir_printer_text(p, ")");
}

static IrStatus parse_for(IrParser *p, IrOpState *state, Carried *c) {
  IrParsedArg counter;
  IrUnresolved bounds[3];
  static const char *const before[] = {"=", NULL, NULL}, *const words[] = {NULL, "to", "step"};
  if (ir_parse_optional_keyword(p, "unsigned"))
    ir_state_set_attr(state, "unsignedCmp", ir_attr_unit(state->ctx));
  IR_TRY(ir_parse_argument(p, false, &counter));
  for (int i = 0; i < 3; i++) {
    IR_TRY(before[i] ? ir_parse_token(p, before[i]) : ir_parse_keyword(p, words[i]));
    IR_TRY(ir_parse_operand(p, &bounds[i]));
  }
  ir_vec_push(&c->args, counter);
  if (ir_parse_optional_keyword(p, "iter_args")) {
    IR_TRY(scf_parse_assignments(p, &c->args, &c->inits));
    IR_TRY(ir_parse_arrow_types(p, state));
  }
  if (c->inits.n != state->result_types.n)
    return ir_parser_error(p, state->loc, "{} values are carried, but {} types are given",
                           c->inits.n, state->result_types.n);
  IrType type = ir_type_index(state->ctx);
  if (ir_parse_optional_token(p, ":")) IR_TRY(ir_parse_type(p, &type));
  for (int i = 0; i < 3; i++) IR_TRY(ir_resolve_operand(p, bounds[i], type, state));
  c->args.at[0].type = type;
  for (size_t i = 0; i < c->inits.n; i++) {
    c->args.at[1 + i].type = state->result_types.at[i];
    IR_TRY(ir_resolve_operand(p, c->inits.at[i], state->result_types.at[i], state));
  }
  IR_TRY(ir_parse_region(p, state, c->args.at, c->args.n));
  ir_ensure_terminator(state->regions.at[0], state->ctx, &scf_yield, state->loc);
  return ir_parse_attr_dict(p, state);
}

IrStatus scf_for_parse(IrParser *p, IrOpState *state) {
  Carried c = {0};
  IrStatus status = parse_for(p, state, &c);
  ir_vec_free(&c.args);
  ir_vec_free(&c.inits);
  return status;
}

static void print_assignments(IrOp *op, IrPrinter *p, size_t first_arg, size_t first_operand) {
  IrBlock *block = scf_block(op, 0);
  ir_printer_text(p, "(");
  for (size_t i = first_arg, n = ir_block_num_args(block); i < n; i++)
    ir_printer_fmt(p, "{}{} = {}", i > first_arg ? ", " : "", ir_block_arg(block, i),
                   ir_op_operand(op, first_operand + i - first_arg));
  ir_printer_text(p, ")");
}

// ` -> (types)`, in parentheses also when there is only one.
void scf_print_result_types(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " -> (");
  for (size_t i = 0, n = ir_op_num_results(op); i < n; i++)
    ir_printer_fmt(p, "{}{}", i ? ", " : "", ir_value_type(ir_op_result(op, i)));
  ir_printer_text(p, ")");
}

// A yield without values goes without saying.
unsigned scf_terminator_flag(const IrOp *op) {
  return ir_op_num_results(op) == 0 ? IR_PRINT_NO_TERMINATOR : 0;
}

void scf_for_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"unsignedCmp", NULL};
  if (GET(op, scf_for, unsignedCmp)) ir_printer_text(p, " unsigned");
  ir_printer_fmt(p, " {} = {} to {} step {}", ir_block_arg(scf_block(op, 0), 0),
                 GET(op, scf_for, lowerBound), GET(op, scf_for, upperBound),
                 GET(op, scf_for, step));
  if (scf_for_num_carried(op) > 0) {
    ir_printer_text(p, " iter_args");
    print_assignments(op, p, 1, 3);
    scf_print_result_types(op, p);
  }
  IrType type = ir_value_type(GET(op, scf_for, lowerBound));
  if (!ir_type_is_index(type)) ir_printer_fmt(p, "  : {}", type);
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), scf_terminator_flag(op));
  ir_printer_attr_dict(p, op, elided, false);
}

// What it gives is checked along the edges of the region branch.
static IrStatus check_yield(IrOp *op, size_t region) {
  if (IS(ir_block_last(scf_block(op, region)), scf_yield)) return IR_OK;
  return ir_op_error(op, "region #{} must end with scf.yield", region);
}

// Invariant 1.
static IrStatus check_bounds(IrOp *op) {
  IrType type = ir_value_type(ir_op_operand(op, 0));
  for (size_t i = 1; i < 3; i++)
    if (ir_value_type(ir_op_operand(op, i)) != type)
      return ir_op_error(op, "bounds and step must have one type, but got '{}' and '{}'", type,
                         ir_value_type(ir_op_operand(op, i)));
  IrBlock *body = scf_block(op, 0);
  if (ir_block_num_args(body) == 0 || ir_value_type(ir_block_arg(body, 0)) != type)
    return ir_op_error(op, "first argument of the body must be '{}', as the bounds are", type);
  return IR_OK;
}

// Invariant 2.
IrStatus scf_for_verify(IrOp *op) {
  IR_TRY(check_bounds(op));
  IrBlock *body = scf_block(op, 0);
  size_t n = ir_op_num_results(op), inits = ir_op_num_operands(op) - 3;
  if (inits != n || ir_block_num_args(body) != n + 1)
    return ir_op_error(op, "has {} results, but {} initial values and {} body arguments", n, inits,
                       ir_block_num_args(body));
  return check_yield(op, 0);
}

// ---- scf.if ----

IrStatus scf_if_parse(IrParser *p, IrOpState *state) {
  IrUnresolved condition;
  IR_TRY(ir_parse_operand(p, &condition));
  IR_TRY(ir_resolve_operand(p, condition, ir_type_i1(state->ctx), state));
  IR_TRY(ir_parse_arrow_types(p, state));
  IR_TRY(ir_parse_region(p, state, NULL, 0));
  ir_ensure_terminator(state->regions.at[0], state->ctx, &scf_yield, state->loc);
  if (ir_parse_optional_keyword(p, "else")) {
    IR_TRY(ir_parse_region(p, state, NULL, 0));
    ir_ensure_terminator(state->regions.at[1], state->ctx, &scf_yield, state->loc);
  } else {
    ir_state_add_region(state);
  }
  return ir_parse_attr_dict(p, state);
}

void scf_if_print(IrOp *op, IrPrinter *p) {
  ir_printer_fmt(p, " {}", GET(op, scf_if, condition));
  if (ir_op_num_results(op) > 0) scf_print_result_types(op, p);
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), scf_terminator_flag(op));
  if (!ir_region_is_empty(ir_op_region(op, 1))) {
    ir_printer_text(p, " else ");
    ir_printer_region(p, ir_op_region(op, 1), scf_terminator_flag(op));
  }
  ir_printer_attr_dict(p, op, NULL, false);
}

// Invariant 3.
IrStatus scf_if_verify(IrOp *op) {
  bool has_else = !ir_region_is_empty(ir_op_region(op, 1));
  if (ir_op_num_results(op) > 0 && !has_else)
    return ir_op_error(op, "has results, so it needs an else region that gives them");
  for (size_t i = 0; i < (has_else ? 2u : 1u); i++) {
    if (ir_block_num_args(scf_block(op, i)) > 0)
      return ir_op_error(op, "region #{} must have no arguments", i);
    IR_TRY(check_yield(op, i));
  }
  return IR_OK;
}

// ---- scf.while ----

static IrStatus parse_while(IrParser *p, IrOpState *state, Carried *c) {
  if (ir_parse_at_token(p, "(")) IR_TRY(scf_parse_assignments(p, &c->args, &c->inits));
  IR_TRY(ir_parse_token(p, ":"));
  IrType type;
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_type(p, &type));
  if (ir_type_kind(type) != IR_TYPE_FUNCTION)
    return ir_parser_error(p, loc, "expected a function type, got '{}'", type);
  if (ir_type_num_inputs(type) != c->args.n)
    return ir_parser_error(p, loc, "{} values are carried, but '{}' has {} inputs", c->args.n, type,
                           ir_type_num_inputs(type));
  for (size_t i = 0; i < c->args.n; i++) {
    c->args.at[i].type = ir_type_input(type, i);
    IR_TRY(ir_resolve_operand(p, c->inits.at[i], ir_type_input(type, i), state));
  }
  for (size_t i = 0; i < ir_type_num_results(type); i++)
    ir_vec_push(&state->result_types, ir_type_result(type, i));
  IR_TRY(ir_parse_region(p, state, c->args.at, c->args.n));
  IR_TRY(ir_parse_keyword(p, "do"));
  IR_TRY(ir_parse_region(p, state, NULL, 0));
  return ir_parse_attr_dict_keyword(p, state);
}

IrStatus scf_while_parse(IrParser *p, IrOpState *state) {
  Carried c = {0};
  IrStatus status = parse_while(p, state, &c);
  ir_vec_free(&c.args);
  ir_vec_free(&c.inits);
  return status;
}

static void print_function_type(IrOp *op, IrPrinter *p) {
  size_t n = ir_op_num_results(op);
  ir_printer_text(p, " : (");
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    ir_printer_fmt(p, "{}{}", i ? ", " : "", ir_value_type(ir_op_operand(op, i)));
  ir_printer_text(p, ")");
  bool bare = n == 1 && ir_type_kind(ir_value_type(ir_op_result(op, 0))) != IR_TYPE_FUNCTION;
  if (bare)
    ir_printer_fmt(p, " -> {}", ir_value_type(ir_op_result(op, 0)));
  else
    scf_print_result_types(op, p);
}

void scf_while_print(IrOp *op, IrPrinter *p) {
  if (ir_op_num_operands(op) > 0) {
    ir_printer_text(p, " ");
    print_assignments(op, p, 0, 0);
  }
  print_function_type(op, p);
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
  ir_printer_text(p, " do ");
  ir_printer_region(p, ir_op_region(op, 1), IR_PRINT_ENTRY_ARGS);
  ir_printer_attr_dict(p, op, NULL, true);
}

// Invariant 4.
IrStatus scf_while_verify(IrOp *op) {
  IrOp *condition = ir_block_last(scf_block(op, 0)), *yield = ir_block_last(scf_block(op, 1));
  if (!IS(condition, scf_condition))
    return ir_op_error(op, "region #0 must end with scf.condition");
  if (!IS(yield, scf_yield)) return ir_op_error(op, "region #1 must end with scf.yield");
  return IR_OK;
}

// ---- scf.execute_region, terminators ----

IrStatus scf_execute_region_parse(IrParser *p, IrOpState *state) {
  IR_TRY(ir_parse_arrow_types(p, state));
  if (ir_parse_optional_keyword(p, "no_inline"))
    ir_state_set_attr(state, "no_inline", ir_attr_unit(state->ctx));
  IR_TRY(ir_parse_region(p, state, NULL, 0));
  return ir_parse_attr_dict(p, state);
}

void scf_execute_region_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"no_inline", NULL};
  ir_printer_arrow_types(p, op);
  if (GET(op, scf_execute_region, no_inline)) ir_printer_text(p, " no_inline");
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
  ir_printer_attr_dict(p, op, elided, false);
}

IrStatus scf_execute_region_verify(IrOp *op) {
  IrBlock *entry = scf_block(op, 0);
  if (!entry) return ir_op_error(op, "region must not be empty");
  if (ir_block_num_args(entry) > 0) return ir_op_error(op, "region must have no arguments");
  return IR_OK;
}

// Invariant 5.
IrStatus scf_yield_verify(IrOp *op) {
  IrOp *parent = ir_op_parent(op);
  bool ours = IS(parent, scf_for) || IS(parent, scf_if) || IS(parent, scf_while) ||
              IS(parent, scf_execute_region) || IS(parent, scf_index_switch);
  if (ours) return IR_OK;
  return ir_op_error(
      op, "must stand in scf.for, scf.if, scf.while, scf.execute_region or scf.index_switch");
}

IrStatus scf_condition_verify(IrOp *op) {
  if (IS(ir_op_parent(op), scf_while)) return IR_OK;
  return ir_op_error(op, "must stand in scf.while");
}

static const IrOpDef *const ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/scf/scf_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

const IrDialect scf_dialect = {
    .size = sizeof(IrDialect),
    .name = "scf",
    .summary = "Loops and conditionals whose bodies are regions.",
    .ops = ops,
    .depends = (const char *const[]){"arith", "cf", NULL},
};
