// The tile dialect: what one thread block computes, in whole tiles and in program order.
// Ops are in tile_ops.def; docs/levels.md says how they fit together.
#ifndef DIALECTS_TILE_TILE_H
#define DIALECTS_TILE_TILE_H

#include "ir/core/dialect.h"

extern IR_API const IrDialect tile_dialect;
extern IR_API const IrAttrDef tile_expr_attr;   // #tile.expr, see expr.h
extern IR_API const IrAttrDef tile_layout_attr; // #tile.layout, see layout.h
extern IR_API const IrAttrDef tile_blocked_attr, tile_mma_attr, tile_wgmma_attr; // by name
extern IR_API const IrAttrDef tile_target_attr; // #tile.target, see target.h

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

// The most dimensions that a tile may have; memory has up to four.
enum { TILE_LAYOUT_RANK = 6 };

// The input's dimension that is dimension d of a tile.trans's result.
IR_API void tile_trans_dims(const IrOp *op, unsigned dims[TILE_LAYOUT_RANK]);

// An empty tile.pipelined with its block and arguments, without a terminator, at the builder's
// point; `stages`: NULL for no wish.
IR_API IrOp *tile_pipelined_create(IrBuilder *b, IrValue *lower, IrValue *upper, IrAttr stages,
                                   IrValue *const *inits, size_t n);

// The tile of a tile.async_copy as it lies in the buffer: with its dimensions in that order.
IR_API IrType tile_async_copy_stored(const IrOp *op);

// A tile has at most TILE_LAYOUT_RANK extents, each fixed, at least 1 and with an odd factor of at
// most 255, and its layout fits them; a message for `op`.
IR_API IR_CHECKED IrStatus tile_verify_tile(IrOp *op, IrType tensor);
// What is left of a tile when it is reduced along `axis`: with its layout, if it has one; NULL
// where it has no such axis.
IR_API IrType tile_reduce_result(IrType tensor, int64_t axis);
// The type of the tiles that a tile.print says; NULL where it says single numbers only.
IR_API IrType tile_print_tile(const IrOp *op);
// Whether one of the indices of a gather, scatter or atomic access is a tile; otherwise the
// accessed tile lies at an offset.
IR_API bool tile_has_index_tile(IrValues indices);
// A new block that combines two elements and their places for a tile.argmax or tile.argmin:
// (x, i, y, j) -> (value, place), as the region of a tile.reduce would.  `in_order`: x is before y.
// It is detached and the caller's.
IR_API IrBlock *tile_argmax_combiner(const IrOp *op, bool in_order);
// The axis of a tile.reduce, tile.scan, tile.argmax or tile.argmin.
IR_API unsigned tile_axis_of(const IrOp *op);
// Memory a tile can be read from or written to: a memref or a buffer.
IR_API bool tile_is_memory(IrType type);
// Extents and element of a memref, buffer or tensor.
IR_API IrShape tile_memory_shape(IrType type);
IR_API IrType tile_memory_element(IrType type);

#endif
