// Lists of indices of which each is a number or an operand: `[0, %i, 4]`.  An op keeps the numbers
// in an array attribute, with IR_DYNAMIC for each entry that is the next of a group of operands.
#ifndef IR_ASM_INDEX_LIST_H
#define IR_ASM_INDEX_LIST_H

#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/support/vec.h"

// Zero-initialise, and free when done.
typedef struct IrIndexList {
  IR_VEC(int64_t) numbers; // IR_DYNAMIC where an operand stands
  IR_VEC(IrUnresolved) operands;
} IrIndexList;

IR_API IR_CHECKED IrStatus ir_parse_index_list(IrParser *p, IrIndexList *list); // with brackets
// Appends the operands, of type index, and sets attribute `name` to the numbers.
IR_API IR_CHECKED IrStatus ir_resolve_index_list(IrParser *p, IrOpState *state,
                                                 const IrIndexList *list, const char *name);
IR_API void ir_index_list_free(IrIndexList *list);
// `[...]`
IR_API void ir_printer_index_list(IrPrinter *p, IrAttr numbers, IrValues operands);

#endif
