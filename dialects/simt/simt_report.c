// simt.print and simt.assert: rules and execution.
#include "dialects/simt/machine.h"
#include "dialects/simt/simt_impl.h"
#include "dialects/tile/report.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/simt/simt_ops.def"
#include "ir/core/opdef_end.inc"

IrStatus simt_print_verify(IrOp *op) {
  return tile_verify_format(op, ir_attr_str(GET(op, simt_print, format)),
                            GET(op, simt_print, values));
}

IrStatus simt_assert_verify(IrOp *op) {
  return tile_verify_format(op, ir_attr_str(GET(op, simt_assert, format)),
                            GET(op, simt_assert, values));
}

// The format with the lane's values.
static void fill(IrInterp *interp, IrStr format, IrValues values, uint64_t lane, IrStream *out) {
  TileFormatPiece piece;
  for (size_t i = 0; tile_format_next(&format, &piece);) {
    tile_format_write(out, piece.text);
    if (piece.value) tile_report_number(out, ir_interp_get(interp, values.at[i++]), (int64_t)lane);
  }
}

IrStep simt_print_interp(IrInterp *interp, IrOp *op) {
  IrValue *pred = GET(op, simt_print, pred);
  uint64_t lanes = ir_interp_active(interp);
  if (pred) lanes &= ir_interp_where(interp, ir_interp_get(interp, pred));
  IrStream line = {0};
  IR_FOR_LANES(lane, lanes) {
    tile_report_place(&line, ir_op_context(op), ir_op_loc(op));
    fill(interp, ir_attr_str(GET(op, simt_print, format)), GET(op, simt_print, values), lane,
         &line);
    tile_report_line(interp, &line);
  }
  ir_stream_free(&line);
  return IR_STEP_NEXT;
}

IrStep simt_assert_interp(IrInterp *interp, IrOp *op) {
  uint64_t holds = ir_interp_where(interp, ir_interp_operand(interp, op, 0));
  uint64_t fails = ir_interp_active(interp) & ~holds;
  if (!fails) return IR_STEP_NEXT;
  void *machine;
  const SimtMachine *table = ir_interp_machine(interp, SIMT_MACHINE, &machine);
  uint64_t lane = (uint64_t)__builtin_ctzll(fails);
  uint64_t thread = lane + (table ? 32 * table->ids(machine)->warp : 0);
  IrStream text = {0};
  fill(interp, ir_attr_str(GET(op, simt_assert, format)), GET(op, simt_assert, values), lane,
       &text);
  IrStep step =
      ir_interp_fail(interp, op, "does not hold in thread {}: {}", thread, ir_stream_str(&text));
  ir_stream_free(&text);
  return step;
}

IrStep simt_inline_ptx_interp(IrInterp *interp, IrOp *op) {
  return tile_ptx_interp(interp, op);
}
