// Assembly formats: the FORMAT string of an op's entry, compiled once into directives that both the
// parser and the printer interpret.  The language is that of MLIR's declarative assembly format:
//
//   `text`                     punctuation or keyword; `` is no space, ` ` one
//   $name                      an operand, attribute, region or successor
//   type($name)  type(operands)  type(results)
//   functional-type(operands, results)
//   operands  attr-dict  attr-dict-with-keyword
//   ( ... $anchor^ ... )?      printed when the anchor is there; ( ... ) : ( ... )? has an else
//
// Operand types that a format leaves out come from the constraint (`build`), IR_SAME_TYPE,
// IR_SAME_OPERAND_TYPES, or the operand's own definition earlier in the text; result types from
// the same or from `infer`.
#ifndef IR_ASM_FORMAT_H
#define IR_ASM_FORMAT_H

#include "ir/asm/parser.h"
#include "ir/asm/printer.h"

typedef struct IrFormat IrFormat;

// Compiles `def->format` (not NULL) into the context's memory and checks it against the slots of
// `def`; a bad format is an error that names the op and the position.  Registration calls this once
// an op and keeps the result in the IrOpInfo.
IR_CHECKED IrStatus ir_format_compile(IrContext *ctx, const IrOpDef *def, const IrFormat **format);
// What follows the op's name in the text.
IR_CHECKED IrStatus ir_format_parse(const IrFormat *format, IrParser *p, IrOpState *state);
void ir_format_print(const IrFormat *format, IrOp *op, IrPrinter *printer);

#endif
