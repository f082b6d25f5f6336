// scf.forall and scf.forall.in_parallel: text and verifiers.
//
//   1. Lower bounds, upper bounds and steps have as many entries as there are counters; as many
//      dynamic operands as entries that say so.
//   2. There are as many results as outputs, of the same types; the body takes the counters, which
//      are of type index, and then the outputs.
//   3. A mapping has one entry for each counter; it may be empty.
//   4. The body ends with scf.forall.in_parallel.
//   5. What stands in scf.forall.in_parallel has no results and takes an output of the loop.
#include "dialects/scf/scf_impl.h"

// ---- Mixed bounds. ----

size_t scf_forall_rank(const IrOp *op) {
  return ir_attr_count(GET(op, scf_forall, staticStep));
}

IrBound scf_forall_bound(const IrOp *op, ScfBoundKind kind, size_t i) {
  IrAttr entries = kind == SCF_LOWER   ? GET(op, scf_forall, staticLowerBound)
                   : kind == SCF_UPPER ? GET(op, scf_forall, staticUpperBound)
                                       : GET(op, scf_forall, staticStep);
  IrBound bound = {.number = ir_attr_array_int(entries, i)};
  if (bound.number != IR_DYNAMIC) return bound;
  size_t before = 0;
  for (size_t k = 0; k < i; k++) before += ir_attr_array_int(entries, k) == IR_DYNAMIC;
  return (IrBound){.value = ir_op_operand_group(op, (size_t)kind).at[before]};
}

// ---- Text. ----

typedef IR_VEC(int64_t) Numbers;

typedef struct Grid {
  ScfArgs args; // counters, then one for each output
  ScfNames outputs;
  Numbers entries[3];
  int64_t sizes[4]; // operands: of bounds and steps, and outputs
} Grid;

// (%a, 4, %b)
static IrStatus parse_mixed(IrParser *p, IrOpState *state, Grid *g, ScfBoundKind kind) {
  IR_TRY(ir_parse_token(p, "("));
  if (ir_parse_optional_token(p, ")")) return IR_OK;
  do {
    int64_t number = IR_DYNAMIC;
    if (ir_parse_at_token(p, "%")) {
      IrUnresolved name;
      IR_TRY(ir_parse_operand(p, &name));
      IR_TRY(ir_resolve_operand(p, name, ir_type_index(state->ctx), state));
      g->sizes[kind]++;
    } else {
      IR_TRY(ir_parse_integer(p, &number));
    }
    ir_vec_push(&g->entries[kind], number);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

static IrStatus parse_grid(IrParser *p, IrOpState *state, Grid *g) {
  IR_TRY(scf_parse_counters(p, &g->args));
  if (ir_parse_optional_keyword(p, "in")) {
    for (size_t i = 0; i < g->args.n; i++) {
      ir_vec_push(&g->entries[SCF_LOWER], 0);
      ir_vec_push(&g->entries[SCF_STEP], 1);
    }
    return parse_mixed(p, state, g, SCF_UPPER);
  }
  IR_TRY(ir_parse_token(p, "="));
  IR_TRY(parse_mixed(p, state, g, SCF_LOWER));
  IR_TRY(ir_parse_keyword(p, "to"));
  IR_TRY(parse_mixed(p, state, g, SCF_UPPER));
  IR_TRY(ir_parse_keyword(p, "step"));
  return parse_mixed(p, state, g, SCF_STEP);
}

// shared_outs(%o = %t, ...) -> (types)
static IrStatus parse_outputs(IrParser *p, IrOpState *state, Grid *g) {
  size_t counters = g->args.n;
  IrLoc loc = ir_parser_loc(p);
  if (!ir_parse_optional_keyword(p, "shared_outs")) return IR_OK;
  IR_TRY(scf_parse_assignments(p, &g->args, &g->outputs));
  IR_TRY(ir_parse_arrow_types(p, state));
  if (g->outputs.n != state->result_types.n)
    return ir_parser_error(p, loc, "{} outputs are given, but {} types", g->outputs.n,
                           state->result_types.n);
  for (size_t i = 0; i < g->outputs.n; i++) {
    g->args.at[counters + i].type = state->result_types.at[i];
    IR_TRY(ir_resolve_operand(p, g->outputs.at[i], state->result_types.at[i], state));
  }
  g->sizes[3] = (int64_t)g->outputs.n;
  return IR_OK;
}

static void set_grid(IrOpState *state, const Grid *g) {
  static const char *const names[] = {"staticLowerBound", "staticUpperBound", "staticStep"};
  for (size_t i = 0; i < 3; i++)
    ir_state_set_attr(state, names[i],
                      ir_attr_i64_array(state->ctx, g->entries[i].at, g->entries[i].n));
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, g->sizes, 4));
}

// A body without it ends with an scf.forall.in_parallel that combines nothing.
static void ensure_in_parallel(IrOpState *state) {
  IrRegion *body = state->regions.at[0];
  if (ir_region_is_empty(body)) ir_region_append(body, ir_block_create(state->ctx));
  if (ir_block_terminator(ir_region_last(body))) return;
  IrBuilder b = ir_builder_at_end(state->ctx, ir_region_last(body), state->loc);
  scf_in_parallel_create(&b);
}

static IrStatus parse_forall(IrParser *p, IrOpState *state, Grid *g) {
  IR_TRY(parse_grid(p, state, g));
  IR_TRY(parse_outputs(p, state, g));
  IR_TRY(ir_parse_region(p, state, g->args.at, g->args.n));
  ensure_in_parallel(state);
  IR_TRY(ir_parse_attr_dict(p, state));
  set_grid(state, g);
  return IR_OK;
}

IrStatus scf_forall_parse(IrParser *p, IrOpState *state) {
  Grid g = {0};
  IrStatus status = parse_forall(p, state, &g);
  ir_vec_free(&g.args);
  ir_vec_free(&g.outputs);
  for (size_t i = 0; i < 3; i++) ir_vec_free(&g.entries[i]);
  return status;
}

static void print_mixed(IrOp *op, IrPrinter *p, ScfBoundKind kind) {
  ir_printer_text(p, "(");
  for (size_t i = 0, n = scf_forall_rank(op); i < n; i++) {
    IrBound bound = scf_forall_bound(op, kind, i);
    if (i) ir_printer_text(p, ", ");
    if (bound.value)
      ir_printer_value(p, bound.value);
    else
      ir_printer_fmt(p, "{}", bound.number);
  }
  ir_printer_text(p, ")");
}

// A bound that is a number or the result of a constant.
static bool is_number(IrBound bound, int64_t number) {
  int64_t known = bound.number;
  return (!bound.value || ir_match_int(bound.value, &known)) && known == number;
}

static bool is_normalized(const IrOp *op) {
  for (size_t i = 0, n = scf_forall_rank(op); i < n; i++)
    if (!is_number(scf_forall_bound(op, SCF_LOWER, i), 0) ||
        !is_number(scf_forall_bound(op, SCF_STEP, i), 1))
      return false;
  return true;
}

static void print_outputs(IrOp *op, IrPrinter *p) {
  size_t counters = scf_forall_rank(op), n = ir_op_num_results(op);
  IrValues outputs = GET(op, scf_forall, outputs);
  if (n == 0) return;
  ir_printer_text(p, " shared_outs(");
  for (size_t i = 0; i < n; i++)
    ir_printer_fmt(p, "{}{} = {}", i ? ", " : "", ir_block_arg(scf_block(op, 0), counters + i),
                   outputs.at[i]);
  ir_printer_text(p, ")");
  scf_print_result_types(op, p);
}

void scf_forall_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"operandSegmentSizes", "staticLowerBound",
                                       "staticUpperBound", "staticStep", NULL};
  scf_print_counters(op, p, scf_forall_rank(op));
  if (is_normalized(op)) {
    ir_printer_text(p, " in ");
    print_mixed(op, p, SCF_UPPER);
  } else {
    ir_printer_text(p, " = ");
    print_mixed(op, p, SCF_LOWER);
    ir_printer_text(p, " to ");
    print_mixed(op, p, SCF_UPPER);
    ir_printer_text(p, " step ");
    print_mixed(op, p, SCF_STEP);
  }
  print_outputs(op, p);
  ir_printer_text(p, " ");
  bool bare = ir_op_num_results(op) == 0 && scf_in_parallel_is_empty(op);
  ir_printer_region(p, ir_op_region(op, 0), bare ? IR_PRINT_NO_TERMINATOR : 0);
  ir_printer_attr_dict(p, op, elided, false);
}

IrOp *scf_in_parallel_create(IrBuilder *b) {
  IrOp *op = BUILD(b, scf_forall_in_parallel, NO_ARGS);
  ir_region_append(ir_op_region(op, 0), ir_block_create(b->ctx));
  return op;
}

bool scf_in_parallel_is_empty(const IrOp *forall) {
  IrOp *end = ir_block_last(scf_block(forall, 0));
  return !ir_block_first(scf_block(end, 0));
}

IrStatus scf_forall_in_parallel_parse(IrParser *p, IrOpState *state) {
  IR_TRY(ir_parse_region(p, state, NULL, 0));
  if (ir_region_is_empty(state->regions.at[0]))
    ir_region_append(state->regions.at[0], ir_block_create(state->ctx));
  return ir_parse_attr_dict(p, state);
}

void scf_forall_in_parallel_print(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
  ir_printer_attr_dict(p, op, NULL, false);
}

// ---- Verifiers. ----

// Invariant 1.
static IrStatus check_entries(IrOp *op, IrAttr entries, IrValues dynamic, const char *what) {
  size_t n = ir_attr_count(entries), rank = scf_forall_rank(op), unknown = 0;
  if (n != rank) return ir_op_error(op, "has {} steps, but {} {}s", rank, n, what);
  for (size_t i = 0; i < n; i++) unknown += ir_attr_array_int(entries, i) == IR_DYNAMIC;
  if (unknown == dynamic.n) return IR_OK;
  return ir_op_error(op, "has {} {}s that are values, but {} operands for them", unknown, what,
                     dynamic.n);
}

// Invariant 2.
static IrStatus check_arguments(IrOp *op) {
  size_t rank = scf_forall_rank(op), n = ir_op_num_results(op);
  IrValues outputs = GET(op, scf_forall, outputs);
  IrBlock *body = scf_block(op, 0);
  if (outputs.n != n) return ir_op_error(op, "has {} results, but {} outputs", n, outputs.n);
  if (ir_block_num_args(body) != rank + n)
    return ir_op_error(op, "has {} counters and {} outputs, but {} body arguments", rank, n,
                       ir_block_num_args(body));
  for (size_t i = 0; i < rank + n; i++) {
    IrType got = ir_value_type(ir_block_arg(body, i));
    IrType want = i < rank ? ir_type_index(ir_op_context(op)) : ir_value_type(outputs.at[i - rank]);
    if (got != want)
      return ir_op_error(op, "body argument #{} must be '{}', but is '{}'", i, want, got);
  }
  for (size_t i = 0; i < n; i++)
    if (ir_value_type(ir_op_result(op, i)) != ir_value_type(outputs.at[i]))
      return ir_op_error(op, "result #{} is '{}', but its output is '{}'", i,
                         ir_value_type(ir_op_result(op, i)), ir_value_type(outputs.at[i]));
  return IR_OK;
}

IrStatus scf_forall_verify(IrOp *op) {
  IR_TRY(check_entries(op, GET(op, scf_forall, staticLowerBound),
                       GET(op, scf_forall, dynamicLowerBound), "lower bound"));
  IR_TRY(check_entries(op, GET(op, scf_forall, staticUpperBound),
                       GET(op, scf_forall, dynamicUpperBound), "upper bound"));
  IR_TRY(
      check_entries(op, GET(op, scf_forall, staticStep), GET(op, scf_forall, dynamicStep), "step"));
  IR_TRY(check_arguments(op));
  IrAttr mapping = GET(op, scf_forall, mapping);
  if (mapping && ir_attr_count(mapping) && ir_attr_count(mapping) != scf_forall_rank(op))
    return ir_op_error(op, "has {} counters, but a mapping of {} entries", scf_forall_rank(op),
                       ir_attr_count(mapping));
  if (!IS(ir_block_last(scf_block(op, 0)), scf_forall_in_parallel))
    return ir_op_error(op, "region #0 must end with scf.forall.in_parallel");
  return IR_OK;
}

// Invariant 5.
static bool combines(const IrOp *op, const IrOp *forall) {
  const IrBlock *body = scf_block(forall, 0);
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++) {
    const IrValue *value = ir_op_operand(op, i);
    if (!ir_value_op(value) && ir_value_block(value) == body &&
        ir_value_index(value) >= scf_forall_rank(forall))
      return ir_op_num_results(op) == 0;
  }
  return false;
}

IrStatus scf_forall_in_parallel_verify(IrOp *op) {
  IrOp *forall = AS(ir_op_parent(op), scf_forall);
  if (!forall) return ir_op_error(op, "must stand directly in scf.forall");
  IR_FOR_OPS(inside, scf_block(op, 0)) {
    if (!combines(inside, forall))
      return ir_op_error(inside,
                         "cannot stand in scf.forall.in_parallel: ops there have no results "
                         "and write to an output of the loop");
  }
  return IR_OK;
}
