// scf.index_switch: text, verifier, and what its canonicalizations know.
//
//   1. Each case has one number, and no number stands twice.
//   2. Every region ends with scf.yield; what it gives is checked along the edges.
#include "dialects/scf/scf_impl.h"

#include <stdlib.h>

#include "ir/edit/region_branch.h"

// ---- Text: scf.index_switch %i {...} -> i32 case 2 {...} default {...} ----

typedef IR_VEC(int64_t) Numbers;

static IrStatus parse_region_with_yield(IrParser *p, IrOpState *state) {
  IR_TRY(ir_parse_region(p, state, NULL, 0));
  ir_ensure_terminator(ir_vec_last(&state->regions), state->ctx, &scf_yield, state->loc);
  return IR_OK;
}

static IrStatus parse_cases(IrParser *p, IrOpState *state, Numbers *cases) {
  while (ir_parse_optional_keyword(p, "case")) {
    int64_t number;
    IR_TRY(ir_parse_integer(p, &number));
    ir_vec_push(cases, number);
    IR_TRY(parse_region_with_yield(p, state));
  }
  IR_TRY(ir_parse_keyword(p, "default"));
  return parse_region_with_yield(p, state);
}

// The default region is written last and comes first.
static void last_region_first(IrOpState *state) {
  IrRegion *last = ir_vec_last(&state->regions);
  for (size_t i = state->regions.n - 1; i > 0; i--) state->regions.at[i] = state->regions.at[i - 1];
  state->regions.at[0] = last;
}

IrStatus scf_index_switch_parse(IrParser *p, IrOpState *state) {
  IrUnresolved arg;
  IR_TRY(ir_parse_operand(p, &arg));
  IR_TRY(ir_resolve_operand(p, arg, ir_type_index(state->ctx), state));
  IR_TRY(ir_parse_attr_dict(p, state));
  if (ir_parse_optional_token(p, "->")) IR_TRY(ir_parse_type_list(p, state));
  Numbers cases = {0};
  IrStatus status = parse_cases(p, state, &cases);
  if (status == IR_OK) {
    last_region_first(state);
    ir_state_set_attr(state, "cases", ir_attr_i64_array(state->ctx, cases.at, cases.n));
  }
  ir_vec_free(&cases);
  return status;
}

void scf_index_switch_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"cases", NULL};
  IrAttr cases = GET(op, scf_index_switch, cases);
  ir_printer_fmt(p, " {}", GET(op, scf_index_switch, arg));
  ir_printer_attr_dict(p, op, elided, false);
  for (size_t i = 0, n = ir_op_num_results(op); i < n; i++)
    ir_printer_fmt(p, "{}{}", i ? ", " : " -> ", ir_value_type(ir_op_result(op, i)));
  ir_printer_text(p, " ");
  for (size_t i = 1; i < ir_op_num_regions(op); i++) {
    ir_printer_newline(p);
    ir_printer_fmt(p, "case {} ", ir_attr_array_int(cases, i - 1));
    ir_printer_region(p, ir_op_region(op, i), 0);
  }
  ir_printer_newline(p);
  ir_printer_text(p, "default ");
  ir_printer_region(p, ir_op_region(op, 0), scf_terminator_flag(op));
}

// ---- Verifier. ----

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

// Invariant 1.
static IrStatus check_cases(IrOp *op) {
  IrAttr cases = GET(op, scf_index_switch, cases);
  size_t n = ir_attr_count(cases), regions = ir_op_num_regions(op) - 1;
  if (n != regions) return ir_op_error(op, "has {} case regions, but {} case values", regions, n);
  int64_t *sorted = ir_calloc(n + 1, sizeof *sorted);
  for (size_t i = 0; i < n; i++) sorted[i] = ir_attr_array_int(cases, i);
  qsort(sorted, n, sizeof *sorted, by_value);
  IrStatus status = IR_OK;
  for (size_t i = 1; i < n && status == IR_OK; i++)
    if (sorted[i] == sorted[i - 1]) status = ir_op_error(op, "has case {} twice", sorted[i]);
  ir_free(sorted);
  return status;
}

IrStatus scf_index_switch_verify(IrOp *op) {
  IR_TRY(check_cases(op));
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    if (ir_block_num_args(scf_block(op, i)) > 0)
      return ir_op_error(op, "region #{} must have no arguments", i);
    if (!IS(ir_block_last(scf_block(op, i)), scf_yield))
      return ir_op_error(op, "region #{} must end with scf.yield", i);
  }
  return IR_OK;
}

// ---- Which region runs. ----

size_t scf_index_switch_region(const IrOp *op, int64_t number) {
  IrAttr cases = GET(op, scf_index_switch, cases);
  for (size_t i = 0, n = ir_attr_count(cases); i < n; i++)
    if (ir_attr_array_int(cases, i) == number) return i + 1;
  return 0;
}

static size_t switch_target(const IrOp *op, size_t from, size_t i) {
  if (from != IR_PARENT) return i == 0 ? IR_PARENT : IR_NO_POINT;
  return i < ir_op_num_regions(op) ? i : IR_NO_POINT;
}

static size_t switch_entered(const IrOp *op, const IrAttr *constants) {
  if (!constants[0] || ir_attr_kind(constants[0]) != IR_ATTR_INTEGER) return IR_NO_POINT;
  return scf_index_switch_region(op, ir_attr_int(constants[0]));
}

const IrRegionBranchInterface scf_index_switch_regions = {
    .size = sizeof(IrRegionBranchInterface), .target = switch_target, .entered = switch_entered};

IR_PATTERN(scf_index_switch_constant, scf_index_switch, 1, "a known number -> that case's ops") {
  int64_t number;
  if (!ir_match_int(GET(op, scf_index_switch, arg), &number))
    return ir_no_match(rw, op, "the number is not constant");
  return scf_replace_by_block(rw, op, scf_block(op, scf_index_switch_region(op, number)), NULL);
}

IR_PATTERN(scf_index_switch_inputs, scf_index_switch, 1, "known, equal or unused results go") {
  return ir_region_branch_simplify(rw, op);
}
