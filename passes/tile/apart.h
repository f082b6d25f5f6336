// Which arguments of a kernel had better not overlap.
//
// What a loop loads can be under way iterations ahead only where nothing that is written meanwhile
// may be the same memory.  Two arguments may be; whether they are, the host can see at launch.
#ifndef PASSES_TILE_APART_H
#define PASSES_TILE_APART_H

#include "ir/core/op.h"
#include "ir/support/vec.h"

typedef IR_VEC(IrAttr) ApartFacts;
// Adds `disjoint(A, C)` for each A that a loop loads and wishes stages for, and each C that may be
// written before; not where the kernel assumes it already, nor where A itself may be written.
void apart_facts_of(IrOp *kernel, ApartFacts *facts);

#endif
