// Small questions that several passes ask about memrefs, buffers and index values.
#ifndef PASSES_TILE_ACCESS_H
#define PASSES_TILE_ACCESS_H

#include "ir/edit/builder.h"

// The dimension along which a memref is contiguous (stride 1); -1 when no stride is known to be 1.
int access_contiguous_dim(IrType memref);
// An `arith.constant` of type index.
IrValue *access_index(IrBuilder *b, int64_t value);
enum { ACCESS_BYTES = 16 }; // the most that one access moves

// Moves `op` in front of `place`, in one block, with the ops behind `place` that it needs; nothing
// where it stands in front already.  The caller knows that these have no effects in the way.
void access_move_before(IrOp *op, IrOp *place);

#endif
