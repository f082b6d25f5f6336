// scf.parallel, scf.reduce and scf.reduce.return: text and verifiers.
//
//   1. There are as many lower and upper bounds as steps, at least one, and as many body arguments,
//      of type index; a constant step is positive.
//   2. The body ends with scf.reduce; there are as many results and initial values as it has
//      operands, of their types.
//   3. A scf.reduce stands in scf.parallel and has one region for each operand, which takes two
//      values of the operand's type and ends with scf.reduce.return, which gives one.
#include "dialects/scf/scf_impl.h"

// ---- Text: scf.parallel (%i, ...) = (%lb, ...) to (%ub, ...) step (%s, ...) init (%x) -> t ----

static IrStatus parse_names(IrParser *p, ScfNames *names) {
  ir_vec_clear(names);
  IR_TRY(ir_parse_token(p, "("));
  if (ir_parse_optional_token(p, ")")) return IR_OK;
  do {
    IrUnresolved name;
    IR_TRY(ir_parse_operand(p, &name));
    ir_vec_push(names, name);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

static IrStatus parse_bounds(IrParser *p, IrOpState *state, ScfNames *names, size_t n) {
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(parse_names(p, names));
  if (names->n != n)
    return ir_parser_error(p, loc, "{} values are given for {} counters", names->n, n);
  for (size_t i = 0; i < n; i++)
    IR_TRY(ir_resolve_operand(p, names->at[i], ir_type_index(state->ctx), state));
  return IR_OK;
}

// Initial values have the types of the results.
static IrStatus parse_initial(IrParser *p, IrOpState *state, ScfNames *names) {
  IrLoc loc = ir_parser_loc(p);
  ir_vec_clear(names);
  if (ir_parse_optional_keyword(p, "init")) IR_TRY(parse_names(p, names));
  IR_TRY(ir_parse_arrow_types(p, state));
  if (names->n != state->result_types.n)
    return ir_parser_error(p, loc, "{} initial values are given, but {} types", names->n,
                           state->result_types.n);
  for (size_t i = 0; i < names->n; i++)
    IR_TRY(ir_resolve_operand(p, names->at[i], state->result_types.at[i], state));
  return IR_OK;
}

static IrStatus parse_parallel(IrParser *p, IrOpState *state, ScfArgs *args, ScfNames *names) {
  IR_TRY(scf_parse_counters(p, args));
  IR_TRY(ir_parse_token(p, "="));
  IR_TRY(parse_bounds(p, state, names, args->n));
  IR_TRY(ir_parse_keyword(p, "to"));
  IR_TRY(parse_bounds(p, state, names, args->n));
  IR_TRY(ir_parse_keyword(p, "step"));
  IR_TRY(parse_bounds(p, state, names, args->n));
  IR_TRY(parse_initial(p, state, names));
  int64_t n = (int64_t)args->n, sizes[] = {n, n, n, (int64_t)names->n};
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, sizes, 4));
  IR_TRY(ir_parse_region(p, state, args->at, args->n));
  ir_ensure_terminator(state->regions.at[0], state->ctx, &scf_reduce, state->loc);
  return ir_parse_attr_dict(p, state);
}

IrStatus scf_parallel_parse(IrParser *p, IrOpState *state) {
  ScfArgs args = {0};
  ScfNames names = {0};
  IrStatus status = parse_parallel(p, state, &args, &names);
  ir_vec_free(&args);
  ir_vec_free(&names);
  return status;
}

void scf_parallel_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"operandSegmentSizes", NULL};
  static const char *const words[] = {" = (", " to (", " step ("};
  scf_print_counters(op, p, ir_block_num_args(scf_block(op, 0)));
  for (size_t i = 0; i < 3; i++) {
    ir_printer_text(p, words[i]);
    ir_printer_values(p, ir_op_operand_group(op, i));
    ir_printer_text(p, ")");
  }
  if (ir_op_num_results(op) > 0) {
    ir_printer_text(p, " init (");
    ir_printer_values(p, GET(op, scf_parallel, initVals));
    ir_printer_text(p, ")");
  }
  ir_printer_arrow_types(p, op);
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
  ir_printer_attr_dict(p, op, elided, false);
}

// ---- Verifiers. ----

// Invariant 1.
static IrStatus check_grid(IrOp *op) {
  size_t n = GET(op, scf_parallel, step).n;
  IrBlock *body = scf_block(op, 0);
  if (n == 0 || GET(op, scf_parallel, lowerBound).n != n ||
      GET(op, scf_parallel, upperBound).n != n)
    return ir_op_error(op, "needs as many lower and upper bounds as steps, and at least one");
  for (size_t i = 0; i < n; i++) {
    int64_t step;
    if (ir_match_int(GET(op, scf_parallel, step).at[i], &step) && step <= 0)
      return ir_op_error(op, "step must be positive, but got {}", step);
  }
  if (ir_block_num_args(body) != n)
    return ir_op_error(op, "has {} steps, but {} body arguments", n, ir_block_num_args(body));
  for (size_t i = 0; i < n; i++)
    if (!ir_type_is_index(ir_value_type(ir_block_arg(body, i))))
      return ir_op_error(op, "body argument #{} must be 'index', but is '{}'", i,
                         ir_value_type(ir_block_arg(body, i)));
  return IR_OK;
}

// Invariant 2.
IrStatus scf_parallel_verify(IrOp *op) {
  IR_TRY(check_grid(op));
  IrOp *reduce = ir_block_last(scf_block(op, 0));
  if (!IS(reduce, scf_reduce)) return ir_op_error(op, "region #0 must end with scf.reduce");
  size_t n = ir_op_num_results(op), inits = GET(op, scf_parallel, initVals).n;
  if (inits != n || ir_op_num_operands(reduce) != n)
    return ir_op_error(op, "has {} results, but {} initial values and {} reductions", n, inits,
                       ir_op_num_operands(reduce));
  for (size_t i = 0; i < n; i++) {
    IrType result = ir_value_type(ir_op_result(op, i));
    IrType init = ir_value_type(GET(op, scf_parallel, initVals).at[i]);
    IrType reduced = ir_value_type(ir_op_operand(reduce, i));
    if (init != result)
      return ir_op_error(op, "result #{} is '{}', but its initial value is '{}'", i, result, init);
    if (reduced != result)
      return ir_op_error(reduce, "operand #{} is '{}', but result #{} of the loop is '{}'", i,
                         reduced, i, result);
  }
  return IR_OK;
}

IrStatus scf_reduce_verify(IrOp *op) {
  if (!IS(ir_op_parent(op), scf_parallel))
    return ir_op_error(op, "must stand directly in scf.parallel");
  if (ir_op_num_regions(op) != ir_op_num_operands(op))
    return ir_op_error(op, "has {} operands, but {} regions", ir_op_num_operands(op),
                       ir_op_num_regions(op));
  return IR_OK;
}

// Invariant 3.
IrStatus scf_reduce_verify_regions(IrOp *op) {
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    IrBlock *block = scf_block(op, i);
    IrType type = ir_value_type(ir_op_operand(op, i));
    bool fits = ir_block_num_args(block) == 2;
    for (size_t k = 0; k < 2 && fits; k++) fits = ir_value_type(ir_block_arg(block, k)) == type;
    if (!fits) return ir_op_error(op, "region #{} must take two arguments of type '{}'", i, type);
    if (!IS(ir_block_last(block), scf_reduce_return))
      return ir_op_error(op, "region #{} must end with scf.reduce.return", i);
  }
  return IR_OK;
}

IrStatus scf_reduce_return_verify(IrOp *op) {
  IrOp *reduce = ir_op_parent(op);
  if (!IS(reduce, scf_reduce)) return ir_op_error(op, "must stand directly in scf.reduce");
  IrBlock *block = ir_op_block(op);
  if (ir_block_num_args(block) == 0) return IR_OK; // the reduce's own error
  IrType want = ir_value_type(ir_block_arg(block, 0)), got = ir_value_type(ir_op_operand(op, 0));
  if (got == want) return IR_OK;
  return ir_op_error(op, "must give '{}', as the region's arguments are, but got '{}'", want, got);
}
