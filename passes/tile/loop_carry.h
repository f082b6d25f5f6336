// Loops that carry more values than they did.
#ifndef PASSES_TILE_LOOP_CARRY_H
#define PASSES_TILE_LOOP_CARRY_H

#include "ir/edit/builder.h"

// The same loop, an scf.for or a tile.pipelined, that carries `n` more values, which begin as
// `inits`.  It has the body and the uses of the old one, which is gone.  Arguments of the body for
// them are there already or still to be added, and so is what it yields.
IrOp *loop_carry_more(IrOp *loop, IrValue *const *inits, size_t n);
// Appends to what the loop's body yields.
void loop_yield_more(IrOp *loop, IrValue *const *values, size_t n);

#endif
