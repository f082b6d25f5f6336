// A slice of a kernel: some ops with all that they need to run by themselves: where their operands
// come from, the loops and conditions around them, and the values that those carry for them.
//
// A slice may run beside what it was cut out of, so nothing in it but the ops that it was made for
// has an effect, and what it reads nothing in the kernel writes.
#ifndef PASSES_TILE_SLICE_H
#define PASSES_TILE_SLICE_H

#include "ir/edit/builder.h"
#include "ir/support/vec.h"

typedef struct Slice {
  IrOp *kernel;
  IrPtrMap outside; // ops of the kernel's own block that stay where they are; not in the slice
  IrPtrMap ops;     // in the slice
  IrPtrMap values;  // needed by it
  IR_VEC(const IrValue *) todo;
  IR_VEC(const IrValue *) written; // memory that the kernel writes; NULL: any
  const IrOp *refused;             // an op that a slice cannot have, and why
  const char *why;
} Slice;

Slice slice_create(IrOp *kernel);
void slice_free(Slice *slice);
// Adds an op for whose effect the slice is made; false when it needs what a slice cannot have.
bool slice_add(Slice *slice, IrOp *op);
bool slice_has(const Slice *slice, const IrOp *op);
// Whether the kernel may write what `memory` is.
bool slice_is_written(const Slice *slice, const IrValue *memory);
// Copies of the slice's ops of `from` go where `b` says; loops and conditions have what the slice
// needs of their results.  `map` takes values of the kernel to those of the copy.
void slice_clone(const Slice *slice, const IrBlock *from, IrBuilder *b, IrPtrMap *map);

#endif
