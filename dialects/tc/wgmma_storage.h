// Shared buffers as operands of wgmma.
//
// #mem.swizzle lays a buffer down as TMA does and as matrix descriptors read it: slabs of the
// swizzle's bytes along the contiguous dimension.  Row-major without a swizzle is that only where a
// row is one chunk of 16 bytes.
#ifndef DIALECTS_TC_WGMMA_STORAGE_H
#define DIALECTS_TC_WGMMA_STORAGE_H

#include "dialects/tc/tc.h"
#include "dialects/tc/wgmma_descriptor.h"

typedef enum TcOperand { TC_OPERAND_A, TC_OPERAND_B } TcOperand;

// A (MxK) or B (KxN), a buffer of rank 2, as a tile that descriptors describe; false where none
// does: it is padded, its rows are not in slabs, or it is MN-major and not of 16 bits.
IR_API bool tc_wgmma_tile(IrType buffer, TcOperand operand, TcTile *tile);
// Whether an instruction's part of the tile may begin at every multiple of `mn`.
IR_API bool tc_wgmma_begins_at(const TcTile *tile, int64_t mn);
// The largest number of columns that the instruction has for elements of type `a` and that divides
// `columns`; 0: none.  Up to 256; with 12 warps or more 128, so that it names fewer registers than
// a thread begins with where others copy beside them.
IR_API unsigned tc_wgmma_columns(IrType a, int64_t columns, int64_t warps);

#endif
