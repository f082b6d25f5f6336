// A dialect whose op prints less than it holds, and text that does not read back.
#include "ir/ir.h"

static void print_nothing(IrOp *op, IrPrinter *printer);
static IrStatus parse_nothing(IrParser *parser, IrOpState *state);

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#define LOSSY_OPS \
  OP(lossy_tagged, "lossy.tagged", \
     SUMMARY("Loses its tag.") ATTRS(ATTR_OPT(tag, IR_STRING_ATTR)) PARSE(parse_nothing) \
         PRINT(print_nothing)) \
  OP(lossy_garbled, "lossy.garbled", \
     SUMMARY("Prints what nothing reads.") ATTRS(ATTR_OPT(tag, IR_STRING_ATTR)) \
         PARSE(parse_nothing) PRINT(print_garbage))
static void print_garbage(IrOp *op, IrPrinter *printer);
LOSSY_OPS
#include "ir/core/opdef_end.inc"

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
LOSSY_OPS
#include "ir/core/opdef_end.inc"

static const IrOpDef *const ops[] = {&lossy_tagged, &lossy_garbled, NULL};
static const IrDialect dialect = {
    .size = sizeof dialect, .name = "lossy", .summary = "Ops that print badly.", .ops = ops};

static void print_nothing(IrOp *op, IrPrinter *printer) {
  (void)op;
  (void)printer;
}

static void print_garbage(IrOp *op, IrPrinter *printer) {
  (void)op;
  ir_printer_text(printer, " ->");
}

static IrStatus parse_nothing(IrParser *parser, IrOpState *state) {
  (void)parser;
  (void)state;
  return IR_OK;
}

static IrStatus load(IrContext *ctx) {
  return ir_dialect_register(ctx, &dialect);
}

IR_PLUGIN("test-lossy", "0.1", load)
