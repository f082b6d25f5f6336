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

// mem_padded.c
bool mem_padded_column(IrAttr padded);

// mem_access.c
IrStatus mem_load_verify(IrOp *op);
IrStatus mem_load_parse(IrParser *p, IrOpState *state);
void mem_load_print(IrOp *op, IrPrinter *p);
IrStatus mem_store_verify(IrOp *op);
IrStatus mem_store_parse(IrParser *p, IrOpState *state);
void mem_store_print(IrOp *op, IrPrinter *p);

IrStatus mem_verify_access(IrOp *op, IrValue *base, IrValues indices, IrType value);

// mem_atomic.c
IrStatus mem_atomic_rmw_verify(IrOp *op);
IrStatus mem_atomic_cas_verify(IrOp *op);
bool mem_atomic_rmw_infer(IrOpState *state);

// mem_async.c
extern const IrTypeConstraint mem_shared_row_type, mem_cluster_row_type, mem_mbarrier_row_type,
    mem_any_mbarrier_row_type;
IrStatus mem_cp_async_verify(IrOp *op);
IrStatus mem_async_wait_verify(IrOp *op);
IrStatus mem_mbarrier_init_verify(IrOp *op);
IrStatus mem_store_async_verify(IrOp *op);
IrStatus mem_mbarrier_arrive_verify(IrOp *op);
IrStatus mem_bulk_wait_verify(IrOp *op);

// mem_channel.c
extern const IrAttrConstraint mem_mechanism_attr;
IrType mem_channel_parse(IrParser *p);
void mem_channel_print(IrType type, IrPrinter *p);
IrStatus mem_channel_verify(IrOp *op);
IrStatus mem_channel_wait_verify(IrOp *op);

// mem_tma.c
extern const IrTypeConstraint mem_tensor_map_type, mem_block_mask_type;
extern const IrAttrConstraint mem_reduce_kind_attr;
IrType mem_tensor_map_parse(IrParser *p);
void mem_tensor_map_print(IrType type, IrPrinter *p);
IrStatus mem_tensor_map_verify(IrOp *op);
IrStatus mem_tma_load_verify(IrOp *op);
IrStatus mem_tma_store_verify(IrOp *op);
IrStatus mem_tma_reduce_verify(IrOp *op);

// mem_effects.c
extern const IrEffectsInterface mem_channel_effects;
extern const IrEffectsInterface mem_store_async_effects, mem_cp_async_effects,
    mem_mbarrier_init_effects, mem_prefetch_effects, mem_tma_load_effects, mem_tma_store_effects,
    mem_tma_reduce_effects;
extern const IrEffectsInterface mem_load_effects, mem_store_effects, mem_alloc_effects;
extern const IrEffectsInterface mem_atomic_rmw_effects, mem_atomic_cas_effects;
extern const IrDataLayoutInterface mem_buffer_data_layout, mem_mbarrier_data_layout;

#endif
