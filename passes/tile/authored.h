// A schedule that a person wrote on the ops of a kernel's loop, `tile.stage` and `tile.order`, on
// its way through the passes in front of tile-pipeline: what an op becomes has the op's place.
// tile-pipeline finds places for what passes add.
#ifndef PASSES_TILE_AUTHORED_H
#define PASSES_TILE_AUTHORED_H

#include "ir/core/op.h"

#define AUTHORED_STAGE "tile.stage"
#define AUTHORED_ORDER "tile.order"

// Gives `to` the place of `from`, where that has one.
void authored_keep(const IrOp *from, IrOp *to);
// A place to give to several ops: those of one block that have been put between two others.
typedef struct AuthoredGap {
  IrBlock *block;
  IrOp *before; // the last op in front, or NULL
  IrAttr stage, order;
} AuthoredGap;
// Around `op`, which is about to be replaced by ops in front of it.
AuthoredGap authored_gap(IrOp *op);
// The op behind is `next`, or NULL.  Waits for products get no place: they come as late as can be.
void authored_fill(const AuthoredGap *gap, IrOp *next);
// The first loop whose ops have places; NULL: there is none.
const IrOp *authored_loop(const IrOp *kernel);

#endif
