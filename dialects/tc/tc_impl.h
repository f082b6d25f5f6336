// What the files of the tc dialect share.
#ifndef DIALECTS_TC_TC_IMPL_H
#define DIALECTS_TC_TC_IMPL_H

#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/core/op_state.h"
#include "ir/interfaces/effects.h"
#include "ir/interp/interp.h"

// instr.c
// The instruction an op names, or NULL after a diagnostic; `tiles`: only those of tc.dot.
const TcInstr *tc_instr_of(IrOp *op, IrAttr name, bool tiles);
IrStatus tc_check_types(IrOp *op, const TcInstr *instr, IrType a, IrType b, IrType c);
bool tc_is_float_of(IrType type, IrFloatKind kind);
bool tc_is_fp8(IrType type);

// tc_types.c
bool tc_is_descriptor_element(IrType type);
bool tc_is_registers(IrType type); // a vector of rank 1

// matrix.c
IrStatus tc_ldmatrix_verify(IrOp *op);
IrStatus tc_ldmatrix_parse(IrParser *p, IrOpState *state);
void tc_ldmatrix_print(IrOp *op, IrPrinter *p);
IrStatus tc_stmatrix_verify(IrOp *op);
IrStatus tc_stmatrix_parse(IrParser *p, IrOpState *state);
void tc_stmatrix_print(IrOp *op, IrPrinter *p);
extern const IrEffectsInterface tc_ldmatrix_effects, tc_stmatrix_effects;

// warp_interp.c
// Fails unless all lanes of a warp execute the op.
bool tc_whole_warp(IrInterp *interp, IrOp *op);

// wgmma.c
extern const IrTypeConstraint tc_descriptor_type, tc_inflight_type, tc_a_operand_type;
IrStatus tc_wgmma_descriptor_verify(IrOp *op);
IrStatus tc_wgmma_verify(IrOp *op);
IrStatus tc_wgmma_parse(IrParser *p, IrOpState *state);
void tc_wgmma_print(IrOp *op, IrPrinter *p);
IrStatus tc_wgmma_fence_verify(IrOp *op);
bool tc_wgmma_fence_infer(IrOpState *state);
IrStatus tc_wgmma_wait_verify(IrOp *op);
bool tc_wgmma_wait_infer(IrOpState *state);
// What a type that is in flight is once it has been waited for; NULL: it is none.
typedef IrType TcLanded(IrType inflight);
// Rules of an op that waits: how many of `what` it leaves pending, and that it gives what has
// landed.
IrStatus tc_check_pending(IrOp *op, IrAttr pending, const char *what);
IrStatus tc_check_landed(IrOp *op, TcLanded *landed);
bool tc_infer_landed(IrOpState *state, TcLanded *landed);

// dot_async.c
extern const IrTypeConstraint tc_tile_operand_type, tc_accumulator_type, tc_inflight_tile_type;
IrStatus tc_dot_async_verify(IrOp *op);
IrStatus tc_dot_async_parse(IrParser *p, IrOpState *state);
void tc_dot_async_print(IrOp *op, IrPrinter *p);
IrStatus tc_dot_accumulator_verify(IrOp *op);
IrStatus tc_dot_wait_verify(IrOp *op);
bool tc_dot_wait_infer(IrOpState *state);
extern const IrEffectsInterface tc_dot_async_effects, tc_dot_accumulator_effects;

#endif
