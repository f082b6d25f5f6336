// tile.inline_ptx and simt.inline_ptx: a piece of PTX for each element, or for some at once.
//
// The text names registers `$0`, `$1`, ...: those of the results, then those of the operands.
// Without `pack` a piece is for one element and each value has one register: `.b16` for 16 bits,
// `.b32`, `.f32`, `.b64` and `.f64` for wider ones.  With pack(n) it is for n elements: of 8-bit
// elements four share a `.b32` register and of 16-bit elements two, others have n registers.
//
// The two ops are alike: operands, results, attributes and region are the same slots of both.
#ifndef DIALECTS_TILE_INLINE_PTX_H
#define DIALECTS_TILE_INLINE_PTX_H

#include "ir/interfaces/effects.h"
#include "ir/interp/interp.h"

enum { TILE_PTX_MAX_PACK = 32, TILE_PTX_MAX_REGISTERS = 64 };

// Elements of the type in a register, and registers of such a value; 0 where the type has none with
// that pack.
IR_API int64_t tile_ptx_together(IrType element, int64_t pack);
IR_API int64_t tile_ptx_registers(IrType element, int64_t pack);
// Of either op.
IR_API int64_t tile_ptx_pack(const IrOp *op); // 1 without the attribute
IR_API bool tile_ptx_is_volatile(const IrOp *op);

// The hooks of both ops' table entries.
IrStatus tile_ptx_verify(IrOp *op);
IrStatus tile_ptx_verify_regions(IrOp *op);
IrStatus tile_ptx_parse(IrParser *p, IrOpState *state);
void tile_ptx_print(IrOp *op, IrPrinter *p);
bool tile_ptx_speculatable(const IrOp *op);
IrStep tile_ptx_interp(IrInterp *interp, IrOp *op);
extern const IrEffectsInterface tile_ptx_effects;

#endif
