// Printing, parsing and comparing; see roundtrip.h.
#include "driver/roundtrip.h"

#include "ir/analysis/fingerprint.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"

static IrOp *read_back(IrOp *module, const char *form, bool generic) {
  IrContext *ctx = ir_op_context(module);
  IrStream text = {0}, name = {0};
  ir_print_op(module, &text, &(IrPrintOptions){.generic = generic});
  ir_print(&name, "<{} form>", form);
  IrLoc start = ir_source_add(ctx, ir_stream_str(&name), ir_stream_str(&text), true);
  IrOp *again = ir_parse_module(ctx, start, NULL);
  ir_stream_free(&text);
  ir_stream_free(&name);
  return again;
}

// One op in generic form without what is inside it.
static void print_head(IrOp *op, IrStream *out) {
  IrStream text = {0};
  ir_print_op(op, &text, &(IrPrintOptions){.generic = true, .local_scope = true});
  ir_write(out, text.data, strcspn(ir_stream_cstr(&text), "\n"));
  ir_stream_free(&text);
}

static IrStatus differs(IrOp *op, IrOp *other, const char *form) {
  IrContext *ctx = ir_op_context(op);
  IrStream was = {0}, is = {0};
  print_head(op, &was);
  if (other) print_head(other, &is);
  IrStatus failed =
      ir_op_error(op, "is another one after printing in {} form and reading back", form);
  ir_note(ctx, ir_op_loc(op), "it was {}", ir_stream_str(&was));
  if (other)
    ir_note(ctx, ir_op_loc(other), "it came back as {}", ir_stream_str(&is));
  else
    ir_note(ctx, ir_op_loc(op), "nothing came back for it");
  ir_stream_free(&was);
  ir_stream_free(&is);
  return failed;
}

static IrStatus check_form(IrOp *module, const char *form, bool generic) {
  IrOp *again = read_back(module, form, generic), *other = NULL;
  if (!again) return ir_op_error(module, "cannot be read after printing in {} form", form);
  IrOp *op = ir_op_first_difference(module, again, 0, &other);
  IrStatus status = IR_OK;
  if (op) status = differs(op, other, form);
  if (!op && other) status = differs(module, other, form);
  ir_op_destroy(again);
  return status;
}

IrStatus driver_verify_roundtrip(IrOp *module) {
  IR_TRY(check_form(module, "custom", false));
  return check_form(module, "generic", true);
}
