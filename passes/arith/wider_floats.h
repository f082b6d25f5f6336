// Computing with a wider float type in place of others: what the passes that do so share.
//
// A conversion (ir/edit/conversion.h) whose casts to the new types become extensions.  Results are
// rounded at once, so that every op rounds as it did: what passes between two ops keeps its type.
#ifndef PASSES_ARITH_WIDER_FLOATS_H
#define PASSES_ARITH_WIDER_FLOATS_H

#include "ir/edit/conversion.h"

// op (x : A) : B -> truncf (op (extf x : A') : B') : B, both with fastmath<contract>.
extern const IrPattern wider_floats;

// For IrTypeConverter.to_target: an extension.
bool wider_floats_extend(void *user, IrBuilder *b, IrTypes types, IrValue *from, IrValue **out);

// The float type of that name in text; an error at `root` when there is none.
IrStatus wider_floats_named(IrOp *root, const char *name, IrType *type);

#endif
