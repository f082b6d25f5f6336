// tile.scan: text and rules.
//
//   1. its tiles, axis and combiner as tile_combiner.c says; results are of the tiles' types
//   2. an exclusive scan has an initial element for each tile
//   3. its combiner has no undefined results: threads that have nothing to combine compute, too
#include "dialects/tile/tile_impl.h"
#include "ir/interfaces/effects.h"

IrStatus tile_scan_verify(IrOp *op) {
  IrValues inputs = GET(op, tile_scan, inputs), inits = GET(op, tile_scan, inits);
  IR_TRY(tile_combined_verify(op, inputs, ir_attr_int(GET(op, tile_scan, axis))));
  if (inits.n && inits.n != inputs.n)
    return ir_op_error(op, "has {} initial elements, expected none or one for each tile: {}",
                       inits.n, inputs.n);
  for (size_t i = 0; i < inputs.n; i++) {
    IrType type = ir_value_type(inputs.at[i]), result = ir_value_type(ir_op_result(op, i));
    if (result != type) return ir_op_error(op, "gives {}, expected {}", result, type);
    if (inits.n && ir_value_type(inits.at[i]) != ir_type_element(type))
      return ir_op_error(op, "has an initial element of {}, expected {}",
                         ir_value_type(inits.at[i]), ir_type_element(type));
  }
  return IR_OK;
}

IrStatus tile_scan_verify_regions(IrOp *op) {
  IR_TRY(tile_combiner_verify(op, GET(op, tile_scan, inputs)));
  IR_FOR_OPS(inner, ir_region_first(ir_op_region(op, 0))) {
    if (IS(inner, tile_yield) || ir_op_is_speculatable(inner)) continue;
    (void)ir_op_error(inner, "is undefined for some operands, which a scan's combiner may not be");
    ir_help(ir_op_context(op), "elements are also combined in pairs whose result nobody uses: "
                               "divide by a constant, or by arith.maxui of the divisor and 1");
    return IR_FAILED;
  }
  return IR_OK;
}

// ---- Text: `arith.addf %x axis 1 reverse exclusive(%zero)`, or with a region. ----

static IrStatus parse_inits(IrParser *p, IrOpState *state) {
  if (!ir_parse_optional_keyword(p, "exclusive")) return IR_OK;
  IR_TRY(ir_parse_token(p, "("));
  do {
    IrUnresolved name;
    IrValue *value;
    IR_TRY(ir_parse_operand(p, &name));
    IR_TRY(ir_resolve_defined(p, name, &value));
    ir_vec_push(&state->operands, value);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

IrStatus tile_scan_parse(IrParser *p, IrOpState *state) {
  TileCombinerText text = {0};
  IR_TRY(tile_parse_combined(p, state, &text));
  for (size_t i = 0; i < text.tiles; i++)
    ir_vec_push(&state->result_types, ir_value_type(state->operands.at[i]));
  if (ir_parse_optional_keyword(p, "reverse"))
    ir_state_set_attr(state, "reverse", ir_attr_unit(state->ctx));
  IR_TRY(parse_inits(p, state));
  int64_t sizes[2] = {(int64_t)text.tiles, (int64_t)(state->operands.n - text.tiles)};
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, sizes, 2));
  return tile_parse_combiner(p, state, &text);
}

void tile_scan_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {"axis", "reverse", "operandSegmentSizes", NULL};
  IrValues inits = GET(op, tile_scan, inits);
  tile_print_combined(op, p, GET(op, tile_scan, inputs), ir_attr_int(GET(op, tile_scan, axis)));
  if (GET(op, tile_scan, reverse)) ir_printer_text(p, " reverse");
  if (inits.n) {
    ir_printer_text(p, " exclusive(");
    ir_printer_values(p, inits);
    ir_printer_text(p, ")");
  }
  tile_print_combiner(op, p, shown);
}
