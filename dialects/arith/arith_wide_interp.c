// Executing arith on integers of more than 64 bits, by the rules that folding uses.
#include "dialects/arith/arith_wide.h"
#include "ir/interp/elementwise.h"

static bool is_wide_cell(const IrCell *cell) {
  return ir_element_kind(cell->element) == IR_ELEMENT_NONE;
}

// Element `i` as words; a narrow one by way of `narrow`.
static IrWords load(const IrCell *cell, int64_t i, uint64_t *narrow) {
  if (is_wide_cell(cell)) {
    const char *at = (const char *)cell->data + (size_t)i * cell->element_bytes;
    return (IrWords){(const uint64_t *)(const void *)at, cell->element_bytes / sizeof(uint64_t)};
  }
  *narrow = (uint64_t)ir_cell_int(cell, i);
  return (IrWords){narrow, 1};
}

static void store(IrCell *cell, int64_t i, const uint64_t *words) {
  if (is_wide_cell(cell))
    memcpy((char *)cell->data + (size_t)i * cell->element_bytes, words, cell->element_bytes);
  else
    ir_cell_set_int(cell, i, (int64_t)words[0]);
}

static bool is_active(IrInterp *interp, const IrCell *cell, int64_t i) {
  return ir_interp_active(interp) >> (i / cell->count) & 1;
}

static IrStep run_result(IrInterp *interp, IrOp *op, ArithWideRule rule, ArithWideCase *c) {
  IrCell *out = ir_interp_result_cell(interp, op, c->result);
  c->out_width = ir_type_width(out->element);
  for (int64_t i = 0; i < out->count * out->lanes; i++) {
    uint64_t words[ARITH_WIDE_MAX_WORDS] = {0}, narrow[3];
    const char *why = NULL;
    for (size_t k = 0; k < ir_op_num_operands(op); k++)
      c->in[k] = load(ir_interp_operand(interp, op, k), i, &narrow[k]);
    if (!rule(c, words, &why) && why && is_active(interp, out, i))
      return ir_interp_fail(interp, op, "{}", why);
    ir_words_wrap(words, c->out_width);
    store(out, i, words);
  }
  return IR_STEP_NEXT;
}

bool arith_wide_runs(IrInterp *interp, IrOp *op, IrStep *step) {
  IrType in = ir_type_element(ir_value_type(ir_op_operand(op, 0)));
  IrType out = ir_type_element(ir_value_type(ir_op_result(op, 0)));
  if (!arith_is_wide_case(in, out)) return false;
  ArithWideRule rule = arith_wide_rule(ir_op_def(op));
  ArithWideCase c = {.in_width = ir_type_width(in)};
  if (IS(op, arith_cmpi)) c.predicate = (ArithCmpI)ir_attr_int(GET(op, arith_cmpi, predicate));
  *step = rule ? IR_STEP_NEXT : ir_interp_fail(interp, op, "is not executed on '{}'", in);
  for (; *step == IR_STEP_NEXT && c.result < ir_op_num_results(op); c.result++)
    *step = run_result(interp, op, rule, &c);
  return true;
}
