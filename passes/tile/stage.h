// Tiles in shared buffers of their own.
#ifndef PASSES_TILE_STAGE_H
#define PASSES_TILE_STAGE_H

#include "ir/edit/builder.h"

// Stores `value` to a new buffer right before `dot` (right after its definition when that is in
// another block) and returns the buffer; a value that is a buffer is returned as it is.
IrValue *stage_tensor(IrOp *dot, IrValue *value);

// The widest span that such buffers in `kernel` may have: its attribute `tile.swizzle`, or 128.
unsigned stage_widest_swizzle(const IrOp *kernel);

#endif
