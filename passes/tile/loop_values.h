// Values of a loop, an scf.for or a tile.pipelined, from one iteration to the next.
#ifndef PASSES_TILE_LOOP_VALUES_H
#define PASSES_TILE_LOOP_VALUES_H

#include "ir/edit/builder.h"

// What the body hands to the next iteration for its carried argument `arg`; NULL for other values.
IrValue *loop_yielded(const IrOp *loop, const IrValue *arg);
// What a carried argument is in the first iteration.
IrValue *loop_init_of(const IrOp *loop, const IrValue *arg);

// Whether `op` of the body is a remainder that can be counted from one iteration to the next: of a
// value that grows by one, divided by a number `*by` that is no power of two, for which the
// division would be dear.
bool loop_counts_remainder(const IrOp *loop, const IrOp *op, int64_t *by);
// What `value` is in the first iteration, computed by `b`, which is in front of the loop.
IrValue *loop_first_value(const IrOp *loop, IrBuilder *b, IrValue *value);

#endif
