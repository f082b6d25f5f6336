// cf.switch: text, verifier, branch interface and canonicalizations.
//
//   1. There is one number for each case, of the type of the flag.
//   2. case_operand_segments has one entry for each case; they add up to the case operands.
#include "dialects/cf/cf_impl.h"

// ---- Cases. ----

static size_t num_cases(const IrOp *op) {
  return ir_op_num_successors(op) - 1;
}

static IrAttr case_value(const IrOp *op, size_t i) {
  return ir_attr_dense_at(GET(op, cf_switch, case_values), (int64_t)i);
}

// Operands of successor `s`: the default's have a group of their own, the cases share one.
static IrRun switch_operands(const IrOp *op, size_t s) {
  if (s == 0) return ir_op_operand_run(op, IR_ARG_SLOT(cf_switch, defaultOperands));
  IrAttr sizes = GET(op, cf_switch, case_operand_segments);
  IrRun all = ir_op_operand_run(op, IR_ARG_SLOT(cf_switch, caseOperands));
  if (all.n == 0 || !sizes || s > ir_attr_count(sizes)) return (IrRun){all.first, 0};
  size_t before = 0;
  for (size_t i = 0; i + 1 < s; i++) before += (size_t)ir_attr_array_int(sizes, i);
  size_t n = (size_t)ir_attr_array_int(sizes, s - 1);
  if (before > all.n || n > all.n - before) return (IrRun){all.first, 0};
  return (IrRun){all.first + before, n};
}

static void switch_set_operands(IrOp *op, size_t s, IrValue *const *values, size_t n) {
  if (s == 0) {
    ir_op_set_operand_group(op, IR_ARG_SLOT(cf_switch, defaultOperands), values, n);
    return;
  }
  IrAttr sizes = GET(op, cf_switch, case_operand_segments);
  CfValues all = {0};
  IR_VEC(int64_t) counts = {0};
  for (size_t i = 0; i < num_cases(op); i++) {
    IrRun run = switch_operands(op, i + 1);
    ir_vec_push(&counts, i + 1 == s ? (int64_t)n : ir_attr_array_int(sizes, i));
    for (size_t k = 0; k < (i + 1 == s ? n : run.n); k++)
      ir_vec_push(&all, i + 1 == s ? values[k] : ir_op_operand(op, run.first + k));
  }
  SET_ATTR(op, cf_switch, case_operand_segments,
           ir_attr_i32_array(ir_op_context(op), counts.at, counts.n));
  ir_op_set_operand_group(op, IR_ARG_SLOT(cf_switch, caseOperands), all.at, all.n);
  ir_vec_free(&all);
  ir_vec_free(&counts);
}

// The successor for a flag of that value.
static size_t successor_for(const IrOp *op, IrAttr value) {
  for (size_t i = 0, n = num_cases(op); i < n; i++)
    if (case_value(op, i) == value) return i + 1;
  return 0;
}

static size_t switch_taken(const IrOp *op, const IrAttr *constants) {
  if (!constants[0] || ir_attr_kind(constants[0]) != IR_ATTR_INTEGER) return SIZE_MAX;
  return successor_for(op, constants[0]);
}

const IrBranchInterface cf_switch_branch = {.size = sizeof(IrBranchInterface),
                                            .operands = switch_operands,
                                            .taken = switch_taken,
                                            .set_operands = switch_set_operands};

// ---- Making one. ----

// Cases as they are collected; `operands` of all of them follow each other.
typedef struct Cases {
  IR_VEC(IrAttr) values;
  IR_VEC(IrBlock *) blocks; // of the default first
  IR_VEC(int64_t) counts;
  CfValues operands;
} Cases;

static void free_cases(Cases *cases) {
  ir_vec_free(&cases->values);
  ir_vec_free(&cases->blocks);
  ir_vec_free(&cases->counts);
  ir_vec_free(&cases->operands);
}

static void push_case(Cases *cases, IrAttr value, IrBlock *to, IrValues operands) {
  ir_vec_push(&cases->values, value);
  ir_vec_push(&cases->blocks, to);
  ir_vec_push(&cases->counts, (int64_t)operands.n);
  for (size_t i = 0; i < operands.n; i++) ir_vec_push(&cases->operands, operands.at[i]);
}

// The numbers as one attribute; NULL without cases.
static IrAttr values_attr(IrType flag, const Cases *cases) {
  if (cases->values.n == 0) return NULL;
  int64_t extent = (int64_t)cases->values.n;
  IrType type = ir_type_vector(ir_type_context(flag), (IrShape){&extent, 1}, flag);
  return ir_attr_dense_of(type, cases->values.at, cases->values.n);
}

static void replace_by_switch(IrRewriter *rw, IrOp *op, const Cases *cases, IrValues otherwise) {
  IrContext *ctx = ir_op_context(op);
  IrValue *flag = GET(op, cf_switch, flag);
  CfValues operands = {0};
  ir_vec_push(&operands, flag);
  for (size_t i = 0; i < otherwise.n; i++) ir_vec_push(&operands, otherwise.at[i]);
  for (size_t i = 0; i < cases->operands.n; i++) ir_vec_push(&operands, cases->operands.at[i]);
  int64_t sizes[] = {1, (int64_t)otherwise.n, (int64_t)cases->operands.n};
  IrAttr attrs[] = {values_attr(ir_value_type(flag), cases),
                    ir_attr_i32_array(ctx, cases->counts.at, cases->counts.n),
                    ir_attr_i32_array(ctx, sizes, 3)};
  ir_builder_create(ir_rewriter_builder(rw), (IrOpCreate){.info = ir_op_info(op),
                                                          .operands = operands.at,
                                                          .num_operands = operands.n,
                                                          .attrs = attrs,
                                                          .num_attrs = 3,
                                                          .successors = cases->blocks.at,
                                                          .num_successors = cases->blocks.n});
  ir_erase(rw, op);
  ir_vec_free(&operands);
}

// ---- Text: cf.switch %f : i32, [ default: ^bb1(%a : i32), 4: ^bb2 ] ----

static bool fits(int64_t value, IrType type) {
  unsigned width = ir_type_width(type);
  if (width >= 64) return true;
  return value >= -(INT64_C(1) << (width - 1)) && value < INT64_C(1) << width;
}

static IrStatus parse_case(IrParser *p, IrOpState *state, IrType type, Cases *cases) {
  IrLoc loc = ir_parser_loc(p);
  int64_t number;
  if (!ir_parse_optional_integer(p, &number))
    return ir_parser_error(p, loc, "expected the number of a case");
  if (!fits(number, type))
    return ir_parser_error(p, loc, "case value {} does not fit in '{}'", number, type);
  IR_TRY(ir_parse_token(p, ":"));
  size_t before = state->operands.n;
  IR_TRY(ir_parse_successor(p, state));
  ir_vec_push(&cases->values, ir_attr_integer(type, number));
  ir_vec_push(&cases->counts, (int64_t)(state->operands.n - before));
  return IR_OK;
}

static IrStatus parse_switch(IrParser *p, IrOpState *state, Cases *cases) {
  IrUnresolved flag;
  IrType type;
  IR_TRY(ir_parse_operand(p, &flag));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_colon_type(p, &type));
  if (!ir_type_is_any_integer(type))
    return ir_parser_error(p, loc, "a switch decides by an integer, but got '{}'", type);
  IR_TRY(ir_resolve_operand(p, flag, type, state));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_token(p, "["));
  IR_TRY(ir_parse_keyword(p, "default"));
  IR_TRY(ir_parse_token(p, ":"));
  IR_TRY(ir_parse_successor(p, state));
  int64_t sizes[] = {1, (int64_t)state->operands.n - 1, 0};
  while (ir_parse_optional_token(p, ",")) IR_TRY(parse_case(p, state, type, cases));
  IR_TRY(ir_parse_token(p, "]"));
  sizes[2] = (int64_t)state->operands.n - 1 - sizes[1];
  if (cases->values.n) ir_state_set_attr(state, "case_values", values_attr(type, cases));
  ir_state_set_attr(state, "case_operand_segments",
                    ir_attr_i32_array(state->ctx, cases->counts.at, cases->counts.n));
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, sizes, 3));
  return ir_parse_attr_dict(p, state);
}

IrStatus cf_switch_parse(IrParser *p, IrOpState *state) {
  Cases cases = {0};
  IrStatus status = parse_switch(p, state, &cases);
  free_cases(&cases);
  return status;
}

void cf_switch_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"case_values", "case_operand_segments",
                                       "operandSegmentSizes", NULL};
  IrValue *flag = GET(op, cf_switch, flag);
  ir_printer_fmt(p, " {} : {}, [", flag, ir_value_type(flag));
  for (size_t s = 0; s < ir_op_num_successors(op); s++) {
    ir_printer_text(p, s ? "," : "");
    ir_printer_newline(p);
    ir_printer_text(p, "  ");
    if (s == 0)
      ir_printer_text(p, "default");
    else if (ir_type_width(ir_value_type(flag)) == 1) // no word, but 0 or 1
      ir_printer_fmt(p, "{}", ir_attr_int(case_value(op, s - 1)));
    else
      ir_printer_attr_untyped(p, case_value(op, s - 1));
    ir_printer_text(p, ": ");
    ir_printer_successor(p, ir_op_successor(op, s), ir_branch_operands(op, s));
  }
  ir_printer_newline(p);
  ir_printer_text(p, "]");
  ir_printer_attr_dict(p, op, elided, false);
}

// ---- Verifier. ----

IrStatus cf_switch_verify(IrOp *op) {
  IrAttr values = GET(op, cf_switch, case_values),
         sizes = GET(op, cf_switch, case_operand_segments);
  IrType flag = ir_value_type(GET(op, cf_switch, flag));
  size_t n = num_cases(op), have = values ? (size_t)ir_type_num_elements(ir_attr_type(values)) : 0;
  if (values && ir_type_element(ir_attr_type(values)) != flag)
    return ir_op_error(op, "case values are '{}', but the flag is '{}'",
                       ir_type_element(ir_attr_type(values)), flag);
  if (have != n) return ir_op_error(op, "has {} case values, but {} case blocks", have, n);
  if (ir_attr_count(sizes) != n)
    return ir_op_error(op, "has {} case blocks, but sizes of {} groups of case operands", n,
                       ir_attr_count(sizes));
  int64_t sum = 0, total = (int64_t)GET(op, cf_switch, caseOperands).n;
  for (size_t i = 0; i < n; i++) {
    int64_t size = ir_attr_array_int(sizes, i);
    if (size < 0 || size > total)
      return ir_op_error(op, "case #{} cannot have {} operands", i, size);
    sum += size;
  }
  if (sum == total) return IR_OK;
  return ir_op_error(op, "case_operand_segments add up to {}, but there are {} case operands", sum,
                     total);
}

// ---- Canonicalizations. ----

static bool go_to(IrRewriter *rw, IrOp *op, size_t s) {
  return cf_replace_by_branch(rw, op, ir_op_successor(op, s), ir_branch_operands(op, s));
}

IR_PATTERN(cf_switch_only_default, cf_switch, 1, "switch without cases -> br") {
  return num_cases(op) == 0 ? go_to(rw, op, 0) : ir_no_match(rw, op, "has cases");
}

IR_PATTERN(cf_switch_constant, cf_switch, 1, "switch of a constant -> br to its case") {
  IrAttr value;
  if (!ir_match_constant(GET(op, cf_switch, flag), &value))
    return ir_no_match(rw, op, "the flag is not constant");
  return go_to(rw, op, switch_taken(op, &value));
}

// A switch with the cases for which `keep` says so.
static void keep_cases(IrRewriter *rw, IrOp *op, const bool *keep) {
  Cases cases = {0};
  ir_vec_push(&cases.blocks, ir_op_successor(op, 0));
  for (size_t i = 0; i < num_cases(op); i++)
    if (keep[i])
      push_case(&cases, case_value(op, i), ir_op_successor(op, i + 1),
                ir_branch_operands(op, i + 1));
  replace_by_switch(rw, op, &cases, ir_branch_operands(op, 0));
  free_cases(&cases);
}

IR_PATTERN(cf_switch_like_default, cf_switch, 1,
           "a case that goes where the default goes -> none") {
  size_t n = num_cases(op), kept = 0;
  bool *keep = ir_calloc(n + 1, sizeof *keep);
  for (size_t i = 0; i < n; i++) {
    keep[i] = ir_op_successor(op, i + 1) != ir_op_successor(op, 0) ||
              !cf_same_values(ir_branch_operands(op, i + 1), ir_branch_operands(op, 0));
    kept += keep[i];
  }
  if (kept < n) keep_cases(rw, op, keep);
  ir_free(keep);
  return kept < n ? true : ir_no_match(rw, op, "all cases differ from the default");
}

// Where successor `s` leads in the end, with its operands appended to `values`; true when that is
// not where it goes now.
static bool skip_blocks(IrOp *op, size_t s, IrBlock **to, CfValues *values) {
  IrValues given = ir_branch_operands(op, s);
  *to = cf_pass_through(ir_op_successor(op, s), given, values);
  if (*to) return true;
  *to = ir_op_successor(op, s);
  for (size_t i = 0; i < given.n; i++) ir_vec_push(values, given.at[i]);
  return false;
}

IR_PATTERN(cf_switch_through, cf_switch, 1,
           "switch to a block that only branches on -> switch there") {
  Cases cases = {0};
  CfValues otherwise = {0};
  IrBlock *to;
  bool found = skip_blocks(op, 0, &to, &otherwise);
  ir_vec_push(&cases.blocks, to);
  for (size_t i = 0; i < num_cases(op); i++) {
    CfValues values = {0};
    found |= skip_blocks(op, i + 1, &to, &values);
    push_case(&cases, case_value(op, i), to, (IrValues){values.at, values.n});
    ir_vec_free(&values);
  }
  if (found) replace_by_switch(rw, op, &cases, (IrValues){otherwise.at, otherwise.n});
  free_cases(&cases);
  ir_vec_free(&otherwise);
  return found ? true : ir_no_match(rw, op, "the targets do more than branch");
}

// The switch of the same flag that is the only way here, and which of its successors this is.
static IrOp *decided_by(const IrOp *op, size_t *s) {
  const IrBlock *block = ir_op_block(op);
  IrOp *before = AS(cf_only_branch_to(block), cf_switch);
  if (!before || GET(before, cf_switch, flag) != GET(op, cf_switch, flag)) return NULL;
  *s = ir_edge_index(ir_block_first_edge(block));
  return before;
}

IR_PATTERN(cf_switch_decided, cf_switch, 1, "switch of a flag whose case was taken -> br") {
  size_t s;
  IrOp *before = decided_by(op, &s);
  if (!before || s == 0) return ir_no_match(rw, op, "no case was taken on the way");
  return go_to(rw, op, successor_for(op, case_value(before, s - 1)));
}

// The default of an earlier switch was taken, so none of its cases is left.
IR_PATTERN(cf_switch_excluded, cf_switch, 1, "cases that an earlier switch did not take -> none") {
  size_t s, n = num_cases(op), kept = 0;
  IrOp *before = decided_by(op, &s);
  if (!before || s != 0) return ir_no_match(rw, op, "no default was taken on the way");
  bool *keep = ir_calloc(n + 1, sizeof *keep);
  for (size_t i = 0; i < n; i++) {
    keep[i] = successor_for(before, case_value(op, i)) == 0;
    kept += keep[i];
  }
  if (kept < n) keep_cases(rw, op, keep);
  ir_free(keep);
  return kept < n ? true : ir_no_match(rw, op, "all cases are left");
}
