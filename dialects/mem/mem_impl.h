// What the files of the mem dialect share.
#ifndef DIALECTS_MEM_MEM_IMPL_H
#define DIALECTS_MEM_MEM_IMPL_H

#include "dialects/mem/mem.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/interfaces/data_layout.h"

// mem_types.c
IrType mem_buffer_parse(IrParser *p);
void mem_buffer_print(IrType type, IrPrinter *p);
IrAttr mem_swizzle_parse(IrParser *p);
void mem_swizzle_print(IrAttr attr, IrPrinter *p);

// mem_access.c
IrStatus mem_load_verify(IrOp *op);
IrStatus mem_load_parse(IrParser *p, IrOpState *state);
void mem_load_print(IrOp *op, IrPrinter *p);
IrStatus mem_store_verify(IrOp *op);
IrStatus mem_store_parse(IrParser *p, IrOpState *state);
void mem_store_print(IrOp *op, IrPrinter *p);

// mem_effects.c
extern const IrEffectsInterface mem_load_effects, mem_store_effects, mem_alloc_effects;
extern const IrDataLayoutInterface mem_buffer_data_layout;

#endif
